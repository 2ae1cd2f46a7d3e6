"""Tuck boxes: the net of a box for a deck, from the size of its cards and how thick the deck is.

A straight tuck-end box: four walls and a glue flap in a row; above the back wall the lid with its tongue,
below the front wall the bottom; dust flaps on the side walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.impose.lettering import Letters, words
from cardgen.impose.marks import CUT, FOLD
from cardgen.layout.frame import Frame, Group, Item, Shape
from cardgen.text.fonts import Face

GLUE, TUCK, DUST = 12.0, 14.0, 12.0
"""Depth of the glue flap, of the tongues, and the most of a dust flap, in mm."""

_TAPER = 2.0
_NOTCH, _NOTCH_DEEP = 9.0, 5.0
"""Half the width and the depth of the notch for the thumb, in mm; less on a small box."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Inside:
    """The room in a box, in mm: `depth` holds the thickness of the deck."""

    width: float
    height: float
    depth: float


def inside(card: tuple[float, float], cards: int, thickness: float, slack: float) -> Inside:
    """The room that so many cards need, with `slack` on each side of the deck.

    The board of the box itself takes no room worth counting: the slack pays for it.
    """
    return Inside(card[0] + 2 * slack, card[1] + 2 * slack, cards * thickness + 2 * slack)


def net_size(box: Inside) -> tuple[float, float]:
    """Width and height of the whole net in mm."""
    return 2 * box.width + 2 * box.depth + GLUE, box.height + 2 * (box.depth + TUCK)


def net(box: Inside, title: str, line: str, faces: tuple[Face, ...]) -> Frame:
    """The net with its cuts and folds, the title on walls and lid, and a line below it on front and back."""
    w, h, d = box.width, box.height, box.depth
    columns = (0.0, w, w + d, 2 * w + d, 2 * w + 2 * d)
    top, foot = d + TUCK, d + TUCK + h
    items: list[Item] = [_path(points, fold=False) for points in _cuts(columns, top, foot, d)]
    items += [_path(points, fold=True) for points in _folds(columns, top, foot, d)]
    for left in (columns[0], columns[2]):
        items += _wall(title, line, faces, left, top, w, h)
    for left in (columns[1], columns[3]):
        items += _turned(title, faces, left, top, d, h)
    items += words(title, Letters(faces, 16), columns[2] + 3, top - d + 1, w - 6, d - 2)
    items += words("の\nり\nし\nろ", Letters(faces, 7), columns[4] + 1, top + h * 0.3, GLUE - 2, h * 0.4)
    return Frame(*net_size(box), tuple(items))


def _cuts(c: Sequence[float], top: float, foot: float, d: float) -> list[list[Point]]:
    """The outline in pieces: each flap, then the plain edges between."""
    middle, half = (c[0] + c[1]) / 2, min(_NOTCH, c[1] / 5)
    deep = min(_NOTCH_DEEP, (foot - top) / 8)
    return [
        # front wall: its upper edge with a notch for the thumb
        [(c[0], top), (middle - half, top), (middle - half * 0.6, top + deep),
         (middle + half * 0.6, top + deep), (middle + half, top), (c[1], top)],
        _dust(c[1], c[2], top, -1, d),
        _tongue(c[2], c[3], top, -1, d),
        _dust(c[3], c[4], top, -1, d),
        # glue flap
        [(c[4], top), (c[4] + GLUE, top + 5), (c[4] + GLUE, foot - 5), (c[4], foot)],
        _dust(c[3], c[4], foot, 1, d),
        [(c[2], foot), (c[3], foot)],
        _dust(c[1], c[2], foot, 1, d),
        _tongue(c[0], c[1], foot, 1, d),
        [(c[0], top), (c[0], foot)],
    ]  # fmt: skip


def _dust(left: float, right: float, y: float, way: int, depth: float) -> list[Point]:
    far = y + way * min(DUST, depth + TUCK)
    slope = min(_TAPER, (right - left) / 4)
    return [(left, y), (left + slope, far), (right - slope, far), (right, y)]


def _tongue(left: float, right: float, y: float, way: int, depth: float) -> list[Point]:
    """The lid or the bottom, and the tongue that is tucked in."""
    hinge, far = y + way * depth, y + way * (depth + TUCK)
    return [
        (left, y),
        (left, hinge),
        (left + _TAPER, hinge + way * 2),
        (left + 3 * _TAPER, far),
        (right - 3 * _TAPER, far),
        (right - _TAPER, hinge + way * 2),
        (right, hinge),
        (right, y),
    ]


def _folds(c: Sequence[float], top: float, foot: float, d: float) -> list[list[Point]]:
    upright: list[list[Point]] = [[(x, top), (x, foot)] for x in c[1:]]
    level: list[list[Point]] = [[(c[1], top), (c[4], top)], [(c[2], top - d), (c[3], top - d)]]
    level += [[(c[0], foot), (c[2], foot)], [(c[3], foot), (c[4], foot)]]
    return [*upright, *level, [(c[0], foot + d), (c[1], foot + d)]]


def _path(points: Sequence[Point], fold: bool) -> Shape:
    path = (("M", points[0]), *(("L", point) for point in points[1:]))
    return Shape(path, FOLD if fold else CUT)


def _wall(
    title: str, line: str, faces: tuple[Face, ...], left: float, top: float, w: float, h: float
) -> list[Item]:
    margin = w * 0.12
    return [
        *words(title, Letters(faces, 24), left + margin, top + h * 0.22, w - 2 * margin, h * 0.36),
        *words(line, Letters(faces, 9), left + margin, top + h * 0.66, w - 2 * margin, h * 0.16),
    ]


def _turned(title: str, faces: tuple[Face, ...], left: float, top: float, d: float, h: float) -> list[Item]:
    """The title along a narrow wall, to be read with the box lying on its side."""
    text = words(title, Letters(faces, 18), 0, 0, h - 8, d - 2)
    return [Group(Frame(h - 8, d - 2, tuple(text)), (0, 1, -1, 0, left + d - 1, top + 4))]
