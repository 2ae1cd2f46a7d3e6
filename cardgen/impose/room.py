"""How the white around the cards is shared: by their bleed, the trim marks, and the line of small print.

Lengths in mm; sheets are measured from the top left of the paper, y downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardgen.impose.stock import Stock
from cardgen.layout.frame import Box

FOOTER = 3.6
"""Height of the line of small print."""

LEAST_MARK, LEAST_SEEN = 2.0, 1.0
"""A trim mark as short as it should be, and the least that is drawn where the bleed needs the room."""

LEAST_BLEED = 1.0
"""What covers a cut that goes a little wrong: only for more than this does bleed give way to marks."""

APART = 0.5
"""Between a trim mark and the card, even where there is no bleed: a mark that touches is seen on the card."""

Edge = Literal["below", "left", "right", "above"]
EDGES: tuple[Edge, ...] = ("below", "left", "right", "above")
"""The edges of the paper, as the line of small print prefers them."""


def wanted(stock: Stock) -> float:
    """The white that a card wants at each edge: for all of its bleed and for a mark."""
    return stock.bleed + (LEAST_MARK if stock.marks else 0)


def bleed_in(white: float, stock: Stock, marked: bool = True) -> float:
    """How far bleed reaches into that much white, the rest of which is for a mark if `marked`.

    Where not even the shortest mark finds room, all is for the bleed.
    """
    if not (stock.marks and marked and has_marks(white)):
        return max(0.0, min(stock.bleed, white))
    return min(stock.bleed, max(white - LEAST_MARK, min(LEAST_BLEED, white - LEAST_SEEN)))


def has_marks(white: float) -> bool:
    """Whether that much white takes a mark."""
    return white >= APART + LEAST_SEEN - 1e-6


def whites(boxes: Sequence[Box], stock: Stock) -> dict[Edge, float]:
    """The white between those boxes and the margin, at each edge."""
    return {
        "below": stock.height - stock.margin - max(box[3] for box in boxes),
        "left": min(box[0] for box in boxes) - stock.margin,
        "right": stock.width - stock.margin - max(box[2] for box in boxes),
        "above": min(box[1] for box in boxes) - stock.margin,
    }


def footer_edge(boxes: Sequence[Box], stock: Stock) -> Edge | None:
    """Where the line of small print takes nothing from bleed and marks, else where most room is.

    None where no edge has room for it.
    """
    white = whites(boxes, stock)
    if free := [edge for edge in EDGES if white[edge] >= FOOTER + wanted(stock) - 1e-6]:
        return free[0]
    most = max(EDGES, key=lambda edge: round(white[edge], 3))
    return most if white[most] >= FOOTER - 1e-6 else None


def free(boxes: Sequence[Box], stock: Stock) -> Box:
    """The part of the paper for cards in those boxes, their bleed and their marks: no margin, no footer."""
    strip = dict.fromkeys(EDGES, stock.margin)
    if edge := footer_edge(boxes, stock):
        strip[edge] += FOOTER
    return strip["left"], strip["above"], stock.width - strip["right"], stock.height - strip["below"]


def spare(boxes: Sequence[Box], stock: Stock) -> dict[Edge, float]:
    """The white at each edge that is left for bleed and marks."""
    white = whites(boxes, stock)
    if edge := footer_edge(boxes, stock):
        white[edge] -= FOOTER
    return white


def start(stock: Stock, width: float, height: float) -> tuple[float, float]:
    """Left and top of a block of cards: in the middle, or as far from it as the footer needs.

    The footer is below, or at the left where only there it costs no bleed and no marks.
    """
    across, down = stock.width - 2 * stock.margin - width, stock.height - 2 * stock.margin - height
    enough = 2 * wanted(stock) + FOOTER
    if down < enough and (across >= enough or across > down):
        return stock.width - stock.margin - width - _shared(across, stock), (stock.height - height) / 2
    return (stock.width - width) / 2, stock.margin + _shared(down, stock)


def _shared(white: float, stock: Stock) -> float:
    """The white across from the footer: half of all, but for what the footer takes of too little."""
    if white < FOOTER:
        return white / 2
    return max((white - FOOTER) / 2, min(white / 2, white - FOOTER - wanted(stock)))
