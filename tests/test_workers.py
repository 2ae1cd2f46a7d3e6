"""Work in several processes: in order, heard, and never silent about a fault."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Command
from games import GAME_IDS

from cardgen import workers
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
    code = (
        "from cardgen import workers; workers.cores = lambda: 2\n"
        "from test_workers import _waits\n"
        "list(workers.side_by_side(_waits, range(2), 2))"
    )
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(workers.__file__).parents[1])])
    waits = subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}
    )
    while len(found := [file for file in tmp_path.glob("*.pid") if file.read_text("utf-8")]) < 2:
        assert waits.poll() is None
        time.sleep(0.02)
    waits.kill()
    waits.wait()
    for _ in range(500):
        if not any(_alive(int(file.read_text("utf-8"))) for file in found):
            break
        time.sleep(0.02)
    else:
        pytest.fail("a process goes on that nobody waits for")


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not (stat.exists() and stat.read_text("utf-8").rpartition(")")[2].split()[0] == "Z")


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
def test_ctrl_c_stops_all_processes_without_a_traceback(tmp_path: Path) -> None:
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
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err == "Interrupted. Earlier output is as it was.\n"
    assert not (tmp_path / "output").exists()
