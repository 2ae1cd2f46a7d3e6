"""Raster pictures in PDF: JPEG and PNG as they are, all else without loss and filtered as PNG does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cardgen.export import inkfile
from cardgen.export.inkfile import Rows
from cardgen.export.pdffile import Array, Dictionary, Name, PdfFile, Reference, stored
from cardgen.layout.raster import opened

if TYPE_CHECKING:
    from PIL.Image import Image

_SPACES = {"L": ("DeviceGray", 1), "RGB": ("DeviceRGB", 3), "CMYK": ("DeviceCMYK", 4)}


def put(pdf: PdfFile, file: Path, grey: bool = False) -> Reference:
    """Put the picture into the file as an image XObject (ISO 32000-1, 8.9.5)."""
    if not grey and (rows := inkfile.rows(file)):
        return pdf.put(_rows(rows))
    with opened(file) as picture:
        if grey:
            with_alpha = picture.convert("RGBA")
            return _seen_through(pdf, with_alpha.convert("L"), with_alpha.getchannel("A"))
        if picture.format == "JPEG" and picture.mode in _SPACES:
            return pdf.put(_jpeg(picture, file))
        if "A" in picture.mode or "transparency" in picture.info:
            with_alpha = picture.convert("RGBA")
            return _seen_through(pdf, with_alpha.convert("RGB"), with_alpha.getchannel("A"))
        return pdf.put(_lossless(picture if picture.mode in _SPACES else picture.convert("RGB")))


def _entries(mode: str, width: int, height: int, extra: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "Type": Name("XObject"),
        "Subtype": Name("Image"),
        "Width": width,
        "Height": height,
        "ColorSpace": Name(_SPACES[mode][0]),
        "BitsPerComponent": 8,
        **extra,
    }


def _rows(rows: Rows, more: Mapping[str, Reference] = MappingProxyType({})) -> Any:
    """A PNG's rows, which is what FlateDecode with a PNG predictor reads (ISO 32000-1, 7.4.4.4)."""
    mode = next(mode for mode, (_, channels) in _SPACES.items() if channels == rows.channels)
    way = Dictionary({"Predictor": 15, "Colors": rows.channels, "Columns": rows.width})
    extra = {"Filter": Name("FlateDecode"), "DecodeParms": way, **more}
    return stored(rows.data, _entries(mode, rows.width, rows.height, extra))


def _jpeg(picture: Image, file: Path) -> Any:
    extra: dict[str, Any] = {"Filter": Name("DCTDecode")}
    if picture.mode == "CMYK" and "adobe" in picture.info:
        # Adobe's programs store CMYK inverted (Adobe Technical Note 5116).
        extra["Decode"] = Array([1, 0] * 4)
    return stored(file.read_bytes(), _entries(picture.mode, *picture.size, extra))


def _seen_through(pdf: PdfFile, picture: Image, alpha: Image) -> Reference:
    masked = alpha.getextrema() != (255, 255)
    return pdf.put(_lossless(picture, {"SMask": pdf.put(_lossless(alpha))} if masked else {}))


def _lossless(picture: Image, more: Mapping[str, Reference] = MappingProxyType({})) -> Any:
    return _rows(inkfile.packed(picture), more)
