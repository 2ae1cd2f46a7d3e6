"""What lies where on a drawing: what is kept or skipped of a long outline changes no answer."""

from __future__ import annotations

from itertools import pairwise
from math import cos, sin
from random import Random

import pytest

from cardgen.layout.extent import LONG, reach
from cardgen.layout.frame import (
    IDENTITY,
    Frame,
    Matrix,
    Paint,
    Path,
    Shape,
    bounds,
    ellipse,
    rectangle,
    transform,
)
from cardgen.layout.ground import area

MATRICES: dict[str, Matrix] = {
    "as it is": IDENTITY,
    "upside down, smaller": (0.3, 0, 0, -0.3, 4, 60),
    "turned": (0.8, 0.6, -0.6, 0.8, 10, -5),
    "flat": (1, 0, 0, 0, 0, 7),
}


def blobs(chance: Random, outlines: int, curves: int) -> Path:
    """Outlines of curves that lie over one another and over themselves, some of them closed."""
    path: list[tuple[str, tuple[float, ...]]] = []
    for _ in range(outlines):
        x, y, size = chance.uniform(0, 100), chance.uniform(0, 100), chance.uniform(5, 40)
        path.append(("M", (x + size, y)))
        for i in range(1, curves + 1):
            n = [
                size * chance.uniform(0.3, 1.2) * turn((i + part) * 7 / curves) + middle
                for part in (-0.6, -0.3, 0)
                for turn, middle in ((cos, x), (sin, y))
            ]
            path.append(("C", tuple(n)) if chance.random() < 0.7 else ("L", tuple(n[-2:])))
        if chance.random() < 0.5:
            path.append(("Z", ()))
    return tuple(path)


CHANCE = Random(5)
OUTLINES = {
    "a rectangle": rectangle(10, 10, 60, 40),
    "a round one": ellipse(50, 50, 40, 20),
    "a few blobs": blobs(CHANCE, 5, 8),
    "many blobs": blobs(CHANCE, 90, 12),
    "one long line": blobs(CHANCE, 1, 900),
    "nothing": (),
}


def winding(path: Path, matrix: Matrix, x: float, y: float) -> list[int]:
    """How often each outline winds around a point: every step of it looked at."""
    found = []
    for polygon in area(path, matrix).polygons:
        turns = 0
        for (x1, y1), (x2, y2) in pairwise((*polygon, polygon[0])):
            if (y1 <= y) != (y2 <= y) and x1 + (y - y1) / (y2 - y1) * (x2 - x1) > x:
                turns += 1 if y2 > y1 else -1
        found.append(turns)
    return found


@pytest.mark.parametrize("matrix", MATRICES)
@pytest.mark.parametrize("outline", OUTLINES)
def test_a_point_is_inside_if_all_steps_of_the_outline_say_so(outline: str, matrix: str) -> None:
    path, there = OUTLINES[outline], MATRICES[matrix]
    filled, odd = area(path, there), area(path, there, evenodd=True)
    corners = [point for polygon in filled.polygons for point in polygon][::50]
    chance = Random(1)
    points = [transform(there, chance.uniform(-20, 120), chance.uniform(-20, 120)) for _ in range(300)]
    for x, y in [*points, *corners]:
        left, top, right, bottom = filled.box
        turns = winding(path, there, x, y) if left <= x <= right and top <= y <= bottom else []
        assert ((x, y) in filled) == (sum(turns) != 0)
        assert ((x, y) in odd) == (sum(map(abs, turns)) % 2 == 1)


@pytest.mark.parametrize("matrix", MATRICES)
@pytest.mark.parametrize("outline", OUTLINES)
def test_a_path_reaches_as_far_as_its_points(outline: str, matrix: str) -> None:
    path, there = OUTLINES[outline], MATRICES[matrix]
    points = [transform(there, n[i], n[i + 1]) for _, n in path for i in range(0, len(n), 2)]
    for _ in range(2):  # worked out, and as it was kept
        found = reach(path, there)
        if not points:
            assert found is None
            continue
        xs, ys = zip(*points, strict=True)
        assert found == (min(xs), min(ys), max(xs), max(ys))


def test_what_is_kept_of_a_path_is_not_given_for_another() -> None:
    """Paths that come and go may stand in the same memory."""
    assert len(OUTLINES["many blobs"]) >= LONG
    for size in range(1, 40):
        path = blobs(Random(size), 50, 12)
        assert reach(path) == bounds(Frame(1, 1, (Shape(path, Paint(stroke=None)),)))
        assert area(path, IDENTITY).polygons[0][0] == path[0][1]
        del path
