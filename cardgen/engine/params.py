"""A game's `params:` read by the model of its rule set, every fault with its place in the YAML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, get_args

from pydantic import ValidationError

from cardgen.engine.state import Params
from cardgen.explain import expectation
from cardgen.model import Game
from cardgen.problems import Problem, Problems, nearest

P = TypeVar("P", bound=Params)


def read_params(game: Game, model: type[P]) -> P:
    """The parameters of `game`, with the model's defaults for those not given. Raises Problems."""
    try:
        return model.model_validate(game.spec.params)
    except ValidationError as error:
        raise Problems(_problem(game, model, dict(found)) for found in error.errors()) from None


def _problem(game: Game, model: type[Params], error: dict[str, Any]) -> Problem:
    loc = tuple(error["loc"])
    key = str(loc[0]) if loc else ""
    place = game.place(("params", *loc))
    subject = " / ".join(["params", *(str(part) for part in loc)])
    if error["type"] == "extra_forbidden":
        known = list(model.model_fields)
        unknown = {"found": key, "expected": known, "nearest": nearest(key, known)}
        return Problem("unknown-param", place, subject, unknown)
    choices = list(_choices(model, key))
    facts: dict[str, object] = {
        "found": error.get("input"),
        "expected": choices or expectation(error["type"], error.get("ctx", {})),
        "nearest": nearest(error.get("input"), choices),
    }
    return Problem("wrong-param", place, subject, facts)


def _choices(model: type[Params], key: str) -> Iterator[str]:
    """The words a parameter may be set to, when it is a closed list of words."""
    if key in model.model_fields:
        yield from (
            str(word) for word in get_args(model.model_fields[key].annotation) if isinstance(word, str)
        )
