"""What the faces of one game draw with: its fonts by role, its icons and pictures, each read once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os.path import isdir, isfile  # unlike Path, they answer for what may not be looked at
from pathlib import Path
from typing import Any

from cardgen import share
from cardgen.layout import raster, tree
from cardgen.layout.fault import Fault, misnamed
from cardgen.layout.symbol import Symbol
from cardgen.model import Game
from cardgen.problems import Place, Problem, Problems
from cardgen.text.fonts import Catalogue, Face, FontError, FontMissing

ROLES: dict[str, tuple[str, ...]] = {
    "body": ("BIZ UDGothic", "BIZ UDPGothic"),
    "bold": ("BIZ UDGothic Bold", "BIZ UDPGothic Bold"),
    "title": ("BIZ UDGothic Bold", "BIZ UDPGothic Bold"),
    "number": ("BIZ UDPGothic Bold",),
    "mincho": ("BIZ UDMincho",),
    "display": ("Shippori Mincho ExtraBold",),
    "ruby": ("BIZ UDGothic", "BIZ UDPGothic"),
}
"""The chain of fonts of each role, unless game.yaml says otherwise under `fonts`."""

SYSTEM_FONTS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
)


class Assets:
    """The fonts, icons and pictures of one game. Faults of the files themselves gather in `problems`."""

    def __init__(self, game: Game):
        self.game = game
        beside = game.folder.parent.parent
        self.templates = [game.folder / "templates", beside / "templates", share.TEMPLATES]
        self.roots = [folder for folder in (game.folder, *self.templates) if isdir(folder)]
        self.fonts = _Fonts(game, [game.folder / "fonts", beside / "fonts", share.FONTS])
        self.symbols: dict[Any, Symbol] = {}
        self.problems: list[Problem] = []
        self._found: dict[str, Path] = {}
        self._svgs: dict[Path, tree.Node] = {}
        self._rasters: dict[Path, raster.Raster] = {}
        self.icons = dict(self._icons())

    def _icons(self) -> Iterator[tuple[str, Path]]:
        """The files of the game's inline icons; one that cannot be had is a fault of game.yaml."""
        for name, href in self.game.spec.icons.items():
            try:
                if not href.lower().endswith(".svg"):
                    raise Fault("icon-not-svg", found=href)
                yield name, self.find(href)
            except Fault as fault:
                place = self.game.place(("icons", name))
                self.problems.append(Problem(fault.id, place, f"icons / {name}", fault.facts))

    def find(self, href: str) -> Path:
        """The file of that name in the game's folder or beside the templates. Raises Fault."""
        if href not in self._found:
            found = next((root / href for root in self.roots if isfile(root / href)), None)
            if found is None:
                raise Fault("file-not-found", **misnamed(href, self._names(Path(href).suffix)))
            self._found[href] = found
        return self._found[href]

    def _names(self, suffix: str) -> Iterator[str]:
        for root in self.roots:
            yield from (
                f.relative_to(root).as_posix() for f in sorted(root.rglob(f"*{suffix}")) if f.is_file()
            )

    def svg(self, file: Path) -> tree.Node:
        """The root of an SVG file. Raises Problems when it is no XML, Fault when it cannot be read."""
        if file not in self._svgs:
            try:
                self._svgs[file] = tree.parse(file.read_bytes(), file)
            except OSError as fault:
                raise Fault("file-unreadable", reason=fault.strerror) from None
        return self._svgs[file]

    def raster(self, file: Path) -> raster.Raster:
        """What is known of a picture file. Raises Fault when it is none."""
        if file not in self._rasters:
            self._rasters[file] = raster.read(file)
        return self._rasters[file]


class _Fonts:
    """The faces of the roles. System fonts are looked through only for a name that is not nearer by."""

    def __init__(self, game: Game, folders: list[Path]):
        self.game = game
        self.near = Catalogue([folder for folder in folders if isdir(folder)])
        system = [Path(name).expanduser() for name in SYSTEM_FONTS]
        self.far = Catalogue([folder for folder in system if isdir(folder)])
        self.roles: Mapping[str, tuple[str, ...]] = ROLES | {k: tuple(v) for k, v in game.spec.fonts.items()}
        if "bold" in game.spec.fonts and "title" not in game.spec.fonts:
            self.roles = {**self.roles, "title": self.roles["bold"]}
        if "body" in game.spec.fonts and "ruby" not in game.spec.fonts:
            self.roles = {**self.roles, "ruby": self.roles["body"]}
        self._chains: dict[str, tuple[Face, ...] | Problems] = {}

    def chain(self, role: str) -> tuple[Face, ...]:
        """The faces of a role. Raises Fault for an unknown role, Problems for fonts that cannot be had."""
        if role not in self.roles:
            raise Fault("unknown-font-role", **misnamed(role, self.roles))
        if role not in self._chains:
            try:
                self._chains[role] = tuple(
                    self._face(role, i, name) for i, name in enumerate(self.roles[role])
                )
            except Problems as fault:
                self._chains[role] = fault
        found = self._chains[role]
        if isinstance(found, Problems):
            raise found
        return found

    def unused(self) -> Iterator[Problem]:
        """Roles that game.yaml gives fonts to and that nothing is set in: slips of the pen."""
        for role in self.game.spec.fonts:
            if role not in ROLES and role not in self._chains:
                facts = misnamed(role, ROLES)
                yield Problem("font-role-unused", self._place(role, 0), "fonts", facts, "warning")

    def _face(self, role: str, index: int, name: str) -> Face:
        missing: list[FontMissing] = []
        for catalogue in (self.near, self.far):
            try:
                return catalogue.find(name)
            except FontMissing as fault:
                missing.append(fault)
            except FontError as fault:
                raise Problems([self._refused(fault, role, index)]) from None
        best = next((fault for fault in missing if fault.nearest), missing[0])
        known = None if best.nearest else best.known
        facts: dict[str, object] = {"found": name, "nearest": best.nearest, "expected": known}
        raise Problems([Problem("font-missing", self._place(role, index), f"fonts / {role}", facts)])

    def _refused(self, fault: FontError, role: str, index: int) -> Problem:
        facts = {"file": fault.path.name, "detail": fault.detail}
        return Problem(f"font-{fault.reason}", self._place(role, index), f"fonts / {role}", facts)

    def _place(self, role: str, index: int) -> Place:
        if role not in self.game.spec.fonts:
            return Place(self.game.folder / "game.yaml")
        return self.game.place(("fonts", role, index))
