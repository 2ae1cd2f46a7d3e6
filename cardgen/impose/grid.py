"""How many cards a sheet of paper takes, and where their cells are.

Lengths in mm; sheets are measured from the top left of the paper, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cardgen import paper as papers
from cardgen.problems import Place, Problem, Problems, nearest

PRINTABLE = 5.0
"""What home printers leave white at each edge; cards, marks and footer keep out of it."""

BLEED = 3.0
LEAST_MARK = 2.0
"""The shortest crop mark that is still of use; bleed gives way to it."""

FOOTER = 3.6
"""Height of the line of small print below the cards."""


class Trim(Protocol):
    """A finished size in mm, as of a card."""

    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Cell:
    """Where one card lies: its trim's top left and size. `turned` is upside down."""

    x: float
    y: float
    width: float
    height: float
    turned: bool = False

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.x, self.y, self.x + self.width, self.y + self.height


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal cells on a sheet of `paper` (as it lies), `left` and `top` of them white, `gap` between them."""

    paper: tuple[float, float]
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    gap: float

    def __len__(self) -> int:
        return self.columns * self.rows

    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        across, down = self.width + self.gap, self.height + self.gap
        return [
            Cell(self.left + column * across, self.top + row * down, self.width, self.height)
            for row in range(self.rows)
            for column in range(self.columns)
        ]


# ------------------------------------------------------------------ fitting


def per_sheet(trim: Trim, paper: str, gap: float = 0.0) -> int:
    """How many cards of that size one sheet takes. Raises Problems as `fit` does."""
    return len(fit(trim, paper, gap))


def fit(trim: Trim, paper: str, gap: float = 0.0, place: Place | None = None, subject: str = "") -> Grid:
    """The grid that takes the most cards, the paper upright unless lying takes more.

    Raises Problems when the paper is unknown or too small for one card; `place` and `subject` are of the
    component.
    """
    size = papers.paper_size(paper)
    if size is None:
        facts = {"found": paper, "expected": tuple(papers.PAPERS), "nearest": nearest(paper, papers.PAPERS)}
        raise Problems([Problem("unknown-paper", None, "--paper", facts)])
    grids = [_grid(trim, lying, gap) for lying in (size, size[::-1])]
    best = max(grids, key=len)
    if not len(best):
        facts = {
            "card": f"{trim.width:g} × {trim.height:g}",
            "paper": f"{paper} {size[0]:g} × {size[1]:g}",
            "room": f"{size[0] - 2 * PRINTABLE:g} × {size[1] - 2 * PRINTABLE:g}",
            "margin": f"{PRINTABLE:g}",
        }
        raise Problems([Problem("card-larger-than-paper", place, subject, facts)])
    return best


def _grid(trim: Trim, paper: tuple[float, float], gap: float) -> Grid:
    columns, rows = (
        int((room - 2 * PRINTABLE + gap + 1e-6) / (side + gap))
        for room, side in zip(paper, (trim.width, trim.height), strict=True)
    )
    left = (paper[0] - columns * (trim.width + gap) + gap) / 2
    spare = paper[1] - rows * (trim.height + gap) + gap
    return Grid(paper, columns, rows, trim.width, trim.height, left, _top(spare), gap)


def _top(spare: float) -> float:
    """Centred, or higher where that makes room below for the footer and loses nothing above."""
    above = PRINTABLE + BLEED + LEAST_MARK
    below = above + FOOTER
    return spare / 2 if spare / 2 >= below or spare < above + below else spare - below
