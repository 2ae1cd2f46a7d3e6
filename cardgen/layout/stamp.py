"""A revision on a card that is already drawn: a tiny line at its foot, where nothing else stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.layout.frame import Box, Frame, Shape, Text
from cardgen.layout.ground import Ground, area, centres, leaves, scale_of
from cardgen.layout.small import small_print
from cardgen.layout.vision import RGB, WHITE, contrast
from cardgen.text.fonts import Face
from cardgen.text.placed import MM_PER_POINT

SAFE = 3.0
"""Millimetres inside the trim that cutting may take."""

SIZE = 5.0
_HEIGHT = 2.1
AIR = 0.4
"""Millimetres that stay free around the line."""

_ROWS = 12
"""How many places above one another are looked at."""

_DARK: RGB = (0.2, 0.2, 0.2)


def stamped(frame: Frame, words: str, faces: tuple[Face, ...]) -> Frame:
    """The card with the words on it, dark or white as its ground asks; where all is taken, at the foot."""
    drawn = _Drawn.of(frame)
    places = list(_places(frame, len(words)))
    box = next((box for box in places if drawn.free(box)), places[0])
    beneath = drawn.ground.at((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    ink = max((_DARK, WHITE), key=lambda colour: contrast(colour, beneath))
    line = small_print(words, faces, box, ink, SIZE, "center")
    return frame.changed([*frame.items, *line])


def _places(frame: Frame, length: int) -> Iterator[Box]:
    """Boxes for the line: at the right, in the middle, at the left, row by row from the foot."""
    safe = min(SAFE, frame.width / 8, frame.height / 8)
    width = min(frame.width - 2 * safe, (length + 1) * SIZE * MM_PER_POINT)
    lefts = (frame.width - safe - width, (frame.width - width) / 2, safe)
    for row in range(_ROWS):
        bottom = frame.height - safe - row * _HEIGHT / 2
        if bottom - _HEIGHT > safe:
            yield from ((left, bottom - _HEIGHT, left + width, bottom) for left in lefts)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What stands on a card already: its ground, and the boxes of its glyphs and lines."""

    ground: Ground
    taken: tuple[Box, ...]

    @staticmethod
    def of(frame: Frame) -> _Drawn:
        ground, taken = Ground(), []
        for leaf in leaves(frame):
            ground.paint(leaf)
            match leaf.item:
                case Text(run, _, _) as text:
                    half = run.size * MM_PER_POINT * scale_of(leaf.matrix) / 2
                    taken += [(x - half, y - half, x + half, y + half) for x, y in centres(text, leaf.matrix)]
                case Shape(path, paint) if paint.stroke:
                    outlines = area(path, leaf.matrix).polygons
                    taken += [box for outline in outlines for box in _steps(outline)]
        return _Drawn(ground, tuple(taken))

    def free(self, box: Box) -> bool:
        """Whether no glyph or line is in the box, and its ground is of one colour."""
        left, top, right, bottom = box[0] - AIR, box[1] - AIR, box[2] + AIR, box[3] + AIR
        if any(t[0] < right and left < t[2] and t[1] < bottom and top < t[3] for t in self.taken):
            return False
        across = [left + (right - left) * n / 8 for n in range(9)]
        seen = {self.ground.at(x, y) for x in across for y in (top, (top + bottom) / 2, bottom)}
        return len(seen) == 1


def _steps(outline: tuple[tuple[float, float], ...]) -> Iterator[Box]:
    """A box around each straight step of an outline."""
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        yield min(x1, x2) - 0.1, min(y1, y2) - 0.1, max(x1, x2) + 0.1, max(y1, y2) + 0.1
