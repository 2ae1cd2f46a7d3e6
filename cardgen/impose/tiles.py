"""What is larger than the paper, over several sheets that overlap and are glued together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from cardgen.impose.footer import Imprint, footer
from cardgen.impose.room import FOOTER
from cardgen.impose.stock import Stock
from cardgen.layout.frame import Frame, Group, Item, Paint, Shape, rectangle

LEAST_ROOM = 60.0
"""The least side of a part, in mm."""

OVERLAP = 10.0
BAND = 4.0
"""How much two sheets share, and the strip around the drawing that holds the marks, in mm."""

_INK = Paint(fill=None, stroke=(0, 0, 0), width=0.1)


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet's part: its column and row, and where it begins in the whole drawing."""

    column: int
    row: int
    x: float
    y: float
    width: float
    height: float
    stock: Stock


def can_tile(stock: Stock) -> bool:
    """Whether the paper is large enough to be worth gluing."""
    return min(stock.size) - 2 * (stock.margin + BAND) - FOOTER >= LEAST_ROOM


def tiled(width: float, height: float, stock: Stock) -> list[Tile]:
    """The sheets of a drawing, the paper lying the way that takes fewer."""
    return min((_tiles(width, height, lying) for lying in (stock, stock.turned())), key=len)


def _tiles(width: float, height: float, stock: Stock) -> list[Tile]:
    inset = 2 * (stock.margin + BAND)
    room = stock.width - inset, stock.height - inset - FOOTER
    columns, rows = (_times(side, there) for side, there in zip((width, height), room, strict=True))
    return [
        Tile(column, row, x, y, min(room[0], width - x), min(room[1], height - y), stock)
        for row in range(rows)
        for column in range(columns)
        for x, y in [(column * (room[0] - OVERLAP), row * (room[1] - OVERLAP))]
    ]


def _times(side: float, room: float) -> int:
    return max(1, ceil((side - OVERLAP - 1e-6) / (room - OVERLAP)))


def tile_sheet(face: Frame, tile: Tile, imprint: Imprint) -> Frame:
    """One sheet: its part of the drawing, and marks beside it where the next sheet is laid on or cut off."""
    stock = tile.stock
    inset = stock.margin + BAND
    window = rectangle(tile.x, tile.y, tile.width, tile.height)
    items: list[Item] = [Group(face, (1, 0, 0, 1, inset - tile.x, inset - tile.y), window)]
    items += [Shape((("M", line[:2]), ("L", line[2:])), _INK) for line in _marks(face, tile, inset)]
    box = (inset - BAND, inset - BAND, inset + tile.width + BAND, inset + tile.height + BAND)
    items += footer(replace(stock, bleed=0.0, marks=False), [box], imprint)
    return Frame(stock.width, stock.height, tuple(items))


def _marks(face: Frame, tile: Tile, inset: float) -> Iterator[tuple[float, float, float, float]]:
    """At the edges of the drawing, and at the lines where a neighbour begins or ends."""
    right, bottom = inset + tile.width, inset + tile.height
    for x in _lines(tile.x, tile.width, face.width):
        yield inset + x, inset - BAND, inset + x, inset - 0.5
        yield inset + x, bottom + 0.5, inset + x, bottom + BAND
    for y in _lines(tile.y, tile.height, face.height):
        yield inset - BAND, inset + y, inset - 0.5, inset + y
        yield right + 0.5, inset + y, right + BAND, inset + y


def _lines(start: float, size: float, whole: float) -> list[float]:
    before = [OVERLAP] if start > 0 else []
    after = [size - OVERLAP] if start + size < whole - 1e-6 else []
    return [0.0, *before, *after, size]
