"""What lies where in 24 −共鳴するテロル−, what each seat has seen of it, and what it is worth.

The course of play moves these cards (state.py); the other modules look at them or deal them anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple, Self

from cardgen.engine.state import Outcome, State
from cardgen.games.terror24 import arithmetic as sums
from cardgen.games.terror24.box import Box, Supply
from cardgen.games.terror24.choices import Zone

Phase = Literal["peek", "place", "challenge", "second die", "choose event", "style", "over"]
Rows = list[list[str]]


class Known(NamedTuple):
    """What a seat knows: its looks, its own face-down cards and choices, and all that was ever public."""

    seat: int
    phase: str
    turn: tuple[int, int]
    peeked: tuple[tuple[int, int, str], ...]
    placed: tuple[tuple[str, ...], ...]
    styles: tuple[str, ...]
    own: tuple[tuple[str, ...], ...]
    unshown: tuple[tuple[str, ...], ...]
    log: tuple[tuple[Hashable, ...], ...]


class Position(State):
    """A position of draft 13 as it lies on the table. Ranks, cases and hands count from 1 in the log."""

    def __init__(self, box: Box, players: int, rng: Random):
        params = box.params
        self.box, self.params, self.players, self.rng = box, params, players, rng
        self.detectives = tuple(rng.sample(list(box.sets), players))
        self.registration = tuple(box.registration[id] for id in self.detectives)
        self.log: list[tuple[Hashable, ...]] = [("detectives", *self.detectives)]
        seats = range(players)

        self.deck: list[str] = []
        self.discard = list(box.events)
        self.removed: list[str] = []
        self.grid: Rows = [[], []]
        self.face_down: set[tuple[int, int]] = set()
        self.seen: list[set[tuple[int, int]]] = [set() for _ in seats]
        self.peeks_left = 0

        self.held: Rows = [list(box.sets[id]) for id in self.detectives]
        self.plan: list[Rows] = [[[], []] for _ in seats]
        self.revealed = [0] * players
        self.unshown: list[list[tuple[str, ...]]] = [[] for _ in seats]

        self.gained: Rows = [[] for _ in seats]
        self.stand: Rows = [[] for _ in seats]
        self.coop: Rows = [[] for _ in seats]
        self.loose: Rows = [[] for _ in seats]
        self.styles: list[list[Zone]] = [[] for _ in seats]
        self.won_in: dict[str, int] = {}
        self.tested: list[set[str]] = [set() for _ in seats]

        self.assist = [0] * players
        self.assists = Supply(box.assists, _limit(params.assist_supply))
        self.consoled = 0
        self.injury = [0] * players
        self.injuries = Supply(box.injuries, _limit(params.injury_supply))
        self.out = [0] * players
        self.martyr = [0] * players

        self.hand = self.case = self.row = self.seat = self.turn = 0
        self.order: list[int] = []
        self.hero: int | None = None
        self.power: dict[int, int] = {}
        self.first: dict[int, int] = {}
        self.claims: list[int | None] = []
        self.consolations: list[int] = []
        self.rolled = ""
        self.phase: Phase = "place"

    # -------------------------------------------------------------- what is seen

    def information_state(self, player: int) -> Known:
        hidden = self.params.won_events == "hidden"
        own = (tuple(self.stand[player]), tuple(self.coop[player])) if hidden else ()
        return Known(
            seat=player,
            phase=self.phase,
            turn=(self.seat, self._progress()),
            peeked=tuple((r + 1, c + 1, self.grid[r][c]) for r, c in sorted(self.seen[player])),
            placed=tuple(map(tuple, self.plan[player])),
            styles=tuple(self.styles[player]),
            own=own,
            unshown=tuple(self.unshown[player]),
            log=tuple(self.log),
        )

    def _progress(self) -> int:
        """How far the seat to choose has come: cards laid or events placed, which all can see."""
        if self.phase == "place":
            return len(self.plan[self.seat][self.row])
        return len(self.styles[self.seat]) if self.phase == "style" else 0

    # -------------------------------------------------------------- the score sheet, the end

    def points(self, seat: int) -> int:
        """ＶＰ of a seat if the game ended now."""
        apart = self.stand[seat] + self.loose[seat] + self.gained[seat]
        return sums.points(
            self.params,
            self.box.assist_number,
            stand=self._suits_and_numbers(apart),
            coop=self._suits_and_numbers(self.coop[seat]),
            assists=self.assist[seat],
            martyr=self.martyr[seat],
            suits=self.box.suits,
        )

    def _suits_and_numbers(self, events: Sequence[str]) -> list[sums.Event]:
        return [(self.box.suit[card], self.box.number[card]) for card in events]

    def totals(self) -> Mapping[str, object]:
        seats = range(self.players)
        return {
            "points": tuple(self.points(seat) for seat in seats),
            "events": tuple(
                len(self.stand[s] + self.coop[s] + self.loose[s] + self.gained[s]) for s in seats
            ),
            "assist": tuple(self.assist),
            "injury": tuple(self.injury),
            "martyr": tuple(self.martyr),
        }

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        best = sums.winners({seat: self.points(seat) for seat in range(self.players)})
        return Outcome(tuple(best), "ＶＰで勝利" if len(best) == 1 else "引き分け")

    # -------------------------------------------------------------- the whole position

    def cards(self) -> Counter[str]:
        """Every real card, with the sets and detectives that nobody plays; substitutes are no cards."""
        box = self.box
        found = Counter(self.deck + self.discard + self.removed)
        found.update(card for row in self.grid for card in row if card)
        for zone in (self.gained, self.stand, self.coop, self.loose, self.held, *self.plan):
            for cards in zone:
                found.update(cards)
        for id in box.sets.keys() - set(self.detectives):
            found.update(box.sets[id])
        found.update(box.detective_cards)
        found[box.assist] += self.assists.left + self.assists.real
        found[box.injury] += self.injuries.left + self.injuries.real
        return found

    def clone(self) -> Self:
        other = object.__new__(type(self))
        own = other.__dict__
        own.update(self.__dict__)
        own.update((name, own[name].copy()) for name in _FLAT)
        own.update((name, [inner.copy() for inner in own[name]]) for name in _NESTED)
        other.plan = [[row.copy() for row in rows] for rows in self.plan]
        other.rng = Random()
        other.rng.setstate(self.rng.getstate())
        return other


_FLAT = (
    *("log", "deck", "discard", "removed", "face_down", "won_in", "power", "first", "order", "claims"),
    *("consolations", "assist", "assists", "injury", "injuries", "out", "martyr", "revealed"),
)
_NESTED = (
    *("grid", "seen", "held", "gained", "stand", "coop", "loose"),
    *("styles", "tested", "unshown"),
)


def _limit(supply: int | str) -> int | None:
    return supply if isinstance(supply, int) else None
