"""Udonarium: a zip per component that becomes a card stack when it is dropped on the table, and one of dice.

The form is what Udonarium 1.17 reads (its file-archiver, card-stack, card and dice-symbol classes): pictures
of at most 2 MiB, known by the SHA-256 of their bytes, and XML whose elements are the objects' names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from cardgen.export import raster
from cardgen.export.archive import write_zip
from cardgen.export.base import Build
from cardgen.export.dieface import die_faces
from cardgen.export.tabletop import Deck, Die, Piece, counters, decks, dice, pictures_under
from cardgen.export.token import token
from cardgen.model import Component
from cardgen.problems import Problem
from cardgen.workers import Share, within

FOLDER = "udonarium"
LIMIT = 2 * 1024 * 1024
"""Udonarium leaves out any picture that is larger, without a word."""

CELL = 25.0
"""Millimetres of card that take one cell of the table: a poker card is three cells wide, a mini two."""

NOTE = 24
"""A text of more characters than this gets a note, which shows several lines, instead of a line."""

_PLACE = {"location.name": "table", "location.x": "0", "location.y": "0", "posZ": "0", "rotate": "0"}


def write(build: Build, folder: Path) -> Iterator[Path | Problem]:
    """`udonarium/<component>.zip` for each component: a stack of cards or counters, or dice.

    Warns of each picture that had to be made smaller to be under the limit.
    """
    target = folder / FOLDER
    found = decks(build)
    for number, deck in enumerate(found):
        target.mkdir(exist_ok=True)
        warnings: list[Problem] = []
        tell = within(build.tell, number / len(found), (number + 1) / len(found))
        entries = _cards(deck, build.options.dpi, warnings, tell)
        yield write_zip(target / f"{deck.component.id}.zip", entries)
        yield from warnings
    for id, group in _by_component(dice(build)).items():
        target.mkdir(exist_ok=True)
        yield write_zip(target / f"{id}.zip", _dice(build, group))
    for component in counters(build):
        target.mkdir(exist_ok=True)
        yield write_zip(target / f"{component.id}.zip", _counters(build, component))


Entries = Iterator[tuple[str, bytes]]
"""What goes into a zip, pictures before the objects that show them: Udonarium takes the entries in turn."""


def _cards(deck: Deck, dpi: int, warnings: list[Problem], tell: Share) -> Entries:
    identifiers = {}
    for digest, data, warning in pictures_under([deck], dpi, LIMIT, tell):
        identifiers[digest] = identifier(data)
        warnings += [warning] if warning else []
        yield f"{identifiers[digest]}.png", data
    yield f"{deck.component.id}.xml", _xml(stack(deck, identifiers))


def _dice(build: Build, group: Sequence[Die]) -> Entries:
    for die in group:
        faces = die_faces(build.game, die)
        made = dict(zip(faces, raster.pngs(list(faces.values()), build.options.dpi), strict=True))
        identifiers = {side: identifier(data) for side, data in made.items()}
        yield from ((f"{identifiers[side]}.png", data) for side, data in made.items())
        yield f"{die.key.replace('/', '-')}.xml", _xml(symbol(die, identifiers))


def _counters(build: Build, component: Component) -> Entries:
    face = token(build.game, component)
    (data,) = raster.pngs([face], build.options.dpi)
    yield f"{identifier(data)}.png", data
    yield f"{component.id}.xml", _xml(pile(component, face.width, identifier(data)))


def pile(component: Component, width: float, picture: str) -> Element:
    """A stack of counters `width` mm wide, the same on both sides."""
    root = Element("card-stack", {**_PLACE, "zindex": "0", "owner": "", "isShowTotal": "true"})
    _data(root, "card-stack", [("name", component.name)], [("imageIdentifier", "")])
    cards = SubElement(root, "node", {"name": "cardRoot"})
    for _ in range(component.declared):
        card = SubElement(cards, "card", {**_PLACE, "state": "0", "owner": "", "zindex": "0"})
        images = [("imageIdentifier", ""), ("front", picture), ("back", picture)]
        _data(card, "card", [("name", component.name), ("size", _cells(width))], images)
    return root


def _cells(width: float) -> str:
    return str(max(1, round(width / CELL)))


def identifier(picture: bytes) -> str:
    """The name by which Udonarium knows a picture."""
    return sha256(picture).hexdigest()


def stack(deck: Deck, identifiers: Mapping[str, str]) -> Element:
    """The card stack, face down, every copy a card. `identifiers` are the pictures' by the faces' digests."""
    root = Element("card-stack", {**_PLACE, "zindex": "0", "owner": "", "isShowTotal": "true"})
    _data(root, "card-stack", [("name", deck.component.name)], [("imageIdentifier", "")])
    cards = SubElement(root, "node", {"name": "cardRoot"})
    for piece in deck.pieces:
        front, back = identifiers[piece.front.digest], identifiers[deck.back(piece).digest]
        for _ in range(piece.card.copies):
            cards.append(_card(deck, piece, front, back))
    return root


def symbol(die: Die, identifiers: Mapping[str, str]) -> Element:
    """A die of any number of sides, `identifiers` their pictures by what is written on them."""
    root = Element("dice-symbol", {**_PLACE, "face": die.sides[0], "owner": ""})
    images = [(side, identifiers[side]) for side in die.sides]
    _data(root, "dice-symbol", [("name", die.name), ("size", "1")], images)
    return root


def _card(deck: Deck, piece: Piece, front: str, back: str) -> Element:
    card = Element("card", {**_PLACE, "state": "1", "owner": "", "zindex": "0"})
    images = [("imageIdentifier", ""), ("front", front), ("back", back)]
    common = [("name", piece.name), ("size", _cells(deck.component.size.width))]
    detail = _data(card, "card", common, images)
    group = SubElement(detail, "data", {"name": deck.component.name})
    SubElement(group, "data", {"name": "id"}).text = piece.key
    for field, text in piece.fields:
        kind = {"type": "note"} if len(text) > NOTE or "\n" in text else {}
        SubElement(group, "data", {**kind, "name": field}).text = text
    return card


Named = Iterable[tuple[str, str]]


def _data(owner: Element, kind: str, common: Named, images: Named) -> Element:
    """An object's own data: its pictures, what all objects have, and the detail, which is given back."""
    data = SubElement(owner, "data", {"name": kind})
    pictures = SubElement(data, "data", {"name": "image"})
    for name, image in images:
        SubElement(pictures, "data", {"type": "image", "name": name}).text = image
    usual = SubElement(data, "data", {"name": "common"})
    for name, text in common:
        SubElement(usual, "data", {"name": name}).text = text
    return SubElement(data, "data", {"name": "detail"})


def _xml(root: Element) -> bytes:
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _by_component(found: Sequence[Die]) -> dict[str, list[Die]]:
    groups: dict[str, list[Die]] = {}
    for die in found:
        groups.setdefault(die.key.split("/")[0], []).append(die)
    return groups
