"""What a game is: components, cards, checks, worked examples and rulings.

The pydantic models describe game.yaml as a designer writes it (and give the JSON Schema); `Game`,
`Component` and `Card` are the same facts after `load` has read the card rows and resolved the names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from cardgen.problems import Place

Value = str | int | float | bool | None | tuple[Any, ...] | Mapping[str, Any]
Path_ = tuple[str | int, ...]
"""Where a value stands in a YAML file: keys and list positions from the top."""


def _not_bool(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("boolean")
    return value


Whole = Annotated[int, BeforeValidator(_not_bool)]
Number = Annotated[float, BeforeValidator(_not_bool)]
Id = Annotated[str, StringConstraints(pattern=r"^\w[\w-]*$")]


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# ------------------------------------------------------------------ game.yaml as it is written


class Size(Model):
    """Trim size in mm; `corner` is the radius of the corners."""

    width: Annotated[Number, Field(gt=0, le=1000)]
    height: Annotated[Number, Field(gt=0, le=1000)]
    corner: Annotated[Number, Field(ge=0)] = 3.0


Kind = Literal["text", "integer", "number", "boolean", "image", "choice", "list", "map"]


class FieldSpec(Model):
    """What a column of a card list holds. `choice`, `list` and `map` take ids of the table `of`."""

    type: Kind = "text"
    of: str | None = None
    optional: bool = False


class InPlay(Model):
    """How much of a component is used, by player count: the first `take` groups of equal `per`.

    `take` is "players", the name of a parameter that maps player counts to numbers, or such a map.
    """

    per: str
    take: str | dict[Whole, Whole]


class ComponentSpec(Model):
    """One kind of component. Without `front` it is counted but not printed (cubes, dice).

    `repeat` makes a copy of the card list for each value ({set: characters}: one set of cards per row of
    that table), with the value before each card's id. `extra` marks a printed aid that the rules do not
    count among the components (a player reference).
    """

    name: str
    count: Annotated[Whole, Field(ge=0)]
    unit: str = "枚"
    size: str | Size = "poker"
    fields: dict[str, str | FieldSpec] = {}
    cards: str | list[dict[str, Any]] = []
    repeat: dict[str, str | list[str | Whole]] = {}
    front: str | None = None
    back: str | None = None
    in_play: InPlay | None = None
    faces: list[str] = []
    extra: bool = False
    note: str | None = None


class _Check(Model):
    """What all checks share: the component, an optional filter, and the sentence it comes from."""

    of: str
    where: dict[str, Any] = {}
    says: str | None = None


class CountCheck(_Check):
    """The number of cards, of the whole component or of each group of equal `per`."""

    check: Literal["count"]
    per: str | None = None
    is_: Annotated[Whole | dict[str, Whole], Field(alias="is")]


class GroupsCheck(_Check):
    """The number of different values of `per`."""

    check: Literal["groups"]
    per: str
    is_: Annotated[Whole, Field(alias="is")]


class DistributionCheck(_Check):
    """How often each value of `field` occurs, in the whole component or in each group."""

    check: Literal["distribution"]
    field: str
    per: str | None = None
    is_: Annotated[dict[str | Whole, Whole], Field(alias="is")]


class SumCheck(_Check):
    """The sum of a numeric field, over the whole component or in each group."""

    check: Literal["sum"]
    field: str
    per: str | None = None
    is_: Annotated[Number | None, Field(alias="is")] = None
    at_least: Number | None = None
    at_most: Number | None = None


class UniqueCheck(_Check):
    """No two card designs agree in all of `fields`."""

    check: Literal["unique"]
    fields: Annotated[list[str], Field(min_length=1)]


class RangeCheck(_Check):
    """Every card's `field` (a number, or the sum or largest value of a map, or the length of a list) is within bounds."""

    check: Literal["range"]
    field: str
    take: Literal["value", "sum", "largest", "length"] = "value"
    at_least: Number | None = None
    at_most: Number | None = None


class BalanceCheck(_Check):
    """Every value of `field` (its keys, if a map; its members, if a list) is used equally often.

    `within` is the allowed distance from the mean, in uses.
    """

    check: Literal["balance"]
    field: str
    within: Number
    ignore: list[str] = []


class CorrelationCheck(_Check):
    """Spearman's rank correlation of two numeric fields lies within bounds."""

    check: Literal["correlation"]
    fields: Annotated[list[str], Field(min_length=2, max_length=2)]
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
    | BalanceCheck
    | CorrelationCheck
    | InPlayCheck,
    Field(discriminator="check"),
]


class Example(Model):
    """A worked example of the rulebook: `rule` names a function of the rule set, called with `given`."""

    id: Id
    title: str
    rule: str
    given: dict[str, Any] = {}
    gives: Any
    text: str | None = None
    source: Literal["draft", "computed"] = "computed"


class Ruling(Model):
    """An answer taken where the draft is silent. `option` names the parameter that holds it."""

    id: str
    question: str
    answer: str
    reason: str
    option: str | None = None


class GameSpec(Model):
    """game.yaml, whole. `style` holds whatever the game's templates want to read of it (colours, words)."""

    title: str
    draft: str
    players: Annotated[list[Annotated[Whole, Field(ge=1, le=20)]], Field(min_length=1)]
    components: Annotated[dict[Id, ComponentSpec], Field(min_length=1)]
    summary: str = ""
    tables: dict[Id, list[dict[str, Any]]] = {}
    rules: str | None = None
    params: dict[str, Any] = {}
    checks: list[Check] = []
    examples: list[Example] = []
    rulings: list[Ruling] = []
    fonts: dict[str, list[str]] = {}
    icons: dict[str, str] = {}
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
