"""Runs of glyphs as PDF operators, and what each line is to be copied as."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from cardgen.export.pdffont import EmbeddedFont
from cardgen.layout.frame import Text
from cardgen.text.placed import MM_PER_POINT, Glyph, Run


@lru_cache(8192)
def number(value: float, decimals: int = 3) -> str:
    """A number as PDF writes it; three decimals of a millimetre are enough."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


# ------------------------------------------------------------------ what is copied


def goes_on(text: Text, following: Text) -> bool:
    """Whether `following` stands behind `text` on the same line, or below it in the same column."""
    if not text.run.glyphs or not following.run.glyphs:
        return True
    last, first = text.run.glyphs[-1], following.run.glyphs[0]
    em = max(text.run.size, following.run.size) * MM_PER_POINT
    dx, dy = following.x + first.x - text.x - last.x, following.y + first.y - text.y - last.y
    downwards = _downwards(text.run) or _downwards(following.run)
    return (0 < dy < 2 * em and abs(dx) < em) if downwards else (0 < dx < 3 * em and abs(dy) < 0.01)


def _downwards(run: Run) -> bool:
    return run.glyphs[0].y != run.glyphs[-1].y or bool(run.glyphs[0].rotate)


def copied(line: Sequence[Text]) -> list[tuple[Sequence[Text], str | None]]:
    """A line in stretches with what each is to be copied as, None where its glyphs say it.

    PDFium, and with it Chrome, leaves characters beyond U+FFFF out of an ActualText, but knows them from
    their glyphs: so they stand by themselves.
    """
    whole = _actual_text(line)
    if not whole or not _beyond(whole):
        return [(line, whole)]
    return [(own, None if _beyond(own[0].run.source) else _actual_text(own)) for own in _parted(line)]


def _actual_text(line: Sequence[Text]) -> str | None:
    """What a line is to be copied as, where its glyphs one after the other do not say it.

    Readers take text that runs downwards for a column of one-letter lines, a gap of an eighth of an em for
    a space, and marks set close for marks out of order. Ruby repeats what its base already says, so it is
    not copied at all.
    """
    if line[0].run.annotation:
        return ""
    runs = [text.run for text in line]
    spelt = all(_spelt(run) for run in runs)
    even = not any(_downwards(run) for run in runs) and all(-0.1 < gap < 0.08 for gap in _gaps(line))
    return None if spelt and even else "".join(run.source for run in runs)


def _beyond(text: str) -> bool:
    return max(text, default="") > "\uffff"


def _parted(line: Sequence[Text]) -> list[list[Text]]:
    """The line, parted before and behind clusters with a character beyond U+FFFF."""
    found: list[list[Text]] = []
    before = False
    for text in line:
        for beyond, glyphs in groupby(text.run.glyphs, lambda glyph: _beyond(glyph.text)):
            own = tuple(glyphs)
            run = replace(text.run, glyphs=own, source="".join(glyph.text for glyph in own))
            if not found or beyond or before:
                found.append([])
            found[-1].append(replace(text, run=run))
            before = beyond
    return found


def _spelt(run: Run) -> bool:
    texts = [glyph.text for glyph in run.glyphs]
    return all(texts) and "".join(texts) == run.source


def _gaps(line: Sequence[Text]) -> Iterator[float]:
    """The space between each glyph and the next, in em; less than nothing where they are set close."""
    end: float | None = None
    for text in line:
        em = text.run.size * MM_PER_POINT
        for glyph in text.run.glyphs:
            start = text.x + glyph.x
            if end is not None:
                yield (start - end) / em
            end = start + text.run.face.advance(glyph.gid) * em * glyph.stretch


def baselines(run: Run) -> list[list[Glyph]]:
    """The glyphs in stretches that stand on one baseline, turned and stretched alike."""
    lines: list[list[Glyph]] = []
    for glyph in run.glyphs:
        last = lines[-1][-1] if lines else None
        if (
            last is None
            or glyph.rotate
            or (last.y, last.rotate, last.stretch) != (glyph.y, glyph.rotate, glyph.stretch)
            or glyph.x < last.x
        ):
            lines.append([])
        lines[-1].append(glyph)
    return lines


def shown(line: list[Glyph], font: EmbeddedFont, run: Run, x: float, y: float) -> str:
    """The operators that show glyphs of one baseline: where the first stands, then all with their gaps."""
    first = line[0]
    matrix = f"{turn(first.rotate, first.stretch)} {number(x + first.x)} {number(y + first.y)} Tm"
    em = run.size * MM_PER_POINT * first.stretch / 1000
    pieces, codes, pen = [], "", first.x
    for glyph in line:
        gap = round((pen - glyph.x) / em, 1)
        if gap:
            pieces.append(f"<{codes}>{number(gap, 1)}")
            codes, pen = "", pen - gap * em
        codes += f"{font.code(glyph.gid, '' if run.annotation else glyph.text):04X}"
        pen += font.width(glyph.gid) * em
    pieces.append(f"<{codes}>")
    return f"{matrix} {pieces[0]} Tj" if len(pieces) == 1 else f"{matrix} [{''.join(pieces)}] TJ"


def turn(rotate: float, stretch: float, size: float = 1, decimals: int = 5) -> str:
    """The matrix of glyphs turned clockwise: the page's y runs down, a font's runs up."""
    if not rotate:
        return f"{number(stretch * size, decimals)} 0 0 {number(-size, decimals)}"
    cos, sin = size * math.cos(math.radians(rotate)), size * math.sin(math.radians(rotate))
    return " ".join(number(value, decimals) for value in (cos * stretch, sin * stretch, sin, -cos))
