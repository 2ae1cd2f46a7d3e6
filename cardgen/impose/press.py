"""How sheets are to be printed: the choices of a designer that are about paper and not about cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardgen.impose.calibration import Calibration

Backs = Literal["none", "separate", "duplex", "fold"]
Flip = Literal["long", "short"]
Guides = Literal["marks", "lines", "both", "none"]


@dataclass(frozen=True, slots=True)
class Press:
    """`gap` between cards and `margin` at the edges of the paper in mm; None leaves it to the paper.

    `pack` lets components share sheets, `tile` spreads what is larger than the paper over several, and
    `calibration` is what was read from the printer's test sheet.
    """

    guides: Guides = "marks"
    gap: float = 0.0
    margin: float | None = None
    pack: bool = False
    tile: bool = False
    calibration: Calibration | None = None
