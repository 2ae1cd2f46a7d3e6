"""What happens between two neighbouring characters: may the line break, do blanks close, is there a gap.

Breaks: JLReq 3.1.7, 3.1.8, 3.1.10 and Table 2, with the levels of CSS Text 3 `line-break`.
Blanks: JLReq 3.1.4 and Table 1, as negative kerns between full-width characters.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from cardgen.text.classes import (
    CLOSE,
    COMMA,
    COUNT,
    DIVIDING,
    GLUE,
    HYPHEN,
    INSEPARABLE,
    ITERATION,
    JAPANESE,
    LATIN,
    LATIN_CLOSE,
    LATIN_DIVIDING,
    LATIN_HYPHEN,
    LATIN_OPEN,
    LATIN_POINT,
    LATIN_POSTFIX,
    LATIN_PREFIX,
    MIDDLE,
    NUMERAL,
    OPEN,
    POSTFIX,
    PREFIX,
    PROLONGED,
    QUOTE,
    SLASH,
    SMALL,
    SPACE,
    STOP,
    VOICING,
    WAVE,
    WIDE_DIGIT,
    WIDE_SPACE,
)  # fmt: skip

Level = Literal["strict", "normal", "loose"]

BREAK = 1
"""Bit of a pair's rule: a line may break between the two."""
TRAIL, LEAD, SMALLER, GAP, LOOK = 2, 4, 6, 8, 10
"""What else to do, under the mask `ACTION`: close the first one's blank, close the second one's blank, close
the smaller of both, add the Japanese-Latin gap, or look at the characters themselves."""
ACTION = 14

_CLOSING = frozenset({CLOSE, COMMA, STOP})
_NEVER_FIRST = frozenset({
    CLOSE, STOP, COMMA, HYPHEN, WAVE, DIVIDING, MIDDLE, ITERATION, PROLONGED, SMALL, VOICING, POSTFIX,
    WIDE_SPACE, LATIN_CLOSE, LATIN_POINT, LATIN_DIVIDING, LATIN_HYPHEN, SLASH, LATIN_POSTFIX, SPACE, GLUE,
    QUOTE,
})  # fmt: skip
_NEVER_LAST = frozenset({OPEN, LATIN_OPEN, PREFIX, LATIN_PREFIX, GLUE, QUOTE})
_NORMAL_FIRST = frozenset({PROLONGED, SMALL, WAVE})
_LOOSE_FIRST = _NORMAL_FIRST | {HYPHEN, ITERATION, MIDDLE, DIVIDING, POSTFIX}
_WORD = frozenset({NUMERAL, LATIN})
_MARKS = frozenset({DIVIDING, MIDDLE, WAVE, HYPHEN, ITERATION, SMALL, PROLONGED})


def may_break(a: int, b: int, level: Level) -> bool:
    """Whether a line may end after class `a` and the next begin with class `b`."""
    if level == "loose" and _loosened(a, b):
        return True
    first = b in _NEVER_FIRST
    if level == "normal" and b in _NORMAL_FIRST:
        first = False
    return not first and not _holds(a, b)


def _loosened(a: int, b: int) -> bool:
    if a == PREFIX:
        return b in JAPANESE
    if a in (OPEN, LATIN_OPEN, GLUE, QUOTE, LATIN_PREFIX):
        return False
    if b == INSEPARABLE == a:
        return True
    if b == POSTFIX:
        return a not in _WORD and a != WIDE_DIGIT
    return b in _LOOSE_FIRST and not (a in _MARKS and b in (DIVIDING, MIDDLE))


def _holds(a: int, b: int) -> bool:
    """Whether the two belong together although the second might begin a line: numbers, units, words."""
    if a in _NEVER_LAST:
        return True
    if a in _WORD:
        return b in _WORD or b in (LATIN_OPEN, PREFIX, LATIN_PREFIX)
    if a in (LATIN_CLOSE, POSTFIX, LATIN_POSTFIX, LATIN_POINT):
        return b in _WORD
    if a in (LATIN_HYPHEN, SLASH):
        return b in (NUMERAL, LATIN_PREFIX)
    return a == b == WIDE_DIGIT


def action(a: int, b: int) -> int:
    """What closes or opens between the two classes."""
    if a in _CLOSING and b in _CLOSING:
        return TRAIL
    if a in _CLOSING and b == OPEN:
        return SMALLER
    if a == CLOSE and b == MIDDLE:
        return TRAIL
    if b == OPEN and a in (OPEN, MIDDLE, WIDE_SPACE):
        return LEAD
    if (a in JAPANESE and b in _OUTER_LATIN) or (b in JAPANESE and a in _OUTER_LATIN):
        return GAP
    if (a, b) in ((INSEPARABLE, INSEPARABLE), (COMMA, WIDE_DIGIT), (STOP, WIDE_DIGIT)):
        return LOOK
    return 0


_OUTER_LATIN = frozenset({NUMERAL, LATIN, LATIN_PREFIX, LATIN_POSTFIX})


@lru_cache(maxsize=3)
def table(level: Level) -> tuple[tuple[int, ...], ...]:
    """The rule of every pair of classes at a level of strictness: `BREAK` and one of the actions."""
    return tuple(
        tuple((BREAK if may_break(a, b, level) else 0) | action(a, b) for b in range(COUNT))
        for a in range(COUNT)
    )
