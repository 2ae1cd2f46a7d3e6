"""What never changes in a game of 探偵無宿2: what its cards say, the choices about them, the parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cardgen.games.mushuku2.arithmetic import deduction_price
from cardgen.games.mushuku2.params import Mushuku2Params

Argument = int | str
Step = tuple[str, Argument]
"""A word and its number, or the person or card that it is about."""


@dataclass(frozen=True, slots=True)
class Move:
    """A choice: what is done with which card or person. `text` is how a player says it."""

    verb: str
    what: Argument | None = None
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.text or f"{self.verb} {self.what}"


Cost = Mapping[str, int]
"""How many of which person's colour; a colour goes by its person's id."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event card. `death` are the people who must be dead, `info` the costs it gives from next turn on."""

    id: str
    number: int
    name: str
    cost: Cost
    vp: int
    death: tuple[str, ...] = ()
    info: tuple[str, ...] = ()
    draw_change: bool = False
    flash: bool = False
    effects: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Person:
    """A person with the ids of the investigation cards and the two sides of the action card."""

    id: str
    name: str
    cards: tuple[str, ...]
    normal: tuple[Step, ...]
    awake: tuple[Step, ...]

    @property
    def copies(self) -> int:
        return len(self.cards)


@dataclass(frozen=True, slots=True)
class Skill:
    """A 「私」: the steps that follow at a moment of the owner's."""

    id: str
    name: str
    when: str
    effects: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Cast:
    """Everything the decks of one game say. `night` is the id of 惨劇の夜."""

    people: Mapping[str, Person]
    events: Mapping[int, Event]
    skills: Mapping[str, Skill]
    night: str


EVENT_VERBS = {
    "investigate": "捜査",
    "flash": "閃き",
    "rest": "一服",
    "discard": "捨てる",
    "recover": "拾う",
}
PERSON_VERBS = {"deduce": "推理", "outside": "線外", "recall": "戻す", "clue": "コスト"}


class Table:
    """The cards and parameters of one game as play needs them.

    `people` lists the ids in table order; `moves` holds every choice about a card or person, made once.
    """

    def __init__(self, params: Mushuku2Params, cast: Cast):
        self.params = params
        self.cast = cast
        self.people = tuple(cast.people)
        self.moves = dict(_moves(cast))

    def discards(self, hand: Sequence[int]) -> list[Move]:
        """One choice for each card of a hand."""
        return [self.moves["discard", number] for number in hand]

    def price(self, person: str, dead: Sequence[str], discount: int) -> int:
        """Hand cards that a 推理 of this colour takes now."""
        p = self.params
        return deduction_price(person, dead, p.black, p.deduction_price, p.hard_deduction_price, discount)


def _moves(cast: Cast) -> Iterator[tuple[tuple[str, int | str], Move]]:
    for event in cast.events.values():
        for verb, word in EVENT_VERBS.items():
            yield (verb, event.number), Move(verb, event.number, f"{word} {event.number}「{event.name}」")
    for person in cast.people.values():
        for verb, word in PERSON_VERBS.items():
            yield (verb, person.id), Move(verb, person.id, f"{word} {person.name}")
    for skill in cast.skills.values():
        yield ("watashi", skill.id), Move("watashi", skill.id, f"私 {skill.name}")
