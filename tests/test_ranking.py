"""Places and the best, as all games count them."""

from __future__ import annotations

from cardgen.games.ranking import best, places


def test_equals_use_up_places() -> None:
    """48 草案5: 「１・２・２・４」."""
    assert places({"A": 14, "B": 16, "C": 18, "D": 16}) == {"A": 4, "B": 2, "C": 1, "D": 2}
    assert places({"A": (16, 5), "B": (16, 6)}) == {"A": 2, "B": 1}


def test_the_best_are_all_who_are_level() -> None:
    assert best({"A": 3, "B": 5, "C": 5}) == ["B", "C"]
    assert best({"A": (5, -9), "B": (5, -8)}) == ["B"]
    assert best({}) == []


def test_only_rivals_use_up_places() -> None:
    """24 草案13, by the other ruling: who comes behind level seats moves up."""
    assert places({"A": 7, "B": 7, "C": 5}, rivals={"C": 5}) == {"A": 1, "B": 1, "C": 1}
    assert places({"A": 7}, rivals={}) == {"A": 1}
