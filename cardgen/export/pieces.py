"""What of a component comes onto sheets: every copy of every card, counters to punch out, dice to fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from cardgen.export.base import Build
from cardgen.impose.nets import dice_of, edge_of, net
from cardgen.impose.parts import set_of
from cardgen.impose.shapes import counter, punched
from cardgen.layout.assets import Assets
from cardgen.layout.faces import CardFace
from cardgen.layout.frame import Frame, Group, Text, keyed
from cardgen.layout.inks import inked
from cardgen.layout.kept import Drawing, drawn
from cardgen.layout.small import lacking
from cardgen.model import Component, Game
from cardgen.problems import Problem
from cardgen.text.fonts import Face


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing to cut out: what draws its front, and its back if it has one."""

    front: Drawing
    back: Drawing | None = None


def pieces(build: Build, component: Component, faces: Sequence[CardFace]) -> list[tuple[str, Piece]]:
    """Every piece, with the name of the set it should stay with on paper. Equal ones share their frames."""
    if component.spec.front is not None:
        return _cards(component, faces)
    if component.spec.shape is None or build.changes is not None or not _wanted(build, component):
        return []
    return [("", Piece(drawn(frame))) for frame in _unlettered(build, component)]


def _wanted(build: Build, component: Component) -> bool:
    return not build.options.only or component.id in build.options.only


def _cards(component: Component, faces: Sequence[CardFace]) -> list[tuple[str, Piece]]:
    fronts = {face.card.id: face for face in faces if face.side == "front"}
    backs = {face.card.id: face for face in faces if face.side == "back"}
    times: Counter[str] = Counter()
    for face in faces:
        times[face.digest] += face.card.copies
    made: list[tuple[str, Piece]] = []
    for card in component.cards:
        if card.id in fronts:
            piece = _piece(fronts[card.id], backs.get(card.id), times)
            made += [(set_of(component, card), piece)] * card.copies
    return made


def _piece(front: CardFace, back: CardFace | None, times: Mapping[str, int]) -> Piece:
    """A card; what comes onto the paper more than once has a key."""
    drawings = [partial(_cut_out, face, times[face.digest] > 1) for face in (front, back) if face]
    return Piece(*drawings)


def filler(faces: Sequence[CardFace], id: str) -> Piece:
    """The card of that id, for as many places as there are."""
    front = next(face for face in faces if face.card.id == id and face.side == "front")
    back = next((face for face in faces if face.card.id == id and face.side == "back"), None)
    return _piece(front, back, {face.digest: 2 for face in (front, back) if face})


def _cut_out(face: CardFace, often: bool) -> Frame:
    """A face as it is cut out, or punched out."""
    kind, corner = face.component.spec.shape, face.component.size.corner
    frame = face.frame
    if kind is not None and kind != "die":
        frame = punched(frame, kind, corner, cut=face.side == "front")
    return frame.changed(frame.items, f"{face.digest} {face.side} {kind} {corner}" if often else "")


def _unlettered(build: Build, component: Component) -> list[Frame]:
    """The frames of what has no template of its own."""
    faces, kind, ink = Assets(build.game).fonts.chain("bold"), component.spec.shape, build.options.ink
    if kind == "die":
        nets = (net(die, edge_of(component, len(die.sides)), faces) for die in dice_of(component))
        return [inked(frame, ink) for frame in nets]
    assert kind is not None, "asked for only where there is a shape"
    made = punched(counter(component, faces), kind, component.size.corner, cut=True)
    return [keyed(inked(made, ink))] * component.declared


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
