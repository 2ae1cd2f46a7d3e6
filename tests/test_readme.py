"""README keeps its word: its commands are those that CI runs, its files exist, its examples are true."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from games import GAME_IDS

from cardgen.cli import cli

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
CI = (ROOT / ".ci/run").read_text("utf-8")


def sh_blocks() -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def test_two_commands() -> None:
    """The first installs and runs the main job, the second installs and runs the tests."""
    build, test = (block.strip().splitlines() for block in sh_blocks())
    assert len(build) == len(test) == 1
    assert "cardgen build" in build[0]
    assert "pytest" in test[0]


def test_ci_takes_its_commands_from_readme() -> None:
    """The function in .ci/run gives back the very lines of README, and CI runs both."""
    function = re.search(r"^readme_command\(\).*?}$", CI, flags=re.MULTILINE | re.DOTALL)
    assert function
    for number, block in enumerate(sh_blocks(), 1):
        assert f'eval "$(readme_command {number})"' in CI
        script = f"{function[0]}\nreadme_command {number}"
        found = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
        assert found.stdout == block


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def test_commands_and_options_exist() -> None:
    for line in re.findall(r"cardgen ((?:build|check|count|schema|new|completion)\b[^`\n#|]*)", README):
        name, *words = line.split()
        options = {option for param in cli.commands[name].params for option in param.opts}
        assert {word for word in words if word.startswith("--")} <= options


def test_every_bundled_game_is_named() -> None:
    assert sorted(set(re.findall(r"^\| `data/([^`]+)`", README, re.MULTILINE))) == sorted(GAME_IDS)
