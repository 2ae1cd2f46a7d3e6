"""Card lists for the appendix: how the numbers are distributed, small pictures, every card as a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from cardgen.export.base import Build
from cardgen.export.book import Block, Gallery, Heading, Paragraph, Table
from cardgen.layout.faces import CardFace
from cardgen.model import Card, Component, FieldSpec
from cardgen.text.markup import Break, Node, Plain, Ruby, Span, parse

Tables = Mapping[str, Mapping[str, Mapping[str, Any]]]

MOST_COLUMNS = 14
"""More different numbers than this are names and not amounts."""


def card_lists(build: Build) -> Iterator[Block]:
    """A section per component that has cards and belongs to the game."""
    for component in build.game.components.values():
        faces = [face for face in build.faces if face.component.id == component.id and face.side == "front"]
        if faces and not component.spec.extra:
            yield Heading(component.name)
            yield from _List(component, build.game.tables).blocks(faces)


class _List:
    """The section of one component."""

    def __init__(self, component: Component, tables: Tables):
        self.component, self.tables = component, tables
        self.repeated = next(iter(component.spec.repeat), None)
        self.fields = {name: spec for name, spec in component.fields.items() if spec.type != "image"}

    def blocks(self, faces: Sequence[CardFace]) -> Iterator[Block]:
        """Sets that are repeated are told once; a set of one card is as good as a card of its own."""
        sets = [[*cards] for _, cards in groupby(faces, key=self.set_of)]
        alike = len(sets) > 1 and len(sets[0]) > 1
        shown = sets[0] if alike else faces
        cards = [face.card for face in shown]
        if alike:
            names = "、".join(self.said(one[0].card, self.repeated or "") for one in sets)
            yield Paragraph(
                f"同じ内容が{len(sets)}組あります（{names}）。ここには1組だけを示します。", keep=True
            )
        yield from self.numbers(cards)
        yield from self.uses(cards)
        pictures = tuple((face.draw, self.caption(face.card)) for face in shown)
        file, size = f"appendix-cards-{self.component.id}.png", self.component.size
        bare = self.rows(cards, alike)
        yield Gallery(self.component.name, file, (size.width, size.height), pictures, bare)

    def set_of(self, face: CardFace) -> object:
        return face.card.values.get(self.repeated) if self.repeated else None

    # -------------------------------------------------------------- distributions

    def numbers(self, cards: Sequence[Card]) -> Iterator[Table]:
        """How many cards there are of each number, by group where a card has a group."""
        group = next((n for n, f in self.fields.items() if f.type == "choice" and n != self.repeated), None)
        for name, spec in self.fields.items():
            if spec.type != "integer":
                continue
            counts: Counter[tuple[str, int]] = Counter()
            for card in cards:
                value = card.values.get(name)
                if isinstance(value, int):
                    counts[self.said(card, group) if group else "枚数", value] += card.copies
            numbers = sorted({number for _, number in counts})
            if len(numbers) <= MOST_COLUMNS and sum(counts.values()) > len(numbers) > 1:
                yield _cross(self.label(name), counts, numbers)

    def uses(self, cards: Sequence[Card]) -> Iterator[Table]:
        """How often each row of a table is named by the lists and maps that are filled from it."""
        by_table: dict[str, list[str]] = {}
        for name, spec in self.fields.items():
            if spec.type in ("list", "map") and spec.of and self.named(spec.of):
                by_table.setdefault(spec.of, []).append(name)
        for table, names in by_table.items():
            ids = list(self.tables[table])
            rows = tuple((self.label(name), *(self.amounts(cards, name, ids))) for name in names)
            head = ("使われる数", *(str(self.tables[table][id]["name"]) for id in ids))
            yield Table(head, rows, (2.4, *(1 for _ in ids)), frozenset(range(1, len(head))))

    def named(self, table: str) -> bool:
        rows = self.tables[table]
        return len(rows) <= MOST_COLUMNS and all("name" in row for row in rows.values())

    def amounts(self, cards: Sequence[Card], field: str, ids: Sequence[str]) -> Iterator[str]:
        total: Counter[str] = Counter()
        for card in cards:
            value = card.values.get(field)
            each = value if isinstance(value, Mapping) else Counter(value if isinstance(value, tuple) else ())
            for id, amount in each.items():
                total[id] += amount * card.copies
        return (str(total[id]) for id in ids)

    # -------------------------------------------------------------- single cards

    def rows(self, cards: Sequence[Card], alike: bool) -> Table:
        """Every card with all its values. The set is left out where one set stands for all."""
        fields = [name for name in self.fields if not (alike and name == self.repeated)]
        head = ("id", *(self.label(name) for name in fields), "枚数")
        rows = tuple(
            (card.id, *(self.said(card, name) for name in fields), str(card.copies)) for card in cards
        )
        return Table(head, rows, (2, *(2 for _ in fields), 1), frozenset([len(head) - 1]))

    def label(self, field: str) -> str:
        return self.fields[field].name or field

    def caption(self, card: Card) -> str:
        """The card's name, else what sets it apart, and how often it is there."""
        title = next((self.said(card, name) for name in ("title", "name") if card.values.get(name)), "")
        told = title or " ".join(filter(None, (self.said(card, name) for name in self.telling()))) or card.id
        return told + (f" ×{card.copies}" if card.copies > 1 else "")

    def telling(self) -> list[str]:
        """The fields that tell a card from others of its set: groups and numbers."""
        telling = [name for name, spec in self.fields.items() if spec.type in ("choice", "integer")]
        return [name for name in telling if name != self.repeated] or telling

    def said(self, card: Card, field: str) -> str:
        """A value as a reader says it: names for ids, text without its markup."""
        value, spec = card.values.get(field), self.fields[field]
        if value in (None, ()) or value == {}:
            return ""
        if spec.type == "text":
            return "".join(map(_unmarked, parse(str(value))))
        if spec.type == "boolean":
            return "○" if value else ""
        if isinstance(value, Mapping):
            return "、".join(f"{self.name_of(spec, id)} {amount}" for id, amount in value.items())
        if isinstance(value, tuple):
            return "、".join(self.name_of(spec, id) for id in value)
        return self.name_of(spec, value)

    def name_of(self, spec: FieldSpec, id: object) -> str:
        row = self.tables.get(spec.of, {}).get(str(id), {}) if spec.of else {}
        return str(row.get("name", id))


def _cross(label: str, counts: Counter[tuple[str, int]], numbers: Sequence[int]) -> Table:
    """Groups down, numbers across, sums at the right and, with several groups, below."""
    groups = list(dict.fromkeys(group for group, _ in counts))
    lines = {group: [counts[group, number] for number in numbers] for group in groups}
    if len(groups) > 1:
        lines["計"] = [sum(column) for column in zip(*lines.values(), strict=True)]
    rows = tuple(
        (name, *(str(amount or "") for amount in amounts), str(sum(amounts)))
        for name, amounts in lines.items()
    )
    head = (label, *map(str, numbers), "計")
    part = min(1.0, (4 + len(head)) / 14)
    return Table(head, rows, (3, *(1 for _ in head[1:])), frozenset(range(1, len(head))), part)


def said(value: object) -> str:
    """A plain value in words."""
    match value:
        case bool():
            return "はい" if value else "いいえ"
        case None:
            return "なし"
        case Mapping():
            return "、".join(f"{key}: {said(item)}" for key, item in value.items())
        case list() | tuple():
            return "、".join(said(item) for item in value) or "なし"
        case _:
            return str(value)


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
