"""Exports for online tables, read back: what is in them, their limits, and ids that stay."""

from __future__ import annotations

import csv
import json
import random
import zipfile
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from press import write_game

from cardgen.build import build
from cardgen.export import ttssheet
from cardgen.export.base import Options
from cardgen.export.ttssheet import Sheet
from cardgen.impose.marks import meet
from cardgen.pipeline import prepare
from cardgen.problems import Problem

GAME = """\
title: 卓上
draft: 草案1
players: [2]
components:
  event:
    name: 事件
    count: 4
    fields: {title: text, body: text, suit: {type: choice, of: suits}}
    cards: cards.yaml
    front: card.xml
    back: common.xml
  hero:
    name: 人物
    count: 2
    size: {width: 40, height: 40, corner: 0}
    fields: {title: text, awake: text}
    cards:
      - {id: sun, title: 陽, awake: 烈日}
      - {id: moon, title: 月, awake: 満月}
    front: hero.xml
    back: awake.xml
  aid:
    name: 早見表
    count: 1
    fields: {title: text}
    cards: [{id: aid, title: 手番}]
    front: hero.xml
  die: {name: サイコロ, count: 2, unit: 個, faces: [緑 1 2 3 4 5 6, 赤 0 0 1 1 2 3]}
  cube: {name: 木片, count: 3, unit: 個}
tables:
  suits:
    - {id: red, name: 赤組, hex: "#c62828"}
    - {id: blue, name: 青組, hex: "#1565c0"}
"""

CARDS = """\
- {id: fox, title: ｜山猫《やまねこ》の密使, body: "3 < 5 & \\"待て\\"", suit: red}
- {id: fog, title: 霧の港町, body: 山札の上から3枚を見て、1枚を手札に加え、残りを好きな順に戻す。, suit: blue,
   copies: 3}
"""

FRONT = """\
<face bleed="3">
  <rect x="-3" y="-3" width="69" height="94" fill="#00ff00"/>
  <rect x="0" y="0" width="63" height="88" fill="{{ card.suit.hex }}"/>
  <text field="title" x="5" y="5" width="50" height="9"/>
</face>
"""

TITLE = '<face><text field="{}" x="2" y="2" width="36" height="12"/></face>'


def make(folder: Path, cards: str = CARDS, game: str = GAME, front: str = FRONT) -> Path:
    templates = write_game(folder, front, game, cards) / "templates"
    (templates / "common.xml").write_text('<face><rect width="63" height="88" fill="#222222"/></face>')
    (templates / "hero.xml").write_text(TITLE.format("title"))
    (templates / "awake.xml").write_text(TITLE.format("awake"))
    return folder


def export(folder: Path, out: Path, *formats: str, dpi: int = 50) -> list[Problem]:
    """Build the game, and give back the warnings of the exporters."""
    options = Options(formats=formats, dpi=dpi)
    (outcome,), _ = build([folder], options, out)
    earlier = prepare(folder, options).warnings
    return [warning for warning in outcome.warnings if warning not in earlier]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game in every format, built once."""
    base = tmp_path_factory.mktemp("online")
    assert export(make(base / "table"), base / "out", "images", "svg", "udonarium", "tts", "pcio") == []
    return base / "out" / "table"


# ------------------------------------------------------------------ pictures


def picture(path: Path) -> Image.Image:
    with Image.open(path) as opened:
        opened.load()
        return opened.copy()


def test_pictures_are_named_by_component_and_card_and_a_common_back_is_there_once(out: Path) -> None:
    names = {path.relative_to(out / "images").as_posix() for path in (out / "images").rglob("*.png")}
    assert names == {
        "event/fox.png",
        "event/fog.png",
        "event.back.png",
        "hero/sun.png",
        "hero/sun.back.png",
        "hero/moon.png",
        "hero/moon.back.png",
        "aid/aid.png",
    }


def test_a_card_without_a_title_is_called_by_what_tells_it_from_others(tmp_path: Path) -> None:
    game = GAME.replace("{title: text, body: text, suit", "{hours: integer, suit")
    front = FRONT.replace('field="title"', 'field="hours"')
    folder = make(tmp_path / "table", "- {id: a, hours: 3, suit: red, copies: 4}", game, front)
    export(folder, tmp_path / "out", "images")
    rows = (tmp_path / "out" / "table" / "images" / "cards.csv").read_text("utf-8-sig").splitlines()
    assert rows[1].startswith("event,a,3 赤組,4,")


def test_only_the_components_asked_for_are_written(tmp_path: Path) -> None:
    options = Options(formats=("tts", "udonarium"), only=("hero", "cube"), dpi=50)
    build([make(tmp_path / "table")], options, tmp_path / "out")
    out = tmp_path / "out" / "table"
    assert sorted(path.name for path in (out / "udonarium").iterdir()) == ["cube.zip", "hero.zip"]
    assert [thing["Nickname"] for thing in saved(out)] == ["人物", "木片"]


def test_the_list_of_pictures_tells_names_and_copies(out: Path) -> None:
    with open(out / "images" / "cards.csv", encoding="utf-8-sig", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert rows["fog"]["copies"] == "3"
    assert rows["fox"]["name"] == "山猫の密使"
    assert (rows["fox"]["front"], rows["fox"]["back"]) == ("event/fox.png", "event.back.png")
    assert (rows["sun"]["back"], rows["aid"]["back"]) == ("hero/sun.back.png", "")


def test_a_picture_shows_the_card_after_cutting(out: Path) -> None:
    """At trim size, round corners seen through, no bleed; square corners where the size says so."""
    card = picture(out / "images" / "event" / "fox.png")
    assert card.size == (round(63 / 25.4 * 50), round(88 / 25.4 * 50))
    assert card.getpixel((0, 0))[3] == 0
    assert card.getpixel((62, 150)) == (0xC6, 0x28, 0x28, 255)
    assert (0, 255, 0) not in {colour[:3] for _, colour in card.getcolors(100_000)}
    assert picture(out / "images" / "hero" / "sun.png").getpixel((0, 0)) == (255, 255, 255)


def test_the_resolution_is_the_one_asked_for(tmp_path: Path) -> None:
    export(make(tmp_path / "table"), tmp_path, "images", dpi=100)
    assert picture(tmp_path / "table" / "images" / "event" / "fox.png").size == (248, 346)


def test_a_card_that_is_gone_takes_its_pictures_along_and_nothing_else(tmp_path: Path) -> None:
    folder = make(tmp_path / "table")
    export(folder, tmp_path / "out", "images")
    images = tmp_path / "out" / "table" / "images"
    (images / "mine.png").write_bytes(b"")
    make(folder, CARDS[: CARDS.index("- {id: fog")], GAME.replace("count: 4", "count: 1"))
    export(folder, tmp_path / "out", "images")
    assert not (images / "event" / "fog.png").exists()
    assert (images / "event" / "fox.png").exists()
    assert (images / "mine.png").exists()


def test_ids_that_differ_in_case_alone_have_files_of_their_own_everywhere(tmp_path: Path) -> None:
    folder = make(tmp_path / "table", CARDS.replace("id: fog", "id: FOX"))
    export(folder, tmp_path / "out", "images")
    names = [path.name for path in (tmp_path / "out" / "table" / "images" / "event").iterdir()]
    assert len({name.casefold() for name in names}) == 2


def test_svg_draws_every_glyph_as_an_outline_where_the_layout_placed_it(out: Path, tmp_path: Path) -> None:
    root = ElementTree.parse(out / "svg" / "hero" / "sun.svg").getroot()
    svg = "{http://www.w3.org/2000/svg}"
    assert (root.get("width"), root.get("viewBox")) == ("40mm", "0 0 40 40")
    assert not list(root.iter(f"{svg}text"))
    line = next(node for node in root.iter(f"{svg}g") if node.get("aria-label") == "陽")
    use = line.find(f"{svg}use")
    assert use is not None
    outline = root.find(f"{svg}defs/{svg}path[@id='{use.get('{http://www.w3.org/1999/xlink}href', '')[1:]}']")
    assert outline is not None
    assert outline.get("d", "").startswith("M")
    face = prepare(make(tmp_path / "table"), Options()).faces[4]
    text = face.frame.items[0]
    x, y = text.x + text.run.glyphs[0].x, text.y + text.run.glyphs[0].y
    placed = [float(n) for n in use.get("transform", "").split("(")[1].split(")")[0].split()]
    assert placed == pytest.approx([x, y], abs=1e-3)


def test_four_inks_look_alike_in_every_format(tmp_path: Path) -> None:
    ink = '<rect x="10" y="60" width="40" height="20" fill="cmyk(100, 0, 0, 0)"/></face>'
    folder = make(tmp_path / "table", front=FRONT.replace("</face>", ink))
    export(folder, tmp_path / "out", "images", "svg")
    out = tmp_path / "out" / "table"
    seen = picture(out / "images" / "event" / "fox.png").getpixel((60, 140))[:3]
    assert f'fill="#{bytes(seen).hex()}"' in (out / "svg" / "event" / "fox.svg").read_text("utf-8")
    assert seen not in ((0xC6, 0x28, 0x28), (0, 0, 0), (255, 255, 255))


# ------------------------------------------------------------------ Udonarium


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as file:
        return {info.filename: file.read(info) for info in file.infolist()}


def stack_of(path: Path) -> ElementTree.Element:
    found = [data for name, data in contents(path).items() if name.endswith(".xml")]
    assert len(found) == 1
    return ElementTree.fromstring(found[0])


def values(element: ElementTree.Element, section: str) -> dict[str, str]:
    """The leaves of one section of an object's data, by their names."""
    node = element.find(f"data/data[@name='{section}']")
    assert node is not None
    return {leaf.get("name", ""): leaf.text or "" for leaf in node.iter("data") if not len(leaf)}


def test_udonarium_knows_each_picture_by_the_sha256_of_its_bytes(out: Path) -> None:
    for path in (out / "udonarium").glob("*.zip"):
        for name, data in contents(path).items():
            assert name.endswith(".xml") or name == f"{sha256(data).hexdigest()}.png"


def test_udonarium_reads_pictures_before_the_stack_that_shows_them(out: Path) -> None:
    entries = list(contents(out / "udonarium" / "event.zip"))
    assert entries[-1] == "event.xml"
    stack = stack_of(out / "udonarium" / "event.zip")
    shown = {values(card, "image")[side] for card in stack.iter("card") for side in ("front", "back")}
    assert {f"{name}.png" for name in shown} == set(entries[:-1])


def test_a_udonarium_stack_holds_every_copy_face_down(out: Path) -> None:
    stack = stack_of(out / "udonarium" / "event.zip")
    assert stack.tag == "card-stack"
    assert values(stack, "common")["name"] == "事件"
    cards = stack.findall("node[@name='cardRoot']/card")
    names = Counter(values(card, "common")["name"] for card in cards)
    assert names == {"山猫の密使": 1, "霧の港町": 3}
    assert {card.get("state") for card in cards} == {"1"}
    assert {card.get("location.name") for card in cards} == {"table"}
    assert len({values(card, "image")["back"] for card in cards}) == 1


def test_udonarium_cards_say_what_they_say_on_paper(out: Path) -> None:
    cards = list(stack_of(out / "udonarium" / "event.zip").iter("card"))
    assert values(cards[0], "detail") == {
        "id": "event/fox",
        "title": "山猫の密使",
        "body": '3 < 5 & "待て"',
        "suit": "赤組",
    }
    notes = [leaf.get("name") for leaf in cards[1].iter("data") if leaf.get("type") == "note"]
    assert notes == ["body"]


def test_two_sided_cards_keep_their_own_backs_in_udonarium(out: Path) -> None:
    cards = list(stack_of(out / "udonarium" / "hero.zip").iter("card"))
    assert len({values(card, "image")["back"] for card in cards}) == 2


def test_udonarium_dice_have_all_their_sides_even_equal_ones(out: Path) -> None:
    entries = contents(out / "udonarium" / "die.zip")
    die = ElementTree.fromstring(entries["die-2.xml"])
    assert die.tag == "dice-symbol"
    images = die.findall("data/data[@name='image']/data")
    assert [image.get("name") for image in images] == ["0", "0", "1", "1", "2", "3"]
    assert {f"{image.text}.png" for image in images} <= set(entries)


def test_pictures_too_large_for_udonarium_are_made_smaller_and_told(tmp_path: Path) -> None:
    front = FRONT.replace("</face>", '<image href="art.png" width="63" height="88"/></face>')
    folder = make(tmp_path / "table", front=front)
    noise = random.Random(1).randbytes(760 * 1060 * 3)
    Image.frombytes("RGB", (760, 1060), noise).save(folder / "art.png")
    warnings = export(folder, tmp_path / "out", "udonarium", dpi=300)
    sizes = [len(data) for data in contents(tmp_path / "out" / "table" / "udonarium" / "event.zip").values()]
    assert max(sizes) <= 2 * 1024 * 1024
    assert [(warning.id, warning.subject, warning.level) for warning in warnings] == [
        ("picture-reduced", "事件 / fox", "warning"),
        ("picture-reduced", "事件 / fog", "warning"),
    ]
    assert all(100 < int(str(warning.facts["dpi"])) < 300 for warning in warnings)


# ------------------------------------------------------------------ Tabletop Simulator


def saved(out: Path) -> list[dict[str, Any]]:
    objects: list[dict[str, Any]] = json.loads((out / "tts" / "table.json").read_text("utf-8"))[
        "ObjectStates"
    ]
    return objects


def named(objects: list[dict[str, Any]], nickname: str) -> dict[str, Any]:
    return next(thing for thing in objects if thing["Nickname"] == nickname)


def cards_in(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for thing in objects:
        yield from thing.get("ContainedObjects", [thing])


def sheet_of(out: Path, url: str) -> Image.Image:
    assert url.startswith("file:///TTS_FOLDER/")
    return picture(out / "tts" / url.rpartition("/")[2])


def test_each_tts_card_finds_its_face_on_its_sheet(out: Path) -> None:
    for thing in cards_in(saved(out)):
        if thing["Name"] != "Card" or not thing["GMNotes"].startswith("event/"):
            continue
        key, slot = divmod(thing["CardID"], 100)
        entry = thing["CustomDeck"][str(key)]
        sheet = sheet_of(out, entry["FaceURL"])
        width, height = sheet.width // entry["NumWidth"], sheet.height // entry["NumHeight"]
        left, top = slot % entry["NumWidth"] * width, slot // entry["NumWidth"] * height
        suit = {"event/fox": (0xC6, 0x28, 0x28), "event/fog": (0x15, 0x65, 0xC0)}[thing["GMNotes"]]
        assert sheet.getpixel((left + width // 2, top + height - 9)) == suit


def test_a_tts_deck_holds_every_copy_and_hides_its_faces(out: Path) -> None:
    deck = named(saved(out), "事件")
    assert deck["Name"] == "DeckCustom"
    assert Counter(card["GMNotes"] for card in deck["ContainedObjects"]) == {"event/fox": 1, "event/fog": 3}
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    assert len(set(deck["DeckIDs"])) == 2
    (entry,) = deck["CustomDeck"].values()
    assert (entry["BackIsHidden"], entry["UniqueBack"], entry["Type"]) == (True, False, 0)
    assert sheet_of(out, entry["BackURL"]).getpixel((60, 80)) == (0x22, 0x22, 0x22)


def test_two_sided_cards_keep_their_own_backs_in_tts(out: Path) -> None:
    (entry,) = named(saved(out), "人物")["CustomDeck"].values()
    assert (entry["UniqueBack"], entry["Type"]) == (True, 1)
    assert sheet_of(out, entry["BackURL"]).size == sheet_of(out, entry["FaceURL"]).size


def test_tts_has_single_cards_dice_and_cubes(out: Path) -> None:
    objects = saved(out)
    assert named(objects, "手番")["Name"] == "Card"
    plain, odd = named(objects, "サイコロ 緑"), named(objects, "サイコロ 赤")
    assert (plain["Name"], plain["Description"]) == ("Die_6", "")
    assert odd["Description"].splitlines() == ["1: 0", "2: 0", "3: 1", "4: 1", "5: 2", "6: 3"]
    bag = named(objects, "木片")
    assert (bag["Name"], [cube["Name"] for cube in bag["ContainedObjects"]]) == ("Bag", ["BlockSquare"] * 3)


def test_every_tts_object_has_an_id_of_its_own(out: Path) -> None:
    objects = saved(out)
    guids = [thing["GUID"] for deck in objects for thing in (deck, *deck.get("ContainedObjects", ()))]
    assert len(guids) == len(set(guids))
    assert all(len(guid) == 6 and int(guid, 16) >= 0 for guid in guids)


@pytest.mark.parametrize(("count", "size"), [(1, (63, 88)), (55, (88, 63)), (70, (59, 86)), (150, (70, 120))])
def test_tts_sheets_keep_to_their_limits_and_hold_each_card_once(count: int, size: tuple[int, int]) -> None:
    ids = [f"c{number}" for number in range(count)]
    sheets = ttssheet.arrange(ids, (), *size)
    assert [id for sheet in sheets for id in sheet.cards if id] == ids
    for sheet in sheets:
        assert 2 <= sheet.columns <= 10
        assert 2 <= sheet.rows <= 7
        dpi = sheet.dpi(*size, 300)
        assert sheet.columns * round(size[0] / 25.4 * dpi) <= 4096
        assert sheet.rows * round(size[1] / 25.4 * dpi) <= 4096


def test_cards_keep_their_slots_and_new_ones_take_free_ones() -> None:
    earlier = [Sheet(2, 2, ("a", "b", "c", None))]
    kept, added = ttssheet.arrange(["new", "c", "a", "x", "y"], earlier, 63, 88)
    assert kept == Sheet(2, 2, ("a", "x", "c", "new"))
    assert [id for id in added.cards if id] == ["y"]


KIT = """\
title: 駒
draft: 草案1
players: [2]
components:
  coin: {name: 金貨, count: 3, unit: 個, shape: round, size: {width: 22, height: 22}}
  ship: {name: 青の船, count: 2, unit: 個, shape: hexagon, size: {width: 26, height: 22.5}}
  crate: {name: 赤の荷, count: 2, unit: 個, shape: square, size: {width: 16, height: 16, corner: 0}}
  cube: {name: 赤の木片, count: 2, unit: 個}
  three: {name: 三, count: 1, unit: 個, shape: die, faces: [甲, 乙, 丙]}
  four: {name: 四, count: 1, unit: 個, shape: die, faces: [1, 2, 3, 4]}
  seven: {name: 七, count: 1, unit: 個, faces: [1, 2, 3, 4, 5, 6, 7]}
  many: {name: 多, count: 1, unit: 個, faces: [SIDES]}
""".replace("SIDES", ", ".join(map(str, range(1, 31))))


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """Counters and dice alone, without a single template."""
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "game.yaml").write_text(KIT, encoding="utf-8")
    return tmp_path / "table"


def test_counters_are_tiles_of_their_shape_in_tts_and_cubes_stay_cubes(kit: Path, tmp_path: Path) -> None:
    export(kit, tmp_path / "out", "tts")
    objects = saved(tmp_path / "out" / "table")
    things = {
        name: named(objects, name)["ContainedObjects"] for name in ("金貨", "青の船", "赤の荷", "赤の木片")
    }
    kinds = {name: {thing["Name"] for thing in found} for name, found in things.items()}
    assert list(kinds.values()) == [{"Custom_Tile"}, {"Custom_Token"}, {"Custom_Tile"}, {"BlockSquare"}]
    coin, crate = things["金貨"][0]["CustomImage"], things["赤の荷"][0]["CustomImage"]
    assert (len(things["金貨"]), coin["CustomTile"]["Type"], crate["CustomTile"]["Type"]) == (3, 2, 0)
    ship = sheet_of(tmp_path / "out" / "table", things["青の船"][0]["CustomImage"]["ImageURL"])
    assert ship.getpixel((0, 0))[3] == 0
    assert ship.getpixel((ship.width // 2, 2))[3] == 255
    assert ship.getpixel((2, ship.height // 2))[3] == 255


def test_a_die_in_tts_is_thrown_as_its_net_would_be_or_told(kit: Path, tmp_path: Path) -> None:
    warnings = export(kit, tmp_path / "out", "tts")
    objects = saved(tmp_path / "out" / "table")
    three, four, seven = (named(objects, name) for name in "三四七")
    assert [three["Name"], four["Name"], seven["Name"]] == ["Die_6", "Die_8", "Die_8"]
    assert [value["Value"] for value in three["RotationValues"]] == ["甲", "乙", "丙"] * 2
    assert "8–8: 振り直し" in seven["Description"]
    assert [(warning.id, warning.subject) for warning in warnings] == [
        ("die-rolled-again", "七"),
        ("die-left-out", "多"),
    ]


def test_counters_are_stacks_in_udonarium_that_look_as_the_sheets_print_them(
    kit: Path, tmp_path: Path
) -> None:
    assert export(kit, tmp_path / "out", "udonarium") == []
    for id, copies in {"coin": 3, "ship": 2, "crate": 2, "cube": 2}.items():
        path = tmp_path / "out" / "table" / "udonarium" / f"{id}.zip"
        stack, entries = stack_of(path), contents(path)
        cards = list(stack.iter("card"))
        assert (stack.tag, len(cards)) == ("card-stack", copies)
        assert all(f"{values(card, 'image')['front']}.png" in entries for card in cards)


@pytest.mark.parametrize("name", ["images", "svg", "shop"])
def test_a_format_that_has_nothing_of_a_kit_says_so(kit: Path, tmp_path: Path, name: str) -> None:
    options = Options(formats=(name,), profile="popls" if name == "shop" else None)
    (outcome,), files = build([kit], options, tmp_path / "out")
    told = [warning.subject for warning in outcome.warnings if warning.id == "without-template"]
    assert told == ["金貨", "青の船", "赤の荷", "三", "四"]
    assert "nothing-made" in {warning.id for warning in outcome.warnings}
    assert files == []


# ------------------------------------------------------------------ playingcards.io


def room(out: Path) -> list[dict[str, Any]]:
    widgets: list[dict[str, Any]] = json.loads(contents(out / "table.pcio")["widgets.json"])
    return widgets


def test_a_room_of_playingcards_has_piles_decks_and_every_copy(out: Path) -> None:
    widgets = room(out)
    assert Counter(widget["type"] for widget in widgets) == {
        "hand": 1,
        "cardPile": 3,
        "cardDeck": 3,
        "card": 7,
        "spinner": 2,
        "counter": 1,
    }
    assert contents(out / "table.pcio")["schemaVersion"] == b"3"
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    for card in (widget for widget in widgets if widget["type"] == "card"):
        assert card["cardType"] in by_id[card["deck"]]["cardTypes"]
        assert by_id[card["parent"]]["type"] == "cardPile"


def test_pictures_of_a_room_are_all_inside_and_a_common_back_is_one(out: Path) -> None:
    entries = contents(out / "table.pcio")
    decks = {
        widget["cardTypes"][card["cardType"]]["card"].split("/")[0]: widget
        for widget in room(out)
        if widget["type"] == "cardDeck"
        for card in room(out)
        if card.get("deck") == widget["id"]
    }
    event, hero = decks["event"], decks["hero"]
    back = event["backTemplate"]["objects"][0]
    shown = [looks["face"] for deck in decks.values() for looks in deck["cardTypes"].values()]
    assert back["valueType"] == "static"
    assert all(url.removeprefix("package://") in entries for url in [*shown, back["value"]])
    assert hero["backTemplate"]["objects"][0]["value"] == "back"
    assert len({looks["back"] for looks in hero["cardTypes"].values()}) == 2
    assert all(
        isinstance(v, str) for deck in decks.values() for t in deck["cardTypes"].values() for v in t.values()
    )


def test_dice_and_counters_of_a_room(out: Path) -> None:
    widgets = {widget.get("label"): widget for widget in room(out)}
    assert widgets["サイコロ 赤"]["options"] == [0, 0, 1, 1, 2, 3]
    assert widgets["木片"]["counterValue"] == 3


def test_more_objects_than_a_room_takes_are_told(tmp_path: Path) -> None:
    cards = CARDS.replace("copies: 3", "copies: 700").replace("suit: red", "suit: red, copies: 700")
    folder = make(tmp_path / "table", cards, GAME.replace("count: 4", "count: 1400"))
    assert [warning.id for warning in export(folder, tmp_path / "out", "pcio")] == ["too-many-widgets"]


def test_piles_leave_the_hand_free_and_each_other(tmp_path: Path) -> None:
    many = "".join(
        f"  aid{n}:\n    name: 札\n    count: 1\n    size: tarot\n    front: hero.xml\n"
        "    fields: {title: text}\n    cards: [{id: a, title: 題}]\n"
        for n in range(24)
    )
    folder = make(tmp_path / "table", game=GAME.replace("tables:\n", f"{many}tables:\n"))
    export(folder, tmp_path / "out", "pcio")
    piles = [w for w in room(tmp_path / "out" / "table") if w["type"] in ("cardPile", "spinner", "counter")]
    boxes = [(w["x"], w["y"], w["x"] + w["width"], w["y"] + w["height"]) for w in piles]
    assert len(boxes) == 30
    assert not any(meet(one, other) for one, other in combinations(boxes, 2))
    assert max(right for _, _, right, _ in boxes) <= 1600
    assert max(bottom for *_, bottom in boxes) <= 820


# ------------------------------------------------------------------ in place


def identities(out: Path) -> dict[str, set[Any]]:
    """What each online table knows a card by, for every card."""
    found: dict[str, set[Any]] = {}
    for card in cards_in(saved(out)):
        found.setdefault(card["GMNotes"], set()).add(("tts", card["GUID"], card.get("CardID")))
    types = {t: looks["card"] for w in room(out) for t, looks in w.get("cardTypes", {}).items()}
    for widget in room(out):
        if widget["type"] == "card":
            found.setdefault(types[widget["cardType"]], set()).add(("pcio", widget["id"], widget["cardType"]))
    return found


def test_other_cards_keep_their_ids_when_one_is_inserted_and_another_reworded(tmp_path: Path) -> None:
    folder = make(tmp_path / "table")
    export(folder, tmp_path / "out", "tts", "pcio")
    before = identities(tmp_path / "out" / "table")
    first = "- {id: first, title: 先頭, body: 新しい札。, suit: blue}\n"
    make(folder, first + CARDS.replace("霧の港町", "霧の晴れた港町"), GAME.replace("count: 4", "count: 5"))
    export(folder, tmp_path / "out", "tts", "pcio")
    after = identities(tmp_path / "out" / "table")
    assert len(after.pop("event/first")) == 2
    assert after == before


@pytest.mark.parametrize("left", ["", "{", "[]", '{"event": [{"columns": 99, "rows": 1, "cards": []}]}'])
def test_a_record_of_slots_that_cannot_be_read_is_made_anew(tmp_path: Path, left: str) -> None:
    folder = make(tmp_path / "table")
    export(folder, tmp_path / "out", "tts")
    slots = tmp_path / "out" / "table" / "tts" / "slots.json"
    fresh = slots.read_text("utf-8")
    slots.write_text(left)
    export(folder, tmp_path / "out", "tts")
    assert slots.read_text("utf-8") == fresh


def test_the_same_game_makes_the_same_bytes(out: Path, tmp_path: Path) -> None:
    export(make(tmp_path / "table"), tmp_path / "out", "images", "svg", "udonarium", "tts", "pcio")
    again = tmp_path / "out" / "table"
    names = sorted(path.relative_to(out) for path in out.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(again) for path in again.rglob("*") if path.is_file())
    assert [name for name in names if (out / name).read_bytes() != (again / name).read_bytes()] == []


def test_a_new_card_leaves_the_slot_of_one_that_is_gone_alone() -> None:
    """On a saved table the old card would else show the new one's picture."""
    (before,) = ttssheet.arrange(["a", "b", "c"], [], 63, 88)
    (after,) = ttssheet.arrange(["a", "b", "new"], [before], 63, 88)
    assert after.cards[:4] == ("a", "b", None, "new")
    full = ttssheet.Sheet(2, 2, ("a", "b", "c", "d"))
    (after,) = ttssheet.arrange(["a", "b", "new", "d"], [full], 63, 88)
    assert after.cards == ("a", "b", "new", "d")
