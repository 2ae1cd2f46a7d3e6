"""What drawing programs write into SVG files and what makes no difference to the drawing."""

from __future__ import annotations

_NAMES = frozenset(["class", "version", "viewBox", "width", "height", "x", "y", "role", "lang"])
_STARTS = ("xml", "data-", "aria-", "font", "text-", "-inkscape", "color-", "clip-rule")
_VALUES: dict[str, tuple[str, ...] | None] = {
    "preserveAspectRatio": ("xMidYMid", "xMidYMid meet"),
    "filter": ("none",),
    "mask": ("none",),
    "clip-path": ("none",),
    "mix-blend-mode": ("normal",),
    "visibility": ("visible", "inherit"),
    "overflow": ("visible", "hidden", "auto"),
    "stroke-dashoffset": ("0", "0px", "none"),
    "stroke-miterlimit": ("4", "10"),
    "vector-effect": ("none",),
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), ("none",)),
    "paint-order": ("normal", "markers fill stroke", "fill"),
    "enable-background": None,
    "isolation": None,
    "letter-spacing": None,
    "line-height": None,
    "shape-rendering": None,
    "image-rendering": None,
    "stop-color": None,
    "stop-opacity": None,
    "solid-color": None,
    "solid-opacity": None,
    "white-space": None,
    "word-spacing": None,
    "writing-mode": None,
    "baseline-shift": None,
    "direction": None,
    "block-progression": None,
    "dominant-baseline": None,
    "shape-padding": None,
    "shape-margin": None,
    "inline-size": None,
}
"""Properties that drawing programs write and that change nothing here (with the values that do not)."""


def idle(name: str, text: str) -> bool:
    """Whether an attribute of an SVG file may be passed over: it could not change what is drawn here."""
    if ":" in name or name in _NAMES or name.startswith(_STARTS):
        return True
    return name in _VALUES and ((values := _VALUES[name]) is None or text in values)
