"""The bundled games, and small tools to write down positions of play as one would at a table."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from cardgen.engine.state import Rules, State
from cardgen.games import rules_of
from cardgen.load import load
from cardgen.model import Game

DATA = Path(__file__).parents[1] / "data"
GAME_IDS = ("mushuku2-d8", "terror24-d13", "terror48-d2", "terror48-d5")
"""The bundled games. Games of one's own may stand beside them, half done, and are no concern of tests."""


@cache
def game(id: str) -> Game:
    return load(DATA / id)


@cache
def rules(id: str) -> Rules:
    bound = rules_of(game(id))
    assert bound is not None, f"{id} has rules"
    return bound


def ruled_games() -> list[str]:
    return [id for id in GAME_IDS if game(id).spec.rules]


def with_params(id: str, **params: Any) -> Game:
    """The game with some parameters changed, as if its YAML said so."""
    base = game(id)
    spec = base.spec.model_copy(update={"params": {**base.spec.params, **params}})
    return replace(base, spec=spec)


def variant(id: str, **params: Any) -> Rules:
    """The rules of the game with some parameters changed."""
    bound = rules_of(with_params(id, **params))
    assert bound is not None, f"{id} has rules"
    return bound


def legal(state: State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def do(state: State, *names: str) -> State:
    """Play the actions of these names, one after the other."""
    for name in names:
        actions = {str(action): action for action in state.legal_actions()}
        assert name in actions, f"{name!r} is not among {list(actions)}"
        state.apply(actions[name])
    return state
