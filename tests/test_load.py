"""Loading a game: what game.yaml and the card lists may say, and what is said of what they may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from casefile import Case, cases, compare, problems_of
from games import GAME_IDS, game

from cardgen.load import find_games, load
from cardgen.model import Game
from cardgen.problems import Place, Problems
from cardgen.start import start_game

EVERY_KIND = """\
title: 試し
draft: 草案1
players: [3]
tables: {suits: [{id: red}, {id: blue}]}
components:
  card:
    name: カード
    count: 1
    cards: CARDS
    fields:
      title: {optional: true}
      n: {type: integer, optional: true}
      size: {type: number, optional: true}
      "on": {type: boolean, optional: true}
      suit: {type: choice, of: suits, optional: true}
      members: {type: list, of: suits, optional: true}
      cost: {type: map, of: suits, optional: true}
"""


def seen(game: Game) -> list[str]:
    """A line per card: its id, values and copies."""
    return [
        f"{card.id}: {', '.join(f'{name} {value!r}' for name, value in card.values.items())} × {card.copies}"
        for component in game.components.values()
        for card in component.cards
    ]


def told(folder: Path) -> list[str]:
    return problems_of(lambda: load(folder), folder) or seen(load(folder))


@pytest.mark.parametrize("case", cases("load"))
def test_game_file(case: Case, tmp_path: Path, update: bool) -> None:
    (tmp_path / "game.yaml").write_text(case.whole, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("id\na\n", encoding="utf-8")
    (tmp_path / "cards.txt").write_text("id\na\n", encoding="utf-8")
    (tmp_path / "folder.csv").mkdir()
    compare(case, told(tmp_path), update)


@pytest.mark.parametrize("case", cases("cards"))
def test_card_list(case: Case, tmp_path: Path, update: bool) -> None:
    name = f"cards{case.file.suffix}"
    (tmp_path / "game.yaml").write_text(EVERY_KIND.replace("CARDS", name), encoding="utf-8")
    (tmp_path / name).write_text(case.text, encoding="utf-8")
    compare(case, told(tmp_path), update)


def test_faults_of_all_files_are_told_in_one_go(tmp_path: Path) -> None:
    game = EVERY_KIND.replace("CARDS", "cards.csv").replace("count: 1", "count: 1\n    size: pokre")
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("id,suit\na,rde\n", encoding="utf-8")
    with pytest.raises(Problems) as found:
        load(tmp_path)
    assert [(p.id, p.place) for p in found.value.problems] == [
        ("not-in-table", Place(tmp_path / "cards.csv", 2, 3)),
        ("unknown-size", Place(tmp_path / "game.yaml", 9, 11)),
    ]


@pytest.mark.parametrize(
    ("size", "found"),
    [("57x87", (57, 87, 3)), ("57.5 × 87", (57.5, 87, 3)), ("ミニ", (44, 68, 3)), ("名刺", (55, 91, 0))],
)
def test_a_size_by_its_name_or_its_sides(tmp_path: Path, size: str, found: tuple[float, ...]) -> None:
    game = EVERY_KIND.replace("CARDS", "cards.csv").replace("count: 1", f"count: 1\n    size: {size}")
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("id\na\n", encoding="utf-8")
    (component,) = load(tmp_path).components.values()
    assert (component.size.width, component.size.height, component.size.corner) == found


@pytest.mark.parametrize("size", ["0x87", "57x2000", "57x", "大きめ"])
def test_a_size_that_is_none(tmp_path: Path, size: str) -> None:
    game = EVERY_KIND.replace("CARDS", "cards.csv").replace("count: 1", f"count: 1\n    size: {size}")
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("id\na\n", encoding="utf-8")
    with pytest.raises(Problems) as caught:
        load(tmp_path)
    assert [problem.id for problem in caught.value.problems] == ["unknown-size"]


def test_a_missing_game(tmp_path: Path) -> None:
    (line,) = problems_of(lambda: load(tmp_path / "none"), tmp_path)
    assert line == "none/game.yaml: ファイルがありません。"


def test_games_are_found_by_name(tmp_path: Path) -> None:
    for name in ("b-game", "a-game", "no-game"):
        (tmp_path / name).mkdir()
    for name in ("b-game", "a-game"):
        (tmp_path / name / "game.yaml").touch()
    assert [folder.name for folder in find_games(tmp_path)] == ["a-game", "b-game"]
    assert find_games(tmp_path / "nowhere") == []


@pytest.mark.parametrize("id", GAME_IDS)
def test_bundled_games_load(id: str) -> None:
    found = game(id)
    assert found.id == id
    assert found.components


def test_a_column_that_the_header_lacks_is_told_once(tmp_path: Path) -> None:
    start_game("mine", tmp_path)
    cards = tmp_path / "mine" / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("id,copies,colour", "番号,copies,色"), encoding="utf-8")
    with pytest.raises(Problems) as found:
        load(tmp_path / "mine")
    assert [(p.id, p.facts.get("name") or p.facts["found"]) for p in found.value.problems] == [
        ("unknown-field", "番号"),
        ("missing-column", "id"),
        ("missing-column", "colour"),
        ("unknown-field", "色"),
    ]
