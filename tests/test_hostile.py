"""Numbers, names and characters that nobody writes on purpose: each is told, none is drawn wrong or lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from press import make_game

from cardgen.layout.faces import lay_out

RECT = '<rect width="9" height="9"/>'

TEMPLATES = {
    "a path beyond all measure": ('<path d="M0 0 L1e400 3 L5 5"/>', "bad-attribute"),
    "an arc of radii too large": ('<path d="M0 0 A1e6 1e-300 0 0 1 9 5"/>', "bad-attribute"),
    "scales upon scales": (f'<g transform="{"scale(1000)" * 9}">{RECT}</g>', "bad-attribute"),
    "a skew to the horizon": (f'<g transform="skewX(90)">{RECT}</g>', "bad-attribute"),
    "an opacity in per cent without its sign": ('<rect width="9" height="9" opacity="50"/>', "bad-attribute"),
    "a focus beyond the picture": (
        '<image href="clock.svg" width="9" height="9" focus="50% 120%"/>',
        "bad-attribute",
    ),
    "a name longer than any file's": (
        f'<image href="{"絵" * 300}.png" width="9" height="9"/>',
        "file-not-found",
    ),
    "half a surrogate pair": (
        '<text width="30" height="9">{{ "\\ud83d" }}</text>',
        "control-character",
    ),
    "a control character": ('<text width="30" height="9">{{ "\\x07" }}</text>', "control-character"),
}


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_told_what_cannot_be_drawn(tmp_path: Path, name: str) -> None:
    body, id = TEMPLATES[name]
    _, problems = lay_out(make_game(tmp_path, f"<face>\n{body}\n</face>"))
    assert [(problem.id, problem.place and problem.place.line) for problem in problems] == [(id, 2)]


@pytest.mark.parametrize(
    "prologue", ['<!DOCTYPE face SYSTEM "a.dtd">', '<!DOCTYPE face [<!ENTITY nbsp SYSTEM "a">]>']
)
def test_an_entity_defined_elsewhere_is_not_left_out(tmp_path: Path, prologue: str) -> None:
    text = '<text width="30" height="9">赤&nbsp;組</text>'
    _, problems = lay_out(make_game(tmp_path, f"{prologue}<face>\n{text}</face>"))
    assert [problem.id for problem in problems] == ["xml-broken"]
