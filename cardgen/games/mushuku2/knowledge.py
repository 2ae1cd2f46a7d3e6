"""What a seat of 探偵無宿2 knows: its information state, and positions it cannot tell from this one."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cardgen.games.mushuku2.position import Position
from cardgen.games.mushuku2.table import Step


class Sight(NamedTuple):
    """What one seat sees: everything that lies open, the sizes of what does not, its own hand and memory."""

    round: int
    start: int
    seat: int
    phase: str
    watashi: tuple[str | None, ...]
    line: tuple[str, ...]
    deck: int
    outside: tuple[str, ...]
    suspects: tuple[tuple[str, int], ...]
    awake: tuple[str, ...]
    dead: tuple[str, ...]
    lamps: int
    pile: int
    discards: tuple[int, ...]
    played: int | None
    notebooks: tuple[tuple[int, ...], ...]
    fresh: int | None
    own_costs: tuple[tuple[str, int], ...]
    deductions: tuple[int, int]
    acted: bool
    queue: tuple[Step, ...]
    hands: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    looked: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    memory: tuple[tuple[int, str], ...]
    past: tuple[str, ...]


def sight(case: Position, player: int) -> Sight:
    """What this seat has seen of a position."""
    return Sight(
        round=case.round,
        start=case.start,
        seat=case.seat,
        phase=case.phase,
        watashi=tuple(case.watashi),
        line=tuple(case.line),
        deck=len(case.deck),
        outside=tuple(sorted(case.outside)),
        suspects=tuple(case.suspects.items()),
        awake=tuple(case.awake),
        dead=tuple(case.dead),
        lamps=case.lamps,
        pile=len(case.pile),
        discards=tuple(sorted(case.discards)),
        played=case.played,
        notebooks=tuple(map(tuple, case.notebooks)),
        fresh=case.fresh,
        own_costs=tuple(sorted(case.turn_cost.items())),
        deductions=(case.deductions, case.discount),
        acted=case.acted,
        queue=tuple(case.queue),
        hands=tuple(map(len, case.hands)),
        shown=tuple(tuple(sorted(shown)) for shown in case.shown),
        looked=tuple(tuple(sorted(memory)) for memory in case.memory),
        hand=tuple(case.hands[player]),
        memory=tuple(sorted(case.memory[player].items())),
        past=tuple(case.past),
    )


def deal_anew(case: Position, player: int, rng: Random) -> None:
    """Deal out again, in place, all that this seat does not see.

    Event pile and the others' hands, but for cards everybody saw taken; the investigation deck, but for the
    places this seat has looked at. What the others remember of the deck follows it.
    """
    _deal_events(case, player, rng)
    unseen = [place for place in range(len(case.deck)) if place not in case.memory[player]]
    cards = [case.deck[place] for place in unseen]
    rng.shuffle(cards)
    for place, card in zip(unseen, cards, strict=True):
        case.deck[place] = card
    for memory in case.memory:
        memory.update({place: case.deck[place] for place in memory})


def _deal_events(case: Position, player: int, rng: Random) -> None:
    others = [seat for seat in range(case.players) if seat != player]
    hidden = [n for seat in others for n in case.hands[seat] if n not in case.shown[seat]]
    unseen = [*case.pile, *hidden]
    rng.shuffle(unseen)
    for seat in others:
        missing = len(case.hands[seat]) - len(case.shown[seat])
        case.hands[seat] = sorted([*case.shown[seat], *(unseen.pop() for _ in range(missing))])
    case.pile = unseen
