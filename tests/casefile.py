"""Case files: inputs that carry their expectation. tests/README.md says how to read and write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases"
COMMON = "common"


@dataclass(frozen=True)
class Case:
    """One input and the lines expected of it."""

    file: Path
    name: str
    text: str
    expected: tuple[str, ...]
    common: str = ""

    @property
    def whole(self) -> str:
        """The input, then those top-level keys of the file's `common` part that it does not give itself."""
        blocks = re.findall(r"^\S.*\n(?:[ \n].*\n?)*", self.common, flags=re.MULTILINE)
        return self.text + "".join(block for block in blocks if not self._gives(block.partition(":")[0]))

    def _gives(self, key: str) -> bool:
        return any(line.startswith(f"{key}:") for line in self.text.splitlines())


def cases(folder: str) -> list[object]:
    """Every case under tests/cases/<folder>, as pytest parameters named file-case."""
    found = [case for file in sorted((CASES / folder).iterdir()) for case in read(file)]
    return [pytest.param(case, id=f"{case.file.stem}-{case.name}") for case in found]


def read(file: Path) -> list[Case]:
    parts = re.split(r"^--- (.+) ---\n", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    texts = dict(zip(parts[::2], parts[1::2], strict=True))
    assert len(texts) * 2 == len(parts), f"{file}: two cases of one name"
    common = texts.pop(COMMON, "")
    return [Case(file, name, *_split(text), common) for name, text in texts.items()]


def _split(text: str) -> tuple[str, tuple[str, ...]]:
    lines = text.splitlines(keepends=True)
    expected = tuple(line[2:].rstrip("\n") for line in lines if line.startswith("# "))
    return "".join(line for line in lines if not line.startswith("# ")), expected


def compare(case: Case, got: Iterator[str] | list[str], update: bool) -> None:
    """Compare, or with --update write what was got into the case file."""
    lines = tuple(got)
    if update and lines != case.expected:
        _rewrite(case, lines)
    else:
        assert lines == case.expected


def _rewrite(case: Case, lines: tuple[str, ...]) -> None:
    text = case.file.read_text(encoding="utf-8")
    old = f"--- {case.name} ---\n{case.text}" + "".join(f"# {line}\n" for line in case.expected)
    new = f"--- {case.name} ---\n{case.text}" + "".join(f"# {line}\n" for line in lines)
    assert old in text, "expectations stand at the end of a case"
    case.file.write_text(text.replace(old, new), encoding="utf-8")


def problems_of(act: Callable[[], object], root: Path) -> list[str]:
    """What a designer is told in Japanese when `act` fails, with file names as seen from `root`."""
    from cardgen.messages import describe
    from cardgen.problems import Problems

    try:
        act()
    except Problems as found:
        return [describe(problem, "ja").replace(f"{root}/", "") for problem in found.problems]
    return []
