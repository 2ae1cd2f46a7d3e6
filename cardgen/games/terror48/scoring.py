"""The arithmetic of 48 −共鳴するテロル−: parameters, prices, ranks, points, hours, elimination, the winner.

Every number of the rulebook is computed here and nowhere else: play calls these functions, and so do the
worked examples. A `Holding` is an event with the time cards on it. Seats may be any keys (numbers in play,
letters in examples). Sources are the headings of draft 5; draft 2 differs by parameters only.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypedDict, TypeVar

from pydantic import Field

from cardgen.engine.state import Params
from cardgen.games.ranking import best, places
from cardgen.model import Whole

Count = Annotated[Whole, Field(ge=0)]
Positive = Annotated[Whole, Field(ge=1)]
S = TypeVar("S", bound=Hashable)


class Terror48Params(Params):
    """Numbers and rulings, with draft 5's as defaults."""

    suits_in_play: Mapping[Positive, Positive] = Field(default={3: 4, 4: 5, 5: 6})
    boss_rounds: Positive = 2
    initial_cards: Annotated[Whole, Field(ge=0, le=1)] = 1
    bid_cards: Positive = 2
    min_bid_cards: Count = 2
    secret_bids: bool = False
    single_card_secret: bool = False
    short_hand: Literal["place_all", "sit_out"] = "place_all"
    empty_hand: Literal["not_ranked", "zero"] = "not_ranked"
    min_rank_sum: Count = 0
    fewest_cards_first: bool = False
    tie_second: Literal["boss", "none", "least_time"] = "boss"
    may_decline: bool = False
    public_ranking: Literal["final", "pre_takeover"] = "final"
    take_margin: Count = 2
    take_max_cards: Positive = 2
    take_limit: Positive = 1
    boss_takes_empty: bool = False
    won_cards: Literal["open", "hidden"] = "open"
    suit_bonus: Literal["none", "suits_minus_1", "suits"] = "suits_minus_1"
    same_suit_discard: Literal["none", "one_per_suit", "per_extra_event", "smaller_of_pairs"] = "one_per_suit"
    limit: Count = 48
    step: Positive = 12
    ladder: Positive = 4
    max_eliminated: Literal["none", "n-1"] = "none"
    elim_tiebreak: Literal["more_vp", "all", "nobody"] = "more_vp"
    no_survivor: Literal["nobody", "all_compare", "last_out"] = "nobody"
    win_tiebreak: Literal["more_time", "less_time"] = "more_time"


class Draft2Params(Terror48Params):
    """The same with draft 2's numbers and rulings as defaults."""

    initial_cards: Annotated[Whole, Field(ge=0, le=1)] = 0
    min_bid_cards: Count = 1
    secret_bids: bool = True
    won_cards: Literal["open", "hidden"] = "hidden"
    suit_bonus: Literal["none", "suits_minus_1", "suits"] = "none"
    same_suit_discard: Literal["none", "one_per_suit", "per_extra_event", "smaller_of_pairs"] = (
        "smaller_of_pairs"
    )
    ladder: Positive = 1
    win_tiebreak: Literal["more_time", "less_time"] = "less_time"


PARAMETER_NAMES: Mapping[str, str] = {
    "suits_in_play": "使う事件のスート数",
    "boss_rounds": "ボスを務める回数",
    "initial_cards": "初動時間に置く枚数",
    "bid_cards": "捜査に出す枚数の上限",
    "min_bid_cards": "捜査に出す枚数の下限",
    "secret_bids": "捜査のカードをボスだけが見る",
    "single_card_secret": "一枚だけの捜査は伏せたまま",
    "short_hand": "手札が下限に足りないとき",
    "empty_hand": "手札がないとき",
    "min_rank_sum": "順位がつく合計の下限",
    "fewest_cards_first": "同じ合計なら枚数の少ない方が先",
    "tie_second": "二位の同着",
    "may_decline": "最後の順位を辞退できる",
    "public_ranking": "横取り前の順位の公開",
    "take_margin": "陣頭指揮に要る上乗せ",
    "take_max_cards": "陣頭指揮に使える枚数",
    "take_limit": "一手番に横取りできる事件数",
    "boss_takes_empty": "担当のない事件をボスが引き取る",
    "won_cards": "獲得した事件のタイムカード",
    "suit_bonus": "スートのボーナス",
    "same_suit_discard": "同じスートの捨て札",
    "limit": "合計時間の限度",
    "step": "脱落が増える間隔",
    "ladder": "脱落の段数",
    "max_eliminated": "脱落人数の上限",
    "elim_tiebreak": "脱落順の同着",
    "no_survivor": "全員が脱落したとき",
    "win_tiebreak": "勝敗の同着",
}


class Holding(TypedDict):
    """An event that a player has won, with the hours of the time cards on it."""

    suit: str
    number: int
    cards: Sequence[int]


class SeatAtEnd(TypedDict):
    """What one player has when the last turn is over."""

    events: Sequence[Holding]
    initial: Sequence[int]


class Scoring:
    """The scoring rules with the parameters of one game."""

    def __init__(self, params: Terror48Params):
        self.params = params

    # -------------------------------------------------------------- 捜査フェイズ

    def contenders(self, bids: Mapping[S, Sequence[int]]) -> list[S]:
        """Who is level for the best free rank: the largest sum of hours."""
        floor = self.params.min_rank_sum
        return best({seat: self.strength(cards) for seat, cards in bids.items() if sum(cards) >= floor})

    def strength(self, cards: Sequence[int]) -> tuple[int, int]:
        """What bids are compared by: the sum, then fewer cards where that is a rule."""
        return sum(cards), -len(cards) if self.params.fewest_cards_first else 0

    def take_over_price(self, rank_sum: int) -> int:
        """陣頭指揮: the least sum with which the boss takes the event of a rank."""
        return rank_sum + self.params.take_margin

    def staying_cards(self, cards: Sequence[int]) -> list[int]:
        """エンドフェイズ: what is laid on the event won; a 0 goes back to the hand."""
        return [hours for hours in cards if hours != 0]

    # -------------------------------------------------------------- ゲームの終了

    def suit_bonus(self, suits: Sequence[str]) -> int:
        """Points for events of different suits."""
        kinds = len(set(suits))
        match self.params.suit_bonus:
            case "none":
                return 0
            case "suits":
                return kinds
            case "suits_minus_1":
                return max(0, kinds - 1)

    def victory_points(self, events: Sequence[Holding]) -> int:
        """ＶＰ: the numbers of the events won, and the bonus for suits."""
        numbers = sum(event["number"] for event in events)
        return numbers + self.suit_bonus([event["suit"] for event in events])

    def discarded(self, events: Sequence[Holding]) -> list[int]:
        """The time cards thrown off because their owner holds several events of a suit."""
        suits = dict.fromkeys(event["suit"] for event in events)
        groups = [[event for event in events if event["suit"] == suit] for suit in suits]
        return [hours for group in groups if len(group) > 1 for hours in self._discarded_of(group)]

    def _discarded_of(self, group: Sequence[Holding]) -> list[int]:
        cards = sorted(hours for event in group for hours in event["cards"])
        match self.params.same_suit_discard:
            case "none":
                return []
            case "one_per_suit":
                return cards[:1]
            case "per_extra_event":
                return cards[: len(group) - 1]
            case "smaller_of_pairs":
                return [min(event["cards"]) for event in group if len(event["cards"]) > 1]

    def investigation_hours(self, events: Sequence[Holding]) -> int:
        """捜査時間: the hours on the events won, less what is thrown off."""
        return sum(sum(event["cards"]) for event in events) - sum(self.discarded(events))

    def initial_hours(self, cards: Sequence[int]) -> int:
        """初動時間: the largest number in the pile, times how often it lies there."""
        largest = max(cards, default=0)
        return largest * list(cards).count(largest)

    def total_hours(self, hours: Mapping[S, int], initial: Sequence[int]) -> int:
        """The hours of all players and of the pile together."""
        return sum(hours.values()) + self.initial_hours(initial)

    def eliminations(self, total: int) -> int:
        """How many places of the elimination order are out: one per threshold that is exceeded."""
        thresholds = (self.params.limit + self.params.step * rung for rung in range(self.params.ladder))
        return sum(total > threshold for threshold in thresholds)

    def elimination_ranks(self, hours: Mapping[S, int], points: Mapping[S, int]) -> dict[S, int]:
        """The place of each player in the elimination order; players who are level share one (1, 2, 2, 4)."""
        by_points = self.params.elim_tiebreak == "more_vp"
        return places({seat: (hours[seat], points[seat] if by_points else 0) for seat in hours})

    def eliminated(self, hours: Mapping[S, int], points: Mapping[S, int], count: int) -> list[S]:
        """Who is out when the first `count` places of the elimination order are."""
        if self.params.max_eliminated == "n-1":
            count = min(count, len(hours) - 1)
        ranks = self.elimination_ranks(hours, points)
        places = list(ranks.values())
        if self.params.elim_tiebreak == "nobody":
            return [seat for seat, rank in ranks.items() if rank + places.count(rank) - 1 <= count]
        return [seat for seat, rank in ranks.items() if rank <= count]

    def winners(self, hours: Mapping[S, int], points: Mapping[S, int], out: Sequence[S]) -> list[S]:
        """The surviving players with the most points, ties broken by hours; several share the win."""
        alive = [seat for seat in hours if seat not in out] or self._without_survivors(hours, points)
        sign = 1 if self.params.win_tiebreak == "more_time" else -1
        return best({seat: (points[seat], sign * hours[seat]) for seat in alive})

    def _without_survivors(self, hours: Mapping[S, int], points: Mapping[S, int]) -> list[S]:
        match self.params.no_survivor:
            case "nobody":
                return []
            case "all_compare":
                return list(hours)
            case "last_out":
                return best(self.elimination_ranks(hours, points))

    def final_result(self, seats: Mapping[S, SeatAtEnd]) -> dict[str, Any]:
        """The whole scoring: points and hours per player, their total, who is out, who wins."""
        points = {seat: self.victory_points(end["events"]) for seat, end in seats.items()}
        hours = {seat: self.investigation_hours(end["events"]) for seat, end in seats.items()}
        initial = [card for end in seats.values() for card in end["initial"]]
        total = self.total_hours(hours, initial)
        out = self.eliminated(hours, points, self.eliminations(total))
        winners = self.winners(hours, points, out)
        return {"points": points, "hours": hours, "total": total, "out": out, "winners": winners}
