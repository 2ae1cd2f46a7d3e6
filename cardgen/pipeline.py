"""The pipeline of one game in one screen: read, load, check, test, lay out; then impose and export."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.check import check
from cardgen.count import Counts, count
from cardgen.engine.report import Report
from cardgen.export import appendix, profile, sheets
from cardgen.export.base import Build, Options, Writer
from cardgen.export.pieces import unset
from cardgen.finish import Lot
from cardgen.layout.assets import Assets
from cardgen.layout.edges import WhenCut
from cardgen.layout.faces import CardFace, Look, lay_out
from cardgen.layout.legibility import Legibility
from cardgen.layout.small import lacking
from cardgen.load import load
from cardgen.model import Component, Game
from cardgen.problems import Problem, Problems, nearest, stop_on
from cardgen.workers import Share, Tell, untold, within

if TYPE_CHECKING:
    from cardgen.changes import Changes
    from cardgen.engine.state import Rules


def _late(name: str) -> Writer:
    """The writer of a module that is loaded when its format is asked for: sheets need not wait for it."""

    def write(build: Build, folder: Path) -> Iterator[Path | Problem]:
        writer: Writer = import_module(f"cardgen.export.{name}").write
        return writer(build, folder)

    return write


FORMATS: Mapping[str, Writer] = {
    "sheets": sheets.write,
    "appendix": appendix.write,
    **{name: _late(name) for name in ("box", "images", "svg", "udonarium", "tts", "pcio", "shop")},
}

USUAL = ("sheets", "appendix")

FACES_ONLY = ("images", "svg", "shop")
"""Formats that are made of the faces of templates and of nothing else."""


def prepare(folder: Path, options: Options, trusted: bool = False, watch: Tell = untold) -> Build:
    """Steps 1 to 5 of a build. Raises Problems with every fault that the steps could still find."""
    watch("load", folder.name)
    bleed = profile.bleed(options)
    game = load(folder)
    stop_on([*_unknown_parts(game, options), *_unprinted(game, options)])
    watch("check", game.title)
    found = list(check(game))
    watch("test", game.title)
    rules, report = _tested(game, trusted, options.seed)
    watch("layout", game.title)
    progress = _Progress(_faces(game, options), partial(watch, "layout", game.title))
    looks: list[Callable[[Component], Look]] = [Legibility, lambda component: progress]
    if "shop" not in options.formats:  # a shop has wishes of its own
        looks.append(WhenCut)
    faces, misfits = lay_out(game, options.only or None, bleed, looks)
    counts, too_large = _counted(game, options)
    warnings = stop_on([*found, *report.problems, *misfits, *too_large, *unset(game)])
    changes = _changes(game, faces, options)
    return Build(game, rules, tuple(counts), report, faces, options, tuple(warnings), changes=changes)


def write(
    build: Build, folder: Path, target: Path, watch: Tell = untold
) -> tuple[tuple[Lot, ...], list[Problem]]:
    """Every file of a build in a new `folder`, to become `target`, and what its exporters warn of.

    `watch` is told what part is written as it grows.
    """
    folder.mkdir()
    files: list[Path] = []
    late: list[Problem] = []
    watch("write", build.game.title)
    tell = partial(watch, "write", build.game.title)
    for made in _written(replace(build, earlier=target, tell=tell), folder):
        if isinstance(made, Problem):
            late.append(made)
        else:
            files.append(made)
    return tuple(_lots(build, folder, target, files)), late


# ------------------------------------------------------------------ steps 1 to 5


class _Progress:
    """Looks at faces and counts them, for those who watch."""

    def __init__(self, faces: int, tell: Share):
        self.faces, self.tell, self.seen = faces, tell, 0

    def see(self, face: CardFace) -> None:
        self.seen += 1
        if self.seen % OFTEN == 0:
            self.tell(min(1.0, self.seen / self.faces))

    def told(self) -> Iterator[Problem]:
        return iter(())


OFTEN = 20
"""Faces between two words about how far the layout is."""


def _faces(game: Game, options: Options) -> int:
    """The faces that there will be, if none has a fault."""
    wanted = [part for id, part in game.components.items() if not options.only or id in options.only]
    return sum(len(part.cards) * sum(map(bool, (part.spec.front, part.spec.back))) for part in wanted)


def _unknown_parts(game: Game, options: Options) -> Iterator[Problem]:
    parts = [("--only", "unknown-part", part, list(game.components)) for part in options.only]
    parts += [("--format", "unknown-format", name, list(FORMATS)) for name in options.formats]
    for option, id, found, known in parts:
        if found not in known:
            named = next((id for id, c in game.components.items() if c.name == found), None)
            facts = {"found": found, "expected": known, "nearest": named or nearest(found, known)}
            yield Problem(id, None, f"{game.id} / {option}" if id == "unknown-part" else option, facts)
    if options.press.pack and options.backs == "fold":
        yield Problem("fold-not-packed", None, "--pack")
    if options.since is not None and set(options.formats) - {"sheets"}:
        yield Problem("since-sheets-only", None, "--since")


def _unprinted(game: Game, options: Options) -> Iterator[Problem]:
    """What is asked for and would not come onto the paper."""
    asked = {
        "--ink": options.ink != "full",
        "--revision": options.revision is not None,
        "--fill-blanks": options.fill_blanks,
        "--pack": options.press.pack,
    }
    if options.formats and "sheets" not in options.formats:
        yield from (Problem("sheets-only", None, option) for option, given in asked.items() if given)
    if options.revision and (missing := lacking(options.revision, Assets(game).fonts.chain("body"))):
        yield Problem("no-glyph", None, "--revision", missing)


def _tested(game: Game, trusted: bool, seed: int) -> tuple[Rules | None, Report]:
    """The rules and what their self-test says. Rules that do not suit the game are a finding, too.

    The engine is loaded for a game that has rules: any other need not wait for it.
    """
    if game.spec.rules is None:
        return None, Report(problems=tuple(_untested(game)))
    from cardgen.engine.selftest import selftest
    from cardgen.games import rules_of

    try:
        rules = rules_of(game, trusted)
    except Problems as fault:
        return None, Report(problems=fault.problems)
    return rules, selftest(game, rules, seed)


def _untested(game: Game) -> Iterator[Problem]:
    if examples := game.spec.examples:
        facts = {"count": len(examples)}
        yield Problem("examples-untested", game.place(("examples",)), "examples", facts, level="warning")


def _counted(game: Game, options: Options) -> tuple[list[Counts], Iterable[Problem]]:
    """The component table. What no sheet is made of need not fit on one: a mat for an online table."""
    press = options.press if "sheets" in _formats(options) else replace(options.press, tile=True)
    try:
        return count(game, options.paper, press, options.backs == "fold", options.only), ()
    except Problems as fault:
        return [], fault.problems


def _changes(game: Game, faces: Sequence[CardFace], options: Options) -> Changes | None:
    """What differs from the state that the user compares with, if any."""
    if options.since is None:
        return None
    from cardgen.changes import compare, designs_of
    from cardgen.history import earlier

    return compare(earlier(options.since, game, options.only), designs_of(faces), options.since)


# ------------------------------------------------------------------ steps 6 and 7


def _written(build: Build, folder: Path) -> Iterator[Path | Problem]:
    """Every file of every format. Two components may not make one file: the second would hide the first."""
    names: set[str] = set()
    formats = _formats(build.options)
    for number, name in enumerate(formats):
        part = within(build.tell, number / len(formats), (number + 1) / len(formats))
        yield from _left_out(build, name)
        told = False
        for made in FORMATS[name](replace(build, tell=part), folder):
            told = True
            if isinstance(made, Problem):
                yield made
                continue
            key = str(made).casefold()  # as Windows and macOS compare
            if key in names:
                place = build.game.place(("components",))
                facts = {"found": made.relative_to(folder).as_posix()}
                raise Problems([Problem("same-file-twice", place, facts=facts)])
            names.add(key)
            yield made
        if not told:
            yield Problem("nothing-made", None, build.game.title, {"format": name}, "warning")


def _left_out(build: Build, name: str) -> Iterator[Problem]:
    """Counters and dice that sheets print and that a format of faces alone has not."""
    only = build.options.only
    for id, component in build.game.components.items() if name in FACES_ONLY else ():
        if component.spec.front is None and component.spec.shape and (not only or id in only):
            place = build.game.place(("components", id))
            yield Problem("without-template", place, component.name, {"format": name}, "warning")


def _formats(options: Options) -> tuple[str, ...]:
    """The formats asked for; else sheets and appendix, or sheets alone for a choice of cards."""
    some = options.only or options.since is not None
    return tuple(dict.fromkeys(options.formats)) or (("sheets",) if some else USUAL)


def _lots(build: Build, stage: Path, target: Path, files: Sequence[Path]) -> Iterator[Lot]:
    """The game's own folder, and one lot for each folder that a format keeps.

    The game's folder is whole only when everything usual is made: after a build of some parts its manifest
    still says what the whole game looked like. A format's folder is whole when all components are in it.
    """
    options = build.options
    own = tuple(file for file in files if file.parent == stage)
    faces = {f"{face.component.id}/{face.card.id}/{face.side}": face.digest for face in build.faces}
    copies = {f"{face.component.id}/{face.card.id}": face.card.copies for face in build.faces}
    facts = {
        "game": build.game.id,
        "title": build.game.title,
        "draft": build.game.draft,
        "faces": faces,
        "copies": copies,
    }
    some = options.only or options.formats or options.since is not None
    yield Lot(stage, target, own, not some).with_manifest(facts)
    for folder in sorted(path for path in stage.iterdir() if path.is_dir()):
        inside = tuple(file for file in files if file.is_relative_to(folder))
        yield Lot(folder, target / folder.name, inside, not options.only).with_manifest(facts)
