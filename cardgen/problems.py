"""What is wrong, where, and what was expected: the one type for every fault a user can mend."""

from __future__ import annotations

import errno
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Level = Literal["error", "warning", "note"]
"""What has to be mended, what is worth a look, and what is only told."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A spot in a file of the user's. Line and column count from 1; 0 means the file as a whole."""

    file: Path
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [str(self.file)]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)


@dataclass(frozen=True, slots=True)
class Term:
    """A word inside the facts that has its own sentence in `messages`, so that it speaks both languages."""

    id: str
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault. `id` picks the sentence in `sentences.SENTENCES`; `facts` fills its blanks.

    `subject` names the thing concerned as the user knows it, from the large to the small, in words of
    his own files so that it needs no translation ("事件カード / red-1 / title").
    """

    id: str
    place: Place | None = None
    subject: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    level: Level = "error"


class Problems(Exception):
    """Raised where work cannot go on. Carries every problem found so far, never just the first."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = tuple(problems)
        super().__init__(", ".join(f"{p.place}: {p.id}" for p in self.problems))

    def __reduce__(self) -> tuple[type[Problems], tuple[tuple[Problem, ...]]]:
        return Problems, (self.problems,)


def nearest(word: object, known: Iterable[object]) -> str | None:
    """The known word most like `word`, or None when none is close enough to be a slip of the pen."""
    import difflib  # only a misspelt name needs it

    plain = {_plain(str(name)): str(name) for name in known}
    found = difflib.get_close_matches(_plain(str(word)), plain, n=1, cutoff=0.55)
    return plain[found[0]] if found else None


def _plain(word: str) -> str:
    """Full width and capitals are slips of the pen like any other, but each of their letters differs."""
    return unicodedata.normalize("NFKC", word).casefold()


_UNWRITABLE = {
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EEXIST: "in-the-way",
    errno.EISDIR: "in-the-way",
    errno.ENOTDIR: "in-the-way",
    errno.ENOTEMPTY: "in-the-way",
    errno.EROFS: "read-only",
    errno.ENAMETOOLONG: "long",
    errno.ENOENT: "gone",
}


def unwritable(path: Path, error: OSError) -> Problem:
    """The fault that `path` could not be written, with the reason in our words where we have them."""
    if error.errno in _UNWRITABLE:
        return Problem(f"cannot-write-{_UNWRITABLE[error.errno]}", Place(path))
    return Problem("cannot-write", Place(path), facts={"reason": error.strerror or str(error)})


def stop_on(problems: Iterable[Problem]) -> list[Problem]:
    """Raise `Problems` if any is an error; otherwise give back the warnings."""
    found = list(problems)
    if any(p.level == "error" for p in found):
        raise Problems(found)
    return found
