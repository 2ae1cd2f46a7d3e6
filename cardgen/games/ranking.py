"""Who is best, and who stands at which place, where equals share a place (1, 2, 2, 4)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

S = TypeVar("S", bound=Hashable)


def best(keys: Mapping[S, Any]) -> list[S]:
    """All whose key is the largest, in the order given; nobody of nobody."""
    largest = max(keys.values(), default=None)
    return [seat for seat, key in keys.items() if key == largest]


def places(keys: Mapping[S, Any], rivals: Mapping[S, Any] | None = None) -> dict[S, int]:
    """The place of each: one more than there are better rivals (everybody, unless it says who)."""
    others = keys if rivals is None else rivals
    return {seat: 1 + sum(other > key for other in others.values()) for seat, key in keys.items()}
