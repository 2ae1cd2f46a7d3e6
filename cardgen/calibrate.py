"""The test sheet of a printer on disk: what `cardgen calibrate` writes."""

from __future__ import annotations

from pathlib import Path

from cardgen import share
from cardgen.export import pdf
from cardgen.impose.calibration import refuse_blank
from cardgen.impose.press import Flip
from cardgen.impose.stock import stock
from cardgen.impose.testsheet import pages
from cardgen.problems import Problems, unwritable
from cardgen.replacing import replacing
from cardgen.text.fonts import Catalogue

FONTS = ("BIZ UDGothic", "BIZ UDPGothic")


def write_test_sheet(file: Path, printer: str, paper: str, flip: Flip) -> Path:
    """Write the two pages. Raises Problems for a blank name, an unknown paper or what cannot be written."""
    refuse_blank(printer)
    size = stock(paper, margin=None).size
    upright = min(size), max(size)
    fonts = Catalogue([share.FONTS])
    both = pages(printer, upright, flip, tuple(fonts.find(name) for name in FONTS))
    try:
        with replacing(file) as new:
            pdf.write(new, both, f"cardgen calibrate {printer}", flip)
    except OSError as error:
        raise Problems([unwritable(file, error)]) from error
    return file
