"""A seeded game from start to end, and players that see one seat only."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from random import Random

from cardgen.engine.state import Action, Outcome, Rules, State

MOVES_AT_MOST = 5_000
"""Choices after which a game counts as endless; the longest bundled game needs a few hundred."""


class Endless(RuntimeError):
    """The game went on past `MOVES_AT_MOST` choices."""


class Stuck(RuntimeError):
    """The seat to choose has no legal action."""


class View:
    """A position as the seat to choose sees it: what it knows, what it may do, and what could be."""

    __slots__ = ("_state", "legal", "rng", "seat")

    def __init__(self, state: State, seat: int, legal: Sequence[Action], rng: Random):
        self._state = state
        self.seat = seat
        self.legal = legal
        self.rng = rng

    @property
    def information(self) -> Hashable:
        return self._state.information_state(self.seat)

    def imagine(self) -> State:
        """A position that this seat takes for possible, all that is hidden from it dealt anew."""
        return self._state.redeal(self.seat, self.rng)


Player = Callable[[View], Action]
"""Chooses one of `view.legal`."""


def at_random(view: View) -> Action:
    """Any legal action, all equally likely."""
    return view.rng.choice(view.legal)


@dataclass(frozen=True, slots=True)
class Move:
    """One choice: whose it was, what was allowed, what was taken."""

    seat: int
    legal: tuple[Action, ...]
    action: Action


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    players: int
    seed: int
    moves: tuple[Move, ...]
    outcome: Outcome
    end: State


def stream(seed: int, *path: object) -> Random:
    """The random numbers for one purpose; the same on every machine and in every process.

    Seeding `Random` with a string goes through SHA-512, so nothing hangs on PYTHONHASHSEED.
    """
    return Random("/".join(str(part) for part in (seed, *path)))


def deal(rules: Rules, players: int, seed: int) -> State:
    """The first position of the game with this seed. Choices draw from another stream, so that two
    drafts with the same seed are dealt alike however many choices each has."""
    return rules.start(players, stream(seed, players, "deal"))


def play(
    rules: Rules,
    players: int,
    seed: int,
    choose: Player = at_random,
    watch: Callable[[State, Move], None] | None = None,
) -> Played:
    """Play one game; `choose` answers for every seat, `watch` is shown each position before its move."""
    state = deal(rules, players, seed)
    rng = stream(seed, players, "choices")
    moves: list[Move] = []
    while (seat := state.current_player()) is not None:
        if len(moves) >= MOVES_AT_MOST:
            raise Endless(f"no end after {MOVES_AT_MOST} choices ({players} players, seed {seed})")
        legal = tuple(state.legal_actions())
        if not legal:
            raise Stuck(f"seat {seat} has no legal action ({players} players, seed {seed})")
        move = Move(seat, legal, choose(View(state, seat, legal, rng)))
        if watch:
            watch(state, move)
        moves.append(move)
        state.apply(move.action)
    outcome = state.outcome()
    assert outcome is not None, "a game without a current player is over"
    return Played(players, seed, tuple(moves), outcome, state)
