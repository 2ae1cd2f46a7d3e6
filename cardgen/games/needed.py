"""What a rule set needs of a game's components: its cards, and the problems when they are not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from cardgen.model import Card, Component, Game, Kind
from cardgen.problems import Place, Problem, nearest

Needed = Mapping[str, Mapping[str, Kind]]
"""By component, the fields that play reads and the kind each must be. A field of play is never absent."""


def missing(game: Game, needed: Needed, optional: Needed = MappingProxyType({})) -> Iterator[Problem]:
    """A problem for each needed component without cards, and for each field absent or of another kind.

    Fields under `optional` may be absent, and so may their values.
    """
    for id, fields in needed.items():
        component = game.components.get(id)
        if component is None or not component.cards:
            facts = {"component": id, "nearest": None if component else nearest(id, game.components)}
            place = component.place if component else game.place(("components",))
            yield Problem("rules-component", place, "components", facts)
            continue
        for field, kind in fields.items():
            found = component.fields.get(field)
            if found is None or found.type != kind or (found.optional and kind != "boolean"):
                yield _other_field(component, field, kind)
        for field, kind in optional.get(id, {}).items():
            found = component.fields.get(field)
            if found is not None and found.type != kind:
                yield _other_field(component, field, kind)


def _other_field(component: Component, field: str, kind: Kind) -> Problem:
    guess = None if field in component.fields else nearest(field, component.fields)
    facts = {"component": component.id, "field": field, "expected": f"{field}: {kind}", "nearest": guess}
    return Problem("rules-field", component.place, component.name, facts)


def each(cards: Iterable[Card]) -> Iterator[Card]:
    """Every card as often as it is printed."""
    for card in cards:
        yield from [card] * card.copies


def whole(card: Card, field: str) -> int:
    """The whole number in a field that `missing` has found to be of kind integer."""
    value = card.values[field]
    assert isinstance(value, int), f"the field {field} of kind integer holds {value!r}"
    return value


def supply(place: Place, what: str, players: int, found: int, needed: int) -> Iterator[Problem]:
    """A problem when fewer are there than that many players need."""
    if found < needed:
        facts = {"players": players, "what": what, "found": found, "expected": needed}
        yield Problem("rules-supply", place, what, facts)
