"""Every parameter acts: another value in the YAML is refused, or shows in examples, play or what seats know.

tests/params.txt says for each parameter where. A parameter that shows nowhere has to be in `SELDOM`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from games import ruled_games, rules, with_params

from cardgen.engine.play import Move, play
from cardgen.engine.selftest import run_examples
from cardgen.engine.state import Rules, State
from cardgen.games import rules_of
from cardgen.problems import Problems

FILE = Path(__file__).parent / "params.txt"

SELDOM: Mapping[str, set[str]] = {
    # Situations too rare for a few games, or that the other parameters rule out; their own tests name them.
    "mushuku2-d8": {"black", "end_check"},
    "terror24-d13": set(),
    "terror48-d2": {"boss_takes_empty", "empty_hand", "max_eliminated", "min_rank_sum", "short_hand", "step"},
    "terror48-d5": {
        *("boss_takes_empty", "empty_hand", "fewest_cards_first", "public_ranking", "single_card_secret"),
    },
}


def words(annotation: Any) -> Iterator[Any]:
    """The words that a parameter may be set to."""
    if get_origin(annotation) is Literal:
        yield from get_args(annotation)
    else:
        for part in get_args(annotation):
            yield from words(part)


def others(annotation: Any, value: Any) -> Iterator[Any]:
    """Some other values of a parameter."""
    yield from (word for word in words(annotation) if word != value)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, Mapping):
        yield from ({**value, key: number - 1} for key, number in value.items())
    elif value in ("unlimited", "all"):
        yield 1


def games(bound: Rules) -> tuple[list[object], list[object]]:
    """A few games as played, and as one seat knew them."""
    played: list[object] = []
    known: list[object] = []

    def watch(state: State, move: Move) -> None:
        played.append((move, state.totals()))
        known.append(state.information_state(0))

    for seed in range(3):
        end = play(bound, bound.game.players[-1], seed, watch=watch)
        played.append((end.outcome, end.end.totals()))
    return played, known


def shows(bound: Rules, id: str, name: str, value: Any) -> Iterator[str]:
    """Where another value of a parameter shows."""
    changed = with_params(id, **{name: value})
    try:
        other = rules_of(changed)
    except Problems as raised:
        unplaced = [problem for problem in raised.problems if not (problem.place and problem.place.line)]
        yield "refused" if not unplaced else f"refused without a place: {unplaced}"
        return
    assert other is not None
    if list(run_examples(changed, other)):
        yield "examples"
    played, known = games(other)
    before, seen = games(bound)
    if played != before:
        yield "play"
    elif known != seen:
        yield "knowledge"


def table(id: str) -> Iterator[str]:
    bound = rules(id)
    for name, field in bound.params_model.model_fields.items():
        found = {
            where
            for value in others(field.annotation, getattr(bound.params, name))
            for where in shows(bound, id, name, value)
        }
        yield f"{id} {name}: {', '.join(sorted(found - {'refused'})) or 'nowhere'}"


@pytest.mark.parametrize("id", ruled_games())
def test_every_parameter_acts(id: str, update: bool) -> None:
    found = list(table(id))
    kept = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    if update:
        kept = sorted([line for line in kept if not line.startswith(id)] + found)
        FILE.write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert sorted(found) == [line for line in kept if line.startswith(id)]
    silent = {line.split()[1].rstrip(":") for line in found if line.endswith(": nowhere")}
    assert silent == SELDOM[id]


@pytest.mark.parametrize("id", ruled_games())
def test_what_the_yaml_leaves_out_is_as_the_draft_says(id: str) -> None:
    """The bundled games write the draft's values down; they are the defaults too."""
    assert rules(id).params_model() == rules(id).params
