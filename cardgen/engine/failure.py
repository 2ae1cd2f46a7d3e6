"""What a designer's own rules raised: how it reads, and the line of the file where it came up."""

from __future__ import annotations

import traceback
from pathlib import Path

from cardgen.engine.limit import Overlong
from cardgen.model import Game
from cardgen.problems import Term

FOREIGN = (Exception, SystemExit, Overlong)
"""What foreign code may raise or do and is told as a finding; Ctrl-C stays the user's."""


def line_of(error: BaseException, file: Path) -> int:
    """The last line of `file` that the error came through, 0 if it came through none."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).name == file.name:
        return error.lineno or 0
    return next((frame.lineno or 0 for frame in reversed(_frames(error, file))), 0)


def reads(error: BaseException, file: Path, at: str = "") -> str | Term:
    """The error as Python names it, `at` before it; of what does not end, the function that was called."""
    if not isinstance(error, Overlong):
        return f"{at}{type(error).__name__}: {error}"
    called = next((frame.name for frame in _frames(error, file)), "")
    name = called if called.isidentifier() else file.name  # not <module> or <lambda>
    return Term("call-without-end", {"at": at, "name": name, "seconds": f"{error.seconds:g}"})


def told(error: BaseException, game: Game) -> str | Term:
    """The error, behind the line of the game's own rules where it came up."""
    own = game.folder / (game.spec.rules or "")
    line = line_of(error, own) if own.suffix == ".py" else 0
    return reads(error, own, f"{own.name}:{line}: " if line else "")


def _frames(error: BaseException, file: Path) -> list[traceback.FrameSummary]:
    """The calls in `file` that the error came through, the outermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    return [frame for frame in frames if Path(frame.filename).resolve() == file.resolve()]
