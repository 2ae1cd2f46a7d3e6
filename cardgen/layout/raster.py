"""What is known of a picture file: its format, its pixels, and which way up they are to be seen."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.layout.fault import Fault
from cardgen.layout.frame import Matrix

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "WEBP")
LIMIT = 120_000_000
"""Pixels: an A3 page at 600 dpi and a little more."""

TURNS: dict[int, Matrix] = {
    1: (1, 0, 0, 1, 0, 0),
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, 1, 1, 0, 0, 0),
    6: (0, 1, -1, 0, 1, 0),
    7: (0, -1, -1, 0, 1, 1),
    8: (0, -1, 1, 0, 0, 1),
}
"""From the unit square as stored to the unit square as seen, by EXIF orientation (EXIF 2.32, 4.6.4 A)."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture file: its pixels as stored, and the EXIF orientation it is to be seen in."""

    file: Path
    digest: str
    pixels: tuple[int, int]
    orientation: int

    @property
    def upright(self) -> tuple[int, int]:
        across, down = self.pixels
        return (down, across) if self.orientation >= 5 else (across, down)


def opened(file: Path, least: tuple[int, int] | None = None) -> Image:
    """The picture with eight bits a colour. PIL's own conversion makes white of a grey of sixteen bits.

    With `least`, a JPEG is read at the smallest size that has no fewer pixels, which is many times faster.
    """
    from PIL import Image

    picture = Image.open(file)
    if least:
        picture.draft(picture.mode, least)
    if not picture.mode.startswith("I"):
        return picture
    with picture:
        return picture.convert("I").point(lambda value: value * (1 / 257)).convert("L")


def read(file: Path) -> Raster:
    """What the file holds. Raises Fault for what is no picture, is broken, or is too big."""
    from PIL import Image, UnidentifiedImageError

    try:
        data = file.read_bytes()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the size is judged below, by our own measure
            with Image.open(file, formats=FORMATS) as picture:
                if picture.width * picture.height > LIMIT:
                    raise Fault("picture-too-big", file=file.name, width=picture.width, height=picture.height)
                size = picture.size
                orientation = picture.getexif().get(0x0112, 1)
                picture.draft("L", (1, 1))  # whether it can be read shows at any size
                picture.load()
    except UnidentifiedImageError:
        raise Fault("picture-unknown", file=file.name, expected=(*FORMATS, "SVG")) from None
    except Image.DecompressionBombError:
        raise Fault("picture-too-big", file=file.name, width="?", height="?") from None
    except (OSError, SyntaxError, ValueError) as fault:
        raise Fault("picture-broken", file=file.name, reason=str(fault)) from None
    return Raster(file, sha256(data).hexdigest()[:16], size, orientation if orientation in TURNS else 1)
