"""A problem, or anything else that is told, in the user's language: ids and facts in, words out.

The sentences are in sentences.py. A problem's facts `found`, `expected` and `nearest` that its sentence does
not use are added behind it, in that order.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from cardgen.problems import Place, Problem, Term
from cardgen.sentences import SENTENCES

Lang = Literal["ja", "en"]

TAIL = ("found", "expected", "nearest", "listed", "cards", "at", "says")
"""The facts that are added behind a sentence which does not use them."""


def say(id: str, lang: Lang, **facts: object) -> str:
    """The sentence of that id with its blanks filled."""
    return _fill(id, lang, {name: _word(value, lang) for name, value in facts.items()})


def _fill(id: str, lang: Lang, words: Mapping[str, str]) -> str:
    template = SENTENCES[id][0 if lang == "ja" else 1]
    return template.format_map({name: words.get(name, "…") for name in blanks(template)})


def blanks(template: str) -> set[str]:
    """The names of the blanks in a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def describe(problem: Problem, lang: Lang) -> str:
    """A problem on one line: place, subject, sentence, then what was found and expected."""
    place = f"{problem.place}: " if problem.place else ""
    level = f"{say('warning', lang)}: " if problem.level == "warning" else ""
    subject = f"{problem.subject}: " if problem.subject else ""
    return place + level + subject + message(problem, lang)


def message(problem: Problem, lang: Lang) -> str:
    """The sentence of a problem, with what was found and expected, without place and subject."""
    sentence = say(problem.id, lang, **problem.facts)
    used = blanks(SENTENCES[problem.id][0])
    tail = [
        _fill(f"tail-{name}", lang, {name: _quoted(problem.facts[name], lang)})
        for name in TAIL
        if name not in used and problem.facts.get(name) not in (None, [], (), {})
    ]
    if not tail:
        return sentence
    if lang == "ja":
        return f"{sentence.removesuffix('。')}（{'。'.join(tail)}）。"
    return f"{sentence.removesuffix('.')} ({'; '.join(tail)})."


def as_json(problem: Problem, lang: Lang = "en") -> dict[str, Any]:
    """A problem as plain values for `--json`: place, id, level, subject, facts, and the sentence."""
    place = problem.place
    return {
        "file": str(place.file) if place else None,
        "line": place.line if place else 0,
        "column": place.column if place else 0,
        "level": problem.level,
        "id": problem.id,
        "subject": problem.subject,
        "message": message(problem, lang),
        "facts": {name: _plain(value) for name, value in problem.facts.items()},
    }


def _word(value: object, lang: Lang) -> str:
    match value:
        case Term(id, facts):
            return say(id, lang, **facts)
        case Place(file, line):
            return f"{file.name}:{line}" if line else file.name
        case None:
            return say("kind-nothing", lang)
        case bool():
            return str(value).lower()
        case str():
            return _short(value)
        case Mapping():
            return _joined((f"{_word(k, lang)}: {_inner(v, lang)}" for k, v in value.items()), lang)
        case Iterable():
            return _joined((_inner(item, lang) for item in value), lang)
        case _:
            return _short(str(value))


def _inner(value: object, lang: Lang) -> str:
    """A value within another: a list in a list stays apart from it."""
    word = _word(value, lang)
    if isinstance(value, str) or not isinstance(value, Iterable):
        return word
    return f"（{word}）" if lang == "ja" else f"({word})"


def _quoted(value: object, lang: Lang) -> str:
    if isinstance(value, str):
        return f"「{_short(value)}」" if lang == "ja" else f'"{_short(value)}"'
    return _word(value, lang)


def _short(text: str, limit: int = 60) -> str:
    shown = "".join(c if c.isprintable() or c == "　" else ascii(c)[1:-1] for c in text[: limit + 1])
    return shown if len(text) <= limit else shown[:limit] + "…"


def _joined(words: Iterable[str], lang: Lang, limit: int = 12) -> str:
    listed = list(words) or [say("kind-nothing", lang)]
    if len(listed) > limit:
        listed[limit:] = [say("tail-more", lang, n=len(listed) - limit)]
    return ("、" if lang == "ja" else ", ").join(listed)


def _plain(value: object) -> Any:
    match value:
        case Term():
            return say(value.id, "en", **value.facts)
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case Iterable():
            return [_plain(item) for item in value]
        case _:
            return str(value)
