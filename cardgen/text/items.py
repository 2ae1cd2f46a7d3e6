"""Clusters made ready to be set: class, face, glyph, measures. One item is what a line cannot divide.

All measures are in em of the text's size, so items do not depend on the size the text ends up with.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from cardgen.text.classes import (
    BLANK,
    CLOSE,
    COMMA,
    DIVIDING,
    GLUE,
    IDEOGRAPH,
    INSEPARABLE,
    MIDDLE,
    OPEN,
    SPACE,
    STOP,
    WIDE_SPACE,
    class_of,
    has_vertical_form,
    is_latin,
    stays_upright,
)
from cardgen.text.fonts import Face

RUBY = 0.5
"""Size of ruby and of emphasis dots to the size of what they stand by (JLReq 3.3.3)."""

PAIR_GAP = 0.12
"""Em between the ink of two marks that stand side by side."""


class Key(NamedTuple):
    """What the glyphs of one run share."""

    face: Face
    scale: float
    colour: Hashable
    annotation: bool


class Stroke(NamedTuple):
    """A glyph within its item, in em.

    Horizontal: x from the item's start, y below the baseline. Vertical: x from the middle of the
    column, y from the item's start.
    """

    key: Key
    gid: int
    text: str
    x: float
    y: float
    rotate: float = 0.0
    stretch: float = 1.0


class Item:
    """One unbreakable unit of a line.

    `lead` and `trail` are the blanks at its start and end that may be closed; `head` and `tail` what is
    cut at the start and the end of a line; `over` whether something stands in the gap above the line.
    """

    __slots__ = (
        "advance",
        "cls",
        "colour",
        "head",
        "icon",
        "lead",
        "over",
        "ruby",
        "scale",
        "strokes",
        "tail",
        "text",
        "trail",
    )

    def __init__(self, text: str, cls: int, advance: float, strokes: tuple[Stroke, ...], scale: float):
        self.text, self.cls, self.advance, self.strokes, self.scale = text, cls, advance, strokes, scale
        self.lead = self.trail = self.head = self.tail = 0.0
        self.over = False
        self.icon = ""
        self.colour: Hashable = None
        self.ruby: object = None


class Manner:
    """How a stretch of text is set: faces, scale, colour, dots. Makes each cluster's item once."""

    def __init__(
        self,
        faces: tuple[Face, ...],
        scale: float,
        colour: Hashable,
        vertical: bool,
        dots: bool = False,
        annotation: bool = False,
    ):
        self.faces, self.scale, self.colour = faces, scale, colour
        self.vertical, self.dots, self.annotation = vertical, dots, annotation
        latin = next((f for f in faces if f.proportional), None)
        self.latin = (latin, *(f for f in faces if f is not latin)) if latin else faces
        self.baseline = faces[0].baseline
        self.keys = {face: Key(face, scale, colour, annotation) for face in faces}
        self.items: dict[str, Item | None] = {}

    def item(self, cluster: str) -> Item | None:
        """The item of a cluster, None when no face has it."""
        try:
            return self.items[cluster]
        except KeyError:
            made = self.items[cluster] = self._make(cluster, class_of(cluster))
            return made

    def latin_quote(self, mark: str, cls: int) -> Item | None:
        """The item of a quotation mark that belongs to a Latin word, from the Latin face."""
        key = f"\0{cls}{mark}"
        if key not in self.items:
            self.items[key] = None
            for face in self.latin:
                if (gid := face.glyph(mark)) is not None:
                    make = self._turned if self.vertical else self._level
                    self.items[key] = make(mark, cls, face, gid)
                    break
        return self.items[key]

    def wide_minus(self) -> Item | None:
        """U+2212 of Japanese text, in full width also where the face has a narrow one for it."""
        key = "\0−"
        if key not in self.items:
            found, wide = self.find("−"), self.find("－")
            if found and wide and found[0].advance(found[1]) < 0.9 <= wide[0].advance(wide[1]):
                make = self._upright_or_turned if self.vertical else self._level
                self.items[key] = make("−", class_of("−"), *wide)
            else:
                self.items[key] = self.item("−")
        return self.items[key]

    def find(self, cluster: str) -> tuple[Face, int] | None:
        """The first face of the chain that has the cluster, and the glyph there."""
        for face in self.latin if is_latin(cluster[0]) else self.faces:
            gid = face.glyph(cluster)
            if gid is not None:
                if cluster == "—":
                    gid = _full_dash(face, gid)
                return face, (face.ruby_variant(gid) or gid) if self.annotation else gid
        return None

    def _make(self, cluster: str, cls: int) -> Item | None:
        if cls in (SPACE, GLUE):
            return self._space(cluster, cls)
        found = self.find(cluster)
        if found is None:
            return None
        make = self._upright_or_turned if self.vertical else self._level
        item = make(cluster, cls, *found)
        if self.dots and cls not in _UNDOTTED:
            self._dot(item)
        return item

    def _space(self, cluster: str, cls: int) -> Item | None:
        found = self.find(" ")
        if found is None:
            return None
        face, gid = found
        turn = 90.0 if self.vertical else 0.0
        advance = face.advance(gid) * self.scale
        stroke = Stroke(self.keys[face], gid, cluster, 0.0, 0.0, turn)
        item = Item(cluster, cls, advance, (stroke,), self.scale)
        item.tail = advance if cls == SPACE else 0.0
        return item

    def _level(self, cluster: str, cls: int, face: Face, gid: int) -> Item:
        advance = face.advance(gid)
        stroke = Stroke(self.keys[face], gid, cluster, 0.0, 0.0)
        item = Item(cluster, cls, advance * self.scale, (stroke,), self.scale)
        if advance >= 0.9 and (ink := face.ink(gid)):
            self._blanks(item, ink[0], advance - ink[2])
        elif cls == WIDE_SPACE:
            item.tail = item.advance
        return item

    def _upright_or_turned(self, cluster: str, cls: int, face: Face, gid: int) -> Item:
        char = cluster[0]
        form = face.vertical(gid) if has_vertical_form(char) else None
        if form is None and not stays_upright(char):
            return self._turned(cluster, cls, face, gid)
        gid = gid if form is None else form
        x = -face.advance(gid) / 2 * self.scale
        stroke = Stroke(self.keys[face], gid, cluster, x, self.baseline * self.scale)
        item = Item(cluster, cls, self.scale, (stroke,), self.scale)
        if ink := face.ink(gid):
            self._blanks(item, self.baseline - ink[3], 1 - self.baseline + ink[1])
        elif cls == WIDE_SPACE:
            item.tail = item.advance
        return item

    def _turned(self, cluster: str, cls: int, face: Face, gid: int) -> Item:
        item = self._level(cluster, cls, face, gid)
        stroke = item.strokes[0]
        item.strokes = (stroke._replace(x=(0.5 - self.baseline) * self.scale, rotate=90.0),)
        return item

    def _blanks(self, item: Item, lead: float, trail: float) -> None:
        """Note punctuation's blanks as the face has them: half an em at most, a quarter for middle dots."""
        limit = 0.25 if item.cls == MIDDLE else 0.5
        if item.cls == OPEN or item.cls == MIDDLE:
            item.lead = max(0.0, min(limit, lead)) * self.scale
        if item.cls in _TRAILING:
            item.trail = max(0.0, min(limit, trail)) * self.scale
        if item.cls == OPEN:
            item.head = item.lead
        item.tail = item.trail

    @property
    def dot(self) -> tuple[Face, int] | None:
        """The emphasis dot: sesame in vertical lines, round in horizontal ones (JLReq 3.3.9)."""
        signs = "﹅•・" if self.vertical else "•﹅・"
        return next((found for sign in signs if (found := self.find(sign))), None)

    def _dot(self, item: Item) -> None:
        if not self.dot:
            return
        face, gid = self.dot
        scale = self.scale * RUBY
        key = Key(face, scale, self.colour, True)
        half, beside = face.advance(gid) / 2 * scale, above(self, scale)
        if self.vertical:
            y = (item.advance - scale) / 2 + face.baseline * scale
            stroke = Stroke(key, face.vertical(gid) or gid, "", beside - half, y)
        else:
            stroke = Stroke(key, gid, "", item.advance / 2 - half, beside)
        item.strokes += (stroke,)
        item.over = True

    def icon(self, name: str) -> Item:
        """An inline icon: an em square that breaks and spaces like an ideograph.

        A blank glyph stands in it, by which its token is searched for and copied with the line.
        """
        item = Item(f"[{name}]", IDEOGRAPH, self.scale, (), self.scale)
        item.icon, item.colour = name, self.colour
        if blank := self.find("\u3000") or self.find(" "):
            face, gid = blank
            x, y = (-self.scale / 2, self.baseline * self.scale) if self.vertical else (0.0, 0.0)
            item.strokes = (Stroke(self.keys[face], gid, item.text, x, y),)
        return item

    def upright_group(self, text: str, cls: int) -> Item | None:
        """Tate-chu-yoko: a few characters side by side in one em of a vertical line (JLReq 3.2.5).

        Of several, from the first face in which they fit without being condensed.
        """
        chain = self.latin if len(text) == 1 else self.faces
        able = [face for face in chain if all(face.glyph(c) is not None for c in text)]
        if not able:
            return None
        face = next((f for f in able if _advance(f, text) <= 1), able[0])
        width = _advance(face, text)
        stretch = min(1.0, 1 / width)
        x, y = -width * stretch / 2 * self.scale, self.baseline * self.scale
        strokes = []
        for char in text:
            gid = face.glyph(char) or 0
            strokes.append(Stroke(self.keys[face], gid, char, x, y, stretch=stretch))
            x += face.advance(gid) * stretch * self.scale
        return Item(text, cls, self.scale, tuple(strokes), self.scale)

    def upright_pair(self, text: str) -> Item | None:
        """Two full-width ！ and ？ in one em of a vertical line, ink beside ink."""
        parts = []
        for char in text:
            found = self.find(char)
            ink = found[0].ink(found[1]) if found else None
            if found is None or ink is None:
                return None
            parts.append((char, *found, ink[0], ink[2] - ink[0]))
        whole = sum(part[4] for part in parts) + PAIR_GAP * (len(parts) - 1)
        stretch = min(1.0, 1 / whole)
        x, y = -whole * stretch / 2, self.baseline * self.scale
        strokes = []
        for char, face, gid, left, wide in parts:
            place = (x - left * stretch) * self.scale
            strokes.append(Stroke(self.keys[face], gid, char, place, y, stretch=stretch))
            x += (wide + PAIR_GAP) * stretch
        return Item(text, DIVIDING, self.scale, tuple(strokes), self.scale)


def _advance(face: Face, text: str) -> float:
    return sum(face.advance(face.glyph(c) or 0) for c in text)


def _full_dash(face: Face, gid: int) -> int:
    """The glyph for U+2014, which Japanese fonts with a narrow one draw in full width at U+2015."""
    bar = face.glyph("―")
    return bar if bar and face.advance(gid) < 0.9 <= face.advance(bar) else gid


_CLOSING = frozenset({CLOSE, COMMA, STOP})
_TRAILING = _CLOSING | {MIDDLE}
_UNDOTTED = _CLOSING | BLANK | {OPEN, MIDDLE, DIVIDING, INSEPARABLE}


def above(manner: Manner, scale: float) -> float:
    """Where an annotation of `scale` stands beside `manner`'s text, touching its em box.

    Horizontal: its baseline, downwards from the text's. Vertical: the middle of its column, to the right.
    """
    if manner.vertical:
        return (manner.scale + scale) / 2
    return -manner.baseline * manner.scale - (1 - manner.baseline) * scale


@lru_cache(maxsize=512)
def manner(
    faces: tuple[Face, ...],
    scale: float,
    colour: Hashable,
    vertical: bool,
    dots: bool = False,
    annotation: bool = False,
) -> Manner:
    """The one `Manner` of these choices: its items are made once for all texts set in it."""
    return Manner(faces, scale, colour, vertical, dots, annotation)


_DIGITS = frozenset("0123456789")
_CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_LETTERS = _CAPITALS | frozenset("abcdefghijklmnopqrstuvwxyz")
_MARKS, _WIDE_MARKS = frozenset("!?"), frozenset("！？")
_UPRIGHT = ((_DIGITS, (1, 2)), (_CAPITALS, (2,)), (_LETTERS, (1,)), (_MARKS, (1, 2, 3)), (_WIDE_MARKS, (2,)))
"""What stands upright in a vertical line, and in groups of how many."""
_MAY_STAND = frozenset.union(*(kind for kind, _ in _UPRIGHT))


def upright_length(text: list[str], at: int) -> int:
    """How many clusters from `at` stand side by side in a vertical line: 0 when none do."""
    if text[at] not in _MAY_STAND:
        return 0
    for kind, lengths in _UPRIGHT:
        if text[at] not in kind:
            continue
        end = at
        while end < len(text) and text[end] in kind:
            end += 1
        if end - at in lengths and _alone(text, at, end, kind):
            return end - at
    return 0


def _alone(text: list[str], at: int, end: int, kind: frozenset[str]) -> bool:
    """Whether nothing of the same kind goes on before, and no word that lies down before or behind."""
    if at and text[at - 1] in kind:
        return False
    if kind is _WIDE_MARKS:
        return True
    start = at
    while start and _word(text[start - 1]):
        start -= 1
    if kind is _MARKS:
        return start == at or upright_length(text, start) == at - start
    return start == at and not (end < len(text) and _word(text[end]))


def _word(cluster: str) -> bool:
    return bool(cluster) and is_latin(cluster[0]) and cluster != " " and cluster not in "([{)]}!?"


def tate_chu_yoko(found: Manner, text: list[str], at: int, length: int) -> Item | None:
    """The item of `length` clusters of `text` set side by side, spaced solid like ideographs."""
    piece = "".join(text[at : at + length])
    if piece[0] in "！？":
        return found.upright_pair(piece)
    return found.upright_group(piece, DIVIDING if piece[0] in "!?" else IDEOGRAPH)
