"""The choices in 24 −共鳴するテロル−. Ranks and cases count from 1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Zone = Literal["stand", "coop"]


@dataclass(frozen=True, slots=True)
class Peek:
    """ロイド looks at one face-down event, where he is ruled not to see them all."""

    rank: int
    case: int

    def __str__(self) -> str:
        return f"peek {self.rank}-{self.case}"


@dataclass(frozen=True, slots=True)
class Place:
    """An action card, face down on the next case of the row."""

    case: int
    card: str

    def __str__(self) -> str:
        return f"case {self.case}: {self.card}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """The dice rolled now."""

    dice: Literal["none", "green", "red", "both"]

    def __str__(self) -> str:
        return self.dice


@dataclass(frozen=True, slots=True)
class Take:
    """ヒバチ, ranked first, takes the event of this rank."""

    rank: int

    def __str__(self) -> str:
        return f"take {self.rank}"


@dataclass(frozen=True, slots=True)
class Style:
    """A won event, or with `card` "all" every one of this hand, into 【スタンド】 or 【コープ】."""

    card: str
    zone: Zone

    def __str__(self) -> str:
        return f"{self.card}: {self.zone}"


NONE, GREEN, RED, BOTH = Challenge("none"), Challenge("green"), Challenge("red"), Challenge("both")
DICE: Mapping[str, tuple[Challenge, ...]] = {
    "together": (NONE, GREEN, RED, BOTH),
    "sequential": (NONE, GREEN, RED),
}
