"""Characters: which cluster they belong to, their class (JLReq Appendix A), their stance in vertical lines.

Every class lists the full-width, the half-width and the ASCII form of its marks, since writers mix them.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Wide classes first: everything below NUMERAL is Japanese for the rules on spaces.
OPEN, CLOSE, HYPHEN, WAVE, DIVIDING, MIDDLE, STOP, COMMA, INSEPARABLE = range(9)
ITERATION, PROLONGED, SMALL, PREFIX, POSTFIX, WIDE_SPACE = range(9, 15)
HIRAGANA, KATAKANA, IDEOGRAPH, WIDE_DIGIT, VOICING = range(15, 20)
NUMERAL, LATIN, SPACE, GLUE = range(20, 24)
LATIN_OPEN, LATIN_CLOSE, LATIN_POINT, LATIN_DIVIDING, LATIN_HYPHEN = range(24, 29)
QUOTE, SLASH, LATIN_PREFIX, LATIN_POSTFIX = range(29, 33)
COUNT = 33

_MEMBERS: dict[int, str] = {
    OPEN: "‘“（〔［｛〈《「『【⦅｟〘〖«〝｢＜≪",
    CLOSE: "’”）〕］｝〉》」』】⦆｠〙〗»〟｣＞≫",
    HYPHEN: "‐–",
    WAVE: "〜～゠",
    DIVIDING: "！？‼⁇⁈⁉",
    MIDDLE: "・：；･",
    STOP: "。．｡",
    COMMA: "、，､",
    INSEPARABLE: "—―─━…‥⋯〳〴〵",
    ITERATION: "ヽヾゝゞ々〻",
    PROLONGED: "ーｰ",
    SMALL: "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ",
    VOICING: "゛゜ﾞﾟ",
    PREFIX: "￥＄￡＃€№＋−－±×÷",
    POSTFIX: "°′″℃￠％‰㏋ℓ㌃㌍㌔㌘㌢㌣㌦㌧㌫㌶㌻㍉㍊㍍㍑㍗㎎㎏㎜㎝㎞㎡㏄㎖㎗㎘㎢㎤㎥㎈㎉㎐",
    WIDE_SPACE: "\u3000",
    WIDE_DIGIT: "０１２３４５６７８９",
    NUMERAL: "0123456789",
    SPACE: " \t",
    GLUE: "\u00a0\u202f",
    LATIN_OPEN: "([{<",
    LATIN_CLOSE: ")]}>",
    LATIN_POINT: ",.:;",
    LATIN_DIVIDING: "!?",
    LATIN_HYPHEN: "-",
    QUOTE: "'\"",
    SLASH: "/",
    LATIN_PREFIX: "$¥£+",
    LATIN_POSTFIX: "%",
    IDEOGRAPH: "§©®¶¼½¾",
}  # fmt: skip

_CLASS = {char: number for number, members in _MEMBERS.items() for char in members}

JAPANESE = frozenset({HIRAGANA, KATAKANA, IDEOGRAPH, ITERATION, PROLONGED, SMALL, VOICING})
KANA = frozenset({HIRAGANA, KATAKANA, PROLONGED, SMALL, VOICING})
BLANK = frozenset({SPACE, GLUE, WIDE_SPACE})

ZERO_WIDTH_SPACE = "\u200b"
WORD_JOINERS = frozenset("\u2060\ufeff")

_EXTENDERS = (
    "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a"
    "\ufe00-\ufe0f\ufe20-\ufe2f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\U000e0100-\U000e01ef"
)
_JOINED = re.compile(f"[{_EXTENDERS}\u200d\U0001f1e6-\U0001f1ff]")
_CLUSTER = re.compile(f"[\U0001f1e6-\U0001f1ff]{{2}}|.(?:[{_EXTENDERS}]|\u200d.?)*", re.DOTALL)


def clusters(text: str) -> list[str]:
    """The text in what a reader takes for single characters (UAX #29, as far as Japanese fonts go)."""
    return _CLUSTER.findall(text) if _JOINED.search(text) else list(text)


@lru_cache(maxsize=8192)
def class_of(cluster: str) -> int:
    """The class of a cluster, by its first character."""
    char = cluster[0]
    if (known := _CLASS.get(char)) is not None:
        return known
    code = ord(char)
    if is_latin(char):
        return LATIN
    if 0x3041 <= code <= 0x309F:
        return HIRAGANA
    if 0x30A1 <= code <= 0x30FF or 0xFF66 <= code <= 0xFF9D:
        return KATAKANA
    return IDEOGRAPH


def is_latin(char: str) -> bool:
    """Whether a character is set in the proportional face, and lies on its side in a vertical line."""
    code = ord(char)
    if code < 0x250:
        return _CLASS.get(char) not in (IDEOGRAPH, POSTFIX, PREFIX, OPEN, CLOSE)
    return 0x370 <= code < 0x530 or 0x1E00 <= code < 0x2000


_TURNED = frozenset(
    "（）〔〕［］｛｝〈〉《》「」『』【】⦅⦆｟｠〘〙〖〗«»〝〟｢｣＜＞≪≫“”‘’ー〜～゠：；＿｜￣…‥⋯―—─━–‐＝ｰ"
)


def stays_upright(char: str) -> bool:
    """Whether a character without a vertical form stands upright in a vertical line (UAX #50: U, Tu)."""
    return char not in _TURNED and not is_latin(char) and not _half_width(char)


def has_vertical_form(char: str) -> bool:
    """Whether a font's vertical form of the character is wanted.

    Not for Latin and half-width kana, which fonts map to glyphs already lying down, nor for arrows, whose
    meaning would turn.
    """
    return not (is_latin(char) or _half_width(char)) and not 0x2190 <= ord(char) <= 0x21FF


def _half_width(char: str) -> bool:
    return 0xFF61 <= ord(char) <= 0xFF9F
