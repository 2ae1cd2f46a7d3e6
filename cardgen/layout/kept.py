"""Frames drawn when they are wanted, the last of them kept: a deck of any size takes the same memory."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.layout.frame import Frame

Drawing = Callable[[], Frame]
"""Draws a frame, the same one each time."""

MOST = 256
"""Frames that are kept: more than most games have designs, and a few megabytes."""


class Kept:
    """The frames that were asked for last, by name. One that was let go is drawn again."""

    def __init__(self) -> None:
        self._frames: dict[str, Frame] = {}

    def frame(self, name: str, draw: Drawing) -> Frame:
        """The frame of that name; `draw` makes it where it is not there (any more)."""
        frame = self._frames.pop(name, None) or draw()
        self._frames[name] = frame  # at the end, where the last used stand
        if len(self._frames) > MOST:
            del self._frames[next(iter(self._frames))]
        return frame
