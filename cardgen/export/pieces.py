"""What of a component comes onto sheets: every copy of every card, counters to punch out, dice to fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardgen.export.base import Build
from cardgen.impose.nets import dice_of, edge_of, net
from cardgen.impose.shapes import counter, punched
from cardgen.layout.assets import Assets
from cardgen.layout.faces import CardFace
from cardgen.layout.frame import Frame, Group, Text
from cardgen.layout.inks import inked
from cardgen.layout.small import lacking
from cardgen.model import Card, Component, Game
from cardgen.problems import Problem
from cardgen.text.fonts import Face


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing to cut out: its front, and its back if it has one."""

    front: Frame
    back: Frame | None = None


def pieces(build: Build, component: Component, faces: Sequence[CardFace]) -> list[tuple[str, Piece]]:
    """Every piece, with the name of the set it should stay with on paper. Equal ones share their frames."""
    if component.spec.front is not None:
        return _cards(component, faces)
    if component.spec.shape is None or build.changes is not None or not _wanted(build, component):
        return []
    return [("", Piece(inked(frame, build.options.ink))) for frame in _unlettered(build, component)]


def _wanted(build: Build, component: Component) -> bool:
    return not build.options.only or component.id in build.options.only


def _cards(component: Component, faces: Sequence[CardFace]) -> list[tuple[str, Piece]]:
    cut: dict[tuple[int, str], Frame] = {}
    kind, corner = component.spec.shape, component.size.corner

    def frame(face: CardFace) -> Frame:
        if kind is None or kind == "die":
            return face.frame
        key = id(face.frame), face.side
        if key not in cut:
            cut[key] = punched(face.frame, kind, corner, cut=face.side == "front")
        return cut[key]

    fronts = {face.card.id: frame(face) for face in faces if face.side == "front"}
    backs = {face.card.id: frame(face) for face in faces if face.side == "back"}
    return [
        (_set(component, card), Piece(fronts[card.id], backs.get(card.id)))
        for card in component.cards
        if card.id in fronts
        for _ in range(card.copies)
    ]


def _set(component: Component, card: Card) -> str:
    """The set a card should stay with on paper: a copy of a repeated list, or what enters play as one."""
    spec = component.spec
    fields = [*spec.repeat] or ([spec.in_play.per] if spec.in_play else [])
    return " ".join(str(card.values.get(field)) for field in fields)


def _unlettered(build: Build, component: Component) -> list[Frame]:
    """The frames of what has no template of its own."""
    faces, kind = Assets(build.game).fonts.chain("bold"), component.spec.shape
    if kind == "die":
        return [net(die, edge_of(component, len(die.sides)), faces) for die in dice_of(component)]
    assert kind is not None, "asked for only where there is a shape"
    made = punched(counter(component, faces), kind, component.size.corner, cut=True)
    return [made] * component.declared


def unset(game: Game) -> Iterator[Problem]:
    """The counters and dice without a template whose words cannot be printed: no characters, no room."""
    for component in game.components.values():
        if component.spec.front is None and component.spec.shape is not None:
            yield from _unset(game, component, Assets(game).fonts.chain("bold"))


def _unset(game: Game, component: Component, fonts: tuple[Face, ...]) -> Iterator[Problem]:
    die = component.spec.shape == "die"
    words = component.spec.faces if die else [component.name]
    place = game.place(("components", component.id, "faces" if die else "name"))
    if missing := lacking(" ".join(words), fonts):
        yield Problem("no-glyph", place, component.name, missing)
        return
    frames = [net(d, edge_of(component, len(d.sides)), fonts) for d in dice_of(component)] if die else []
    sides = [item.frame for frame in frames for item in frame.items if isinstance(item, Group)]
    for side in sides if die else [counter(component, fonts)]:
        if not any(isinstance(item, Text) for item in side.items):
            yield Problem("lettering-no-room", place, component.name, level="warning")
            return
