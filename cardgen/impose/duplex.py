"""Backs that meet their fronts when a printer turns the paper over."""

from __future__ import annotations

from typing import Literal

from cardgen.impose.grid import Cell

Flip = Literal["long", "short"]
"""The edge of the paper that it is turned over at, as printing dialogues call it."""


def turned_over(cell: Cell, paper: tuple[float, float], flip: Flip) -> Cell:
    """Where the back of the card in `cell` is printed, on `paper` as it lies.

    Turned over at an upright edge, left and right change places. Turned at a level edge, top and bottom
    do, and the printer sets the back upside down against the front: the back is turned to stand as the
    front does on the finished card.
    """
    width, height = paper
    upright_edge = (flip == "long") == (height >= width)
    if upright_edge:
        return Cell(width - cell.x - cell.width, cell.y, cell.width, cell.height, cell.turned)
    return Cell(cell.x, height - cell.y - cell.height, cell.width, cell.height, not cell.turned)
