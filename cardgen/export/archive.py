"""Zip files that depend on nothing but what is in them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo


def write_zip(path: Path, entries: Iterable[tuple[str, bytes]]) -> Path:
    """Write the entries in their order, each name once, pictures as they are; give the path back."""
    written: set[str] = set()
    with ZipFile(path, "w") as file:
        for name, data in entries:
            if name in written:
                continue
            written.add(name)
            # The date is the earliest that the format knows: the day of the build is no part of the game.
            info = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = ZIP_STORED if name.endswith(".png") else ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            info.create_system = 3
            file.writestr(info, data)
    return path
