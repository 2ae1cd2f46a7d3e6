"""What the self-test of a game's rules did and what it found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardgen.problems import Problem


@dataclass(frozen=True, slots=True)
class Plays:
    """What the self-play of one player count did."""

    players: int
    games: int
    moves: int
    outcomes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Report:
    """What the self-test did and what it found."""

    examples: int = 0
    plays: tuple[Plays, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def games(self) -> int:
        return sum(plays.games for plays in self.plays)

    @property
    def moves(self) -> int:
        return sum(plays.moves for plays in self.plays)

    def as_json(self) -> dict[str, Any]:
        plays = [
            {"players": p.players, "games": p.games, "moves": p.moves, "outcomes": dict(p.outcomes)}
            for p in self.plays
        ]
        return {"examples": self.examples, "games": self.games, "moves": self.moves, "plays": plays}
