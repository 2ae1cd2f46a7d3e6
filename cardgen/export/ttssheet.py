"""Card sheets for Tabletop Simulator: which card stands in which slot, and the sheet as one picture.

A table that was saved with an older sheet finds its cards by slot. So a card keeps the slot it had in the
sheets of the earlier build, and a new card takes a free one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.export import raster
from cardgen.export.raster import MM_PER_INCH, Cut

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS, ROWS, FEWEST = 10, 7, 2
"""The largest and the smallest grid that Tabletop Simulator cuts."""

SIDE = 4096
"""Pixels on a sheet's side that any graphics card takes."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A grid of cards, row by row: their ids, None for a free slot."""

    columns: int
    rows: int
    cards: tuple[str | None, ...]

    def dpi(self, width: float, height: float, wanted: int) -> int:
        """The resolution for cards of so many mm, at most `wanted`, at which the sheet keeps to its limit."""
        across, down = SIDE // self.columns / width, SIDE // self.rows / height
        return min(wanted, int(min(across, down) * MM_PER_INCH))

    def as_json(self) -> dict[str, Any]:
        return {"columns": self.columns, "rows": self.rows, "cards": list(self.cards)}


def read_sheet(value: Mapping[str, Any]) -> Sheet:
    """A sheet as `as_json` wrote it. Raises ValueError, KeyError or TypeError for anything else."""
    columns, rows, cards = int(value["columns"]), int(value["rows"]), tuple(value["cards"])
    if len(cards) != columns * rows or not (FEWEST <= columns <= COLUMNS and FEWEST <= rows <= ROWS):
        raise ValueError(value)
    return Sheet(columns, rows, cards)


def arrange(ids: Sequence[str], earlier: Sequence[Sheet], width: float, height: float) -> list[Sheet]:
    """Sheets that hold each id once. What stood on an earlier sheet stays in its slot.

    A new card comes where none ever was, as long as there is room: on a saved table, the picture of a card
    that is gone would turn into its own.
    """
    wanted = set(ids)
    kept = [[id if id in wanted else None for id in sheet.cards] for sheet in earlier]
    placed = {id for cards in kept for id in cards}
    new = iter([id for id in ids if id not in placed])
    for left in (False, True):
        for cards, sheet in zip(kept, earlier, strict=True):
            for slot, old in enumerate(sheet.cards):
                if cards[slot] is None and (old is not None) == left:
                    cards[slot] = next(new, None)
    sheets = [Sheet(old.columns, old.rows, tuple(cards)) for old, cards in zip(earlier, kept, strict=True)]
    while sheets and not any(sheets[-1].cards):
        sheets.pop()
    rest = list(new)
    most = COLUMNS * ROWS
    return sheets + [_sheet(rest[at : at + most], width, height) for at in range(0, len(rest), most)]


def _sheet(ids: Sequence[str], width: float, height: float) -> Sheet:
    """A new sheet on the grid that shows its cards largest, with some slots to spare for cards to come."""
    room = min(COLUMNS * ROWS, len(ids) + max(2, len(ids) // 8))
    grids = (
        Sheet(columns, rows, (*ids, *[None] * (columns * rows - len(ids))))
        for columns in range(FEWEST, COLUMNS + 1)
        for rows in range(FEWEST, ROWS + 1)
        if columns * rows >= room
    )
    return max(grids, key=lambda sheet: (sheet.dpi(width, height, 10**6), -len(sheet.cards)))


def task(sheet: Sheet, cuts: Mapping[str, Cut], dpi: int, path: Path) -> raster.Task[Path]:
    """The sheet to be drawn into a file: a PNG in RGB, for the table rounds the corners itself."""
    slots = [slot for slot, id in enumerate(sheet.cards) if id is not None]
    finish = partial(_drawn, sheet, slots, next(iter(cuts.values())).pixels(dpi), dpi, path)
    return raster.Task([cuts[id] for id in sheet.cards if id is not None], dpi, finish)


def _drawn(
    sheet: Sheet,
    slots: Sequence[int],
    size: tuple[int, int],
    dpi: int,
    path: Path,
    pictures: Iterator[Image],
) -> Path:
    from PIL import Image

    width, height = size
    drawn = Image.new("RGB", (sheet.columns * width, sheet.rows * height), "white")
    for slot, picture in zip(slots, pictures, strict=True):
        drawn.paste(picture, (slot % sheet.columns * width, slot // sheet.columns * height))
    path.write_bytes(raster.encoded(drawn, dpi))
    return path
