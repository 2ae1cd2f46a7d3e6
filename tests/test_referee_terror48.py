"""A referee who knows nothing but drafts 5 and 2 of 48 −共鳴するテロル− sits beside the engine.

He keeps hands, piles and events by himself, allows what the draft allows, and scores at the end. Random
games must never surprise him. He shares no line with the rules, so what both get wrong is in the reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest
from games import legal, rules

from cardgen.games.terror48.state import Terror48State

D5, D2 = "terror48-d5", "terror48-d2"
SETS = {D5: [0, 1, 1, 2, 2, 3, 4, 5, 6], D2: [1, 1, 2, 2, 3, 3, 4, 4, 5, 6]}
BIDDERS: list[Callable[[Random, Sequence[Any]], Any]] = [
    lambda rng, bids: rng.choice(bids),
    lambda rng, bids: min(bids, key=lambda bid: sum(bid.cards)),
    lambda rng, bids: max(bids, key=lambda bid: sum(bid.cards)),
]


def picks(hand: Sequence[int], least: int, most: int) -> set[tuple[int, ...]]:
    return {tuple(sorted(p)) for size in range(least, most + 1) for p in combinations(hand, size)}


class Referee:
    """One game, followed choice by choice."""

    def __init__(self, id: str, players: int, seed: int):
        self.id, self.players, self.rng = id, players, Random(seed)
        state = rules(id).start(players, self.rng)
        assert isinstance(state, Terror48State)
        self.state = state
        self.hands = [list(SETS[id]) for _ in range(players)]
        self.pile: list[int] = []
        self.won: list[list[tuple[str, int, list[int]]]] = [[] for _ in range(players)]

    def game(self, bidder: Callable[[Random, Sequence[Any]], Any]) -> None:
        if self.id == D5:
            self._initial_hours()
        for turn in range(2 * self.players):
            self._turn(turn % self.players, bidder)
        self._score()

    def _initial_hours(self) -> None:
        """«数字が０を除く» 好きな１枚."""
        for seat, hand in enumerate(self.hands):
            assert self.state.current_player() == seat
            assert legal(self.state) == [str(hours) for hours in sorted(set(hand) - {0})]
            action: Any = self.rng.choice(self.state.legal_actions())
            self.state.apply(action)
            hand.remove(action.hours)
            self.pile.append(action.hours)

    def _turn(self, boss: int, bidder: Callable[[Random, Sequence[Any]], Any]) -> None:
        events = self.state.table
        bids = self._bids(boss, bidder)
        ranked = self._ranks(boss, bids)
        owners = dict(enumerate(ranked))
        laid = {rank: bids[seat] for rank, seat in owners.items()}
        back = {seat: cards for seat, cards in bids.items() if seat not in ranked}
        take = self._take_over(boss, [sum(bids[seat]) + 2 for seat in ranked])
        if take is not None:
            back[owners[take.rank]] = laid[take.rank]
            owners[take.rank], laid[take.rank] = boss, list(take.cards)
        for seat, cards in back.items():
            self.hands[seat] += cards
        for rank, seat in owners.items():
            staying = [hours for hours in laid[rank] if hours]
            self.hands[seat] += [0] * (len(laid[rank]) - len(staying))
            self.won[seat].append((events[rank].suit, events[rank].number, staying))
        assert [sorted(hand) for hand in self.state.hands] == [sorted(hand) for hand in self.hands]

    def _bids(self, boss: int, bidder: Callable[[Random, Sequence[Any]], Any]) -> dict[int, list[int]]:
        """Draft 5: two cards; draft 2: up to two. Who holds fewer places what there is."""
        bids = {}
        for step in range(1, self.players):
            seat = (boss + step) % self.players
            hand = self.hands[seat]
            if not hand:
                continue
            assert self.state.current_player() == seat
            actions: Any = self.state.legal_actions()
            assert {bid.cards for bid in actions} == picks(hand, min(2, len(hand)) if self.id == D5 else 1, 2)
            bid = bidder(self.rng, actions)
            self.state.apply(bid)
            bids[seat] = list(bid.cards)
            for hours in bid.cards:
                hand.remove(hours)
        return bids

    def _ranks(self, boss: int, bids: dict[int, list[int]]) -> list[int]:
        """The largest sum, then the next; of equals the boss picks."""
        left, ranked = dict(bids), []
        while len(ranked) < 2 and left:
            level = [seat for seat in left if sum(left[seat]) == max(map(sum, left.values()))]
            seat = level[0]
            if len(level) > 1:
                assert self.state.current_player() == boss
                actions: Any = self.state.legal_actions()
                assert sorted(action.seat for action in actions) == sorted(level)
                choice = self.rng.choice(actions)
                self.state.apply(choice)
                seat = choice.seat
            ranked.append(seat)
            del left[seat]
        return ranked

    def _take_over(self, boss: int, prices: Sequence[int]) -> Any:
        """Two more than the rank's number, of one or two cards; «必要があれば»."""
        assert self.state.current_player() == boss
        actions: Any = self.state.legal_actions()
        hand = self.hands[boss]
        wanted = {(r, p) for r, price in enumerate(prices) for p in picks(hand, 1, 2) if sum(p) >= price}
        assert sorted((a.rank, a.cards) for a in actions[1:]) == sorted(wanted)
        assert str(actions[0]) == "pass"
        take = self.rng.choice(actions)
        self.state.apply(take)
        if take == actions[0]:
            return None
        for hours in take.cards:
            hand.remove(hours)
        return take

    def _score(self) -> None:
        seats = range(self.players)
        points = [self._points(seat) for seat in seats]
        hours = [self._hours(seat) for seat in seats]
        largest = max(self.pile, default=0)
        total = sum(hours) + sum(card for card in self.pile if card == largest)
        due = sum(total > limit for limit in ((48, 60, 72, 84) if self.id == D5 else (48,)))
        order = {seat: (hours[seat], points[seat]) for seat in seats}
        out = [seat for seat in seats if sum(key > order[seat] for key in order.values()) < due]
        left = [seat for seat in seats if seat not in out]
        sign = 1 if self.id == D5 else -1
        best = max(((points[seat], sign * hours[seat]) for seat in left), default=None)
        winners = tuple(seat for seat in left if (points[seat], sign * hours[seat]) == best)
        totals, outcome = self.state.totals(), self.state.outcome()
        assert (totals["points"], totals["hours"], totals["total"]) == (points, hours, total)
        assert totals["out"] == out
        assert outcome is not None
        assert outcome.winners == winners

    def _points(self, seat: int) -> int:
        numbers = sum(number for _, number, _ in self.won[seat])
        suits = {suit for suit, _, _ in self.won[seat]}
        return numbers + (len(suits) - 1 if self.id == D5 and suits else 0)

    def _hours(self, seat: int) -> int:
        hours = 0
        for suit in {suit for suit, _, _ in self.won[seat]}:
            events = [cards for each, _, cards in self.won[seat] if each == suit]
            spent = [card for cards in events for card in cards]
            hours += sum(spent)
            if len(events) > 1 and self.id == D5:
                hours -= min(spent, default=0)
            elif len(events) > 1:
                hours -= sum(min(cards) for cards in events if len(cards) == 2)
        return hours


@pytest.mark.parametrize("id", [D5, D2])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_referee_agrees(id: str, players: int) -> None:
    for seed in range(12):
        Referee(id, players, seed).game(BIDDERS[seed % len(BIDDERS)])
