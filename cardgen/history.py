"""The designs of an earlier state of a game: from the manifest of a build, or from a commit of git."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardgen.changes import Design, Designs, Id
from cardgen.changes import designs_of as laid_out
from cardgen.layout.faces import lay_out
from cardgen.load import GAME_FILE, load
from cardgen.model import Game
from cardgen.problems import Place, Problem, Problems, Term

MANIFEST = "manifest.json"
SHARED = ("templates", "fonts")
"""What a game takes from beside the folder that all games lie in."""


def earlier(since: str, game: Game, only: Collection[str] = ()) -> Designs:
    """The designs of the game as `since` has them: a manifest, a folder that holds one, or a git ref.

    `only` keeps to some components. Raises Problems when there is no such state or it cannot be read.
    """
    file = _manifest(Path(since), game.id)
    designs = _from_manifest(file, game.id) if file else _from_git(since, game, only)
    return {id: design for id, design in designs.items() if not only or id.component in only}


# ------------------------------------------------------------------ manifests


def _manifest(path: Path, game: str) -> Path | None:
    """The manifest that a path means: itself, the one in that folder, or in the game's folder inside it."""
    if path.is_file():
        return path
    candidates = (path / MANIFEST, path / game / MANIFEST)
    return next((file for file in candidates if file.is_file()), None)


def _from_manifest(file: Path, game: str) -> Designs:
    try:
        facts = json.loads(file.read_text(encoding="utf-8"))
        found = _designs(facts)
    except OSError as error:
        facts = {"reason": error.strerror or str(error)}
        raise Problems([Problem("file-unreadable", Place(file), facts=facts)]) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Problems([Problem("manifest-broken", Place(file))]) from None
    if facts["game"] != game:
        raise Problems([Problem("manifest-of-other-game", Place(file), game, {"other": facts["game"]})])
    return found


def _designs(facts: Mapping[str, Any]) -> Designs:
    """The faces of a manifest, "component/card/side" to digest, as designs."""
    sides: dict[Id, dict[str, str]] = {}
    for name, digest in facts["faces"].items():
        component, card, side = name.split("/")
        sides.setdefault(Id(component, card), {})[side] = str(digest)
    copies = facts.get("copies", {})
    return {id: Design(found, copies.get(f"{id.component}/{id.card}")) for id, found in sides.items()}


# ------------------------------------------------------------------ git


def _from_git(ref: str, game: Game, only: Collection[str]) -> Designs:
    """The faces of the game as it was at a commit, laid out anew in a temporary folder."""
    root = _repository(ref, game)
    commit = _commit(ref, root, game)
    with _checkout(commit, ref, root, game) as folder:
        try:
            old = load(folder)
            wanted = [component for component in old.components if not only or component in only]
            faces, problems = lay_out(old, wanted)
        except Problems as fault:
            faces, problems = (), list(fault.problems)
        errors = [problem for problem in problems if problem.level == "error"]
        if errors:
            first = Term(errors[0].id, errors[0].facts)
            facts = {"ref": ref, "subject": errors[0].subject, "first": first, "n": len(errors)}
            raise Problems([_refused("since-unreadable", game, **facts)])
        return laid_out(faces)


def _repository(ref: str, game: Game) -> Path:
    done = _git(game, "rev-parse", "--show-toplevel", folder=game.folder)
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise Problems([_refused("since-nowhere", game, found=ref, reason=reason)])
    return Path(done.stdout.decode("utf-8", "replace").strip())


def _commit(ref: str, root: Path, game: Game) -> str:
    done = _git(
        game, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}", folder=root
    )
    if done.returncode:
        raise Problems([_refused("since-unknown", game, found=ref)])
    return done.stdout.decode("ascii").strip()


@contextmanager
def _checkout(commit: str, ref: str, root: Path, game: Game) -> Iterator[Path]:
    """The game's folder at that commit, with the templates and fonts beside it; gone again in any case."""
    folder = game.folder.resolve()
    with tempfile.TemporaryDirectory(prefix="cardgen-since-") as made:
        there = Path(made, "games", folder.name)
        _extract(commit, root, folder, there, game)
        if not (there / GAME_FILE).is_file():
            raise Problems([_refused("since-no-game", game, ref=ref)])
        for name in SHARED:
            _extract(commit, root, folder.parent.parent / name, Path(made, name), game)
            for today, then in ((folder.parent.parent, Path(made)), (folder, there)):
                # What git does not keep (fonts, for their licence or size) is as it is today.
                if (today / name).is_dir() and not (then / name).is_dir():
                    shutil.copytree(today / name, then / name)
        yield there


def _extract(commit: str, root: Path, folder: Path, target: Path, game: Game) -> None:
    """The files of a folder at that commit; nothing where the repository does not have it."""
    if not folder.is_relative_to(root.resolve()):
        return
    inside = folder.relative_to(root.resolve()).as_posix()
    tree = commit if inside == "." else f"{commit}:{inside}"
    done = _git(game, "archive", "--format=tar", tree, folder=root)
    if done.returncode:
        return
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isfile() else None
            if content:
                file = target / member.name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content.read())


def _git(game: Game, *arguments: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=False)
    except FileNotFoundError:
        raise Problems([_refused("since-no-git", game)]) from None


def _refused(id: str, game: Game, **facts: object) -> Problem:
    return Problem(id, None, f"{game.id} / --since", facts)
