"""What rules need of a game: whatever is taken away from its components is told, with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from games import game, ruled_games

from cardgen.games import rules_of
from cardgen.games.mushuku2 import cards as mushuku2
from cardgen.games.needed import Needed
from cardgen.games.terror24 import box as terror24
from cardgen.games.terror48 import rules as terror48
from cardgen.model import Component
from cardgen.problems import Problem, Problems

NEEDED: Mapping[str, Needed] = {
    "mushuku2-d8": mushuku2.NEEDED,
    "terror24-d13": terror24.NEEDED,
    "terror48-d2": terror48.NEEDED,
    "terror48-d5": terror48.NEEDED,
}
FIELDS = [(id, part, field) for id, needed in NEEDED.items() for part in needed for field in needed[part]]
PARTS = [(id, part) for id, needed in NEEDED.items() for part in needed]


def told(id: str, part: str, component: Component | None) -> Problem:
    """The one problem of a game that has this component instead of its own."""
    components = {key: value for key, value in game(id).components.items() if key != part}
    if component is not None:
        components[part] = component
    with pytest.raises(Problems) as raised:
        rules_of(replace(game(id), components=components))
    [problem] = raised.value.problems
    assert problem.place is not None
    assert problem.place.line > 0
    return problem


def test_every_game_with_rules_is_here() -> None:
    assert sorted(NEEDED) == ruled_games()


@pytest.mark.parametrize(("id", "part"), PARTS)
def test_a_missing_or_empty_component(id: str, part: str) -> None:
    empty = replace(game(id).components[part], cards=())
    for problem in (told(id, part, None), told(id, part, empty)):
        assert (problem.id, problem.facts["component"]) == ("rules-component", part)


@pytest.mark.parametrize(("id", "part", "field"), FIELDS)
def test_a_missing_field_or_one_of_another_kind(id: str, part: str, field: str) -> None:
    component = game(id).components[part]
    absent = {key: value for key, value in component.fields.items() if key != field}
    other = "text" if component.fields[field].type != "text" else "integer"
    optional = {**component.fields, field: component.fields[field].model_copy(update={"optional": True})}
    cases = [absent, {**absent, field: component.fields[field].model_copy(update={"type": other})}]
    if component.fields[field].type != "boolean":
        cases.append(optional)
    for fields in cases:
        problem = told(id, part, replace(component, fields=fields))
        assert (problem.id, problem.facts["field"]) == ("rules-field", field)


@pytest.mark.parametrize(
    ("part", "field"), [(p, f) for p, fields in mushuku2.OPTIONAL.items() for f in fields]
)
def test_an_optional_field_of_another_kind(part: str, field: str) -> None:
    component = game("mushuku2-d8").components[part]
    other = {**component.fields, field: component.fields[field].model_copy(update={"type": "integer"})}
    problem = told("mushuku2-d8", part, replace(component, fields=other))
    assert (problem.id, problem.facts["field"]) == ("rules-field", field)
