"""How much of a component is in play at a player count: the one rule that counting and checking share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.model import Card, Component
from cardgen.select import grouped


def groups_in_play(component: Component, players: int, params: Mapping[str, Any]) -> int | None:
    """How many groups are taken at that player count, or None when all of the component is used."""
    spec = component.spec.in_play
    if spec is None:
        return None
    if spec.take == "players":
        return players
    numbers = params[spec.take] if isinstance(spec.take, str) else spec.take
    return int(numbers.get(players, 0))


def cards_in_play(
    component: Component, players: int, params: Mapping[str, Any], cards: Sequence[Card] | None = None
) -> tuple[Card, ...]:
    """The cards used at that player count: those of the first groups, in the order of the card list.

    `cards` narrows it down to some of the component's cards; the groups are still those of the whole.
    """
    chosen = component.cards if cards is None else tuple(cards)
    take = groups_in_play(component, players, params)
    if take is None or component.spec.in_play is None:
        return chosen
    groups = list(grouped(component.cards, component.spec.in_play.per).values())[:take]
    used = {card.id for group in groups for card in group}
    return tuple(card for card in chosen if card.id in used)


def in_play(
    component: Component, players: int, params: Mapping[str, Any], cards: Sequence[Card] | None = None
) -> int:
    """How many cards (or other pieces) that is, copies counted."""
    if not component.cards:
        return component.found
    return sum(card.copies for card in cards_in_play(component, players, params, cards))
