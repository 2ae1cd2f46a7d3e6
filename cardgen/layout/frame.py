"""A finished drawing: placed items, nothing left to decide. Faces, sheets and book pages are all `Frame`s.

Lengths are millimetres from the top left, y downwards, as in SVG; type sizes are points.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal, assert_never, cast

from cardgen.text.placed import MM_PER_POINT, Run

Colour = tuple[float, ...]
"""Three parts for RGB or four for CMYK, each 0 to 1."""

Segment = tuple[str, tuple[float, ...]]
"""("M", (x, y)), ("L", (x, y)), ("C", (x1, y1, x2, y2, x, y)) or ("Z", ())."""

Path = tuple[Segment, ...]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

ARC = 0.5522847498
"""Control point of the Bézier curve nearest a quarter of a unit circle: 4/3 (sqrt 2 - 1)."""

Matrix = tuple[float, float, float, float, float, float]
"""SVG's matrix(a b c d e f): x' = a x + c y + e, y' = b x + d y + f."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Paint:
    """Fill and stroke; `width` and `dash` in mm; None means not painted."""

    fill: Colour | None = (0, 0, 0)
    stroke: Colour | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    opacity: float = 1.0
    evenodd: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    path: Path
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """A run of placed glyphs, moved to where its box stands. Its `colour` is a `Colour`."""

    run: Run
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster picture: its `box` (x, y, width, height, mm) and `crop`, the pixels shown (l, t, r, b).

    `grey` shows it without its colours.
    """

    file: pathlib.Path
    digest: str
    box: tuple[float, float, float, float]
    crop: tuple[int, int, int, int]
    pixels: tuple[int, int]
    opacity: float = 1.0
    grey: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Another frame set into this one, moved by `matrix`, shown only inside `clip` (of its own space).

    `opacity` applies to the group as one thing, as SVG's does: what overlaps inside does not show through.
    """

    frame: Frame
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0


Item = Shape | Text | Picture | Group


@dataclass(frozen=True, slots=True)
class Frame:
    """A drawing of `width` x `height` mm. Items may reach `bleed` mm beyond it on every side.

    One that is placed many times has a `key`, and any frame with that key draws the same.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    key: str = ""

    def changed(self, items: Iterable[Item], key: str = "") -> Frame:
        """A frame of this size with other items."""
        return Frame(self.width, self.height, tuple(items), self.bleed, key)


# ------------------------------------------------------------------ geometry


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def transform(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def rectangle(x: float, y: float, width: float, height: float, rx: float = 0, ry: float = 0) -> Path:
    """A rectangle, its corners rounded by quarter ellipses of `rx` x `ry`."""
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if rx <= 0 or ry <= 0:
        return (("M", (x, y)), ("L", (right, y)), ("L", (right, bottom)), ("L", (x, bottom)), ("Z", ()))
    i, j = rx * (1 - ARC), ry * (1 - ARC)
    return (
        ("M", (x + rx, y)),
        ("L", (right - rx, y)),
        ("C", (right - i, y, right, y + j, right, y + ry)),
        ("L", (right, bottom - ry)),
        ("C", (right, bottom - j, right - i, bottom, right - rx, bottom)),
        ("L", (x + rx, bottom)),
        ("C", (x + i, bottom, x, bottom - j, x, bottom - ry)),
        ("L", (x, y + ry)),
        ("C", (x, y + j, x + i, y, x + rx, y)),
        ("Z", ()),
    )


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    """A whole ellipse of four Bézier curves."""
    i, j = rx * ARC, ry * ARC
    return (
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + j, cx + i, cy + ry, cx, cy + ry)),
        ("C", (cx - i, cy + ry, cx - rx, cy + j, cx - rx, cy)),
        ("C", (cx - rx, cy - j, cx - i, cy - ry, cx, cy - ry)),
        ("C", (cx + i, cy - ry, cx + rx, cy - j, cx + rx, cy)),
        ("Z", ()),
    )


def bounds(frame: Frame) -> Box | None:
    """A box that holds all items (curves by their control points, glyphs with two em around them)."""
    boxes = [box for item in frame.items if (box := _bounds_of(item)) is not None]
    return _around([point for left, top, right, bottom in boxes for point in ((left, top), (right, bottom))])


def _bounds_of(item: Item) -> Box | None:
    match item:
        case Shape(path, paint):
            return _around(_points(path), paint.width * 2 if paint.stroke else 0)
        case Text(run, x, y):
            return _around([(x + g.x, y + g.y) for g in run.glyphs], 2 * run.size * MM_PER_POINT)
        case Picture():
            left, top, width, height = item.box
            return left, top, left + width, top + height
        case Group():
            inner = _around(_points(item.clip)) if item.clip else bounds(item.frame)
            return None if inner is None else _around([transform(item.matrix, *p) for p in _corners(inner)])
        case _ as never:
            assert_never(never)


def _points(path: Path) -> list[tuple[float, float]]:
    return [(n[i], n[i + 1]) for _, n in path for i in range(0, len(n), 2)]


def _corners(box: Box) -> list[tuple[float, float]]:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _around(points: Sequence[tuple[float, float]], margin: float = 0) -> Box | None:
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


# ------------------------------------------------------------------ as text


def dump(frame: Frame) -> str:
    """The frame as text, an item a line, for golden files and content hashes. Same frame, same text."""
    return "\n".join(_lines(frame, "")) + "\n"


def digest(frame: Frame) -> str:
    """A hash of all that is drawn. A frame with a key has it there already."""
    own = [item for item in frame.items if not isinstance(item, Group)]
    order = [type(item).__name__ for item in frame.items]
    lines = [" ".join(order), dump(Frame(frame.width, frame.height, tuple(own), frame.bleed))]
    for item in frame.items:
        if isinstance(item, Group):
            shell = Group(_EMPTY, item.matrix, item.clip, item.opacity)
            lines += [dump(Frame(0, 0, (shell,))), item.frame.key or digest(item.frame)]
            # A drawing of many units is scaled by little: what a thousandth hides may be seen.
            lines.append(" ".join(f"{value:.6f}" for value in item.matrix[:4]))
    return sha256("\n".join(lines).encode("utf-8")).hexdigest()[:16]


_EMPTY = Frame(0, 0, ())


def keyed(frame: Frame) -> Frame:
    """The frame with what it draws for its key."""
    return replace(frame, key=digest(frame))


def _lines(frame: Frame, indent: str) -> Iterator[str]:
    bleed = f" bleed {_n(frame.bleed)}" if frame.bleed else ""
    yield f"{indent}frame {_n(frame.width)} x {_n(frame.height)}{bleed}"
    for item in frame.items:
        match item:
            case Shape(path, paint):
                yield f"{indent}  shape {_paint(paint)}: {_path(path)}"
            case Text(run, x, y):
                yield from _text(run, x, y, indent + "  ")
            case Picture():
                where = f"{_numbers(item.box)} crop {_numbers(item.crop)}"
                grey = " grey" if item.grey else ""
                yield f"{indent}  picture {item.file.name} {item.digest} {where}{_alpha(item.opacity)}{grey}"
            case Group():
                clip = f" clip {_path(item.clip)}" if item.clip else ""
                yield f"{indent}  group {_numbers(item.matrix)}{clip}{_alpha(item.opacity)}"
                yield from _lines(item.frame, indent + "    ")
            case _ as never:
                assert_never(never)


def _text(run: Run, x: float, y: float, indent: str) -> Iterator[str]:
    colour = "" if run.colour is None else f" {_numbers(cast(Colour, run.colour))}"
    kind = "annotation" if run.annotation else "text"
    yield f"{indent}{kind} {run.source!r} {run.face.name} {_n(run.size)}pt{colour}"
    glyphs = (
        f"{g.gid}@{_n(x + g.x)},{_n(y + g.y)}"
        + (f" r{_n(g.rotate)}" if g.rotate else "")
        + (f" w{_n(g.stretch)}" if g.stretch != 1 else "")
        for g in run.glyphs
    )
    yield f"{indent}  {' '.join(glyphs)}"


def _paint(paint: Paint) -> str:
    words = (
        [] if paint.fill is None else [f"fill {_numbers(paint.fill)}{' evenodd' if paint.evenodd else ''}"]
    )
    if paint.stroke is not None:
        dash = f" dash {_numbers(paint.dash)}" if paint.dash else ""
        words.append(f"stroke {_numbers(paint.stroke)} {_n(paint.width)} {paint.cap} {paint.join}{dash}")
    return ", ".join(words) + _alpha(paint.opacity)


def _alpha(opacity: float) -> str:
    return "" if opacity == 1 else f" opacity {_n(opacity)}"


def _path(path: Path) -> str:
    return " ".join(f"{letter} {_numbers(numbers)}".rstrip() for letter, numbers in path)


def _numbers(numbers: Iterable[float]) -> str:
    return " ".join(map(_n, numbers))


def _n(number: float) -> str:
    """Three decimals are a micrometre: finer differences are rounding, not drawing."""
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
