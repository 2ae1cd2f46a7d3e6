"""What a build leaves on the disk: the same bytes from the same input, nothing half done or taken away."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from conftest import Command

from cardgen.export.base import Options
from cardgen.finish import MANIFEST
from cardgen.pipeline import prepare

ROOT = Path(__file__).parents[1]
OUT = Path("output/mine")
WHOLE = {"appendix-cards-card.png", "appendix.md", "appendix.pdf", "card-back.pdf", "card.pdf", MANIFEST}


def contents(folder: Path = OUT) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def swap(file: str, old: str, new: str) -> None:
    path = Path("data/mine") / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


# ------------------------------------------------------------------ the same bytes


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    """In processes of their own, with unlike hash seeds, clocks and places."""
    found = []
    for seed, zone, epoch in (("1", "Asia/Tokyo", "0"), ("2", "America/New_York", "yesterday")):
        folder = tmp_path / seed
        shutil.copytree(ROOT / "data/terror48-d5", folder / "data/terror48-d5")
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "TZ": zone}
        env["SOURCE_DATE_EPOCH"] = epoch
        command = [sys.executable, "-m", "cardgen", "build", "-q"]
        subprocess.run(command, cwd=folder, env=env, check=True)
        found.append(contents(folder / "output"))
    assert found[0] == found[1]
    assert len(found[0]) == 14


def test_a_date_is_printed_only_when_asked_for(cardgen: Command) -> None:
    cardgen("new", "mine")
    cardgen("build")
    plain = contents()
    cardgen("build", "--stamp")
    assert contents()["card.pdf"] != plain["card.pdf"]
    assert contents()["appendix.md"] == plain["appendix.md"]


def test_two_games_built_together_are_as_built_alone(cardgen: Command) -> None:
    cardgen("new", "mine")
    cardgen("new", "other")
    swap("game.yaml", "草案1", "草案2")
    cardgen("build")
    together = contents(Path("output"))
    shutil.rmtree("output")
    cardgen("build", "other")
    cardgen("build", "mine")
    assert contents(Path("output")) == together


# ------------------------------------------------------------------ what is left behind


def test_a_whole_build(cardgen: Command) -> None:
    cardgen("new", "mine")
    cardgen("build")
    assert set(contents()) == WHOLE
    assert [path.name for path in Path("output").iterdir()] == ["mine"]


def test_manifest(cardgen: Command) -> None:
    cardgen("new", "mine")
    cardgen("build")
    manifest = json.loads((OUT / MANIFEST).read_text("utf-8"))
    assert (manifest["game"], manifest["draft"]) == ("mine", "草案1")
    assert manifest["files"] == {name: sum for name, sum in contents().items() if name != MANIFEST}
    assert len(manifest["faces"]) == 24
    assert manifest["faces"]["card/red-1/back"] == manifest["faces"]["card/red-2/back"]
    assert manifest["faces"]["card/red-1/front"] != manifest["faces"]["card/red-2/front"]


def test_the_users_own_files_stay(cardgen: Command) -> None:
    cardgen("new", "mine")
    cardgen("build")
    (OUT / "notes").mkdir()
    for name in ("memo.txt", "card-old.pdf", "notes/1.txt"):
        (OUT / name).write_text("mine")
    cardgen("build")
    assert all((OUT / name).read_text() == "mine" for name in ("memo.txt", "card-old.pdf", "notes/1.txt"))


def test_what_is_not_made_any_more_goes(cardgen: Command) -> None:
    cardgen("new", "mine")
    cardgen("build")
    cardgen("build", "--backs", "none")
    assert set(contents()) == WHOLE - {"card-back.pdf"}


def test_a_manifest_names_nothing_outside(cardgen: Command) -> None:
    cardgen("new", "mine")
    OUT.mkdir(parents=True)
    names = {"../../data/mine/game.yaml": "", str(Path("data/mine/cards.csv").resolve()): ""}
    (OUT / MANIFEST).write_text(json.dumps({"files": names}))
    assert cardgen("build").code == 0
    assert Path("data/mine/game.yaml").is_file()
    assert Path("data/mine/cards.csv").is_file()


@pytest.mark.parametrize("left", ["", "{", "[]", '{"files": 3}', '{"files": ["card.pdf", 1]}'])
def test_a_broken_manifest_is_written_anew(left: str, cardgen: Command) -> None:
    cardgen("new", "mine")
    OUT.mkdir(parents=True)
    (OUT / MANIFEST).write_text(left)
    assert cardgen("build").code == 0
    assert set(contents()) == WHOLE


def test_a_build_of_a_part_leaves_the_rest(cardgen: Command) -> None:
    cardgen("new", "mine")
    cardgen("build")
    before = contents()
    swap("game.yaml", "草案1", "草案2")
    cardgen("build", "--only", "card")
    changed = {name for name, sum in contents().items() if before.get(name) != sum}
    assert changed == {"card.pdf", "card-back.pdf"}
    cardgen("build", "--format", "appendix")
    changed = {name for name, sum in contents().items() if before.get(name) != sum}
    assert changed == {"card.pdf", "card-back.pdf", "appendix.md", "appendix.pdf"}


def test_the_folder_of_a_format(cardgen: Command) -> None:
    """It is kept whole by itself, and told as one."""
    cardgen("new", "mine")
    told = cardgen("build", "--format", "svg")
    assert f"  {OUT / 'svg'}（" in told.out
    before = set(contents())
    swap("cards.csv", "green-4,1,green,4,大樹", "green-5,1,green,4,大樹")
    cardgen("build", "--format", "svg")
    gone, fresh = before - set(contents()), set(contents()) - before
    assert gone
    assert all("green-4" in name for name in gone)
    assert all("green-5" in name for name in fresh)


@pytest.mark.parametrize("id", ["card-back", "Card", "appendix"])
def test_two_things_of_one_file_name(id: str, cardgen: Command) -> None:
    """Card and card are one file on Windows and macOS."""
    cardgen("new", "mine")
    cardgen("build")
    before = contents()
    second = f"  {id}:\n    name: 別\n    count: 1\n    cards: [{{id: a}}]\n    front: card-back.xml\n"
    swap("game.yaml", "components:\n", f"components:\n{second}")
    told = cardgen("build")
    assert told.code == 1
    assert re.search(r"game\.yaml:\d+:.*同じファイル \S+\.pdf", told.err)
    assert contents() == before


# ------------------------------------------------------------------ killed in the middle

KILLED = """
import os, signal, sys
import cardgen.finish
real, left = os.replace, [{moves}]
def replace(source, target):
    if not left[0]:
        os.kill(os.getpid(), signal.{signal})
    left[0] -= 1
    real(source, target)
cardgen.finish.os.replace = replace
sys.argv = ["cardgen", "build"]
from cardgen.cli import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(("moves", "new_ones"), [(0, 0), (3, 2)])
def test_a_killed_build_leaves_whole_files(moves: int, new_ones: int, cardgen: Command) -> None:
    """Killed before or between two renames: every file is whole, the old one or the new one.

    The pictures of the cards come first, and do not change with the draft.
    """
    cardgen("new", "mine")
    cardgen("build")
    old = contents()
    swap("game.yaml", "草案1", "草案2")
    script = KILLED.format(moves=moves, signal="SIGKILL")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    killed = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    between = contents()
    cardgen("build")
    new = contents()
    assert sum(between[name] != old[name] for name in between) == new_ones
    assert all(between[name] in (old[name], new[name]) for name in WHOLE)


def test_what_a_killed_build_left_is_swept_away_later(cardgen: Command) -> None:
    cardgen("new", "mine")
    stale, at_work = Path("output/.staging-stale"), Path("output/.staging-at-work")
    for folder in (stale, at_work):
        (folder / "mine").mkdir(parents=True)
    os.utime(stale, (0, 0))
    cardgen("build")
    assert not stale.exists()
    assert at_work.exists()


# ------------------------------------------------------------------ a changed number


@pytest.fixture
def terror(tmp_path: Path) -> Path:
    return shutil.copytree(ROOT / "data/terror48-d5", tmp_path / "data/terror48-d5")


def change(folder: Path, old: str, new: str) -> None:
    file = folder / "game.yaml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_a_changed_count_changes_the_sheets(cardgen: Command) -> None:
    cardgen("new", "mine")
    swap("cards.csv", "red-1,2", "red-1,11")
    swap("game.yaml", "count: 18", "count: 27")
    told = cardgen("check")
    assert told.err.count("6 のはず") == 1
    swap("game.yaml", "is: 6, says: どの色も6枚", "at_least: 6")
    swap("game.yaml", "is: {1: 2, 2: 2", "where: {colour: blue}, is: {1: 2, 2: 2")
    (game,) = cardgen("count", "--json").json["games"]
    assert (game["components"][0]["found"], game["sheets"]) == (27, 3)
    assert cardgen("build").code == 0
    assert "| カード | 63 × 88 mm | 27枚 |" in (OUT / "appendix.md").read_text("utf-8")


def test_a_changed_limit_breaks_the_example_and_changes_the_play(terror: Path, cardgen: Command) -> None:
    before = cardgen("check", "terror48-d5", "--json").json["games"][0]["selftest"]
    change(terror, "limit: 48", "limit: 40")
    told = cardgen("check", "terror48-d5")
    assert told.code == 1
    assert "計算例の答えは" in told.err
    text = (terror / "game.yaml").read_text("utf-8")
    start, end = text.index("\nexamples:"), text.index("\nrulings:")
    (terror / "game.yaml").write_text(text[:start] + text[end:], "utf-8")
    after = cardgen("check", "terror48-d5", "--json").json["games"][0]["selftest"]
    outcomes = [
        [plays["outcomes"].get("全員脱落", 0) for plays in report["plays"]] for report in (before, after)
    ]
    assert sum(outcomes[1]) > sum(outcomes[0])


# ------------------------------------------------------------------ the steps


def test_each_step_is_told_before_it_is_done(cardgen: Command) -> None:
    steps: list[str] = []
    cardgen("new", "mine")
    prepare(Path("data/mine"), Options(), watch=lambda step, *_: steps.append(step))
    assert list(dict.fromkeys(steps)) == ["load", "check", "test", "layout"]
