"""What can be told of shop files before they are made: sizes, backs, and what cutting does to the faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.export.base import Build
from cardgen.export.faceset import FaceSet, Page
from cardgen.export.profile import Lenient, Profile
from cardgen.layout import edges
from cardgen.problems import Level, Problem, Term


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
    """Art short of the bleed, and what stands too near the trim; alike on many cards it is told once."""
    first: dict[tuple[object, ...], Problem] = {}
    cards: dict[tuple[object, ...], dict[str, None]] = {}
    for page in (page for face_set in sets for page in face_set.pages):
        for check, problem in _seen(page, demands):
            level: Level = "warning" if check in demands.warn else "error"
            alike = sorted((name, str(fact)) for name, fact in problem.facts.items() if name != "text")
            key: tuple[object, ...] = (page.face.component.id, page.face.side, problem.id, *alike)
            first.setdefault(key, replace(problem, level=level))
            cards.setdefault(key, {})[page.face.card.id] = None
    for key, problem in first.items():
        also = edges.others_told([*cards[key]][1:])
        yield replace(problem, facts={**problem.facts, "also": also})


def _seen(page: Page, demands: Profile) -> Iterator[tuple[Lenient, Problem]]:
    frame = page.face.frame
    side = Term(f"side-{page.face.side}")

    def problem(id: str, **facts: object) -> Problem:
        return Problem(id, page.face.card.place, page.subject, {"side": side, **facts})

    for short in edges.short_of_bleed(frame, demands.bleed):
        edge, reach = Term(f"edge-{short.edge}"), f"{round(short.reach, 1) + 0.0:.1f}"
        yield "bleed", problem("shop-bleed", edge=edge, reach=reach, wanted=f"{demands.bleed:g}")
    for near in edges.near_trim(frame, demands.safe):
        facts = {"edge": Term(f"edge-{near.edge}"), "distance": f"{near.distance:.1f}"}
        what: dict[str, object] = {"text": near.text} if near.text else {}
        id = "shop-near-text" if near.text else "shop-near-icon"
        yield "safe", problem(id, **facts, wanted=f"{demands.safe:g}", **what)
    # Type that is embedded is measured in the PDF; outlined, it is type no more.
    smallest = edges.smallest_type(frame) if demands.fonts == "outlined" and demands.least_type else None
    if smallest and demands.least_type and smallest[0] < demands.least_type - 0.05:
        size, text = f"{smallest[0]:.1f}", smallest[1]
        yield "type", problem("shop-small-type", text=text, size=size, least=f"{demands.least_type:g}")
