"""How much ink the pictures of a PDF put on paper."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

_STRAY = 0.001
"""Share of a picture's pixels, the darkest, that may be over the ink limit: noise of its compression."""


def most_ink(picture: Any) -> float:
    """The most ink in a picture of four inks, in per cent, but for its few darkest pixels.

    0 for a picture that is stored in a way that cannot be read here.
    """
    image = _decoded(picture)
    if image is None:
        return 0.0
    histogram = total(image).histogram()
    left = _STRAY * sum(histogram)
    for value in range(255, -1, -1):
        left -= histogram[value]
        if left < 0:
            return 400 * value / 255
    return 0.0


def total(image: Image) -> Image:
    """A quarter of the four inks together, pixel by pixel, 0 to 255."""
    from PIL import ImageChops

    cyan, magenta, yellow, black = image.split()
    return ImageChops.add(ImageChops.add(cyan, magenta, 2), ImageChops.add(yellow, black, 2), 2)


def _decoded(picture: Any) -> Image | None:
    """The picture's four inks, None when it is stored in a way that cannot be read here."""
    import pikepdf
    from PIL import Image as pillow
    from PIL import ImageChops

    inverted = float(picture.get("/Decode", [0])[0]) == 1
    try:
        if "/DCTDecode" in str(picture.get("/Filter", "")):
            image: Image = pillow.open(BytesIO(picture.read_raw_bytes()))
            # Pillow turns Adobe's inverted inks the right way round by itself.
            inverted = inverted != ("adobe" in image.info)
        elif isinstance(picture.ColorSpace, pikepdf.Array) and picture.ColorSpace[0] == "/Indexed":
            image = _looked_up(picture)
        else:
            image = pillow.frombytes("CMYK", (int(picture.Width), int(picture.Height)), picture.read_bytes())
    except (pikepdf.PdfError, OSError, ValueError):
        return None
    if image.mode != "CMYK":
        return None
    return ImageChops.invert(image) if inverted else image


def _looked_up(picture: Any) -> Image:
    """A picture of a palette (ISO 32000-1, 8.6.6.3); all its colours, where several indices share a byte."""
    import pikepdf
    from PIL import Image as pillow

    table = picture.ColorSpace[3]
    palette = table.read_bytes() if isinstance(table, pikepdf.Stream) else bytes(table)
    if int(picture.BitsPerComponent) == 8:
        size, data = (int(picture.Width), int(picture.Height)), picture.read_bytes()
    else:
        size, data = (len(palette) // 4, 1), bytes(range(len(palette) // 4))
    indices = pillow.frombytes("L", size, data)
    inks = [indices.point(list(palette[ink::4].ljust(256, b"\0"))) for ink in range(4)]
    return pillow.merge("CMYK", inks)
