"""A game's `params:` read by the model of its rule set, every fault with its place in the YAML."""

from __future__ import annotations

from typing import TypeVar

from pydantic import ValidationError

from cardgen.engine.state import Params
from cardgen.explain import explain
from cardgen.model import Game
from cardgen.problems import Problems

P = TypeVar("P", bound=Params)


def read_params(game: Game, model: type[P]) -> P:
    """The parameters of `game`, with the model's defaults for those not given. Raises Problems."""
    try:
        return model.model_validate(game.spec.params)
    except ValidationError as error:
        raise Problems(explain(error, model, game.place, game.place, ("params",))) from None
