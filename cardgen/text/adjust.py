"""Bringing a line to its measure: which gaps give, which grow, in which order (JLReq 3.8.3, 3.8.4).

All lengths in em. The answers are lists of changes to the gaps after each item of the line but the last.
"""

from __future__ import annotations

from itertools import pairwise

from cardgen.text.classes import (
    CLOSE,
    COMMA,
    DIVIDING,
    INSEPARABLE,
    JAPANESE,
    LATIN_CLOSE,
    LATIN_OPEN,
    MIDDLE,
    NUMERAL,
    OPEN,
    SPACE,
    STOP,
    WIDE_DIGIT,
)
from cardgen.text.items import Item
from cardgen.text.pairs import ACTION, GAP, table
from cardgen.text.paragraph import Paragraph

_RULES = table("strict")
_BEFORE_GROWTH = JAPANESE | {CLOSE, WIDE_DIGIT}
_AFTER_GROWTH = JAPANESE | {OPEN, WIDE_DIGIT}


def room(paragraph: Paragraph, start: int, end: int) -> float:
    """By how much the line from `start` to `end` can be compressed."""
    return sum(sum(step) for step in _reductions(paragraph, start, end))


def fitted(paragraph: Paragraph, start: int, end: int, slack: float) -> list[float]:
    """Changes that take up `slack`: expansion when positive, compression when negative."""
    steps = _expansions(paragraph, start, end) if slack > 0 else _reductions(paragraph, start, end)
    changes = [0.0] * max(0, end - start - 1)
    left = abs(slack)
    for step in steps:
        total = sum(step)
        share = min(1.0, left / total) if total else 0.0
        changes = [c + share * s for c, s in zip(changes, step, strict=True)]
        left -= share * total
    if slack > 0 and left > 0 and steps and sum(steps[-1]):
        growth = left / sum(steps[-1])
        changes = [c + growth * s for c, s in zip(changes, steps[-1], strict=True)]
    return changes if slack > 0 else [-c for c in changes]


def evened(items: list[Item], slack: float) -> list[float]:
    """Equal changes between all characters (kinto-wari), but for those of one number or one dash, and marks.

    Brackets, commas and stops stay with what they belong to, unless that leaves nothing to spread.
    """
    gaps = [float(not (_solid(a, b) or _attached(a, b))) for a, b in pairwise(items)]
    if not any(gaps):
        gaps = [float(not _solid(a, b)) for a, b in pairwise(items)]
    total = sum(gaps)
    return [slack * g / total for g in gaps] if total else gaps


def _solid(a: Item, b: Item) -> bool:
    return (a.cls == NUMERAL == b.cls) or (a.cls == INSEPARABLE == b.cls)


def _attached(a: Item, b: Item) -> bool:
    return a.cls in (OPEN, LATIN_OPEN) or b.cls in (CLOSE, COMMA, STOP, DIVIDING, LATIN_CLOSE)


def _reductions(paragraph: Paragraph, start: int, end: int) -> list[list[float]]:
    """What each gap can give, step by step: word spaces, middle dots, brackets and commas, Latin gaps."""
    spaces, dots, blanks, latin = ([0.0] * max(0, end - start - 1) for _ in range(4))
    for n in range(end - start - 1):
        a, b = paragraph.items[start + n], paragraph.items[start + n + 1]
        kern = paragraph.gaps[start + n + 1]
        if a.cls == SPACE:
            spaces[n] = a.advance / 4
        elif a.cls == MIDDLE or b.cls == MIDDLE:
            dots[n] = max(0.0, (a.trail if a.cls == MIDDLE else 0.0) + (b.lead if b.cls == MIDDLE else 0.0))
        elif a.cls in (CLOSE, COMMA) or b.cls == OPEN:
            blank = (a.trail if a.cls in (CLOSE, COMMA) else 0.0) + (b.lead if b.cls == OPEN else 0.0)
            blanks[n] = max(0.0, blank + min(0.0, kern))
        elif kern > 0:
            latin[n] = kern / 2
    return [spaces, dots, blanks, latin]


def _expansions(paragraph: Paragraph, start: int, end: int) -> list[list[float]]:
    """What each gap may grow by: word spaces and Latin gaps to half an em, then all by a quarter."""
    spaces, latin, others = ([0.0] * max(0, end - start - 1) for _ in range(3))
    for n in range(end - start - 1):
        a, b = paragraph.items[start + n], paragraph.items[start + n + 1]
        if a.cls == SPACE:
            spaces[n] = max(0.0, 0.5 - a.advance)
        elif _RULES[a.cls][b.cls] & ACTION == GAP:
            latin[n] = max(0.0, 0.5 - paragraph.gaps[start + n + 1])
        elif a.cls in _BEFORE_GROWTH and b.cls in _AFTER_GROWTH:
            others[n] = 0.0 if a.cls == b.cls == WIDE_DIGIT else 0.25
    if any(others):
        return [spaces, latin, others]
    return [spaces, latin, [float(bool(a or b)) for a, b in zip(spaces, latin, strict=True)]]
