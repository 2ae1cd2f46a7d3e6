"""Calibration: a printer that misplaces the back by what was read prints it behind the front."""

from __future__ import annotations

import json
from math import cos, radians, sin
from pathlib import Path

import pypdfium2
import pytest
from casefile import problems_of
from conftest import Command

from cardgen.calibrate import write_test_sheet
from cardgen.impose.calibration import Calibration, corrected, correction, store, stored
from cardgen.impose.cell import Cell
from cardgen.impose.duplex import as_fed, turned_over
from cardgen.impose.press import Flip
from cardgen.layout.frame import Frame, Group, Matrix, multiply, transform

FLIPS: list[Flip] = ["long", "short"]


def seen_from_the_front(
    point: tuple[float, float], printer: Calibration, flip: Flip, paper: tuple[float, float]
) -> tuple[float, float]:
    """Where a printer puts a point of an upright back page, seen through the paper from its front.

    The sheet is turned at its upright (long) or level (short) edge; what lies behind is then turned and
    moved by what the printer is off.
    """
    x, y = (paper[0] - point[0], point[1]) if flip == "long" else (point[0], paper[1] - point[1])
    cx, cy = paper[0] / 2, paper[1] / 2
    c, s = cos(radians(printer.rotation)), sin(radians(printer.rotation))
    u, v = x - cx, y - cy
    return c * u - s * v + cx + printer.dx, s * u + c * v + cy + printer.dy


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("lying", [False, True])
@pytest.mark.parametrize("printer", [Calibration(0, 0), Calibration(1.5, -0.5), Calibration(-2, 3, 0.7)])
def test_backs_lie_behind_their_fronts(flip: Flip, lying: bool, printer: Calibration) -> None:
    paper = (297.0, 210.0) if lying else (210.0, 297.0)
    for turn in range(4):
        width, height = (88, 63) if turn % 2 else (63, 88)
        cell = Cell(20, 30, width, height, turn)
        front = _on_page(cell, paper, None, flip)
        back = _on_page(turned_over(cell, paper, flip), paper, printer, flip)
        for x, y in ((0.0, 0.0), (63.0, 88.0), (10.0, 70.0)):
            # The finished card is turned over sideways: the back's left is behind the front's right.
            there = transform(front, 63 - x, y)
            assert seen_from_the_front(transform(back, x, y), printer, flip, (210, 297)) == pytest.approx(
                there, abs=0.01
            )


def _on_page(cell: Cell, paper: tuple[float, float], printer: Calibration | None, flip: Flip) -> Matrix:
    """The matrix of a face on the page that goes to the printer."""
    page = as_fed(Frame(*paper, (Group(Frame(63, 88, ()), cell.matrix),)))
    if printer:
        page = corrected(page, printer, flip)
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    while page.items:
        (group,) = page.items
        assert isinstance(group, Group)
        matrix, page = multiply(matrix, group.matrix), group.frame
    return matrix


@pytest.mark.parametrize(("flip", "moved"), [("long", (0.5, 1.0)), ("short", (-0.5, -1.0))])
def test_an_offset_moves_the_back_by_exactly_that_much(flip: Flip, moved: tuple[float, float]) -> None:
    """Half a mm too far right and 1 mm too high; seen from behind, one of the two is mirrored."""
    assert correction(Calibration(0.5, -1), (210, 297), flip) == pytest.approx((1, 0, 0, 1, *moved))


# ------------------------------------------------------------------ kept


def test_values_are_kept_by_printer_and_edge(tmp_path: Path) -> None:
    folder = tmp_path / "settings"
    store(folder, "自宅", "long", Calibration(0.5, -1))
    store(folder, "自宅", "short", Calibration(0, 0.5, 0.2))
    file = store(folder, "学校", "long", Calibration(1, 1))
    assert stored(folder, "自宅", "long") == Calibration(0.5, -1)
    assert stored(folder, "自宅", "short") == Calibration(0, 0.5, 0.2)
    assert json.loads(file.read_text(encoding="utf-8"))["学校"] == {"long": {"dx": 1, "dy": 1, "rotation": 0}}


def test_what_was_never_read_is_not_guessed(tmp_path: Path) -> None:
    store(tmp_path, "home", "long", Calibration(0.5, -1))
    assert problems_of(lambda: stored(tmp_path, "hame", "long"), tmp_path) == [
        "--printer: そのプリンターはまだ調整されていません。cardgen calibrate で調整してください"
        "（書かれているもの: 「hame」。書けるもの: home。もしかして 「home」）。"
    ]
    assert problems_of(lambda: stored(tmp_path, "home", "short"), tmp_path) == [
        "--printer: home はこのとじ方では調整されていません。"
        "cardgen calibrate --printer home --flip short で調整してください。"
    ]


@pytest.mark.parametrize("found", [Calibration(21, 0), Calibration(0, float("nan")), Calibration(0, 0, -90)])
def test_values_that_no_printer_has_are_refused(tmp_path: Path, found: Calibration) -> None:
    assert problems_of(lambda: store(tmp_path, "home", "long", found), tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["{", "[]", '{"home": 3}', '{"home": {"long": {"dx": "far"}}}'])
def test_a_broken_file_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "printers.json").write_text(text, encoding="utf-8")
    (line,) = problems_of(lambda: stored(tmp_path, "home", "long"), tmp_path)
    assert line.startswith("printers.json: プリンターの調整値を読めません")


# ------------------------------------------------------------------ a disk that fills up

WRITTEN = {
    "output/calibrate-home.pdf": ("calibrate", "--printer", "home"),
    "settings/cardgen/printers.json": ("calibrate", "--printer", "home", "--offset", "1", "1"),
    "output/specimen.pdf": ("specimen",),
    "mine.pdf": ("specimen", "--out", "mine.pdf"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_cannot_be_written_whole_leaves_the_earlier_file(
    cardgen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.delenv("APPDATA", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", "settings")
    assert cardgen(*WRITTEN[name]).out.strip().endswith(name)
    file = tmp_path / name
    earlier, around = file.read_bytes(), sorted(file.parent.iterdir())
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, usual[1]))
    try:
        told = cardgen(*WRITTEN[name])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert (told.code, told.out) == (1, "")
    assert "書き込めません" in told.err
    assert file.read_bytes() == earlier
    assert sorted(file.parent.iterdir()) == around


# ------------------------------------------------------------------ the test sheet


@pytest.mark.parametrize("flip", FLIPS)
def test_the_test_sheet_has_two_pages_and_says_what_to_type(tmp_path: Path, flip: Flip) -> None:
    file = write_test_sheet(tmp_path / "new" / "t.pdf", "home", "A4", flip)
    front, back = (page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file))
    assert "cardgen calibrate --printer home --offset 0.5 -1" in front
    assert ("--flip short" in front) == (flip == "short")
    assert ("長辺とじ" if flip == "long" else "短辺とじ") in back


def test_from_test_sheet_to_a_build_for_the_printer(
    cardgen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("APPDATA", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    made = cardgen("calibrate", "--printer", "home/2", "--out", str(tmp_path))
    assert (made.code, made.out.strip()) == (0, str(tmp_path / "calibrate-home-2.pdf"))
    kept = cardgen("calibrate", "--printer", "home/2", "--offset", "0.5", "-1")
    assert kept.out.strip() == str(tmp_path / "settings" / "cardgen" / "printers.json")
    assert stored(tmp_path / "settings" / "cardgen", "home/2", "long") == Calibration(0.5, -1)
    turned = cardgen("calibrate", "--printer", "home/2", "--rotation", "0.2")
    assert "右へ 0.5 mm、下へ -1 mm、回転 0.2 度" in turned.err
    assert stored(tmp_path / "settings" / "cardgen", "home/2", "long") == Calibration(0.5, -1, 0.2)
    cardgen("calibrate", "--printer", "home/2", "--offset", "0", "1")
    assert stored(tmp_path / "settings" / "cardgen", "home/2", "long") == Calibration(0, 1, 0.2)
    refused = cardgen("build", "--printer", "home")
    assert refused.code == 2
    assert "もしかして 「home/2」" in refused.err


@pytest.mark.parametrize("name", ["", " ", "　\t\n", "\u200b"])
@pytest.mark.parametrize("more", [(), ("--offset", "1", "1"), ("--rotation", "1")])
def test_a_name_of_which_nothing_is_seen_is_refused(
    cardgen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, more: tuple[str, ...]
) -> None:
    monkeypatch.delenv("APPDATA", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    for lang, words in (("ja", "プリンターの名前が空です"), ("en", "The printer's name is blank")):
        told = cardgen("--lang", lang, "calibrate", "--printer", name, "--out", str(tmp_path / "made"), *more)
        assert (told.code, told.out) == (2, "")
        assert told.err.startswith(f"--printer: {words}")
    assert not (tmp_path / "settings").exists()
    assert not (tmp_path / "made").exists()
