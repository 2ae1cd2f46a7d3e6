"""Work in several processes: in order, heard, and never silent about a fault."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Command
from games import GAME_IDS

from cardgen import workers
from cardgen.problems import Problems
from cardgen.workers import Tell, side_by_side


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "cores", lambda: 2)


def _squared(number: int, tell: Tell) -> tuple[int, int]:
    tell("at", number)
    if number == 7:
        raise ZeroDivisionError("seven")
    return number * number, os.getpid()


def test_results_come_in_order_from_other_processes() -> None:
    heard: list[tuple[object, ...]] = []
    found = list(side_by_side(_squared, iter(range(6)), 6, lambda *told: heard.append(told)))
    assert [square for square, _ in found] == [0, 1, 4, 9, 16, 25]
    assert os.getpid() not in {process for _, process in found}
    assert sorted(heard) == [("at", number) for number in range(6)]


def test_a_single_part_stays_here() -> None:
    assert list(side_by_side(_squared, [3], 1)) == [(9, os.getpid())]


def test_parts_are_made_when_they_are_due() -> None:
    made = 0

    def parts() -> Iterator[int]:
        nonlocal made
        while made < 6:
            made += 1
            yield made

    next(side_by_side(_squared, parts(), 6))
    assert made <= 3


def test_an_exception_is_raised_in_its_turn() -> None:
    found = side_by_side(_squared, range(6, 10), 4)
    assert next(found)[0] == 36
    with pytest.raises(ZeroDivisionError, match="seven"):
        next(found)


def _talks(number: int, tell: Tell) -> int:
    for line in range(3000):
        tell("a line that fills what the system holds between two processes", line)
    return number


def test_who_is_not_heard_any_more_is_not_waited_for() -> None:
    found = side_by_side(_talks, range(5), 5)
    assert next(found) == 0
    found.close()


def _waits(number: int, tell: Tell) -> int:
    Path(f"{number}.pid").write_text(str(os.getpid()), "utf-8")
    time.sleep(600)
    return number


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_processes_end_when_the_one_that_waits_is_killed(tmp_path: Path) -> None:
    waits, found = _started(tmp_path)
    waits.kill()
    waits.wait()
    assert _end(found), "a process goes on that nobody waits for"


@pytest.mark.skipif(os.name == "nt", reason="signals go to a group elsewhere")
def test_the_one_that_waits_ends_at_once_when_it_alone_is_interrupted(tmp_path: Path) -> None:
    waits, found = _started(tmp_path)
    waits.send_signal(signal.SIGINT)
    assert waits.wait(20) != 0
    assert _end(found)


@pytest.mark.skipif(os.name == "nt", reason="there is no background of a shell")
def test_ctrl_c_is_not_for_work_in_the_background(tmp_path: Path) -> None:
    waits, found = _started(tmp_path, "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)")
    for process in (waits.pid, *found):
        os.kill(process, signal.SIGINT)
    time.sleep(0.3)
    assert all(_alive(process) for process in (waits.pid, *found))
    waits.kill()
    waits.wait()
    assert _end(found)


def test_a_system_without_semaphores_works_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr("multiprocessing.SimpleQueue", refused)
    assert list(side_by_side(_squared, range(3), 3)) == [(n * n, os.getpid()) for n in range(3)]


def _killed(number: int, tell: Tell) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_a_process_that_the_system_ends_is_told_as_such() -> None:
    with pytest.raises(Problems) as raised:
        list(side_by_side(_killed, range(2), 2))
    assert [problem.id for problem in raised.value.problems] == ["process-lost"]


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not (stat.exists() and stat.read_text("utf-8").rpartition(")")[2].split()[0] == "Z")


def _started(tmp_path: Path, before: str = "") -> tuple[subprocess.Popen[bytes], list[int]]:
    """A process that waits for two others, begun after the line `before`, and those two."""
    code = (
        f"{before}\nfrom cardgen import workers; workers.cores = lambda: 2\n"
        "from test_workers import _waits\n"
        "list(workers.side_by_side(_waits, range(2), 2))"
    )
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(workers.__file__).parents[1])])
    waits = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        stderr=subprocess.DEVNULL,
    )
    while len(found := [file for file in tmp_path.glob("*.pid") if file.read_text("utf-8")]) < 2:
        assert waits.poll() is None
        time.sleep(0.02)
    return waits, [int(file.read_text("utf-8")) for file in found]


def _end(processes: list[int]) -> bool:
    for _ in range(500):
        if not any(_alive(process) for process in processes):
            return True
        time.sleep(0.02)
    return False


# ------------------------------------------------------------------ games side by side


def test_the_faults_of_all_games_are_told_in_their_order(cardgen: Command) -> None:
    for name in ("one", "two", "three"):
        cardgen("new", name)
    for name in ("one", "three"):
        (Path("data") / name / "cards.csv").write_text("id\n", "utf-8")
    told = cardgen("build")
    assert told.code == 1
    files = [line.split(":")[0] for line in told.err.splitlines() if line.startswith("data")]
    assert list(dict.fromkeys(Path(file).parts[1] for file in files)) == ["one", "three"]
    assert not Path("output").exists()


def test_what_is_found_while_writing_is_told_whatever_the_cores(
    cardgen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        cardgen("new", name)
        game = Path("data") / name / "game.yaml"
        twice = game.read_text("utf-8").replace("components:", "components:\n  cards: *cards\n", 1)
        game.write_text(twice, "utf-8")
    together = cardgen("build").err
    monkeypatch.setattr(workers, "cores", lambda: 1)
    assert cardgen("build").err == together


OWN_CLASS = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Suit:
    name: str

RULES = {"trump": lambda: Suit("red")}
"""


def test_rules_may_answer_with_classes_of_their_own(cardgen: Command) -> None:
    for name in ("one", "two"):
        cardgen("new", name)
        (Path("data") / name / "rules.py").write_text(OWN_CLASS, "utf-8")
        with (Path("data") / name / "game.yaml").open("a", encoding="utf-8") as file:
            file.write(
                "rules: rules.py\nexamples: [{id: t, title: 切り札, rule: trump, given: {}, gives: red}]\n"
            )
    told = cardgen("check", "--trust", "--lang", "en")
    assert told.code == 1
    assert told.err.count("Suit(name='red')") == 2


def test_games_are_the_same_alone_and_side_by_side(cardgen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        cardgen("new", name)
    together = cardgen("build", "--json")
    monkeypatch.setattr(workers, "cores", lambda: 1)
    assert cardgen("build", "--json", "--out", "alone").out == together.out.replace("output/", "alone/")
    for name in ("one", "two"):
        manifests = [Path(out, name, "manifest.json").read_bytes() for out in ("output", "alone")]
        assert manifests[0] == manifests[1]


@pytest.mark.skipif(os.name == "nt", reason="signals go to a group elsewhere")
@pytest.mark.parametrize("kill", [os.killpg, os.kill], ids=["all", "the first alone"])
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_kill_stop_all_processes_without_a_traceback(
    tmp_path: Path, kill: Callable[[int, int], None], stop: signal.Signals
) -> None:
    command = [sys.executable, "-m", "cardgen", "build", *GAME_IDS, "--format", "images", "--lang", "en"]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while process.poll() is None and not list(tmp_path.glob("output/.staging-*/*")):
        time.sleep(0.02)
    kill(process.pid, stop)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err == "Interrupted. Earlier output is as it was.\n"
    assert not (tmp_path / "output").exists()
