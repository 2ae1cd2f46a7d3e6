"""docs/game-format.md: its example is a game, and it leaves out no key, kind or size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from pydantic import TypeAdapter

from cardgen.check import CHECKS, check
from cardgen.load import load
from cardgen.model import Check
from cardgen.paper import CARD_SIZES
from cardgen.schema import DESCRIPTIONS

TEXT = (Path(__file__).parents[1] / "docs" / "game-format.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", TEXT, flags=re.DOTALL)


def test_the_complete_example_is_sound(tmp_path: Path) -> None:
    (example,) = (block for block in BLOCKS if block.startswith("title:"))
    (tmp_path / "game.yaml").write_text(example, encoding="utf-8")
    assert list(check(load(tmp_path))) == []


def test_the_checks_shown_are_checks() -> None:
    (block,) = (block for block in BLOCKS if block.startswith("checks:"))
    shown = TypeAdapter(list[Check]).validate_python(yaml.safe_load(block)["checks"])
    assert {one.check for one in shown} == set(CHECKS)


@pytest.mark.parametrize("model", [name for name in DESCRIPTIONS if name not in ("Example", "Ruling")])
def test_every_key_is_in_the_guide(model: str) -> None:
    assert [
        key for key in DESCRIPTIONS[model] if key and f"`{key}`" not in TEXT and f"{key}:" not in TEXT
    ] == []


def test_every_size_is_in_the_guide() -> None:
    for name, trim in CARD_SIZES.items():
        assert re.search(rf"`{name}`.* {trim.width:g} × {trim.height:g} ", TEXT), name
