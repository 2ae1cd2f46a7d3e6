"""48 −共鳴するテロル−: each paragraph of drafts 5 and 2 has a test that fails when the rule is broken.

Test names follow the order of the drafts; docstrings name the paragraph by its heading.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from games import do, game, legal, rules, variant, with_params

from cardgen.engine.play import play
from cardgen.engine.selftest import selftest
from cardgen.engine.state import IllegalAction, Outcome, Rules
from cardgen.games import rules_of
from cardgen.games.terror48.rules import Terror48
from cardgen.games.terror48.scoring import Scoring
from cardgen.games.terror48.state import Seen, Terror48State
from cardgen.games.terror48.turn import Bid, Event, Favour, Take, Won
from cardgen.load import load
from cardgen.messages import describe
from cardgen.problems import Problems

D5, D2 = "terror48-d5", "terror48-d2"


def start(bound: Rules, players: int = 4, events: Sequence[str] = ()) -> Terror48State:
    """A first position with these events on top of the deck, first one first."""
    state = bound.start(players, Random(48))
    assert isinstance(state, Terror48State)
    if events:
        if state.table:
            state.deck.extend(reversed(state.table))
        state.deck.sort(key=lambda event: -(list(events).index(event.id) if event.id in events else 99))
        if state.table:
            state.table = tuple(state.deck.pop() for _ in state.table)
    return state


def first_turn(
    bound: Rules, *initial: str, events: Sequence[str] = ("red-3", "blue-1a"), hands: Any = None
) -> Terror48State:
    """Draft 5's first turn, after these cards were laid on the pile; seat 0 is the boss."""
    state = start(bound, len(initial), events)
    do(state, *initial)
    for seat, hand in (hands or {}).items():
        state.hands[seat] = tuple(hand)
    return state


def seen(state: Terror48State, seat: int) -> Seen:
    view = state.information_state(seat)
    assert isinstance(view, Seen)
    return view


def owned(state: Terror48State, seat: int) -> list[str]:
    return [won.event.id for won in state.won[seat]]


def scoring(id: str, **params: Any) -> Scoring:
    bound = variant(id, **params)
    assert isinstance(bound, Terror48)
    return bound.table.scoring


def holding(suit: str, number: int, *cards: int) -> Any:
    return {"suit": suit, "number": number, "cards": cards}


# ================================================================== 草案5

# ------------------------------------------------------------------ コンポーネント、ゲームの準備


def test_box_of_draft_5() -> None:
    """コンポーネント: 24 events, 45 time cards in five sets of nine, 2 rank cards."""
    bound = rules(D5)
    assert isinstance(bound, Terror48)
    assert len(bound.table.events) == 24
    assert [[hours for hours, _ in cards] for cards in bound.table.sets] == [[0, 1, 1, 2, 2, 3, 4, 5, 6]] * 5
    assert bound.table.ranks == 2


@pytest.mark.parametrize("id", [D5, D2])
@pytest.mark.parametrize(("players", "suits"), [(3, 4), (4, 5), (5, 6)])
def test_suits_by_player_count(id: str, players: int, suits: int) -> None:
    """ゲームの準備: 4, 5, 6 suits for 3, 4, 5 players, shuffled into one deck."""
    decks = []
    for seed in (1, 2):
        state = rules(id).start(players, Random(seed))
        assert isinstance(state, Terror48State)
        decks.append([*state.deck, *reversed(state.table)])
        assert len(decks[-1]) == 4 * suits
        assert len({event.suit for event in decks[-1]}) == suits
    assert decks[0] != decks[1]
    assert sorted(decks[0]) == sorted(decks[1])


def test_every_seat_holds_a_set() -> None:
    """ゲームの準備: each player takes one set as his hand."""
    assert start(rules(D5), 5).hands == [(0, 1, 1, 2, 2, 3, 4, 5, 6)] * 5


def test_initial_card_is_any_but_the_zero() -> None:
    """ゲームの準備: one card other than 0 goes face down onto the pile; eight stay in hand."""
    state = start(rules(D5), 3)
    assert legal(state) == ["1", "2", "3", "4", "5", "6"]
    do(state, "5")
    assert state.hands[0] == (0, 1, 1, 2, 2, 3, 4, 6)
    assert state.current_player() == 1


def test_initial_card_is_known_to_its_owner_only() -> None:
    """ゲームの準備: the pile lies face down."""
    one, other = do(start(rules(D5), 3), "5"), do(start(rules(D5), 3), "2")
    assert seen(one, 0).initial == 5
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, 2) == seen(other, 2)


# ------------------------------------------------------------------ ゲームの進行


@pytest.mark.parametrize("id", [D5, D2])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_is_boss_twice_in_turn(id: str, players: int) -> None:
    """ゲームの進行: clockwise from the start player, the game ends when all were boss twice."""
    end = play(rules(id), players, seed=7).end
    assert isinstance(end, Terror48State)
    assert [turn.boss for turn in end.past] == list(range(players)) * 2
    assert len(end.deck) == 4


def test_two_events_are_drawn_in_order_of_rank() -> None:
    """メインフェイズ: the boss draws two, the first for rank 1, the second for rank 2, face up."""
    state = first_turn(rules(D5), "1", "1", "1", events=["green-2", "red-1a"])
    assert [event.id for event in state.table] == ["green-2", "red-1a"]
    assert all(seen(state, seat).table == ("green-2", "red-1a") for seat in range(3))
    assert len(state.deck) == 14
    do(state, "0+6", "0+5", "pass")
    assert owned(state, 1) == ["green-2"]
    assert owned(state, 2) == ["red-1a"]


def test_all_but_the_boss_place_exactly_two_cards() -> None:
    """捜査フェイズ: everybody else places two cards of his hand."""
    state = first_turn(rules(D5), "1", "1", "1", "1")
    assert [do(state, "0+1").current_player() for _ in range(3)] == [2, 3, 0]
    assert all(len(cards) == 2 for cards in state.bids.values())


def test_bids_are_hidden_until_all_are_placed() -> None:
    """捜査フェイズ: cards are placed face down, then revealed at once."""
    one, other = first_turn(rules(D5), "1", "1", "1", "1"), first_turn(rules(D5), "1", "1", "1", "1")
    do(one, "5+6"), do(other, "0+1")
    for seat in (0, 2, 3):
        assert seen(one, seat) == seen(other, seat)
    do(one, "0+2", "0+3")
    assert dict(seen(one, 0).bids) == {1: (5, 6), 2: (0, 2), 3: (0, 3)}


def test_largest_sums_take_first_and_second() -> None:
    """捜査フェイズ: the largest sum of both cards is first, the next is second."""
    state = do(first_turn(rules(D5), "1", "1", "1", "1"), "0+6", "3+4", "2+2", "pass")
    assert (owned(state, 1), owned(state, 2), owned(state, 3)) == (["blue-1a"], ["red-3"], [])


def test_boss_orders_two_who_are_level_for_first() -> None:
    """捜査フェイズ: level for first, the boss chooses first and second as he likes."""
    state = do(first_turn(rules(D5), "1", "1", "1", "1"), "2+5", "3+4", "0+6")
    assert (state.current_player(), legal(state)) == (0, ["seat 1", "seat 2"])
    do(state, "seat 2", "pass")
    assert (owned(state, 2), owned(state, 1), owned(state, 3)) == (["red-3"], ["blue-1a"], [])


def test_boss_picks_both_places_among_three_level_for_first() -> None:
    """捜査フェイズ: 「その中から１位と２位を」, so the next lower sum gets nothing."""
    state = do(first_turn(rules(D5), "1", "1", "1", "1", "1"), "2+5", "3+4", "1+6", "0+6", "seat 3")
    assert legal(state) == ["seat 1", "seat 2"]
    do(state, "seat 1", "pass")
    assert [owned(state, seat) for seat in (1, 2, 3, 4)] == [["blue-1a"], [], ["red-3"], []]


def test_boss_chooses_who_is_second_among_level() -> None:
    """捜査フェイズ: nothing is said of a tie for second alone; the boss settles it (A13)."""
    state = do(first_turn(rules(D5), "1", "1", "1", "1"), "5+6", "2+3", "0+5")
    assert legal(state) == ["seat 2", "seat 3"]
    do(state, "seat 3", "pass")
    assert owned(state, 3) == ["blue-1a"]


# ------------------------------------------------------------------ 陣頭指揮


def takes(state: Terror48State, rank: int) -> list[str]:
    prefix = f"take {rank} for "
    return [name.removeprefix(prefix) for name in legal(state) if name.startswith(prefix)]


def test_take_over_prices_of_the_draft() -> None:
    """陣頭指揮: ranks worth 5 and 2 cost 7 and 4."""
    state = do(first_turn(rules(D5), "1", "1", "1", hands={0: (0, 3, 4)}), "2+3", "0+2")
    assert takes(state, 1) == ["3+4"]
    assert takes(state, 2) == ["4", "0+4", "3+4"]


def test_take_over_needs_two_more_and_allows_more() -> None:
    """陣頭指揮: 「２以上大きい数字」, at least and not exactly."""
    state = do(first_turn(rules(D5), "1", "1", "1", hands={0: (1, 2, 3, 6)}), "0+4", "0+3")
    assert takes(state, 1) == ["6", "1+6", "2+6", "3+6"]
    assert "2+3" in takes(state, 2)
    assert "1+3" not in takes(state, 2)


def test_take_over_is_optional_and_of_one_or_two_cards() -> None:
    """陣頭指揮: 「必要があれば」, and two cards may be combined."""
    state = do(first_turn(rules(D5), "1", "1", "1"), "0+1", "0+2")
    assert legal(state)[0] == "pass"
    assert {name.count("+") for name in takes(state, 1)} == {0, 1}


def test_taken_first_place_does_not_move_the_others_up() -> None:
    """陣頭指揮: the place is taken after it was settled; nobody moves up."""
    state = do(first_turn(rules(D5), "1", "1", "1", "1"), "0+5", "0+4", "0+3", "take 1 for 3+4")
    assert (owned(state, 0), owned(state, 1), owned(state, 2), owned(state, 3)) == (
        ["red-3"],
        [],
        ["blue-1a"],
        [],
    )


def test_taken_second_place() -> None:
    """陣頭指揮: any rank may be taken."""
    state = do(first_turn(rules(D5), "1", "1", "1", "1"), "0+5", "0+4", "0+3", "take 2 for 6")
    assert (owned(state, 0), owned(state, 1), owned(state, 2)) == (["blue-1a"], ["red-3"], [])
    assert state.won[0][0].cards == (6,)


def test_boss_may_take_from_whom_he_favoured() -> None:
    """陣頭指揮: the same boss settles a tie and then takes the place (A14)."""
    state = do(first_turn(rules(D5), "1", "1", "1", "1"), "2+2", "0+4", "0+1", "seat 1", "take 1 for 6")
    assert (owned(state, 0), owned(state, 1), owned(state, 2)) == (["red-3"], [], ["blue-1a"])


def test_one_event_at_most_is_taken() -> None:
    """陣頭指揮: one event a turn (A17); the next boss follows."""
    state = do(first_turn(rules(D5), "1", "1", "1"), "0+1", "0+2", "take 1 for 4")
    assert state.boss == 1


# ------------------------------------------------------------------ エンドフェイズ


def test_cards_without_an_event_go_back() -> None:
    """エンドフェイズ: who got no event takes back all he placed, also who was taken over."""
    state = first_turn(rules(D5), "1", "1", "1", "1")
    before = list(state.hands)
    do(state, "0+5", "0+4", "1+2", "take 1 for 3+4")
    assert state.hands[1] == before[1]
    assert state.hands[3] == before[3]


def test_zero_goes_back_and_the_rest_lies_on_the_event() -> None:
    """エンドフェイズ: of a winning bid the 0 goes back, the others are laid on the event."""
    state = do(first_turn(rules(D5), "1", "1", "1"), "0+5", "3+4", "pass")
    assert state.won[1][0].cards == (5,)
    assert state.hands[1] == (0, 1, 2, 2, 3, 4, 6)
    assert state.won[2][0].cards == (3, 4)


def test_zero_of_a_take_over_goes_back_too() -> None:
    """エンドフェイズ: the boss who got an event also takes back his 0 (A20)."""
    state = do(first_turn(rules(D5), "1", "1", "1", hands={0: (0, 4)}), "0+2", "0+1", "take 1 for 0+4")
    assert (state.hands[0], state.won[0][0].cards) == ((0,), (4,))


def test_boss_passes_to_the_left() -> None:
    """エンドフェイズ: the next boss is the left neighbour; his own left neighbour bids first."""
    state = do(first_turn(rules(D5), "1", "1", "1"), "0+5", "3+4", "pass")
    assert (state.boss, state.current_player()) == (1, 2)


# ------------------------------------------------------------------ ゲームの終了


def test_points_of_events_and_suits() -> None:
    """ゲームの終了: numbers of the events, and one point less than there are suits."""
    score = scoring(D5)
    assert score.victory_points([holding("red", 3), holding("blue", 1), holding("yellow", 1)]) == 7
    assert score.victory_points([holding("red", 3), holding("red", 1)]) == 4
    assert score.victory_points([]) == 0


def test_smallest_card_of_a_repeated_suit_is_thrown_off() -> None:
    """ゲームの終了: per suit held more than once the smallest card on its events, and it must be."""
    score = scoring(D5)
    events = [holding("red", 3, 2, 6), holding("red", 1, 3), holding("red", 1, 1, 4), holding("blue", 1, 1)]
    assert score.discarded(events) == [1]
    assert score.investigation_hours(events) == 16


def test_pile_counts_its_largest_number() -> None:
    """ゲームの終了: 2, 5, 6 make 6; 3, 5, 5 make 10."""
    assert scoring(D5).initial_hours([2, 5, 6]) == 6
    assert scoring(D5).initial_hours([3, 5, 5]) == 10


def test_ladder() -> None:
    """ゲームの終了: above 48 one is out, and one more above 60, 72, 84."""
    totals = [48, 49, 60, 61, 72, 73, 84, 85, 120]
    assert [scoring(D5).eliminations(total) for total in totals] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_most_hours_are_out_first_then_most_points() -> None:
    """ゲームの終了: out in order of hours; level in hours, more points go first; level in both, both go."""
    score = scoring(D5)
    hours, points = {"A": 16, "B": 16, "C": 10}, {"A": 5, "B": 6, "C": 9}
    assert score.eliminated(hours, points, 1) == ["B"]
    assert score.eliminated(hours, {"A": 6, "B": 6, "C": 9}, 1) == ["A", "B"]


def test_shared_places_are_counted_1_2_2_4() -> None:
    """ゲームの終了: 「１・２・２・４」, so that two places may be three players."""
    score = scoring(D5)
    hours, points = {"A": 18, "B": 16, "C": 16, "D": 14}, {"A": 7, "B": 6, "C": 6, "D": 4}
    assert list(score.elimination_ranks(hours, points).values()) == [1, 2, 2, 4]
    assert score.eliminated(hours, points, 2) == ["A", "B", "C"]
    assert score.eliminated(hours, points, 3) == ["A", "B", "C"]


def test_winner_among_survivors() -> None:
    """ゲームの終了: most points among the survivors, then more hours, then a draw."""
    score = scoring(D5)
    hours, points = {"A": 18, "B": 12, "C": 10}, {"A": 9, "B": 6, "C": 6}
    assert score.winners(hours, points, ["A"]) == ["B"]
    assert score.winners({"A": 18, "B": 12, "C": 12}, points, ["A"]) == ["B", "C"]


def last_turn(bound: Rules, players: int, won: dict[int, Any], initial: Sequence[int]) -> Terror48State:
    """The last choice of a game in which these events were won; the last turn brings nothing."""
    state = start(bound, players)
    state.turn = 2 * players - 1
    state.initial = list(initial) or [None] * players
    state.table = (Event("none", "red", 0),) * 2
    state.ranking = (None, None)
    state.phase = "take"
    for seat, events in won.items():
        for suit, number, *cards in events:
            state.won[seat] += (Won(Event(f"{suit}-{number}", suit, number), tuple(cards)),)
    return state


def test_a_whole_scoring_in_play() -> None:
    """ゲームの終了, all of it: the leader in points is out, the second wins."""
    won = {
        0: [("red", 3, 2, 6), ("red", 1, 3), ("blue", 2, 4, 5)],
        1: [("yellow", 1, 3, 4), ("green", 2, 1, 5)],
        2: [("yellow", 3, 5, 6), ("yellow", 1, 2, 2), ("black", 1, 1)],
        3: [("blue", 1, 6), ("blue", 3, 4, 5), ("green", 1, 2, 3)],
    }
    state = do(last_turn(rules(D5), 4, won, [1, 6, 4, 1]), "pass")
    totals = state.totals()
    assert (totals["points"], totals["hours"], totals["total"]) == ([7, 4, 6, 6], [18, 13, 14, 16], 67)
    assert totals["out"] == [0, 3]
    assert state.returns() == (0, 0, 1, 0)


def test_nobody_survives_is_an_outcome_of_its_own() -> None:
    """ゲームの終了: the draft names no winner when all are out (A29)."""
    won = {seat: [("red", 1, 5, 6), ("blue", 1, 4)] for seat in range(3)}
    state = do(last_turn(rules(D5), 3, won, [6, 6, 6]), "pass")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "全員脱落")
    assert sum(state.returns()) == 0


def test_the_way_of_winning_is_told() -> None:
    """ゲームの終了: by points, by hours among level points, or shared."""
    points = {0: [("red", 3, 5)], 1: [("blue", 1, 4)], 2: [("blue", 2, 6)]}
    hours = {0: [("red", 3, 5)], 1: [("blue", 3, 4)], 2: [("blue", 2, 6)]}
    draw = {0: [("red", 3, 4)], 1: [("blue", 3, 4)], 2: [("blue", 2, 6)]}
    found = [do(last_turn(rules(D5), 3, won, [1, 1, 2]), "pass").outcome() for won in (points, hours, draw)]
    assert found == [
        Outcome((0,), "ＶＰで勝利"),
        Outcome((0,), "捜査時間の差で勝利"),
        Outcome((0, 1), "引き分け"),
    ]


def test_who_is_out_is_no_rival() -> None:
    """ゲームの終了: level points of a player who is out do not make it a win by hours."""
    won = {0: [("red", 3, 6, 6), ("red", 1, 6, 6), ("red", 1, 6, 6)], 1: [("red", 5, 9)], 2: [("red", 1, 9)]}
    state = do(last_turn(rules(D5), 3, won, [1, 1, 1]), "pass")
    assert state.totals()["out"] == [0]
    assert state.outcome() == Outcome((1,), "ＶＰで勝利")


def test_everything_is_revealed_at_the_end() -> None:
    """ゲームの終了: the pile and the cards on events are turned up."""
    state = play(rules(D5), 3, seed=1).end
    assert isinstance(state, Terror48State)
    result = seen(state, 0).result
    assert isinstance(result, tuple)
    assert result[0] == tuple(state.initial)


# ------------------------------------------------------------------ rulings that are parameters


def test_short_hand() -> None:
    """A10: with fewer than two cards all are placed, or, by the other ruling, nothing."""
    hands = {1: (0,), 2: (0, 1, 2)}
    state = first_turn(rules(D5), "1", "1", "1", hands=hands)
    assert legal(state) == ["0"]
    do(state, "0", "0+1", "pass")
    assert (state.won[1][0].cards, state.hands[1]) == ((), (0,))
    asked = do(start(rules(D5), 4), "1", "1", "1")
    asked.hands[2] = (0,)
    assert do(asked, "1").to_bid == (1, 2, 3)
    rests = do(start(variant(D5, short_hand="sit_out"), 4), "1", "1", "1")
    rests.hands[1], rests.hands[2] = (0, 1), (0,)
    do(rests, "1")
    assert rests.to_bid == (1, 3)


def test_floor_of_ranked_sums() -> None:
    """A11: by the other ruling a small sum is not ranked, its event leaves the game."""
    state = do(first_turn(variant(D5, min_rank_sum=2), "1", "1", "1"), "0+1", "0+2", "pass")
    assert (owned(state, 2), owned(state, 1)) == (["red-3"], [])
    assert [event.id for event in state.removed] == ["blue-1a"]


def test_tie_for_second_nobody() -> None:
    """A13: by another ruling nobody is second."""
    state = do(first_turn(variant(D5, tie_second="none"), "1", "1", "1", "1"), "5+6", "2+3", "0+5", "pass")
    assert (owned(state, 2), owned(state, 3)) == ([], [])
    first = do(first_turn(variant(D5, tie_second="none"), "1", "1", "1", "1"), "5+6", "5+6", "5+6", "seat 2")
    assert legal(first) == ["seat 1", "seat 3"]


def test_tie_for_second_least_time() -> None:
    """A13: by a third ruling the player with fewer hours is second."""
    state = first_turn(variant(D5, tie_second="least_time"), "1", "1", "1", "1")
    do(state, "0+5", "0+4", "0+1", "pass")
    assert (owned(state, 1), owned(state, 2), state.boss) == (["red-3"], ["blue-1a"], 1)
    do(state, "0+3", "1+2", "5+6")
    assert legal(state)[0] == "pass"
    assert state.ranking == (0, 3)


def test_take_limits() -> None:
    """A16, A17: three cards, or two events, where the parameters say so."""
    three = do(first_turn(variant(D5, take_max_cards=3), "1", "1", "1"), "5+6", "0+1")
    assert "2+5+6" in takes(three, 1)
    assert takes(do(first_turn(rules(D5), "1", "1", "1"), "5+6", "0+1"), 1) == []
    both = do(first_turn(variant(D5, take_limit=2), "1", "1", "1"), "0+2", "0+1", "take 1 for 4")
    assert takes(both, 1) == []
    do(both, "take 2 for 3")
    assert owned(both, 0) == ["red-3", "blue-1a"]
    margin = do(first_turn(variant(D5, take_margin=3), "1", "1", "1"), "0+2", "0+1")
    assert takes(margin, 2)[0] == "4"


def test_hours_on_events_are_no_public_total_when_hidden() -> None:
    """A19: cards on won events lie open; by the other ruling the score sheet does not tell them."""
    state = do(first_turn(rules(D5), "1", "1", "1"), "0+5", "3+4", "pass")
    assert state.totals()["hours"] == [0, 5, 7]
    assert "hours" not in first_turn(variant(D5, won_cards="hidden"), "1", "1", "1").totals()


def test_discard_rules() -> None:
    """A22: one per suit, one per extra event, the smaller of each pair, or none."""
    events = [holding("red", 3, 2, 6), holding("red", 1, 3), holding("red", 1, 4, 5)]
    found = {
        rule: scoring(D5, same_suit_discard=rule).discarded(events)
        for rule in ("none", "one_per_suit", "per_extra_event", "smaller_of_pairs")
    }
    assert found == {
        "none": [],
        "one_per_suit": [2],
        "per_extra_event": [2, 3],
        "smaller_of_pairs": [2, 4],
    }


def test_suit_bonus_rules() -> None:
    """A24 and draft 2's notes: none, suits less one, or suits."""
    suits = ["red", "blue", "red"]
    found = [scoring(D5, suit_bonus=rule).suit_bonus(suits) for rule in ("none", "suits_minus_1", "suits")]
    assert found == [0, 1, 2]


def test_elimination_rules() -> None:
    """A09 of draft 2, A27, A28: how ties at the limit, the rungs and the number of players act."""
    hours, points = {"A": 16, "B": 16, "C": 10}, {"A": 5, "B": 6, "C": 9}
    assert scoring(D5, elim_tiebreak="all").eliminated(hours, points, 1) == ["A", "B"]
    assert scoring(D5, elim_tiebreak="nobody").eliminated(hours, points, 1) == []
    assert scoring(D5, elim_tiebreak="nobody").eliminated(hours, points, 2) == ["A", "B"]
    assert scoring(D5, max_eliminated="n-1").eliminated(hours, points, 4) == ["A", "B"]
    assert scoring(D5, ladder=6).eliminations(109) == 6
    assert scoring(D5, limit=50, step=10).eliminations(61) == 2


def test_no_survivor_rules() -> None:
    """A29: nobody wins, or all are compared, or the last to go wins."""
    hours, points = {"A": 16, "B": 15, "C": 10}, {"A": 9, "B": 6, "C": 4}
    out = ["A", "B", "C"]
    assert scoring(D5).winners(hours, points, out) == []
    assert scoring(D5, no_survivor="all_compare").winners(hours, points, out) == ["A"]
    assert scoring(D5, no_survivor="last_out").winners(hours, points, out) == ["C"]
    won = {seat: [("red", 1, 5, 6), ("blue", 1, 4)] for seat in range(3)}
    state = do(last_turn(variant(D5, no_survivor="all_compare"), 3, won, [6, 6, 6]), "pass")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 1, 2), "全員脱落のまま比較")


def test_win_tiebreak_rules() -> None:
    """A32: draft 5 prefers more hours, draft 2 fewer."""
    hours, points = {"A": 12, "B": 14}, {"A": 6, "B": 6}
    assert scoring(D5).winners(hours, points, []) == ["B"]
    assert scoring(D2).winners(hours, points, []) == ["A"]


def test_boss_rounds_and_suits_change_the_play() -> None:
    """A changed number in the YAML changes the play."""
    end = play(variant(D5, boss_rounds=1), 3, seed=1).end
    assert isinstance(end, Terror48State)
    assert len(end.past) == 3
    assert len(start(variant(D5, suits_in_play={3: 3, 4: 5, 5: 6}), 3).deck) == 12


# ================================================================== 草案2


def test_box_of_draft_2() -> None:
    """コンポーネント: 50 time cards, ten a player, 31 hours; no initial card."""
    bound = rules(D2)
    assert isinstance(bound, Terror48)
    assert [[hours for hours, _ in cards] for cards in bound.table.sets] == [
        [1, 1, 2, 2, 3, 3, 4, 4, 5, 6]
    ] * 5
    state = start(bound, 3)
    assert (state.phase, state.current_player(), len(state.hands[0])) == ("bid", 1, 10)


def secret_turn(players: int = 4, bound: Rules | None = None, **hands: Sequence[int]) -> Terror48State:
    """Draft 2's first turn with red-3 and blue-1a; seat 0 is the boss. `s1=[...]` sets a hand."""
    state = start(bound or rules(D2), players, ["red-3", "blue-1a"])
    for name, hand in hands.items():
        state.hands[int(name[1:])] = tuple(hand)
    return state


def test_one_or_two_cards_are_given_to_the_boss() -> None:
    """ゲームの進行: up to two cards of the hand."""
    names = legal(secret_turn())
    assert {name.count("+") for name in names} == {0, 1}
    assert len(names) == 25


def test_only_the_boss_sees_the_bids() -> None:
    """ゲームの進行: the cards are given in secret, also how many they are."""
    one = do(secret_turn(), "6", "1+2", "1")
    other = do(secret_turn(), "6", "4", "1")
    assert dict(seen(one, 0).bids) == {1: (6,), 2: (1, 2), 3: (1,)}
    for seat in (1, 3):
        assert seen(one, seat) == seen(other, seat)
    assert seen(one, 0) != seen(other, 0)


def test_boss_favours_whom_he_likes_among_level() -> None:
    """ゲームの進行: level in sum, the boss prefers whom he likes, at either rank, unseen."""
    state = do(secret_turn(), "5", "2+3", "1+4")
    assert legal(state) == ["seat 1", "seat 2", "seat 3"]
    assert seen(state, 1).doing == "boss"
    do(state, "seat 3", "seat 1", "pass")
    assert [owned(state, seat) for seat in (1, 2, 3)] == [["blue-1a"], [], ["red-3"]]


def test_take_over_in_secret() -> None:
    """陣頭指揮: two more than the rank, one or two cards, face down; nobody moves up."""
    state = do(secret_turn(s0=[1, 3, 4, 6]), "5", "2", "1")
    assert takes(state, 1) == ["1+6", "3+4", "3+6", "4+6"]
    assert takes(state, 2) == ["4", "6", "1+3", "1+4", "1+6", "3+4", "3+6", "4+6"]
    do(state, "take 1 for 3+4")
    assert [owned(state, seat) for seat in range(4)] == [["red-3"], [], ["blue-1a"], []]
    assert state.hands[1] == (1, 1, 2, 2, 3, 3, 4, 4, 5, 6)


def test_a_second_take_over_is_as_secret_as_the_first() -> None:
    """陣頭指揮: where two events may be taken, the first one's cards are not seen before the second."""
    bound = variant(D2, take_limit=2)
    one = do(start(bound, 3, ["red-3", "blue-1a"]), "1", "2", "take 1 for 4")
    other = do(start(bound, 3, ["red-3", "blue-1a"]), "1", "2", "take 1 for 6")
    assert one.current_player() == 0
    assert [seen(one, seat) == seen(other, seat) for seat in range(3)] == [False, True, True]


def test_a_redeal_deals_what_only_the_boss_saw() -> None:
    """捜査: to all but the boss and the bidder, a bid may be any that the hand allows."""
    state = do(start(rules(D2), 4), "1", "2+3", "6")
    assert state.phase == "take"
    guessed = [state.redeal(1, Random(seed)).bids for seed in range(60)]
    assert {bids[1] for bids in guessed} == {(1,)}
    assert len({bids[2] for bids in guessed}) > 10
    assert {len(bids[3]) for bids in guessed} == {1, 2}
    assert all(state.redeal(0, Random(seed)).bids == state.bids for seed in range(5))


def test_a_redeal_deals_bids_that_lie_face_down() -> None:
    """捜査フェイズ: until all have placed, a bid is known to who placed it."""
    for state in (do(first_turn(rules(D5), "1", "1", "1", "1"), "5+6"), do(start(rules(D2), 4), "5+6")):
        assert len({state.redeal(2, Random(seed)).bids[1] for seed in range(60)}) > 10
        assert {state.redeal(1, Random(seed)).bids[1] for seed in range(5)} == {(5, 6)}


def test_won_cards_stay_face_down() -> None:
    """ゲームの進行: who got an event keeps his cards with it, face down; others take theirs back."""
    one = do(secret_turn(), "5+6", "4", "1", "pass")
    other = do(secret_turn(), "4+6", "3", "1", "pass")
    assert seen(one, 3) == seen(other, 3)
    assert seen(one, 0) != seen(other, 0)
    assert one.won[1][0].cards == (5, 6)
    assert "hours" not in one.totals()


def test_taken_cards_stay_face_down() -> None:
    """陣頭指揮: even who was taken over learns only that he has no event."""
    one = do(secret_turn(), "5", "4", "1", "take 1 for 3+4")
    other = do(secret_turn(), "5", "4", "1", "take 1 for 4+6")
    assert seen(one, 1) == seen(other, 1)


def test_number_of_cards_with_an_event_can_be_seen() -> None:
    """A16: one or two backs lie with the event."""
    one, other = do(secret_turn(), "6", "4", "1", "pass"), do(secret_turn(), "3+3", "4", "1", "pass")
    assert seen(one, 3) != seen(other, 3)


def test_secret_discard_is_the_smaller_of_a_pair() -> None:
    """ゲームの終了: of events of a suit held more than once, each with two cards loses the smaller."""
    events = [holding("red", 2, 4, 6), holding("red", 1, 3), holding("blue", 1, 5, 5)]
    assert scoring(D2).discarded(events) == [4]
    assert scoring(D2).investigation_hours(events) == 19


def test_one_is_out_above_48() -> None:
    """ゲームの終了: above 48 the one with the most hours, however far above."""
    assert [scoring(D2).eliminations(total) for total in (48, 49, 120)] == [0, 1, 1]
    assert scoring(D2).final_result(
        {
            seat: {"events": [holding("red", 1, hours)], "initial": []}
            for seat, hours in zip("ABC", (20, 15, 14), strict=True)
        }
    )["out"] == ["A"]


def test_a_whole_scoring_of_draft_2_in_play() -> None:
    """ゲームの終了: cards are turned up, pairs of repeated suits lose the smaller, 45 is not too much."""
    won = {
        0: [("red", 2, 4, 6), ("red", 1, 3), ("blue", 3, 4, 5)],
        1: [("yellow", 3, 6), ("blue", 1, 3, 5)],
        2: [("green", 2, 4, 6), ("green", 1, 1), ("green", 1, 5, 6)],
    }
    state = do(last_turn(rules(D2), 3, won, []), "pass")
    totals = state.totals()
    assert (totals["points"], totals["hours"], totals["total"]) == ([6, 4, 4], [18, 14, 13], 45)
    assert state.outcome() == Outcome((0,), "ＶＰで勝利")
    over = do(last_turn(rules(D2), 3, {**won, 1: [("yellow", 3, 6), ("blue", 2, 6, 6)]}, []), "pass")
    assert (over.totals()["total"], over.totals()["out"]) == (49, [0])
    assert over.outcome() == Outcome((1,), "ＶＰで勝利")


def test_level_losers_of_draft_2() -> None:
    """ゲームの終了: level in hours, more points go; level in both, both go (A09); fewer hours win a tie."""
    score = scoring(D2)
    assert score.eliminated({"A": 20, "B": 20, "C": 9}, {"A": 6, "B": 4, "C": 5}, 1) == ["A"]
    assert score.eliminated({"A": 20, "B": 20, "C": 9}, {"A": 6, "B": 6, "C": 5}, 1) == ["A", "B"]
    assert score.winners({"A": 12, "B": 14}, {"A": 6, "B": 6}, []) == ["A"]
    assert score.winners({"A": 14, "B": 14}, {"A": 6, "B": 6}, []) == ["A", "B"]


def test_numbers_alone_are_the_points() -> None:
    """ゲームの終了: the numbers of the events, no bonus."""
    assert scoring(D2).victory_points([holding("red", 3), holding("blue", 1)]) == 4


def test_empty_hand() -> None:
    """A12, A13: without cards one is not ranked; an event nobody is ranked for leaves the game."""
    state = secret_turn(3)
    state.hands[1] = ()
    state.to_bid = (2,)
    do(state, "4")
    assert state.ranking == (2, None)
    assert takes(state, 2) == []
    do(state, "pass")
    assert [event.id for event in state.removed] == ["blue-1a"]


def test_empty_hand_is_not_asked() -> None:
    """A12: who has no card is passed over; with nobody to ask, the boss goes on."""
    state = do(secret_turn(3), "1", "2")
    state.hands[0] = ()
    do(state, "pass")
    assert (state.boss, state.current_player(), state.to_bid) == (1, 2, (2,))
    nobody = do(secret_turn(3), "1+1", "2+2")
    nobody.hands[0] = nobody.hands[2] = ()
    do(nobody, "pass")
    assert (nobody.current_player(), legal(nobody)) == (1, ["pass"])


def test_empty_hand_may_count_as_zero() -> None:
    """A12: by the other ruling an empty hand is a sum of 0; the boss's does not count."""
    state = secret_turn(3, variant(D2, empty_hand="zero"))
    state.hands[0] = state.hands[1] = ()
    state.to_bid = (2,)
    do(state, "4")
    assert state.ranking == (2, 1)
    assert set(state.bids) == {1, 2}


def test_boss_may_have_what_nobody_is_ranked_for() -> None:
    """A13: by the other ruling the boss may take it, free."""
    state = secret_turn(3, variant(D2, boss_takes_empty=True))
    state.hands[1] = ()
    state.to_bid = (2,)
    do(state, "4", "take 2 for nothing")
    assert (owned(state, 0), state.won[0][0].cards) == (["blue-1a"], ())


def test_bids_of_no_card() -> None:
    """A06: by the other ruling one may give nothing, and is not ranked."""
    state = do(secret_turn(3, variant(D2, min_bid_cards=0)), "nothing", "4")
    assert state.ranking == (2, None)


def test_declining() -> None:
    """A11: by the other ruling the last in rank may decline; he takes his cards back."""
    state = do(secret_turn(3, variant(D2, may_decline=True)), "6", "1")
    assert (state.current_player(), legal(state)) == (2, ["accept", "decline"])
    accepted = do(state.clone(), "accept", "pass")
    assert owned(accepted, 2) == ["blue-1a"]
    do(state, "decline", "pass")
    assert (owned(state, 2), len(state.hands[2]), len(state.removed)) == ([], 10, 1)
    assert state.past[0].declined == 2
    nobody = secret_turn(3, variant(D2, may_decline=True))
    nobody.hands[1] = ()
    nobody.to_bid = (2,)
    assert do(nobody, "4").phase == "take"


def test_ranking_before_take_overs_may_be_public() -> None:
    """A15: only owners are known, or, by the other ruling, who was ranked."""

    def after(bound: Rules) -> list[Seen]:
        plays = [("5", "4", "1", "take 1 for 3+4"), ("4", "5", "1", "take 1 for 3+4")]
        return [seen(do(secret_turn(4, bound), *names), 3) for names in plays]

    first, second = after(variant(D2, public_ranking="pre_takeover"))
    assert first.past != second.past
    alone = secret_turn(5)
    ranks = do(alone, "5", "1", "4", "1", "take 1 for 3+4")
    other = do(secret_turn(5), "1", "5", "4", "1", "take 1 for 3+4")
    assert seen(ranks, 4) == seen(other, 4)


def test_single_cards_secret_variant() -> None:
    """問題点: a single card stays hidden, two cards are shown."""
    bound = variant(D2, single_card_secret=True)
    state = do(secret_turn(4, bound), "6", "1+2", "1")
    assert dict(seen(state, 3).bids) == {1: "?", 2: (1, 2), 3: (1,)}


def test_fewest_cards_first_variant() -> None:
    """問題点: level in sum, fewer cards come first."""
    state = do(secret_turn(4, variant(D2, fewest_cards_first=True)), "2+3", "5", "1")
    assert state.ranking == (2, 1)


# ================================================================== both


def test_illegal_actions_are_refused() -> None:
    state = first_turn(rules(D5), "1", "1", "1")
    before = seen(state, 1)
    for action in (Bid((6,)), Bid((1, 1)), Favour(1), Take(0, (6,)), "0+1"):
        with pytest.raises(IllegalAction, match="is not among"):
            state.apply(action)
    assert seen(state, 1) == before


def test_scores_agree_with_a_second_reckoning() -> None:
    """The end of random games of draft 5, scored again from the cards by the text of the draft."""
    for seed in range(30):
        end = play(rules(D5), 4, seed).end
        assert isinstance(end, Terror48State)
        points, hours = [], []
        for won in end.won:
            suits = sorted({w.event.suit for w in won})
            points.append(sum(w.event.number for w in won) + max(0, len(suits) - 1))
            time = 0
            for suit in suits:
                cards = sorted(h for w in won if w.event.suit == suit for h in w.cards)
                several = sum(w.event.suit == suit for w in won) > 1
                time += sum(cards[1:] if several else cards)
            hours.append(time)
        pile = [h for h in end.initial if h is not None]
        total = sum(hours) + max(pile) * pile.count(max(pile))
        order = sorted(range(4), key=lambda seat: (-hours[seat], -points[seat]))
        gone = sum(total > mark for mark in (48, 60, 72, 84))
        edge = [(hours[seat], points[seat]) for seat in order[:gone]][-1:]
        out = {seat for seat in range(4) if edge and (hours[seat], points[seat]) >= edge[0]}
        alive = [seat for seat in range(4) if seat not in out]
        best = max(((points[seat], hours[seat]) for seat in alive), default=None)
        winners = tuple(seat for seat in alive if (points[seat], hours[seat]) == best)
        outcome = end.outcome()
        assert outcome is not None
        assert (end.totals()["total"], set(end.totals()["out"]), outcome.winners) == (total, out, winners)


@pytest.mark.parametrize(
    ("params", "id", "nearest"),
    [
        ({"take_margn": 3}, "unknown-field", "take_margin"),
        ({"tie_second": "bos"}, "not-one-of", "boss"),
        ({"boss_rounds": 0}, "out-of-bounds", None),
        ({"limit": True}, "wrong-type", None),
        ({"suits_in_play": {3: 4, 4: 5}}, "wrong-param", None),
        ({"suits_in_play": {3: 4, 4: 5, 5: 7}}, "wrong-param", None),
        ({"boss_rounds": 3}, "rules-supply", None),
        ({"min_bid_cards": 3}, "out-of-bounds", None),
    ],
)
def test_parameters_that_cannot_be_played(params: dict[str, Any], id: str, nearest: str | None) -> None:
    with pytest.raises(Problems) as caught:
        rules_of(with_params(D5, **params))
    problem = caught.value.problems[0]
    assert (problem.id, problem.facts.get("nearest")) == (id, nearest)
    assert problem.place is not None
    assert problem.place.line > 0


def test_cards_that_cannot_be_played(tmp_path: Path) -> None:
    """Negative hours, a column of the wrong kind, a missing component: problems with their places."""
    for name, old, new, id in (
        ("hours", "{id: 6, hours: 6}", "{id: 6, hours: -6}", "out-of-bounds"),
        ("kind", "hours: {type: integer", "hours: {type: text", "rules-field"),
        ("component", "  rank:\n", "  ranks:\n", "rules-component"),
        ("zeros", "initial_cards: 1", "initial_cards: 2", "out-of-bounds"),
    ):
        folder = tmp_path / name
        shutil.copytree(game(D5).folder, folder)
        text = (folder / "game.yaml").read_text(encoding="utf-8")
        checks = text.index("checks:\n")
        text = text[:checks].replace(old, new) + text[text.index("examples:\n") :]
        (folder / "game.yaml").write_text(text, encoding="utf-8")
        with pytest.raises(Problems) as caught:
            rules_of(load(folder))
        problem = caught.value.problems[0]
        assert problem.id == id
        assert problem.place is not None
        assert problem.place.line > 0
        assert "None" not in describe(problem, "en")


@pytest.mark.parametrize(
    ("id", "params"),
    [
        (D5, {"secret_bids": True, "won_cards": "hidden"}),
        (D5, {"tie_second": "least_time", "take_limit": 2, "take_max_cards": 3}),
        (D5, {"short_hand": "sit_out", "min_rank_sum": 3, "fewest_cards_first": True}),
        (D2, {"single_card_secret": True, "public_ranking": "pre_takeover"}),
        (D2, {"may_decline": True, "boss_takes_empty": True, "empty_hand": "zero"}),
        (D2, {"min_bid_cards": 0, "tie_second": "none", "won_cards": "open"}),
    ],
)
def test_other_rulings_are_sound_too(id: str, params: dict[str, Any]) -> None:
    bound = variant(id, **params)
    other = replace(bound.game, spec=bound.game.spec.model_copy(update={"examples": []}))
    assert [describe(problem, "en") for problem in selftest(other, bound).problems] == []


def _spoil_won(state: Terror48State, *cards: int) -> None:
    event = state.won[1][0].event
    state.won[1] = (Won(event, cards),)


BREACHES: Mapping[str, Callable[[Terror48State], object]] = {
    "events in the deck after": lambda state: state.deck.pop(),
    "events won or gone after": lambda state: state.won.__setitem__(1, ()),
    "a 0 lies on": lambda state: _spoil_won(state, 0, 5),
    "3 time cards lie on": lambda state: _spoil_won(state, 1, 2, 2),
    "hours instead of": lambda state: state.hands.__setitem__(2, (1, 2)),
    "the initial card of seat": lambda state: state.initial.__setitem__(0, 0),
}


@pytest.mark.parametrize("words", BREACHES)
def test_faults_finds_every_breach(words: str) -> None:
    """Each invariant speaks up when its rule is broken."""
    state = do(first_turn(rules(D5), "1", "1", "1"), "0+5", "3+4", "pass")
    assert state.faults() == []
    BREACHES[words](state)
    assert any(words in fault for fault in state.faults())


def test_a_card_too_many_is_no_card_of_the_box() -> None:
    """Hours are told apart by name only when cards are counted; one too many must not pass for another."""
    state = start(rules(D5), 3)
    whole = state.cards()
    state.hands[2] = (0, 1, 1, 2, 2, 3, 3, 5, 6)
    assert sorted((state.cards() - whole).elements()) == ["seat 2: one 3 too many"]
    assert [card.split("-")[-1] for card in whole - state.cards()] == ["4"]


def test_a_total_that_does_not_add_up_is_a_fault() -> None:
    state = play(rules(D5), 3, seed=1).end
    assert isinstance(state, Terror48State)
    assert state.faults() == []
    state.initial[0] = 6 if state.initial[0] != 6 else 5
    assert any("the total" in fault for fault in state.faults())


def test_parameters_and_names_belong_together() -> None:
    """Every parameter has a Japanese name for the appendix, and every parameter of the YAML exists."""
    for id in (D5, D2):
        bound = rules(id)
        assert set(bound.parameter_names()) == set(bound.params_model.model_fields)
        assert set(game(id).spec.params) <= set(bound.parameter_names())
