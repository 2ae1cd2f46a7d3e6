"""24 −共鳴するテロル−: every ruling the other way, whole games, and what the YAML decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from terror24_table import (
    DRAFT,
    GAME,
    HAND1,
    HAND2,
    HAND3,
    PLAN,
    RULES,
    awarded,
    case_done,
    hand_2_case,
    hand_done,
    lay,
    lay_row,
    line,
    never,
    one_case,
    pairs,
    second_hand,
    solve,
    table,
    third_hand,
    with_params,
)

from cardgen.engine.play import play, stream
from cardgen.engine.selftest import run_examples, selftest
from cardgen.games.terror24 import arithmetic as sums
from cardgen.games.terror24.arithmetic import Terror24Params
from cardgen.games.terror24.choices import Challenge, Peek, Style
from cardgen.games.terror24.rules import Terror24
from cardgen.games.terror24.state import Terror24State
from cardgen.load import load
from cardgen.model import Game
from cardgen.problems import Problems
from cardgen.share import DATA


def test_option_injury_supply() -> None:
    """Ruling A08: with five cards and no more, who comes last is not hurt."""
    team = "scotch wolf hibachi lloyd dokaben"
    state = one_case("6 5", "5 4", "4 3", "3 2", "2 1", detectives=team, dice=[1] * 5,
                     rolls=dict.fromkeys(range(5), "red"), rules=with_params(injury_supply=5))  # fmt: skip
    assert state.injury == [0, 0, 1, 2, 2]
    assert state.out == [0, 0, 0, 1, 1]


def test_option_assist_supply() -> None:
    """Ruling A48: with one card only one of the tied gets it."""
    assert one_case("4 3", "4 3", "1 0", rules=with_params(assist_supply=1)).assist == [1, 0, 0]


def test_option_hand2_reshuffle() -> None:
    """Ruling A10."""
    grid = ("red-5 blue-5 green-2 yellow-2 purple-2", HAND1[1])
    state = second_hand(rules=with_params(hand2_reshuffle=True), hand1=grid)
    assert state.discard == []
    assert len(state.deck) == 12


@pytest.mark.parametrize("name", ["hand2_reshuffle", "absent_hero_bumps", "hand3_mastermind"])
def test_yes_and_no_are_taken_for_true_and_false(name: str) -> None:
    """An option is a truth value, however YAML spells it."""
    for word, value in (("yes", True), ("no", False), (True, True), (False, False)):
        assert getattr(with_params(**{name: word}).params, name) is value
    with pytest.raises(Problems):
        with_params(**{name: 1})


def test_option_unclaimed() -> None:
    """Ruling A13: gone for good instead of discarded."""
    state = one_case("4 3", "4 3", "1 0", rules=with_params(unclaimed="removed"))
    assert (state.removed, state.discard) == (["red-2", "red-3a"], [])


def test_option_tie_consumes_ranks() -> None:
    """Ruling A14: the next moves up into the tied ranks."""
    rules = with_params(tie_consumes_ranks="next_moves_up")
    assert awarded(one_case("4 3", "4 3", "1 0", rules=rules)) == (2, None, (0, 1))
    for value, word in ((False, "next_moves_up"), (True, "yes")):
        assert with_params(tie_consumes_ranks=value).box.params.tie_consumes_ranks == word


def test_option_tie_assist() -> None:
    """Ruling A16: an assist card for any tie."""
    state = one_case("4 3", "4 3", "6 5", "6 4", detectives="scotch wolf hibachi lloyd",
                     rules=with_params(tie_assist="any"))  # fmt: skip
    assert awarded(state) == (2, 3, (0, 1))


def test_option_absent_hero_bumps() -> None:
    """Ruling A18: the hero of a seat in hospital clashes too, and is shown."""
    plan = [pairs(c1="6 5", c2="0 hero"), pairs(c1="4 2", c2="hero 1"), pairs(c1="3 3", c2="6 5")]
    state = lay(table(dice=[1], rules=with_params(absent_hero_bumps=True)), plan)
    solve(state, case_done(2), {(1, 0): "red"})
    assert awarded(state, 2)[:2] == (2, 1)
    assert (0, "scotch-hero") in next(entry for entry in state.log if entry[:2] == ("case", 2))


def test_option_both_dice_in_sequence() -> None:
    """Ruling A21: the first die is seen before the second is chosen."""
    state = lay(table(dice=[8, 1], rules=with_params(both_dice="sequential")),
                [pairs(c1=p) for p in ("1 0", "6 5", "6 4")])  # fmt: skip
    assert list(map(str, state.legal_actions())) == ["none", "green", "red"]
    state.apply(Challenge("red"))
    assert (state.power[0], list(map(str, state.legal_actions()))) == (4, ["none", "green"])
    stopped = state.clone()
    stopped.apply(Challenge("none"))
    state.apply(Challenge("green"))
    assert (stopped.injury[0], state.injury[0]) == (0, 1)
    assert state.current_player() == stopped.current_player() != 0


def test_option_critical_on() -> None:
    """Ruling A22: only a natural 8."""
    natural = with_params(critical_on="natural").params
    assert sums.challenge(natural, 1, bonus=1, green=7)["power"] == 1
    assert sums.challenge(natural, 1, bonus=1, green=8)["power"] == 2
    assert sums.challenge(DRAFT, 1, bonus=1, green=7)["power"] == 2


def test_option_recovery() -> None:
    """Ruling A24: all injury cards come back."""
    rules = with_params(recovery="all")
    assert second_hand(rules=rules, dice=[1], rolls={(5, 2): "red"}).injury == [0, 0, 0]


def test_option_hand3_mastermind() -> None:
    """Ruling A31: every 5 won in hand 3 is kept."""
    state = solve(lay(third_hand(rules=with_params(hand3_mastermind=False))), never)
    assert "purple-5" in state.coop[1]
    assert state.assist == [0, 0, 0]
    assert state.faults() == []


def test_option_hand3_style() -> None:
    """Ruling A32: placed nowhere, hand 3 brings numbers but helps no set."""
    hand2 = (HAND2[0], HAND2[1].replace("green-4", "white-4"))
    hand3 = ("white-2 white-3a white-3b green-4 white-5", HAND3[1])
    with_coop, without = (
        solve(lay(third_hand(rules=with_params(hand3_style=style), hand2=hand2, hand3=hand3)), never)
        for style in ("coop", "none")
    )
    assert with_coop.coop[0][-2:] == without.loose[0] == ["white-3b", "green-4"]
    assert (with_coop.points(0), without.points(0)) == (48, 43)


def test_option_style_unit() -> None:
    """Ruling A33: all events of the hand in one zone."""
    state = solve(lay(table(rules=with_params(style_unit="hand"))), hand_done)
    assert list(map(str, state.legal_actions())) == ["all: stand", "all: coop"]
    state.apply(Style("all", "stand"))
    solve(state, lambda s: s.hand == 2)
    assert state.stand[0] == ["blue-3a", "green-2", "yellow-2", "purple-2"]


def test_option_won_events_hidden() -> None:
    """Ruling A35: which cards stand is only seen when they are used, or in hand 3."""
    hidden = with_params(won_events="hidden")
    states = [second_hand(stand=[card], rules=hidden, dice=[5]) for card in ("green-2", "yellow-2")]
    assert states[0].information_state(1) == states[1].information_state(1)
    assert states[0].information_state(0) != states[1].information_state(0)
    for state in states:
        lay(state)
        solve(state, case_done(3), {(3, 0): "green"})
    assert line(states[0], "stand") == ("stand", 0, ("green", "green"), ("green-2",))
    assert line(states[1], "stand") == ("stand", 0, ("green", "green"), ())
    openly = hand_2_case(3, "1 0", "6 5", "6 4", rolls={0: "green"}, dice=[5])
    assert not any(entry[0] == "stand" for entry in openly.log)
    before = second_hand(stand=["green-2"], rules=hidden)
    places = {tuple(before.redeal(1, Random(seed)).stand[0]) for seed in range(40)}
    assert places == {("blue-3a",), ("green-2",), ("yellow-2",), ("purple-2",)}
    assert {tuple(states[0].redeal(1, Random(seed)).stand[0]) for seed in range(40)} == {("green-2",)}
    grid = ("red-3b blue-3b green-5 yellow-3b purple-3b", HAND2[1])
    judged = solve(lay(second_hand(stand=["green-2"], rules=hidden, hand2=grid)), hand_done)
    assert line(judged, "stand") == ("stand", 0, ("green",), ("green-2",))
    assert "('green-2',)" in repr(line(third_hand(stand=["green-2"], rules=hidden), "won"))


def test_option_lloyd_looks() -> None:
    """Ruling A39: one event of his choice."""
    state = second_hand("lloyd wolf hibachi", rules=with_params(lloyd_looks=1))
    assert state.legal_actions() == [Peek(1, 5), Peek(2, 5)]
    state.apply(Peek(2, 5))
    assert state.information_state(0).peeked == ((2, 5, "purple-4"),)
    assert (state.phase, line(state, "peek")) == ("place", ("peek", 0, 2, 5))


def test_option_assist_wild() -> None:
    """Ruling A46: an assist card counts for every suit at once."""
    wild = with_params(assist_wild="all").params
    assert sums.sets(wild, ["red", "red", "blue", "blue"], assists=1) == 2
    assert sums.sets(wild, ["red", "blue"], assists=1) == 0


def test_option_min_real_in_set() -> None:
    """Ruling A47: assist cards alone make a set, or events alone do."""
    assert sums.sets(with_params(min_real_in_set=0).params, [], assists=7) == 2
    assert sums.sets(with_params(min_real_in_set=0).params, [], assists=30) == 6
    assert sums.sets(with_params(min_real_in_set=2).params, ["red"], assists=5) == 0


def test_option_columns() -> None:
    """Ruling A52: fewer cases, the last of them face down, cards left in hand."""
    state = table(rules=with_params(columns=3))
    assert line(state, "hand")[2][-1] == "?"
    assert len(state.grid[0]) == 3
    for row in zip(*PLAN, strict=True):
        lay_row(state, [" ".join(cards.split()[:3]) for cards in row])
    assert len(state.held[0]) == 4
    solve(state, hand_done)
    assert state.case == 3


OPTIONS: Mapping[str, Sequence[Any]] = {
    "injury_supply": [5, 1],
    "assist_supply": [10, 2],
    "hand2_reshuffle": [True],
    "unclaimed": ["removed"],
    "tie_consumes_ranks": ["next_moves_up"],
    "tie_assist": ["any"],
    "absent_hero_bumps": [True],
    "both_dice": ["sequential"],
    "critical_on": ["natural"],
    "recovery": ["all"],
    "hand3_mastermind": [False],
    "hand3_style": ["none"],
    "style_unit": ["hand"],
    "won_events": ["hidden"],
    "lloyd_looks": [1, 3],
    "assist_wild": ["all"],
    "min_real_in_set": [0],
    "columns": [3, 4],
}


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, values in OPTIONS.items() for v in values])
def test_every_option_plays_soundly(name: str, value: Any) -> None:
    """Every ruling the other way: random play with all checks, what is hidden among them."""
    rules = with_params(**{name: value})
    assert selftest(rules.game, rules, seed=7).problems == ()


@pytest.mark.parametrize("seed", range(6))
def test_options_together_play_soundly(seed: int) -> None:
    """Rulings the other way in any mixture."""
    rng = Random(seed)
    mixture = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.5}
    rules = with_params(**mixture)
    assert selftest(rules.game, rules, seed).problems == ()


@pytest.mark.parametrize("params", [{"hands": 1}, {"hands": 2}, {"hands": 4, "columns": 3}, {"columns": 1}])
def test_other_numbers_of_hands_and_columns_play_soundly(params: dict[str, int]) -> None:
    """The last hand is the one that is turned round, however many there are."""
    rules = with_params(**params)
    assert selftest(rules.game, rules).problems == ()


def test_rulings_name_every_option() -> None:
    """Each option is explained in the rulings, under the value that the YAML sets."""
    named = {ruling.option for ruling in GAME.spec.rulings if ruling.option}
    assert named == set(OPTIONS)
    assert set(RULES.parameter_names()) == set(Terror24Params.model_fields) == set(GAME.spec.params)
    assert RULES.params == DRAFT


# ------------------------------------------------------------------ play as a whole


def test_worked_examples() -> None:
    """The examples of game.yaml hold, and one with a wrong answer is found."""
    assert list(run_examples(GAME, RULES)) == []
    wrong = [example.model_copy(update={"gives": 99}) for example in GAME.spec.examples]
    game = replace(GAME, spec=GAME.spec.model_copy(update={"examples": wrong}))
    assert len(list(run_examples(game, RULES))) == len(wrong)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_play_is_sound(players: int) -> None:
    """Whole games at each player count, every invariant at every position."""
    for seed in range(3):
        played = play(RULES, players, seed, watch=lambda state, move: assert_sound(state))
        assert played.end.phase == "over"  # type: ignore[attr-defined]


def assert_sound(state: Any) -> None:
    assert state.faults() == []


def test_every_card_of_the_box_is_somewhere() -> None:
    """The whole box at each position: unused sets and supplies too; substitutes are no cards."""
    box = Counter[str]()
    for component in GAME.components.values():
        if not component.spec.extra:
            box.update({card.id: card.copies for card in component.cards})
    assert sum(box.values()) == 100

    def watch(state: Any, move: Any) -> None:
        assert state.cards() == box

    play(RULES, 3, 1, watch=watch)


def test_a_copy_rolls_the_same_dice() -> None:
    """A copy of a position goes on as the position does, chance and all."""
    state = lay(RULES.start(3, stream(48, "copy")))
    copy = state.clone()
    for position in (state, copy):
        solve(position, hand_done, rolls=dict.fromkeys(product(range(1, 6), range(3)), "both"))
    assert state.log == copy.log
    assert any(entry[0] == "challenge" for entry in state.log)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_hidden_stays_hidden(players: int) -> None:
    """Redealt for one seat, a position is the same to it, and in time differs to the others."""
    rng = Random(players)
    differs = Counter[int]()

    def watch(state: Any, move: Any) -> None:
        for seat in range(players):
            other = state.redeal(seat, rng)
            assert other.information_state(seat) == state.information_state(seat)
            assert_sound(other)
            differs.update(
                o for o in range(players) if other.information_state(o) != state.information_state(o)
            )

    play(RULES, players, 5, watch=watch)
    assert set(differs) == set(range(players))


BREACHES: Mapping[str, Callable[[Terror24State], object]] = {
    "add up": lambda s: s.deck.append("red-2"),
    "are in the deck": lambda s: s.deck.append(s.discard.pop()),
    "not those that were won": lambda s: s.won_in.update({"red-4": 1}),
    "not its set": lambda s: s.held[0].append("scotch-6"),
    "has laid": lambda s: s.held[2].append(s.plan[2][1].pop()),
    "both events": lambda s: s.claims.__setitem__(slice(None), [1, 1]),
    "settled": lambda s: s.grid[0].__setitem__(0, s.discard.pop()),
    "has 3 injury": lambda s: s.injury.__setitem__(0, 3),
    "in-hospital": lambda s: s.out.__setitem__(1, 2),
    "injury cards handed out": lambda s: s.injuries.take(1),
    "assist cards handed out": lambda s: s.assist.__setitem__(0, 9),
    "consolations": lambda s: setattr(s, "consoled", 99),
    "without a card of its suit": lambda s: (
        s.deck.remove("red-5"),
        s.stand[0].append("red-5"),
        s.won_in.update({"red-5": 2}),
    ),
    "有終の美": lambda s: s.martyr.__setitem__(0, 3),
    "from hospital": lambda s: (s.injury.__setitem__(0, 2), s.injuries.take(2), s.out.__setitem__(0, 1)),
}


@pytest.mark.parametrize("words", BREACHES)
def test_faults_finds_every_breach(words: str) -> None:
    """Each invariant speaks up when its rule is broken."""
    state = lay(second_hand(), [pairs(c1="4 3"), pairs(c1="4 3"), pairs(c1="1 0")])
    solve(state, lambda s: s.case == 2)
    assert state.faults() == []
    BREACHES[words](state)
    assert any(words in fault for fault in state.faults())


# ------------------------------------------------------------------ the YAML decides


def changed(tmp_path: Path, file: str, old: str, new: str) -> Game:
    """A copy of the game with one thing in one file changed."""
    folder = tmp_path / "terror24"
    folder.mkdir()
    for source in (DATA / "terror24-d13").iterdir():
        if source.is_file():
            text = source.read_text(encoding="utf-8")
            assert source.name != file or old in text
            text = text.replace(old, new) if source.name == file else text
            (folder / source.name).write_text(text, encoding="utf-8")
    return load(folder)


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("events.csv", "red-2,red,2,", "red-2,red,9,", lambda r: r.box.number["red-2"] == 9),
        ("actions.csv", "6,1,6,", "6,1,8,", lambda r: r.box.face["wolf-6"] == 8),
        ("game.yaml", "copies: 10, number: 2", "copies: 10, number: 4", lambda r: r.box.assist_number == 4),
        ("game.yaml", "set_points: 5", "set_points: 7", lambda r: r.functions()["sets"](["red"] * 3) == 1
            and r.functions()["points"](coop=[["red", 3]] * 3) == 16),
        ("game.yaml", "ability: die", "ability: none", lambda r: r.box.ability["wolf"] == "none"),
    ],
)  # fmt: skip
def test_a_changed_number_changes_the_play(
    tmp_path: Path, file: str, old: str, new: str, found: Callable[[Terror24], bool]
) -> None:
    """Decks, detectives and parameters are those of the files."""
    assert not found(RULES)
    assert found(Terror24(changed(tmp_path, file, old, new)))


ANOTHER_ASSIST = "- {id: other, number: 2, title: 別, caption: 別}\n      - {id: assist,"


@pytest.mark.parametrize(
    ("file", "old", "new", "id"),
    [
        ("game.yaml", "ability: look", "ability: lok", "terror24-ability"),
        ("game.yaml", "      number: 4\n", "      number: four\n", "terror24-registration"),
        ("game.yaml", "  columns: 5", "  columns: 6", "rules-supply"),
        ("game.yaml", "players: [3, 4, 5]", "players: [3, 4, 5, 6]", "rules-supply"),
        ("game.yaml", "hand3_style: coop", "hand3_style: cope", "not-one-of"),
        ("game.yaml", "- {id: assist,", ANOTHER_ASSIST, "terror24-one-design"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_said(tmp_path: Path, file: str, old: str, new: str, id: str) -> None:
    """A game that these rules cannot play is a problem with its place, not a traceback."""
    game = changed(tmp_path, file, old, new)
    with pytest.raises(Problems) as raised:
        Terror24(game)
    assert {problem.id for problem in raised.value.problems} == {id}
    assert all(problem.place and problem.place.line for problem in raised.value.problems)


def test_a_missing_component_or_field_is_said() -> None:
    """The components and fields that play reads have to be there."""
    parts = dict(GAME.components)
    del parts["assist"]
    parts["event"] = replace(parts["event"], fields={"number": parts["event"].fields["title"]})
    with pytest.raises(Problems) as raised:
        Terror24(replace(GAME, components=parts))
    assert [problem.id for problem in raised.value.problems] == [
        "rules-field",
        "rules-field",
        "rules-component",
    ]
