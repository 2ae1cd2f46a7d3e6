"""SVG's presentation attributes: how each is read, how they are inherited, and the paint they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from cardgen.layout import colour, path
from cardgen.layout.frame import Colour, Paint

CURRENT: Literal["currentColor"] = "currentColor"

Inherited = Mapping[str, Any]
"""Values by attribute name; a colour is a `Colour`, None (not painted) or CURRENT."""


def number(text: str) -> float:
    """A length in the drawing's own unit (mm in a template). Raises ValueError."""
    return path.number(text.strip().removesuffix("mm").removesuffix("px"))


def length(text: str) -> float:
    """A number that is not negative. Raises ValueError."""
    value = number(text)
    if value < 0:
        raise ValueError(text)
    return value


def fraction(text: str) -> float:
    """0 to 1, or a percentage. Raises ValueError: SVG takes 50 for 1, whoever writes it means 50%."""
    text = text.strip()
    value = path.number(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


def _paint(text: str) -> Colour | str | None:
    text = text.strip()
    if text in ("none", "transparent"):
        return None
    if text.lower() == "currentcolor":
        return CURRENT
    found = colour.parse(text)
    if found is None:
        raise ValueError(text)
    return found


def _plain_colour(text: str) -> Colour:
    found = _paint(text)
    if not isinstance(found, tuple):
        raise ValueError(text)
    return found


def _dashes(text: str) -> tuple[float, ...]:
    """An odd list is doubled; one that adds up to nothing draws a solid line (SVG 2, 13.5.6)."""
    if text.strip() == "none":
        return ()
    found = tuple(path.numbers(text))
    if any(length < 0 for length in found):
        raise ValueError(text)
    return () if not sum(found) else found * (1 + len(found) % 2)


def one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.strip() not in words:
            raise ValueError(text)
        return text.strip()

    return read


READERS: dict[str, Callable[[str], Any]] = {
    "fill": _paint,
    "stroke": _paint,
    "color": _plain_colour,
    "stroke-width": length,
    "stroke-dasharray": _dashes,
    "stroke-linecap": one_of("butt", "round", "square"),
    "stroke-linejoin": one_of("miter", "round", "bevel"),
    "fill-rule": one_of("nonzero", "evenodd"),
    "fill-opacity": fraction,
    "stroke-opacity": fraction,
}
"""What is inherited, and how it is read. `opacity` is not inherited: it belongs to the element."""

INITIAL: Inherited = {
    "fill": (0.0, 0.0, 0.0),
    "stroke": None,
    "color": (0.0, 0.0, 0.0),
    "stroke-width": 1.0,
    "stroke-dasharray": (),
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "fill-rule": "nonzero",
    "fill-opacity": 1.0,
    "stroke-opacity": 1.0,
}


def painted(style: Inherited, name: str) -> Colour | None:
    """The colour of `fill` or `stroke`, currentColor resolved."""
    value = style["color"] if style[name] == CURRENT else style[name]
    return cast("Colour | None", value)


def paints(style: Inherited, fillable: bool = True) -> list[Paint]:
    """The paint of a shape: one, or two when fill and stroke differ in opacity; none when it is invisible."""
    fill = painted(style, "fill") if fillable else None
    stroke = painted(style, "stroke") if style["stroke-width"] else None
    inner, outer = style["fill-opacity"], style["stroke-opacity"]
    if fill and stroke and inner != outer:
        return [_of(style, fill, None, inner), _of(style, None, stroke, outer)]
    if not fill and not stroke:
        return []
    return [_of(style, fill, stroke, inner if fill else outer)]


def _of(style: Inherited, fill: Colour | None, stroke: Colour | None, opacity: float) -> Paint:
    return Paint(
        fill=fill,
        stroke=stroke,
        width=style["stroke-width"],
        dash=style["stroke-dasharray"],
        cap=style["stroke-linecap"],
        join=style["stroke-linejoin"],
        opacity=opacity,
        evenodd=style["fill-rule"] == "evenodd",
    )


def declarations(text: str) -> dict[str, str]:
    """The properties of a style attribute: "fill: red; stroke: none"."""
    pairs = (part.partition(":") for part in text.split(";") if part.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}
