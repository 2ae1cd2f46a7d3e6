"""Where the items of a drawing really leave ink: boxes as tight as glyphs and clips allow.

All boxes are (left, top, right, bottom) in mm of the outermost frame.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cardgen.layout.frame import (
    IDENTITY,
    Box,
    Frame,
    Group,
    Item,
    Matrix,
    Path,
    Picture,
    Shape,
    Text,
    multiply,
    transform,
)
from cardgen.text.placed import MM_PER_POINT, Glyph

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Inked:
    """An item that is no group: its box, the matrix that places it, the clips it is seen through.

    `depth` counts the groups around it.
    """

    item: Shape | Text | Picture
    box: Box
    matrix: Matrix
    clips: tuple[tuple[Point, ...], ...]
    depth: int


def inked(frame: Frame, matrix: Matrix = IDENTITY) -> Iterator[Inked]:
    """Every shape, text and picture of a frame that is seen at all, in the order of painting."""
    yield from _inked(frame.items, matrix, None, (), 0)


def _inked(
    items: Sequence[Item],
    matrix: Matrix,
    window: Box | None,
    clips: tuple[tuple[Point, ...], ...],
    depth: int,
) -> Iterator[Inked]:
    for item in items:
        if isinstance(item, Group):
            inner, seen, through = multiply(matrix, item.matrix), window, clips
            if item.clip is not None:
                outline = [transform(inner, *point) for point in points(item.clip)]
                clip = around(outline)
                seen = clip if window is None or clip is None else meet(window, clip)
                if seen is None:
                    continue
                through = (*clips, corners_on(item.clip, inner))
            yield from _inked(item.frame.items, inner, seen, through, depth + 1)
        else:
            box = extent(item, matrix)
            seen_box = box if box is None or window is None else meet(box, window)
            if seen_box is not None:
                yield Inked(item, seen_box, matrix, clips, depth)


def extent(item: Shape | Text | Picture, matrix: Matrix = IDENTITY) -> Box | None:
    """The box of one item's ink, None when it leaves none. Strokes count with half their width."""
    match item:
        case Shape(path, paint):
            half = paint.width / 2 * scale(matrix) if paint.stroke else 0.0
            return grown(reach(path, matrix), half)
        case Picture():
            x, y, width, height = item.box
            return around([transform(matrix, *p) for p in _corners((x, y, x + width, y + height))])
        case Text():
            return _text_extent(item, matrix)


def _text_extent(text: Text, matrix: Matrix) -> Box | None:
    inks = list(_inks(text))
    if not inks:
        return None
    if matrix[1] == matrix[2] == 0 and not any(glyph.rotate for glyph, _ in inks):
        # All upright: the box of the glyphs' boxes, and a box stays a box.
        boxes = [
            (glyph.x + left, glyph.y + top, glyph.x + right, glyph.y + bottom)
            for glyph, (left, top, right, bottom) in inks
        ]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        found = _corners((min(lefts), min(tops), max(rights), max(bottoms)))
    else:
        found = [point for glyph, ink in inks for point in _turned(glyph, ink)]
    return around([transform(matrix, text.x + x, text.y + y) for x, y in found])


def _inks(text: Text) -> Iterator[tuple[Glyph, Box]]:
    """The glyphs that leave ink, each with the box of it from the glyph's origin, in mm."""
    em = text.run.size * MM_PER_POINT
    for glyph in text.run.glyphs:
        ink = text.run.face.ink(glyph.gid)
        if ink is not None:
            left, bottom, right, top = ink
            across = em * glyph.stretch
            yield glyph, (left * across, -top * em, right * across, -bottom * em)


def _turned(glyph: Glyph, ink: Box) -> Iterator[Point]:
    turn = math.radians(glyph.rotate)
    cos, sin = math.cos(turn), math.sin(turn)
    for x, y in _corners(ink):
        yield glyph.x + x * cos - y * sin, glyph.y + x * sin + y * cos


# ------------------------------------------------------------------ geometry


def scale(matrix: Matrix) -> float:
    """How much larger a matrix makes lengths, in the mean of all directions."""
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


LONG = 500
"""Segments from which a path is a picture traced by a program, too long to be compared point by point."""


class Itself:
    """A long path as the key of what is kept of it: compared by being the same one."""

    __slots__ = ("path",)

    def __init__(self, path: Path):
        self.path = path

    def __hash__(self) -> int:
        return id(self.path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and other.path is self.path


def reach(path: Path, matrix: Matrix = IDENTITY) -> Box | None:
    """The box of a path's points, control points among them, where `matrix` puts them."""
    long = len(path) >= LONG
    if matrix[1] or matrix[2]:
        return _long_span(Itself(path), matrix) if long else _span(path, matrix)
    box = _long_span(Itself(path)) if long else _short_span(path)
    return None if box is None else around([transform(matrix, *box[:2]), transform(matrix, *box[2:])])


@lru_cache(16)
def _long_span(path: Itself, matrix: Matrix = IDENTITY) -> Box | None:
    return _span(path.path, matrix)


@lru_cache(4096)
def _short_span(path: Path) -> Box | None:
    return around(points(path))


def _span(path: Path, matrix: Matrix) -> Box | None:
    a, b, c, d, e, f = matrix
    return around([(a * x + c * y + e, b * x + d * y + f) for x, y in points(path)])


def points(path: Sequence[tuple[str, tuple[float, ...]]]) -> list[Point]:
    """All points of a path, control points among them."""
    return [(n[i], n[i + 1]) for _, n in path for i in range(0, len(n), 2)]


def corners_on(path: Sequence[tuple[str, tuple[float, ...]]], matrix: Matrix) -> tuple[Point, ...]:
    """The points a path goes through, in order; of a convex outline they span a polygon inside it.

    Empty when the path is more than one outline.
    """
    if sum(letter == "M" for letter, _ in path) != 1:
        return ()
    return tuple(transform(matrix, n[-2], n[-1]) for _, n in path if n)


def holds(polygon: Sequence[Point], box: Box, slack: float = 1e-3) -> bool:
    """Whether a convex polygon contains a box; False for any other polygon."""
    if len(polygon) < 3:
        return False
    edges = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    sign = 0.0
    for corner in (*polygon, *_corners(box)):
        for (x1, y1), (x2, y2) in edges:
            length = math.hypot(x2 - x1, y2 - y1)
            if length < slack:
                continue
            side = ((x2 - x1) * (corner[1] - y1) - (y2 - y1) * (corner[0] - x1)) / length
            if abs(side) <= slack:
                continue
            if sign and side * sign < 0:
                return False
            sign = side
    return bool(sign)


def around(found: Sequence[Point]) -> Box | None:
    if not found:
        return None
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return min(xs), min(ys), max(xs), max(ys)


def grown(box: Box | None, margin: float) -> Box | None:
    if box is None:
        return None
    return box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin


def meet(one: Box, other: Box) -> Box | None:
    """What two boxes share, None when that is nothing or an edge."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left <= right and top <= bottom else None


def _corners(box: Box) -> list[Point]:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]
