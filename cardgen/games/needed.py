"""What a rule set needs of a game's components, and the problems when it is not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.model import Game, Kind
from cardgen.problems import Place, Problem, nearest

Needed = Mapping[str, Mapping[str, Kind]]
"""By component, the fields that play reads and the kind each must be. A field of play is never absent."""


def missing(game: Game, needed: Needed) -> Iterator[Problem]:
    """A problem for each needed component without cards, and for each needed field of another kind."""
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
                guess = nearest(field, component.fields) if found is None else None
                facts = {"component": id, "field": field, "expected": f"{field}: {kind}", "nearest": guess}
                yield Problem("rules-field", component.place, component.name, facts)


def supply(place: Place, what: str, players: int, found: int, needed: int) -> Iterator[Problem]:
    """A problem when fewer are there than that many players need."""
    if found < needed:
        facts = {"players": players, "what": what, "found": found, "expected": needed}
        yield Problem("rules-supply", place, what, facts)
