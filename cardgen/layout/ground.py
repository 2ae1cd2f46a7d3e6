"""What lies beneath a point of a drawing: its items in painting order, and the colour they add up to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from cardgen.layout.extent import LONG, Itself, around, grown, reach
from cardgen.layout.frame import (
    IDENTITY,
    Box,
    Frame,
    Group,
    Matrix,
    Path,
    Picture,
    Shape,
    Text,
    multiply,
    rectangle,
    transform,
)
from cardgen.layout.raster import opened
from cardgen.layout.vision import RGB, WHITE, mix, rgb
from cardgen.text.placed import MM_PER_POINT, Glyph

if TYPE_CHECKING:
    from PIL.Image import Image

Point = tuple[float, float]


class Leaf(NamedTuple):
    """One item as the page has it: moved by `matrix`, seen through `opacity` and inside all of `clips`."""

    item: Shape | Text | Picture
    matrix: Matrix
    opacity: float
    clips: tuple[Area, ...]


def leaves(
    frame: Frame, matrix: Matrix = IDENTITY, opacity: float = 1.0, clips: tuple[Area, ...] = ()
) -> Iterator[Leaf]:
    """Everything that is drawn, groups resolved, in painting order."""
    for item in frame.items:
        if isinstance(item, Group):
            inner = multiply(matrix, item.matrix)
            more = (area(item.clip, inner),) if item.clip else ()
            yield from leaves(item.frame, inner, opacity * item.opacity, (*clips, *more))
        else:
            yield Leaf(item, matrix, opacity, clips)


# ------------------------------------------------------------------ areas


@dataclass(frozen=True, eq=False)
class Area:
    """The inside of an outline that is drawn under `matrix`, worked out as far as it is asked for."""

    path: Path
    matrix: Matrix
    evenodd: bool = False

    def __contains__(self, point: Point) -> bool:
        if not (_within(self._reach, *point) and _within(self.box, *point)):
            return False
        turns = self._turns(*point)
        return bool(turns % 2) if self.evenodd else turns != 0

    @cached_property
    def _reach(self) -> Box | None:
        """A box that is had without following the curves. What rounding may add to them is inside."""
        return grown(reach(self.path, self.matrix), 0.01)

    @cached_property
    def polygons(self) -> tuple[tuple[Point, ...], ...]:
        """The outline as polygons in the page's space."""
        a, b, c, d, e, f = self.matrix
        flat = _flat(self.path) if len(self.path) >= LONG else _kept_flat(self.path)
        return tuple(tuple((a * x + c * y + e, b * x + d * y + f) for x, y in polygon) for polygon in flat)

    @cached_property
    def box(self) -> Box:
        """The box of the polygons."""
        return around([point for polygon in self.polygons for point in polygon]) or (0.0, 0.0, 0.0, 0.0)

    @cached_property
    def size(self) -> float:
        """Square millimetres inside the largest of its outlines."""
        return max((abs(_signed(polygon)) for polygon in self.polygons), default=0.0)

    def _turns(self, x: float, y: float) -> int:
        """How often the outline winds around a point: what crosses the line from there to the right."""
        turns = 0
        for (left, top, right, bottom), piece in self._pieces:
            if not top <= y < bottom or right < x - _ROUNDING:
                continue
            if left > x + _ROUNDING:  # all crosses it, so that there and back again is nothing
                turns += (piece[-1][1] > y) - (piece[0][1] > y)
                continue
            for (x1, y1), (x2, y2) in pairwise(piece):
                if (y1 <= y) != (y2 <= y) and x1 + (y - y1) / (y2 - y1) * (x2 - x1) > x:
                    turns += 1 if y2 > y1 else -1
        return turns

    @cached_property
    def _pieces(self) -> list[tuple[Box, tuple[Point, ...]]]:
        """The outline in pieces, each with its box: a point lies beside few of them."""
        found = []
        for polygon in self.polygons:
            ring = (*polygon, polygon[0])
            for start in range(0, len(polygon), _PIECE):
                piece = ring[start : start + _PIECE + 1]
                xs, ys = [x for x, _ in piece], [y for _, y in piece]
                found.append(((min(xs), min(ys), max(xs), max(ys)), piece))
        return found


def area(path: Path, matrix: Matrix, evenodd: bool = False) -> Area:
    """The area of an outline that is drawn under `matrix`."""
    if len(path) >= LONG:
        return _kept_area(Itself(path), matrix, evenodd)
    return Area(path, matrix, evenodd)


@lru_cache(8)
def _kept_area(long: Itself, matrix: Matrix, evenodd: bool) -> Area:
    return Area(long.path, matrix, evenodd)


def _within(box: Box | None, x: float, y: float) -> bool:
    return box is not None and box[0] <= x <= box[2] and box[1] <= y <= box[3]


_PIECE = 256
"""Steps of an outline that are looked at together."""

_ROUNDING = 1e-6
"""Millimetres, far more than floating point is off by."""

_STEPS = 8
"""Chords for a Bézier curve: a quarter circle of 20 mm is then true to 0.1 mm."""


def _flat(path: Path) -> tuple[tuple[Point, ...], ...]:
    found: list[list[Point]] = []
    for letter, n in path:
        if letter == "M":
            found.append([(n[0], n[1])])
        elif letter == "L":
            found[-1].append((n[0], n[1]))
        elif letter == "C":
            found[-1] += _chords(found[-1][-1], n)
        elif found[-1]:  # drawing goes on from where the closed outline began
            found.append([found[-1][0]])
    return tuple(tuple(polygon) for polygon in found if len(polygon) > 1)


_kept_flat = lru_cache(2048)(_flat)


def _chords(start: Point, n: tuple[float, ...]) -> Iterator[Point]:
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (
            a * start[0] + b * n[0] + c * n[2] + d * n[4],
            a * start[1] + b * n[1] + c * n[3] + d * n[5],
        )


def _signed(polygon: tuple[Point, ...]) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*polygon, polygon[0]))) / 2


# ------------------------------------------------------------------ glyphs


def scale_of(matrix: Matrix) -> float:
    """How much larger things are drawn under `matrix`."""
    a, b, c, d, _, _ = matrix
    return float(abs(a * d - b * c) ** 0.5)


def centres(text: Text, matrix: Matrix, most: int | None = None) -> list[Point]:
    """The middle of each glyph that shows something, in the page's space; of some `most` of them if given."""
    shown = [glyph for glyph in text.run.glyphs if not glyph.text or glyph.text.strip()]
    step = max(1, len(shown) // most) if most else 1
    return [_centre(text, glyph, matrix) for glyph in shown[::step]]


def _centre(text: Text, glyph: Glyph, matrix: Matrix) -> Point:
    em, turn = text.run.size * MM_PER_POINT, radians(glyph.rotate)
    dx, dy = em / 2 * glyph.stretch, -0.38 * em
    x = text.x + glyph.x + dx * cos(turn) - dy * sin(turn)
    y = text.y + glyph.y + dx * sin(turn) + dy * cos(turn)
    return transform(matrix, x, y)


# ------------------------------------------------------------------ the ground


@dataclass(frozen=True, slots=True)
class _Coat:
    area: Area
    clips: tuple[Area, ...]
    colour: RGB | tuple[Picture, Matrix]
    opacity: float


@dataclass(slots=True)
class Ground:
    """White paper and what has been painted on it so far. Lines are too thin to count as ground."""

    coats: list[_Coat] = field(default_factory=list)

    def paint(self, leaf: Leaf) -> None:
        """Put a filled shape or a picture on top; a text or a line changes nothing."""
        item = leaf.item
        if isinstance(item, Shape) and item.paint.fill is not None:
            where = area(item.path, leaf.matrix, item.paint.evenodd)
            seen = item.paint.opacity * leaf.opacity
            self.coats.append(_Coat(where, leaf.clips, rgb(item.paint.fill), seen))
        elif isinstance(item, Picture):
            where = area(rectangle(*item.box), leaf.matrix)
            self.coats.append(_Coat(where, leaf.clips, (item, leaf.matrix), item.opacity * leaf.opacity))

    def at(self, x: float, y: float) -> RGB:
        """The colour that shows at a point."""
        found: list[tuple[RGB, float]] = []
        for coat in reversed(self.coats):
            if (x, y) in coat.area and all((x, y) in clip for clip in coat.clips):
                colour, seen = self._colour(coat, x, y)
                found.append((colour, seen * coat.opacity))
                if found[-1][1] >= 1:
                    break
        shown = WHITE
        for colour, seen in reversed(found):
            shown = mix(shown, colour, seen)
        return shown

    def _colour(self, coat: _Coat, x: float, y: float) -> tuple[RGB, float]:
        match coat.colour:
            case (Picture() as picture, matrix):
                return _pixel(picture, *_inverse(matrix, x, y))
            case (float() | int(), _, _) as colour:
                return colour, 1.0
        raise AssertionError("a coat is a colour or a picture")


def _inverse(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    size = (a * d - b * c) or 1.0
    return (d * (x - e) - c * (y - f)) / size, (a * (y - f) - b * (x - e)) / size


def _pixel(picture: Picture, x: float, y: float) -> tuple[RGB, float]:
    """The picture's colour at a point of its own space, and how opaque it is there."""
    left, top, width, height = picture.box
    crop = picture.crop
    image = _thumbnail(picture)
    across = (crop[0] + (x - left) / width * (crop[2] - crop[0])) / picture.pixels[0] * image.width
    down = (crop[1] + (y - top) / height * (crop[3] - crop[1])) / picture.pixels[1] * image.height
    at = min(image.width - 1, max(0, int(across))), min(image.height - 1, max(0, int(down)))
    red, green, blue, alpha = image.getpixel(at)  # type: ignore[misc]
    return (red / 255, green / 255, blue / 255), alpha / 255


@lru_cache(64)
def _thumbnail(picture: Picture) -> Image:
    """The picture small: a glyph covers more than one of its pixels, and what counts is their mean."""
    with opened(picture.file, (256, 256)) as pixels:
        image = pixels.convert("RGBA")
    image.thumbnail((256, 256))
    return image
