"""The one flag of the suite: `pytest --update` rewrites the golden text files that the tests compare with."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite golden text files")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """True when golden files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--update"))
