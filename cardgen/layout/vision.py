"""Colours as they are seen: brightness, contrast, colour-vision deficiencies, and how far two lie apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import cast

from cardgen.layout.frame import Colour

RGB = tuple[float, float, float]
"""sRGB, each part 0 to 1."""

WHITE: RGB = (1.0, 1.0, 1.0)
BLACK: RGB = (0.0, 0.0, 0.0)


def rgb(colour: Colour) -> RGB:
    """A colour as a screen shows it. CMYK is taken as ideal inks (ISO 32000-1, 10.3.5)."""
    if len(colour) == 4:
        cyan, magenta, yellow, key = colour
        return tuple(max(0.0, 1 - ink - key) for ink in (cyan, magenta, yellow))  # type: ignore[return-value]
    return cast(RGB, tuple(colour))


def mix(one: RGB, other: RGB, amount: float) -> RGB:
    """From `one` (0) to `other` (1)."""
    if amount == 1:
        return other
    return cast(RGB, tuple(a + (b - a) * amount for a, b in zip(one, other, strict=True)))


@lru_cache(4096)
def luminance(colour: RGB) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def grey(colour: RGB) -> RGB:
    """The grey that is as bright."""
    value = _encoded(luminance(colour))
    return value, value, value


# ------------------------------------------------------------------ deficiencies

_MATRICES: Mapping[str, tuple[RGB, RGB, RGB]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""For linear RGB at severity 1.0: Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, table of the authors' web page."""


def _deficient(name: str) -> Callable[[RGB], RGB]:
    def seen(colour: RGB) -> RGB:
        linear = _linear(colour)
        rows = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in _MATRICES[name])
        return cast(RGB, tuple(_encoded(min(1.0, max(0.0, part))) for part in rows))

    return seen


VISIONS: Mapping[str, Callable[[RGB], RGB]] = {
    "protanopia": _deficient("protanopia"),
    "deuteranopia": _deficient("deuteranopia"),
    "tritanopia": _deficient("tritanopia"),
    "grey": grey,
}
"""What a colour becomes for each kind of eye, and on a printer without colour."""


# ------------------------------------------------------------------ difference


def difference(one: RGB, other: RGB) -> float:
    """CIE76: the distance in CIELAB under D65."""
    return cast(float, sum((a - b) ** 2 for a, b in zip(_lab(one), _lab(other), strict=True)) ** 0.5)


_D65 = (0.95047, 1.0, 1.08883)
_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""Linear sRGB to XYZ (IEC 61966-2-1)."""


@lru_cache(4096)
def _lab(colour: RGB) -> RGB:
    linear = _linear(colour)
    x, y, z = (
        _root(sum(a * b for a, b in zip(row, linear, strict=True)) / white)
        for row, white in zip(_XYZ, _D65, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return cast(float, value ** (1 / 3)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _linear(colour: RGB) -> RGB:
    return cast(RGB, tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour))


def _encoded(value: float) -> float:
    return cast(float, 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)
