"""The cards of a game of 探偵無宿2 read from its components: people, actions, events and skills."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.games.mushuku2.effects import MOMENTS, faults_in
from cardgen.games.mushuku2.table import Cast, Event, Person, Skill, Step
from cardgen.games.needed import Needed, each, missing
from cardgen.model import Card, Game
from cardgen.problems import Problem, nearest, stop_on

NEEDED: Needed = {
    "investigation": {"person": "choice"},
    "action": {"person": "choice", "effects": "map"},
    "event": {"number": "integer", "name": "text", "cost": "map", "vp": "integer"},
    "watashi": {"name": "text", "when": "choice", "effects": "map"},
    "night": {},
    "lamp": {},
}
"""The components these rules play with, and the fields and kinds they read of each."""

OPTIONAL: Needed = {
    "action": {"awake_effects": "map"},
    "event": {
        "death": "list",
        "info": "list",
        "draw_change": "boolean",
        "flash": "boolean",
        "effects": "map",
    },
}
"""Fields that may be left out, and their kinds if they are there."""


def read(game: Game) -> Cast:
    """The cards of `game`. Raises Problems with every fault that makes them unplayable."""
    stop_on(_missing(game))
    stop_on(_faults(game))
    events = [_event(card) for card in _cards(game, "event")]
    return Cast(
        people={person.id: person for person in _people(game)},
        events={event.number: event for event in sorted(events, key=lambda event: event.number)},
        skills={card.id: _skill(card) for card in _cards(game, "watashi")},
        night=_cards(game, "night")[0].id,
    )


def _people(game: Game) -> Iterator[Person]:
    actions = {card.values["person"]: card for card in _cards(game, "action")}
    for row, values in game.tables["people"].items():
        sides = actions[row].values
        cards = tuple(card.id for card in each(_cards(game, "investigation")) if card.values["person"] == row)
        normal, awake = steps(sides["effects"]), steps(sides.get("awake_effects"))
        yield Person(row, str(values.get("name", row)), cards, normal, awake)


def _event(card: Card) -> Event:
    value: Mapping[str, Any] = card.values
    return Event(
        id=card.id,
        number=value["number"],
        name=value["name"],
        cost=dict(value["cost"]),
        vp=value["vp"],
        death=tuple(value.get("death") or ()),
        info=tuple(value.get("info") or ()),
        draw_change=bool(value.get("draw_change")),
        flash=bool(value.get("flash")),
        effects=steps(value.get("effects")),
    )


def _skill(card: Card) -> Skill:
    value: Mapping[str, Any] = card.values
    return Skill(card.id, value["name"], value["when"], steps(value["effects"]))


def steps(effects: Any) -> tuple[Step, ...]:
    """A card's effects in the order written."""
    return tuple((effects or {}).items())


# ------------------------------------------------------------ what cannot be played


def _cards(game: Game, component: str) -> Sequence[Card]:
    return game.components[component].cards


def _missing(game: Game) -> Iterator[Problem]:
    """The table, the components and the fields that the rules need and the game does not have."""
    if not game.tables.get("people"):
        yield Problem("mushuku-no-people", game.place(("tables",)), "tables")
    yield from missing(game, NEEDED, OPTIONAL)


def _faults(game: Game) -> Iterator[Problem]:
    """Cards that contradict each other or say what the rules do not know."""
    if game.components["night"].found != 1:
        yield Problem("mushuku-one-night", game.components["night"].place, game.components["night"].name)
    yield from _person_faults(game)
    for component in ("event", "action", "watashi"):
        for card in _cards(game, component):
            yield from _card_faults(game, component, card)
    yield from _double_numbers(game)


def _person_faults(game: Game) -> Iterator[Problem]:
    """Everyone has investigation cards and one action card."""
    for id in ("investigation", "action"):
        component = game.components[id]
        named = [card.values["person"] for card in each(component.cards)]
        for person in game.tables["people"]:
            if person not in named or (id == "action" and named.count(person) > 1):
                facts = {"component": component.name, "person": person, "found": named.count(person)}
                yield Problem("mushuku-person-cards", component.place, component.name, facts)
        for card in component.cards:
            yield from _unknown(game, id, card, "person", [card.values["person"]], game.tables["people"])


def _card_faults(game: Game, component: str, card: Card) -> Iterator[Problem]:
    """Effects, people and moments on one card that the rules do not know."""
    for field in ("effects", "awake_effects"):
        effects: Any = card.values.get(field) or {}
        place = card.places.get(field, card.place)
        yield from faults_in(effects, place, _subject(game, component, card, field))
    for field in ("cost", "death", "info"):
        named: Any = card.values.get(field) or ()
        yield from _unknown(game, component, card, field, named, game.tables["people"])
    if component == "watashi":
        yield from _unknown(game, component, card, "when", [card.values["when"]], MOMENTS, "unknown-moment")


def _unknown(
    game: Game,
    component: str,
    card: Card,
    field: str,
    named: Iterable[object],
    known: Collection[str],
    id: str = "mushuku-unknown-person",
) -> Iterator[Problem]:
    for word in named:
        if word not in known:
            facts = {"found": word, "expected": list(known), "nearest": nearest(word, known)}
            place = card.places.get(field, card.place)
            yield Problem(id, place, _subject(game, component, card, field), facts)


def _double_numbers(game: Game) -> Iterator[Problem]:
    """Event numbers decide ties, so no two cards may share one."""
    first: dict[object, str] = {}
    for card in _cards(game, "event"):
        number = card.values["number"]
        if number in first or card.copies != 1:
            place = card.places.get("number", card.place)
            facts = {"found": number, "first": first.get(number, card.id)}
            yield Problem("mushuku-number-twice", place, _subject(game, "event", card, "number"), facts)
        first.setdefault(number, card.id)


def _subject(game: Game, component: str, card: Card, field: str) -> str:
    return f"{game.components[component].name} / {card.id} / {field}"
