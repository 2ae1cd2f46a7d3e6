"""Cards -> sheets: which card lies on which sheet, and a sheet as a drawing.

Lengths in mm; sheets are measured from the top left of the paper, y downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeVar

from cardgen.impose.duplex import Flip, turned_over
from cardgen.impose.footer import Imprint, footer
from cardgen.impose.grid import Cell, Grid
from cardgen.impose.marks import clip_boxes, crop_marks
from cardgen.layout.frame import Frame, Group, Item, rectangle

T = TypeVar("T")

HAIR = 0.05


def arrange(copies: Sequence[tuple[str, T]], per_sheet: int) -> list[list[T]]:
    """Copies, each with the name of its set, dealt onto sheets in their order.

    A set that would be torn starts on a new sheet, as long as that costs no further sheet.
    """
    spare = -len(copies) % per_sheet
    sheets: list[list[T]] = [[]]
    for _, group in groupby(copies, key=lambda copy: copy[0]):
        cards = [card for _, card in group]
        left = per_sheet - len(sheets[-1])
        if left < len(cards) <= per_sheet and left <= spare:
            spare -= left
            sheets.append([])
        for card in cards:
            if len(sheets[-1]) == per_sheet:
                sheets.append([])
            sheets[-1].append(card)
    return [sheet for sheet in sheets if sheet]


def front(grid: Grid, faces: Sequence[Frame], imprint: Imprint) -> Frame:
    """One sheet of faces, the first in the first cell."""
    return _sheet(grid, list(zip(grid.cells(), faces, strict=False)), imprint)


def back(grid: Grid, faces: Sequence[Frame | None], flip: Flip, imprint: Imprint) -> Frame:
    """The sheet behind `front` once the paper is turned over at that edge; None leaves a cell white."""
    cells = zip(grid.cells(), faces, strict=False)
    placed = [(turned_over(cell, grid.paper, flip), face) for cell, face in cells if face is not None]
    return _sheet(grid, placed, imprint)


def _sheet(grid: Grid, placed: Sequence[tuple[Cell, Frame]], imprint: Imprint) -> Frame:
    cells = [cell for cell, _ in placed]
    clips = clip_boxes(cells, grid.paper)
    items: list[Item] = [_card(cell, face, clip) for (cell, face), clip in zip(placed, clips, strict=True)]
    items += crop_marks(cells, clips, grid.paper)
    items += footer(grid.paper, clips, imprint)
    return Frame(*grid.paper, tuple(items))


def _card(cell: Cell, face: Frame, clip: tuple[float, float, float, float]) -> Group:
    """A face in its cell, its bleed cut off where the clip ends.

    It is shown a hair further, under or over its neighbour: else readers draw a pale seam between them.
    """
    left, top, right, bottom = clip[0] - HAIR, clip[1] - HAIR, clip[2] + HAIR, clip[3] + HAIR
    if not cell.turned:
        box = rectangle(left - cell.x, top - cell.y, right - left, bottom - top)
        return Group(face, (1, 0, 0, 1, cell.x, cell.y), box)
    x, y = cell.x + cell.width, cell.y + cell.height
    return Group(face, (-1, 0, 0, -1, x, y), rectangle(x - right, y - bottom, right - left, bottom - top))
