"""The JSON Schema of game.yaml, with Japanese descriptions, for completion and help in an editor."""

from __future__ import annotations

from typing import Any

from cardgen.model import GameSpec
from cardgen.paper import size_names

DESCRIPTIONS: dict[str, dict[str, str]] = {
    "GameSpec": {
        "title": "ゲームの題名",
        "draft": "草案の名前（例: 草案5）",
        "players": "遊べる人数を並べる（例: [3, 4, 5]）",
        "components": "コンポーネント。名前（id）ごとに書く",
        "summary": "ゲームの短い紹介",
        "tables": "カードの項目が引く表。行には必ず id を書く",
        "rules": "ルールエンジンの名前、または自作ルールのファイル名（rules.py）",
        "params": "ルールの数字と裁定の選択",
        "checks": "構成チェック。ビルドのたびに確かめる",
        "examples": "計算例。ルールの関数で実際に計算して確かめる",
        "rulings": "草案に書かれていない所の裁定",
        "fonts": "役割ごとのフォント（先のものから順に使う）",
        "icons": "文中の記号の名前と SVG ファイル",
        "box": "カードを入れる箱（--format box で展開図を作る）",
        "style": "テンプレートが読む、ゲームごとの色や言葉",
    },
    "ComponentSpec": {
        "name": "コンポーネントの名前（例: 事件カード）",
        "count": "ルールに書いてある数。カードの一覧と照らし合わせる",
        "unit": "数える単位（枚、個など）",
        "size": "仕上がりの大きさ。名前（poker、bridge、名刺など）か 57x87 か {width, height, corner}",
        "fields": "カードの項目と種類",
        "cards": "カードの一覧。ここに並べるか、ファイル名（.csv、.yaml）を書く",
        "repeat": "値ごとにカードの一覧をくり返す。値の並びか表の名前を書く",
        "front": "表のテンプレート。なければ印刷しない",
        "back": "裏のテンプレート",
        "in_play": "人数によって使う枚数が変わるときに書く",
        "faces": "ダイスなどの面に書かれているもの",
        "shape": "切り抜くコマの形（round、square、hexagon）、または組み立てるダイスの展開図（die）",
        "extra": "true なら、ルールの枚数に数えない札（早見表など）",
        "note": "コンポーネント表に添える一言",
    },
    "BoxSpec": {
        "of": "入れるコンポーネントの id（省くと全部）",
        "thickness": "カード1枚の厚さ（mm）",
        "slack": "カードのまわりに残すすき間（片側、mm）",
    },
    "FieldSpec": {
        "type": "種類",
        "of": "引く表の名前（choice、list、map）",
        "optional": "true なら、値がなくてもよい",
        "name": "付録での呼び名（省くと項目の名前）",
    },
    "Size": {
        "width": "幅（mm）",
        "height": "高さ（mm）",
        "corner": "角丸の半径（mm）",
    },
    "InPlay": {
        "per": "組に分ける項目（例: suit）",
        "take": "使う組の数。players（人数と同じ）、params の名前、または {人数: 数}",
    },
    "Example": {
        "id": "計算例の id",
        "title": "見出し",
        "rule": "ルールの関数の名前",
        "given": "与える値",
        "gives": "正しい答え",
        "text": "ルールブックに載せる説明",
        "source": "draft（草案にある例）か computed（計算で加えた例）",
    },
    "Ruling": {
        "id": "裁定の id",
        "question": "草案が語っていないこと",
        "answer": "裁定",
        "reason": "そう決めた理由",
        "option": "この裁定を選ぶ params の名前",
    },
    "CountCheck": {"": "枚数を確かめる"},
    "GroupsCheck": {"": "値の種類の数を確かめる"},
    "DistributionCheck": {"": "値ごとの枚数の内訳を確かめる"},
    "SumCheck": {"": "数の合計を確かめる"},
    "UniqueCheck": {"": "同じ値の組を持つカードがないことを確かめる"},
    "RangeCheck": {
        "": "どのカードの値も範囲に収まることを確かめる",
        "take": "項目のどこを見るか。value（値）、sum（map の合計）、largest（map の最大）、length（長さ）",
    },
    "ImpliesCheck": {"": "where に合うカードが then にも合うことを確かめる", "then": "合うべき条件"},
    "DisjointCheck": {"": "二つの項目に同じものがないことを確かめる"},
    "CoversCheck": {"": "二つめの map に、一つめの map のどの項目も、同じ数以上あることを確かめる"},
    "BalanceCheck": {
        "": "どの値も同じほど使われることを確かめる",
        "within": "平均から許される差（回数）",
        "ignore": "数えない値",
    },
    "CorrelationCheck": {"": "二つの数の順位相関（スピアマン）を確かめる"},
    "InPlayCheck": {"": "人数ごとに使う枚数を確かめる"},
    "check": {
        "check": "チェックの種類",
        "of": "コンポーネントの id",
        "where": "調べるカードを選ぶ条件",
        "says": "もとになったルールの文。合わないときに表示される",
        "per": "組に分ける項目",
        "is": "正しい数",
        "at_least": "下限",
        "at_most": "上限",
        "field": "調べる項目（map なら cost.red のようにも書ける）",
        "fields": "調べる項目を並べる",
    },
}
"""What each key means, by model and key; "" is the model itself, "check" holds for every kind of check."""


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of game.yaml."""
    found = GameSpec.model_json_schema(by_alias=True)
    for name, model in {"GameSpec": found, **found["$defs"]}.items():
        _describe(name, model)
    size = found["$defs"]["ComponentSpec"]["properties"]["size"]
    size["examples"] = size_names()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found, "title": "game.yaml"}


def _describe(name: str, model: dict[str, Any]) -> None:
    words = (DESCRIPTIONS["check"] if name.endswith("Check") else {}) | DESCRIPTIONS.get(name, {})
    if "" in words or name == "GameSpec":
        model["description"] = words.get("", "cardgen のゲーム一つ")
    else:
        model.pop("description", None)
    for key, value in model.get("properties", {}).items():
        value.pop("title", None)
        if key in words:
            value["description"] = words[key]
