"""One turn of 48 −共鳴するテロル−: the cards, the choices, who is level, what goes where, who sees what.

Time cards are their hours: the cards of a set with equal hours are interchangeable. A hand is a tuple of
hours in rising order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from cardgen.games.terror48.scoring import Scoring, Terror48Params

Cards = tuple[int, ...]
"""Hours of time cards, in rising order."""


class Event(NamedTuple):
    """An event card."""

    id: str
    suit: str
    number: int


class Won(NamedTuple):
    """An event with the time cards laid on it."""

    event: Event
    cards: Cards


# ------------------------------------------------------------------ actions


@dataclass(frozen=True, slots=True)
class Keep:
    """Lay this card on the pile of initial hours."""

    hours: int

    def __str__(self) -> str:
        return str(self.hours)


@dataclass(frozen=True, slots=True)
class Bid:
    """Place these cards face down for an investigation."""

    cards: Cards

    def __str__(self) -> str:
        return _written(self.cards)


@dataclass(frozen=True, slots=True)
class Favour:
    """As the boss, give the next rank to this one of the seats that are level."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}"


@dataclass(frozen=True, slots=True)
class Answer:
    """Accept or decline the event of the last rank (only where a parameter allows declining)."""

    accept: bool

    def __str__(self) -> str:
        return "accept" if self.accept else "decline"


@dataclass(frozen=True, slots=True)
class Take:
    """陣頭指揮: as the boss, take the event of a rank (counted from 0) for these cards."""

    rank: int
    cards: Cards

    def __str__(self) -> str:
        return f"take {self.rank + 1} for {_written(self.cards)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """As the boss, take nothing (more)."""

    def __str__(self) -> str:
        return "pass"


def _written(cards: Cards) -> str:
    return "+".join(map(str, cards)) or "nothing"


# ------------------------------------------------------------------ hands


@lru_cache(maxsize=8192)
def choices(hand: Cards, least: int, most: int) -> tuple[Cards, ...]:
    """Every different way to pick `least` to `most` cards, by their hours."""
    picks = (pick for size in range(least, most + 1) for pick in combinations(hand, size))
    return tuple(dict.fromkeys(picks))


@lru_cache(maxsize=8192)
def bids_from(hand: Cards, least: int, most: int) -> tuple[Bid, ...]:
    least = min(least, len(hand))
    return tuple(Bid(pick) for pick in choices(hand, least, most))


@lru_cache(maxsize=8192)
def takes_from(hand: Cards, prices: tuple[int | None, ...], most: int) -> tuple[Take | Pass, ...]:
    picks = choices(hand, 1, most)
    takes = [
        Take(rank, pick)
        for rank, price in enumerate(prices)
        if price is not None
        for pick in ([()] if price == FREE else picks)
        if sum(pick) >= price
    ]
    return (Pass(), *takes)


FREE = -1
"""The price of an event that nobody was ranked for, where the boss may take it."""


@lru_cache(maxsize=8192)
def without(hand: Cards, cards: Cards) -> Cards:
    """The hand less these cards."""
    left = list(hand)
    for hours in cards:
        left.remove(hours)
    return tuple(left)


def with_cards(hand: Cards, cards: Sequence[int]) -> Cards:
    """The hand and these cards."""
    return tuple(sorted((*hand, *cards))) if cards else hand


@dataclass(frozen=True)
class Table:
    """What a game is played with: parameters, arithmetic, and the cards of the box by use."""

    params: Terror48Params
    scoring: Scoring
    events: tuple[Event, ...]
    sets: tuple[tuple[tuple[int, str], ...], ...]
    rank_cards: tuple[str, ...]

    @property
    def ranks(self) -> int:
        return len(self.rank_cards)

    def events_in_play(self, players: int) -> list[Event]:
        """The events of the first suits of the list; the last suits leave the game first."""
        suits = list(dict.fromkeys(event.suit for event in self.events))
        used = suits[: self.params.suits_in_play[players]]
        return [event for event in self.events if event.suit in used]


# ------------------------------------------------------------------ a finished turn


class Turn(NamedTuple):
    """A finished turn: `bids` by seat (None for who placed nothing), the rest by rank.

    `ranking` is the order before take-overs, `owners` after them, `placed` what lies on the events.
    """

    boss: int
    events: tuple[Event, ...]
    bids: tuple[Cards | None, ...]
    ranking: tuple[int | None, ...]
    declined: int | None
    takes: tuple[Take, ...]
    owners: tuple[int | None, ...]
    placed: tuple[Cards, ...]


# ------------------------------------------------------------------ who gets what


def level_for_next(
    table: Table,
    bids: Mapping[int, Cards],
    ranking: Sequence[int | None],
    hours_on_events: Callable[[int], int],
) -> tuple[int, ...]:
    """The seats that may get the next rank: one, or several for the boss to choose from, or none.

    A tie for first place is the boss's to settle for every rank; `tie_second` is about other ties.
    """
    unranked = {seat: cards for seat, cards in bids.items() if seat not in ranking and _counts(table, cards)}
    level = tuple(table.scoring.contenders(unranked))
    if len(level) < 2 or not ranking or table.params.tie_second == "boss":
        return level
    first, strength = ranking[0], table.scoring.strength
    if first is not None and strength(bids[first]) == strength(bids[level[0]]):
        return level
    if table.params.tie_second == "none":
        return ()
    least = min(map(hours_on_events, level))
    return tuple(seat for seat in level if hours_on_events(seat) == least)


def _counts(table: Table, cards: Cards) -> bool:
    return bool(cards) or table.params.empty_hand == "zero"


def settled(
    table: Table,
    players: int,
    boss: int,
    events: tuple[Event, ...],
    bids: Mapping[int, Cards],
    ranking: tuple[int | None, ...],
    declined: int | None,
    takes: tuple[Take, ...],
) -> Turn:
    """The turn when all is decided: a take-over moves one event and changes no other rank."""
    taken = {take.rank: take.cards for take in takes}
    owners = tuple(boss if rank in taken else seat for rank, seat in enumerate(ranking))
    paid = (
        taken[rank] if rank in taken else () if seat is None else bids[seat]
        for rank, seat in enumerate(ranking)
    )
    placed = tuple(tuple(table.scoring.staying_cards(cards)) for cards in paid)
    by_seat = tuple(bids.get(seat) for seat in range(players))
    return Turn(boss, events, by_seat, ranking, declined, takes, owners, placed)


def back_to_hands(turn: Turn) -> Iterator[tuple[int, Cards]]:
    """What each seat takes back: all it placed if it got no event, otherwise only what does not stay."""
    staying = dict(zip(turn.owners, turn.placed, strict=True))
    for seat, cards in enumerate(turn.bids):
        if cards is not None:
            yield seat, without(cards, staying.get(seat, ()))
    for take in turn.takes:
        yield turn.boss, without(take.cards, turn.placed[take.rank])


# ------------------------------------------------------------------ who sees what

HIDDEN = "?"


def sees_bid(table: Table, turn: Turn, seat: int, viewer: int) -> bool:
    """Whether the viewer saw what this seat placed."""
    return viewer in (seat, turn.boss) or bid_is_open(table, turn.bids[seat] or ())


def bid_is_open(table: Table, cards: Cards) -> bool:
    """Whether everybody sees these cards once all have placed theirs."""
    params = table.params
    return not params.secret_bids or (params.single_card_secret and len(cards) > 1)


def sees_placed(table: Table, turn: Turn, rank: int, viewer: int) -> bool:
    """Whether the viewer knows the time cards on the event of this rank."""
    owner = turn.owners[rank]
    if table.params.won_cards == "open" or owner is None or viewer in (owner, turn.boss):
        return True
    return sees_takes(table, turn, viewer) if owner == turn.boss else sees_bid(table, turn, owner, viewer)


def sees_ranking(table: Table, turn: Turn, viewer: int) -> bool:
    """Whether the viewer knows who held the ranks before the boss took over."""
    params = table.params
    return not params.secret_bids or params.public_ranking == "pre_takeover" or viewer == turn.boss


def sees_takes(table: Table, turn: Turn, viewer: int) -> bool:
    """Whether the viewer saw what the boss paid for a take-over."""
    return not table.params.secret_bids or viewer == turn.boss


class SeenTurn(NamedTuple):
    """A finished turn as one seat saw it; numbers of cards stand for cards not seen."""

    boss: int
    events: tuple[str, ...]
    bids: tuple[object, ...]
    ranking: object
    declined: int | None
    takes: tuple[object, ...]
    owners: tuple[int | None, ...]
    placed: tuple[object, ...]


def seen_turn(table: Table, turn: Turn, viewer: int) -> SeenTurn:
    """What this seat saw of the turn."""
    return SeenTurn(
        boss=turn.boss,
        events=tuple(event.id for event in turn.events),
        bids=tuple(
            cards if cards is None or sees_bid(table, turn, seat, viewer) else HIDDEN
            for seat, cards in enumerate(turn.bids)
        ),
        ranking=turn.ranking if sees_ranking(table, turn, viewer) else HIDDEN,
        declined=turn.declined,
        takes=tuple(
            (take.rank, take.cards if sees_takes(table, turn, viewer) else HIDDEN) for take in turn.takes
        ),
        owners=turn.owners,
        placed=tuple(
            cards if sees_placed(table, turn, rank, viewer) else len(cards)
            for rank, cards in enumerate(turn.placed)
        ),
    )
