"""A file that is the old one or the new one at every moment, never half of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """Where to write what takes the place of `file` once it is whole. Raises OSError.

    If writing fails the file stays as it was. Its folder is made when there is none.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".staging-", dir=file.parent) as beside:
        new = Path(beside) / file.name
        yield new
        os.replace(new, file)
