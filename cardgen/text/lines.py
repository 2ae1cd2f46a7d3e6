"""Paragraphs to lines: first fit for running text, balanced phrases for titles, compression for justified.

All widths are in em. A line is (start, end) in the paragraph's items.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import Any

from cardgen.text.adjust import room
from cardgen.text.classes import (
    CLOSE,
    COMMA,
    DIVIDING,
    HIRAGANA,
    KATAKANA,
    LATIN_CLOSE,
    LATIN_OPEN,
    LATIN_POINT,
    MIDDLE,
    OPEN,
    PROLONGED,
    SMALL,
    SPACE,
    STOP,
    WIDE_SPACE,
)
from cardgen.text.items import Item
from cardgen.text.paragraph import Paragraph

Line = tuple[int, int]

_PAUSES = frozenset({STOP, COMMA, DIVIDING, SPACE, WIDE_SPACE})
_PARTING = frozenset({STOP, COMMA, SPACE, WIDE_SPACE, DIVIDING, MIDDLE})
"""Behind these a phrase begins, whatever BudouX thinks of it."""
_ENDING = frozenset("。．　：")
"""Behind these a title breaks even if that leaves more of a line empty."""
_CLOSING = frozenset({STOP, COMMA, DIVIDING, CLOSE})
_TIED_BEFORE = frozenset({CLOSE, STOP, COMMA, LATIN_CLOSE, LATIN_POINT})
_TIED_BEHIND = frozenset({OPEN, LATIN_OPEN})

RUNNING = 10.0
"""Em from which on a line is one of running text, which should not end on a line of one character."""

EPSILON = 1e-6
"""Tolerance of every comparison, in em: a line that fits exactly must not break for a rounding error."""


def width(paragraph: Paragraph, line: Line) -> float:
    """The set width of a line, without the blanks that its start and end cut."""
    start, end = line
    if start == end:
        return 0.0
    return paragraph.ends[end - 1] - paragraph.starts[start] - paragraph.items[start].head


def first_fit(paragraph: Paragraph, measure: float, squeeze: bool = False) -> tuple[list[Line], bool]:
    """Each line as full as may be, and whether every break is a legal one.

    With `squeeze` a line also takes what follows when its blanks can be closed far enough for it
    (oikomi, JLReq 3.8.3).
    """
    items, breaks = paragraph.items, paragraph.breaks
    ends = _hanging_ends(paragraph) if paragraph.hang else paragraph.ends
    lines: list[Line] = []
    legal = True
    start, count = 0, len(items)
    while start < count:
        limit = paragraph.starts[start] + items[start].head + measure + EPSILON
        fits = bisect_right(ends, limit, start)
        end = fits
        if fits < count:
            while end > start and not breaks[end]:
                end -= 1
            if squeeze:
                end = _squeezed(paragraph, start, max(end, start), measure)
            if end == start:
                end, legal = _divided(items, start, max(fits, start + 1)), False
        if end == start + 1 and ends[start] > limit:
            legal = False
        lines.append((start, end))
        start = end
    if len(lines) > 1 and measure >= RUNNING and not paragraph.widows:
        lines[-2:] = _without_widow(paragraph, *lines[-2:])
    return lines or [(0, 0)], legal


def _divided(items: list[Item], start: int, end: int) -> int:
    """Where a word too long is divided: as far on as fits, but no bracket or point is torn off its side."""
    for cut in range(end, start + 1, -1):
        if items[cut].cls not in _TIED_BEFORE and items[cut - 1].cls not in _TIED_BEHIND:
            return cut
    return end


def _without_widow(paragraph: Paragraph, before: Line, last: Line) -> tuple[Line, Line]:
    """The last two lines, broken earlier if else the last would be a single character (JLReq 3.5.4)."""
    start, end = before[0], last[1]
    cut = last[0]
    while cut > start and not (paragraph.breaks[cut] and _characters(paragraph, cut) > 1):
        cut -= 1
    return ((start, cut), (cut, end)) if cut > start else (before, last)


def _characters(paragraph: Paragraph, start: int) -> int:
    """How many items there are from `start` on, closing marks at the end not counted."""
    end = len(paragraph.items)
    while end > start and paragraph.items[end - 1].cls in _CLOSING:
        end -= 1
    return end - start


def _hanging_ends(paragraph: Paragraph) -> list[float]:
    """Where items end when a full stop or comma may hang out of the line (burasage, JLReq 3.8.2)."""
    return [
        start if item.cls in (STOP, COMMA) else end
        for start, end, item in zip(paragraph.starts, paragraph.ends, paragraph.items, strict=False)
    ]


def _squeezed(paragraph: Paragraph, start: int, end: int, measure: float) -> int:
    count = len(paragraph.items)
    further = end + 1
    while further < count and not paragraph.breaks[further]:
        further += 1
    if (
        further > count
        or width(paragraph, (start, further)) - measure > room(paragraph, start, further) + EPSILON
    ):
        return end
    return further


def balanced(paragraph: Paragraph, measure: float, most: int, breaks: dict[int, float]) -> list[Line] | None:
    """The fewest lines, at most `most`, and among those the most even, breaking only at `breaks`.

    Evenness is the sum of the squares of what lines fall short of the measure (as in Knuth and Plass,
    Breaking Paragraphs into Lines, 1981, with rigid glue), and each break costs as much as leaving the
    share of a line empty that `breaks` gives for it, or gains as much below 0. None when no such lines fit.
    """
    count = len(paragraph.items)
    points = [0, *sorted(b for b in breaks if 0 < b < count), count]
    toll = [breaks.get(p, 0.0) * abs(breaks.get(p, 0.0)) * measure**2 for p in points]
    best = [(0.0, 0)] + [(_NEVER, 0)] * (len(points) - 1)
    history = []
    for _ in range(most):
        before = best
        best = [_cheapest(paragraph, measure, points[: b + 1], before, toll[b]) for b in range(len(points))]
        history.append(best)
        if best[-1][0] < _NEVER:
            return _traced(points, history)
    return None


_NEVER = float("inf")


def _cheapest(
    paragraph: Paragraph, measure: float, points: list[int], before: list[tuple[float, int]], toll: float
) -> tuple[float, int]:
    """(cost, index of the point before) of the best setting that ends at the last of `points`."""
    found = (_NEVER, 0)
    for a, point in enumerate(points[:-1]):
        if before[a][0] < _NEVER:
            slack = measure - width(paragraph, (point, points[-1]))
            if slack >= -EPSILON:
                found = min(found, (before[a][0] + slack * slack + toll, a))
    return found


def _traced(points: list[int], history: list[list[tuple[float, int]]]) -> list[Line]:
    lines, b = [], len(points) - 1
    for best in reversed(history):
        a = best[b][1]
        lines.append((points[a], points[b]))
        b = a
    return lines[::-1]


AFTER_STOP, AFTER_MARK, PHRASE, ELSEWHERE = -0.3, 0.0, 0.35, 0.5
"""Shares of a line that a title would rather leave empty than break after 、, at a phrase, elsewhere.
After 。： and a space, and before a dash, it breaks even if that leaves more empty."""


def title_lines(paragraph: Paragraph, measure: float, most: int, phrases_only: bool) -> list[Line] | None:
    """A title's lines, at the author's breaks, else between phrases (BudouX), else as kinsoku allows."""
    author = dict.fromkeys(paragraph.author, AFTER_MARK)
    if author and (found := balanced(paragraph, measure, most, author)):
        return found
    phrases = {i: _toll(paragraph, i) for i in _phrase_starts(paragraph) if paragraph.breaks[i]} | author
    if not author and (found := balanced(paragraph, measure, most, phrases)):
        return found
    if phrases_only:
        return None
    legal = dict.fromkeys((i for i, may in enumerate(paragraph.breaks) if may), ELSEWHERE)
    seams = {i: toll for i, toll in legal.items() if _seam(paragraph, i)}
    return balanced(paragraph, measure, most, seams | phrases) or balanced(
        paragraph, measure, most, legal | phrases
    )


def _toll(paragraph: Paragraph, i: int) -> float:
    before = paragraph.items[i - 1]
    if before.text in _ENDING or i in paragraph.folded or _dash(paragraph.items[i]):
        return AFTER_STOP
    return AFTER_MARK if before.cls in _PAUSES else PHRASE


def _seam(paragraph: Paragraph, i: int) -> bool:
    """Whether a word may begin with item i: the script changes, and not to hiragana, which goes on a word."""
    before, after = paragraph.items[i - 1].cls, paragraph.items[i].cls
    if after == KATAKANA and before in (SMALL, PROLONGED):
        return False
    return before != after and after != HIRAGANA


def _phrase_starts(paragraph: Paragraph) -> list[int]:
    """Indices of the items with which a phrase begins."""
    at: dict[int, int] = {}
    length = 0
    for i, item in enumerate(paragraph.items):
        at[length] = i
        length += len(item.text)
    found = [i for i, item in enumerate(paragraph.items) if i and paragraph.items[i - 1].cls in _PARTING]
    found += [i for i, item in enumerate(paragraph.items) if i in paragraph.folded or _dash(item)]
    place = 0
    for phrase in _phrases("".join(i.text for i in paragraph.items)):
        if place in at:
            found.append(at[place])
        place += len(phrase)
    return found


def _dash(item: Item) -> bool:
    return item.text in ("―", "—", "─", "━")


@lru_cache(maxsize=256)
def _phrases(text: str) -> tuple[str, ...]:
    return tuple(_parser().parse(text))


@lru_cache(maxsize=1)
def _parser() -> Any:
    import budoux

    return budoux.load_default_japanese_parser()
