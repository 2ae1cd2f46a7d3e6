"""Fitting a text to its box: tighten, shrink, condense, or say what is too much."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from cardgen.text.compose import compose
from cardgen.text.errors import DoesNotFit, NoGlyph
from cardgen.text.fonts import Catalogue, Face
from cardgen.text.markup import Plain, Span
from cardgen.text.placed import MM_PER_POINT
from cardgen.text.style import Style

FONTS = Catalogue([Path(__file__).parent.parent / "fonts"])
GOTHIC = FONTS.find("BIZ UDGothic")
BOLD = FONTS.find("BIZ UDGothic Bold")
PROPORTIONAL = FONTS.find("BIZ UDPGothic")
STYLE = Style((GOTHIC,), size=10)
EM = 10 * MM_PER_POINT


def style(**changes: Any) -> Style:
    return replace(STYLE, **changes)


def baselines(text: str, setting: Style, width: float, height: float) -> list[float]:
    composed = compose(text, setting, width, height)
    return list(
        dict.fromkeys(round(g.y / EM, 4) for r in composed.runs if not r.annotation for g in r.glyphs)
    )


def test_one_line_is_centred_by_its_em_box() -> None:
    (y,) = baselines("竜", style(valign="middle"), 10 * EM, 5 * EM)
    assert y == pytest.approx(2.5 - 0.5 + GOTHIC.baseline, abs=1e-4)


def test_a_numeral_is_centred_by_its_capitals() -> None:
    (y,) = baselines("12", style(valign="middle"), 10 * EM, 5 * EM)
    assert y == pytest.approx(2.5 + GOTHIC.cap_height / 2, abs=1e-4)


@pytest.mark.parametrize(("valign", "first"), [("top", 0.0), ("middle", 1.2), ("bottom", 2.4)])
def test_lines_in_the_box(valign: str, first: float) -> None:
    found = baselines("火\n水", style(valign=valign, leading=1.6), 10 * EM, 5 * EM)
    assert [y - GOTHIC.baseline for y in found] == pytest.approx([first, first + 1.6], abs=1e-4)


def test_ruby_gives_the_box_one_wider_pitch_and_room_above() -> None:
    found = baselines("火山《かざん》\n水\n木", STYLE, 10 * EM, 9 * EM)
    assert [y - GOTHIC.baseline for y in found] == pytest.approx([0.5, 2.25, 4.0], abs=1e-4)


def test_columns_go_from_right_to_left() -> None:
    composed = compose("火\n水", style(writing="vertical"), 5 * EM, 10 * EM)
    middles = [(g.x + EM / 2) / EM for r in composed.runs for g in r.glyphs]
    assert middles == pytest.approx([4.5, 2.9])


def test_leading_tightens_before_type_shrinks() -> None:
    composed = compose("火\n水\n木", STYLE, 10 * EM, 3.8 * EM)
    ys = [g.y / EM for r in composed.runs for g in r.glyphs]
    assert composed.size == 10
    assert ys[1] - ys[0] == pytest.approx(1.4)


def test_characters_close_up_before_type_shrinks() -> None:
    composed = compose("一二三四五六七八九十", style(min_size=6), 9.85 * EM, EM)
    assert (composed.size, composed.lines) == (10, ("一二三四五六七八九十",))


def test_type_shrinks_in_steps_down_to_the_minimum() -> None:
    text = "山札から一枚引く。" * 4
    assert compose(text, style(min_size=5), 10 * EM, 4.2 * EM).size == 8.25
    with pytest.raises(DoesNotFit) as error:
        compose(text, style(min_size=9.5), 10 * EM, 4.2 * EM)
    fault = error.value
    assert (fault.direction, fault.size, fault.available) == ("height", 9.5, 4.2 * EM)
    assert fault.measured > fault.available
    assert text.endswith(fault.overflow)


def test_no_minimum_means_no_shrinking() -> None:
    with pytest.raises(DoesNotFit) as error:
        compose("火\n水", STYLE, 10 * EM, 2.3 * EM)
    assert (error.value.size, error.value.overflow) == (10, "水")
    assert error.value.measured == pytest.approx(2.35 * EM)


def test_a_line_that_fits_exactly_fits() -> None:
    assert compose("一二三", STYLE, 3 * EM, EM).lines == ("一二三",)


def test_a_title_is_condensed_last() -> None:
    setting = style(mode="title", max_lines=1, condense=0.8)
    composed = compose("永遠に眠る竜", setting, 5 * EM, 2 * EM)
    assert {round(g.stretch, 3) for r in composed.runs for g in r.glyphs} == {0.833}
    assert composed.width == pytest.approx(5 * EM)
    with pytest.raises(DoesNotFit) as error:
        compose("永遠に眠る竜", setting, 4.5 * EM, 2 * EM)
    assert error.value.direction == "width"
    assert error.value.measured == pytest.approx(6 * EM)


def test_too_many_lines() -> None:
    with pytest.raises(DoesNotFit) as error:
        compose("一\n二\n三", style(max_lines=2), 10 * EM, 10 * EM)
    fault = error.value
    assert (fault.direction, fault.measured, fault.available, fault.overflow) == ("lines", 3, 2, "三")


def test_a_character_wider_than_the_box() -> None:
    with pytest.raises(DoesNotFit) as error:
        compose("火", STYLE, 0.9 * EM, 9 * EM)
    assert (error.value.direction, error.value.overflow) == ("width", "火")


def test_in_vertical_lines_the_sides_change_places() -> None:
    with pytest.raises(DoesNotFit) as error:
        compose("火\n水", style(writing="vertical"), 2.3 * EM, 10 * EM)
    assert error.value.direction == "width"


def test_a_word_is_not_divided_when_smaller_type_saves_it() -> None:
    composed = compose("Shuffle", style(min_size=7), 3 * EM, 5 * EM)
    assert (composed.lines, composed.warnings) == (("Shuffle",), ())


def test_every_missing_character_is_named() -> None:
    with pytest.raises(NoGlyph) as error:
        compose("火🎲｜水《☠》__⚔\ufe0f__葛\U000e01ef", style(bold=(BOLD,)), 10 * EM, 9 * EM)
    assert error.value.missing == (
        ("🎲", "U+1F3B2"),
        ("☠", "U+2620"),
        ("⚔\ufe0f", "U+2694 U+FE0F"),
        ("葛\U000e01ef", "U+845B U+E01EF"),
    )
    assert error.value.faces == ("BIZUDGothic-Regular", "BIZUDGothic-Bold")


def test_the_chain_is_asked_in_order_and_latin_prefers_the_proportional_face() -> None:
    composed = compose("火A", style(faces=(GOTHIC, PROPORTIONAL)), 10 * EM, 9 * EM)
    assert [r.face for r in composed.runs] == [GOTHIC, PROPORTIONAL]


def test_spans_carry_face_colour_and_size() -> None:
    nodes = (Plain("火"), Span((Plain("水"),), bold=True, colour=(1, 0, 0), scale=1.5))
    composed = compose(nodes, style(bold=(BOLD,), colour=(0, 0, 0)), 10 * EM, 9 * EM)
    assert [(r.face, r.size, r.colour) for r in composed.runs] == [
        (GOTHIC, 10, (0, 0, 0)),
        (BOLD, 15, (1, 0, 0)),
    ]
    assert composed.runs[0].glyphs[0].y == pytest.approx(composed.runs[1].glyphs[0].y)
    assert composed.runs[1].glyphs[0].y == pytest.approx(1.5 * GOTHIC.baseline * EM)


def test_small_ruby_is_warned_of() -> None:
    assert compose("火《ひ》", style(size=7), 10 * EM, 9 * EM).warnings == ("small-ruby:3.50",)


def test_an_empty_text_is_an_empty_setting() -> None:
    composed = compose("", STYLE, 1, 0.1)
    assert (composed.runs, composed.lines, composed.height) == ((), (), 0)


class EmojiFace:
    """A face that has every cluster, one em wide: for what no bundled font draws."""

    name, baseline, proportional, cap_height = "Emoji", 0.88, False, 0.7

    def glyph(self, cluster: str) -> int:
        return 1

    def advance(self, gid: int) -> float:
        return 1.0

    def ink(self, gid: int) -> None:
        return None


def test_k20_joined_emoji_are_one_cluster() -> None:
    face = cast(Face, EmojiFace())
    composed = compose("🎲を振る👨‍👩‍👧と遊ぶ", style(faces=(face,)), 4 * EM, 9 * EM)
    assert composed.lines == ("🎲を振る", "👨‍👩‍👧と遊ぶ")
