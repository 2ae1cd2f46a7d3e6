"""A sheet as a drawing: its cards, the marks around them, and the line of small print.

Lengths in mm; sheets are measured from the top left of the paper, y downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.impose import marks
from cardgen.impose.cell import Cell
from cardgen.impose.duplex import behind_fold, fold_is_upright, turned_over
from cardgen.impose.footer import Imprint, footer
from cardgen.impose.grid import Slots
from cardgen.impose.marks import clip_boxes, drawn_boxes, fold_line
from cardgen.impose.press import Flip, Guides
from cardgen.impose.room import free
from cardgen.impose.stock import Stock
from cardgen.layout.frame import Box, Frame, Group, Item, rectangle


def front(slots: Slots, faces: Sequence[Frame], imprint: Imprint, guides: Guides = "marks") -> Frame:
    """One sheet of faces, the first in the first cell."""
    return drawn(slots.stock, list(zip(slots.cells, faces, strict=False)), imprint, guides)


def back(
    slots: Slots,
    faces: Sequence[Frame | None],
    flip: Flip,
    imprint: Imprint,
    guides: Guides = "marks",
    withdrawn: float = 0.0,
) -> Frame:
    """The sheet behind `front` once the paper is turned over at that edge; None leaves a cell white.

    Marks and small print keep `withdrawn` mm further from the edges than the margin.
    """
    cells = zip(slots.cells, faces, strict=False)
    placed = [(turned_over(cell, slots.stock.size, flip), face) for cell, face in cells if face is not None]
    return drawn(slots.stock, placed, imprint, guides, withdrawn)


def folding(
    slots: Slots,
    faces: Sequence[Frame],
    backs: Sequence[Frame | None],
    imprint: Imprint,
    guides: Guides = "marks",
) -> Frame:
    """One sheet with the backs across the fold from their fronts, and the fold marked."""
    placed = list(zip(slots.cells, faces, strict=False))
    reverse = zip(slots.cells, backs, strict=False)
    placed += [(behind_fold(cell, slots), face) for cell, face in reverse if face is not None]
    page = drawn(slots.stock, placed, imprint, guides)
    return Frame(page.width, page.height, (*page.items, _fold(slots, [cell for cell, _ in placed])))


def _fold(slots: Slots, cells: Sequence[Cell]) -> Item:
    left, top, right, bottom = free([cell.box for cell in cells], slots.stock)
    if fold_is_upright(slots):
        middle = slots.stock.width / 2
        return fold_line((middle, top), (middle, bottom))
    middle = slots.stock.height / 2
    return fold_line((left, middle), (right, middle))


def drawn(
    stock: Stock,
    placed: Sequence[tuple[Cell, Frame]],
    imprint: Imprint,
    guides: Guides,
    withdrawn: float = 0.0,
) -> Frame:
    """A sheet: every face in its cell, the marks around them, and the line of small print."""
    cells = tuple(cell for cell, _ in placed)
    inner = replace(stock, margin=stock.margin + withdrawn)
    clips = clip_boxes(cells, inner)
    shown = zip(placed, drawn_boxes(clips), strict=True)
    items: list[Item] = [_card(cell, face, box) for (cell, face), box in shown]
    items += marks.guides(cells, clips, inner, guides)
    items += footer(inner, [cell.box for cell in cells], imprint)
    return Frame(stock.width, stock.height, tuple(items))


def _card(cell: Cell, face: Frame, shown: Box) -> Group:
    """A face in its cell, cut off where what is drawn of it ends."""
    left, top, right, bottom = cell.inside(shown)
    return Group(face, cell.matrix, rectangle(left, top, right - left, bottom - top))
