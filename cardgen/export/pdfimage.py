"""Raster pictures in PDF: JPEG as it is, all else without loss and filtered as PNG does."""

from __future__ import annotations

import zlib
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase import pdfdoc

from cardgen.export.pdffont import Array, Dictionary, Name
from cardgen.layout.raster import opened

if TYPE_CHECKING:
    from PIL.Image import Image

_SPACES = {"L": ("DeviceGray", 1), "RGB": ("DeviceRGB", 3), "CMYK": ("DeviceCMYK", 4)}


def image(document: Any, file: Path, grey: bool = False) -> Any:
    """A reference to the picture as an image XObject (ISO 32000-1, 8.9.5)."""
    with opened(file) as picture:
        if grey:
            return document.Reference(_without_colours(document, picture))
        if picture.format == "JPEG" and picture.mode in _SPACES:
            return document.Reference(_jpeg(picture, file))
        if "A" in picture.mode or "transparency" in picture.info:
            with_alpha = picture.convert("RGBA")
            return document.Reference(_seen_through(document, with_alpha))
        if picture.mode == "CMYK":
            return document.Reference(_four_inks(picture))
        return document.Reference(
            _lossless(picture if picture.mode in ("L", "RGB") else picture.convert("RGB"))
        )


def _entries(picture: Image, extra: dict[str, Any]) -> Any:
    return Dictionary(
        {
            "Type": Name("XObject"),
            "Subtype": Name("Image"),
            "Width": picture.width,
            "Height": picture.height,
            "ColorSpace": Name(_SPACES[picture.mode][0]),
            "BitsPerComponent": 8,
            **extra,
        }
    )


def _jpeg(picture: Image, file: Path) -> Any:
    extra: dict[str, Any] = {"Filter": Name("DCTDecode")}
    if picture.mode == "CMYK" and "adobe" in picture.info:
        # Adobe's programs store CMYK inverted (Adobe Technical Note 5116).
        extra["Decode"] = Array([1, 0] * 4)
    return pdfdoc.PDFStream(_entries(picture, extra), file.read_bytes(), filters=())


def _seen_through(document: Any, picture: Image) -> Any:
    made = _lossless(picture.convert("RGB"))
    _set_alpha(document, made, picture.getchannel("A"))
    return made


def _without_colours(document: Any, picture: Image) -> Any:
    with_alpha = picture.convert("RGBA")
    made = _lossless(with_alpha.convert("L"))
    _set_alpha(document, made, with_alpha.getchannel("A"))
    return made


def _set_alpha(document: Any, made: Any, alpha: Image) -> None:
    if alpha.getextrema() != (255, 255):
        made.dictionary["SMask"] = document.Reference(_lossless(alpha))


def _lossless(picture: Image) -> Any:
    """The picture's PNG data, which is what FlateDecode with a PNG predictor reads (ISO 32000-1, 7.4.4.4)."""
    colours = _SPACES[picture.mode][1]
    extra = {
        "Filter": Name("FlateDecode"),
        "DecodeParms": Dictionary({"Predictor": 15, "Colors": colours, "Columns": picture.width}),
    }
    return pdfdoc.PDFStream(_entries(picture, extra), _png_data(picture), filters=())


def _four_inks(picture: Image) -> Any:
    """PNG knows no inks, so that these pixels are stored without its predictor."""
    data = zlib.compress(picture.tobytes(), 6)
    return pdfdoc.PDFStream(_entries(picture, {"Filter": Name("FlateDecode")}), data, filters=())


def _png_data(picture: Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG")
    data, at, found = file.getvalue(), 8, []
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            found.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    return b"".join(found)
