"""What pydantic found wrong, as Problems: placed at the key or value concerned, in our own sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    "greater_than": ("too-small", "gt"),
    "greater_than_equal": ("below-least", "ge"),
    "less_than": ("too-large", "lt"),
    "less_than_equal": ("above-most", "le"),
    "too_short": ("too-few", "min_length"),
    "too_long": ("too-many", "max_length"),
}
"""pydantic's error type, our sentence, and the name of the bound in pydantic's context."""


@dataclass(frozen=True, slots=True)
class _Fault:
    """One of pydantic's errors: `path` in the file, `kind` the type that was expected there."""

    path: Path_
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
    return [_problem(fault, place, key, above) for fault in _without_other_branches(faults)]


def _fault(model: type[BaseModel], details: dict[str, Any]) -> _Fault:
    path, kind, tagged = _resolve(model, details["loc"])
    return _Fault(path, kind, details["type"], details.get("input"), details.get("ctx", {}), tagged)


def _without_other_branches(faults: Sequence[_Fault]) -> Iterator[_Fault]:
    """Of the branches of a union keep the one that fits best: it got further than the value's type.

    When none did, one fault asks for any of the types.
    """
    by_path: dict[Path_, list[_Fault]] = defaultdict(list)
    paths = [fault.path for fault in faults]
    for fault in faults:
        by_path[fault.path].append(fault)
    for path, group in by_path.items():
        deeper = any(other[: len(path)] == path and len(other) > len(path) for other in paths)
        kinds = [fault for fault in group if fault.tagged and fault.type in _KINDS]
        others = [fault for fault in group if fault not in kinds]
        yield from others
        if kinds and not deeper and not others:
            yield kinds[0] if len(kinds) == 1 else _any_of(kinds)


def _any_of(kinds: Sequence[_Fault]) -> _Fault:
    first = kinds[0]
    context = {"kinds": list(dict.fromkeys(_KINDS[fault.type] for fault in kinds))}
    return _Fault(first.path, first.kind, first.type, first.found, context, first.tagged)


def _problem(
    fault: _Fault, place: Callable[[Path_], Place], key: Callable[[Path_], Place], above: Path_
) -> Problem:
    path = (*above, *fault.path)
    subject = ".".join(str(part) for part in path)
    last = fault.path[-1] if fault.path else ""
    match fault.type:
        case "missing":
            return Problem("missing-field", key(path[:-1]), _dotted(path[:-1]), {"name": last})
        case "union_tag_not_found":
            name = str(fault.context.get("discriminator", "")).strip("'")
            return Problem("missing-field", key(path), subject, {"name": name, "expected": _tags(fault.kind)})
        case "extra_forbidden":
            known = field_names(fault.kind)
            facts = {"name": last, "nearest": nearest(last, known), "expected": known}
            return Problem("unknown-field", key(path), _dotted(path[:-1]), facts)
        case "literal_error" | "union_tag_invalid" | "enum":
            union = fault.type == "union_tag_invalid"
            known = _tags(fault.kind) if union else _words(fault.kind)
            found = fault.context["tag"] if union else fault.found
            where = place((*path, str(fault.context["discriminator"]).strip("'"))) if union else place(path)
            return Problem("not-one-of", where, subject, _choice(found, known))
        case "string_pattern_mismatch":
            return Problem("bad-id", key(path), subject, {"found": fault.found})
        case kind if kind in _KINDS:
            kinds = [Term(id) for id in fault.context.get("kinds", [_KINDS[kind]])]
            return Problem(
                "wrong-type", place(path), subject, {"expected": kinds, "found": shown(fault.found)}
            )
        case bound if bound in _BOUNDS:
            id, name = _BOUNDS[bound]
            found = fault.found if not id.startswith("too-few") else len(fault.found)
            return Problem(id, place(path), subject, {"limit": fault.context[name], "found": found})
        case _:
            return Problem("invalid-value", place(path), subject, {"found": shown(fault.found)})


def shown(value: object) -> object:
    """A value as a message shows it: a collection only by its kind."""
    if isinstance(value, Mapping):
        return Term("kind-map")
    if isinstance(value, list | tuple):
        return Term("kind-list")
    return Term("kind-nothing") if value is None else value


def _choice(found: object, known: Sequence[str]) -> dict[str, object]:
    return {"found": shown(found), "expected": known, "nearest": nearest(found, known)}


def _dotted(path: Path_) -> str:
    return ".".join(str(part) for part in path)


# ------------------------------------------------------------ walking the types along a location


def field_names(model: Any) -> list[str]:
    """The keys that a model takes, as they are written."""
    fields = getattr(model, "model_fields", {})
    return [field.alias or name for name, field in fields.items()]


def _resolve(model: type[BaseModel], loc: Sequence[str | int]) -> tuple[Path_, Any, bool]:
    """The path in the file, the type expected at its end (of an unknown key, the model), whether in a union.

    pydantic puts the names of union branches and "[key]" into its locations; they are no part of the path.
    """
    path: Path_ = ()
    kind: Any = model
    tagged = False
    for part in loc:
        kind = _bare(kind)
        if part == "[key]":
            continue
        if get_origin(kind) in (Union, UnionType):
            kind, tagged = _branch(kind, part), True
            continue
        path, tagged = (*path, part), False
        if not _is_model(kind):
            kind = _inner(kind)
        elif part in field_names(kind):
            kind = _annotation(kind, str(part))
    return path, _bare(kind), tagged


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
