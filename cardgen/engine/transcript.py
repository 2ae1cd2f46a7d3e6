"""A game written down for people: seats, legal actions, choices, and what each seat knows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from cardgen.engine.play import Move, play
from cardgen.engine.state import Rules, State


def transcript(rules: Rules, players: int, seed: int) -> str:
    """One random game as text: each position with its legal actions, the choice, and per seat what it
    knows that it did not know before."""
    lines = [f"{rules.game.title} {rules.game.draft}", f"players {players}, seed {seed}", ""]
    known: list[Hashable] = [None] * players

    def write_news(state: State) -> None:
        told: dict[str, list[int]] = {}
        for seat in range(players):
            now = state.information_state(seat)
            for line in news(known[seat], now):
                told.setdefault(line, []).append(seat)
            known[seat] = now
        lines.extend(f"  {_named(seats, players)}: {line}" for line, seats in told.items())

    def watch(state: State, move: Move) -> None:
        write_news(state)
        lines.append(f"seat {move.seat} may: " + " | ".join(str(action) for action in move.legal))
        lines.extend([f"seat {move.seat} plays: {move.action}", ""])

    played = play(rules, players, seed, watch=watch)
    write_news(played.end)
    lines.append("")
    lines.extend(f"{name}: {value}" for name, value in played.end.totals().items())
    lines.append(f"returns: {', '.join(f'{share:g}' for share in played.end.returns())}")
    lines.append(f"outcome: {played.outcome.reason}, winners {list(played.outcome.winners)}")
    return "\n".join(lines) + "\n"


def _named(seats: Sequence[int], players: int) -> str:
    return "all see" if len(seats) == players > 1 else f"seat {' '.join(map(str, seats))} sees"


def news(before: Hashable, after: Hashable) -> Iterator[str]:
    """What changed from one information state to the next, field by field where it has named fields."""
    names = getattr(after, "_fields", None)
    if not isinstance(after, tuple) or names is None:
        if before != after:
            yield repr(after)
        return
    old = before if isinstance(before, tuple) else (None,) * len(after)
    for name, was, now in zip(names, old, after, strict=True):
        if was == now or (before is None and now in (None, ())):
            continue
        if isinstance(was, tuple) and isinstance(now, tuple) and was and now[: len(was)] == was:
            yield f"{name} + {', '.join(map(repr, now[len(was) :]))}"
        else:
            yield f"{name} = {now!r}"
