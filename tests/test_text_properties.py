"""What holds for any text in any box, tried on generated ones."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.text.classes import (
    CLOSE,
    COMMA,
    DIVIDING,
    ITERATION,
    OPEN,
    PROLONGED,
    SMALL,
    STOP,
    class_of,
    clusters,
)
from cardgen.text.compose import compose
from cardgen.text.errors import DoesNotFit
from cardgen.text.fonts import Catalogue
from cardgen.text.markup import Node, Plain, Ruby
from cardgen.text.placed import MM_PER_POINT, Composed
from cardgen.text.style import Style

FONTS = Catalogue([Path(__file__).parent.parent / "fonts"])
FACES = (FONTS.find("BIZ UDGothic"), FONTS.find("BIZ UDPGothic"))
EM = 10 * MM_PER_POINT

PIECES = (
    *"火水竜札山引捨氷々〇亜", *"をにはがのっゃーァン", *"、。，．・：；！？", *"「」『』（）【】〈〉“”‘’",
    *"……――〜～", *"５％￥℃→①",
    *"aZ5,.-()!?%$'", "HP", "Shuffle", "12", "1,000", "　", "……", "――", "葛\U000e0100", "か\u309a",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=40).map("".join)
STYLES = st.builds(
    Style,
    faces=st.just(FACES),
    size=st.just(10.0),
    align=st.sampled_from(("left", "center", "right", "justify", "even")),
    valign=st.sampled_from(("top", "middle", "bottom")),
    writing=st.sampled_from(("horizontal", "vertical")),
    mode=st.sampled_from(("body", "title")),
    autospace=st.sampled_from((0.0, 0.125, 0.25)),
)
MEASURES = st.floats(min_value=4, max_value=16)

FORBIDDEN_FIRST = {CLOSE, COMMA, DIVIDING, ITERATION, PROLONGED, SMALL, STOP}


def read_back(composed: Composed) -> str:
    return "".join(g.text for r in composed.runs if not r.annotation for g in r.glyphs)


@settings(max_examples=150, deadline=None)
@given(TEXTS, STYLES, MEASURES)
def test_the_source_comes_back(text: str, style: Style, measure: float) -> None:
    composed = compose((Plain(text),), style, measure * EM, measure * EM * 40)
    assert read_back(composed) == text
    assert "".join(composed.lines) == text
    assert "".join(r.source for r in composed.runs) == text


@settings(max_examples=150, deadline=None)
@given(TEXTS, STYLES, MEASURES)
def test_no_line_begins_or_ends_with_what_kinsoku_forbids(text: str, style: Style, measure: float) -> None:
    composed = compose((Plain(text),), style, 40 * measure * EM, measure * EM * 40)
    narrow = compose((Plain(text),), style, measure * EM, measure * EM * 40)
    for found in (composed, narrow):
        if any(w.startswith("broken-word") for w in found.warnings):
            continue
        for line in found.lines[1:]:
            assert class_of(line) not in FORBIDDEN_FIRST
        for line in found.lines[:-1]:
            assert class_of(clusters(line)[-1]) != OPEN


NODES = st.lists(
    st.one_of(
        TEXTS.map(Plain),
        st.builds(
            Ruby,
            st.sampled_from(("竜", "火球", "古代竜")),
            st.sampled_from(("り", "りゅう", "ファイアボール")).map(lambda r: (r,)),
        ),
        st.just(Ruby("消費", ("しょう", "ひ"))),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=150, deadline=None)
@given(NODES, STYLES, MEASURES, st.floats(min_value=2, max_value=12))
def test_nothing_is_outside_the_box(nodes: list[Node], style: Style, measure: float, depth: float) -> None:
    width, height = (depth, measure) if style.writing == "vertical" else (measure, depth)
    try:
        composed = compose(nodes, style, width * EM, height * EM)
    except DoesNotFit as fault:
        found = fault
    else:
        check_inside(composed, width, height)
        return
    assert found.measured > found.available
    assert found.overflow


def check_inside(composed: Composed, width: float, height: float) -> None:
    assert composed.width <= width * EM + 1e-6
    assert composed.height <= height * EM + 1e-6
    for left, top, right, bottom in inks(composed):
        assert left >= -0.1 * EM
        assert top >= -0.1 * EM
        assert right <= (width + 0.1) * EM
        assert bottom <= (height + 0.1) * EM


def inks(composed: Composed) -> list[tuple[float, float, float, float]]:
    """The inked box of every glyph, in mm."""
    found = []
    for run in composed.runs:
        em = run.size * MM_PER_POINT
        for g in run.glyphs:
            ink = run.face.ink(g.gid)
            if ink:
                a, b, c, d = (v * em for v in ink)
                a, c = a * g.stretch, c * g.stretch
                turned = g.rotate == 90
                found.append(
                    (g.x + b, g.y + a, g.x + d, g.y + c) if turned else (g.x + a, g.y - d, g.x + c, g.y - b)
                )
    return found
