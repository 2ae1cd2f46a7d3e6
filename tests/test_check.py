"""Composition checks: every kind as it passes and as it fails, and what is said then."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from casefile import Case, cases, compare
from games import GAME_IDS, game

from cardgen.check import CHECKS, check, spearman
from cardgen.export.base import Options
from cardgen.load import load
from cardgen.messages import describe
from cardgen.pipeline import prepare
from cardgen.problems import Problems
from cardgen.share import DATA


@pytest.mark.parametrize("case", cases("check"))
def test_check(case: Case, tmp_path: Path, update: bool) -> None:
    (tmp_path / "game.yaml").write_text(case.whole, encoding="utf-8")
    told = [describe(problem, "ja").replace(f"{tmp_path}/", "") for problem in check(load(tmp_path))]
    compare(case, told, update)


def test_every_kind_of_check_has_a_case() -> None:
    text = (Path(__file__).parent / "cases" / "check" / "kinds.yaml").read_text(encoding="utf-8")
    assert all(f"check: {kind}," in text for kind in CHECKS)


@pytest.mark.parametrize("id", GAME_IDS)
def test_bundled_games_are_composed_as_their_rules_say(id: str) -> None:
    assert [describe(problem, "en") for problem in check(game(id))] == []


def test_a_misspelt_parameter_is_told_where_it_stands(tmp_path: Path) -> None:
    """And not only where a ruling speaks of it."""
    folder = shutil.copytree(DATA / "terror48-d5", tmp_path / "game")
    spec = folder / "game.yaml"
    spec.write_text(spec.read_text("utf-8").replace("  limit: 48", "  limitt: 48"), "utf-8")
    with pytest.raises(Problems) as caught:
        prepare(folder, Options())
    found = [
        (problem.id, problem.facts["found"], problem.facts["nearest"]) for problem in caught.value.problems
    ]
    assert found == [("no-such-param", "limit", "limitt"), ("unknown-field", "limitt", "limit")]


def test_spearman_ranks_ties_at_their_mean() -> None:
    # By hand: ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4 give 4.5 / sqrt(4.5 * 5).
    found = spearman([10, 20, 20, 30], [1, 2, 3, 4])
    assert found == pytest.approx(4.5 / (4.5 * 5) ** 0.5)
    assert spearman([1, 2, 3], [9, 5, 1]) == pytest.approx(-1)
    assert spearman([1, 1, 1], [1, 2, 3]) is None
