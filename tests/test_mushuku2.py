"""探偵無宿2 draft 8, paragraph by paragraph: each test names the heading it holds the rules to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from mushuku2_table import (
    GAME,
    PLAIN,
    cost,
    do,
    finish,
    letters,
    names,
    people,
    position,
    rest,
    stage,
    verbs,
    zones,
)

from cardgen.engine.state import IllegalAction, Outcome
from cardgen.games.mushuku2.arithmetic import shortfall
from cardgen.games.mushuku2.case import Case
from cardgen.games.mushuku2.rules import Mushuku2

RULES = Mushuku2(GAME)


def dealt(rules: Mushuku2 = PLAIN, players: int = 3, seed: int = 1) -> Case:
    """The first round, 「私」 chosen, the start player to place a suspect."""
    case = rules.start(players, Random(seed))
    while case.phase == "setup":
        case.apply(case.legal_actions()[0])
    return case


# ------------------------------------------------------------------ コンポーネント


def test_components() -> None:
    """■コンポーネント: the counts of the draft, people in threes, and one who never awakens."""
    found = {c.name: (c.declared, c.found) for c in GAME.components.values() if not c.spec.extra}
    assert found == {
        "「私」カード": (4, 4),
        "捜査カード": (24, 24),
        "アクションカード": (8, 8),
        "イベントカード": (70, 70),
        "惨劇の夜": (1, 1),
        "告命灯": (5, 5),
    }
    assert GAME.players == (3, 4)
    assert [person.copies for person in RULES.table.cast.people.values()] == [3] * 8
    assert [p.name for p in RULES.table.cast.people.values() if not p.awake] == ["勿忘草"]
    assert all(person.normal for person in RULES.table.cast.people.values())
    assert list(RULES.table.cast.events) == list(range(1, 71))


def test_a_flash_is_discarded_after_its_effect_and_gives_no_vp() -> None:
    """◇イベントカード: [閃き] is never in the notebook: effect at once, then discarded, no VP."""
    case = position(stage({1: {"flash": True, "cost": {}, "vp": 3, "effects": {"draw": 1}}}))
    do(case, "閃き 1")
    assert (case.notebooks[0], case.discards, case.points()) == ([], [1], (0, 0, 0))
    assert len(case.hands[0]) == 3


def test_a_flash_is_no_card_to_investigate_with() -> None:
    """◇イベントカード: [閃き] cards are never placed in the notebook."""
    case = position(stage({1: {"flash": True, "cost": {}}, 2: {"cost": {}}}))
    assert (verbs(case, "捜査"), verbs(case, "閃き")) == (["2"], ["1"])


# ------------------------------------------------------------------ ゲームの準備


@pytest.mark.parametrize("players", [3, 4])
def test_setup(players: int) -> None:
    """■ゲームの準備: deck of seven and the night, the other seventeen suspects, seven events in each hand."""
    case = PLAIN.start(players, Random(1))
    assert zones(case) == {"line": "", "deck": "".join(sorted("TKYHFCMN")), "outside": ""}
    assert case.suspects == {**dict.fromkeys(people("TKYHFCM"), 2), **dict.fromkeys(people("W"), 3)}
    assert [len(hand) for hand in case.hands] == [7] * players
    assert len(case.pile) == 70 - 7 * players
    assert (case.lamps, case.dead, case.awake, case.start) == (0, [], [], 0)


def test_both_decks_are_shuffled() -> None:
    """■ゲームの準備: よくシャッフルし山を作ります, and the events too."""
    starts = [PLAIN.start(3, Random(seed)) for seed in range(20)]
    assert len({letters(case.deck) for case in starts}) > 15
    assert len({tuple(case.hands[0]) for case in starts}) == 20


def test_each_takes_another_watashi_from_the_start_player_on() -> None:
    """■ゲームの準備: 最後に…スタートプレイヤーから好きな「私」を１人ずつ, after the hands are dealt."""
    case = PLAIN.start(3, Random(1))
    assert case.hands[0]
    assert verbs(case, "私") == ["無宿の探偵", "新聞記者", "探偵小説家", "医学生"]
    assert case.current_player() == 0
    do(case, "私 新聞記者")
    assert case.current_player() == 1
    assert verbs(case, "私") == ["無宿の探偵", "探偵小説家", "医学生"]
    do(case, "私 医学生", "私 無宿の探偵")
    assert case.watashi == ["reporter", "student", "drifter"]
    assert case.round == 1


def test_skills_sleep_unless_all_agree() -> None:
    """〇選択ルール: without the option a skill does nothing."""
    skills = {"drifter": {"when": "rest", "effects": {"draw": 3}}}
    hands = [len(rest(position(stage(skills=skills, watashi_skills=on))).hands[0]) for on in (False, True)]
    assert hands == [4, 7]


# ------------------------------------------------------------------ １：ラウンド開始


def test_a_round_opens_with_three_people_on_the_line() -> None:
    """１：捜査デッキから３枚引いて表向きに配置し、そこを【捜査線】とします."""
    case = dealt()
    assert len(case.line) == 3
    assert len(case.deck) == 5
    assert set(letters(case.line)) <= set("TKYHFCM")


def test_the_night_among_the_first_three_gives_way_and_is_shuffled_back() -> None:
    """１：「惨劇の夜」が含まれていた場合: one card more, then the night back into the deck, shuffled."""
    places: Counter[int] = Counter()
    for seed in range(300):
        case = PLAIN.start(3, Random(seed))
        if "N" not in letters(case.deck[-3:]):
            continue
        while case.phase == "setup":
            case.apply(case.legal_actions()[0])
        assert sorted(letters(case.line) + letters(case.deck)) == sorted("TKYHFCMN")
        assert len(case.line) == 3
        assert "N" not in letters(case.line)
        places[letters(case.deck[::-1]).index("N")] += 1
    assert set(places) == {0, 1, 2, 3, 4}


def test_every_length_of_the_first_round_is_as_likely() -> None:
    """１：five cards are left after the first line, the night anywhere among them: one to five turns."""
    places = Counter(letters(dealt(seed=seed).deck[::-1]).index("N") for seed in range(1000))
    assert set(places) == {0, 1, 2, 3, 4}
    assert all(150 < n < 250 for n in places.values())


def test_the_start_player_puts_one_suspect_outside() -> None:
    """１：スタートプレイヤーは【容疑者】から好きな人物カード１枚を【線外】へ, any of them, in the open."""
    case = dealt()
    assert case.current_player() == case.start == 0
    assert len(verbs(case, "線外")) == len(names(case)) == 8
    do(case, "線外 勿忘草")
    assert letters(case.outside) == "W"
    assert case.suspects["wasurenagusa"] == 2
    assert case.awake == []
    assert case.phase == "turn"


def opening(suspects: str, line: str = "TKYHN") -> Case:
    """The start of a round when only these suspects are left."""
    case = position(line=line, deck="FCM", suspects=suspects)
    return rest(case)


def test_the_last_suspect_awakens() -> None:
    """１：これにより人物カードが尽きたら…覚醒状態にします."""
    case = opening("TTK")
    assert verbs(case, "線外") == ["椿", "桔梗"]
    assert do(case.clone(), "線外 椿").awake == []
    assert do(case.clone(), "線外 桔梗").awake == ["kikyo"]


def test_wasurenagusa_never_awakens() -> None:
    """１：勿忘草は人物カードが尽きても覚醒状態にはなりません."""
    case = do(opening("TW"), "線外 勿忘草")
    assert (case.suspects["wasurenagusa"], case.awake) == (0, [])


def test_without_suspects_nothing_is_placed() -> None:
    """１：全ての人物カードが尽きた場合、この処理を飛ばしてください."""
    case = opening("")
    assert case.round == 3
    assert case.outside == []
    assert verbs(case, "線外") == []
    assert case.phase == "turn"


def test_awake_stays_awake() -> None:
    """１：suspects never come back, so nobody falls asleep again (ruling A15)."""
    case = position(line="TKYHN", deck="FCM", awake="T")
    assert rest(case).awake == ["tsubaki"]


# ------------------------------------------------------------------ ２：メインフェイズ


def test_turns_go_clockwise_and_each_draws_to_the_right_end() -> None:
    """２：時計回りで; 捜査デッキから１枚引いて【捜査線】の末尾（＝右端）へ."""
    case = position(line="TKYH", deck="FCMN")
    order = []
    for _ in range(3):
        order.append((case.current_player(), letters(case.line)))
        rest(case)
    assert order == [(0, "TKYH"), (1, "TKYHF"), (2, "TKYHFC")]


def test_the_person_drawn_acts_for_the_seat_that_drew() -> None:
    """２：その人物のアクションを適用; a player's effect is for oneself alone."""
    rules = stage(sides={"F": {"effects": {"draw": 2}}, "T": {"effects": {"draw": 5}}})
    case = rest(position(rules, deck="FCMN"))
    assert case.current_player() == 1
    assert [len(hand) for hand in case.hands] == [4, 5, 3]


def test_an_awakened_person_acts_otherwise() -> None:
    """２ and アクションカード: the awakened side counts once the person is awake, the normal one before."""
    rules = stage(sides={"F": {"effects": {"draw": 1}, "awake_effects": {"draw": 4}}})
    assert len(rest(position(rules)).hands[1]) == 4
    assert len(rest(position(rules, awake="F")).hands[1]) == 7


def test_the_action_comes_before_the_menu() -> None:
    """２：それが終わったら: the drawn person's action is over before 捜査 or 一服."""
    case = rest(position(stage(sides={"F": {"effects": {"outside": 1}}})))
    assert {name.split(" ")[0] for name in names(case)} == {"線外"}
    assert case.current_player() == 1
    do(case, "線外 椿")
    assert verbs(case, "一服") == ["4", "5", "6"]


def test_the_night_has_no_action_and_ends_the_round_after_the_turn() -> None:
    """２：「惨劇の夜」だった場合: the seat still acts, and the round ends when its turn ends."""
    case = rest(position(stage({4: {"cost": cost("T")}}), deck="NFCM"))
    assert (case.current_player(), case.round, letters(case.line)) == (1, 2, "TKYHN")
    assert verbs(case, "捜査") == ["4"]
    do(case, "捜査 4")
    assert (case.current_player(), case.round) == (1, 2)
    finish(case)
    assert case.round == 3


def test_exactly_one_of_investigating_and_resting() -> None:
    """２：手番プレイヤーは「捜査」か「一服（＝パス）」のどちらか１つを行います."""
    rules = stage({1: {"cost": {}}, 2: {"cost": {}}})
    case = position(rules)
    assert "手番終了" not in names(case)
    for action in ("捜査 1", "一服 3"):
        after = do(case.clone(), action)
        assert names(after) == ["手番終了"]


def test_flashes_are_free_before_and_after() -> None:
    """２：[閃き] does not count as a turn: any number of times, before and after 捜査 or 一服."""
    flash = {"flash": True, "cost": cost("T"), "effects": {"draw": 1}}
    case = position(stage(dict.fromkeys((1, 2, 3), flash)), pile=[70, 69, 68, 67, 66])
    do(case, "閃き 1", "閃き 2", "一服 70", "閃き 3", "手番終了")
    assert case.discards[-4:] == [1, 2, 70, 3]
    assert case.current_player() == 1


def test_a_flash_has_to_be_paid_for() -> None:
    """２：かつコストを満たしているのであれば."""
    case = position(stage({1: {"flash": True, "cost": cost("TT")}, 2: {"flash": True, "cost": cost("T")}}))
    assert verbs(case, "閃き") == ["2"]


def test_a_flash_heeds_its_death_condition() -> None:
    """２ and ◇イベントカード: a death condition is a cost of its own (ruling A52)."""
    rules = stage({1: {"flash": True, "cost": {}, "death": people("T")}})
    assert verbs(position(rules), "閃き") == []
    assert verbs(position(rules, line="KYHF", deck="CMN", dead="T"), "閃き") == ["1"]


def test_that_a_seat_is_asked_tells_nothing() -> None:
    """After acting, a seat with cards is asked to end its turn whether or not it holds a [閃き]."""
    with_flash = do(position(stage({1: {"flash": True, "cost": {}}})), "一服 2")
    without = do(position(), "一服 2")
    assert with_flash.current_player() == without.current_player() == 0
    assert names(without) == ["手番終了"]
    assert do(position(hands=([], [4], [7]), pile=[]), "一服").current_player() == 0


# ------------------------------------------------------------------ アイコン


@pytest.mark.parametrize("flash", [False, True])
def test_draw_or_change(flash: bool) -> None:
    """〇ドロー／チェンジ: draw one, or discard any and draw as many; on [閃き] too."""
    rules = stage({1: {"flash": flash, "cost": {}, "draw_change": True}})
    case = do(position(rules, pile=[70, 69, 68]), "閃き 1" if flash else "捜査 1")
    assert names(case) == ["ドロー", "チェンジ"]
    drawn = do(case.clone(), "ドロー")
    assert drawn.hands[0] == [2, 3, 70]
    changed = do(case.clone(), "チェンジ", "捨てる 3", "捨てる 2")
    assert changed.hands[0] == [69, 70]
    one = do(case.clone(), "チェンジ", "捨てる 2", "捨て終える")
    assert one.hands[0] == [3, 70]
    assert do(case.clone(), "チェンジ", "捨て終える").hands[0] == [2, 3]


def test_changed_cards_are_discarded_before_the_draw() -> None:
    """〇ドロー／チェンジ: 捨て札にし、山から捨てた枚数分だけ: an empty pile is made of them too."""
    case = position(stage({1: {"cost": {}, "draw_change": True}}), hands=([1, 2], [4], [7]), pile=[])
    case.notebooks[1] = case.discards[:]
    case.discards = []
    do(case, "捜査 1", "チェンジ", "捨てる 2")
    assert case.hands[0] == [2]


def test_information_counts_from_the_next_turn_on_and_for_its_owner_alone() -> None:
    """〇情報コスト: not in the turn it is played, always after, for oneself."""
    flash = {"flash": True, "cost": cost("WW"), "effects": {"draw": 1}}
    case = position(stage({1: {"cost": {}, "info": people("WW")}, 2: flash, 4: flash}))
    do(case, "捜査 1")
    assert verbs(case, "閃き") == []
    finish(case)
    assert verbs(case, "閃き") == []
    rest(case)
    rest(case)
    assert case.current_player() == 0
    assert verbs(case, "閃き") == ["2"]


def test_information_adds_up_and_outlives_its_person() -> None:
    """〇情報コスト: その人物が死亡していても有効; 同じ色が複数あれば、その個数分."""
    rules = stage({10: {"info": people("T")}, 11: {"info": people("TT")}, 1: {"cost": cost("TTT")}})
    alive = position(rules, line="KYHF", deck="CMN", dead="T", notebooks=([10, 11], [], []))
    assert verbs(alive, "捜査") == ["1"]
    assert verbs(position(rules, line="KYHF", deck="CMN", dead="T", notebooks=([11], [], [])), "捜査") == []


# ------------------------------------------------------------------ 捜査


def test_each_card_on_the_line_gives_one_of_its_colour() -> None:
    """◇捜査: １枚につき同色のコスト１."""
    rules = stage({1: {"cost": cost("TT")}, 2: {"cost": cost("TTK")}, 3: {"cost": cost("TTT")}})
    assert verbs(position(rules, line="TKYT"), "捜査") == ["1", "2"]


def test_what_is_missing_is_counted() -> None:
    """◇捜査: a cost of several of one colour lacks as many as are not there."""
    assert shortfall(cost("TTTKH"), cost("TKK")) == cost("TTH")
    assert shortfall(cost("TT"), cost("TTT")) == {}


def test_only_the_line_gives_costs() -> None:
    """◇捜査: 【捜査線】に配置された人物カードから, not from 線外, deck or suspects."""
    assert verbs(position(stage({1: {"cost": cost("M")}}), outside="M", deck="MN"), "捜査") == []


def test_costs_are_not_used_up() -> None:
    """◇捜査: コストは消費しません; the same cost serves several cards of a turn."""
    flash = {"flash": True, "cost": cost("T"), "effects": {"draw": 1}}
    case = position(stage({1: flash, 2: flash, 3: {"cost": cost("T")}}))
    assert do(case, "閃き 1", "閃き 2", "捜査 3").notebooks[0] == [3]


def test_a_card_goes_from_the_hand_to_ones_own_notebook() -> None:
    """◇捜査: 手札１枚を自分の【手帳】へ; its VP count."""
    case = do(position(stage({5: {"cost": cost("H"), "vp": 4}}), seat=1), "捜査 5")
    assert (case.hands[1], case.notebooks, case.points()) == ([4, 6], [[], [5], []], (0, 4, 0))


def test_the_dead_person_has_to_be_dead() -> None:
    """◇捜査: 死亡条件も同時に満たす必要があります, each of those named."""
    rules = stage({1: {"cost": cost("K"), "death": people("TY")}})
    assert verbs(position(rules), "捜査") == []
    assert verbs(position(rules, line="KYHF", deck="CMN", dead="T"), "捜査") == []
    assert verbs(position(rules, line="KHFC", deck="MN", dead="TY"), "捜査") == ["1"]
    assert verbs(position(rules, line="HFC", deck="MN", dead="TY"), "捜査") == []


# ------------------------------------------------------------------ 推理


def test_deduction_makes_one_missing_cost_for_one_card() -> None:
    """◎推理: 手札１枚を捨て札にして、好きなコストを１つ."""
    case = position(stage({1: {"cost": cost("TF")}}))
    assert verbs(case, "捜査") == []
    assert "藤" in verbs(case, "推理")
    do(case, "推理 藤")
    assert names(case) == ["捨てる 1", "捨てる 2", "捨てる 3"]
    do(case, "捨てる 2")
    assert (case.hands[0], case.discards) == ([1, 3], [2])
    assert verbs(case, "捜査") == ["1"]


def test_deduction_once_a_turn() -> None:
    """◎推理: １手番中に１回だけ."""
    case = position(stage({1: {"cost": cost("FC")}}))
    do(case, "推理 藤", "捨てる 2")
    assert verbs(case, "推理") == []


def test_deduction_is_no_turn_and_no_duty() -> None:
    """◎推理: 手番に数えられません, and one may rest although a 推理 is possible."""
    rules = stage({1: {"cost": cost("TF")}})
    assert "一服 1" in names(position(rules))
    after = do(position(rules), "推理 藤", "捨てる 2")
    assert {name.split(" ")[0] for name in names(after)} == {"捜査", "一服"}


def test_deduction_only_of_what_is_missing() -> None:
    """◎推理: コストが不足していた場合."""
    assert verbs(position(stage({n: {"cost": cost("TF")} for n in (1, 2, 3)})), "推理") == ["藤"]
    assert verbs(position(stage({n: {"cost": cost("TT")} for n in (1, 2, 3)})), "推理") == ["椿"]
    assert verbs(position(stage({n: {"cost": cost("T")} for n in (1, 2, 3)})), "推理") == []


def test_black_costs_two_cards() -> None:
    """◎推理: 「勿忘草」のコスト…手札を２枚捨て札に."""
    case = do(position(), "推理 勿忘草", "捨てる 1")
    assert names(case) == ["捨てる 2", "捨てる 3"]
    do(case, "捨てる 3")
    assert verbs(case, "捜査") == ["2"]


def test_the_dead_cost_two_cards_and_black_never_more() -> None:
    """◎推理: 死亡している人物のコスト…手札を２枚; black and dead is still two (ruling A22)."""
    rules = stage({n: {"cost": cost("TW")} for n in (1, 2, 3)})
    case = position(rules, line="KYHF", deck="CMN", dead="TW")
    for person in ("椿", "勿忘草"):
        after = do(case.clone(), f"推理 {person}", "捨てる 1", "捨てる 2")
        assert after.hands[0] == [3]


def test_no_deduction_beyond_ones_hand() -> None:
    """◎推理: the price is paid from the hand."""
    rules = stage({1: {"cost": cost("FW")}})
    assert verbs(position(rules, hands=([1], [4], [7])), "推理") == ["藤"]
    assert verbs(position(rules, hands=([1, 2], [4], [7])), "推理") == ["藤", "勿忘草"]


def test_a_deduced_cost_lasts_for_the_turn_and_serves_every_card() -> None:
    """◎推理: その手番の間だけ使用できる; otherwise like any cost, for [閃き] too (ruling A20)."""
    flash = {"flash": True, "cost": cost("F"), "effects": {"draw": 1}}
    rules = stage({1: flash, 2: {"cost": cost("F")}, 4: {"cost": cost("F")}})
    case = do(position(rules, deck="CMYN"), "推理 藤", "捨てる 3", "閃き 1", "捜査 2")
    finish(case)
    assert case.current_player() == 1
    assert verbs(case, "捜査") == []
    assert case.have() == cost("TKYHC")


def test_after_acting_only_a_flash_is_deduced_for() -> None:
    """◎推理 and ruling A18: what is still playable decides what is missing."""
    rules = stage({1: {"cost": cost("F")}, 2: {"flash": True, "cost": cost("C")}})
    case = do(position(rules), "一服 3")
    assert verbs(case, "推理") == ["梔子"]


def test_deduction_does_not_replace_a_death() -> None:
    """◎推理 makes a colour; a death condition is none (ruling A48)."""
    rules = stage({n: {"cost": {}, "death": people("T")} for n in (1, 2, 3)})
    assert verbs(position(rules), "推理") == []


# ------------------------------------------------------------------ 一服


def test_rest() -> None:
    """◇一服: 手札１枚を捨て札にし、山から２枚引いて."""
    case = do(position(pile=[70, 69, 68]), "一服 2")
    assert (case.hands[0], case.discards[-1]) == ([1, 3, 69, 70], 2)


def test_rest_without_a_hand() -> None:
    """◇一服: 手札がなければ、単に山から２枚引いて."""
    case = position(hands=([], [4], [7]), pile=[70, 69, 68])
    assert names(case) == ["一服"]
    assert do(case, "一服").hands[0] == [69, 70]


def test_no_hand_limit() -> None:
    """◇一服: 手札に最大枚数はなく."""
    case = position(hands=(list(range(1, 31)), [31], [32]))
    assert len(do(case, "一服 1").hands[0]) == 31


def test_an_empty_pile_is_made_anew_of_the_discards() -> None:
    """◇一服: 山が尽きたら捨て札をリシャッフルして, the card just discarded with them (ruling A26)."""
    case = position(hands=([1, 2], [3], [4]), pile=[70])
    assert len(case.discards) == 65
    do(case, "一服 1")
    assert 70 in case.hands[0]
    assert len(case.hands[0]) == 3
    assert (len(case.pile), case.discards) == (65, [])
    orders = set()
    for seed in range(10):
        case = position(hands=([1, 2], [3], [4]), pile=[70])
        case.rng = Random(seed)
        orders.add(tuple(do(case, "一服 1").pile))
    assert len(orders) == 10
    scarce = position(hands=([1], list(range(2, 36)), list(range(36, 71))), pile=[])
    assert do(scarce, "一服 1").hands[0] == [1]


# ------------------------------------------------------------------ ３：ラウンド終了


def night_falls(line: str, lamps: int = 0, rules: Mushuku2 = PLAIN, **more: Any) -> Case:
    """The round ends on this line; 惨劇の夜 has just been drawn."""
    rest_of_deck = more.pop("deck", "FCM")
    return rest(position(rules, line=line + "N", deck=rest_of_deck, lamps=lamps, **more))


def test_the_night_ends_the_round() -> None:
    """２：「惨劇の夜」が引かれていたらラウンドが終了します, and only then."""
    assert night_falls("TKYH").round == 3
    assert rest(position(line="TKYH")).round == 2


@pytest.mark.parametrize(
    ("line", "lamps", "dies"),
    [
        ("TKYHT", 0, "T"),
        ("TKYKHK", 4, "K"),
        ("TTKK", 0, ""),
        ("TTKK", 4, ""),
        ("TKYH", 0, ""),
        ("TTKKY", 5, "K"),
        ("KTTKY", 5, "K"),
        ("TKYH", 5, "H"),
        ("TKTY", 5, "T"),
    ],
)
def test_the_victim(line: str, lamps: int, dies: str) -> None:
    """〇犠牲者の選定: most cards; tied nobody, but with five lamps the one whose last card lies last."""
    assert letters(night_falls(line, lamps).dead) == dies


def test_the_first_three_are_counted_too() -> None:
    """〇犠牲者の選定: 【捜査線】上に, those of the opening as well (ruling A29)."""
    assert letters(night_falls("TTK").dead) == "T"


@pytest.mark.parametrize(
    ("deck", "outside", "suspects"),
    [("FCMT", "", "TW"), ("FCMT", "T", "W"), ("FCM", "T", "TW"), ("FCM", "", "TTW")],
)
def test_a_death_removes_all_the_persons_cards_and_all_lamps(deck: str, outside: str, suspects: str) -> None:
    """〇犠牲者の選定: from deck, line, 線外 and 容疑者; the action card stays; lamps go."""
    case = night_falls("KYT", lamps=5, deck=deck, outside=outside, suspects=suspects)
    assert letters(case.dead) == "T"
    assert letters(case.removed).count("T") == 3
    assert case.suspects["tsubaki"] == 0
    assert "tsubaki" not in case.people_cards()
    assert verbs(case, "線外") == ["勿忘草"]
    assert case.lamps == 1


def test_a_death_awakens_nobody() -> None:
    """１：これにより…覚醒: only placing the last suspect does (ruling A14)."""
    assert night_falls("TKYTH", suspects="TKK").awake == []


def test_nobody_dies_in_the_first_round() -> None:
    """〇犠牲者の選定: seven people once each are always tied, so the second round starts with one lamp."""
    for seed in range(20):
        case = dealt(seed=seed)
        while case.round == 1:
            case.apply(case.legal_actions()[0])
        assert (case.dead, case.lamps, len(case.line + case.deck)) == ([], 1, 9)


# ------------------------------------------------------------------ ゲーム終了チェック


def scored(*notebooks: list[int], line: str = "TKYH", rules: Mushuku2 | None = None, **more: Any) -> Case:
    """A round that ends with these notebooks; event n gives n VP."""
    counted = rules or stage({n: {"vp": n, "cost": {}} for n in range(1, 21)})
    hands = tuple([30 + seat] for seat in range(len(notebooks)))
    return night_falls(line, rules=counted, notebooks=notebooks, hands=hands, **more)


def test_ten_vp_end_the_game_at_the_rounds_end() -> None:
    """〇ゲーム終了チェック: １０ＶＰ以上."""
    assert scored([10], [4], []).outcome() == Outcome((0,), "ＶＰで終了")
    assert scored([11], [4], []).outcome() == Outcome((0,), "ＶＰで終了")
    assert scored([9], [8], [7]).outcome() is None


def test_the_round_is_played_out() -> None:
    """■ゲームの進行: そのラウンド終了時に: who is overtaken in the same round loses."""
    rules = stage({1: {"vp": 10, "cost": {}}, 4: {"vp": 12, "cost": {}}})
    case = do(position(rules, deck="NFCM"), "捜査 1", "手番終了")
    assert case.outcome() is None
    assert do(case, "捜査 4", "手番終了").outcome() == Outcome((1,), "ＶＰで終了")


def test_five_deaths_end_the_game() -> None:
    """〇ゲーム終了チェック: 人物が５人以上死亡, the victim of this round among them; most VP win."""
    four = {"line": "TKT", "deck": "FW", "dead": "YHCM"}
    assert scored([3], [5], [4], **four).outcome() == Outcome((1,), "死者で終了")
    assert scored([3], [5], [4], line="TK", deck="FW", dead="YHCM").outcome() is None


def test_the_smallest_number_decides_a_tie() -> None:
    """〇ゲーム終了チェック: 通し番号のより小さいイベントカードを【手帳】に."""
    assert scored([4, 6], [3, 7], [1, 2]).outcome() == Outcome((1,), "ＶＰで終了")
    assert scored([10], [4, 6], [1, 9]).outcome() == Outcome((2,), "ＶＰで終了")


def test_without_any_card_the_win_is_shared() -> None:
    """〇ゲーム終了チェック, where it says nothing: nobody tied has a card (ruling A11)."""
    over = scored([], [], [], line="TKT", deck="FW", dead="YHCM")
    assert over.outcome() == Outcome((0, 1, 2), "死者で終了")
    assert over.returns() == (1 / 3, 1 / 3, 1 / 3)


def test_all_placed_cards_count() -> None:
    """〇ゲーム終了チェック: 「縦置き」, which is every card placed (ruling A06)."""
    assert scored([2, 3, 4], [1], []).points() == (9, 1, 0)


def test_a_game_that_is_over_asks_nobody() -> None:
    over = scored([10], [], [])
    assert (over.current_player(), over.legal_actions()) == (None, [])


# ------------------------------------------------------------------ 再セットアップ


def test_the_deck_is_made_of_deck_line_and_outside() -> None:
    """〇再セットアップ: 捜査デッキ、【捜査線】、【線外】にある全てのカードを, suspects not."""
    case = night_falls("TKYH", deck="MF", outside="WC", suspects="TT")
    assert sorted(letters(case.line + case.deck)) == sorted("TKYHMFWCN")
    assert case.outside == []
    assert case.suspects["tsubaki"] == 2
    lines = {letters(night_falls("TKYH", deck="MF", hands=([n], [40], [50])).line) for n in (1, 2)}
    assert lines == {letters(night_falls("TKYH", deck="MF").line)}


def test_the_new_deck_is_shuffled() -> None:
    """〇再セットアップ: リシャッフルしてください."""
    lines = set()
    for seed in range(10):
        case = position(line="TKYHN", deck="M")
        case.rng = Random(seed)
        lines.add(letters(rest(case).line))
    assert len(lines) > 5


def test_notebooks_stay() -> None:
    """〇再セットアップ: 推理状態のカード do not exist, so nothing leaves a notebook (ruling A07, A53)."""
    assert scored([2], [3, 1], []).notebooks == [[2], [3, 1], []]


@pytest.mark.parametrize(("before", "after"), [(0, 1), (3, 4), (4, 5)])
def test_a_lamp_is_placed(before: int, after: int) -> None:
    """〇再セットアップ: 次に告命灯を１個配置します."""
    assert night_falls("TKYH" if before < 5 else "TTK", before).lamps == after


def test_five_lamps_at_most() -> None:
    """〇再セットアップ: 告命灯は最大５個まで: an empty line, on which nobody can die, adds none to five."""
    case = position(line="TN", deck="KYHFCM", lamps=5)
    case.line, case.deck = people("N"), people("TKYHFCM")
    assert rest(case).lamps == 5


def test_the_next_seat_starts() -> None:
    """３, last paragraph: 次の順番のプレイヤー: the seat after the one that drew the night (ruling A32)."""
    case = night_falls("TKYH", seat=1, start=1)
    assert (case.start, case.current_player()) == (2, 2)
    assert night_falls("TKYH", seat=2, start=0).start == 0
    four = ([1], [2], [3], [4])
    assert night_falls("TKYH", seat=2, start=1, hands=four, notebooks=([],) * 4).start == 3


# ------------------------------------------------------------------ options


def test_option_actions() -> None:
    """`actions`: without them nobody drawn does anything (ruling A02)."""
    sides = {"F": {"effects": {"draw": 2}}}
    hands = [len(rest(position(stage(sides=sides, actions=on))).hands[1]) for on in (True, False)]
    assert hands == [5, 3]


def test_option_end_check() -> None:
    """`end_check: immediate` ends the game with the card that reaches the goal (ruling A09)."""
    events = {1: {"vp": 10, "cost": {}}}
    at_once = do(position(stage(events, end_check="immediate")), "捜査 1")
    assert at_once.outcome() == Outcome((0,), "ＶＰで終了")
    assert do(position(stage(events)), "捜査 1").outcome() is None


def test_option_flash_timing() -> None:
    """`flash_timing: before` allows [閃き] and 推理 only before 捜査 or 一服 (ruling A18)."""
    events = {1: {"flash": True, "cost": {}}}
    assert "閃き 1" in names(do(position(stage(events)), "一服 2"))
    before = position(stage(events, flash_timing="before"))
    assert "閃き 1" in names(before)
    assert do(before, "一服 2").current_player() == 1


@pytest.mark.parametrize(("line", "dies"), [("TTKKY", "Y"), ("TTTKY", "Y"), ("TTKKYT", "T")])
def test_option_lamp_rule(line: str, dies: str) -> None:
    """`lamp_rule: line_last`: with five lamps whoever lies last dies, whatever the counts (ruling A30)."""
    rules = stage(lamp_rule="line_last")
    assert letters(night_falls(line, 5, rules).dead) == dies
    assert letters(night_falls("TTKKY", 4, rules).dead) == ""


def test_option_lamp_after_death() -> None:
    """`lamp_after_death: 0`: no lamp follows a death (ruling A31)."""
    rules = stage(lamp_after_death=0)
    assert night_falls("TTK", 3, rules).lamps == 0
    assert night_falls("TKYH", 3, rules).lamps == 4


def test_option_next_start() -> None:
    """`next_start: after_start`: the lead goes round by itself (ruling A32)."""
    assert night_falls("TKYH", rules=stage(next_start="after_start"), seat=2, start=0).start == 1


def test_option_max_lamps() -> None:
    """`max_lamps`: so many are placed at most, and so many force a death."""
    rules = stage(max_lamps=2)
    assert night_falls("TKYH", 1, rules).lamps == 2
    assert letters(night_falls("TTKK", 2, rules).dead) == "K"


def test_option_vp_goal_and_deaths_goal() -> None:
    """`vp_goal`, `deaths_goal`: the numbers of the end check."""
    events = {n: {"vp": n} for n in range(1, 21)}
    assert scored([8], [], [], rules=stage(events, vp_goal=8)).phase == "over"
    assert scored([10], [], [], rules=stage(events, vp_goal=11)).phase != "over"
    assert night_falls("TTK", rules=stage(deaths_goal=1)).outcome() == Outcome((0, 1, 2), "死者で終了")


def test_option_opening_hand_and_line() -> None:
    """`opening_hand`, `opening_line`: draft 7 dealt five cards."""
    case = dealt(stage(opening_hand=5, opening_line=2))
    assert [len(hand) for hand in case.hands] == [5, 5, 5]
    assert (len(case.line), len(case.deck)) == (2, 6)


def test_option_rest_draw() -> None:
    """`rest_draw`: what 一服 draws."""
    assert len(do(position(stage(rest_draw=4)), "一服 1").hands[0]) == 6


def test_option_deduction() -> None:
    """`deductions`, `deduction_price`, `hard_deduction_price`: how often, and for how many cards."""
    events = {n: {"cost": cost("FCW")} for n in (1, 2, 3)}
    rules = stage(events, deductions=2, deduction_price=2, hard_deduction_price=3)
    case = position(rules)
    assert len(do(case.clone(), "推理 藤", "捨てる 1", "捨てる 2").hands[0]) == 1
    assert len(do(case.clone(), "推理 勿忘草", "捨てる 1", "捨てる 2", "捨てる 3").hands[0]) == 0
    free = do(position(stage(events, deductions=2, deduction_price=0)), "推理 藤", "推理 梔子")
    assert (free.have()["fuji"], free.have()["kuchinashi"], len(free.hands[0])) == (1, 1, 3)
    assert verbs(free, "推理") == []
    assert verbs(position(stage(events, deductions=0)), "推理") == []


def test_option_black() -> None:
    """`black`: who comes only from 容疑者, never awakens and costs two cards to deduce."""
    rules = stage({1: {"cost": cost("M")}, 2: {"cost": cost("M")}}, black="kaede")
    case = dealt(rules)
    assert "kaede" not in case.line + case.deck
    assert "wasurenagusa" in case.line + case.deck
    assert case.suspects["kaede"] == 3
    assert len(do(position(rules), "推理 楓", "捨てる 1", "捨てる 2").hands[0]) == 1


# ------------------------------------------------------------------ what is known


def test_hands_and_orders_are_hidden_and_nothing_else() -> None:
    """The others' hands and the order of the decks may be anything: nobody else notices (ruling A42)."""
    case = position(hands=([1, 2], [3, 4], [5, 6]))
    other = position(hands=([1, 2], [13, 14], [15, 16]), deck="MCFN")
    assert case.information_state(0) == other.information_state(0)
    assert case.information_state(1) != other.information_state(1)
    assert case.information_state(0) != position(hands=([1, 2], [3, 4], [5])).information_state(0)
    assert case.information_state(0) != position(deck="FCN").information_state(0)
    assert case.information_state(2).past == case.information_state(0).past


def test_a_recovered_card_is_known_to_all_until_it_is_played() -> None:
    """What is taken from the open discards stays known, and a redeal leaves it there."""
    rules = stage(sides={"F": {"effects": {"recover": 1}}})
    case = do(rest(position(rules, discards=[20, 21])), "拾う 20")
    assert case.information_state(0).shown == ((), (20,), ())
    assert all(20 in case.redeal(0, Random(seed)).hands[1] for seed in range(20))
    do(case, "一服 20")
    assert case.information_state(0).shown == ((), (), ())


def test_a_redeal_deals_what_is_hidden() -> None:
    """The other hands and both decks come out otherwise; one's own hand does not."""
    case = RULES.start(3, Random(3))
    deals = [case.redeal(1, Random(seed)) for seed in range(10)]
    assert len({tuple(deal.hands[0]) for deal in deals}) == 10
    assert len({tuple(deal.deck) for deal in deals}) > 5
    assert {tuple(deal.hands[1]) for deal in deals} == {tuple(case.hands[1])}


def test_a_clone_goes_on_in_the_same_way_and_by_itself() -> None:
    """An equal position: the same choices lead to the same game, chance included."""
    case = RULES.start(3, Random(5))
    for _ in range(40):
        case.apply(case.legal_actions()[0])
    copy = case.clone()
    before = copy.information_state(0)
    ends = []
    for state in (case, copy):
        assert state.information_state(0) == before
        rng = Random(9)
        while state.current_player() is not None:
            state.apply(rng.choice(state.legal_actions()))
        ends.append([state.information_state(seat) for seat in range(3)])
    assert ends[0] == ends[1]


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    case = position()
    before = case.information_state(0)
    for action in (RULES.table.moves["investigate", 1], RULES.table.moves["discard", 1], "一服 1", None):
        with pytest.raises(IllegalAction, match="一服 1"):
            case.apply(action)
    assert case.information_state(0) == before


# ------------------------------------------------------------------ whole games

VARIANTS: list[dict[str, Any]] = [
    {},
    {"watashi_skills": True},
    {"actions": False},
    {"end_check": "immediate", "flash_timing": "before"},
    {"lamp_rule": "line_last", "lamp_after_death": 0, "next_start": "after_start"},
    {"max_lamps": 2, "opening_hand": 5, "opening_line": 2, "deductions": 2, "vp_goal": 6, "deaths_goal": 3},
]


@pytest.mark.parametrize("params", VARIANTS, ids=str)
@pytest.mark.parametrize("players", [3, 4])
def test_random_games_are_sound(players: int, params: dict[str, Any]) -> None:
    """Every position of random games is sound, whatever the rulings."""
    spec = GAME.spec.model_copy(update={"params": {**GAME.spec.params, **params}})
    rules = Mushuku2(replace(GAME, spec=spec))
    for seed in range(3):
        rng = Random(seed)
        case = rules.start(players, rng)
        cards = case.cards()
        assert cards.total() == 24 + 70 + 1 + 4
        while case.current_player() is not None:
            assert case.faults() == []
            assert case.cards() == cards
            case.apply(rng.choice(case.legal_actions()))
        assert case.faults() == []
        assert sum(case.returns()) == pytest.approx(1)


def test_without_effects_on_lamps_it_ends_in_26_rounds() -> None:
    """Ruling A46: six rounds to the first forced death, five to each of the next four."""
    for seed in range(5):
        case = dealt(seed=seed)
        while case.current_player() is not None:
            playable = [
                action for action in case.legal_actions() if action.verb in ("outside", "rest", "end")
            ]
            case.apply(Random(seed).choice(playable))
        assert case.round <= 26
        assert case.outcome() == Outcome((0, 1, 2), "死者で終了")


FAULTS: list[tuple[str, Any, str]] = [
    ("people", lambda case: case.line.append("tsubaki"), "tsubaki"),
    ("people", lambda case: case.deck.remove("night"), "惨劇の夜"),
    ("events", lambda case: case.pile.pop(), "events"),
    ("line", lambda case: case.opened.append("fuji"), "opened"),
    ("the dead", lambda case: case.dead.append("tsubaki"), "tsubaki, who is dead"),
    ("the awake", lambda case: case.awake.append("fuji"), "fuji is awake"),
    ("the awake", lambda case: case.awake.append("wasurenagusa"), "wasurenagusa is awake"),
    ("lamps", lambda case: setattr(case, "lamps", 6), "6 lamps"),
    ("turns", lambda case: setattr(case, "acts", 3), "3 捜査 and 一服"),
    ("turns", lambda case: setattr(case, "deductions", -1), "推理"),
    ("rounds", lambda case: (setattr(case, "round", 27), setattr(case, "meddled", False)), "round 27"),
    ("people left", lambda case: (case.line.clear(), setattr(case, "deck", ["night", "fuji"])), "too few"),
]


@pytest.mark.parametrize(("invariant", "spoil", "told"), FAULTS)
def test_what_the_invariants_find(invariant: str, spoil: Any, told: str) -> None:
    """A position spoilt on purpose is found out."""
    case = position(suspects="WF")
    spoil(case)
    assert any(told in fault for fault in case.faults()), case.faults()


def test_lamps_are_held_against_the_rounds_since_the_last_death() -> None:
    """The number of lamps follows from the rounds, unless an effect moved them."""
    case = dealt()
    case.lamps = 1
    assert case.faults() == ["1 lamps in round 1, last death in round 0"]
