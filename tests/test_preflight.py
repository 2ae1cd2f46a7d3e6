"""The preflight: each thing that a profile forbids, planted into a sound PDF, is found and named."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from planted import MM, STRICT, found, ids, made, picture, with_font, with_picture

from cardgen.export.pagecheck import Sheet
from cardgen.export.preflight import preflight, ranges
from cardgen.messages import describe


def test_a_sound_file_has_no_findings() -> None:
    assert found(made(pages=3)) == []


def test_fonts_have_to_be_embedded() -> None:
    assert ids(with_font()) == []
    (problem,) = found(with_font(embedded=False))
    assert describe(problem, "ja") == (
        "札 / 1: card-front.pdf の 1 ページ（表）: フォント Gothic が埋め込まれていません。"
    )


def test_many_pages_are_read_by_all_cores_and_a_fault_of_several_is_told_once() -> None:
    document = made(pages=70)
    for page in (3, 40, 69):
        document.pages[page].Contents = document.make_stream(b"1 0 0 rg 9 9 50 50 re f")
    (problem,) = found(document)
    assert describe(problem, "en").startswith("札 / 4: card-front.pdf, page 4 (front)")
    assert describe(problem, "en").endswith("41, 70.")


def test_no_type_may_be_left_where_outlines_are_wanted() -> None:
    assert ids(with_font(), fonts="outlined") == ["preflight-type-left"]


def test_type_is_measured_as_it_is_printed() -> None:
    assert ids(with_font(size=10, scale=0.6)) == []
    (problem,) = found(with_font(size=10, scale=0.4))
    assert (problem.id, problem.facts["size"], problem.facts["least"]) == ("preflight-type", "4.0", "5")


NOTHING, SOMETHING = b"/Span <</ActualText <FEFF>>> BDC ", b"/Span <</ActualText <FEFF3042>>> BDC "


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (NOTHING + b"%b EMC", "preflight-ruby"),
        (b"/Span /Ruby BDC %b EMC", "preflight-ruby"),
        (NOTHING + b"/Artifact BMC %b EMC EMC", "preflight-ruby"),
        (NOTHING + b"EMC %b", "preflight-type"),
        (SOMETHING + b"%b EMC", "preflight-type"),
        (b"/Span /Other BDC %b EMC", "preflight-type"),
        (b"EMC /Artifact BMC %b EMC", "preflight-type"),
    ],
)
def test_what_is_copied_as_nothing_is_ruby_and_has_a_limit_of_its_own(content: bytes, told: str) -> None:
    def found_at(size: float, **changes: Any) -> list[str]:
        document = with_font()
        shown = f"BT 0 0 0 1 k /F {size} Tf (a) Tj ET".encode()
        document.pages[0].Contents = document.make_stream(content.replace(b"%b", shown))
        spans = {"Ruby": Dictionary(ActualText=pikepdf.String("")), "Other": Dictionary(MCID=0)}
        document.pages[0].Resources.Properties = Dictionary(**spans)
        return ids(document, **changes)

    assert found_at(5.5) == []
    assert found_at(3.2) == ([] if told == "preflight-ruby" else [told])
    assert found_at(3.2, least_ruby=3.5, least_type=3.0) == ([told] if told == "preflight-ruby" else [])
    assert found_at(2.8) == [told]
    assert found_at(2.8, least_type=None) == []


def test_ruby_may_be_half_as_large_as_type_but_no_smaller_than_can_be_read() -> None:
    def least(**changes: Any) -> float | None:
        return STRICT.model_copy(update=changes).ruby

    assert [least(least_type=size) for size in (9.0, 6.0, 5.0, 2.0, None)] == [4.5, 3.0, 3.0, 2.0, None]
    assert [least(least_type=size, least_ruby=2.5) for size in (9.0, None)] == [2.5, 2.5]


@pytest.mark.parametrize(
    "content",
    [
        b"1 0 0 rg 0 0 9 9 re f",
        b"1 0 0 RG 1 w 0 0 m 9 9 l S",
        b"/DeviceRGB cs 1 0 0 sc 0 0 9 9 re f",
        b"/S cs 1 0 0 scn 0 0 9 9 re f",
    ],
)
def test_colours_of_a_screen(content: bytes) -> None:
    document = made(content)
    profile = document.make_stream(b"", {"/N": 3})
    document.pages[0].Resources.ColorSpace = Dictionary(S=Array([Name.ICCBased, profile]))
    (problem,) = found(document)
    assert (problem.id, problem.facts["parts"]) == ("preflight-rgb", "1 0 0")
    assert ids(document, colour="rgb") == []


def test_a_colour_that_is_set_but_not_used_is_no_fault() -> None:
    assert ids(made(b"1 0 0 rg 0 0 0 1 k 0 0 9 9 re f")) == []


def test_colours_inside_forms() -> None:
    document = made(b"/X Do")
    form = document.make_stream(b"1 0 0 rg 0 0 9 9 re f", {"/Subtype": Name.Form, "/BBox": [0, 0, 9, 9]})
    document.pages[0].Resources.XObject = Dictionary(X=form)
    assert ids(document) == ["preflight-rgb"]


def test_pictures_of_a_screen() -> None:
    assert ids(with_picture(Name.DeviceCMYK, b"\x20\x20\x20\x20")) == []
    assert ids(with_picture(Name.DeviceGray, b"\x20")) == []
    assert ids(with_picture(Name.DeviceRGB, b"\x20\x20\x20")) == ["preflight-rgb-picture"]


def test_pictures_of_few_pixels() -> None:
    (problem,) = found(with_picture(Name.DeviceCMYK, bytes(4), inches=0.5))
    assert (problem.id, problem.facts["dpi"], problem.facts["least"]) == ("preflight-coarse", 200, 300)


def test_inline_pictures() -> None:
    content = b"q 36 0 0 36 9 9 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI Q"
    assert ids(made(content)) == ["preflight-coarse", "preflight-rgb-picture"]


@pytest.mark.parametrize(
    ("state", "what"),
    [
        (Dictionary(ca=0.5), "/ca 0.5"),
        (Dictionary(BM=Name.Multiply), "/BM /Multiply"),
        (Dictionary(SMask=Dictionary(S=Name.Luminosity)), "/SMask"),
    ],
)
def test_transparency(state: Dictionary, what: str) -> None:
    document = made(b"/G gs 0 0 0 1 k 0 0 9 9 re f", ExtGState=Dictionary(G=state))
    (problem,) = found(document)
    assert (problem.id, problem.facts["what"]) == ("preflight-transparency", what)
    assert ids(document, transparency=True) == []


def test_transparent_pictures_and_groups() -> None:
    document = with_picture(Name.DeviceCMYK, bytes(4))
    mask = picture(document, Name.DeviceGray, b"\x80", 1, 1)
    document.pages[0].Resources.XObject.I.SMask = mask
    assert ids(document) == ["preflight-transparency"]
    document = made()
    document.pages[0].Group = Dictionary(S=Name.Transparency)
    assert ids(document) == ["preflight-transparency"]


@pytest.mark.parametrize("box", ["TrimBox", "BleedBox"])
def test_boxes_that_are_missing(box: str) -> None:
    document = made()
    del document.pages[0][f"/{box}"]
    (problem,) = found(document)
    assert (problem.id, problem.facts["box"]) == ("preflight-no-box", box)


def test_a_card_of_another_size() -> None:
    document = made()
    document.pages[0].TrimBox = [3 * MM, 3 * MM, 66.5 * MM, 91 * MM]
    first, second = found(document)
    assert (first.id, first.facts["size"], first.facts["wanted"]) == ("preflight-box", "63.5 × 88", "63 × 88")
    assert second.id == "preflight-box-outside"


def test_a_page_larger_than_the_bleed() -> None:
    document = made()
    document.pages[0].MediaBox = [0, 0, 210 * MM, 297 * MM]
    (problem,) = found(document)
    assert (problem.id, problem.facts["box"]) == ("preflight-box", "MediaBox")
    assert ids(document, marks="tombo") == []


def test_pages_that_are_turned_or_missing() -> None:
    document = made()
    document.pages[0].Rotate = 90
    assert ids(document) == ["preflight-rotated"]
    data = BytesIO()
    made(pages=2).save(data)
    (problem,) = preflight(data.getvalue(), "a.pdf", [Sheet("札", "front", 63, 88, 3)], STRICT, False)
    assert (problem.id, problem.facts["found"], problem.facts["expected"]) == ("preflight-pages", 2, 1)


def test_too_much_ink() -> None:
    (problem,) = found(made(b"0.9 0.8 0.7 0.9 k 0 0 9 9 re f"))
    assert (problem.id, problem.facts["ink"], problem.facts["inks"]) == ("preflight-ink", 330, "90 80 70 90")
    assert ids(with_picture(Name.DeviceCMYK, b"\xe0\xe0\xe0\xe0")) == ["preflight-picture-ink"]


def test_marks_outside_the_bleed_may_be_in_all_inks() -> None:
    line = b"1 1 1 1 K 1 w %d 50 m %d 50 l S"
    assert ids(made(line % (-20, -5)), marks="tombo") == []
    assert ids(made(line % (-5, 20)), marks="tombo") == ["preflight-ink"]
    assert ids(made(line % (-20, -5))) == ["preflight-ink"]


def test_lines_too_thin_to_print() -> None:
    assert ids(made(b"0 0 0 1 K 0.3 w 0 0 m 9 9 l S")) == []
    (problem,) = found(made(b"0 0 0 1 K 0.5 0 0 0.5 0 0 cm 0.3 w 0 0 m 9 9 l S"))
    assert (problem.id, problem.facts["width"]) == ("preflight-line", "0.053")


def test_the_output_intent() -> None:
    document = made()
    assert [problem.id for problem in found(document, intent=True)] == ["preflight-no-intent"]
    for inks, expected in ((3, ["preflight-no-intent"]), (4, [])):
        profile = document.make_stream(b"", {"/N": inks})
        document.Root.OutputIntents = Array([Dictionary(S=Name.GTS_PDFX, DestOutputProfile=profile)])
        assert [problem.id for problem in found(document, intent=True)] == expected


def test_a_fault_of_many_pages_is_told_once_with_their_numbers() -> None:
    (problem,) = found(made(b"1 0 0 rg 0 0 9 9 re f", pages=4))
    assert problem.subject == "札 / 1"
    assert describe(problem, "en").endswith("Also on pages 2–4.")
    assert ranges([2, 3, 4, 7, 9, 10]) == "2–4, 7, 9–10"


def test_a_profile_may_only_warn() -> None:
    (problem,) = found(with_font(size=4), STRICT.model_copy(update={"warn": ["type"]}))
    assert problem.level == "warning"


def test_a_file_that_is_no_pdf() -> None:
    (problem,) = preflight(b"nothing", "a.pdf", [], STRICT, False)
    assert problem.id == "preflight-unreadable"
