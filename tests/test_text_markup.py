"""The light markup of text fields."""

from __future__ import annotations

import pytest

from cardgen.text.errors import MarkupError
from cardgen.text.markup import Break, Mark, Node, Plain, Ruby, Span, parse, plain

P = Plain


@pytest.mark.parametrize(
    ("source", "nodes"),
    [
        ("山札から引く。", (P("山札から引く。"),)),
        ("", ()),
        ("その｜火の玉《ひのたま》", (P("その"), Ruby("火の玉", ("ひのたま",)))),
        ("その火球《かきゅう》を", (P("その"), Ruby("火球", ("かきゅう",)), P("を"))),
        ("人々《ひとびと》", (Ruby("人々", ("ひとびと",)),)),
        ("｜消費《しょう・ひ》", (Ruby("消費", ("しょう", "ひ")),)),
        ("消費《しょう ひ》", (Ruby("消費", ("しょう", "ひ")),)),
        ("古代竜《エンシェント・ドラゴン》", (Ruby("古代竜", ("エンシェント・ドラゴン",)),)),
        ("｜Dragon《ドラゴン》", (Ruby("Dragon", ("ドラゴン",)),)),
        ("魔法《火球》を使う", (P("魔法《火球》を使う"),)),
        ("《火球》を使う", (P("《火球》を使う"),)),
        ("窓ぎわの｜トットちゃん", (P("窓ぎわの｜トットちゃん"),)),
        ("__太字__と**太字**", (Span((P("太字"),), bold=True), P("と"), Span((P("太字"),), bold=True))),
        ("__太《ふと》い__", (Span((Ruby("太", ("ふと",)), P("い")), bold=True),)),
        ("《《傍点》》", (Span((P("傍点"),), dots=True),)),
        ("《《火球《かきゅう》》》", (Span((Ruby("火球", ("かきゅう",)),), dots=True),)),
        ("〈〈赤:火〉〉", (Span((P("火"),), colour="赤"),)),
        ("〈〈赤：火〉〉", (Span((P("火"),), colour="赤"),)),
        ("〈〈大:火〉〉〈〈70%:水〉〉", (Span((P("火"),), scale=1.25), Span((P("水"),), scale=0.7))),
        ("〈火〉と〈〈火〉〉", (P("〈火〉と〈〈火〉〉"),)),
        ("[時間]と[距離]", (Mark("時間"), P("と[距離]"))),
        ("一\n二", (P("一"), Break(), P("二"))),
        (r"\[時間]\《\**", (P("[時間]《**"),)),
        (r"攻撃\｜防御", (P("攻撃\u2060｜防御"),)),
        ("名前：____", (P("名前：____"),)),
        ("{{ 変数 }}", (P("{{ 変数 }}"),)),
    ],
)
def test_parse(source: str, nodes: tuple[Node, ...]) -> None:
    found = parse(source, frozenset({"時間"}))
    joined: list[Node] = []
    for node in found:
        if isinstance(node, Plain) and joined and isinstance(joined[-1], Plain):
            node = Plain(joined.pop().text + node.text)  # type: ignore[union-attr]
        joined.append(node)
    assert tuple(joined) == nodes


@pytest.mark.parametrize(
    ("source", "id", "column"),
    [
        ("火と__水", "markup-bold-unclosed", 3),
        ("《《火", "markup-dots-unclosed", 1),
        ("〈〈赤:火", "markup-span-unclosed", 1),
        ("火｜火球《かきゅう", "markup-ruby-unclosed", 2),
        ("__火《《水__土》》", "markup-crossed", 7),
    ],
)
def test_marks_that_do_not_pair(source: str, id: str, column: int) -> None:
    with pytest.raises(MarkupError) as error:
        parse(source)
    assert (error.value.id, error.value.column) == (id, column)


def test_plain_text_is_what_is_read_aloud() -> None:
    nodes = parse("__火球《かきゅう》__を｜[剣]で\n打つ", frozenset({"剣"}))
    assert plain(nodes) == "火球を[剣]で\n打つ"
    assert plain(parse(r"攻撃\｜防御")) == "攻撃｜防御"
