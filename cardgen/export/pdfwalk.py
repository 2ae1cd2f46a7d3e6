"""What a page of a PDF paints: its content streams read operator by operator (ISO 32000-1, Annex A).

Forms, tiling patterns and the glyphs of Type 3 fonts are streams of their own and walked as the page is.
One that was drawn at the same size before is not walked again: what it paints has been told.
Nothing is judged here. Lengths are points of the page, boxes (left, bottom, right, top).
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.export.pdfspace import GREY, heaviest, space_of
from cardgen.export.pdfuse import (
    Colour,
    Covered,
    Painted,
    Pictured,
    SeenThrough,
    Shown,
    State,
    Use,
    inherited,
)
from cardgen.layout.extent import around, meet
from cardgen.layout.frame import IDENTITY, Box, Matrix, multiply, transform

_Walk = Generator[Use, None, list[Box]]
"""Tells uses, and in the end the boxes that ink covers."""


@dataclass(slots=True)
class Walker:
    """Reads the pages of one document."""

    seen: dict[tuple[object, ...], list[Box]] = field(default_factory=dict)
    """Of each stream in a state, what it covers, from where its own origin lies."""

    def page(self, page: Any) -> Iterator[Use]:
        yield from _group(page)
        boxes = yield from self.content(page, inherited(page, "/Resources", {}), State())
        yield Covered(tuple(boxes))

    def content(self, owner: Any, resources: Any, state: State, colourless: bool = False) -> _Walk:
        import pikepdf

        run = _Run(self, resources, state, state.matrix, colourless)
        for instruction in pikepdf.parse_content_stream(owner):
            if isinstance(instruction, pikepdf.ContentStreamInlineImage):
                yield from run.inline(instruction.iimage)
                continue
            name = str(instruction.operator)
            if name in _PATHS:
                run.path(name, _floats(instruction.operands))
            else:
                yield from run.operator(name, list(instruction.operands))
        return _outermost(run.covered)

    def form(self, form: Any, resources: Any, state: State) -> _Walk:
        yield from _group(form)
        matrix = multiply(state.matrix, _matrix(form.get("/Matrix", IDENTITY)))
        clip = _placed(matrix, *_floats(form.BBox)) if "/BBox" in form else None
        return (yield from self.once(form, resources, replace(state, matrix=matrix, clip=clip)))

    def tiling(self, pattern: Any, colour: Colour, base: Matrix) -> Iterator[Use]:
        """What the cell of a tiling pattern paints (ISO 32000-1, 8.7.3), wherever it is repeated."""
        state = State(matrix=multiply(base, _matrix(pattern.get("/Matrix", IDENTITY))))
        colourless = int(pattern.get("/PaintType", 1)) == 2
        if colourless:
            state.fill = state.stroke = Colour(colour.space.base or GREY, colour.parts)
        for use in self.once(pattern, {}, state, colourless):
            yield replace(use, box=None) if isinstance(use, Painted) else use

    def glyphs(self, font: Any, resources: Any, state: State) -> Iterator[Use]:
        """What the glyphs of a Type 3 font paint (ISO 32000-1, 9.6.5): all that it has."""
        own = font.get("/Resources", resources)
        for glyph in font.get("/CharProcs", {}).values():
            for use in self.once(glyph, own, state):
                yield replace(use, box=None) if isinstance(use, Painted) else use

    def once(self, stream: Any, resources: Any, state: State, colourless: bool = False) -> _Walk:
        *turn, x, y = state.matrix
        sizes = (round(value, 4) for value in (*turn, state.width, state.size))
        key = (stream.objgen, *sizes, state.fill.key, state.stroke.key, state.overprint, state.mode)
        if key not in self.seen:
            self.seen[key] = []  # one that draws itself ends here
            own = stream.get("/Resources", resources)
            boxes = yield from self.content(stream, own, replace(state), colourless)
            self.seen[key] = [_moved(box, -x, -y) for box in boxes]
        return [_moved(box, x, y) for box in self.seen[key]]


def _group(owner: Any) -> Iterator[Use]:
    group = owner.get("/Group", {})
    if group.get("/S") == "/Transparency":
        yield SeenThrough("/Group")
        if "/CS" in group:
            yield Painted(space_of(group.CS, owner.get("/Resources", {})), (), None)


_PAINTS = {
    "S": (False, True), "s": (False, True), "f": (True, False), "F": (True, False), "f*": (True, False),
    "B": (True, True), "B*": (True, True), "b": (True, True), "b*": (True, True), "n": (False, False),
}  # fmt: skip
"""Painting operators: whether each fills, whether it strokes."""

_COLOURS = {
    "g": ("fill", "/DeviceGray"), "rg": ("fill", "/DeviceRGB"), "k": ("fill", "/DeviceCMYK"),
    "G": ("stroke", "/DeviceGray"), "RG": ("stroke", "/DeviceRGB"), "K": ("stroke", "/DeviceCMYK"),
}  # fmt: skip

_PATHS = frozenset({"m", "l", "c", "v", "y", "re"})
_SPACES = frozenset({"cs", "CS", "sc", "SC", "scn", "SCN"})
_SHOWS = frozenset({"Tj", "TJ", "'", '"'})

_BROAD = 72 / 25.4
"""Lines of this width (points) cover paper as an area does; thinner ones are rules."""


@dataclass(slots=True)
class _Run:
    """One content stream being read. `base` is its matrix at the start, to which patterns hold.

    One that is `colourless` takes its colour from where it is used: what it sets itself is passed over.
    """

    walker: Walker
    resources: Any
    state: State
    base: Matrix
    colourless: bool
    saved: list[State] = field(default_factory=list)
    points: list[tuple[float, float]] = field(default_factory=list)
    clips: bool = False
    """Whether the path that is begun becomes a clip."""
    covered: list[Box] = field(default_factory=list)
    text: Matrix = IDENTITY
    marked: list[bool] = field(default_factory=list)
    """Of each stretch of marked content that is open, whether it says that nothing is copied of it."""

    def operator(self, name: str, operands: Sequence[Any]) -> Iterator[Use]:
        if name in _PAINTS:
            yield from self.painted(*_PAINTS[name])
        elif name in _COLOURS or name in _SPACES:
            if not self.colourless:
                self.colour(name, operands)
        elif name in _SHOWS:
            yield from self.shown()
        elif name == "Do":
            yield from self.done(operands[0])
        elif name == "gs":
            yield from self.graphics(self.resources.get("/ExtGState", {})[str(operands[0])])
        elif name == "sh":
            shading = self.resources.get("/Shading", {})[str(operands[0])]
            self.cover(self.state.clip or _EVERYWHERE)
            yield from self.shaded(shading, self.state.clip)
        else:
            self.set(name, operands)

    def set(self, name: str, operands: Sequence[Any]) -> None:
        state = self.state
        match name:
            case "q":
                self.saved.append(replace(state))
            case "Q" if self.saved:
                self.state = self.saved.pop()
            case "cm":
                state.matrix = multiply(state.matrix, _matrix(operands))
            case "w":
                state.width = float(operands[0])
            case "W" | "W*":
                self.clips = True
            case "BT":
                self.text = IDENTITY
            case "Tm":
                self.text = _matrix(operands)
            case "Tf":
                fonts = self.resources.get("/Font", {})
                state.font, state.size = fonts.get(str(operands[0])), float(operands[1])
            case "Tr":
                state.mode = int(operands[0])
            case "d1":
                self.colourless = True
            case "BMC" | "BDC":
                self.marked.append(self.silent(*operands))
            case "EMC" if self.marked:
                self.marked.pop()

    def silent(self, tag: Any, properties: Any = None) -> bool:
        """Whether marked content is to be copied as nothing (ISO 32000-1, 14.9.4)."""
        import pikepdf

        if isinstance(properties, pikepdf.Name):
            properties = self.resources.get("/Properties", {}).get(str(properties))
        return properties is not None and str(properties.get("/ActualText", "-")) == ""

    # -------------------------------------------------------------- areas and lines

    def path(self, name: str, n: tuple[float, ...]) -> None:
        if name == "re":
            x, y, width, height = n
            n = (x, y, x + width, y, x + width, y + height, x, y + height)
        self.points += (transform(self.state.matrix, n[i], n[i + 1]) for i in range(0, len(n), 2))

    def painted(self, fills: bool, strokes: bool) -> Iterator[Use]:
        box = around(self.points)
        if fills:
            yield from self.paint(box)
        if strokes:
            yield from self.paint(box, self.state.width * _scale(self.state.matrix))
        if self.clips and box is not None:
            clip = self.state.clip
            self.state.clip = box if clip is None else meet(box, clip) or _NOWHERE
        self.points.clear()
        self.clips = False

    def paint(self, box: Box | None, width: float | None = None) -> Iterator[Use]:
        """What the colour of fills, or of lines of that width, puts on paper."""
        state, line = self.state, width is not None
        colour, overprint = state.stroke if line else state.fill, state.overprint[line]
        if box is not None and not colour.space.is_white(colour.parts):
            if width is None:
                self.cover(box)
            elif width >= _BROAD:
                half = width / 2
                self.cover((box[0] - half, box[1] - half, box[2] + half, box[3] + half))
        yield Painted(colour.space, colour.parts, box, width, overprint)
        if colour.pattern is not None:
            if int(colour.pattern.get("/PatternType", 1)) == 1:
                yield from self.walker.tiling(colour.pattern, colour, self.base)
            else:
                yield from self.graphics(colour.pattern.get("/ExtGState", {}))
                yield from self.shaded(colour.pattern.Shading, box)

    def shaded(self, shading: Any, box: Box | None) -> Iterator[Use]:
        space = space_of(shading.ColorSpace, self.resources)
        yield Painted(space, heaviest(shading), box)

    def cover(self, box: Box) -> None:
        seen = box if self.state.clip is None else meet(box, self.state.clip)
        if seen is not None:
            self.covered.append(seen)

    def colour(self, name: str, operands: Sequence[Any]) -> None:
        import pikepdf

        which, device = _COLOURS.get(name, ("fill" if name.islower() else "stroke", None))
        if device is not None:
            made = Colour(space_of(device, self.resources), _floats(operands))
        elif name.lower() == "cs":
            made = Colour(space_of(operands[0], self.resources), ())
        else:
            space, pattern = getattr(self.state, which).space, None
            if operands and isinstance(operands[-1], pikepdf.Name):
                pattern = self.resources.get("/Pattern", {}).get(str(operands[-1]))
                operands = operands[:-1]
            made = Colour(space, _floats(operands), pattern)
        setattr(self.state, which, made)

    # -------------------------------------------------------------- type, pictures, forms

    def shown(self) -> Iterator[Use]:
        state = self.state
        drawn = state.font is not None and state.font.get("/Subtype") == "/Type3"
        if state.mode == 3 and not drawn:  # invisible: text to be searched
            return
        matrix = multiply(state.matrix, self.text)
        _, _, c, d, _, _ = matrix
        yield Shown(state.font, state.size * math.hypot(c, d), any(self.marked))
        if drawn:
            own = _matrix(state.font.get("/FontMatrix", IDENTITY))
            sized = multiply(matrix, (state.size, 0, 0, state.size, 0, 0))
            inner = replace(state, matrix=multiply(sized, own), mode=0, clip=None)
            yield from self.walker.glyphs(state.font, self.resources, inner)
        if state.mode in (0, 2, 4, 6) and not drawn:
            yield from self.paint(None)
        if state.mode in (1, 2, 5, 6) and not drawn:
            yield from self.paint(None, state.width * _scale(state.matrix))

    def done(self, name: Any) -> Iterator[Use]:
        made = self.resources.get("/XObject", {})[str(name)]
        if made.get("/Subtype") == "/Form":
            for box in (yield from self.walker.form(made, self.resources, replace(self.state))):
                self.cover(box)
        else:
            size = int(made.Width), int(made.Height)
            yield from self.picture(made, made.get("/ColorSpace"), made.get("/ImageMask", False), size)
            if "/SMask" in made or int(made.get("/SMaskInData", 0)):
                yield SeenThrough("/SMask")

    def inline(self, image: Any) -> Iterator[Use]:
        space = image.obj.get("/ColorSpace", image.obj.get("/CS", "/DeviceGray"))
        stencil = image.obj.get("/ImageMask", image.obj.get("/IM", False))
        yield from self.picture(image, space, stencil, (image.width, image.height), inline=True)

    def picture(
        self, picture: Any, space: Any, stencil: Any, size: tuple[int, int], inline: bool = False
    ) -> Iterator[Use]:
        dpi, box = self.resolution(*size), _placed(self.state.matrix, 0, 0, 1, 1)
        if stencil:
            yield Pictured(picture, dpi, GREY, inline)
            yield from self.paint(box)
        else:
            self.cover(box)
            yield Pictured(picture, dpi, space_of(space, self.resources), inline)

    def resolution(self, width: int, height: int) -> float:
        a, b, c, d, _, _ = self.state.matrix
        across, down = math.hypot(a, b), math.hypot(c, d)
        return min(72 * width / across if across else 0, 72 * height / down if down else 0)

    def graphics(self, wishes: Any) -> Iterator[Use]:
        """An ExtGState (ISO 32000-1, 8.4.5)."""
        import pikepdf

        state = self.state
        for key in ("/ca", "/CA"):
            if float(wishes.get(key, 1)) < 1:
                yield SeenThrough(f"{key} {float(wishes[key]):g}")
        blend = wishes.get("/BM", "/Normal")
        blend = str(blend[0] if isinstance(blend, pikepdf.Array) and len(blend) else blend)
        if blend not in ("/Normal", "/Compatible"):
            yield SeenThrough(f"/BM {blend}")
        if str(wishes.get("/SMask", "/None")) != "/None":
            yield SeenThrough("/SMask")
        lines = bool(wishes.get("/OP", state.overprint[True]))
        areas = bool(wishes.get("/op", wishes.get("/OP", state.overprint[False])))
        state.overprint = areas, lines
        if "/LW" in wishes:
            state.width = float(wishes.LW)
        if "/Font" in wishes:
            state.font, state.size = wishes.Font[0], float(wishes.Font[1])


# ------------------------------------------------------------------ geometry

_EVERYWHERE = (-math.inf, -math.inf, math.inf, math.inf)
_NOWHERE = (math.inf, math.inf, -math.inf, -math.inf)


def _floats(operands: Iterable[Any]) -> tuple[float, ...]:
    return tuple(float(value) for value in operands)


def _matrix(operands: Iterable[Any]) -> Matrix:
    a, b, c, d, e, f = _floats(operands)
    return a, b, c, d, e, f


def _scale(matrix: Matrix) -> float:
    """How much a matrix widens a line in the direction in which it widens least."""
    a, b, c, d, _, _ = matrix
    return min(math.hypot(a, b), math.hypot(c, d))


def _placed(matrix: Matrix, left: float, bottom: float, right: float, top: float) -> Box:
    corners = ((left, bottom), (right, bottom), (left, top), (right, top))
    box = around([transform(matrix, *corner) for corner in corners])
    assert box is not None, "there are corners"
    return box


def _moved(box: Box, x: float, y: float) -> Box:
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def _outermost(boxes: Sequence[Box]) -> list[Box]:
    """The boxes without those inside the largest: on most cards that is the ground, and holds them all."""
    if not boxes:
        return []
    a, b, c, d = largest = max(boxes, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
    outer = [box for box in boxes if box[0] < a or box[1] < b or box[2] > c or box[3] > d]
    return [largest, *outer]
