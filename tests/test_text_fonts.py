"""Faces and the catalogue that finds them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont, newTable

from cardgen.text.fonts import Catalogue, Face, FontError, FontMissing

FONTS = Path(__file__).parent.parent / "fonts"
GOTHIC = FONTS / "bizud" / "BIZUDGothic-Regular.ttf"


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue([FONTS])


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("BIZ UDGothic", "BIZUDGothic-Regular"),
        ("BIZ UDGothic Bold", "BIZUDGothic-Bold"),
        ("BIZ UDゴシック Bold", "BIZUDGothic-Bold"),
        ("BIZ UDゴシック 太字", "BIZUDGothic-Bold"),
        ("biz udp ゴシック", "BIZUDPGothic-Regular"),
        ("BIZ UD明朝", "BIZUDMincho-Regular"),
        ("Shippori Mincho ExtraBold", "ShipporiMincho-ExtraBold"),
        ("しっぽり明朝 ExtraBold", "ShipporiMincho-ExtraBold"),
        ("しっぽり明朝 極太", "ShipporiMincho-ExtraBold"),
        ("BIZUDPGothic-Bold", "BIZUDPGothic-Bold"),
        ("BIZUDGothic-Bold.ttf", "BIZUDGothic-Bold"),
        (str(GOTHIC), "BIZUDGothic-Regular"),
    ],
)
def test_names(catalogue: Catalogue, asked: str, found: str) -> None:
    assert catalogue.find(asked).name == found


def test_a_face_is_loaded_once(catalogue: Catalogue) -> None:
    assert catalogue.find("BIZ UDGothic") is catalogue.find(str(GOTHIC))


def test_a_weight_the_family_lacks_is_not_replaced(catalogue: Catalogue) -> None:
    with pytest.raises(FontMissing) as error:
        catalogue.find("BIZ UDGothik Bold")
    assert error.value.nearest == "BIZ UDGothic Bold"
    assert "Shippori Mincho ExtraBold" in error.value.known
    with pytest.raises(FontMissing):
        catalogue.find("Shippori Mincho Bold")
    with pytest.raises(FontMissing) as error:
        catalogue.find("しっぽり明朝")
    assert error.value.nearest == "Shippori Mincho ExtraBold"


def test_the_reader_agrees_with_a_full_font_library() -> None:
    face, known = Face.load(GOTHIC), TTFont(GOTHIC)
    order, widths, glyphs = known.getReverseGlyphMap(), known["hmtx"], known["glyf"]
    for code, name in list(known.getBestCmap().items())[::37]:
        gid = face.glyph(chr(code))
        assert (gid or 0) == order[name]
        if gid:
            assert face.advance(gid) == widths[name][0] / 2048
            glyph, ink = glyphs[name], face.ink(gid)
            box = (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax) if glyph.numberOfContours else None
            assert ink == (box and tuple(v / 2048 for v in box))


def test_measures() -> None:
    face = Face.load(GOTHIC)
    assert (face.units, face.weight, face.style) == (2048, 400, "Regular")
    assert face.family == ("BIZ UDGothic", "BIZ UDゴシック")
    assert round(face.baseline, 2) == 0.88
    assert not face.proportional
    assert Face.load(GOTHIC.with_name("BIZUDPGothic-Regular.ttf")).proportional


def test_variants() -> None:
    face = Face.load(GOTHIC)
    plain = face.glyph("葛")
    assert face.glyph("葛\U000e0100") not in (None, plain)
    assert face.glyph("葛\U000e0101") == plain
    assert face.glyph("葛\U000e01ef") is None
    assert face.glyph("☆\ufe0e") == face.glyph("☆")
    assert face.glyph("か\u309a") is not None
    assert face.glyph("🎲") is None
    small = face.glyph("っ")
    assert small is not None
    assert face.vertical(small) not in (None, small)


def reason(path: Path) -> str:
    with pytest.raises(FontError) as error:
        Face.load(path)
    return error.value.reason


def test_files_that_are_no_fonts(tmp_path: Path) -> None:
    assert reason(tmp_path / "none.ttf") == "not-found"
    for text in ("", "short", "not a font, but a letter about one"):
        (tmp_path / "letter.ttf").write_text(text)
        assert reason(tmp_path / "letter.ttf") == "not-a-font"
    (tmp_path / "cut.ttf").write_bytes(GOTHIC.read_bytes()[:2000])
    assert reason(tmp_path / "cut.ttf") == "missing-tables"
    with pytest.raises(FontError):
        Face.load(GOTHIC, 1)


def test_fonts_that_cannot_be_embedded_faithfully(tmp_path: Path) -> None:
    data = bytearray(GOTHIC.read_bytes())
    (tmp_path / "cff.otf").write_bytes(b"OTTO" + bytes(data[4:]))
    assert reason(tmp_path / "cff.otf") == "cff-outlines"
    count = struct.unpack_from(">H", data, 4)[0]
    tags = {bytes(data[12 + 16 * n : 16 + 16 * n]): 12 + 16 * n for n in range(count)}
    os2 = struct.unpack_from(">L", data, tags[b"OS/2"] + 8)[0]
    locked = data.copy()
    struct.pack_into(">H", locked, os2 + 8, 2)
    (tmp_path / "locked.ttf").write_bytes(locked)
    assert reason(tmp_path / "locked.ttf") == "no-embedding"
    data[tags[b"GSUB"] : tags[b"GSUB"] + 4] = b"fvar"
    (tmp_path / "variable.ttf").write_bytes(data)
    assert reason(tmp_path / "variable.ttf") == "variable"


def test_a_collection(tmp_path: Path) -> None:
    data = GOTHIC.read_bytes()
    shift = 16
    table = bytearray(data)
    for n in range(struct.unpack_from(">H", data, 4)[0]):
        at = 12 + 16 * n + 8
        struct.pack_into(">L", table, at, struct.unpack_from(">L", data, at)[0] + shift)
    (tmp_path / "two.ttc").write_bytes(b"ttcf" + struct.pack(">HHLL", 1, 0, 1, shift) + bytes(table))
    assert Face.load(tmp_path / "two.ttc").name == "BIZUDGothic-Regular"
    assert Catalogue([tmp_path]).find("BIZ UDGothic").path == tmp_path / "two.ttc"
    with pytest.raises(FontError) as error:
        Face.load(tmp_path / "two.ttc", 1)
    assert error.value.reason == "collection-index"


def test_earlier_folders_win_and_broken_files_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "broken.ttf").write_text("broken")
    (tmp_path / "mine.ttf").write_bytes(GOTHIC.read_bytes())
    assert Catalogue([tmp_path, FONTS]).find("BIZ UDGothic").path == tmp_path / "mine.ttf"


def test_format_4_alone(tmp_path: Path) -> None:
    font = TTFont(GOTHIC)
    tables = newTable("cmap")
    tables.tableVersion = 0
    tables.tables = [t for t in font["cmap"].tables if t.format == 4 and t.platformID == 3]
    font["cmap"] = tables
    font.save(tmp_path / "four.ttf")
    four, full = Face.load(tmp_path / "four.ttf"), Face.load(GOTHIC)
    for char in "Aあ亜山ー。！\u3000\uffe5":
        assert four.glyph(char) == full.glyph(char)
    assert four.glyph("𠮟") is None


def test_a_damaged_file_is_not_a_missing_font(tmp_path: Path) -> None:
    """A file that is called like the font asked for, but cannot be read, is what has to be mended."""
    (tmp_path / "BIZUDGothic-Regular.ttf").write_bytes(GOTHIC.read_bytes()[:2000])
    for name in ("BIZ UDGothic", "BIZUDGothic-Regular"):
        with pytest.raises(FontError) as error:
            Catalogue([tmp_path]).find(name)
        assert error.value.path.name == "BIZUDGothic-Regular.ttf"
