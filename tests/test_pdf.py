"""The PDF: fonts embedded, text copied as it was written, boxes, pictures, the same bytes each time."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageOps
from press import faces_of, make_game, write_game

from cardgen import share
from cardgen.export import pdf
from cardgen.export.pdffont import subset
from cardgen.impose.footer import Imprint
from cardgen.impose.grid import fit
from cardgen.impose.sheet import back, front
from cardgen.impose.stock import stock
from cardgen.layout.frame import Frame, Group, Paint, Shape, Text, keyed, rectangle
from cardgen.load import load
from cardgen.text.fonts import Face
from cardgen.text.placed import Glyph, Run

GOTHIC = share.FONTS / "bizud" / "BIZUDGothic-Regular.ttf"
BODY = "カード「山札」の、上から12枚を見る。Draw！"


def opened(data: bytes) -> pikepdf.Pdf:
    found = pikepdf.open(io.BytesIO(data))
    assert not found.check_pdf_syntax()
    return found


def pages(tmp_path: Path, template: str, **files: str) -> list[Frame]:
    return [face.frame for face in faces_of(make_game(tmp_path, template, **files))]


def copied(data: bytes, page: int = 0) -> str:
    """A page's text as a reader copies it, without what it puts at line ends."""
    text = pypdfium2.PdfDocument(data)[page].get_textpage().get_text_bounded()
    return text.replace("\r\n", "").replace("\u200b", "").replace(" ", "")


def fonts_of(document: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [
        item
        for item in document.objects
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"
    ]


TEMPLATE = f"""
<face>
  <rect x="-3" y="-3" width="69" height="94" fill="#c62828"/>
  <use href="clock.svg" x="1" y="1" width="9" height="9" color="white"/>
  <text width="60" height="20" y="10" size="12">{BODY}</text>
  <text width="20" height="40" y="40" size="9" writing="vertical">縦の「カード」ー。</text>
</face>
"""


def test_every_font_is_embedded_once_and_nothing_else_is_listed(tmp_path: Path) -> None:
    document = opened(pdf.render(pages(tmp_path, TEMPLATE), "試し"))
    tops = [font for font in fonts_of(document) if font.Subtype == "/Type0"]
    assert sorted(str(font.BaseFont)[8:] for font in tops) == ["BIZUDGothic-Regular", "BIZUDPGothic-Regular"]
    for font in tops:
        (descendant,) = font.DescendantFonts
        assert descendant.Subtype == "/CIDFontType2"
        assert "/FontFile2" in descendant.FontDescriptor
        assert str(font.BaseFont)[1:8].isupper()
        assert "/ToUnicode" in font
    assert len(fonts_of(document)) == 2 * len(tops)


def test_text_is_copied_as_it_was_written(tmp_path: Path) -> None:
    data = pdf.render(pages(tmp_path, TEMPLATE), "試し")
    assert BODY in copied(data)
    assert "縦の「カード」ー。" in copied(data)


def test_one_glyph_drawn_for_two_characters_is_copied_as_each() -> None:
    face = Face.load(GOTHIC)
    gid = face.glyph("力")
    assert gid
    glyphs = tuple(Glyph(gid, text, 5 * n, 5) for n, text in enumerate(("力", "⼒", "𠮟")))
    page = Frame(40, 10, (Text(Run(face, 10, (0, 0, 0), glyphs, "力⼒𠮟"), 2, 2),))
    document = opened(pdf.render([page], ""))
    (font,) = [font for font in fonts_of(document) if font.Subtype == "/Type0"]
    table = font.ToUnicode.read_bytes().decode()
    assert "<0001> <529B>" in table
    assert "<0002> <2F12>" in table
    assert "<0003> <D842DF9F>" in table


@pytest.mark.parametrize("writing", ["horizontal", "vertical"])
def test_rare_kanji_and_variants_are_copied_from_any_line(tmp_path: Path, writing: str) -> None:
    said = "彼を「𠮟る」、葛\U000e0100城のHP3を。"
    template = f'<face><text width="60" height="60" size="9" writing="{writing}">{said}</text></face>'
    assert copied(pdf.render(pages(tmp_path, template), "")) == said


def test_vertical_lines_carry_their_text_and_ruby_is_copied_nowhere(tmp_path: Path) -> None:
    template = """<face>
      <text width="20" height="40" size="9" writing="vertical">縦書き。</text>
      <text x="30" width="30" height="9" size="9">漢字《かんじ》</text>
    </face>"""
    document = opened(pdf.render(pages(tmp_path, template), ""))
    content = document.pages[0].Contents.read_bytes().decode()
    assert f"<FEFF{'縦書き。'.encode('utf-16-be').hex().upper()}>" in content
    assert "/ActualText <FEFF>" in content
    assert "かんじ".encode("utf-16-be").hex().upper() not in content


def test_faces_have_trim_and_bleed_boxes_and_sheets_do_not(tmp_path: Path) -> None:
    face = pages(tmp_path, "<face/>")[0]
    imprint = Imprint(("試し",), (Face.load(GOTHIC),))
    sheet = front(fit(face, stock("A4")), [face], imprint)
    document = opened(pdf.render([face, sheet], ""))
    first, second = document.pages
    mm = 72 / 25.4
    assert [float(v) for v in first.mediabox] == pytest.approx([0, 0, 69 * mm, 94 * mm], abs=1e-4)
    assert [float(v) for v in first.trimbox] == pytest.approx([3 * mm, 3 * mm, 66 * mm, 91 * mm], abs=1e-4)
    assert first.BleedBox == first.MediaBox
    assert [float(v) for v in second.mediabox] == pytest.approx([0, 0, 210 * mm, 297 * mm], abs=1e-4)
    assert "/TrimBox" not in second


def test_the_same_pages_make_the_same_bytes_and_no_clock_is_read(tmp_path: Path) -> None:
    one = pdf.render(pages(tmp_path / "a", TEMPLATE), "試し")
    other = pdf.render(pages(tmp_path / "b", TEMPLATE), "試し")
    assert one == other
    assert pdf.render(pages(tmp_path / "b", TEMPLATE), "別") != one
    assert b"/CreationDate" not in one
    assert str(tmp_path).encode() not in one


def test_what_a_reader_is_told_of_the_document(tmp_path: Path) -> None:
    file = pdf.write(tmp_path / "a.pdf", pages(tmp_path, "<face/>"), "48 −共鳴するテロル−", duplex="long")
    document = opened(file.read_bytes())
    assert str(document.docinfo.Title) == "48 −共鳴するテロル−"
    assert (document.docinfo.Author, document.docinfo.Creator) == ("cardgen", "cardgen")
    assert document.Root.Lang == "ja"
    assert document.Root.ViewerPreferences.PrintScaling == "/None"
    assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"


def test_copies_of_a_face_are_written_once(tmp_path: Path) -> None:
    face = pages(tmp_path, TEMPLATE)[0]
    imprint = Imprint(("試し",), (Face.load(GOTHIC),))
    grid = fit(face, stock("A4"))
    one, nine = (pdf.render([front(grid, [face] * n, imprint)], "") for n in (1, 9))
    assert len(nine) < len(one) + 1500
    both = pdf.render([front(grid, [face] * 9, imprint), back(grid, [face] * 9, "long", imprint)], "")
    assert len(both) < len(nine) + 2000


def test_a_form_names_all_that_it_uses() -> None:
    inner = keyed(Frame(9, 9, (Shape(rectangle(0, 0, 9, 9), Paint((0.1, 0.2, 0.3, 0.4), opacity=0.5)),)))
    page = Frame(30, 30, (Group(inner), Group(inner, (1, 0, 0, 1, 10, 0)), Group(inner, opacity=0.3)))
    document = opened(pdf.render([page], ""))
    forms = [x for x in document.objects if isinstance(x, pikepdf.Stream) and x.get("/Subtype") == "/Form"]
    assert [b"0.1 0.2 0.3 0.4 k" in form.read_bytes() for form in forms] == [True, True]
    for form in forms:
        (state,) = form.Resources.ExtGState.values()
        assert float(state.ca) == 0.5
    assert [form.get("/Group") is not None for form in forms] == [False, True]


def test_neutral_colours_print_in_black_alone(tmp_path: Path) -> None:
    template = (
        '<face><rect width="9" height="9" fill="#808080"/><rect width="9" height="9" fill="#010203"/></face>'
    )
    document = opened(pdf.render(pages(tmp_path, template), ""))
    content = document.pages[0].Contents.read_bytes()
    assert b"0.502 g" in content
    assert b"0.004 0.008 0.012 rg" in content


# ------------------------------------------------------------------ how it looks


def seen(data: bytes, page: int = 0) -> Image.Image:
    return pypdfium2.PdfDocument(data)[page].render(scale=2).to_pil().convert("RGB")  # type: ignore[no-any-return]


def test_millimetres_run_from_the_top_left(tmp_path: Path) -> None:
    template = '<face bleed="0"><rect x="10" y="20" width="10" height="10" fill="#ff0000"/></face>'
    picture = seen(pdf.render(pages(tmp_path, template), ""))
    mm = 2 * 72 / 25.4
    assert picture.getpixel((round(15 * mm), round(25 * mm))) == (255, 0, 0)
    assert picture.getpixel((round(15 * mm), round(15 * mm))) == (255, 255, 255)
    assert picture.getpixel((round(25 * mm), round(25 * mm))) == (255, 255, 255)


def test_glyphs_stand_upright_and_turned_ones_lie(tmp_path: Path) -> None:
    face = Face.load(GOTHIC)
    gid = face.glyph("一")
    assert gid

    def ink(rotate: float, y: float) -> tuple[int, int]:
        run = Run(face, 40, (0, 0, 0), (Glyph(gid, "一", 0, 0, rotate),), "一")
        page = Frame(20, 20, (Text(run, 3, y),))
        box = seen(pdf.render([page], "")).convert("L").point(lambda v: 255 - v).getbbox()
        assert box
        return box[2] - box[0], box[3] - box[1]

    width, height = ink(0, 15)
    assert width > 5 * height
    width, height = ink(90, 3)
    assert height > 5 * width


# ------------------------------------------------------------------ pictures


def test_a_jpeg_is_kept_as_it_is_and_written_once(tmp_path: Path) -> None:
    folder = write_game(
        tmp_path,
        '<face><image href="a.jpg" width="9" height="9"/><image href="a.jpg" width="8" height="8"/></face>',
    )
    Image.effect_noise((200, 200), 50).convert("RGB").save(folder / "a.jpg")
    document = opened(pdf.render([face.frame for face in faces_of(load(folder))], ""))
    images = [x for x in document.objects if isinstance(x, pikepdf.Stream) and x.get("/Subtype") == "/Image"]
    assert [image.read_raw_bytes() for image in images] == [(folder / "a.jpg").read_bytes()]


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "P", "1", "LA"])
def test_pictures_of_every_mode_look_as_they_are(tmp_path: Path, mode: str) -> None:
    folder = write_game(tmp_path, '<face bleed="0"><image href="a.png" width="20" height="20"/></face>')
    left = Image.new("RGBA", (300, 300), (0, 0, 0, 255))
    left.paste((255, 255, 255, 0), (150, 0, 300, 300))
    left.convert(mode).save(folder / "a.png")
    picture = seen(pdf.render([face.frame for face in faces_of(load(folder))][:1], ""))
    mm = 2 * 72 / 25.4
    assert picture.getpixel((round(5 * mm), round(10 * mm))) == (0, 0, 0)
    assert picture.getpixel((round(15 * mm), round(10 * mm))) == (255, 255, 255)


def test_a_png_goes_into_the_pdf_as_it_was_packed(tmp_path: Path) -> None:
    """A thousand drawings need not be packed again."""
    folder = write_game(tmp_path, '<face bleed="0"><image href="a.png" width="20" height="20"/></face>')
    Image.effect_noise((240, 240), 60).convert("RGB").save(folder / "a.png", compress_level=1)
    data = pdf.render([face.frame for face in faces_of(load(folder))][:1], "")
    png = (folder / "a.png").read_bytes()
    start = png.index(b"IDAT") + 4
    assert png[start : start + 5000] in data


def test_of_a_cropped_picture_only_the_box_is_seen(tmp_path: Path) -> None:
    folder = write_game(
        tmp_path,
        '<face bleed="0">'
        '<image href="a.png" x="10" width="10" height="10" fit="cover" focus="100% 0%"/></face>',
    )
    art = Image.new("RGB", (600, 300), "red")
    art.paste("blue", (300, 0, 600, 300))
    art.save(folder / "a.png")
    picture = seen(pdf.render([face.frame for face in faces_of(load(folder))][:1], ""))
    mm = 2 * 72 / 25.4
    assert picture.getpixel((round(15 * mm), round(5 * mm))) == (0, 0, 255)
    assert picture.getpixel((round(5 * mm), round(5 * mm))) == (255, 255, 255)


# ------------------------------------------------------------------ the font program


def test_a_subset_is_a_font_that_draws_the_same_outlines() -> None:
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.ttLib import TTFont

    face = Face.load(GOTHIC)
    gids = [0, *(face.glyph(char) or 0 for char in "Éカ力")]
    made, whole = TTFont(io.BytesIO(subset(face, gids)), checkChecksums=2), TTFont(GOTHIC)
    assert made["maxp"].numGlyphs >= len(gids)
    for new, old in enumerate(gids):
        pens = []
        for font, gid in ((made, new), (whole, old)):
            name = font.getGlyphName(gid)
            pen = DecomposingRecordingPen(font.getGlyphSet())
            font.getGlyphSet()[name].draw(pen)
            pens.append((pen.value, font["hmtx"][name]))
        assert pens[0] == pens[1]


def test_a_subset_is_small() -> None:
    face = Face.load(GOTHIC)
    whole = GOTHIC.stat().st_size
    part = len(subset(face, [0, *(face.glyph(char) or 0 for char in BODY)]))
    assert part < whole / 50
    assert struct.unpack(">I", subset(face, [0])[:4]) == (0x00010000,)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_photographs_stand_as_their_camera_says(tmp_path: Path, orientation: int) -> None:
    folder = write_game(tmp_path, '<face bleed="0"><image href="a.jpg" width="20" height="20"/></face>')
    art = Image.new("RGB", (300, 300), "white")
    art.paste("red", (0, 0, 150, 150))
    art.paste("blue", (150, 0, 300, 150))
    exif = Image.Exif()
    exif[0x0112] = orientation
    art.save(folder / "a.jpg", exif=exif)
    upright = ImageOps.exif_transpose(Image.open(folder / "a.jpg"))
    picture = seen(pdf.render([face.frame for face in faces_of(load(folder))][:1], ""))
    mm = 2 * 72 / 25.4
    for x, y in ((75, 75), (225, 75), (75, 225), (225, 225)):
        drawn = picture.getpixel((round(x / 15 * mm), round(y / 15 * mm)))
        assert drawn == pytest.approx(upright.getpixel((x, y)), abs=6)


def test_a_cmyk_photograph_is_not_inverted(tmp_path: Path) -> None:
    folder = write_game(tmp_path, '<face bleed="0"><image href="a.jpg" width="20" height="20"/></face>')
    Image.new("CMYK", (300, 300), (0, 0, 0, 255)).save(folder / "a.jpg")
    picture = seen(pdf.render([face.frame for face in faces_of(load(folder))][:1], ""))
    assert max(picture.getpixel((50, 50))) < 60  # type: ignore[arg-type]
