"""What a printer does to the back of a sheet, read from a test sheet, and how it is undone.

`dx` and `dy` are where the back came to lie against the front, in mm, seen from the front with the paper
upright: right and down are positive. `rotation` is in degrees, clockwise, about the middle of the paper.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import cos, radians, sin
from pathlib import Path
from typing import Literal

from cardgen.layout.frame import Frame, Group, Matrix
from cardgen.problems import Place, Problem, Problems, nearest, unwritable
from cardgen.replacing import replacing

FILE = "printers.json"
MOST = 20.0
"""No printer is off by more mm or degrees: what is larger was read or typed wrongly."""


@dataclass(frozen=True, slots=True)
class Calibration:
    dx: float
    dy: float
    rotation: float = 0.0


def correction(found: Calibration, paper: tuple[float, float], flip: Literal["long", "short"]) -> Matrix:
    """The matrix that moves the drawing of an upright back page so that print comes to lie behind the front.

    Seen from behind, the edge that the paper is turned at mirrors one of the offsets and the rotation; the
    drawing is moved the other way.
    """
    dx, dy = (found.dx, -found.dy) if flip == "long" else (-found.dx, found.dy)
    cx, cy = paper[0] / 2, paper[1] / 2
    c, s = cos(radians(found.rotation)), sin(radians(found.rotation))
    # First back by the offset, then turned about the middle.
    x, y = dx - cx, dy - cy
    return c, s, -s, c, c * x - s * y + cx, s * x + c * y + cy


def corrected(page: Frame, found: Calibration, flip: Literal["long", "short"]) -> Frame:
    """An upright back page, moved for the printer."""
    matrix = correction(found, (page.width, page.height), flip)
    return Frame(page.width, page.height, (Group(page, matrix),))


# ------------------------------------------------------------------ kept per printer


def refuse_blank(printer: str) -> None:
    """A name of which nothing is seen can be told from no other. Raises Problems."""
    if not any(char.isprintable() and not char.isspace() for char in printer):
        raise Problems([Problem("printer-unnamed", None, "--printer")])


def store(folder: Path, printer: str, flip: str, found: Calibration) -> Path:
    """Keep the values of a printer and flip edge, and give back the file. Raises Problems."""
    refuse_blank(printer)
    for name, value in asdict(found).items():
        if not abs(value) <= MOST:
            facts = {"name": name, "found": f"{value:g}", "most": f"{MOST:g}"}
            raise Problems([Problem("calibration-too-large", None, printer, facts)])
    file = folder / FILE
    kept = _read(file)
    kept = {**kept, printer: {**kept.get(printer, {}), flip: asdict(found)}}
    try:
        with replacing(file) as new:
            new.write_text(
                json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8"
            )
    except OSError as error:
        raise Problems([unwritable(file, error)]) from error
    return file


def updated(
    folder: Path,
    printer: str,
    flip: str,
    offset: tuple[float, float] | None = None,
    rotation: float | None = None,
) -> tuple[Path, Calibration]:
    """Keep what was read anew, offset (mm) or rotation (degrees), beside what was kept before; 0 where
    nothing was. Gives back the file and all that is kept now. Raises Problems as `store` does."""
    refuse_blank(printer)
    known = flip in _read(folder / FILE).get(printer, {})
    found = stored(folder, printer, flip) if known else Calibration(0.0, 0.0)
    if offset is not None:
        found = replace(found, dx=offset[0], dy=offset[1])
    if rotation is not None:
        found = replace(found, rotation=rotation)
    return store(folder, printer, flip, found), found


def stored(folder: Path, printer: str, flip: str) -> Calibration:
    """The values kept for a printer and flip edge. Raises Problems when there are none."""
    file = folder / FILE
    kept = _read(file)
    if printer not in kept:
        facts = {"found": printer, "expected": sorted(kept), "nearest": nearest(printer, kept)}
        raise Problems([Problem("unknown-printer", None, "--printer", facts)])
    if flip not in kept[printer]:
        facts = {"printer": printer, "flip": flip}
        raise Problems([Problem("printer-not-for-flip", None, "--printer", facts)])
    try:
        return Calibration(**{name: float(value) for name, value in kept[printer][flip].items()})
    except (TypeError, ValueError, AttributeError):
        raise Problems([Problem("calibration-file", Place(file))]) from None


def _read(file: Path) -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        raise Problems([Problem("calibration-file", Place(file))]) from None
    if not isinstance(found, dict) or not all(isinstance(value, dict) for value in found.values()):
        raise Problems([Problem("calibration-file", Place(file))])
    return found
