"""Files for print shops: one PDF per face set at bleed size, made after a shop's profile and read back.

Nothing is written that the preflight would send back.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.export import pdf, profile, proofs, trimcheck
from cardgen.export.base import Build
from cardgen.export.faceset import FaceSet, Page, face_sets
from cardgen.export.flatten import Flattener
from cardgen.export.preflight import MM, Sheet, preflight
from cardgen.export.profile import Profile
from cardgen.export.raster import Cut
from cardgen.export.separation import Icc, Separation
from cardgen.impose.tombo import SLUG, tombo
from cardgen.layout.frame import Frame, Group, Item, rectangle
from cardgen.layout.kept import Kept
from cardgen.problems import Problem, stop_on

if TYPE_CHECKING:
    import pikepdf

LIST = "pages.csv"


def write(build: Build, folder: Path) -> Iterator[Path | Problem]:
    """`shop-<profile>/`: the PDFs, pictures of the faces if the profile wants them, and `pages.csv`.

    Yields warnings, too. Raises Problems with all that the profile forbids.
    """
    name, demands = profile.wanted(build.options)
    icc = Icc.load(build.options.icc) if build.options.icc else None
    if icc is not None and demands.intent == "none":
        yield Problem("icc-not-used", None, "--icc", {"shop": demands.name}, "warning")
        icc = None
    sets = list(face_sets(build, demands))
    yield from stop_on(trimcheck.faults(build, sets, demands))
    target = folder / f"{profile.FORMAT}-{name}"
    with tempfile.TemporaryDirectory() as rest:
        shop = _Shop(f"{build.game.title} {build.game.draft}", demands, icc, Path(rest))
        files = {face_set.name: shop.file(face_set) for face_set in sets}
        yield from stop_on(shop.problems)
        target.mkdir(parents=True, exist_ok=True)
        for stem, data in files.items() if demands.pdf else ():
            (target / f"{stem}.pdf").write_bytes(data)
            yield target / f"{stem}.pdf"
        if demands.pictures:
            for face_set in sets:
                yield from proofs.write(face_set, shop.designs(face_set), demands.pictures, target)
    if sets:
        yield proofs.write_list(target / LIST, sets, demands)


# ------------------------------------------------------------------ the PDF


class _Shop:
    """Makes the pages of one build; what they share is converted once."""

    def __init__(self, title: str, demands: Profile, icc: Icc | None, rest: Path):
        self.title, self.demands, self.icc = title, demands, icc
        self.flattener = Flattener(rest)
        self.separation = Separation(icc, demands.most_ink, rest)
        self.kept = Kept()
        self.found: list[Problem] = []

    @property
    def problems(self) -> list[Problem]:
        """What could not be flattened, and what the preflight found besides."""
        rough = self.flattener.problems
        known = "preflight-transparency" if rough else None
        return [*rough, *(problem for problem in self.found if problem.id != known)]

    def file(self, face_set: FaceSet) -> bytes:
        """The PDF of a face set; what its preflight finds is added to `problems`."""
        frames = (self.page(page) for page in face_set.pages)
        outlined = self.demands.fonts == "outlined"
        made = pdf.render(frames, f"{self.title} {face_set.name}", outlined=outlined)
        data = _finished(made, face_set, self.demands, self.icc)
        sheets = [_sheet(page, self.demands) for page in face_set.pages]
        self.found += preflight(data, f"{face_set.name}.pdf", sheets, self.demands, self.icc is not None)
        return data

    def page(self, page: Page) -> Frame:
        """The face with its bleed, and with トンボ around it where they are wanted."""
        size, demands = page.face.component.size, self.demands
        margin, outer = _margin(demands), demands.bleed
        width, height = size.width, size.height
        clip = rectangle(-outer, -outer, width + 2 * outer, height + 2 * outer)
        there = (1.0, 0.0, 0.0, 1.0, margin, margin)
        items: list[Item] = [Group(self.face(page), there, clip)]
        if demands.marks == "tombo":
            items.append(Group(Frame(width, height, tombo(width, height, outer)), there))
        return Frame(width + 2 * margin, height + 2 * margin, tuple(items))

    def face(self, page: Page) -> Frame:
        return self.kept.frame(page.face.digest, partial(self.converted, page))

    def converted(self, page: Page) -> Frame:
        """The face without what the profile forbids: transparency and the colours of a screen.

        One that has a page for each copy is written once.
        """
        frame = page.face.frame
        if not self.demands.transparency:
            frame = self.flattener.frame(frame, page.subject, page.face.card.place)
        if self.demands.colour == "cmyk":
            frame = self.separation.frame(frame)
        return frame.changed(frame.items, page.face.digest if self.demands.pages == "copies" else "")

    def designs(self, face_set: FaceSet) -> list[Cut]:
        """Each design of a face set once, with its bleed and without marks."""
        size, more = face_set.component.size, 2 * self.demands.bleed
        width, height = size.width + more, size.height + more
        return [
            Cut(width, height, 0.0, page.face.digest, partial(self.design, page, width, height))
            for page in face_set.designs
        ]

    def design(self, page: Page, width: float, height: float) -> Frame:
        there = (1.0, 0.0, 0.0, 1.0, self.demands.bleed, self.demands.bleed)
        return Frame(width, height, (Group(self.face(page), there),))


def _margin(demands: Profile) -> float:
    return demands.bleed + (SLUG if demands.marks == "tombo" else 0.0)


def _sheet(page: Page, demands: Profile) -> Sheet:
    size, place = page.face.component.size, page.face.card.place
    return Sheet(page.subject, page.face.side, size.width, size.height, demands.bleed, place)


def _finished(data: bytes, face_set: FaceSet, demands: Profile, icc: Icc | None) -> bytes:
    """The PDF with its boxes, its version and its output intent. The same pages make the same bytes."""
    import pikepdf

    with pikepdf.open(BytesIO(data)) as document:
        for page, made in zip(document.pages, face_set.pages, strict=True):
            margin, size = _margin(demands), made.face.component.size
            page.TrimBox = _box(margin, margin, size.width, size.height)
            outer = demands.bleed
            page.BleedBox = _box(
                margin - outer, margin - outer, size.width + 2 * outer, size.height + 2 * outer
            )
        if icc is not None:
            document.Root.OutputIntents = pikepdf.Array([_intent(document, icc)])
        finished = BytesIO()
        document.save(
            finished,
            force_version=demands.version,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    return finished.getvalue()


def _box(left: float, bottom: float, width: float, height: float) -> list[float]:
    return [round(value / MM, 4) for value in (left, bottom, left + width, bottom + height)]


def _intent(document: pikepdf.Pdf, icc: Icc) -> pikepdf.Object:
    """The press the inks are meant for (ISO 32000-1, 14.11.5). Says nothing of PDF/X conformance."""
    import pikepdf

    stream = document.make_stream(icc.data, {"/N": 4, "/Alternate": pikepdf.Name.DeviceCMYK})
    return document.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.OutputIntent,
            S=pikepdf.Name.GTS_PDFX,
            OutputConditionIdentifier=pikepdf.String(icc.description),
            Info=pikepdf.String(icc.description),
            DestOutputProfile=stream,
        )
    )
