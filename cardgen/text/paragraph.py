"""Nodes to paragraphs: rows of items with the gaps between them and the places where a line may break."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import accumulate

from cardgen.text.classes import (
    BLANK,
    LATIN,
    LATIN_CLOSE,
    LATIN_HYPHEN,
    LATIN_OPEN,
    LATIN_POINT,
    LATIN_POSTFIX,
    LATIN_PREFIX,
    NUMERAL,
    QUOTE,
    SLASH,
    SPACE,
    WORD_JOINERS,
    ZERO_WIDTH_SPACE,
    class_of,
    clusters,
    is_latin,
)
from cardgen.text.items import Item, Manner, above, manner, tate_chu_yoko, upright_length
from cardgen.text.markup import Break, Mark, Node, Plain, Ruby, Span
from cardgen.text.pairs import ACTION, BREAK, GAP, LEAD, LOOK, SMALLER, TRAIL, table
from cardgen.text.ruby import settle, unit
from cardgen.text.style import Style

_IGNORED = frozenset("\r\u00ad\u200c\u200d\u200e\u200f")
_COMPATIBILITY = re.compile("[^\uf900-\ufaff\U0002f800-\U0002fa1f]+")

_ALPHANUMERIC = re.compile("[0-9A-Za-z]")
_QUOTES = frozenset("“”‘’")
_LOOKED_AT = _QUOTES | {"｜", "−"}
"""Clusters that are not always set as what they are."""

FREE, AUTHOR, JOINED = 0, 1, 2
"""What the writer put before an item: nothing, U+200B, or a word joiner."""


def normalised(text: str) -> str:
    """NFC, except that compatibility ideographs stay: NFC would turn 塚 (U+FA10) into another 塚."""
    if unicodedata.is_normalized("NFC", text):
        return text
    return _COMPATIBILITY.sub(lambda run: unicodedata.normalize("NFC", run[0]), text)


class Paragraph:
    """The items between two forced breaks.

    `gaps[i]` is the space before item i (negative where blanks close), `breaks[i]` whether a line may
    begin with it, `author` where the writer asked for one, `folded` before which a space has disappeared.
    `starts` and `ends` are the items' places on one endless line, `ends` without what the end of a line
    may cut.
    """

    __slots__ = ("author", "breaks", "ends", "folded", "gaps", "hang", "items", "starts", "widows")

    def __init__(self, items: list[Item], marks: list[int], style: Style):
        self.folded: set[int] = set()
        self.items = _without_folds(items, marks, self.folded)
        self.hang, self.widows = style.hang, style.widows
        self.author = {i for i, mark in enumerate(marks) if mark == AUTHOR}
        self._link(style)
        for i, mark in enumerate(marks):
            if mark and i:
                self.breaks[i] = mark == AUTHOR
        self.track(style.letter_spacing)

    def _link(self, style: Style) -> None:
        rules = table(style.kinsoku)
        self.gaps = gaps = [0.0]
        self.breaks = breaks = [0]
        before: Item | None = None
        special = False
        for item in self.items:
            if before is not None:
                rule = rules[before.cls][item.cls]
                if rule > BREAK:
                    gap, rule = _between(before, item, rule, style)
                    gaps.append(gap)
                else:
                    gaps.append(0.0)
                breaks.append(rule & BREAK)
            if item.ruby:
                special = True
            before = item
        if special:
            for i, nearer in settle(self.items).items():
                if i < len(gaps):
                    gaps[i] -= nearer

    def track(self, tracking: float) -> None:
        """Lay the items out with `tracking` em between all of them."""
        items, gaps = self.items, self.gaps
        if not items:
            self.starts, self.ends = [0.0], []
            return
        if tracking:
            steps = (i.advance + g + tracking for i, g in zip(items, (*gaps[1:], 0.0), strict=True))
        else:
            steps = (i.advance + g for i, g in zip(items, (*gaps[1:], 0.0), strict=True))
        self.starts = list(accumulate(steps, initial=0.0))
        self.ends = [s + i.advance - i.tail for s, i in zip(self.starts, items, strict=False)]


def _between(a: Item, b: Item, rule: int, style: Style) -> tuple[float, int]:
    """(gap, rule) between two items whose classes ask for more than a look at the table."""
    action = rule & ACTION
    if action == GAP:
        return style.autospace * min(a.scale, b.scale), rule
    if action == TRAIL:
        return -a.trail, rule
    if action == LEAD:
        return -b.lead, rule
    if action == SMALLER:
        return -min(a.trail, b.lead), rule
    if action == LOOK:
        return _look(a, b, rule, style)
    return 0.0, rule


def _look(a: Item, b: Item, rule: int, style: Style) -> tuple[float, int]:
    if a.text[-1:] in "．，" or (a.text in "〳〴" and b.text == "〵"):
        return 0.0, 0
    if a.text != b.text:
        return 0.0, rule
    together = rule if style.kinsoku == "loose" else 0
    return (_dash_join(a, b) if a.text in "—―─━" else 0.0), together


def _dash_join(a: Item, b: Item) -> float:
    """The kern that brings the ink of two dashes together."""
    first, second = a.strokes[0], b.strokes[0]
    one, two = first.key.face.ink(first.gid), second.key.face.ink(second.gid)
    if not one or not two:
        return 0.0
    if first.y:
        down = first.key.face.baseline
        return -max(0.0, (1 - down + one[1]) + (down - two[3])) * a.scale
    width = first.key.face.advance(first.gid)
    return -max(0.0, width - one[2] + two[0]) * a.scale


def _without_folds(items: list[Item], marks: list[int], folded: set[int]) -> list[Item]:
    """Drop the spaces that folding left between Japanese, and those at the ends (CSS Text 3, 4.1.3).

    Notes in `folded` which items then follow.
    """
    if not any(i.cls == SPACE for i in items):
        return items
    kept: list[Item] = []
    kept_marks: list[int] = []
    for n, item in enumerate(items):
        if item.cls == SPACE:
            after = next((i for i in items[n:] if i.cls != SPACE), None)
            before = kept[-1] if kept else None
            if after is None or before is None or (_wide(before) and _wide(after)):
                folded.add(len(kept))
                continue
        kept.append(item)
        kept_marks.append(marks[n])
    marks[:] = kept_marks
    return kept


def _wide(item: Item) -> bool:
    """Japanese for the rule on folded spaces: a sign of arithmetic is set off on both sides or on neither."""
    return item.cls < NUMERAL and item.text not in _SIGNS


_SIGNS = frozenset("±×÷−＋")


class Builder:
    """Turns nodes into paragraphs under one style, noting every character no face has."""

    def __init__(self, style: Style):
        self.style = style
        self.vertical = style.writing == "vertical"
        self.missing: dict[str, None] = {}
        self.rows: list[tuple[list[Item], list[int]]] = [([], [])]
        self.words = 0
        self.pending = FREE

    def build(self, nodes: Sequence[Node]) -> list[Paragraph]:
        base = manner(self.style.faces, 1.0, self.style.colour, self.vertical)
        self._nodes(nodes, base)
        while len(self.rows) > 1 and not self.rows[-1][0]:
            self.rows.pop()
        return [Paragraph(items, marks, self.style) for items, marks in self.rows]

    def _nodes(self, nodes: Sequence[Node], found: Manner) -> None:
        for node in nodes:
            if isinstance(node, Plain):
                self._text(node.text, found)
            elif isinstance(node, Ruby):
                self._ruby(node, found)
            elif isinstance(node, Span):
                self._nodes(node.children, self._changed(found, node))
            elif isinstance(node, Mark):
                self._put(found.icon(node.name))
            elif isinstance(node, Break):
                self._newline()

    def _changed(self, found: Manner, span: Span) -> Manner:
        changed = manner(
            (self.style.bold or found.faces) if span.bold else found.faces,
            found.scale * span.scale,
            found.colour if span.colour is None else span.colour,
            self.vertical,
            found.dots or span.dots,
        )
        if changed.dots and not changed.dot:
            self.missing["﹅"] = None
        return changed

    def _undotted(self, found: Manner) -> Manner:
        """The manner without emphasis dots: ruby stands where they would."""
        return manner(found.faces, found.scale, found.colour, self.vertical) if found.dots else found

    def _newline(self) -> None:
        self.rows.append(([], []))
        self.pending = FREE

    def _put(self, item: Item) -> None:
        items, marks = self.rows[-1]
        items.append(item)
        marks.append(self.pending)
        self.pending = FREE

    def _text(self, text: str, found: Manner) -> None:
        parts = clusters(normalised(text))
        if self.vertical:
            self._vertical(parts, found)
            return
        items, marks = self.rows[-1]
        known = found.items
        for at, cluster in enumerate(parts):
            item = known.get(cluster)
            if item is not None and not self.pending and cluster not in _LOOKED_AT:
                items.append(item)
                marks.append(FREE)
            else:
                self._cluster(parts, at, found)
                items, marks = self.rows[-1]

    def _vertical(self, parts: list[str], found: Manner) -> None:
        skip = 0
        for at, _ in enumerate(parts):
            if skip:
                skip -= 1
                continue
            length = upright_length(parts, at)
            item = tate_chu_yoko(found, parts, at, length) if length else None
            if item is not None:
                self._put(item)
                skip = length - 1
            else:
                self._cluster(parts, at, found)

    def _cluster(self, parts: list[str], at: int, found: Manner) -> None:
        cluster = parts[at]
        if cluster == "\n":
            self._newline()
        elif cluster == ZERO_WIDTH_SPACE or self._parts_title(cluster):
            self.pending = AUTHOR
        elif cluster in WORD_JOINERS:
            self.pending = JOINED
        elif cluster not in _IGNORED:
            item = self._looked_at(parts, at, found) if cluster in _LOOKED_AT else found.item(cluster)
            if item is None:
                self.missing[cluster] = None
            else:
                self._put(item)

    def _looked_at(self, parts: list[str], at: int, found: Manner) -> Item | None:
        """The item of a cluster whose neighbours tell what it is."""
        cluster = parts[at]
        if cluster == "−":
            beside = "".join(parts[max(0, at - 1) : at + 2])
            return found.item(cluster) if _ALPHANUMERIC.search(beside) else found.wide_minus()
        quote = _latin_quote(parts, at) if cluster in _QUOTES else None
        return found.item(cluster) if quote is None else found.latin_quote(cluster, quote)

    def _parts_title(self, cluster: str) -> bool:
        return cluster == "｜" and self.style.mode == "title" and self.pending != JOINED

    def _ruby(self, node: Ruby, found: Manner) -> None:
        found = self._undotted(found)
        bases = self._bases(node.base, found)
        small = manner(
            self.style.ruby or found.faces, found.scale * 0.5, found.colour, self.vertical, annotation=True
        )
        readings = [tuple(self._items(r, small)) for r in node.readings]
        lift = above(found, small.scale)
        self.words += 1
        if not bases:
            return
        if len(readings) == len(bases) > 1:
            for base, reading in zip(bases, readings, strict=True):
                self._put(unit((base,), reading, lift, self.vertical, self.words))
        else:
            whole = tuple(i for reading in readings for i in reading)
            self._put(unit(tuple(bases), whole, lift, self.vertical, self.words))

    def _bases(self, text: str, found: Manner) -> list[Item]:
        """The items of a ruby's base: one for what stands side by side in a vertical line."""
        if not self.vertical:
            return self._items(text, found)
        parts = clusters(normalised(text))
        length = upright_length(parts, 0) if parts else 0
        group = tate_chu_yoko(found, parts, 0, length) if length == len(parts) > 0 else None
        return [group] if group else self._items(text, found)

    def _items(self, text: str, found: Manner) -> list[Item]:
        items = []
        for cluster in clusters(normalised(text)):
            item = found.item(cluster)
            if item is None:
                self.missing[cluster] = None
            else:
                items.append(item)
        return items


def _latin_quote(parts: list[str], at: int) -> int | None:
    """The class of a quotation mark that belongs to a Latin word, known by what it stands against."""
    before = at > 0 and is_latin(parts[at - 1][0]) and class_of(parts[at - 1]) not in BLANK
    after = at + 1 < len(parts) and is_latin(parts[at + 1][0]) and class_of(parts[at + 1]) not in BLANK
    if parts[at] in "“‘":
        return LATIN_OPEN if after else None
    if before and after:
        return QUOTE
    return LATIN_CLOSE if before else None


_WORD = frozenset({LATIN, NUMERAL, LATIN_POINT, LATIN_HYPHEN, SLASH, LATIN_PREFIX, LATIN_POSTFIX})


def divided_words(paragraph: Paragraph, spans: Iterable[tuple[int, int]]) -> Iterable[str]:
    """The words that the given lines divide where no break is allowed."""
    for start, _ in spans:
        if start and not paragraph.breaks[start]:
            items = paragraph.items
            low = high = start
            while low and items[low - 1].cls in _WORD:
                low -= 1
            while high < len(items) and items[high].cls in _WORD:
                high += 1
            yield "".join(i.text for i in items[max(0, min(low, start - 1)) : max(high, start + 1)])
