"""Tabletop Simulator: card sheets and a saved object with every deck, die and cube of the game.

The saved object's form is that of the game's own save files (kb.tabletopsimulator.com, "Save File Format").
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from cardgen.export import raster, ttssheet
from cardgen.export.base import Build
from cardgen.export.tabletop import Deck, Die, Piece, counters, decks, dice
from cardgen.export.token import token
from cardgen.export.ttspieces import Object, bag, base, die_object, solid_of
from cardgen.export.ttssheet import Sheet
from cardgen.problems import Problem

if TYPE_CHECKING:
    from PIL.Image import Image

FOLDER = "tts"
SLOTS = "slots.json"
README = "README.txt"

PLACEHOLDER = "file:///TTS_FOLDER/"
"""Stands before each picture's name until the designer says where the pictures are."""

POKER = 88.0
"""The height in mm of a card at scale 1."""

STEP, ACROSS = 3.5, 6
"""The distance of decks on the table, and how many lie in a row."""

README_TEXT = """\
{title} を Tabletop Simulator で遊ぶには

1. このフォルダーの画像（{id}.png を除く .png）を置く場所を決めます。
   ・ひとりで試すだけなら、このフォルダーのままで構いません。
   ・ほかの人と遊ぶなら、画像をウェブに置きます。
2. {id}.json をテキストエディターで開き、
   {placeholder}
   をすべて、画像の場所に置き換えて保存します。最後の / を忘れずに。
   例: file:///C:/Users/me/cardgen/output/{id}/tts/
   例: https://example.com/cards/
3. {id}.json と {id}.png を、次のフォルダーに写します。
   ドキュメント/My Games/Tabletop Simulator/Saves/Saved Objects/
4. ゲームの中で Objects → Saved Objects を開き、{id} をテーブルに出します。

ファイルの場所（file:///）のまま対戦に招くと、相手には画像が見えません。メニューの
Modding → Cloud Manager にある Upload All Loaded Files を使えば、テーブルに出した画像をまとめて
Steam に置き、場所も自動で書きかわります。

カードを直したとき
  もう一度書き出すと、どのカードもシートの同じ場所に収まります（{slots} が場所を覚えています）。
  画像を入れ替えるだけで、保存してあるテーブルのカードも新しくなります。前の画像が出るときは、
  Mods/Images フォルダーのキャッシュを消してください。
  新しく加えたカードは、{id}.json をもう一度取り込むと現れます。
"""


def write(build: Build, folder: Path) -> Iterator[Path | Problem]:
    """`tts/`: pictures of sheets, common backs and counters, the saved object, its thumbnail and a manual.

    Warns of dice that the table has none of.
    """
    target = folder / FOLDER
    target.mkdir()
    slots = _earlier(build)
    table = _Table()
    found = decks(build)
    tasks: list[raster.Task[Path]] = []
    for deck in found:
        size, id = deck.component.size, deck.component.id
        ids = [piece.card.id for piece in deck.pieces]
        sheets = ttssheet.arrange(ids, _sheets(slots.get(id)), size.width, size.height)
        slots[id] = [sheet.as_json() for sheet in sheets]
        tasks += _pictures(deck, sheets, target, build.options.dpi)
        table.put(deckbase(deck, sheets))
    yield from raster.made(tasks, build.tell)
    for die in dice(build):
        solid = solid_of(die)
        if solid is None or solid % len(die.sides):
            yield _unlike(build, die, solid)
        if solid is not None:
            table.put(die_object(die, solid))
    for component in counters(build):
        face = token(build.game, component) if component.spec.shape else None
        name = f"{component.id}.counter.png"
        if face:
            (data,) = raster.pngs([face], build.options.dpi)
            (target / name).write_bytes(data)
            yield target / name
        table.put(bag(component, face, PLACEHOLDER + quote(name)))
    if found:
        yield _thumbnail(found[0], target / f"{build.game.id}.png")
    yield _json(target / f"{build.game.id}.json", _save(build, table))
    yield _json(target / SLOTS, slots)
    facts = {"title": build.game.title, "id": build.game.id, "placeholder": PLACEHOLDER, "slots": SLOTS}
    (target / README).write_text(README_TEXT.format(**facts), encoding="utf-8")
    yield target / README


def _unlike(build: Build, die: Die, solid: int | None) -> Problem:
    """A die that becomes a larger one with sides to roll again, or none at all."""
    place = build.game.place(("components", die.key.split("/")[0], "faces"))
    facts = {"sides": len(die.sides), "solid": solid}
    return Problem("die-rolled-again" if solid else "die-left-out", place, die.name, facts, "warning")


# ------------------------------------------------------------------ sheets


def _earlier(build: Build) -> dict[str, Any]:
    """Where the cards stood in the earlier build, by component; nothing if there was none."""
    try:
        found = json.loads((build.earlier / FOLDER / SLOTS).read_text("utf-8")) if build.earlier else {}
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _sheets(written: Any) -> list[Sheet]:
    try:
        return [ttssheet.read_sheet(value) for value in written or ()]
    except (ValueError, KeyError, TypeError):
        return []


def _pictures(deck: Deck, sheets: Sequence[Sheet], target: Path, wanted: int) -> Iterator[raster.Task[Path]]:
    """The sheets of a deck to be drawn, and its back where all cards have one."""
    size = deck.component.size
    fronts = {piece.card.id: piece.front for piece in deck.pieces}
    backs = {piece.card.id: deck.back(piece) for piece in deck.pieces}
    sides = [("", fronts), (".back", backs)] if deck.two_sided() else [("", fronts)]
    for number, sheet in enumerate(sheets, 1):
        dpi = sheet.dpi(size.width, size.height, wanted)
        for side, cuts in sides:
            yield ttssheet.task(sheet, cuts, dpi, target / _sheet_name(deck, number, side))
    if not deck.two_sided():
        back, path = deck.back(deck.pieces[0]), target / f"{deck.component.id}.back.png"
        dpi = min(wanted, int(ttssheet.SIDE / max(size.width, size.height) * raster.MM_PER_INCH))
        yield raster.Task([back], dpi, partial(_saved, path, dpi))


def _saved(path: Path, dpi: int, pictures: Iterator[Image]) -> Path:
    path.write_bytes(raster.encoded(next(pictures), dpi))
    return path


def _sheet_name(deck: Deck, number: int, side: str) -> str:
    return f"{deck.component.id}-{number}{side}.png"


def _thumbnail(deck: Deck, path: Path) -> Path:
    """What the list of saved objects shows."""
    return _saved(path, 72, raster.pictures([deck.pieces[0].front], 72))


# ------------------------------------------------------------------ objects


@dataclass
class _Table:
    """Objects side by side, each with an id (GUID) of its own that is made of what it is."""

    objects: list[Object] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def put(self, thing: Object) -> None:
        column, row = len(self.objects) % ACROSS, len(self.objects) // ACROSS
        place = {"posX": (column - (ACROSS - 1) / 2) * STEP, "posY": 1.5, "posZ": 4.0 - 5.0 * row}
        for each in (thing, *thing.get("ContainedObjects", ())):
            each["Transform"] |= place
            each["GUID"] = self.guid(each["GUID"])
        self.objects.append(thing)

    def guid(self, key: str) -> str:
        """Six hexadecimal digits. Two keys that come out alike are so rare that the order may decide."""
        found = sha256(key.encode("utf-8")).hexdigest()[:6]
        while found in self.taken:
            found = sha256(found.encode("utf-8")).hexdigest()[:6]
        self.taken.add(found)
        return found


def deckbase(deck: Deck, sheets: Sequence[Sheet]) -> Object:
    """A deck of every copy, face down; a card where there is one alone. GUIDs are still keys."""
    slots = {id: (n, slot) for n, sheet in enumerate(sheets, 1) for slot, id in enumerate(sheet.cards) if id}
    entries = {number: _entry(deck, number, sheet) for number, sheet in enumerate(sheets, 1)}
    keys = {number: _deck_key(deck, number) for number in entries}
    cards = []
    for piece in deck.pieces:
        number, slot = slots[piece.card.id]
        card_id, custom = keys[number] * 100 + slot, {str(keys[number]): entries[number]}
        cards += [_card(deck, piece, copy, card_id, custom) for copy in range(1, piece.card.copies + 1)]
    if len(cards) == 1:
        return cards[0]
    return {
        **base("DeckCustom", deck.component.id, deck.component.name, _scale(deck), face_down=True),
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": {str(keys[number]): entry for number, entry in entries.items()},
        "ContainedObjects": cards,
    }


def _deck_key(deck: Deck, number: int) -> int:
    """What tells sheets apart in a save. No other deck's coming or going changes it."""
    return 1 + int(sha256(f"{deck.component.id}/{number}".encode()).hexdigest(), 16) % 99_999


_OUTLINES = {"hexagon": 3, "round": 4}
"""The outlines of cards that are not rectangles; 0 and 1 are those with round and with square corners."""


def _entry(deck: Deck, number: int, sheet: Sheet) -> Object:
    two_sided = deck.two_sided()
    back = _sheet_name(deck, number, ".back") if two_sided else f"{deck.component.id}.back.png"
    return {
        "FaceURL": PLACEHOLDER + quote(_sheet_name(deck, number, "")),
        "BackURL": PLACEHOLDER + quote(back),
        "NumWidth": sheet.columns,
        "NumHeight": sheet.rows,
        "BackIsHidden": True,
        "UniqueBack": two_sided,
        "Type": _OUTLINES.get(deck.component.spec.shape or "", 0 if deck.component.size.corner else 1),
    }


def _card(deck: Deck, piece: Piece, copy: int, card_id: int, custom: Mapping[str, Any]) -> Object:
    text = "\n".join(f"{name}: {said}" for name, said in piece.fields)
    return {
        **base("Card", f"{piece.key}/{copy}", piece.name, _scale(deck), face_down=True),
        "Description": text,
        "GMNotes": piece.key,
        "CardID": card_id,
        "SidewaysCard": False,
        "CustomDeck": dict(custom),
    }


def _scale(deck: Deck) -> float:
    return round(deck.component.size.height / POKER, 3)


def _save(build: Build, table: _Table) -> Object:
    empty = (
        "GameMode",
        "Date",
        "Table",
        "Sky",
        "Note",
        "LuaScript",
        "LuaScriptState",
        "XmlUI",
        "VersionNumber",
    )
    return {
        "SaveName": build.game.title,
        **dict.fromkeys(empty, ""),
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
        "ObjectStates": table.objects,
    }


def _json(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path
