"""A game's cards -> their faces: every card through its template, and every misfit told at once.

Frames are looked at while they are at hand: a deck may be larger than memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Protocol

from cardgen.layout.assets import Assets
from cardgen.layout.context import context, tables_of
from cardgen.layout.elements import draw_all
from cardgen.layout.frame import Frame, digest
from cardgen.layout.kept import Drawing, Kept
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
    """One side of one design. Faces that look alike have one `digest`, a hash of the drawing."""

    card: Card
    component: Component
    side: Side
    digest: str
    draw: Drawing

    @property
    def frame(self) -> Frame:
        """The drawing. It may have to be read from disk: ask once, and let go of it soon."""
        return self.draw()


class Look(Protocol):
    """Looks at the faces of one component, and tells at the end what was found."""

    def see(self, face: CardFace) -> None:
        """Look at a face, whose frame is at hand."""

    def told(self) -> Iterable[Problem]:
        """All that was found."""


def lay_out(
    game: Game,
    only: Collection[str] | None = None,
    bleed: float = BLEED,
    looks: Sequence[Callable[[Component], Look]] = (),
) -> tuple[tuple[CardFace, ...], list[Problem]]:
    """The faces of all components (or of those named), front before back, and all that is wrong with them.

    A face that has an error is left out. `bleed` is what templates are told to reach beyond the trim, in mm.
    `looks` make what looks at the faces of a component as they are drawn; what they tell comes last.
    """
    press = _Press(game, bleed)
    faces: list[CardFace] = []
    found: list[list[Look]] = []
    for component in game.components.values():
        if only is None or component.id in only:
            drawn, seen = press.faces(component, looks)
            faces += drawn
            found.append(seen)
    if only is None:
        press.problems.extend(press.assets.fonts.unused())
    told = [problem for kind in zip(*found, strict=True) for look in kind for problem in look.told()]
    return tuple(faces), [*_once([*press.problems, *press.assets.problems]), *told]


class _Press:
    """What laying out a whole game shares: templates, assets, and the frames that were drawn last."""

    def __init__(self, game: Game, bleed: float):
        self.game, self.bleed = game, bleed
        self.assets = Assets(game)
        self.templates = Templates(self.assets.templates)
        self.tables = tables_of(game)
        self.kept = Kept()
        self.problems: list[Problem] = []

    def faces(
        self, component: Component, looks: Sequence[Callable[[Component], Look]]
    ) -> tuple[list[CardFace], list[Look]]:
        """The component's faces; once more when texts that ask for one size in the whole deck need it."""
        before, sizes = len(self.problems), Sizes()
        faces, seen = self.seen(component, sizes, looks)
        if agreed := sizes.agreed():
            del self.problems[before:]
            faces, seen = self.seen(component, agreed, looks)
        return faces, seen

    def seen(
        self, component: Component, sizes: Sizes, looks: Sequence[Callable[[Component], Look]]
    ) -> tuple[list[CardFace], list[Look]]:
        """The component's faces with texts of those sizes, and what has looked at them."""
        watching = [look(component) for look in looks]
        faces: list[CardFace] = []
        sides: tuple[tuple[Side, str | None], ...] = (
            ("front", component.spec.front),
            ("back", component.spec.back),
        )
        for card in component.cards:
            for side, template in sides:
                face = None if template is None else self.face(component, card, side, template, sizes)
                if face:
                    faces.append(face)
                    for look in watching:
                        look.see(face)
        return faces, watching

    def face(
        self, component: Component, card: Card, side: Side, template: str, sizes: Sizes
    ) -> CardFace | None:
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
        if any(problem.level == "error" for problem in scene.problems):
            return None
        name = digest(frame)
        self.kept.put(name, frame)
        return CardFace(card, component, side, name, partial(self.kept.get, name))

    def placed(self, problem: Problem, component: Component, side: Side, subject: str) -> Problem:
        """A template that is not there is the fault of the line in game.yaml that names it."""
        if problem.place is not None:
            return Problem(problem.id, problem.place, subject, problem.facts, problem.level)
        place = self.game.place(("components", component.id, side))
        return Problem(problem.id, place, component.name, problem.facts, problem.level)


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
