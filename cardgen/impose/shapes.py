"""Counters to punch out: round, square and hexagonal ones with the outline to cut along."""

from __future__ import annotations

from math import cos, pi, sin

from cardgen.impose.lettering import Letters, words
from cardgen.impose.marks import CUT
from cardgen.layout import colour
from cardgen.layout.frame import Colour, Frame, Group, Paint, Path, Shape, ellipse, rectangle
from cardgen.model import Component
from cardgen.model import Outline as Kind
from cardgen.text.fonts import Face

BETWEEN = 2.0
"""Between two counters, in mm: each has half of it as bleed, and the knife has room to go round."""

BLANK = "#f4f1e8"


def outline(kind: Kind, width: float, height: float, corner: float = 0.0, grown: float = 0.0) -> Path:
    """The edge of a counter whose box is `width` x `height`, `grown` mm outside it."""
    if kind == "round":
        return ellipse(width / 2, height / 2, width / 2 + grown, height / 2 + grown)
    if kind == "hexagon":
        return _hexagon(width, height, grown)
    radius = corner + grown if corner else 0.0
    return rectangle(-grown, -grown, width + 2 * grown, height + 2 * grown, radius, radius)


def _hexagon(width: float, height: float, grown: float) -> Path:
    """Points to the left and right where it is wider than high, else up and down."""
    along = (0.0 if width >= height else pi / 2) if width != height else pi / 2
    long, short = max(width, height) / 2, min(width, height) / 2
    grow = grown / cos(pi / 6)
    points = []
    for corner in range(6):
        angle = corner * pi / 3
        u, v = cos(angle) * (long + grow), sin(angle) / sin(pi / 3) * (short + grown)
        x, y = (u, v) if along == 0.0 else (v, u)
        points.append((width / 2 + x, height / 2 + y))
    return (("M", points[0]), *(("L", point) for point in points[1:]), ("Z", ()))


def punched(face: Frame, kind: Kind, corner: float, cut: bool) -> Frame:
    """A face shown as far as the counter and half the gap beyond, with the line to cut along if `cut`."""
    shown = outline(kind, face.width, face.height, corner, BETWEEN / 2)
    items: list[Group | Shape] = [Group(face, clip=shown)]
    if cut:
        items.append(Shape(outline(kind, face.width, face.height, corner), CUT))
    return Frame(face.width, face.height, tuple(items), min(face.bleed, BETWEEN / 2))


def counter(component: Component, faces: tuple[Face, ...]) -> Frame:
    """The face of a counter that has no template: its name, on the colour that the name speaks of."""
    width, height = component.size.width, component.size.height
    ground = body_of(component.name) or BLANK
    ink = paint(colour.contrast(ground))
    fill = rectangle(-BETWEEN, -BETWEEN, width + 2 * BETWEEN, height + 2 * BETWEEN)
    letters = Letters(faces, size=min(16.0, height * 1.1), colour=ink)
    margin = width * 0.14
    text = words(component.name, letters, margin, height * 0.2, width - 2 * margin, height * 0.6)
    return Frame(width, height, (Shape(fill, Paint(fill=paint(ground))), *text), BETWEEN)


def body_of(name: str) -> str | None:
    """The colour that a name speaks of (緑（セーフティ）), as #rrggbb."""
    found = [ink for ink in colour.NAMES if len(ink) == 1 and ink in name]
    return colour.NAMES[found[0]] if found else None


def paint(text: str) -> Colour:
    """A colour that is written in this program."""
    found = colour.parse(text)
    assert found is not None, text
    return found
