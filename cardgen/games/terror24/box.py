"""What comes out of the box of 24 −共鳴するテロル−: events, sets of action cards, detectives and supplies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardgen.games.needed import Needed, each, missing, supply, whole
from cardgen.games.terror24.arithmetic import Face, Terror24Params
from cardgen.model import Card, Game
from cardgen.problems import Problem, nearest, stop_on

NEEDED: Needed = {
    "event": {"suit": "choice", "number": "integer"},
    "detective": {},
    "action": {"set": "choice", "hours": "integer", "hero": "boolean"},
    "assist": {"number": "integer"},
    "injury": {},
}
"""The components these rules play with, and the fields and kinds they read."""

ABILITIES = ("clash", "die", "choose", "look", "tough", "none")
"""The skills of スコッチ, ウルフ, ヒバチ, ロイド and ドカベン, and that of a detective without one."""


@dataclass(frozen=True)
class Box:
    """The components as play needs them. Cards are known by their ids, detectives by theirs.

    `sets` lists the action cards of each detective, `ability` names the skill each brings to play.
    """

    params: Terror24Params
    events: tuple[str, ...]
    suit: Mapping[str, str]
    number: Mapping[str, int]
    sets: Mapping[str, tuple[str, ...]]
    face: Mapping[str, Face]
    registration: Mapping[str, int]
    ability: Mapping[str, str]
    assist: str
    assist_number: int
    assists: int
    injury: str
    injuries: int
    detective_cards: Counter[str]

    @property
    def suits(self) -> int:
        return len(set(self.suit.values()))

    def is_mastermind(self, event: str) -> bool:
        return self.number[event] == self.params.mastermind


@dataclass(slots=True)
class Supply:
    """Cards handed out and taken back: the real ones first, then whatever stands in for them.

    With a `limit` no more than that many are ever out.
    """

    left: int
    limit: int | None
    real: int = 0
    substitutes: int = 0

    def take(self, wanted: int) -> int:
        """Hand out as many as there may be; says how many those are."""
        out = self.real + self.substitutes
        given = wanted if self.limit is None else min(wanted, self.limit - out)
        real = min(given, self.left)
        self.left -= real
        self.real += real
        self.substitutes += given - real
        return given

    def give_back(self, count: int) -> None:
        substitutes = min(count, self.substitutes)
        self.substitutes -= substitutes
        self.real -= count - substitutes
        self.left += count - substitutes

    def copy(self) -> Supply:
        return Supply(self.left, self.limit, self.real, self.substitutes)


def unpack(game: Game, params: Terror24Params) -> Box:
    """Read the components and the table of detectives. Raises Problems where they cannot be played."""
    stop_on(_missing(game))
    stop_on(_unplayable(game, params))
    parts, detectives = game.components, game.tables["detectives"]
    events, actions, assist, injury = (parts[name].cards for name in ("event", "action", "assist", "injury"))
    return Box(
        params=params,
        events=_ids(events),
        suit={card.id: str(card.values["suit"]) for card in events},
        number={card.id: whole(card, "number") for card in events},
        sets={id: _ids(_of_set(actions, id)) for id in detectives},
        face={c.id: "hero" if c.values["hero"] else whole(c, "hours") for c in actions},
        registration={id: row["number"] for id, row in detectives.items()},
        ability={id: row["ability"] for id, row in detectives.items()},
        assist=assist[0].id,
        assist_number=whole(assist[0], "number"),
        assists=assist[0].copies,
        injury=injury[0].id,
        injuries=injury[0].copies,
        detective_cards=Counter(_ids(parts["detective"].cards)),
    )


def _ids(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.id for card in each(cards))


def _of_set(cards: Sequence[Card], detective: str) -> list[Card]:
    return [card for card in cards if card.values["set"] == detective]


# ------------------------------------------------------------------ what cannot be played


def _missing(game: Game) -> Iterator[Problem]:
    yield from missing(game, NEEDED)
    if "detectives" not in game.tables:
        yield Problem("terror24-no-detectives", game.place(("tables",)), "tables")


def _unplayable(game: Game, params: Terror24Params) -> Iterator[Problem]:
    yield from _detectives(game)
    for name in ("assist", "injury"):
        component = game.components[name]
        if len(component.cards) > 1:
            yield Problem("terror24-one-design", component.cards[1].place, component.name)
    event, action, most = game.components["event"], game.components["action"], max(game.players)
    dealt = 2 * params.columns
    yield from supply(event.place, event.name, most, event.found, dealt * params.hands)
    for id in game.tables["detectives"]:
        held = len(_ids(_of_set(action.cards, id)))
        yield from supply(action.place, f"{action.name} / {id}", most, held, dealt)


def _detectives(game: Game) -> Iterator[Problem]:
    rows = game.tables["detectives"]
    for index, (id, row) in enumerate(rows.items()):
        at: tuple[str | int, ...] = ("tables", "detectives", index)
        if not isinstance(row.get("number"), int):
            facts = {"found": row.get("number")}
            yield Problem("terror24-registration", game.place((*at, "number")), f"detectives / {id}", facts)
        if row.get("ability") not in ABILITIES:
            found = row.get("ability")
            facts = {"found": found, "expected": ABILITIES, "nearest": nearest(found, ABILITIES)}
            yield Problem("terror24-ability", game.place((*at, "ability")), f"detectives / {id}", facts)
    place, most = game.place(("tables", "detectives")), max(game.players)
    yield from supply(place, game.components["detective"].name, most, len(rows), most)
