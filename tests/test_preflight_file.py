"""The preflight: what no print file may hold, and art that does not reach the bleed in the file."""

from __future__ import annotations

from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from planted import MM, STRICT, found, ids, made, with_picture

from cardgen.messages import describe

# ------------------------------------------------------------------ what no print file may hold


def test_annotations() -> None:
    document = made()
    note = Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=[20, 20, 40, 40], C=[1, 0, 0])
    document.pages[0].Annots = Array([note])
    (problem,) = found(document)
    assert describe(problem, "en").endswith(
        "there are annotations (Square); a PDF for print must not hold any."
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("/OpenAction", Dictionary(S=Name.JavaScript, JS=pikepdf.String("app.alert(1)"))),
        ("/AA", Dictionary(WP=Dictionary(S=Name.JavaScript))),
        ("/AcroForm", Dictionary(Fields=[])),
        ("/OCProperties", Dictionary(OCGs=[], D=Dictionary())),
    ],
)
def test_what_makes_a_file_do_something(key: str, value: Any) -> None:
    document = made()
    document.Root[key] = value
    (problem,) = found(document)
    assert (
        describe(problem, "ja") == f"card-front.pdf: 印刷用の PDF に入れてはならないものがあります（{key}）。"
    )


def test_scripts_attached_files_and_actions_of_pages() -> None:
    document = made()
    document.Root.Names = Dictionary(JavaScript=Dictionary(Names=[]))
    document.attachments["a.txt"] = b"words"
    document.pages[0].AA = Dictionary(O=Dictionary(S=Name.Named, N=Name.NextPage))
    (problem,) = found(document)
    assert problem.facts["what"] == ["/AF", "/JavaScript", "/EmbeddedFiles", "/Page /AA"]


def test_files_that_are_encrypted() -> None:
    (problem,) = found(made(), encryption=pikepdf.Encryption(owner="shop", user="secret"))
    assert problem.id == "preflight-unreadable"
    (problem,) = found(made(), encryption=pikepdf.Encryption(owner="shop", user=""))
    assert (problem.id, problem.facts["what"]) == ("preflight-active", ["/Encrypt"])


def test_pages_with_a_unit_of_their_own_or_shown_in_part() -> None:
    document = made()
    document.pages[0].UserUnit = 2
    assert ids(document) == ["preflight-user-unit"]
    document = made()
    document.pages[0].CropBox = document.pages[0].TrimBox
    (problem,) = found(document)
    assert (problem.id, problem.facts["box"], problem.facts["wanted"]) == (
        "preflight-box",
        "CropBox",
        "69 × 94",
    )


def test_pages_take_over_what_stands_above_them() -> None:
    document = with_picture(Name.DeviceCMYK, bytes(4))
    page, above = document.pages[0], document.Root.Pages
    above.Resources = page.Resources
    del page.obj.Resources
    assert ids(document) == []
    above.Rotate = 90
    assert ids(document) == ["preflight-rotated"]


@pytest.mark.parametrize(
    "content", [b"/None Do", b"1 0 0 re f", b"/X Do", b"(a) (b) (c) (d) re f", b"/P Do", b"/None gs", b"w"]
)
def test_pages_that_cannot_be_read(content: bytes) -> None:
    document = made(content)
    form = document.make_stream(b"2 0 0 2 0 0 cm /X Do", {"/Subtype": Name.Form, "/BBox": [0, 0, 9, 9]})
    script = document.make_stream(b"showpage", {"/Subtype": Name.PS})
    document.pages[0].Resources.XObject = Dictionary(X=form, P=script)
    form.Resources = Dictionary(XObject=Dictionary(X=form))
    assert ids(document) == ["preflight-unreadable-page"]


# ------------------------------------------------------------------ bleed


def area(left: float, bottom: float, right: float, top: float) -> bytes:
    """A rectangle in mm from the bottom left of the bleed of a page of 69 x 94 mm."""
    return (
        f"{left * MM:.3f} {bottom * MM:.3f} {(right - left) * MM:.3f} {(top - bottom) * MM:.3f} re ".encode()
    )


GROUND, TRIM = area(0, 0, 69, 94), area(3, 3, 66, 91)
RED_INK = b"0 1 1 0 k "


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (RED_INK + GROUND + b"f", {}),
        (RED_INK + TRIM + b"f", dict.fromkeys(("left", "bottom", "right", "top"), "0.0")),
        (RED_INK + TRIM + b"W n " + GROUND + b"f", dict.fromkeys(("left", "bottom", "right", "top"), "0.0")),
        (RED_INK + b"q " + TRIM + b"W n Q " + GROUND + b"f", {}),
        (RED_INK + area(0, 0, 68, 94) + b"f", {"right": "2.0"}),
        (RED_INK + area(0, 0, 69, 50) + b"f " + area(3, 50, 69, 94) + b"f", {"left": "0.0"}),
        (RED_INK + area(0, 0, 3, 94) + b"f " + area(3, 0, 69, 94) + b"f", {}),
        (RED_INK + GROUND + b"f 0 0 0 1 k " + area(3, 20, 30, 60) + b"f", {}),
        (b"0 0 0 0 k " + TRIM + b"f " + RED_INK + area(8, 8, 61, 86) + b"f", {}),
        (RED_INK + area(3, 50, 66, 50.5) + b"f", {}),
        (RED_INK + b"1 w " + area(3, 3, 66, 91) + b"S", {}),
    ],
)  # fmt: skip
def test_art_that_gets_to_the_trim_has_to_get_to_the_bleed(content: bytes, told: dict[str, str]) -> None:
    problems = found(made(content), STRICT.model_copy(update={"least_line": None}))
    assert {problem.id for problem in problems} <= {"preflight-bleed"}
    edges = {problem.facts["edge"].id.removeprefix("edge-"): problem.facts["reach"] for problem in problems}
    assert edges == told


def test_pictures_and_shadings_have_to_get_to_the_bleed() -> None:
    side = f"{63 * MM} 0 0 {94 * MM} {3 * MM} 0 cm".encode()
    document = with_picture(Name.DeviceCMYK, bytes(4), size=1200)
    document.pages[0].Contents = document.make_stream(b"q " + side + b" /I Do Q")
    edges = [problem.facts["edge"].id for problem in found(document)]
    assert edges == ["edge-left", "edge-right"]
    inks = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[0, 1, 1, 0], N=1)
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 9, 9], Function=inks)
    shaded = Dictionary(H=shading)
    assert ids(made(b"/H sh", Shading=shaded)) == []
    assert ids(made(TRIM + b"W n /H sh", Shading=shaded)) == ["preflight-bleed"] * 4


def test_the_ground_of_a_card_may_be_a_form_that_others_have_drawn() -> None:
    document = made(b"q 1 0 0 1 0 0 cm /X Do Q 0 0 0 1 k " + area(3, 20, 30, 60) + b"f", pages=2)
    ground = document.make_stream(RED_INK + GROUND + b"f", {"/Subtype": Name.Form, "/BBox": [0, 0, 300, 300]})
    for page in document.pages:
        page.Resources.XObject = Dictionary(X=ground)
    assert ids(document) == []
    ground.BBox = [3 * MM, 0, 300, 300]
    (problem,) = found(document)
    assert describe(problem, "ja") == (
        "札 / 1: card-front.pdf の 1 ページ（表）: 左の塗り足しが足りません。"
        "絵柄は仕上がりの外 0.0 mm まで。3 mm 要ります。ほかのページ: 2。"
    )


def test_bleed_may_only_warn() -> None:
    problems = found(made(RED_INK + TRIM + b"f"), STRICT.model_copy(update={"warn": ["bleed"]}))
    assert {problem.level for problem in problems} == {"warning"}
