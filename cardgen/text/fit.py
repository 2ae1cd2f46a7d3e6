"""The size, leading and lines with which a text fits its box: tighten, shrink, condense, or give up.

In order of preference: no break inside a title's phrase or a word; the full size; the full leading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cardgen.text.classes import COMMA, STOP
from cardgen.text.errors import DoesNotFit
from cardgen.text.items import RUBY, Item
from cardgen.text.lines import EPSILON, Line, first_fit, title_lines, width
from cardgen.text.paragraph import Paragraph
from cardgen.text.placed import MM_PER_POINT
from cardgen.text.style import Style

STEP = 0.25
"""Points by which type shrinks at a time."""
TIGHT_TRACKING = -0.02
"""Em by which characters may close up before type shrinks."""

LEADING = {"body": 1.6, "title": 1.25}
TIGHTEST = {"body": 1.35, "title": 1.1}
RUBY_LEADING = 1.75
RUBY_TIGHTEST = 1.6
"""Line pitch in em, and what it may be tightened to. Ruby stands in the gap, so boxes with ruby need more of
it; one pitch holds for the whole box."""

PHRASES, LEGAL, ANYWHERE = 0, 1, 2
"""Where lines may break: between a title's phrases, wherever kinsoku allows, anywhere at need."""

Set = tuple[Paragraph, Line]
Side = Literal["width", "height"]


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines that fit. `size` in points; `pitch`, `top`, `block` in em of that size.

    `top` is the room above the first line's em box (ruby, larger type), `block` the whole extent across
    the lines. `stretch` is below 1 for a condensed line. `legal` is False when a word had to be divided.
    """

    lines: tuple[Set, ...]
    size: float
    pitch: float
    top: float
    block: float
    stretch: float
    legal: bool


class Fitter:
    """Tries one text in one box. `along` and `across` are the box in mm, along the lines and across them."""

    def __init__(self, paragraphs: list[Paragraph], style: Style, along: float, across: float):
        self.paragraphs, self.style, self.along, self.across = paragraphs, style, along, across
        items = [i for p in paragraphs for i in p.items]
        self.ruby = any(i.over for i in items)
        self.largest = max((i.scale for i in items), default=1.0)
        self.baseline = style.faces[0].baseline

    def fit(self) -> Fitted:
        """The best setting. Raises `DoesNotFit`."""
        for care in (PHRASES, LEGAL, ANYWHERE) if self.style.mode == "title" else (LEGAL, ANYWHERE):
            if care == ANYWHERE and (found := self._condensed()):
                return found
            for size in self._sizes():
                if found := self._at(size, care):
                    return found
        raise self._failure()

    def _sizes(self) -> Iterator[float]:
        size, least = self.style.size, self.style.min_size
        yield size
        if least is None:
            return
        while size - STEP > least:
            size -= STEP
            yield size
        if least < size:
            yield least

    def _at(self, size: float, care: int) -> Fitted | None:
        if self._hopeless(size):
            return None
        found = self._set(size, care)
        if found:
            return found
        self._track(TIGHT_TRACKING)
        if found := self._set(size, care):
            return found
        self._track(0.0)
        return None

    def _hopeless(self, size: float) -> bool:
        """Whether there is too much text, even if all closed up and every line cut two of its em at its ends.

        Most sizes are refused by this alone. Justified lines may close up further.
        """
        least = sum(p.starts[-1] + TIGHT_TRACKING * len(p.items) for p in self.paragraphs)
        measure = self.along / (size * MM_PER_POINT)
        return self.style.align != "justify" and least > self._most(size) * (measure + 2 * self.largest)

    def _set(self, size: float, care: int) -> Fitted | None:
        lines = self._lines(self.along / (size * MM_PER_POINT), self._most(size), care)
        return self._fitted(lines, size, 1.0, care) if lines else None

    def _track(self, tracking: float) -> None:
        for paragraph in self.paragraphs:
            paragraph.track(self.style.letter_spacing + tracking)

    def _pitches(self) -> tuple[float, float]:
        """(wanted, tightest) line pitch in em."""
        style = self.style
        wanted = style.leading or (RUBY_LEADING if self.ruby else LEADING[style.mode])
        tightest = RUBY_TIGHTEST if self.ruby else TIGHTEST[style.mode]
        if self.ruby:
            wanted = max(wanted, 1 + RUBY)
        if self.largest > 1:
            wanted = max(wanted, self.largest * TIGHTEST[style.mode])
        return wanted, min(wanted, max(tightest, self.largest))

    def _most(self, size: float) -> int:
        """How many lines the box has room for at the tightest."""
        across = self.across / (size * MM_PER_POINT)
        room = int((across - 1 + EPSILON) / self._pitches()[1]) + 1 if across >= 1 - EPSILON else 0
        return min(room, self.style.max_lines or room)

    def _lines(self, measure: float, most: int, care: int) -> list[Set] | None:
        lines: list[Set] = []
        for paragraph in self.paragraphs:
            found = self._broken(paragraph, measure, most - len(lines), care)
            if found is None:
                return None
            lines += ((paragraph, line) for line in found)
            if len(lines) > most:
                return None
        return lines

    def _broken(self, paragraph: Paragraph, measure: float, most: int, care: int) -> list[Line] | None:
        whole = 0, len(paragraph.items)
        if width(paragraph, whole) <= measure + EPSILON:
            return [whole]
        if self.style.mode == "title" and care != ANYWHERE:
            return title_lines(paragraph, measure, most, phrases_only=care == PHRASES)
        lines, legal = first_fit(paragraph, measure, squeeze=self.style.align == "justify")
        if not legal and (care != ANYWHERE or self._too_wide(paragraph, lines, measure)):
            return None
        return lines

    def _too_wide(self, paragraph: Paragraph, lines: list[Line], measure: float) -> bool:
        return any(self.extent(paragraph, (n, n + 1)) > measure + EPSILON for n, _ in lines)

    def extent(self, paragraph: Paragraph, line: Line) -> float:
        """A line's width without a mark that hangs."""
        full = width(paragraph, line)
        if paragraph.hang and line[1] - line[0] > 1 and paragraph.items[line[1] - 1].cls in (STOP, COMMA):
            start, end = line
            return paragraph.starts[end - 1] - paragraph.starts[start] - paragraph.items[start].head
        return full

    def _fitted(self, lines: list[Set], size: float, stretch: float, care: int) -> Fitted | None:
        top, bottom = self._edges(lines)
        wanted, tightest = self._pitches()
        room = self.across / (size * MM_PER_POINT) - 1 - top - bottom
        gaps = len(lines) - 1
        if gaps * tightest > room + EPSILON or room < -EPSILON:
            return None
        pitch = min(wanted, room / gaps) if gaps else wanted
        block = top + gaps * pitch + 1 + bottom
        return Fitted(tuple(lines), size, pitch, top, block, stretch, care != ANYWHERE)

    def _edges(self, lines: list[Set]) -> tuple[float, float]:
        """Em needed above the first line's em box and below the last one's."""
        vertical = self.style.writing == "vertical"
        up = 0.5 if vertical else self.baseline
        first, last = _items(lines[0]), _items(lines[-1])
        top = max((i.scale * (up + (RUBY if i.over else 0.0)) for i in first), default=0.0)
        bottom = max((i.scale for i in last), default=1.0)
        return max(0.0, top - up), max(0.0, (bottom - 1) * (1 - up))

    def _condensed(self) -> Fitted | None:
        """One line, narrowed: for titles only, and no further than the style allows."""
        style = self.style
        single = len(self.paragraphs) == 1 and (style.mode == "title" or style.max_lines == 1)
        if not single or style.condense >= 1 or style.writing == "vertical":
            return None
        size = style.size if style.min_size is None else style.min_size
        paragraph = self.paragraphs[0]
        whole = 0, len(paragraph.items)
        stretch = self.along / (size * MM_PER_POINT) / width(paragraph, whole)
        if stretch < style.condense - EPSILON:
            return None
        return self._fitted([(paragraph, whole)], size, min(1.0, stretch), LEGAL)

    def _failure(self) -> DoesNotFit:
        style = self.style
        size = style.size if style.min_size is None else style.min_size
        em = size * MM_PER_POINT
        vertical = style.writing == "vertical"
        along: Side = "height" if vertical else "width"
        across: Side = "width" if vertical else "height"
        measure = self.along / em
        lines = [(p, line) for p in self.paragraphs for line in first_fit(p, measure)[0]]
        for p, (start, end) in lines:
            if end == start + 1 and width(p, (start, end)) > measure + EPSILON:
                wide = width(p, (start, end)) * em
                return DoesNotFit(along, wide, self.along, size, p.items[start].text)
        if style.max_lines and len(lines) > style.max_lines:
            over = _text(lines[style.max_lines :])
            if style.max_lines == 1 and len(self.paragraphs) == 1:
                paragraph = self.paragraphs[0]
                wide = width(paragraph, (0, len(paragraph.items))) * em
                return DoesNotFit(along, wide, self.along, size, over)
            return DoesNotFit("lines", len(lines), style.max_lines, size, over)
        top, bottom = self._edges(lines)
        need = top + (len(lines) - 1) * self._pitches()[1] + 1 + bottom
        over = _text(lines[max(0, self._most(size)) :]) or _text(lines[-1:])
        return DoesNotFit(across, need * em, self.across, size, over)


def _items(line: Set) -> list[Item]:
    paragraph, (start, end) = line
    return paragraph.items[start:end]


def _text(lines: list[Set]) -> str:
    return "".join(i.text for line in lines for i in _items(line))
