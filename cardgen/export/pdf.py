"""Frames -> PDF: walks finished drawings and writes them down. Knows nothing of cards or of language.

A page's space is turned so that it is the frame's own: millimetres from the top left, y downwards. A frame
that has a key is written once, as a form XObject (ISO 32000-1, 8.10), wherever it is placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Literal, assert_never, cast

from cardgen.export import pdfimage
from cardgen.export.outlines import outlines
from cardgen.export.pdffile import Array, Dictionary, Name, PdfFile, Reference, String, stream
from cardgen.export.pdffont import EmbeddedFont
from cardgen.export.pdftext import baselines, copied, goes_on, number, shown
from cardgen.layout import frame as frames
from cardgen.layout.frame import IDENTITY, Colour, Frame, Group, Matrix, Paint, Picture, Shape, Text
from cardgen.text.fonts import Face
from cardgen.text.placed import MM_PER_POINT

POINTS = 72 / 25.4
Flip = Literal["long", "short"]

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


def write(
    path: Path, pages: Iterable[Frame], title: str, duplex: Flip | None = None, *, outlined: bool = False
) -> Path:
    """Write the pages to a file, and give it back. `duplex` asks the printing dialogue for that flip edge.

    Each page is in the file before the next is drawn, and the same pages make the same bytes. `outlined`
    draws type as paths: no font is in the file then, and no text can be copied from it.
    """
    with open(path, "wb") as file:
        _write(file, pages, title, duplex, outlined)
    return path


def render(pages: Iterable[Frame], title: str) -> bytes:
    """The pages as the bytes of a PDF."""
    file = BytesIO()
    _write(file, pages, title)
    return file.getvalue()


def _write(
    file: BinaryIO, pages: Iterable[Frame], title: str, duplex: Flip | None = None, outlined: bool = False
) -> None:
    document = _Document(file, outlined)
    for page in pages:
        document.add_page(page)
    document.finish(title, duplex)


class _Document:
    """A PDF under way, and the objects that its pages share: fonts, pictures, repeated frames, opacities."""

    def __init__(self, file: BinaryIO, outlined: bool):
        self.pdf, self.outlined = PdfFile(file), outlined
        self.tree = self.pdf.reserve()
        self.pages: list[Reference] = []
        self.fonts: dict[tuple[Path, int], EmbeddedFont] = {}
        self.faces: dict[Face, EmbeddedFont] = {}
        self.forms: dict[tuple[str, bool], tuple[str, Reference]] = {}
        self.pictures: dict[tuple[str, bool], tuple[str, Reference]] = {}
        self.opacities: dict[float, tuple[str, Reference]] = {}
        self.drawn = sha256()

    def add_page(self, page: Frame) -> None:
        content = _Content(self)
        width, height = ((side + 2 * page.bleed) * POINTS for side in (page.width, page.height))
        left = page.bleed * POINTS
        content.matrix((POINTS, 0, 0, -POINTS, left, height - left))
        content.draw(page)
        entries: dict[str, Any] = {
            "Type": Name("Page"),
            "Parent": self.tree,
            "MediaBox": Array([0, 0, width, height]),
            "Contents": self.pdf.put(stream(self.signed(content))),
            "Resources": content.resources(),
        }
        if page.bleed:
            entries["BleedBox"] = entries["MediaBox"]
            entries["TrimBox"] = Array([left, left, width - left, height - left])
        self.pages.append(self.pdf.put(Dictionary(entries)))

    def signed(self, content: _Content) -> bytes:
        data = content.bytes()
        self.drawn.update(data)
        return data

    def font(self, face: Face) -> EmbeddedFont:
        """The font of a face. A file that was loaded twice is embedded once all the same."""
        if face not in self.faces:
            key = face.path.resolve(), face.index
            if key not in self.fonts:
                self.fonts[key] = EmbeddedFont(face, f"F{len(self.fonts) + 1}", self.pdf.reserve())
            self.faces[face] = self.fonts[key]
        return self.faces[face]

    def form(self, group: Group) -> tuple[str, Reference]:
        """The name and object of a frame that is drawn more than once, or as a whole seen through."""
        key = group.frame.key, group.opacity < 1
        if key in self.forms:
            return self.forms[key]
        content = _Content(self)
        content.draw(group.frame)
        left, top, right, bottom = frames.bounds(group.frame) or (0, 0, 0, 0)
        entries: dict[str, Any] = {
            "Type": Name("XObject"),
            "Subtype": Name("Form"),
            "BBox": Array([_round(left - 1), _round(top - 1), _round(right + 1), _round(bottom + 1)]),
            "Resources": content.resources(),
        }
        if group.opacity < 1:
            entries["Group"] = Dictionary({"Type": Name("Group"), "S": Name("Transparency")})
        reference = self.pdf.put(stream(self.signed(content), entries))
        made = f"X{reference.number}", reference
        if group.frame.key:
            self.forms[key] = made
        return made

    def picture(self, picture: Picture) -> tuple[str, Reference]:
        key = picture.digest, picture.grey
        if key not in self.pictures:
            self.drawn.update(picture.digest.encode())
            made = pdfimage.put(self.pdf, picture.file, picture.grey)
            self.pictures[key] = f"I{len(self.pictures) + 1}", made
        return self.pictures[key]

    def opacity(self, value: float) -> tuple[str, Reference]:
        value = round(value, 3)
        if value not in self.opacities:
            made = self.pdf.put(Dictionary({"Type": Name("ExtGState"), "ca": value, "CA": value}))
            self.opacities[value] = f"G{len(self.opacities) + 1}", made
        return self.opacities[value]

    def finish(self, title: str, duplex: Flip | None) -> None:
        """Write what is known only now: what was drawn with each font, the pages there are, the title."""
        for font in self.fonts.values():
            font.put(self.pdf)
        pages = {"Type": Name("Pages"), "Kids": Array(self.pages), "Count": len(self.pages)}
        self.pdf.put(Dictionary(pages), self.tree)
        wishes = {"DisplayDocTitle": "true", "PrintScaling": Name("None")}
        if duplex:
            wishes["Duplex"] = Name(_DUPLEX[duplex])
        root = {
            "Type": Name("Catalog"),
            "Pages": self.tree,
            "Lang": String("ja"),
            "PageMode": Name("UseNone"),
            "ViewerPreferences": Dictionary(wishes),
        }
        info = {
            "Title": String(title),
            "Author": String("cardgen"),
            "Creator": String("cardgen"),
            "Producer": String("ReportLab"),
            "Trapped": Name("False"),
        }
        identity = self.drawn.digest() + title.encode("utf-8")
        self.pdf.close(self.pdf.put(Dictionary(root)), self.pdf.put(Dictionary(info)), identity)


@dataclass(slots=True)
class _Content:
    """One content stream being written. `state` is what the reader of the stream has set at this point."""

    document: _Document
    parts: list[str] = field(default_factory=list)
    state: dict[str, str] = field(default_factory=dict)
    saved: list[dict[str, str]] = field(default_factory=list)
    fonts: dict[str, Reference] = field(default_factory=dict)
    objects: dict[str, Reference] = field(default_factory=dict)
    states: dict[str, Reference] = field(default_factory=dict)

    def bytes(self) -> bytes:
        return "\n".join(self.parts).encode("ascii")

    def resources(self) -> Any:
        found = {"Font": self.fonts, "XObject": self.objects, "ExtGState": self.states}
        return Dictionary({key: Dictionary(value) for key, value in found.items() if value})

    # -------------------------------------------------------------- state

    def save(self) -> None:
        self.saved.append(dict(self.state))
        self.parts.append("q")

    def restore(self) -> None:
        self.state = self.saved.pop()
        self.parts.append("Q")

    def set(self, key: str, operation: str) -> None:
        if self.state.get(key) != operation:
            self.state[key] = operation
            self.parts.append(operation)

    def matrix(self, matrix: Matrix) -> None:
        a, b, c, d, e, f = matrix
        if matrix != IDENTITY:
            scale = " ".join(number(value, 6) for value in (a, b, c, d))
            self.parts.append(f"{scale} {number(e, 4)} {number(f, 4)} cm")

    def opacity(self, value: float) -> None:
        if value < 1 or "opacity" in self.state:
            name, made = self.document.opacity(value)
            self.states[name] = made
            self.set("opacity", f"/{name} gs")

    # -------------------------------------------------------------- items

    def draw(self, frame: Frame) -> None:
        line: list[Text] = []
        for item in frame.items:
            if isinstance(item, Text):
                if item.run.annotation:
                    self.line([item])
                    continue
                if line and not goes_on(line[-1], item):
                    self.line(line)
                    line = []
                line.append(item)
            else:
                self.line(line)
                line = []
                self.item(item)
        self.line(line)

    def item(self, item: Shape | Picture | Group) -> None:
        match item:
            case Shape():
                self.shape(item)
            case Picture():
                self.picture(item)
            case Group():
                self.group(item)
            case _ as never:
                assert_never(never)

    def group(self, group: Group) -> None:
        self.save()
        self.opacity(group.opacity)
        self.matrix(group.matrix)
        if group.clip:
            self.parts.append(_outline(group.clip) + " W n")
        if group.opacity < 1 or group.frame.key:
            name, made = self.document.form(group)
            self.objects[name] = made
            self.parts.append(f"/{name} Do")
        else:
            self.draw(group.frame)
        self.restore()

    def shape(self, shape: Shape) -> None:
        paint = shape.paint
        self.opacity(paint.opacity)
        if paint.fill:
            self.set("fill", _colour(paint.fill, "g", "rg", "k"))
        if paint.stroke:
            self.pen(paint, paint.stroke)
        self.parts.append(f"{_outline(shape.path)} {_operator(paint)}")

    def pen(self, paint: Paint, stroke: Colour) -> None:
        self.set("stroke", _colour(stroke, "G", "RG", "K"))
        self.set("width", f"{number(paint.width)} w")
        self.set("cap", f"{_CAPS[paint.cap]} J")
        self.set("join", f"{_JOINS[paint.join]} j")
        # SVG cuts a mitre at 4 line widths, PDF at 10 unless told.
        self.set("mitre", "4 M")
        self.set("dash", f"[{' '.join(number(length) for length in paint.dash)}] 0 d")

    def picture(self, picture: Picture) -> None:
        name, made = self.document.picture(picture)
        self.objects[name] = made
        x, y, width, height = picture.box
        left, top, right, bottom = picture.crop
        across, down = width / (right - left), height / (bottom - top)
        self.save()
        self.opacity(picture.opacity)
        if (left, top, right, bottom) != (0, 0, *picture.pixels):
            self.parts.append(_outline(frames.rectangle(*picture.box)) + " W n")
        full_width, full_height = picture.pixels[0] * across, picture.pixels[1] * down
        self.matrix((full_width, 0, 0, -full_height, x - left * across, y - top * down + full_height))
        self.parts.append(f"/{name} Do")
        self.restore()

    # -------------------------------------------------------------- text

    def line(self, line: Sequence[Text]) -> None:
        """The runs of one line, with what they are to be copied as where that is not plain to see."""
        shown = [text for text in line if text.run.glyphs]
        if not shown:
            return
        for texts, actual in [(shown, None)] if self.document.outlined else copied(shown):
            if actual is not None:
                code = f"FEFF{actual.encode('utf-16-be').hex().upper()}"
                self.parts.append(f"/Span <</ActualText <{code}>>> BDC")
            for text in texts:
                self.text(text)
            if actual is not None:
                self.parts.append("EMC")

    def text(self, text: Text) -> None:
        run = text.run
        self.opacity(1)
        self.set("fill", _colour(cast(Colour, run.colour or (0.0, 0.0, 0.0)), "g", "rg", "k"))
        if self.document.outlined:
            self.parts += outlines(text)
            return
        font = self.document.font(run.face)
        self.fonts[font.name] = font.reference
        self.parts.append(f"BT /{font.name} {number(run.size * MM_PER_POINT)} Tf")
        self.parts += [shown(line, font, run, text.x, text.y) for line in baselines(run)]
        self.parts.append("ET")


# ------------------------------------------------------------------ operators


def _round(value: float) -> float:
    return round(value, 2)


def _colour(colour: Colour, grey: str, rgb: str, cmyk: str) -> str:
    """Neutral RGB is written as grey, so that black type prints in black ink alone."""
    if len(colour) == 4:
        return " ".join(number(part) for part in colour) + f" {cmyk}"
    if colour[0] == colour[1] == colour[2]:
        return f"{number(colour[0])} {grey}"
    return " ".join(number(part) for part in colour) + f" {rgb}"


_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def _outline(path: frames.Path) -> str:
    return " ".join(
        f"{' '.join(number(value) for value in values)} {_LETTERS[letter]}" if values else _LETTERS[letter]
        for letter, values in path
    )


def _operator(paint: Paint) -> str:
    star = "*" if paint.evenodd else ""
    if paint.fill and paint.stroke:
        return "B" + star
    return "f" + star if paint.fill else "S"
