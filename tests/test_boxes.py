"""Tuck boxes: the deck goes in, and the net closes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from press import faces_of, write_game

from cardgen import share
from cardgen.export import box as boxes
from cardgen.export.base import Build, Options
from cardgen.impose.box import GLUE, inside, net, net_size
from cardgen.layout.extent import inked, meet
from cardgen.layout.frame import Shape, Text
from cardgen.load import load
from cardgen.problems import Problem, Problems
from cardgen.text.fonts import Face

FACE = Face.load(share.FONTS / "bizud" / "BIZUDPGothic-Bold.ttf")

GAME = """\
title: 霧の港
draft: 草案1
players: [2, 3, 4]
box: {thickness: 0.3}
components:
  event: {name: 事件, count: 30, front: card.xml, cards: [{id: a, copies: 30}]}
  action: {name: 行動, count: 20, front: card.xml, cards: [{id: b, copies: 20}]}
  injury: {name: 負傷, count: 5, size: half, front: card.xml, cards: [{id: c, copies: 5}]}
"""


def test_the_box_is_as_deep_as_the_deck_is_thick() -> None:
    room = inside((63, 88), 50, 0.3, 1.0)
    assert (room.width, room.height, room.depth) == pytest.approx((65, 90, 17))


@pytest.mark.parametrize("cards", [10, 50, 110])
def test_the_net_is_four_walls_and_a_flap_and_stays_within_its_size(cards: int) -> None:
    room = inside((63, 88), cards, 0.3, 1.0)
    assert net_size(room)[0] == pytest.approx(2 * (room.width + room.depth) + GLUE)
    drawing = net(room, "霧の港の密輸人", "草案1", (FACE,))
    points = [point for item in drawing.items if isinstance(item, Shape) for _, point in item.path]
    xs, ys = zip(*points, strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((0, 0, *net_size(room)))


def test_the_walls_are_folded_at_their_widths() -> None:
    room = inside((63, 88), 50, 0.3, 1.0)
    upright = [
        item.path[0][1][0]
        for item in net(room, "霧", "", (FACE,)).items
        if isinstance(item, Shape) and item.paint.dash and item.path[0][1][0] == item.path[1][1][0]
    ]
    assert sorted(upright) == pytest.approx([65, 82, 147, 164])


@pytest.mark.parametrize("size", [(20, 20), (44, 63), (63, 88)])
def test_the_notch_for_the_thumb_keeps_off_the_title(size: tuple[float, float]) -> None:
    drawing = net(inside(size, 12, 0.3, 1.0), "探偵無宿２", "草案8", (FACE,))
    notch, *others = inked(drawing)
    assert notch.box[3] - notch.box[1] > 2
    assert not [ink for ink in others if isinstance(ink.item, Text) and meet(ink.box, notch.box)]


def write(folder: Path, game: str = GAME, **options: Any) -> list[str]:
    write_game(folder, '<face><text width="40" height="9">札</text></face>', game)
    loaded = load(folder)
    nothing: Any = None
    build = Build(loaded, None, (), nothing, faces_of(loaded), Options(**options), ())
    made = list(boxes.write(build, folder))
    if any(isinstance(one, Problem) for one in made):
        return [one.id for one in made if isinstance(one, Problem)]
    pages = [page for file in made for page in pypdfium2.PdfDocument(file)]
    return [page.get_textpage().get_text_bounded() for page in pages]


def test_one_box_for_all_cards_of_a_size(tmp_path: Path) -> None:
    (page,) = write(tmp_path)
    assert "63 × 88 mm のカード50枚の箱" in page
    assert "内のり 64.5 × 89.5 × 16.5 mm" in page
    assert page.replace("\r\n", "").count("霧の港") >= 5
    assert "2〜4人用" in page


def test_a_box_for_the_components_it_names(tmp_path: Path) -> None:
    pages = write(tmp_path, GAME.replace("{thickness: 0.3}", "{of: [event, injury]}"))
    assert ["30枚" in pages[0], "44 × 63 mm のカード5枚" in pages[1]] == [True, True]


def test_a_box_larger_than_the_paper_and_a_name_that_is_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Problems) as found:
        write(tmp_path, paper="A5")
    assert found.value.problems[0].id == "card-larger-than-paper"
    with pytest.raises(Problems) as found:
        write(tmp_path, GAME.replace("{thickness: 0.3}", "{of: [evnt]}"))
    (problem,) = found.value.problems
    assert (problem.id, problem.facts["nearest"]) == ("unknown-part", "event")
    assert problem.place is not None
    assert problem.place.line == 4


def test_no_box_is_made_of_a_few_cards_unless_it_names_them(tmp_path: Path) -> None:
    assert write(tmp_path, only=("injury",))[0].find("カード5枚の箱") >= 0
    few = GAME.replace("copies: 30", "copies: 3").replace("count: 30", "count: 3")
    few = few.replace("copies: 20", "copies: 2").replace("count: 20", "count: 2")
    assert write(tmp_path, few) == ["box-without-cards"]
