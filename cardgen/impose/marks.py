"""Bleed, trim marks and cut guides, from how the cards really lie rather than from what a full grid has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from cardgen.impose.cell import Cell
from cardgen.impose.press import Guides
from cardgen.impose.room import APART, LEAST_SEEN, bleed_in, free
from cardgen.impose.stock import Stock
from cardgen.layout.frame import Box, Item, Paint, Shape

MARK = 5.0
"""Length of a trim mark where there is room."""

UNDER, HAIR = 0.5, 0.05
"""How far a card goes on under one that covers it, a pixel of a whole page on a screen; and elsewhere, mm."""

_NEAR = 1e-6
_INK = Paint(fill=None, stroke=(0, 0, 0), width=0.1)
_GUIDE = Paint(fill=None, stroke=(0.55, 0.55, 0.55), width=0.1)
FOLD = Paint(fill=None, stroke=(0.35, 0.35, 0.35), width=0.15, dash=(2.0, 1.2))
CUT = Paint(fill=None, stroke=(0, 0, 0), width=0.15)
"""Where to fold, and where to cut along what is no straight line."""


@lru_cache(maxsize=64)
def clip_boxes(cells: tuple[Cell, ...], stock: Stock) -> tuple[Box, ...]:
    """What is shown of each card: its trim, and its bleed as far as the next card or the marks leave room.

    Between two cards the bleed of each ends in the middle of the gap.
    """
    if not cells:
        return ()
    boxes = [cell.box for cell in cells]
    room = free(boxes, stock)
    return tuple(
        _clip(cell, [other for other in boxes if other is not box], stock, room)
        for cell, box in zip(cells, boxes, strict=True)
    )


def _clip(cell: Cell, others: Sequence[Box], stock: Stock, room: Box) -> Box:
    left, top, right, bottom = box = cell.box
    beside = [other for other in others if other[1] < bottom - _NEAR and other[3] > top + _NEAR]
    in_line = [other for other in others if other[0] < right - _NEAR and other[2] > left + _NEAR]
    gaps = (
        [left - other[2] for other in beside],
        [top - other[3] for other in in_line],
        [other[0] - right for other in beside],
        [other[1] - bottom for other in in_line],
    )
    white = left - room[0], top - room[1], room[2] - right, room[3] - bottom
    reach = [
        _reach(between, bleed_in(there, stock, cell.straight))
        for between, there in zip(gaps, white, strict=True)
    ]
    clip = (left - reach[0], top - reach[1], right + reach[2], bottom + reach[3])
    # A card at the corner only: bleed may not lie on it.
    return box if any(meet(clip, other) for other in others) else clip


def _reach(gaps: Sequence[float], outside: float) -> float:
    nearest = min((gap / 2 for gap in gaps if gap >= -_NEAR), default=outside)
    return max(0.0, min(outside, nearest))


@lru_cache(maxsize=64)
def drawn_boxes(clips: tuple[Box, ...]) -> tuple[Box, ...]:
    """How far each card is drawn, in this order, so that nothing pale shows between two.

    Readers smooth the edges: where two cards touch, white would shine through a seam. So a card goes on under
    the neighbour that is drawn after it, and a hair over what was there before.
    """
    return tuple(_drawn(clip, clips[number:]) for number, clip in enumerate(clips, 1))


def _drawn(clip: Box, later: Sequence[Box]) -> Box:
    left, top, right, bottom = clip
    tall = [other for other in later if other[1] < top + _NEAR and other[3] > bottom - _NEAR]
    wide = [other for other in later if other[0] < left + _NEAR and other[2] > right - _NEAR]
    return (
        left - _over(left, [other[2] for other in tall]),
        top - _over(top, [other[3] for other in wide]),
        right + _over(right, [other[0] for other in tall]),
        bottom + _over(bottom, [other[1] for other in wide]),
    )


def _over(edge: float, others: Sequence[float]) -> float:
    return UNDER if any(abs(edge - other) < _NEAR for other in others) else HAIR


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return (
        one[0] < other[2] - _NEAR
        and other[0] < one[2] - _NEAR
        and one[1] < other[3] - _NEAR
        and other[1] < one[3] - _NEAR
    )


# ------------------------------------------------------------------ marks and guides


@lru_cache(maxsize=64)
def guides(cells: tuple[Cell, ...], clips: tuple[Box, ...], stock: Stock, kind: Guides) -> tuple[Item, ...]:
    """Trim marks, full-length guides, both or none. None lies on a card or on its bleed."""
    items: list[Item] = []
    if not cells:
        return ()
    if stock.marks and kind in ("lines", "both"):
        items += _lines(cells, clips, stock, None, _GUIDE)
    if stock.marks and kind in ("marks", "both"):
        items += _lines(cells, clips, stock, MARK, _INK)
    return tuple(items)


def _lines(
    cells: Sequence[Cell], clips: Sequence[Box], stock: Stock, length: float | None, paint: Paint
) -> Iterator[Shape]:
    """Each trim line drawn outwards from where the card's bleed ends, until another card is in its way."""
    room = free([cell.box for cell in cells], stock)
    taken = [_taken(cell.box, clip) for cell, clip in zip(cells, clips, strict=True)]
    found = {
        line: None
        for cell, own in zip(cells, taken, strict=True)
        if cell.straight
        for line in _rays(cell.box, own, taken, room, length)
        if (line[2] - line[0]) + (line[3] - line[1]) >= LEAST_SEEN - _NEAR
    }
    for line in found:
        yield Shape((("M", line[:2]), ("L", line[2:])), paint)


def _taken(box: Box, clip: Box) -> Box:
    """What no mark lies on: a card with its bleed, and a little around the card."""
    left, top, right, bottom = box
    return (
        min(clip[0], left - APART),
        min(clip[1], top - APART),
        max(clip[2], right + APART),
        max(clip[3], bottom + APART),
    )


def _rays(box: Box, own: Box, taken: Sequence[Box], room: Box, length: float | None) -> Iterator[Box]:
    left, top, right, bottom = room
    if length is not None:
        left, top = max(left, own[0] - length), max(top, own[1] - length)
        right, bottom = min(right, own[2] + length), min(bottom, own[3] + length)
    half = _INK.width / 2
    for y in (box[1], box[3]):
        row = [other for other in taken if other[1] < y + half - _NEAR and other[3] > y - half + _NEAR]
        yield max([left, *(o[2] for o in row if o[0] < own[0] - _NEAR)]), y, own[0], y
        yield own[2], y, min([right, *(o[0] for o in row if o[2] > own[2] + _NEAR)]), y
    for x in (box[0], box[2]):
        column = [other for other in taken if other[0] < x + half - _NEAR and other[2] > x - half + _NEAR]
        yield x, max([top, *(o[3] for o in column if o[1] < own[1] - _NEAR)]), x, own[1]
        yield x, own[3], x, min([bottom, *(o[1] for o in column if o[3] > own[3] + _NEAR)])


def fold_line(start: tuple[float, float], end: tuple[float, float]) -> Shape:
    """Where the sheet is folded."""
    return Shape((("M", start), ("L", end)), FOLD)
