"""SVG per face: the frame walked item by item, with glyphs as outlines, so that it looks alike everywhere.

An outline needs no font where it is shown, and no reader can set it in another. What a run says stands in
its `aria-label`. Frames and SVG share their space: millimetres from the top left, y downwards.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import assert_never, cast
from xml.sax.saxutils import quoteattr

from cardgen.export import outlines, raster
from cardgen.export.base import Build
from cardgen.export.images import LIST, files_of, write_list
from cardgen.export.raster import Cut
from cardgen.export.tabletop import decks
from cardgen.layout import frame as frames
from cardgen.layout.frame import IDENTITY, Colour, Frame, Group, Matrix, Paint, Picture, Shape, Text
from cardgen.layout.raster import opened
from cardgen.text.fonts import Face
from cardgen.text.placed import MM_PER_POINT, Glyph
from cardgen.workers import counted

FOLDER = "svg"

EM = 1000
"""Units of a glyph's outline to the em: whole ones are fine enough for any card."""


def write(build: Build, folder: Path) -> Iterator[Path]:
    """`svg/<component>/<card>.svg` and `svg/cards.csv`, named as the pictures of `images` are."""
    found = decks(build)
    files = {name: cut for deck in found for name, cut in files_of(deck, "svg").items()}
    for name, cut in counted(files.items(), len(files), build.tell):
        path = folder / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawing(cut), encoding="utf-8")
        yield path
    if found:
        yield write_list(folder / FOLDER / LIST, found, "svg")


def drawing(cut: Cut) -> str:
    """The face at its trim size in mm, with its corners cut round. Same face, same text."""
    frame = cut.draw()
    pen = _Pen()
    body = list(
        pen.group(Group(Frame(frame.width, frame.height, (_paper(frame), *frame.items)), clip=cut.outline))
    )
    width, height = _number(frame.width), _number(frame.height)
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
    )
    lines = [head, "<defs>", *pen.defs.values(), "</defs>", *body, "</svg>"]
    return "\n".join(lines) + "\n"


def _paper(frame: Frame) -> Shape:
    return Shape(frames.rectangle(0, 0, frame.width, frame.height), Paint(fill=(1.0, 1.0, 1.0)))


class _Pen:
    """Writes items down, and keeps what they refer to: clips, glyphs and pictures, each once."""

    def __init__(self) -> None:
        self.defs: dict[object, str] = {}
        self.names: dict[object, str] = {}

    def items(self, frame: Frame) -> Iterator[str]:
        for item in frame.items:
            match item:
                case Shape():
                    yield _shape(item)
                case Text():
                    yield from self.text(item)
                case Picture():
                    yield from self.picture(item)
                case Group():
                    yield from self.group(item)
                case _ as never:
                    assert_never(never)

    def group(self, group: Group) -> Iterator[str]:
        attributes = "" if group.matrix == IDENTITY else f' transform="{_matrix(group.matrix)}"'
        if group.clip:
            attributes += f' clip-path="url(#{self.clip(group.clip)})"'
        yield f"<g{attributes}{_opacity('opacity', group.opacity)}>"
        yield from self.items(group.frame)
        yield "</g>"

    def text(self, text: Text) -> Iterator[str]:
        run = text.run
        if run.glyphs:
            fill = _colour(cast(Colour, run.colour or (0.0, 0.0, 0.0)))
            label = "" if run.annotation else f' role="img" aria-label={quoteattr(run.source)}'
            yield f'<g fill="{fill}"{label}>'
            size = run.size * MM_PER_POINT
            for glyph in run.glyphs:
                name = self.glyph(run.face, glyph.gid)
                if name:
                    yield f'<use xlink:href="#{name}" transform="{_placed(text, glyph, size)}"/>'
            yield "</g>"

    def picture(self, picture: Picture) -> Iterator[str]:
        """The whole picture is kept once; each use shows its crop."""
        x, y, width, height = picture.box
        left, top, right, bottom = picture.crop
        across, down = width / (right - left), height / (bottom - top)
        clip = self.clip(frames.rectangle(x, y, width, height))
        place = _matrix((across, 0, 0, down, x - left * across, y - top * down))
        name = self.image(picture)
        yield f'<g clip-path="url(#{clip})"{_opacity("opacity", picture.opacity)}>'
        yield f'<use xlink:href="#{name}" transform="{place}"/></g>'

    # -------------------------------------------------------------- what is referred to

    def clip(self, path: frames.Path) -> str:
        name = self.name("c", path)
        self.defs.setdefault(path, f'<clipPath id="{name}"><path d="{_path(path)}"/></clipPath>')
        return name

    def glyph(self, face: Face, gid: int) -> str:
        """The name of a glyph's outline, "" for one without."""
        outline = _outline(face, gid)
        if not outline:
            return ""
        name = self.name("g", (face, gid))
        self.defs.setdefault((face, gid), f'<path id="{name}" d="{outline}"/>')
        return name

    def image(self, picture: Picture) -> str:
        name = self.name("i", picture.digest)
        if picture.digest not in self.defs:
            width, height = picture.pixels
            size = f'width="{width}" height="{height}" preserveAspectRatio="none"'
            self.defs[picture.digest] = f'<image id="{name}" {size} xlink:href="{_data(picture)}"/>'
        return name

    def name(self, letter: str, key: object) -> str:
        return self.names.setdefault(key, f"{letter}{len(self.names) + 1}")


# ------------------------------------------------------------------ glyphs and pictures


@cache
def _outline(face: Face, gid: int) -> str:
    """A glyph's outline in whole units: many faces show the same one."""
    whole = (
        (letter, tuple(float(round(n)) for n in numbers)) for letter, numbers in outlines.path(face, gid)
    )
    return _path(tuple(whole))


def _placed(text: Text, glyph: Glyph, size: float) -> str:
    scale = size / EM
    turn = f" rotate({_number(glyph.rotate)})" if glyph.rotate else ""
    across, up = f"{scale * glyph.stretch:.7g}", f"{-scale:.7g}"
    return f"translate({_number(text.x + glyph.x)} {_number(text.y + glyph.y)}){turn} scale({across} {up})"


def _data(picture: Picture) -> str:
    """The picture inside a URL: as it is if browsers read it so, else its pixels as they are stored.

    Which way up it is seen has been decided in the layout: a browser must not turn it once more.
    """
    with opened(picture.file) as pixels:
        kind = pixels.format if pixels.mode in ("L", "RGB", "RGBA", "P", "LA") else None
        if kind in ("PNG", "JPEG") and pixels.getexif().get(0x0112, 1) == 1:
            return _url(picture.file.read_bytes(), kind.lower())
        if pixels.mode == "CMYK":
            return _url(_on_screen(picture), "png")
        alpha = "A" in pixels.mode or "transparency" in pixels.info
        made = BytesIO()
        pixels.convert("RGBA" if alpha else "RGB").save(made, "PNG")
        return _url(made.getvalue(), "png")


def _url(data: bytes, kind: str) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"


def _on_screen(picture: Picture) -> bytes:
    """A picture in four inks as the other formats show it, pixel for pixel."""
    width, height = picture.pixels
    whole = replace(picture, box=(0, 0, width, height), crop=(0, 0, width, height), opacity=1.0)
    cut = Cut.of(Frame(width, height, (whole,)))
    return raster.encoded(next(raster.pictures([cut], raster.MM_PER_INCH)), raster.MM_PER_INCH)


# ------------------------------------------------------------------ as text


def _shape(shape: Shape) -> str:
    paint = shape.paint
    attributes: dict[str, str] = {"fill": "none" if paint.fill is None else _colour(paint.fill)}
    if paint.evenodd:
        attributes["fill-rule"] = "evenodd"
    if paint.stroke is not None:
        attributes |= _stroke(paint, paint.stroke)
    written = "".join(f' {name}="{value}"' for name, value in attributes.items())
    # Fill and stroke each by themselves, as PDF's constant alpha does.
    seen = _opacity("fill-opacity", paint.opacity) + _opacity("stroke-opacity", paint.opacity)
    return f'<path d="{_path(shape.path)}"{written}{seen}/>'


def _stroke(paint: Paint, stroke: Colour) -> Mapping[str, str]:
    found = {"stroke": _colour(stroke), "stroke-width": _number(paint.width)}
    if paint.cap != "butt":
        found["stroke-linecap"] = paint.cap
    if paint.join != "miter":
        found["stroke-linejoin"] = paint.join
    if paint.dash:
        found["stroke-dasharray"] = " ".join(map(_number, paint.dash))
    return found


def _path(path: frames.Path) -> str:
    return " ".join(f"{letter}{' '.join(map(_number, numbers))}" for letter, numbers in path)


def _matrix(matrix: Matrix) -> str:
    return f"matrix({' '.join(f'{value:.6g}' for value in matrix)})"


def _opacity(name: str, value: float) -> str:
    return "" if value == 1 else f' {name}="{_number(value)}"'


@lru_cache(1024)
def _colour(colour: Colour) -> str:
    """As #rrggbb; four inks as the other formats show them."""
    if len(colour) == 4:
        patch = Shape(frames.rectangle(0, 0, 1, 1), Paint(fill=colour))
        picture = next(raster.pictures([Cut.of(Frame(1, 1, (patch,)))], raster.MM_PER_INCH))
        return "#" + picture.tobytes().hex()
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)


def _number(number: float) -> str:
    text = f"{number:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
