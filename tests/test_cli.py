"""The commands as they are typed: what they print and where, exit codes, both languages."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from conftest import Command
from games import GAME_IDS

from cardgen.cli import LANGUAGES, cli, language
from cardgen.report import cells
from cardgen.sentences import SENTENCES

ROOT = Path(__file__).parents[1]
COMMANDS = tuple(cli.commands)


def shell(*argv: str, cwd: Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a process of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    env = {**kept, "PYTHONPATH": str(ROOT), **environ}
    return subprocess.run([sys.executable, "-m", "cardgen", *argv], cwd=cwd, env=env, capture_output=True)


# ------------------------------------------------------------------ help and language


def test_help_is_whole_in_both_languages(cardgen: Command) -> None:
    for lang, head, example in (("ja", "使い方:", "例:"), ("en", "Usage:", "Examples:")):
        for argv in ((), *((command,) for command in COMMANDS)):
            told = cardgen(*argv, "--lang", lang, "--help")
            assert (told.code, told.err) == (0, "")
            assert head in told.out
            assert f"{example}\n  cardgen " in told.out.replace("  eval", "  cardgen")
            assert "help-" not in told.out


def test_help_in_japanese_has_no_english_of_clicks(cardgen: Command) -> None:
    for command in COMMANDS:
        told = cardgen(command, "--help").out
        for word in ("Usage", "Options", "Show", "default"):
            assert word not in told


def test_every_option_and_command_is_explained() -> None:
    for command in cli.commands.values():
        ids = [command.help, command.epilog]
        ids += [param.help for param in command.params if isinstance(param, click.Option)]
        assert [id for id in ids if id not in SENTENCES] == []


def test_examples_of_help_name_what_exists() -> None:
    """Every option and command in an example is one that the command takes."""
    for id, (japanese, english) in SENTENCES.items():
        if not re.fullmatch(r"help-\w+-examples", id):
            continue
        for line in [*japanese.splitlines(), *english.splitlines()]:
            command = re.split(r"[\")>]|   ", line.partition("cardgen ")[2])[0]
            name, *words = command.split()
            options = {name for param in cli.commands[name].params for name in param.opts}
            assert {word for word in words if word.startswith("--")} <= options


def test_no_arguments_show_the_help(cardgen: Command) -> None:
    told = cardgen()
    assert told.code == 0
    assert "cardgen build" in told.out


def test_version(cardgen: Command) -> None:
    assert re.fullmatch(r"cardgen \d+\.\d+\.\d+\n", cardgen("--version").out)


@pytest.mark.parametrize(
    ("argv", "environ", "expected"),
    [
        ([], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LANG": "de_DE.UTF-8"}, "en"),
        ([], {"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ([], {"LC_ALL": "", "LC_MESSAGES": "ja_JP", "LANG": "C"}, "ja"),
        (["--lang", "en"], {"LANG": "ja_JP.UTF-8"}, "en"),
        (["build", "--lang=ja"], {"LANG": "C"}, "ja"),
        (["build", "--lang", "JA"], {"LANG": "C"}, "ja"),
    ],
)
def test_language(argv: list[str], environ: dict[str, str], expected: str) -> None:
    assert language(argv, environ) == expected


# ------------------------------------------------------------------ a wrong command line

MISTYPED = {
    "biuld": ("「build」", '"build"'),
    "build --pape A3": ("「--paper」", '"--paper"'),
    "build --paper A44": ("「A4」", '"A4"'),
    "build --backs douplex": ("「duplex」", '"duplex"'),
    "build tst": ("「test」", '"test"'),
    "build --only crad": ("「card」", '"card"'),
    "build --only カード": ("「card」", '"card"'),
    "build --format sheet": ("「sheets」", '"sheets"'),
    "build --seed x": ("整数", "whole number"),
    "build --dpi 5": ("36 から 1200", "from 36 to 1200"),
    "build --gap nan": ("0 から 50", "from 0 to 50"),
    "build --profile popls": ("--format shop", "--format shop"),
    "build --gap x": ("0 から 50", "from 0 to 50"),
    "build --out": ("cardgen build --help", "cardgen build --help"),
    "build --duplex": ("「--backs duplex」", '"--backs duplex"'),
    "calibrate --printer home --offset 1": ("値が 2 つ必要", "needs 2 values"),
    "new": ("NAME が必要", "NAME is missing"),
    "new one two": ("余分", "too many"),
    "completion csh": ("bash", "bash"),
    "count --lang fr": ("ja、en", "ja, en"),
}


@pytest.mark.parametrize("line", MISTYPED)
def test_mistyped(line: str, cardgen: Command) -> None:
    cardgen("new", "test")
    for lang, hint in zip(LANGUAGES, MISTYPED[line], strict=True):
        told = cardgen("--lang", lang, *line.split())
        assert (told.code, told.out) == (2, "")
        assert hint in told.err
        assert not Path("output").exists()


# ------------------------------------------------------------------ which games


def test_without_data_the_bundled_games_are_meant(cardgen: Command) -> None:
    games = cardgen("count", "--json", *GAME_IDS).json["games"]
    assert [game["id"] for game in games] == list(GAME_IDS)


def test_with_data_only_the_games_in_it(cardgen: Command) -> None:
    cardgen("new", "mine")
    assert [game["id"] for game in cardgen("count", "--json").json["games"]] == ["mine"]


def test_a_game_by_its_path(cardgen: Command) -> None:
    shutil.copytree(ROOT / "cardgen" / "starter", "elsewhere/風")
    for path in ("elsewhere/風", "elsewhere/風/", "elsewhere/風/game.yaml"):
        assert [game["id"] for game in cardgen("count", path, "--json").json["games"]] == ["風"]


def test_in_the_folder_of_a_game_that_game_is_meant(
    cardgen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    cardgen("new", "mine")
    Path("templates").mkdir()
    shutil.move("data/mine/templates/card.xml", "templates/card.xml")
    monkeypatch.chdir("data/mine")
    for name in ((), (".",), ("game.yaml",), ("../mine",)):
        assert cardgen("check", *name).code == 0
        assert [game["id"] for game in cardgen("count", *name, "--json").json["games"]] == ["mine"]


def test_a_game_named_twice_is_built_once(cardgen: Command) -> None:
    cardgen("new", "mine")
    assert len(cardgen("count", "mine", "data/mine", "--json").json["games"]) == 1


def test_two_games_of_one_name(cardgen: Command) -> None:
    for folder in ("a/mine", "b/mine"):
        shutil.copytree(ROOT / "cardgen" / "starter", folder)
    told = cardgen("build", "a/mine", "b/mine")
    assert told.code == 2
    assert "a/mine" in told.err
    assert "b/mine" in told.err


def test_an_empty_data_folder(cardgen: Command) -> None:
    Path("data").mkdir()
    told = cardgen("build")
    assert told.code == 1
    assert told.err.startswith("data: ")


def test_a_folder_without_a_game(cardgen: Command) -> None:
    Path("data/mine").mkdir(parents=True)
    told = cardgen("build", "mine")
    assert told.code == 1
    assert told.err.startswith(f"{Path('data/mine/game.yaml')}: ")


# ------------------------------------------------------------------ what is told


def test_build_tells_what_it_tested_and_wrote(cardgen: Command) -> None:
    cardgen("new", "mine")
    told = cardgen("build")
    assert (told.code, told.err) == (0, "")
    first, *files = told.out.splitlines()
    assert first == "はじめてのゲーム　草案1: 構成チェック 2、問題なし（ルールのテストなし）"
    assert [file.strip() for file in files] == [
        str(Path("output/mine") / name)
        for name in (
            "appendix-cards-card.png",
            "appendix.md",
            "appendix.pdf",
            "card-back.pdf",
            "card.pdf",
            "manifest.json",
        )
    ]
    assert all(Path(file.strip()).is_file() for file in files)


def test_build_in_english(cardgen: Command) -> None:
    cardgen("new", "mine")
    assert "2 checks, all sound" in cardgen("build", "--lang", "en").out


def test_quiet_says_nothing_when_all_is_well(cardgen: Command) -> None:
    cardgen("new", "mine")
    assert cardgen("build", "-q") == cardgen("check", "--quiet")
    assert cardgen("build", "-q").out == ""


def test_verbose_tells_each_step_and_the_self_test(cardgen: Command) -> None:
    told = cardgen("check", "terror48-d5", "-v")
    steps = [line.partition(": ")[2].partition(" ")[0] for line in told.err.splitlines()]
    assert steps[:4] == ["1-2", "3", "4", "5"]
    assert re.search(r"自動対戦 4人 \d+ ゲーム（\d+ 手）: .*全員脱落: \d+", told.err)
    assert re.search(r"計算例 \d\d、自動対戦 \d+ ゲーム（\d+ 手）、すべて問題なし", told.out)


def test_json_is_pure_and_whole(cardgen: Command) -> None:
    cardgen("new", "mine")
    told = cardgen("build", "--json", "-v")
    assert told.json["games"][0]["components"][0]["found"] == 18
    assert told.json["warnings"] == []
    assert str(Path("output/mine/card.pdf")) in told.json["files"]


def test_json_of_a_fault(cardgen: Command) -> None:
    cardgen("new", "mine")
    file = Path("data/mine/game.yaml")
    file.write_text(file.read_text("utf-8").replace("count: 18", "count: 17"), "utf-8")
    told = cardgen("check", "--json")
    assert told.code == 1
    (problem,) = told.json["problems"]
    assert (problem["file"], problem["line"], problem["id"]) == (str(file), 20, "count-differs")
    assert problem["facts"]["found"] == 18


def test_count_table_lines_up(cardgen: Command) -> None:
    told = cardgen("count", "terror48-d5")
    title, head, *lines = told.out.splitlines()
    assert title == "48 −共鳴するテロル−　草案5"
    assert head.split() == ["コンポーネント", "宣言", "実数", "3人", "4人", "5人", "A4の枚数"]
    assert [line.split() for line in lines] == [
        ["事件カード", "24枚", "24枚", "16", "20", "24", "3"],
        ["タイムカード", "45枚", "45枚", "27", "36", "45", "5"],
        ["順位カード", "2枚", "2枚", "2", "2", "2", "1"],
        ["早見表（付録）", "5枚", "5枚", "5", "5", "5", "1"],
        ["合計", "71枚", "71枚", "45", "58", "71", "10"],
    ]
    cells = [sum(1 if c.isascii() else 2 for c in line) for line in [head, *lines]]
    assert len(set(cells)) == 1


def test_count_on_another_paper(cardgen: Command) -> None:
    (game,) = cardgen("count", "terror48-d5", "--paper", "A3", "--json").json["games"]
    assert (game["paper"], game["sheets"]) == ("A3", 7)
    (game,) = cardgen("count", "terror48-d5", "--backs", "fold", "--json").json["games"]
    assert game["sheets"] == 21


def test_warnings_go_to_stderr_and_do_not_fail(cardgen: Command) -> None:
    cardgen("new", "mine")
    file = Path("data/mine/cards.csv")
    file.write_text(file.read_text("utf-8").replace("出したとき、山札から1枚引く。", "あ" * 400), "utf-8")
    assert cardgen("check").code == 1
    from PIL import Image

    Image.new("RGB", (400, 400)).save("data/mine/picture.png")
    template = Path("data/mine/templates/card-back.xml")
    picture = '<image href="picture.png" x="5" y="5" width="53" height="53"/></face>'
    template.write_text(template.read_text("utf-8").replace("</face>", picture), "utf-8")
    file.write_text(file.read_text("utf-8").replace("あ" * 400, "山札から1枚引く。"), "utf-8")
    told = cardgen("check", "-q")
    assert (told.code, told.out) == (0, "")
    assert "注意: " in told.err
    assert "191 dpi" in told.err


# ------------------------------------------------------------------ schema, completion


def test_schema(cardgen: Command) -> None:
    schema = cardgen("schema").json
    assert "components" in schema["properties"]
    told = cardgen("schema", "--out", "game.schema.json")
    assert told.out == "game.schema.json\n"
    assert Path("game.schema.json").read_text("utf-8") == cardgen("schema").out


def test_schema_where_it_cannot_be_written(cardgen: Command) -> None:
    Path("folder").mkdir()
    told = cardgen("schema", "--out", "folder")
    assert told.code == 1
    assert told.err.startswith("folder: 書き込めません")


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_script(name: str, cardgen: Command) -> None:
    assert "_CARDGEN_COMPLETE" in cardgen("completion", name).out


def complete(cardgen: Command, monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    monkeypatch.setenv("_CARDGEN_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    return [word.partition(",")[2] for word in cardgen().out.split()]


def test_completion_of_commands_games_and_papers(cardgen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"check", "completion", "count"} <= {*complete(cardgen, monkeypatch, "cardgen c")}
    assert complete(cardgen, monkeypatch, "cardgen build terror48") == ["terror48-d2", "terror48-d5"]
    assert {"B4", "B5"} <= {*complete(cardgen, monkeypatch, "cardgen build --paper B")}
    assert complete(cardgen, monkeypatch, "cardgen build --backs d") == ["duplex"]
    assert complete(cardgen, monkeypatch, "cardgen build --format s") == ["sheets", "svg", "shop"]
    assert complete(cardgen, monkeypatch, "cardgen build --profile p") == ["popls"]
    assert "--backs" in complete(cardgen, monkeypatch, "cardgen build --b")


# ------------------------------------------------------------------ terminals, pipes, interruptions


@pytest.mark.parametrize("encoding", ["cp932", "utf-8"])
def test_any_encoding_of_the_terminal(encoding: str, cardgen: Command) -> None:
    """What a Japanese Windows console lacks comes as an escape and not as a crash; JSON stays JSON."""
    cardgen("new", "mine")
    file = Path("data/mine/game.yaml")
    file.write_text(file.read_text("utf-8").replace("はじめてのゲーム\n", "♠と𠮷\n"), "utf-8")
    told = shell("count", "--lang", "ja", cwd=Path.cwd(), PYTHONIOENCODING=encoding)
    assert (told.returncode, told.stderr) == (0, b"")
    title = "♠と𠮷" if encoding == "utf-8" else r"\u2660と\U00020bb7"
    assert told.stdout.decode(encoding).startswith(title)
    told = shell("count", "--json", cwd=Path.cwd(), PYTHONIOENCODING=encoding)
    assert json.loads(told.stdout.decode(encoding))["games"][0]["title"] == "♠と𠮷"


def test_colour_only_on_a_terminal_that_wants_it(
    cardgen: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("data/mine").mkdir(parents=True)
    assert "\x1b" not in cardgen("build", "mine").err
    monkeypatch.setattr("click._compat.isatty", lambda stream: True)
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda stream, color=None: color is False)
    assert "\x1b[31m" in cardgen("build", "mine").err
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in cardgen("build", "mine").err


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    """As in `cardgen schema | head -1`."""
    command = [sys.executable, "-m", "cardgen", "schema"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_disk_that_is_full_behind_stdout(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "cardgen", "schema", "--lang", "ja"]
    with Path("/dev/full").open("w") as full:
        told = subprocess.run(command, cwd=tmp_path, env=env, stdout=full, stderr=subprocess.PIPE)
    assert told.returncode == 1
    assert told.stderr.decode("utf-8") == "stdout: 書き込めません。空き容量が足りません。\n"


def test_no_stdout_at_all(cardgen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """As under pythonw on Windows, or after >&-."""
    monkeypatch.setattr(sys, "stdout", None)
    assert cardgen("count", "terror48-d5", "--json").code == 0


def test_the_bar_of_a_terminal(cardgen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that a terminal of 80 cells takes; none in a pipe, with -q or with -v."""
    cardgen("new", "mine")
    assert "%" not in cardgen("check").err
    monkeypatch.setattr("click._termui_impl.isatty", lambda stream: True)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    told = cardgen("check").err
    assert "100%" in told
    assert max(cells(part) for part in re.split(r"[\r\n]|\x1b\[\?25[lh]", told)) < 80
    assert "%" not in cardgen("check", "-q").err
    assert "%" not in cardgen("check", "-v").err
    shares = re.findall(r"(\d+)%", cardgen("build", "--format", "images", "--dpi", "36").err)
    assert [*map(int, shares)] == sorted(map(int, shares))
    assert len(set(shares)) >= 6
    assert shares[-1] == "100"


def test_interrupted(cardgen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def press(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    cardgen("new", "mine")
    monkeypatch.setattr("cardgen.pipeline.lay_out", press)
    told = cardgen("build")
    assert (told.code, told.out) == (130, "")
    assert told.err == "中断しました。出力は前のままです。\n"


def test_a_defect_of_ours_is_one_line_and_no_traceback(
    cardgen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("never mind")

    cardgen("new", "mine")
    monkeypatch.setattr("cardgen.pipeline.lay_out", broken)
    told = cardgen("build")
    assert told.code == 70
    assert re.fullmatch(
        r"cardgen の不具合です（ZeroDivisionError: never mind、test_cli.py:\d+）。.*\n", told.err
    )
    assert not Path("output").exists()


@pytest.mark.skipif(os.name == "nt", reason="a shell closes no stream there")
@pytest.mark.parametrize(("argv", "code"), [("check mine", 0), ("check nothing", 2), ("build --nothing", 2)])
def test_closed_streams_change_no_exit_code(cardgen: Command, argv: str, code: int) -> None:
    cardgen("new", "mine")
    line = f"{sys.executable} -m cardgen {argv} <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", line], env={**os.environ, "PYTHONPATH": str(ROOT)}).returncode == code
