"""What must hold in every position of 探偵無宿2: cards conserved, the dead gone, lamps and turns in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardgen.games.mushuku2.arithmetic import NIGHT
from cardgen.games.mushuku2.position import Position


def faults(case: Position) -> Iterator[str]:
    """Sentences about cards lost or doubled, the dead and the awake, lamps, the line, and turns."""
    yield from _card_faults(case)
    yield from _death_faults(case)
    yield from _lamp_faults(case)
    yield from _turn_faults(case)


def _turn_faults(case: Position) -> Iterator[str]:
    people = case.table.params.opening_line if case.round else 0
    if len(case.opened) != people or NIGHT in case.opened:
        yield f"the line was opened with {case.opened}"
    due = case.turns - (case.phase == "turn" and not case.acted)
    if case.phase in ("round", "turn") and case.acts != due:
        yield f"{case.acts} 捜査 and 一服 in {case.turns} turns"
    if case.deductions < 0:
        yield "more 推理 than the turn allows"


def _card_faults(case: Position) -> Iterator[str]:
    everyone = Counter(case.people_cards()) + Counter(case.suspects) + Counter(case.removed)
    for person in case.table.cast.people.values():
        if everyone[person.id] != person.copies:
            yield f"{everyone[person.id]} investigation cards of {person.id}"
    if (case.deck + case.line).count(NIGHT) != 1:
        yield "惨劇の夜 is not in deck or line exactly once"
    numbers = sorted(number for zone in case.event_zones() for number in zone)
    if numbers != list(case.table.cast.events):
        yield "the events are not all there once"
    if any(case.table.cast.events[number].flash for notebook in case.notebooks for number in notebook):
        yield "a [閃き] card is in a notebook"


def _death_faults(case: Position) -> Iterator[str]:
    p = case.table.params
    for person in case.dead:
        if person in case.people_cards() or case.suspects[person]:
            yield f"cards of {person}, who is dead, are in play"
    for person in case.awake:
        if case.suspects[person] or person == p.black:
            yield f"{person} is awake"
    if len(case.dead) < p.deaths_goal and len(case.people_cards()) < p.opening_line:
        yield "too few people are left for a line"


def _lamp_faults(case: Position) -> Iterator[str]:
    """The lamps follow from the rounds since the last death, unless an effect moved them (ruling A31)."""
    p = case.table.params
    since = case.round - case.last_death - 1 + (p.lamp_after_death if case.last_death else 0)
    due = min(p.max_lamps, since) if case.round > case.last_death else 0
    if not 0 <= case.lamps <= p.max_lamps or (not case.lamps_moved and case.lamps != max(0, due)):
        yield f"{case.lamps} lamps in round {case.round}, last death in round {case.last_death}"
    longest = p.max_lamps + 1 + (p.deaths_goal - 1) * (p.max_lamps + 1 - p.lamp_after_death)
    if case.round > longest and not case.meddled:
        yield f"round {case.round} without five deaths"
