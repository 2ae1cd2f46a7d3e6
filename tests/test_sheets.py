"""Sheets on disk: which files, how many pages, what their margins say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from conftest import Command
from press import CARDS, GAME, faces_of, write_game

from cardgen.export import sheets
from cardgen.export.base import Build, Options
from cardgen.impose.calibration import Calibration
from cardgen.impose.press import Press
from cardgen.impose.stock import stock
from cardgen.load import load
from cardgen.problems import Problem, Problems

TWO_SETS = """\
- {id: a, copies: 6, title: 甲, cost: 1, suit: red}
- {id: b, copies: 6, title: 乙, cost: 2, suit: blue}
"""


FRONT = '<face><text field="title" width="40" height="9"/></face>'
MIDDLE = '<face><text x="0" y="40" width="63" height="8" align="center" valign="middle">口</text></face>'
BACK = '<face><text width="40" height="9">裏{{ card.id }}</text></face>'


def built(
    folder: Path, cards: str = CARDS, game: str = GAME, front: str = FRONT, back: str = BACK, **options: Any
) -> list[Path]:
    game = game.replace("    front:", "    back: back.xml\n    front:")
    write_game(folder, front, game, cards)
    (folder / "templates" / "back.xml").write_text(back, encoding="utf-8")
    found = load(folder)
    nothing: Any = None
    build = Build(found, None, (), nothing, faces_of(found), Options(**options), ())
    return [made for made in sheets.write(build, folder) if isinstance(made, Path)]


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


def places(page: Any, character: str) -> list[tuple[float, float]]:
    """Where a character stands on a page of a PDF, the middle of its ink in mm from the top left."""
    text, height = page.get_textpage(), page.get_height()
    found = [n for n in range(text.count_chars()) if text.get_text_range(n, 1) == character]
    boxes = [text.get_charbox(n) for n in found]
    mm = 25.4 / 72
    return sorted(
        ((left + right) / 2 * mm, (height - (low + high) / 2) * mm) for left, low, right, high in boxes
    )


@pytest.mark.parametrize(
    ("options", "mirror"),
    [
        ({"backs": "duplex", "flip": "long"}, lambda x, y: (210 - x, y)),
        ({"backs": "duplex", "flip": "short"}, lambda x, y: (x, 297 - y)),
    ],
)
def test_in_the_pdf_each_back_lies_behind_its_front(tmp_path: Path, options: Any, mirror: Any) -> None:
    """The same character stands in the middle of both sides."""
    (file,) = built(tmp_path, TWO_SETS, front=MIDDLE, back=MIDDLE, **options)
    front, back, *_ = pypdfium2.PdfDocument(file)
    fronts = places(front, "口")
    behind = [mirror(*place) for place in places(back, "口")]
    assert len(fronts) == 9
    for one, other in zip(fronts, sorted(behind), strict=True):
        assert one == pytest.approx(other, abs=0.1)


def test_a_calibrated_printer_gets_upright_pages_and_backs_moved(tmp_path: Path) -> None:
    plain, moved = (
        built(tmp_path, TWO_SETS, front=MIDDLE, back=MIDDLE, backs="duplex", press=press)[0].read_bytes()
        for press in (Press(), Press(calibration=Calibration(1.5, -2)))
    )
    before, after = pypdfium2.PdfDocument(plain), pypdfium2.PdfDocument(moved)
    for page, (right, down) in enumerate([(0, 0), (1.5, 2)]):
        for (x, y), (u, v) in zip(places(before[page], "口"), places(after[page], "口"), strict=True):
            assert (u - x, v - y) == pytest.approx((right, down), abs=0.01)


TIGHT = GAME.replace("    count: 2", "    count: 2\n    size: {size}")
"""Cards that fill the printable 200 x 287 mm of A4 but for a few mm."""


@pytest.mark.parametrize(
    ("size", "found", "told"),
    [
        ("195x100", Calibration(1, 0), []),
        ("195x100", Calibration(2, 0), ["calibrated-bleed-lost"]),
        ("195x100", Calibration(2.7, 0), ["calibrated-card-lost"]),
        ("195x100", Calibration(0, 0, 3), ["calibrated-card-lost"]),
        ("190x270", Calibration(4, 0), ["calibrated-bleed-lost"]),
    ],
)
def test_a_back_moved_out_of_the_printable_area_is_told_with_the_numbers(
    tmp_path: Path, size: str, found: Calibration, told: list[str]
) -> None:
    game = TIGHT.replace("{size}", size).replace("    front:", "    back: back.xml\n    front:")
    write_game(tmp_path, FRONT, game)
    (tmp_path / "templates" / "back.xml").write_text(BACK, encoding="utf-8")
    nothing: Any = None
    read = load(tmp_path)
    press = Press(calibration=found)
    build = Build(read, None, (), nothing, faces_of(read), Options(press=press), ())
    try:
        problems = [made for made in sheets.write(build, tmp_path) if isinstance(made, Problem)]
    except Problems as refused:
        problems = [*refused.problems]
    problems = [problem for problem in problems if problem.id.startswith("calibrated")]
    assert [problem.id for problem in problems] == told
    assert all(problem.facts["margin"] == "5" for problem in problems)


def test_marks_and_small_print_of_a_moved_back_stay_where_the_printer_prints(tmp_path: Path) -> None:
    press = Press(calibration=Calibration(1.5, -2))
    _, back = built(tmp_path, TWO_SETS, front=MIDDLE, back=MIDDLE, press=press)
    page = pypdfium2.PdfDocument(back)[0]
    boxes = [(item.get_bounds(), page.get_size()) for item in page.get_objects() if item.type in (1, 2)]
    least = 5 * 72 / 25.4 - 0.5
    for (left, low, right, high), (width, height) in boxes:
        assert min(left, low, width - right, height - high) >= least


def test_cards_of_a_die_sheet_too_near_the_edge_are_told() -> None:
    (told,) = sheets.near_edge(stock("hagaki-4"))
    assert (told.level, told.facts) == ("warning", {"at": "0.5", "margin": "5", "out": "4.5"})
    assert not list(sheets.near_edge(stock("hagaki-4", margin=0)))
    assert not list(sheets.near_edge(stock("名刺10面")))


def test_a_folded_sheet_has_front_and_back_on_one_page(tmp_path: Path) -> None:
    (file,) = built(tmp_path, TWO_SETS, backs="fold")
    (first, *rest) = text_of(file)
    assert len(rest) == 2
    assert (first.count("甲"), first.count("裏a")) == (4, 4)
    assert "中央で山折り" in first


def test_a_board_larger_than_the_paper_is_refused_or_spread_over_sheets(tmp_path: Path) -> None:
    game = GAME.replace("    count: 2", "    count: 2\n    size: {width: 300, height: 400}")
    with pytest.raises(Problems):
        built(tmp_path, game=game, backs="none")
    (file,) = built(tmp_path, game=game, backs="none", press=Press(tile=True))
    assert len(text_of(file)) == 2 * 4
    assert "貼り合わせ 4/4（2段目の2）" in text_of(file)[3]


def mat(size: str) -> str:
    return GAME.replace("    count: 2", f"    count: 2\n    size: {size}")


@pytest.mark.parametrize(
    ("size", "press", "paper", "pages", "page"),
    [
        ("A3", Press(tile=True), "A4", 2 * 4, (210, 297)),
        ("A5", Press(tile=True), "A4", 2, (210, 297)),
        ("A4", Press(), "A3", 2, (297, 420)),
        ("b5", Press(), "A4", 2, (210, 297)),
    ],
)
def test_a_mat_has_the_size_of_a_paper_by_name(
    tmp_path: Path, size: str, press: Press, paper: str, pages: int, page: tuple[float, float]
) -> None:
    (file,) = built(tmp_path, game=mat(size), backs="none", press=press, paper=paper)
    document = pypdfium2.PdfDocument(file)
    mm = [side / 72 * 25.4 for side in document[0].get_size()]
    assert (len(document), mm) == (pages, pytest.approx(page, abs=0.1))


def test_a_mat_of_the_papers_own_size_is_refused_with_the_numbers(tmp_path: Path) -> None:
    with pytest.raises(Problems) as caught:
        built(tmp_path, game=mat("A4"), backs="none")
    (problem,) = caught.value.problems
    assert (problem.id, problem.facts["card"], problem.facts["room"]) == (
        "card-larger-than-paper",
        "210 × 297",
        "200 × 287",
    )


def test_counting_and_checking_ask_for_no_paper_that_a_mat_fits_on(cardgen: Command, tmp_path: Path) -> None:
    write_game(tmp_path / "data" / "table", FRONT, mat("A3"))
    counted = cardgen("count")
    assert counted.code == 0
    assert "297 × 420 mm は A4 の1枚に入らないので、--tile で貼り合わせる 8 枚として数えました" in counted.err
    assert counted.out.splitlines()[-1].split()[-1] == "8"
    assert cardgen("count", "--tile").err == ""
    assert cardgen("check").code == 0
    assert cardgen("build", "--format", "tts", "--dpi", "36").code == 0
    refused = cardgen("build")
    assert refused.code == 1
    assert "--tile" in refused.err


def test_fronts_and_backs_take_turns(tmp_path: Path) -> None:
    (file,) = built(tmp_path, TWO_SETS, backs="duplex")
    first, second, third, fourth = text_of(file)
    assert ("甲" in first, "裏a" in second, "乙" in third, "裏b" in fourth) == (True,) * 4


def test_the_margin_says_what_the_sheet_is(tmp_path: Path) -> None:
    (file,) = built(tmp_path, backs="none")
    assert "1/1 札 試し刷り 草案1" in text_of(file)[0].replace("\u3000", " ")
    (file,) = built(tmp_path, backs="duplex", flip="short", date="2026-11-30")
    assert "短辺とじ" in text_of(file)[0]
    assert "2026-11-30" in text_of(file)[0]


def test_what_the_margin_cannot_say_is_told(cardgen: Command) -> None:
    write_game(Path("data/mine"), FRONT, GAME.replace("title: 試し刷り", "title: 試し🂡刷り"), CARDS)
    told = cardgen("build", "--format", "sheets")
    assert told.code == 0
    place, _, said = told.err.splitlines()[-1].partition(": 注意: title: ")
    assert place == "data/mine/game.yaml:1:8"
    assert said.startswith("シートの欄外や白いカードでは、フォントにない文字を省きます: 🂡 (U+1F0A1)")


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


def test_bleed_that_the_paper_cuts_short_is_told(cardgen: Command) -> None:
    cardgen("new", "mine")
    told = cardgen("build", "--gap", "4", "--only", "card", "--lang", "en").err
    assert "With 9 on a sheet, the bleed outside of them is 0.5 mm (2.5 mm short of 3 mm)." in told
    told = cardgen("build", "--gap", "4", "--margin", "6", "--only", "card", "--lang", "en").err
    assert "an edge has no room for trim marks (0.5 mm of white; they take 1.5 mm)" in told
    assert "the bleed outside of them is 0.5 mm" in told
    told = cardgen("build", "--gap", "4", "--pack", "--only", "card", "--lang", "en").err
    assert "まとめ刷り: With 9 on a sheet, the bleed outside of them is 0.5 mm" in told
    assert "bleed" not in cardgen("build", "--only", "card", "--lang", "en").err
