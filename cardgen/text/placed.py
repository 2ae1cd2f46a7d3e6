"""What composition gives back: glyphs with their places, ready to draw by anyone who can draw a glyph.

Lengths are millimetres from the top left of the text box, y downwards; type sizes are points.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from cardgen.text.fonts import Face

MM_PER_POINT = 25.4 / 72


class Glyph(NamedTuple):
    """One glyph: `text` is the source it stands for ("" when another glyph already stands for it).

    (x, y) is its origin on the baseline. `rotate` turns it clockwise, in degrees, about that origin;
    `stretch` scales its width.
    """

    gid: int
    text: str
    x: float
    y: float
    rotate: float = 0.0
    stretch: float = 1.0


@dataclass(frozen=True, slots=True)
class Run:
    """Glyphs of one face, size and colour on one line. `source` is what a reader selects and searches.

    `colour` is whatever the caller put into the style; composition only carries it. Ruby and emphasis
    dots are runs of their own with `annotation` set, so that a line's text can be copied without them.
    """

    face: Face
    size: float
    colour: Hashable
    glyphs: tuple[Glyph, ...]
    source: str
    annotation: bool = False


@dataclass(frozen=True, slots=True)
class Icon:
    """An inline icon: `name` as the text called it, its box (a square of `size` mm) from the top left."""

    name: str
    x: float
    y: float
    size: float
    colour: Hashable


@dataclass(frozen=True, slots=True)
class Composed:
    """A text set into a box.

    `size` is the type size it came out at, `width` and `height` the extent of what was set (its em boxes)
    in mm, `lines` the source, line by line. Each warning is "id:detail": "broken-word:Shuffle" when a word
    had to be divided, "small-ruby:3.50" for ruby of so many points.
    """

    runs: tuple[Run, ...]
    icons: tuple[Icon, ...]
    size: float
    width: float
    height: float
    lines: tuple[str, ...]
    warnings: tuple[str, ...] = ()
