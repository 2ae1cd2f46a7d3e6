"""A new game prints at once, passes its own checks, and never takes the place of another."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Command

from cardgen.load import load
from cardgen.start import start_game


def test_new_then_build(cardgen: Command) -> None:
    made = cardgen("new", "mygame")
    assert made.code == 0
    assert [Path(line) for line in made.out.splitlines()] == [
        Path("data/mygame") / name
        for name in ("cards.csv", "game.yaml", "templates/card-back.xml", "templates/card.xml")
    ]
    assert "cardgen build mygame" in made.err
    assert cardgen("build", "mygame").code == 0
    assert Path("output/mygame/card.pdf").read_bytes().startswith(b"%PDF-")


def test_the_starter_explains_itself() -> None:
    """It points at its own documents and names its checks, so that a designer can go on from it."""
    text = (Path(__file__).parents[1] / "cardgen/starter/game.yaml").read_text("utf-8")
    assert "docs/game-format.md" in text
    assert "cardgen schema" in text


@pytest.mark.parametrize("name", ["mygame", "札遊び", "my-game_2"])
def test_names(name: str, tmp_path: Path) -> None:
    start_game(name, tmp_path / "data")
    assert load(tmp_path / "data" / name).id == name


@pytest.mark.parametrize("name", ["../mine", "a/b", "a b", "", ".", "my.game", "CON", "nul", "-x"])
def test_a_name_that_cannot_be_a_folders(name: str, cardgen: Command) -> None:
    told = cardgen("new", "--", name)
    assert told.code == 2
    assert not Path("data").exists()


def test_an_existing_game_is_left_alone(cardgen: Command) -> None:
    Path("data/mine").mkdir(parents=True)
    Path("data/mine/game.yaml").write_text("mine")
    told = cardgen("new", "mine")
    assert told.code == 1
    assert told.err.startswith(f"{Path('data/mine')}: 同じ名前のゲームがもうあります")
    assert [path.read_text() for path in Path("data/mine").iterdir()] == ["mine"]


def test_a_file_where_data_should_be(cardgen: Command) -> None:
    Path("data").write_text("mine")
    told = cardgen("new", "mine")
    assert told.code == 1
    assert "書き込めません" in told.err
    assert Path("data").read_text() == "mine"


def test_nothing_is_left_of_a_start_that_fails(cardgen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if path.name == "card.xml":
            raise OSError(28, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    told = cardgen("new", "mine")
    assert told.code == 1
    assert "空き容量" in told.err
    assert not Path("data/mine").exists()


@pytest.mark.parametrize(("name", "code", "told"), [("con", 2, "Windows"), ("長" * 300, 1, "長すぎます")])
def test_names_that_no_folder_can_have(cardgen: Command, name: str, code: int, told: str) -> None:
    done = cardgen("new", name)
    assert (done.code, told in done.err) == (code, True)
