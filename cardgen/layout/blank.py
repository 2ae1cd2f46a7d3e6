"""A blank card to write on: lines for the hand, and the name of the game."""

from __future__ import annotations

from cardgen.layout.frame import Frame, Group, Item, Paint, Path, Shape, rectangle
from cardgen.layout.small import small_print
from cardgen.model import Size
from cardgen.text.fonts import Face

MARGIN = 4.0
LEADING = 7.0
"""Distance of the lines in mm: room for handwriting."""

_LINE = 3.2
_RULE = Paint(fill=None, stroke=(0.62, 0.62, 0.62), width=0.15)
_EDGE = Paint(fill=None, stroke=(0.4, 0.4, 0.4), width=0.25)
_INK = (0.4, 0.4, 0.4)


def blank(size: Size, words: str, faces: tuple[Face, ...], edge: Path | None = None) -> Frame:
    """A card of that size with `words` (the game's name) at its foot, as far as there is room for them.

    A counter has an `edge` of its own (mm): the lines end at it, and there is no room for words.
    """
    if edge is not None:
        heights = _heights(LEADING, size.height - 2)
        lines = tuple(Shape((("M", (0, y)), ("L", (size.width, y))), _RULE) for y in heights)
        ruled = Group(Frame(size.width, size.height, lines), clip=edge)
        return Frame(size.width, size.height, (ruled, Shape(edge, _EDGE)))
    margin = min(MARGIN, size.width / 8, size.height / 8)
    inner = margin + min(2.0, margin / 2)
    foot = size.height - inner - _LINE
    items: list[Item] = [
        Shape(rectangle(margin, margin, size.width - 2 * margin, size.height - 2 * margin, 1.5, 1.5), _EDGE),
        *(
            Shape((("M", (inner, y)), ("L", (size.width - inner, y))), _RULE)
            for y in _heights(margin + LEADING + 1, foot - 2)
        ),
        *small_print(words, faces, (inner, foot, size.width - inner, foot + _LINE), _INK, 6, "center"),
    ]
    return Frame(size.width, size.height, tuple(items))


def _heights(first: float, last: float) -> list[float]:
    return [first + LEADING * n for n in range(int(max(0.0, last - first) / LEADING) + 1) if first <= last]
