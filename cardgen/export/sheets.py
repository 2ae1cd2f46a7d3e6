"""Print sheets: one PDF per component, with its backs behind their fronts or in a file of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cardgen.export import pdf
from cardgen.export.base import Build, Options
from cardgen.export.edition import BLANK, CHANGED, blanks, edition
from cardgen.impose import sheet
from cardgen.impose.footer import Imprint
from cardgen.impose.grid import Grid, fit
from cardgen.layout.assets import Assets
from cardgen.layout.faces import CardFace
from cardgen.layout.frame import Frame
from cardgen.model import Card, Component, Game

_FLIPS = {"long": "長辺とじ", "short": "短辺とじ"}


def write(build: Build, folder: Path) -> Iterator[Path]:
    """`<component>.pdf` for each component that was laid out; with separate backs, `<component>-back.pdf`.

    Of a build that compares with an earlier state, what changed, in a folder of its own. Raises Problems when
    a card is larger than the paper.
    """
    build = edition(build)
    if build.changes is not None:
        folder = folder / CHANGED
        folder.mkdir()
    faces = Assets(build.game).fonts.chain("body")
    for id, component in build.game.components.items():
        own = [face for face in build.faces if face.component.id == id]
        if own:
            if build.options.fill_blanks:
                own += blanks(build.game, component, own)
            job = _Job(build.game, component, own, build.options, Imprint((), faces))
            yield from job.write(folder)


class _Job:
    """The sheets of one component."""

    def __init__(
        self, game: Game, component: Component, faces: Sequence[CardFace], options: Options, imprint: Imprint
    ):
        self.game, self.component, self.options, self.imprint = game, component, options, imprint
        self.fronts = {face.card.id: face.frame for face in faces if face.side == "front"}
        self.backs = {face.card.id: face.frame for face in faces if face.side == "back"}
        place = game.place(("components", component.id, "size"))
        self.grid: Grid = fit(component.size, options.paper, place=place, subject=component.name)
        cards = [card for card in component.cards if card.id in self.fronts]
        copies = [(_set(component, card), card) for card in cards for _ in range(card.copies)]
        self.sheets = sheet.arrange(
            [(name, card) for name, card in copies if card.id in self.fronts], len(self.grid)
        )
        if options.fill_blanks and self.sheets:
            (blank,) = (face.card for face in faces if face.card.id == BLANK and face.side == "front")
            self.sheets[-1] += [blank] * (len(self.grid) - len(self.sheets[-1]))

    def write(self, folder: Path) -> Iterator[Path]:
        if not self.sheets:
            return
        id, title = self.component.id, f"{self.game.title} {self.component.name}"
        backs = self.options.backs if self.backs else "none"
        fronts = [self.front(number, cards) for number, cards in enumerate(self.sheets, 1)]
        if backs == "none":
            yield pdf.write(folder / f"{id}.pdf", fronts, title)
            return
        reverse = [self.back(number, cards) for number, cards in enumerate(self.sheets, 1)]
        if backs == "duplex":
            both = [side for pair in zip(fronts, reverse, strict=True) for side in pair]
            yield pdf.write(folder / f"{id}.pdf", both, title, self.options.flip)
        else:
            yield pdf.write(folder / f"{id}.pdf", fronts, title)
            yield pdf.write(folder / f"{id}-back.pdf", reverse, f"{title} 裏")

    def front(self, number: int, cards: Sequence[Card]) -> Frame:
        return sheet.front(self.grid, [self.fronts[card.id] for card in cards], self.words(number, "表"))

    def back(self, number: int, cards: Sequence[Card]) -> Frame:
        backs = [self.backs.get(card.id) for card in cards]
        return sheet.back(self.grid, backs, self.options.flip, self.words(number, "裏"))

    def words(self, number: int, side: str) -> Imprint:
        """What the footer says of a sheet; the side and the flip edge only where there are two sides."""
        words = [self.game.title, self.game.draft, self.component.name, f"{number}/{len(self.sheets)}"]
        if self.backs and self.options.backs != "none":
            words += [side, _FLIPS[self.options.flip]]
        if self.options.date:
            words.append(self.options.date)
        return Imprint(tuple(words), self.imprint.faces)


def _set(component: Component, card: Card) -> str:
    """The set a card should stay with on paper: a copy of a repeated list, or what enters play as one."""
    spec = component.spec
    fields = [*spec.repeat] or ([spec.in_play.per] if spec.in_play else [])
    return " ".join(str(card.values.get(field)) for field in fields)
