"""The sentence of every problem, and of all that is printed, in Japanese and English.

A blank `{name}` is filled from the facts. A problem's facts `found`, `expected` and `nearest` that its
sentence does not use are added behind it, in that order. Write sentences for the designer, not for the
programmer: what stands there, what should stand there. Subjects are written "事件カード / red-1 / suit".
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from cardgen.problems import Problem, Term

Lang = Literal["ja", "en"]

SENTENCES: dict[str, tuple[str, str]] = {
    # ------------------------------------------------------------ words that facts name by Term
    "kind-text": ("文字", "text"),
    "kind-integer": ("整数", "a whole number"),
    "kind-number": ("数", "a number"),
    "kind-boolean": ("true か false", "true or false"),
    "kind-list": ("リスト", "a list"),
    "kind-map": ("「項目: 値」の組", "a mapping (key: value)"),
    "kind-nothing": ("空", "nothing"),
    "tail-found": ("書かれているもの: {found}", "found {found}"),
    "tail-expected": ("書けるもの: {expected}", "expected {expected}"),
    "tail-nearest": ("もしかして {nearest}", "did you mean {nearest}?"),
    "tail-more": ("ほか {n}", "{n} more"),
    "warning": ("注意", "warning"),
    # ------------------------------------------------------------ source: files
    "file-missing": ("ファイルがありません。", "There is no such file."),
    "file-is-folder": (
        "ファイルのあるべき所にフォルダーがあります。",
        "A folder stands where a file should be.",
    ),
    "file-unreadable": (
        "ファイルを読めません（{reason}）。",
        "The file cannot be read ({reason}).",
    ),
    "file-too-large": (
        "ファイルが大きすぎます（{size} MB。{limit} MB まで）。",
        "The file is too large ({size} MB; the limit is {limit} MB).",
    ),
    "file-empty": ("ファイルに何も書かれていません。", "The file is empty."),
    "not-utf8": (
        "UTF-8 の文字として読めません。",
        "The file is not UTF-8 text.",
    ),
    "not-utf8-cp932": (
        "UTF-8 ではなく Shift_JIS（CP932）のようです。UTF-8 で保存し直してください。",
        "The file seems to be Shift_JIS (CP932), not UTF-8. Save it again as UTF-8.",
    ),
    "control-character": (
        "使えない制御文字 {code} があります。",
        "The control character {code} cannot be used.",
    ),
}


def say(id: str, lang: Lang, **facts: object) -> str:
    """The sentence of that id with its blanks filled."""
    template = SENTENCES[id][0 if lang == "ja" else 1]
    return template.format_map({name: _word(facts.get(name), lang) for name in blanks(template)})


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
        say(f"tail-{name}", lang, **{name: _quoted(problem.facts[name], lang)})
        for name in ("found", "expected", "nearest")
        if name not in used and problem.facts.get(name) is not None
    ]
    if not tail:
        return sentence
    return f"{sentence}（{'。'.join(tail)}）" if lang == "ja" else f"{sentence} ({'; '.join(tail)})"


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
        case Term(id):
            return say(id, lang)
        case None:
            return say("kind-nothing", lang)
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
        case str():
            return _short(value)
        case Mapping():
            return _joined((f"{_word(k, lang)}: {_word(v, lang)}" for k, v in value.items()), lang)
        case Iterable():
            return _joined((_word(item, lang) for item in value), lang)
        case _:
            return _short(str(value))


def _quoted(value: object, lang: Lang) -> str:
    if isinstance(value, str):
        return f"「{_short(value)}」" if lang == "ja" else f'"{_short(value)}"'
    return _word(value, lang)


def _short(text: str, limit: int = 60) -> str:
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: limit + 1])
    return shown if len(text) <= limit else shown[:limit] + "…"


def _joined(words: Iterable[str], lang: Lang, limit: int = 12) -> str:
    listed = list(words)
    if len(listed) > limit:
        listed[limit:] = [say("tail-more", lang, n=len(listed) - limit)]
    return ("、" if lang == "ja" else ", ").join(listed)


def _plain(value: object) -> Any:
    match value:
        case Term(id):
            return id
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case Iterable():
            return [_plain(item) for item in value]
        case _:
            return str(value)
