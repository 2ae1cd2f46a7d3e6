"""Sheets on disk: which files, how many pages, what their margins say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from press import CARDS, GAME, faces_of, write_game

from cardgen.export import sheets
from cardgen.export.base import Build, Options
from cardgen.load import load
from cardgen.problems import Problems

TWO_SETS = """\
- {id: a, copies: 6, title: 甲, cost: 1, suit: red}
- {id: b, copies: 6, title: 乙, cost: 2, suit: blue}
"""


def built(folder: Path, cards: str = CARDS, game: str = GAME, **options: Any) -> list[Path]:
    game = game.replace("    front:", "    back: back.xml\n    front:")
    template = '<face><text field="title" width="40" height="9"/></face>'
    write_game(folder, template, game, cards)
    (folder / "templates" / "back.xml").write_text(
        '<face><text width="40" height="9">裏{{ card.id }}</text></face>', encoding="utf-8"
    )
    found = load(folder)
    nothing: Any = None
    build = Build(found, None, (), nothing, faces_of(found), Options(**options), ())
    return list(sheets.write(build, folder))


def text_of(file: Path) -> list[str]:
    document = pypdfium2.PdfDocument(file)
    return [page.get_textpage().get_text_bounded() for page in document]


@pytest.mark.parametrize(
    ("backs", "files"),
    [
        ("none", {"card.pdf": 2}),
        ("separate", {"card.pdf": 2, "card-back.pdf": 2}),
        ("duplex", {"card.pdf": 4}),
    ],
)
def test_files_and_pages(tmp_path: Path, backs: str, files: dict[str, int]) -> None:
    written = built(tmp_path, TWO_SETS, backs=backs)
    assert {file.name: len(pypdfium2.PdfDocument(file)) for file in written} == files


def test_fronts_and_backs_take_turns(tmp_path: Path) -> None:
    (file,) = built(tmp_path, TWO_SETS, backs="duplex")
    first, second, third, fourth = text_of(file)
    assert ("甲" in first, "裏a" in second, "乙" in third, "裏b" in fourth) == (True,) * 4


def test_the_margin_says_what_the_sheet_is(tmp_path: Path) -> None:
    (file,) = built(tmp_path, backs="none")
    assert "試し刷り 草案1 札 1/1" in text_of(file)[0].replace("\u3000", " ")
    (file,) = built(tmp_path, backs="duplex", flip="short", date="2026-11-30")
    assert "短辺とじ" in text_of(file)[0]
    assert "2026-11-30" in text_of(file)[0]


def test_sets_of_a_repeated_list_keep_to_their_sheet(tmp_path: Path) -> None:
    cards = "- {id: a, copies: 7, title: 札, cost: 1}\n"
    game = GAME.replace("    cards:", "    repeat: {suit: suits}\n    cards:").replace(
        "count: 2", "count: 14"
    )
    first, second = text_of(built(tmp_path, cards, game, backs="none")[0])
    assert (first.count("札"), second.count("札")) == (7 + 1, 7 + 1)


def test_a_component_without_copies_makes_no_file(tmp_path: Path) -> None:
    assert built(tmp_path, "- {id: a, copies: 0, title: 甲, cost: 1, suit: red}\n") == []


def test_a_card_larger_than_the_paper_is_refused_with_both_sizes(tmp_path: Path) -> None:
    game = GAME.replace("    count: 2", "    count: 2\n    size: {width: 200, height: 290}")
    with pytest.raises(Problems) as found:
        built(tmp_path, game=game, paper="A5")
    (problem,) = found.value.problems
    assert problem.id == "card-larger-than-paper"
    assert (problem.facts["card"], problem.facts["paper"]) == ("200 × 290", "A5 148 × 210")
    assert problem.place is not None
    assert (problem.place.file.name, problem.place.line) == ("game.yaml", 8)
