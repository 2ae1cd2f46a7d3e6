"""The commands: options in, printed lines and an exit code out. Nothing below prints.

Exit codes: 0 fine, 1 the input is at fault, 2 the command line is. Answers (tables, JSON, paths) go to
stdout; narration, warnings and faults to stderr. Help texts are sentence ids until `_localise` fills them in.
"""

from __future__ import annotations

import json
import locale
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardgen import __version__
from cardgen.messages import Lang, as_json, describe, say
from cardgen.problems import Place, Problem, Problems, nearest
from cardgen.report import count_table, summary, usage

if TYPE_CHECKING:
    from cardgen.export.base import Build

LANGUAGES: tuple[Lang, ...] = ("ja", "en")


# ------------------------------------------------------------------ language


def language(argv: Sequence[str], environ: Mapping[str, str]) -> Lang:
    """`--lang` wins, then LC_ALL, LC_MESSAGES, LANG, then the system's locale. Japanese or else English."""
    words = [word for arg in argv for word in arg.split("=", 1)]
    for option, word in pairwise(words):
        for lang in LANGUAGES:
            if option == "--lang" and word == lang:
                return lang
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return "ja" if environ[name].startswith("ja") else "en"
    return "ja" if (locale.getlocale()[0] or "").lower().startswith(("ja", "japanese")) else "en"


def _localise(command: click.Command, lang: Lang) -> None:
    if command.help:
        command.help = say(command.help, lang)
    if command.epilog:
        command.epilog = say(command.epilog, lang)
    for param in command.params:
        if isinstance(param, click.Option) and param.help and param.help.startswith("help-"):
            param.help = say(param.help, lang)
    for child in getattr(command, "commands", {}).values():
        _localise(child, lang)


def _lang() -> Lang:
    return "ja" if click.get_current_context().find_root().obj == "ja" else "en"


# ------------------------------------------------------------------ shared options

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def _options(*decorators: Decorator) -> Decorator:
    def apply(function: Callable[..., None]) -> Callable[..., None]:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply


def _whatever(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """`--lang` was read before click began; here it only has to be accepted."""
    return value


_LANG = click.option(
    "--lang", type=click.Choice(LANGUAGES), expose_value=False, callback=_whatever, help="help-lang"
)
_GAMES = click.argument("games", nargs=-1, metavar="[GAME]...")
_JSON = click.option("--json", "as_json_", is_flag=True, help="help-json")
_TRUST = click.option("--trust", is_flag=True, help="help-trust")
_SEED = click.option("--seed", type=int, default=0, show_default=True, help="help-seed")
_PAPER = click.option("--paper", default="A4", show_default=True, help="help-paper")
_LOUDNESS = _options(
    click.option("-q", "--quiet", is_flag=True, help="help-quiet"),
    click.option("-v", "--verbose", is_flag=True, help="help-verbose"),
)


# ------------------------------------------------------------------ finding games


def _folders(games: Sequence[str]) -> list[Path]:
    """The named games, or every game under ./data, or the packaged ones when there is no ./data."""
    from cardgen import share
    from cardgen.load import find_games

    root = Path("data") if Path("data").is_dir() else share.DATA
    known = {folder.name: folder for folder in find_games(root)}
    if not games and not known:
        raise Problems([Problem("no-games", Place(root))])
    return [_folder(name, known) for name in games] if games else list(known.values())


def _folder(name: str, known: Mapping[str, Path]) -> Path:
    if name in known:
        return known[name]
    if Path(name).is_dir() or Path(name).name == "game.yaml":
        return Path(name) if Path(name).is_dir() else Path(name).parent
    facts = {"found": name, "expected": list(known), "nearest": nearest(name, known)}
    raise Problems([Problem("unknown-game", None, "", facts)])


# ------------------------------------------------------------------ commands


@click.group("cardgen", help="help-cardgen", epilog="help-cardgen-examples", no_args_is_help=True)
@_LANG
@click.version_option(__version__, message="cardgen %(version)s", help="help-version")
def cli() -> None: ...


@cli.command("build", help="help-build", epilog="help-build-examples")
@_GAMES
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True, help="help-out"
)
@_PAPER
@click.option(
    "--backs",
    type=click.Choice(["none", "separate", "duplex"]),
    default="separate",
    show_default=True,
    help="help-backs",
)
@click.option(
    "--flip", type=click.Choice(["long", "short"]), default="long", show_default=True, help="help-flip"
)
@click.option("--only", multiple=True, metavar="COMPONENT", help="help-only")
@click.option("--format", "formats", multiple=True, metavar="FORMAT", help="help-format")
@click.option("--stamp", is_flag=True, help="help-stamp")
@_SEED
@_TRUST
@_JSON
@_LOUDNESS
@_LANG
def build_(
    games: tuple[str, ...],
    stamp: bool,
    trust: bool,
    as_json_: bool,
    quiet: bool,
    verbose: bool,
    **choices: Any,
) -> None:
    from cardgen.build import prepare, write
    from cardgen.export.base import Options

    out: Path = choices.pop("out")
    options = Options(**choices, date=date.today().isoformat() if stamp else None)
    folders = _folders(games)
    with _watching(len(folders) * 5, quiet, verbose) as watch:
        builds = _each(folders, lambda folder: prepare(folder, options, trust, watch))
        files = write(builds, out, watch)
    _complain([warning for build in builds for warning in build.warnings])
    if as_json_:
        _print_json({"games": [_as_json(build) for build in builds], "files": [str(file) for file in files]})
    elif not quiet:
        for build in builds:
            click.echo(summary(build, _lang()))
            own = out / build.game.id
            click.echo("\n".join(f"  {file}" for file in files if file.parent == own))


@cli.command("check", help="help-check", epilog="help-check-examples")
@_GAMES
@_TRUST
@_SEED
@_JSON
@_LOUDNESS
@_LANG
def check_(
    games: tuple[str, ...], trust: bool, seed: int, as_json_: bool, quiet: bool, verbose: bool
) -> None:
    from cardgen.build import prepare
    from cardgen.export.base import Options

    folders = _folders(games)
    with _watching(len(folders) * 4, quiet, verbose) as watch:
        builds = _each(folders, lambda folder: prepare(folder, Options(seed=seed), trust, watch))
    _complain([warning for build in builds for warning in build.warnings])
    if as_json_:
        _print_json({"games": [_as_json(build) for build in builds]})
    elif not quiet:
        for build in builds:
            click.echo(summary(build, _lang()))


@cli.command("count", help="help-count", epilog="help-count-examples")
@_GAMES
@_PAPER
@_JSON
@_LANG
def count_(games: tuple[str, ...], paper: str, as_json_: bool) -> None:
    from cardgen.count import count
    from cardgen.load import load

    loaded = _each(_folders(games), load)
    tables = [(game, count(game, paper)) for game in loaded]
    if as_json_:
        _print_json(
            [{"id": game.id, "components": [line.as_json() for line in lines]} for game, lines in tables]
        )
        return
    for game, lines in tables:
        click.echo(f"{game.title}　{game.draft}")
        click.echo(count_table(game.players, lines, _lang()))
        click.echo()


@cli.command("schema", help="help-schema", epilog="help-schema-examples")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="help-schema-out")
@_LANG
def schema_(out: Path | None) -> None:
    from cardgen.schema import schema

    text = json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"
    if out:
        _write_text(out, text)
    click.echo(str(out) if out else text, nl=bool(out))


@cli.command("new", help="help-new", epilog="help-new-examples")
@click.argument("name")
@_LANG
def new_(name: str) -> None:
    from cardgen.start import start_game

    for path in start_game(name, Path("data")):
        click.echo(str(path))
    click.echo(say("new-next", _lang(), name=name), err=True)


@cli.command("completion", help="help-completion", epilog="help-completion-examples")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@_LANG
def completion_(shell: str) -> None:
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None, "click knows the shells that the choice above offers"
    click.echo(found(cli, {}, "cardgen", "_CARDGEN_COMPLETE").source())


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
            faults += error.problems
    if faults:
        raise Problems(faults)
    return done


class _watching:
    """The steps as they happen: lines with -v, a bar when a person watches, nothing in a pipe."""

    def __init__(self, steps: int, quiet: bool, verbose: bool):
        self.verbose, self.lang = verbose, _lang()
        watched = sys.stderr.isatty() and not quiet and not verbose
        self.bar = (
            click.progressbar(length=steps, file=sys.stderr, show_pos=False, show_eta=False)
            if watched
            else None
        )

    def __enter__(self) -> Callable[[str], None]:
        if self.bar:
            self.bar.__enter__()
        return self.step

    def __exit__(self, *error: Any) -> None:
        if self.bar:
            self.bar.__exit__(*error)

    def step(self, name: str) -> None:
        if self.verbose:
            click.echo(say(f"step-{name}", self.lang), err=True)
        if self.bar:
            self.bar.label = say(f"step-{name}", self.lang)
            self.bar.update(1)


def _as_json(build: Build) -> dict[str, Any]:
    return {
        "id": build.game.id,
        "components": [line.as_json() for line in build.counts],
        "selftest": build.report.as_json(),
        "warnings": [as_json(warning, _lang()) for warning in build.warnings],
    }


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Problems(
            [Problem("cannot-write", Place(path), "", {"reason": error.strerror or str(error)})]
        ) from error


def _complain(problems: Iterable[Problem]) -> None:
    for problem in problems:
        colour = "red" if problem.level == "error" else "yellow"
        click.secho(describe(problem, _lang()), fg=colour, err=True)


# ------------------------------------------------------------------ the way in


def main() -> None:
    """Run the command line and exit with its code; no traceback ever reaches the user."""
    lang = language(sys.argv[1:], os.environ)
    _localise(cli, lang)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that lacks a character still gets the message.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(_run(lang))


def _run(lang: Lang) -> int:
    try:
        with cli.make_context("cardgen", sys.argv[1:], obj=lang) as context:
            return _invoke(context, lang)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.UsageError as error:
        click.echo(usage(error, lang), err=True)
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo(say("interrupted", lang), err=True)
        return 130
    except BrokenPipeError:  # the reader went away (| head): nothing to tell and nobody to tell it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _invoke(context: click.Context, lang: Lang) -> int:
    try:
        cli.invoke(context)
    except Problems as error:
        _complain(error.problems)
        errors = sum(problem.level == "error" for problem in error.problems)
        click.echo(say("failed", lang, errors=errors), err=True)
        return 1
    return 0
