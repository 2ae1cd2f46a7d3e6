"""Packing: every piece on paper, none on another, and every cut straight through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from conftest import Command
from games import GAME_IDS
from hypothesis import given
from hypothesis import strategies as st
from press import faces_of, write_game

from cardgen.export import sheets
from cardgen.export.base import Build, Options
from cardgen.impose import plan
from cardgen.impose.cell import Cell
from cardgen.impose.grid import fit
from cardgen.impose.marks import meet
from cardgen.impose.packing import Lot, pack, waste
from cardgen.impose.press import Press
from cardgen.impose.stock import Stock, stock
from cardgen.layout.frame import Box
from cardgen.load import load
from cardgen.model import Size
from cardgen.problems import Problem

A4 = stock("A4")

LOTS = st.lists(
    st.tuples(st.integers(10, 120), st.integers(10, 200), st.integers(1, 30)), min_size=1, max_size=6
)


def _lots(sizes: list[tuple[int, int, int]]) -> list[Lot[tuple[int, int]]]:
    return [
        Lot(Size(width=w, height=h), [(lot, piece) for piece in range(n)])
        for lot, (w, h, n) in enumerate(sizes)
    ]


@given(LOTS, st.sampled_from([0.0, 2.0, 5.0]))
def test_all_pieces_lie_on_the_paper_and_none_on_another(
    sizes: list[tuple[int, int, int]], gap: float
) -> None:
    packed = pack(_lots(sizes), A4, gap)
    assert sorted(piece for sheet in packed for _, piece in sheet) == sorted(
        piece for lot in _lots(sizes) for piece in lot.pieces
    )
    for sheet in packed:
        boxes = [cell.box for cell, _ in sheet]
        assert all(x >= 5 - 1e-6 and y >= 5 - 1e-6 for x, y, _, _ in boxes)
        assert all(right <= 205 + 1e-6 and bottom <= 292 + 1e-6 for _, _, right, bottom in boxes)
        assert not any(meet(one, other) for n, one in enumerate(boxes) for other in boxes[:n])


@given(LOTS)
def test_a_knife_that_only_cuts_straight_through_gets_every_piece_out(
    sizes: list[tuple[int, int, int]],
) -> None:
    for sheet in pack(_lots(sizes), A4, 2.0):
        assert _cut_apart([cell.box for cell, _ in sheet])


def _cut_apart(boxes: list[Box]) -> bool:
    """Whether the pieces come apart by cuts from edge to edge of what is left."""
    if len(boxes) <= 1:
        return True
    for low, high in ((0, 2), (1, 3)):
        for at in sorted({box[high] for box in boxes}):
            before = [box for box in boxes if box[high] <= at + 1e-6]
            after = [box for box in boxes if box[low] >= at - 1e-6]
            if before and after and len(before) + len(after) == len(boxes):
                return _cut_apart(before) and _cut_apart(after)
    return False


def test_a_lot_stays_together_where_a_sheet_holds_it() -> None:
    packed = pack(_lots([(63, 88, 5), (44, 63, 6), (63, 88, 4), (20, 20, 12)]), A4, 2.0)
    for lot in range(4):
        assert len([sheet for sheet in packed if any(piece[0] == lot for _, piece in sheet)]) == 1


def test_small_pieces_take_what_large_ones_leave() -> None:
    (only,) = pack(_lots([(150, 250, 1), (20, 20, 20)]), A4, 2.0)
    assert len(only) == 21


def test_waste_is_paper_that_becomes_no_piece() -> None:
    half = Stock("", 100, 100)
    assert waste([[(Cell(0, 0, 50, 100), None)]], half) == pytest.approx(0.5)
    assert waste([], half) == 0


# ------------------------------------------------------------------ on paper

GAME = """\
title: 詰め合わせ
draft: 草案1
players: [2]
components:
  card: {name: 札, count: 20, front: card.xml, cards: [{id: a, copies: 20}]}
  mini: {name: 小札, count: 6, size: half, front: card.xml, back: card.xml, cards: [{id: b, copies: 6}]}
  coin: {name: 金貨, count: 9, unit: 個, shape: round, size: {width: 20, height: 20}}
"""


def printed(folder: Path, **options: Any) -> tuple[list[str], list[Problem]]:
    write_game(folder, '<face><text width="40" height="9">{{ card.id }}札</text></face>', GAME)
    game = load(folder)
    nothing: Any = None
    build = Build(game, None, (), nothing, faces_of(game), Options(**options), ())
    made = list(sheets.write(build, folder))
    files = [file for file in made if isinstance(file, Path)]
    pages = [f"{file.name} {len(pypdfium2.PdfDocument(file))}" for file in files]
    return pages, [problem for problem in made if isinstance(problem, Problem)]


def test_components_share_sheets_and_the_paper_saved_is_told(tmp_path: Path) -> None:
    alone, _ = printed(tmp_path, backs="none")
    assert alone == ["card.pdf 3", "mini.pdf 1", "coin.pdf 1"]
    packed, (told,) = printed(tmp_path, backs="none", press=Press(pack=True))
    assert packed == ["packed.pdf 3"]
    assert (told.id, told.level) == ("packed", "note")
    assert (told.facts["sheets"], told.facts["alone"]) == (3, 5)


@given(st.lists(st.lists(st.integers(1, 12), min_size=1, max_size=6), min_size=1, max_size=4))
def test_every_piece_of_every_set_is_on_one_sheet(components: list[list[int]]) -> None:
    """Also where a set that would be torn has left a sheet of its component half empty."""
    grid = fit(Size(width=63, height=88), A4, 0.0, None, "")
    part: Any = None
    parts = [
        plan.Part(part, Size(width=63, height=88), A4, grid, plan.arrange(copies, len(grid)))
        for number, sets in enumerate(components)
        for copies in [[(str(group), (number, group, n)) for group, k in enumerate(sets) for n in range(k)]]
    ]
    found = plan.shared(parts, A4, Press())
    pieces = [p for _, full in found.full for p in full] + [p for placed in found.shared for _, p in placed]
    assert sorted(pieces) == sorted(p for one in parts for cards in one.sheets for p in cards)
    assert found.papers <= sum(one.papers for one in parts)


@pytest.mark.parametrize("id", GAME_IDS)
def test_count_knows_the_sheets_that_packing_takes(id: str, cardgen: Command) -> None:
    (game,) = cardgen("count", id, "--pack", "--json").json["games"]
    cardgen("build", id, "--pack", "--format", "sheets")
    assert game["sheets"] == len(pypdfium2.PdfDocument(Path("output", id, "packed.pdf")))


def test_folded_sheets_are_not_packed(cardgen: Command) -> None:
    for command in ("count", "build"):
        told = cardgen(command, "terror48-d5", "--pack", "--backs", "fold")
        assert told.code == 2
        assert told.err.startswith("--pack: ")


def test_a_sheet_without_backs_has_an_empty_page_behind_it_in_duplex_only(tmp_path: Path) -> None:
    assert printed(tmp_path, backs="duplex", press=Press(pack=True))[0] == ["packed.pdf 6"]
    assert printed(tmp_path, press=Press(pack=True))[0] == ["packed.pdf 3", "packed-back.pdf 1"]
