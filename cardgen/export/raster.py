"""Frames -> pixels: the PDF that would be printed, drawn by PDFium, so that a screen shows what paper shows.

Faces are drawn a few at a time, by as many processes as there are cores: PDFium draws one thing at once.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, Generic, TypeVar

from cardgen.export import pdf
from cardgen.impose.shapes import outline
from cardgen.layout.frame import Box, Frame, Group
from cardgen.layout.frame import Path as Path_
from cardgen.layout.kept import Drawing, drawn
from cardgen.model import Outline
from cardgen.workers import Share, Tell, counted, side_by_side, untold

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfBitmap, PdfDocument, PdfPage

T = TypeVar("T")

MM_PER_INCH = 25.4

BATCH = 8
"""Faces that are drawn from one PDF: few enough to share out, and enough to be worth embedding fonts for."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A face as it is after cutting: at its trim size, with corners of radius `corner` (all in mm), or in the
    outline of a counter."""

    width: float
    height: float
    corner: float
    digest: str
    draw: Drawing
    shape: Outline | None = None

    @property
    def outline(self) -> Path_:
        """The edge that is cut along."""
        return outline(self.shape or "square", self.width, self.height, self.corner)

    @staticmethod
    def of(frame: Frame, corner: float = 0.0, digest: str = "") -> Cut:
        """A frame that is drawn already."""
        return Cut(frame.width, frame.height, corner, digest, drawn(frame))

    def pixels(self, dpi: float) -> tuple[int, int]:
        """Width and height at a resolution, to the nearest pixel."""
        return _pixels(self.width, dpi), _pixels(self.height, dpi)


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """Faces to be drawn together, and what is made of their pictures (in RGB, square-cornered, in order).

    `finish` is picklable, and so is what it makes.
    """

    cuts: Sequence[Cut]
    dpi: float
    finish: Callable[[Iterator[Image]], T]


def made(tasks: Sequence[Task[T]], tell: Share) -> Iterator[T]:
    """What each task makes, in their order."""
    return counted(side_by_side(_made, map(_Drawn.of, tasks), len(tasks)), len(tasks), tell)


def batches(cuts: Sequence[Cut]) -> list[Sequence[Cut]]:
    """The faces a few at a time, to be shared out."""
    return [cuts[at : at + BATCH] for at in range(0, len(cuts), BATCH)]


def pictures(cuts: Sequence[Cut], dpi: float) -> Iterator[Image]:
    """A few faces in RGB, square-cornered, in their order."""
    return _Drawn.of(Task(cuts, dpi, iter)).pictures()


def pngs(cuts: Sequence[Cut], dpi: float, tell: Share = untold) -> Iterator[bytes]:
    """The faces as PNG in their order, transparent outside what is cut out."""
    tasks = [
        Task(batch, dpi, partial(_pngs, [(cut.corner, cut.shape) for cut in batch], dpi))
        for batch in batches(cuts)
    ]
    for found in made(tasks, tell):
        yield from found


def pngs_under(cuts: Sequence[Cut], dpi: int, limit: int, tell: Share) -> Iterator[tuple[bytes, int]]:
    """As `pngs`, none larger than `limit` bytes: each with the resolution that it took to keep to that."""
    for cut, data in zip(cuts, pngs(cuts, dpi, tell), strict=True):
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
    (width, height), bands, pixels = picture.size, len(picture.getbands()), picture.tobytes()
    rows = (pixels[at : at + width * bands] for at in range(0, len(pixels), width * bands))
    return b"".join(png(width, height, rows, dpi, bands=bands))


def png(
    width: int, height: int, rows: Iterable[bytes], dpi: float, level: int = 6, bands: int = 3
) -> Iterator[bytes]:
    """A PNG (ISO/IEC 15948) of rows of pixels, all with filter 0, piece by piece; `level` is zlib's."""
    per_metre = round(dpi / MM_PER_INCH * 1000)
    yield b"\x89PNG\r\n\x1a\n"
    yield _chunk(b"IHDR", pack(">2I5B", width, height, 8, _COLOUR_TYPES[bands], 0, 0, 0))
    yield _chunk(b"pHYs", pack(">2IB", per_metre, per_metre, 1))
    packer = zlib.compressobj(level)
    for row in rows:
        if data := packer.compress(b"\0" + row):
            yield _chunk(b"IDAT", data)
    yield _chunk(b"IDAT", packer.flush())
    yield _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))


def _pixels(length: float, dpi: float) -> int:
    return max(1, round(length / MM_PER_INCH * dpi))


# ------------------------------------------------------------------ faces


@dataclass(frozen=True, slots=True)
class _Drawn(Generic[T]):
    """A task as it goes to another process: a PDF with a face a page, and the pixels wanted of each."""

    pdf: bytes
    sizes: tuple[tuple[int, int], ...]
    finish: Callable[[Iterator[Image]], T]

    @staticmethod
    def of(task: Task[T]) -> _Drawn[T]:
        pages = (Frame(cut.width, cut.height, (Group(cut.draw()),)) for cut in task.cuts)
        sizes = tuple(cut.pixels(task.dpi) for cut in task.cuts)
        return _Drawn(pdf.render(pages, ""), sizes, task.finish)

    def pictures(self) -> Iterator[Image]:
        import pypdfium2

        document = pypdfium2.PdfDocument(self.pdf)
        try:
            for number, size in enumerate(self.sizes):
                yield _page(document, number, size)
        finally:
            document.close()


def _made(drawn: _Drawn[T], tell: Tell) -> T:
    return drawn.finish(drawn.pictures())


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


_Edge = tuple[float, Outline | None]
"""The radius of the corners, and the outline of a counter."""


def _pngs(edges: Sequence[_Edge], dpi: float, pictures: Iterator[Image]) -> list[bytes]:
    return [_png(picture, edge, dpi) for edge, picture in zip(edges, pictures, strict=True)]


def _png(picture: Image, edge: _Edge, dpi: float) -> bytes:
    corner, shape = edge
    radius = corner / MM_PER_INCH * dpi
    if radius > 0 or shape in ("round", "hexagon"):
        picture.putalpha(_mask(picture.size, radius, shape))
    return encoded(picture, dpi)


_FINER = 4
"""The mask of the corners is drawn so many times larger and reduced, for a smooth edge."""


@lru_cache(16)
def _mask(size: tuple[int, int], radius: float, shape: Outline | None) -> Image:
    """White inside a rectangle with round corners or inside that outline, black outside."""
    from PIL import Image, ImageDraw

    width, height = (_FINER * side for side in size)
    mask = Image.new("L", (width, height))
    pen = ImageDraw.Draw(mask)
    if shape == "round":
        pen.ellipse((0, 0, width - 1, height - 1), fill=255)
        return mask.reduce(_FINER)
    if shape == "hexagon":
        pen.polygon([(at[0], at[1]) for _, at in outline(shape, width, height) if at], fill=255)
        return mask.reduce(_FINER)
    reach = min(_FINER * radius, width / 2, height / 2)
    pen.rounded_rectangle((0, 0, width - 1, height - 1), reach, fill=255)
    return mask.reduce(_FINER)


# ------------------------------------------------------------------ parts of a book


Part = tuple[int, Box]
"""A page by its number from 0, and (left, top, right, bottom) in mm of it."""


class Regions:
    """Parts of a PDF's pages as rows of RGB, without the cost of a picture library, for a `with`."""

    def __init__(self, book: Path, dpi: float):
        import pypdfium2

        self.document, self.dpi = pypdfium2.PdfDocument(book), dpi

    def __enter__(self) -> Regions:
        return self

    def __exit__(self, *error: object) -> None:
        self.document.close()

    def size(self, parts: Sequence[Part]) -> tuple[int, int]:
        """Pixels across and down of the parts, one below the other."""
        boxes = [self._box(box) for _, box in parts]
        return max(right - left for left, _, right, _ in boxes), sum(box[3] - box[1] for box in boxes)

    def rows(self, parts: Sequence[Part]) -> Iterator[bytes]:
        """Their rows, each part drawn when it is its turn."""
        from pypdfium2 import raw

        for number, box in parts:
            page = self.document[number]
            whole = (round(length / 72 * self.dpi) for length in page.get_size())
            left, top, right, bottom = self._box(box)
            size = right - left, bottom - top
            bitmap = _bitmap(page, size, (-left, -top, *whole), raw.FPDF_REVERSE_BYTE_ORDER)
            pixels = bytes(bitmap.buffer)
            ends = range(0, bitmap.stride * size[1], bitmap.stride)
            bitmap.close()
            page.close()
            yield from (pixels[at : at + 3 * size[0]] for at in ends)

    def _box(self, box: Box) -> tuple[int, int, int, int]:
        left, top, right, bottom = (round(side / MM_PER_INCH * self.dpi) for side in box)
        return left, top, right, bottom
