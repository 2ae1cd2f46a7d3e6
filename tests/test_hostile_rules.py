"""Rules of a designer's own that end the process, print, never begin, or answer nonsense: each is told."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from games import DATA

from cardgen.engine import limit
from cardgen.engine.selftest import selftest
from cardgen.games import rules_of
from cardgen.load import load
from cardgen.messages import describe
from cardgen.problems import Problems

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


LOOPS = {
    "goes round": "while True: pass",
    **({"waits": "import time; time.sleep(1e6)"} if hasattr(signal, "pthread_kill") else {}),
    "passes over what goes wrong": """while True:
            try: len([])
            except Exception: pass""",
}
CALLS = {
    "rules.py": ("lambda n: 2 * n", "lambda n: loop()", "worked example"),
    "functions": ('return {"twice": lambda n: 2 * n}', "loop()", "rules file"),
    "start": ("return Six()", "loop()", "move 0"),
    "current_player": ("None if len(self.hands) == 6", "loop() if len(self.hands) == 4", "move 4"),
    "legal_actions": ("() if len(self.hands) == 6", "loop() if len(self.hands) == 3", "move 3"),
    "apply": ("self.hands = (*self.hands, action)", "loop()", "move 1"),
    "information_state": ("return self.hands", "loop()", "move 1"),
    "clone": ("copy = Six()", "loop()", "move 1"),
}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A short limit, of which nothing is left afterwards."""
    monkeypatch.setattr(limit, "SECONDS", 0.5)
    threads, handler = threading.enumerate(), signal.getsignal(signal.SIGINT)
    yield
    assert threading.enumerate() == threads
    assert signal.getsignal(signal.SIGINT) is handler


def looping(body: str, rules: str = RULES) -> str:
    return f"{rules}\ndef loop(*what, **named):\n        {body}\n"


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    ("method", "loop"),
    dict.fromkeys([*((method, "goes round") for method in CALLS), *(("apply", loop) for loop in LOOPS)]),
)
def test_a_call_without_end_is_told_by_its_name(tmp_path: Path, method: str, loop: str) -> None:
    sound, endless, during = CALLS[method]
    assert sound in RULES
    problems = found(game(tmp_path, looping(LOOPS[loop], RULES.replace(sound, endless))))
    assert f"{method} has no end after 0.5 seconds" in problems[0]
    assert "rules.py:" in problems[0]
    assert during in problems[0]


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("at", ["loop()", "class RULES(RULES):\n    def __init__(self, game): loop()"])
def test_rules_that_never_begin_are_told(tmp_path: Path, loop: str, at: str) -> None:
    loaded = load(game(tmp_path, looping(LOOPS[loop]) + at))
    with pytest.raises(Problems) as refused:
        rules_of(loaded, trusted=True)
    (problem,) = refused.value.problems
    name = "rules.py" if at == "loop()" else "__init__"
    assert f"{name} has no end after 0.5 seconds" in describe(problem, "en")
    assert problem.place is not None
    assert problem.place.line > len(RULES.splitlines())


@pytest.mark.usefixtures("hasty")
def test_where_no_signal_can_be_sent_a_loop_is_stopped_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(signal, "pthread_kill", raising=False)
    endless = looping(LOOPS["goes round"], RULES.replace("return self.hands", "loop()"))
    assert "information_state has no end" in found(game(tmp_path, endless))[0]


@pytest.mark.usefixtures("hasty")
def test_the_user_may_still_interrupt(tmp_path: Path) -> None:
    stopped = "lambda n: __import__('signal').raise_signal(__import__('signal').SIGINT)"
    with pytest.raises(KeyboardInterrupt):
        found(game(tmp_path, RULES.replace("lambda n: 2 * n", stopped)))


@pytest.mark.parametrize(("usual", "goes_on"), [("SIG_DFL", False), ("SIG_IGN", True)])
def test_what_an_interrupt_does_to_a_process_it_does_within_a_limit(usual: str, goes_on: bool) -> None:
    script = f"""
from signal import *
from cardgen.engine.limit import Limit
signal(SIGINT, {usual})
with Limit():
    raise_signal(SIGINT)
print("goes on")
"""
    environ = {"PYTHONPATH": str(DATA.parent)}
    done = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True)
    assert ("goes on" in done.stdout, done.returncode == 0) == (goes_on, goes_on)


@pytest.mark.usefixtures("hasty")
def test_off_the_main_thread_rules_are_tested_without_a_limit(tmp_path: Path) -> None:
    told: list[list[str]] = []
    thread = threading.Thread(target=lambda: told.append(found(game(tmp_path))))
    thread.start()
    thread.join()
    assert told == [[]]


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
