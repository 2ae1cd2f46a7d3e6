"""The rule self-test: worked examples through the real rules, then seeded self-play with invariants."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from cardgen.engine.failure import FOREIGN, told
from cardgen.engine.limit import Limit
from cardgen.engine.play import Endless, Move, Played, Stuck, play, stream
from cardgen.engine.report import Plays, Report
from cardgen.engine.state import IllegalAction, Rules, State
from cardgen.in_play import in_play
from cardgen.model import Example, Game
from cardgen.problems import Problem, Term, nearest

CHECKED_MOVES = 40
"""Choices per player count with every check at every position; the game in progress is finished."""
PLAYED_MOVES = 700
"""Choices per player count with the checks on the end of a game only."""


def selftest(game: Game, rules: Rules | None, seed: int = 48) -> Report:
    """Run the worked examples, then play at each player count. A game without rules has nothing to test."""
    if rules is None:
        return Report()
    try:
        problems = list(run_examples(game, rules))
    except FOREIGN as error:  # rules of the designer's own may fail even when asked for their names
        facts = {"error": told(error, game)}
        problems = [Problem("rules-broken", game.place(("rules",)), f"rules / {game.spec.rules}", facts)]
    plays: list[Plays] = []
    for players in game.players if rules.plays else ():
        test = _SelfPlay(game, rules, players, seed)
        plays.append(test.run())
        problems.extend(test.problems)
    findings = (replace(problem, facts=_as_data(problem.facts)) for problem in problems)
    return Report(len(game.spec.examples), tuple(plays), tuple(findings))


def _as_data(value: Any) -> Any:
    """A fact about the rules as plain data: no other process knows their classes."""
    match value:
        case Term() | None | bool():
            return value
        case int():
            return int.__int__(value)
        case float():
            return float.__float__(value)
        case str():
            return str.__str__(value)
        case Mapping():
            return {_as_data(key): _as_data(item) for key, item in value.items()}
        case Collection():
            return [_as_data(item) for item in value]
        case _:
            return _words(value)


def _words(value: object) -> str:
    """What an object says of itself, if it does."""
    try:
        return str(value)
    except FOREIGN:
        return object.__repr__(value)


# ------------------------------------------------------------------ worked examples


def run_examples(game: Game, rules: Rules) -> Iterator[Problem]:
    """A problem for each worked example whose rule does not exist, fails, or gives something else."""
    with Limit():
        functions = rules.functions()
    for index, example in enumerate(game.spec.examples):
        function = functions.get(example.rule)
        if function is None:
            facts = {
                "found": example.rule,
                "expected": list(functions),
                "nearest": nearest(example.rule, functions),
            }
            yield _example_problem("unknown-rule", game, index, "rule", facts)
        else:
            yield from _run_example(game, index, example, function)


def _run_example(game: Game, index: int, example: Example, function: Callable[..., Any]) -> Iterator[Problem]:
    wrong = _wrong_arguments(function, example.given)
    if wrong is not None:
        yield _example_problem("example-arguments", game, index, "given", wrong)
        return
    try:
        with Limit():
            found = plain(function(**deepcopy(example.given)))  # a rule may sort or empty what it is given
    except FOREIGN as error:  # a rule that fails is a finding about the rule, whatever it raises
        facts = {"rule": example.rule, "error": told(error, game)}
        yield _example_problem("example-fails", game, index, "given", facts)
        return
    expected = plain(example.gives)
    if not same(found, expected):
        facts = {"rule": example.rule, "found": expected, "expected": found}
        yield _example_problem("example-differs", game, index, "gives", facts)


def _example_problem(id: str, game: Game, index: int, key: str, facts: Mapping[str, object]) -> Problem:
    example = game.spec.examples[index]
    return Problem(id, game.place(("examples", index, key)), f"examples / {example.id}", facts)


def _wrong_arguments(function: Callable[..., Any], given: Mapping[str, Any]) -> dict[str, object] | None:
    """The facts about arguments that the function does not take or lacks; None if they fit."""
    parameters = inspect.signature(function).parameters
    needed = [name for name, p in parameters.items() if p.default is p.empty and name not in given]
    unknown = [name for name in given if name not in parameters]
    if not needed and not unknown:
        return None
    guess = nearest(unknown[0], parameters) if unknown else None
    return {"found": list(given), "expected": list(parameters), "nearest": guess}


def plain(value: Any) -> Any:
    """Tuples and sets as lists, mappings as dicts, so that a rule's answer compares with YAML."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return [plain(item) for item in sorted(value)]
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def same(found: Any, expected: Any) -> bool:
    """Equal, and a truth value is not taken for a number."""
    if isinstance(found, dict) and isinstance(expected, dict):
        return found.keys() == expected.keys() and all(same(found[k], expected[k]) for k in found)
    if isinstance(found, list) and isinstance(expected, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    return bool(found == expected) and isinstance(found, bool) == isinstance(expected, bool)


# ------------------------------------------------------------------ self-play


class _Unsound(Exception):
    """A finding at a position; ends the game it was found in."""

    def __init__(self, id: str, **facts: object):
        super().__init__(id)
        self.id = id
        self.facts = facts


class _Nothing:
    """An action that no game has."""

    def __repr__(self) -> str:
        return "<no action>"


@dataclass
class _SelfPlay:
    """Random games at one player count, the first ones checked at every position."""

    game: Game
    rules: Rules
    players: int
    seed: int
    problems: list[Problem] = field(default_factory=list)
    games: int = 0
    moves: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    def run(self) -> Plays:
        for at_most, checked in ((CHECKED_MOVES, True), (PLAYED_MOVES, False)):
            goal = self.moves + at_most
            while self.moves < goal and not self.problems:
                self._one_game(self.seed + self.games, checked)
        return Plays(self.players, self.games, self.moves, dict(self.outcomes.most_common()))

    def _one_game(self, seed: int, checked: bool) -> None:
        limit = Limit()
        rng = stream(seed, self.players, "checks")
        watch = _Watch(limit, self.game, rng) if checked else _Counter(limit)
        try:
            with limit:
                played = play(self.rules, self.players, seed, watch=watch)
                _check_end(played)
                if isinstance(watch, _Watch):
                    watch.end(played.end)
        except _Unsound as found:
            self._report(found.id, seed, watch.count, found.facts)
        except Stuck:
            self._report("play-no-action", seed, watch.count + 1, {})
        except Endless:
            self._report("play-endless", seed, watch.count, {})
        except FOREIGN as error:  # whatever the rules raise is a finding about them
            self._report("play-fails", seed, watch.count, {"error": told(error, self.game)})
        else:
            self.moves += len(played.moves)
            self.outcomes[str(played.outcome.reason)] += 1
        self.games += 1

    def _report(self, id: str, seed: int, move: int, facts: Mapping[str, object]) -> None:
        where = {"players": self.players, "seed": seed, "move": move}
        subject = f"rules / {self.game.spec.rules}"
        self.problems.append(Problem(id, self.game.place(("rules",)), subject, {**where, **facts}))


def _check_end(played: Played) -> None:
    end = played.end
    if not played.moves:
        raise _Unsound("play-no-choice")
    if end.legal_actions():
        raise _Unsound("play-actions-after-end", actions=list(map(str, end.legal_actions())))
    shares = end.returns()
    total = sum(shares)
    due = 1.0 if played.outcome.winners else 0.0
    if len(shares) != played.players or not abs(total - due) <= 1e-9 or min(shares) < 0:
        raise _Unsound("play-returns", shares=list(shares), due=due)
    _no_faults(end)


class _Counter:
    """Counts the choices of a game, and gives each its time."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.count = 0

    def __call__(self, state: State, move: Move) -> None:
        self.limit.begin()
        self.count += 1


class _Watch(_Counter):
    """Checks every position of one game as it is played."""

    def __init__(self, limit: Limit, game: Game, rng: Random):
        super().__init__(limit)
        self.game = game
        self.rng = rng
        self.all_cards: Counter[str] | None = None
        self.last_legal: Sequence[Any] = ()

    def __call__(self, state: State, move: Move) -> None:
        super().__call__(state, move)
        self._cards(state)
        _no_faults(state)
        _check_legal(state, move)
        before = _everything(state)
        _check_clone(state, move, before)
        stale = next((old for old in self.last_legal if old not in move.legal), _Nothing())
        for wrong in (_Nothing(), stale):
            _refuses(state, wrong)
        if _everything(state) != before:
            raise _Unsound("play-refusal-changes", action=str(stale))
        self._hidden(state)
        self.last_legal = move.legal

    def end(self, state: State) -> None:
        self._cards(state)
        self._hidden(state)

    def _cards(self, state: State) -> None:
        """Every card of the first position is there, and no other."""
        cards = state.cards()
        if self.all_cards is None:
            _cards_of_the_box(self.game, state.players, cards)
            self.all_cards = cards
        if cards != self.all_cards:
            raise _miscounted(cards, self.all_cards)

    def _hidden(self, state: State) -> None:
        """One seat at each position, drawn at random: all of them would cost more than they find."""
        _check_hidden(state, self.rng.randrange(state.players), self.rng)


def _cards_of_the_box(game: Game, players: int, found: Counter[str]) -> None:
    """Only cards that the box holds, and of each component at least as many as are in play.

    Which groups of a component are used may be up to the players, who may leave some lying by.
    """
    box: Counter[str] = Counter()
    for component in game.components.values():
        for card in component.cards:
            box[card.id] += card.copies
    if surplus := found - box:
        raise _Unsound("play-cards-unknown", cards=dict(surplus))
    for component in game.components.values():
        used = sum(found[card.id] for card in component.cards)
        due = in_play(component, players, game.spec.params)
        if component.spec.in_play is not None and used < due:
            raise _Unsound("play-cards-in-play", component=component.name, used=used, due=due)


def _miscounted(cards: Counter[str], due: Counter[str]) -> _Unsound:
    return _Unsound("play-cards", surplus=dict(cards - due) or 0, lack=dict(due - cards) or 0)


def _no_faults(state: State) -> None:
    faults = state.faults()
    if faults:
        raise _Unsound("play-faults", faults="; ".join(faults))


def _check_legal(state: State, move: Move) -> None:
    """It is somebody's turn, no choice is offered twice, and asking again changes nothing."""
    if move.seat not in range(state.players):
        raise _Unsound("play-no-seat", seat=move.seat)
    names = Counter(map(str, move.legal))
    doubles = [name for name, times in names.items() if times > 1]
    if doubles or len(set(move.legal)) < len(move.legal):
        raise _Unsound("play-action-twice", actions=doubles)
    if tuple(state.legal_actions()) != move.legal or state.current_player() != move.seat:
        raise _Unsound("play-actions-unstable", seat=move.seat)


def _everything(state: State) -> tuple[Any, ...]:
    """All that the interface shows of a position."""
    seen = tuple(state.information_state(seat) for seat in range(state.players))
    return (seen, state.current_player(), tuple(state.legal_actions()), state.cards(), plain(state.totals()))


def _refuses(state: State, action: Any) -> None:
    try:
        state.apply(action)
    except IllegalAction:
        return
    raise _Unsound("play-accepts-illegal", action=str(action))


def _check_clone(state: State, move: Move, before: tuple[Any, ...]) -> None:
    """A copy is equal, and playing on with it leaves the original alone."""
    copy = state.clone()
    if _everything(copy) != before:
        raise _Unsound("play-clone-differs")
    copy.apply(move.action)
    if _everything(state) != before:
        raise _Unsound("play-clone-shares", action=str(move.action))


def _check_hidden(state: State, seat: int, rng: Random) -> None:
    """What this seat does not see may be dealt anew without its noticing."""
    try:
        other = state.redeal(seat, rng)
    except NotImplementedError:
        return
    if other.information_state(seat) != state.information_state(seat):
        raise _Unsound("play-hidden-shows", seat=seat)
    mine = state.current_player() == seat
    if other.current_player() != state.current_player() or (
        mine and tuple(other.legal_actions()) != tuple(state.legal_actions())
    ):
        raise _Unsound("play-hidden-acts", seat=seat)
    if other.cards() != state.cards():
        raise _miscounted(other.cards(), state.cards())
    _no_faults(other)
