"""Glyphs as paths, for files that may not hold type: the operators that fill each glyph's outline."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

from cardgen.export.pdftext import number, turn
from cardgen.layout.frame import Path, Segment, Text
from cardgen.text.fonts import Face
from cardgen.text.placed import MM_PER_POINT

_EM = 1000
"""Outlines are written in thousandths of the em, as advances are."""


def outlines(text: Text) -> Iterator[str]:
    """The operators that draw the glyphs of a run in the colour that is set."""
    em = text.run.size * MM_PER_POINT / _EM
    for glyph in text.run.glyphs:
        operators = outline(text.run.face, glyph.gid)
        if operators:
            matrix = turn(glyph.rotate, glyph.stretch, em, 7)
            yield f"q {matrix} {number(text.x + glyph.x, 4)} {number(text.y + glyph.y, 4)} cm {operators} f Q"


@cache
def outline(face: Face, gid: int) -> str:
    """The path operators of a glyph's outline, "" for one without. It is filled by winding number."""
    operators = {"M": "m", "L": "l", "C": "c", "Z": "h"}
    return " ".join(
        " ".join((*(number(value, 2) for value in numbers), operators[letter]))
        for letter, numbers in path(face, gid)
    )


def path(face: Face, gid: int) -> Path:
    """A glyph's outline in thousandths of the em, y upwards; empty for a glyph without ink.

    TrueType's quadratic curves are raised to cubic ones, which is exact (OpenType specification, glyf).
    """
    glyphs = _glyphs(face)
    pen = _pen()(glyphs, _EM / face.units)
    glyphs[glyphs.font.getGlyphName(gid)].draw(pen)
    return tuple(pen.segments)


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
