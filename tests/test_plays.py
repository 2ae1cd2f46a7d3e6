"""One game per bundled game and player count, written down whole: a changed rule changes a reviewed text."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import game, ruled_games, rules

from cardgen.engine.transcript import transcript

PLAYS = Path(__file__).parent / "plays"
CASES = [(id, players) for id in ruled_games() for players in game(id).players]


def _file(id: str, players: int) -> Path:
    return PLAYS / f"{id}-{players}p.txt"


@pytest.mark.parametrize(("id", "players"), CASES)
def test_the_game_goes_as_written_down(id: str, players: int, update: bool) -> None:
    text = transcript(rules(id), players, seed=48)
    file = _file(id, players)
    if update:
        file.write_text(text, encoding="utf-8")
    assert file.is_file(), f"{file.name} is missing: run pytest --update and read it"
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_no_play_is_left_of_a_game_that_is_gone() -> None:
    assert {file.name for file in PLAYS.glob("*.txt")} <= {_file(*case).name for case in CASES}


def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    """Seeds hang neither on the clock nor on PYTHONHASHSEED."""
    import os
    import subprocess
    import sys

    id, players = CASES[0]
    code = (
        "from games import rules; from cardgen.engine.transcript import transcript;"
        f"print(transcript(rules({id!r}), {players}, 48))"
    )
    here = Path(__file__).parent
    path = os.pathsep.join([str(here.parent), str(here)])
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(texts) == 1
