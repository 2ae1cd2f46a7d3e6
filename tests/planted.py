"""PDFs of cards as a shop gets them, for faults to be planted into."""

from __future__ import annotations

import zlib
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name

from cardgen.export.pagecheck import Sheet
from cardgen.export.preflight import preflight
from cardgen.export.profile import Profile
from cardgen.problems import Problem

MM = 72 / 25.4
STRICT = Profile(
    name="試し",
    taken_from=["テスト"],
    version="1.4",
    least_dpi=300.0,
    most_ink=300.0,
    least_type=5.0,
    least_line=0.1,
)
SOUND = b"0.2 0.9 0.8 0 k 0 0 100 100 re f 0 0 0 1 K 1 w 10 10 m 50 50 l S"


def made(content: bytes = SOUND, pages: int = 1, **resources: Any) -> pikepdf.Pdf:
    """A card of 63 x 88 mm with 3 mm of bleed on each page."""
    document = pikepdf.new()
    for _ in range(pages):
        page = document.add_blank_page(page_size=(69 * MM, 94 * MM))
        page.Contents = document.make_stream(content)
        page.Resources = Dictionary({f"/{key}": value for key, value in resources.items()})
        page.BleedBox = [0, 0, 69 * MM, 94 * MM]
        page.TrimBox = [3 * MM, 3 * MM, 66 * MM, 91 * MM]
    return document


def found(
    document: pikepdf.Pdf, profile: Profile = STRICT, intent: bool = False, **saved: Any
) -> list[Problem]:
    data = BytesIO()
    document.save(data, **saved)
    sheets = [Sheet(f"札 / {number}", "front", 63, 88, 3) for number in range(1, len(document.pages) + 1)]
    return preflight(data.getvalue(), "card-front.pdf", sheets, profile, intent)


def ids(document: pikepdf.Pdf, **changes: Any) -> list[str]:
    return [problem.id for problem in found(document, STRICT.model_copy(update=changes))]


def picture(document: pikepdf.Pdf, space: Any, pixels: bytes, width: int, height: int) -> Any:
    stream = document.make_stream(zlib.compress(pixels))
    stream.update({
        "/Type": Name.XObject, "/Subtype": Name.Image, "/Width": width, "/Height": height,
        "/ColorSpace": space, "/BitsPerComponent": 8, "/Filter": Name.FlateDecode,
    })  # fmt: skip
    return stream


def with_picture(space: Any, pixel: bytes, size: int = 100, inches: float = 0.25) -> pikepdf.Pdf:
    side = f"{72 * inches}".encode()
    document = made(b"q " + side + b" 0 0 " + side + b" 20 20 cm /I Do Q")
    made_picture = picture(document, space, pixel * size * size, size, size)
    document.pages[0].Resources.XObject = Dictionary(I=made_picture)
    return document


def font(**descriptor: Any) -> Dictionary:
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.TrueType,
        BaseFont=Name("/Gothic"),
        FontDescriptor=Dictionary(Type=Name.FontDescriptor, **descriptor),
    )


def with_font(size: float = 9, scale: float = 1, embedded: bool = True) -> pikepdf.Pdf:
    content = f"{scale} 0 0 {scale} 20 20 cm BT 0 0 0 1 k /F {size} Tf (a) Tj ET".encode()
    document = made(content)
    program = {"FontFile2": document.make_stream(b"glyphs")} if embedded else {}
    document.pages[0].Resources.Font = Dictionary(F=font(**program))
    return document
