"""Which pieces go onto which sheet: each component by itself, or what is left over together with others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

from cardgen.impose.cell import Cell
from cardgen.impose.grid import Slots, Trim
from cardgen.impose.packing import Lot, pack, waste
from cardgen.impose.parts import slots_of, trim_of
from cardgen.impose.press import Press
from cardgen.impose.shapes import BETWEEN
from cardgen.impose.stock import Stock
from cardgen.impose.tiles import Tile, tiled
from cardgen.model import Component, Game

T = TypeVar("T")

Placed = Sequence[tuple[Cell, T]]
"""Pieces where they lie on one sheet."""


@dataclass(frozen=True)
class Part(Generic[T]):
    """One component's pieces, sheet by sheet; `slots` is None where each is tiled over several sheets."""

    component: Component
    trim: Trim
    stock: Stock
    slots: Slots | None
    sheets: list[list[T]]

    @property
    def straight(self) -> bool:
        """Whether the pieces are cut straight, with trim marks."""
        return self.slots is None or all(cell.straight for cell in self.slots.cells)

    @property
    def papers(self) -> int:
        """Sheets of paper, one side counted."""
        return sum(map(self.papers_of, self.sheets))

    def papers_of(self, pieces: Sequence[T]) -> int:
        return 1 if self.slots else len(pieces) * len(self.tiles())

    def tiles(self) -> list[Tile]:
        """The sheets over which a piece is tiled."""
        return tiled(self.trim.width, self.trim.height, self.stock)


def part_of(
    game: Game,
    component: Component,
    paper: Stock,
    press: Press,
    fold: bool,
    copies: Sequence[tuple[str, T]],
) -> Part[T]:
    """The component's pieces, each with the name of its set, dealt onto sheets. Raises Problems as `fit`."""
    slots = slots_of(game, component, paper, press, fold, len(copies))
    trim = trim_of(component, game.place(("components", component.id, "faces")))
    return Part(component, trim, paper, slots, arrange(copies, len(slots) if slots else 1))


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


# ------------------------------------------------------------------ sheets that are shared


@dataclass(frozen=True)
class Plan(Generic[T]):
    """Sheets of components that share them: those that one fills by itself, and those of what is left."""

    full: list[tuple[Part[T], list[T]]]
    shared: list[Placed[T]]
    paper: Stock

    @property
    def papers(self) -> int:
        """Sheets of paper, one side counted."""
        return sum(part.papers_of(pieces) for part, pieces in self.full) + len(self.shared)

    @property
    def waste(self) -> float:
        """The part of all the paper that becomes no piece, 0 to 1; sheets to be glued are left out."""
        whole = [_own(part.slots, pieces) for part, pieces in self.full if part.slots]
        return waste([*whole, *self.shared], self.paper)


def shared(parts: Sequence[Part[T]], paper: Stock, press: Press) -> Plan[T]:
    """Full sheets as they are; what is left over of each component on sheets with that of others."""
    full: list[tuple[Part[T], list[T]]] = []
    rest: list[tuple[Part[T], list[T]]] = []
    for part in parts:
        for pieces in part.sheets:
            left = part.slots and len(pieces) < len(part.slots)
            (rest if left else full).append((part, pieces))
    return Plan(full, _packed(rest, paper, press), paper)


def _packed(rest: Sequence[tuple[Part[T], list[T]]], paper: Stock, press: Press) -> list[Placed[T]]:
    """The sheets that components share; those of their own where sharing saves none."""
    if paper.die:
        return list(_on_dies(rest))
    own = [_own(part.slots, pieces) for part, pieces in rest if part.slots]
    lots = [Lot(part.trim, pieces, part.straight) for part, pieces in rest]
    packed = pack(lots, paper, max(press.gap, BETWEEN))
    return [*packed] if len(packed) < len(own) else own


def _own(slots: Slots, pieces: Sequence[T]) -> Placed[T]:
    return list(zip(slots.cells, pieces, strict=False))


def _on_dies(rest: Sequence[tuple[Part[T], list[T]]]) -> Iterator[Placed[T]]:
    """Components of one size take the stamped cards of a sheet one after the other."""
    for cells in dict.fromkeys(part.slots.cells for part, _ in rest if part.slots):
        left = [p for part, pieces in rest if part.slots and part.slots.cells == cells for p in pieces]
        for start in range(0, len(left), len(cells)):
            yield list(zip(cells, left[start:], strict=False))
