"""Dice to fold: all sides, opposite ones where they belong, and a tab for each edge that is glued."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from casefile import problems_of

from cardgen import share
from cardgen.count import count
from cardgen.impose.nets import Die, _cube, _octahedron, _Solid, dice_of, net, net_size
from cardgen.layout.frame import Group, Shape, Text
from cardgen.load import load
from cardgen.text.fonts import Face

FACE = Face.load(share.FONTS / "bizud" / "BIZUDPGothic-Bold.ttf")
SOLIDS = {6: _cube(16.0), 8: _octahedron(22.0)}
EDGES = {6: 12, 8: 12}

GAME = """\
title: 骰子
draft: 草案1
players: [2]
components:
  die: {name: ダイス, count: 2, unit: 個, shape: die, faces: FACES}
"""


def _neighbours(solid: _Solid) -> dict[int, set[int]]:
    """Sides that share an edge of the net."""
    found: dict[int, set[int]] = {n: set() for n in range(len(solid.sides))}
    for one, a in enumerate(solid.sides):
        for other, b in enumerate(solid.sides):
            shared = {(round(x, 3), round(y, 3)) for x, y in a} & {(round(x, 3), round(y, 3)) for x, y in b}
            if one != other and len(shared) == 2:
                found[one].add(other)
    return found


@pytest.mark.parametrize("sides", [6, 8])
def test_a_net_is_one_piece_and_every_other_edge_has_one_tab(sides: int) -> None:
    solid = SOLIDS[sides]
    seen, todo, neighbours = {0}, [0], _neighbours(solid)
    while todo:
        for side in neighbours[todo.pop()] - seen:
            seen.add(side)
            todo.append(side)
    assert seen == set(range(sides))
    folded = sides - 1
    assert len(solid.tabs) == EDGES[sides] - folded
    assert len(solid.folds()) == folded + len(solid.tabs)


@pytest.mark.parametrize("sides", [6, 8])
def test_opposite_sides_are_never_neighbours(sides: int) -> None:
    neighbours = _neighbours(SOLIDS[sides])
    for side in range(sides):
        assert sides - 1 - side not in neighbours[side]


def test_opposite_sides_of_the_cube_are_two_places_apart_in_its_ring() -> None:
    """First, second, last but one and last in a row: 1-2-6-5, so that 1 faces 6 and 2 faces 5."""
    row = sorted((side[0][0], number) for number, side in enumerate(SOLIDS[6].sides) if side[0][1] == 32)
    assert [number + 1 for _, number in row] == [1, 2, 6, 5]


def test_opposite_sides_of_the_octahedron_are_three_places_apart_in_its_band() -> None:
    h = 22 * 3**0.5 / 2
    middle = {n: sum(x for x, _ in side) / 3 for n, side in enumerate(SOLIDS[8].sides)}
    height = {n: sum(y for _, y in side) / 3 for n, side in enumerate(SOLIDS[8].sides)}
    band = sorted((n for n in middle if h < height[n] < 2 * h), key=middle.__getitem__)
    assert [band[n] + band[n + 3] for n in range(3)] == [7, 7, 7]
    assert all(middle[b] - middle[a] == pytest.approx(11) for a, b in pairwise(band))


@pytest.mark.parametrize("sides", [6, 8])
def test_each_side_says_its_word_and_all_stays_within_the_size(sides: int) -> None:
    words = tuple(str(n) for n in range(1, sides + 1))
    frame = net(Die("赤", words), 16.0, (FACE,))
    told = [
        item.run.source
        for group in frame.items
        if isinstance(group, Group)
        for item in group.frame.items
        if isinstance(item, Text)
    ]
    assert told == [*words]
    points = [point for item in frame.items if isinstance(item, Shape) for _, point in item.path if point]
    width, height = net_size(sides, 16.0)
    assert all(-0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01 for x, y in points)


def game(folder: Path, faces: str) -> Path:
    (folder / "game.yaml").write_text(GAME.replace("FACES", faces), encoding="utf-8")
    return folder


def test_a_line_of_words_is_a_die_of_its_own(tmp_path: Path) -> None:
    loaded = load(game(tmp_path, "[緑 1 2 3 4 5 6, 赤 1 2 3 4 5 6 7 8]"))
    found = dice_of(loaded.components["die"])
    assert [(die.name, len(die.sides)) for die in found] == [("緑", 6), ("赤", 8)]


def test_few_sides_are_shown_several_times(tmp_path: Path) -> None:
    found = dice_of(load(game(tmp_path, "[勝, 負, 引分]")).components["die"])
    assert [die.sides for die in found] == [("勝", "負", "引分") * 2] * 2
    assert [die.sides for die in dice_of(load(game(tmp_path, "[東, 南, 西, 北]")).components["die"])] == [
        ("東", "南", "西", "北") * 2
    ] * 2


def test_a_die_that_cannot_be_folded_is_refused(tmp_path: Path) -> None:
    folder = game(tmp_path, "[1, 2, 3, 4, 5, 6, 7]")
    (line,) = problems_of(lambda: count(load(folder)), folder)
    assert line.startswith("game.yaml:5:58: ダイス: この面の数では、組み立てるダイスになりません")


def test_nets_are_counted_as_sheets(tmp_path: Path) -> None:
    (line,) = count(load(game(tmp_path, "[1, 2, 3, 4, 5, 6]")))
    assert line.sheets == 1
