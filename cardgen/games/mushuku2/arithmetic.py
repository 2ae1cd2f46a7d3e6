"""The arithmetic of 探偵無宿2 草案8: costs, 推理, the victim, the lamps and the end, as pure functions.

Play and the worked examples call the same functions. People and colours go by the person's id; a line is
the list of people from left to right, 惨劇の夜 written as NIGHT.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from cardgen.games.ranking import best

NIGHT = "night"

LampRule = Literal["tied_last", "line_last"]
NextStart = Literal["after_last_turn", "after_start"]


def opening_line(deck: Sequence[str], people: int) -> tuple[list[str], list[str]]:
    """The first line and what is left, from a deck listed from the top (１：ラウンド開始).

    惨劇の夜 among the first cards gives way to the next card and goes back into the deck, which the
    caller then shuffles (ruling A12).
    """
    line = [card for card in deck[:people] if card != NIGHT]
    back = [NIGHT] * (people - len(line))
    taken = people + len(back)
    return line + list(deck[people:taken]), list(deck[taken:]) + back


def available(
    line: Iterable[str], info: Mapping[str, int] | None = None, temporary: Mapping[str, int] | None = None
) -> dict[str, int]:
    """How much of each colour there is: one per card on the line, information, this turn's own (捜査)."""
    have: dict[str, int] = {}
    for person in line:
        if person != NIGHT:
            have[person] = have.get(person, 0) + 1
    for more in (info or {}, temporary or {}):
        for person, n in more.items():
            have[person] = have.get(person, 0) + n
    return have


def information(notebook: Mapping[int, Sequence[str]], fresh: int | None = None) -> dict[str, int]:
    """The costs that a notebook gives, not yet those of the card played this turn (情報コスト)."""
    return dict(Counter(person for number, info in notebook.items() if number != fresh for person in info))


def shortfall(cost: Mapping[str, int], have: Mapping[str, int]) -> dict[str, int]:
    """What is missing of a cost. Nothing is used up, so each card is held against all there is."""
    return {person: n - have.get(person, 0) for person, n in cost.items() if have.get(person, 0) < n}


def payable(
    cost: Mapping[str, int], have: Mapping[str, int], death: Collection[str] = (), dead: Collection[str] = ()
) -> bool:
    """Whether a card may be played: its cost is there and all people it names are dead (捜査)."""
    return not shortfall(cost, have) and all(person in dead for person in death)


def deduction_price(
    person: str, dead: Collection[str], black: str, price: int, hard_price: int, discount: int = 0
) -> int:
    """Hand cards that 推理 of this colour discards: more for black or a dead person, once (ruling A22)."""
    full = hard_price if person == black or person in dead else price
    return max(0, full - discount)


def victim(line: Sequence[str], lamps: int, max_lamps: int, lamp_rule: LampRule) -> str | None:
    """Who dies at the round's end, or None (犠牲者の選定).

    Most cards on the line; a tie saves everyone until the lamps are full, then the tied person whose last
    card lies further back dies (or, with `line_last`, whoever lies last; ruling A30).
    """
    people = [person for person in line if person != NIGHT]
    if not people:
        return None
    full = lamps >= max_lamps
    if full and lamp_rule == "line_last":
        return people[-1]
    tied = best(Counter(people))
    if len(tied) == 1:
        return tied[0]
    return next(person for person in reversed(people) if person in tied) if full else None


def next_lamps(lamps: int, died: bool, max_lamps: int, after_death: int) -> int:
    """Lamps of the next round: a death takes all away, then one is placed (再セットアップ, ruling A31)."""
    return after_death if died else min(max_lamps, lamps + 1)


def is_over(points: Iterable[int], deaths: int, vp_goal: int, deaths_goal: int) -> bool:
    """Whether the check at the round's end ends the game (ゲーム終了チェック)."""
    return deaths >= deaths_goal or any(vp >= vp_goal for vp in points)


def winners(points: Sequence[int], numbers: Sequence[Sequence[int]]) -> list[int]:
    """Seats with most VP; of those, whoever has the smallest event number; without any card, all of them."""
    level = best(dict(enumerate(points)))
    smallest = {seat: -min(numbers[seat]) for seat in level if numbers[seat]}
    return best(smallest) or level


def next_start(start: int, last: int, players: int, rule: NextStart) -> int:
    """Who leads the next round: the seat after the last turn's, or after the last leader (ruling A32)."""
    return ((last if rule == "after_last_turn" else start) + 1) % players
