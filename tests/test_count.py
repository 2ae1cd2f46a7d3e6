"""The component table: declared, found, in play by player count, and sheets of paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from casefile import problems_of

from cardgen.count import count, sheets, totals
from cardgen.load import load

GAME = """\
title: 試し
draft: 草案1
players: [2, 3]
params: {colours: {2: 1, 3: 2}}
components:
  event:
    name: 事件カード
    count: 20
    front: event.xml
    fields: {suit: text}
    in_play: {per: suit, take: colours}
    cards: [{id: r, suit: red, copies: 12}, {id: b, suit: blue, copies: 8}]
  time:
    name: タイムカード
    count: 27
    front: time.xml
    fields: {set: integer}
    repeat: {set: [1, 2, 3]}
    in_play: {per: set, take: players}
    cards: [{id: x, copies: 9}]
  cube: {name: キューブ, count: 5, unit: 個}
  aid:
    name: 早見表
    count: 3
    front: aid.xml
    extra: true
    fields: {}
    cards: [{id: aid, copies: 3}]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


def test_table(folder: Path) -> None:
    lines = count(load(folder), "A4")
    told = [(line.name, line.declared, line.found, dict(line.in_play), line.sheets) for line in lines]
    assert told == [
        ("事件カード", 20, 20, {2: 12, 3: 20}, 3),
        ("タイムカード", 27, 27, {2: 18, 3: 27}, 3),
        ("キューブ", 5, 5, {2: 5, 3: 5}, 0),
        ("早見表", 3, 3, {2: 3, 3: 3}, 1),
    ]
    assert sheets(lines) == 7


def test_totals_leave_out_printed_aids(folder: Path) -> None:
    cards, cubes = totals(count(load(folder)))
    assert (cards.unit, cards.found, dict(cards.in_play)) == ("枚", 47, {2: 30, 3: 47})
    assert (cubes.unit, cubes.found) == ("個", 5)


def test_a_changed_parameter_changes_what_is_in_play(folder: Path) -> None:
    (folder / "game.yaml").write_text(GAME.replace("{2: 1, 3: 2}", "{2: 2, 3: 2}"), encoding="utf-8")
    assert count(load(folder))[0].in_play[2] == 20


def test_paper_that_does_not_exist_is_told_once(folder: Path) -> None:
    (line,) = problems_of(lambda: count(load(folder), "A44"), folder)
    assert "A4" in line
