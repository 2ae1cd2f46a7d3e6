"""Imports go downhill, as docs/architecture.md draws them, and what a run does not need is not imported."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]


def test_contracts_are_kept() -> None:
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as l; l()",
        "--no-cache",
    ]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout


def test_every_module_has_a_layer() -> None:
    """A module that no contract names would be free to import anything."""
    layers = {name for layer in CONTRACTS[0]["layers"] for name in layer.split(" | ")}
    modules = {
        f"cardgen.{path.stem}"
        for path in (ROOT / "cardgen").iterdir()
        if (path.suffix == ".py" and not path.stem.startswith("__")) or (path / "__init__.py").is_file()
    }
    assert modules == layers


def test_the_drawing_is_the_contract() -> None:
    """docs/architecture.md draws the layers of pyproject.toml, and its tree names every module."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    layers = [layer.replace("cardgen.", "") for layer in CONTRACTS[0]["layers"]]
    assert "```\n" + "\n".join(layers) + "\n```" in text
    tree = text.split("```")[1]
    names = {name for layer in layers for name in layer.split(" | ")}
    assert [name for name in sorted(names) if not re.search(rf"(?m)^  {name}(\.py|/) ", tree)] == []


def test_nobody_prints_or_leaves_below_the_command_line() -> None:
    for file in (ROOT / "cardgen").rglob("*.py"):
        if file.name not in ("cli.py", "__main__.py"):
            text = file.read_text("utf-8")
            assert not re.search(r"^\s*print\(|\bsys\.exit\(|\bos\.environ\b", text, flags=re.MULTILINE), file


def test_help_needs_none_of_the_heavy_libraries() -> None:
    heavy = ("reportlab", "PIL", "fontTools", "pydantic", "jinja2", "yaml")
    script = f"import sys; from cardgen import cli; print([name for name in {heavy} if name in sys.modules])"
    told = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout == "[]\n"
