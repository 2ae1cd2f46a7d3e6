"""Files for print shops: one PDF per face set at bleed size, made after a shop's profile and read back.

Nothing is written that the preflight would send back.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.export import pdf, profile, proofs, trimcheck
from cardgen.export.base import Build
from cardgen.export.faceset import FaceSet, Page, face_sets
from cardgen.export.flatten import Flattener
from cardgen.export.pagecheck import MM, Sheet
from cardgen.export.preflight import preflight
from cardgen.export.profile import Profile
from cardgen.export.raster import Cut
from cardgen.export.separation import Icc, Separation, pictures_of
from cardgen.impose.tombo import SLUG, tombo
from cardgen.layout.frame import Frame, Group, Item, rectangle
from cardgen.layout.kept import Kept
from cardgen.problems import Problem, stop_on
from cardgen.workers import Counter, Share, within

if TYPE_CHECKING:
    import pikepdf

LIST = "pages.csv"

_AGAIN = {"short-of-bleed": "preflight-bleed", "shop-coarse": "preflight-coarse"}
"""What is told of a face, and what the preflight would say of the same in the PDF."""


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
    told = stop_on(trimcheck.faults(build, sets, demands))
    yield from told
    target = folder / f"{profile.FORMAT}-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".", dir=folder) as rest:
        shop = _Shop(f"{build.game.title} {build.game.draft}", demands, icc, Path(rest))
        shop.prepare(sets, within(build.tell, 0, 0.4))
        pages = Counter(sum(len(face_set.pages) for face_set in sets), within(build.tell, 0.4, 0.6))
        for face_set in sets:
            shop.write(face_set, pages)
        yield from stop_on(shop.problems(told))
        if sets:
            target.mkdir(parents=True, exist_ok=True)
        for face_set in sets if demands.pdf else ():
            yield shop.path(face_set).rename(target / f"{face_set.name}.pdf")
    if demands.pictures:
        for number, face_set in enumerate(sets):
            tell = within(within(build.tell, 0.6, 1), number / len(sets), (number + 1) / len(sets))
            yield from proofs.write(face_set, _designs(face_set, demands), demands.pictures, target, tell)
    if sets:
        yield proofs.write_list(target / LIST, sets, demands)


# ------------------------------------------------------------------ the PDF


class _Shop:
    """Makes the pages of one build; what they share is converted once."""

    def __init__(self, title: str, demands: Profile, icc: Icc | None, rest: Path):
        self.title, self.demands, self.icc = title, demands, icc
        self.rest = rest
        self.flattener = Flattener(rest)
        self.separation = Separation(icc, demands.most_ink, rest, self.flattener.sources)
        self.kept = Kept()
        self.found: list[Problem] = []

    def problems(self, told: Iterable[Problem]) -> list[Problem]:
        """What could not be flattened, and what the preflight found that was not `told` of the faces."""
        rough = self.flattener.problems
        known = {"preflight-transparency"} if rough else set()
        known |= {_AGAIN[problem.id] for problem in told if problem.id in _AGAIN}
        return [*rough, *(problem for problem in self.found if problem.id not in known)]

    def prepare(self, sets: Sequence[FaceSet], tell: Share) -> None:
        """Convert the pictures that stay as they are but for their inks, by all cores."""
        if self.demands.colour == "cmyk":
            faces = {page.face.digest: page.face for face_set in sets for page in face_set.designs}
            flat = (face.frame for face in faces.values() if self._flat(face.frame))
            self.separation.prepare((picture for frame in flat for picture in pictures_of(frame)), tell)

    def _flat(self, frame: Frame) -> bool:
        return self.demands.transparency or self.flattener.opaque(frame)

    def write(self, face_set: FaceSet, pages: Counter) -> None:
        """The PDF of a face set with its boxes and its output intent, and what the preflight says of it."""
        frames = (pages.counted(self.page(page)) for page in face_set.pages)
        outlined = self.demands.fonts == "outlined"
        plain, path = self.rest / f"{face_set.name}.plain", self.path(face_set)
        pdf.write(plain, frames, f"{self.title} {face_set.name}", outlined=outlined)
        _finish(plain, path, face_set, self.demands, self.icc)
        plain.unlink()
        sheets = [_sheet(page, self.demands) for page in face_set.pages]
        self.found += preflight(path, path.name, sheets, self.demands, self.icc is not None)

    def path(self, face_set: FaceSet) -> Path:
        return self.rest / f"{face_set.name}.pdf"

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


def _designs(face_set: FaceSet, demands: Profile) -> list[Cut]:
    """Each design of a face set once, with its bleed, in the colours of a screen."""
    more = 2 * demands.bleed
    width, height = face_set.component.size.width + more, face_set.component.size.height + more
    there = (1.0, 0.0, 0.0, 1.0, demands.bleed, demands.bleed)

    def drawn(page: Page) -> Frame:
        return Frame(width, height, (Group(page.face.frame, there),))

    return [Cut(width, height, 0.0, page.face.digest, partial(drawn, page)) for page in face_set.designs]


def _margin(demands: Profile) -> float:
    return demands.bleed + (SLUG if demands.marks == "tombo" else 0.0)


def _sheet(page: Page, demands: Profile) -> Sheet:
    size, place = page.face.component.size, page.face.card.place
    return Sheet(page.subject, page.face.side, size.width, size.height, demands.bleed, place)


def _finish(plain: Path, path: Path, face_set: FaceSet, demands: Profile, icc: Icc | None) -> None:
    """Write the PDF with its boxes, its version and its output intent. The same pages make the same bytes."""
    import pikepdf

    with pikepdf.open(plain, access_mode=pikepdf.AccessMode.stream) as document:
        for page, made in zip(document.pages, face_set.pages, strict=True):
            margin, size = _margin(demands), made.face.component.size
            page.TrimBox = _box(margin, margin, size.width, size.height)
            outer = demands.bleed
            page.BleedBox = _box(
                margin - outer, margin - outer, size.width + 2 * outer, size.height + 2 * outer
            )
        if icc is not None:
            document.Root.OutputIntents = pikepdf.Array([_intent(document, icc)])
        with open(path, "wb") as file:
            document.save(
                file,
                force_version=demands.version,
                deterministic_id=True,
                object_stream_mode=pikepdf.ObjectStreamMode.disable,
            )


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
