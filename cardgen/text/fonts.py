"""TrueType faces: their names, glyphs and measures, and the catalogue that finds them by name.

All measures are in em. Only outlines in `glyf` are accepted: those are what every PDF reader and printer
draws alike, and what a subset can be made of without a further library.
"""

from __future__ import annotations

import difflib
import mmap
import re
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal

from cardgen.text import sfnt

Reason = Literal[
    "not-found",
    "not-a-font",
    "cff-outlines",
    "variable",
    "collection-index",
    "missing-tables",
    "no-embedding",
]

NEEDED = ("head", "hhea", "maxp", "hmtx", "cmap", "loca", "glyf", "name", "OS/2")
SUFFIXES = (".ttf", ".ttc", ".otf", ".otc")

WEIGHTS = {
    "thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300, "細字": 300,
    "regular": 400, "normal": 400, "book": 400, "標準": 400, "medium": 500, "中字": 500,
    "semibold": 600, "demibold": 600, "demi": 600, "bold": 700, "太字": 700,
    "extrabold": 800, "ultrabold": 800, "heavy": 800, "極太": 800, "black": 900,
    "w1": 100, "w2": 200, "w3": 300, "w4": 400, "w5": 500, "w6": 600, "w7": 700, "w8": 800, "w9": 900,
}  # fmt: skip


JAPANESE = {
    "しっぽり明朝": "Shippori Mincho", "しっぽりアンチック": "Shippori Antique",
    "Zen丸ゴシック": "Zen Maru Gothic", "Zen角ゴシック": "Zen Kaku Gothic",
    "Zenオールド明朝": "Zen Old Mincho", "Zenアンチック": "Zen Antique", "クレー One": "Klee One",
    "解星デコール": "Kaisei Decol", "解星オプティ": "Kaisei Opti", "解星特ミン": "Kaisei Tokumin",
    "さわらびゴシック": "Sawarabi Gothic", "さわらび明朝": "Sawarabi Mincho", "ひな明朝": "Hina Mincho",
}  # fmt: skip
"""Families that Japanese call otherwise than their own files, which give an English name only."""


class FontError(Exception):
    """A font file that cannot be used. `reason` is one of `Reason`."""

    def __init__(self, path: Path, reason: Reason, detail: str = ""):
        self.path, self.reason, self.detail = path, reason, detail
        super().__init__(f"{path}: {reason} {detail}".rstrip())


class FontMissing(Exception):
    """No face of that name. `nearest` is the likeliest name meant, `known` all that were found."""

    def __init__(self, name: str, nearest: str | None, known: tuple[str, ...]):
        self.name, self.nearest, self.known = name, nearest, known
        super().__init__(name)


class Face:
    """One font of a file. Compared and hashed by identity: load a file once and share the face.

    `ascent`, `descent` (negative below the baseline), `bbox`, `cap_height` are in em. `baseline` is how
    far the baseline lies below the top of the em box: 0.88 for most Japanese fonts.
    """

    def __init__(self, path: Path, index: int, data: sfnt.Buffer, tables: dict[str, tuple[int, int]]):
        self.path, self.index = path, index
        self._data, self._tables = data, tables
        head, hhea, os2 = self.table("head"), self.table("hhea"), self.table("OS/2")
        self.units = sfnt.u16(head, 18)
        self.bbox = tuple(sfnt.i16(head, 36 + 2 * n) / self.units for n in range(4))
        self._long_loca = sfnt.u16(head, 50) == 1
        self.ascent = sfnt.i16(hhea, 4) / self.units
        self.descent = sfnt.i16(hhea, 6) / self.units
        self._metrics = sfnt.u16(hhea, 34)
        self.weight = sfnt.u16(os2, 4)
        self.italic = bool(sfnt.u16(os2, 62) & 1)
        self.baseline = self._baseline(os2)
        self._glyphs: dict[str, int | None] = {}
        self._inks: dict[int, tuple[float, float, float, float] | None] = {}

    def __repr__(self) -> str:
        return f"Face({self.name})"

    @classmethod
    def load(cls, path: Path, index: int = 0) -> Face:
        """The face in a file; `index` picks one of a collection. Raises `FontError`."""
        try:
            with open(path, "rb") as file:
                data: sfnt.Buffer = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)  # type: ignore[assignment]
        except OSError:
            raise FontError(path, "not-found") from None
        except ValueError:
            raise FontError(path, "not-a-font", "empty") from None
        return cls(path, index, data, _checked(path, data, _font_offset(path, data, index)))

    def table(self, tag: str) -> bytes:
        """The bytes of a table, empty when the font has none."""
        offset, length = self._tables.get(tag, (0, 0))
        return self._data[offset : offset + length]

    @cached_property
    def _names(self) -> dict[int, list[str]]:
        return sfnt.names(self.table("name"))

    @cached_property
    def name(self) -> str:
        """The PostScript name."""
        return (self._names.get(6) or [self.path.stem])[0]

    @cached_property
    def family(self) -> tuple[str, ...]:
        """The family's names, English first, then Japanese."""
        return tuple(self._names.get(16, []) + self._names.get(1, [])) or (self.path.stem,)

    @cached_property
    def style(self) -> str:
        """The style's name, as "Regular" or "ExtraBold"."""
        return (self._names.get(17) or self._names.get(2) or ["Regular"])[0]

    def _baseline(self, os2: bytes) -> float:
        typo = sfnt.i16(os2, 68), -sfnt.i16(os2, 70)
        hhea = round(self.ascent * self.units), -round(self.descent * self.units)
        for up, down in (typo, hhea):
            if up + down == self.units:
                return up / self.units
        up, down = typo if sum(typo) else hhea
        return 0.5 + (up - down) / 2 / self.units

    @cached_property
    def cap_height(self) -> float:
        os2 = self.table("OS/2")
        if sfnt.u16(os2, 0) >= 2 and (height := sfnt.i16(os2, 88)) > 0:
            return height / self.units
        gid = self.glyph("H")
        ink = self.ink(gid) if gid else None
        return ink[3] if ink else 0.7

    @cached_property
    def proportional(self) -> bool:
        """Whether its Latin letters have widths of their own."""
        narrow, wide = self.glyph("i"), self.glyph("m")
        return narrow is not None and wide is not None and self.advance(narrow) != self.advance(wide)

    @cached_property
    def _advances(self) -> Sequence[int]:
        return sfnt.numbers("H", self.table("hmtx")[: 4 * self._metrics])[0::2]

    def advance(self, gid: int) -> float:
        """Horizontal advance in em."""
        widths = self._advances
        return (widths[gid] if gid < len(widths) else widths[-1]) / self.units

    @cached_property
    def _characters(self) -> sfnt.CharacterMap:
        return sfnt.CharacterMap(self.table("cmap"))

    def glyph(self, cluster: str) -> int | None:
        """The glyph of one cluster, None when the font cannot draw it as a whole.

        A variation selector picks its glyph through cmap format 14; U+FE0E and U+FE0F, which only ask
        for a plain or a coloured form, fall back on the base character. Other sequences need a ligature.
        """
        try:
            return self._glyphs[cluster]
        except KeyError:
            gid = self._glyphs[cluster] = self._find(cluster) or None
            return gid

    def _find(self, cluster: str) -> int:
        if len(cluster) == 1:
            return self._characters[ord(cluster)]
        if len(cluster) == 2:
            base, mark = ord(cluster[0]), ord(cluster[1])
            if gid := self._characters.sequence(base, mark):
                return gid
            if mark in (0xFE0E, 0xFE0F):
                return self._characters[base]
        parts = tuple(self._characters[ord(c)] for c in cluster)
        return self._ligatures.get(parts, 0) if all(parts) else 0

    def ink(self, gid: int) -> tuple[float, float, float, float] | None:
        """(left, bottom, right, top) of the outline in em, None for a glyph without one."""
        try:
            return self._inks[gid]
        except KeyError:
            found = self._inks[gid] = self._read_ink(gid)
            return found

    def _read_ink(self, gid: int) -> tuple[float, float, float, float] | None:
        outline = self.outline(gid)
        if not outline:
            return None
        left, bottom, right, top = (sfnt.i16(outline, 2 + 2 * n) / self.units for n in range(4))
        return left, bottom, right, top

    def outline(self, gid: int) -> bytes:
        """What the table glyf says of one glyph, empty for a glyph without outline."""
        data, loca, glyf = self._data, self._tables["loca"][0], self._tables["glyf"][0]
        if self._long_loca:
            start, end = sfnt.u32(data, loca + 4 * gid), sfnt.u32(data, loca + 4 * gid + 4)
        else:
            start, end = 2 * sfnt.u16(data, loca + 2 * gid), 2 * sfnt.u16(data, loca + 2 * gid + 2)
        return data[glyf + start : glyf + end]

    @cached_property
    def _substitutions(self) -> sfnt.Substitutions:
        return sfnt.Substitutions(self.table("GSUB"))

    @cached_property
    def _ligatures(self) -> dict[tuple[int, ...], int]:
        return self._substitutions.ligatures("ccmp", "liga")

    @cached_property
    def _verticals(self) -> dict[int, int]:
        return self._substitutions.single("vert", "vrt2")

    @cached_property
    def _rubies(self) -> dict[int, int]:
        return self._substitutions.single("ruby")

    def vertical(self, gid: int) -> int | None:
        """The glyph's form for vertical writing (GSUB `vert`, `vrt2`)."""
        return self._verticals.get(gid)

    def ruby_variant(self, gid: int) -> int | None:
        """The glyph's form drawn for ruby sizes (GSUB `ruby`)."""
        return self._rubies.get(gid)


def _font_offset(path: Path, data: sfnt.Buffer, index: int) -> int:
    if len(data) < 12:
        raise FontError(path, "not-a-font")
    if data[:4] != b"ttcf":
        if index:
            raise FontError(path, "collection-index", f"{index} of 1")
        return 0
    count = sfnt.u32(data, 8)
    if not 0 <= index < count:
        raise FontError(path, "collection-index", f"{index} of {count}")
    return sfnt.u32(data, 12 + 4 * index)


def _checked(path: Path, data: sfnt.Buffer, start: int) -> dict[str, tuple[int, int]]:
    """The tables of a font whose glyphs can be set and embedded faithfully. Raises `FontError`."""
    kind = data[start : start + 4]
    if kind not in (b"\0\1\0\0", b"true", b"OTTO"):
        raise FontError(path, "not-a-font")
    try:
        tables = sfnt.directory(data, start)
    except struct.error:
        raise FontError(path, "not-a-font", "cut short") from None
    if kind == b"OTTO" or "CFF " in tables or "CFF2" in tables:
        raise FontError(path, "cff-outlines")
    if "fvar" in tables:
        raise FontError(path, "variable")
    missing = [tag for tag in NEEDED if tag not in tables or sum(tables[tag]) > len(data)]
    if missing:
        raise FontError(path, "missing-tables", ", ".join(missing))
    # OpenType OS/2 fsType: bit 1 alone forbids embedding, bit 9 allows bitmaps only.
    permission = sfnt.u16(data, tables["OS/2"][0] + 8)
    if permission & 0x000F == 0x0002 or permission & 0x0200:
        raise FontError(path, "no-embedding", f"fsType {permission:#06x}")
    return tables


class Catalogue:
    """The faces in some folders, found by name. Earlier folders win; files are opened fully only on use."""

    def __init__(self, folders: Iterable[Path]):
        self.folders = tuple(Path(f) for f in folders)
        self._faces: dict[tuple[Path, int], Face] = {}

    @cached_property
    def _files(self) -> tuple[Path, ...]:
        return tuple(
            f for folder in self.folders for f in sorted(folder.rglob("*")) if f.suffix.lower() in SUFFIXES
        )

    @cached_property
    def _entries(self) -> tuple[_Entry, ...]:
        return tuple(entry for file in self._files for entry in _read_entries(file))

    @property
    def _damaged(self) -> list[Path]:
        """The files that tell no name of their own. One that is called like the font asked for is told of."""
        named = {entry.path for entry in self._entries}
        return [file for file in self._files if file not in named]

    @property
    def known(self) -> tuple[str, ...]:
        """A readable name of every face, in the order of the folders."""
        return tuple(dict.fromkeys(entry.label for entry in self._entries))

    def find(self, name: str) -> Face:
        """The face of a family, with or without style, in any language; of a PostScript name, file or path.

        A family without a style word means its regular weight. Raises `FontMissing` or `FontError`.
        """
        path = self._as_path(name)
        if path:
            return self._load(path, 0)
        key = _key(name)
        for entry in self._entries:
            if key in entry.full:
                return self._load(entry.path, entry.index)
        family, weight = _split_weight(key)
        kin = [e for e in self._entries if family in e.families and e.weight == weight and not e.italic]
        if kin:
            return self._load(kin[0].path, kin[0].index)
        for file in self._damaged:
            if _plain(file.stem).startswith(key):
                return self._load(file, 0)
        raise FontMissing(name, self._nearest(name), self.known)

    def _as_path(self, name: str) -> Path | None:
        if Path(name).suffix.lower() not in SUFFIXES:
            return None
        for path in (Path(name), *(folder / name for folder in self.folders)):
            if path.is_file():
                return path
        return next((e.path for e in self._entries if e.path.name == name), None)

    def _load(self, path: Path, index: int) -> Face:
        key = path.resolve(), index
        if key not in self._faces:
            self._faces[key] = Face.load(path, index)
        return self._faces[key]

    def _nearest(self, name: str) -> str | None:
        plainest_last = sorted(self._entries, key=lambda e: abs(e.weight - 400), reverse=True)
        spellings = {_plain(s): e.label for e in plainest_last for s in (e.label, *e.spellings)}
        found = difflib.get_close_matches(_key(name), list(spellings), n=1, cutoff=0.5)
        return spellings[found[0]] if found else None


class _Entry:
    """What the catalogue knows of a face before it is used: its names and its weight."""

    def __init__(self, path: Path, index: int, names: dict[int, list[str]], weight: int, italic: bool):
        self.path, self.index, self.weight, self.italic = path, index, weight, italic
        families = names.get(16, []) + names.get(1, [])
        styles = names.get(17, []) + names.get(2, [])
        self.spellings = (*families, *names.get(4, []), *names.get(6, []))
        self.label = (names.get(4) or families or [path.stem])[0]
        self.families = {_plain(f) for f in families}
        pairs = (f"{f} {s}" for f in names.get(16, families) for s in names.get(17, styles))
        self.full = {_plain(n) for n in (*pairs, *names.get(4, []), *names.get(6, []), path.stem)}


def _read_entries(path: Path) -> Iterator[_Entry]:
    try:
        with open(path, "rb") as file:
            head = file.read(12)
            starts = [0]
            if head[:4] == b"ttcf":
                starts = list(sfnt.numbers("I", file.read(4 * sfnt.u32(head, 8))))
            for index, start in enumerate(starts):
                file.seek(start)
                prefix = file.read(12)
                tables = sfnt.directory(prefix + file.read(16 * sfnt.u16(prefix, 4)), 0)
                if "name" not in tables or "OS/2" not in tables:
                    continue
                file.seek(tables["name"][0])
                names = sfnt.names(file.read(tables["name"][1]))
                file.seek(tables["OS/2"][0])
                os2 = file.read(64)
                yield _Entry(path, index, names, sfnt.u16(os2, 4), bool(sfnt.u16(os2, 62) & 1))
    except (OSError, IndexError, ValueError, struct.error):
        # Not a readable font: it has no name to be found by, so it is not in the catalogue.
        return


def _plain(name: str) -> str:
    return re.sub(r"[\s\-_]+", "", unicodedata.normalize("NFKC", name)).casefold()


def _key(name: str) -> str:
    """The name as asked for in the form of `_plain`, in English for the families of `JAPANESE`."""
    key = _plain(name)
    for spoken, family in JAPANESE.items():
        if key.startswith(_plain(spoken)):
            return _plain(family) + key.removeprefix(_plain(spoken))
    return key


def _split_weight(key: str) -> tuple[str, int]:
    for word in sorted(WEIGHTS, key=len, reverse=True):
        if key.endswith(word) and key != word:
            return key[: -len(word)], WEIGHTS[word]
    return key, WEIGHTS["regular"]
