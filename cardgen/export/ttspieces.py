"""What lies on a table of Tabletop Simulator beside the cards: dice, tiles, tokens and cubes.

The objects' names and fields are those of the game's own save files (kb.tabletopsimulator.com, "Save File
Format"; api.tabletopsimulator.com, "Custom Game Objects").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.export.raster import Cut
from cardgen.export.tabletop import Die
from cardgen.impose.shapes import body_of
from cardgen.layout import colour
from cardgen.model import Component

Object = dict[str, Any]

SOLIDS, NETS = (4, 6, 8, 10, 12, 20), (6, 8)
"""The dice that the table has, and those that are folded of a net."""

TURNS: Mapping[int, tuple[tuple[int, int, int], ...]] = {
    6: ((-90, 0, 0), (0, 0, 0), (0, 0, -90), (0, 0, 90), (0, 0, -180), (90, 0, 0)),
    8: ((-33, 0, 90), (-33, 0, 180), (33, 180, -180), (33, 180, 90),
        (33, 180, -90), (33, 180, 0), (-33, 0, 0), (-33, 0, -90)),
}  # fmt: skip
"""How the table's own dice lie, in degrees about x, y and z, when 1, 2, 3 and so on is up."""

MM = 88.0 / 3.07
"""Millimetres to a unit of the table: a poker card at scale 1 is 3.07 units high."""

TILES = {"square": 0, "round": 2}
"""The kinds of Custom_Tile: 0 box, 1 hexagon, 2 circle, 3 rounded. A hexagon is made a token instead, which
the table cuts out of the picture: so its points are where the picture has them."""

THICK = 0.1


def solid_of(die: Die) -> int | None:
    """How many sides the table's die has: as many as this one, or a multiple, so that each side comes up as
    often; else the next larger, to be rolled again. None when the table has no die with so many."""
    sides, solids = len(die.sides), NETS if die.folded else SOLIDS
    if sides in solids:
        return sides
    fair = next((n for n in solids if n >= NETS[0] and n % sides == 0), None)
    return fair or next((n for n in solids if n >= sides), None)


def die_object(die: Die, solid: int) -> Object:
    """The table's own die, with what its sides stand for: in words, and as what is told of a throw."""
    made = base(f"Die_{solid}", die.key, die.name, 1.0)
    sides = die.sides * max(1, solid // len(die.sides)) if solid % len(die.sides) == 0 else die.sides
    if list(sides) != [str(n) for n in range(1, solid + 1)]:
        said = [f"{number}: {side}" for number, side in enumerate(sides, 1)]
        again = [] if solid == len(sides) else [f"{len(sides) + 1}–{solid}: 振り直し"]
        made["Description"] = "\n".join([*said, *again])
        if solid in TURNS and solid == len(sides):
            made["RotationValues"] = [
                {"Value": side, "Rotation": dict(zip("xyz", map(float, turn), strict=True))}
                for side, turn in zip(sides, TURNS[solid], strict=True)
            ]
    return _coloured(made, die.name)


def bag(component: Component, face: Cut | None, url: str) -> Object:
    """Every counter in a bag: tiles or tokens with the picture at `url`, cubes where there is no `face`."""
    things = []
    for number in range(1, component.declared + 1):
        key = f"{component.id}/{number}"
        thing = _cube(component, key) if face is None else _tile(component, key, face, url)
        things.append(thing)
    return {**base("Bag", component.id, component.name, 1.0), "ContainedObjects": things}


def _cube(component: Component, key: str) -> Object:
    return _coloured(base("BlockSquare", key, component.name, 0.5), component.name)


def _tile(component: Component, key: str, face: Cut, url: str) -> Object:
    kind = TILES.get(face.shape or "square")
    made = base("Custom_Token" if kind is None else "Custom_Tile", key, component.name, 1.0)
    side = round(max(face.width, face.height) / MM / 2, 3)  # at scale 1 it is two units long
    made["Transform"] |= {"scaleX": side, "scaleY": 1.0, "scaleZ": side}
    image: Object = {"ImageURL": url, "ImageSecondaryURL": url, "ImageScalar": 1.0, "WidthScale": 0.0}
    if kind is None:
        own = {"Thickness": THICK, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
        return {**made, "CustomImage": {**image, "CustomToken": own}}
    if face.corner and kind == TILES["square"]:
        kind = 3
    own = {"Type": kind, "Thickness": THICK, "Stackable": False, "Stretch": True}
    return {**made, "CustomImage": {**image, "CustomTile": own}}


def _coloured(made: Object, name: str) -> Object:
    body = colour.parse(body_of(name) or "")
    return {**made, "ColorDiffuse": dict(zip("rgb", body, strict=True))} if body else made


def base(name: str, key: str, nickname: str, scale: float, face_down: bool = False) -> Object:
    """What every object has. The GUID is the key until the object is put on the table."""
    turn = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if face_down else 0.0}
    return {
        "GUID": key,
        "Name": name,
        "Transform": {**turn, "scaleX": scale, "scaleY": 1.0 if face_down else scale, "scaleZ": scale},
        "Nickname": nickname,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "Hands": face_down,
        "XmlUI": "",
        "LuaScript": "",
        "LuaScriptState": "",
    }
