"""Glyphs as paths: for files that may not hold type, and for readers that have no fonts."""

from __future__ import annotations

import math
from functools import cache
from io import BytesIO
from typing import Any, cast

from cardgen.layout.frame import Colour, Matrix, Paint, Path, Segment, Shape, Text, multiply, transform
from cardgen.text.fonts import Face
from cardgen.text.placed import MM_PER_POINT, Glyph


@cache
def outline(face: Face, gid: int) -> Path:
    """The outline of a glyph in em, y upwards; empty for a glyph without ink. Fill it non-zero.

    TrueType's quadratic curves are raised to cubic ones, which is exact (OpenType specification, glyf).
    """
    glyphs = _glyphs(face)
    pen = _pen()(glyphs, 1 / face.units)
    glyphs[glyphs.font.getGlyphName(gid)].draw(pen)
    return tuple(pen.segments)


def drawn(text: Text) -> Shape | None:
    """The ink of a run as one shape, None when it has none."""
    em = text.run.size * MM_PER_POINT
    path = [
        (letter, _moved(_placed(text, glyph, em), numbers))
        for glyph in text.run.glyphs
        for letter, numbers in outline(text.run.face, glyph.gid)
    ]
    colour = cast(Colour, text.run.colour or (0.0, 0.0, 0.0))
    return Shape(tuple(path), Paint(fill=colour)) if path else None


def _placed(text: Text, glyph: Glyph, em: float) -> Matrix:
    turn = math.radians(glyph.rotate)
    cos, sin = math.cos(turn), math.sin(turn)
    there: Matrix = (cos, sin, -sin, cos, text.x + glyph.x, text.y + glyph.y)
    return multiply(there, (em * glyph.stretch, 0, 0, -em, 0, 0))


def _moved(matrix: Matrix, numbers: tuple[float, ...]) -> tuple[float, ...]:
    pairs = (transform(matrix, *numbers[i : i + 2]) for i in range(0, len(numbers), 2))
    return tuple(value for pair in pairs for value in pair)


@cache
def _glyphs(face: Face) -> Any:
    from fontTools.ttLib import TTFont

    # Kept for as long as the process runs: from memory, so that no file stays open.
    return TTFont(BytesIO(face.path.read_bytes()), fontNumber=face.index, lazy=True).getGlyphSet()


@cache
def _pen() -> Any:
    """The class of pens that write segments. fontTools is loaded only when something is outlined."""
    from fontTools.pens.basePen import BasePen

    class Pen(BasePen):  # type: ignore[misc]
        def __init__(self, glyphs: Any, scale: float):
            super().__init__(glyphs)
            self.scale = scale
            self.segments: list[Segment] = []

        def add(self, letter: str, *points: tuple[float, float]) -> None:
            numbers = tuple(value * self.scale for point in points for value in point)
            self.segments.append((letter, numbers))

        def _moveTo(self, point: tuple[float, float]) -> None:
            self.add("M", point)

        def _lineTo(self, point: tuple[float, float]) -> None:
            self.add("L", point)

        def _curveToOne(self, *points: tuple[float, float]) -> None:
            self.add("C", *points)

        def _closePath(self) -> None:
            self.add("Z")

    return Pen
