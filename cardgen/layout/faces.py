"""A game's cards -> their faces: every card through its template, and every misfit told at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from cardgen.layout.assets import Assets
from cardgen.layout.context import context, tables_of
from cardgen.layout.elements import draw_all
from cardgen.layout.frame import Frame, Group, dump
from cardgen.layout.presentation import INITIAL
from cardgen.layout.scene import Scene, Sizes
from cardgen.layout.template import Templates
from cardgen.layout.tree import Node
from cardgen.model import Card, Component, Game
from cardgen.problems import Problem, Problems

Side = Literal["front", "back"]

BLEED = 3.0
"""How far art reaches beyond the trim unless the template says otherwise, in mm."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """One side of one design. Faces that look alike share a frame; `digest` is a hash of the drawing."""

    card: Card
    component: Component
    side: Side
    frame: Frame
    digest: str


def lay_out(
    game: Game, only: Collection[str] | None = None, bleed: float = BLEED
) -> tuple[tuple[CardFace, ...], list[Problem]]:
    """The faces of all components (or of those named), front before back, and all that is wrong with them.

    A face that has an error is left out. `bleed` is what templates are told to reach beyond the trim, in mm.
    """
    press = _Press(game, bleed)
    faces: list[CardFace] = []
    for component in game.components.values():
        if only is None or component.id in only:
            faces.extend(press.faces(component))
    if only is None:
        press.problems.extend(press.assets.fonts.unused())
    return tuple(faces), _once([*press.problems, *press.assets.problems])


class _Press:
    """What laying out a whole game shares: templates, assets, and the frames that are already drawn."""

    def __init__(self, game: Game, bleed: float):
        self.game, self.bleed = game, bleed
        self.assets = Assets(game)
        self.templates = Templates(self.assets.templates)
        self.tables = tables_of(game)
        self.frames: dict[str, Frame] = {}
        self.digests: dict[int, tuple[Frame, str]] = {}
        self.problems: list[Problem] = []

    def faces(self, component: Component) -> Iterator[CardFace]:
        """The component's faces; once more when texts that ask for one size in the whole deck need it."""
        before, sizes = len(self.problems), Sizes()
        drawn = list(self.drawn(component, sizes))
        if agreed := sizes.agreed():
            del self.problems[before:]
            drawn = list(self.drawn(component, agreed))
        for card, side, frame in drawn:
            digest = self.digest(frame)
            yield CardFace(card, component, side, self.frames.setdefault(digest, frame), digest)

    def drawn(self, component: Component, sizes: Sizes) -> Iterator[tuple[Card, Side, Frame]]:
        sides: tuple[tuple[Side, str | None], ...] = (
            ("front", component.spec.front),
            ("back", component.spec.back),
        )
        for card in component.cards:
            for side, template in sides:
                frame = None if template is None else self.face(component, card, side, template, sizes)
                if frame:
                    yield card, side, frame

    def face(self, component: Component, card: Card, side: Side, template: str, sizes: Sizes) -> Frame | None:
        """One side of one card, None when it cannot be drawn."""
        subject = f"{component.name} / {card.id}"
        try:
            values = context(self.game, component, card, side, self.bleed, self.tables)
            root = self.templates.render(template, values)
        except Problems as fault:
            self.problems += (self.placed(problem, component, side, subject) for problem in fault.problems)
            return None
        size, fields = component.size, tuple(component.fields)
        scene = Scene(self.assets, size.width, size.height, subject, card, fields, sizes)
        frame = _drawn(scene, root, self.bleed)
        self.problems += scene.problems
        return None if any(problem.level == "error" for problem in scene.problems) else frame

    def placed(self, problem: Problem, component: Component, side: Side, subject: str) -> Problem:
        """A template that is not there is the fault of the line in game.yaml that names it."""
        if problem.place is not None:
            return Problem(problem.id, problem.place, subject, problem.facts, problem.level)
        place = self.game.place(("components", component.id, side))
        return Problem(problem.id, place, component.name, problem.facts, problem.level)

    def digest(self, frame: Frame) -> str:
        """A hash of all that is drawn. Shared parts (icons) are hashed once, and kept: ids stay true."""
        if id(frame) not in self.digests:
            own = [item for item in frame.items if not isinstance(item, Group)]
            order = [type(item).__name__ for item in frame.items]
            lines = [" ".join(order), dump(Frame(frame.width, frame.height, tuple(own), frame.bleed))]
            for item in frame.items:
                if isinstance(item, Group):
                    shell = Group(_EMPTY, item.matrix, item.clip, item.opacity)
                    lines += [dump(Frame(0, 0, (shell,))), self.digest(item.frame)]
            self.digests[id(frame)] = frame, sha256("\n".join(lines).encode("utf-8")).hexdigest()[:16]
        return self.digests[id(frame)][1]


_EMPTY = Frame(0, 0, ())


def _drawn(scene: Scene, root: Node, bleed: float) -> Frame:
    if root.tag != "face":
        scene.report("template-no-face", root, found=root.tag)
    for name in root.attributes:
        if name != "bleed":
            scene.report("unknown-attribute", root, element="face", found=name, expected=("bleed",))
    bleed = _bleed(scene, root, bleed)
    return Frame(scene.width, scene.height, tuple(draw_all(scene, root, INITIAL)), bleed)


def _bleed(scene: Scene, root: Node, usual: float) -> float:
    written = root.attributes.get("bleed", str(usual))
    try:
        bleed = float(written.removesuffix("mm"))
    except ValueError:
        bleed = -1.0
    if not 0 <= bleed <= 20:
        scene.report("bad-attribute", root, attribute="bleed", found=written)
        return 0.0
    return bleed


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """A template's fault shows on every card that uses it: it is told once, with the first card it met."""
    found: dict[tuple[Any, ...], Problem] = {}
    for problem in problems:
        key = (problem.id, problem.place, problem.level, repr(sorted(problem.facts.items())))
        found.setdefault(key, problem)
    return list(found.values())
