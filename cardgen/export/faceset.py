"""Which pages a print shop gets: a face set for each side of a component, a page per copy or per design."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardgen.export.base import Build
from cardgen.export.profile import Profile
from cardgen.layout.faces import CardFace
from cardgen.model import Card, Component


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a face set: what is drawn, and the cards it is printed for."""

    face: CardFace
    cards: tuple[Card, ...]
    copies: int

    @property
    def subject(self) -> str:
        more = f" +{len(self.cards) - 1}" if len(self.cards) > 1 else ""
        return f"{self.face.component.name} / {self.face.card.id}{more}"


@dataclass(frozen=True, slots=True)
class FaceSet:
    """The pages of one file, under the name it will bear (no suffix)."""

    name: str
    component: Component
    pages: tuple[Page, ...]

    @property
    def designs(self) -> tuple[Page, ...]:
        """One page of each side of each design, in their order."""
        return tuple({(page.face.card.id, page.face.side): page for page in self.pages}.values())


def face_sets(build: Build, demands: Profile) -> Iterator[FaceSet]:
    """The files of a build: fronts and backs apart, or back and front of each card in turn."""
    for component in build.game.components.values():
        own = [face for face in build.faces if face.component.id == component.id and face.card.copies]
        fronts = {face.card.id: face for face in own if face.side == "front"}
        backs = {face.card.id: face for face in own if face.side == "back"}
        if demands.order == "back-front":
            cards = [face.card for face in fronts.values()]
            both = [side[card.id] for card in cards for side in (backs, fronts) if card.id in side]
            yield from _set(component.id, component, _pages(both, demands, turns=2 if backs else 1))
        else:
            yield from _set(f"{component.id}-front", component, _pages([*fronts.values()], demands))
            yield from _set(f"{component.id}-back", component, _pages([*backs.values()], demands))


def _set(name: str, component: Component, pages: Sequence[Page]) -> Iterator[FaceSet]:
    if pages:
        yield FaceSet(name, component, tuple(pages))


def _pages(faces: Sequence[CardFace], demands: Profile, turns: int = 1) -> list[Page]:
    """A page per copy, or per design; backs that are all alike are one page. `turns` faces stay together."""
    if demands.pages == "copies":
        return [
            Page(face, (face.card,), 1)
            for start in range(0, len(faces), turns)
            for _ in range(faces[start].card.copies)
            for face in faces[start : start + turns]
        ]
    if turns == 1 and len(faces) > 1 and len({face.digest for face in faces}) == 1:
        cards = tuple(face.card for face in faces)
        return [Page(faces[0], cards, sum(card.copies for card in cards))]
    return [Page(face, (face.card,), face.card.copies) for face in faces]
