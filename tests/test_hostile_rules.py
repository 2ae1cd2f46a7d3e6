"""Rules of a designer's own that end the process, print, never begin, or answer nonsense: each is told."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from games import DATA

from cardgen.engine.selftest import selftest
from cardgen.games import rules_of
from cardgen.load import load
from cardgen.messages import describe

GAME = """\
title: 六手
draft: 草案1
players: [2]
rules: rules.py
components: {cube: {name: キューブ, count: 1}}
examples: [{id: twice, title: 倍, rule: twice, given: {n: 2}, gives: 4}]
"""

RULES = """\
from collections import Counter
from cardgen.engine.state import IllegalAction, Outcome, Rules, State

class Six(State):
    players, hands = 2, ()
    def current_player(self): return None if len(self.hands) == 6 else len(self.hands) % 2
    def legal_actions(self): return () if len(self.hands) == 6 else (1, 2)
    def apply(self, action):
        if action not in self.legal_actions(): raise IllegalAction(action)
        self.hands = (*self.hands, action)
    def outcome(self): return Outcome((0,), "六手") if len(self.hands) == 6 else None
    def information_state(self, player): return self.hands
    def cards(self): return Counter()
    def totals(self): return {}
    def faults(self): return ()
    def clone(self):
        copy = Six()
        copy.hands = self.hands
        return copy

class RULES(Rules):
    def start(self, players, rng): return Six()
    def functions(self): return {"twice": lambda n: 2 * n}
    def parameter_names(self): return {}
"""


def game(folder: Path, rules: str = RULES) -> Path:
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    return folder


def found(folder: Path) -> list[str]:
    loaded = load(folder)
    return [describe(p, "en") for p in selftest(loaded, rules_of(loaded, trusted=True)).problems]


def test_sound_rules_pass(tmp_path: Path) -> None:
    assert found(game(tmp_path)) == []


@pytest.mark.parametrize(
    ("sound", "unsound", "told"),
    [
        ("self.hands = (*self.hands, action)", "__import__('sys').exit()", "rules.py:10: SystemExit"),
        ('return {"twice": lambda n: 2 * n}', "__import__('sys').exit()", "rules.py:23: SystemExit"),
        ("lambda n: 2 * n", "lambda n: __import__('sys').exit()", "rules.py:23: SystemExit"),
        ("return () if len(self.hands) == 6 else (1, 2)", "return [].pop()", "rules.py:7: IndexError"),
        ("len(self.hands) % 2", "7", "seat 7, which nobody has"),
        ("len(self.hands) == 6", "True", "over before anything was chosen"),
        (
            "    def cards",
            "    def returns(self): return float('nan'), 0.0\n    def cards",
            "do not sum to 1.0",
        ),
    ],
)
def test_unsound_rules_are_told(tmp_path: Path, sound: str, unsound: str, told: str) -> None:
    assert sound in RULES
    problems = found(game(tmp_path, RULES.replace(sound, unsound)))
    assert problems
    assert told in problems[0]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardgen", *arguments, "--lang", "en"]
    environ = {"PYTHONPATH": str(DATA.parent), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, encoding="utf-8")


def test_what_rules_print_is_no_answer(tmp_path: Path) -> None:
    game(tmp_path, RULES.replace("        self.hands =", "        print('chatter')\n        self.hands ="))
    done = run(tmp_path, "check", ".", "--trust", "--json")
    assert json.loads(done.stdout)["games"][0]["selftest"]["examples"] == 1
    assert "chatter" in done.stderr


def test_the_line_is_told_however_the_folder_is_named(tmp_path: Path) -> None:
    game(tmp_path, "import cardgen_has_no_such_module\n")
    assert "rules.py:1: " in run(tmp_path, "check", ".", "--trust").stderr
