"""Dice to fold: the net of a cube or an octahedron with its sides, fold lines and glue tabs.

Opposite sides of a cube add up to 7 and of an octahedron to 9 when the sides are numbered in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from cardgen.impose.lettering import Letters, words
from cardgen.impose.marks import CUT, FOLD
from cardgen.impose.shapes import BLANK, body_of, paint
from cardgen.layout import colour
from cardgen.layout.frame import Frame, Group, Item, Paint, Path, Shape
from cardgen.model import Component
from cardgen.text.fonts import Face

EDGES = {6: 16.0, 8: 22.0}
"""Length of an edge in mm, unless the component has a size."""

TAB = 5.0
_SLANT = 0.45
"""Depth of a glue tab, and how far its sides slope, as a part of the depth."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Die:
    """A die's name and what its sides show."""

    name: str
    sides: tuple[str, ...]


def dice_of(component: Component) -> list[Die]:
    """The dice to fold. One of 2, 3 or 4 sides shows each several times; empty when one has no net."""
    found = [Die(die.name, _all_sides(die.sides)) for die in written_dice(component)]
    return found if all(die.sides for die in found) else []


def written_dice(component: Component) -> list[Die]:
    """Each line of several words is a die of its own: its name, then its sides. Else all dice are alike."""
    lines = [line.split() for line in component.spec.faces]
    own = bool(lines) and all(len(line) > 2 for line in lines)
    dice = [Die(name, tuple(sides)) for name, *sides in lines] if own else []
    dice = dice or [Die(component.name, tuple(component.spec.faces))]
    return [dice[number % len(dice)] for number in range(component.declared)]


def _all_sides(sides: tuple[str, ...]) -> tuple[str, ...]:
    solid = next((n for n in EDGES if len(sides) > 1 and n % len(sides) == 0), None)
    return sides * (solid // len(sides)) if solid else ()


def edge_of(component: Component, sides: int) -> float:
    """The edge that the component's size asks for, when it has one of its own."""
    return EDGES[sides] if isinstance(component.spec.size, str) else component.size.width


def net_size(sides: int, edge: float) -> Point:
    """Width and height of the whole net, tabs included, in mm."""
    if sides == 6:
        return 4 * edge + TAB, 3 * edge
    return 3.5 * edge + TAB * 1.2, 3 * edge * sqrt(3) / 2


def net(die: Die, edge: float, faces: tuple[Face, ...]) -> Frame:
    """The net as a drawing: sides in their colour, folds dashed, the outline to cut, tabs to glue."""
    solid = _cube(edge) if len(die.sides) == 6 else _octahedron(edge)
    ground = body_of(die.name) or BLANK
    ink = paint(colour.contrast(ground))
    letters = Letters(faces, size=edge * (1.4 if len(die.sides) == 6 else 0.95), colour=ink)
    fold = replace(FOLD, stroke=ink)
    items: list[Item] = [
        Shape(_closed(tab), Paint(fill=(1, 1, 1), stroke=(0, 0, 0), width=0.15)) for tab in solid.tabs
    ]
    items += [Shape(_closed(side), Paint(fill=paint(ground))) for side in solid.sides]
    items += [Shape((("M", one), ("L", other)), CUT) for one, other in solid.outline()]
    items += [Shape((("M", one), ("L", other)), fold) for one, other in solid.folds()]
    items += [_side(word, side, edge, letters) for word, side in zip(_told(die), solid.sides, strict=True)]
    return Frame(*net_size(len(die.sides), edge), tuple(items))


def _side(word: str, corners: Sequence[Point], edge: float, letters: Letters) -> Group:
    """The word in the middle of its side, standing on the side's foot: its first edge."""
    x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    (x1, y1), (x2, y2) = corners[0], corners[1]
    c, s = (x2 - x1) / edge, (y2 - y1) / edge
    half = edge * (0.42 if len(corners) == 4 else 0.24)
    text = words(word, letters, -half, -half, 2 * half, 2 * half)
    return Group(Frame(0, 0, tuple(text)), (c, s, -s, c, x, y))


def _told(die: Die) -> list[str]:
    """6 and 9 look alike on one die: a full stop tells which way up they are."""
    alike = {"6", "9"} <= set(die.sides)
    return [f"{side}." if alike and side in ("6", "9") else side for side in die.sides]


# ------------------------------------------------------------------ solids


@dataclass(frozen=True, slots=True)
class _Solid:
    """Sides as polygons from the left end of their foot, in the order of the words; tabs from their fold."""

    sides: tuple[tuple[Point, ...], ...]
    tabs: tuple[tuple[Point, ...], ...]

    def folds(self) -> list[tuple[Point, Point]]:
        """The edges that two sides share, and those that carry a tab."""
        shared = [line for line, n in self._edges().items() if n == 2]
        tabbed = {_line(tab[0], tab[1]) for tab in self.tabs}
        return shared + [line for line, n in self._edges().items() if n == 1 and line in tabbed]

    def outline(self) -> list[tuple[Point, Point]]:
        folds = set(self.folds())
        return [line for line in self._edges() if line not in folds]

    def _edges(self) -> dict[tuple[Point, Point], int]:
        found: dict[tuple[Point, Point], int] = {}
        for side in self.sides:
            for one, other in zip(side, (*side[1:], side[0]), strict=True):
                line = _line(one, other)
                found[line] = found.get(line, 0) + 1
        return found


def _line(one: Point, other: Point) -> tuple[Point, Point]:
    ends = sorted((round(x, 6), round(y, 6)) for x, y in (one, other))
    return ends[0], ends[1]


def _cube(e: float) -> _Solid:
    """A cross: four sides in a row, one above and one below the second; tabs on every other free edge."""

    def square(column: int, row: int) -> tuple[Point, ...]:
        left, top = column * e, row * e
        return (left, top + e), (left + e, top + e), (left + e, top), (left, top)

    first, second, third, fourth = (square(column, 1) for column in range(4))
    sides = (first, second, square(1, 0), square(1, 2), fourth, third)
    tabs = [_tab((4 * e, 2 * e), (4 * e, e))]
    for column in (0, 2, 3):
        tabs.append(_tab(((column + 1) * e, e), (column * e, e)))
        tabs.append(_tab((column * e, 2 * e), ((column + 1) * e, 2 * e)))
    return _Solid(sides, tuple(tabs))


def _octahedron(e: float) -> _Solid:
    """A band of six triangles, one more above and one below; opposite sides are three places apart."""
    h = e * sqrt(3) / 2

    def up(column: int, foot: float) -> tuple[Point, ...]:
        x = column * e / 2
        return (x, foot), (x + e, foot), (x + e / 2, foot - h)

    def down(column: int, head: float) -> tuple[Point, ...]:
        x = column * e / 2
        return (x + e, head), (x, head), (x + e / 2, head + h)

    band = [up(column, 2 * h) if column % 2 == 0 else down(column, h) for column in range(6)]
    above, below = up(3, h), down(2, 2 * h)
    sides = (band[0], band[4], band[2], above, below, band[5], band[1], band[3])
    tabs = (
        _tab((3 * e, 2 * h), (3.5 * e, h)),
        _tab((1.5 * e, h), (0.5 * e, h)),
        _tab((3.5 * e, h), (2.5 * e, h)),
        _tab((0.0, 2 * h), (e, 2 * h)),
        _tab((2 * e, 2 * h), (3 * e, 2 * h)),
    )
    return _Solid(sides, tabs)


def _tab(one: Point, other: Point) -> tuple[Point, ...]:
    """A glue tab on the right-hand side of the way from `one` to `other`."""
    length = sqrt((other[0] - one[0]) ** 2 + (other[1] - one[1]) ** 2)
    u = (other[0] - one[0]) / length, (other[1] - one[1]) / length
    out = -u[1], u[0]
    slope = TAB * _SLANT * 1.4
    far = [
        (point[0] + out[0] * TAB + sign * u[0] * slope, point[1] + out[1] * TAB + sign * u[1] * slope)
        for point, sign in ((other, -1), (one, 1))
    ]
    return one, other, far[0], far[1]


def _closed(points: Sequence[Point]) -> Path:
    return (("M", points[0]), *(("L", point) for point in points[1:]), ("Z", ()))
