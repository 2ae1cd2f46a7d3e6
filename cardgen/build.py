"""The pipeline of `cardgen build` in one screen: read, load, check, test, lay out; then write and finish.

Nothing in the output folder changes before every file of every game is finished beside it.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from cardgen.check import check
from cardgen.count import count
from cardgen.engine.selftest import selftest
from cardgen.export import appendix, sheets
from cardgen.export.base import Build, Options, Writer
from cardgen.games import rules_of
from cardgen.layout.faces import lay_out
from cardgen.load import load
from cardgen.model import Game
from cardgen.problems import Place, Problem, Problems, nearest, stop_on

FORMATS: dict[str, Writer] = {"sheets": sheets.write, "appendix": appendix.write}

USUAL = ("sheets", "appendix")
MANIFEST = "manifest.json"

Watch = Callable[[str], None]
"""Told the name of each step as it begins."""


def prepare(folder: Path, options: Options, trusted: bool = False, watch: Watch = lambda step: None) -> Build:
    """Steps 1 to 5 of a build. Raises Problems with every fault that the steps could still find."""
    watch("load")
    game = load(folder)
    stop_on(_unknown_parts(game, options))
    counts = count(game, options.paper)
    watch("check")
    found = list(check(game))
    watch("test")
    rules = rules_of(game, trusted)
    report = selftest(game, rules, options.seed)
    watch("layout")
    faces, misfits = lay_out(game, only=options.only or None)
    warnings = stop_on([*found, *report.problems, *misfits])
    return Build(game, rules, tuple(counts), report, tuple(faces), options, tuple(warnings))


def write(builds: Sequence[Build], out: Path, watch: Watch = lambda step: None) -> list[Path]:
    """Steps 6 to 8: every file of every build, first beside `out`, then renamed into `out/<game>/`.

    Raises Problems when a folder cannot be written; what was there before is then still there.
    """
    with _writable(out), _staging(out) as stage:
        for build in builds:
            folder = stage / build.game.id
            folder.mkdir()
            files = [file for name in _formats(build.options) for file in FORMATS[name](build, folder)]
            watch("write")
            _write_manifest(build, folder, files)
        return [
            path
            for build in builds
            for path in _finish(
                stage / build.game.id,
                out / build.game.id,
                whole=not (build.options.only or build.options.formats),
            )
        ]


def _unknown_parts(game: Game, options: Options) -> Iterator[Problem]:
    parts = [("--only", "unknown-part", part, list(game.components)) for part in options.only]
    parts += [("--format", "unknown-format", name, list(FORMATS)) for name in options.formats]
    for option, id, found, known in parts:
        if found not in known:
            facts = {"found": found, "expected": known, "nearest": nearest(found, known)}
            yield Problem(id, Place(game.folder / "game.yaml"), option, facts)


def _formats(options: Options) -> tuple[str, ...]:
    """The formats asked for; else sheets and appendix, or sheets alone for a choice of components."""
    return options.formats or (("sheets",) if options.only else USUAL)


def _write_manifest(build: Build, folder: Path, files: Iterable[Path]) -> None:
    facts = {
        "game": build.game.id,
        "title": build.game.title,
        "draft": build.game.draft,
        "faces": {f"{face.component.id}/{face.card.id}/{face.side}": face.digest for face in build.faces},
        "files": {file.name: sha256(file.read_bytes()).hexdigest() for file in files},
    }
    text = json.dumps(facts, ensure_ascii=False, indent=1, sort_keys=True)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def _finish(stage: Path, target: Path, whole: bool) -> Iterator[Path]:
    """Move the staged files over the old ones. A whole build also takes away what an earlier build left.

    A build of some parts keeps the earlier manifest: it still says what the whole game looked like.
    """
    target.mkdir(parents=True, exist_ok=True)
    earlier = _files_of_earlier_build(target) if whole else set()
    fresh = sorted(file.name for file in stage.iterdir() if whole or file.name != MANIFEST)
    for name in fresh:
        os.replace(stage / name, target / name)
        yield target / name
    for name in earlier - set(fresh):
        (target / name).unlink(missing_ok=True)


def _files_of_earlier_build(target: Path) -> set[str]:
    """Names in the last manifest; whatever else lies in the folder is the user's and stays."""
    try:
        manifest = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
        return {Path(name).name for name in manifest["files"]}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


@contextmanager
def _staging(out: Path) -> Iterator[Path]:
    """A folder inside `out`, so that a rename never crosses a file system; gone again in any case."""
    out.mkdir(parents=True, exist_ok=True)
    for left in out.glob(".staging-*"):
        if time.time() - left.stat().st_mtime > 3600:  # left by a killed build, not by one at work
            shutil.rmtree(left, ignore_errors=True)
    stage = Path(tempfile.mkdtemp(prefix=".staging-", dir=out))
    try:
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)


@contextmanager
def _writable(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        place = Place(Path(error.filename) if error.filename else out)
        raise Problems(
            [Problem("cannot-write", place, "", {"reason": error.strerror or str(error)})]
        ) from error
