"""How a text is to be set: every choice a designer has, with the house's defaults."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Literal

from cardgen.text.fonts import Face

Align = Literal["left", "center", "right", "justify", "even"]
VAlign = Literal["top", "middle", "bottom"]
Kinsoku = Literal["strict", "normal", "loose"]


@dataclass(frozen=True, slots=True)
class Style:
    """The setting of one text box. Sizes in points, `leading` in multiples of the size, gaps in em.

    `faces` is the fallback chain of the role, `bold` and `ruby` those of emphasis and of ruby; when
    empty, `faces` serves. A character is set in the first face of the chain that has it; Latin and
    digits prefer the chain's first proportional face. Without `widows` running text does not end on a
    line of one character.
    """

    faces: tuple[Face, ...]
    bold: tuple[Face, ...] = ()
    ruby: tuple[Face, ...] = ()
    size: float = 9.0
    min_size: float | None = None
    leading: float | None = None
    align: Align = "left"
    valign: VAlign = "top"
    writing: Literal["horizontal", "vertical"] = "horizontal"
    mode: Literal["body", "title"] = "body"
    kinsoku: Kinsoku = "strict"
    autospace: float = 0.125
    letter_spacing: float = 0.0
    hang: bool = False
    widows: bool = True
    condense: float = 1.0
    max_lines: int | None = None
    colour: Hashable = None
