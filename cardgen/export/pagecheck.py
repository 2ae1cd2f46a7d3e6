"""The boxes of a page held against the card it should be, and the art on it against the bleed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.export.pdfuse import inherited
from cardgen.export.profile import Lenient, Profile
from cardgen.layout.edges import Edge
from cardgen.layout.extent import meet
from cardgen.layout.faces import Side
from cardgen.layout.frame import Box
from cardgen.problems import Place, Term

MM = 25.4 / 72
_EXACT = 0.02
"""Boxes that differ by less (mm) are the same box."""

_REACHED = 0.1
"""Art that ends this near to a line (mm) reaches it."""

_STRETCH = 5.0
"""Art along less of an edge than this (mm) is a dot or the end of a rule."""


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
class Finding:
    """A fault of one page; equal ones of many pages are told once."""

    id: str
    facts: tuple[tuple[str, object], ...] = ()
    check: Lenient | None = None


# ------------------------------------------------------------------ boxes


def boxes(page: Any, sheet: Sheet, profile: Profile) -> Iterator[Finding]:
    """Trim and bleed of the right size, the one inside the other, and a page that ends where it should.

    Lengths are taken as points: a unit of the page's own (ISO 32000-1, 14.11.2 and Table 30) is a fault.
    """
    bleed = sheet.bleed
    wanted = {
        "TrimBox": (sheet.width, sheet.height),
        "BleedBox": (sheet.width + 2 * bleed, sheet.height + 2 * bleed),
    }
    if profile.marks == "none":
        wanted["MediaBox"] = wanted["BleedBox"]
    found = {name: _box(page, name) for name in ("MediaBox", "CropBox", "BleedBox", "TrimBox")}
    for name, size in wanted.items():
        box = found[name]
        if box is None:
            yield Finding("preflight-no-box", (("box", name),))
        elif any(abs(a - b) > _EXACT for a, b in zip(_size(box), size, strict=True)):
            yield _wrong(name, box, size)
    media, crop, outer, trim = found.values()
    if media and outer and trim and not (_within(trim, outer, bleed) and _within(outer, media, 0)):
        yield Finding("preflight-box-outside")
    if crop and outer and not _within(outer, crop, 0):
        yield _wrong("CropBox", crop, _size(media or outer))
    if (angle := int(inherited(page, "/Rotate", 0))) % 360:
        yield Finding("preflight-rotated", (("angle", angle),))
    if float(page.get("/UserUnit", 1)) != 1:
        yield Finding("preflight-user-unit", (("unit", f"{float(page.UserUnit):g}"),))


def _wrong(name: str, box: Box, size: tuple[float, float]) -> Finding:
    facts = (("box", name), ("size", _told(_size(box))), ("wanted", _told(size)))
    return Finding("preflight-box", facts)


def _box(page: Any, name: str) -> Box | None:
    """A box in mm, as the page itself or its parents state it: no box stands in for another."""
    found = inherited(page, f"/{name}")
    if found is None:
        return None
    one, two, three, four = (float(value) * MM for value in found)
    return min(one, three), min(two, four), max(one, three), max(two, four)


def _size(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _told(size: tuple[float, float]) -> str:
    return " × ".join(f"{length:.2f}".rstrip("0").rstrip(".") for length in size)


def _within(inner: Box, outer: Box, margin: float) -> bool:
    gaps = (inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3])
    return all(gap >= margin - _EXACT for gap in gaps)


def inside(page: Any) -> Box:
    """The bleed box in points, a little smaller: what lies outside of it are marks."""
    left, bottom, right, top = (
        value / MM for value in _box(page, "BleedBox") or _box(page, "MediaBox") or (0, 0, 0, 0)
    )
    return left + 1, bottom + 1, right - 1, top - 1


# ------------------------------------------------------------------ bleed


def bleed(page: Any, sheet: Sheet, covered: Iterable[Box]) -> Iterator[Finding]:
    """Edges along which art reaches the trim but not the bleed. `covered` are the boxes of art in points.

    Boxes stand for what is in them: art that slants across an edge counts as reaching as far as its tip.
    """
    trim = _box(page, "TrimBox")
    if trim is None or sheet.bleed <= _REACHED:
        return
    art = [(box[0] * MM, box[1] * MM, box[2] * MM, box[3] * MM) for box in covered]
    edges: tuple[tuple[Edge, int], ...] = (("left", 0), ("bottom", 1), ("right", 2), ("top", 3))
    for edge, side in edges:
        reach = _short(art, trim, side, sheet.bleed)
        if reach is not None:
            facts = (("edge", Term(f"edge-{edge}")), ("reach", reach), ("wanted", f"{sheet.bleed:g}"))
            yield Finding("preflight-bleed", facts, "bleed")


def _short(art: Sequence[Box], trim: Box, side: int, bleed: float) -> str | None:
    """How far art gets beyond a side of the trim in mm, where it does not get to the bleed."""
    along, sign = 1 - side % 2, 1 if side >= 2 else -1
    low, high = trim[along], trim[along + 2]
    full: list[tuple[float, float]] = []
    ending: list[tuple[float, float, float]] = []
    for box in art:
        reach, start, end = sign * (box[side] - trim[side]), max(low, box[along]), min(high, box[along + 2])
        if reach >= bleed - _REACHED:
            full.append((start, end))
        elif reach >= -_REACHED and meet(box, trim) is not None:
            ending.append((start, end, reach))
    for gap in _gaps(full, low, high):
        reaches = [reach for start, end, reach in ending if min(end, gap[1]) - max(start, gap[0]) >= _STRETCH]
        if reaches:
            return f"{round(max(reaches), 1) + 0.0:.1f}"
    return None


def _gaps(stretches: list[tuple[float, float]], low: float, high: float) -> Iterator[tuple[float, float]]:
    """What is left of a line from `low` to `high` where no stretch lies."""
    for start, end in sorted(stretches):
        if start > low:
            yield low, start
        low = max(low, end)
    if high > low:
        yield low, high
