"""Positions of 24 −共鳴するテロル− that a seat takes for possible: all that it does not see, dealt anew."""

from __future__ import annotations

from random import Random

from cardgen.games.terror24.choices import Zone
from cardgen.games.terror24.position import Position

ZONES: tuple[Zone, Zone] = ("stand", "coop")


def deal_anew(state: Position, player: int, rng: Random) -> None:
    """Change in `state` whatever `player` does not see: events, others' cards and choices, dice to come."""
    state.rng = Random(rng.getrandbits(64))
    _events(state, player, rng)
    for seat in range(state.players):
        if seat != player:
            _action_cards(state, seat, rng)
            _styles(state, seat, rng)
            _hidden_events(state, seat, rng)


def _events(state: Position, player: int, rng: Random) -> None:
    unseen = sorted(state.face_down - state.seen[player])
    pool = state.deck + [state.grid[rank][case] for rank, case in unseen]
    rng.shuffle(pool)
    for rank, case in unseen:
        state.grid[rank][case] = pool.pop()
    state.deck = pool


def _action_cards(state: Position, seat: int, rng: Random) -> None:
    """The face-down cards of a seat together with those still in its hand."""
    row = 0 if state.phase == "place" and state.row == 0 else 1
    laid = state.plan[seat][row]
    shown = laid[: state.revealed[seat]]
    pool = laid[len(shown) :] + state.held[seat]
    rng.shuffle(pool)
    hidden = len(laid) - len(shown)
    state.plan[seat][row] = shown + pool[:hidden]
    state.held[seat] = sorted(pool[hidden:], key=state.box.sets[state.detectives[seat]].index)


def _styles(state: Position, seat: int, rng: Random) -> None:
    """Styles chosen but not yet shown."""
    chosen = len(state.styles[seat])
    if state.params.style_unit == "card":
        state.styles[seat] = [rng.choice(ZONES) for _ in range(chosen)]
    else:
        state.styles[seat] = [rng.choice(ZONES)] * chosen


def _hidden_events(state: Position, seat: int, rng: Random) -> None:
    """Where won events are ruled to be hidden: those of suits not yet shown change places.

    How many stand is seen, hand by hand, so only events of the same hand are exchanged.
    """
    if state.params.won_events == "open" or state.hand == state.params.hands:
        return
    for hand in range(1, state.hand):

        def is_hidden(card: str, hand: int = hand) -> bool:
            return state.won_in[card] == hand and state.box.suit[card] not in state.tested[seat]

        pool = [card for card in state.stand[seat] + state.coop[seat] if is_hidden(card)]
        rng.shuffle(pool)
        for zone in (state.stand, state.coop):
            zone[seat] = [pool.pop() if is_hidden(card) else card for card in zone[seat]]
