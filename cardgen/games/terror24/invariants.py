"""What must hold in every position of 24 −共鳴するテロル−, each rule a function that yields its breaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from cardgen.games.terror24.position import Position


def faults(state: Position) -> Iterator[str]:
    """Every breach in this position."""
    for rule in RULES:
        yield from rule(state)


def _events(state: Position) -> Iterator[str]:
    """All events are somewhere, and the deck has those that no hand so far has dealt."""
    won = list(chain(*state.gained, *state.stand, *state.coop, *state.loose))
    grid = [card for row in state.grid for card in row if card]
    everywhere = Counter(won + grid + state.deck + state.discard + state.removed)
    if everywhere != Counter(state.box.events):
        yield "the events do not add up to the deck"
    dealt = 2 * state.params.columns * state.hand
    refilled = state.hand == state.params.hands or state.params.hand2_reshuffle
    if not refilled and len(state.deck) != len(state.box.events) - dealt:
        yield f"{len(state.deck)} events are in the deck after {dealt} were dealt"
    if set(won) != set(state.won_in):
        yield "the events in front of the seats are not those that were won"


def _action_cards(state: Position) -> Iterator[str]:
    """Each set is whole, and a row has a card for each case before the next begins."""
    columns = state.params.columns
    for seat, (first, second) in enumerate(state.plan):
        mine = state.box.sets[state.detectives[seat]]
        if Counter(first + second + state.held[seat]) != Counter(mine):
            yield f"the action cards of seat {seat} are not its set"
        laid = (len(first), len(second))
        due = _cards_due(state, seat)
        if due is not None and laid != due:
            yield f"seat {seat} has laid {laid} cards, not {due}"
        if max(laid) > columns or state.revealed[seat] > len(second):
            yield f"seat {seat} has more than {columns} cards in a row, or shows one that is not there"


def _cards_due(state: Position, seat: int) -> tuple[int, int] | None:
    columns = state.params.columns
    if state.phase == "peek":
        return (0, 0)
    if state.phase != "place":
        return (columns, columns)
    if seat == state.seat:
        return None
    own = columns if seat < state.seat else 0
    return (own, 0) if state.row == 0 else (columns, own)


def _awards(state: Position) -> Iterator[str]:
    """A case gives two events, each to one seat or to nobody, and never both to one seat."""
    for row in state.grid:
        gone = [not card for card in row]
        settled = state.case if state.phase in ("style", "over") else max(0, state.case - 1)
        if state.phase in ("place", "peek"):
            settled = 0
        if gone != [case < settled for case in range(len(row))]:
            yield f"{gone.count(True)} events of a row are settled, not {settled}"
    won = Counter(seat for seat in state.claims if seat is not None)
    if any(times > 1 for times in won.values()):
        yield "one seat has won both events of a case"


def _injuries(state: Position) -> Iterator[str]:
    """Injury cards from none to hospital, and in hospital only who has them all."""
    full = state.params.hospital_at
    for seat, held in enumerate(state.injury):
        if not 0 <= held <= full:
            yield f"seat {seat} has {held} injury cards"
        if bool(state.out[seat]) != (held == full):
            yield f"seat {seat} has {held} injury cards and in-hospital is {bool(state.out[seat])}"
    if state.injuries.real + state.injuries.substitutes != sum(state.injury):
        yield "the injury cards handed out are not those held"


def _assist_cards(state: Position) -> Iterator[str]:
    """One assist card for each escape and each seat tied out of an event, as far as the supply goes."""
    held = sum(state.assist)
    if state.assists.real + state.assists.substitutes != held:
        yield "the assist cards handed out are not those held"
    limit = state.assists.limit
    if held != (state.consoled if limit is None else min(limit, state.consoled)):
        yield f"{held} assist cards are held for {state.consoled} consolations"


def _masterminds(state: Position) -> Iterator[str]:
    """A mastermind is only kept by who had its suit in 【スタンド】 before that hand."""
    for seat in range(state.players):
        for card in (*state.stand[seat], *state.coop[seat], *state.loose[seat]):
            if not state.box.is_mastermind(card) or _needs_no_arrest(state, card):
                continue
            suit, hand = state.box.suit[card], state.won_in[card]
            if not any(state.box.suit[c] == suit and state.won_in[c] < hand for c in state.stand[seat]):
                yield f"seat {seat} keeps {card} without a card of its suit in 【スタンド】"


def _needs_no_arrest(state: Position, card: str) -> bool:
    return not state.params.hand3_mastermind and state.won_in[card] == state.params.hands


def _bonuses(state: Position) -> Iterator[str]:
    """有終の美 is one of its few values, once a seat, and in the last hand only."""
    values = {0, *(state.params.martyr_base - case - 1 for case in range(state.params.columns))}
    for seat, got in enumerate(state.martyr):
        if got not in values or (got and state.hand < state.params.hands):
            yield f"seat {seat} has {got} points for 有終の美"


def _absent(state: Position) -> Iterator[str]:
    """Who went to hospital in an earlier case has no part in this one."""
    if state.phase not in ("challenge", "second die", "choose event"):
        return
    for seat, since in enumerate(state.out):
        if since and since < state.case and (seat in state.power or state.hero == seat):
            yield f"seat {seat} takes part in case {state.case} from hospital"


RULES = (_events, _action_cards, _awards, _injuries, _assist_cards, _masterminds, _bonuses, _absent)
