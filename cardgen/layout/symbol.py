"""A drawing in its own units, as an SVG file holds it, and how it is fitted into a box."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cardgen.layout.frame import Frame, Group, bounds, rectangle


@dataclass(frozen=True)
class Symbol:
    """A drawing in its own units, of which the part inside `view` (x, y, width, height) is shown."""

    frame: Frame
    view: tuple[float, float, float, float]

    @cached_property
    def sticks_out(self) -> bool:
        found = bounds(self.frame)
        x, y, width, height = self.view
        return found is not None and not (
            found[0] >= x and found[1] >= y and found[2] <= x + width and found[3] <= y + height
        )


def fitted(
    symbol: Symbol,
    box: tuple[float, float, float, float],
    fit: str = "contain",
    focus: tuple[float, float] = (0.5, 0.5),
) -> Group:
    """The drawing within a box, over all of it, or stretched to it; `focus` says what is kept in view."""
    x, y, width, height = box
    left, top, across, down = symbol.view
    sx, sy = width / across, height / down
    if fit != "fill":
        sx = sy = min(sx, sy) if fit == "contain" else max(sx, sy)
    dx = x + (width - across * sx) * focus[0] - left * sx
    dy = y + (height - down * sy) * focus[1] - top * sy
    clip = None
    if fit == "cover":
        clip = rectangle((x - dx) / sx, (y - dy) / sy, width / sx, height / sy)
    elif symbol.sticks_out:
        clip = rectangle(*symbol.view)
    return Group(symbol.frame, (sx, 0, 0, sy, dx, dy), clip)
