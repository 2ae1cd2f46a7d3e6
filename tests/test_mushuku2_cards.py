"""The cards of 探偵無宿2: every word of the effects, the sample content, and what is said of faulty cards."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mushuku2_table import GAME, cost, do, finish, letters, names, position, rest, stage, verbs

from cardgen.check import check
from cardgen.engine.selftest import selftest
from cardgen.games.mushuku2.case import Case
from cardgen.games.mushuku2.effects import EFFECTS, MOMENTS
from cardgen.games.mushuku2.rules import Mushuku2
from cardgen.load import load
from cardgen.messages import describe
from cardgen.model import Game
from cardgen.problems import Problems

RULES = Mushuku2(GAME)

# ------------------------------------------------------------------ the words of effects


def after(effects: Mapping[str, int], **where: Any) -> Case:
    """A turn in which event 1, a [閃き] with these effects, has just been played."""
    rules = stage({1: {"flash": True, "cost": {}, "effects": effects}, 20: {"flash": True}})
    return do(position(rules, **where), "閃き 1")


def test_draw() -> None:
    assert after({"draw": 2}, pile=[70, 69, 68]).hands[0] == [2, 3, 69, 70]


def test_change_up_to_so_many_and_draw_as_many_at_the_end() -> None:
    case = after({"change": 2}, hands=([1, 2, 3, 4], [5], [6]), pile=[70, 69, 68])
    assert names(case) == ["捨てる 2", "捨てる 3", "捨てる 4", "捨て終える"]
    assert do(case.clone(), "捨て終える").hands[0] == [2, 3, 4]
    one = do(case.clone(), "捨てる 3")
    assert names(one) == ["捨てる 2", "捨てる 4", "捨て終える"]
    assert do(one, "捨て終える").hands[0] == [2, 4, 70]
    assert do(case, "捨てる 3", "捨てる 2").hands[0] == [4, 69, 70]


def test_change_without_a_hand_lapses() -> None:
    assert "一服" in names(after({"change": 2}, hands=([1], [5], [6])))


def test_draw_change_as_often_as_said() -> None:
    case = after({"draw_change": 2}, pile=[70, 69, 68])
    do(case, "ドロー", "チェンジ", "捨てる 70", "捨て終える")
    assert case.hands[0] == [2, 3, 69]
    assert names(after({"draw_change": 1}, hands=([1], [5], [6]))) == ["ドロー"]


def test_recover_takes_open_discards_but_no_flash() -> None:
    case = after({"recover": 2}, discards=[19, 20, 21, 22])
    assert names(case) == ["拾う 19", "拾う 21", "拾う 22"]
    do(case, "拾う 21", "拾う 22")
    assert (case.hands[0], case.discards) == ([2, 3, 21, 22], [19, 20, 1])
    assert "一服 2" in names(after({"recover": 1}, discards=[20]))


def test_look_shows_the_top_to_one_seat_and_changes_nothing() -> None:
    case = after({"look": 2}, deck="FCMN")
    assert letters(case.deck[::-1]) == "FCMN"
    assert case.information_state(0).memory == ((2, "kuchinashi"), (3, "fuji"))
    assert case.information_state(1).memory == ()
    assert case.information_state(1).looked == ((2, 3), (), ())
    for seed in range(10):
        assert letters(case.redeal(0, Random(seed)).deck[::-1])[:2] == "FC"
    assert {letters(case.redeal(1, Random(seed)).deck[::-1])[:2] for seed in range(10)} != {"FC"}


def test_a_redeal_keeps_what_the_others_remember_true() -> None:
    case = after({"look": 2}, deck="FCMN")
    for seed in range(10):
        dealt = case.redeal(1, Random(seed))
        assert dealt.memory[0] == {place: dealt.deck[place] for place in (2, 3)}


def test_what_was_seen_is_drawn_and_forgotten() -> None:
    case = after({"look": 2}, deck="FCMN")
    rest(case)
    assert case.information_state(0).memory == ((2, "kuchinashi"),)


def test_bury_may_put_the_top_at_the_bottom() -> None:
    case = after({"bury": 1}, deck="FCMN")
    assert case.information_state(0).memory == ((3, "fuji"),)
    assert names(case) == ["そのまま", "一番下へ"]
    assert letters(do(case.clone(), "そのまま").deck[::-1]) == "FCMN"
    buried = do(case, "一番下へ")
    assert letters(buried.deck[::-1]) == "CMNF"
    assert buried.information_state(0).memory == ((0, "fuji"),)
    assert letters(rest(buried).line) == "TKYHC"


def test_bury_twice_looks_twice() -> None:
    case = do(after({"bury": 2}, deck="FCMN"), "一番下へ", "一番下へ")
    assert letters(case.deck[::-1]) == "MNFC"
    assert case.information_state(0).memory == ((0, "kuchinashi"), (1, "fuji"))


def test_recall_shuffles_a_card_of_the_line_into_the_deck() -> None:
    case = after({"recall": 1}, line="TKYT", deck="FCMN")
    assert verbs(case, "戻す") == ["椿", "桔梗", "山吹"]
    do(case, "戻す 椿")
    assert letters(case.line) == "TKY"
    assert sorted(letters(case.deck)) == sorted("FCMNT")
    orders = set()
    for seed in range(10):
        again = after({"recall": 1}, line="TKYT", deck="FCMN")
        again.rng = Random(seed)
        orders.add(letters(do(again, "戻す 桔梗").deck))
    assert len(orders) > 5


def test_recall_leaves_the_night() -> None:
    case = after({"recall": 2}, line="TN", deck="FCMK")
    assert verbs(case, "戻す") == ["椿"]
    do(case, "戻す 椿")
    assert letters(case.line) == "N"
    assert "一服 2" in names(case)


def test_outside_moves_suspects_and_awakens() -> None:
    case = after({"outside": 2}, suspects="TKK")
    assert verbs(case, "線外") == ["椿", "桔梗"]
    do(case, "線外 椿")
    assert (verbs(case, "線外"), case.awake) == (["桔梗"], ["tsubaki"])
    assert letters(do(case, "線外 桔梗").outside) == "TK"
    assert "一服 2" in names(after({"outside": 1}, suspects=""))


@pytest.mark.parametrize(
    ("word", "n", "lamps"), [("lamp_up", 2, 4), ("lamp_up", 4, 5), ("lamp_down", 1, 1), ("lamp_down", 4, 0)]
)
def test_lamps_are_moved_between_none_and_five(word: str, n: int, lamps: int) -> None:
    assert after({word: n}, lamps=2).lamps == lamps


def test_clue_gives_any_cost_for_the_turn() -> None:
    case = after({"clue": 2}, line="TKYH", deck="CMN")
    assert len(verbs(case, "コスト")) == 8
    do(case, "コスト 勿忘草", "コスト 椿")
    assert case.have() == cost("TTKYHW")
    assert verbs(case, "捜査") == ["2", "3"]
    rest(case)
    assert case.have() == cost("TKYHC")


def test_discount_makes_a_deduction_cheaper() -> None:
    case = after({"discount": 1})
    assert len(do(case, "推理 勿忘草", "捨てる 2").hands[0]) == 1
    free = after({"discount": 3})
    do(free, "推理 勿忘草")
    assert (len(free.hands[0]), verbs(free, "捜査")) == (2, ["2", "3"])
    assert position().discount == 0
    assert rest(after({"discount": 1})).discount == 0


def test_again_allows_another_deduction() -> None:
    case = after({"again": 1, "discount": 2})
    do(case, "推理 勿忘草")
    assert verbs(case, "推理") == []
    rules = stage(
        {n: {"cost": cost("FC")} for n in (2, 3)} | {1: {"flash": True, "cost": {}, "effects": {"again": 1}}}
    )
    twice = do(position(rules, hands=([1, 2, 3, 4, 5], [6], [7])), "閃き 1", "推理 藤", "捨てる 4")
    do(twice, "推理 梔子", "捨てる 5")
    assert (verbs(twice, "捜査"), verbs(twice, "推理")) == (["2", "3"], [])


def test_effects_are_done_in_the_order_written() -> None:
    first = after({"draw": 1, "change": 1}, pile=[70, 69])
    assert names(first) == ["捨てる 2", "捨てる 3", "捨てる 70", "捨て終える"]
    second = after({"change": 1, "draw": 1}, pile=[70, 69])
    assert names(second) == ["捨てる 2", "捨てる 3", "捨て終える"]


def test_a_change_is_drawn_for_before_the_next_effect() -> None:
    case = do(after({"change": 1, "recover": 1}, pile=[70, 69], discards=[19]), "捨てる 2")
    assert case.hands[0] == [3, 70]
    assert "拾う 19" in names(case)


@pytest.mark.parametrize("word", ["draw_change", "recover", "bury", "recall", "outside", "clue"])
def test_what_is_done_twice_is_done_before_the_next_effect(word: str) -> None:
    """Both times stand before an effect written behind them, here a change of a card."""
    case = after({word: 2, "change": 1}, pile=[70, 69], discards=[18, 19])
    for _ in range(2):
        assert "捨て終える" not in names(case)
        case.apply(case.legal_actions()[0])
    assert "捨て終える" in names(case)


def test_an_event_in_the_notebook_may_have_an_effect_too() -> None:
    case = do(position(stage({1: {"cost": {}, "effects": {"draw": 2}}}), pile=[70, 69, 68]), "捜査 1")
    assert (case.hands[0], case.notebooks[0]) == ([2, 3, 69, 70], [1])


def test_every_word_has_a_test_and_a_sentence() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert list(GAME.tables["effects"]) == list(EFFECTS)
    assert all("{n}" in row["text"] for row in GAME.tables["effects"].values())
    assert [word for word in EFFECTS if f'"{word}": ' not in text and f'("{word}", ' not in text] == []


# ------------------------------------------------------------------ 「私」


def skilled(when: str, **where: Any) -> Case:
    """A position in which seat 0's skill draws four cards at that moment."""
    rules = stage(
        {1: {"cost": {}}, 2: {"flash": True, "cost": {}}, 3: {"cost": cost("FW")}},
        skills={"drifter": {"when": when, "effects": {"draw": 4}}},
        watashi_skills=True,
    )
    return position(rules, **where)


@pytest.mark.parametrize(
    ("when", "actions", "cards"),
    [
        ("investigate", ["捜査 1"], 6),
        ("flash", ["閃き 2"], 6),
        ("deduce", ["推理 藤", "捨てる 3"], 6),
        ("rest", ["一服 3"], 8),
    ],
)
def test_a_skill_works_at_its_moment_for_its_owner(when: str, actions: Sequence[str], cards: int) -> None:
    """〇選択ルール: 「私」 has one skill; here it draws four cards."""
    assert len(do(skilled(when), *actions).hands[0]) == cards
    other = skilled(when, watashi=("novelist", "drifter", "reporter"))
    assert len(do(other, *actions).hands[0]) == cards - 4


def test_skills_at_the_night_at_the_lead_and_at_setup() -> None:
    night = rest(skilled("night", seat=2, hands=([1, 2, 3], [4], [5]), deck="NFCM"))
    assert (night.current_player(), len(night.hands[0])) == (0, 7)
    lead = rest(skilled("lead", seat=2, line="TKYHN", deck="FCM"))
    assert (lead.start, lead.phase, len(lead.hands[0])) == (0, "round", 7)
    start = Case(skilled("setup").table, 3, Random(1))
    do(start, "私 新聞記者", "私 無宿の探偵")
    assert [len(hand) for hand in start.hands] == [7, 11, 7]


def test_every_moment_has_words_and_a_test() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert list(GAME.tables["moments"]) == list(MOMENTS)
    assert [when for when in MOMENTS if f'skilled("{when}"' not in text and f'("{when}", [' not in text] == []


# ------------------------------------------------------------------ the sample content


def test_the_content_passes_its_checks_and_plays() -> None:
    assert list(check(GAME)) == []
    report = selftest(GAME, RULES)
    assert [describe(problem, "ja") for problem in report.problems] == []
    assert report.examples == len(GAME.spec.examples) >= 10


def test_cards_say_what_they_do_in_the_same_words() -> None:
    """The text of every card is the wording of its effects."""
    wording = RULES.wording
    for card in GAME.components["event"].cards:
        assert (card.values["text"] or "") == wording(_effects(card.values["effects"])), card.id
    for card in GAME.components["watashi"].cards:
        said = wording(_effects(card.values["effects"]), str(card.values["when"]))
        assert card.values["text"] == said, card.id
    for card in GAME.components["action"].cards:
        for side in ("", "awake_"):
            effects = _effects(card.values[f"{side}effects"])
            assert (card.values[f"{side}text"] or "") == wording(effects), card.id


def _effects(value: Any) -> dict[str, int]:
    return dict(value or {})


def test_wording() -> None:
    assert RULES.wording({"draw": 2, "lamp_up": 1}) == "山から２枚引く。告命灯を１個置く。"
    assert RULES.wording({"draw": 1}, "rest") == "一服のあと、山から１枚引く。"
    assert RULES.wording({}) == ""


def test_people_differ_in_name_colour_and_symbol() -> None:
    """Ruling A01: one colour per person, black for 勿忘草."""
    rows = list(GAME.tables["people"].values())
    for field in ("name", "reading", "colour", "hex", "icon", "role", "line"):
        assert len({row[field] for row in rows}) == 8, field
    assert [row["name"] for row in rows if row["colour"] == "黒"] == ["勿忘草"]
    assert GAME.tables["people"][RULES.params.black]["name"] == "勿忘草"


def test_awakened_actions_do_the_same_and_more() -> None:
    """An awakened action is the normal one with a larger number or one effect more."""
    for person in RULES.table.cast.people.values():
        if person.awake:
            normal, awake = dict(person.normal), dict(person.awake)
            assert all(int(awake[word]) >= int(n) for word, n in normal.items()), person.id
            assert awake != normal, person.id


def test_no_two_actions_skills_or_flashes_do_the_same() -> None:
    """No two alike in effect."""
    sides = [
        side for person in RULES.table.cast.people.values() for side in (person.normal, person.awake) if side
    ]
    flashes = [event.effects for event in RULES.table.cast.events.values() if event.flash]
    skills = [(skill.when, skill.effects) for skill in RULES.table.cast.skills.values()]
    for group in (sides, flashes, skills):
        assert len(set(group)) == len(group)


def test_no_event_is_worse_than_another_in_every_way() -> None:
    """Balance: whatever costs as much in every colour gives more in something."""
    events = [event for event in RULES.table.cast.events.values() if not event.flash]
    worse = [
        (a.number, b.number)
        for a, b in permutations(events, 2)
        if all(a.cost.get(person, 0) >= n for person, n in b.cost.items())
        and set(b.death) <= set(a.death)
        and set(a.info) <= set(b.info)
        and (b.vp, b.draw_change) >= (a.vp, a.draw_change)
        and b.draw_change >= a.draw_change
    ]
    assert worse == []


# ------------------------------------------------------------------ a designer at work


def changed(tmp_path: Path, *changes: tuple[str, str, str]) -> Game:
    """The game with some lines of its files written otherwise."""
    folder = tmp_path / "mushuku2-d8"
    shutil.copytree(GAME.folder, folder)
    for file, old, new in changes:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text, f"{file}: {old}"
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return load(folder)


def said_of(tmp_path: Path, *changes: tuple[str, str, str]) -> str:
    with pytest.raises(Problems) as found:
        Mushuku2(changed(tmp_path, *changes))
    lines = [describe(problem, "ja") for problem in found.value.problems]
    return "\n".join(lines).replace(str(tmp_path / "mushuku2-d8") + "/", "")


def test_a_71st_event_needs_no_python(tmp_path: Path) -> None:
    """A card written in YAML is dealt, played, and does what its effects say."""
    card = (
        "- id: e71\n  number: 71\n  name: 名探偵の帰還\n  cost: {}\n  vp: 0\n  flash: true\n"
        "  effects: {draw: 2, lamp_down: 1}\n  flavour: 終わったはずの話が、もう一度はじまる。\n- id: e70\n"
    )
    rules = Mushuku2(changed(tmp_path, ("events.yaml", "- id: e70\n", card)))
    case = do(position(rules, hands=([71, 2], [4], [7]), lamps=3), "閃き 71")
    assert (len(case.hands[0]), case.lamps, case.discards) == (3, 2, [71])
    assert str(rules.table.moves["flash", 71]) == "閃き 71「名探偵の帰還」"


def test_a_misspelt_effect_is_found_with_its_line(tmp_path: Path) -> None:
    said = said_of(tmp_path, ("actions.yaml", "effects: {draw: 1}", "effects: {darw: 1}"))
    assert said.startswith("actions.yaml:")
    assert "もしかして 「draw」" in said


def test_a_word_that_the_rules_do_not_know_is_refused(tmp_path: Path) -> None:
    """A word added to the table of effects is still none that the engine can do."""
    said = said_of(
        tmp_path,
        ("game.yaml", "    - {id: draw, text", '    - {id: draws, text: "？"}\n    - {id: draw, text'),
        ("actions.yaml", "effects: {draw: 1}", "effects: {draws: 1}"),
    )
    assert said.startswith("actions.yaml:")
    assert "アクションカード / yamabuki / effects: この効果の言葉はありません" in said
    assert "もしかして 「draw」" in said


def test_a_moment_that_the_rules_do_not_know_is_refused(tmp_path: Path) -> None:
    said = said_of(
        tmp_path,
        ("game.yaml", "    - {id: rest, text", '    - {id: restful, text: "？"}\n    - {id: rest, text'),
        ("watashi.yaml", "when: rest", "when: restful"),
    )
    assert "「私」カード / reporter / when: " in said
    assert "もしかして 「rest」" in said


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("actions.yaml", "effects: {draw: 1}", "effects: {draw: 10}", "効果 draw の数は 1 から 9"),
        ("actions.yaml", "effects: {draw: 1}", "effects: {draw: 0}", "効果 draw の数は 1 から 9"),
        ("watashi.yaml", "when: night", "when: nihgt", "もしかして 「night」"),
        ("events.yaml", "number: 2\n", "number: 1\n", "番号が重なっています（先に e01）"),
        ("actions.yaml", "person: kikyo", "person: tsubaki", "kikyo の アクションカード"),
        ("game.yaml", "copies: 3, person: kikyo", "copies: 3, person: fuji", "kikyo の 捜査カード"),
        ("game.yaml", "  - id: night\n", "  - id: night\n        copies: 2\n", "惨劇の夜はちょうど 1 枚"),
        ("game.yaml", "black: wasurenagusa", "black: wasurengusa", "もしかして 「wasurenagusa」"),
        ("game.yaml", "max_lamps: 5", "max_lamps: 6", "4人で遊ぶには告命灯が 6 要りますが、5 しかありません"),
        (
            "game.yaml",
            "opening_hand: 7",
            "opening_hand: 20",
            "4人で遊ぶにはイベントカードが 80 要りますが、70 しかありません",
        ),
        (
            "game.yaml",
            "opening_line: 3",
            "opening_line: 4",
            "並べる 4 人が、死者が 4 人出ても勿忘草のほかに",
        ),
        (
            "game.yaml",
            "deaths_goal: 5",
            "deaths_goal: 6",
            "並べる 3 人が、死者が 5 人出ても勿忘草のほかに",
        ),
        ("game.yaml", "lamp_rule: tied_last", "lamp_rule: tide_last", "もしかして 「tied_last」"),
        ("game.yaml", "  lamp:\n", "  lamps:\n", "lamp"),
        (
            "game.yaml",
            "fields: {person: {type: choice, of: people,",
            "fields: {person: {type: text,",
            "person: choice",
        ),
        ("game.yaml", "draw_change: {type: boolean", "draw_change: {type: text", "draw_change: boolean"),
    ],
)
def test_what_cannot_be_played_is_said(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    assert told in said_of(tmp_path, (file, old, new))


def test_a_changed_number_changes_the_play(tmp_path: Path) -> None:
    """The rules play what the YAML says."""
    rules = Mushuku2(changed(tmp_path, ("game.yaml", "opening_hand: 7", "opening_hand: 4")))
    assert [len(hand) for hand in rules.start(3, Random(1)).hands] == [4, 4, 4]
    rules = Mushuku2(changed(tmp_path / "b", ("actions.yaml", "effects: {draw: 1}", "effects: {draw: 3}")))
    case = finish(do(position(rules, line="TKYH", deck="YFCMN"), "一服 1"))
    assert len(case.hands[1]) == 6
