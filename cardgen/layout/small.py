"""Small print that cardgen adds by itself: one line, which gives way rather than stops a build."""

from __future__ import annotations

from cardgen.layout.frame import Box, Colour, Item, Text
from cardgen.text.compose import compose
from cardgen.text.errors import DoesNotFit, NoGlyph
from cardgen.text.fonts import Face
from cardgen.text.markup import Plain
from cardgen.text.placed import Composed
from cardgen.text.style import Align, Style

SIZE, LEAST = 6.5, 5.0
"""Points, and how far down they may go before words are cut."""

_ROOM = 10_000.0
"""Millimetres in which any line fits."""


def small_print(
    words: str,
    faces: tuple[Face, ...],
    box: Box,
    colour: Colour | None = None,
    size: float = SIZE,
    align: Align = "left",
) -> list[Item]:
    """The words in one line in the middle of the box (left, top, right, bottom).

    They are cut short where they are too long, and characters that the font lacks are left out.
    """
    left, top, right, bottom = box
    style = Style(
        faces=faces, size=size, min_size=LEAST, align=align, valign="middle", max_lines=1, colour=colour
    )
    composed = _composed(words, style, right - left, bottom - top)
    return [Text(run, left, top) for run in composed.runs] if composed else []


def lacking(words: str, faces: tuple[Face, ...]) -> dict[str, object]:
    """The characters of the words that the fonts lack, as facts of a problem; nothing when they have all."""
    if missing := _missing(words, faces):
        names = tuple(face.name for face in faces)
        return {"characters": tuple(f"{cluster} ({code})" for cluster, code in missing), "fonts": names}
    return {}


def settable(words: str, faces: tuple[Face, ...]) -> str:
    """The words without the characters that the fonts lack."""
    for cluster, _ in _missing(words, faces):
        words = words.replace(cluster, "")
    return words


def _missing(words: str, faces: tuple[Face, ...]) -> tuple[tuple[str, str], ...]:
    try:
        compose((Plain(words),), Style(faces=faces, size=SIZE), _ROOM, _ROOM)
    except NoGlyph as fault:
        return tuple(fault.missing)
    return ()


def _composed(words: str, style: Style, width: float, height: float) -> Composed | None:
    """As many of the words as go in, tried by halves."""
    words = " ".join(settable(words, style.faces).splitlines())
    best, fits, fails = None, 0, len(words) + 1
    while fails - fits > 1:
        kept = len(words) if best is None and fails > len(words) else (fits + fails) // 2
        cut = words if kept == len(words) else words[:kept] + "…"
        try:
            best, fits = compose((Plain(cut),), style, width, height), kept
        except DoesNotFit:
            fails = kept
    return best
