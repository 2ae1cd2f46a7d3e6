"""What can go wrong in setting a text: plain facts, to be worded by whoever knows card and field."""

from __future__ import annotations

from typing import Literal


class TextError(Exception):
    """A text that cannot be set as asked."""


class MarkupError(TextError):
    """Markup that does not close or does not match. `column` counts characters of the source from 1."""

    def __init__(self, id: str, column: int):
        self.id, self.column = id, column
        super().__init__(f"{id} at {column}")


class NoGlyph(TextError):
    """Characters no face of the chain has: (cluster, code points) for each, and the faces tried."""

    def __init__(self, missing: tuple[tuple[str, str], ...], faces: tuple[str, ...]):
        self.missing, self.faces = missing, faces
        super().__init__(f"{', '.join(f'{c} {code}' for c, code in missing)} in {', '.join(faces)}")


class DoesNotFit(TextError):
    """A text too big for its box at the smallest size allowed.

    `direction` is the side of the box that is too short; `measured` and `available` are that side in mm,
    or numbers of lines when the direction is "lines"; `size` the last size tried in points; `overflow`
    the characters that found no room.
    """

    def __init__(
        self,
        direction: Literal["width", "height", "lines"],
        measured: float,
        available: float,
        size: float,
        overflow: str,
    ):
        self.direction, self.measured, self.available = direction, measured, available
        self.size, self.overflow = size, overflow
        super().__init__(f"{direction} {measured:.2f} > {available:.2f} at {size} pt: {overflow!r}")
