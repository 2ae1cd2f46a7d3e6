"""Colours as templates write them, and the small arithmetic a template needs with them."""

from __future__ import annotations

import re
from functools import cache

from cardgen.layout import vision
from cardgen.layout.frame import Colour

NAMES = {
    "赤": "#c62828",
    "青": "#1565c0",
    "緑": "#2e7d32",
    "黄": "#f9a825",
    "紫": "#6a1b9a",
    "橙": "#ef6c00",
    "桃": "#d81b60",
    "茶": "#6d4c41",
    "灰": "#757575",
    "黒": "#000000",
    "白": "#ffffff",
    "金": "#a67c00",
    "銀": "#8a9299",
    "aqua": "#00ffff",
    "black": "#000000",
    "blue": "#0000ff",
    "brown": "#a52a2a",
    "crimson": "#dc143c",
    "cyan": "#00ffff",
    "darkblue": "#00008b",
    "darkgray": "#a9a9a9",
    "darkgreen": "#006400",
    "darkgrey": "#a9a9a9",
    "darkred": "#8b0000",
    "fuchsia": "#ff00ff",
    "gold": "#ffd700",
    "gray": "#808080",
    "green": "#008000",
    "grey": "#808080",
    "indigo": "#4b0082",
    "ivory": "#fffff0",
    "khaki": "#f0e68c",
    "lightgray": "#d3d3d3",
    "lightgrey": "#d3d3d3",
    "lime": "#00ff00",
    "magenta": "#ff00ff",
    "maroon": "#800000",
    "navy": "#000080",
    "olive": "#808000",
    "orange": "#ffa500",
    "pink": "#ffc0cb",
    "purple": "#800080",
    "red": "#ff0000",
    "silver": "#c0c0c0",
    "skyblue": "#87ceeb",
    "teal": "#008080",
    "violet": "#ee82ee",
    "white": "#ffffff",
    "whitesmoke": "#f5f5f5",
    "yellow": "#ffff00",
}
"""CSS's basic colours, a few others that card designers reach for, and inks by their Japanese name."""

_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_CALL = re.compile(r"(rgb|cmyk)\(([^)]*)\)")


@cache
def parse(text: str) -> Colour | None:
    """#rgb, #rrggbb, a name, rgb(r, g, b) of 0-255 or per cent, cmyk(c, m, y, k) of 0-100; else None."""
    text = text.strip()
    text = NAMES.get(text.lower(), text)
    if found := _HEX.fullmatch(text):
        digits = found[1] if len(found[1]) == 6 else "".join(d * 2 for d in found[1])
        return tuple(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    if found := _CALL.fullmatch(text):
        return _call(found[1], re.split(r"[\s,]+", found[2].strip()))
    return None


def _call(name: str, words: list[str]) -> Colour | None:
    try:
        parts = [float(word.removesuffix("%")) for word in words]
    except ValueError:
        return None
    tops = [100.0 if name == "cmyk" or word.endswith("%") else 255.0 for word in words]
    if len(parts) != len(name) or not all(0 <= part <= top for part, top in zip(parts, tops, strict=True)):
        return None
    return tuple(part / top for part, top in zip(parts, tops, strict=True))


# ------------------------------------------------------------------ filters


def lighten(colour: str, amount: float) -> str:
    """Mixed with white: 0 leaves it, 1 is white."""
    return mix(colour, "#ffffff", amount)


def darken(colour: str, amount: float) -> str:
    """Mixed with black: 0 leaves it, 1 is black."""
    return mix(colour, "#000000", amount)


def mix(colour: str, other: str, amount: float = 0.5) -> str:
    """From `colour` (0) to `other` (1), as #rrggbb. Raises ValueError for what is no RGB colour."""
    parts = [a + (b - a) * amount for a, b in zip(_rgb(colour), _rgb(other), strict=True)]
    return "#" + "".join(f"{round(max(0.0, min(1.0, part)) * 255):02x}" for part in parts)


def contrast(colour: str, dark: str = "#1a1a1a", light: str = "#ffffff") -> str:
    """Whichever of `dark` and `light` is read more easily on `colour` (WCAG 2.2's contrast ratio)."""
    ground = vision.rgb(_rgb(colour))
    return max((light, dark), key=lambda ink: vision.contrast(vision.rgb(_rgb(ink)), ground))


def _rgb(text: str) -> Colour:
    found = parse(str(text))
    if found is None or len(found) != 3:
        raise ValueError(str(text))
    return found
