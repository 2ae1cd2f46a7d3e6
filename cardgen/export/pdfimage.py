"""Raster pictures in PDF: JPEG as it is, all else without loss and filtered as PNG does."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cardgen.export.pdffile import Array, Dictionary, Name, PdfFile, Reference, stored, stream
from cardgen.layout.raster import opened

if TYPE_CHECKING:
    from PIL.Image import Image

_SPACES = {"L": ("DeviceGray", 1), "RGB": ("DeviceRGB", 3), "CMYK": ("DeviceCMYK", 4)}


def put(pdf: PdfFile, file: Path, grey: bool = False) -> Reference:
    """Put the picture into the file as an image XObject (ISO 32000-1, 8.9.5)."""
    with opened(file) as picture:
        if grey:
            with_alpha = picture.convert("RGBA")
            return _seen_through(pdf, with_alpha.convert("L"), with_alpha.getchannel("A"))
        if picture.format == "JPEG" and picture.mode in _SPACES:
            return pdf.put(_jpeg(picture, file))
        if "A" in picture.mode or "transparency" in picture.info:
            with_alpha = picture.convert("RGBA")
            return _seen_through(pdf, with_alpha.convert("RGB"), with_alpha.getchannel("A"))
        if picture.mode == "CMYK":
            return pdf.put(_four_inks(picture))
        return pdf.put(_lossless(picture if picture.mode in ("L", "RGB") else picture.convert("RGB")))


def _entries(picture: Image, extra: dict[str, Any]) -> dict[str, Any]:
    return {
        "Type": Name("XObject"),
        "Subtype": Name("Image"),
        "Width": picture.width,
        "Height": picture.height,
        "ColorSpace": Name(_SPACES[picture.mode][0]),
        "BitsPerComponent": 8,
        **extra,
    }


def _jpeg(picture: Image, file: Path) -> Any:
    extra: dict[str, Any] = {"Filter": Name("DCTDecode")}
    if picture.mode == "CMYK" and "adobe" in picture.info:
        # Adobe's programs store CMYK inverted (Adobe Technical Note 5116).
        extra["Decode"] = Array([1, 0] * 4)
    return stored(file.read_bytes(), _entries(picture, extra))


def _seen_through(pdf: PdfFile, picture: Image, alpha: Image) -> Reference:
    masked = alpha.getextrema() != (255, 255)
    return pdf.put(_lossless(picture, {"SMask": pdf.put(_lossless(alpha))} if masked else {}))


def _lossless(picture: Image, more: Mapping[str, Reference] = MappingProxyType({})) -> Any:
    """The picture's PNG data, which is what FlateDecode with a PNG predictor reads (ISO 32000-1, 7.4.4.4)."""
    colours = _SPACES[picture.mode][1]
    extra = {
        "Filter": Name("FlateDecode"),
        "DecodeParms": Dictionary({"Predictor": 15, "Colors": colours, "Columns": picture.width}),
        **more,
    }
    return stored(_png_data(picture), _entries(picture, extra))


def _four_inks(picture: Image) -> Any:
    """PNG knows no inks, so that these pixels are stored without its predictor."""
    return stream(picture.tobytes(), _entries(picture, {}))


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
