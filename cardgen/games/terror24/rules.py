"""The rule set of 24 −共鳴するテロル− (draft 13): its box, its functions and the names of its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from cardgen.engine.params import read_params
from cardgen.engine.state import Rules
from cardgen.games.terror24 import arithmetic as sums
from cardgen.games.terror24.arithmetic import Terror24Params
from cardgen.games.terror24.box import unpack
from cardgen.games.terror24.state import Terror24State
from cardgen.model import Game


class Terror24(Rules):
    """Draft 13 with the decks, the detectives and the parameters of one game."""

    params_model: ClassVar[type[Terror24Params]] = Terror24Params

    def __init__(self, game: Game):
        super().__init__(game)
        params = read_params(game, Terror24Params)
        self.params = params
        self.box = unpack(game, params)

    def start(self, players: int, rng: Random) -> Terror24State:
        return Terror24State(self.box, players, rng)

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        params = self.box.params
        bound = {name: partial(function, params) for name, function in FUNCTIONS.items()}
        points = partial(sums.points, params, self.box.assist_number, suits=self.box.suits)
        return {
            **bound,
            "points": points,
            "challenge_order": sums.challenge_order,
            "winners": sums.winners,
        }

    def parameter_names(self) -> Mapping[str, str]:
        return PARAMETER_NAMES


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "arrested": sums.arrested,
    "challenge": sums.challenge,
    "die_bonus": sums.die_bonus,
    "injuries_after": sums.injuries_after,
    "martyrdom": sums.martyrdom,
    "odds": sums.odds,
    "ranking": sums.ranking,
    "recovered": sums.recovered,
    "sets": sums.sets,
    "strengths": sums.strengths,
}

PARAMETER_NAMES: Mapping[str, str] = {
    "hands": "ハンド数",
    "columns": "事件番号の数（列）",
    "skills_from": "スキルを使い始めるハンド",
    "die_sides": "チャレンジダイスの面数",
    "green_success": "緑の成功で増える捜査力",
    "green_great": "緑の大成功で増える捜査力",
    "green_injuries": "緑の失敗で受け取る負傷カード",
    "red_success": "赤の成功で増える捜査力",
    "red_great": "赤の大成功で増える捜査力",
    "red_injuries": "赤の失敗で受け取る負傷カード",
    "hospital_at": "入院になる負傷の枚数",
    "stand_bonus": "【スタンド】１枚ごとの目の加算",
    "clash_number": "バッティングしたヒーロータイムの数字",
    "scotch_clash": "スコッチ：バッティング時の数字",
    "wolf_bonus": "ウルフ：目の加算",
    "dokaben_injuries": "ドカベン：赤の失敗で受け取る負傷カード",
    "mastermind": "黒幕の数字",
    "set_size": "功労者に必要な枚数",
    "set_points": "功労者のＶＰ",
    "martyr_base": "有終の美の基準",
    "injury_supply": "使える負傷カードの枚数",
    "assist_supply": "使えるアシストカードの枚数",
    "hand2_reshuffle": "２ハンド目の前に捨て札を山へ戻す",
    "unclaimed": "誰も取らなかった事件カード",
    "tie_consumes_ranks": "同着は順位を使うか、次が繰り上がるか",
    "tie_assist": "アシストカードを得る同着の順位",
    "absent_hero_bumps": "入院中のヒーロータイムもバッティングする",
    "both_dice": "２個のダイスの振り方",
    "critical_on": "大成功を見る目",
    "recovery": "ハンド終了時に治る負傷",
    "hand3_mastermind": "最終ハンドでも黒幕処理を行う",
    "hand3_style": "最終ハンドで得た事件カードの置き場",
    "style_unit": "スタイルを決める単位",
    "won_events": "得た事件カードの公開",
    "lloyd_looks": "ロイド：見られる枚数",
    "assist_wild": "アシストカードが補えるスート",
    "min_real_in_set": "功労者に必要な事件カードの枚数",
}
