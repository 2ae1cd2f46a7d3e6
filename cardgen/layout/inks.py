"""Faces for less ink: any drawing with its large areas left white, or in shades of grey.

`saver` keeps what a player reads: what stood light on a coloured area takes the area's colour instead, and
stands out from the white as it did from the colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from cardgen.layout.frame import (
    IDENTITY,
    Colour,
    Frame,
    Group,
    Item,
    Matrix,
    Paint,
    Picture,
    Shape,
    Text,
    multiply,
    rectangle,
)
from cardgen.layout.ground import Area, Ground, Leaf, Point, area, centres, scale_of
from cardgen.layout.vision import BLACK, RGB, WHITE, contrast, grey, mix, rgb

Ink = Literal["full", "saver", "grey"]

LARGE = 80.0
"""Square millimetres from which a filled area is left white: more than a cost's dot, less than a band."""

OUTLINE = 0.4
"""Width in mm of the line around an area that was left white."""

EDGE = 1.0
"""Width in mm of the line within the trim that tells a card's colour: decks stay apart by their backs."""

DARK = 1.5
"""Contrast with white from which a card has that line: card stock has none."""

HUE = 0.25
"""Difference of the channels from which a small mark counts as coloured: its colour has a meaning."""

PALE = 1.1
"""Contrast below which an area never stood out from what it lay on: it has no outline."""

LEAST_TEXT = 4.5
LEAST_LINE = 2.0
"""Contrast with the white: what type needs (WCAG 2.2), and what makes a thin line visible."""

LIGHTER = 0.35
"""Opacity that pictures keep."""


def inked(frame: Frame, ink: Ink, edged: bool = True) -> Frame:
    """The drawing in that ink; the same drawing when nothing is to be saved.

    `edged` says whether a card whose whole ground was left white shows its colour in a line along the trim.
    """
    match ink:
        case "full":
            return frame
        case "grey":
            return _Greyed().frame(frame)
        case "saver":
            return _Saver(frame).saved(edged)


# ------------------------------------------------------------------ grey


class _Greyed:
    """Every colour as the grey that is as bright. A part that is placed often stays one part."""

    def frame(self, frame: Frame) -> Frame:
        return frame.changed(map(self.item, frame.items), frame.key and f"{frame.key} grey")

    def item(self, item: Item) -> Item:
        match item:
            case Shape(_, paint):
                return replace(item, paint=_painted(paint, _grey))
            case Text(run, _, _):
                return replace(item, run=replace(run, colour=_grey(_ink(item))))
            case Picture():
                return replace(item, grey=True)
            case Group():
                return replace(item, frame=self.frame(item.frame))


def _grey(colour: Colour) -> Colour:
    return grey(rgb(colour))


def _painted(paint: Paint, change: Callable[[Colour], Colour]) -> Paint:
    fill, stroke = (None if old is None else change(old) for old in (paint.fill, paint.stroke))
    return replace(paint, fill=fill, stroke=stroke)


def _ink(text: Text) -> Colour:
    return BLACK if text.run.colour is None else cast(Colour, text.run.colour)


# ------------------------------------------------------------------ saver


@dataclass(slots=True)
class _Place:
    """Where a group stands on the page."""

    matrix: Matrix = IDENTITY
    opacity: float = 1.0
    clips: tuple[Area, ...] = ()

    def leaf(self, item: Shape | Text | Picture) -> Leaf:
        return Leaf(item, self.matrix, self.opacity, self.clips)

    def inside(self, group: Group) -> _Place:
        matrix = multiply(self.matrix, group.matrix)
        more = (area(group.clip, matrix),) if group.clip else ()
        return _Place(matrix, self.opacity * group.opacity, (*self.clips, *more))


@dataclass(slots=True)
class _Saver:
    """One face being thinned out: the ground as it was painted, and as it now is."""

    page: Frame
    was: Ground = field(default_factory=Ground)
    now: Ground = field(default_factory=Ground)
    stock: RGB = WHITE
    """The colour of the last area that was the whole face."""

    def saved(self, edged: bool) -> Frame:
        """The face without its bleed: white art needs none, and lines beyond the trim look like marks."""
        width, height = self.page.width, self.page.height
        trim = rectangle(0, 0, width, height)
        items: list[Item] = [Group(self.frame(self.page, _Place()))]
        if edged and contrast(self.stock, WHITE) >= DARK:
            line = _strong(self.stock, WHITE, LEAST_LINE, lighten=False)
            items.append(Shape(trim, Paint(None, line, 2 * EDGE)))
        return Frame(width, height, (Group(Frame(width, height, tuple(items)), clip=trim),))

    def frame(self, frame: Frame, place: _Place) -> Frame:
        return frame.changed(new for item in frame.items for new in self.item(item, place))

    def item(self, item: Item, place: _Place) -> Iterator[Item]:
        match item:
            case Group():
                yield replace(item, frame=self.frame(item.frame, place.inside(item)))
            case Text():
                yield self.text(item, place)
            case Picture():
                lighter = replace(item, opacity=item.opacity * LIGHTER)
                self.painted(item, lighter, place)
                yield lighter
            case Shape():
                new = self.shape(item, place)
                self.painted(item, new, place)
                yield new

    def painted(self, old: Shape | Picture, new: Shape | Picture, place: _Place) -> None:
        self.was.paint(place.leaf(old))
        self.now.paint(place.leaf(new))

    def text(self, text: Text, place: _Place) -> Text:
        points = centres(text, place.matrix)
        if not points:
            return text
        ink = self.tinted(_ink(text), points[len(points) // 2], LEAST_TEXT)
        return replace(text, run=replace(text.run, colour=ink))

    def shape(self, shape: Shape, place: _Place) -> Shape:
        where = area(shape.path, place.matrix, shape.paint.evenodd)
        point = _middle(where)
        if shape.paint.fill is not None and where.size >= LARGE:
            return self.emptied(shape, where, point, scale_of(place.matrix) or 1.0)
        return replace(shape, paint=_painted(shape.paint, lambda colour: self.marked(colour, point)))

    def emptied(self, shape: Shape, where: Area, point: Point, scale: float) -> Shape:
        """A large area: white, with a line around it in its colour where there was an edge to be seen."""
        fill = rgb(shape.paint.fill or WHITE)
        paint = replace(shape.paint, fill=WHITE)
        if self.covers(where):
            self.stock = fill
            return replace(shape, paint=replace(paint, stroke=None))
        if contrast(fill, self.was.at(*point)) < PALE:
            stroke = None if paint.stroke is None else self.tinted(paint.stroke, point, 1.0)
            return replace(shape, paint=replace(paint, stroke=stroke))
        line = _strong(rgb(self.marked(fill, point)), WHITE, LEAST_LINE, lighten=False)
        width = max(OUTLINE / scale, shape.paint.width if shape.paint.stroke else 0.0)
        return replace(shape, paint=replace(paint, stroke=line, width=width, dash=()))

    def covers(self, where: Area) -> bool:
        """Whether the area is the whole face."""
        left, top, right, bottom = where.box
        return left <= 0 and top <= 0 and right >= self.page.width and bottom >= self.page.height

    def marked(self, colour: Colour, point: Point) -> Colour:
        """The colour for a small mark at that point: a coloured one keeps its hue and is darkened at most."""
        was, now, ink = self.was.at(*point), self.now.at(*point), rgb(colour)
        if was == now or max(ink) - min(ink) < HUE:
            return self.tinted(colour, point, 1.0)
        wanted = min(LEAST_LINE, contrast(ink, was))
        return colour if contrast(ink, now) >= wanted else _strong(ink, now, wanted, lighten=False)

    def tinted(self, colour: Colour, point: Point, least: float) -> Colour:
        """The colour for something at that point; another only where its ground is another than it was."""
        was, now, ink = self.was.at(*point), self.now.at(*point), rgb(colour)
        if was == now:
            return colour
        wanted = max(least, contrast(ink, was))
        if contrast(ink, now) >= min(wanted, LEAST_TEXT):
            return colour
        return _strong(was if contrast(was, now) > contrast(ink, now) else ink, now, wanted)


def _middle(where: Area) -> Point:
    """A point among those of the first outline: enough to say on what a small shape stands."""
    polygon = where.polygons[0] if where.polygons else ((0.0, 0.0),)
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


_STEPS = 20


def _strong(colour: RGB, ground: RGB, wanted: float, lighten: bool = True) -> RGB:
    """The colour, lighter where it stands out more than is wanted, darker where it does so less."""
    darker = [mix(colour, BLACK, step / _STEPS) for step in range(_STEPS + 1)]
    lighter = [mix(colour, WHITE, step / _STEPS) for step in range(1, _STEPS + 1) if lighten]
    for shade in [*reversed(lighter), *darker]:
        if contrast(shade, ground) >= wanted:
            return shade
    return BLACK
