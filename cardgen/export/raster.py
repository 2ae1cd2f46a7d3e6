"""Frames -> pixels: the PDF that would be printed, drawn by PDFium, so that a screen shows what paper shows.

Drawing is done by one thread (PDFium allows no more), compression beside it by as many as there are cores.
"""

from __future__ import annotations

import os
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING

from cardgen.layout.frame import Box, Frame, Group

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfBitmap, PdfDocument, PdfPage

MM_PER_INCH = 25.4


@dataclass(frozen=True, slots=True)
class Cut:
    """A face as it is after cutting: at its trim size, with corners of radius `corner` (mm)."""

    frame: Frame
    corner: float
    digest: str

    def pixels(self, dpi: float) -> tuple[int, int]:
        """Width and height at a resolution, to the nearest pixel."""
        return _pixels(self.frame.width, dpi), _pixels(self.frame.height, dpi)


def pictures(cuts: Sequence[Cut], dpi: float) -> Iterator[Image]:
    """The faces in RGB, square-cornered, in their order."""
    return _drawn(cuts, [cut.pixels(dpi) for cut in cuts])


def pngs(cuts: Sequence[Cut], dpi: float) -> Iterator[bytes]:
    """The faces as PNG in their order, transparent outside their round corners."""
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        waiting: deque[Future[bytes]] = deque()
        for cut, picture in zip(cuts, pictures(cuts, dpi), strict=True):
            waiting.append(pool.submit(_finished, picture, cut, dpi))
            if len(waiting) > 2 * cores:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def pngs_under(cuts: Sequence[Cut], dpi: int, limit: int) -> Iterator[tuple[bytes, int]]:
    """As `pngs`, none larger than `limit` bytes: each with the resolution that it took to keep to that."""
    for cut, data in zip(cuts, pngs(cuts, dpi), strict=True):
        used = dpi
        while len(data) > limit:
            # The size of a PNG goes with its area, roughly: aim a little below.
            used = max(1, int(used * min(0.9, 0.95 * (limit / len(data)) ** 0.5)))
            data = next(pngs([cut], used))
        yield data, used


def encoded(picture: Image, dpi: float) -> bytes:
    """The picture (RGB or RGBA) as the bytes of a PNG that knows its size on paper.

    Drawings get smaller without PNG's filters, and their rows are compressed without keeping other threads
    waiting. What does not come out small that way is a photograph, and is tried with filters as well.
    """
    plain = _unfiltered(picture, dpi)
    if len(plain) * 10 < picture.width * picture.height * len(picture.getbands()):
        return plain
    file = BytesIO()
    picture.save(file, "PNG", dpi=(dpi, dpi))
    return min(plain, file.getvalue(), key=len)


_COLOUR_TYPES = {1: 0, 3: 2, 4: 6}
"""PNG's colour types by bytes a pixel: grey, RGB, RGBA."""


def _unfiltered(picture: Image, dpi: float) -> bytes:
    width, pixels = picture.width, picture.tobytes()
    row = width * len(picture.getbands())
    return png(width, [pixels[at : at + row] for at in range(0, len(pixels), row)], dpi)


def png(width: int, rows: Sequence[bytes], dpi: float, level: int = 6) -> bytes:
    """A PNG (ISO/IEC 15948) of rows of pixels, all with filter 0; `level` is zlib's."""
    per_metre = round(dpi / MM_PER_INCH * 1000)
    kind = _COLOUR_TYPES[len(rows[0]) // width]
    chunks = [
        (b"IHDR", pack(">2I5B", width, len(rows), 8, kind, 0, 0, 0)),
        (b"pHYs", pack(">2IB", per_metre, per_metre, 1)),
        (b"IDAT", zlib.compress(b"\0" + b"\0".join(rows), level)),
        (b"IEND", b""),
    ]
    written = (
        pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


def _pixels(length: float, dpi: float) -> int:
    return max(1, round(length / MM_PER_INCH * dpi))


def _drawn(cuts: Sequence[Cut], sizes: Iterable[tuple[int, int]]) -> Iterator[Image]:
    import pypdfium2

    from cardgen.export import pdf

    if not cuts:
        return
    pages = [Frame(cut.frame.width, cut.frame.height, (Group(cut.frame),)) for cut in cuts]
    document = pypdfium2.PdfDocument(pdf.render(pages, ""))
    try:
        for number, size in enumerate(sizes):
            yield _page(document, number, size)
    finally:
        document.close()


def regions(book: Path, parts: Sequence[tuple[int, Box]], dpi: float) -> Iterator[tuple[int, list[bytes]]]:
    """Parts of a PDF's pages: each a page by its number from 0, and (left, top, right, bottom) in mm of it.

    Given as the width in pixels and the rows of RGB, without the cost of a picture library.
    """
    import pypdfium2
    from pypdfium2 import raw

    document = pypdfium2.PdfDocument(book)
    try:
        for number, box in parts:
            page = document[number]
            whole = (round(length / 72 * dpi) for length in page.get_size())
            left, top, right, bottom = (round(side / MM_PER_INCH * dpi) for side in box)
            width, height = right - left, bottom - top
            bitmap = _bitmap(page, (width, height), (-left, -top, *whole), raw.FPDF_REVERSE_BYTE_ORDER)
            pixels = bytes(bitmap.buffer)
            ends = range(0, bitmap.stride * height, bitmap.stride)
            bitmap.close()
            page.close()
            yield width, [pixels[at : at + 3 * width] for at in ends]
    finally:
        document.close()


def _page(document: PdfDocument, number: int, size: tuple[int, int]) -> Image:
    """One page, drawn to just so many pixels."""
    page = document[number]
    bitmap = _bitmap(page, size, (0, 0, *size))
    picture: Image = bitmap.to_pil()
    bitmap.close()
    page.close()
    return picture


def _bitmap(page: PdfPage, size: tuple[int, int], place: tuple[int, ...], flags: int = 0) -> PdfBitmap:
    """White paper of so many pixels, on which the page goes to `place` (x, y, width, height)."""
    import pypdfium2
    from pypdfium2 import raw

    bitmap = pypdfium2.PdfBitmap.new_native(*size, raw.FPDFBitmap_BGR)
    raw.FPDFBitmap_FillRect(bitmap, 0, 0, *size, 0xFFFFFFFF)
    raw.FPDF_RenderPageBitmap(bitmap, page, *place, 0, flags)
    return bitmap


def _finished(picture: Image, cut: Cut, dpi: float) -> bytes:
    radius = cut.corner / MM_PER_INCH * dpi
    if radius > 0:
        picture.putalpha(_mask(picture.size, radius))
    return encoded(picture, dpi)


_FINER = 4
"""The mask of the corners is drawn so many times larger and reduced, for a smooth edge."""


@lru_cache(16)
def _mask(size: tuple[int, int], radius: float) -> Image:
    """White inside a rectangle with round corners, black outside."""
    from PIL import Image, ImageDraw

    width, height = (_FINER * side for side in size)
    mask = Image.new("L", (width, height))
    reach = min(_FINER * radius, width / 2, height / 2)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), reach, fill=255)
    return mask.reduce(_FINER)
