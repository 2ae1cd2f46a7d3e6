"""Pictures on their way into a PDF, in files whose data goes there as it is.

PDF reads a PNG's compressed rows as they are (ISO 32000-1, 7.4.4.4), and counts its channels for itself: four
inks lie in such a file where PNG has red, green, blue and alpha, and a mark says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_MARK = b"cardgen-inks\0four"
_CHANNELS = {0: 1, 2: 3, 6: 4}
"""Channels by PNG's colour type, of those without a palette or a mask that is no ink."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A picture's compressed rows: `channels` of eight bits each (grey, RGB, or four inks)."""

    width: int
    height: int
    channels: int
    data: bytes


def save(picture: Image, file: Path | BytesIO) -> None:
    """Write a picture of one, three or four channels (L, RGB, CMYK)."""
    from PIL import Image as pillow
    from PIL.PngImagePlugin import PngInfo

    if picture.mode != "CMYK":
        picture.save(file, "PNG")
        return
    mark = PngInfo()
    mark.add(b"tEXt", _MARK)
    pillow.frombytes("RGBA", picture.size, picture.tobytes()).save(file, "PNG", pnginfo=mark)


def packed(picture: Image) -> Rows:
    """The rows of a picture of one, three or four channels (L, RGB, CMYK)."""
    file = BytesIO()
    save(picture, file)
    made = _read(file.getvalue())
    assert made is not None, picture.mode
    return made


def rows(file: Path) -> Rows | None:
    """The rows of a PNG, as long as PDF can take them as they are; None for any other file."""
    with file.open("rb") as opened:
        if opened.read(8) != _SIGNATURE:
            return None
    return _read(file.read_bytes())


def _read(data: bytes) -> Rows | None:
    found = [*_chunks(data)]
    head = next((body for name, body in found if name == b"IHDR"), b"")
    if len(head) != 13 or any(name == b"tRNS" for name, _ in found):
        return None
    depth, kind, interlaced = head[8], head[9], head[12]
    inks = any(name == b"tEXt" and body == _MARK for name, body in found)
    if depth != 8 or interlaced or kind not in _CHANNELS or (kind == 6) != inks:
        return None
    width, height = (int.from_bytes(head[at : at + 4], "big") for at in (0, 4))
    return Rows(width, height, _CHANNELS[kind], b"".join(body for name, body in found if name == b"IDAT"))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length
