"""Names in game.yaml that refer to something else in it: components, fields, parameters, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardgen.explain import shown
from cardgen.filenames import is_device
from cardgen.model import (
    Check,
    Component,
    CountCheck,
    DistributionCheck,
    FieldSpec,
    Game,
    InPlayCheck,
    RangeCheck,
)
from cardgen.problems import Place, Problem, Term, nearest
from cardgen.select import BOUNDS, words_of, written
from cardgen.source import Path_, Source


def dangling(game: Game, source: Source) -> Iterator[Problem]:
    """Every name that refers to nothing, and every id given twice."""
    yield from _players(game, source)
    for component in game.components.values():
        yield from _sides(component, source)
        yield from _in_play(game, component, source)
    for index, check in enumerate(game.spec.checks):
        yield from _check(game, check, index, source)
    yield from _twice("examples", [example.id for example in game.spec.examples], source)
    yield from _twice("rulings", [ruling.id for ruling in game.spec.rulings], source)


def options(game: Game) -> Iterator[Problem]:
    """Rulings that name a parameter which is not there.

    The rules find a misspelt parameter itself, so this is told beside what they say, and not before.
    """
    for index, ruling in enumerate(game.spec.rulings):
        if ruling.option is not None and ruling.option not in game.spec.params:
            place = game.place(("rulings", index, "option"))
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


# ------------------------------------------------------------ players and sides


def _players(game: Game, source: Source) -> Iterator[Problem]:
    for index, number in enumerate(game.players):
        if number in game.players[:index]:
            yield Problem("players-twice", source.place(("players", index)), "players", {"number": number})


def _sides(component: Component, source: Source) -> Iterator[Problem]:
    """A back is printed behind a front, a front for each card and on no die; the files bear the id."""
    spec, path = component.spec, ("components", component.id)
    if is_device(component.id):
        yield Problem("device-id", source.key(path), component.name, {"found": component.id})
    if spec.back is not None and spec.front is None:
        yield Problem("back-without-front", source.key((*path, "back")), component.name)
    if spec.front is not None and not spec.cards:
        yield Problem("front-without-cards", source.key((*path, "front")), component.name)
    if spec.front is not None and spec.shape == "die":
        yield Problem("front-on-die", source.key((*path, "front")), component.name)


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


def _check(game: Game, check: Check, index: int, source: Source) -> Iterator[Problem]:
    path: Path_ = ("checks", index)
    component = game.components.get(check.of)
    subject = f"checks / {index + 1} / {check.check}"
    if component is None:
        yield _unknown("unknown-component", source.place((*path, "of")), subject, check.of, game.components)
        return
    at = _At(game, component, path, source, subject)
    for key in ("per", "field"):
        name = getattr(check, key, None)
        if name is not None:
            yield from _field(at, (key,), name, _kinds(check, key))
    for index, name in enumerate(getattr(check, "fields", [])):
        yield from _field(at, ("fields", index), name, _KINDS.get((check.check, "fields")))
    for key in ("where", "then"):
        for name, condition in getattr(check, key, {}).items():
            yield from _condition(at, (key, name), name, condition)
    yield from _numbers(at, check)


@dataclass(frozen=True, slots=True)
class _At:
    """The check whose names are looked up, and how to say so."""

    game: Game
    component: Component
    path: Path_
    source: Source
    subject: str

    def problem(self, id: str, at: Path_, **facts: object) -> Problem:
        key = at[:1] in (("where",), ("then",)) and len(at) == 2
        place = self.source.key((*self.path, *at)) if key else self.source.place((*self.path, *at))
        return Problem(id, place, f"{self.subject} / {self.component.name}", facts)


def _kinds(check: Check, key: str) -> tuple[str, ...] | None:
    """The kinds of field that the check takes for this key; None when it takes any."""
    if key == "per":
        return _SINGLE
    return _TAKES[check.take] if isinstance(check, RangeCheck) else _KINDS.get((check.check, key))


_SINGLE = ("text", "integer", "number", "boolean", "image", "choice")
_SIZED = ("integer", "number", "map", "list")
_KINDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("sum", "field"): _SIZED,
    ("correlation", "fields"): _SIZED,
    ("covers", "fields"): ("map",),
}
"""The kinds of field that a check does arithmetic with."""

_TAKES: dict[str, tuple[str, ...]] = {
    "value": ("integer", "number"),
    "sum": ("map",),
    "largest": ("map",),
    "length": ("list", "text"),
}


def _field(at: _At, where: Path_, name: str, kinds: tuple[str, ...] | None = None) -> Iterator[Problem]:
    """A field of the component, or `map.key` for the number that a map gives to a key."""
    fields = at.component.fields
    whole, dot, key = name.partition(".")
    if name in ("id", "copies"):
        return
    if name in fields:
        kind = fields[name].type
        if kinds and kind not in kinds:
            yield at.problem("field-kind", where, name=name, found=kind, expected=list(kinds))
    elif not dot or whole not in fields or fields[whole].type != "map":
        known = list(fields)
        yield at.problem("unknown-field", where, found=name, expected=known, nearest=nearest(name, known))
    else:
        yield from _in_table(at, where, fields[whole], key)


def _in_table(at: _At, where: Path_, field: FieldSpec, word: object) -> Iterator[Problem]:
    """A word that a field with a table can never hold picks no card: surely a slip."""
    known = at.game.tables.get(field.of or "")
    if known is not None and written(word) not in known:
        facts = {"found": word, "table": field.of, "expected": list(known), "nearest": nearest(word, known)}
        yield at.problem("not-in-table", where, **facts)


def _condition(at: _At, where: Path_, name: str, condition: Any) -> Iterator[Problem]:
    yield from _field(at, where, name)
    field = at.component.fields.get(name)
    if isinstance(condition, Mapping):
        for key in condition:
            if key not in BOUNDS:
                facts = {"found": key, "expected": list(BOUNDS), "nearest": nearest(key, BOUNDS)}
                yield at.problem("unknown-field", (*where, key), **facts)
        if field and field.type not in _SIZED and {"at_least", "at_most"} & {*condition}:
            yield at.problem("field-kind", where, name=name, found=field.type, expected=list(_SIZED))
        for key in ("at_least", "at_most"):
            bound = condition.get(key, 0)
            if isinstance(bound, bool) or not isinstance(bound, int | float):
                facts = {"expected": Term("kind-number"), "found": shown(bound)}
                yield at.problem("wrong-type", (*where, key), **facts)
    for word in words_of(condition):
        if isinstance(word, list | Mapping):
            yield at.problem("wrong-type", where, expected=Term("kind-text"), found=shown(word))
        elif field and field.of:
            yield from _in_table(at, where, field, word)


def _numbers(at: _At, check: Check) -> Iterator[Problem]:
    """A check compares with something, and what it compares with can occur."""
    bounds = [name for name in ("is_", "at_least", "at_most") if name in type(check).model_fields]
    if bounds and all(getattr(check, name) is None for name in bounds):
        yield at.problem("check-without-bound", (), expected=[name.rstrip("_") for name in bounds])
    if isinstance(check, CountCheck) and isinstance(check.is_, dict) and check.per is None:
        yield at.problem("missing-field", (), name="per")
    keyed = check.field if isinstance(check, DistributionCheck) else getattr(check, "per", None)
    field = at.component.fields.get(keyed or "")
    if field and isinstance(check, CountCheck | DistributionCheck) and isinstance(check.is_, dict):
        for word in check.is_:
            yield from _in_table(at, ("is", word), field, word)
    if isinstance(check, InPlayCheck):
        if at.component.spec.in_play is None:
            yield at.problem("check-no-in-play", ("of",))
        for key, numbers in (("is", check.is_), ("at_least", check.at_least)):
            for players in numbers or {}:
                if players not in at.game.players:
                    facts = {"found": players, "expected": list(at.game.players)}
                    yield at.problem("no-such-player-count", (key, players), **facts)
