"""The TrueType tables composition needs, read straight from the file and only when asked for.

A general font library decodes whole tables; here a face of 14 000 glyphs must be ready in a few
milliseconds. Formats: OpenType specification, chapters cmap, hmtx, loca, glyf, GSUB.
"""

from __future__ import annotations

import struct
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterator

Buffer = bytes
"""What `mmap` and `bytes` share: slicing and `struct.unpack_from`."""


def u16(data: Buffer, offset: int) -> int:
    return data[offset] << 8 | data[offset + 1]


def i16(data: Buffer, offset: int) -> int:
    value = u16(data, offset)
    return value - 0x10000 if value & 0x8000 else value


def u24(data: Buffer, offset: int) -> int:
    return data[offset] << 16 | data[offset + 1] << 8 | data[offset + 2]


def u32(data: Buffer, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 4], "big")


def numbers(code: str, data: Buffer) -> array[int]:
    """Big-endian numbers of one kind (`array` type code) as an array."""
    found = array(code, data)
    if sys.byteorder == "little":
        found.byteswap()
    return found


def directory(data: Buffer, start: int) -> dict[str, tuple[int, int]]:
    """Tag -> (offset, length) of the font that starts at `start`."""
    count = u16(data, start + 4)
    records = struct.iter_unpack(">4s4xLL", data[start + 12 : start + 12 + 16 * count])
    return {tag.decode("latin-1"): (offset, length) for tag, offset, length in records}


class CharacterMap:
    """Code point -> glyph from cmap formats 4 and 12, with the variation sequences of format 14."""

    def __init__(self, table: Buffer):
        self._table = table
        self._selectors: dict[int, tuple[int, int]] = {}
        best = 0
        for n in range(u16(table, 2)):
            platform, encoding, offset = struct.unpack_from(">HHL", table, 4 + 8 * n)
            form = u16(table, offset)
            if form == 14:
                self._read_selectors(offset)
            elif form == 12 or (form == 4 and not best and platform in (0, 3) and encoding != 0):
                best = offset if not best or form == 12 else best
        self._long = bool(best) and u16(table, best) == 12
        self._base = best
        if self._long:
            self._read_groups(best)
        elif best:
            self._read_segments(best)

    def _read_groups(self, offset: int) -> None:
        count = u32(self._table, offset + 12)
        cells = numbers("I", self._table[offset + 16 : offset + 16 + 12 * count])
        self._starts, self._ends, self._glyphs = cells[0::3], cells[1::3], cells[2::3]

    def _read_segments(self, offset: int) -> None:
        size = u16(self._table, offset + 6)
        at = offset + 14
        self._ends = numbers("H", self._table[at : at + size])
        self._starts = numbers("H", self._table[at + size + 2 : at + 2 * size + 2])
        self._deltas = numbers("H", self._table[at + 2 * size + 2 : at + 3 * size + 2])
        self._offsets = at + 3 * size + 2

    def _read_selectors(self, offset: int) -> None:
        for n in range(u32(self._table, offset + 6)):
            at = offset + 10 + 11 * n
            usual, other = u32(self._table, at + 3), u32(self._table, at + 7)
            self._selectors[u24(self._table, at)] = (
                offset + usual if usual else 0,
                offset + other if other else 0,
            )

    def __getitem__(self, code: int) -> int:
        """The glyph of a code point, 0 when the font has none."""
        if not self._base:
            return 0
        n = bisect_left(self._ends, code)
        if n == len(self._ends) or code < self._starts[n]:
            return 0
        if self._long:
            return self._glyphs[n] + code - self._starts[n]
        reach = u16(self._table, self._offsets + 2 * n)
        if not reach:
            return (code + self._deltas[n]) & 0xFFFF
        gid = u16(self._table, self._offsets + 2 * n + reach + 2 * (code - self._starts[n]))
        return (gid + self._deltas[n]) & 0xFFFF if gid else 0

    def sequence(self, code: int, selector: int) -> int:
        """The glyph of a variation sequence, 0 when the font does not list it."""
        usual, other = self._selectors.get(selector, (0, 0))
        if other:
            n = _search(self._table, other, 5, code)
            if n >= 0 and u24(self._table, other + 4 + 5 * n) == code:
                return u16(self._table, other + 4 + 5 * n + 3)
        if usual:
            n = _search(self._table, usual, 4, code)
            at = usual + 4 + 4 * n
            if n >= 0 and u24(self._table, at) + self._table[at + 3] >= code:
                return self[code]
        return 0


def _search(table: Buffer, offset: int, width: int, code: int) -> int:
    """Index of the last record of `width` bytes whose 24-bit key is at most `code`; -1 when none is."""
    low, high = 0, u32(table, offset)
    while low < high:
        middle = (low + high) // 2
        if u24(table, offset + 4 + width * middle) <= code:
            low = middle + 1
        else:
            high = middle
    return low - 1


class Substitutions:
    """Single and ligature substitutions of GSUB, by feature tag, whatever the script."""

    def __init__(self, table: Buffer):
        self._table = table

    def single(self, *features: str) -> dict[int, int]:
        """Glyph -> its variant under any of the features; the first feature listed wins."""
        found: dict[int, int] = {}
        for feature in features:
            for kind, at in self._lookups(feature):
                if kind == 1:
                    for gid, new in self._single_subtable(at):
                        found.setdefault(gid, new)
        return found

    def ligatures(self, *features: str) -> dict[tuple[int, ...], int]:
        """Glyph sequence -> the one glyph drawn for it."""
        found: dict[tuple[int, ...], int] = {}
        for feature in features:
            for kind, at in self._lookups(feature):
                if kind == 4:
                    found.update(self._ligature_subtable(at))
        return found

    def _lookups(self, feature: str) -> Iterator[tuple[int, int]]:
        """(type, offset) of every subtable of the feature's lookups, extensions resolved."""
        table = self._table
        if len(table) < 10:
            return
        features, lookups = u16(table, 6), u16(table, 8)
        tag = feature.encode("latin-1")
        wanted: dict[int, None] = {}
        for n in range(u16(table, features)):
            at = features + 2 + 6 * n
            if table[at : at + 4] == tag:
                entry = features + u16(table, at + 4)
                wanted |= {u16(table, entry + 4 + 2 * k): None for k in range(u16(table, entry + 2))}
        for index in wanted:
            at = lookups + u16(table, lookups + 2 + 2 * index)
            kind = u16(table, at)
            for k in range(u16(table, at + 4)):
                sub = at + u16(table, at + 6 + 2 * k)
                yield (u16(table, sub + 2), sub + u32(table, sub + 4)) if kind == 7 else (kind, sub)

    def _single_subtable(self, at: int) -> Iterator[tuple[int, int]]:
        table = self._table
        covered = self._coverage(at + u16(table, at + 2))
        if u16(table, at) == 1:
            delta = u16(table, at + 4)
            return ((gid, (gid + delta) & 0xFFFF) for gid in covered)
        return ((gid, u16(table, at + 6 + 2 * n)) for n, gid in enumerate(covered))

    def _ligature_subtable(self, at: int) -> Iterator[tuple[tuple[int, ...], int]]:
        table = self._table
        for n, first in enumerate(self._coverage(at + u16(table, at + 2))):
            group = at + u16(table, at + 6 + 2 * n)
            for k in range(u16(table, group)):
                entry = group + u16(table, group + 2 + 2 * k)
                rest = u16(table, entry + 2) - 1
                parts = (u16(table, entry + 4 + 2 * p) for p in range(rest))
                yield (first, *parts), u16(table, entry)

    def _coverage(self, at: int) -> list[int]:
        table, count = self._table, u16(self._table, at + 2)
        if u16(table, at) == 1:
            return list(numbers("H", table[at + 4 : at + 4 + 2 * count]))
        found: list[int] = []
        for n in range(count):
            start, end = u16(table, at + 4 + 6 * n), u16(table, at + 6 + 6 * n)
            found.extend(range(start, end + 1))
        return found


def names(table: Buffer) -> dict[int, list[str]]:
    """Name id -> its texts in every language of the `name` table, English first."""
    count, storage = u16(table, 2), u16(table, 4)
    found: dict[int, list[tuple[bool, str]]] = {}
    for n in range(count):
        platform, _, language, ident, length, offset = struct.unpack_from(">6H", table, 6 + 12 * n)
        if ident not in (1, 2, 4, 6, 16, 17):
            continue
        raw = table[storage + offset : storage + offset + length]
        text = raw.decode("utf-16-be" if platform in (0, 3) else "mac-roman", "replace")
        if platform == 1 and language == 11:
            text = raw.decode("shift-jis", "replace")
        found.setdefault(ident, []).append((language not in (0, 0x409), text))
    return {ident: list(dict.fromkeys(t for _, t in sorted(texts))) for ident, texts in found.items()}
