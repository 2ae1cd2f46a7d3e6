"""playingcards.io: a room file (.pcio) with a pile per component, a hand, dice and counters.

A room file is a zip of `widgets.json`, a list of everything on the table, and the pictures it shows. Schema 3
is what every importer reads: later ones only rename things, and playingcards.io brings old rooms up to date.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from cardgen.export.archive import write_zip
from cardgen.export.base import Build
from cardgen.export.tabletop import Deck, Die, Piece, counters, decks, dice, pictures_under
from cardgen.model import Component
from cardgen.problems import Place, Problem

SCHEMA = "3"
LIMIT = 2 * 1024 * 1024
"""Importers of room files leave out pictures that are larger."""

MOST = 1300
"""Objects that a room takes."""

SCALES = (1.8, 1.6, 1.4, 1.2, 1.0, 0.8, 0.6)
"""Units of the table per mm, the first that leaves the hand free. At the first of all a poker card comes out
a little larger than the site's own cards (103 x 160)."""

WIDTH, MARGIN, GAP, EDGE = 1600, 40, 60, 4
"""The table's width, what stays free at its edge and between things, and a pile's rim."""

HAND_TOP = 820
HAND = {"id": "hand", "type": "hand", "x": 50, "y": HAND_TOP, "z": 1}
SPINNER, COUNTER = (110, 110), (140, 44)

IDS = UUID("0b3f6f0e-6a0b-5f5e-9b1c-6f2b8d6c6a51")
"""The name space of all ids: any would do, as long as it stays the same."""

Widget = dict[str, Any]


def write(build: Build, folder: Path) -> Iterator[Path | Problem]:
    """`<game>.pcio`. Warns of pictures made smaller, and of more objects than a room takes."""
    warnings: list[Problem] = []
    yield write_zip(folder / f"{build.game.id}.pcio", _entries(build, warnings))
    yield from warnings


def _entries(build: Build, warnings: list[Problem]) -> Iterator[tuple[str, bytes]]:
    """What goes into the room file: the pictures, and the widgets that show them."""
    found, addresses = decks(build), {}
    for digest, data, warning in pictures_under(found, build.options.dpi, LIMIT, build.tell):
        name = f"userassets/{sha256(data).hexdigest()[:32]}.png"
        addresses[digest] = f"package://{name}"
        warnings += [warning] if warning else []
        yield name, data
    widgets = list(_widgets(build, found, addresses))
    if len(widgets) > MOST:
        place = Place(build.game.folder / "game.yaml")
        warnings.append(Problem("too-many-widgets", place, build.game.title, {"limit": MOST}, "warning"))
    yield "widgets.json", json.dumps(widgets, ensure_ascii=False, indent=1).encode("utf-8")
    yield "schemaVersion", SCHEMA.encode("ascii")


def identity(key: str) -> str:
    """The id of the widget that a key stands for: the same in every export, whatever else is on the table."""
    return str(uuid5(IDS, key))


def _widgets(build: Build, found: list[Deck], addresses: Mapping[str, str]) -> Iterator[Widget]:
    yield HAND
    rest = [SPINNER for _ in dice(build)] + [COUNTER for _ in counters(build)]
    scale = next((scale for scale in SCALES if _bottom(found, rest, scale) <= HAND_TOP - MARGIN), SCALES[-1])
    table = _Places()
    for deck in found:
        yield from _deck(deck, table.place(*_rim(deck, scale)), scale, addresses)
    for die in dice(build):
        yield _spinner(die, table.place(*SPINNER))
    for component in counters(build):
        yield _counter(component, table.place(*COUNTER))


def _bottom(found: list[Deck], rest: list[tuple[int, int]], scale: float) -> int:
    """How far down the table is taken when cards are drawn at that scale."""
    table = _Places()
    for extent in (*(_rim(deck, scale) for deck in found), *rest):
        table.place(*extent)
    return table.y + table.tall


class _Places:
    """Free places from the left, then in the next row."""

    def __init__(self) -> None:
        self.x = self.y = MARGIN
        self.tall = 0

    def place(self, width: int, height: int) -> tuple[int, int]:
        if self.x > MARGIN and self.x + width > WIDTH - MARGIN:
            self.x, self.y, self.tall = MARGIN, self.y + self.tall + GAP, 0
        at = self.x, self.y
        self.x, self.tall = self.x + width + GAP, max(self.tall, height)
        return at


# ------------------------------------------------------------------ things on the table


def _deck(deck: Deck, at: tuple[int, int], scale: float, addresses: Mapping[str, str]) -> Iterator[Widget]:
    """The pile, the deck that says what its cards look like, and every copy of every card."""
    key, (width, height) = deck.component.id, _extent(deck, scale)
    pile, own, inside = identity(f"{key}/"), identity(key), {"x": at[0] + EDGE, "y": at[1] + EDGE}
    yield {
        **_widget(pile, "cardPile", at, _rim(deck, scale)),
        "label": deck.component.name,
        "hasShuffleButton": True,
    }
    yield {
        "id": own,
        "type": "cardDeck",
        "parent": pile,
        **inside,
        "z": 2,
        "cardWidth": width,
        "cardHeight": height,
        "enlarge": True,
        "cardTypes": {identity(piece.key): _looks(deck, piece, addresses) for piece in deck.pieces},
        "faceTemplate": _template(deck, scale, "dynamic", "face"),
        "backTemplate": _back(deck, scale, addresses),
    }
    copies = [(piece, copy) for piece in deck.pieces for copy in range(1, piece.card.copies + 1)]
    for depth, (piece, copy) in enumerate(copies):
        made = {"id": identity(f"{piece.key}/{copy}"), "type": "card", "deck": own, "parent": pile}
        yield {**made, "cardType": identity(piece.key), "faceup": False, **inside, "z": 3 + depth}


def _back(deck: Deck, scale: float, addresses: Mapping[str, str]) -> Widget:
    if deck.two_sided():
        return _template(deck, scale, "dynamic", "back")
    return _template(deck, scale, "static", addresses[deck.back(deck.pieces[0]).digest])


def _looks(deck: Deck, piece: Piece, addresses: Mapping[str, str]) -> dict[str, str]:
    looks = {"label": piece.name, "card": piece.key, "face": addresses[piece.front.digest]}
    return looks | ({"back": addresses[deck.back(piece).digest]} if deck.two_sided() else {})


def _template(deck: Deck, scale: float, kind: str, value: str) -> Widget:
    """One picture over the whole card. The picture has its own edge and round corners."""
    width, height = _extent(deck, scale)
    picture = {"type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "white"}
    return {
        "includeBorder": False,
        "includeRadius": deck.component.size.corner > 0,
        "objects": [{**picture, "valueType": kind, "value": value}],
    }


def _spinner(die: Die, at: tuple[int, int]) -> Widget:
    sides = [int(side) if side.isdecimal() else side for side in die.sides]
    shown = {"label": die.name, "options": sides, "value": sides[0]}
    return {**_widget(identity(die.key), "spinner", at, SPINNER), **shown}


def _counter(component: Component, at: tuple[int, int]) -> Widget:
    """Cubes and coins as the number that is left of them."""
    shown = {"label": component.name, "counterValue": component.declared}
    return {**_widget(identity(component.id), "counter", at, COUNTER), **shown}


def _widget(id: str, kind: str, at: tuple[int, int], extent: tuple[int, int]) -> Widget:
    return {"id": id, "type": kind, "x": at[0], "y": at[1], "z": 1, "width": extent[0], "height": extent[1]}


def _extent(deck: Deck, scale: float) -> tuple[int, int]:
    size = deck.component.size
    return round(size.width * scale), round(size.height * scale)


def _rim(deck: Deck, scale: float) -> tuple[int, int]:
    """The extent of the pile around the cards."""
    width, height = _extent(deck, scale)
    return width + 2 * EDGE, height + 2 * EDGE
