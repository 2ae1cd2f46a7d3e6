"""Ruby over its base: mono, group and kanji by kanji (JLReq 3.3).

A unit is an item of its own. Where the reading is wider than its base it may hang over a neighbour by one
ruby em at most, over kana and the sides of punctuation, never over kanji; at the edge of a line it does
not hang at all, so ruby never leaves the box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby

from cardgen.text.classes import CLOSE, COMMA, INSEPARABLE, KANA, LATIN, MIDDLE, NUMERAL, OPEN, STOP
from cardgen.text.items import RUBY, Item, Stroke

CLEARANCE = 0.125
"""Room in em that two readings keep between them over the kana they share."""


@dataclass(slots=True)
class Unit:
    """What a ruby item is made of, until its neighbours are known. `word` tells units of one word."""

    bases: tuple[Item, ...]
    readings: tuple[Item, ...]
    lift: float
    vertical: bool
    word: int

    @property
    def base_width(self) -> float:
        return sum(i.advance for i in self.bases)

    @property
    def reading_width(self) -> float:
        return sum(i.advance for i in self.readings)


def unit(bases: tuple[Item, ...], readings: tuple[Item, ...], lift: float, vertical: bool, word: int) -> Item:
    """The unsettled item of a base and its reading; `lift` is where the reading stands (`items.above`)."""
    made = Unit(bases, readings, lift, vertical, word)
    text = "".join(i.text for i in bases)
    item = Item(text, bases[0].cls, max(made.base_width, made.reading_width), (), bases[0].scale)
    item.over, item.ruby = True, made
    return item


def settle(items: list[Item]) -> dict[int, float]:
    """Give every ruby item its strokes; the answer is how much nearer an item comes to the one before it."""
    nearer: dict[int, float] = {}
    for start, end in _words(items):
        _share(items[start:end])
    for i, item in enumerate(items):
        if not isinstance(item.ruby, Unit) or item.strokes:
            continue
        left = _allowance(item, items[i - 1], before=True) if i else 0.0
        if i > 1 and items[i - 2].ruby:
            left = max(0.0, min(left, items[i - 1].advance - nearer.get(i - 1, 0.0) - CLEARANCE))
        right = _allowance(item, items[i + 1], before=False) if i + 1 < len(items) else 0.0
        left, right = _set(item, item.ruby, left, right)
        nearer[i] = nearer.get(i, 0.0) + left
        nearer[i + 1] = right
    return nearer


def _words(items: list[Item]) -> Iterator[tuple[int, int]]:
    """(start, end) of the words whose kanji have readings of their own."""
    place = 0
    for word, group in groupby(items, lambda i: i.ruby.word if isinstance(i.ruby, Unit) else 0):
        count = len(list(group))
        if word and count > 1:
            yield place, place + count
        place += count


def _share(word: list[Item]) -> None:
    """Let the readings of one word reach over each other's kanji, if together they are no wider than it.

    As near as can be to the middle of each kanji (JLReq Appendix F). Where the line breaks inside the
    word, head and tail keep the reading in the box.
    """
    units = [i.ruby for i in word if isinstance(i.ruby, Unit)]
    widths = [u.reading_width for u in units]
    bases = list(accumulate((u.base_width for u in units), initial=0.0))
    if sum(widths) > bases[-1] or all(w <= u.base_width for w, u in zip(widths, units, strict=True)):
        return
    places = [a + (b - a - w) / 2 for a, b, w in zip(bases, bases[1:], widths, strict=False)]
    limit = 0.0
    for n, own in enumerate(widths):
        limit = places[n] = max(places[n], limit)
        limit += own
    limit = bases[-1]
    for n, own in reversed(list(enumerate(widths))):
        limit = places[n] = min(places[n], limit - own)
    for item, made, base, place, own in zip(word, units, bases, places, widths, strict=False):
        item.advance = made.base_width
        item.head = min(0.0, place - base)
        item.tail = min(0.0, base + item.advance - place - own)
        _place(item, made, 0.0, 0.0, place - base, 0.0)


def _allowance(item: Item, other: Item, before: bool) -> float:
    """How far `item`'s reading may reach over its neighbour, in em."""
    em = RUBY * item.scale
    mine = item.ruby
    if isinstance(other.ruby, Unit) and isinstance(mine, Unit):
        if other.ruby.word != mine.word:
            return 0.0
        return min(em, max(0.0, (other.ruby.base_width - other.ruby.reading_width) / 2))
    if other.over or other.icon:
        return 0.0
    if other.cls in KANA or other.cls == INSEPARABLE:
        return min(em, other.advance)
    if before:
        return em if other.cls == OPEN else min(em, other.trail)
    if other.cls in (CLOSE, COMMA, STOP, MIDDLE):
        return min(em, other.advance)
    return min(em, other.lead)


def _set(item: Item, made: Unit, left: float, right: float) -> tuple[float, float]:
    """Place base and reading within the item; the overhang used on either side."""
    excess = made.reading_width - made.base_width
    if excess <= 0:
        _place(item, made, 0.0, 0.0, *_spread(made, -excess))
        return 0.0, 0.0
    left, right = min(left, excess / 2), min(right, excess / 2)
    count = len(made.bases)
    spread = count > 1 and made.bases[0].cls not in (LATIN, NUMERAL)
    gap = (excess - left - right) / count if spread else 0.0
    margin = (excess - (count - 1) * gap) / 2
    _place(item, made, margin, gap, 0.0, 0.0)
    return min(left, margin), min(right, margin)


def _spread(made: Unit, room: float) -> tuple[float, float]:
    """(start, gap) of a reading narrower than its base: 1-2-1, the ends at most one ruby em (JLReq 3.3.6)."""
    count = len(made.readings)
    if len(made.bases) == 1 or count == 1 or made.readings[0].cls == LATIN:
        return room / 2, 0.0
    start = min(room / count / 2, made.readings[0].advance)
    return start, (room - 2 * start) / (count - 1)


def _place(item: Item, made: Unit, base: float, base_gap: float, reading: float, reading_gap: float) -> None:
    strokes: list[Stroke] = []
    for part in made.bases:
        strokes += (_moved(s, base, 0.0, made.vertical) for s in part.strokes)
        base += part.advance + base_gap
    for part in made.readings:
        strokes += (_moved(s, reading, made.lift, made.vertical) for s in part.strokes)
        reading += part.advance + reading_gap
    item.strokes = tuple(strokes)


def _moved(stroke: Stroke, along: float, lift: float, vertical: bool) -> Stroke:
    if vertical:
        return stroke._replace(x=stroke.x + lift, y=stroke.y + along)
    return stroke._replace(x=stroke.x + along, y=stroke.y + lift)
