"""48 −共鳴するテロル−, drafts 5 and 2: the rule sets, bound to the cards and parameters of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar

from cardgen.engine.params import read_params
from cardgen.engine.state import Params, Rules
from cardgen.games.needed import Needed, each, missing, supply, whole
from cardgen.games.terror48.scoring import PARAMETER_NAMES, Draft2Params, Scoring, Terror48Params
from cardgen.games.terror48.state import Terror48State
from cardgen.games.terror48.turn import Event, Table
from cardgen.model import Game
from cardgen.problems import Problem, Term, stop_on


class Terror48(Rules):
    """48 −共鳴するテロル− draft 5, or any game that differs from it by decks and parameters."""

    params_model: ClassVar[type[Params]] = Terror48Params

    def __init__(self, game: Game):
        super().__init__(game)
        params = read_params(game, self.params_model)
        assert isinstance(params, Terror48Params), "params_model is a model of these parameters"
        self.params = params
        stop_on([*_contradictions(game, params), *missing(game, NEEDED)])
        stop_on(_negative(game))
        self.table = Table(
            params,
            Scoring(params),
            _events(game),
            _sets(game),
            tuple(card.id for card in each(game.components["rank"].cards)),
        )
        stop_on(_shortages(game, self.table))

    def start(self, players: int, rng: Random) -> Terror48State:
        return Terror48State(self.table, players, rng)

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        scoring = self.table.scoring
        functions: dict[str, Callable[..., Any]] = {
            "contenders": scoring.contenders,
            "take_over_price": scoring.take_over_price,
            "suit_bonus": scoring.suit_bonus,
            "victory_points": scoring.victory_points,
            "discarded": scoring.discarded,
            "investigation_hours": scoring.investigation_hours,
            "total_hours": scoring.total_hours,
            "eliminations": scoring.eliminations,
            "elimination_ranks": scoring.elimination_ranks,
            "eliminated": scoring.eliminated,
            "winners": scoring.winners,
            "final_result": scoring.final_result,
        }
        if self.table.params.initial_cards:
            functions["initial_hours"] = scoring.initial_hours
        if any(hours == 0 for cards in self.table.sets for hours, _ in cards):
            functions["staying_cards"] = scoring.staying_cards
        return functions

    def parameter_names(self) -> Mapping[str, str]:
        return PARAMETER_NAMES


class Terror48Draft2(Terror48):
    """48 −共鳴するテロル− draft 2: bids given to the boss in secret, no initial hours, one elimination."""

    params_model: ClassVar[type[Params]] = Draft2Params


NEEDED: Needed = {
    "event": {"suit": "choice", "number": "integer"},
    "time": {"set": "choice", "hours": "integer"},
    "rank": {},
}


def _events(game: Game) -> tuple[Event, ...]:
    return tuple(
        Event(card.id, str(card.values["suit"]), whole(card, "number"))
        for card in each(game.components["event"].cards)
    )


def _sets(game: Game) -> tuple[tuple[tuple[int, str], ...], ...]:
    """The time cards by set, each as its hours and its id."""
    sets: dict[object, list[tuple[int, str]]] = {}
    for card in each(game.components["time"].cards):
        sets.setdefault(card.values["set"], []).append((whole(card, "hours"), card.id))
    return tuple(tuple(sorted(pairs)) for pairs in sets.values())


def _negative(game: Game) -> Iterator[Problem]:
    time = game.components["time"]
    for card in time.cards:
        if whole(card, "hours") < 0:
            facts = {"found": card.values["hours"], "expected": Term("bound-least", {"limit": 0})}
            place = card.places.get("hours", card.place)
            yield Problem("out-of-bounds", place, f"{time.name} / {card.id} / hours", facts)


def _contradictions(game: Game, params: Terror48Params) -> Iterator[Problem]:
    if params.min_bid_cards > params.bid_cards:
        key = "min_bid_cards" if "min_bid_cards" in game.spec.params else "bid_cards"
        facts = {"found": params.min_bid_cards, "expected": Term("bound-most", {"limit": params.bid_cards})}
        yield Problem("out-of-bounds", game.place(("params", key)), "params / min_bid_cards", facts)


def _shortages(game: Game, table: Table) -> Iterator[Problem]:
    """What the box lacks for some player count, and sets without a card for the pile of initial hours."""
    time = game.components["time"]
    for cards in table.sets if table.params.initial_cards else ():
        if not any(hours for hours, _ in cards):
            ids = [id for _, id in cards]
            yield Problem("terror48-no-initial", time.place, time.name, {"found": ids})
    suits = len({event.suit for event in table.events})
    for players in game.players:
        used = table.params.suits_in_play.get(players)
        if used is None or used > suits:
            place = game.place(("params", "suits_in_play", players))
            facts = {"players": players, "found": used, "expected": f"1-{suits}"}
            yield Problem("wrong-param", place, f"params / suits_in_play / {players}", facts)
            continue
        event = game.components["event"]
        drawn = players * table.params.boss_rounds * table.ranks
        yield from supply(event.place, event.name, players, len(table.events_in_play(players)), drawn)
        yield from supply(time.place, time.name, players, len(table.sets), players)
