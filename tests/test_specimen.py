"""The specimen: what it shows is what it says, on pages that can be read."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from conftest import Command

from cardgen.export import specimen
from cardgen.export.specimen import Sample, sections, set_sample
from cardgen.layout.textbox import ATTRIBUTES

SAMPLES = [
    pytest.param(sample, id=f"{section.title}-{sample.name}")
    for section in sections()
    for sample in section.samples
]


@pytest.mark.parametrize("sample", SAMPLES)
def test_samples_come_out_as_expected(sample: Sample) -> None:
    result = set_sample(sample)
    assert result.right, (result.composed and result.composed.lines, result.problems)
    assert set(sample.setting) <= {*ATTRIBUTES}


def test_a_sample_that_expects_something_else_is_wrong() -> None:
    setting = {"font": "gothic", "size": "9"}
    assert not set_sample(Sample("", "山札から引く。", 6, 9, setting, lines="山札から引く／。")).right
    assert not set_sample(Sample("", "火」「水", 6, 9, setting, wide=4)).right
    assert not set_sample(Sample("", "火山", 6, 9, setting, told="no-glyph")).right
    assert not set_sample(Sample("", "🎲", 6, 9, setting)).right


def test_every_break_string_of_the_reference_is_shown() -> None:
    names = {sample.name for section in sections() for sample in section.samples}
    assert {f"K{n}" for n in range(1, 20)} | {"M1", "M2", "M3", "M4", "Q1", "Q2", "N1", "N2", "N3"} <= names


def test_the_pages(tmp_path: Path) -> None:
    file = specimen.write(tmp_path / "specimen.pdf")
    texts = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file)]
    whole = "".join(texts)
    assert len(texts) > 4
    assert all(section.title in whole for section in sections())
    checked = sum(set_sample(sample).measured for section in sections() for sample in section.samples)
    assert f"期待を書いた見本 {checked} のうち、{checked} が" in whole
    assert file.read_bytes() == specimen.write(tmp_path / "again.pdf").read_bytes()


def test_the_command_writes_and_names_its_file(cardgen: Command, tmp_path: Path) -> None:
    run = cardgen("specimen")
    assert (run.code, run.out, run.err) == (0, "output/specimen.pdf\n", "")
    assert (tmp_path / "output" / "specimen.pdf").read_bytes().startswith(b"%PDF")
    (tmp_path / "file").write_text("")
    run = cardgen("specimen", "--out", "file/specimen.pdf")
    assert run.code == 1
    assert "file/specimen.pdf: " in run.err
