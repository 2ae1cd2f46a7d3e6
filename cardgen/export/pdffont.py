"""Fonts in PDF: each face embedded once, as the glyphs that were drawn, with the text each stands for.

A face becomes one composite font (ISO 32000-1, 9.7) with Identity-H encoding. A character code is not a
character: it stands for a glyph together with its source text, so that a glyph drawn for two different
characters is copied as the right one each time, and any glyph a font has can be drawn.
"""

from __future__ import annotations

from array import array
from hashlib import sha256
from struct import pack, unpack, unpack_from
from typing import Any

from cardgen.export.pdffile import Array, Dictionary, Name, PdfFile, Reference, String, stream
from cardgen.text.fonts import Face


class EmbeddedFont:
    """The use a document makes of one face. Codes count from 1; code and glyph number in the subset agree.

    `name` is what pages call it, `reference` the object that it will be.
    """

    def __init__(self, face: Face, name: str, reference: Reference):
        self.face, self.name, self.reference = face, name, reference
        self._codes: dict[tuple[int, str], int] = {}
        self._widths: dict[int, float] = {}

    def code(self, gid: int, text: str) -> int:
        """The code that draws glyph `gid` and is copied as `text`."""
        return self._codes.setdefault((gid, text), len(self._codes) + 1)

    def width(self, gid: int) -> float:
        """The advance as the PDF states it: thousandths of the type size."""
        if gid not in self._widths:
            self._widths[gid] = round(self.face.advance(gid) * 1000, 2)
        return self._widths[gid]

    def put(self, pdf: PdfFile) -> None:
        """Put the font into the file. Call when nothing more will be drawn with it."""
        gids = [0, *(gid for gid, _ in self._codes)]
        program = subset(self.face, gids)
        tag = sha256(program).digest()[:6]
        name = Name("".join(chr(65 + byte % 26) for byte in tag) + "+" + self.face.name)
        ordering = {"Registry": String("Adobe"), "Ordering": String("Identity"), "Supplement": 0}
        descendant = {
            "Type": Name("Font"),
            "Subtype": Name("CIDFontType2"),
            "BaseFont": name,
            "CIDSystemInfo": Dictionary(ordering),
            "FontDescriptor": pdf.put(self._descriptor(pdf, name, program)),
            "DW": 1000,
            "W": Array([1, Array([self.width(gid) for gid in gids[1:]])]),
            "CIDToGIDMap": Name("Identity"),
        }
        font = {
            "Type": Name("Font"),
            "Subtype": Name("Type0"),
            "BaseFont": name,
            "Encoding": Name("Identity-H"),
            "DescendantFonts": Array([pdf.put(Dictionary(descendant))]),
            "ToUnicode": pdf.put(stream(self._to_unicode())),
        }
        pdf.put(Dictionary(font), self.reference)

    def _descriptor(self, pdf: PdfFile, name: Any, program: bytes) -> Any:
        face = self.face
        return Dictionary(
            {
                "Type": Name("FontDescriptor"),
                "FontName": name,
                "Flags": 4,
                "FontBBox": Array([round(value * 1000) for value in face.bbox]),
                "ItalicAngle": 0,
                "Ascent": round(face.ascent * 1000),
                "Descent": round(face.descent * 1000),
                "CapHeight": round(face.cap_height * 1000),
                "StemV": 50 + face.weight // 5,
                "FontFile2": pdf.put(stream(program, {"Length1": len(program)})),
            }
        )

    def _to_unicode(self) -> bytes:
        """The text of each code (ISO 32000-1, 9.10.3), in UTF-16 and at most a hundred to a block.

        A glyph without text stands for an invisible space: some readers make up a character otherwise.
        """
        entries = [(code, text or "\u200b") for (_, text), code in self._codes.items()]
        lines = [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
        ]
        for start in range(0, len(entries), 100):
            block = entries[start : start + 100]
            lines.append(f"{len(block)} beginbfchar")
            lines += [f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in block]
            lines.append("endbfchar")
        lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
        return "\n".join(lines).encode("ascii")


# ------------------------------------------------------------------ the font program

_ARGS_ARE_WORDS, _HAS_SCALE, _MORE, _HAS_XY_SCALE, _HAS_MATRIX = 0x0001, 0x0008, 0x0020, 0x0040, 0x0080
_HAS_HINTS = 0x0100
"""Flags of a composite glyph's parts (OpenType specification, glyf)."""


def subset(face: Face, gids: list[int]) -> bytes:
    """A TrueType program whose glyph n is glyph `gids[n]` of the face, parts of composites behind them.

    Hints are left out: they serve screens of few dots, and are a quarter of the file.
    """
    glyphs = _with_parts(face, gids)
    program = [_rewritten(face.outline(gid), glyphs) for gid in glyphs.order]
    offsets = array("I", [0])
    for outline in program:
        offsets.append(offsets[-1] + len(outline))
    count = len(program)
    head, hhea, maxp = (bytearray(face.table(tag)) for tag in ("head", "hhea", "maxp"))
    head[8:12] = bytes(4)
    head[50:52] = pack(">H", 1)
    hhea[34:36] = maxp[4:6] = pack(">H", count)
    tables = {
        "glyf": b"".join(program),
        "head": bytes(head),
        "hhea": bytes(hhea),
        "hmtx": _metrics(face, glyphs.order),
        "loca": pack(f">{count + 1}I", *offsets),
        "maxp": bytes(maxp),
    }
    return _assembled(tables)


class _Glyphs:
    """The glyphs of a subset in their new order; `number` finds a part of a composite glyph."""

    def __init__(self, gids: list[int]):
        self.order = list(gids)
        self.number: dict[int, int] = {}
        for new, gid in enumerate(gids):
            self.number.setdefault(gid, new)

    def add(self, gid: int) -> None:
        if gid not in self.number:
            self.number[gid] = len(self.order)
            self.order.append(gid)


def _with_parts(face: Face, gids: list[int]) -> _Glyphs:
    glyphs = _Glyphs(gids)
    for gid in glyphs.order:  # grows while parts of parts are found
        for _, part in _parts(face.outline(gid)):
            glyphs.add(part)
    return glyphs


def _parts(outline: bytes) -> list[tuple[int, int]]:
    """(offset of the glyph number, glyph number) of each part of a composite glyph."""
    found: list[tuple[int, int]] = []
    if len(outline) < 10 or unpack_from(">h", outline)[0] >= 0:
        return found
    at, more = 10, True
    while more:
        flags, gid = unpack_from(">2H", outline, at)
        found.append((at + 2, gid))
        at, more = _end_of_part(outline, at + 2), bool(flags & _MORE)
    return found


def _end_of_part(outline: bytes, at: int) -> int:
    """Where the part ends whose glyph number is at `at`: behind its offset and its scale."""
    flags = unpack_from(">H", outline, at - 2)[0]
    scale = 2 * bool(flags & _HAS_SCALE) + 4 * bool(flags & _HAS_XY_SCALE) + 8 * bool(flags & _HAS_MATRIX)
    return at + (6 if flags & _ARGS_ARE_WORDS else 4) + scale


def _rewritten(outline: bytes, glyphs: _Glyphs) -> bytes:
    """The outline without hints, its parts by their new numbers, to whole words."""
    parts = _parts(outline)
    if parts:
        changed = bytearray(outline[: _end_of_part(outline, parts[-1][0])])
        for at, gid in parts:
            flags = unpack_from(">H", outline, at - 2)[0] & ~_HAS_HINTS
            changed[at - 2 : at + 2] = pack(">2H", flags, glyphs.number[gid])
    elif outline:
        hints = 10 + 2 * unpack_from(">h", outline)[0]
        length = unpack_from(">H", outline, hints)[0]
        changed = bytearray(outline[:hints] + b"\0\0" + outline[hints + 2 + length :])
    else:
        changed = bytearray()
    return bytes(changed + bytes(-len(changed) % 4))


def _metrics(face: Face, gids: list[int]) -> bytes:
    table, long = face.table("hmtx"), unpack_from(">H", face.table("hhea"), 34)[0]
    last = table[4 * (long - 1) : 4 * (long - 1) + 2]
    return b"".join(
        table[4 * gid : 4 * gid + 4] if gid < long else last + table[2 * (long + gid) : 2 * (long + gid) + 2]
        for gid in gids
    )


def _assembled(tables: dict[str, bytes]) -> bytes:
    """The tables as a font file with its directory and checksums (OpenType specification, otff)."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    directory = [pack(">I4H", 0x00010000, count, power * 16, power.bit_length() - 1, (count - power) * 16)]
    body, at = [], 12 + 16 * count
    for tag, data in tables.items():
        directory.append(pack(">4s3I", tag.encode("ascii"), _checksum(data), at, len(data)))
        body.append(data + bytes(-len(data) % 4))
        at += len(body[-1])
    program = bytearray(b"".join([*directory, *body]))
    head = 12 + 16 * count + sum(len(data) for data in body[: list(tables).index("head")])
    program[head + 8 : head + 12] = pack(">I", (0xB1B0AFBA - _checksum(bytes(program))) & 0xFFFFFFFF)
    return bytes(program)


def _checksum(data: bytes) -> int:
    data += bytes(-len(data) % 4)
    total: int = sum(unpack(f">{len(data) // 4}I", data))
    return total & 0xFFFFFFFF
