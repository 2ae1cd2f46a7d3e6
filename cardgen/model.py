"""What a game is: components, cards, checks, worked examples and rulings.

The pydantic models describe game.yaml as a designer writes it (and give the JSON Schema); `Game`,
`Component` and `Card` are the same facts after `load` has read the card rows and resolved the names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from cardgen.problems import Place
from cardgen.source import Path_

Value = str | int | float | bool | None | tuple[Any, ...] | Mapping[str, Any]

ID = re.compile(r"\w[\w-]*")
"""What an id may look like: letters of any script, digits, - and _."""


def _as_written(value: object) -> object:
    """A number where text is wanted is that text: only numbers that print back the same are numbers."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _decimal(value: object) -> object:
    """1.50 stays text in YAML so that a title may say so; where a number is wanted it is one."""
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,15}\.[0-9]{1,15}", value):
        return float(value)
    return value


Text = Annotated[str, BeforeValidator(_as_written)]
Name = Annotated[str, StringConstraints(min_length=1), BeforeValidator(_as_written)]
Whole = int
Number = Annotated[float, BeforeValidator(_decimal)]
Id = Annotated[str, BeforeValidator(_as_written), StringConstraints(pattern=r"^\w[\w-]*$")]


class Model(BaseModel):
    """Strict: nothing is converted but what `Text` and `Number` say.

    Built when first used: a run needs the whole of GameSpec once, not each model for itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


# ------------------------------------------------------------------ game.yaml as it is written


class Size(Model):
    """Trim size in mm; `corner` is the radius of the corners."""

    width: Annotated[Number, Field(gt=0, le=1000)]
    height: Annotated[Number, Field(gt=0, le=1000)]
    corner: Annotated[Number, Field(ge=0, le=100)] = 3.0


Kind = Literal["text", "integer", "number", "boolean", "image", "choice", "list", "map"]


class FieldSpec(Model):
    """What a column of a card list holds.

    `choice`, `list` and `map` take ids of the table `of`; a map gives each id a whole number. `optional`
    lets the value be absent: it is then None, for a boolean false, for a list or map empty. `name` is what
    the appendix calls it.
    """

    type: Kind = "text"
    of: Text | None = None
    optional: bool = False
    name: Text | None = None


class InPlay(Model):
    """How much of a component is used, by player count: the first `take` groups of equal `per`.

    `take` is "players", the name of a parameter that maps player counts to numbers, or such a map.
    """

    per: Text
    take: Text | dict[Whole, Whole]


Outline = Literal["round", "square", "hexagon", "die"]
"""What is cut out of the sheet: a counter of that outline, or the net of a die to fold."""


class BoxSpec(Model):
    """The box for the cards: `of` names the components in it (else all), `thickness` is of one card in mm.

    `slack` is the room left around the deck, in mm on each side.
    """

    of: list[Text] = []
    thickness: Annotated[Number, Field(gt=0, le=3)] = 0.32
    slack: Annotated[Number, Field(ge=0, le=10)] = 0.75


class ComponentSpec(Model):
    """One kind of component. Without `front` it is counted but not printed (cubes, dice).

    `shape` makes counters to punch out or dice to fold of it; without `front` a counter shows its name.

    `repeat` makes a copy of the card list for each value ({set: characters}: one set of cards per row of
    that table), with the value before each card's id. `faces` says what the sides of a die show. `extra`
    marks a printed aid that the rules do not count among the components (a player reference).
    """

    name: Name
    count: Annotated[Whole, Field(ge=0, le=100_000)]
    unit: Text = "枚"
    size: Text | Size = "poker"
    fields: dict[Text, Kind | FieldSpec] = {}
    cards: str | list[dict[Text, Any]] = []
    repeat: dict[Text, str | list[Text]] = {}
    front: Text | None = None
    back: Text | None = None
    in_play: InPlay | None = None
    faces: list[Text] = []
    shape: Outline | None = None
    extra: bool = False
    note: Text | None = None


class _Check(Model):
    """What all checks share: the component, an optional filter, and the sentence it comes from.

    `where` picks cards by their fields. A condition is a value (a list or map field then has to hold it;
    `null`: nothing is given), a list of such values of which one has to fit, or bounds and exceptions:
    {at_least: 1, at_most: 3, not: red}. Bounds take a map by its sum and a list by its length.
    Wherever a field is named, `cost.red` is the number that the map `cost` gives to red (0 if none).
    """

    of: Text
    where: dict[Text, Any] = {}
    says: Text | None = None


class CountCheck(_Check):
    """The number of cards, of the whole component or of each group of equal `per`.

    `is` may give each group its own number; every group has to be named then.
    """

    check: Literal["count"]
    per: Text | None = None
    is_: Annotated[Whole | dict[Text, Whole] | None, Field(alias="is")] = None
    at_least: Whole | None = None
    at_most: Whole | None = None


class GroupsCheck(_Check):
    """The number of different values of `per`."""

    check: Literal["groups"]
    per: Text
    is_: Annotated[Whole, Field(alias="is")]


class DistributionCheck(_Check):
    """How often each value of `field` occurs, in the whole component or in each group of equal `per`."""

    check: Literal["distribution"]
    field: Text
    per: Text | None = None
    is_: Annotated[dict[Text, Whole], Field(alias="is", min_length=1)]


class SumCheck(_Check):
    """The sum of a numeric field, over the whole component or in each group of equal `per`."""

    check: Literal["sum"]
    field: Text
    per: Text | None = None
    is_: Annotated[Number | None, Field(alias="is")] = None
    at_least: Number | None = None
    at_most: Number | None = None


class UniqueCheck(_Check):
    """No two card designs agree in all of `fields`. Copies of one design are one design."""

    check: Literal["unique"]
    fields: Annotated[list[Text], Field(min_length=1)]


class RangeCheck(_Check):
    """Every card's `field` is within bounds.

    `take` says what of it: a number's value, the sum or largest value of a map, the length of a list or text.
    """

    check: Literal["range"]
    field: Text
    take: Literal["value", "sum", "largest", "length"] = "value"
    at_least: Number | None = None
    at_most: Number | None = None


class ImpliesCheck(_Check):
    """Every card that `where` picks also fulfils `then`, conditions of the same form."""

    check: Literal["implies"]
    then: Annotated[dict[Text, Any], Field(min_length=1)]


class DisjointCheck(_Check):
    """No card names the same thing in two of `fields` (a value, a list's members, a map's keys)."""

    check: Literal["disjoint"]
    fields: Annotated[list[Text], Field(min_length=2)]


class CoversCheck(_Check):
    """The second of two maps has every key of the first, with a number at least as large.

    So an improved side of a card is held to be no worse than the plain one.
    """

    check: Literal["covers"]
    fields: Annotated[list[Text], Field(min_length=2, max_length=2)]


class BalanceCheck(_Check):
    """Every value of `field` (its keys, if a map; its members, if a list) is used equally often.

    Values of the field's table that no card uses count as used 0 times. `within` is the allowed distance
    from the mean, in uses; a map's key is used as often as its number says.
    """

    check: Literal["balance"]
    field: Text
    within: Annotated[Number, Field(ge=0)]
    ignore: list[Text] = []


class CorrelationCheck(_Check):
    """Spearman's rank correlation of two numeric fields lies within bounds."""

    check: Literal["correlation"]
    fields: Annotated[list[Text], Field(min_length=2, max_length=2)]
    at_least: Number | None = None
    at_most: Number | None = None


class InPlayCheck(_Check):
    """How many cards of the component are in play at each player count."""

    check: Literal["in_play"]
    is_: Annotated[dict[Whole, Whole] | None, Field(alias="is")] = None
    at_least: dict[Whole, Whole] | None = None


Check = Annotated[
    CountCheck
    | GroupsCheck
    | DistributionCheck
    | SumCheck
    | UniqueCheck
    | RangeCheck
    | ImpliesCheck
    | DisjointCheck
    | CoversCheck
    | BalanceCheck
    | CorrelationCheck
    | InPlayCheck,
    Field(discriminator="check"),
]


class Example(Model):
    """A worked example of the rulebook: `rule` names a function of the rule set, called with `given`."""

    id: Id
    title: Text
    rule: Text
    given: dict[Text, Any] = {}
    gives: Any
    text: Text | None = None
    source: Literal["draft", "computed"] = "computed"


class Ruling(Model):
    """An answer taken where the draft is silent. `option` names the parameter that holds it."""

    id: Text
    question: Text
    answer: Text
    reason: Text
    option: Text | None = None


class GameSpec(Model):
    """game.yaml, whole. `style` holds whatever the game's templates want to read of it (colours, words)."""

    title: Name
    draft: Name
    players: Annotated[list[Annotated[Whole, Field(ge=1, le=20)]], Field(min_length=1)]
    components: Annotated[dict[Id, ComponentSpec], Field(min_length=1)]
    summary: Text = ""
    tables: dict[Id, list[dict[Text, Any]]] = {}
    rules: Text | None = None
    params: dict[Text, Any] = {}
    checks: list[Check] = []
    examples: list[Example] = []
    rulings: list[Ruling] = []
    fonts: dict[Text, Annotated[list[Text], Field(min_length=1)]] = {}
    icons: dict[Text, Text] = {}
    box: BoxSpec | None = None
    style: dict[str, Any] = {}


# ------------------------------------------------------------------ the game after loading


@dataclass(frozen=True, slots=True)
class Card:
    """One design; `copies` is how many of it the deck holds. `places` says where each value was written."""

    id: str
    copies: int
    values: Mapping[str, Value]
    place: Place
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True)
class Component:
    """A component with its cards. `size` is the trim size; `spec` is what game.yaml says."""

    id: str
    spec: ComponentSpec
    size: Size
    fields: Mapping[str, FieldSpec]
    cards: tuple[Card, ...]
    place: Place

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def declared(self) -> int:
        return self.spec.count

    @cached_property
    def found(self) -> int:
        """Cards in the list, copies counted; a component without a list is taken at its word."""
        return sum(card.copies for card in self.cards) if self.cards else self.spec.count


@dataclass(frozen=True)
class Game:
    """A draft of a game, read and cross-checked. `place` finds a spot in game.yaml by its path."""

    id: str
    folder: Path
    spec: GameSpec
    components: Mapping[str, Component]
    tables: Mapping[str, Mapping[str, Mapping[str, Any]]]
    place: Callable[[Path_], Place]

    @property
    def title(self) -> str:
        return self.spec.title

    @property
    def draft(self) -> str:
        return self.spec.draft

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(self.spec.players)
