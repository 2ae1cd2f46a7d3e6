"""A referee who knows nothing but draft 8 of 探偵無宿2 sits beside the engine.

The bundled events without their effects, and people without actions, so that only the draft is in play. He
reads what is drawn off the table and reckons all else by himself. Random games must never surprise him.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from mushuku2_table import GAME, stage

from cardgen.games.mushuku2.cards import Event

BLACK, NIGHT = "wasurenagusa", "night"
DRAFT = ("cost", "vp", "death", "info", "draw_change", "flash")
PRINTED: dict[Any, dict[str, Any]] = {
    card.values["number"]: {field: card.values[field] for field in DRAFT if card.values.get(field)}
    for card in GAME.components["event"].cards
}
RULES = stage(
    events={number: {"cost": {}, "vp": 0, **card} for number, card in PRINTED.items()}, actions=False
)
EVENTS = RULES.table.cast.events


class Referee:
    """One game, followed choice by choice. `keen` plays what can be played."""

    def __init__(self, players: int, seed: int, keen: bool):
        self.players, self.rng, self.keen = players, Random(seed), keen
        self.case = RULES.start(players, self.rng)
        self.suspects = {person: 3 if person == BLACK else 2 for person in RULES.table.people}
        self.deck = Counter(person for person in RULES.table.people if person != BLACK)
        self.books: list[list[int]] = [[] for _ in range(players)]
        self.dead: list[str] = []
        self.awake: list[str] = []
        self.lamps = self.start = self.rounds = 0

    def game(self) -> None:
        for seat in range(self.players):
            assert self.case.current_player() == seat
            self.case.apply(self.rng.choice(self.case.legal_actions()))
        while True:
            last = self._round()
            died = self._victim()
            if self._is_over():
                return
            self.lamps = min(5, (0 if died else self.lamps) + 1)
            self.start = (last + 1) % self.players

    # -------------------------------------------------------------- １：ラウンド開始

    def _round(self) -> int:
        """Play a round; the seat of its last turn."""
        case = self.case
        self.rounds += 1
        assert (case.round, case.start, case.lamps) == (self.rounds, self.start, self.lamps)
        self.line, self.outside = list(case.line[:3]), list[str]()
        assert NIGHT not in self.line
        assert Counter(case.deck + case.line) == self.deck + Counter([NIGHT])
        if any(self.suspects.values()):
            assert case.current_player() == self.start
            actions = case.legal_actions()
            assert {move.what for move in actions} == {p for p, left in self.suspects.items() if left}
            self._outside(self._chosen(actions))
        seat = self.start
        while not self._turn(seat):
            seat = (seat + 1) % self.players
        return seat

    def _outside(self, person: str) -> None:
        self.suspects[person] -= 1
        self.outside.append(person)
        if not self.suspects[person] and person != BLACK:
            self.awake.append(person)
        assert self.case.awake == self.awake

    def _chosen(self, actions: Any) -> Any:
        move = self.rng.choice(actions)
        self.case.apply(move)
        return move.what

    # -------------------------------------------------------------- ２：メインフェイズ

    def _turn(self, seat: int) -> bool:
        """Whether 惨劇の夜 came."""
        case = self.case
        assert case.line[:-1] == self.line
        self.line = list(case.line)
        self.deduced: Counter[str] = Counter()
        self.acted, self.fresh = False, 0
        turn = case.turns
        while (case.phase, case.turns) == ("turn", turn):
            assert case.current_player() == seat
            if case.queue:
                self._chosen(case.legal_actions())
            else:
                self._choose(seat)
        assert case.notebooks == self.books
        return self.line[-1] == NIGHT

    def _have(self, seat: int) -> Counter[str]:
        """Cards on the line, information of earlier turns, this turn's 推理."""
        info = (person for n in self.books[seat] if n != self.fresh for person in EVENTS[n].info)
        return Counter(person for person in self.line if person != NIGHT) + Counter(info) + self.deduced

    def _choose(self, seat: int) -> None:
        actions = self.case.legal_actions()
        assert {(move.verb, move.what) for move in actions} == set(self._menu(seat))
        liked = [move for move in actions if move.verb in ("investigate", "flash", "deduce")]
        move: Any = self.rng.choice(liked if liked and self.keen else actions)
        hand, pile = len(self.case.hands[seat]), len(self.case.pile)
        self.case.apply(move)
        if move.verb in ("investigate", "rest"):
            self.acted = True
        if move.verb == "investigate":
            self.books[seat].append(move.what)
            self.fresh = move.what
        if move.verb == "rest" and pile > 1 and self.case.current_player() == seat:
            assert len(self.case.hands[seat]) == hand + (1 if hand else 2)
        if move.verb == "deduce":
            self._pay(seat, move.what, hand)

    def _menu(self, seat: int) -> Iterable[tuple[str, Any]]:
        have, hand = self._have(seat), self.case.hands[seat]
        events = [EVENTS[number] for number in hand if EVENTS[number].flash or not self.acted]
        for event in events:
            if not self._lacking(event, have) and all(person in self.dead for person in event.death):
                yield ("flash" if event.flash else "investigate"), event.number
        if self.acted:
            yield "end", None
        else:
            yield from (("rest", number) for number in hand or [None])
        if not self.deduced:
            for person in {person for event in events for person in self._lacking(event, have)}:
                if self._price(person) <= len(hand):
                    yield "deduce", person

    def _lacking(self, event: Event, have: Counter[str]) -> list[str]:
        return [person for person, n in event.cost.items() if have[person] < n]

    def _price(self, person: str) -> int:
        return 2 if person == BLACK or person in self.dead else 1

    def _pay(self, seat: int, person: str, hand: int) -> None:
        for _ in range(self._price(person)):
            assert {move.what for move in self.case.legal_actions()} == set(self.case.hands[seat])
            self._chosen(self.case.legal_actions())
        assert hand - len(self.case.hands[seat]) == self._price(person)
        self.deduced[person] += 1

    # -------------------------------------------------------------- ３：ラウンド終了

    def _victim(self) -> bool:
        line = [person for person in self.line if person != NIGHT]
        counts = Counter(line)
        most = [person for person, n in counts.items() if n == max(counts.values())]
        died = len(most) == 1 or self.lamps == 5
        if died:
            victim = max(most, key=lambda person: line[::-1].index(person) * -1)
            self.dead.append(victim)
            self.suspects[victim] = 0
        self.deck += Counter(self.outside)
        for person in self.dead:
            del self.deck[person]
        assert self.case.dead == self.dead
        return died

    def _is_over(self) -> bool:
        points = [sum(EVENTS[number].vp for number in book) for book in self.books]
        assert list(self.case.points()) == points
        if max(points) < 10 and len(self.dead) < 5:
            return False
        best = [seat for seat, vp in enumerate(points) if vp == max(points)]
        holders = [seat for seat in best if self.books[seat]]
        if len(best) > 1 and holders:
            best = [min(holders, key=lambda seat: min(self.books[seat]))]
        outcome = self.case.outcome()
        assert outcome is not None
        assert outcome.winners == tuple(best)
        return True


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("keen", [False, True])
def test_a_referee_agrees(players: int, keen: bool) -> None:
    for seed in range(10):
        Referee(players, seed, keen).game()
