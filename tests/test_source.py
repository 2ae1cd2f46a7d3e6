"""Reading YAML and CSV: what a word means, where it stands, and what is said of a broken file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml
from casefile import Case, cases, compare, problems_of
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen import source
from cardgen.problems import Place
from cardgen.source import read_yaml
from cardgen.spreadsheet import read_csv


@pytest.mark.parametrize("case", cases("source"))
def test_yaml(case: Case, tmp_path: Path, update: bool) -> None:
    """A good file gives its values (as Python writes them), a broken one its problems."""
    file = tmp_path / "game.yaml"
    file.write_text(case.text, encoding="utf-8")
    told = problems_of(lambda: read_yaml(file), tmp_path)
    values = [] if told else [f"{key!r}: {value!r}" for key, value in read_yaml(file).value.items()]
    compare(case, told + values, update)


@pytest.mark.parametrize("case", cases("source"))
def test_without_libyaml_the_same_lines_are_at_fault(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PyYAML's own parser is slower and may be all there is. Only cases/source/libyaml.yaml it lets pass."""
    if case.file.stem == "libyaml":
        return
    monkeypatch.setattr(source, "_Loader", yaml.SafeLoader)
    file = tmp_path / "game.yaml"
    file.write_text(case.text, encoding="utf-8")
    told = problems_of(lambda: read_yaml(file), tmp_path)
    lines = [line.split(":")[:2] for line in told]
    assert lines == [line.split(":")[:2] for line in case.expected if line.startswith("game.yaml")]
    assert not any("YAML として読めません" in line for line in told)


@pytest.mark.parametrize("case", cases("csv"))
def test_csv(case: Case, tmp_path: Path, update: bool) -> None:
    file = tmp_path / "cards.csv"
    file.write_text(case.text, encoding="utf-8")
    told = problems_of(lambda: read_csv(file), tmp_path)
    rows = [] if told else [f"{row.place.line}: {dict(row.values)!r}" for row in read_csv(file)]
    compare(case, told + rows, update)


def test_places_are_lines_and_columns_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("題名: 共鳴\ncards:\n  - {id: r1, 色: 赤}\n", encoding="utf-8")
    read = read_yaml(file)
    assert read.place(("題名",)) == Place(file, 1, 5)
    assert read.place(("cards", 0, "色")) == Place(file, 3, 17)
    assert read.key(("cards", 0, "色")) == Place(file, 3, 14)
    assert read.place(("cards", 0, "missing", "deeper")) == Place(file, 3, 5)


def test_csv_places_count_quoted_line_breaks(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text('id,text,n\na,"一行\n二行",1\nb,"「""」",2\n', encoding="utf-8")
    first, second = read_csv(file)
    assert first.places["n"] == Place(file, 3, 5)
    assert second.places["n"] == Place(file, 4, 10)
    assert second.values["text"] == '「"」'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
def test_csv_as_excel_writes_it(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_bytes("id,名前\r\na,髙橋\r\n".encode(encoding))
    assert read_csv(file)[0].values == {"id": "a", "名前": "髙橋"}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("a: 日本".encode("cp932"), "Shift_JIS"),
        ("a: 日本".encode("utf-16"), "UTF-16"),
        (b"a: 1\nb: \xff\xff", "UTF-8 の文字として"),
        (b"a: 1\nb: \x00", "U+0000"),
        (b"a: " + b"x" * 2_000_001, "2 MB"),
    ],
)
def test_a_file_that_is_no_text(data: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_bytes(data)
    (told,) = problems_of(lambda: read_yaml(file), tmp_path)
    assert told.startswith("game.yaml")
    assert said in told


def test_a_folder_or_nothing_where_a_file_should_be(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").mkdir()
    assert "フォルダー" in problems_of(lambda: read_yaml(tmp_path / "game.yaml"), tmp_path)[0]
    assert "ありません" in problems_of(lambda: read_yaml(tmp_path / "none.yaml"), tmp_path)[0]
    os.mkfifo(tmp_path / "pipe.yaml")
    assert "ふつうのファイル" in problems_of(lambda: read_yaml(tmp_path / "pipe.yaml"), tmp_path)[0]
    assert "ありません" in problems_of(lambda: read_yaml(Path(__file__) / "game.yaml"), tmp_path)[0]


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab:-,[]{}&*!|>'\"%@`#?\\\n\t 1.赤：\x00\ud800"), max_size=40))
def test_whatever_a_file_holds_only_problems_are_raised(text: str) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        for name, read in (("x.yaml", read_yaml), ("x.csv", read_csv)):
            file = Path(folder) / name
            file.write_bytes(text.encode("utf-8", "surrogatepass"))
            for told in problems_of(lambda read=read, file=file: read(file), Path(folder)):  # type: ignore[misc]
                assert told.startswith(name)
