"""Files for print shops: pages, boxes, inks, outlines, flattening, marks, and what is refused."""

from __future__ import annotations

import csv
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pikepdf
import pypdfium2
import pytest
from icc import cmyk_profile
from PIL import Image, ImageCms
from press import GAME, seen, write_game

from cardgen.export import profile, shop
from cardgen.export.base import Build, Options
from cardgen.export.separation import Icc, black_type, inks, limited, thinned
from cardgen.finish import place, staging
from cardgen.layout.edges import WhenCut
from cardgen.layout.faces import lay_out
from cardgen.layout.frame import rectangle
from cardgen.load import load
from cardgen.messages import describe
from cardgen.pipeline import prepare, write
from cardgen.problems import Problem, Problems

MM = 72 / 25.4

GROUND = '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ width + 2 * bleed }}" height="{{ height + 2 * bleed }}" fill="#c62828"/>'  # noqa: E501
FRONT = f'<face>{GROUND}<text field="title" x="5" y="5" width="50" height="9" size="12"/></face>'
BACK = f"<face>{GROUND}</face>"

TWO = """\
- {id: a, copies: 3, title: 甲, cost: 1, suit: red}
- {id: b, copies: 2, title: 乙, cost: 2, suit: blue}
"""

PLAIN = """\
name: 試し
taken_from: [テスト]
bleed: 3
least_type: 5
least_line: 0.1
"""


def build(
    folder: Path, front: str = FRONT, back: str | None = BACK, size: str = "poker", **options: Any
) -> Build:
    game = GAME.replace("    front:", f"    size: {size}\n    front:")
    if back is not None:
        game = game.replace("    front:", "    back: back.xml\n    front:")
    write_game(folder, front, game, TWO)
    if back is not None:
        (folder / "templates" / "back.xml").write_text(back, encoding="utf-8")
    found = load(folder)
    chosen = Options(formats=("shop",), **options)
    faces, problems = lay_out(found, bleed=profile.bleed(chosen))
    assert not problems
    nothing: Any = None
    return Build(found, None, (), nothing, faces, chosen, ())


def written(folder: Path, demands: str = PLAIN, icc: bool = False, **options: Any) -> list[Path | Problem]:
    file = folder / "shop.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(demands, encoding="utf-8")
    if icc:
        (folder / "press.icc").write_bytes(cmyk_profile())
        options["icc"] = folder / "press.icc"
    made = build(folder, profile=str(file), **options)
    return list(shop.write(made, folder / "out"))


def pdf_of(folder: Path, *args: Any, name: str = "card-front", **options: Any) -> pikepdf.Pdf:
    written(folder, *args, **options)
    found = pikepdf.open(folder / "out" / "shop-shop" / f"{name}.pdf")
    assert not found.check_pdf_syntax()
    return found


def content(document: pikepdf.Pdf, page: int = 0) -> str:
    """The page's operators, and those of the forms it draws."""
    found = document.pages[page]
    streams = [found.Contents.read_bytes()]
    forms = found.Resources.get("/XObject", {}).values()
    streams += (form.read_bytes() for form in forms if form.Subtype == "/Form")
    return b"\n".join(streams).decode()


def refused(folder: Path, *args: Any, **options: Any) -> list[str]:
    """What a designer is told, file names as seen from the game's folder."""
    with pytest.raises(Problems) as found:
        written(folder, *args, **options)
    assert not list((folder / "out").rglob("*.pdf"))
    return [describe(problem, "ja").replace(f"{folder}/", "") for problem in found.value.problems]


# ------------------------------------------------------------------ pages


def test_a_page_per_design_and_one_for_a_back_that_all_share(tmp_path: Path) -> None:
    files = [path.name for path in written(tmp_path) if isinstance(path, Path)]
    assert files == ["card-front.pdf", "card-back.pdf", "pages.csv"]
    folder = tmp_path / "out" / "shop-shop"
    assert len(pypdfium2.PdfDocument(folder / "card-front.pdf")) == 2
    assert len(pypdfium2.PdfDocument(folder / "card-back.pdf")) == 1
    rows = list(csv.reader((folder / "pages.csv").read_text("utf-8-sig").splitlines()))
    assert rows[1:] == [
        ["card-front.pdf", "1", "card", "front", "a", "3"],
        ["card-front.pdf", "2", "card", "front", "b", "2"],
        ["card-back.pdf", "1", "card", "back", "a", "3"],
        ["card-back.pdf", "1", "card", "back", "b", "2"],
    ]


def test_a_page_per_copy(tmp_path: Path) -> None:
    assert len(pdf_of(tmp_path, PLAIN + "pages: copies\n").pages) == 5


def test_backs_before_their_fronts(tmp_path: Path) -> None:
    demands = PLAIN + "pages: copies\norder: back-front\n"
    written(
        tmp_path,
        demands,
        back=BACK.replace("</face>", '<text x="9" y="9" width="40" height="9">裏</text></face>'),
    )
    document = pypdfium2.PdfDocument(tmp_path / "out" / "shop-shop" / "card.pdf")
    words = [page.get_textpage().get_text_bounded().strip() for page in document]
    assert words == ["裏", "甲"] * 3 + ["裏", "乙"] * 2


def test_a_shop_that_wants_backs_refuses_cards_without(tmp_path: Path) -> None:
    (told,) = refused(tmp_path, PLAIN + "order: back-front\n", back=None)
    assert told.endswith("札 / a: 試し は全カードに裏面を求めますが、裏面がありません。")


def test_the_boxes_are_those_of_the_card(tmp_path: Path) -> None:
    document = pdf_of(tmp_path, PLAIN.replace("bleed: 3", "bleed: 3.175"), size="poker-inch")
    page = document.pages[0]
    assert [float(value) for value in page.mediabox] == pytest.approx([0, 0, 198, 270], abs=1e-3)
    assert [float(value) for value in page.BleedBox] == pytest.approx([0, 0, 198, 270], abs=1e-3)
    assert [float(value) for value in page.TrimBox] == pytest.approx([9, 9, 189, 261], abs=1e-3)


def test_the_same_input_makes_the_same_bytes(tmp_path: Path) -> None:
    first, second = (
        (tmp_path / name / "out" / "shop-shop" / "card-front.pdf").read_bytes()
        for name in ("one", "two")
        if written(tmp_path / name, icc=True)
    )
    assert first == second


# ------------------------------------------------------------------ inks


def test_the_formula_of_separation() -> None:
    assert inks((0.0, 0.0, 0.0)) == (0, 0, 0, 1)
    assert inks((1.0, 0.5, 0.0)) == (0, 0.5, 1, 0)
    assert inks((0.4, 0.2, 0.2)) == pytest.approx((0, 0.5, 0.5, 0.6))
    assert inks((0.1, 0.2, 0.3, 0.4)) == (0.1, 0.2, 0.3, 0.4)


def test_ink_is_limited_in_the_coloured_inks() -> None:
    assert limited((0.8, 0.8, 0.8, 0.6), 2.4) == pytest.approx((0.6, 0.6, 0.6, 0.6))
    assert limited((0.2, 0.2, 0.2, 1.0), 2.4) == (0.2, 0.2, 0.2, 1.0)


def test_type_that_reads_as_black_is_black_alone() -> None:
    assert black_type((0.17, 0.18, 0.22)) == (0, 0, 0, 1)
    assert black_type((0.5, 0.5, 0.55))[:3] == (0, 0, 0)
    assert black_type((0.6, 0.1, 0.1)) == (0.6, 0.1, 0.1)


def test_all_is_in_four_inks_and_type_in_black(tmp_path: Path) -> None:
    found = content(pdf_of(tmp_path))
    assert "0 0.798 0.798 0.224 k" in found
    assert "0 0 0 1 k" in found
    assert " rg" not in found


def test_colours_go_through_the_press_profile_and_black_type_does_not(tmp_path: Path) -> None:
    document = pdf_of(tmp_path, icc=True)
    assert "0 0.798 0.798 0.224 k" not in content(document)
    assert "0 0 0 1 k" in content(document)
    (intent,) = document.Root.OutputIntents
    assert str(intent.OutputConditionIdentifier) == "Test press"
    assert intent.DestOutputProfile.read_bytes() == cmyk_profile()
    assert "/GTS_PDFXVersion" not in document.docinfo


def test_pictures_become_four_inks_and_need_the_profile(tmp_path: Path) -> None:
    front = f'<face>{GROUND}<image href="photo.png" x="9" y="20" width="20" height="20"/></face>'
    Image.new("RGB", (300, 300), (200, 30, 30)).save(tmp_path / "photo.png")
    (told,) = refused(tmp_path, front=front)
    assert told == (
        "photo.png: RGB の画像を CMYK にするには ICC プロファイルが要ります。--icc で指定してください。"
    )
    document = pdf_of(tmp_path, icc=True, front=front)
    (made,) = [item for item in document.objects if isinstance(item, pikepdf.Stream) and "/Width" in item]
    assert (made.ColorSpace, int(made.Width)) == ("/DeviceCMYK", 300)


def pictures_in(document: pikepdf.Pdf) -> list[pikepdf.Stream]:
    return [item for item in document.objects if isinstance(item, pikepdf.Stream) and "/Width" in item]


def test_what_came_without_loss_stays_so_and_a_photograph_stays_a_jpeg(tmp_path: Path) -> None:
    front = f'<face>{GROUND}<image href="photo.png" x="9" y="20" width="20" height="20"/></face>'
    noise = Image.merge("RGB", [Image.effect_noise((300, 300), spread) for spread in (40, 60, 80)])
    noise.save(tmp_path / "photo.png")
    noise.save(tmp_path / "photo.jpg", quality=90)
    document = pdf_of(tmp_path, icc=True, front=front)
    (drawing,) = pictures_in(document)
    press = Icc.load(tmp_path / "press.icc")
    assert (drawing.ColorSpace, drawing.Filter) == ("/DeviceCMYK", "/FlateDecode")
    assert drawing.read_bytes() == press.converted(noise).tobytes()
    document = pdf_of(tmp_path, icc=True, front=front.replace("png", "jpg"))
    (photograph,) = pictures_in(document)
    assert (photograph.ColorSpace, photograph.Filter) == ("/DeviceCMYK", "/DCTDecode")


def test_a_picture_that_was_mixed_is_told_by_the_name_of_its_own_file(tmp_path: Path) -> None:
    front = f'<face>{GROUND}<image href="p.png" x="9" y="20" width="20" height="20" opacity="0.5"/></face>'
    Image.new("RGB", (300, 300), (20, 130, 30)).save(tmp_path / "p.png")
    (told,) = refused(tmp_path, front=front)
    assert told.startswith("p.png: RGB の画像")


@pytest.mark.parametrize("kind", ["png", "jpg"])
def test_a_dark_photograph_is_held_to_the_ink_that_the_shop_allows(tmp_path: Path, kind: str) -> None:
    front = f'<face>{GROUND}<image href="p.{kind}" x="9" y="20" width="20" height="20"/></face>'
    dark = Image.merge(
        "RGB",
        [Image.linear_gradient("L").resize((300, 300)).point(lambda v: v // 4)] * 2
        + [Image.new("L", (300, 300), 3)],
    )
    dark.save(tmp_path / f"p.{kind}")
    made = written(tmp_path, PLAIN + "most_ink: 200\n", icc=True, front=front)
    assert [item for item in made if isinstance(item, Problem)] == []


def test_ink_over_the_limit_is_taken_from_the_colours_alone() -> None:
    dots = Image.new("CMYK", (2, 1))
    dots.putdata([(255, 128, 255, 204), (100, 50, 0, 20)])
    made = thinned(dots, 2.0)
    dark, light = (cast(tuple[int, ...], made.getpixel((x, 0))) for x in (0, 1))
    assert light == (100, 50, 0, 20)
    assert dark[3] == 204
    assert sum(dark) == pytest.approx(1.95 * 255, abs=3)
    assert dark[0] == dark[2] == pytest.approx(2 * dark[1], abs=2)


@pytest.mark.parametrize("own", [b"nothing", cmyk_profile()])
def test_a_picture_whose_own_profile_is_of_no_use_is_named(tmp_path: Path, own: bytes) -> None:
    front = f'<face>{GROUND}<image href="p.png" x="9" y="20" width="20" height="20"/></face>'
    Image.new("RGB", (300, 300), (20, 130, 30)).save(tmp_path / "p.png", icc_profile=own)
    (told,) = refused(tmp_path, icc=True, front=front)
    assert told.startswith("p.png: 画像に埋め込まれたカラープロファイルを使えません。")


def test_a_coarse_picture_is_told_by_its_file_and_once(tmp_path: Path) -> None:
    front = f'<face>{GROUND}<image href="p.png" x="9" y="20" width="20" height="20"/></face>'
    Image.new("RGB", (300, 300), (20, 130, 30)).save(tmp_path / "p.png")
    told = refused(tmp_path, PLAIN + "least_dpi: 400\n", icc=True, front=front)
    assert told == ["cards.yaml:1:3: 札 / a +1: 表面: p.png は 381 dpi です。400 dpi 以上にしてください。"]


def test_a_picture_that_a_camera_turned_is_measured_as_it_is_seen(tmp_path: Path) -> None:
    front = f'<face>{GROUND}<image href="p.jpg" x="9" y="20" width="20" height="40"/></face>'
    turned = Image.Exif()
    turned[0x0112] = 6
    Image.new("RGB", (600, 300), (20, 130, 30)).save(tmp_path / "p.jpg", exif=turned)
    assert len(written(tmp_path, PLAIN + "least_dpi: 380\n", icc=True, front=front)) == 3


def test_proofs_show_the_colours_of_the_screen(tmp_path: Path) -> None:
    pictures = "pictures: {format: png, dpi: 100}\n"
    made = written(tmp_path, PLAIN + pictures, icc=True)
    (first, *_) = [path for path in made if isinstance(path, Path) and path.suffix == ".png"]
    with Image.open(first) as proof:
        assert proof.getpixel((1, 1)) == (198, 40, 40)


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "LA"])
def test_grey_pictures_are_black_ink_without_any_profile(tmp_path: Path, mode: str) -> None:
    Image.linear_gradient("L").resize((300, 300)).convert(mode).save(tmp_path / "grey.png")
    front = f'<face>{GROUND}<image href="grey.png" x="9" y="20" width="20" height="20"/></face>'
    document = pdf_of(tmp_path, front=front)
    (made,) = [item for item in document.objects if isinstance(item, pikepdf.Stream) and "/Width" in item]
    assert made.ColorSpace == "/DeviceGray"


@pytest.mark.parametrize(("ink", "ids"), [(60, []), (230, ["preflight-picture-ink"])])
def test_photographs_in_four_inks_pass_as_they_are_but_for_their_ink(
    tmp_path: Path, ink: int, ids: list[str]
) -> None:
    Image.new("CMYK", (300, 300), (ink, ink, ink, ink)).save(tmp_path / "photo.jpg")
    front = f'<face>{GROUND}<image href="photo.jpg" x="9" y="20" width="20" height="20"/></face>'
    made = written(tmp_path, PLAIN + "most_ink: 300\nwarn: [ink]\n", front=front)
    assert [problem.id for problem in made if isinstance(problem, Problem)] == ids
    assert (tmp_path / "photo.jpg").read_bytes() in (
        tmp_path / "out" / "shop-shop" / "card-front.pdf"
    ).read_bytes()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"no profile", "ICC プロファイルとして読めません。"),
        ("srgb", "CMYK の ICC プロファイルではありません（RGB）。"),
    ],
)
def test_profiles_that_will_not_do(tmp_path: Path, data: bytes | str, told: str) -> None:
    if isinstance(data, str):
        data = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    (tmp_path / "bad.icc").write_bytes(data)
    with pytest.raises(Problems) as found:
        Icc.load(tmp_path / "bad.icc")
    assert [describe(problem, "ja") for problem in found.value.problems] == [f"{tmp_path}/bad.icc: {told}"]


# ------------------------------------------------------------------ outlines


def test_outlined_type_leaves_no_font_and_looks_the_same(tmp_path: Path) -> None:
    front = f'<face>{GROUND}<text x="9" y="9" width="40" height="60" size="20" writing="vertical">縦「書」き。</text></face>'  # noqa: E501
    embedded = pdf_of(tmp_path / "type", front=front)
    outlined = pdf_of(tmp_path / "paths", PLAIN + "fonts: outlined\n", front=front)
    assert "/Font" in embedded.pages[0].Resources
    assert all("/Font" not in page.Resources for page in outlined.pages)
    one, other = (_pixels(document) for document in (embedded, outlined))
    differing = sum(abs(a - b) > 64 for a, b in zip(one, other, strict=True))
    assert differing < len(one) / 2000


def _pixels(document: pikepdf.Pdf) -> bytes:
    data = BytesIO()
    document.save(data)
    page = pypdfium2.PdfDocument(data.getvalue())[0]
    return page.render(scale=2).to_pil().convert("L").tobytes()


# ------------------------------------------------------------------ transparency


def test_opacity_on_a_flat_ground_is_mixed(tmp_path: Path) -> None:
    front = f'<face>{GROUND}<rect x="9" y="9" width="9" height="9" fill="#ffffff" opacity="0.5"/></face>'
    found = content(pdf_of(tmp_path, front=front))
    assert " gs" not in found
    # Half of #c62828 and white: (0.888, 0.578, 0.578).
    assert "0 0.349 0.349 0.112 k" in found


def test_a_line_around_what_is_seen_through_leaves_its_ground_flat(tmp_path: Path) -> None:
    front = f"""<face>{GROUND}<rect x="5" y="5" width="50" height="70" rx="2" fill="none" stroke="#ffffff"/>
      <rect x="9" y="9" width="9" height="9" fill="#ffffff" opacity="0.5"/></face>"""
    assert "0 0.349 0.349 0.112 k" in content(pdf_of(tmp_path, front=front))


def test_a_group_is_mixed_as_one(tmp_path: Path) -> None:
    front = f"""<face>{GROUND}<g opacity="0.5">
      <rect x="9" y="9" width="9" height="9" fill="#ffffff"/>
      <rect x="12" y="12" width="3" height="3" fill="#000000"/>
    </g></face>"""
    found = content(pdf_of(tmp_path, front=front))
    assert "0 0.349 0.349 0.112 k" in found
    assert "0 0.798 0.798 0.612 k" in found


def test_opacity_over_two_colours_is_refused(tmp_path: Path) -> None:
    front = f"""<face>{GROUND}<rect x="0" y="40" width="30" height="20" fill="#ffffff"/>
      <rect x="20" y="45" width="20" height="9" fill="#000000" opacity="0.3"/></face>"""
    demands = PLAIN + "warn: [bleed]\n"
    assert refused(tmp_path, demands, front=front) == [
        "cards.yaml:1:3: 札 / a +1: 不透明度 30 % の下が単色でないため、透明を使わずに表せません。"
    ]
    assert " gs" in content(pdf_of(tmp_path, demands + "transparency: true\n", front=front))


def test_pictures_with_alpha_are_laid_on_their_ground(tmp_path: Path) -> None:
    Image.new("RGBA", (300, 300), (0, 0, 0, 128)).save(tmp_path / "veil.png")
    front = f'<face>{GROUND}<image href="veil.png" x="9" y="20" width="20" height="20"/></face>'
    document = pdf_of(tmp_path, PLAIN + "colour: rgb\n", front=front)
    (made,) = [item for item in document.objects if isinstance(item, pikepdf.Stream) and "/Width" in item]
    assert "/SMask" not in made
    assert tuple(made.read_bytes()[:3]) == pytest.approx((98, 20, 20), abs=1)
    over = front.replace("<image", '<rect x="5" y="25" width="9" height="9" fill="#ffffff"/><image')
    (told,) = refused(tmp_path / "over", PLAIN + "colour: rgb\n", front=over.replace("veil", "../veil"))
    assert "透けた画像の下が単色でない" in told


# ------------------------------------------------------------------ marks


def test_tombo_stand_outside_the_bleed_in_all_inks(tmp_path: Path) -> None:
    document = pdf_of(tmp_path, PLAIN + "marks: tombo\nmost_ink: 300\n", back=None)
    page = document.pages[0]
    assert [float(value) / MM for value in page.mediabox] == pytest.approx([0, 0, 93, 118], abs=0.01)
    assert [float(value) / MM for value in page.TrimBox] == pytest.approx([15, 15, 78, 103], abs=0.01)
    picture = pypdfium2.PdfDocument(tmp_path / "out" / "shop-shop" / "card-front.pdf")[0]
    image = picture.render(scale=10 / MM).to_pil().convert("L")

    def dark(x: float, y: float) -> bool:
        return (
            min(
                image.getpixel((round(10 * x) + dx, round(10 * y) + dy))
                for dx in (-1, 0, 1)
                for dy in (-1, 0, 1)
            )
            < 128
        )

    trim_and_bleed = [(5, 15), (5, 12), (15, 5), (12, 5), (88, 103), (88, 106), (78, 113), (81, 113)]
    assert all(dark(*point) for point in trim_and_bleed)
    centres = [(46.5, 5), (46.5, 113), (5, 59), (88, 59)]
    assert all(dark(*point) for point in centres)
    assert not dark(5, 30)


# ------------------------------------------------------------------ what cutting does


def test_art_that_ends_before_the_bleed(tmp_path: Path) -> None:
    front = '<face><rect x="0" y="{{ -bleed }}" width="{{ width + bleed }}" height="{{ height + bleed + 2 }}" fill="#c62828"/><text x="9" y="9" width="9" height="9">{{ card.id }}</text></face>'  # noqa: E501
    left, bottom = refused(tmp_path, front=front)
    assert left.startswith("cards.yaml:1:3: 札 / a: 表面: 左の塗り足しが足りません。")
    assert "仕上がりの外 0.0 mm まで。3 mm 要ります。同じもの: b。" in left
    assert "下の塗り足しが足りません。絵柄は仕上がりの外 2.0 mm まで。" in bottom


def test_art_that_the_file_cuts_at_the_trim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shop, "rectangle", lambda *_: rectangle(0, 0, 63, 88))
    for edge, told in zip("左下右上", refused(tmp_path, back=None), strict=True):
        assert f"{edge}の塗り足しが足りません。絵柄は仕上がりの外 0.0 mm まで。" in told


def test_art_short_of_the_bleed_is_told_once(tmp_path: Path) -> None:
    front = '<face><rect width="63" height="88" fill="#c62828"/></face>'
    made = written(tmp_path, PLAIN + "warn: [bleed]\n", front=front)
    assert [problem.id for problem in made if isinstance(problem, Problem)] == ["short-of-bleed"] * 4


def test_white_panels_on_bare_paper_and_art_within_need_no_bleed(tmp_path: Path) -> None:
    front = """<face><rect x="0" y="0" width="63" height="88" fill="#ffffff"/>
      <rect x="4" y="4" width="55" height="80" fill="#c62828"/></face>"""
    assert len(written(tmp_path, front=front)) == 3


def test_type_and_icons_near_the_trim(tmp_path: Path) -> None:
    front = f"""<face>{GROUND}<text x="1.5" y="20" width="40" height="9" size="12">端の文字</text>
      <use href="clock.svg" x="30" y="1" width="8" height="8" color="white"/></face>"""
    first, second = refused(tmp_path, front=front)
    assert "「端の文字」が左の仕上がりから 1.5 mm です。3 mm 空けてください。" in first
    assert "アイコンが上の仕上がりから 1.8 mm です。3 mm 空けてください。" in second
    warnings = [
        made for made in written(tmp_path, PLAIN + "warn: [safe]\n", front=front) if isinstance(made, Problem)
    ]
    assert [(warning.id, warning.level) for warning in warnings] == [
        ("near-trim-text", "warning"),
        ("near-trim-icon", "warning"),
    ]


def test_type_that_is_cut_off_is_never_only_a_warning(tmp_path: Path) -> None:
    front = f'<face>{GROUND}<text x="55" y="20" width="20" height="9" size="9">はみ出す</text></face>'
    (told,) = refused(tmp_path, PLAIN + "warn: [safe, bleed]\n", front=front)
    assert "「はみ出す」が右の仕上がりから 4.5 mm はみ出し、断裁で切れます。" in told


def test_outlined_type_that_is_too_small(tmp_path: Path) -> None:
    front = (
        f'<face>{GROUND}<text x="9" y="9" width="40" height="9" size="4" min-size="4">小さい</text></face>'
    )
    (told,) = refused(tmp_path, PLAIN + "fonts: outlined\n", front=front)
    assert "「小さい」が 4.0 pt です。5 pt 以上にしてください。" in told


@pytest.mark.parametrize("fonts", ["outlined", "embedded"])
@pytest.mark.parametrize("words", ["<ruby>魔導書<rt>まどうしょ</rt></ruby>の", "<em>魔導書</em>の"])
def test_ruby_is_held_to_a_limit_of_its_own(tmp_path: Path, fonts: str, words: str) -> None:
    """The base is 8 pt, what stands beside it 4 pt. What is demanded, and of which it is told."""
    front = f'<face>{GROUND}<text x="9" y="20" width="40" height="9" size="8">{words}</text></face>'
    kinds = {"shop-small-type": "type", "preflight-type": "type"}
    kinds |= {"shop-small-ruby": "ruby", "preflight-ruby": "ruby"}
    for demands, told in {
        "least_type: 5": [],
        "least_type: 8": [],
        "least_type: 9": ["ruby", "type"],
        "least_type: 9\nleast_ruby: 3": ["type"],
        "least_type: 5\nleast_ruby: 5": ["ruby"],
        "least_ruby: 5": ["ruby"],
        "most_ink: 300": [],
    }.items():
        shop = PLAIN.replace("least_type: 5\n", f"fonts: {fonts}\nwarn: [type]\n{demands}\n")
        made = written(tmp_path, shop, front=front)
        found = [kinds[problem.id] for problem in made if isinstance(problem, Problem)]
        assert sorted(found) == told, demands


def test_what_only_the_preflight_can_see_leaves_nothing_behind(tmp_path: Path) -> None:
    front = f'<face>{GROUND}<path d="M9 9 L30 30" stroke="#000000" stroke-width="0.03" fill="none"/></face>'
    (told,) = refused(tmp_path, front=front)
    assert told == (
        "cards.yaml:1:3: 札 / a +1: card-front.pdf の 1 ページ（表）: "
        "線が 0.030 mm です。0.1 mm 以上にしてください。"
    )


# ------------------------------------------------------------------ profiles


def test_every_bundled_profile_says_where_it_comes_from() -> None:
    for name in profile.bundled():
        _, found = profile.find(name)
        assert found.taken_from, name
        assert found.unverified, name


def test_profiles_by_name_by_shop_and_by_file(tmp_path: Path) -> None:
    assert profile.find("popls")[1].name == "ポプルス"
    assert profile.find("萬印堂")[0] == "manjindo"
    file = tmp_path / "mine.yaml"
    file.write_text(PLAIN, encoding="utf-8")
    assert profile.find(str(file))[0] == "mine"


def test_unknown_profiles_get_the_nearest_name() -> None:
    with pytest.raises(Problems) as found:
        profile.find("drivethrucard")
    assert found.value.problems[0].facts["nearest"] == "drivethrucards"


def test_faults_in_a_profile_are_placed(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(PLAIN + "most_ink: lots\nmarks: tonbo\n", encoding="utf-8")
    with pytest.raises(Problems) as found:
        profile.find(str(file))
    assert {(problem.place and problem.place.line, problem.id) for problem in found.value.problems} == {
        (6, "wrong-type"),
        (7, "not-one-of"),
    }


def test_sizes_the_shop_does_not_cut(tmp_path: Path) -> None:
    (told,) = refused(tmp_path, PLAIN + "sizes: {poker: [63.5, 88.9], tarot: [70, 120]}\n")
    assert told.endswith("試し に 63 × 88 mm のカードはありません。最も近いのは poker 63.5 × 88.9 mm です。")


def test_shops_that_print_from_pictures_get_them_with_their_bleed(tmp_path: Path) -> None:
    made = build(tmp_path, size="poker-inch", profile="thegamecrafter")
    files = [path for path in shop.write(made, tmp_path / "out") if isinstance(path, Path)]
    names = [path.relative_to(tmp_path / "out" / "shop-thegamecrafter").as_posix() for path in files]
    assert names == ["card-front/001-a.png", "card-front/002-b.png", "card-back/001-a.png", "pages.csv"]
    with Image.open(files[0]) as picture:
        assert (picture.size, picture.mode) == ((825, 1125), "RGB")
        assert picture.getpixel((0, 0)) == pytest.approx((198, 40, 40), abs=1)
    assert "card-front/001-a.png,1,card,front,a,3" in files[-1].read_text("utf-8-sig")


def test_a_shop_that_needs_an_intent_says_so_at_once(tmp_path: Path) -> None:
    with pytest.raises(Problems) as found:
        profile.bleed(Options(formats=("shop",), profile="drivethrucards"))
    assert found.value.problems[0].id == "shop-needs-icc"
    with pytest.raises(Problems) as found:
        profile.bleed(Options(formats=("shop",)))
    assert found.value.problems[0].id == "shop-no-profile"
    with pytest.raises(Problems) as found:
        profile.bleed(Options(profile="popls"))
    assert found.value.problems[0].id == "shop-not-asked"


def test_a_build_that_the_shop_would_send_back_leaves_the_output_as_it_was(tmp_path: Path) -> None:
    thin = f'<face>{GROUND}<path d="M9 9 L30 30" stroke="#000000" stroke-width="0.03" fill="none"/></face>'
    file = tmp_path / "shop.yaml"
    file.write_text(PLAIN, encoding="utf-8")
    out = tmp_path / "output"

    def placed(made: Build) -> list[Path]:
        with staging(out) as stage:
            lots, _ = write(made, stage / made.game.id, out / made.game.id)
            return place(lots, stage / ".earlier")

    sound = build(tmp_path / "game", profile=str(file))
    before = {path: path.read_bytes() for path in placed(sound)}
    assert sorted(path.parent.name for path in before) == ["shop-shop"] * 4
    with pytest.raises(Problems):
        placed(build(tmp_path / "game", front=thin, profile=str(file)))
    left = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert left.keys() >= before.keys()
    assert all(left[path] == data for path, data in before.items())


def test_what_a_blade_may_spoil_is_told_for_any_printer(tmp_path: Path) -> None:
    front = """<face><rect width="63" height="88" fill="#c62828"/>
      <text x="9" y="1.5" width="20" height="9" size="9" fill="#ffffff">端</text></face>"""
    write_game(tmp_path, front)
    warnings = prepare(tmp_path, Options()).warnings
    assert [(w.id, w.facts["edge"].id, w.level) for w in warnings] == [
        *(("short-of-bleed", f"edge-{edge}", "warning") for edge in ("left", "top", "right", "bottom")),
        ("near-trim-text", "edge-top", "warning"),
    ]
    assert prepare(tmp_path, Options(formats=("shop",), profile="popls")).warnings == ()


def test_sides_that_look_alike_are_told_each(tmp_path: Path) -> None:
    same = '<face><text x="55" width="20" height="9" size="9">はみ出す</text></face>'
    made = build(tmp_path, front=same, back=same, profile="popls")
    told = [describe(problem, "ja") for problem in seen(WhenCut, made.faces)]
    assert ["表面" in told[0], "裏面" in told[1], len(told)] == [True, True, 2]


def test_type_that_the_trim_cuts_is_told_for_any_printer(tmp_path: Path) -> None:
    front = '<face><text x="55" width="20" height="9" size="9">はみ出す</text></face>'
    made = build(tmp_path, front=front, profile="popls")
    (problem,) = seen(WhenCut, made.faces)
    assert problem.level == "warning"
    assert "「はみ出す」が右の仕上がりから 4.5 mm はみ出し、断裁で切れます。同じもの: b。" in describe(
        problem, "ja"
    )
