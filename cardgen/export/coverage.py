"""How much ink a written PDF will take: the part of each page that four inks cover, added up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 24
"""Enough for a mean over the page; hairlines come out as paler pixels, which is what they are."""


def coverage(file: Path) -> list[float]:
    """For each page the sum of cyan, magenta, yellow and black, 0 to 4; a page of text has about 0.05.

    Black takes the place of what the three colours have in common, as printer drivers do it.
    """
    import pypdfium2

    document = pypdfium2.PdfDocument(file)
    try:
        return [_of(page.render(scale=DPI / 72).to_pil()) for page in document]
    finally:
        document.close()


def _of(picture: Image) -> float:
    from PIL import ImageChops

    cyan, magenta, yellow = (ImageChops.invert(channel) for channel in picture.convert("RGB").split())
    black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
    return round((sum(map(_mean, (cyan, magenta, yellow))) - 2 * _mean(black)) / 255, 3)


def _mean(channel: Image) -> float:
    from PIL import ImageStat

    return float(ImageStat.Stat(channel).mean[0])
