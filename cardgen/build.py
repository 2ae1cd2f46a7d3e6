"""`cardgen build`: every game through its pipeline, side by side; then all files into place, or none.

Nothing in the output folder changes before every file of every game is finished beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cardgen.count import Counts
from cardgen.engine.report import Report
from cardgen.export.base import Build, Options
from cardgen.finish import Lot, place, staging
from cardgen.pipeline import prepare, write
from cardgen.problems import Problem, Problems
from cardgen.workers import Tell, side_by_side, untold

if TYPE_CHECKING:
    from cardgen.changes import Changes

Tested = Literal["nothing", "examples", "plays"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What there is to tell of a game that was built or checked: `components` by id with their names.

    `tested` is what its rules allow to test. `lots` are the files that were written, still staged.
    """

    id: str
    title: str
    draft: str
    components: Mapping[str, str]
    checks: int
    tested: Tested
    counts: tuple[Counts, ...]
    report: Report
    changes: Changes | None
    warnings: tuple[Problem, ...]
    lots: tuple[Lot, ...] = ()


def build(
    folders: Sequence[Path],
    options: Options,
    out: Path | None = None,
    trusted: bool = False,
    watch: Tell = untold,
) -> tuple[list[Outcome], list[Path]]:
    """All steps for every game; without `out` (the folder of `<game>/`), up to the layout. The files, too.

    `watch` is told a game's folder, its step and its title, and as the step goes on, what part of it is done
    (0 to 1). Raises Problems with the faults of all games, or when a folder cannot be written;
    what was there before is then still there.
    """
    if out is None:
        return _outcomes([_Job(folder, options, trusted) for folder in folders], watch), []
    with staging(out) as stage:
        outcomes = _outcomes([_Job(folder, options, trusted, stage, out) for folder in folders], watch)
        return outcomes, place([lot for outcome in outcomes for lot in outcome.lots], stage / ".earlier")


@dataclass(frozen=True, slots=True)
class _Job:
    """A game to be built; its files go into `stage`, for `out`."""

    folder: Path
    options: Options
    trusted: bool
    stage: Path | None = None
    out: Path = Path()


def _outcomes(jobs: Sequence[_Job], watch: Tell) -> list[Outcome]:
    done: list[Outcome] = []
    faults: list[Problem] = []
    for outcome in side_by_side(_outcome, jobs, len(jobs), watch):
        if isinstance(outcome, Outcome):
            done.append(outcome)
        else:
            faults += [problem for problem in outcome if problem not in faults]
    if faults:
        raise Problems(faults)
    return done


def _outcome(job: _Job, watch: Tell) -> Outcome | tuple[Problem, ...]:
    """One game's outcome, or its faults.

    Nothing below prints but rules of a designer's own, and what those print is no answer.
    """
    watch = partial(watch, job.folder)
    try:
        with redirect_stdout(sys.stderr):
            made = prepare(job.folder, job.options, job.trusted, watch)
            idle = made.changes is not None and not made.changes.printed
            if job.stage is None or idle:
                return _told(made)
            lots, late = write(made, job.stage / made.game.id, job.out / made.game.id, watch)
            return _told(made, late, lots)
    except Problems as fault:
        return fault.problems


def _told(made: Build, late: Iterable[Problem] = (), lots: Iterable[Lot] = ()) -> Outcome:
    game, rules = made.game, made.rules
    return Outcome(
        game.id,
        game.title,
        game.draft,
        {id: component.name for id, component in game.components.items()},
        len(game.spec.checks),
        "nothing" if rules is None else "plays" if rules.plays else "examples",
        made.counts,
        made.report,
        made.changes,
        (*made.warnings, *late),
        tuple(lots),
    )
