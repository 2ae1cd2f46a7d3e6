"""Names in game.yaml that refer to something else in it: components, fields, parameters, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardgen.model import Check, Component, FieldSpec, Game
from cardgen.problems import Place, Problem, nearest
from cardgen.source import Path_, Source


def dangling(game: Game, source: Source) -> Iterator[Problem]:
    """Every name that refers to nothing, and every id given twice."""
    for component in game.components.values():
        yield from _in_play(game, component, source)
    for index, check in enumerate(game.spec.checks):
        yield from _check(game, check, ("checks", index), source)
    yield from _twice("examples", [example.id for example in game.spec.examples], source)
    yield from _twice("rulings", [ruling.id for ruling in game.spec.rulings], source)
    for index, ruling in enumerate(game.spec.rulings):
        if ruling.option is not None and ruling.option not in game.spec.params:
            place = source.place(("rulings", index, "option"))
            yield _unknown("no-such-param", place, ruling.id, ruling.option, game.spec.params)


def _unknown(id: str, place: Place, subject: str, found: object, known: Iterable[str]) -> Problem:
    words = list(known)
    facts = {"found": found, "expected": words, "nearest": nearest(found, words)}
    return Problem(id, place, subject, facts)


def _twice(section: str, ids: Iterable[str], source: Source) -> Iterator[Problem]:
    first: dict[str, Place] = {}
    for index, id in enumerate(ids):
        place = source.place((section, index, "id"))
        if id in first:
            yield Problem("duplicate-id", place, section, {"found": id, "first": first[id]})
        first.setdefault(id, place)


# ------------------------------------------------------------ in_play


def _in_play(game: Game, component: Component, source: Source) -> Iterator[Problem]:
    spec = component.spec.in_play
    if spec is None:
        return
    path: Path_ = ("components", component.id, "in_play")
    if spec.per not in component.fields:
        place = source.place((*path, "per"))
        yield _unknown("unknown-field", place, component.name, spec.per, component.fields)
    if isinstance(spec.take, dict):
        yield from _every_player_count(game, spec.take, source.place((*path, "take")), component.name)
    elif spec.take != "players":
        place = source.place((*path, "take"))
        if spec.take not in game.spec.params:
            known = ["players", *game.spec.params]
            yield _unknown("no-such-param", place, component.name, spec.take, known)
            return
        param = game.spec.params[spec.take]
        yield from _every_player_count(game, param, source.place(("params", spec.take)), component.name)


def _every_player_count(game: Game, numbers: Any, place: Place, subject: str) -> Iterator[Problem]:
    """The map has to give every player count a whole number."""
    good = isinstance(numbers, Mapping) and all(
        isinstance(numbers.get(n), int) and not isinstance(numbers[n], bool) and numbers[n] >= 0
        for n in game.players
    )
    if not good:
        yield Problem("not-per-player-count", place, subject, {"expected": list(game.players)})


# ------------------------------------------------------------ checks


def _check(game: Game, check: Check, path: Path_, source: Source) -> Iterator[Problem]:
    component = game.components.get(check.of)
    subject = f"checks / {check.check}"
    if component is None:
        yield _unknown("unknown-component", source.place((*path, "of")), subject, check.of, game.components)
        return
    subject = f"{subject} / {component.name}"
    for at, name in _fields_named(check):
        spot = source.key((*path, *at)) if at[0] in ("where", "then") else source.place((*path, *at))
        yield from _field(name, component.fields, game, spot, subject)
    bounds = [name for name in ("is_", "at_least", "at_most") if name in type(check).model_fields]
    if bounds and all(getattr(check, name) is None for name in bounds):
        names = [name.rstrip("_") for name in bounds]
        yield Problem("check-without-bound", source.place(path), subject, {"expected": names})


def _fields_named(check: Check) -> Iterator[tuple[Path_, str]]:
    """Where a check names fields, and the names."""
    for key in ("per", "field"):
        name = getattr(check, key, None)
        if name is not None:
            yield (key,), name
    for index, name in enumerate(getattr(check, "fields", [])):
        yield ("fields", index), name
    for key in ("where", "then"):
        for name in getattr(check, key, {}):
            yield (key, name), name


def _field(
    name: str, fields: Mapping[str, FieldSpec], game: Game, place: Place, subject: str
) -> Iterator[Problem]:
    """A field of the component, or `map.key` for the number that a map gives to a key."""
    whole, dot, key = name.partition(".")
    field = fields.get(name) or (fields.get(whole) if dot else None)
    if name in ("id", "copies"):
        return
    if field is None or (dot and name not in fields and field.type != "map"):
        yield _unknown("unknown-field", place, subject, name, fields)
    elif dot and field.of and key not in (known := game.tables.get(field.of, {key: {}})):
        facts = {"found": key, "table": field.of, "expected": list(known), "nearest": nearest(key, known)}
        yield Problem("not-in-table", place, subject, facts)
