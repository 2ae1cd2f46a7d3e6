"""Finished files -> the output folder: staged beside it, renamed into place together, or not at all."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path, PurePosixPath

from cardgen.problems import Problems, unwritable

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Lot:
    """Files in `stage` that go to `target`.

    A whole lot has a manifest, and what the last one names and is not made any more goes. Whatever else
    lies in `target` is the user's and stays.
    """

    stage: Path
    target: Path
    files: tuple[Path, ...]
    whole: bool

    def moves(self) -> dict[Path, Path | None]:
        """What has to happen to each file of the target: the new file it becomes, or None to go."""
        fresh = {self.target / file.relative_to(self.stage): file for file in sorted(self.files)}
        if not self.whole:
            return dict(fresh)
        return {**fresh, **{file: None for file in _named(self.target) if file not in fresh}}

    def with_manifest(self, facts: Mapping[str, object] | None = None) -> Lot:
        """The lot with its manifest written: the facts, and the SHA-256 of every file."""
        if not self.whole:
            return self
        sums = {file.relative_to(self.stage).as_posix(): _sum(file) for file in self.files}
        text = json.dumps({**(facts or {}), "files": sums}, ensure_ascii=False, indent=1, sort_keys=True)
        manifest = self.stage / MANIFEST
        manifest.write_text(text + "\n", encoding="utf-8", newline="\n")
        return Lot(self.stage, self.target, (*self.files, manifest), True)


def _sum(file: Path) -> str:
    with file.open("rb") as opened:  # which may be larger than memory
        return file_digest(opened, "sha256").hexdigest()


def _named(target: Path) -> list[Path]:
    """The files that the last manifest of the folder names and that are still there."""
    try:
        manifest = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
        names = [PurePosixPath(name) for name in manifest["files"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    inside = [target / name for name in names if not name.is_absolute() and ".." not in name.parts]
    return [file for file in inside if file.is_file()]


@contextmanager
def staging(out: Path) -> Iterator[Path]:
    """A folder inside `out`, so that a rename never crosses a file system; gone again in any case.

    So is `out` itself where nothing came into it. Raises Problems when it cannot be written.
    """
    missing = [folder for folder in (out, *out.parents) if not folder.exists()]
    try:
        out.mkdir(parents=True, exist_ok=True)
        for left in out.glob(".staging-*"):
            if time.time() - left.stat().st_mtime > 3600:  # left by a killed build, not by one at work
                shutil.rmtree(left, ignore_errors=True)
        stage = Path(tempfile.mkdtemp(prefix=".staging-", dir=out))
    except OSError as error:
        raise Problems([unwritable(out, error)]) from error
    try:
        yield stage
    except BrokenPipeError:  # whoever watched has gone: no fault of the folder
        raise
    except OSError as error:
        raise Problems([unwritable(out, error)]) from error
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        for folder in missing:
            with suppress(OSError):  # files are in it
                folder.rmdir()


def place(lots: Sequence[Lot], aside: Path) -> list[Path]:
    """Every new file of the lots in its place; the files, in the order of the lots.

    If one cannot be written (another program has it open), the others are put back and Problems raised.
    Each target is a whole file at every moment, the old one or the new one, however the process ends.
    `aside` is a folder for the old files.
    """
    moves = {target: new for lot in lots for target, new in lot.moves().items()}
    aside.mkdir()
    kept: list[tuple[Path, Path | None]] = []
    try:
        for number, (target, new) in enumerate(moves.items()):
            kept.append((target, _moved(target, new, aside / str(number))))
    except BaseException as error:  # whatever it was, Ctrl-C too
        _put_back(kept)
        if isinstance(error, OSError):
            raise Problems([unwritable(target, error)]) from error
        raise
    return [target for target, new in moves.items() if new]


def _moved(target: Path, new: Path | None, aside: Path) -> Path | None:
    """Put `new` in place of `target`; the old file is then `aside`, None if there was none."""
    if new is None:
        os.replace(target, aside)
        return aside
    target.parent.mkdir(parents=True, exist_ok=True)
    old = aside if target.exists() else None
    if old:
        shutil.copy2(target, old)
    os.replace(new, target)
    return old


def _put_back(kept: Iterable[tuple[Path, Path | None]]) -> None:
    for target, old in kept:
        if old:
            os.replace(old, target)
        else:
            target.unlink()
