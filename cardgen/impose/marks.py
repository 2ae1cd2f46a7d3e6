"""Bleed and crop marks, from how the cards really lie rather than from what a full grid would have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.impose.grid import BLEED, FOOTER, LEAST_MARK, PRINTABLE, Cell
from cardgen.layout.frame import Item, Paint, Shape

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

MARK = 5.0
LEAST_SEEN = 1.0
"""Length of a crop mark where there is room, and the least that is drawn."""

_NEAR = 1e-6
_INK = Paint(fill=None, stroke=(0, 0, 0), width=0.1)


def clip_boxes(cells: Sequence[Cell], paper: tuple[float, float]) -> list[Box]:
    """What is shown of each card: its trim, and its bleed as far as the next card or the marks leave room.

    Between two cards the bleed of each ends in the middle of the gap.
    """
    boxes = [cell.box for cell in cells]
    return [_clip(box, [other for other in boxes if other is not box], paper) for box in boxes]


def _clip(box: Box, others: Sequence[Box], paper: tuple[float, float]) -> Box:
    left, top, right, bottom = box
    beside = [other for other in others if other[1] < bottom - _NEAR and other[3] > top + _NEAR]
    in_line = [other for other in others if other[0] < right - _NEAR and other[2] > left + _NEAR]
    edge = PRINTABLE + LEAST_MARK
    reach = (
        _reach([left - other[2] for other in beside], left - edge),
        _reach([top - other[3] for other in in_line], top - edge),
        _reach([other[0] - right for other in beside], paper[0] - right - edge),
        _reach([other[1] - bottom for other in in_line], paper[1] - bottom - edge - FOOTER),
    )
    clip = (left - reach[0], top - reach[1], right + reach[2], bottom + reach[3])
    # A card at the corner only: bleed may not lie on it.
    return box if any(_meet(clip, other) for other in others) else clip


def _reach(gaps: Sequence[float], room: float) -> float:
    nearest = min((gap / 2 for gap in gaps if gap >= -_NEAR), default=BLEED)
    return max(0.0, min(BLEED, nearest, room))


def _meet(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return (
        one[0] < other[2] - _NEAR
        and other[0] < one[2] - _NEAR
        and one[1] < other[3] - _NEAR
        and other[1] < one[3] - _NEAR
    )


def crop_marks(cells: Sequence[Cell], clips: Sequence[Box], paper: tuple[float, float]) -> list[Item]:
    """Marks on the trim lines, beginning where the bleed ends; none lies on a card or on its bleed."""
    lines = {
        line: None
        for cell, clip in zip(cells, clips, strict=True)
        for line in _candidates(cell.box, clip, paper)
        if (line[2] - line[0]) + (line[3] - line[1]) >= LEAST_SEEN
        and not any(_meet(_thick(line), other) for other in clips)
    }
    return [Shape((("M", line[:2]), ("L", line[2:])), _INK) for line in lines]


def _candidates(box: Box, clip: Box, paper: tuple[float, float]) -> Iterator[Box]:
    """The two marks at each corner of a card, as far as the paper can be printed on."""
    bottom_edge = paper[1] - PRINTABLE - FOOTER - 0.5
    for y in (box[1], box[3]):
        yield max(PRINTABLE, clip[0] - MARK), y, clip[0], y
        yield clip[2], y, min(paper[0] - PRINTABLE, clip[2] + MARK), y
    for x in (box[0], box[2]):
        yield x, max(PRINTABLE, clip[1] - MARK), x, clip[1]
        yield x, clip[3], x, min(bottom_edge, clip[3] + MARK)


def _thick(line: Box) -> Box:
    half = _INK.width / 2
    left, top, right, bottom = line
    return (
        (left, top - half, right, bottom + half)
        if top == bottom
        else (left - half, top, right + half, bottom)
    )
