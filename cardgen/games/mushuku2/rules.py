"""The rules of 探偵無宿2 (草案8): parameters, and what never changes during a game.

Events are investigated, people die, and the weightiest notebook wins. A position is a `Case`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Literal

from pydantic import Field

from cardgen.engine.params import read_params
from cardgen.engine.state import Params, Rules
from cardgen.games.mushuku2 import arithmetic
from cardgen.games.mushuku2.arithmetic import LampRule, NextStart
from cardgen.games.mushuku2.cards import read
from cardgen.games.mushuku2.case import Case
from cardgen.games.mushuku2.effects import Move, wording
from cardgen.model import Game
from cardgen.problems import Problem, Problems, nearest


class Mushuku2Params(Params):
    """The numbers of the draft and the rulings where it leaves a choice (rulings of game.yaml)."""

    black: str = "wasurenagusa"
    opening_hand: int = Field(7, ge=0)
    opening_line: int = Field(3, ge=1)
    rest_draw: int = Field(2, ge=0)
    deductions: int = Field(1, ge=0)
    deduction_price: int = Field(1, ge=0)
    hard_deduction_price: int = Field(2, ge=0)
    max_lamps: int = Field(5, ge=1)
    vp_goal: int = Field(10, ge=1)
    deaths_goal: int = Field(5, ge=1)
    actions: bool = True
    watashi_skills: bool = False
    end_check: Literal["round_end", "immediate"] = "round_end"
    flash_timing: Literal["any", "before"] = "any"
    lamp_rule: LampRule = "tied_last"
    lamp_after_death: int = Field(1, ge=0, le=1)
    next_start: NextStart = "after_last_turn"


NAMES = {
    "black": "黒コストの人物",
    "opening_hand": "開始時の手札",
    "opening_line": "ラウンド開始時の【捜査線】",
    "rest_draw": "一服で引く枚数",
    "deductions": "１手番の推理の回数",
    "deduction_price": "推理で捨てる手札",
    "hard_deduction_price": "推理で捨てる手札（黒・死者）",
    "max_lamps": "告命灯の上限",
    "vp_goal": "終了となるＶＰ",
    "deaths_goal": "終了となる死者の数",
    "actions": "人物のアクション",
    "watashi_skills": "「私」のスキル",
    "end_check": "終了の判定",
    "flash_timing": "閃きを使える時",
    "lamp_rule": "告命灯が５個のときの犠牲者",
    "lamp_after_death": "死者が出た後の告命灯",
    "next_start": "次のスタートプレイヤー",
}


EVENT_VERBS = {
    "investigate": "捜査",
    "flash": "閃き",
    "rest": "一服",
    "discard": "捨てる",
    "recover": "拾う",
}
PERSON_VERBS = {"deduce": "推理", "outside": "線外", "recall": "戻す", "clue": "コスト"}


class Mushuku2(Rules):
    """The rule set bound to one game's people, events and parameters.

    `people` lists the ids in table order; `moves` holds every choice about a card or person, made once.
    """

    params_model: ClassVar[type[Params]] = Mushuku2Params
    params: Mushuku2Params

    def __init__(self, game: Game):
        super().__init__(game)
        self.params = read_params(game, Mushuku2Params)
        self.cast = read(game)
        self.people = tuple(self.cast.people)
        self._refuse_unplayable()
        self.moves = dict(self._all_moves())

    def start(self, players: int, rng: Random) -> Case:
        return Case(self, players, rng)

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        return {
            "opening_line": arithmetic.opening_line,
            "available": arithmetic.available,
            "information": arithmetic.information,
            "shortfall": arithmetic.shortfall,
            "payable": arithmetic.payable,
            "deduction_price": arithmetic.deduction_price,
            "victim": arithmetic.victim,
            "next_lamps": arithmetic.next_lamps,
            "is_over": arithmetic.is_over,
            "winners": arithmetic.winners,
            "next_start": arithmetic.next_start,
            "wording": self.wording,
        }

    def parameter_names(self) -> Mapping[str, str]:
        return NAMES

    def wording(self, effects: Mapping[str, int], when: str | None = None) -> str:
        """The text of a card with these effects, in the words of the tables `effects` and `moments`."""
        tables = self.game.tables
        sentences = {word: str(row.get("text", word)) for word, row in tables["effects"].items()}
        return wording(effects, sentences, str(tables["moments"][when].get("text", "")) if when else "")

    def discards(self, hand: Sequence[int]) -> list[Move]:
        """One choice for each card of a hand."""
        return [self.moves["discard", number] for number in hand]

    def price(self, person: str, dead: Sequence[str], discount: int) -> int:
        """Hand cards that a 推理 of this colour takes now."""
        p = self.params
        return arithmetic.deduction_price(
            person, p.black, dead, p.deduction_price, p.hard_deduction_price, discount
        )

    def _all_moves(self) -> Iterator[tuple[tuple[str, int | str], Move]]:
        for event in self.cast.events.values():
            for verb, word in EVENT_VERBS.items():
                yield (verb, event.number), Move(verb, event.number, f"{word} {event.number}「{event.name}」")
        for person in self.cast.people.values():
            for verb, word in PERSON_VERBS.items():
                yield (verb, person.id), Move(verb, person.id, f"{word} {person.name}")
        for skill in self.cast.skills.values():
            yield ("watashi", skill.id), Move("watashi", skill.id, f"私 {skill.name}")

    def _refuse_unplayable(self) -> None:
        """Parameters that need more cards or people than the game has."""
        p, most = self.params, max(self.game.players)
        faults = []
        if p.black not in self.cast.people:
            facts = {"found": p.black, "expected": self.people, "nearest": nearest(p.black, self.people)}
            faults.append(Problem("wrong-param", self.game.place(("params", "black")), "params.black", facts))
        for id, needed, have in (
            ("event", most * p.opening_hand, len(self.cast.events)),
            ("watashi", most, len(self.cast.skills)),
            ("investigation", p.opening_line + 1, len(self.people) - 1),
            ("lamp", p.max_lamps, self.game.components["lamp"].found),
        ):
            if have < needed:
                component = self.game.components[id]
                supply = {"players": most, "what": component.name, "found": have, "expected": needed}
                faults.append(Problem("rules-supply", component.place, component.name, supply))
        if faults:
            raise Problems(faults)
