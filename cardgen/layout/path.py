"""SVG path data and transform lists, read (SVG 2, 8.5 and 9.3)."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from cardgen.layout.frame import IDENTITY, Matrix, Path, Segment, multiply

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TOKEN = re.compile(rf"([A-Za-z])|({NUMBER})|([\s,]+)")
_ARC_FLAGS = re.compile(r"[\s,]*([01])[\s,]*([01])")
_FUNCTION = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^)]*)\)")

LARGEST = 1e6
"""A kilometre: whatever is further away, or drawn larger than that, is a slip."""

_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers each command takes."""


def number(text: str) -> float:
    """A number as SVG writes it, within `LARGEST`. Raises ValueError."""
    if not re.fullmatch(NUMBER, text):
        raise ValueError(text)
    return _near(text)


def _near(text: str) -> float:
    found = float(text)
    if abs(found) > LARGEST:
        raise ValueError(text)
    return found


def numbers(text: str) -> list[float]:
    """All the numbers of a list separated by blanks or commas. Raises ValueError for anything else."""
    return [number(word) for word in re.split(r"[\s,]+", text.strip()) if word]


@lru_cache(maxsize=4096)
def parse(data: str) -> Path:
    """Path data as M, L, C and Z in absolute coordinates. Raises ValueError with what was not understood."""
    pen = _Pen()
    try:
        for command, args in _commands(data):
            pen.draw(command, args)
    except (OverflowError, ZeroDivisionError):  # the radii of an arc, out of all proportion
        raise ValueError(data) from None
    return tuple(pen.path)


def _commands(data: str) -> list[tuple[str, list[float]]]:
    found: list[tuple[str, list[float]]] = []
    position, command, args = 0, "", list[float]()
    while position < len(data):
        if command in ("A", "a") and len(args) == 3 and (flags := _ARC_FLAGS.match(data, position)):
            args += [float(flags[1]), float(flags[2])]
            position = flags.end()
            continue
        token = _TOKEN.match(data, position)
        if token is None:
            raise ValueError(data[position : position + 12])
        position = token.end()
        if token[1]:
            if args or token[1].upper() not in _TAKES:
                raise ValueError(token[1])
            command = token[1]
            if command in "Zz":
                found.append((command, []))
        elif token[2]:
            if not command or command in "Zz":
                raise ValueError(token[2])
            args.append(_near(token[2]))
            if len(args) == _TAKES[command.upper()]:
                found.append((command, args))
                args = []
                # More pairs after a moveto are linetos (SVG 2, 9.3.3).
                command = {"M": "L", "m": "l"}.get(command, command)
    if args or (command and command.upper() == "M"):
        raise ValueError(data[-12:])
    return found


class _Pen:
    """Where the pen is, where the subpath began, and the control point that S and T mirror."""

    def __init__(self) -> None:
        self.path: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: tuple[str, float, float] | None = None

    def draw(self, command: str, args: list[float]) -> None:
        if not self.path and command not in "Mm":
            raise ValueError(command)
        kind = command.upper()
        if command != kind:
            args = self.absolute(kind, args)
        control, self.control = self.control, None
        match kind:
            case "Z":
                self.path.append(("Z", ()))
                self.x, self.y = self.start_x, self.start_y
            case "M":
                self.start_x, self.start_y = args
                self.to("M", args)
            case "L":
                self.to("L", args)
            case "H":
                self.to("L", [args[0], self.y])
            case "V":
                self.to("L", [self.x, args[0]])
            case "A":
                self.arc(args)
            case "C" | "S":
                self.cubic([*self.mirrored("C", control), *args] if kind == "S" else args)
            case "Q" | "T":
                self.quadratic([*self.mirrored("Q", control), *args] if kind == "T" else args)

    def absolute(self, kind: str, args: list[float]) -> list[float]:
        if kind == "H":
            return [args[0] + self.x]
        if kind == "V":
            return [args[0] + self.y]
        if kind == "A":
            return [*args[:5], args[5] + self.x, args[6] + self.y]
        return [value + (self.y if i % 2 else self.x) for i, value in enumerate(args)]

    def to(self, letter: str, args: list[float]) -> None:
        self.path.append((letter, tuple(args)))
        self.x, self.y = args[-2:]

    def mirrored(self, kind: str, control: tuple[str, float, float] | None) -> tuple[float, float]:
        if control is None or control[0] != kind:
            return self.x, self.y
        return 2 * self.x - control[1], 2 * self.y - control[2]

    def cubic(self, args: list[float]) -> None:
        self.to("C", args)
        self.control = ("C", args[2], args[3])

    def quadratic(self, args: list[float]) -> None:
        qx, qy, x, y = args
        first = (self.x + (qx - self.x) * 2 / 3, self.y + (qy - self.y) * 2 / 3)
        self.to("C", [*first, x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3, x, y])
        self.control = ("Q", qx, qy)

    def arc(self, args: list[float]) -> None:
        """An elliptical arc as Bézier curves of at most a quarter turn (SVG 2, B.2.4)."""
        rx, ry, turn, large, sweep, x, y = args
        if (x, y) == (self.x, self.y):
            return
        if rx == 0 or ry == 0:
            self.to("L", [x, y])
            return
        for curve in _arc_curves(
            self.x, self.y, abs(rx), abs(ry), math.radians(turn), bool(large), bool(sweep), x, y
        ):
            self.to("C", curve)
        self.x, self.y = x, y


def _arc_curves(
    x0: float, y0: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float
) -> list[list[float]]:
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (x0 - x) / 2, (y0 - y) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    inside = max(0.0, (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1)
    root = math.sqrt(inside) * (-1 if large == sweep else 1)
    cx, cy = root * rx * py / ry, -root * ry * px / rx
    begin = math.atan2((py - cy) / ry, (px - cx) / rx)
    sweep_angle = math.atan2((-py - cy) / ry, (-px - cx) / rx) - begin
    if sweep and sweep_angle < 0:
        sweep_angle += 2 * math.pi
    elif not sweep and sweep_angle > 0:
        sweep_angle -= 2 * math.pi
    centre = (cos * cx - sin * cy + (x0 + x) / 2, sin * cx + cos * cy + (y0 + y) / 2)
    matrix = (cos * rx, sin * rx, -sin * ry, cos * ry, *centre)
    count = max(1, math.ceil(abs(sweep_angle) / (math.pi / 2) - 1e-9))
    step = sweep_angle / count
    return [_unit_curve(begin + i * step, step, matrix) for i in range(count)]


def _unit_curve(angle: float, step: float, matrix: Matrix) -> list[float]:
    """The curve along the unit circle from `angle` over `step`, moved by `matrix`."""
    reach = 4 / 3 * math.tan(step / 4)
    end = angle + step
    points = (
        (math.cos(angle) - reach * math.sin(angle), math.sin(angle) + reach * math.cos(angle)),
        (math.cos(end) + reach * math.sin(end), math.sin(end) - reach * math.cos(end)),
        (math.cos(end), math.sin(end)),
    )
    a, b, c, d, e, f = matrix
    return [value for px, py in points for value in (a * px + c * py + e, b * px + d * py + f)]


@lru_cache(maxsize=1024)
def parse_transform(text: str) -> Matrix:
    """A transform list as one matrix. Raises ValueError with the part not understood."""
    matrix, position = IDENTITY, 0
    text = text.strip()
    while position < len(text):
        found = _FUNCTION.match(text, position)
        if found is None:
            raise ValueError(text[position:])
        matrix = multiply(matrix, _transform(found[1], numbers(found[2])))
        if max(map(abs, matrix)) > LARGEST:
            raise ValueError(found[0])
        position = found.end()
    return matrix


def _transform(name: str, args: list[float]) -> Matrix:
    match name, args:
        case "matrix", [a, b, c, d, e, f]:
            return a, b, c, d, e, f
        case "translate", [x]:
            return 1, 0, 0, 1, x, 0
        case "translate", [x, y]:
            return 1, 0, 0, 1, x, y
        case "scale", [x]:
            return x, 0, 0, x, 0, 0
        case "scale", [x, y]:
            return x, 0, 0, y, 0, 0
        case "rotate", [angle]:
            return _rotation(angle)
        case "rotate", [angle, x, y]:
            return multiply(multiply((1, 0, 0, 1, x, y), _rotation(angle)), (1, 0, 0, 1, -x, -y))
        case "skewX", [angle]:
            return 1, 0, math.tan(math.radians(angle)), 1, 0, 0
        case "skewY", [angle]:
            return 1, math.tan(math.radians(angle)), 0, 1, 0, 0
    raise ValueError(f"{name}({' '.join(map(str, args))})")


def _rotation(angle: float) -> Matrix:
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return cos, sin, -sin, cos, 0, 0
