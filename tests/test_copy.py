"""Every word of the bundled games can be searched and copied from their sheets, as their data has it.

Compared without white space, for readers put spaces and line ends of their own between lines, and without
the marks that only say where a title may break.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from games import GAME_IDS, game

from cardgen.export import sheets
from cardgen.export.base import Build, Options
from cardgen.layout.faces import lay_out
from cardgen.model import Component
from cardgen.text.markup import parse, plain


def by_pdfium(file: Path) -> str:
    return "".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file))


def by_poppler(file: Path) -> str:
    command = ["pdftotext", "-raw", str(file), "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")


READERS = [
    by_pdfium,
    pytest.param(
        by_poppler, marks=pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs pdftotext")
    ),
]


def words(text: str) -> str:
    return re.sub(r"[\s\ufffe\u200b]", "", text)


def texts(component: Component, icons: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The text fields of every card, without their markup."""
    for card in component.cards:
        for name, field in component.fields.items():
            if field.type == "text" and (value := card.values.get(name)):
                yield f"{component.id}/{card.id}/{name}", words(plain(parse(str(value), icons)))


@pytest.fixture(scope="module", params=GAME_IDS)
def printed(request: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Build]:
    found = game(request.param)
    faces, problems = lay_out(found)
    assert not problems
    nothing: Any = None
    build = Build(found, None, (), nothing, faces, Options(backs="duplex"), ())
    folder = tmp_path_factory.mktemp(found.id)
    assert list(sheets.write(build, folder))
    return folder, build


@pytest.mark.parametrize("reader", READERS)
def test_what_the_cards_say_is_copied(printed: tuple[Path, Build], reader: Any) -> None:
    folder, build = printed
    for component in build.game.components.values():
        said = list(texts(component, frozenset(build.game.spec.icons)))
        if said and component.spec.front:
            copied = words(reader(folder / f"{component.id}.pdf"))
            assert [(where, text) for where, text in said if text not in copied] == []
