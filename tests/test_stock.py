"""Papers and die sheets by name: those that come with cardgen, and a designer's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from casefile import problems_of

from cardgen import share
from cardgen.impose.stock import names, stock
from cardgen.impose.tiles import OVERLAP, can_tile, tiled
from cardgen.problems import Problems

OWN = """\
title: 自分の型紙
names: [型紙]
paper: {width: 200, height: 300}
card: {width: 60, height: 80}
columns: 2
rows: 3
left: 20.25
top: 15.5
pitch: {x: 75.5, y: 90}
bleed: 1
margin: 4
"""


def game(folder: Path, text: str = OWN, where: str = "sheets") -> Path:
    """A game's folder data/mine, and a sheet described beside data/ or in the game's folder."""
    found = folder / "data" / "mine"
    (found / "sheets").mkdir(parents=True, exist_ok=True)
    (folder / "sheets").mkdir(exist_ok=True)
    (folder / where / "own.yaml").write_text(text, encoding="utf-8")
    return found


@pytest.mark.parametrize("where", ["sheets", "data/mine/sheets"])
@pytest.mark.parametrize("name", ["own", "OWN", "型紙"])
def test_a_sheet_of_ones_own(tmp_path: Path, where: str, name: str) -> None:
    found = stock(name, game(tmp_path, where=where))
    assert (found.size, found.margin, found.bleed, found.marks) == ((200, 300), 4, 1, True)
    places = [(cell.x, cell.y) for cell in found.die]
    assert places == [(x, y) for y in (15.5, 105.5, 195.5) for x in (20.25, 95.75)]


def test_positions_one_by_one(tmp_path: Path) -> None:
    text = OWN.replace("columns: 2\nrows: 3\n", "positions: [[10, 20.5], [100, 40]]\n")
    assert [(cell.x, cell.y) for cell in stock("own", game(tmp_path, text)).die] == [(10, 20.5), (100, 40)]


@pytest.mark.parametrize("file", sorted(share.SHEETS.glob("*.yaml")), ids=lambda file: file.stem)
def test_the_sheets_that_come_with_cardgen_are_sound(file: Path) -> None:
    found = stock(file.stem)
    assert file.stem in names()
    centres = [(cell.x + cell.width / 2, cell.y + cell.height / 2) for cell in found.die]
    for axis, side in enumerate(found.size):
        middle = sum(centre[axis] for centre in centres) / max(1, len(centres))
        assert not centres or middle == pytest.approx(side / 2, abs=0.01)


def test_business_cards_lie_where_the_perforation_is() -> None:
    found = stock("名刺10面")
    assert [cell.box for cell in found.die][::9] == [(14, 11, 105, 66), (105, 231, 196, 286)]


def test_a_size_in_figures_is_paper_too() -> None:
    assert stock("130x180.5").size == (130, 180.5)
    assert stock("130 × 180.5").size == (130, 180.5)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("columns: 2", "colums: 2"), "own.yaml:5:1: 「colums」という項目はありません"),
        (("left: 20.25", "left: near"), "own.yaml:7:7: left: 数を書く所です"),
        (
            ("top: 15.5", "top: 80"),
            "own.yaml:4:1: 自分の型紙: 20.25, 260 mm から始まる 60 × 80 mm のカードが",
        ),
        (("{width: 200, height: 300}", "A44"), "own.yaml:3:8: 自分の型紙: その用紙はありません"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told_with_its_line(
    tmp_path: Path, change: tuple[str, str], told: str
) -> None:
    folder = game(tmp_path, OWN.replace(*change))
    (line,) = problems_of(lambda: stock("own", folder), tmp_path / "sheets")
    assert line.startswith(told)


# ------------------------------------------------------------------ larger than the paper


def test_tiles_cover_the_whole_and_overlap() -> None:
    tiles = tiled(297, 420, stock("A4"))
    assert len(tiles) == 4
    assert {tile.x for tile in tiles if tile.column == 0} == {0}
    first, second = (tile for tile in tiles if tile.row == 0)
    assert first.x + first.width - second.x == pytest.approx(OVERLAP)
    assert second.x + second.width == pytest.approx(297)
    assert max(tile.y + tile.height for tile in tiles) == pytest.approx(420)


def test_what_fits_with_its_marks_takes_one_sheet() -> None:
    assert len(tiled(180, 260, stock("A4"))) == 1


def test_paper_too_small_to_be_worth_gluing_is_refused() -> None:
    assert can_tile(stock("A6"))
    assert not can_tile(stock("60x90"))


def test_cards_of_a_die_sheet_that_lie_on_each_other_are_refused(tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    text = "title: 型\npaper: A4\ncard: {width: 63, height: 88}\ncolumns: 2\nrows: 2\npitch: {x: 60, y: 88}\n"
    (tmp_path / "sheets" / "mine.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(Problems) as found:
        stock("mine", tmp_path)
    assert [problem.id for problem in found.value.problems] == ["die-overlaps"]
