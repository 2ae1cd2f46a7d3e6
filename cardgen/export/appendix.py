"""The rulebook appendix: what is in the box, every card, the numbers of the rules, examples and rulings.

The same blocks become a PDF and a Markdown file, so that the two cannot disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardgen import paper
from cardgen.count import totals
from cardgen.export import pdf
from cardgen.export.base import Build
from cardgen.export.book import Block, Gallery, Heading, Paragraph, Table, markdown, pages
from cardgen.layout.assets import Assets
from cardgen.layout.faces import CardFace
from cardgen.model import Card, Component, Example
from cardgen.text.markup import Break, Node, Plain, Ruby, Span, parse


def write(build: Build, folder: Path) -> Iterator[Path]:
    """Write appendix.md and appendix.pdf into `folder`."""
    blocks = list(appendix(build))
    file = folder / "appendix.md"
    file.write_text(markdown(blocks), encoding="utf-8")
    yield file
    size = paper.paper_size(build.options.paper)
    assert size is not None, "counting the sheets has refused an unknown paper"
    foot = f"{build.game.title}　{build.game.draft}　付録"
    frames = pages(blocks, *size, Assets(build.game).fonts.chain, foot)
    file = folder / "appendix.pdf"
    pdf.write(file, frames, foot)
    yield file


def appendix(build: Build) -> Iterator[Block]:
    """The blocks of the appendix, in the order in which a reader needs them."""
    yield Heading(f"{build.game.title}　{build.game.draft}", 1)
    yield Paragraph("この付録は、カードのデータとルールの数値から自動で作られています。")
    yield from _contents(build)
    yield from _parameters(build)
    yield from _examples(build)
    yield from _rulings(build)
    yield from _checks(build)
    yield from _cards(build)


# ------------------------------------------------------------------ the box


def _contents(build: Build) -> Iterator[Block]:
    players = build.game.players
    head = ("コンポーネント", "数", *(f"{n}人" for n in players))
    rows = [
        (row.name, f"{row.found}{row.unit}", *(str(row.in_play.get(n, "")) for n in players))
        for row in build.counts
        if not row.extra
    ]
    sums = [
        ("合計", f"{total.found}{total.unit}", *(str(total.in_play[n]) for n in players))
        for total in totals(build.counts)
    ]
    extras = [f"{row.name}（{row.found}{row.unit}）" for row in build.counts if row.extra]
    yield Heading("コンポーネント")
    yield Table(head, (*rows, *sums), (4, 2, *(1 for _ in players)), frozenset(range(1, len(head))))
    if extras:
        yield Paragraph(f"ほかに遊ぶための補助として、{'、'.join(extras)}が付きます。")


# ------------------------------------------------------------------ numbers of the rules


def _parameters(build: Build) -> Iterator[Block]:
    if build.rules is None:
        return
    names = build.rules.parameter_names()
    values = {names[key]: value for key, value in build.rules.params if key in names}
    by_players = {name: value for name, value in values.items() if _per_player(value, build.game.players)}
    plain = tuple((name, _said(value)) for name, value in values.items() if _is_number(value))
    yield Heading("ルールの数値")
    if by_players:
        players = build.game.players
        rows = tuple((name, *(str(value[n]) for n in players)) for name, value in by_players.items())
        yield Table(("", *(f"{n}人" for n in players)), rows, (4, *(1 for _ in players)),
                    frozenset(range(1, len(players) + 1)))  # fmt: skip
    if plain:
        yield Table(("項目", "値"), plain, (3, 2))


def _is_number(value: object) -> bool:
    """A number or several; words and switches are rulings, and stand there with their reasons."""
    if isinstance(value, tuple | list):
        return bool(value) and all(_is_number(item) for item in value)
    return isinstance(value, int | float) and not isinstance(value, bool)


def _per_player(value: object, players: Sequence[int]) -> bool:
    return isinstance(value, Mapping) and set(players) <= set(value)


def _said(value: object) -> str:
    match value:
        case bool():
            return "はい" if value else "いいえ"
        case None:
            return "なし"
        case Mapping():
            return "、".join(f"{key}: {_said(item)}" for key, item in value.items())
        case list() | tuple():
            return "、".join(_said(item) for item in value) or "なし"
        case _:
            return str(value)


# ------------------------------------------------------------------ examples, rulings, checks


def _examples(build: Build) -> Iterator[Block]:
    examples = build.game.spec.examples
    if not examples:
        return
    yield Heading("計算例")
    yield Paragraph(
        "どの例も、ルールのエンジンで計算し、答えが一致することを確かめてあります（確認済み）。", keep=True
    )
    rows = tuple((e.title, e.text or _as_data(e), _verified(e)) for e in examples)
    yield Table(("例", "内容", "エンジン"), rows, (3, 7, 2))


def _verified(example: Example) -> str:
    return "確認済み（草案の例）" if example.source == "draft" else "確認済み"


def _as_data(example: Example) -> str:
    given = "、".join(f"{name} {_said(value)}" for name, value in example.given.items())
    return f"{given} → {_said(example.gives)}"


def _rulings(build: Build) -> Iterator[Block]:
    rulings = build.game.spec.rulings
    if not rulings:
        return
    yield Heading("裁定")
    yield Paragraph("草案に書かれていないこと、読み方が分かれることを、このように決めています。", keep=True)
    rows = tuple((r.id, r.question, r.answer, r.reason + (f"（設定: {r.option}）" if r.option else ""))
                 for r in rulings)  # fmt: skip
    yield Table(("番号", "問い", "答え", "理由"), rows, (1.2, 4, 4, 4))


def _checks(build: Build) -> Iterator[Block]:
    said = list(dict.fromkeys(check.says for check in build.game.spec.checks if check.says))
    if said:
        yield Heading("構成チェック")
        yield Table(
            ("", "印刷のたびに確かめていること"), tuple(("✓", sentence) for sentence in said), (0.4, 10)
        )


# ------------------------------------------------------------------ cards


def _cards(build: Build) -> Iterator[Block]:
    for component in build.game.components.values():
        faces = [face for face in build.faces if face.component.id == component.id and face.side == "front"]
        if component.cards and not component.spec.extra:
            yield Heading(component.name)
            yield from _distribution(component, build.game.tables)
            yield from _gallery(component, faces, build.game.tables)


def _distribution(
    component: Component, tables: Mapping[str, Mapping[str, Mapping[str, Any]]]
) -> Iterator[Block]:
    """How many cards there are of each number, by group where the cards have groups."""
    groups = next((name for name, f in component.fields.items() if f.type == "choice"), None)
    numbers = next((name for name, f in component.fields.items() if f.type == "integer"), None)
    if numbers is None:
        return
    values = (card.values.get(numbers) for card in component.cards)
    seen = sorted({value for value in values if isinstance(value, int)})
    if len(seen) > 14:
        return
    counts: Counter[tuple[Any, Any]] = Counter()
    for card in component.cards:
        counts[card.values.get(groups) if groups else None, card.values.get(numbers)] += card.copies
    rows = []
    for group in dict.fromkeys(group for group, _ in counts):
        amounts = [counts[group, number] for number in seen]
        name = _name_of(component, groups, group, tables) if groups else component.name
        rows.append((name, *(str(amount or "") for amount in amounts), str(sum(amounts))))
    head = ("", *(str(number) for number in seen), "計")
    yield Table(head, tuple(rows), (3, *(1 for _ in range(len(seen) + 1))), frozenset(range(1, len(head))))


def _name_of(
    component: Component, field: str, id: Any, tables: Mapping[str, Mapping[str, Mapping[str, Any]]]
) -> str:
    table = component.fields[field].of
    return str(tables[table][id].get("name", id)) if table and id in tables[table] else str(id)


def _gallery(
    component: Component, faces: Sequence[CardFace], tables: Mapping[str, Mapping[str, Mapping[str, Any]]]
) -> Iterator[Block]:
    shown = faces
    repeated = next(iter(component.spec.repeat), None)
    if repeated and faces:
        first = faces[0].card.values[repeated]
        sets = list(dict.fromkeys(face.card.values[repeated] for face in faces))
        names = "、".join(_name_of(component, repeated, id, tables) for id in sets)
        yield Paragraph(f"同じ内容が{len(sets)}組あります（{names}）。図は1組めです。")
        shown = [face for face in faces if face.card.values[repeated] == first]
    fields = [name for name, spec in component.fields.items() if name != repeated and spec.type != "image"]
    rows = tuple(
        (
            face.card.id,
            *(_value(component, face.card, name, tables) for name in fields),
            str(face.card.copies),
        )
        for face in shown
    )
    bare = Table(("id", *fields, "枚数"), rows, (2, *(2 for _ in fields), 1))
    if shown:
        yield Gallery(tuple((face.frame, _caption(face.card)) for face in shown), bare)


def _value(
    component: Component, card: Card, name: str, tables: Mapping[str, Mapping[str, Mapping[str, Any]]]
) -> str:
    value = card.values.get(name)
    if component.fields[name].type == "choice" and value is not None:
        return _name_of(component, name, value, tables)
    if component.fields[name].type == "text" and value is not None:
        return "".join(map(_unmarked, parse(str(value))))
    return _said(value) if value is not None else ""


def _unmarked(node: Node) -> str:
    """The words of a text without its markup; a reading stands in brackets behind its base."""
    match node:
        case Plain(text):
            return text
        case Ruby(base, readings):
            return f"{base}（{''.join(readings)}）"
        case Break():
            return "\n"
        case Span(children):
            return "".join(map(_unmarked, children))
        case _:
            return f"[{node.name}]"


def _caption(card: Card) -> str:
    title = next((str(card.values[name]) for name in ("title", "name") if card.values.get(name)), card.id)
    return title + (f" ×{card.copies}" if card.copies > 1 else "")
