"""A text and a box to placed glyphs: the one entry to the package's work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.text.adjust import evened, fitted
from cardgen.text.classes import NUMERAL
from cardgen.text.errors import DoesNotFit, MarkupError, NoGlyph, TextError
from cardgen.text.fit import Fitted, Fitter, Set
from cardgen.text.items import RUBY, Key
from cardgen.text.lines import EPSILON
from cardgen.text.markup import Node, parse
from cardgen.text.paragraph import Builder, divided_words
from cardgen.text.placed import MM_PER_POINT, Composed, Glyph, Icon, Run
from cardgen.text.style import Style

__all__ = ["DoesNotFit", "MarkupError", "NoGlyph", "TextError", "compose"]

SMALLEST_RUBY = 4.0
"""Points under which ruby is no longer read with ease."""


def compose(
    text: str | Sequence[Node],
    style: Style,
    width: float,
    height: float,
    icons: frozenset[str] = frozenset(),
) -> Composed:
    """Set a text into a box of `width` x `height` mm.

    A string is read by `markup.parse`; `icons` are the names that `[name]` may mean. `align` works along
    the lines and `valign` across them: in vertical writing "left" is the top and "top" the right side.
    Raises `MarkupError`, `NoGlyph` with every missing character, or `DoesNotFit`.
    """
    nodes = parse(text, icons) if isinstance(text, str) else text
    builder = Builder(style)
    paragraphs = builder.build(nodes)
    if builder.missing:
        raise _no_glyph(builder.missing, style)
    if not any(p.items for p in paragraphs):
        return Composed((), (), style.size, 0.0, 0.0, ())
    vertical = style.writing == "vertical"
    along, across = (height, width) if vertical else (width, height)
    fitter = Fitter(paragraphs, style, along, across)
    found = fitter.fit()
    return _Placer(fitter, found, style, width, height).place()


def _no_glyph(missing: Iterable[str], style: Style) -> NoGlyph:
    faces = dict.fromkeys(f.name for f in (*style.faces, *style.bold, *style.ruby))
    clusters = tuple((c, " ".join(f"U+{ord(char):04X}" for char in c)) for c in missing)
    return NoGlyph(clusters, tuple(faces))


class _Placer:
    """Puts a fitted text's glyphs where they go, in mm from the box's top left."""

    def __init__(self, fitter: Fitter, found: Fitted, style: Style, width: float, height: float):
        self.fitter, self.found, self.style, self.width, self.height = fitter, found, style, width, height
        self.vertical = style.writing == "vertical"
        self.em = found.size * MM_PER_POINT
        self.measure = (height if self.vertical else width) / self.em
        self.runs: list[Run] = []
        self.icons: list[Icon] = []
        self.longest = 0.0

    def place(self) -> Composed:
        across = self._first()
        for n, line in enumerate(self.found.lines):
            if line[0].items:
                self._line(line, across + (-1 if self.vertical else 1) * n * self.found.pitch * self.em)
        sides = self.longest * self.em, self.found.block * self.em
        return Composed(
            tuple(self.runs),
            tuple(self.icons),
            self.found.size,
            sides[self.vertical],
            sides[not self.vertical],
            tuple("".join(i.text for i in p.items[s:e]) for p, (s, e) in self.found.lines),
            tuple(self._warnings()),
        )

    def _first(self) -> float:
        """The first line's baseline, or the middle of the first column, in mm."""
        found, em = self.found, self.em
        share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[self.style.valign]
        if self.vertical:
            free = self.width - found.block * em
            return self.width - share * free - (found.top + 0.5) * em
        capitals = self._capitals()
        if capitals:
            return self.height / 2 + capitals * em / 2
        return share * (self.height - found.block * em) + (found.top + self.fitter.baseline) * em

    def _capitals(self) -> float:
        """Height in em of a lone line of digits and Latin letters to be centred by its capitals, or 0."""
        paragraph, (start, end) = self.found.lines[0]
        items = paragraph.items[start:end]
        if self.style.valign != "middle" or len(self.found.lines) > 1 or not items:
            return 0.0
        if any(i.cls < NUMERAL or i.over or i.icon for i in items):
            return 0.0
        return max(i.strokes[0].key.face.cap_height * i.scale for i in items)

    def _line(self, line: Set, across: float) -> None:
        paragraph, (start, end) = line
        extent = self.fitter.extent(paragraph, (start, end)) * self.found.stretch
        slack = self.measure - extent
        changes: list[float] = []
        along = 0.0
        if self.style.align == "even":
            changes = evened(paragraph.items[start:end], slack)
            along = 0.0 if any(changes) else slack / 2
        elif self.style.align == "justify" and (end < len(paragraph.items) or slack < -EPSILON):
            tail = paragraph.items[end - 1].trail
            changes = fitted(paragraph, start, end, slack - tail if slack >= tail else slack)
        else:
            along = {"center": 0.5, "right": 1.0}.get(self.style.align, 0.0) * slack
        self.longest = max(self.longest, extent + sum(changes))
        self._strokes(line, changes, along, across)

    def _strokes(self, line: Set, changes: list[float], along: float, across: float) -> None:
        paragraph, (start, end) = line
        em, stretch = self.em, self.found.stretch
        origin = paragraph.starts[start] + paragraph.items[start].head
        key: Key | None = None
        glyphs: list[Glyph] = []
        notes: dict[Key, list[Glyph]] = {}
        shift = along * em
        scale = em * stretch
        x0, y0 = (across, shift) if self.vertical else (shift, across)
        for n in range(start, end):
            item = paragraph.items[n]
            offset = (paragraph.starts[n] - origin) * scale
            x, y = (x0, y0 + offset) if self.vertical else (x0 + offset, y0)
            for own, gid, text, dx, dy, rotate, narrow in item.strokes:
                # Numbers that do not change are shared, not made anew: a seventh of a big deck's memory.
                at = x + dx * scale if dx else x, y + dy * em if dy else y
                glyph = Glyph(gid, text, *at, rotate, narrow * stretch if stretch != 1 else narrow)
                if own.annotation:
                    notes.setdefault(own, []).append(glyph)
                    continue
                if own is not key:
                    if key:
                        self._run(key, glyphs)
                    key, glyphs = own, []
                glyphs.append(glyph)
            if item.icon:
                self._icon(item.icon, item.scale, item.colour, x, y)
            if changes and n - start < len(changes):
                step = changes[n - start] * em
                x0, y0 = (x0, y0 + step) if self.vertical else (x0 + step, y0)
        if key:
            self._run(key, glyphs)
        for own, those in notes.items():
            self._run(own, those)

    def _run(self, key: Key, glyphs: list[Glyph]) -> None:
        source = "".join([g.text for g in glyphs])
        size = self.found.size * key.scale
        self.runs.append(Run(key.face, size, key.colour, tuple(glyphs), source, key.annotation))

    def _icon(self, name: str, scale: float, colour: object, x: float, y: float) -> None:
        if self.vertical:
            x -= scale * self.em / 2
        else:
            y -= self.fitter.baseline * scale * self.em
        self.icons.append(Icon(name, x, y, scale * self.em, colour))

    def _warnings(self) -> Iterable[str]:
        found = self.found
        if not found.legal:
            for paragraph in self.fitter.paragraphs:
                spans = [line for p, line in found.lines if p is paragraph]
                words = dict.fromkeys(divided_words(paragraph, spans))
                yield from (f"broken-word:{word}" for word in words)
        small = min((i.scale * RUBY for p in self.fitter.paragraphs for i in p.items if i.ruby), default=0.0)
        if small and found.size * small < SMALLEST_RUBY:
            yield f"small-ruby:{found.size * small:.2f}"
