"""What a calibrated printer still prints: how far a back that is moved reaches beyond the printable area.

Lengths in mm. The printable area is the paper without its margin, in the printer's own coordinates: it does
not move with the drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.impose.calibration import Calibration, correction
from cardgen.impose.cell import Cell
from cardgen.impose.duplex import fed
from cardgen.impose.marks import clip_boxes
from cardgen.impose.press import Flip
from cardgen.impose.stock import Stock
from cardgen.layout.frame import Box, multiply, transform
from cardgen.problems import Problem

_LEAST = 0.01
"""What is less cannot be seen, nor typed."""


def beyond(boxes: Sequence[Box], stock: Stock, found: Calibration, flip: Flip, margin: float) -> float:
    """How far the boxes on a back page, moved for the printer, reach outside the paper less `margin`."""
    width, height = sorted(stock.size)
    matrix = multiply(correction(found, (width, height), flip), fed(stock.size))
    corners = [transform(matrix, x, y) for box in boxes for x in box[::2] for y in box[1::2]]
    reach = (max(margin - x, x - width + margin, margin - y, y - height + margin) for x, y in corners)
    return max(0.0, max(reach, default=0.0))


def withdrawn(stock: Stock, found: Calibration, flip: Flip) -> float:
    """By how much marks and small print of a back keep further from the edges, to stay where it prints."""
    margin = stock.margin
    area = (margin, margin, stock.width - margin, stock.height - margin)
    return beyond([area], stock, found, flip, margin)


def lost(
    cells: Sequence[Cell], stock: Stock, found: Calibration, flip: Flip, subject: str
) -> Iterator[Problem]:
    """An error when backs in those cells, moved for the printer, lose a part of what is cut out; a warning
    when it is bleed alone. Cards of a die sheet lie where they lie: only the paper's edge counts for them."""
    facts = {"dx": f"{found.dx:g}", "dy": f"{found.dy:g}", "rotation": f"{found.rotation:g}"}
    edge = 0.0 if stock.die else stock.margin
    out = beyond([cell.box for cell in cells], stock, found, flip, edge)
    if out > _LEAST:
        told = {**facts, "out": f"{out:.2g}", "margin": f"{edge:g}"}
        yield Problem("calibrated-card-lost", None, subject, told)
        return
    out = beyond(clip_boxes(tuple(cells), stock), stock, found, flip, edge)
    if out > _LEAST:
        told = {**facts, "out": f"{out:.2g}", "margin": f"{edge:g}"}
        yield Problem("calibrated-bleed-lost", None, subject, told, "warning")
