"""Print only what changed: what differs from a manifest or a commit, and the sheets of just that."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from conftest import Command
from fontTools.ttLib import TTFont
from press import CARDS, GAME, faces_of, make_game, write_game

from cardgen import share
from cardgen.build import Outcome, build
from cardgen.changes import Change, Design, Id, compare, designs_of
from cardgen.export.base import Options
from cardgen.history import earlier
from cardgen.load import load
from cardgen.messages import describe
from cardgen.model import Game
from cardgen.problems import Problems
from cardgen.report import changed

TEMPLATE = '<face><text field="title" x="5" y="5" width="50" height="9"/></face>'
MANY = "".join(f"- {{id: c{n}, title: 札{n}, cost: 1, suit: red}}\n" for n in range(70))


def many(cards: str) -> str:
    return GAME.replace("count: 2", f"count: {cards.count('id:')}")


def made(folder: Path, out: Path, **options: Any) -> tuple[Outcome, list[Path]]:
    (outcome,), files = build([folder], Options(**options), out)
    return outcome, files


def built(folder: Path, cards: str, **options: Any) -> tuple[Outcome, list[Path]]:
    """A game in `folder`/data/mini and its files in `folder`/out."""
    write_game(folder / "data" / "mini", TEMPLATE, many(cards), cards)
    return made(folder / "data" / "mini", folder / "out", **options)


def words(file: Path) -> list[str]:
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file)]


def told(outcome: Outcome) -> list[str]:
    return [line.strip() for line in changed(outcome, "ja")]


# ------------------------------------------------------------------ comparing


def designs(**found: tuple[str, int | None]) -> Mapping[Id, Design]:
    return {Id("card", id): Design({"front": digest}, copies) for id, (digest, copies) in found.items()}


def test_each_kind_of_change_with_the_cards_it_concerns() -> None:
    old = designs(same=("a", 2), other=("b", 3), more=("c", 1), fewer=("d", 4), gone=("e", 2))
    new = designs(same=("a", 2), other=("B", 3), more=("c", 3), fewer=("d", 1), fresh=("f", 2))
    found = compare(old, new)
    assert found.found == (
        Change(Id("card", "other"), "changed", 3),
        Change(Id("card", "more"), "more", 2),
        Change(Id("card", "fewer"), "fewer", 3),
        Change(Id("card", "fresh"), "new", 2),
        Change(Id("card", "gone"), "removed", 2),
    )
    assert found.unchanged == 1
    assert {id.card: copies for id, copies in found.printed.items()} == {"other": 3, "more": 2, "fresh": 2}


def test_a_manifest_that_does_not_tell_copies_counts_as_unchanged() -> None:
    assert compare(designs(a=("x", None)), designs(a=("x", 4))).found == ()


def test_a_new_back_is_a_change_of_the_card() -> None:
    old = {Id("card", "a"): Design({"front": "x", "back": "y"}, 1)}
    new = {Id("card", "a"): Design({"front": "x", "back": "z"}, 1)}
    assert [change.kind for change in compare(old, new).found] == ["changed"]


# ------------------------------------------------------------------ sheets of just that


def test_one_card_in_seventy_is_one_sheet_with_that_card(tmp_path: Path) -> None:
    built(tmp_path, MANY)
    outcome, files = built(tmp_path, MANY.replace("札41", "直した札"), since=str(tmp_path / "out"))
    assert [file.name for file in files] == ["card.pdf", "manifest.json"]
    (page,) = words(files[0])
    assert "直した札" in page
    assert "札4" not in page
    assert told(outcome)[1:] == ["変更　札 / c41 × 1"]
    assert len(words(tmp_path / "out" / "mini" / "card.pdf")) == 8, "the whole sheets are still there"


def test_when_there_are_more_copies_only_those_are_printed(tmp_path: Path) -> None:
    built(tmp_path, "- {id: a, title: 甲, cost: 1, suit: red}\n")
    cards = "- {id: a, copies: 3, title: 甲, cost: 1, suit: red}\n"
    write_game(tmp_path / "data" / "mini", TEMPLATE, GAME.replace("count: 2", "count: 3"), cards)
    _, files = made(tmp_path / "data" / "mini", tmp_path / "out", since=str(tmp_path / "out" / "mini"))
    (page,) = words(files[0])
    assert page.count("甲") == 2


def test_what_is_gone_is_told_and_what_has_not_changed_is_not_printed(tmp_path: Path) -> None:
    built(tmp_path, CARDS)
    outcome, _ = built(tmp_path, CARDS.splitlines()[-1] + "\n", since=str(tmp_path / "out"))
    assert outcome.changes is not None
    assert outcome.changes.printed == {}
    assert told(outcome)[1:] == [
        "廃止　札 / fox × 1（手元から抜く）",
        "刷り直すカードはありません。何も書き出していません。",
    ]


def test_nothing_changed(tmp_path: Path) -> None:
    built(tmp_path, CARDS)
    outcome, _ = built(tmp_path, CARDS, since=str(tmp_path / "out" / "mini" / "manifest.json"))
    assert outcome.changes is not None
    assert (outcome.changes.found, outcome.changes.unchanged) == ((), 2)
    assert "変わったカードはありません" in told(outcome)[0]


def test_the_sheets_of_an_earlier_comparison_go_and_their_state_can_be_compared_with(tmp_path: Path) -> None:
    built(tmp_path, CARDS)
    built(tmp_path, CARDS.replace("山猫", "野猫"), since=str(tmp_path / "out"))
    outcome, _ = built(
        tmp_path, CARDS.replace("山猫", "家猫"), since=str(tmp_path / "out" / "mini" / "changed")
    )
    assert told(outcome)[1:] == ["変更　札 / fox × 1"]


def test_only_the_component_that_was_asked_for_is_compared(tmp_path: Path) -> None:
    token = "{name: 印, count: 1, cards: [{id: t, title: 印}], front: card.xml, fields: {title: text}}"
    game = GAME.replace("tables:", f"  token: {token}\ntables:")
    write_game(tmp_path / "data" / "mini", TEMPLATE, game)
    folder, out = tmp_path / "data" / "mini", tmp_path / "out"
    made(folder, out)
    write_game(folder, TEMPLATE, game, CARDS.replace("山猫", "野猫"))
    outcome, _ = made(folder, out, since=str(out), only=("token",))
    assert outcome.changes is not None
    assert (outcome.changes.found, outcome.changes.unchanged) == ((), 1)


# ------------------------------------------------------------------ blanks and revisions


def test_blank_cards_fill_the_last_sheet(tmp_path: Path) -> None:
    _, files = built(tmp_path, CARDS, fill_blanks=True, formats=("sheets",))
    (page,) = words(files[0])
    assert page.count("試し刷り") == 7 + 1, "nine places, two cards, and the footer"


def test_a_revision_stands_on_each_card_and_is_no_change(tmp_path: Path) -> None:
    built(tmp_path, CARDS)
    _, files = built(tmp_path, CARDS, revision="第三稿", formats=("sheets",))
    assert words(files[0])[0].count("第三稿") == 2
    outcome, _ = built(tmp_path, CARDS, revision="第四稿", since=str(tmp_path / "out"))
    assert outcome.changes is not None
    assert outcome.changes.found == ()


# ------------------------------------------------------------------ where the earlier state comes from


def git(folder: Path, *arguments: str) -> None:
    names = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *names, *arguments], check=True, capture_output=True)


def repository(folder: Path) -> Game:
    """A repository with a game, tagged v1 after its first commit; `empty` is from before there was a game."""
    git_needed = shutil.which("git")
    if git_needed is None:
        pytest.skip("git is not installed")
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "nothing yet")
    git(folder, "tag", "empty")
    game = make_game(folder / "data" / "mini", TEMPLATE)
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "a game")
    git(folder, "tag", "v1")
    return game


def test_a_commit_is_laid_out_as_it_was(tmp_path: Path) -> None:
    game = repository(tmp_path / "r")
    before = designs_of(faces_of(game))
    wider = TEMPLATE.replace('x="5"', 'x="6"')
    now = make_game(game.folder, wider, cards=CARDS.replace("霧の港町", "雨の港町"))
    assert earlier("v1", now) == before
    assert earlier("HEAD~0", now) == before
    assert len(compare(earlier("v1", now), designs_of(faces_of(now))).found) == 2


def test_templates_beside_the_games_are_those_of_the_commit(tmp_path: Path) -> None:
    game = repository(tmp_path / "r")
    shared = tmp_path / "r" / "templates"
    shutil.move(game.folder / "templates", shared)
    git(tmp_path / "r", "add", ".")
    git(tmp_path / "r", "commit", "-q", "-m", "shared templates")
    before = designs_of(faces_of(load(game.folder)))
    (shared / "card.xml").write_text(TEMPLATE.replace('y="5"', 'y="9"'), encoding="utf-8")
    assert earlier("HEAD", load(game.folder)) == before
    assert designs_of(faces_of(load(game.folder))) != before


def test_fonts_that_git_does_not_keep_are_those_of_today(tmp_path: Path) -> None:
    game = repository(tmp_path / "r")
    (tmp_path / "r" / ".gitignore").write_text("fonts/\n", encoding="utf-8")
    (game.folder / "fonts").mkdir()
    font = TTFont(next(share.FONTS.glob("**/BIZUDMincho*.ttf")))
    for record in font["name"].names:
        if record.nameID in (1, 4, 16):
            font["name"].setName(
                "Own Mincho", record.nameID, record.platformID, record.platEncID, record.langID
            )
    font.save(game.folder / "fonts" / "own.ttf")
    own = make_game(game.folder, TEMPLATE, GAME + "fonts: {body: [Own Mincho]}\n")
    git(tmp_path / "r", "commit", "-qam", "a face of our own")
    assert earlier("HEAD", own) == designs_of(faces_of(own))


def refused(since: str, game: Game) -> str:
    with pytest.raises(Problems) as found:
        earlier(since, game)
    (problem,) = found.value.problems
    return describe(problem, "ja")


def test_a_state_that_cannot_be_had_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = repository(tmp_path / "r")
    assert "「v9」に manifest.json はなく、その名前の git の版もありません。" in refused("v9", game)
    assert "empty の版には、このゲームがまだありません。" in refused("empty", game)
    alone = make_game(tmp_path / "data" / "alone", TEMPLATE)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert "ゲームが git で管理されている必要があります（fatal: not a git repository" in refused("v1", alone)
    monkeypatch.setenv("PATH", "")
    assert "git が見つかりません" in refused("v1", game)


def test_a_commit_with_faults_is_told_with_the_first_of_them(tmp_path: Path) -> None:
    game = repository(tmp_path / "r")
    write_game(game.folder, TEMPLATE.replace("title", "titel"))
    git(tmp_path / "r", "commit", "-qam", "broken")
    assert "HEAD の版のゲームは、いまの cardgen では作れません（札 / fox:" in refused("HEAD", game)


def test_a_ref_that_looks_like_an_option_is_no_option(tmp_path: Path) -> None:
    assert "「--all」に" in refused("--all", repository(tmp_path / "r"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "manifest.json として読めません"),
        ('{"faces": {"card": "x"}}', "manifest.json として読めません"),
        ("[]", "manifest.json として読めません"),
        (json.dumps({"game": "other", "faces": {}}), "これは other の manifest.json です。"),
    ],
)
def test_a_file_that_is_no_manifest_of_the_game(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "m.json"
    file.write_text(text, encoding="utf-8")
    assert says in refused(str(file), make_game(tmp_path / "data" / "mini", TEMPLATE))


def test_since_is_for_sheets(tmp_path: Path) -> None:
    with pytest.raises(Problems) as found:
        built(tmp_path, CARDS, since="x", formats=("images",))
    assert [problem.id for problem in found.value.problems] == ["since-sheets-only"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"ink": "saver", "revision": "r2", "formats": ("images",)},
            ["--ink sheets-only", "--revision sheets-only"],
        ),
        ({"revision": "r2 🙂"}, ["--revision no-glyph"]),
    ],
    ids=["other formats", "no such glyph"],
)
def test_what_would_not_be_printed_is_refused(tmp_path: Path, options: Any, told: list[str]) -> None:
    with pytest.raises(Problems) as found:
        built(tmp_path, CARDS, **options)
    assert [f"{problem.subject} {problem.id}" for problem in found.value.problems] == told


# ------------------------------------------------------------------ as it is typed


def test_the_command_tells_what_changed_and_writes_nothing_when_nothing_did(
    cardgen: Command, tmp_path: Path
) -> None:
    folder = write_game(tmp_path / "data" / "mini", TEMPLATE)
    cardgen("build")
    before = sorted((tmp_path / "output").rglob("*"))
    told = cardgen("build", "--since", "output")
    assert told.code == 0
    assert "output から変わったカードはありません。何も書き出していません。" in told.out
    assert sorted((tmp_path / "output").rglob("*")) == before
    write_game(folder, TEMPLATE, cards=CARDS.replace("山猫", "野猫"))
    facts = json.loads(cardgen("build", "--since", "output", "--json").out)
    assert facts["games"][0]["changes"] == {
        "since": "output",
        "designs": [{"change": "changed", "component": "card", "card": "fox", "copies": 1}],
        "unchanged": 1,
    }
    assert facts["files"] == ["output/mini/changed/card.pdf", "output/mini/changed/manifest.json"]
    assert 0 < facts["ink"]["output/mini/changed/card.pdf"][0] < 0.05
    assert cardgen("build", "--since", "v1").code == 2
