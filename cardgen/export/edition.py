"""What of a build goes to the printer: only what changed, in the ink that was asked for, with a revision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cardgen.export.base import Build
from cardgen.impose.shapes import outline
from cardgen.layout.assets import Assets
from cardgen.layout.blank import blank
from cardgen.layout.faces import CardFace
from cardgen.layout.frame import Frame, Path, digest
from cardgen.layout.inks import inked
from cardgen.layout.kept import Kept, drawn
from cardgen.layout.stamp import stamped
from cardgen.model import Card, Component, Game
from cardgen.text.fonts import Face

CHANGED = "changed"
"""The folder for sheets of some cards, so that those of the whole game stay."""


def edition(build: Build) -> Build:
    """The build with its faces as they are printed, and with as many cards of each design.

    Without options about it this is the build itself.
    """
    options, game = build.options, build.game
    if build.changes is not None:
        components = {id: _changed(component, build) for id, component in game.components.items()}
        game = replace(game, components=components)
    if options.ink == "full" and not options.revision:
        return replace(build, game=game)
    finish = _Finish(build, Assets(game).fonts.chain("body"))
    return replace(build, game=game, faces=tuple(map(finish.face, build.faces)))


def _changed(component: Component, build: Build) -> Component:
    """The component with the number of cards that are to be printed of each design."""
    assert build.changes is not None, "asked for only where something was compared"
    printed = build.changes.copies
    cards = [replace(card, copies=printed(component.id, card.id)) for card in component.cards]
    return replace(component, cards=tuple(cards))


class _Finish:
    """Faces as they are printed. Those that look alike still do so, and have one digest."""

    def __init__(self, build: Build, fonts: tuple[Face, ...]):
        self.ink, self.revision, self.fonts = build.options.ink, build.options.revision, fonts
        self.kept = Kept()

    def face(self, face: CardFace) -> CardFace:
        words = self.revision if face.side == "front" else None
        edged = face.component.spec.shape is None
        name = f"{face.digest} {self.ink} {edged} {words or ''}"
        draw = partial(self.printed, face, words, edged)
        return replace(face, digest=name, draw=partial(self.kept.frame, name, draw))

    def printed(self, face: CardFace, words: str | None, edged: bool) -> Frame:
        frame = inked(face.frame, self.ink, edged=edged)
        return stamped(frame, words, self.fonts) if words else frame


# ------------------------------------------------------------------ blank cards

INSET = 1.5
"""From the line that a counter is cut along to the one it is written within, in mm."""


def _edge(component: Component) -> Path | None:
    """The line to write within of what is neither a card nor a square."""
    size, kind = component.size, component.spec.shape
    if kind not in ("round", "hexagon"):
        return None
    return outline(kind, size.width, size.height, grown=-min(INSET, size.width / 8, size.height / 8))


BLANK = ""
"""The id of the blank card: no card of a designer's has none."""


def blanks(game: Game, component: Component, faces: list[CardFace]) -> Iterator[CardFace]:
    """The faces of a card to write on: lines, and behind them the back that all cards share, if any."""
    card = Card(BLANK, 0, {}, component.place)
    words = f"{game.title}　{game.draft}"
    front = blank(component.size, words, Assets(game).fonts.chain("body"), _edge(component))
    yield CardFace(card, component, "front", digest(front), drawn(front))
    backs = {face.digest: face for face in faces if face.side == "back"}
    if len(backs) == 1:
        yield replace(*backs.values(), card=card)
