"""A designer's raster pictures: fitted into a box, and held to 300 dpi as printed."""

from __future__ import annotations

from pathlib import Path

from cardgen.layout.frame import Frame, Group, Item, Picture
from cardgen.layout.raster import TURNS, Raster
from cardgen.layout.scene import Scene
from cardgen.layout.tree import Node

GOOD_DPI = 300
LEAST_DPI = 72
"""Under this nobody prints on purpose: a thumbnail was taken for the picture."""

Box = tuple[float, float, float, float]


def set_picture(
    scene: Scene, node: Node, file: Path, box: Box, fit: str, focus: tuple[float, float]
) -> list[Item]:
    """The picture in its box. Reports what is too coarse to print; raises Fault for what is no picture."""
    raster = scene.assets.raster(file)
    shown, crop = _fitted(raster.upright, box, fit, focus)
    dpi = min((crop[2] - crop[0]) / shown[2], (crop[3] - crop[1]) / shown[3]) * 25.4
    if dpi < GOOD_DPI - 0.5:
        scene.report(
            "picture-coarse",
            node,
            level="error" if dpi < LEAST_DPI else "warning",
            file=file.name,
            dpi=int(dpi),
            wanted=GOOD_DPI,
            width=_pixels(shown[2]),
            height=_pixels(shown[3]),
        )
    return [_placed(raster, shown, crop)]


def _pixels(mm: float) -> int:
    return round(mm / 25.4 * GOOD_DPI)


def _fitted(
    pixels: tuple[int, int], box: Box, fit: str, focus: tuple[float, float]
) -> tuple[Box, tuple[int, int, int, int]]:
    """Where the picture goes, and which of its pixels (left, top, right, bottom)."""
    x, y, width, height = box
    across, down = pixels
    if fit == "fill":
        return box, (0, 0, across, down)
    scale = (min if fit == "contain" else max)(width / across, height / down)
    if fit == "contain":
        w, h = across * scale, down * scale
        return (x + (width - w) * focus[0], y + (height - h) * focus[1], w, h), (0, 0, across, down)
    w, h = max(1, round(width / scale)), max(1, round(height / scale))
    left, top = round((across - w) * focus[0]), round((down - h) * focus[1])
    return box, (left, top, left + w, top + h)


_BACK = {6: 8, 8: 6}


def _placed(raster: Raster, box: Box, crop: tuple[int, int, int, int]) -> Item:
    """A picture stored sideways is placed as stored and turned as it is drawn, so that its file is kept."""
    if raster.orientation == 1:
        return Picture(raster.file, raster.digest, box, crop, raster.pixels)
    stored = _stored(crop, raster)
    picture = Picture(raster.file, raster.digest, (0, 0, 1, 1), stored, raster.pixels)
    a, b, c, d, e, f = TURNS[raster.orientation]
    x, y, w, h = box
    matrix = (a * w, b * h, c * w, d * h, e * w + x, f * h + y)
    return Group(Frame(1, 1, (picture,)), matrix)


def _stored(crop: tuple[int, int, int, int], raster: Raster) -> tuple[int, int, int, int]:
    a, b, c, d, e, f = TURNS[_BACK.get(raster.orientation, raster.orientation)]
    (seen_w, seen_h), (w, h) = raster.upright, raster.pixels
    points = [(crop[0] / seen_w, crop[1] / seen_h), (crop[2] / seen_w, crop[3] / seen_h)]
    xs = sorted(round((a * u + c * v + e) * w) for u, v in points)
    ys = sorted(round((b * u + d * v + f) * h) for u, v in points)
    return xs[0], ys[0], xs[1], ys[1]
