"""The line of small print beside the cards: what sheet this is, and a ruler that shows a print at 100 %."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.impose.room import FOOTER, footer_edge
from cardgen.impose.stock import Stock
from cardgen.layout.frame import Box, Frame, Group, Item, Paint, Shape
from cardgen.layout.small import small_print
from cardgen.text.fonts import Face

RULER = 50.0
_INK = Paint(fill=None, stroke=(0, 0, 0), width=0.15)
_LABEL = "100 %・50 mm"
_LABEL_WIDTH = 15.0


@dataclass(frozen=True, slots=True)
class Imprint:
    """What the line says, and the fonts it is set in."""

    words: tuple[str, ...]
    faces: tuple[Face, ...]


def footer(stock: Stock, taken: Sequence[Box], imprint: Imprint) -> list[Item]:
    """The line beside the cards that lie in those boxes; nothing where no edge has room for it."""
    margin = stock.margin
    edge = footer_edge(taken, stock) if taken else "below"
    if edge is None:
        return []
    if edge in ("below", "above"):
        top = margin if edge == "above" else stock.height - margin - FOOTER
        return [Group(_line(stock.width - 2 * margin, imprint), (1, 0, 0, 1, margin, top))]
    left = margin if edge == "left" else stock.width - margin - FOOTER
    return [Group(_line(stock.height - 2 * margin, imprint), (0, -1, 1, 0, left, stock.height - margin))]


def _line(width: float, imprint: Imprint) -> Frame:
    """Words from the left, the ruler at the right."""
    start = width - RULER
    items: list[Item] = [
        *_text("　".join(imprint.words), imprint, 0, start - _LABEL_WIDTH - 2),
        *_text(_LABEL, imprint, start - _LABEL_WIDTH - 0.5, _LABEL_WIDTH),
        *_ruler(start),
    ]
    return Frame(width, FOOTER, tuple(items))


def _ruler(x: float) -> list[Item]:
    base = FOOTER - 0.4
    ticks = [
        (x + mm, 2.4 if mm % 50 == 0 else 1.6 if mm % 10 == 0 else 0.8) for mm in range(0, int(RULER) + 1, 5)
    ]
    path = [("M", (x, base)), ("L", (x + RULER, base))]
    for at, length in ticks:
        path += [("M", (at, base)), ("L", (at, base - length))]
    return [Shape(tuple(path), _INK)]


def _text(words: str, imprint: Imprint, x: float, width: float) -> list[Item]:
    return small_print(words, imprint.faces, (x, 0, x + width, FOOTER))
