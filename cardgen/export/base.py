"""What an exporter is given: the finished build and the options it was made with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.count import PRESS, Counts
from cardgen.engine.report import Report
from cardgen.impose.press import Backs, Flip, Press
from cardgen.layout.faces import CardFace
from cardgen.layout.inks import Ink
from cardgen.model import Game
from cardgen.problems import Problem
from cardgen.workers import Share, untold

if TYPE_CHECKING:
    from cardgen.changes import Changes
    from cardgen.engine.state import Rules


@dataclass(frozen=True, slots=True)
class Options:
    """What the user may choose of a build. `only` names components, `formats` outputs; empty means the usual.

    `dpi` is the resolution of pictures of cards. `date` is printed in the margin when given; without it the
    same input makes the same bytes. `since` is a manifest or a git ref: only what changed is printed.
    `revision` is printed on each card. `profile` names a print shop, `icc` the profile of its press.
    """

    paper: str = "A4"
    backs: Backs = "separate"
    flip: Flip = "long"
    press: Press = PRESS
    only: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    seed: int = 0
    dpi: int = 300
    date: str | None = None
    since: str | None = None
    fill_blanks: bool = False
    revision: str | None = None
    ink: Ink = "full"
    profile: str | None = None
    icc: Path | None = None


@dataclass(frozen=True, slots=True)
class Build:
    """A game that has passed its checks and its self-test, laid out and ready to be written.

    `earlier` is the folder that the files will lie in, with what an earlier build left there. `changes` is
    what differs from an earlier state, None when the whole game is wanted. `tell` hears what part of a format
    is written.
    """

    game: Game
    rules: Rules | None
    counts: tuple[Counts, ...]
    report: Report
    faces: tuple[CardFace, ...]
    options: Options
    warnings: tuple[Problem, ...]
    earlier: Path | None = None
    changes: Changes | None = None
    tell: Share = untold


Writer = Callable[[Build, Path], Iterator[Path | Problem]]
"""Writes a format's files into a folder and yields them as they are finished, and warnings about them."""
