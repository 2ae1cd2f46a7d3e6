"""A position of 48 −共鳴するテロル−: who chooses, what is allowed, what follows, and who knows what.

Draft 2 is the same course with other parameters: cards given to the boss in secret, no pile of initial
hours, and so on (scoring.py). Headings in the comments are those of draft 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, Self

from cardgen.engine.state import Action, IllegalAction, Outcome, State
from cardgen.games.terror48.redeal import TRIES, Past, imagine
from cardgen.games.terror48.scoring import Holding, SeatAtEnd
from cardgen.games.terror48.turn import (
    FREE,
    HIDDEN,
    Answer,
    Bid,
    Cards,
    Event,
    Favour,
    Keep,
    Pass,
    SeenTurn,
    Table,
    Take,
    Turn,
    Won,
    back_to_hands,
    bid_is_open,
    bids_from,
    level_for_next,
    seen_turn,
    settled,
    takes_from,
    with_cards,
    without,
)


class Seen(NamedTuple):
    """What a seat knows. "?" stands for a card or rank that exists and is not seen."""

    seat: int
    turn: int
    acting: int | None
    doing: str
    table: tuple[str, ...]
    hand: Cards
    initial: int | None
    face_down: tuple[int, ...]
    bids: tuple[object, ...]
    ranking: object
    taken: tuple[object, ...]
    past: tuple[object, ...]
    result: object


Phase = Literal["initial", "bid", "tie", "accept", "take", "over"]


class Terror48State(State):
    """A position of 48. Cards of a bid and of a take-over have left the hand until the turn ends."""

    __slots__ = (
        "_result",
        "_views",
        "bids",
        "deck",
        "declined",
        "hands",
        "initial",
        "past",
        "phase",
        "players",
        "ranking",
        "removed",
        "t",
        "table",
        "takes",
        "tied",
        "to_bid",
        "turn",
        "won",
    )

    def __init__(self, table: Table, players: int, rng: Random):
        self.t = table
        self.players = players
        self.deck = table.events_in_play(players)
        rng.shuffle(self.deck)
        self.hands: list[Cards] = [tuple(sorted(h for h, _ in table.sets[s])) for s in range(players)]
        self.initial: list[int | None] = [None] * players
        self.won: list[tuple[Won, ...]] = [()] * players
        self.removed: tuple[Event, ...] = ()
        self.past: tuple[Turn, ...] = ()
        self.turn = 0
        self._result: dict[str, Any] | None = None
        # Shared by clones: an entry counts only for the very turn it was made from.
        self._views: dict[tuple[int, int], tuple[Turn, SeenTurn]] = {}
        self._clear_turn()
        self.phase: Phase = "initial"
        if not table.params.initial_cards:
            self._begin_turn()

    @property
    def boss(self) -> int:
        return self.turn % self.players

    def _clear_turn(self) -> None:
        self.table: tuple[Event, ...] = ()
        self.to_bid: tuple[int, ...] = ()
        self.bids: dict[int, Cards] = {}
        self.ranking: tuple[int | None, ...] = ()
        self.tied: tuple[int, ...] = ()
        self.declined: int | None = None
        self.takes: tuple[Take, ...] = ()

    # -------------------------------------------------------------- the interface

    def current_player(self) -> int | None:
        match self.phase:
            case "initial":
                return self.initial.index(None)
            case "bid":
                return self.to_bid[0]
            case "tie" | "take":
                return self.boss
            case "accept":
                return self.ranking[-1]
            case "over":
                return None

    def legal_actions(self) -> Sequence[Action]:
        match self.phase:
            case "initial":
                hand = self.hands[self.initial.index(None)]
                return tuple(Keep(hours) for hours in dict.fromkeys(hand) if hours)
            case "bid":
                params = self.t.params
                return bids_from(self.hands[self.to_bid[0]], params.min_bid_cards, params.bid_cards)
            case "tie":
                return tuple(Favour(seat) for seat in self.tied)
            case "accept":
                return (Answer(True), Answer(False))
            case "take":
                return takes_from(self.hands[self.boss], self._prices(), self.t.params.take_max_cards)
            case "over":
                return ()

    def apply(self, action: Action) -> None:
        legal = self.legal_actions()
        if action not in legal:
            raise IllegalAction(
                f"{action} is not among {', '.join(map(str, legal)) or 'nothing: it is over'}"
            )
        match action:
            case Keep(hours):
                self._keep(hours)
            case Bid(cards):
                self._bid(cards)
            case Favour(seat):
                self.ranking = (*self.ranking, seat)
                self._rank()
            case Answer(accept):
                self._answer(accept)
            case Take():
                self._take(action)
            case Pass():
                self._end_turn()

    def outcome(self) -> Outcome | None:
        if self._result is None:
            return None
        winners = tuple(self._result["winners"])
        return Outcome(winners, self._reason(winners, self._result))

    def _reason(self, winners: tuple[int, ...], result: Mapping[str, Any]) -> str:
        if len(result["out"]) == self.players:
            return "全員脱落" if not winners else "全員脱落のまま比較"
        if len(winners) > 1:
            return "引き分け"
        best = result["points"][winners[0]]
        rivals = [s for s in range(self.players) if s not in result["out"] and result["points"][s] == best]
        return "捜査時間の差で勝利" if len(rivals) > 1 else "ＶＰで勝利"

    def clone(self) -> Self:
        other = object.__new__(type(self))
        for name in Terror48State.__slots__:
            setattr(other, name, getattr(self, name))
        other.deck = self.deck.copy()
        other.hands = self.hands.copy()
        other.initial = self.initial.copy()
        other.won = self.won.copy()
        other.bids = self.bids.copy()
        return other

    # -------------------------------------------------------------- ゲームの準備

    def _keep(self, hours: int) -> None:
        seat = self.initial.index(None)
        self.initial[seat] = hours
        self.hands[seat] = without(self.hands[seat], (hours,))
        if seat == self.players - 1:
            self._begin_turn()

    # -------------------------------------------------------------- メインフェイズ

    def _begin_turn(self) -> None:
        self.table = tuple(self.deck.pop() for _ in range(self.t.ranks))
        others = ((self.boss + step) % self.players for step in range(1, self.players))
        self.to_bid = tuple(seat for seat in others if self._can_bid(seat))
        self.phase = "bid"
        if not self.to_bid:
            self._reveal()

    def _can_bid(self, seat: int) -> bool:
        cards = len(self.hands[seat])
        short = cards < self.t.params.min_bid_cards
        return cards > 0 and not (short and self.t.params.short_hand == "sit_out")

    # -------------------------------------------------------------- 捜査フェイズ

    def _bid(self, cards: Cards) -> None:
        seat, *rest = self.to_bid
        self.bids[seat] = cards
        self.hands[seat] = without(self.hands[seat], cards)
        self.to_bid = tuple(rest)
        if not rest:
            self._reveal()

    def _reveal(self) -> None:
        if self.t.params.empty_hand == "zero":
            for seat in range(self.players):
                if seat != self.boss and not self.hands[seat]:
                    self.bids.setdefault(seat, ())
        self._rank()

    def _rank(self) -> None:
        """Fill the ranks; where bidders are level, stop for the boss to choose."""
        while len(self.ranking) < self.t.ranks:
            level = level_for_next(self.t, self.bids, self.ranking, self._hours_on_events)
            if len(level) > 1:
                self.phase, self.tied = "tie", level
                return
            self.ranking = (*self.ranking, level[0] if level else None)
        if self.t.params.may_decline and self.ranking[-1] is not None:
            self.phase = "accept"
        else:
            self.phase = "take"

    def _hours_on_events(self, seat: int) -> int:
        return sum(sum(won.cards) for won in self.won[seat])

    def _answer(self, accept: bool) -> None:
        if not accept:
            self.declined = self.ranking[-1]
            self.ranking = (*self.ranking[:-1], None)
        self.phase = "take"

    # -------------------------------------------------------------- 陣頭指揮

    def _prices(self) -> tuple[int | None, ...]:
        """What the boss must pay for the event of each rank; None where he cannot take it."""
        return tuple(self._price(rank, seat) for rank, seat in enumerate(self.ranking))

    def _price(self, rank: int, seat: int | None) -> int | None:
        if any(take.rank == rank for take in self.takes):
            return None
        if seat is None:
            return FREE if self.t.params.boss_takes_empty else None
        return self.t.scoring.take_over_price(sum(self.bids[seat]))

    def _take(self, take: Take) -> None:
        self.hands[self.boss] = without(self.hands[self.boss], take.cards)
        self.takes = (*self.takes, take)
        if len(self.takes) >= self.t.params.take_limit:
            self._end_turn()

    # -------------------------------------------------------------- エンドフェイズ

    def _end_turn(self) -> None:
        turn = settled(
            self.t, self.players, self.boss, self.table, self.bids, self.ranking, self.declined, self.takes
        )
        self._award(turn)
        self.past = (*self.past, turn)
        self._clear_turn()
        self.turn += 1
        if self.turn < self.players * self.t.params.boss_rounds:
            self._begin_turn()
        else:
            self.phase = "over"
            self._result = self.t.scoring.final_result(self._seats_at_end())

    def _award(self, turn: Turn) -> None:
        """Hand out the events with their cards, and give back every other card that was placed."""
        for seat, cards in back_to_hands(turn):
            self.hands[seat] = with_cards(self.hands[seat], cards)
        for event, owner, cards in zip(turn.events, turn.owners, turn.placed, strict=True):
            if owner is None:
                self.removed = (*self.removed, event)
            else:
                self.won[owner] = (*self.won[owner], Won(event, cards))

    def _seats_at_end(self) -> dict[int, SeatAtEnd]:
        return {
            seat: {
                "events": [_holding(won) for won in self.won[seat]],
                "initial": [] if (kept := self.initial[seat]) is None else [kept],
            }
            for seat in range(self.players)
        }

    # -------------------------------------------------------------- what is known

    def information_state(self, player: int) -> Hashable:
        revealed = self.phase in ("tie", "accept", "take")
        all_seen = revealed and (not self.t.params.secret_bids or player == self.boss)
        return Seen(
            seat=player,
            turn=self.turn,
            acting=self.current_player(),
            doing=self.phase if all_seen or self.phase not in ("tie", "take") else "boss",
            table=tuple(event.id for event in self.table),
            hand=self.hands[player],
            initial=self.initial[player],
            face_down=tuple(self.bids) if self.phase == "bid" else (),
            bids=tuple(
                (
                    seat,
                    cards
                    if all_seen or seat == player or (revealed and bid_is_open(self.t, cards))
                    else HIDDEN,
                )
                for seat, cards in self.bids.items()
            ),
            ranking=self.ranking if all_seen else HIDDEN if revealed else (),
            taken=self.takes if all_seen else (),
            past=tuple(self._view(number, turn, player) for number, turn in enumerate(self.past)),
            result=self._revealed_end(),
        )

    def _view(self, number: int, turn: Turn, player: int) -> SeenTurn:
        """What this seat saw of a finished turn; kept, because it is asked for at every later choice."""
        kept = self._views.get((number, player))
        if kept is None or kept[0] is not turn:
            kept = self._views[number, player] = (turn, seen_turn(self.t, turn, player))
        return kept[1]

    def _revealed_end(self) -> object:
        if self._result is None:
            return None
        return (tuple(self.initial), tuple(self.won), self.outcome())

    def cards(self) -> Counter[str]:
        events = [*self.deck, *self.table, *self.removed, *(w.event for won in self.won for w in won)]
        found = Counter(event.id for event in events)
        found.update(self.t.rank_cards)
        for seat in range(self.players):
            found.update(self._named(seat))
        return found

    def _zones(self, seat: int) -> list[int]:
        """The hours of every card of this seat, wherever it lies."""
        zones = [*self.hands[seat], *self.bids.get(seat, ()), *(h for w in self.won[seat] for h in w.cards)]
        if (kept := self.initial[seat]) is not None:
            zones.append(kept)
        if seat == self.boss:
            zones.extend(hours for take in self.takes for hours in take.cards)
        return zones

    def _named(self, seat: int) -> Iterator[str]:
        """Ids for the cards of a seat; a card too many of some number of hours gets a name no card has."""
        left = list(self.t.sets[seat])
        for hours in sorted(self._zones(seat)):
            if left and left[0][0] == hours:
                yield left.pop(0)[1]
                continue
            while left and left[0][0] < hours:
                left.pop(0)
            yield left.pop(0)[1] if left and left[0][0] == hours else f"seat {seat}: one {hours} too many"

    def totals(self) -> Mapping[str, object]:
        seats = range(self.players)
        sheet: dict[str, object] = {
            "turn": self.turn,
            "cards in hand": [len(hand) for hand in self.hands],
            "events": [[won.event.id for won in self.won[seat]] for seat in seats],
        }
        if self._result is not None:
            return {**sheet, **{key: _listed(value) for key, value in self._result.items()}}
        points = [self.t.scoring.victory_points([_holding(won) for won in self.won[seat]]) for seat in seats]
        if self.t.params.won_cards == "hidden":
            return {**sheet, "points": points}
        return {**sheet, "points": points, "hours": [self._hours_on_events(seat) for seat in seats]}

    def faults(self) -> Sequence[str]:
        return [*self._faults_of_events(), *self._faults_of_time()]

    def _faults_of_events(self) -> Iterator[str]:
        ranks = self.t.ranks
        full = len(self.t.events_in_play(self.players))
        drawn = self.turn * ranks + (ranks if self.table else 0)
        if len(self.deck) != full - drawn:
            yield f"{len(self.deck)} events in the deck after {drawn} of {full} were drawn"
        settled_events = len(self.removed) + sum(map(len, self.won))
        if settled_events != self.turn * ranks:
            yield f"{settled_events} events won or gone after {self.turn} turns"
        most = max(self.t.params.bid_cards, self.t.params.take_max_cards)
        for won in (won for seat in self.won for won in seat):
            if 0 in won.cards:
                yield f"a 0 lies on {won.event.id}"
            if len(won.cards) > most:
                yield f"{len(won.cards)} time cards lie on {won.event.id}"

    def _faults_of_time(self) -> Iterator[str]:
        for seat in range(self.players):
            due = sum(hours for hours, _ in self.t.sets[seat])
            if (found := sum(self._zones(seat))) != due:
                yield f"seat {seat} has {found} hours instead of {due}"
            if self.initial[seat] == 0:
                yield f"the initial card of seat {seat} is a 0"
        if self._result is not None:
            hours = sum(self._result["hours"].values())
            pile = self.t.scoring.initial_hours([h for h in self.initial if h is not None])
            if self._result["total"] != hours + pile:
                yield f"the total {self._result['total']} is not {hours} + {pile}"

    def redeal(self, player: int, rng: Random) -> Self:
        other = self.clone()
        rng.shuffle(other.deck)
        if self.phase == "over":
            return other
        known = self._bids_known_to(player)
        real = Past(tuple(self.initial), self.past, self.bids, self.takes, tuple(self.hands), self.boss)
        guesses = (imagine(self.t, real, player, known, rng) for _ in range(TRIES))
        # If no guess fits, the seat can tell everything apart from the deck, as far as is known.
        guess = next((past for past in guesses if past is not None), real)
        other._adopt(guess)
        if self.phase in ("tie", "take") and not known >= set(self.bids):
            other.ranking = ()
            other._rank()
        return other

    def _bids_known_to(self, player: int) -> set[int]:
        """The seats of which this one knows what they have placed in the present turn.

        Once an event was declined or taken, the present turn is left as it is.
        """
        params = self.t.params
        if self.phase == "bid":
            return {player}
        if not params.secret_bids or player == self.boss or self.takes or params.may_decline:
            return set(self.bids)
        return {seat for seat, cards in self.bids.items() if seat == player or bid_is_open(self.t, cards)}

    def _adopt(self, past: Past) -> None:
        self.initial, self.past, self.bids = list(past.initial), past.turns, dict(past.bids)
        self.hands = list(past.hands)
        self.won = [() for _ in self.won]
        for turn in past.turns:
            for event, owner, cards in zip(turn.events, turn.owners, turn.placed, strict=True):
                if owner is not None:
                    self.won[owner] = (*self.won[owner], Won(event, cards))


def _holding(won: Won) -> Holding:
    return {"suit": won.event.suit, "number": won.event.number, "cards": won.cards}


def _listed(value: object) -> object:
    """A result by seat as a list in seat order."""
    return list(value.values()) if isinstance(value, Mapping) else value
