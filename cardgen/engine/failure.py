"""What a designer's own rules raised: how it reads, and the line of the file where it came up."""

from __future__ import annotations

import traceback
from pathlib import Path

from cardgen.model import Game

FOREIGN = (Exception, SystemExit)
"""What foreign code may raise and is told as a finding; Ctrl-C stays the user's."""


def line_of(error: BaseException, file: Path) -> int:
    """The last line of `file` that the error came through, 0 if it came through none."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).name == file.name:
        return error.lineno or 0
    frames = traceback.extract_tb(error.__traceback__)
    return next((f.lineno or 0 for f in reversed(frames) if Path(f.filename).resolve() == file.resolve()), 0)


def reads(error: BaseException) -> str:
    """The error as Python names it."""
    return f"{type(error).__name__}: {error}"


def told(error: BaseException, game: Game) -> str:
    """The error, behind the line of the game's own rules where it came up."""
    own = game.folder / (game.spec.rules or "")
    line = line_of(error, own) if own.suffix == ".py" else 0
    return f"{own.name}:{line}: {reads(error)}" if line else reads(error)
