"""The one flag of the suite, and the command line as a fixture.

`pytest --update` rewrites the golden text files that the tests compare with.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite golden text files")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """True when golden files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--update"))


@dataclass(frozen=True)
class Run:
    """What a command left: its exit code, and what it wrote to stdout and stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Run]


@pytest.fixture
def cardgen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command line, in Japanese unless it says otherwise, in a folder of the test's own."""
    from cardgen.cli import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")

    def run(*argv: str) -> Run:
        monkeypatch.setattr(sys, "argv", ["cardgen", *argv])
        with pytest.raises(SystemExit) as left:
            main()
        told = capsys.readouterr()
        return Run(int(left.value.code or 0), told.out, told.err)

    return run
