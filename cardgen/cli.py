"""The commands: options in, printed lines and an exit code out. The only module that prints or reads the environment.

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
from pathlib import Path
from typing import Any

import click

from cardgen import __version__
from cardgen.messages import as_json, describe, say
from cardgen.problems import Place, Problem, Problems, nearest

LANGUAGES = ("ja", "en")


# ------------------------------------------------------------------ language


def language(argv: Sequence[str], environ: Mapping[str, str]) -> str:
    """`--lang` wins, then LC_ALL, LC_MESSAGES, LANG, then the system's locale. Japanese or else English."""
    for i, word in enumerate(argv):
        named = word.removeprefix("--lang=") if word.startswith("--lang=") else None
        named = argv[i + 1] if word == "--lang" and i + 1 < len(argv) else named
        if named in LANGUAGES:
            return named
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return "ja" if environ[name].startswith("ja") else "en"
    return "ja" if (locale.getlocale()[0] or "").lower().startswith(("ja", "japanese")) else "en"


def _localise(command: click.Command, lang: str) -> None:
    if command.help:
        command.help = say(command.help, lang)
    if command.epilog:
        command.epilog = say(command.epilog, lang)
    for param in command.params:
        if isinstance(param, click.Option) and param.help and param.help.startswith("help-"):
            param.help = say(param.help, lang)
    for child in getattr(command, "commands", {}).values():
        _localise(child, lang)


def _lang() -> str:
    return str(click.get_current_context().find_root().obj)


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
@click.option("--backs", type=click.Choice(["none", "separate", "duplex"]), default="separate", show_default=True,
              help="help-backs")  # fmt: skip
@click.option(
    "--flip", type=click.Choice(["long", "short"]), default="long", show_default=True, help="help-flip"
)
@click.option("--only", multiple=True, metavar="PART", help="help-only")
@click.option("--stamp", is_flag=True, help="help-stamp")
@_SEED
@_TRUST
@_JSON
@_LOUDNESS
@_LANG
def build_(games: tuple[str, ...], out: Path, stamp: bool, trust: bool, as_json_: bool, quiet: bool, verbose: bool,
           **choices: Any) -> None:  # fmt: skip
    from cardgen.build import prepare, write
    from cardgen.export.base import Options

    options = Options(**choices, date=date.today().isoformat() if stamp else None)
    folders = _folders(games)
    steps = len(folders) * 5
    with _watching(steps, quiet, verbose) as watch:
        builds = _each(folders, lambda folder: prepare(folder, options, trust, watch))
        files = write(builds, out, watch)
    warnings = [warning for build in builds for warning in build.warnings]
    _complain(warnings)
    if as_json_:
        _print_json({
            "games": [{"id": b.game.id, "counts": [line.as_json() for line in b.counts], "selftest": b.report.as_json()}
                      for b in builds],
            "files": [str(path) for path in files],
            "warnings": [as_json(warning, _lang()) for warning in warnings],
        })  # fmt: skip
    elif not quiet:
        for build in builds:
            click.echo(_summary(build))
            for path in files:
                if path.parent.name == build.game.id:
                    click.echo(f"  {path}")


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
        _print_json([{"id": build.game.id, "selftest": build.report.as_json()} for build in builds])
    elif not quiet:
        for build in builds:
            click.echo(_summary(build))


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
        click.echo(_table(_count_lines(game.players, lines)))
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


def _each(folders: Iterable[Path], work: Callable[[Path], Any]) -> list[Any]:
    """`work` on every folder; the faults of all of them together, so that one run shows everything."""
    done, faults = [], []
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


def _summary(build: Any) -> str:
    report = build.report
    told = {"title": build.game.title, "draft": build.game.draft, "checks": len(build.game.spec.checks)}
    return say("summary", _lang(), **told, examples=report.examples, games=report.games, moves=report.moves)


def _count_lines(players: Sequence[int], counted: Sequence[Any]) -> list[list[str]]:
    from cardgen.count import sheets, totals

    lang = _lang()
    head = [say(f"count-{name}", lang) for name in ("component", "declared", "found")]
    lines = [[*head, *(say("count-players", lang, players=n) for n in players), say("count-sheets", lang)]]
    for line in counted:
        name = line.name + (say("count-extra", lang) if line.extra else "")
        in_play = [str(line.in_play[n]) for n in players]
        lines.append(
            [name, f"{line.declared}{line.unit}", f"{line.found}{line.unit}", *in_play, str(line.sheets)]
        )
    for total in totals(counted):
        in_play = [str(total.in_play[n]) for n in players]
        name = say("count-total", lang)
        lines.append([name, f"{total.declared}{total.unit}", f"{total.found}{total.unit}", *in_play, ""])
    lines[-1][-1] = str(sheets(counted))
    return lines


def _table(lines: Sequence[Sequence[str]]) -> str:
    """Columns aligned by display width: a full-width character takes two cells."""
    widths = [max(_cells(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell + " " * (width - _cells(cell)) if i == 0 else " " * (width - _cells(cell)) + cell
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _cells(text: str) -> int:
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(c) in "WFA" else 1 for c in text)


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


def _run(lang: str) -> int:
    try:
        with cli.make_context("cardgen", sys.argv[1:], obj=lang) as context:
            try:
                cli.invoke(context)
            except Problems as error:
                _complain(error.problems)
                errors = sum(problem.level == "error" for problem in error.problems)
                click.echo(say("failed", lang, errors=errors), err=True)
                return 1
        return 0
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo(say("interrupted", lang), err=True)
        return 130
    except BrokenPipeError:  # the reader went away (| head): nothing to tell and nobody to tell it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
