"""What a template sees of the game, and what is said of a template that is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from press import faces_of, make_game, texts, told, write_game

from cardgen import share
from cardgen.layout.colour import contrast, darken, lighten, mix
from cardgen.layout.context import kansuji, zenkaku
from cardgen.layout.faces import lay_out
from cardgen.layout.frame import bounds
from cardgen.load import load

TEXT = '<face><text width="60" height="80" size="5">{}</text></face>'


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("{{ card.title }}", "山猫の密使"),
        ("{{ card.id }}{{ card.copies }}", "fox1"),
        ("{{ card.suit }}{{ card.suit.name }}", "red赤組"),
        ("{{ card.suit == 'red' }}", "True"),
        ("{% for suit in card.marks %}{{ suit.name }}{% endfor %}", "赤組青組"),
        ("{{ card.prices.red }}", "2"),
        ("{{ card.prices.blue }}", "0"),
        ("{{ tables.suits.blue.name }}", "青組"),
        ("{{ params.hands[3] }}", "4"),
        ("{{ style.accent }}", "#123456"),
        ("{{ game.title }}{{ game.draft }}", "試し刷り草案1"),
        ("{{ component.name }}{{ component.count }}", "札2"),
        ("{{ side }}{{ width }}{{ height }}{{ bleed }}", "front63.088.03.0"),
        ("{{ 12 | zenkaku }}{{ 12 | kansuji }}", "１２十二"),
        ("{{ contrast('#ffff00') }}", "#1a1a1a"),
    ],
)
def test_context(tmp_path: Path, expression: str, shown: str) -> None:
    face = faces_of(make_game(tmp_path, TEXT.format(expression)))[0]
    assert "".join(texts(face)) == shown


def test_a_card_without_an_optional_value(tmp_path: Path) -> None:
    template = TEXT.format("{% if card.body %}あり{% else %}なし{% endif %}")
    first, second = faces_of(make_game(tmp_path, template))
    assert (texts(first), texts(second)) == (["あり"], ["なし"])


FAULTS = {
    "unknown field": ("{{ card.titel }}", 3, "template-unknown-name"),
    "unknown name": ("{{ crad.title }}", 3, "template-unknown-name"),
    "unknown column": ("{{ card.suit.colour }}", 3, "template-unknown-name"),
    "syntax": ("{{ card.title", 4, "template-syntax"),
    "unknown tag": ("{% fro x in [] %}", 3, "template-syntax"),
    "unknown filter": ("{{ card.title | zenkakku }}", 3, "template-unknown-filter"),
    "arithmetic": ("{{ card.title / 2 }}", 3, "template-failed"),
    "not a colour": ("{{ card.title | darken(0.5) }}", 3, "template-failed"),
    "forbidden": ("{{ card.title.__class__.__mro__ }}", 3, "template-forbidden"),
    "include": ('{% include "kitt.xml" %}', 3, "template-missing"),
    "recursion": ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", 3, "template-recursion"),
    "not closed": ("<g>", 3, "xml-not-closed"),
    "never closed": ("<text>{% if true %}", 3, "template-syntax"),
    "unknown element": ("<g><rext/></g>", 3, "unknown-element"),
    "endless": ("{% for i in range(99999) %}<g>{{ 'x' * 99 }}</g>{% endfor %}", 0, "template-endless"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_told_at_the_templates_line(tmp_path: Path, name: str) -> None:
    line, at, id = FAULTS[name]
    _, problems = lay_out(make_game(tmp_path, f"<face>\n  <g/>\n  {line}\n</face>"))
    problem = problems[0]
    assert problem.id == id
    assert problem.place is not None
    assert problem.place.file == tmp_path / "templates" / "card.xml"
    assert problem.place.line == at


def test_a_template_that_ends_midway_names_what_is_open(tmp_path: Path) -> None:
    _, problems = lay_out(make_game(tmp_path, "<face>\n<g>\n"))
    assert [(p.id, p.place and p.place.line, p.facts["tag"]) for p in problems] == [
        ("xml-not-closed", 2, "g")
    ]


WAYS_IN = {
    "alone": ("card.xml", ""),
    "included": ("kit.xml", '<face>\n{% include "kit.xml" %}</face>'),
    "included by what is included": ("kit.xml", '<face>\n{% include "between.xml" %}</face>'),
    "imported": ("kit.xml", '{% import "kit.xml" as kit %}<face></face>'),
    "imported from": ("kit.xml", '{% from "kit.xml" import dot %}<face></face>'),
    "extended": ("kit.xml", '{% extends "kit.xml" %}'),
    "in a folder": ("parts/kit.xml", '<face>{% include "parts/kit.xml" %}</face>'),
}

UNREADABLE = {
    "not-utf8-cp932": "<g>\n札</g>".encode("cp932"),
    "not-utf8-utf16": "<g>\n札</g>".encode("utf-16"),
    "not-utf8": b"<g>\n\xff\xff</g>",
    "control-character": b"<g>\n\x07</g>",
    "file-too-large": b"<g></g>" * 300_000,
}


@pytest.mark.parametrize("id", UNREADABLE)
@pytest.mark.parametrize("way", WAYS_IN)
def test_what_cannot_be_read_is_told_of_its_own_file(tmp_path: Path, way: str, id: str) -> None:
    bad, template = WAYS_IN[way]
    folder = write_game(tmp_path, template)
    (folder / "templates" / "between.xml").write_text('<g/>{% include "kit.xml" %}', encoding="utf-8")
    (folder / "templates" / "parts").mkdir()
    (folder / "templates" / bad).write_bytes(UNREADABLE[id])
    _, problems = lay_out(load(folder))
    assert [(problem.id, problem.place and problem.place.file) for problem in problems] == [
        (id, folder / "templates" / bad)
    ]


def test_the_nearest_name_is_offered(tmp_path: Path) -> None:
    _, problems = lay_out(make_game(tmp_path, TEXT.format("{{ card.titel }}")))
    assert told(problems, tmp_path) == [
        "templates/card.xml:1: 札 / fox: テンプレートが知らない名前を使っています"
        "（書かれているもの: 「titel」。もしかして 「title」）。"
    ]


def test_the_nearest_filter_is_offered(tmp_path: Path) -> None:
    _, problems = lay_out(make_game(tmp_path, TEXT.format("{{ '#fff' | lightn(0.2) }}")))
    assert told(problems, tmp_path) == [
        "templates/card.xml:1: 札 / fox: このフィルターはありません"
        "（書かれているもの: 「lightn」。もしかして 「lighten」）。"
    ]


def test_a_fault_in_a_macro_is_told_in_the_macros_file(tmp_path: Path) -> None:
    kit = "{% macro dot(r) %}\n<circle r='1'/>\n<circle radius='{{ r }}'/>\n{% endmacro %}"
    folder = write_game(tmp_path, '<face>{% import "kit.xml" as kit %}\n\n{{ kit.dot(3) }}</face>')
    (folder / "templates" / "kit.xml").write_text(kit, encoding="utf-8")
    _, problems = lay_out(load(folder))
    places = {(problem.place.file.name, problem.place.line) for problem in problems if problem.place}
    assert places == {("kit.xml", 3)}


@pytest.mark.parametrize(
    "imported", ['{% import "kit.xml" as k %}{{ k.name() }}', '{% from "kit.xml" import name %}{{ name() }}']
)
def test_macros_of_another_file_read_the_card_and_its_size(tmp_path: Path, imported: str) -> None:
    folder = write_game(tmp_path, TEXT.format(imported))
    kit = '{% import "inner.xml" as i %}{% macro name() %}{{ i.size() }}{{ card.title }}{% endmacro %}'
    (folder / "templates" / "kit.xml").write_text(kit, encoding="utf-8")
    (folder / "templates" / "inner.xml").write_text("{% macro size() %}{{ width }}{% endmacro %}")
    assert "".join(texts(faces_of(load(folder))[0])) == "63.0山猫の密使"


def test_the_macros_of_the_documentation(tmp_path: Path) -> None:
    text = (share.TEMPLATES.parent / "docs" / "templates.md").read_text("utf-8")
    parts, face = re.findall(r"```xml\n(.*?)```", text.partition("## 部品を分ける")[2], re.DOTALL)[:2]
    folder = write_game(tmp_path, face)
    (folder / "templates" / "parts.xml").write_text(parts, encoding="utf-8")
    assert bounds(faces_of(load(folder))[0].frame) == (-3, -3, 66, 91)


def test_the_documentation_lists_the_bundled_icons() -> None:
    text = (share.TEMPLATES.parent / "docs" / "templates.md").read_text("utf-8")
    listed = re.findall("`([a-z0-9-]+)`", text.partition("同梱の印")[2].partition("##")[0])
    assert sorted(listed) == sorted(file.stem for file in (share.TEMPLATES / "icons").glob("*.svg"))


def test_lines_are_those_of_the_file_whatever_the_loops_do(tmp_path: Path) -> None:
    template = (
        "<face>\n{# <rect/> #}{% for i in range(3) %}\n<g>\n</g>{% endfor %}<!-- <rext> -->\n<rext/></face>"
    )
    _, problems = lay_out(make_game(tmp_path, template))
    assert [problem.place and problem.place.line for problem in problems] == [5]


def test_a_missing_template_is_the_fault_of_the_line_that_names_it(tmp_path: Path) -> None:
    folder = write_game(tmp_path, "<face/>")
    (folder / "templates" / "card.xml").rename(folder / "templates" / "cards.xml")
    _, problems = lay_out(load(folder))
    assert told(problems, tmp_path) == [
        "game.yaml:16:12: 札: そのテンプレートはありません"
        "（書かれているもの: 「card.xml」。もしかして 「cards.xml」）。"
    ]


def test_card_text_cannot_break_the_layout(tmp_path: Path) -> None:
    cards = "- {id: a, title: '</text><rect/>&amp;{{ card }}', cost: 1, suit: red}\n"
    face = faces_of(make_game(tmp_path, TEXT.format("{{ card.title }}"), cards=cards))[0]
    assert "".join(texts(face)) == "</text><rect/>&amp;{{ card }}"


def test_colour_arithmetic() -> None:
    assert lighten("#000000", 0.5) == "#808080"
    assert darken("white", 1) == "#000000"
    assert mix("#ff0000", "#0000ff", 0.25) == "#bf0040"
    assert (contrast("#ffffff"), contrast("#000080")) == ("#1a1a1a", "#ffffff")


@pytest.mark.parametrize(
    ("number", "kanji"),
    [(0, "〇"), (7, "七"), (10, "十"), (24, "二十四"), (110, "百十"), (2048, "二千四十八")],
)
def test_kanji_numerals(number: int, kanji: str) -> None:
    assert kansuji(number) == kanji


def test_full_width() -> None:
    assert zenkaku("A-1 点") == "Ａ－１　点"
