"""How many cards a sheet of paper takes, and where their cells are.

Lengths in mm; sheets are measured from the top left of the paper, y downwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from cardgen.impose.cell import Cell
from cardgen.impose.room import spare, start, wanted
from cardgen.impose.stock import Stock
from cardgen.layout.frame import Box
from cardgen.problems import Place, Problem, Problems

WORTH_A_STRIP = 1.125
"""How many times as many cards make up for cuts that do not run through the whole sheet."""

DIE_SLACK = 0.5
"""How much a card may differ from the card of a die sheet: a cut of that width is not seen."""

_NEAR = 1e-6


class Trim(Protocol):
    """A finished size in mm, as of a card."""

    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Slots:
    """Paper as it lies, and the cells of the cards on it in the order in which they are filled."""

    stock: Stock
    cells: tuple[Cell, ...]

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, slots=True)
class _Block:
    """Cells in columns and rows, from the top left of the block."""

    columns: int
    rows: int
    width: float
    height: float
    gap: float
    turn: int

    @property
    def size(self) -> tuple[float, float]:
        across = self.columns * (self.width + self.gap) - self.gap
        down = self.rows * (self.height + self.gap) - self.gap
        return across, down

    def __len__(self) -> int:
        return self.columns * self.rows

    def cells(self, left: float, top: float) -> Iterator[Cell]:
        """All cells, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = left + column * (self.width + self.gap), top + row * (self.height + self.gap)
                yield Cell(x, y, self.width, self.height, self.turn)


# ------------------------------------------------------------------ fitting


def fit(trim: Trim, stock: Stock, gap: float = 0.0, place: Place | None = None, subject: str = "") -> Slots:
    """The cells of as many cards as one sheet takes.

    Plain paper lies upright unless lying takes more, or as many with more room around them. Where many more
    go on, a strip that is left beside or below the cards takes cards on their side; the cut between is
    straight through. Raises Problems when not one card fits; `place` and `subject` are of the component.
    """
    if stock.die:
        return _on_die(trim, stock, place, subject)
    best = max((_plain(trim, lying, gap) for lying in (stock, stock.turned())), key=worth)
    mixed = max((_with_strip(trim, lying, gap) for lying in (stock, stock.turned())), key=worth)
    if len(mixed) >= len(best) * WORTH_A_STRIP:
        best = mixed
    if not len(best):
        raise Problems([too_large(trim, stock, place, subject)])
    return best


def worth(slots: Slots) -> tuple[int, float]:
    """What makes a way to lay the cards better than another: their number, then the room around them."""
    if not len(slots):
        return 0, 0.0
    white = spare([cell.box for cell in slots.cells], slots.stock)
    return len(slots), round(min(*white.values(), wanted(slots.stock)), 3)


def too_large(trim: Trim, stock: Stock, place: Place | None, subject: str) -> Problem:
    """The fault that a card is larger than the paper, with all the numbers."""
    facts = {
        "card": _sides(trim.width, trim.height),
        "paper": f"{stock.name} {_sides(stock.width, stock.height)}",
        "room": _sides(*(max(0.0, side) for side in _room(stock))),
        "margin": f"{stock.margin:g}",
    }
    return Problem("card-larger-than-paper", place, subject, facts)


def _sides(width: float, height: float) -> str:
    return f"{round(width, 2):g} × {round(height, 2):g}"


def _on_die(trim: Trim, stock: Stock, place: Place | None, subject: str) -> Slots:
    cells = tuple(cell for die in stock.die if (cell := _stamped(trim, die)))
    if not cells:
        facts = {
            "card": _sides(trim.width, trim.height),
            "paper": stock.name,
            "die": _sides(stock.die[0].width, stock.die[0].height),
        }
        raise Problems([Problem("card-not-of-die", place, subject, facts)])
    return Slots(stock, cells)


def _stamped(trim: Trim, die: Cell) -> Cell | None:
    """The card in the middle of a stamped one of its size, turned if need be."""
    for width, height, turn in ((trim.width, trim.height, 0), (trim.height, trim.width, 1)):
        x, y = (die.width - width) / 2, (die.height - height) / 2
        if abs(x) <= DIE_SLACK / 2 + _NEAR and abs(y) <= DIE_SLACK / 2 + _NEAR:
            return Cell(die.x + x, die.y + y, width, height, turn)
    return None


def _room(stock: Stock) -> tuple[float, float]:
    return stock.width - 2 * stock.margin, stock.height - 2 * stock.margin


def _times(room: float, side: float, gap: float) -> int:
    return max(0, int((room + gap + _NEAR) / (side + gap)))


def _block(trim: Trim, room: tuple[float, float], gap: float, turn: int = 0) -> _Block:
    width, height = (trim.height, trim.width) if turn % 2 else (trim.width, trim.height)
    return _Block(_times(room[0], width, gap), _times(room[1], height, gap), width, height, gap, turn)


def _plain(trim: Trim, stock: Stock, gap: float) -> Slots:
    block = _block(trim, _room(stock), gap)
    if not len(block):
        return Slots(stock, ())
    left, top = start(stock, *block.size)
    return Slots(stock, tuple(block.cells(left, top)))


def _with_strip(trim: Trim, stock: Stock, gap: float) -> Slots:
    """A block of upright cards, and to its right or below it one of cards on their side."""
    room = _room(stock)
    whole = _block(trim, room, gap)
    best = Slots(stock, ())
    for columns in range(1, whole.columns + 1):
        main = replace(whole, columns=columns)
        strip = _block(trim, (room[0] - main.size[0] - gap, room[1]), gap, turn=1)
        if len(strip) and len(main) + len(strip) > len(best):
            best = _joined(stock, main, strip, gap, below=False)
    for rows in range(1, whole.rows + 1):
        main = replace(whole, rows=rows)
        strip = _block(trim, (room[0], room[1] - main.size[1] - gap), gap, turn=1)
        if len(strip) and len(main) + len(strip) > len(best):
            best = _joined(stock, main, strip, gap, below=True)
    return best


def _joined(stock: Stock, main: _Block, strip: _Block, gap: float, below: bool) -> Slots:
    (across, down), (width, height) = main.size, strip.size
    total = (max(across, width), down + gap + height) if below else (across + gap + width, max(down, height))
    left, top = start(stock, *total)
    if below:
        first = left + (total[0] - across) / 2, top
        second = left + (total[0] - width) / 2, top + down + gap
    else:
        first = left, top + (total[1] - down) / 2
        second = left + across + gap, top + (total[1] - height) / 2
    return Slots(stock, (*main.cells(*first), *strip.cells(*second)))


def part(stock: Stock, box: Box) -> Stock:
    """A part of the paper as if it were paper of its own."""
    return replace(stock, width=box[2] - box[0], height=box[3] - box[1])
