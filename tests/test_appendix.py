"""The rulebook appendix: what it says of a game, as Markdown and as pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from conftest import Command
from games import DATA, GAME_IDS, ruled_games
from PIL import Image
from press import write_game

from cardgen.export.appendix import appendix, write
from cardgen.export.base import Build, Options
from cardgen.export.book import Block, Gallery, Heading, Paragraph, Table, markdown, pages
from cardgen.layout.assets import Assets
from cardgen.layout.frame import Frame, Group, Text
from cardgen.pipeline import prepare


@cache
def build(id: str) -> Build:
    return prepare(DATA / id, Options())


def section(blocks: Sequence[Block], heading: str) -> list[Block]:
    start = blocks.index(Heading(heading)) + 1
    ends = (i for i, block in enumerate(blocks[start:], start) if isinstance(block, Heading))
    return list(blocks[start : next(ends, len(blocks))])


def tables(blocks: Sequence[Block]) -> list[Table]:
    return [block for block in blocks if isinstance(block, Table)]


# ------------------------------------------------------------------ what it says


def test_sections_in_the_order_of_use() -> None:
    blocks = list(appendix(build("terror48-d5")))
    assert [block.text for block in blocks if isinstance(block, Heading)] == [
        "48 −共鳴するテロル−　草案5　付録",
        "コンポーネント",
        "事件カード",
        "タイムカード",
        "順位カード",
        "ルールの数値",
        "計算例",
        "裁定",
        "構成チェック",
    ]


def test_component_table() -> None:
    blocks = section(list(appendix(build("terror48-d5"))), "コンポーネント")
    (table,) = tables(blocks)
    assert table.head == ("コンポーネント", "大きさ", "数", "3人", "4人", "5人")
    assert table.rows == (
        ("事件カード", "63 × 88 mm", "24枚", "16", "20", "24"),
        ("タイムカード", "63 × 88 mm", "45枚", "27", "36", "45"),
        ("順位カード", "63 × 88 mm", "2枚", "2", "2", "2"),
        ("合計", "", "71枚", "45", "58", "71"),
    )
    assert blocks[-1] == Paragraph("ほかに、遊びを助ける早見表（5枚）が付きます。")


def test_dice_and_notes() -> None:
    told = [
        b.text
        for b in section(list(appendix(build("terror24-d13"))), "コンポーネント")
        if isinstance(b, Paragraph)
    ]
    assert any(text.startswith("チャレンジダイス: 面は、緑（セーフティ）") for text in told)
    assert "刑事カード: スキルは２ハンド目から。" in told


def test_distribution_by_suit() -> None:
    (table,) = tables(section(list(appendix(build("terror48-d5"))), "事件カード"))
    assert table.head == ("数字", "1", "2", "3", "計")
    assert table.rows[0] == ("爆弾テロ", "2", "1", "1", "4")
    assert table.rows[-1] == ("計", "12", "6", "6", "24")


def test_a_repeated_list_is_told_once() -> None:
    blocks = section(list(appendix(build("terror48-d5"))), "タイムカード")
    intro, table, gallery = blocks
    assert isinstance(intro, Paragraph)
    assert intro.text.startswith("同じ内容が5組あります（時雨、")
    assert isinstance(table, Table)
    assert table.rows == (("枚数", "1", "2", "2", "1", "1", "1", "1", "9"),)
    assert isinstance(gallery, Gallery)
    assert [caption for _, caption in gallery.pictures] == ["0", "1 ×2", "2 ×2", "3", "4", "5", "6"]


def test_sets_of_one_card_are_all_shown() -> None:
    (gallery,) = section(list(appendix(build("terror24-d13"))), "刑事カード")
    assert isinstance(gallery, Gallery)
    assert [caption for _, caption in gallery.pictures] == [
        "スコッチ",
        "ウルフ",
        "ヒバチ",
        "ロイド",
        "ドカベン",
    ]


def test_how_often_a_cost_is_asked_for() -> None:
    found = {
        table.head[0]: table
        for table in tables(section(list(appendix(build("mushuku2-d8"))), "イベントカード"))
    }
    uses = found["使われる数"]
    assert uses.head[1:] == ("椿", "桔梗", "山吹", "柊", "藤", "梔子", "楓", "勿忘草")
    events = build("mushuku2-d8").game.components["event"].cards
    asked = sum(sum(card.values["cost"].values()) for card in events)  # type: ignore[union-attr]
    assert sum(map(int, next(row for row in uses.rows if row[0] == "コスト")[1:])) == asked


def test_parameters_by_player_count() -> None:
    varying, fixed = tables(section(list(appendix(build("terror48-d5"))), "ルールの数値"))
    assert varying.rows == (("使う事件のスート数", "4", "5", "6"),)
    assert ("合計時間の限度", "48") in fixed.rows
    assert ("脱落が増える間隔", "12") in fixed.rows


@pytest.mark.parametrize("id", ruled_games())
def test_every_example_is_marked_as_verified(id: str) -> None:
    (table,) = tables(section(list(appendix(build(id))), "計算例"))
    examples = build(id).game.spec.examples
    assert build(id).report.examples == len(table.rows) == len(examples)
    assert [row[0] for row in table.rows] == [example.title for example in examples]
    assert all(row[-1].startswith("確認済み") for row in table.rows)
    drafts = [example.source == "draft" for example in examples]
    assert [row[-1] == "確認済み（草案）" for row in table.rows] == drafts


@pytest.mark.parametrize("id", ruled_games())
def test_every_example_is_told_in_words(id: str) -> None:
    assert [example.id for example in build(id).game.spec.examples if not example.text] == []


def test_an_example_that_nothing_verified_is_not_called_verified(cardgen: Command) -> None:
    """The game has examples but no rules to run them through."""
    cardgen("new", "mine")
    with Path("data/mine/game.yaml").open("a", encoding="utf-8") as file:
        file.write("examples: [{id: a, title: 足し算, rule: add, given: {x: 1}, gives: 2}]\n")
    built = cardgen("--lang", "ja", "build")
    assert built.code == 0
    assert "計算例 1 件は確かめていません" in built.err
    text = Path("output/mine/appendix.md").read_text("utf-8")
    assert "| 足し算 | x 1 → 2 |" in text
    assert "確認済み" not in text


@pytest.mark.parametrize("id", ruled_games())
def test_every_ruling_is_there(id: str) -> None:
    (table,) = tables(section(list(appendix(build(id))), "裁定"))
    rulings = build(id).game.spec.rulings
    assert [row[:3] for row in table.rows] == [(r.id, r.question, r.answer) for r in rulings]
    for row, ruling in zip(table.rows, rulings, strict=True):
        reason, _, option = row[3].partition("\n設定: ")
        assert (reason, option.partition(" = ")[0]) == (ruling.reason, ruling.option or "")


def test_a_ruling_says_how_its_parameter_stands() -> None:
    (table,) = tables(section(list(appendix(build("terror48-d5"))), "裁定"))
    reasons = {row[0]: row[3] for row in table.rows}
    assert reasons["A10"].endswith("\n設定: short_hand = place_all")
    assert reasons["A27"].endswith("\n設定: ladder = 4")


@pytest.mark.parametrize("id", GAME_IDS)
def test_every_card_of_the_game_is_listed(id: str) -> None:
    """Once, or once for all sets that are alike; and every field has a name that a reader understands."""
    built = build(id)
    for component in built.game.components.values():
        if component.spec.extra or not component.cards:
            continue
        (gallery,) = (b for b in section(list(appendix(built)), component.name) if isinstance(b, Gallery))
        sets = max(
            1, len({card.values.get(name) for card in component.cards for name in component.spec.repeat})
        )
        alike = sets > 1 and len(component.cards) > sets
        assert (
            len(gallery.bare.rows) == len(gallery.pictures) == len(component.cards) // (sets if alike else 1)
        )


# ------------------------------------------------------------------ Markdown


def test_markdown_escapes_what_it_would_read_as_marks() -> None:
    text = r"a|b *c* _d_ `e` <f> [g] #h ~i~ & \j"
    (line,) = markdown([Paragraph(text)]).splitlines()
    assert line == r"a\|b \*c\* \_d\_ \`e\` \<f> \[g] \#h \~i\~ \& \\j"
    for start in ("- a", "+ a", "1. a", "> a", "12) a"):
        assert re.match(r"\d*\\[-+.>)] a", markdown([Paragraph(start)]))


def test_markdown_table() -> None:
    table = Table(("名", "数"), (("a|b\nc", "1"),), (1, 1), frozenset([1]))
    assert markdown([table]) == "| 名 | 数 |\n| --- | ---: |\n| a\\|b<br>c | 1 |\n"


@pytest.mark.parametrize("id", GAME_IDS)
def test_markdown_tables_are_whole(id: str) -> None:
    """Every row of a table has as many cells as its head."""
    wide = 0
    for line in markdown(appendix(build(id))).splitlines():
        cells = len(re.findall(r"(?<!\\)\|", line))
        assert cells in (0, wide or cells), line
        wide = cells


# ------------------------------------------------------------------ pages


def laid(blocks: Sequence[Block], height: float = 297) -> list[Frame]:
    chain = Assets(build("terror48-d5").game).fonts.chain
    return [page.draw() for page in pages(blocks, 210, height, chain, "下")]


def words(page: Frame) -> list[str]:
    """The lines of a page from the top, a cell's apart from its neighbours', the footer last."""
    found: dict[tuple[float, float, float], str] = {}
    for item in _texts(page):
        key = item.x, item.y, round(item.run.glyphs[0].y, 3)
        found[key] = found.get(key, "") + item.run.source
    return [*found.values()]


def _texts(frame: Frame) -> Iterator[Text]:
    for item in frame.items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from (replace(text, y=text.y + item.matrix[5]) for text in _texts(item.frame))


def rows(n: int) -> Table:
    return Table(("頭",), tuple((f"行{i}",) for i in range(n)), (1,))


def test_small_pictures_are_flush_with_the_text() -> None:
    built = build("terror48-d5")
    page = pages(appendix(built), 210, 297, Assets(built.game).fonts.chain, "")[0].draw()
    rows = [strip for strip in page.items if isinstance(strip, Group) and _pictures(strip.frame)]
    assert len(rows) == 3
    for row in rows:
        found = _pictures(row.frame)
        last = found[-1]
        assert found[0].matrix[4] == pytest.approx(0)
        assert last.matrix[4] + last.frame.width * last.matrix[0] == pytest.approx(210 - 2 * 18)


def _pictures(strip: Frame) -> list[Group]:
    return [item for item in strip.items if isinstance(item, Group) and item.clip]


def test_the_head_of_a_table_is_repeated() -> None:
    first, second = laid([Heading("題"), rows(60)])
    assert words(first)[:2] == ["題", "頭"]
    assert words(second)[0] == "頭"
    assert [w for page in (first, second) for w in words(page) if w.startswith("行")] == [
        f"行{i}" for i in range(60)
    ]


@pytest.mark.parametrize("before", range(30, 46))
def test_a_heading_never_stands_alone_and_no_row_is_left_over(before: int) -> None:
    made = laid([rows(before), Heading("題"), Paragraph("前書き", keep=True), rows(5)])
    for page in made:
        told = words(page)[:-1]
        assert told[-1] not in ("題", "前書き", "頭")
        if "行" in told[1] and told[0] == "頭":
            assert len(told) > 2


def test_a_text_longer_than_a_page_goes_on_on_the_next() -> None:
    text = "".join(chr(0x3042 + i % 80) for i in range(5000))
    for block in (Paragraph(text), Table(("頭", "文"), (("い", text),), (1, 9))):
        made = laid([Heading("題"), block])
        assert len(made) > 1
        told = [line for page in made for line in words(page)[:-1]]
        assert "".join(line for line in told if line not in ("題", "頭", "文", "い")) == text


def test_every_page_has_its_number() -> None:
    made = laid([rows(150)])
    assert [words(page)[-1] for page in made] == [f"下　{i} / {len(made)}" for i in range(1, len(made) + 1)]


@pytest.mark.parametrize("id", GAME_IDS)
def test_nothing_reaches_over_the_edge(id: str, tmp_path: Path) -> None:
    (page_file,) = [file for file in write(build(id), tmp_path) if file.suffix == ".pdf"]
    document = pypdfium2.PdfDocument(page_file)
    for page in document:
        width, height = page.get_size()
        for box in (found.get_bounds() for found in page.get_objects(max_depth=1)):
            left, bottom, right, top = box
            assert left > 40
            assert right < width - 40
            assert bottom > 20
            assert top < height - 30
    document.close()


def test_markdown_shows_the_cards(tmp_path: Path) -> None:
    """Each gallery is a picture beside the Markdown: the cards in their colours, from edge to edge."""
    files = {file.name for file in write(build("terror48-d5"), tmp_path)}
    text = (tmp_path / "appendix.md").read_text("utf-8")
    linked = re.findall(r"!\[(.+?)\]\((.+?)\)", text)
    assert linked == [
        ("事件カード", "appendix-cards-event.png"),
        ("タイムカード", "appendix-cards-time.png"),
        ("順位カード", "appendix-cards-rank.png"),
    ]
    assert {name for _, name in linked} <= files
    with Image.open(tmp_path / "appendix-cards-event.png") as picture:
        colours = picture.convert("RGB")
        red, blue = colours.getpixel((60, 5)), colours.getpixel((picture.width - 60, 5))
    assert [red, blue] == [pytest.approx((200, 16, 46), abs=12), pytest.approx((31, 95, 168), abs=12)]


def test_text_of_the_pdf_is_that_of_the_markdown(tmp_path: Path) -> None:
    markdown_file, pdf_file, *_ = write(build("terror48-d5"), tmp_path)
    document = pypdfium2.PdfDocument(pdf_file)
    text = re.sub(r"\s", "", "".join(page.get_textpage().get_text_range() for page in document))
    document.close()
    game = build("terror48-d5").game
    for ruling in game.spec.rulings:
        for told in (ruling.question, ruling.answer, ruling.reason):
            assert re.sub(r"\s", "", told) in text
    for card in game.components["event"].cards:
        assert str(card.values["title"]) in text
        assert str(card.values["title"]) in markdown_file.read_text("utf-8")


def test_a_sheet_paper_that_is_no_page_gives_an_A4_book(cardgen: Command) -> None:
    cardgen("new", "mine")
    for paper, width in (("A3", 210), ("B5", 182), ("はがき", 210)):
        assert cardgen("build", "--format", "appendix", "--paper", paper).code == 0
        document = pypdfium2.PdfDocument("output/mine/appendix.pdf")
        assert round(document[0].get_width() / 72 * 25.4) == width
        document.close()


def test_a_character_that_no_font_has(cardgen: Command) -> None:
    cardgen("new", "mine")
    file = Path("data/mine/game.yaml")
    file.write_text(file.read_text("utf-8").replace("summary: 色", "summary: 🂡色"), "utf-8")
    told = cardgen("build")
    assert told.code == 1
    assert "appendix.pdf: フォントにない文字があります: 🂡" in told.err
    assert not Path("output/mine").exists()


def test_icons_are_listed_with_the_cards_that_show_them() -> None:
    (gallery,) = section(list(appendix(build("mushuku2-d8"))), "アイコン")
    assert isinstance(gallery, Gallery)
    assert gallery.bare.rows == (("閃き", "アクションカード、イベントカード"),)
    assert [caption for _, caption in gallery.pictures] == ["閃き\nアクションカード\nイベントカード"]
    assert Heading("アイコン") not in list(appendix(build("terror48-d5")))


def test_pictures_are_as_fine_as_a_reader_sees_and_no_finer(tmp_path: Path) -> None:
    """A card is shown at 34.5 of its 88 mm: of 640 pixels to the inch, 300 are left at that size."""
    with_photo = '<face><image href="photo.jpg" x="0" y="0" width="63" height="88"/></face>'
    Image.effect_noise((1587, 2217), 50).convert("RGB").save(tmp_path / "photo.jpg")
    list(write(prepare(write_game(tmp_path, with_photo), Options()), tmp_path))
    with pikepdf.open(tmp_path / "appendix.pdf") as document:
        (height,) = {int(item.Height) for item in document.objects if "/Width" in item}
    assert height == pytest.approx(34.5 / 25.4 * 300, abs=2)
