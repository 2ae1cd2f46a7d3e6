"""The interface every set of rules offers: `Rules` (what never changes) and `State` (one position in play).

The vocabulary is game theory's: legal actions, information state, returns. A simultaneous choice is
played as face-down choices in seat order; `information_state` hides them from the other seats until
the reveal, which is how the rulebooks put it too. Chance is a `Random` handed in at the start.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict

from cardgen.model import Game

Action = Hashable
"""A choice. Immutable, comparable within one position; `str(action)` is what a person reads and types."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats (several when shared, none when nobody wins) and why."""

    winners: tuple[int, ...]
    reason: str


class IllegalAction(ValueError):
    """An action that the position does not allow. The message names the action and the legal ones."""


class Params(BaseModel):
    """Base of a rule set's parameters: the numbers and rulings that a game's YAML sets.

    Strict, so that `true` is no number; a list of the YAML wants a `list`, not a tuple.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class State(ABC):
    """One position in play. Mutable: `clone()` before looking ahead."""

    players: int

    @abstractmethod
    def current_player(self) -> int | None:
        """The seat to choose (0 is the start player), or None when the game is over."""

    @abstractmethod
    def legal_actions(self) -> Sequence[Action]:
        """Every choice of the current player, in a fixed order, without doubles. Empty when over."""

    @abstractmethod
    def apply(self, action: Action) -> None:
        """Play `action` and run on to the next choice or the end. Raises IllegalAction, changing nothing."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How it ended, or None while the game goes on."""

    def returns(self) -> Sequence[float]:
        """A share of the win per seat: sums to 1, or to 0 when nobody wins or the game goes on."""
        outcome = self.outcome()
        winners = outcome.winners if outcome else ()
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(self.players))

    @abstractmethod
    def information_state(self, player: int) -> Hashable:
        """All that this seat has seen, in order where order tells something, and nothing else."""

    @abstractmethod
    def cards(self) -> Counter[str]:
        """Every card by id wherever it lies, for the conservation check."""

    @abstractmethod
    def totals(self) -> Mapping[str, object]:
        """The public score sheet at this moment, for people and for the checks on sums."""

    @abstractmethod
    def faults(self) -> Sequence[str]:
        """Sentences about whatever in this position the rules forbid; empty when it is sound."""

    @abstractmethod
    def clone(self) -> Self:
        """An equal position that shares nothing mutable with this one."""

    def redeal(self, player: int, rng: Random) -> Self:
        """A position this seat cannot tell from this one, with all that it does not see dealt anew.

        `information_state(player)` of both is equal; that is how the hidden is tested to stay hidden.
        """
        raise NotImplementedError


class Rules(ABC):
    """A rule set bound to the decks and parameters of one game.

    Raises Problems when the game's components or parameters cannot be played with these rules.
    """

    params_model: ClassVar[type[Params]] = Params
    params: Params = Params()
    plays: ClassVar[bool] = True
    """Whether there is a game to play, and so to test by self-play."""

    def __init__(self, game: Game):
        self.game = game

    @abstractmethod
    def start(self, players: int, rng: Random) -> State:
        """The first position of a game for that many players, set up and shuffled by `rng`."""

    @abstractmethod
    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """What a worked example may name: the very functions that play and scoring call."""

    def parameter_names(self) -> Mapping[str, str]:
        """Japanese name of each parameter, for the appendix."""
        return {}


class Formulas(Rules):
    """Functions for the worked examples alone: how to score, say, of a game that is not played here."""

    plays = False

    def __init__(self, game: Game, functions: Mapping[str, Callable[..., Any]]):
        super().__init__(game)
        self._functions = dict(functions)

    def start(self, players: int, rng: Random) -> State:
        raise NotImplementedError

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        return self._functions
