"""The rule self-test: sound games pass and say what was done; each kind of fault is found and placed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest
import yaml
from games import game, ruled_games, rules, variant
from mutants import function_of, lines_run, mutants

from cardgen.engine.play import Move, play, stream
from cardgen.engine.report import Report
from cardgen.engine.selftest import run_examples, selftest
from cardgen.engine.state import Action, IllegalAction, Outcome, Rules, State
from cardgen.engine.transcript import news
from cardgen.games import rules_of
from cardgen.messages import describe
from cardgen.model import Example, Game, GameSpec, InPlay
from cardgen.problems import Place, Problems

EQUIVALENT: dict[str, list[str]] = yaml.safe_load(
    (Path(__file__).parent / "equivalent.yaml").read_text(encoding="utf-8")
)
"""Faults that change nothing with the parameters of a game, and why."""

CASES = [(id, players) for id in ruled_games() for players in game(id).players]


@pytest.mark.parametrize("id", ruled_games())
def test_bundled_games_are_sound(id: str) -> None:
    report = selftest(game(id), rules(id))
    assert [describe(problem, "en") for problem in report.problems] == []
    assert report.examples == len(game(id).spec.examples) >= 8
    assert [plays.players for plays in report.plays] == list(game(id).players)
    assert all(sum(plays.outcomes.values()) == plays.games > 0 for plays in report.plays)


def test_the_end_without_survivors_is_counted_by_itself() -> None:
    report = selftest(game("terror48-d5"), rules("terror48-d5"))
    four = next(plays for plays in report.plays if plays.players == 4)
    assert four.outcomes["全員脱落"] > 0


def test_the_same_seed_reports_the_same() -> None:
    bound = rules("terror48-d5")
    assert selftest(game("terror48-d5"), bound, 7) == selftest(game("terror48-d5"), bound, 7)


@pytest.mark.parametrize(("id", "players"), CASES)
def test_the_hidden_stays_hidden(id: str, players: int) -> None:
    """All that a seat does not see, dealt anew at every choice of a game, changes nothing it knows."""
    rng, differed = Random(48), 0

    def watch(state: State, move: object) -> None:
        nonlocal differed
        seat = rng.randrange(players)
        other = state.redeal(seat, rng)
        assert other.information_state(seat) == state.information_state(seat)
        assert other.current_player() == state.current_player()
        assert other.faults() == []
        assert other.cards() == state.cards()
        differed += any(
            other.information_state(each) != state.information_state(each) for each in range(players)
        )

    for seed in range(2):
        play(rules(id), players, seed, watch=watch)
    assert differed > 0


@pytest.mark.parametrize(
    ("id", "params"),
    [
        ("terror48-d5", {"secret_bids": True, "public_ranking": "pre_takeover", "won_cards": "hidden"}),
        ("terror48-d5", {"secret_bids": True, "single_card_secret": True, "min_bid_cards": 1}),
        ("terror48-d2", {"take_limit": 2, "take_max_cards": 3, "tie_second": "least_time"}),
        ("terror48-d2", {"may_decline": True, "min_bid_cards": 0, "empty_hand": "zero"}),
        ("terror24-d13", {"won_events": "hidden", "style_unit": "hand", "lloyd_looks": 2}),
        ("terror24-d13", {"both_dice": "sequential", "absent_hero_bumps": True}),
        ("mushuku2-d8", {"watashi_skills": True, "flash_timing": "before"}),
    ],
)
def test_the_hidden_stays_hidden_under_other_rulings(id: str, params: dict[str, Any]) -> None:
    rng = Random(24)
    bound = variant(id, **params)

    def watch(state: State, move: Move) -> None:
        seat = rng.randrange(state.players)
        other = state.redeal(seat, rng)
        assert other.information_state(seat) == state.information_state(seat)
        assert other.faults() == []
        if seat == move.seat:
            assert tuple(other.legal_actions()) == move.legal

    for players in bound.game.players:
        play(bound, players, 1, watch=watch)


@pytest.mark.parametrize(("id", "players"), CASES)
def test_a_redealt_game_can_be_played_to_its_end(id: str, players: int) -> None:
    rng = Random(1)
    positions: list[State] = []

    def watch(state: State, move: object) -> None:
        positions.append(state.redeal(rng.randrange(players), rng))

    play(rules(id), players, 3, watch=watch)
    for state in positions[:: max(1, len(positions) // 8)]:
        while state.current_player() is not None:
            state.apply(rng.choice(state.legal_actions()))
            assert state.faults() == []
        assert state.outcome() is not None


# ------------------------------------------------------------------ worked examples


@pytest.mark.parametrize("id", ruled_games())
def test_examples_notice_a_fault_in_any_rule(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each function that an example may name, broken in each small way, makes some example fail."""
    bound, survivors = rules(id), []
    functions = {function_of(each) for each in bound.functions().values()}
    used = lines_run(functions, lambda: [play(bound, n, seed) for n in game(id).players for seed in range(3)])
    for function in functions:
        for what, line, code in mutants(function):
            with monkeypatch.context() as patch:
                patch.setattr(function, "__code__", code)
                if (function.__qualname__, line) in used and not list(run_examples(game(id), bound)):
                    survivors.append(what)
    assert sorted(survivors) == sorted(EQUIVALENT.get(id, []))


@pytest.mark.parametrize("id", ruled_games())
def test_every_rule_has_an_example(id: str) -> None:
    assert set(rules(id).functions()) == {example.rule for example in game(id).spec.examples}


def with_example(**changes: Any) -> Game:
    base = game("terror48-d5")
    example = base.spec.examples[0].model_copy(update=changes)
    return replace(base, spec=base.spec.model_copy(update={"examples": [example]}))


@pytest.mark.parametrize(
    ("changes", "id", "key"),
    [
        ({"gives": 7}, "example-differs", "gives"),
        ({"gives": True}, "example-differs", "gives"),
        ({"rule": "initial_hour"}, "unknown-rule", "rule"),
        ({"given": {"card": [2, 5, 6]}}, "example-arguments", "given"),
        ({"given": {}}, "example-arguments", "given"),
        ({"given": {"cards": 3}}, "example-fails", "given"),
    ],
)
def test_a_wrong_example_is_reported_where_it_stands(changes: dict[str, Any], id: str, key: str) -> None:
    broken = with_example(**changes)
    [problem] = run_examples(broken, rules("terror48-d5"))
    assert problem.id == id
    assert problem.place == broken.place(("examples", 0, key))
    assert "examples / initial-single" in describe(problem, "ja")


def test_a_misspelt_rule_gets_the_nearest_name() -> None:
    [problem] = run_examples(with_example(rule="initial_hour"), rules("terror48-d5"))
    assert problem.facts["nearest"] == "initial_hours"


# ------------------------------------------------------------------ a tiny game, sound and broken


class Draw(State):
    """Two cards each from a deck of six; the seat with the higher sum wins. Cards are their numbers."""

    def __init__(self, players: int, rng: Random):
        self.players = players
        self.deck = [1, 2, 3, 4, 5, 6]
        rng.shuffle(self.deck)
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.turn = 0

    def current_player(self) -> int | None:
        return self.turn % self.players if self.turn < 2 * self.players else None

    def legal_actions(self) -> Sequence[Action]:
        return () if self.current_player() is None else ("top", "bottom")

    def apply(self, action: Action) -> None:
        if action not in self.legal_actions():
            raise IllegalAction(str(action))
        self.hands[self.turn % self.players].append(self.deck.pop(0 if action == "top" else -1))
        self.turn += 1

    def outcome(self) -> Outcome | None:
        if self.current_player() is not None:
            return None
        best = max(map(sum, self.hands))
        return Outcome(tuple(s for s in range(self.players) if sum(self.hands[s]) == best), "high")

    def information_state(self, player: int) -> Hashable:
        return (player, self.turn, tuple(self.hands[player]))

    def cards(self) -> Counter[str]:
        return Counter(f"n{n}" for n in [*self.deck, *(n for hand in self.hands for n in hand)])

    def totals(self) -> Mapping[str, object]:
        return {"turn": self.turn}

    def faults(self) -> Sequence[str]:
        return []

    def clone(self) -> Self:
        other = type(self)(self.players, Random(0))
        other.deck, other.hands = self.deck.copy(), [hand.copy() for hand in self.hands]
        other.turn = self.turn
        return other

    def redeal(self, player: int, rng: Random) -> Self:
        other = self.clone()
        hidden = [*other.deck, *(n for s, hand in enumerate(other.hands) if s != player for n in hand)]
        rng.shuffle(hidden)
        for seat, hand in enumerate(other.hands):
            if seat != player:
                hand[:] = [hidden.pop() for _ in hand]
        other.deck = hidden
        return other


class Loses(Draw):
    def apply(self, action: Action) -> None:
        super().apply(action)
        if self.turn == 3:
            self.deck.pop()


class Invents(Draw):
    def cards(self) -> Counter[str]:
        return super().cards() + Counter(["n7"])


class Offers(Draw):
    def legal_actions(self) -> Sequence[Action]:
        return [*super().legal_actions(), *super().legal_actions()]


class Stops(Draw):
    def legal_actions(self) -> Sequence[Action]:
        return () if self.turn == 2 else super().legal_actions()


class Wavers(Draw):
    def legal_actions(self) -> Sequence[Action]:
        self.asked = getattr(self, "asked", 0) + 1
        return super().legal_actions() if self.asked % 2 else tuple(reversed(super().legal_actions()))


class Accepts(Draw):
    def apply(self, action: Action) -> None:
        super().apply(action if action in self.legal_actions() else "top")


class Minds(Draw):
    def apply(self, action: Action) -> None:
        if action not in self.legal_actions():
            self.deck.reverse()
            self.turn += 1
        super().apply(action)


class Mixes(Draw):
    def clone(self) -> Self:
        other = super().clone()
        other.turn += 1
        return other


class Shares(Draw):
    def clone(self) -> Self:
        other = super().clone()
        other.hands = self.hands
        return other


class Shows(Draw):
    def information_state(self, player: int) -> Hashable:
        return (super().information_state(player), tuple(map(tuple, self.hands)))


class Reacts(Draw):
    def legal_actions(self) -> Sequence[Action]:
        found = super().legal_actions()
        return found[:1] if found and self.deck[0] > self.deck[-1] else found


class Errs(Draw):
    def faults(self) -> Sequence[str]:
        return ["three of a kind"] if self.turn == 2 else []


class Crashes(Draw):
    def apply(self, action: Action) -> None:
        if self.turn == 2:
            raise KeyError("deck")
        super().apply(action)


class Runs(Draw):
    def current_player(self) -> int | None:
        return 0

    def apply(self, action: Action) -> None:
        if action not in self.legal_actions():
            raise IllegalAction(str(action))


class Pays(Draw):
    def returns(self) -> Sequence[float]:
        return (1.0,) * self.players


class Lingers(Draw):
    def legal_actions(self) -> Sequence[Action]:
        return ("top", "bottom")


class DrawRules(Rules):
    def __init__(self, game: Game, state: Callable[[int, Random], State]):
        super().__init__(game)
        self.state = state

    def start(self, players: int, rng: Random) -> State:
        return self.state(players, rng)

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        return {}

    def parameter_names(self) -> Mapping[str, str]:
        return {}


def tiny() -> Game:
    """A game of six numbered cards."""
    from cardgen.model import Card, Component, ComponentSpec, FieldSpec, Size

    place = Place(Path("game.yaml"), 1, 1)
    spec = ComponentSpec(name="札", count=6)
    cards = tuple(Card(f"n{n}", 1, {"number": n}, place) for n in range(1, 7))
    component = Component(
        "n", spec, Size(width=63, height=88), {"number": FieldSpec(type="integer")}, cards, place
    )
    whole = GameSpec(title="札", draft="1", players=[2, 3], components={"n": spec}, rules="tiny")
    return Game("tiny", Path("."), whole, {"n": component}, {}, lambda path: place)


def test_a_sound_game_of_any_kind_passes() -> None:
    report = selftest(tiny(), DrawRules(tiny(), Draw))
    assert report.problems == ()
    assert [plays.players for plays in report.plays] == [2, 3]


@pytest.mark.parametrize(
    ("state", "id"),
    [
        (Loses, "play-cards"),
        (Invents, "play-cards-unknown"),
        (Offers, "play-action-twice"),
        (Stops, "play-no-action"),
        (Wavers, "play-actions-unstable"),
        (Accepts, "play-accepts-illegal"),
        (Minds, "play-refusal-changes"),
        (Mixes, "play-clone-differs"),
        (Shares, "play-clone-shares"),
        (Shows, "play-hidden-shows"),
        (Reacts, "play-hidden-acts"),
        (Errs, "play-faults"),
        (Crashes, "play-fails"),
        (Runs, "play-endless"),
        (Pays, "play-returns"),
        (Lingers, "play-actions-after-end"),
    ],
)
def test_each_kind_of_unsound_rules_is_found(state: type[Draw], id: str) -> None:
    report = selftest(tiny(), DrawRules(tiny(), state))
    assert {problem.id for problem in report.problems} == {id}
    for lang in ("ja", "en"):
        told = describe(report.problems[0], lang)  # type: ignore[arg-type]
        assert not {"None", "空", "nothing"} & set(re.split(r"[ :（）、]", told))


def test_the_rules_use_what_the_game_has_in_play() -> None:
    """`in_play` of a component and the rules' own parameter may not drift apart."""
    base = game("terror48-d5")
    event = base.components["event"]
    spec = event.spec.model_copy(update={"in_play": InPlay(per="suit", take={3: 5, 4: 6, 5: 6})})
    drifted = replace(base, components={**base.components, "event": replace(event, spec=spec)})
    report = selftest(drifted, rules("terror48-d5"))
    assert [problem.id for problem in report.problems] == ["play-cards-in-play"] * 2
    assert report.problems[0].facts["used"] == 16
    assert report.problems[0].facts["due"] == 20


# ------------------------------------------------------------------ rules of a game


def test_a_game_without_rules_has_nothing_to_test() -> None:
    plain = replace(tiny(), spec=tiny().spec.model_copy(update={"rules": None}))
    assert rules_of(plain) is None
    assert selftest(plain, None) == Report()


def test_an_unknown_rule_set_gets_the_nearest_name() -> None:
    misspelt = replace(tiny(), spec=tiny().spec.model_copy(update={"rules": "teror48"}))
    with pytest.raises(Problems) as caught:
        rules_of(misspelt)
    assert caught.value.problems[0].facts["nearest"] == "terror48"


OWN = """
from cardgen.engine.state import Rules

class RULES(Rules):
    def start(self, players, rng): raise NotImplementedError
    def functions(self): return {"twice": lambda n: 2 * n}
    def parameter_names(self): return {}
"""


def own_game(folder: Path, code: str) -> Game:
    (folder / "rules.py").write_text(code, encoding="utf-8")
    spec = tiny().spec.model_copy(update={"rules": "rules.py"})
    return replace(tiny(), folder=folder, spec=spec)


def test_own_rules_run_only_when_trusted(tmp_path: Path) -> None:
    own = own_game(tmp_path, OWN)
    with pytest.raises(Problems) as caught:
        rules_of(own)
    assert caught.value.problems[0].id == "rules-untrusted"
    assert "--trust" in describe(caught.value.problems[0], "ja")
    bound = rules_of(own, trusted=True)
    assert bound is not None
    assert bound.functions()["twice"](3) == 6


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("\n1 / 0", 2),
        ("\n\nclass (", 3),
        ("raise SystemExit", 1),
        (OWN + "    def __init__(self, game): raise KeyError\n", 8),
    ],
)
def test_broken_own_rules_are_a_problem(tmp_path: Path, code: str, line: int) -> None:
    with pytest.raises(Problems) as caught:
        rules_of(own_game(tmp_path, code), trusted=True)
    [problem] = caught.value.problems
    assert problem.id == "rules-broken"
    assert problem.place == Place(tmp_path / "rules.py", line)


@pytest.mark.parametrize(
    ("code", "id"),
    [
        ("x = 1", "rules-not-named"),
        ("RULES = 3", "rules-not-rules"),
        ("RULES = {'twice': 2}", "rules-not-rules"),
        ("class RULES: pass", "rules-not-rules"),
    ],
)
def test_a_rules_file_without_rules_says_what_to_write(tmp_path: Path, code: str, id: str) -> None:
    with pytest.raises(Problems) as caught:
        rules_of(own_game(tmp_path, code), trusted=True)
    [problem] = caught.value.problems
    assert (problem.id, problem.place) == (id, Place(tmp_path / "rules.py"))


def test_functions_alone_test_the_worked_examples(tmp_path: Path) -> None:
    own = own_game(tmp_path, "def twice(n): return 2 * n\nRULES = {'twice': twice}")
    examples = [
        Example(id="a", title="二倍", rule="twice", given={"n": 3}, gives=6),
        Example(id="b", title="二倍", rule="twice", given={"n": 3}, gives=7),
    ]
    own = replace(own, spec=own.spec.model_copy(update={"examples": examples}))
    report = selftest(own, rules_of(own, trusted=True))
    assert [problem.id for problem in report.problems] == ["example-differs"]
    assert (report.examples, report.plays) == (2, ())


def test_own_rules_may_hold_dataclasses(tmp_path: Path) -> None:
    start = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    code = start + "@dataclass\nclass Hand:\n    cards: list[int]\n" + OWN
    assert rules_of(own_game(tmp_path, code), trusted=True) is not None


def test_own_rules_that_cannot_name_their_functions_are_a_problem(tmp_path: Path) -> None:
    own = own_game(tmp_path, OWN.replace('return {"twice": lambda n: 2 * n}', "return {}['twice']"))
    report = selftest(own, rules_of(own, trusted=True))
    assert {problem.id for problem in report.problems} == {"rules-broken", "play-fails"}


def test_missing_own_rules_are_a_problem(tmp_path: Path) -> None:
    own = own_game(tmp_path, OWN)
    (tmp_path / "rules.py").unlink()
    with pytest.raises(Problems) as caught:
        rules_of(own, trusted=True)
    assert caught.value.problems[0].id == "file-missing"


# ------------------------------------------------------------------ small things


def test_streams_are_stable_and_apart() -> None:
    assert stream(48, 3, "deal").random() == stream(48, 3, "deal").random()
    assert stream(48, 3, "deal").random() != stream(48, 3, "choices").random()


def test_news_tells_what_changed() -> None:
    assert list(news((1, 2), (1, 3))) == ["(1, 3)"]
    assert list(news((1, 2), (1, 2))) == []


def test_an_example_cannot_change_what_it_was_given() -> None:
    """A rule that sorts its argument in place leaves the example as it is printed."""

    class Sorts(DrawRules):
        def functions(self) -> Mapping[str, Callable[..., Any]]:
            return {"initial_hours": lambda cards: cards.sort() or 6}

    example = with_example(given={"cards": [6, 5]})
    assert list(run_examples(example, Sorts(example, Draw))) == []
    assert example.spec.examples[0].given == {"cards": [6, 5]}
