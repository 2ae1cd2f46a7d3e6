"""The preflight: faults that lie where a page does not paint by itself, in every kind of colour."""

from __future__ import annotations

from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from planted import found, ids, made, picture, with_font, with_picture

from cardgen.messages import describe

TINT = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0], C1=[1, 0, 0], N=1)
INKS = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[0, 1, 1, 0], N=1)
RED = b"1 0 0 rg 0 0 9 9 re f"
BLACK = b"0 0 0 1 k "


def separation(name: str, alternate: Any = Name.DeviceCMYK, tint: Any = INKS) -> Array:
    return Array([Name.Separation, Name("/" + name), alternate, tint])


def indexed(space: Any, *colours: bytes) -> Array:
    return Array([Name.Indexed, space, len(colours) - 1, pikepdf.String(b"".join(colours))])


def device_n(*names: str) -> Array:
    return Array([Name.DeviceN, Array([Name("/" + name) for name in names]), Name.DeviceCMYK, INKS])


def with_space(space: Any, content: bytes) -> pikepdf.Pdf:
    return made(content, ColorSpace=Dictionary(S=space))


# ------------------------------------------------------------------ streams inside a page


def with_pattern(content: bytes, cell: bytes, paint: int = 1, **resources: Any) -> pikepdf.Pdf:
    document = made(content)
    pattern = document.make_stream(cell, {
        "/PatternType": 1, "/PaintType": paint, "/TilingType": 1, "/BBox": [0, 0, 9, 9], "/XStep": 9,
        "/YStep": 9, "/Resources": Dictionary(**resources),
    })  # fmt: skip
    page = document.pages[0]
    page.Resources.Pattern = Dictionary(P=pattern)
    page.Resources.ColorSpace = Dictionary(U=Array([Name.Pattern, Name.DeviceRGB]))
    return document


@pytest.mark.parametrize(
    "used",
    [
        b"/Pattern cs /P scn 20 20 50 50 re f",
        b"/Pattern CS /P SCN 5 w 20 20 m 50 50 l S",
        b"/Pattern cs /P scn q 0 0 9 9 re f Q",
    ],
)
def test_the_cell_of_a_pattern_is_judged_as_a_page_is(used: bytes) -> None:
    assert ids(with_pattern(used, RED)) == ["preflight-rgb"]
    assert ids(with_pattern(used, BLACK + b"0 0 9 9 re f")) == []
    assert ids(with_pattern(used, b"BT /F 9 Tf (a) Tj ET", Font=Dictionary(F=Dictionary()))) == [
        "preflight-font"
    ]


def test_a_pattern_that_is_not_used_is_no_fault() -> None:
    assert ids(with_pattern(BLACK + b"0 0 9 9 re f", RED)) == []


def test_a_pattern_without_colours_takes_those_it_is_used_with() -> None:
    (problem,) = found(with_pattern(b"/U cs 0 1 0 /P scn 0 0 50 50 re f", b"0 0 9 9 re f", paint=2))
    assert (problem.id, problem.facts["parts"]) == ("preflight-rgb", "0 1 0")


def shading(space: Any, function: Any = TINT) -> Dictionary:
    return Dictionary(ShadingType=2, ColorSpace=space, Coords=[0, 0, 50, 50], Function=function)


@pytest.mark.parametrize(
    "space",
    [
        Name.DeviceRGB,
        Array([Name.CalRGB, Dictionary(WhitePoint=[0.95, 1, 1.09])]),
        indexed(Name.DeviceRGB, b"abc", b"def"),
        separation("Black", Name.DeviceRGB, TINT),
    ],
)
@pytest.mark.parametrize("used", [b"q 20 20 30 30 re W n /H sh Q", b"/Pattern cs /P scn 20 20 30 30 re f"])
def test_shadings_in_colours_of_a_screen(space: Any, used: bytes) -> None:
    def of(space: Any, function: Any) -> list[str]:
        document = made(used, Shading=Dictionary(H=shading(space, function)))
        made_pattern = Dictionary(PatternType=2, Shading=shading(space, function))
        document.pages[0].Resources.Pattern = Dictionary(P=made_pattern)
        return ids(document)

    assert of(space, TINT) == ["preflight-rgb"]
    assert of(Name.DeviceCMYK, INKS) == []


def test_shadings_that_pass_too_much_ink() -> None:
    heavy = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[1, 1, 1, 1], N=1)
    stitched = Dictionary(
        FunctionType=3, Domain=[0, 1], Functions=[INKS, heavy], Bounds=[0.5], Encode=[0, 1] * 2
    )
    used = b"q 20 20 30 30 re W n /H sh Q"
    (problem,) = found(made(used, Shading=Dictionary(H=shading(Name.DeviceCMYK, stitched))))
    assert (problem.id, problem.facts["ink"]) == ("preflight-ink", 400)


def with_glyph(
    glyph: bytes, content: bytes = BLACK + b"BT /T 9 Tf (a) Tj ET", **resources: Any
) -> pikepdf.Pdf:
    document = made(content)
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type3, FontMatrix=[0.1, 0, 0, 0.1, 0, 0], FontBBox=[0, 0, 10, 10],
        FirstChar=97, LastChar=97, Widths=[10], Encoding=Dictionary(Differences=[97, Name.a]),
        CharProcs=Dictionary(a=document.make_stream(glyph)), Resources=Dictionary(**resources),
    )  # fmt: skip
    document.pages[0].Resources.Font = Dictionary(T=font)
    return document


def test_glyphs_that_are_drawn_in_the_file_are_judged() -> None:
    assert ids(with_glyph(b"10 0 d0 " + RED)) == ["preflight-rgb"]
    assert ids(with_glyph(b"10 0 d0 0 0 9 9 re f")) == []
    other = Dictionary(F=Dictionary(Subtype=Name.TrueType, BaseFont=Name.Gothic))
    assert ids(with_glyph(b"10 0 d0 BT /F 9 Tf (a) Tj ET", Font=other)) == ["preflight-font"]


def test_glyphs_of_one_colour_have_that_of_the_type() -> None:
    glyph = b"10 0 0 0 10 10 d1 " + RED
    assert ids(with_glyph(glyph)) == []
    (problem,) = found(with_glyph(glyph, b"0 0 1 rg 3 Tr BT /T 9 Tf (a) Tj ET"))
    assert (problem.id, problem.facts["parts"]) == ("preflight-rgb", "0 0 1")


def test_type_that_is_not_seen_is_not_judged() -> None:
    document = with_font(embedded=False)
    document.pages[0].Contents = document.make_stream(b"1 0 0 rg BT 3 Tr /F 1 Tf (a) Tj ET")
    assert ids(document) == []
    document.pages[0].Contents = document.make_stream(b"1 0 0 rg BT 7 Tr /F 9 Tf (a) Tj ET")
    assert ids(document) == ["preflight-font"]


def test_a_form_that_draws_itself_ends() -> None:
    document = made(b"/X Do")
    form = document.make_stream(RED + b" /X Do", {"/Subtype": Name.Form, "/BBox": [0, 0, 9, 9]})
    form.Resources = Dictionary(XObject=Dictionary(X=form))
    document.pages[0].Resources.XObject = Dictionary(X=form)
    assert ids(document) == ["preflight-rgb"]


# ------------------------------------------------------------------ transparency


def test_transparency_deep_inside() -> None:
    document = made(b"/X Do")
    state = Dictionary(ExtGState=Dictionary(G=Dictionary(CA=0.5)))
    inner = document.make_stream(
        b"/G gs", {"/Subtype": Name.Form, "/BBox": [0, 0, 9, 9], "/Resources": state}
    )
    outer = document.make_stream(b"/Y Do", {"/Subtype": Name.Form, "/BBox": [0, 0, 9, 9]})
    outer.Resources = Dictionary(XObject=Dictionary(Y=inner))
    document.pages[0].Resources.XObject = Dictionary(X=outer)
    (problem,) = found(document)
    assert (problem.id, problem.facts["what"]) == ("preflight-transparency", "/CA 0.5")
    del inner.Resources
    inner.write(b"")
    inner.Group = Dictionary(S=Name.Transparency)
    assert ids(document) == ["preflight-transparency"]


@pytest.mark.parametrize(
    ("blend", "expected"),
    [
        (Array([Name.Multiply, Name.Normal]), ["preflight-transparency"]),
        (Array([Name.Normal]), []),
        (Name.Compatible, []),
    ],
)
def test_blend_modes_in_order_of_preference(blend: Any, expected: list[str]) -> None:
    assert ids(made(b"/G gs", ExtGState=Dictionary(G=Dictionary(BM=blend)))) == expected


def test_a_picture_that_holds_its_own_opacity() -> None:
    document = with_picture(Name.DeviceCMYK, bytes(4))
    document.pages[0].Resources.XObject.I.SMaskInData = 1
    assert ids(document) == ["preflight-transparency"]


def test_groups_that_are_mixed_in_colours_of_a_screen() -> None:
    document = made()
    document.pages[0].Group = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)
    assert ids(document, transparency=True) == ["preflight-rgb"]


# ------------------------------------------------------------------ inks


def test_spot_colours_are_plates_of_their_own() -> None:
    (problem,) = found(with_space(separation("DIC 156"), b"/S cs 1 scn 20 20 9 9 re f"))
    assert describe(problem, "ja").endswith("特色「DIC 156」があります。CMYK の 4 版だけのはずです。")
    document = with_space(device_n("Cyan", "Gold"), b"/S cs 1 1 scn 20 20 9 9 re f")
    assert [problem.facts["name"] for problem in found(document)] == ["Gold"]
    assert ids(document, colour="rgb") == []


@pytest.mark.parametrize("space", [separation("Black"), separation("None"), device_n("Cyan", "Magenta")])
def test_the_four_inks_by_name_are_no_spot_colours(space: Any) -> None:
    assert ids(with_space(space, b"/S cs 1 scn 20 20 9 9 re f")) == []


def test_the_colour_of_registration_is_for_marks() -> None:
    line = b"/S CS 1 SCN 1 w %d 50 m %d 50 l S"
    assert ids(with_space(separation("All"), line % (-20, -5)), marks="tombo") == []
    assert ids(with_space(separation("All"), line % (20, 40)), marks="tombo") == ["preflight-spot"]


def test_colours_that_stand_in_for_those_of_the_device() -> None:
    document = with_space(Name.DeviceCMYK, b"0.5 g 20 20 9 9 re f")
    document.pages[0].Resources.ColorSpace = Dictionary(DefaultGray=separation("Gold"))
    assert ids(document) == ["preflight-spot"]


@pytest.mark.parametrize(
    ("space", "pixel", "expected"),
    [
        (
            indexed(Name.DeviceRGB, b"abc", b"def"),
            b"\x01",
            ["preflight-rgb-picture"],
        ),
        (indexed(Name.DeviceCMYK, b"abcd", b"abcd"), b"\x01", []),
        (
            indexed(Name.DeviceCMYK, bytes(4), b"\xff" * 4),
            b"\x01",
            ["preflight-picture-ink"],
        ),
        (indexed(Name.DeviceCMYK, bytes(4), b"\xff" * 4), b"\x00", []),
        (Array([Name.CalRGB, Dictionary()]), b"abc", ["preflight-rgb-picture"]),
        (Array([Name.Lab, Dictionary()]), b"abc", ["preflight-rgb-picture"]),
        (separation("Gold"), b"a", ["preflight-spot"]),
        (separation("Black"), b"a", []),
        (device_n("Black", "Gold"), b"ab", ["preflight-spot"]),
    ],
)
def test_pictures_in_every_kind_of_colour(space: Any, pixel: bytes, expected: list[str]) -> None:
    assert ids(with_picture(space, pixel)) == expected


@pytest.mark.parametrize(("inks", "expected"), [(1, []), (3, ["preflight-rgb-picture"]), (4, [])])
def test_pictures_with_a_profile(inks: int, expected: list[str]) -> None:
    document = with_picture(Name.DeviceGray, b"a" * inks)
    profile = document.make_stream(b"", {"/N": inks})
    document.pages[0].Resources.XObject.I.ColorSpace = Array([Name.ICCBased, profile])
    assert ids(document) == expected


def test_stencils_print_in_the_colour_that_is_set() -> None:
    def stencil(colour: bytes) -> list[str]:
        document = made(colour + b" q 18 0 0 18 20 20 cm /I Do Q")
        mask = picture(document, Name.DeviceGray, bytes(13 * 100), 100, 100)
        del mask.ColorSpace
        mask.ImageMask, mask.BitsPerComponent = True, 1
        document.pages[0].Resources.XObject = Dictionary(I=mask)
        return ids(document)

    assert stencil(b"0 0 0 1 k") == []
    assert stencil(b"1 0 0 rg") == ["preflight-rgb"]
    assert stencil(b"1 1 1 1 k") == ["preflight-ink"]


def test_inline_stencils_and_inline_colours_by_name() -> None:
    small = b" q 0.2 0 0 0.2 9 9 cm BI /W 1 /H 1 %b ID abcd EI Q"
    assert ids(made(b"1 0 0 rg" + small % b"/BPC 1 /IM true")) == ["preflight-rgb"]
    assert (
        ids(with_space(Array([Name.Separation, Name.Black, Name.DeviceGray, TINT]), small % b"/BPC 8 /CS /S"))
        == []
    )


def test_white_must_not_be_overprinted() -> None:
    states = Dictionary(A=Dictionary(OP=True), L=Dictionary(OP=True, op=False), N=Dictionary(OP=False))
    for content, expected in {
        b"/A gs 0 0 0 0 k 20 20 9 9 re f": ["preflight-white-overprint"],
        b"/A gs 1 g 20 20 9 9 re f": ["preflight-white-overprint"],
        b"/A gs 0 0 0 1 k 20 20 9 9 re f": [],
        b"/L gs 0 0 0 0 k 20 20 9 9 re f": [],
        b"/L gs 0 0 0 0 K 1 w 20 20 m 9 9 l S": ["preflight-white-overprint"],
        b"/A gs /N gs 0 0 0 0 k 20 20 9 9 re f": [],
        b"q /A gs Q 0 0 0 0 k 20 20 9 9 re f": [],
    }.items():
        assert ids(made(content, ExtGState=states)) == expected, content


def test_lines_without_a_width() -> None:
    assert ids(made(b"0 0 0 1 K 0 w 20 20 m 9 9 l S"), least_line=None) == ["preflight-hairline"]
