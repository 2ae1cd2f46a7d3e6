"""Pieces of different sizes on shared sheets, to be cut apart by straight cuts only.

Method: shelves with columns (three-stage guillotine). The sheet is cut into shelves across its whole width,
each shelf into columns, each column into pieces. Lots are placed whole, the highest first, on the first
sheet that has room for all of a lot; only a lot that is larger than a sheet is divided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from cardgen.impose.cell import Cell
from cardgen.impose.grid import Trim
from cardgen.impose.room import FOOTER, start, wanted
from cardgen.impose.stock import Stock

T = TypeVar("T")
_NEAR = 1e-6


@dataclass(frozen=True)
class Lot(Generic[T]):
    """Pieces of one size that should stay together, cut straight or along an outline of their own."""

    trim: Trim
    pieces: Sequence[T]
    straight: bool = True


@dataclass(frozen=True, slots=True)
class _Column:
    x: float
    width: float
    used: float


@dataclass(frozen=True, slots=True)
class _Shelf:
    top: float
    height: float
    right: float
    columns: tuple[_Column, ...] = ()


@dataclass(frozen=True, slots=True)
class _Room:
    """What is taken of one sheet."""

    stock: Stock
    gap: float
    bottom: float
    shelves: tuple[_Shelf, ...] = ()

    def placed(self, trim: Trim, turns: Sequence[int]) -> tuple[_Room, Cell] | None:
        """The room with one more piece, standing in the first of those turns that fits best."""
        for turn in turns:
            width, height = (trim.height, trim.width) if turn else (trim.width, trim.height)
            found = self._on_shelf(width, height, turn)
            if found:
                return found
        for turn in turns:
            width, height = (trim.height, trim.width) if turn else (trim.width, trim.height)
            found = self._on_new_shelf(width, height, turn)
            if found:
                return found
        return None

    def _on_shelf(self, width: float, height: float, turn: int) -> tuple[_Room, Cell] | None:
        for number, shelf in enumerate(self.shelves):
            found = _in_column(shelf, width, height, self.gap) or self._beside(shelf, width, height)
            if found:
                grown, x, y = found
                shelves = (*self.shelves[:number], grown, *self.shelves[number + 1 :])
                return replace(self, shelves=shelves), Cell(x, y, width, height, turn)
        return None

    def _beside(self, shelf: _Shelf, width: float, height: float) -> tuple[_Shelf, float, float] | None:
        if (
            height > shelf.height + _NEAR
            or shelf.right + width > self.stock.width - self.stock.margin + _NEAR
        ):
            return None
        column = _Column(shelf.right, width, height + self.gap)
        right = shelf.right + width + self.gap
        return replace(shelf, right=right, columns=(*shelf.columns, column)), shelf.right, shelf.top

    def _on_new_shelf(self, width: float, height: float, turn: int) -> tuple[_Room, Cell] | None:
        left, top = self.stock.margin, self.bottom
        fits_down = top + height <= self.stock.height - self.stock.margin + _NEAR
        if not fits_down or left + width > self.stock.width - self.stock.margin + _NEAR:
            return None
        column = _Column(left, width, height + self.gap)
        shelf = _Shelf(top, height, left + width + self.gap, (column,))
        room = replace(self, bottom=top + height + self.gap, shelves=(*self.shelves, shelf))
        return room, Cell(left, top, width, height, turn)


def _in_column(shelf: _Shelf, width: float, height: float, gap: float) -> tuple[_Shelf, float, float] | None:
    for number, column in enumerate(shelf.columns):
        if width <= column.width + _NEAR and column.used + height <= shelf.height + _NEAR:
            grown = replace(column, used=column.used + height + gap)
            columns = (*shelf.columns[:number], grown, *shelf.columns[number + 1 :])
            return replace(shelf, columns=columns), column.x, shelf.top + column.used
    return None


# ------------------------------------------------------------------ lots onto sheets


def pack(lots: Sequence[Lot[T]], stock: Stock, gap: float) -> list[list[tuple[Cell, T]]]:
    """Sheets with the cells of their pieces. Every piece has to fit on a sheet of its own.

    White for the bleed, the marks and the small print of a sheet is left where that takes no further sheet.
    """
    close = _dealt(lots, stock, gap)
    inset = replace(stock, margin=stock.margin + wanted(stock) + FOOTER / 2)
    try:
        roomy = _dealt(lots, inset, gap)
    except _TooLarge:
        roomy = []
    sheets = roomy if roomy and len(roomy) <= len(close) else close
    return [_centred(sheet, stock) for sheet in sheets]


class _TooLarge(ValueError):
    """A piece is larger than the paper."""


def _dealt(lots: Sequence[Lot[T]], stock: Stock, gap: float) -> list[list[tuple[Cell, T]]]:
    rooms: list[_Room] = []
    sheets: list[list[tuple[Cell, T]]] = []
    for lot in sorted(lots, key=lambda lot: -max(lot.trim.width, lot.trim.height)):
        left = list(lot.pieces)
        for number in range(len(rooms)):
            taken = _filled(rooms[number], lot, len(left))
            if len(taken[1]) == len(left):
                rooms[number] = taken[0]
                sheets[number] += zip(taken[1], left, strict=True)
                left = []
                break
        while left:
            room, cells = _filled(_Room(stock, gap, stock.margin), lot, len(left))
            if not cells:
                raise _TooLarge
            rooms.append(room)
            sheets.append(list(zip(cells, left, strict=False)))
            left = left[len(cells) :]
    return sheets


def _filled(room: _Room, lot: Lot[T], pieces: int) -> tuple[_Room, list[Cell]]:
    """The room with as many of the pieces as go in, upright or on their side, whichever is more."""
    return max(
        (_tried(room, lot, pieces, turns) for turns in ((0, 1), (1, 0))), key=lambda tried: len(tried[1])
    )


def _tried(room: _Room, lot: Lot[T], pieces: int, turns: tuple[int, ...]) -> tuple[_Room, list[Cell]]:
    cells: list[Cell] = []
    while len(cells) < pieces:
        found = room.placed(lot.trim, turns)
        if found is None:
            break
        room, cell = found
        cells.append(replace(cell, straight=lot.straight))
    return room, cells


def _centred(sheet: Sequence[tuple[Cell, T]], stock: Stock) -> list[tuple[Cell, T]]:
    """The block where the white around it is best used: in the middle across, at the top."""
    boxes = [cell.box for cell, _ in sheet]
    left, top = (min(box[side] for box in boxes) for side in (0, 1))
    width, height = (max(box[side + 2] for box in boxes) - low for side, low in ((0, left), (1, top)))
    x, y = start(stock, width, height)
    y = min(y, stock.margin + wanted(stock))
    return [(cell.moved(x - left, y - top), piece) for cell, piece in sheet]


def waste(sheets: Sequence[Sequence[tuple[Cell, T]]], stock: Stock) -> float:
    """The part of all the paper that becomes no piece, 0 to 1."""
    used = sum(cell.width * cell.height for sheet in sheets for cell, _ in sheet)
    return 1 - used / (len(sheets) * stock.width * stock.height) if sheets else 0.0
