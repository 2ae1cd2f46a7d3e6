"""A short book: headings, paragraphs, tables and galleries, set as pages or as Markdown.

Each block is cut into strips that must not be broken; pages are filled with strips from the top. Pictures
are drawn when their page is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import assert_never

from cardgen.layout.frame import Frame, Group, Item, Paint, Shape, Text, rectangle
from cardgen.layout.kept import Drawing, drawn
from cardgen.layout.small import small_print
from cardgen.text.compose import compose
from cardgen.text.fonts import Face
from cardgen.text.markup import Plain
from cardgen.text.placed import MM_PER_POINT, Composed
from cardgen.text.style import Align, Style

INK = (0.1, 0.12, 0.16)
GREY = (0.42, 0.45, 0.5)
RULE = (0.78, 0.8, 0.83)
BAND = (0.93, 0.94, 0.95)

MARGIN = 18.0
FOOT = 12.0


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 (the book) or 2 (a section)."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `keep` holds it on one page with what follows."""

    text: str
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """`widths` are shares of the width, `part` of the page's; columns named in `right` hold numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]
    right: frozenset[int] = frozenset()
    part: float = 1.0


@dataclass(frozen=True, slots=True)
class Gallery:
    """Small pictures of things of one size (mm) with a caption each; `bare` is the same in words, as a table.

    Markdown has both: the table, and the pictures together as one file of that `name`.
    """

    title: str
    name: str
    size: tuple[float, float]
    pictures: tuple[tuple[Drawing, str], ...]
    bare: Table


Block = Heading | Paragraph | Table | Gallery

Chain = Callable[[str], tuple[Face, ...]]
"""The faces of a font role."""


# ------------------------------------------------------------------ Markdown


def markdown(blocks: Iterable[Block]) -> str:
    """The book as Markdown. A gallery is a link to the picture file of its name, and a table."""
    return "\n\n".join(_markdown(block) for block in blocks) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {_escaped(text)}"
        case Paragraph(text):
            return _escaped(text)
        case Table():
            return _markdown_table(block)
        case Gallery():
            return f"![{_escaped(block.title)}]({block.name})\n\n{_markdown_table(block.bare)}"
        case _ as never:
            assert_never(never)


def _markdown_table(table: Table) -> str:
    marks = ["---:" if i in table.right else "---" for i in range(len(table.head))]
    lines = [table.head, tuple(marks), *table.rows]
    return "\n".join(
        "| " + " | ".join(cell if line is lines[1] else _escaped(cell) for cell in line) + " |"
        for line in lines
    )


_MARKS = re.compile(r"([\\`*_|<\[#~&])")


def _escaped(text: str) -> str:
    """All that Markdown would read as a mark written as itself; a mark of a list is one only in front."""
    plain = re.sub(
        r"^(\s*)([-+>=]|\d+[.)])(?=\s|$)", lambda m: m[1] + _unlisted(m[2]), _MARKS.sub(r"\\\1", text)
    )
    return plain.replace("\n", "<br>")


def _unlisted(mark: str) -> str:
    return mark[:-1] + "\\" + mark[-1]


# ------------------------------------------------------------------ pages


@dataclass(frozen=True, slots=True)
class _Strip:
    """A piece of a block that stays whole. `keep` holds it on one page with the strip after it.

    `head` is set again above it where it comes first on a page: a table's head. A `space` is left out at
    the edge of a page. `gallery` is the name of the gallery that it belongs to.
    """

    height: float
    draw: Drawing
    keep: bool = False
    head: Frame | None = None
    space: bool = False
    gallery: str = ""


def _strip(frame: Frame, keep: bool = False, head: Frame | None = None) -> _Strip:
    """A strip that is drawn already."""
    return _Strip(frame.height, drawn(frame), keep, head)


def _space(height: float) -> _Strip:
    return _Strip(height, drawn(Frame(0, height, ())), space=True)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of so many mm: its strips from the top, and what stands below them."""

    width: float
    height: float
    strips: tuple[_Strip, ...]
    foot: tuple[Item, ...]

    def draw(self) -> Frame:
        placed = (Group(strip.draw(), (1, 0, 0, 1, MARGIN, top)) for top, strip in self.placed())
        return Frame(self.width, self.height, (*placed, *self.foot))

    def shown(self, gallery: Gallery) -> tuple[float, float] | None:
        """The top and the bottom of what the page has of a gallery, if anything."""
        found = [(top, top + strip.height) for top, strip in self.placed() if strip.gallery == gallery.name]
        return (found[0][0], found[-1][1]) if found else None

    def placed(self) -> Iterator[tuple[float, _Strip]]:
        """The strips with their tops."""
        top = MARGIN
        for strip in self.strips:
            yield top, strip
            top += strip.height


def pages(
    blocks: Iterable[Block | Frame], width: float, height: float, chain: Chain, foot: str
) -> list[Page]:
    """The book as pages of that size, mm, with `foot` and the page number below each.

    A frame among the blocks is a strip that is ready.
    """
    column = width - 2 * MARGIN
    strips = [strip for block in blocks for strip in _strips(block, column, chain)]
    filled = list(_filled(strips, height - 2 * MARGIN))
    return [
        Page(width, height, tuple(part), tuple(_line(f"{foot}　{n} / {len(filled)}", width, height, chain)))
        for n, part in enumerate(filled, 1)
    ]


def _filled(strips: Sequence[_Strip], room: float) -> Iterator[list[_Strip]]:
    """Strips onto pages: a strip that is kept with the next moves over together with it.

    What is higher than a page goes on on the next one: nothing is lost below the edge.
    """
    page: list[_Strip] = []
    used = 0.0
    for i, strip in enumerate(strips):
        if strip.space and (not page or used + strip.height > room):
            continue
        if page and used + _together(strips, i, room) > room:
            yield page
            page, used = [], 0.0
            if strip.head:
                page, used = [_strip(strip.head)], strip.head.height
        *whole, last = _cut(strip, room - used)
        for part in whole:
            yield [*page, part]
            page, used = [], 0.0
        page.append(last)
        used += last.height
    if page:
        yield page


def _together(strips: Sequence[_Strip], first: int, room: float) -> float:
    """The height of the first strip and of those that it must not part from; a page's at the most."""
    height = 0.0
    for strip in islice(strips, first, None):
        height += strip.height
        if not strip.keep:
            break
    return min(height, room)


def _cut(strip: _Strip, room: float) -> Iterator[_Strip]:
    """The strip in one piece, or line by line in pieces of which a page takes the first at least."""
    if strip.height <= room:
        yield strip
        return
    frame = strip.draw()
    rest, top = frame.items, 0.0
    while frame.height - top > room:
        here = [item for item in rest if isinstance(item, Text) and _foot(item) - top <= room]
        if not here:
            break
        yield _strip(_piece(frame, here, top, room))
        rest, top = tuple(item for item in rest if item not in here), max(map(_foot, here))
    yield _strip(_piece(frame, rest, top, frame.height - top)) if top else strip


def _piece(frame: Frame, items: Iterable[Item], top: float, height: float) -> Frame:
    """What lies below `top`, as a frame of its own."""
    part = Frame(frame.width, frame.height, tuple(items))
    return Frame(frame.width, height, (Group(part, (1, 0, 0, 1, 0, -top)),))


def _foot(text: Text) -> float:
    """How far down a line reaches, mm."""
    return text.y + max(glyph.y for glyph in text.run.glyphs) + text.run.size * MM_PER_POINT / 4


def _line(text: str, width: float, height: float, chain: Chain) -> Iterator[Item]:
    box = (MARGIN, height - FOOT, width - MARGIN, height - FOOT + 5)
    yield from small_print(text, chain("body"), box, GREY, 7.5, "center")


def _strips(block: Block | Frame, width: float, chain: Chain) -> Iterator[_Strip]:
    match block:
        case Frame():
            yield _strip(block)
        case Heading():
            yield _heading(block, width, chain)
        case Paragraph(text, keep):
            items, tall = _set(text, Style(chain("body"), size=9, leading=1.7, colour=INK), 0, 0, width)
            yield _strip(Frame(width, tall + 2.5, tuple(items)), keep)
        case Table():
            yield from _table(block, width, chain)
        case Gallery():
            yield from _gallery(block, width, chain)
        case _ as never:
            assert_never(never)


def _heading(heading: Heading, width: float, chain: Chain) -> _Strip:
    if heading.level == 1:
        style = Style(chain("title"), size=20, min_size=12, mode="title", colour=INK)
        items, tall = _set(heading.text, style, 0, 0, width)
        return _strip(Frame(width, tall + 5, tuple(items)), keep=True)
    style = Style(chain("bold"), size=11, colour=INK)
    items, tall = _set(heading.text, style, 4, 6, width - 4)
    bar = Shape(rectangle(0, 6 + tall / 2 - 2.6, 1.4, 5.2), Paint(INK))
    return _strip(Frame(width, tall + 8.5, (bar, *items)), keep=True)


# ------------------------------------------------------------------ tables


def _table(table: Table, width: float, chain: Chain) -> Iterator[_Strip]:
    columns = [share * width * table.part / sum(table.widths) for share in table.widths]
    bold = Style(chain("bold"), size=8, leading=1.5, colour=INK)
    head = _row(table.head, columns, bold, table.right, BAND)
    style = Style(chain("body"), size=8.5, leading=1.55, colour=INK)
    rows = [_row(row, columns, style, table.right) for row in table.rows]
    yield _strip(head, keep=True)
    for number, row in enumerate(rows, 1):
        yield _strip(row, keep=number == len(rows) - 1, head=head)
    yield _space(3)


def _row(
    cells: Sequence[str],
    columns: Sequence[float],
    style: Style,
    right: frozenset[int],
    fill: tuple[float, ...] | None = None,
) -> Frame:
    """One row, as tall as its tallest cell, with a hairline below."""
    items: list[Item] = []
    x, tall = 0.0, 0.0
    for i, (cell, column) in enumerate(zip(cells, columns, strict=True)):
        align: Align = "right" if i in right else "left"
        placed, needed = _set(cell, replace(style, align=align), x + 1.2, 1.1, column - 2.4)
        items += placed
        x, tall = x + column, max(tall, needed + 2.2)
    width = sum(columns)
    rule = Shape((("M", (0, tall)), ("L", (width, tall))), Paint(None, RULE, 0.15))
    band = [Shape(rectangle(0, 0, width, tall), Paint(fill))] if fill else []
    return Frame(width, tall, (*band, *items, rule))


# ------------------------------------------------------------------ galleries


TALLEST = 34.5
"""Height of a small picture, mm: what is on it is seen, and three rows go below a table of six suits."""


def _gallery(gallery: Gallery, width: float, chain: Chain) -> Iterator[_Strip]:
    """Rows of pictures, the outermost of them flush with the text."""
    style = Style(chain("body"), size=6.5, min_size=6, leading=1.35, align="center", colour=INK)
    across = min((6, 7, 5), key=lambda number: -len(gallery.pictures) % number)  # the fullest last row
    scale = min((width / across - 3) / gallery.size[0], TALLEST / gallery.size[1], 1.0)  # or life-size
    pitch = (width - gallery.size[0] * scale) / (across - 1)
    for start in range(0, len(gallery.pictures), across):
        row = _Row(gallery.pictures[start : start + across], width, gallery.size, scale, pitch, style)
        yield _Strip(row.height, row.draw, gallery=gallery.name)
    yield _space(2)


@dataclass(frozen=True, slots=True)
class _Row:
    """Some pictures of a gallery, `pitch` mm apart, with their captions."""

    pictures: tuple[tuple[Drawing, str], ...]
    width: float
    size: tuple[float, float]
    scale: float
    pitch: float
    style: Style

    @property
    def height(self) -> float:
        captions = (_composed(caption, self.style, self.room) for _, caption in self.pictures)
        return self.tall + 1 + max(caption.height for caption in captions) + 2.5

    @property
    def tall(self) -> float:
        return self.size[1] * self.scale

    @property
    def room(self) -> float:
        """How wide a caption may be."""
        return self.size[0] * self.scale + 2 * self.over

    @property
    def over(self) -> float:
        """How far a caption may be wider than its picture, on either side."""
        return min((self.pitch - self.size[0] * self.scale - 1) / 2, 3)

    def draw(self) -> Frame:
        items: list[Item] = []
        trim = rectangle(0, 0, *self.size, 3, 3)
        for number, (draw, caption) in enumerate(self.pictures):
            left = number * self.pitch
            edge = rectangle(left, 0, self.size[0] * self.scale, self.tall, 3 * self.scale, 3 * self.scale)
            items.append(Group(draw(), (self.scale, 0, 0, self.scale, left, 0), trim))
            items.append(Shape(edge, Paint(None, RULE, 0.2)))
            composed = _composed(caption, self.style, self.room)
            items += (Text(run, left - self.over, self.tall + 1) for run in composed.runs)
        return Frame(self.width, self.height, tuple(items))


# ------------------------------------------------------------------ setting text


def _set(text: str, style: Style, x: float, y: float, width: float) -> tuple[list[Item], float]:
    """The text as items at (x, y), and how tall it came out, mm."""
    if not text:
        return [], 0.0
    composed = _composed(text, style, width)
    return [Text(run, x, y) for run in composed.runs], composed.height


@lru_cache(256)
def _composed(text: str, style: Style, width: float) -> Composed:
    return compose((Plain(text),), replace(style, widows=False), width, 100_000)
