"""24 −共鳴するテロル− draft 13, paragraph by paragraph: each test names the heading it holds the rules to."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from terror24_table import (
    DRAFT,
    GAME,
    HAND1,
    HAND2,
    HAND3,
    PLAN,
    RULES,
    SET,
    awarded,
    case_done,
    hand_2_case,
    hand_done,
    known,
    lay,
    lay_row,
    line,
    never,
    one_case,
    pairs,
    rolled,
    second_hand,
    since_hand,
    solve,
    table,
    third_hand,
)

from cardgen.check import check
from cardgen.engine.play import stream
from cardgen.engine.state import IllegalAction
from cardgen.games.terror24 import arithmetic as sums
from cardgen.games.terror24.choices import Challenge, Place, Style, Take

# ------------------------------------------------------------------ コンポーネント


def test_events() -> None:
    """◇事件カード: six suits, 2 to 5 in each, the 3 twice: thirty cards, no two with the same title."""
    events = GAME.components["event"].cards
    suits = {s["colour"]: s["name"] for s in GAME.tables["suits"].values()}
    numbers = {
        suit: sorted(c.values["number"] for c in events if c.values["suit"] == suit)
        for suit in GAME.tables["suits"]
    }
    assert suits == {
        "赤": "爆弾テロ",
        "青": "旅客機ハイジャック",
        "緑": "バイオテロ",
        "黄": "市街地銃撃戦",
        "紫": "人質立て籠もり",
        "白": "要人暗殺",
    }
    assert all(found == [2, 3, 3, 4, 5] for found in numbers.values())
    assert len({card.values["title"] for card in events}) == GAME.components["event"].found == 30


def test_detectives() -> None:
    """◇刑事カード: five detectives, 登録ナンバー 1 to 5, a skill and a summary each."""
    assert [(row["number"], row["name"]) for row in GAME.tables["detectives"].values()] == [
        (1, "スコッチ"),
        (2, "ウルフ"),
        (3, "ヒバチ"),
        (4, "ロイド"),
        (5, "ドカベン"),
    ]
    assert all(row["skill"] for row in GAME.tables["detectives"].values())
    assert [card.values["who"] for card in GAME.components["detective"].cards] == list(RULES.box.sets)
    assert all(card.values["summary"] for card in GAME.components["detective"].cards)


def test_action_cards() -> None:
    """◇アクションカード: 0 and 3 twice, 1, 2, 4, 5, 6 once and one ヒーロータイム: ten cards, 24 hours."""
    for cards in RULES.box.sets.values():
        faces = [RULES.box.face[card] for card in cards]
        assert Counter(faces) == Counter([0, 0, 1, 2, 3, 3, 4, 5, 6, "hero"])
    assert GAME.components["action"].found == 50


def test_assists_dice_injuries() -> None:
    """◇アシストカード, ◇チャレンジダイス, ◇負傷カード: ten of 2 points, a green and a red d8, five."""
    parts = GAME.components
    assert (parts["assist"].found, RULES.box.assist_number) == (10, 2)
    assert parts["die"].found == 2
    assert [faces.split()[1:] for faces in parts["die"].spec.faces] == [list("12345678")] * 2
    assert parts["injury"].found == 5
    printed = [part.found for part in parts.values() if part.spec.front and not part.spec.extra]
    assert sum(printed) == 100


def test_composition_is_sound() -> None:
    """■コンポーネント: what the checks in the YAML say holds."""
    assert list(check(GAME)) == []


# ------------------------------------------------------------------ ゲームの準備


def test_setup() -> None:
    """■ゲームの準備: each seat has a detective of its own and the ten action cards of that detective."""
    state = RULES.start(5, stream(1, "setup"))
    assert sorted(state.detectives) == sorted(RULES.box.sets)
    for seat, detective in enumerate(state.detectives):
        assert state.held[seat] == [f"{detective}-{face}" for face in SET]
    orders = {RULES.start(3, stream(seed)).detectives for seed in range(20)}
    assert len(orders) > 10


# ------------------------------------------------------------------ １：配置フェイズ


def test_ten_events_and_only_the_last_column_face_down() -> None:
    """１：配置フェイズ: two rows of five from the deck; of the figure only the last column is ■."""
    state = table()
    assert line(state, "hand") == (
        "hand",
        1,
        ("red-2", "blue-2", "green-2", "yellow-2", "?"),
        ("red-3a", "blue-3a", "green-3a", "yellow-3a", "?"),
    )
    assert state.grid == [row.split() for row in HAND1]
    assert len(state.deck) == 20
    for seat in range(3):
        assert "purple-2" not in known(state, seat)


# ------------------------------------------------------------------ ２：捜査フェイズ


def test_one_card_on_each_case_from_the_hand() -> None:
    """２：捜査フェイズ: one card of choice on each case number, in order; equal cards are one choice."""
    state = table()
    assert list(map(str, state.legal_actions())) == [
        f"case 1: scotch-{face}" for face in ("0", "1", "2", "3", "4", "5", "6", "hero")
    ]
    state.apply(Place(1, "scotch-6"))
    assert state.current_player() == 0
    assert state.information_state(1).turn == (0, 1)
    assert Place(2, "scotch-5") in state.legal_actions()
    assert Place(2, "scotch-6") not in state.legal_actions()
    with pytest.raises(IllegalAction, match="case 2: scotch-6"):
        state.apply(Place(2, "scotch-6"))


def test_first_row_is_shown_when_all_have_laid_with_the_face_down_events() -> None:
    """２：捜査フェイズ: nothing is shown until all have five cards down; then all first cards and the
    face-down events are."""
    state = table()
    lay_row(state, ["6 5 4 3 hero", "hero 5 4 3 6"])
    before = state.clone()
    assert "scotch-6" in known(state, 0)
    assert "scotch-6" not in known(state, 1)
    assert "scotch-6" not in known(state, 2)
    for case, face in enumerate(["6", "5", "4", "3", "3"], start=1):
        state.apply(Place(case, f"hibachi-{face}"))
    assert line(state, "first cards")[1] == tuple(f"scotch-{f}" for f in ["6", "5", "4", "3", "hero"])
    assert line(state, "events") == ("events", (1, 5, "purple-2"), (2, 5, "purple-3a"))
    assert not any(entry[0] == "events" for entry in before.log)


def test_second_row_uses_the_cards_left_and_stays_down_until_its_case() -> None:
    """２：捜査フェイズ and ３：解決フェイズ: the other five cards, each turned up when its case is solved."""
    state = table()
    lay_row(state, [rows[0] for rows in PLAN])
    assert {action.card for action in state.legal_actions()} == {f"scotch-{f}" for f in "0123"}
    lay_row(state, [rows[1] for rows in PLAN])
    assert [held for held in state.held if held] == []
    assert line(state, "case") == ("case", 1, (0, "scotch-0"), (1, "wolf-0"), (2, "hibachi-5"))
    other = state.clone()
    other.plan[1][1][1:] = other.plan[1][1][:0:-1]
    assert state.information_state(0) == other.information_state(0)
    assert state.information_state(1) != other.information_state(1)


# ------------------------------------------------------------------ ３：解決フェイズ


def test_strength_is_the_sum_of_both_cards_and_the_highest_two_win() -> None:
    """３：解決フェイズ: the two numbers are added; highest first, next second, no more events than two."""
    state = one_case("1 4", "6 0", "3 4")
    assert awarded(state) == (2, 1, ())
    assert state.gained == [[], ["red-3a"], ["red-2"]]


def test_challenges_go_from_the_weakest_and_equals_by_registration() -> None:
    """３：解決フェイズ: the lower power first, of equals the smaller 登録ナンバー; nobody has to."""
    state = lay(table("dokaben lloyd scotch"), [pairs(c1=pair) for pair in ("5 0", "4 1", "6 2")])
    assert state.order == [1, 0, 2]
    assert state.current_player() == 1
    assert list(map(str, state.legal_actions())) == ["none", "green", "red", "both"]
    state.apply(Challenge("none"))
    assert state.current_player() == 0


def test_order_does_not_change_with_the_dice() -> None:
    """３：解決フェイズ: the order is that of the cards, one challenge each (ruling A19)."""
    state = lay(table(dice=[8]), [pairs(c1=pair) for pair in ("1 0", "2 0", "3 0")])
    state.apply(Challenge("red"))
    assert state.power[0] == 4
    assert state.current_player() == 1


@pytest.mark.parametrize(
    ("dice", "rolled", "gain", "injuries"),
    [
        ("none", [], 0, 0),
        ("green", [2], 1, 0),
        ("green", [8], 2, 0),
        ("green", [1], 0, 1),
        ("red", [2], 2, 0),
        ("red", [8], 3, 0),
        ("red", [1], 0, 2),
        ("both", [8, 8], 5, 0),
        ("both", [1, 8], 3, 1),
        ("both", [7, 1], 1, 2),
        ("both", [1, 1], 0, 2),
    ],
)
def test_challenge(dice: str, rolled: list[int], gain: int, injuries: int) -> None:
    """〇チャレンジ: green +1 or +2, red +2 or +3, above the case number; else one injury, or two."""
    state = one_case("1 0", "6 5", "6 4", rolls={0: dice}, dice=rolled)
    assert line(state, "case")[1] == 2
    entry = next(e for e in state.log if e[0] == "challenge" and e[1] == 0)
    assert (entry[6] if len(entry) > 3 else 0) == gain
    assert state.injury[0] == injuries


@pytest.mark.parametrize("case", [1, 2, 3, 4, 5])
def test_success_is_strictly_above_the_case_number(case: int) -> None:
    """〇チャレンジ: the case number itself fails, one more succeeds."""
    assert sums.challenge(DRAFT, case, green=case) == {"power": 0, "injuries": 1}
    assert sums.challenge(DRAFT, case, green=case + 1) == {"power": 1, "injuries": 0}
    state = one_case("1 0", "6 5", "6 4", rolls={0: "red"}, dice=[case], case=case)
    assert state.out[0] == case


def test_gain_decides_the_rank() -> None:
    """〇チャレンジ: what the dice add counts in the ranking of the case."""
    assert awarded(one_case("1 3", "2 3", "3 3"))[:2] == (2, 1)
    assert awarded(one_case("1 3", "2 3", "3 3", rolls={0: "red"}, dice=[8]))[:2] == (0, 2)


def test_hospital_ranks_in_this_case_and_is_absent_from_the_next() -> None:
    """〇チャレンジ, ３：解決フェイズ: hospital from the next case to the hand's end; rank still counts."""
    state = lay(table(dice=[1]))
    solve(state, hand_done, rolls={(2, 2): "red"})
    assert awarded(state, 2)[:2] == (2, 0)
    assert state.out[2] == 2
    shown = {case: [seat for seat, _ in e[2:]] for e in state.log if e[0] == "case" for case in [e[1]]}
    assert shown == {1: [0, 1, 2], 2: [0, 1, 2], 3: [0, 1], 4: [0, 1], 5: [0, 1]}
    assert "hibachi-1" not in known(state, 0)
    assert "hibachi-1" in known(state, 2)
    solve(state, lambda s: s.hand == 2)
    assert [state.information_state(seat).unshown for seat in range(3)] == [
        *((), ()),
        (("hibachi-0", "hibachi-1", "hibachi-2"),),
    ]
    assert "hibachi-1" not in known(state, 0)


def test_two_greens_are_hospital_too() -> None:
    """〇チャレンジ: injuries add up over the cases of a hand; the second is hospital."""
    state = lay(table(dice=[1, 2]))
    solve(state, case_done(1), rolls={(1, 0): "green"})
    assert (state.injury[0], state.out[0]) == (1, 0)
    solve(state, case_done(2), rolls={(2, 0): "green"})
    assert (state.injury[0], state.out[0]) == (2, 2)


def test_injury_cards_are_no_more_than_hospital() -> None:
    """〇チャレンジ: an injured seat that fails with red has two cards, not three."""
    state = lay(table(dice=[1, 1]))
    solve(state, case_done(2), rolls={(1, 0): "green", (2, 0): "red"})
    assert state.injury[0] == 2
    assert state.injuries.real == 2


def test_fewer_than_two_seats_left() -> None:
    """〇チャレンジ: one seat left takes the first event only, none takes nothing; the rest is discarded."""
    state = lay(table(dice=[1, 1, 2]))
    rolls = {(1, 0): "red", (1, 1): "red", (2, 2): "red"}
    solve(state, hand_done, rolls)
    assert [awarded(state, case)[:2] for case in (2, 3)] == [(2, None), (None, None)]
    assert {"blue-3a", "green-2", "green-3a", "yellow-2", "purple-3a"} <= set(state.discard)


def test_lone_hero_is_first_whatever_the_power() -> None:
    """３：解決フェイズ, ヒーロータイム: one seat alone has it, in either row: first; others for second."""
    assert awarded(one_case("hero 2", "6 5", "3 3"))[:2] == (0, 1)
    assert awarded(one_case("2 hero", "6 5", "3 3"))[:2] == (0, 1)


def test_hero_counts_nothing_for_the_challenge_order() -> None:
    """３：解決フェイズ, ヒーロータイム: its number is 0, alone or not (ruling A17)."""
    state = lay(table(), [pairs(c1=pair) for pair in ("3 3", "hero 4", "1 4")])
    assert state.order == [1, 2, 0]


def test_heroes_clash_and_count_zero() -> None:
    """３：解決フェイズ, ヒーロータイム: several on one case, across the rows too: each is just a 0."""
    assert awarded(one_case("hero 2", "6 5", "6 hero"))[:2] == (1, 2)
    assert awarded(one_case("hero 6", "hero 5", "hero 4"))[:2] == (0, 1)


def test_hero_of_a_seat_in_hospital_does_not_clash() -> None:
    """〇チャレンジ: who is in hospital takes no part, and neither does its hero (ruling A18)."""
    plan = [pairs(c1="6 5", c2="hero 0"), pairs(c1="4 2", c2="hero 1"), pairs(c1="3 3", c2="6 5")]
    state = solve(lay(table(dice=[1]), plan), case_done(2), {(1, 0): "red"})
    assert awarded(state, 2)[:2] == (1, 2)


def test_equal_power_goes_by_the_first_card() -> None:
    """３：解決フェイズ: of equals the larger first card is ahead."""
    assert awarded(one_case("3 4", "4 3", "5 0"))[:2] == (1, 0)


def test_full_tie_for_first() -> None:
    """３：解決フェイズ: equal in both: no event, an assist card each; the next is third (1, 1, 3)."""
    state = one_case("4 3", "4 3", "5 0")
    assert awarded(state) == (None, None, (0, 1))
    assert state.assist == [1, 1, 0]
    assert state.discard == ["red-2", "red-3a"]


def test_full_tie_for_second() -> None:
    """３：解決フェイズ: the first keeps its event, the tied get assist cards, the second is discarded."""
    state = one_case("4 3", "4 3", "6 5")
    assert awarded(state) == (2, None, (0, 1))
    assert (state.discard, state.gained[2]) == (["red-3a"], ["red-2"])


def test_full_tie_of_three() -> None:
    """３：解決フェイズ: three equals for first: three assist cards."""
    state = one_case("4 3", "4 3", "4 3")
    assert awarded(state) == (None, None, (0, 1, 2))
    assert state.assists.left == 7


def test_tie_below_second_gives_nothing() -> None:
    """３：解決フェイズ: no event was at stake, so no card instead of it (ruling A16)."""
    state = one_case("4 3", "4 3", "6 5", "6 4", detectives="scotch wolf hibachi lloyd")
    assert awarded(state) == (2, 3, ())


def test_tie_counts_after_the_dice() -> None:
    """３：解決フェイズ: the powers compared are those after the challenges."""
    state = one_case("4 2", "4 3", "6 5", rolls={0: "green"}, dice=[5])
    assert awarded(state) == (2, None, (0, 1))


@pytest.mark.parametrize("seed", range(30))
def test_ranking_agrees_with_a_plain_reading(seed: int) -> None:
    """３：解決フェイズ: against counting, for each seat, how many are ahead of it and level with it."""
    rng = Random(seed)
    seats = range(5)
    power = {seat: rng.randint(3, 6) for seat in seats}
    first = {seat: rng.randint(1, 3) for seat in seats}
    ahead = {s: sum((power[o], first[o]) > (power[s], first[s]) for o in seats) for s in seats}
    level = {s: sum((power[o], first[o]) == (power[s], first[s]) for o in seats) for s in seats}
    found = sums.ranking(DRAFT, power, first)
    assert found["events"] == [
        next((s for s in seats if ahead[s] == rank and level[s] == 1), None) for rank in (0, 1)
    ]
    assert set(found["assists"]) == {s for s in seats if ahead[s] < 2 and level[s] > 1}


# ------------------------------------------------------------------ ４：ハンド終了


def test_masterminds_of_hand_1_escape() -> None:
    """◎黒幕処理: a 5 won in hand 1 is discarded for an assist card, one for each."""
    grid = ("red-2 blue-2 green-5 yellow-5 purple-2", "red-3a blue-3a green-3a yellow-3a purple-5")
    state = solve(lay(table(hand1=grid)), hand_done)
    assert state.discard == ["green-5", "yellow-5", "purple-5"]
    assert state.assist == [2, 1, 0]
    assert state.gained[0] == ["blue-3a", "purple-2"]


def test_mastermind_that_nobody_wins_is_only_discarded() -> None:
    """◎黒幕処理: no assist card for a 5 that nobody had (ruling A13)."""
    state = table(hand1=("red-5 blue-2 green-2 yellow-2 purple-2", HAND1[1]))
    lay(state, [pairs(c1="4 3"), pairs(c1="4 3"), pairs(c1="1 0")])
    solve(state, case_done(1))
    assert "red-5" in state.discard
    assert state.assist == [1, 1, 0]


def test_arrest_needs_the_suit_in_stand_from_an_earlier_hand() -> None:
    """◎黒幕処理: from hand 2 on a 5 is kept with its suit in 【スタンド】, else it escapes."""
    grid = ("red-3b blue-3b green-5 yellow-5 purple-3b", "red-4 blue-4 green-4 yellow-4 purple-5")
    state = lay(second_hand(stand=["green-2", "purple-3a"], hand2=grid))
    solve(state, hand_done)
    assert [entry for entry in state.log if entry[0] in ("arrested", "escaped")] == [
        ("arrested", 0, "green-5"),
        ("escaped", 0, "yellow-5"),
        ("arrested", 1, "purple-5"),
    ]
    assert state.assist == [1, 0, 0]
    assert "green-5" in state.gained[0]


def test_cards_of_this_hand_arrest_nobody() -> None:
    """◎黒幕処理 before ◎スタイル決定: a green card won in the same hand does not hold the green 5."""
    grid = ("red-3b blue-3b green-5 green-4 purple-3b", "red-4 blue-4 white-4 yellow-4 purple-4")
    state = solve(lay(second_hand(hand2=grid)), hand_done)
    assert line(state, "escaped") == ("escaped", 0, "green-5")


def test_coop_does_not_arrest() -> None:
    """◎黒幕処理: 【コープ】 cards of the suit do not count."""
    assert not sums.arrested(DRAFT, 2, "green", stand=["red", "blue"])
    state = lay(second_hand(hand2=("red-3b blue-3b green-5 yellow-3b purple-3b", HAND2[1])))
    assert state.coop[0][1] == "green-2"
    solve(state, hand_done)
    assert line(state, "escaped") == ("escaped", 0, "green-5")


def test_hand_3_judges_masterminds_too() -> None:
    """◎黒幕処理 «２ハンド目以降は»: in hand 3 as well (ruling A31)."""
    state = solve(lay(third_hand(stand=["blue-3a"])), never)
    kept = [entry for entry in since_hand(state) if entry[0] in ("arrested", "escaped")]
    assert kept == [
        ("arrested", 0, "blue-5"),
        ("escaped", 0, "white-5"),
        ("escaped", 1, "green-5"),
        ("escaped", 1, "yellow-5"),
        ("escaped", 1, "purple-5"),
        ("escaped", 2, "red-5"),
    ]


def test_style_is_chosen_card_by_card_and_shown_together() -> None:
    """◎スタイル決定: every event won goes above or below the detective; shown when all have chosen."""
    state = solve(lay(table()), hand_done)
    assert list(map(str, state.legal_actions())) == ["blue-3a: stand", "blue-3a: coop"]
    other = state.clone()
    other.apply(Style("blue-3a", "coop"))
    assert (other.information_state(2).phase, other.information_state(2).turn) == ("style", (0, 1))
    other = state.clone()
    for choice, copy in (("stand", state), ("coop", other)):
        for card in ("blue-3a", "green-2", "yellow-2", "purple-2"):
            copy.apply(Style(card, choice))
    assert state.current_player() == 1
    assert state.information_state(2) == other.information_state(2)
    assert state.information_state(0) != other.information_state(0)
    solve(state, lambda s: s.hand == 2)
    assert state.stand[0] == ["blue-3a", "green-2", "yellow-2", "purple-2"]
    assert state.coop[0] == []
    shown = [entry for entry in state.log if entry[0] == "style"]
    assert shown[0] == ("style", 0, *((card, "stand") for card in state.stand[0]))
    assert [entry[1] for entry in shown] == [0, 1, 2]
    assert state.stand[1] == []


def test_assist_cards_are_coop() -> None:
    """◎スタイル決定: assist cards are not asked about, and count for 【コープ】."""
    state = one_case("4 3", "4 3", "5 0")
    solve(state, hand_done)
    assert all(card != "assist" for card in state.gained[0])
    assert sums.points(DRAFT, 2, coop=[("red", 2), ("red", 3)], assists=1) == 5 + 2 + 5


def test_recovery_is_one_card() -> None:
    """◎回復: one injury card back; hospital ends, and its patient starts the next hand injured."""
    state = second_hand(dice=[1, 1], rolls={(5, 2): "red", (4, 1): "green"})
    assert state.injury == [0, 0, 1]
    assert state.out == [0, 0, 0]
    assert state.injuries.left == 4


def test_action_cards_come_back() -> None:
    """４：ハンド終了: each hand begins with the whole set (ruling A09)."""
    state = second_hand()
    assert [Counter(held) for held in state.held] == [
        Counter(RULES.box.sets[detective]) for detective in state.detectives
    ]


# ------------------------------------------------------------------ ２ハンド目


def test_hand_2_deals_from_the_rest_of_the_deck() -> None:
    """■２ハンド目: as hand 1, from the twenty cards left; the discards stay out (ruling A10)."""
    state = second_hand(hand1=("red-5 blue-5 green-2 yellow-2 purple-2", HAND1[1]))
    assert state.discard == ["red-5", "blue-5"]
    assert line(state, "hand")[2:] == (
        ("red-3b", "blue-3b", "green-3b", "yellow-3b", "?"),
        ("red-4", "blue-4", "green-4", "yellow-4", "?"),
    )
    assert len(state.deck) == 10


def test_scotch_clashes_as_three() -> None:
    """■２ハンド目, スコッチ: from hand 2 his hero clashes as 3, as first card too; the other's stays 0."""
    plan = [pairs(c1="hero 4"), pairs(c1="4 3"), pairs(c1="hero 6")]
    state = lay(second_hand(), plan)
    assert (state.hero, state.power, state.first) == (None, {0: 7, 1: 7, 2: 6}, {0: 3, 1: 4, 2: 0})
    assert lay(table(), plan).power == {0: 4, 1: 7, 2: 6}
    assert awarded(hand_2_case(1, "hero 6", "6 5", "hero 6"))[:2] == (1, 0)


def test_scotch_alone_is_a_hero() -> None:
    """■２ハンド目, スコッチ: the skill is for clashes; alone he is first, with 0."""
    state = lay(second_hand(), [pairs(c1="hero 1"), pairs(c1="6 5"), pairs(c1="6 4")])
    assert (state.hero, state.power[0]) == (0, 1)


def test_wolf_adds_one_to_each_die() -> None:
    """■２ハンド目, ウルフ: +1 to the dice from hand 2 on, not before."""
    assert rolled(hand_2_case(3, "6 5", "1 0", "6 4", rolls={1: "both"}, dice=[3, 7])) == (3, 7, 1, 4, 0)
    assert rolled(one_case("6 5", "1 0", "6 4", rolls={1: "both"}, dice=[3, 7], case=3)) == (3, 7, 0, 2, 1)


def test_hibachi_first_may_take_the_second_event() -> None:
    """■２ハンド目, ヒバチ: first, she takes either; the second-ranked gets the other one."""
    state = second_hand()
    lay(state, [pairs(c1="3 3"), pairs(c1="6 4"), pairs(c1="6 5")])
    solve(state, lambda s: s.phase == "choose event")
    assert (state.current_player(), list(map(str, state.legal_actions()))) == (2, ["take 1", "take 2"])
    swapped = state.clone()
    state.apply(Take(1))
    swapped.apply(Take(2))
    assert (state.gained[2], state.gained[1]) == (["red-3b"], ["red-4"])
    assert (swapped.gained[2], swapped.gained[1]) == (["red-4"], ["red-3b"])


def test_hibachi_chooses_only_as_first_and_from_hand_2() -> None:
    """■２ハンド目, ヒバチ: not as second, not in hand 1; with no second the other card is discarded."""
    first, second = table(), second_hand()
    lay(first, [pairs(c1=pair) for pair in ("3 3", "6 4", "6 5")])
    lay(second, [pairs(c1=pair) for pair in ("6 5", "3 3", "6 4")])
    for state, winners in ((first, (2, 1)), (second, (0, 2))):
        solve(state, lambda s: s.phase == "choose event" or case_done(1)(s))
        assert (state.phase, awarded(state)[:2]) == ("challenge", winners)
    alone = hand_2_case(1, "4 3", "4 3", "6 5", take=2)
    assert (alone.gained[2], "red-3b" in alone.discard) == (["red-4"], True)


def test_lloyd_sees_face_down_events() -> None:
    """■２ハンド目, ロイド: he alone sees the face-down events, from hand 2 on."""
    first, second = table("lloyd wolf hibachi"), second_hand("lloyd wolf hibachi")
    assert first.information_state(0).peeked == ()
    assert second.information_state(0).peeked == ((1, 5, "purple-3b"), (2, 5, "purple-4"))
    assert "purple-3b" not in known(second, 1)
    assert "purple-3b" not in known(second, 2)
    assert len(third_hand("lloyd wolf hibachi").information_state(0).peeked) == 5


def test_dokaben_is_only_injured_by_red() -> None:
    """■２ハンド目, ドカベン: red failing is one injury, from hand 2 on; with one already it is hospital."""
    seats = ("6 5", "1 0", "6 4")
    team = "scotch dokaben hibachi"
    state = hand_2_case(1, *seats, detectives=team, rolls={1: "red"}, dice=[1])
    assert (state.injury[1], state.out[1]) == (1, 0)
    state = one_case(*seats, detectives=team, rolls={1: "red"}, dice=[1])
    assert (state.injury[1], state.out[1]) == (2, 1)
    state = hand_2_case(1, *seats, detectives=team, rolls={1: "both"}, dice=[1, 1])
    assert (state.injury[1], state.out[1]) == (2, 1)


def test_stand_adds_to_the_dice_from_hand_2_on() -> None:
    """〇【スタンド】 and 〇チャレンジ: +1 for each stand card of a suit of this case, at most 8."""
    stand = ["green-2", "yellow-2", "purple-2"]
    assert rolled(hand_2_case(3, "1 0", "6 5", "6 4", rolls={0: "green"}, dice=[3], stand=stand)) == (
        *(3, None, 1),
        *(1, 0),
    )
    assert rolled(hand_2_case(3, "1 0", "6 5", "6 4", rolls={0: "green"}, dice=[7], stand=stand))[3] == 2
    assert rolled(hand_2_case(1, "1 0", "6 5", "6 4", rolls={0: "green"}, dice=[1], stand=stand)) == (
        *(1, None, 0),
        *(0, 1),
    )
    assert sums.challenge(DRAFT, 5, bonus=7, red=8) == {"power": 3, "injuries": 0}


def test_stand_bonus_counts_cards_not_pairs() -> None:
    """〇チャレンジ «１枚につき»: each stand card once, for either event of the case."""
    assert sums.die_bonus(DRAFT, ["red", "red", "blue", "white"], ["red", "blue"]) == 3
    assert sums.die_bonus(DRAFT, ["red"], ["red", "red"]) == 1
    assert sums.die_bonus(DRAFT, ["red"], ["blue", "blue"], skill=True) == 1


# ------------------------------------------------------------------ ３ハンド目


def test_hand_3_deck_is_rest_and_discards() -> None:
    """■３ハンド目: the rest and the discards are shuffled together."""
    grid = ("red-2 blue-2 green-5 yellow-5 purple-2", HAND1[1])
    top = ("green-5 white-3a white-3b white-4 white-5", "yellow-5 red-5 blue-5 white-2 purple-5")
    state = third_hand(hand1=grid, hand3=top)
    assert state.discard == []
    assert state.grid == [row.split() for row in top]
    assert sorted(state.deck) == ["green-2", "yellow-2"]


def test_hand_3_shows_the_second_row() -> None:
    """■３ハンド目: the first row is ■, the second □."""
    state = third_hand()
    assert line(state, "hand") == ("hand", 3, ("?",) * 5, tuple(HAND3[1].split()))
    assert "white-4" not in known(state, 1)
    lay_row(state, [rows[0] for rows in PLAN])
    assert line(state, "events")[1:] == tuple((1, c, card) for c, card in enumerate(HAND3[0].split(), 1))


def test_hand_3_look_by_stand() -> None:
    """■３ハンド目: who has the suit of the second event in 【スタンド】 sees the first, alone."""
    state = third_hand(stand=["blue-3a", "purple-2", "red-2"])
    assert state.information_state(0).peeked == ((1, 2, "white-3a"), (1, 5, "white-5"))
    assert state.information_state(1).peeked == ((1, 1, "white-2"),)
    assert state.information_state(2).peeked == ()
    lay_row(state, [rows[0] for rows in PLAN])
    assert state.information_state(0).peeked == ()


def test_martyrdom() -> None:
    """〇有終の美: hospital in hand 3 is 殉職: 6 − case number points, out of the rest, still in the race."""
    rolls = {(2, 0): "red"}
    state = third_hand(dice=[1])
    before = state.points(0)
    lay(state)
    solve(state, case_done(2), rolls)
    assert state.martyr[0] == 4
    assert awarded(state, 2)[:2] == (2, 0)
    solve(state, never)
    assert [awarded(state, case)[0] for case in (3, 4, 5)] == [1, 1, 1]
    assert sorted(state.coop[0]) == sorted(
        ["blue-3a", "green-2", "yellow-2", "purple-2", "blue-4", "green-3b", "yellow-3b", "purple-3b"]
    )
    assert state.points(0) == before + 4 + 2 + 5
    assert state.outcome() is not None


def test_no_martyrs_before_hand_3() -> None:
    """〇有終の美: hospital in hand 1 earns nothing."""
    assert one_case("1 0", "6 5", "6 4", rolls={0: "red"}, dice=[1]).martyr == [0, 0, 0]


def test_hand_3_events_are_coop_and_the_game_is_over() -> None:
    """■３ハンド目, 〇功労者: what hand 3 brings goes to 【コープ】 (ruling A32)."""
    state = solve(lay(third_hand()), never)
    assert (state.current_player(), state.legal_actions()) == (None, ())
    assert state.coop[0][-2:] == ["white-3b", "white-4"]
    with pytest.raises(IllegalAction):
        state.apply(Challenge("none"))


def test_sets() -> None:
    """〇功労者: five points for each suit with three or more in 【コープ】, once a suit; assists are wild."""
    assert sums.sets(DRAFT, ["red"] * 3 + ["blue"] * 2) == 1
    assert sums.sets(DRAFT, ["red"] * 5) == 1
    assert sums.sets(DRAFT, ["red"] * 2 + ["blue"] * 2, assists=1) == 1
    assert sums.sets(DRAFT, ["red"] * 2 + ["blue"] * 1, assists=3) == 2
    assert sums.sets(DRAFT, ["red"] * 2 + ["blue"] * 1, assists=2) == 1
    assert sums.sets(DRAFT, [], assists=6) == 0


@pytest.mark.parametrize("counts", [*combinations_with_replacement(range(5), 3)])
@pytest.mark.parametrize("assists", range(6))
def test_sets_are_the_most_that_assists_can_make(counts: tuple[int, ...], assists: int) -> None:
    """〇功労者 «好きなスート１つとして»: no way to deal out the assist cards makes more sets."""
    coop = [suit for suit, n in zip("abc", counts, strict=True) for _ in range(n)]
    ways = (given for given in product(range(assists + 1), repeat=3) if sum(given) <= assists)
    best = max(sum(n > 0 and n + g >= 3 for n, g in zip(counts, given, strict=True)) for given in ways)
    assert sums.sets(DRAFT, coop, assists) == best


def test_points() -> None:
    """■３ハンド目, last paragraph: the numbers of all cards won, 功労者 and 有終の美 together."""
    assert sums.points(DRAFT, 2, coop=[("red", 2), ("red", 3), ("blue", 4)], assists=2) == 18
    assert sums.points(DRAFT, 2, stand=[("red", 3), ("red", 3), ("red", 4)]) == 10
    assert sums.points(DRAFT, 2, coop=[("red", 3), ("red", 3), ("red", 5)], martyr=5) == 21


def test_most_points_win_and_equals_share() -> None:
    """■３ハンド目, last paragraph: most points win; several share."""
    assert sums.winners({"a": 12, "b": 17, "c": 16}) == ["b"]
    assert sums.winners({"a": 17, "b": 12, "c": 17}) == ["a", "c"]
    state = solve(lay(third_hand()), never)
    outcome = state.outcome()
    assert outcome is not None
    points = [state.points(seat) for seat in range(3)]
    assert outcome.winners == tuple(s for s in range(3) if points[s] == max(points))
    assert points == [43, 49, 22]


# ------------------------------------------------------------------ shortages


def test_substitutes_stand_in_for_missing_assist_cards() -> None:
    """３：解決フェイズ «アシストカードが不足した場合»: something else is used, and is worth as much."""
    state = table()
    state.assists.left = 1
    lay(state, [pairs(c1="4 3"), pairs(c1="4 3"), pairs(c1="1 0")])
    solve(state, case_done(1))
    assert state.assist == [1, 1, 0]
    assert (state.assists.left, state.assists.real, state.assists.substitutes) == (0, 1, 1)


def test_substitutes_stand_in_for_missing_injury_cards() -> None:
    """◇負傷カード: five cards for five seats; the sixth injury is as real (ruling A08)."""
    team = "scotch wolf hibachi lloyd dokaben"
    state = one_case("6 5", "5 4", "4 3", "3 2", "2 1", detectives=team, dice=[1] * 5,
                     rolls=dict.fromkeys(range(5), "red"))  # fmt: skip
    assert state.injury == [2] * 5
    assert state.cards()["injury"] == 5
    solve(state, hand_done)
    assert state.faults() == []
