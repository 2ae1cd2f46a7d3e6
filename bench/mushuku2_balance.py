"""Balance of the sample content of 探偵無宿2: sensible players play, and a table of what happened is printed.

    python bench/mushuku2_balance.py [games per player count]

A player sees its own seat only. It plays the card worth most, pays for one missing cost by 推理 if that is
worth the discard, uses 閃き where it helps, and otherwise rests.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardgen.engine.play import Move as Played
from cardgen.engine.play import View, play
from cardgen.engine.state import State
from cardgen.games.mushuku2.arithmetic import available, information, payable, shortfall
from cardgen.games.mushuku2.case import Case
from cardgen.games.mushuku2.effects import CHANGE, DRAW, ENOUGH, SINK, STAY
from cardgen.games.mushuku2.knowledge import Sight
from cardgen.games.mushuku2.rules import Mushuku2
from cardgen.games.mushuku2.table import Event, Move
from cardgen.load import load

DATA = Path(__file__).parent.parent / "data" / "mushuku2-d8"


class Sensible:
    """A player of one set of rules."""

    def __init__(self, rules: Mushuku2):
        self.table = rules.table
        self.events = rules.table.cast.events

    def __call__(self, view: View) -> Move:
        sight = view.information
        assert isinstance(sight, Sight)
        moves = [move for move in view.legal if isinstance(move, Move)]
        verbs = {move.verb for move in moves}
        if "watashi" in verbs:
            return view.rng.choice(moves)
        if sight.queue:
            return self._step(sight, moves)
        return self._turn(sight, moves)

    # ------------------------------------------------------------ what is worth what

    def have(self, sight: Sight) -> dict[str, int]:
        notebook = {n: self.events[n].info for n in sight.notebooks[sight.seat]}
        return available(sight.line, information(notebook, sight.fresh), dict(sight.own_costs))

    def gain(self, event: Event, sight: Sight) -> float:
        """Worth of having played it: VP, and icons while the game is young."""
        if event.flash:
            return 1.1
        return event.vp + 0.5 * event.draw_change + (0.8 if sight.round < 5 else 0.2) * len(event.info)

    def hold(self, number: int, sight: Sight, have: Mapping[str, int]) -> float:
        """Worth of keeping it in hand."""
        event = self.events[number]
        missing = sum(shortfall(event.cost, have).values())
        alive = sum(person not in sight.dead for person in event.death)
        return (self.gain(event, sight) - 0.3 * missing) * 0.75**alive

    def wish(self, sight: Sight, have: Mapping[str, int]) -> dict[str, float]:
        """How much each colour would help the cards in hand."""
        wish = dict.fromkeys(self.table.people, 0.0)
        for number in sight.hand:
            event = self.events[number]
            missing = shortfall(event.cost, have)
            if all(person in sight.dead for person in event.death):
                for person, n in missing.items():
                    wish[person] += self.gain(event, sight) / sum(missing.values()) ** 2 / n
        return wish

    # ------------------------------------------------------------ choices

    def _step(self, sight: Sight, moves: Sequence[Move]) -> Move:
        have = self.have(sight)
        wish = self.wish(sight, have)
        word = sight.queue[0][0]
        if word in ("pay", "change"):
            return self._drop(sight, moves, have, word)
        if word == "draw_change":
            poor = sum(self.hold(n, sight, have) < 0.8 for n in sight.hand)
            return CHANGE if poor >= 2 and CHANGE in moves else DRAW
        if word == "sink":
            top = dict(sight.memory)[sight.deck - 1]
            return STAY if wish.get(top) else SINK
        if word == "recover":
            return max(moves, key=lambda move: self.hold(int(move.what or 0), sight, have))
        if word == "recall":
            return min(moves, key=lambda move: wish[str(move.what)] + 0.1 * self._needed(sight, move))
        if word == "outside":
            return max(moves, key=lambda move: wish[str(move.what)] + 0.1 * self._needed(sight, move))
        return max(moves, key=lambda move: wish[str(move.what)])

    def _needed(self, sight: Sight, move: Move) -> int:
        return sum(self.events[n].cost.get(str(move.what), 0) for n in sight.hand)

    def _drop(self, sight: Sight, moves: Sequence[Move], have: Mapping[str, int], word: str) -> Move:
        cards = [move for move in moves if move != ENOUGH]
        keep = self._aim(sight, have)
        worst = min(cards, key=lambda m: self.hold(int(m.what or 0), sight, have) + 9 * (m.what == keep))
        if word == "change" and self.hold(int(worst.what or 0), sight, have) > 0.9:
            return ENOUGH
        return worst

    def _aim(self, sight: Sight, have: Mapping[str, int]) -> int | None:
        """The best card that can be played now, or with what this turn's 推理 just made."""
        extra = [person for word, person in sight.queue if word == "grant"]
        with_extra = available([], have, Counter(map(str, extra)))
        fits = [
            n
            for n in sight.hand
            if not (self.events[n].flash or sight.acted)
            and payable(self.events[n].cost, with_extra, self.events[n].death, sight.dead)
        ]
        return max(fits, key=lambda n: self.gain(self.events[n], sight), default=None)

    def _turn(self, sight: Sight, moves: Sequence[Move]) -> Move:
        have = self.have(sight)
        for move in moves:
            if move.verb == "flash" and self._helps(self.events[int(move.what or 0)], sight, have):
                return move
        if sight.acted:
            return moves[-1]
        aim = self._aim(sight, have)
        now = self.gain(self.events[aim], sight) if aim else 0.0
        deduce = self._deduction(sight, moves, have)
        if deduce and deduce[0] > now + 0.3:
            return deduce[1]
        if aim and now >= 1:
            return next(move for move in moves if move == Move("investigate", aim))
        rests = [move for move in moves if move.verb == "rest"]
        return min(rests, key=lambda m: self.hold(m.what, sight, have) if isinstance(m.what, int) else 0)

    def _deduction(
        self, sight: Sight, moves: Sequence[Move], have: Mapping[str, int]
    ) -> tuple[float, Move] | None:
        """The best card that one 推理 brings into reach, less what it discards."""
        allowed = {move.what: move for move in moves if move.verb == "deduce"}
        found: list[tuple[float, Move]] = []
        for number in sight.hand:
            event = self.events[number]
            missing = shortfall(event.cost, have)
            left, discount = sight.deductions
            if event.flash or not 1 <= sum(missing.values()) <= left:
                continue
            person = next(iter(missing))
            price = sum(self.table.price(p, sight.dead, discount) * n for p, n in missing.items())
            dead = all(p in sight.dead for p in event.death)
            if person in allowed and dead and price < len(sight.hand):
                found.append((self.gain(event, sight) - 0.6 * price, allowed[person]))
        return max(found, key=lambda pair: pair[0], default=None)

    def _helps(self, event: Event, sight: Sight, have: Mapping[str, int]) -> bool:
        """Whether a 閃き is worth using now."""
        effects = dict(event.effects)
        if "clue" in effects:
            wish = int(effects["clue"])
            return not sight.acted and any(
                1 <= sum(shortfall(self.events[n].cost, have).values()) <= wish
                and not self.events[n].flash
                and self.events[n].vp >= 2
                and all(p in sight.dead for p in self.events[n].death)
                for n in sight.hand
            )
        if "discount" in effects and "draw" not in effects:
            return not sight.acted and self._aim(sight, have) is None
        if "recover" in effects and "draw" not in effects:
            return bool(sight.discards)
        if "change" in effects and "draw" not in effects:
            return sum(self.hold(n, sight, have) < 0.9 for n in sight.hand) > 2
        return True


@dataclass
class Tally:
    """What happened in the games of one player count."""

    players: int
    games: int = 0
    rounds: int = 0
    turns: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    victims: Counter[str] = field(default_factory=Counter)
    deaths: int = 0
    ties: int = 0
    short: int = 0
    seen: Counter[int] = field(default_factory=Counter)
    reached: Counter[int] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)
    won_with: Counter[int] = field(default_factory=Counter)
    drawn: Counter[int] = field(default_factory=Counter)
    used: Counter[int] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    chosen: Counter[str] = field(default_factory=Counter)
    skill_wins: Counter[str] = field(default_factory=Counter)
    vp: Counter[int] = field(default_factory=Counter)


def measure(rules: Mushuku2, players: int, games: int) -> Tally:
    """Play that many games and count."""
    tally = Tally(players)
    choose = Sensible(rules)
    for seed in range(games):
        held: set[tuple[int, int]] = set()
        reached: set[tuple[int, int]] = set()
        used: set[int] = set()

        def watch(
            state: State,
            move: Played,
            held: set[tuple[int, int]] = held,
            reached: set[tuple[int, int]] = reached,
            used: set[int] = used,
        ) -> None:
            assert isinstance(state, Case)
            held.update((seat, n) for seat in range(players) for n in state.hands[seat])
            if state.phase == "turn" and not state.queue and not state.acted:
                reached.update((state.seat, n) for n in state.hands[state.seat] if within_reach(state, n))
            action = move.action
            assert isinstance(action, Move)
            if action.verb in ("investigate", "flash", "rest", "deduce"):
                tally.verbs[action.verb] += 1
            if action.verb == "flash":
                used.add(int(action.what or 0))

        end = play(rules, players, seed, choose, watch).end
        assert isinstance(end, Case)
        _count(tally, end, held, reached, used)
    return tally


def within_reach(state: Case, number: int) -> bool:
    """Payable now, or with the one 推理 of the turn."""
    event = state.table.cast.events[number]
    missing = shortfall(event.cost, state.have())
    price = sum(state.table.price(p, state.dead, state.discount) * n for p, n in missing.items())
    return (
        sum(missing.values()) <= state.deductions
        and price < len(state.hands[state.seat])
        and all(person in state.dead for person in event.death)
    )


def _count(
    tally: Tally, end: Case, held: set[tuple[int, int]], reached: set[tuple[int, int]], used: set[int]
) -> None:
    outcome = end.outcome()
    assert outcome is not None
    tally.games += 1
    tally.rounds += end.round
    tally.turns += end.turns
    tally.ends[outcome.reason] += 1
    tally.victims.update(end.dead)
    tally.deaths += len(end.dead)
    tally.short += end.turns < end.players * end.round
    points = end.points()
    tally.ties += points.count(max(points)) > 1
    tally.vp.update(points)
    for seat in range(end.players):
        share = outcome.winners.count(seat) / len(outcome.winners)
        tally.wins[seat] += share  # type: ignore[assignment]
        skill = end.watashi[seat] or ""
        tally.chosen[skill] += 1
        tally.skill_wins[skill] += share  # type: ignore[assignment]
        for n in end.notebooks[seat]:
            tally.played[n] += 1
            tally.won_with[n] += share  # type: ignore[assignment]
    tally.seen.update(n for _, n in held)
    tally.reached.update(n for _, n in reached)
    drawn = {n for _, n in held if end.table.cast.events[n].flash}
    tally.drawn.update(drawn)
    tally.used.update(used)


def report(rules: Mushuku2, tally: Tally) -> None:
    """Print one player count."""
    g = tally.games
    events = rules.table.cast.events
    print(f"\n### {tally.players} players, {g} games\n")
    print("| what | found |\n| --- | --- |")
    rows: list[tuple[str, str]] = [
        ("rounds, turns (mean)", f"{tally.rounds / g:.1f}, {tally.turns / g:.1f}"),
        ("ends", ", ".join(f"{reason} {n / g:.0%}" for reason, n in tally.ends.most_common())),
        ("win rate by seat", ", ".join(f"{tally.wins[s] / g:.3f}" for s in range(tally.players))),
        ("deaths a game", f"{tally.deaths / g:.1f}"),
        ("share of deaths", _shares(rules, tally)),
        ("VP tie at the end", f"{tally.ties / g:.0%}"),
        ("moves a game", ", ".join(f"{verb} {n / g:.1f}" for verb, n in tally.verbs.most_common())),
        ("cards never in reach while held", f"{1 - tally.reached.total() / tally.seen.total():.0%}"),
        ("  worst of them", _worst({n: 1 - tally.reached[n] / tally.seen[n] for n in tally.seen})),
        ("played of those seen, least", _worst(_rates(tally, events, False), least=True)),
        ("played of those seen, most", _worst(_rates(tally, events, False))),
        (
            "win rate of who played it, most",
            _worst({n: w / tally.played[n] for n, w in tally.won_with.items()}),
        ),
        ("閃き used in games where drawn", _flashes(tally)),
        ("win rate by 「私」", _skills(rules, tally)),
    ]
    for name, found in rows:
        print(f"| {name} | {found} |")


def _shares(rules: Mushuku2, tally: Tally) -> str:
    people = rules.table.cast.people
    return ", ".join(f"{people[p].name} {tally.victims[p] / tally.deaths:.0%}" for p in people)


def _rates(tally: Tally, events: Mapping[int, Event], flash: bool) -> dict[int, float]:
    return {n: tally.played[n] / tally.seen[n] for n in events if events[n].flash == flash and tally.seen[n]}


def _worst(rates: Mapping[int, float], least: bool = False, n: int = 6) -> str:
    ordered = sorted(rates.items(), key=lambda pair: pair[1], reverse=not least)
    return ", ".join(f"{number}: {rate:.0%}" for number, rate in ordered[:n])


def _flashes(tally: Tally) -> str:
    return ", ".join(f"{n}: {tally.used[n] / drawn:.0%}" for n, drawn in sorted(tally.drawn.items()))


def _skills(rules: Mushuku2, tally: Tally) -> str:
    skills = rules.table.cast.skills
    return ", ".join(f"{skills[s].name} {tally.skill_wins[s] / tally.chosen[s]:.3f}" for s in skills)


def with_params(params: Mapping[str, object]) -> Mushuku2:
    """The rules with some parameters changed."""
    game = load(DATA)
    spec = game.spec.model_copy(update={"params": {**game.spec.params, **params}})
    return Mushuku2(replace(game, spec=spec))


def main(games: int) -> None:
    rules = with_params({})
    for players in (3, 4):
        report(rules, measure(rules, players, games))
    print("\nwith the skills of 「私」")
    skilled = with_params({"watashi_skills": True})
    for players in (3, 4):
        report(skilled, measure(skilled, players, games))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
