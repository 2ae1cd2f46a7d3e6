"""A new game to begin from: a small one that prints at once, every line of it meant to be changed."""

from __future__ import annotations

import re
import shutil
from os.path import lexists
from pathlib import Path

from cardgen.filenames import is_device
from cardgen.problems import Place, Problem, Problems, unwritable

_STARTER = Path(__file__).parent / "starter"


def start_game(name: str, data: Path) -> list[Path]:
    """Copy the starter into `data/name`; the files written. Never writes over anything.

    Raises Problems when the name cannot be a folder's, is taken, or the folder cannot be written.
    """
    folder = data / name
    if is_device(name):
        raise Problems([Problem("device-id", None, "", {"found": name})])
    if not re.fullmatch(r"\w[\w-]*", name):
        raise Problems([Problem("bad-game-name", None, "", {"found": name})])
    if lexists(folder):
        raise Problems([Problem("game-exists", Place(folder), "", {"found": name})])
    try:
        return [_copied(file, folder) for file in sorted(_STARTER.rglob("*")) if file.is_file()]
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise Problems([unwritable(folder, error)]) from error


def _copied(file: Path, folder: Path) -> Path:
    """The words only: what is installed may be read-only, what is made here is to be changed."""
    target = folder / file.relative_to(_STARTER)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(file.read_bytes())
    return target
