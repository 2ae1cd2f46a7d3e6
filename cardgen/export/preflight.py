"""The written PDF read back and held against what the shop asks: what is found here would be sent back.

Reads the file as any other reader would (pikepdf) and takes nothing for granted that was meant to be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.export import filecheck, pagecheck
from cardgen.export.pagecheck import MM, Finding, Sheet
from cardgen.export.pdfspace import REGISTRATION, Space
from cardgen.export.pdfuse import Covered, Painted, Pictured, SeenThrough, Shown, Use
from cardgen.export.pdfwalk import Walker
from cardgen.export.pictureink import most_ink
from cardgen.export.profile import Profile
from cardgen.layout.frame import Box
from cardgen.problems import Level, Problem, Term
from cardgen.workers import Tell, side_by_side

if TYPE_CHECKING:
    import pikepdf

_ROUNDING = 0.99
"""Sizes and resolutions this near to a limit are at the limit."""

PART = 32
"""Pages that one core reads at a time."""

_UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a page raises that names what is not there, or has numbers or names where the others should be."""


def preflight(
    data: bytes | Path, file: str, sheets: Sequence[Sheet], profile: Profile, intent: bool
) -> list[Problem]:
    """All that the profile forbids in a PDF: its bytes, or where they are.

    `intent` is whether an output intent was asked for. Many pages are read by all cores.
    """
    import pikepdf

    try:
        document = _opened(data)
    except (pikepdf.PdfError, pikepdf.PasswordError) as error:
        return [Problem("preflight-unreadable", None, file, {"reason": str(error)})]
    with document:
        if len(document.pages) != len(sheets):
            facts = (("found", len(document.pages)), ("expected", len(sheets)))
            return [Problem("preflight-pages", None, file, dict(facts))]
        whole = []
        if intent and not filecheck.has_intent(document):
            whole.append(Problem("preflight-no-intent", None, file))
        if what := list(filecheck.active(document)):
            whole.append(Problem("preflight-active", None, file, {"what": what}))
    found = _Found(file, profile)
    parts = [
        _Part(data, file, start, sheets[start : start + PART], profile)
        for start in range(0, len(sheets), PART)
    ]
    for pages in side_by_side(_read, parts, len(parts)):
        found.join(pages)
    return [*whole, *found.problems()]


def _opened(data: bytes | Path) -> pikepdf.Pdf:
    import pikepdf

    source = BytesIO(data) if isinstance(data, bytes) else data
    return pikepdf.open(source, access_mode=pikepdf.AccessMode.stream)


@dataclass(frozen=True, slots=True)
class _Part:
    """Some pages of a PDF, from number `start` (of 0), and what they should be."""

    data: bytes | Path
    file: str
    start: int
    sheets: Sequence[Sheet]
    profile: Profile


_Pages = dict[Finding, dict[int, Sheet]]
"""Findings, with the pages each was made on."""


def _read(part: _Part, tell: Tell) -> _Pages:
    found = _Found(part.file, part.profile)
    with _opened(part.data) as document:
        for number, sheet in enumerate(part.sheets, part.start):
            for finding in found.page(document.pages[number], sheet):
                found.add(number + 1, sheet, finding)
    return found.pages


class _Found:
    """The findings of one file."""

    def __init__(self, file: str, profile: Profile):
        self.file, self.profile = file, profile
        self.walker = Walker()
        self.inks: dict[tuple[int, int], float] = {}
        self.pages: _Pages = {}

    def add(self, page: int, sheet: Sheet, finding: Finding) -> None:
        self.pages.setdefault(finding, {}).setdefault(page, sheet)

    def join(self, pages: _Pages) -> None:
        for finding, sheets in pages.items():
            self.pages.setdefault(finding, {}).update(sheets)

    def problems(self) -> list[Problem]:
        return [self.problem(finding, pages) for finding, pages in self.pages.items()]

    def problem(self, finding: Finding, pages: dict[int, Sheet]) -> Problem:
        page, sheet = next(iter(pages.items()))
        where = Term("page-of", {"file": self.file, "page": page, "side": Term(f"side-{sheet.side}")})
        also = Term("also-pages", {"pages": ranges(list(pages)[1:])}) if len(pages) > 1 else ""
        facts = {"where": where, "also": also, **dict(finding.facts)}
        level: Level = "warning" if finding.check in self.profile.warn else "error"
        return Problem(finding.id, sheet.place, sheet.subject, facts, level)

    def page(self, page: Any, sheet: Sheet) -> Iterator[Finding]:
        import pikepdf

        yield from pagecheck.boxes(page, sheet, self.profile)
        if kinds := filecheck.annotated(page):
            yield Finding("preflight-annotation", (("kinds", ", ".join(kinds)),))
        try:
            yield from self.content(page, sheet)
        except (*_UNREADABLE, pikepdf.PdfError) as error:
            yield Finding("preflight-unreadable-page", (("reason", str(error) or type(error).__name__),))

    def content(self, page: Any, sheet: Sheet) -> Iterator[Finding]:
        inside = pagecheck.inside(page)
        for use in self.walker.page(page):
            if isinstance(use, Covered):
                yield from pagecheck.bleed(page, sheet, use.boxes)
            else:
                yield from self.judged(use, inside)

    def judged(self, use: Use, inside: Box) -> Iterator[Finding]:
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
                    yield Finding("preflight-transparency", (("what", what),))

    def picture(self, use: Pictured) -> Iterator[Finding]:
        size = _pixels(use)
        least = self.profile.least_dpi
        if use.dpi < least * _ROUNDING:
            facts = (("picture", size), ("dpi", round(use.dpi)), ("least", round(least)))
            yield Finding("preflight-coarse", facts, "dpi")
        if self.profile.colour == "cmyk":
            yield from _spots(use.space)
            if use.space.kind in ("rgb", "other"):
                yield Finding("preflight-rgb-picture", (("picture", size),))
            elif use.space.kind == "cmyk" and not use.inline and self.profile.most_ink:
                ink = self.ink(use.picture)
                if ink > self.profile.most_ink / _ROUNDING:
                    facts = (("picture", size), ("ink", round(ink)), ("most", round(self.profile.most_ink)))
                    yield Finding("preflight-picture-ink", facts, "ink")

    def ink(self, picture: Any) -> float:
        if picture.objgen not in self.inks:
            self.inks[picture.objgen] = most_ink(picture)
        return self.inks[picture.objgen]


# ------------------------------------------------------------------ what is painted


def _colour(use: Painted, profile: Profile, inside: Box) -> Iterator[Finding]:
    if use.overprint and use.space.is_white(use.parts):
        yield Finding("preflight-white-overprint")
    if profile.colour != "cmyk":
        return
    mark = profile.marks != "none" and _is_mark(use, inside)
    yield from _spots(use.space, mark)
    if use.space.kind in ("rgb", "other"):
        parts = " ".join(f"{part:.3g}" for part in use.parts) or use.space.name
        yield Finding("preflight-rgb", (("parts", parts),))
    total = 100 * sum(use.parts)
    if use.space.kind == "cmyk" and profile.most_ink and total > profile.most_ink / _ROUNDING and not mark:
        inks = " ".join(f"{100 * part:.0f}" for part in use.parts)
        yield Finding(
            "preflight-ink", (("inks", inks), ("ink", round(total)), ("most", round(profile.most_ink))), "ink"
        )


def _spots(space: Space, mark: bool = False) -> Iterator[Finding]:
    """Inks beside the four: each is a plate that the shop would make, and charge for."""
    for name in space.spots:
        if not (mark and name == REGISTRATION):
            yield Finding("preflight-spot", (("name", name),))


def _is_mark(use: Painted, inside: Box) -> bool:
    """Whether something lies wholly outside the bleed: crop marks are in all inks on purpose."""
    if use.box is None:
        return False
    left, bottom, right, top = use.box
    return right < inside[0] or left > inside[2] or top < inside[1] or bottom > inside[3]


def _line(use: Painted, profile: Profile) -> Iterator[Finding]:
    """Lines that are too thin: of no width is as thin as each device can make it (ISO 32000-1, 8.4.3.2)."""
    least = profile.least_line
    if use.width == 0:
        yield Finding("preflight-hairline", (), "line")
    elif use.width is not None and least is not None and use.width * MM < least * _ROUNDING:
        facts = (("width", f"{use.width * MM:.3f}"), ("least", f"{least:g}"))
        yield Finding("preflight-line", facts, "line")


def _type(use: Shown, profile: Profile) -> Iterator[Finding]:
    name = str(use.font.get("/BaseFont", "?")).lstrip("/") if use.font is not None else "?"
    if profile.fonts == "outlined":
        yield Finding("preflight-type-left", (("font", name),))
    elif not embedded(use.font):
        yield Finding("preflight-font", (("font", name),))
    least, id = (profile.ruby, "preflight-ruby") if use.aside else (profile.least_type, "preflight-type")
    if least is not None and use.size < least * _ROUNDING:
        yield Finding(id, (("size", f"{use.size:.1f}"), ("least", f"{least:g}")), "type")


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


def _pixels(use: Pictured) -> str:
    if use.inline:
        return f"{use.picture.width} × {use.picture.height}"
    return f"{int(use.picture.Width)} × {int(use.picture.Height)}"


def ranges(pages: Iterable[int]) -> str:
    """Page numbers as people write them: 2–4, 7."""
    spans: list[list[int]] = []
    for page in sorted(pages):
        if spans and page == spans[-1][1] + 1:
            spans[-1][1] = page
        else:
            spans.append([page, page])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in spans)
