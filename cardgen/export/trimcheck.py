"""What can be told of shop files before they are made: sizes, backs, and what cutting does to the faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import hypot

from cardgen.export.base import Build
from cardgen.export.faceset import FaceSet, Page
from cardgen.export.profile import Lenient, Profile
from cardgen.layout import edges
from cardgen.layout.extent import inked
from cardgen.layout.frame import Frame, Group, Picture, Text
from cardgen.problems import Level, Problem, Term

_LENIENT: Mapping[edges.Check, Lenient] = {"bleed": "bleed", "safe": "safe"}
"""What a profile may tell as a warning: type that is cut off prints wrong at any shop."""


def faults(build: Build, sets: Sequence[FaceSet], demands: Profile) -> Iterator[Problem]:
    """Everything about the faces that the shop would not print well."""
    yield from _sizes(sets, demands)
    yield from _backs(build, demands)
    yield from _edges(sets, demands)


def _sizes(sets: Sequence[FaceSet], demands: Profile) -> Iterator[Problem]:
    """Components of a size that the shop does not cut, with the nearest that it does."""
    for component in {face_set.component.id: face_set.component for face_set in sets}.values():
        found = component.size.width, component.size.height
        offered = {name: (size[0], size[1]) for name, size in demands.sizes.items()}
        if offered and not any(_alike(found, size) for size in offered.values()):
            name, (width, height) = min(offered.items(), key=lambda size: _apart(size[1], found))
            facts = {
                "shop": demands.name,
                "size": f"{found[0]:g} × {found[1]:g}",
                "near": f"{name} {width:g} × {height:g}",
            }
            yield Problem("shop-size", component.place, component.name, facts)


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _alike(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return any(abs(one[0] - a) < 0.02 and abs(one[1] - b) < 0.02 for a, b in (other, other[::-1]))


def _backs(build: Build, demands: Profile) -> Iterator[Problem]:
    """Fronts without a back, where the shop wants both of every card."""
    if demands.order != "back-front":
        return
    backs = {(face.component.id, face.card.id) for face in build.faces if face.side == "back"}
    for face in build.faces:
        if face.side == "front" and (face.component.id, face.card.id) not in backs:
            subject = f"{face.component.name} / {face.card.id}"
            yield Problem("shop-no-back", face.component.place, subject, {"shop": demands.name})
            return


def _edges(sets: Sequence[FaceSet], demands: Profile) -> Iterator[Problem]:
    """Art short of the bleed, and what stands too near the trim."""
    found = edges.Once()
    for page in (page for face_set in sets for page in face_set.designs):
        for problem in _seen(page, demands):
            found.note(page.face, problem)
    yield from found.told()


def _seen(page: Page, demands: Profile) -> Iterator[Problem]:
    for check, problem in edges.cutting(page.face, page.subject, demands.bleed, demands.safe):
        level: Level = "warning" if _LENIENT.get(check) in demands.warn else "error"
        yield replace(problem, level=level)
    yield from _coarse(page, demands)
    # Type that is embedded is measured in the PDF; outlined, it is type no more.
    if demands.fonts == "outlined":
        yield from _small(page, demands, "shop-small-type", demands.least_type, ruby=False)
        yield from _small(page, demands, "shop-small-ruby", demands.ruby, ruby=True)


def _coarse(page: Page, demands: Profile) -> Iterator[Problem]:
    """Pictures of fewer pixels to the inch than the shop wants, by the names of their files."""
    for ink in inked(page.face.frame):
        if isinstance(ink.item, Picture):
            (left, top, right, bottom), (a, b, c, d, _, _) = ink.item.crop, ink.matrix
            width, height = ink.item.box[2] * hypot(a, b), ink.item.box[3] * hypot(c, d)
            dpi = min((right - left) / width, (bottom - top) / height) * 25.4
            if dpi < demands.least_dpi * 0.99:
                level: Level = "warning" if "dpi" in demands.warn else "error"
                facts = {
                    "picture": ink.item.file.name,
                    "dpi": f"{dpi:.0f}",
                    "least": f"{demands.least_dpi:g}",
                }
                side = Term(f"side-{page.face.side}")
                yield Problem(
                    "shop-coarse", page.face.card.place, page.subject, {"side": side, **facts}, level
                )


def _small(page: Page, demands: Profile, id: str, least: float | None, ruby: bool) -> Iterator[Problem]:
    smallest = edges.smallest_type(_lettering(page.face.frame, ruby)) if least else None
    if smallest and least and smallest[0] < least - 0.05:
        level: Level = "warning" if "type" in demands.warn else "error"
        facts = {"text": smallest[1], "size": f"{smallest[0]:.1f}", "least": f"{least:g}"}
        side = Term(f"side-{page.face.side}")
        yield Problem(id, page.face.card.place, page.subject, {"side": side, **facts}, level)


def _lettering(frame: Frame, ruby: bool) -> Frame:
    """What is seen of a face's texts, or of their ruby and emphasis dots, and nothing else."""
    return replace(
        frame,
        items=tuple(
            Group(Frame(frame.width, frame.height, (ink.item,)), ink.matrix)
            for ink in inked(frame)
            if isinstance(ink.item, Text) and ink.item.run.annotation == ruby
        ),
    )
