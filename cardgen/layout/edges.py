"""What cutting does to a face: art that stops short of the bleed, type and icons too near the trim.

Lengths in mm. A blade wanders by a millimetre or so: what ends at the trim shows a sliver of paper, what
stands close to it is cut or looks crooked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cardgen.layout.extent import Inked, around, inked, meet
from cardgen.layout.faces import CardFace
from cardgen.layout.frame import IDENTITY, Box, Frame, Group, Matrix, Picture, Shape, Text, multiply
from cardgen.model import Component
from cardgen.problems import Problem, Term

Edge = Literal["left", "top", "right", "bottom"]
EDGES: tuple[Edge, ...] = ("left", "top", "right", "bottom")

_EXACT = 0.05
"""Differences below this are rounding."""

_SLIVER = 0.5
"""Art along most of an edge that ends this near to it was meant to reach it."""


@dataclass(frozen=True, slots=True)
class Short:
    """Art reaches `reach` mm beyond the trim at that edge (less than nothing: it ends inside)."""

    edge: Edge
    reach: float


@dataclass(frozen=True, slots=True)
class Near:
    """Type (its `text`) or an icon ("") whose ink is only `distance` mm inside the trim, or outside of it."""

    text: str
    edge: Edge
    distance: float


def short_of_bleed(frame: Frame, inks: Iterable[Inked], bleed: float) -> list[Short]:
    """Where shapes or pictures end between the trim and `bleed` mm beyond it, worst first at each edge."""
    found: dict[Edge, float] = {}
    earlier: list[Box] = []
    for ink in inks:
        if isinstance(ink.item, Text):
            continue
        if not _white_on_paper(ink, earlier):
            for edge, reach in _ends(ink.box, frame, bleed):
                found[edge] = min(reach, found.get(edge, reach))
        earlier.append(ink.box)
    return [Short(edge, found[edge]) for edge in EDGES if edge in found]


def _white_on_paper(ink: Inked, earlier: Iterable[Box]) -> bool:
    """White art on bare paper ends nowhere that anyone could see."""
    if not isinstance(ink.item, Shape):
        return False
    paint = ink.item.paint
    inks = [colour for colour in (paint.fill, paint.stroke) if colour is not None]
    white = all(set(colour) == {1.0 if len(colour) == 3 else 0.0} for colour in inks)
    return white and not any(meet(ink.box, box) for box in earlier)


def _ends(box: Box, frame: Frame, bleed: float) -> Iterator[tuple[Edge, float]]:
    for edge, inside in zip(EDGES, _inside(box, frame), strict=True):
        reach = -inside
        along = box[3] - box[1] if edge in ("left", "right") else box[2] - box[0]
        length = frame.height if edge in ("left", "right") else frame.width
        meant = reach >= -_EXACT or (reach >= -_SLIVER and along >= length / 2)
        if meant and reach < bleed - _EXACT and _on_card(box, frame):
            yield edge, reach


def _on_card(box: Box, frame: Frame) -> bool:
    return meet(box, (0, 0, frame.width, frame.height)) is not None


def _inside(box: Box, frame: Frame) -> tuple[float, float, float, float]:
    """How far each side of a box is inside the trim, in the order of EDGES."""
    return box[0], box[1], frame.width - box[2], frame.height - box[3]


def near_trim(frame: Frame, inks: Iterable[Inked], safe: float) -> list[Near]:
    """Each line of type and each icon with ink less than `safe` mm inside the trim, at its nearest edge.

    An icon that is cut through is taken for a pattern that is meant to bleed.
    """
    found = [near for ink in inks if isinstance(ink.item, Text) and (near := _near_text(ink, frame))]
    found += [near for box in icons(frame) if (near := _nearest("", box, frame)) and near.distance > 0]
    return [near for near in found if near.distance < safe - _EXACT]


def _near_text(ink: Inked, frame: Frame) -> Near | None:
    assert isinstance(ink.item, Text)
    return _nearest(ink.item.run.source, ink.box, frame)


def _nearest(text: str, box: Box, frame: Frame) -> Near | None:
    if not _on_card(box, frame):
        return None
    distance, edge = min(zip(_inside(box, frame), EDGES, strict=True))
    return Near(text, edge, distance)


def icons(frame: Frame, matrix: Matrix = IDENTITY, page: Frame | None = None) -> Iterator[Box]:
    """The boxes of groups of shapes that are at most half as wide and as high as the face."""
    page = page or frame
    for item in frame.items:
        if isinstance(item, Group):
            inside = list(inked(Frame(0, 0, (item,)), matrix))
            box = _union([ink.box for ink in inside])
            if box is None or any(isinstance(ink.item, Picture) for ink in inside):
                continue
            small = box[2] - box[0] <= page.width / 2 and box[3] - box[1] <= page.height / 2
            if small and all(isinstance(ink.item, Shape) for ink in inside):
                yield box
            else:
                yield from icons(item.frame, multiply(matrix, item.matrix), page)


def _union(boxes: Sequence[Box]) -> Box | None:
    return around([point for box in boxes for point in ((box[0], box[1]), (box[2], box[3]))])


def smallest_type(frame: Frame) -> tuple[float, str] | None:
    """The smallest type of a face as printed, in points, and what is set in it. Ruby is type, too."""
    sizes = [
        (ink.item.run.size * abs(_upright(ink.matrix)), ink.item.run.source)
        for ink in inked(frame)
        if isinstance(ink.item, Text) and ink.item.run.glyphs
    ]
    return min(sizes) if sizes else None


def _upright(matrix: Matrix) -> float:
    """How much taller a matrix makes upright type."""
    _, _, c, d, _, _ = matrix
    return float((c * c + d * d) ** 0.5)


# ------------------------------------------------------------------ told to the designer

BLEED, SAFE = 3.0, 3.0
"""What every printer asks for: art this far beyond the trim, type and icons this far inside."""

Check = Literal["bleed", "safe", "cut"]


def cutting(face: CardFace, subject: str, bleed: float, safe: float) -> Iterator[tuple[Check, Problem]]:
    """What cutting would do to a face: too little bleed, what is too near the trim, type that is cut."""

    def problem(id: str, edge: Edge, **facts: object) -> Problem:
        told = {"side": Term(f"side-{face.side}"), "edge": Term(f"edge-{edge}"), **facts}
        return Problem(id, face.card.place, subject, told)

    frame = face.frame
    inks = list(inked(frame))
    for short in short_of_bleed(frame, inks, bleed):
        reach = f"{round(short.reach, 1) + 0.0:.1f}"
        yield "bleed", problem("short-of-bleed", short.edge, reach=reach, wanted=f"{bleed:g}")
    for near in near_trim(frame, inks, safe):
        facts = {"text": near.text} if near.text else {}
        if near.distance < -_EXACT:
            yield "cut", problem("text-cut-off", near.edge, beyond=f"{-near.distance:.1f}", **facts)
        else:
            id = "near-trim-text" if near.text else "near-trim-icon"
            yield "safe", problem(id, near.edge, distance=f"{near.distance:.1f}", wanted=f"{safe:g}", **facts)


class Once:
    """The problems of faces; what is alike but for the text on many cards is told of the first."""

    def __init__(self) -> None:
        self.first: dict[tuple[object, ...], Problem] = {}
        self.cards: dict[tuple[object, ...], list[str]] = {}

    def note(self, face: CardFace, problem: Problem) -> None:
        alike = sorted((name, str(fact)) for name, fact in problem.facts.items() if name != "text")
        key: tuple[object, ...] = (face.component.id, face.side, problem.id, *alike)
        self.first.setdefault(key, problem)
        self.cards.setdefault(key, []).append(face.card.id)

    def told(self) -> Iterator[Problem]:
        for key, problem in self.first.items():
            listed = [*dict.fromkeys(self.cards[key])][1:]
            yield replace(problem, facts={**problem.facts, "also": others_told(listed)})


class WhenCut:
    """What cutting does to the faces of a component on any printer, as warnings."""

    def __init__(self, component: Component):
        self.found = Once()
        self.drawn: dict[tuple[str, str], list[Problem]] = {}
        """The problems of each drawing on each side, mostly none."""

    def see(self, face: CardFace) -> None:
        key = face.side, face.digest
        if key not in self.drawn:
            subject = f"{face.component.name} / {face.card.id}"
            seen = cutting(face, subject, BLEED, SAFE)
            self.drawn[key] = [replace(problem, level="warning") for _, problem in seen]
        for problem in self.drawn[key]:
            self.found.note(face, problem)

    def told(self) -> Iterator[Problem]:
        return self.found.told()


def others_told(cards: Iterable[str]) -> Term | str:
    """The further cards of a finding, for the end of its sentence."""
    listed = [*dict.fromkeys(cards)]
    return Term("also-cards", {"cards": listed}) if listed else ""
