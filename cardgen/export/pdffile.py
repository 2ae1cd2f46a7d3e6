"""Objects -> a PDF file: each is written as soon as it is put, so that a file may be larger than memory.

reportlab formats the objects; its own document would keep all of them until the end.
"""

from __future__ import annotations

import zlib
from hashlib import sha256
from typing import Any, BinaryIO

from reportlab.pdfbase import pdfdoc

Dictionary, Array, Name, String = pdfdoc.PDFDictionary, pdfdoc.PDFArray, pdfdoc.PDFName, pdfdoc.PDFString

_PLAIN = pdfdoc.DummyDoc()
"""The document that objects ask how they are to be written: without encryption."""


class Reference(pdfdoc.PDFObject):  # type: ignore[misc]
    """An indirect reference (ISO 32000-1, 7.3.10)."""

    def __init__(self, number: int):
        self.number = number

    def format(self, document: object) -> bytes:
        return b"%d 0 R" % self.number


def stream(content: bytes, entries: dict[str, Any] | None = None) -> Any:
    """A compressed stream object."""
    return stored(zlib.compress(content, 9), {**(entries or {}), "Filter": Name("FlateDecode")})


def stored(data: bytes, entries: dict[str, Any]) -> Any:
    """A stream object of data that is as its entries say it is."""
    return pdfdoc.PDFStream(Dictionary(entries), data, filters=())


class PdfFile:
    """A PDF 1.7 being written into an open file. Raises OSError as the file does."""

    def __init__(self, file: BinaryIO):
        self._file = file
        self._at = 0
        self._offsets: list[int] = []
        # High bytes in the second line tell transfer programs that this is not text (ISO 32000-1, 7.5.2).
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def reserve(self) -> Reference:
        """A reference to an object that is put later."""
        self._offsets.append(0)
        return Reference(len(self._offsets))

    def put(self, made: object, at: Reference | None = None) -> Reference:
        """Write an object, and refer to it; `at` is where it was reserved."""
        reference = at or self.reserve()
        self._offsets[reference.number - 1] = self._at
        data = pdfdoc.format(made, _PLAIN, toplevel=1)
        self._write(b"%d 0 obj\n%b\nendobj\n" % (reference.number, data.rstrip(b"\n")))
        return reference

    def close(self, root: Reference, info: Reference, identity: bytes) -> None:
        """Write the cross-reference table and the trailer. The file itself stays open."""
        start, count = self._at, len(self._offsets) + 1
        entries = b"".join(b"%010d 00000 n \n" % offset for offset in self._offsets)
        self._write(b"xref\n0 %d\n0000000000 65535 f \n%b" % (count, entries))
        name = f"<{sha256(identity).hexdigest()[:32]}>"
        trailer = Dictionary({"Size": count, "Root": root, "Info": info, "ID": Array([name, name])})
        data = pdfdoc.format(trailer, _PLAIN)
        self._write(b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (data, start))

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._at += len(data)
