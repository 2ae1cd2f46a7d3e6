"""A finished drawing: placed items, nothing left to decide. Faces, sheets and book pages are all `Frame`s.

Lengths are millimetres from the top left, y downwards, as in SVG; type sizes are points.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cardgen.text.placed import Run

Colour = tuple[float, ...]
"""Three parts for RGB or four for CMYK, each 0 to 1."""

Segment = tuple[str, tuple[float, ...]]
"""("M", (x, y)), ("L", (x, y)), ("C", (x1, y1, x2, y2, x, y)) or ("Z", ())."""

Matrix = tuple[float, float, float, float, float, float]
"""SVG's matrix(a b c d e f): x' = a x + c y + e, y' = b x + d y + f."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Paint:
    """Fill and stroke; `width` and `dash` in mm; None means not painted."""

    fill: Colour | None = (0, 0, 0)
    stroke: Colour | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    opacity: float = 1.0
    evenodd: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    path: tuple[Segment, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """A run of placed glyphs, moved to where its box stands. Its `colour` is a `Colour`."""

    run: Run
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster picture. `box` is where it goes (x, y, width, height, mm); `crop` is the part shown, in pixels."""

    file: Path
    digest: str
    box: tuple[float, float, float, float]
    crop: tuple[int, int, int, int]
    pixels: tuple[int, int]
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Group:
    """Another frame set into this one, moved or turned by `matrix`, shown only inside `clip` (of its own space)."""

    frame: Frame
    matrix: Matrix = IDENTITY
    clip: tuple[Segment, ...] | None = None


Item = Shape | Text | Picture | Group


@dataclass(frozen=True, slots=True)
class Frame:
    """A drawing of `width` x `height` mm. Items may reach `bleed` mm beyond it on every side."""

    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
