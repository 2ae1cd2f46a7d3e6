"""A small ICC profile of a CMYK press, made up for tests: inks mixed without any black but the darkest."""

from __future__ import annotations

import struct
from itertools import product


def cmyk_profile(description: str = "Test press") -> bytes:
    """A version 2 output profile with tables of two and three steps (ICC.1:2001-04, 6.5.8 lut8Type)."""
    tags = {
        b"desc": _desc(description),
        b"cprt": b"text\0\0\0\0no rights\0",
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", 63190, 65536, 54061),
        b"A2B0": _table(4, 3, 2, _to_lab),
        b"B2A0": _table(3, 4, 3, _from_lab),
    }
    directory, body = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, data in tags.items():
        data += bytes(-len(data) % 4)
        directory += struct.pack(">4sII", name, start + len(body), len(data))
        body += data
    head = struct.pack(
        ">I4sI4s4s4s6H4s4s4s4s4sQI3i", start + len(body), b"\0\0\0\0", 0x02400000, b"prtr", b"CMYK", b"Lab ",
        2026, 1, 1, 0, 0, 0, b"acsp", b"\0\0\0\0", b"\0\0\0\0", b"\0\0\0\0", b"\0\0\0\0", 0, 0,
        63190, 65536, 54061,
    )  # fmt: skip
    return head + bytes(128 - len(head)) + directory + body


def _desc(text: str) -> bytes:
    words = text.encode("ascii") + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(words)) + words + bytes(4 + 4 + 2 + 1 + 67)


def _table(inputs: int, outputs: int, steps: int, colour) -> bytes:  # type: ignore[no-untyped-def]
    head = struct.pack(
        ">4sI4B9i", b"mft1", 0, inputs, outputs, steps, 0, *(65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    )
    straight = bytes(range(256))
    grid = b"".join(
        bytes(round(255 * part) for part in colour(*(value / (steps - 1) for value in point)))
        for point in product(range(steps), repeat=inputs)
    )
    return head + straight * inputs + grid + straight * outputs


def _to_lab(cyan: float, magenta: float, yellow: float, black: float) -> tuple[float, ...]:
    """Lab of mixed inks, each of the three parts from 0 to 1 (a and b around one half)."""
    light = (1 - black) * (1 - 0.35 * cyan - 0.45 * magenta - 0.1 * yellow)
    return light, 0.5 + 0.25 * (magenta - cyan) * (1 - black), 0.5 + 0.25 * (yellow - cyan) * (1 - black)


def _from_lab(light: float, a: float, b: float) -> tuple[float, ...]:
    dark = 1 - light
    cyan = min(1.0, max(0.0, dark + (0.5 - a)))
    magenta = min(1.0, max(0.0, dark + (a - 0.5)))
    yellow = min(1.0, max(0.0, dark + (b - 0.5)))
    return cyan, magenta, yellow, 0.0
