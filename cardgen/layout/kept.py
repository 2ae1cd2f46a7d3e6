"""Frames by name: the last used in memory, the others on disk. A deck of any size takes the same memory."""

from __future__ import annotations

import pickle
import tempfile
import weakref
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import IO, cast

from cardgen.layout.frame import Frame
from cardgen.problems import Problems, unwritable
from cardgen.text.fonts import Face

Drawing = Callable[[], Frame]
"""Draws a frame, the same one each time."""


def drawn(frame: Frame) -> Drawing:
    """The drawing of what is there already."""
    return lambda: frame


MOST = 256
"""Frames that stay in memory: more than most games have designs, and a few megabytes."""


class Kept:
    """Frames by name, as many as there are. Raises Problems when there is no room for them on disk."""

    def __init__(self) -> None:
        self._frames: dict[str, Frame] = {}
        self._stored: dict[str, tuple[int, int]] = {}
        self._shared: dict[int | str, Face | Frame] = {}
        self._file: IO[bytes] | None = None

    def put(self, name: str, frame: Frame) -> None:
        self._frames.pop(name, None)
        self._frames[name] = frame  # at the end, where the last used stand
        if len(self._frames) > MOST:
            oldest = next(iter(self._frames))
            self._store(oldest, self._frames.pop(oldest))

    def get(self, name: str) -> Frame:
        """The frame that was put there under that name."""
        frame = self._frames.get(name) or self._restored(name)
        self.put(name, frame)
        return frame

    def frame(self, name: str, draw: Drawing) -> Frame:
        """The frame of that name; `draw` makes it the first time that it is asked for."""
        if name not in self._frames and name not in self._stored:
            self.put(name, draw())
        return self.get(name)

    def _store(self, name: str, frame: Frame) -> None:
        if name in self._stored:
            return
        data = BytesIO()
        _Pickler(data, self._shared, frame).dump(frame)
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="cardgen-")  # noqa: SIM115  (as long as the frames)
                weakref.finalize(self, _close, self._file)
            start = self._file.seek(0, 2)
            self._file.write(data.getbuffer())
            self._file.flush()
        except OSError as error:
            raise Problems([unwritable(_temporary(), error)]) from error
        self._stored[name] = start, len(data.getbuffer())

    def _restored(self, name: str) -> Frame:
        start, length = self._stored[name]
        assert self._file is not None, "opened when the first was stored"
        self._file.seek(start)
        return cast(Frame, _Unpickler(BytesIO(self._file.read(length)), self._shared).load())


def _close(file: IO[bytes]) -> None:
    with suppress(OSError):  # what a full disk did not take
        file.close()


def _temporary() -> Path:
    """The folder for temporary files, or the setting that should name one."""
    try:
        return Path(tempfile.gettempdir())
    except OSError:
        return Path("TMPDIR")


class _Pickler(pickle.Pickler):
    """Leaves in memory what many frames share: fonts, and drawings that are placed many times."""

    def __init__(self, file: IO[bytes], shared: dict[int | str, Face | Frame], whole: Frame):
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.shared, self.whole = shared, whole

    def persistent_id(self, found: object) -> int | str | None:
        if isinstance(found, Face):
            self.shared[id(found)] = found
            return id(found)
        if isinstance(found, Frame) and found.key and found is not self.whole:
            self.shared[found.key] = found
            return found.key
        return None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: IO[bytes], shared: dict[int | str, Face | Frame]):
        super().__init__(file)
        self.shared = shared

    def persistent_load(self, pid: int | str) -> Face | Frame:
        return self.shared[pid]
