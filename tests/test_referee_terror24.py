"""A referee who knows nothing but draft 13 of 24 −共鳴するテロル− sits beside the engine.

He reads the deal and the dice off the table, and reckons all else by himself: who may do what, who sees
what, who gets what. Random games must never surprise him. He shares no line with the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from terror24_table import RULES, SET

REGISTRATION = {"scotch": 1, "wolf": 2, "hibachi": 3, "lloyd": 4, "dokaben": 5}
CHALLENGERS: list[Callable[[Random, Sequence[Any]], Any]] = [
    lambda rng, dice: rng.choice(dice),
    lambda rng, dice: dice[0],
    lambda rng, dice: dice[2],
    lambda rng, dice: rng.choice([dice[0], dice[0], dice[3]]),
]


def suit(event: str) -> str:
    return event.split("-")[0]


def number(event: str) -> int:
    return int(event.split("-")[1][0])


def face(card: str) -> str:
    return card.split("-")[1]


class Referee:
    """One game, followed choice by choice."""

    def __init__(self, players: int, seed: int, challenger: Callable[[Random, Sequence[Any]], Any]):
        self.rng, self.challenger = Random(seed), challenger
        self.state = RULES.start(players, self.rng)
        self.who = self.state.detectives
        self.seats = range(players)
        self.stand: list[list[str]] = [[] for _ in self.seats]
        self.coop: list[list[str]] = [[] for _ in self.seats]
        self.assists, self.injuries, self.martyr = [0] * players, [0] * players, [0] * players
        self.dealt: set[str] = set()

    def game(self) -> None:
        for hand in (1, 2, 3):
            self._hand(hand)
        for seat in self.seats:
            self.coop[seat] += self.gained[seat]
        points = [self._points(seat) for seat in self.seats]
        outcome = self.state.outcome()
        assert list(self.state.totals()["points"]) == points  # type: ignore[call-overload]
        assert outcome is not None
        assert outcome.winners == tuple(seat for seat in self.seats if points[seat] == max(points))

    def _hand(self, hand: int) -> None:
        self.hand = hand
        self.grid = [list(row) for row in self.state.grid]
        self._check_deal()
        self._check_looks()
        self.plan: list[list[list[str]]] = [[[], []] for _ in self.seats]
        for row in (0, 1):
            self._place(row)
        self.out: set[int] = set()
        self.gained: list[list[str]] = [[] for _ in self.seats]
        for case in range(1, 6):
            self._case(case)
        for seat in self.seats:
            self._masterminds(seat)
        if hand < 3:
            self._end_hand()

    # -------------------------------------------------------------- １：配置フェイズ

    def _check_deal(self) -> None:
        """Ten events; hand 2 from the rest of the deck, hand 3 from all that nobody keeps."""
        ten = {*self.grid[0], *self.grid[1]}
        kept = {event for zone in (self.stand, self.coop) for events in zone for event in events}
        assert len(ten) == 10
        assert not ten & kept
        if self.hand < 3:
            assert not ten & self.dealt
            assert len(self.state.deck) == 30 - 10 * self.hand
        else:
            assert {*ten, *self.state.deck} == {*RULES.box.events} - kept
        self.dealt |= ten

    def _check_looks(self) -> None:
        """Face down: the last column, in hand 3 the first row. Seen of it: by 【スタンド】, by ロイド."""
        last = self.hand == 3
        down = {(1, case) for case in range(1, 6)} if last else {(1, 5), (2, 5)}
        for seat in self.seats:
            mine = {suit(event) for event in self.stand[seat]}
            seen = {(1, case) for case in range(1, 6) if last and suit(self.grid[1][case - 1]) in mine}
            if self.who[seat] == "lloyd" and self.hand > 1:
                seen = down
            peeked = self.state.information_state(seat).peeked
            assert {(rank, case): self.grid[rank - 1][case - 1] for rank, case in seen} == {
                (rank, case): event for rank, case, event in peeked
            }
        shown = next(line for line in reversed(self.state.log) if line[0] == "hand")[2:]
        assert {(r + 1, c + 1) for r, row in enumerate(shown) for c, e in enumerate(row) if e == "?"} == down

    # -------------------------------------------------------------- ２：捜査フェイズ

    def _place(self, row: int) -> None:
        for seat in self.seats:
            for _ in range(5):
                assert self.state.current_player() == seat
                left = Counter(SET) - Counter(map(face, self.plan[seat][0] + self.plan[seat][1]))
                actions: Any = self.state.legal_actions()
                assert sorted(face(action.card) for action in actions) == sorted(left)
                action = self.rng.choice(actions)
                self.state.apply(action)
                self.plan[seat][row].append(action.card)

    # -------------------------------------------------------------- ３：解決フェイズ

    def _case(self, case: int) -> None:
        here = [seat for seat in self.seats if seat not in self.out]
        cards = {seat: [face(row[case - 1]) for row in self.plan[seat]] for seat in here}
        heroes = [seat for seat in here if "hero" in cards[seat]]
        numbers = {seat: [self._hours(seat, f, len(heroes)) for f in cards[seat]] for seat in here}
        power = {seat: sum(pair) for seat, pair in numbers.items()}
        order = sorted(here, key=lambda seat: (power[seat], REGISTRATION[self.who[seat]]))
        for seat in order:
            power[seat] += self._challenge(seat, case)
        strength = {seat: (heroes == [seat], power[seat], numbers[seat][0]) for seat in here}
        self._award(case, strength)

    def _hours(self, seat: int, shown: str, heroes: int) -> int:
        if shown != "hero":
            return int(shown)
        return 3 if heroes > 1 and self.who[seat] == "scotch" and self.hand > 1 else 0

    def _challenge(self, seat: int, case: int) -> int:
        """What a seat gains in strength; failures are noted as injuries."""
        state = self.state
        assert (state.current_player(), state.case) == (seat, case)
        assert list(map(str, state.legal_actions())) == ["none", "green", "red", "both"]
        choice = self.challenger(self.rng, state.legal_actions())
        before = len(state.log)
        state.apply(choice)
        entry: Any = state.log[before]
        if str(choice) == "none":
            return 0
        green, red = entry[3:5]
        assert (green is not None, red is not None) == (str(choice) != "red", str(choice) != "green")
        bonus = sum(suit(e) in {suit(row[case - 1]) for row in self.grid} for e in self.stand[seat])
        bonus += self.who[seat] == "wolf" and self.hand > 1
        gain = hurt = 0
        spared = self.who[seat] == "dokaben" and self.hand > 1
        for rolled, success, great, injuries in ((green, 1, 2, 1), (red, 2, 3, 1 if spared else 2)):
            if rolled is not None:
                value = min(8, rolled + bonus)
                gain += (great if value == 8 else success) if value > case else 0
                hurt += 0 if value > case else injuries
        self._injure(seat, case, hurt)
        return gain

    def _injure(self, seat: int, case: int, hurt: int) -> None:
        self.injuries[seat] = min(2, self.injuries[seat] + hurt)
        if self.injuries[seat] == 2:
            self.out.add(seat)
            if self.hand == 3:
                self.martyr[seat] = 6 - case

    def _award(self, case: int, strength: dict[int, tuple[bool, int, int]]) -> None:
        owners: list[int | None] = [None, None]
        for seat, mine in strength.items():
            stronger = sum(other > mine for other in strength.values())
            if stronger < 2 and list(strength.values()).count(mine) > 1:
                self.assists[seat] += 1
            elif stronger < 2:
                owners[stronger] = seat
        winner = owners[0]
        if winner is not None and self.who[winner] == "hibachi" and self.hand > 1:
            assert self.state.current_player() == winner
            take: Any = self.rng.choice(self.state.legal_actions())
            self.state.apply(take)
            owners = owners[:: 1 if take.rank == 1 else -1]
        for rank, owner in enumerate(owners):
            if owner is not None:
                self.gained[owner].append(self.grid[rank][case - 1])
        told = next(line for line in reversed(self.state.log) if line[:2] == ("awarded", case))
        assert list(told[2:4]) == owners

    # -------------------------------------------------------------- ４：ハンド終了

    def _masterminds(self, seat: int) -> None:
        mine = {suit(event) for event in self.stand[seat]}
        fled = [e for e in self.gained[seat] if number(e) == 5 and (self.hand == 1 or suit(e) not in mine)]
        self.gained[seat] = [event for event in self.gained[seat] if event not in fled]
        self.assists[seat] += len(fled)

    def _end_hand(self) -> None:
        for seat in self.seats:
            for _ in self.gained[seat]:
                assert self.state.current_player() == seat
                style: Any = self.rng.choice(self.state.legal_actions())
                assert style.card in self.gained[seat]
                self.state.apply(style)
                (self.stand if style.zone == "stand" else self.coop)[seat].append(style.card)
        self.injuries = [max(0, held - 1) for held in self.injuries]
        state = self.state
        assert (state.injury, state.assist) == (self.injuries, self.assists)
        assert [sorted(events) for events in state.stand] == [sorted(events) for events in self.stand]
        assert [sorted(events) for events in state.coop] == [sorted(events) for events in self.coop]

    def _points(self, seat: int) -> int:
        """All numbers, 2 for each アシストカード, 有終の美, and 5 for each suit that can be made three."""
        left, made = self.assists[seat], 0
        for lack in sorted(max(0, 3 - n) for n in Counter(map(suit, self.coop[seat])).values()):
            if lack <= left:
                left -= lack
                made += 1
        events = self.stand[seat] + self.coop[seat]
        return sum(map(number, events)) + 2 * self.assists[seat] + self.martyr[seat] + 5 * made


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_referee_agrees(players: int) -> None:
    for seed in range(16):
        Referee(players, seed, CHALLENGERS[seed % len(CHALLENGERS)]).game()
