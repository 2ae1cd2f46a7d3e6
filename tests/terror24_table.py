"""A table to play 24 −共鳴するテロル− at: chance does what the test writes down.

`Chance` deals the detectives, the events and the dice that a test asks for. Unless a test says otherwise
three seats play, `PLAN` is what they lay, nobody challenges, and every event won goes to 【コープ】. Then
these win (first and second event of cases 1 to 5):

    seat 1, 2   seat 2, 0   seat 0, 1   seat 0, 1   seat 0, 1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from games import game

from cardgen.games.terror24.arithmetic import Terror24Params
from cardgen.games.terror24.choices import Challenge, Place, Style, Take
from cardgen.games.terror24.rules import Terror24
from cardgen.games.terror24.state import Terror24State

GAME = game("terror24-d13")
RULES = Terror24(GAME)
DRAFT = Terror24Params()

HAND1 = (
    "red-2 blue-2 green-2 yellow-2 purple-2",
    "red-3a blue-3a green-3a yellow-3a purple-3a",
)
HAND2 = (
    "red-3b blue-3b green-3b yellow-3b purple-3b",
    "red-4 blue-4 green-4 yellow-4 purple-4",
)
HAND3 = (
    "white-2 white-3a white-3b white-4 white-5",
    "red-5 blue-5 green-5 yellow-5 purple-5",
)
PLAN = (
    ("6 5 4 3 hero", "0 1 2 3 0"),
    ("hero 5 4 3 6", "0 0 1 2 3"),
    ("6 hero 4 3 3", "5 0 0 1 2"),
)
SET = ["0", "0", "1", "2", "3", "3", "4", "5", "6", "hero"]


# ------------------------------------------------------------------ a table to play at


class Chance(Random):
    """Chance that does what it is told: the detectives, the events on top at each shuffle, the dice."""

    detectives: list[str]
    decks: list[list[str]]
    dice: list[int]

    def sample(self, population: Any, k: int, **_: Any) -> list[Any]:
        return list(self.detectives)

    def shuffle(self, x: Any) -> None:
        top = [card for card in self.decks.pop(0) if card in x]
        x[:] = [card for card in x if card not in top] + top[::-1]

    def randint(self, a: int, b: int) -> int:
        return self.dice.pop(0)


def with_params(**params: Any) -> Terror24:
    """The rules with other parameters than the draft's, for which the worked examples do not hold."""
    spec = GAME.spec.model_copy(update={"params": {**GAME.spec.params, **params}, "examples": []})
    return Terror24(replace(GAME, spec=spec))


def table(
    detectives: str = "scotch wolf hibachi",
    rules: Terror24 = RULES,
    dice: Sequence[int] = (),
    hand1: Sequence[str] = HAND1,
    hand2: Sequence[str] = HAND2,
    hand3: Sequence[str] = HAND3,
) -> Terror24State:
    """A new game with chance as told."""
    chance = Chance(0)
    chance.detectives = detectives.split()
    chance.decks = [" ".join((*hand1, *hand2)).split(), " ".join(hand3).split()]
    chance.dice = list(dice)
    return rules.start(len(chance.detectives), chance)


def lay_row(state: Terror24State, rows: Sequence[str]) -> None:
    for seat, row in enumerate(rows):
        for case, face in enumerate(row.split(), start=1):
            state.apply(Place(case, f"{state.detectives[seat]}-{face}"))


def lay(state: Terror24State, plan: Sequence[tuple[str, str]] = PLAN) -> Terror24State:
    """Both rows of every seat, up to the first challenge of the hand."""
    for row in zip(*plan, strict=True):
        lay_row(state, row)
    return state


def pairs(**cases: str) -> tuple[str, str]:
    """The two rows of a seat with these pairs on some cases (c1="4 3"), its other cards anywhere."""
    rest = Counter(SET) - Counter(" ".join(cases.values()).split())
    left = [face for face in SET if rest[face] and not rest.subtract([face])]
    first, second = [], []
    for case in range(1, 6):
        pair = cases[f"c{case}"].split() if f"c{case}" in cases else [left.pop(0), left.pop(0)]
        first.append(pair[0])
        second.append(pair[1])
    return " ".join(first), " ".join(second)


def solve(
    state: Terror24State,
    until: Callable[[Terror24State], bool],
    rolls: Mapping[tuple[int, int], str] | None = None,
    stand: Sequence[str] = (),
    take: int = 1,
) -> Terror24State:
    """Go on until `until` says stop: `rolls` are the dice by case and seat, `stand` the events that stand."""
    while state.phase != "over" and not until(state):
        legal = state.legal_actions()
        match legal[0]:
            case Challenge():
                state.apply(Challenge((rolls or {}).get((state.case, state.seat), "none")))
            case Style(card=card):
                state.apply(Style(card, "stand" if card in stand else "coop"))
            case Take():
                state.apply(Take(take))
            case _:
                break
    return state


def case_done(case: int) -> Callable[[Terror24State], bool]:
    return lambda state: any(line[:2] == ("awarded", case) for line in since_hand(state))


def hand_done(state: Terror24State) -> bool:
    return state.phase in ("style", "over")


def never(state: Terror24State) -> bool:
    return False


def since_hand(state: Terror24State) -> list[tuple[Any, ...]]:
    start = max(i for i, line in enumerate(state.log) if line[0] == "hand")
    return state.log[start:]


def line(state: Terror24State, word: str) -> tuple[Any, ...]:
    """The latest entry of that kind in what all have seen."""
    return next(entry for entry in reversed(state.log) if entry[0] == word)


def one_case(
    *seats: str,
    detectives: str = "scotch wolf hibachi",
    rolls: Mapping[int, str] | None = None,
    dice: Sequence[int] = (),
    rules: Terror24 = RULES,
    case: int = 1,
) -> Terror24State:
    """Hand 1 up to the end of one case on which the seats have laid these pairs."""
    state = table(detectives, rules, dice)
    lay(state, [pairs(**{f"c{case}": pair}) for pair in seats])
    return solve(state, case_done(case), {(case, seat): roll for seat, roll in (rolls or {}).items()})


def awarded(state: Terror24State, case: int = 1) -> tuple[Any, ...]:
    """Who got the first and the second event of a case, and who an assist card."""
    return next(entry for entry in since_hand(state) if entry[:2] == ("awarded", case))[2:]


def second_hand(
    detectives: str = "scotch wolf hibachi",
    stand: Sequence[str] = (),
    rules: Terror24 = RULES,
    dice: Sequence[int] = (),
    rolls: Mapping[tuple[int, int], str] | None = None,
    **decks: Sequence[str],
) -> Terror24State:
    """The beginning of hand 2, after a hand 1 by `PLAN`."""
    state = lay(table(detectives, rules, dice, **decks))
    return solve(state, lambda s: s.hand == 2, rolls, stand)


def third_hand(
    detectives: str = "scotch wolf hibachi",
    stand: Sequence[str] = (),
    rules: Terror24 = RULES,
    dice: Sequence[int] = (),
    **decks: Sequence[str],
) -> Terror24State:
    """The beginning of hand 3, after two hands by `PLAN`."""
    state = lay(second_hand(detectives, stand, rules, dice, **decks))
    return solve(state, lambda s: s.hand == 3, stand=stand)


def known(state: Terror24State, seat: int) -> str:
    return repr(state.information_state(seat))


def hand_2_case(
    case: int,
    *seats: str,
    detectives: str = "scotch wolf hibachi",
    rolls: Mapping[int, str] | None = None,
    dice: Sequence[int] = (),
    stand: Sequence[str] = (),
    take: int = 1,
    rules: Terror24 = RULES,
) -> Terror24State:
    """Hand 2 up to the end of one case with these pairs."""
    state = second_hand(detectives, stand, rules, dice)
    lay(state, [pairs(**{f"c{case}": pair}) for pair in seats])
    return solve(state, case_done(case), {(case, s): roll for s, roll in (rolls or {}).items()}, take=take)


def rolled(state: Terror24State) -> tuple[Any, ...]:
    """Green, red, bonus, gain, injuries of the latest roll."""
    return next(entry for entry in reversed(state.log) if entry[0] == "challenge" and len(entry) > 3)[3:]
