"""The parameters of 探偵無宿2 (草案8) and their Japanese names."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cardgen.engine.state import Params
from cardgen.games.mushuku2.arithmetic import LampRule, NextStart


class Mushuku2Params(Params):
    """The numbers of the draft and the rulings where it leaves a choice (rulings of game.yaml)."""

    black: str = "wasurenagusa"
    opening_hand: int = Field(7, ge=0)
    opening_line: int = Field(3, ge=1)
    rest_draw: int = Field(2, ge=0)
    deductions: int = Field(1, ge=0)
    deduction_price: int = Field(1, ge=0)
    hard_deduction_price: int = Field(2, ge=0)
    max_lamps: int = Field(5, ge=1)
    vp_goal: int = Field(10, ge=1)
    deaths_goal: int = Field(5, ge=1)
    actions: bool = True
    watashi_skills: bool = False
    end_check: Literal["round_end", "immediate"] = "round_end"
    flash_timing: Literal["any", "before"] = "any"
    lamp_rule: LampRule = "tied_last"
    lamp_after_death: int = Field(1, ge=0, le=1)
    next_start: NextStart = "after_last_turn"


NAMES = {
    "black": "黒コストの人物",
    "opening_hand": "開始時の手札",
    "opening_line": "ラウンド開始時の【捜査線】",
    "rest_draw": "一服で引く枚数",
    "deductions": "１手番の推理の回数",
    "deduction_price": "推理で捨てる手札",
    "hard_deduction_price": "推理で捨てる手札（黒・死者）",
    "max_lamps": "告命灯の上限",
    "vp_goal": "終了となるＶＰ",
    "deaths_goal": "終了となる死者の数",
    "actions": "人物のアクション",
    "watashi_skills": "「私」のスキル",
    "end_check": "終了の判定",
    "flash_timing": "閃きを使える時",
    "lamp_rule": "告命灯が５個のときの犠牲者",
    "lamp_after_death": "死者が出た後の告命灯",
    "next_start": "次のスタートプレイヤー",
}
