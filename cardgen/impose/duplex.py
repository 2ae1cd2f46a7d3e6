"""Backs that meet their fronts: when a printer turns the paper over, and when a sheet is folded."""

from __future__ import annotations

from dataclasses import replace

from cardgen.impose.cell import Cell
from cardgen.impose.grid import Slots, Trim, fit, part, too_large, worth
from cardgen.impose.press import Flip
from cardgen.impose.stock import Stock
from cardgen.layout.frame import IDENTITY, Frame, Group, Matrix
from cardgen.problems import Place, Problem, Problems

GUTTER = 8.0
"""Between fronts and backs of a sheet to be folded, in mm: the bleed of both, and the fold line free."""


def turned_over(cell: Cell, paper: tuple[float, float], flip: Flip) -> Cell:
    """Where the back of the card in `cell` is printed, on `paper` as it lies.

    Turned over at an upright edge, left and right change places. Turned at a level edge, top and bottom
    do, and the printer sets the back upside down against the front: the back is turned to stand as the
    front does on the finished card.
    """
    width, height = paper
    upright_edge = (flip == "long") == (height >= width)
    return _mirrored(cell, width) if upright_edge else _mirrored_level(cell, height)


def _mirrored(cell: Cell, width: float) -> Cell:
    return replace(cell, x=width - cell.x - cell.width, turn=-cell.turn % 4)


def _mirrored_level(cell: Cell, height: float) -> Cell:
    return replace(cell, y=height - cell.y - cell.height, turn=(2 - cell.turn) % 4)


# ------------------------------------------------------------------ folded sheets


def folded(trim: Trim, stock: Stock, gap: float, place: Place | None, subject: str) -> Slots:
    """Fronts on one half of the paper, so that folded in the middle their backs come behind them.

    Takes the way of lying and of folding that gives the most cards. Raises Problems as `fit` does, and
    for a die sheet: it cannot be folded.
    """
    if stock.die:
        raise Problems([Problem("die-not-folded", None, "--backs", {"paper": stock.name})])
    found: list[Slots] = []
    for lying in (stock, stock.turned()):
        for upright in (True, False):
            half = _half(lying, upright)
            try:
                slots = fit(trim, half, gap)
            except Problems:
                continue
            if slots.stock.size == half.size:
                found.append(_near_fold(slots, lying, upright))
    if not found:
        raise Problems([too_large(trim, _half(stock, False), place, subject)])
    return max(found, key=worth)


def fold_is_upright(slots: Slots) -> bool:
    """Whether the fold runs from top to bottom: then no front reaches over the middle from left to right."""
    return all(cell.box[2] <= slots.stock.width / 2 for cell in slots.cells)


def behind_fold(cell: Cell, slots: Slots) -> Cell:
    """Where the back of that front lies on the same side of the same sheet."""
    upright = fold_is_upright(slots)
    return _mirrored(cell, slots.stock.width) if upright else _mirrored_level(cell, slots.stock.height)


def _half(stock: Stock, upright: bool) -> Stock:
    """Half of the paper with the white margin and with half a gutter at the fold."""
    lost = GUTTER / 2 - stock.margin
    if upright:
        return part(stock, (0, 0, stock.width / 2 - lost, stock.height))
    return part(stock, (0, 0, stock.width, stock.height / 2 - lost))


def _near_fold(slots: Slots, stock: Stock, upright: bool) -> Slots:
    """The cells moved to half a gutter from the fold."""
    if upright:
        move = stock.width / 2 - GUTTER / 2 - max(cell.box[2] for cell in slots.cells)
        return Slots(stock, tuple(cell.moved(move, 0) for cell in slots.cells))
    move = stock.height / 2 - GUTTER / 2 - max(cell.box[3] for cell in slots.cells)
    return Slots(stock, tuple(cell.moved(0, move) for cell in slots.cells))


# ------------------------------------------------------------------ paper as the printer takes it


def fed(paper: tuple[float, float]) -> Matrix:
    """From paper as it lies onto paper as it is fed: upright, turned a quarter clockwise."""
    width, height = paper
    return IDENTITY if width <= height else (0, 1, -1, 0, height, 0)


def as_fed(page: Frame) -> Frame:
    """A lying page turned a quarter clockwise, as it goes through the printer.

    Front and back turned the same way still meet: the edge to flip at is named by its length.
    """
    if page.width <= page.height:
        return page
    return Frame(page.height, page.width, (Group(page, fed((page.width, page.height))),))
