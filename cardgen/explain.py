"""What pydantic found wrong, as Problems: placed at the key or value concerned, in our own sentences."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from cardgen.problems import Place, Problem, Term, nearest
from cardgen.source import Path_

_KINDS: dict[str, str] = {
    "string_type": "kind-text",
    "int_type": "kind-integer",
    "int_parsing": "kind-integer",
    "int_from_float": "kind-integer",
    "float_type": "kind-number",
    "float_parsing": "kind-number",
    "bool_type": "kind-boolean",
    "bool_parsing": "kind-boolean",
    "list_type": "kind-list",
    "tuple_type": "kind-list",
    "set_type": "kind-list",
    "dict_type": "kind-map",
    "model_type": "kind-map",
    "model_attributes_type": "kind-map",
}
"""pydantic's error type, and the kind of value that it asks for."""

_BOUNDS: dict[str, tuple[str, str]] = {
    "greater_than": ("bound-above", "gt"),
    "greater_than_equal": ("bound-least", "ge"),
    "less_than": ("bound-below", "lt"),
    "less_than_equal": ("bound-most", "le"),
    "string_too_short": ("bound-letters-least", "min_length"),
    "too_short": ("bound-length-least", "min_length"),
    "too_long": ("bound-length-most", "max_length"),
}
"""pydantic's error type, the words for the bound, and the name of its limit in pydantic's context."""


@dataclass(frozen=True, slots=True)
class _Fault:
    """One of pydantic's errors: `path` in the file, `kind` the type that was expected there.

    `names` is the path as a person reads it, positions in a list counted from 1.
    """

    path: Path_
    names: tuple[str, ...]
    kind: Any
    type: str
    found: Any
    context: Mapping[str, Any]
    tagged: bool


def explain(
    error: ValidationError,
    model: type[BaseModel],
    place: Callable[[Path_], Place],
    key: Callable[[Path_], Place],
    above: Path_ = (),
) -> list[Problem]:
    """Problems for all errors. `place` and `key` find a value and a key; `above` is where `model` stands."""
    faults = [_fault(model, dict(details)) for details in error.errors(include_url=False)]
    problems = [_problem(fault, place, key, above) for fault in _without_other_branches(faults)]
    return list(_without_echoes(problems))


def expectation(type: str, context: Mapping[str, Any]) -> Term | None:
    """What pydantic wanted, by the type and context of its error, in words of ours; None if unknown."""
    if type in _BOUNDS:
        id, limit = _BOUNDS[type]
        return Term(id, {"limit": context[limit]})
    return Term(_KINDS[type]) if type in _KINDS else None


def _fault(model: type[BaseModel], details: dict[str, Any]) -> _Fault:
    path, names, kind, tagged = _resolve(model, details["loc"])
    return _Fault(path, names, kind, details["type"], details.get("input"), details.get("ctx", {}), tagged)


def _without_other_branches(faults: Sequence[_Fault]) -> Iterator[_Fault]:
    """Of the branches of a union keep the one that fits best: it got further than the value's type.

    When none did, one fault asks for any of the types.
    """
    by_path: dict[Path_, list[_Fault]] = defaultdict(list)
    for fault in faults:
        by_path[fault.path].append(fault)
    for path, group in by_path.items():
        deeper = any(other[: len(path)] == path and len(other) > len(path) for other in by_path)
        kinds = [fault for fault in group if fault.tagged and fault.type in _KINDS]
        words = [fault for fault in group if fault.tagged and fault.type == "literal_error"]
        yield from (fault for fault in group if fault not in kinds and fault not in words)
        if not deeper and (words or kinds):
            yield _one_of(words[0], kinds) if words else _either(kinds)


def _one_of(words: _Fault, kinds: Sequence[_Fault]) -> _Fault:
    """Certain words, or else a value of those kinds; a mapping instead of a word is told by its own keys."""
    return replace(words, context={"kinds": [Term(_KINDS[k.type]) for k in kinds if k.type != "model_type"]})


def _either(kinds: Sequence[_Fault]) -> _Fault:
    return replace(kinds[0], context={"other": Term(_KINDS[kinds[1].type])}) if len(kinds) > 1 else kinds[0]


def _without_echoes(problems: Sequence[Problem]) -> Iterator[Problem]:
    """A misspelt key is one fault, not two: leave out that the right one is missing."""
    meant = {(p.subject, p.facts["nearest"]) for p in problems if p.id == "unknown-field"}
    yield from (p for p in problems if p.id != "missing-field" or (p.subject, p.facts["name"]) not in meant)


def _problem(
    fault: _Fault, place: Callable[[Path_], Place], key: Callable[[Path_], Place], above: Path_
) -> Problem:
    path = (*above, *fault.path)
    names = (*(str(part) for part in above), *fault.names)
    subject, around = " / ".join(names), " / ".join(names[:-1])
    found = shown(fault.found)
    match fault.type:
        case "missing":
            return Problem("missing-field", key(path[:-1]), around, {"name": names[-1]})
        case "union_tag_not_found":
            facts = {"name": fault.context["discriminator"].strip("'"), "expected": _tags(fault.kind)}
            return Problem("missing-field", key(path), subject, facts)
        case "union_tag_invalid":
            tag = (*path, fault.context["discriminator"].strip("'"))
            facts = _choice(fault.context["tag"], _tags(fault.kind))
            return Problem("not-one-of", place(tag), subject, facts)
        case "extra_forbidden" | "invalid_key":
            return Problem("unknown-field", key(path), around, _choice(names[-1], field_names(fault.kind)))
        case "literal_error" | "enum":
            facts = _choice(found, _words(fault.kind))
            known = [*_words(fault.kind), *fault.context.get("kinds", [])]
            return Problem("not-one-of", place(path), subject, {**facts, "expected": known})
        case "string_pattern_mismatch":
            return Problem("bad-id", key(path), subject, {"found": found})
        case kind if kind in _KINDS:
            id, facts = wrong_type(_KINDS[kind], fault.found)
            if "other" in fault.context:
                id = "wrong-type-either"
            return Problem(id, place(path), subject, {**facts, **fault.context})
        case bound if bound in _BOUNDS:
            counted = len(fault.found) if isinstance(fault.found, list | Mapping) else found
            facts = {"expected": expectation(bound, fault.context), "found": counted}
            return Problem("out-of-bounds", place(path), subject, facts)
        case _:
            return Problem("invalid-value", place(path), subject, {"found": found})


_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]+)?")
_LIKE_NUMBER = re.compile(r"[-+.]?[0-9][0-9a-fA-FxXoO_,.:eE+-]*")


def wrong_type(kind: str, found: object) -> tuple[str, dict[str, object]]:
    """Id and facts of the problem that a value is not of the kind (a Term's id) that is wanted."""
    facts: dict[str, object] = {"expected": Term(kind), "found": shown(found)}
    if kind in ("kind-integer", "kind-number") and isinstance(found, str):
        if _NUMBER.fullmatch(found):
            return "quoted-number", facts
        narrow = unicodedata.normalize("NFKC", found)
        if narrow != found and _NUMBER.fullmatch(narrow):
            return "odd-number", {**facts, "nearest": narrow}
        if _LIKE_NUMBER.fullmatch(found):
            return "odd-number", facts
    return "wrong-type", facts


def shown(value: object) -> object:
    """A value as a message shows it: a collection only by its kind."""
    if isinstance(value, Mapping):
        return Term("kind-map")
    if isinstance(value, list | tuple):
        return Term("kind-list")
    return Term("kind-nothing") if value is None else value


def _choice(found: object, known: Sequence[str]) -> dict[str, object]:
    return {"found": found, "expected": known, "nearest": nearest(found, known)}


# ------------------------------------------------------------ walking the types along a location


def field_names(model: Any) -> list[str]:
    """The keys that a model takes, as they are written."""
    fields = getattr(model, "model_fields", {})
    return [field.alias or name for name, field in fields.items()]


def _resolve(model: type[BaseModel], loc: Sequence[str | int]) -> tuple[Path_, tuple[str, ...], Any, bool]:
    """Path in the file, its names, the type at its end (of an unknown key, the model), whether in a union.

    pydantic puts the names of union branches and "[key]" into its locations; they are no part of the path.
    """
    path: Path_ = ()
    names: tuple[str, ...] = ()
    kind: Any = model
    tagged = False
    for part in loc:
        kind = _bare(kind)
        if part == "[key]":
            continue
        if get_origin(kind) in (Union, UnionType):
            kind, tagged = _branch(kind, part), True
            continue
        position = part + 1 if isinstance(part, int) and get_origin(kind) in (list, tuple) else part
        path, names, tagged = (*path, part), (*names, str(position)), False
        if not _is_model(kind):
            kind = _inner(kind)
        elif part in field_names(kind):
            kind = _annotation(kind, str(part))
    return path, names, _bare(kind), tagged


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _annotation(model: type[BaseModel], key: str) -> Any:
    return next(f.annotation for name, f in model.model_fields.items() if (f.alias or name) == key)


def _inner(kind: Any) -> Any:
    args = [arg for arg in get_args(kind) if arg is not Ellipsis]
    return args[-1] if args else Any


def _bare(kind: Any) -> Any:
    """Without Annotated, and without the None of an optional type, which pydantic does not name."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, UnionType):
        members = [member for member in get_args(kind) if member is not type(None)]
        return _bare(members[0]) if len(members) == 1 else Union[tuple(members)]  # noqa: UP007
    return kind


def _branch(union: Any, tag: str | int) -> Any:
    members = [_bare(member) for member in get_args(union)]
    for member in members:
        if _is_model(member) and (member.__name__ == tag or tag in _words(_first_annotation(member))):
            return member
    name = str(tag).partition("[")[0]
    return next((m for m in members if getattr(get_origin(m) or m, "__name__", "").lower() == name), Any)


def _first_annotation(model: type[BaseModel]) -> Any:
    return next(
        (f.annotation for f in model.model_fields.values() if get_origin(f.annotation) is Literal), None
    )


def _words(kind: Any) -> list[str]:
    return [str(word) for word in get_args(kind)] if get_origin(kind) is Literal else []


def _tags(union: Any) -> list[str]:
    return [word for member in get_args(union) for word in _words(_first_annotation(_bare(member)))]
