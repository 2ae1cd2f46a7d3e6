"""トンボ: the crop marks of Japanese printing, double at the corners and crossed at the middle of each side.

At each corner one hook joins the trim line to the bleed line and another the bleed line to the trim line, so
that both can be cut and checked against. All marks lie outside the bleed, in all four inks (registration
colour), and are measured in mm from the top left of the trim.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.layout.frame import Colour, Item, Paint, Path, Shape

LENGTH = 9.0
"""How far a mark reaches beyond the bleed."""

SLUG = 12.0
"""Room for the marks beyond the bleed, on each side of the page."""

WEIGHT = 0.1
REGISTRATION: Colour = (1.0, 1.0, 1.0, 1.0)
_BAR = 14.0
"""Length of the bar that crosses a centre mark, where the side has room for it."""


def tombo(width: float, height: float, bleed: float) -> tuple[Item, ...]:
    """The marks of a card of that trim size."""
    paint = Paint(fill=None, stroke=REGISTRATION, width=WEIGHT)
    lines = [*_corners(width, height, bleed), *_centres(width, height, bleed)]
    return tuple(Shape(line, paint) for line in lines)


def _corners(width: float, height: float, bleed: float) -> Iterator[Path]:
    for x, outwards in ((0.0, -1), (width, 1)):
        for y, upwards in ((0.0, -1), (height, 1)):
            edge_x, edge_y = x + outwards * bleed, y + upwards * bleed
            far_x, far_y = edge_x + outwards * LENGTH, edge_y + upwards * LENGTH
            yield ("M", (far_x, y)), ("L", (edge_x, y)), ("L", (edge_x, far_y))
            yield ("M", (far_x, edge_y)), ("L", (x, edge_y)), ("L", (x, far_y))


def _centres(width: float, height: float, bleed: float) -> Iterator[Path]:
    """The upright of each mark ends at the bleed; its bar lies half way out."""
    start, middle, end = bleed, bleed + LENGTH / 2, bleed + LENGTH
    x, y = width / 2, height / 2
    half_x, half_y = min(_BAR, width / 3) / 2, min(_BAR, height / 3) / 2
    for near, bar, far in ((-start, -middle, -end), (height + start, height + middle, height + end)):
        yield ("M", (x, far)), ("L", (x, near))
        yield ("M", (x - half_x, bar)), ("L", (x + half_x, bar))
    for near, bar, far in ((-start, -middle, -end), (width + start, width + middle, width + end)):
        yield ("M", (far, y)), ("L", (near, y))
        yield ("M", (bar, y - half_y)), ("L", (bar, y + half_y))
