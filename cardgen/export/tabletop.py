"""A build as an online table sees it: decks of pieces with stable keys, dice, and counters without a face."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.export import raster
from cardgen.export.base import Build
from cardgen.export.raster import Cut
from cardgen.impose.nets import written_dice
from cardgen.layout.faces import CardFace
from cardgen.layout.frame import Frame
from cardgen.layout.kept import drawn
from cardgen.model import Card, Component, FieldSpec, Game
from cardgen.problems import Problem
from cardgen.text import markup
from cardgen.text.errors import MarkupError
from cardgen.workers import Share

NAMING = ("name", "title", "heading")
"""Fields that hold what a card is called, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One design: what it is called, what its fields say, and its sides.

    `key` is made of the component's and the card's id and of nothing else, so that it stays the same when
    other cards come, go or change their order.
    """

    key: str
    card: Card
    name: str
    fields: tuple[tuple[str, str], ...]
    front: Cut
    back: Cut | None


@dataclass(frozen=True, slots=True)
class Deck:
    """The pieces of one component, in the order of its card list."""

    component: Component
    pieces: tuple[Piece, ...]

    @property
    def common_back(self) -> Cut | None:
        """The back that all pieces share, if they do."""
        backs = {piece.back.digest: piece.back for piece in self.pieces if piece.back}
        return next(iter(backs.values())) if len(backs) == 1 and all(p.back for p in self.pieces) else None

    @property
    def blank(self) -> Cut:
        """Bare paper: the back of a card whose back is not printed."""
        size = self.component.size
        bare = f"{size.width:g} x {size.height:g} {size.corner:g}"
        shape = self.component.spec.shape
        return Cut(
            size.width,
            size.height,
            size.corner,
            f"{bare} {shape}",
            drawn(Frame(size.width, size.height, ())),
            shape,
        )

    def back(self, piece: Piece) -> Cut:
        """What lies face up when the piece lies face down."""
        return piece.back or self.blank

    def two_sided(self) -> bool:
        """Whether the pieces have backs of their own."""
        return len({self.back(piece).digest for piece in self.pieces}) > 1


@dataclass(frozen=True, slots=True)
class Die:
    """What is written on a die's sides; `folded` is one that is printed as a net."""

    key: str
    name: str
    sides: tuple[str, ...]
    folded: bool = False


def decks(build: Build) -> list[Deck]:
    """A deck for each component that was laid out."""
    found = [_deck(build, component) for component in build.game.components.values()]
    return [deck for deck in found if deck.pieces]


def dice(build: Build) -> list[Die]:
    """The dice of all components that say what their sides show."""
    return [die for component in _unprinted(build) for die in _dice(component)]


def counters(build: Build) -> list[Component]:
    """Components that have neither a printed face nor sides: cubes, pawns, coins."""
    return [component for component in _unprinted(build) if not component.spec.faces and component.declared]


def _unprinted(build: Build) -> Iterator[Component]:
    only = build.options.only
    for component in build.game.components.values():
        if component.spec.front is None and (not only or component.id in only):
            yield component


def _dice(component: Component) -> Iterator[Die]:
    if not component.spec.faces:
        return
    for number, die in enumerate(written_dice(component), 1):
        name = component.name if die.name == component.name else f"{component.name} {die.name}"
        yield Die(f"{component.id}/{number}", name, die.sides, component.spec.shape == "die")


def _deck(build: Build, component: Component) -> Deck:
    faces = [face for face in build.faces if face.component.id == component.id]
    backs = {face.card.id: _cut(face) for face in faces if face.side == "back"}
    pieces = (
        Piece(
            f"{component.id}/{face.card.id}",
            face.card,
            name_of(build.game, component, face.card),
            tuple(fields_of(build.game, component, face.card)),
            _cut(face),
            backs.get(face.card.id),
        )
        for face in faces
        if face.side == "front"
    )
    return Deck(component, tuple(pieces))


def _cut(face: CardFace) -> Cut:
    size, shape = face.component.size, face.component.spec.shape
    name = f"{face.digest} {size.corner:g}" + (f" {shape}" if shape else "")
    return Cut(size.width, size.height, size.corner, name, face.draw, shape)


# ------------------------------------------------------------------ in pictures


def pictures_under(
    found: Sequence[Deck], dpi: int, limit: int, tell: Share
) -> Iterator[tuple[str, bytes, Problem | None]]:
    """Every face and back once: its digest, a PNG of at most `limit` bytes, and a warning if that took a
    lower resolution."""
    first: dict[str, tuple[Deck, Piece, Cut]] = {}
    for deck in found:
        for piece in deck.pieces:
            for cut in (piece.front, deck.back(piece)):
                first.setdefault(cut.digest, (deck, piece, cut))
    made = raster.pngs_under([cut for _, _, cut in first.values()], dpi, limit, tell)
    for (deck, piece, cut), (data, used) in zip(first.values(), made, strict=True):
        facts = {"limit": limit // 2**20, "wanted": dpi, "dpi": used}
        subject = f"{deck.component.name} / {piece.card.id}"
        warning = Problem("picture-reduced", piece.card.place, subject, facts, "warning")
        yield cut.digest, data, warning if used < dpi else None


# ------------------------------------------------------------------ in words


def name_of(game: Game, component: Component, card: Card) -> str:
    """What a player would call the card: its name or title, else what tells it from others, else its kind."""
    for field in NAMING:
        if field in component.fields and card.values.get(field):
            return _plain(str(card.values[field])).replace("\n", "")
    told = [
        _said(game, card.values[field], spec)
        for field, spec in component.fields.items()
        if spec.type in ("choice", "integer") and card.values.get(field) is not None
    ]
    return " ".join(told) or component.name


def fields_of(game: Game, component: Component, card: Card) -> Iterator[tuple[str, str]]:
    """Each field that the card fills, with what it says in words; pictures say nothing."""
    for field, spec in component.fields.items():
        said = _said(game, card.values.get(field), spec) if spec.type != "image" else ""
        if said:
            yield field, said


def _said(game: Game, value: Any, spec: FieldSpec) -> str:
    rows = game.tables[spec.of] if spec.of else {}
    if value is None or value is False:
        return ""
    if value is True:
        return "○"
    if isinstance(value, Mapping):
        called = {key: _called(rows, key) for key in value}
        return "、".join(f"{called[key]} {number}" for key, number in value.items() if called[key])
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "、".join(filter(None, (_called(rows, item) for item in value)))
    return _called(rows, value) if rows else _plain(str(value))


def _called(rows: Mapping[str, Mapping[str, Any]], id: Any) -> str:
    """The name in the id's row. A row without one is for the templates' eyes: "" then."""
    row = rows.get(str(id), {"name": id})
    return next((str(row[key]) for key in ("name", "title") if row.get(key)), "")


def _plain(text: str) -> str:
    try:
        return markup.plain(markup.parse(text))
    except MarkupError:  # it was set without markup, so it is read as it stands
        return text
