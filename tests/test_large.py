"""Decks larger than memory: what is printed does not depend on how many frames are kept there."""

from __future__ import annotations

import errno
import gc
import io
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from conftest import Command
from press import GAME, write_game

from cardgen.build import build
from cardgen.export import pdf
from cardgen.export.base import Options
from cardgen.impose.press import Press
from cardgen.layout import kept
from cardgen.layout.frame import Frame, Group, digest, keyed
from cardgen.problems import Problems

FACE = """
<face>
  <rect x="-3" y="-3" width="69" height="94" fill="#ddeeff"/>
  <use href="clock.svg" x="1" y="1" width="9" height="9" color="#333333"/>
  <text field="title" x="5" y="20" width="50" height="9"/>
  <text x="5" y="70" width="50" height="9" fit="deck" size="9" min-size="6">{{ card.title * 4 }}</text>
</face>
"""


def many(folder: Path, number: int, copies: int = 1) -> Path:
    """A game of that many unlike cards with one back."""
    rows = (f"- {{id: c{n}, title: 札の{n}, cost: 1, suit: red, copies: {copies}}}\n" for n in range(number))
    game = GAME.replace("count: 2", f"count: {number * copies}\n    back: back.xml")
    write_game(folder, FACE, game, "".join(rows))
    back = folder / "templates" / "back.xml"
    back.write_text('<face><rect x="-3" y="-3" width="69" height="94" fill="#224466"/></face>', "utf-8")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


CHOICES: dict[str, dict[str, Any]] = {
    "usual": {},
    "duplex, with a revision in little ink": {"backs": "duplex", "revision": "二", "ink": "saver"},
    "fold": {"backs": "fold"},
    "packed": {"press": Press(pack=True)},
    "pictures": {"formats": ("images", "svg", "tts", "udonarium"), "dpi": 40},
    "shop": {"formats": ("shop",), "profile": "popls"},
}


@pytest.mark.parametrize("options", CHOICES.values(), ids=CHOICES.keys())
def test_the_same_files_whatever_stays_in_memory(
    options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = many(tmp_path / "mine", 10, copies=2)
    build([game], Options(**options), tmp_path / "all")
    monkeypatch.setattr(kept, "MOST", 2)
    build([game], Options(**options), tmp_path / "few")
    assert contents(tmp_path / "few") == contents(tmp_path / "all")


def test_no_more_drawings_are_alive_for_more_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted as each page of sheets and appendix is written, when most is in memory."""
    alive: list[int] = []
    add_page = pdf._Document.add_page

    def counted(document: pdf._Document, page: Frame) -> None:
        alive.append(sum(isinstance(thing, Frame) for thing in gc.get_objects()))
        add_page(document, page)

    monkeypatch.setattr(pdf._Document, "add_page", counted)
    monkeypatch.setattr(kept, "MOST", 4)
    gc.collect()
    most = []
    for number in (90, 180):  # a page of the appendix holds 36 small pictures
        alive.clear()
        build([many(tmp_path / str(number), number)], Options(), tmp_path / "out")
        most.append(max(alive))
    assert most[1] <= most[0]


def test_a_long_layout_tells_how_far_it_is(tmp_path: Path) -> None:
    told: list[tuple[object, ...]] = []
    build([many(tmp_path, 120)], Options(), watch=lambda *step: told.append(step))
    shares = [share for _, step, _, *shares in told for share in shares if step == "layout"]
    assert shares == [pytest.approx(number / 12) for number in range(1, 13)]


@pytest.mark.parametrize("options", CHOICES.values(), ids=CHOICES.keys())
def test_writing_tells_how_far_it_is(tmp_path: Path, options: dict[str, Any]) -> None:
    told: list[tuple[Any, ...]] = []
    build([many(tmp_path, 30)], Options(**options), tmp_path / "out", watch=lambda *step: told.append(step))
    shares = [share for _, step, _, *shares in told for share in shares if step == "write"]
    assert sorted(shares) == shares
    assert shares[-1] == pytest.approx(1)
    assert len(shares) >= 4


def test_a_full_disk_for_what_memory_does_not_hold(
    cardgen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    many(tmp_path / "data" / "mine", 9)
    monkeypatch.setattr(kept, "MOST", 2)
    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    told = cardgen("build")
    assert told.code == 1
    assert f"{tempfile.gettempdir()}: 書き込めません。空き容量が足りません。" in told.err
    assert not Path("output").exists()


def test_no_folder_for_what_memory_does_not_hold(
    cardgen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    many(tmp_path / "data" / "mine", 9)
    monkeypatch.setattr(kept, "MOST", 2)
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_get_default_tempdir", none)
    told = cardgen("check")
    assert told.code == 1
    assert told.err.startswith("TMPDIR: 書き込めません。")


def test_a_frame_comes_back_from_disk_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 1)
    drawn = {name: Frame(1, n, ()) for n, name in enumerate("abc")}
    held = kept.Kept()
    for name, frame in drawn.items():
        held.put(name, frame)
    assert {name: held.get(name) for name in drawn} == drawn


def test_what_many_frames_share_is_one_thing_after_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 1)
    symbol = keyed(Frame(10, 10, ()))
    held = kept.Kept()
    for name in "abc":
        held.put(name, Frame(63, 88, (Group(symbol),)))
    items = [held.get(name).items[0] for name in "abc"]
    assert all(isinstance(item, Group) and item.frame is symbol for item in items)


def test_a_large_drawing_at_two_sizes_is_two_drawings() -> None:
    symbol = keyed(Frame(2048, 2048, ()))
    small, large = (Frame(63, 88, (Group(symbol, (mm / 2048, 0, 0, mm / 2048, 0, 0)),)) for mm in (3.2, 4.0))
    assert digest(small) != digest(large)


def test_problems_go_from_process_to_process_whole(tmp_path: Path) -> None:
    import pickle

    many(tmp_path / "data" / "mine", 9)
    (tmp_path / "data" / "mine" / "templates" / "card.xml").write_text("<face><text/></face>", "utf-8")
    with pytest.raises(Problems) as fault:
        build([tmp_path / "data" / "mine"], Options())
    assert pickle.loads(pickle.dumps(fault.value)).problems == fault.value.problems


def test_deep_drawings_come_back_from_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 1)
    folder = many(tmp_path / "data" / "mine", 4)
    deep = "<g>" * 97 + '<rect width="5" height="5" fill="#123456"/>' + "</g>" * 97
    art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{deep}</svg>'
    (folder / "clock.svg").write_text(art, "utf-8")
    build([folder], Options(), tmp_path / "output")


def test_what_a_full_disk_did_not_take_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.BytesIO):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        close = flush

    monkeypatch.setattr(kept, "MOST", 0)
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: Full())
    held = kept.Kept()
    with pytest.raises(Problems):
        held.put("a", Frame(1, 1, ()))
    del held
    gc.collect()
    assert capsys.readouterr().err == ""
