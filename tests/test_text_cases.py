"""Lines and places of the texts under tests/cases/text, which read as a manual of the rules.

A case begins with its setting: the measure in em, then words of the style. `\\u200b` and the like are
escapes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from casefile import Case, cases, compare

from cardgen.text.compose import compose
from cardgen.text.fonts import Catalogue
from cardgen.text.placed import MM_PER_POINT, Composed, Glyph, Run
from cardgen.text.style import Style

FONTS = Catalogue([Path(__file__).parent.parent / "fonts"])
SIZE = 10.0
EM = SIZE * MM_PER_POINT
ICONS = frozenset({"剣"})
WORDS: dict[str, dict[str, Any]] = {
    "loose": {"kinsoku": "loose"},
    "normal": {"kinsoku": "normal"},
    "title": {"mode": "title"},
    "vertical": {"writing": "vertical"},
    "hang": {"hang": True},
    "whole": {"widows": False},
    **{align: {"align": align} for align in ("justify", "center", "right", "even")},
}


def set_case(case: Case) -> tuple[Composed, Style]:
    setting, _, text = case.text.partition("\n")
    measure, *words = setting.split(" face=")[0].split()
    names = setting.partition(" face=")[2] or "BIZ UDGothic"
    style = Style(tuple(FONTS.find(n) for n in names.split("+")), size=SIZE)
    for word in words:
        style = replace(style, **WORDS[word])
    text = text.rstrip("\n").encode("latin-1", "backslashreplace").decode("unicode-escape")
    length = float(measure.removesuffix("em")) * EM
    box = (200.0, length) if style.writing == "vertical" else (length, 200.0)
    return compose(text, style, *box, icons=ICONS), style


def escaped(text: str) -> str:
    """The text with what cannot be seen, or would look like something else, as escapes."""
    hidden = (0xA0, 0x309A)
    return "".join(
        f"\\u{ord(c):04x}" if ord(c) in hidden or 0xF900 <= ord(c) <= 0xFAFF
        else f"\\U{ord(c):08x}" if ord(c) >= 0xE0000
        else c
        for c in text
    )  # fmt: skip


def places(composed: Composed, style: Style) -> list[str]:
    """Every glyph of every line with its place along the line in em, then the line's annotations.

    In vertical lines: v for a vertical form, r for a glyph on its side, and a glyph that stands beside the
    one before has its distance from the column's middle.
    """
    column = (200 - composed.width) / EM + 0.5

    def shown(glyph: Glyph, run: Run) -> str:
        return _glyph(glyph, run, style, column)

    rows = [" ".join(shown(g, r) for r in composed.runs if not r.annotation for g in r.glyphs)]
    rows += [f"icon {i.name} {i.x / EM:.2f} {i.y / EM:.2f}" for i in composed.icons]
    rows += ["over " + " ".join(shown(g, r) for g in r.glyphs) for r in composed.runs if r.annotation]
    return [*rows, f"width {(composed.height if style.writing == 'vertical' else composed.width) / EM:.3f}"]


def _glyph(glyph: Glyph, run: Run, style: Style, column: float) -> str:
    name = glyph.text or "•"
    if style.writing == "horizontal":
        return f"{name}@{_number(glyph.x / EM)}"
    if glyph.rotate:
        return f"{name}@{_number(glyph.y / EM)}r"
    form = "" if run.face.glyph(glyph.text or "﹅") == glyph.gid else "v"
    top = glyph.y / EM - run.face.baseline * run.size / SIZE
    width = run.face.advance(glyph.gid) * glyph.stretch * run.size / SIZE
    middle = glyph.x / EM + width / 2 - column
    return f"{name}@{_number(top)}{form}" + (f"({_number(middle)})" if abs(middle) > 0.001 else "")


def _number(value: float) -> str:
    return f"{round(value, 3) + 0:.5g}"


@pytest.mark.parametrize("case", cases("text/lines"))
def test_lines(case: Case, update: bool) -> None:
    composed, _ = set_case(case)
    warnings = [f"! {w}" for w in composed.warnings]
    compare(case, [*map(escaped, composed.lines), *warnings], update)


@pytest.mark.parametrize("case", cases("text/places"))
def test_places(case: Case, update: bool) -> None:
    compare(case, places(*set_case(case)), update)
