"""What a page of a PDF paints: its content streams read operator by operator (ISO 32000-1, Annex A).

Nothing is judged here. Lengths are points of the page, boxes (left, bottom, right, top). A form that was
drawn at the same size before is not walked again: what it paints has been told.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from cardgen.layout.frame import IDENTITY, Box, Matrix, multiply, transform

Space = Literal["grey", "rgb", "cmyk", "spot", "pattern", "other"]


@dataclass(frozen=True, slots=True)
class Painted:
    """A colour put on paper. `width` is that of a line, None for an area. `box` is None for type
    and where no boxes were asked for."""

    space: Space
    parts: tuple[float, ...]
    box: Box | None
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """Type in a font of that name, `size` points high; `font` is the font's dictionary.

    Nothing is copied of type `aside`: it repeats what stands beside it, as ruby does.
    """

    font: Any
    size: float
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Pictured:
    """A picture, its least resolution in pixels per inch, and its dictionary."""

    picture: Any
    dpi: float
    inline: bool = False


@dataclass(frozen=True, slots=True)
class SeenThrough:
    """Transparency, and what asks for it: an opacity, a blend mode, a soft mask or a group."""

    what: str


Use = Painted | Shown | Pictured | SeenThrough


@dataclass(slots=True)
class _State:
    matrix: Matrix = IDENTITY
    fill: tuple[Space, tuple[float, ...]] = ("grey", (0.0,))
    stroke: tuple[Space, tuple[float, ...]] = ("grey", (0.0,))
    width: float = 1.0
    font: Any = None
    size: float = 0.0
    mode: int = 0


@dataclass(slots=True)
class Walker:
    """Reads the pages of one document. Without `boxes` paths are passed over, which is much faster."""

    boxes: bool = True
    seen: set[tuple[object, ...]] = field(default_factory=set)

    def page(self, page: Any) -> Iterator[Use]:
        if "/Group" in page and page.Group.get("/S") == "/Transparency":
            yield SeenThrough("/Group")
        yield from self.content(page, page.get("/Resources", {}), _State())

    def content(self, owner: Any, resources: Any, state: _State) -> Iterator[Use]:
        import pikepdf

        run = _Run(self, resources, state)
        for instruction in pikepdf.parse_content_stream(owner, "" if self.boxes else _BUT_PATHS):
            if isinstance(instruction, pikepdf.ContentStreamInlineImage):
                yield from run.inline(instruction.iimage)
            else:
                yield from run.operator(str(instruction.operator), list(instruction.operands))

    def form(self, form: Any, resources: Any, state: _State) -> Iterator[Use]:
        if "/Group" in form and form.Group.get("/S") == "/Transparency":
            yield SeenThrough("/Group")
        own = tuple(float(value) for value in form.get("/Matrix", IDENTITY))
        inner = replace(state, matrix=multiply(state.matrix, own))  # type: ignore[arg-type]
        key = (form.objgen, *(round(value, 4) for value in inner.matrix[:4]), inner.fill, inner.stroke)
        if form.objgen == (0, 0) or key not in self.seen:
            self.seen.add(key)
            yield from self.content(form, form.get("/Resources", resources), inner)


_SPACES: dict[str, Space] = {
    "/DeviceGray": "grey",
    "/G": "grey",
    "/CalGray": "grey",
    "/DeviceRGB": "rgb",
    "/RGB": "rgb",
    "/CalRGB": "rgb",
    "/Lab": "rgb",
    "/DeviceCMYK": "cmyk",
    "/CMYK": "cmyk",
    "/Separation": "spot",
    "/DeviceN": "spot",
    "/Pattern": "pattern",
}


def space_of(value: Any, resources: Any = None) -> Space:
    """The kind of a colour space: its name, an array, or a name that the resources explain."""
    if str(value) in _SPACES:
        return _SPACES[str(value)]
    named = (resources or {}).get("/ColorSpace", {})
    if not _is_array(value):
        return space_of(named[str(value)]) if str(value) in named else "other"
    kind = str(value[0])
    if kind == "/ICCBased":
        return {1: "grey", 3: "rgb", 4: "cmyk"}.get(int(value[1].get("/N", 0)), "other")  # type: ignore[return-value]
    if kind in ("/Indexed", "/I"):
        return space_of(value[1], resources)
    return _SPACES.get(kind, "other")


def _is_array(value: Any) -> bool:
    import pikepdf

    return isinstance(value, pikepdf.Array)


_PAINTS = {
    "S": (False, True), "s": (False, True), "f": (True, False), "F": (True, False), "f*": (True, False),
    "B": (True, True), "B*": (True, True), "b": (True, True), "b*": (True, True),
}  # fmt: skip
"""Painting operators: whether each fills, whether it strokes."""

_COLOURS: dict[str, tuple[str, Space]] = {
    "g": ("fill", "grey"), "rg": ("fill", "rgb"), "k": ("fill", "cmyk"),
    "G": ("stroke", "grey"), "RG": ("stroke", "rgb"), "K": ("stroke", "cmyk"),
}  # fmt: skip

_BUT_PATHS = " ".join(
    [
        *_PAINTS,
        *_COLOURS,
        "cs CS sc SC scn SCN",
        "Tj TJ ' \"",
        "Do gs sh q Q cm w BT Tm Tf Tr BI ID EI BMC BDC EMC",
    ]
)

_SHOWS = frozenset({"Tj", "TJ", "'", '"'})


@dataclass(slots=True)
class _Run:
    """One content stream being read."""

    walker: Walker
    resources: Any
    state: _State
    saved: list[_State] = field(default_factory=list)
    points: list[tuple[float, float]] = field(default_factory=list)
    text: Matrix = IDENTITY
    marked: list[bool] = field(default_factory=list)
    """Of each stretch of marked content that is open, whether it says that nothing is copied of it."""

    def operator(self, name: str, operands: Sequence[Any]) -> Iterator[Use]:
        if name in ("m", "l", "c", "v", "y", "re"):
            self.path(name, _floats(operands))
        elif name in _PAINTS:
            yield from self.painted(*_PAINTS[name])
        elif name == "n":
            self.points.clear()
        elif name in _COLOURS:
            which, space = _COLOURS[name]
            setattr(self.state, which, (space, _floats(operands)))
        elif name in ("cs", "CS", "sc", "SC", "scn", "SCN"):
            self.colour_space(name, operands)
        elif name in _SHOWS:
            yield from self.shown()
        elif name == "Do":
            yield from self.done(operands[0])
        elif name == "gs":
            yield from self.graphics(operands[0])
        elif name == "sh":
            shading = self.resources.get("/Shading", {})[str(operands[0])]
            yield Painted(space_of(shading.ColorSpace, self.resources), (), None)
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
            case "BT":
                self.text = IDENTITY
            case "Tm":
                self.text = _matrix(operands)
            case "Tf":
                fonts = self.resources.get("/Font", {})
                state.font, state.size = fonts.get(str(operands[0])), float(operands[1])
            case "Tr":
                state.mode = int(operands[0])
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

    def path(self, name: str, n: tuple[float, ...]) -> None:
        if name == "re":
            x, y, width, height = n
            n = (x, y, x + width, y, x + width, y + height, x, y + height)
        self.points += (transform(self.state.matrix, n[i], n[i + 1]) for i in range(0, len(n), 2))

    def painted(self, fills: bool, strokes: bool) -> Iterator[Use]:
        box = None
        if self.points:
            xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
            box = min(xs), min(ys), max(xs), max(ys)
        if fills:
            yield Painted(*self.state.fill, box)
        if strokes:
            yield Painted(*self.state.stroke, box, self.state.width * _scale(self.state.matrix))
        self.points.clear()

    def colour_space(self, name: str, operands: Sequence[Any]) -> None:
        which = "fill" if name.islower() else "stroke"
        if name.lower() == "cs":
            setattr(self.state, which, (space_of(operands[0], self.resources), ()))
        else:
            space, _ = getattr(self.state, which)
            parts = () if space == "pattern" else _floats(operands)
            setattr(self.state, which, (space, parts))

    def shown(self) -> Iterator[Use]:
        if self.state.mode in (3, 7):  # invisible: text to be searched, or a clip
            return
        _, _, c, d, _, _ = multiply(self.state.matrix, self.text)
        yield Shown(self.state.font, self.state.size * math.hypot(c, d), any(self.marked))
        if self.state.mode in (0, 2, 4, 6):
            yield Painted(*self.state.fill, None)
        if self.state.mode in (1, 2, 5, 6):
            yield Painted(*self.state.stroke, None, self.state.width * _scale(self.state.matrix))

    def done(self, name: Any) -> Iterator[Use]:
        made = self.resources.get("/XObject", {})[str(name)]
        if made.get("/Subtype") == "/Form":
            yield from self.walker.form(made, self.resources, replace(self.state))
        else:
            yield Pictured(made, self.resolution(int(made.Width), int(made.Height)))
            if "/SMask" in made or int(made.get("/SMaskInData", 0)):
                yield SeenThrough("/SMask")

    def inline(self, image: Any) -> Iterator[Use]:
        yield Pictured(image, self.resolution(image.width, image.height), inline=True)

    def resolution(self, width: int, height: int) -> float:
        a, b, c, d, _, _ = self.state.matrix
        across, down = math.hypot(a, b), math.hypot(c, d)
        return min(72 * width / across if across else 0, 72 * height / down if down else 0)

    def graphics(self, name: Any) -> Iterator[Use]:
        wishes = self.resources.get("/ExtGState", {})[str(name)]
        for key in ("/ca", "/CA"):
            if float(wishes.get(key, 1)) < 1:
                yield SeenThrough(f"{key} {float(wishes[key]):g}")
        blend = str(wishes.get("/BM", "/Normal"))
        if blend not in ("/Normal", "/Compatible"):
            yield SeenThrough(f"/BM {blend}")
        if str(wishes.get("/SMask", "/None")) != "/None":
            yield SeenThrough("/SMask")
        if "/LW" in wishes:
            self.state.width = float(wishes.LW)


def _floats(operands: Sequence[Any]) -> tuple[float, ...]:
    return tuple(float(value) for value in operands)


def _matrix(operands: Sequence[Any]) -> Matrix:
    a, b, c, d, e, f = _floats(operands)
    return a, b, c, d, e, f


def _scale(matrix: Matrix) -> float:
    """How much a matrix widens a line in the direction in which it widens least."""
    a, b, c, d, _, _ = matrix
    return min(math.hypot(a, b), math.hypot(c, d))
