"""What the pages of a PDF use: paint, type, pictures, transparency; and the state in which they paint.

Lengths are points of the page, boxes (left, bottom, right, top).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardgen.export.pdfspace import GREY, Space
from cardgen.layout.frame import IDENTITY, Box, Matrix


@dataclass(frozen=True, slots=True)
class Painted:
    """A colour put on paper. `width` is that of a line, None for an area. `box` is None for type
    and for what a pattern repeats. `parts` are empty where the colour changes from point to point."""

    space: Space
    parts: tuple[float, ...]
    box: Box | None
    width: float | None = None
    overprint: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """Type in a font of that name, `size` points high; `font` is the font's dictionary.

    Nothing is copied of type `aside`: it repeats what stands beside it, as ruby does.
    """

    font: Any
    size: float
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Pictured:
    """A picture, its least resolution in pixels per inch, its dictionary and its colours.

    Stencils have no colours of their own: what they let through is `Painted`.
    """

    picture: Any
    dpi: float
    space: Space
    inline: bool = False


@dataclass(frozen=True, slots=True)
class SeenThrough:
    """Transparency, and what asks for it: an opacity, a blend mode, a soft mask or a group."""

    what: str


@dataclass(frozen=True, slots=True)
class Covered:
    """Where a page has ink other than type and thin lines, as far as its clips let it be seen.

    White leaves no ink. What lies within another of the boxes may be left out.
    """

    boxes: tuple[Box, ...]


Use = Painted | Shown | Pictured | SeenThrough | Covered


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour that is set; `pattern` is what is painted instead of it, or in it."""

    space: Space = GREY
    parts: tuple[float, ...] = (0.0,)
    pattern: Any = None

    @property
    def key(self) -> tuple[object, ...]:
        return self.space, self.parts, None if self.pattern is None else self.pattern.objgen


@dataclass(slots=True)
class State:
    """The graphics state (ISO 32000-1, 8.4), as far as it is asked for. `clip` is the box around the clip."""

    matrix: Matrix = IDENTITY
    clip: Box | None = None
    fill: Colour = Colour()
    stroke: Colour = Colour()
    overprint: tuple[bool, bool] = (False, False)
    """Of fills, of strokes."""
    width: float = 1.0
    font: Any = None
    size: float = 0.0
    mode: int = 0


def inherited(page: Any, key: str, default: Any = None) -> Any:
    """What the page itself or the nearest of its parents states (ISO 32000-1, 7.7.3.4)."""
    node = page.obj if hasattr(page, "obj") else page
    while node is not None:
        if key in node:
            return node[key]
        node = node.get("/Parent")
    return default
