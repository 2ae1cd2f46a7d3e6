"""Positions of 48 −共鳴するテロル− that a seat cannot tell from the real one, drawn at random.

The past is imagined turn by turn. Cards that the viewer knows a seat to have held later are set aside
first, so that an imagined turn never spends them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from cardgen.games.terror48.turn import (
    FREE,
    Cards,
    Table,
    Take,
    Turn,
    back_to_hands,
    choices,
    level_for_next,
    sees_bid,
    sees_placed,
    sees_ranking,
    sees_takes,
    settled,
    with_cards,
    without,
)

TRIES = 40
"""Guesses at one turn before the whole past is begun again."""


@dataclass(frozen=True, slots=True)
class Past:
    """How a position came about: initial cards, finished turns, what is placed now, hands now."""

    initial: tuple[int | None, ...]
    turns: tuple[Turn, ...]
    bids: Mapping[int, Cards]
    takes: tuple[Take, ...]
    hands: tuple[Cards, ...]
    boss: int


Needs = list[Counter[int]]
"""By seat, the cards that the viewer knows it to hold."""


class _NoGuess(Exception):
    """These guesses lead nowhere."""


def imagine(table: Table, real: Past, viewer: int, known: Collection[int], rng: Random) -> Past | None:
    """A past that fits all the viewer saw, or None if this attempt led nowhere.

    `known` are the seats of which the viewer knows what they have placed in the present turn.
    """
    needs = list(_needs(table, real, viewer, known))[::-1]
    hands = [tuple(sorted(hours for hours, _ in cards)) for cards in table.sets[: len(real.hands)]]
    try:
        initial = [
            _initial(hands[seat], needs[0][seat], kept, seat == viewer, rng)
            for seat, kept in enumerate(real.initial)
        ]
        hands = [
            hand if kept is None else without(hand, (kept,))
            for hand, kept in zip(hands, initial, strict=True)
        ]
        turns: list[Turn] = []
        for number, turn in enumerate(real.turns):
            guess = _Guess(table, turn, viewer, hands, needs[number + 1], turns, rng)
            turns.append(guess.turn())
            _play_out(hands, turns[-1])
        bids = {
            seat: cards if seat in known else _any_bid(table, hands[seat], cards, rng)
            for seat, cards in real.bids.items()
        }
    except _NoGuess:
        return None
    for seat, cards in bids.items():
        hands[seat] = without(hands[seat], cards)
    for take in real.takes:
        hands[real.boss] = without(hands[real.boss], take.cards)
    return Past(tuple(initial), tuple(turns), bids, real.takes, tuple(hands), real.boss)


def _needs(table: Table, real: Past, viewer: int, known: Collection[int]) -> Iterator[Needs]:
    """What each seat must hold: now, then before the last turn, and so on back to the first."""
    needs: Needs = [Counter() for _ in real.hands]
    for seat, cards in real.bids.items():
        if seat in known:
            needs[seat].update(cards)
    for take in real.takes:
        needs[real.boss].update(take.cards)
    yield needs
    for turn in reversed(real.turns):
        needs = [
            (need + _seen_spent(table, turn, seat, viewer)) | _seen_held(table, turn, seat, viewer)
            for seat, need in enumerate(needs)
        ]
        yield needs


def _seen_spent(table: Table, turn: Turn, seat: int, viewer: int) -> Counter[int]:
    return Counter(
        hours
        for rank, owner in enumerate(turn.owners)
        if owner == seat and sees_placed(table, turn, rank, viewer)
        for hours in turn.placed[rank]
    )


def _seen_held(table: Table, turn: Turn, seat: int, viewer: int) -> Counter[int]:
    if seat == turn.boss and sees_takes(table, turn, viewer):
        return Counter(hours for take in turn.takes for hours in take.cards)
    bid = turn.bids[seat]
    return Counter(bid if bid is not None and sees_bid(table, turn, seat, viewer) else ())


def _free(hand: Cards, need: Counter[int]) -> Cards:
    """The cards of a hand that may have been spent: not known to be there later, and no 0."""
    left = Counter(hand)
    left.subtract(need)
    return tuple(sorted(hours for hours in left.elements() if hours != 0))


def _initial(hand: Cards, need: Counter[int], kept: int | None, own: bool, rng: Random) -> int | None:
    if kept is None or own:
        return kept
    return rng.choice(_free(hand, need))


def _any_bid(table: Table, hand: Cards, real: Cards, rng: Random) -> Cards:
    """What a seat may have placed unseen. Where pairs are shown, what is not shown is as long as the real."""
    least, most = min(table.params.min_bid_cards, len(hand)), table.params.bid_cards
    if table.params.single_card_secret:
        least = most = len(real)
    return _pick(choices(hand, least, most), rng)


def _pick(options: Sequence[Cards], rng: Random) -> Cards:
    if not options:
        raise _NoGuess
    return rng.choice(options)


def _play_out(hands: list[Cards], turn: Turn) -> None:
    for seat, cards in enumerate(turn.bids):
        hands[seat] = without(hands[seat], cards or ())
    for take in turn.takes:
        hands[turn.boss] = without(hands[turn.boss], take.cards)
    for seat, cards in back_to_hands(turn):
        hands[seat] = with_cards(hands[seat], cards)


@dataclass(frozen=True, slots=True)
class _Guess:
    """The guessing of one finished turn. `needs` holds for the time after it."""

    table: Table
    real: Turn
    viewer: int
    hands: Sequence[Cards]
    needs: Needs
    before: Sequence[Turn]
    rng: Random

    def turn(self) -> Turn:
        """A turn that looks to the viewer like the real one."""
        if not self.table.params.secret_bids or self.viewer == self.real.boss:
            return self.real
        for _ in range(TRIES):
            try:
                return self._try()
            except _NoGuess:
                continue
        raise _NoGuess

    def _try(self) -> Turn:
        real = self.real
        bids = {seat: self._bid(seat, bid) for seat, bid in enumerate(real.bids) if bid is not None}
        ranking = tuple(self._ranking(bids))
        takes = tuple(self._takes(bids, ranking))
        return settled(
            self.table, len(real.bids), real.boss, real.events, bids, ranking, real.declined, takes
        )

    def _bid(self, seat: int, real: Cards) -> Cards:
        if sees_bid(self.table, self.real, seat, self.viewer):
            return real
        if seat not in self.real.owners:
            return _any_bid(self.table, self.hands[seat], real, self.rng)
        rank = self.real.owners.index(seat)
        staying = self._staying(seat, rank)
        size = max(len(staying), min(self.table.params.min_bid_cards, len(self.hands[seat])))
        return (*(0,) * (size - len(staying)), *staying)

    def _staying(self, seat: int, rank: int) -> Cards:
        """What stays on the event that this seat won."""
        placed = self.real.placed[rank]
        if sees_placed(self.table, self.real, rank, self.viewer):
            return placed
        return _pick(choices(_free(self.hands[seat], self.needs[seat]), len(placed), len(placed)), self.rng)

    def _ranking(self, bids: Mapping[int, Cards]) -> Iterator[int | None]:
        """A ranking of these bids that leads to the real owners."""
        ranking: list[int | None] = []
        for rank in range(len(self.real.owners)):
            level = level_for_next(self.table, bids, ranking, self._hours_on_events)
            ranking.append(self._ranked(rank, level))
            yield ranking[-1]

    def _ranked(self, rank: int, level: Sequence[int]) -> int | None:
        real, last = self.real, len(self.real.owners) - 1
        if rank == last and real.declined is not None:
            wanted: Sequence[int] = [real.declined]
        elif sees_ranking(self.table, real, self.viewer):
            wanted = [seat for seat in real.ranking[rank : rank + 1] if seat is not None]
        elif real.owners[rank] == real.boss:
            wanted = [seat for seat in level if seat not in real.owners[rank:]]
        else:
            wanted = [seat for seat in real.owners[rank : rank + 1] if seat is not None]
        possible = [seat for seat in level if seat in wanted]
        if not possible:
            if level or wanted:
                raise _NoGuess
            return None
        seat = self.rng.choice(possible)
        return None if rank == last and real.declined is not None else seat

    def _takes(self, bids: Mapping[int, Cards], ranking: Sequence[int | None]) -> Iterator[Take]:
        boss = self.real.boss
        free = _free(self.hands[boss], self.needs[boss])
        for take in self.real.takes:
            seat, count = ranking[take.rank], len(self.real.placed[take.rank])
            price = FREE if seat is None else self.table.scoring.take_over_price(sum(bids[seat]))
            options = choices(free, count, count)
            if sees_placed(self.table, self.real, take.rank, self.viewer):
                options = (self.real.placed[take.rank],)
            paid = _pick([cards for cards in options if sum(cards) >= price], self.rng)
            free = without(free, paid)
            yield Take(take.rank, paid)

    def _hours_on_events(self, seat: int) -> int:
        return sum(
            sum(cards)
            for turn in self.before
            for owner, cards in zip(turn.owners, turn.placed, strict=True)
            if owner == seat
        )
