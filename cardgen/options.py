"""The options that commands share, how a shell completes them, and which games a command line means."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from cardgen.messages import Lang
from cardgen.problems import Place, Problem, Problems
from cardgen.usage import Amount, OneOf, misnamed

LANGUAGES: tuple[Lang, ...] = ("ja", "en")

# ------------------------------------------------------------------ shared options

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def together(*decorators: Decorator) -> Decorator:
    def apply(function: Callable[..., None]) -> Callable[..., None]:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply


def _complete_games(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    names = [name for name in _known_games() if name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="dir")]


def _complete_papers(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from cardgen.impose.stock import names

    return [CompletionItem(name) for name in names() if name.lower().startswith(incomplete.lower())]


def _complete_profiles(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from cardgen.export.profile import bundled

    names = [name for name in bundled() if name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


def _complete_formats(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from cardgen.pipeline import FORMATS

    return [CompletionItem(name) for name in FORMATS if name.startswith(incomplete)]


LANG = click.option(
    "--lang", type=OneOf(LANGUAGES), expose_value=False, help="help-lang"
)  # read by `language` before click begins: here it only has to be accepted
GAMES = click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=_complete_games)
JSON = click.option("--json", "as_json_", is_flag=True, help="help-json")
TRUST = click.option("--trust", is_flag=True, help="help-trust")
SEED = click.option("--seed", type=int, default=0, metavar="N", help="help-seed")
PAPER = click.option(
    "--paper", default="A4", metavar="PAPER", shell_complete=_complete_papers, help="help-paper"
)
BACKS = click.option(
    "--backs", type=OneOf(["none", "separate", "duplex", "fold"]), default="separate", help="help-backs"
)
FLIP = click.option("--flip", type=OneOf(["long", "short"]), default="long", help="help-flip")
ROOM = together(
    PAPER,
    click.option("--gap", type=Amount(0, 50), default=0.0, metavar="MM", help="help-gap"),
    click.option("--margin", type=Amount(0, 50), default=None, metavar="MM", help="help-margin"),
    click.option("--tile", is_flag=True, help="help-tile"),
    click.option("--pack", is_flag=True, help="help-pack"),
)
SHEETS = together(
    ROOM,
    BACKS,
    FLIP,
    click.option("--guides", type=OneOf(["marks", "lines", "both", "none"]), default="marks",
                 help="help-guides"),
    click.option("--printer", metavar="NAME", help="help-printer"),
)  # fmt: skip
LOUDNESS = together(
    click.option("-q", "--quiet", is_flag=True, help="help-quiet"),
    click.option("-v", "--verbose", is_flag=True, help="help-verbose"),
)


FORMATS = click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="FORMAT",
    shell_complete=_complete_formats,
    help="help-format",
)
PROFILE = click.option("--profile", metavar="NAME", shell_complete=_complete_profiles, help="help-profile")


def path_option(name: str, default: str | None, help: str) -> Decorator:
    kind = click.Path(path_type=Path)
    return click.option(name, type=kind, default=default, metavar="PATH", help=help)


# ------------------------------------------------------------------ finding games


def _known_games() -> dict[str, Path]:
    """The games under ./data by their folders' names; without it the one we stand in, or those packaged."""
    from cardgen.load import GAME_FILE, find_games

    if not Path("data").is_dir() and Path(GAME_FILE).is_file():
        return {Path.cwd().name: Path.cwd()}
    return {folder.name: folder for folder in find_games(_root())}


def _root() -> Path:
    from cardgen import share

    return Path("data") if Path("data").is_dir() else share.DATA


def folders_of(games: Sequence[str]) -> list[Path]:
    """The folders of the named games, or of all, each once."""
    known = _known_games()
    if not games and not known:
        raise Problems([Problem("no-games", Place(_root()))])
    folders = [_folder(name, known) for name in games] if games else [*known.values()]
    found: dict[str, Path] = {}
    for folder in folders:
        name = folder.resolve().name
        if found.setdefault(name, folder).resolve() != folder.resolve():
            facts = {"first": str(found[name]), "second": str(folder)}
            raise Problems([Problem("same-game-twice", None, name, facts)])
    return [*found.values()]


def _folder(name: str, known: Mapping[str, Path]) -> Path:
    """A game by its name or its path. A folder without game.yaml is taken, for `load` says what it lacks."""
    path = Path(name)
    if path.name == "game.yaml" and path.is_file():
        path = path.parent
    for folder in (known.get(name), path, _root() / name):
        if folder and os.path.isdir(folder):  # no error where it may not be looked at
            return folder if len(folder.parts) > 1 and ".." not in folder.parts else folder.resolve()
    raise misnamed("unknown-game", click.get_current_context(), name, [*known])
