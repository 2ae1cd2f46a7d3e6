"""Words that imposition itself sets: on counters, dice, boxes and test sheets. None of them stops a build."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.layout.frame import Colour, Text
from cardgen.layout.small import settable
from cardgen.text.compose import compose
from cardgen.text.errors import DoesNotFit
from cardgen.text.fonts import Face
from cardgen.text.markup import Break, Node, Plain
from cardgen.text.placed import Composed
from cardgen.text.style import Align, Style, VAlign

BLACK: Colour = (0.0, 0.0, 0.0)
LEAST = 4.0
"""Points under which nothing is set."""


@dataclass(frozen=True, slots=True)
class Letters:
    """How the words are set: fonts, largest size in points, colour, place in their box."""

    faces: tuple[Face, ...]
    size: float = 12.0
    colour: Colour = BLACK
    align: Align = "center"
    valign: VAlign = "middle"


def words(text: str, letters: Letters, x: float, y: float, width: float, height: float) -> list[Text]:
    """The words in a box on the paper, as large as they go in; nothing where the box is too small."""
    composed = _composed(text, letters, width, height)
    return [Text(run, x, y) for run in composed.runs] if composed else []


def _composed(text: str, letters: Letters, width: float, height: float) -> Composed | None:
    style = Style(
        faces=letters.faces,
        size=letters.size,
        min_size=min(LEAST, letters.size),
        align=letters.align,
        valign=letters.valign,
        mode="title" if letters.align == "center" else "body",
        colour=letters.colour,
    )
    lines = [settable(line, letters.faces) for line in text.split("\n")]
    if not any(lines) or width <= 0 or height <= 0:
        return None
    try:
        return compose(_nodes(lines), style, width, height)
    except DoesNotFit:
        return None


def _nodes(lines: Sequence[str]) -> tuple[Node, ...]:
    nodes: list[Node] = []
    for line in lines:
        nodes += [Break()] * bool(nodes) + [Plain(line)]
    return tuple(nodes)
