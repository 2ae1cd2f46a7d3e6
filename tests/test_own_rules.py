"""The rules that docs/rules.md shows: what is written there runs, and plays the game of `cardgen new`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.export.base import Options
from cardgen.pipeline import prepare
from cardgen.start import start_game

DOC = Path(__file__).parents[1] / "docs" / "rules.md"
FORMULAS, GAME = re.findall(r"```python\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
[EXAMPLES] = re.findall(r"```yaml\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
TOTAL = "rules: rules.py\nexamples: [{id: a, title: 合計, rule: total, given: {numbers: [1, 4]}, gives: 5}]\n"


@pytest.mark.parametrize(("code", "yaml", "played"), [(FORMULAS, EXAMPLES, []), (GAME, TOTAL, [2, 3, 4])])
def test_the_rules_of_the_documentation(tmp_path: Path, code: str, yaml: str, played: list[int]) -> None:
    start_game("mine", tmp_path)
    (tmp_path / "mine" / "rules.py").write_text(code, encoding="utf-8")
    with (tmp_path / "mine" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(yaml)
    report = prepare(tmp_path / "mine", Options(), trusted=True).report
    assert report.examples == 1
    assert [plays.players for plays in report.plays if plays.moves > 100] == played
