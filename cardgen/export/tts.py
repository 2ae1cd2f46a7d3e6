"""Being written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.export.base import Build


def write(build: Build, folder: Path) -> Iterator[Path]:
    yield from ()
