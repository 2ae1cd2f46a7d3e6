"""A new game to begin from: a small one that prints at once, every line of it meant to be changed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from cardgen.problems import Place, Problem, Problems, unwritable

_STARTER = Path(__file__).parent / "starter"


def start_game(name: str, data: Path) -> Iterator[Path]:
    """Copy the starter into `data/name` and yield the files written. Never writes over anything.

    Raises Problems when the name cannot be a folder's, is taken, or the folder cannot be written.
    """
    folder = data / name
    if not re.fullmatch(r"\w[\w-]*", name):
        raise Problems([Problem("bad-game-name", None, "", {"found": name})])
    if folder.exists():
        raise Problems([Problem("game-exists", Place(folder), "", {"found": name})])
    try:
        shutil.copytree(_STARTER, folder)
    except OSError as error:
        raise Problems([unwritable(folder, error)]) from error
    yield from sorted(path for path in folder.rglob("*") if path.is_file())
