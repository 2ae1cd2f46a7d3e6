"""The rule set of 探偵無宿2 (草案8): its table, and the functions that worked examples may name.

Events are investigated, people die, and the weightiest notebook wins. A position is a `Case`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from cardgen.engine.params import read_params
from cardgen.engine.state import Params, Rules
from cardgen.games.mushuku2 import arithmetic
from cardgen.games.mushuku2.cards import read
from cardgen.games.mushuku2.case import Case
from cardgen.games.mushuku2.effects import wording
from cardgen.games.mushuku2.params import NAMES, Mushuku2Params
from cardgen.games.mushuku2.table import Table
from cardgen.games.needed import supply
from cardgen.model import Game
from cardgen.problems import Problem, nearest, stop_on


class Mushuku2(Rules):
    """The rule set bound to one game's people, events and parameters."""

    params_model: ClassVar[type[Params]] = Mushuku2Params
    params: Mushuku2Params

    def __init__(self, game: Game):
        super().__init__(game)
        self.params = read_params(game, Mushuku2Params)
        self.table = Table(self.params, read(game))
        self._refuse_unplayable()

    def start(self, players: int, rng: Random) -> Case:
        return Case(self.table, players, rng)

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        p = self.params
        return {
            "opening_line": partial(arithmetic.opening_line, people=p.opening_line),
            "available": arithmetic.available,
            "information": arithmetic.information,
            "shortfall": arithmetic.shortfall,
            "payable": arithmetic.payable,
            "deduction_price": partial(
                arithmetic.deduction_price,
                black=p.black,
                price=p.deduction_price,
                hard_price=p.hard_deduction_price,
            ),
            "victim": partial(arithmetic.victim, max_lamps=p.max_lamps, lamp_rule=p.lamp_rule),
            "next_lamps": partial(
                arithmetic.next_lamps, max_lamps=p.max_lamps, after_death=p.lamp_after_death
            ),
            "is_over": partial(arithmetic.is_over, vp_goal=p.vp_goal, deaths_goal=p.deaths_goal),
            "winners": arithmetic.winners,
            "next_start": partial(arithmetic.next_start, rule=p.next_start),
            "wording": self.wording,
        }

    def parameter_names(self) -> Mapping[str, str]:
        return NAMES

    def wording(self, effects: Mapping[str, int], when: str | None = None) -> str:
        """The text of a card with these effects, in the words of the tables `effects` and `moments`."""
        tables = self.game.tables
        sentences = {word: str(row.get("text", word)) for word, row in tables["effects"].items()}
        return wording(effects, sentences, str(tables["moments"][when].get("text", "")) if when else "")

    def _refuse_unplayable(self) -> None:
        """Parameters that need more cards or people than the game has."""
        p, most, people = self.params, max(self.game.players), self.table.cast.people
        if p.black not in people:
            facts = {"found": p.black, "expected": list(people), "nearest": nearest(p.black, people)}
            stop_on([Problem("wrong-param", self.game.place(("params", "black")), "params / black", facts)])
        faults = []
        if len(people) - p.deaths_goal < p.opening_line:
            place, name = self.game.place(("params", "opening_line")), people[p.black].name
            numbers = {"line": p.opening_line, "deaths": p.deaths_goal - 1, "black": name}
            faults.append(Problem("mushuku-line", place, "params / opening_line", numbers))
        for id, needed, have in (
            ("event", most * p.opening_hand, len(self.table.cast.events)),
            ("watashi", most, len(self.table.cast.skills)),
            ("lamp", p.max_lamps, self.game.components["lamp"].found),
        ):
            component = self.game.components[id]
            faults += supply(component.place, component.name, most, have, needed)
        stop_on(faults)
