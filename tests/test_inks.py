"""Less ink and grey: what becomes of shapes, words and pictures, and that nothing becomes unreadable."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pypdfium2
import pytest
from games import DATA, GAME_IDS
from PIL import Image
from press import faces_of, make_game, seen

from cardgen.export import pdf
from cardgen.export.coverage import coverage
from cardgen.layout.faces import lay_out
from cardgen.layout.frame import (
    Colour,
    Frame,
    Group,
    Paint,
    Picture,
    Shape,
    Text,
    ellipse,
    keyed,
    rectangle,
)
from cardgen.layout.ground import leaves
from cardgen.layout.inks import LIGHTER, Ink, inked
from cardgen.layout.legibility import Legibility
from cardgen.layout.vision import WHITE, contrast, rgb
from cardgen.load import load

RED: Colour = (0.78, 0.06, 0.18)
PAPER: Colour = (0.97, 0.96, 0.94)
BLEED = rectangle(-3, -3, 69, 94)


def shapes(frame: Frame) -> list[Paint]:
    return [leaf.item.paint for leaf in leaves(frame) if isinstance(leaf.item, Shape)]


def saved(*items: Shape | Group) -> list[Paint]:
    return shapes(inked(Frame(63, 88, items, 3), "saver"))


def texts(frame: Frame) -> list[Colour]:
    return [cast(Colour, leaf.item.run.colour) for leaf in leaves(frame) if isinstance(leaf.item, Text)]


def face(folder: Path, template: str) -> Frame:
    (found,) = {face.frame for face in faces_of(make_game(folder, template))}
    return found


# ------------------------------------------------------------------ saver


def test_card_stock_becomes_white_without_a_line() -> None:
    (paint,) = saved(Shape(BLEED, Paint(PAPER)))
    assert (paint.fill, paint.stroke) == (WHITE, None)


def test_a_coloured_back_keeps_a_line_of_its_colour_along_the_trim() -> None:
    ground, edge = saved(Shape(BLEED, Paint(RED)))
    assert (ground.fill, edge.fill, edge.stroke) == (WHITE, None, RED)


def test_counters_have_no_such_line() -> None:
    frame = Frame(20, 20, (Shape(rectangle(-3, -3, 26, 26), Paint(RED)),), 3)
    assert [paint.stroke for paint in shapes(inked(frame, "saver", edged=False))] == [None]


def test_a_coloured_mark_on_a_picture_or_a_dark_card_keeps_its_hue(tmp_path: Path) -> None:
    Image.new("RGB", (9, 9), (27, 31, 58)).save(tmp_path / "a.png")
    picture = Picture(tmp_path / "a.png", "a", (0, 0, 63, 88), (0, 0, 9, 9), (9, 9))
    for ground in (picture, Shape(BLEED, Paint((0.1, 0.12, 0.23)))):
        for colour in (RED, (0.95, 0.76, 0.31)):
            frame = Frame(63, 88, (ground, Shape(ellipse(20, 20, 4, 4), Paint(colour))))
            mark = shapes(inked(frame, "saver"))[-1 if ground is picture else 1].fill
            assert mark is not None
            assert mark[0] == max(mark) > mark[2] + 0.2


def test_a_large_area_becomes_an_outline_in_its_colour() -> None:
    _, band = saved(Shape(BLEED, Paint(PAPER)), Shape(rectangle(-3, -3, 9, 94), Paint(RED)))
    assert (band.fill, band.stroke) == (WHITE, RED)


def test_a_small_area_keeps_its_colour() -> None:
    (dot,) = saved(Shape(ellipse(20, 20, 4, 4), Paint(RED)))
    assert (dot.fill, dot.stroke) == (RED, None)


def test_a_large_pale_area_has_an_outline_that_can_be_seen() -> None:
    yellow = (1.0, 0.95, 0.3)
    (area,) = saved(Shape(rectangle(5, 5, 40, 40), Paint(yellow)))
    assert area.stroke is not None
    assert contrast(rgb(area.stroke), WHITE) >= 2


def test_a_line_on_a_large_area_takes_the_colour_of_the_area() -> None:
    line = Shape((("M", (10, 10)), ("L", (50, 10))), Paint(None, WHITE, 0.5))
    assert saved(Shape(BLEED, Paint(RED)), line)[1].stroke == pytest.approx(RED)


def test_a_dark_line_on_a_large_area_stays_as_it_is() -> None:
    line = Shape((("M", (10, 10)), ("L", (50, 10))), Paint(None, (0, 0, 0), 0.5))
    assert saved(Shape(BLEED, Paint((0.95, 0.7, 0.1))), line)[1].stroke == (0, 0, 0)


def test_what_stands_on_a_small_dot_is_left_alone() -> None:
    dot, mark = Shape(ellipse(20, 20, 4, 4), Paint(RED)), Shape(ellipse(20, 20, 1, 1), Paint(WHITE))
    assert saved(Shape(BLEED, Paint(PAPER)), dot, mark)[2].fill == WHITE


def test_an_area_in_a_scaled_group_counts_as_large_as_it_is_printed() -> None:
    inner = Frame(1, 1, (Shape(rectangle(0, 0, 1, 1), Paint(RED)),))
    (small,) = saved(Group(inner, (5, 0, 0, 5, 0, 0)))
    (large,) = saved(Group(inner, (20, 0, 0, 20, 0, 0)))
    assert (small.fill, large.fill) == (RED, WHITE)
    assert large.width * 20 == pytest.approx(0.4)


def test_white_words_on_a_dark_card_become_dark(tmp_path: Path) -> None:
    frame = face(
        tmp_path,
        '<face><rect x="-3" y="-3" width="69" height="94" fill="#1f5fa8"/>'
        '<text x="5" y="5" width="40" height="9" fill="#ffffff">白い字</text></face>',
    )
    (ink,) = set(texts(inked(frame, "saver")))
    assert contrast(rgb(ink), WHITE) >= 4.5
    assert ink[2] > ink[0], "still blue"


def test_a_picture_is_lightened(tmp_path: Path) -> None:
    picture = Picture(tmp_path / "a.png", "a", (0, 0, 10, 10), (0, 0, 10, 10), (10, 10))
    (leaf,) = leaves(inked(Frame(63, 88, (picture,)), "saver"))
    assert isinstance(leaf.item, Picture)
    assert leaf.item.opacity == LIGHTER


# ------------------------------------------------------------------ grey


def test_grey_is_as_bright_as_the_colour() -> None:
    (paint,) = shapes(inked(Frame(63, 88, (Shape(BLEED, Paint(RED)),)), "grey"))
    assert paint.fill is not None
    assert len(set(paint.fill)) == 1
    assert contrast(rgb(paint.fill), rgb(RED)) == pytest.approx(1)


def test_a_symbol_placed_twice_is_still_one() -> None:
    symbol = keyed(Frame(10, 10, (Shape(rectangle(0, 0, 10, 10), Paint(RED)),)))
    frame = inked(Frame(63, 88, (Group(symbol), Group(symbol, (1, 0, 0, 1, 20, 0)))), "grey")
    first, second = (item.frame for item in frame.items if isinstance(item, Group))
    assert first == second
    assert first.key not in ("", symbol.key)


def test_a_photograph_is_printed_grey(tmp_path: Path) -> None:
    Image.new("RGB", (30, 30), (200, 30, 60)).save(tmp_path / "a.png")
    picture = Picture(tmp_path / "a.png", "a", (0, 0, 63, 88), (0, 0, 30, 30), (30, 30))
    page = pypdfium2.PdfDocument(pdf.render([inked(Frame(63, 88, (picture,)), "grey")], ""))[0]
    red, green, blue = page.render().to_pil().convert("RGB").getpixel((50, 50))
    assert red == green == blue < 200


# ------------------------------------------------------------------ the bundled games


GAMES = [DATA / id for id in GAME_IDS]


@pytest.mark.parametrize("ink", ["saver", "grey"])
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_bundled_games_are_legible_in_every_ink(folder: Path, ink: Ink) -> None:
    faces, _ = lay_out(load(folder))
    changed = [replace(face, draw=lambda face=face: inked(face.frame, ink)) for face in faces]
    assert seen(Legibility, changed) == []


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_saver_saves_more_than_half_of_the_ink_of_bundled_games(folder: Path, tmp_path: Path) -> None:
    frames = list({face.digest: face.frame for face in lay_out(load(folder))[0]}.values())
    full = coverage(pdf.write(tmp_path / "full.pdf", frames, ""))
    saved = coverage(pdf.write(tmp_path / "saver.pdf", [inked(frame, "saver") for frame in frames], ""))
    assert sum(saved) < sum(full) / 2


def test_coverage_counts_each_ink(tmp_path: Path) -> None:
    pages = [
        Frame(50, 50, (Shape(rectangle(0, 0, 50, 25), Paint(fill)),)) for fill in (RED, (0, 0, 0), WHITE)
    ]
    red, black, white = coverage(pdf.write(tmp_path / "a.pdf", pages, ""))
    assert black == pytest.approx(0.5, abs=0.02)
    assert white == 0
    assert red == pytest.approx((0.22 + 0.94 + 0.82 - 2 * 0.22) / 2, abs=0.02)
