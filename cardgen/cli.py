"""The commands: options in, printed lines and an exit code out. Nothing below prints.

Exit codes: 0 fine, 1 the input is at fault, 2 the command line is. Answers (tables, JSON, paths) go to
stdout; narration, warnings and faults to stderr.
"""

from __future__ import annotations

import atexit
import gc
import json
import locale
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.shell_completion import get_completion_class, shell_complete

from cardgen import __version__, usage
from cardgen.messages import Lang, as_json, describe, say
from cardgen.options import (
    BACKS,
    FLIP,
    FORMATS,
    GAMES,
    JSON,
    LANG,
    LANGUAGES,
    LOUDNESS,
    PAPER,
    PROFILE,
    ROOM,
    SEED,
    SHEETS,
    TRUST,
    folders_of,
    path_option,
)
from cardgen.problems import Problem, Problems, unwritable
from cardgen.report import changed, count_table, listed, padded, played, summary
from cardgen.usage import Group, OneOf, lang_of

if TYPE_CHECKING:
    from cardgen.build import Outcome
    from cardgen.count import Counts
    from cardgen.impose.press import Press
    from cardgen.model import Game
    from cardgen.workers import Tell

COMPLETE = "_CARDGEN_COMPLETE"


# ------------------------------------------------------------------ language


def language(argv: Sequence[str], environ: Mapping[str, str]) -> Lang:
    """`--lang` wins, then LC_ALL, LC_MESSAGES, LANG, then the system's locale. Japanese or else English."""
    words = [word for arg in argv for word in arg.split("=", 1)]
    for option, word in pairwise(words):
        for lang in LANGUAGES:
            if option == "--lang" and word.lower() == lang:
                return lang
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return "ja" if environ[name].startswith("ja") else "en"
    return "ja" if (locale.getlocale()[0] or "").lower().startswith(("ja", "japanese")) else "en"


def _lang() -> Lang:
    return lang_of(click.get_current_context())


# ------------------------------------------------------------------ commands


@click.group(
    "cardgen",
    cls=Group,
    help="help-cardgen",
    epilog="help-cardgen-examples",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@LANG
@click.version_option(__version__, message="cardgen %(version)s", help="help-version")
@click.pass_context
def cli(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command("build", help="help-build", epilog="help-build-examples")
@GAMES
@path_option("--out", "output", "help-out")
@SHEETS
@click.option("--only", multiple=True, metavar="COMPONENT", help="help-only")
@FORMATS
@click.option("--dpi", type=click.IntRange(36, 1200), default=300, metavar="N", help="help-dpi")
@click.option("--since", metavar="MANIFEST|REF", help="help-since")
@click.option("--fill-blanks", is_flag=True, help="help-fill-blanks")
@click.option("--revision", metavar="TEXT", help="help-revision")
@click.option("--ink", type=OneOf(["full", "saver", "grey"]), default="full", help="help-ink")
@click.option("--stamp", is_flag=True, help="help-stamp")
@PROFILE
@path_option("--icc", None, "help-icc")
@SEED
@TRUST
@JSON
@LOUDNESS
@LANG
def build_(
    games: tuple[str, ...],
    out: Path,
    stamp: bool,
    trust: bool,
    as_json_: bool,
    quiet: bool,
    verbose: bool,
    **choices: Any,
) -> None:
    from cardgen.build import build
    from cardgen.export.base import Options

    press = _press(choices)
    options = Options(**choices, press=press, date=date.today().isoformat() if stamp else None)
    folders = folders_of(games)
    with _watching(len(folders), quiet, verbose) as watch:
        outcomes, files = build(folders, options, out, trust, watch)
    _report(_Told(as_json_, quiet, verbose), outcomes, out, files)


@cli.command("check", help="help-check", epilog="help-check-examples")
@GAMES
@SEED
@TRUST
@JSON
@LOUDNESS
@LANG
def check_(
    games: tuple[str, ...], seed: int, trust: bool, as_json_: bool, quiet: bool, verbose: bool
) -> None:
    from cardgen.build import build
    from cardgen.export.base import Options
    from cardgen.impose.press import Press

    folders = folders_of(games)
    with _watching(len(folders), quiet, verbose, "layout") as watch:
        # Nothing is printed here: a board larger than A4 is no fault of the game.
        options = Options(seed=seed, press=Press(tile=True))
        outcomes, _ = build(folders, options, trusted=trust, watch=watch)
    _report(_Told(as_json_, quiet, verbose), outcomes)


@cli.command("count", help="help-count", epilog="help-count-examples")
@GAMES
@ROOM
@BACKS
@JSON
@LANG
def count_(games: tuple[str, ...], paper: str, backs: str, as_json_: bool, **room: Any) -> None:
    from cardgen.count import count, counted_over_sheets, packed, sheets
    from cardgen.impose.press import Press
    from cardgen.load import load

    # Counting prints nothing: what is larger than the paper is counted as --tile would print it, and told.
    press, fold = Press(**{**room, "tile": True}), backs == "fold"

    def counted(folder: Path) -> tuple[Game, list[Counts], int]:
        game = load(folder)
        lines = count(game, paper, press, fold)
        return game, lines, packed(game, paper, press, fold) if press.pack else sheets(lines)

    tables = _each(folders_of(games), counted)
    for game, lines, _ in () if room["tile"] else tables:
        _complain(counted_over_sheets(game, lines, paper))
    if as_json_:
        _print_json({"games": [
            {
                "id": game.id, "title": game.title, "draft": game.draft, "paper": paper,
                "components": [line.as_json() for line in lines], "sheets": papers,
            }
            for game, lines, papers in tables
        ]})  # fmt: skip
        return
    parts = [
        f"{game.title}　{game.draft}\n{count_table(game.players, lines, papers, paper, _lang())}"
        for game, lines, papers in tables
    ]
    click.echo("\n\n".join(parts))


@cli.command("calibrate", help="help-calibrate", epilog="help-calibrate-examples")
@click.option("--printer", required=True, metavar="NAME", help="help-calibrate-printer")
@PAPER
@FLIP
@path_option("--out", "output", "help-out")
@click.option("--offset", type=float, nargs=2, metavar="DX DY", help="help-offset")
@click.option("--rotation", type=float, metavar="DEG", help="help-rotation")
@LANG
def calibrate_(
    printer: str,
    paper: str,
    flip: Any,
    out: Path,
    offset: tuple[float, float] | None,
    rotation: float | None,
) -> None:
    from cardgen.calibrate import write_test_sheet
    from cardgen.impose.calibration import updated

    if offset is not None or rotation is not None:
        file, found = updated(_settings(), printer, flip, offset, rotation)
        click.echo(str(file))
        numbers = {name: f"{value:g}" for name, value in asdict(found).items()}
        click.echo(say("calibrate-kept", _lang(), printer=printer, flip=flip, **numbers), err=True)
        return
    name = "".join(c if c.isalnum() or c in "-_." else "-" for c in printer)
    click.echo(str(write_test_sheet(out / f"calibrate-{name}.pdf", printer, paper, flip)))
    click.echo(say("calibrate-next", _lang(), printer=printer), err=True)


def _press(choices: dict[str, Any]) -> Press:
    """The choices about sheets of paper, taken out of all choices; a printer by its calibration."""
    from cardgen.impose.calibration import stored
    from cardgen.impose.press import Press

    printer = choices.pop("printer")
    calibration = stored(_settings(), printer, choices["flip"]) if printer is not None else None
    taken = {name: choices.pop(name) for name in ("guides", "gap", "margin", "pack", "tile")}
    return Press(**taken, calibration=calibration)


def _settings() -> Path:
    """The folder for what is kept between runs, where the system wants it."""
    home = os.environ.get("APPDATA") or os.environ.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / "cardgen"


@cli.command("schema", help="help-schema", epilog="help-schema-examples")
@path_option("--out", None, "help-schema-out")
@LANG
def schema_(out: Path | None) -> None:
    from cardgen.replacing import replacing
    from cardgen.schema import schema

    if out is None:
        _print_json(schema())
        return
    text = json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"
    try:
        with replacing(out) as new:
            new.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Problems([unwritable(out, error)]) from error
    click.echo(str(out))


@cli.command("specimen", help="help-specimen", epilog="help-specimen-examples")
@path_option("--out", "output", "help-specimen-out")
@LANG
def specimen_(out: Path) -> None:
    from cardgen.export import specimen

    file = out if out.suffix.lower() == ".pdf" else out / "specimen.pdf"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        click.echo(str(specimen.write(file)))
    except OSError as error:
        raise Problems([unwritable(out, error)]) from error


@cli.command("new", help="help-new", epilog="help-new-examples")
@click.argument("name")
@LANG
def new_(name: str) -> None:
    from cardgen.start import start_game

    for path in start_game(name, Path("data")):
        click.echo(str(path))
    click.echo(say("new-next", _lang(), name=name), err=True)


@cli.command("completion", help="help-completion", epilog="help-completion-examples")
@click.argument("shell", type=OneOf(["bash", "zsh", "fish"]))
@LANG
def completion_(shell: str) -> None:
    found = get_completion_class(shell)
    assert found is not None, "click knows the shells that the choice above offers"
    click.echo(found(cli, {}, "cardgen", COMPLETE).source())


# ------------------------------------------------------------------ doing and telling


T = TypeVar("T")


def _each(folders: Iterable[Path], work: Callable[[Path], T]) -> list[T]:
    """`work` on every folder; the faults of all of them together, so that one run shows everything."""
    done: list[T] = []
    faults: list[Problem] = []
    for folder in folders:
        try:
            done.append(work(folder))
        except Problems as error:
            faults += [problem for problem in error.problems if problem not in faults]
    if faults:
        raise Problems(faults)
    return done


_STEPS = {"load": 0.0, "check": 0.02, "test": 0.04, "layout": 0.1, "write": 0.4, "": 1.0}
"""Where each step begins in the work on a game, as it usually is."""


class _watching:
    """The steps as they happen: lines with -v, a bar when a person watches, nothing in a pipe."""

    def __init__(self, games: int, quiet: bool, verbose: bool, last: str = "write"):
        self.verbose, self.lang = verbose, _lang()
        ends = dict(pairwise(_STEPS))
        whole = _STEPS[ends[last]]
        self.spans = {step: (_STEPS[step] / whole, _STEPS[end] / whole) for step, end in ends.items()}
        self.done: dict[Path, int] = {}
        watched = sys.stderr.isatty() and not quiet and not verbose
        self.bar = (
            click.progressbar(length=1000 * games, file=sys.stderr, show_pos=False, show_eta=False, width=24)
            if watched
            else None
        )

    def __enter__(self) -> Tell:
        if self.bar:
            self.bar.__enter__()
        return self.step

    def __exit__(self, kind: type[BaseException] | None, *error: Any) -> None:
        if self.bar:
            if kind is None:
                self.bar.update((self.bar.length or 0) - self.bar.pos)
            self.bar.__exit__(kind, *error)

    def step(self, folder: Path, name: str, game: str, share: float = 0.0) -> None:
        if self.verbose and not share:
            told = say("step", self.lang, game=game, step=say(f"step-{name}", self.lang))
            click.echo(told, err=True)
        if self.bar:
            start, end = self.spans[name]
            at, before = round(1000 * (start + share * (end - start))), self.done.get(folder, 0)
            self.bar.label = padded(game, 36)
            self.done[folder] = max(at, before)
            self.bar.update(max(0, at - before))


class _Told(NamedTuple):
    """How much the user wants to be told, and in which form."""

    as_json: bool
    quiet: bool
    verbose: bool


def _report(
    told: _Told,
    outcomes: Sequence[Outcome],
    out: Path = Path(),
    files: Sequence[Path] = (),
) -> None:
    """The closing summary: what was checked and tested, and the files that were written."""
    lang = _lang()
    if told.verbose:
        for outcome in outcomes:
            for line in played(outcome, lang):
                click.echo(line, err=True)
    ink = _ink(files) if told.verbose or told.as_json else {}
    for file, pages in ink.items() if told.verbose else ():
        shares = [f"{page:.0%}" for page in pages]
        click.echo(say("ink-used", lang, file=file, pages=shares), err=True)
    warnings = [warning for outcome in outcomes for warning in outcome.warnings]
    _complain(warning for warning in warnings if not (told.quiet and warning.level == "note"))
    if told.as_json:
        games = [_as_json(outcome) for outcome in outcomes]
        plain = [as_json(warning, lang) for warning in warnings]
        names = [str(file) for file in files]
        _print_json({"games": games, "files": names, "ink": ink, "warnings": plain})
    elif not told.quiet:
        for outcome in outcomes:
            written = listed(out / outcome.id, files, lang)
            lines = [summary(outcome, lang), *changed(outcome, lang), *written]
            click.echo("\n".join(lines))


def _ink(files: Iterable[Path]) -> dict[str, list[float]]:
    """The ink that each page of the sheets takes."""
    from cardgen.export.coverage import coverage

    return {str(file): coverage(file) for file in files if file.suffix == ".pdf" and file.stem != "appendix"}


def _as_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "id": outcome.id,
        "components": [line.as_json() for line in outcome.counts],
        "selftest": outcome.report.as_json(),
        **({"changes": outcome.changes.as_json()} if outcome.changes else {}),
    }


def _print_json(value: Any) -> None:
    """In the characters themselves where the stream has them all, else in JSON's own escapes."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    unicode = encoding.lower().replace("-", "").startswith("utf")
    click.echo(json.dumps(value, ensure_ascii=not unicode, indent=2))


_COLOURS = {"error": "red", "warning": "yellow", "note": None}


def _complain(problems: Iterable[Problem]) -> None:
    for problem in problems:
        click.secho(describe(problem, _lang()), fg=_COLOURS[problem.level], err=True)


# ------------------------------------------------------------------ the way in


_RARELY = 200_000
"""Objects between two rounds of the garbage collector. A run is short, keeps what it makes and leaves no
cycles to speak of: at the usual 700 a twentieth of its time goes into looking for some, and as much again
into looking through all that is left when it ends."""


def main() -> None:
    """Run the command line and exit with its code; no traceback ever reaches the user."""
    gc.set_threshold(_RARELY)
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # no file of ours bears a time: reportlab need not read it
    atexit.register(gc.freeze)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
        if hasattr(stream := getattr(sys, name), "reconfigure"):
            # A terminal that lacks a character still gets the message.
            stream.reconfigure(errors="backslashreplace")
    if os.environ.get(COMPLETE):
        sys.exit(shell_complete(cli, {}, "cardgen", COMPLETE, os.environ[COMPLETE]))
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:  # as of `kill` and of a shutdown
        signal.signal(signal.SIGTERM, _ended)
    sys.exit(_run(sys.argv[1:], language(sys.argv[1:], os.environ)))


def _ended(*_: object) -> None:
    """Leave as Ctrl-C does: nothing half made stays in the output folder."""
    raise KeyboardInterrupt


def _run(argv: list[str], lang: Lang) -> int:
    colour = False if os.environ.get("NO_COLOR") else None
    try:
        with cli.make_context("cardgen", argv, obj=lang, color=colour) as context:
            return _invoke(context, "--json" in argv)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.UsageError as error:
        click.echo(usage.told(error, lang), err=True)
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo(say("interrupted", lang), err=True)
        return 130
    except BrokenPipeError:  # the reader went away (| head): nothing to tell and nobody to tell it
        for stream in (sys.stdout, sys.stderr):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return 0
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None:  # > /dev/full
            click.echo(describe(unwritable(Path("stdout"), error), lang), err=True)
            return 1
        if sys.flags.dev_mode:
            raise
        click.echo(say("internal", lang, **_cause(error)), err=True)
        return 70


def _cause(error: Exception) -> dict[str, str]:
    """What went wrong, and where. An error of another process brings its traceback along as words."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    there = re.findall(r'File "(.+)", line (\d+)', str(error.__cause__ or ""))
    file, line = there[-1] if there else (frame.filename, frame.lineno)
    return {"what": f"{type(error).__name__}: {error}", "at": f"{Path(file).name}:{line}"}


def _invoke(context: click.Context, json_wanted: bool) -> int:
    """A fault that lies in no file lies in the command line: a name on it that nothing bears."""
    try:
        cli.invoke(context)
    except Problems as error:
        lang = lang_of(context)
        if json_wanted:
            _print_json({"problems": [as_json(problem, lang) for problem in error.problems]})
        _complain(error.problems)
        errors = [problem for problem in error.problems if problem.level == "error"]
        click.echo(say("failed", lang, errors=len(errors)), err=True)
        return 1 if any(problem.place for problem in errors) else 2
    return 0
