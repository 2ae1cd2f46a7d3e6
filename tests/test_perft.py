"""Numbers of continuations from named positions, counted by hand or from the rules' own arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from games import do, rules

from cardgen.engine.play import deal
from cardgen.engine.state import State

POSITIONS = yaml.safe_load((Path(__file__).parent / "perft.yaml").read_text(encoding="utf-8"))


def continuations(state: State, depth: int) -> int:
    """How many sequences of `depth` choices there are."""
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        following = state.clone()
        following.apply(action)
        total += continuations(following, depth - 1)
    return total


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_continuations(position: dict[str, Any]) -> None:
    state = deal(rules(position["game"]), position["players"], position["seed"])
    do(state, *position.get("moves", []))
    depths = range(1, len(position["counts"]) + 1)
    assert [continuations(state, depth) for depth in depths] == position["counts"]
