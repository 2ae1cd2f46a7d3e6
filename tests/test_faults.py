"""Wrong input of every kind, through the command: told with its place, and nothing of the output is lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Command
from PIL import Image

MINE = Path("data/mine")
GAME, CARDS, FACE = MINE / "game.yaml", MINE / "cards.csv", MINE / "templates/card.xml"
EARLIER = Path("output/mine/card.pdf")

Change = Callable[[], None]


def swap(file: Path, old: str, new: str) -> Change:
    def change() -> None:
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), "utf-8", newline="\n")

    return change


def whole(file: Path, text: str | bytes) -> Change:
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    return lambda: void(file.write_bytes(data))


def folder(file: Path) -> Change:
    def change() -> None:
        file.unlink()
        file.mkdir()

    return change


def gone(file: Path) -> Change:
    return lambda: file.unlink()


def both(*changes: Change) -> Change:
    def change() -> None:
        for each in changes:
            each()

    return change


def void(_: object) -> None: ...


def on_face(element: str) -> Change:
    return swap(FACE, "</face>", f"  {element}\n</face>")


def picture(data: bytes | None = None, pixels: int = 100) -> Change:
    """A picture on every card, 20 mm wide."""
    file = MINE / "picture.png"

    def change() -> None:
        if data is None:
            Image.new("RGB", (pixels, pixels)).save(file)
        else:
            file.write_bytes(data)

    return both(change, on_face('<image href="picture.png" x="0" y="0" width="20" height="20"/>'))


FAULTS: dict[str, tuple[Change, str, str]] = {
    # what is done                        where it is told          what is told
    "misspelt field": (swap(GAME, "count: 18", "conut: 18"), "game.yaml:20:5", "「count」"),
    "misspelt column": (swap(CARDS, "number", "numbr"), "cards.csv:1", "「number」"),
    "misspelt table row": (swap(CARDS, "red,3", "rde,3"), "cards.csv:4", "「red」"),
    "wrong count": (swap(GAME, "count: 18", "count: 17"), "game.yaml:20", "18枚"),
    "wrong distribution": (swap(CARDS, "red,2", "red,1"), "game.yaml:34", "1: 4"),
    "wrong type": (swap(GAME, "count: 18", "count: たくさん"), "game.yaml:20:12", "整数"),
    "wrong type in CSV": (swap(CARDS, "red,3", "red,三"), "cards.csv:4", "整数"),
    "unknown size": (swap(GAME, "size: poker", "size: pokre"), "game.yaml:21", "「poker」"),
    "card larger than the paper": (
        swap(GAME, "size: poker", "size: {width: 300, height: 400}"),
        "game.yaml:21",
        "300 × 400",
    ),
    "missing template": (swap(GAME, "front: card.xml", "front: crad.xml"), "game.yaml:23", "「card.xml」"),
    "template is a folder": (folder(FACE), "game.yaml:23", "テンプレート"),
    "template is empty": (whole(FACE, ""), "card.xml", "XML"),
    "template not closed": (swap(FACE, "</face>", ""), "card.xml:2", "<face>"),
    "template names nothing": (swap(FACE, "card.colour.hex", "card.color.hex"), "card.xml:4", "「colour」"),
    "unknown element": (on_face("<rectt/>"), "card.xml:9", "「rect」"),
    "missing font": (
        swap(GAME, "title:", "fonts: {body: [BIZ UDGothik]}\ntitle:"),
        "game.yaml:4",
        "「BIZ UDGothic」",
    ),
    "too long text": (swap(CARDS, "出したとき", "出したとき" * 40 + "END"), "cards.csv:2", "END"),
    "missing glyph": (swap(CARDS, "火花", "火𓀀花"), "cards.csv:2", "𓀀"),
    "broken YAML": (swap(GAME, "players: [", "players: [["), "game.yaml", "「[」"),
    "tab in YAML": (swap(GAME, "    name: カード", "\tname: カード"), "game.yaml:19", "タブ"),
    "duplicate key": (swap(GAME, "draft:", "title: 別\ndraft:"), "game.yaml:5", "二度"),
    "empty game": (whole(GAME, ""), "game.yaml", "何も書かれていません"),
    "empty cards": (whole(CARDS, ""), "cards.csv", "何も書かれていません"),
    "game in Shift_JIS": (whole(GAME, "title: ゲーム".encode("cp932")), "game.yaml", "Shift_JIS"),
    "game is a folder": (folder(GAME), "game.yaml", "フォルダー"),
    "cards are a folder": (folder(CARDS), "cards.csv", "フォルダー"),
    "cards are gone": (gone(CARDS), "game.yaml:22", "cards.csv"),
    "picture is gone": (both(picture(), gone(MINE / "picture.png")), "card.xml:9", "picture.png"),
    "picture is broken": (picture(b"\x89PNG\r\n\x1a\n" + b"\0" * 40), "card.xml:9", "picture.png"),
    "picture is no picture": (picture(b"hello"), "card.xml:9", "picture.png"),
    "picture far too coarse": (picture(pixels=20), "card.xml:9", "25 dpi"),
    "icon is gone": (swap(FACE, "icons/{{ card.colour.icon }}", "icons/satr"), "card.xml:6", "star"),
    "unknown rules": (swap(GAME, "title:", "rules: terror84\ntitle:"), "game.yaml:4", "「terror48」"),
    "rules of its own, not trusted": (
        both(whole(MINE / "rules.py", "1/0"), swap(GAME, "title:", "rules: rules.py\ntitle:")),
        "game.yaml:4",
        "--trust",
    ),
}


@pytest.fixture
def mine(cardgen: Command) -> None:
    """A game of one's own, and what an earlier build of it left."""
    cardgen("new", "mine")
    EARLIER.parent.mkdir(parents=True)
    EARLIER.write_bytes(b"earlier")


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize("fault", FAULTS)
def test_fault(fault: str, cardgen: Command) -> None:
    change, where, what = FAULTS[fault]
    change()
    told = cardgen("build")
    assert (told.code, told.out) == (1, ""), told.err
    *faults, last = told.err.splitlines()
    assert any(str(MINE) in line and f"{where}" in line and what in line for line in faults), told.err
    assert last.startswith("誤りが ")
    assert [*Path("output").rglob("*")] == [EARLIER.parent, EARLIER]
    assert EARLIER.read_bytes() == b"earlier"


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize("fault", FAULTS)
def test_fault_in_english(fault: str, cardgen: Command) -> None:
    """No Japanese but what stands in the designer's own files."""
    FAULTS[fault][0]()
    told = cardgen("build", "--lang", "en")
    assert told.code == 1
    assert told.err.splitlines()[-1].startswith("Faults: ")
    for sign in ("。", "「", "{", "Error"):
        assert sign not in told.err, told.err


@pytest.mark.usefixtures("mine")
def test_all_faults_are_told_at_once(cardgen: Command) -> None:
    """Composition, rules and layout stop together."""
    swap(GAME, "count: 18", "count: 17")()
    swap(GAME, "title:", "rules: nothing\ntitle:")()
    swap(CARDS, "火花", "火𓀀花")()
    swap(CARDS, "出したとき", "出したとき" * 60)()
    told = cardgen("check")
    assert "誤りが 4 か所あります" in told.err


@pytest.mark.usefixtures("mine")
def test_faults_of_several_games_are_told_at_once(cardgen: Command) -> None:
    cardgen("new", "other")
    swap(GAME, "count: 18", "count: 17")()
    swap(Path("data/other/game.yaml"), "count: 18", "count: 19")()
    told = cardgen("build")
    assert "誤りが 2 か所あります" in told.err
    assert not Path("output/other").exists()


# ------------------------------------------------------------------ outputs that cannot be written


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize("out", ["data/mine/game.yaml", "data/mine/game.yaml/below", "taken"])
def test_a_file_in_the_way(out: str, cardgen: Command) -> None:
    whole(Path("taken"), "mine")()
    told = cardgen("build", "--out", out)
    assert told.code == 1
    assert f"{Path(out)}: 書き込めません" in told.err
    assert Path("taken").read_text() == "mine"


@pytest.mark.usefixtures("mine")
def test_a_folder_in_the_way_of_a_file(cardgen: Command) -> None:
    """The files before it in the alphabet are put back."""
    Path("output/mine/manifest.json/kept").mkdir(parents=True)
    told = cardgen("build")
    assert told.code == 1
    assert str(Path("output/mine/manifest.json")) + ": 書き込めません" in told.err
    assert EARLIER.read_bytes() == b"earlier"
    assert sorted(path.name for path in Path("output/mine").iterdir()) == ["card.pdf", "manifest.json"]


@pytest.mark.usefixtures("mine")
def test_a_file_in_the_way_of_the_games_folder(cardgen: Command) -> None:
    cardgen("new", "other")
    whole(Path("output/other"), "mine")()
    told = cardgen("build")
    assert told.code == 1
    assert EARLIER.read_bytes() == b"earlier"
    assert Path("output/other").read_text() == "mine"


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (
            PermissionError(13, "Access is denied"),
            1,
            f"{EARLIER}: 書き込めません。権限がないか、ほかのソフトで開いています。",
        ),
        (KeyboardInterrupt(), 130, "中断しました。出力は前のままです。"),
    ],
)
def test_files_that_were_replaced_are_put_back(
    error: BaseException, code: int, told: str, cardgen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a later one is open in another program, which Windows does not allow, or at Ctrl-C."""
    assert cardgen("build").code == 0
    before = {path: path.read_bytes() for path in EARLIER.parent.iterdir()}
    replace = os.replace

    def refused(source: Path, target: Path) -> None:
        if Path(target) == EARLIER and EARLIER.read_bytes() == before[EARLIER]:
            raise error
        replace(source, target)

    swap(GAME, "草案1", "草案2")()
    monkeypatch.setattr("cardgen.finish.os.replace", refused)
    run = cardgen("build")
    assert (run.code, run.out) == (code, "")
    assert told in run.err
    assert {path: path.read_bytes() for path in EARLIER.parent.iterdir()} == before


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(
    ("number", "what"), [(28, "空き容量"), (30, "読み取り専用"), (13, "権限"), (5, "Input/output")]
)
def test_a_disk_that_refuses(
    number: int, what: str, cardgen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tests may run as root, whom no read-only folder stops."""

    def refused(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("cardgen.finish.tempfile.mkdtemp", refused)
    told = cardgen("build")
    assert told.code == 1
    assert f"output: 書き込めません{'。' if number != 5 else '（'}" in told.err
    assert what in told.err
    assert EARLIER.read_bytes() == b"earlier"
