"""The written PDF read back and held against what the shop asks: what is found here would be sent back.

Reads the file as any other reader would (pikepdf) and takes nothing for granted that was meant to be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.export.pdfwalk import Painted, Pictured, SeenThrough, Shown, Use, Walker, space_of
from cardgen.export.profile import Lenient, Profile
from cardgen.layout.faces import Side
from cardgen.layout.frame import Box
from cardgen.problems import Level, Place, Problem, Term

if TYPE_CHECKING:
    from PIL.Image import Image

MM = 25.4 / 72
_EXACT = 0.02
"""Boxes that differ by less (mm) are the same box."""

_ROUNDING = 0.99
"""Sizes and resolutions this near to a limit are at the limit."""

_STRAY = 0.001
"""Share of a picture's pixels, the darkest, that may be over the ink limit: noise of its compression."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a page should be: a card of `width` x `height` mm with that bleed; `subject` names it.

    `place` is where the card is written.
    """

    subject: str
    side: Side
    width: float
    height: float
    bleed: float
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class _Finding:
    """A fault of one page; equal ones of many pages are told once."""

    id: str
    facts: tuple[tuple[str, object], ...] = ()
    check: Lenient | None = None


def preflight(
    data: bytes | Path, file: str, sheets: Sequence[Sheet], profile: Profile, intent: bool
) -> list[Problem]:
    """All that the profile forbids in a PDF: its bytes, or where they are.

    `intent` is whether an output intent was asked for.
    """
    import pikepdf

    try:
        source = BytesIO(data) if isinstance(data, bytes) else data
        document = pikepdf.open(source, access_mode=pikepdf.AccessMode.stream)
    except pikepdf.PdfError as error:
        return [Problem("preflight-unreadable", None, file, {"reason": str(error)})]
    with document:
        found = _Found(file, profile)
        if len(document.pages) != len(sheets):
            facts = (("found", len(document.pages)), ("expected", len(sheets)))
            return [Problem("preflight-pages", None, file, dict(facts))]
        for number, (page, sheet) in enumerate(zip(document.pages, sheets, strict=True), 1):
            for finding in (*_boxes(page, sheet, profile), *found.uses(page)):
                found.add(number, sheet, finding)
        missing = [Problem("preflight-no-intent", None, file)] if intent and not _has_intent(document) else []
    return [*missing, *found.problems()]


class _Found:
    """The findings of one file, each with the pages it was made on."""

    def __init__(self, file: str, profile: Profile):
        self.file, self.profile = file, profile
        self.walker = Walker(boxes=profile.marks != "none")
        self.inks: dict[tuple[int, int], float] = {}
        self.pages: dict[_Finding, dict[int, Sheet]] = {}

    def add(self, page: int, sheet: Sheet, finding: _Finding) -> None:
        self.pages.setdefault(finding, {}).setdefault(page, sheet)

    def problems(self) -> list[Problem]:
        return [self.problem(finding, pages) for finding, pages in self.pages.items()]

    def problem(self, finding: _Finding, pages: dict[int, Sheet]) -> Problem:
        page, sheet = next(iter(pages.items()))
        where = Term("page-of", {"file": self.file, "page": page, "side": Term(f"side-{sheet.side}")})
        also = Term("also-pages", {"pages": ranges(list(pages)[1:])}) if len(pages) > 1 else ""
        facts = {"where": where, "also": also, **dict(finding.facts)}
        level: Level = "warning" if finding.check in self.profile.warn else "error"
        return Problem(finding.id, sheet.place, sheet.subject, facts, level)

    def uses(self, page: Any) -> Iterator[_Finding]:
        inside = _inside(page)
        for use in self.walker.page(page):
            yield from self.judged(use, inside)

    def judged(self, use: Use, inside: Box) -> Iterator[_Finding]:
        match use:
            case Painted():
                yield from _colour(use, self.profile, inside)
                yield from _line(use, self.profile)
            case Shown():
                yield from _type(use, self.profile)
            case Pictured():
                yield from self.picture(use)
            case SeenThrough(what):
                if not self.profile.transparency:
                    yield _Finding("preflight-transparency", (("what", what),))

    def picture(self, use: Pictured) -> Iterator[_Finding]:
        size = _pixels(use)
        least = self.profile.least_dpi
        if use.dpi < least * _ROUNDING:
            facts = (("picture", size), ("dpi", round(use.dpi)), ("least", round(least)))
            yield _Finding("preflight-coarse", facts, "dpi")
        if self.profile.colour == "cmyk":
            space = _picture_space(use)
            if space in ("rgb", "other"):
                yield _Finding("preflight-rgb-picture", (("picture", size),))
            elif space == "cmyk" and not use.inline and self.profile.most_ink:
                ink = self.ink(use.picture)
                if ink > self.profile.most_ink / _ROUNDING:
                    facts = (("picture", size), ("ink", round(ink)), ("most", round(self.profile.most_ink)))
                    yield _Finding("preflight-picture-ink", facts, "ink")

    def ink(self, picture: Any) -> float:
        """The most ink in a picture of four inks, in per cent, but for its few darkest pixels."""
        if picture.objgen not in self.inks:
            self.inks[picture.objgen] = _most_ink(picture)
        return self.inks[picture.objgen]


# ------------------------------------------------------------------ the document


def _has_intent(document: Any) -> bool:
    """Whether an output intent carries a profile of four inks (ISO 32000-1, 14.11.5)."""
    intents = document.Root.get("/OutputIntents", [])
    profiles = [intent.DestOutputProfile for intent in intents if "/DestOutputProfile" in intent]
    return any(int(profile.get("/N", 0)) == 4 for profile in profiles)


def _boxes(page: Any, sheet: Sheet, profile: Profile) -> Iterator[_Finding]:
    """Trim and bleed of the right size, the one inside the other, and a page that ends where it should."""
    bleed = sheet.bleed
    wanted = {
        "TrimBox": (sheet.width, sheet.height),
        "BleedBox": (sheet.width + 2 * bleed, sheet.height + 2 * bleed),
    }
    if profile.marks == "none":
        wanted["MediaBox"] = wanted["BleedBox"]
    boxes = {name: _box(page, name) for name in ("MediaBox", "BleedBox", "TrimBox")}
    for name, size in wanted.items():
        box = boxes[name]
        if box is None:
            yield _Finding("preflight-no-box", (("box", name),))
        elif any(abs(a - b) > _EXACT for a, b in zip(_size(box), size, strict=True)):
            facts = (("box", name), ("size", _told(_size(box))), ("wanted", _told(size)))
            yield _Finding("preflight-box", facts)
    media, outer, trim = boxes["MediaBox"], boxes["BleedBox"], boxes["TrimBox"]
    if media and outer and trim and not (_within(trim, outer, bleed) and _within(outer, media, 0)):
        yield _Finding("preflight-box-outside")
    if int(page.get("/Rotate", 0)) % 360:
        yield _Finding("preflight-rotated", (("angle", int(page.Rotate)),))


def _box(page: Any, name: str) -> Box | None:
    """A box in mm, as the page itself or its parents state it: no box stands in for another."""
    node = page.obj if hasattr(page, "obj") else page
    while node is not None:
        if f"/{name}" in node:
            left, bottom, right, top = (float(value) * MM for value in node[f"/{name}"])
            return left, bottom, right, top
        node = node.get("/Parent")
    return None


def _size(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _told(size: tuple[float, float]) -> str:
    return " × ".join(f"{length:.2f}".rstrip("0").rstrip(".") for length in size)


def _within(inner: Box, outer: Box, margin: float) -> bool:
    gaps = (inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3])
    return all(gap >= margin - _EXACT for gap in gaps)


def _inside(page: Any) -> Box:
    """The bleed box in points, a little smaller: what lies outside of it are marks."""
    left, bottom, right, top = (
        value / MM for value in _box(page, "BleedBox") or _box(page, "MediaBox") or (0, 0, 0, 0)
    )
    return left + 1, bottom + 1, right - 1, top - 1


# ------------------------------------------------------------------ what is painted


def _colour(use: Painted, profile: Profile, inside: Box) -> Iterator[_Finding]:
    if profile.colour != "cmyk":
        return
    if use.space in ("rgb", "other"):
        parts = " ".join(f"{part:.3g}" for part in use.parts)
        yield _Finding("preflight-rgb", (("parts", parts),))
    total = 100 * sum(use.parts)
    if use.space == "cmyk" and profile.most_ink and total > profile.most_ink / _ROUNDING:
        if _is_mark(use, inside):
            return
        inks = " ".join(f"{100 * part:.0f}" for part in use.parts)
        yield _Finding(
            "preflight-ink", (("inks", inks), ("ink", round(total)), ("most", round(profile.most_ink))), "ink"
        )


def _is_mark(use: Painted, inside: Box) -> bool:
    """Whether a line lies wholly outside the bleed: crop marks are in all inks on purpose."""
    if use.box is None or use.width is None:
        return False
    left, bottom, right, top = use.box
    return right < inside[0] or left > inside[2] or top < inside[1] or bottom > inside[3]


def _line(use: Painted, profile: Profile) -> Iterator[_Finding]:
    least = profile.least_line
    if use.width is not None and least is not None and use.width * MM < least * _ROUNDING:
        facts = (("width", f"{use.width * MM:.3f}"), ("least", f"{least:g}"))
        yield _Finding("preflight-line", facts, "line")


def _type(use: Shown, profile: Profile) -> Iterator[_Finding]:
    name = str(use.font.get("/BaseFont", "?")).lstrip("/") if use.font is not None else "?"
    if profile.fonts == "outlined":
        yield _Finding("preflight-type-left", (("font", name),))
    elif not embedded(use.font):
        yield _Finding("preflight-font", (("font", name),))
    least, id = (profile.ruby, "preflight-ruby") if use.aside else (profile.least_type, "preflight-type")
    if least is not None and use.size < least * _ROUNDING:
        yield _Finding(id, (("size", f"{use.size:.1f}"), ("least", f"{least:g}")), "type")


def embedded(font: Any) -> bool:
    """Whether a font carries its program (ISO 32000-1, 9.9); Type 3 fonts are drawn in the file itself."""
    if font is None:
        return False
    if font.get("/Subtype") == "/Type3":
        return True
    if font.get("/Subtype") == "/Type0":
        return all(embedded(part) for part in font.DescendantFonts)
    descriptor = font.get("/FontDescriptor", {})
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


# ------------------------------------------------------------------ pictures


def _picture_space(use: Pictured) -> str:
    if use.inline:
        return space_of(_inline_space(use.picture))
    picture = use.picture
    if picture.get("/ImageMask", False):
        return "grey"
    return space_of(picture.get("/ColorSpace", "?"))


def _inline_space(image: Any) -> Any:
    return image.obj.get("/ColorSpace", image.obj.get("/CS", "/DeviceGray"))


def _pixels(use: Pictured) -> str:
    if use.inline:
        return f"{use.picture.width} × {use.picture.height}"
    return f"{int(use.picture.Width)} × {int(use.picture.Height)}"


def _most_ink(picture: Any) -> float:
    from PIL import ImageChops

    image = _decoded(picture)
    if image is None:
        return 0.0
    cyan, magenta, yellow, black = image.split()
    halves = ImageChops.add(cyan, magenta, 2), ImageChops.add(yellow, black, 2)
    histogram = ImageChops.add(*halves, 2).histogram()
    left = _STRAY * sum(histogram)
    for value in range(255, -1, -1):
        left -= histogram[value]
        if left < 0:
            return 400 * value / 255
    return 0.0


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
        else:
            image = pillow.frombytes("CMYK", (int(picture.Width), int(picture.Height)), picture.read_bytes())
    except (pikepdf.PdfError, OSError, ValueError):
        return None
    if image.mode != "CMYK":
        return None
    return ImageChops.invert(image) if inverted else image


def ranges(pages: Iterable[int]) -> str:
    """Page numbers as people write them: 2–4, 7."""
    spans: list[list[int]] = []
    for page in sorted(pages):
        if spans and page == spans[-1][1] + 1:
            spans[-1][1] = page
        else:
            spans.append([page, page])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in spans)
