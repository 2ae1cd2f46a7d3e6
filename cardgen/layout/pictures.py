"""A designer's raster pictures: read once, fitted into a box, and held to 300 dpi as printed."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cardgen.layout.frame import Frame, Group, Item, Matrix, Picture
from cardgen.layout.scene import Fault, Scene
from cardgen.layout.tree import Node

FORMATS = ("PNG", "JPEG", "WEBP")
LIMIT = 120_000_000
"""Pixels: an A3 page at 600 dpi and a little more."""
GOOD_DPI = 300
LEAST_DPI = 72
"""Under this nobody prints on purpose: a thumbnail was taken for the picture."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Raster:
    """What is known of a picture file: its pixels as stored, and the EXIF orientation it is to be seen in."""

    file: Path
    digest: str
    pixels: tuple[int, int]
    orientation: int

    @property
    def upright(self) -> tuple[int, int]:
        across, down = self.pixels
        return (down, across) if self.orientation >= 5 else (across, down)


def set_picture(
    scene: Scene, node: Node, file: Path, box: Box, fit: str, focus: tuple[float, float]
) -> list[Item]:
    """The picture in its box. Reports what is too coarse to print; raises Fault for what is no picture."""
    if file not in scene.assets.rasters:
        scene.assets.rasters[file] = _read(file)
    raster = scene.assets.rasters[file]
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


def _read(file: Path) -> Raster:
    from PIL import Image, UnidentifiedImageError

    try:
        data = file.read_bytes()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the size is judged below, by our own measure
            with Image.open(file, formats=FORMATS) as picture:
                if picture.width * picture.height > LIMIT:
                    raise Fault("picture-too-big", file=file.name, width=picture.width, height=picture.height)
                picture.load()
                orientation = picture.getexif().get(0x0112, 1)
                size = picture.size
    except UnidentifiedImageError:
        raise Fault("picture-unknown", file=file.name, expected=(*FORMATS, "SVG")) from None
    except Image.DecompressionBombError:
        raise Fault("picture-too-big", file=file.name, width="?", height="?") from None
    except (OSError, SyntaxError, ValueError) as fault:
        raise Fault("picture-broken", file=file.name, reason=str(fault)) from None
    return Raster(file, sha256(data).hexdigest()[:16], size, orientation if orientation in _TURNS else 1)


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


_TURNS: dict[int, Matrix] = {
    1: (1, 0, 0, 1, 0, 0),
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, 1, 1, 0, 0, 0),
    6: (0, 1, -1, 0, 1, 0),
    7: (0, -1, -1, 0, 1, 1),
    8: (0, -1, 1, 0, 0, 1),
}
"""From the unit square as stored to the unit square as seen, by EXIF orientation (EXIF 2.32, 4.6.4 A)."""

_BACK = {6: 8, 8: 6}


def _placed(raster: Raster, box: Box, crop: tuple[int, int, int, int]) -> Item:
    """A picture stored sideways is placed as stored and turned as it is drawn, so that its file is kept."""
    if raster.orientation == 1:
        return Picture(raster.file, raster.digest, box, crop, raster.pixels)
    stored = _stored(crop, raster)
    picture = Picture(raster.file, raster.digest, (0, 0, 1, 1), stored, raster.pixels)
    a, b, c, d, e, f = _TURNS[raster.orientation]
    x, y, w, h = box
    matrix = (a * w, b * h, c * w, d * h, e * w + x, f * h + y)
    return Group(Frame(1, 1, (picture,)), matrix)


def _stored(crop: tuple[int, int, int, int], raster: Raster) -> tuple[int, int, int, int]:
    a, b, c, d, e, f = _TURNS[_BACK.get(raster.orientation, raster.orientation)]
    (seen_w, seen_h), (w, h) = raster.upright, raster.pixels
    points = [(crop[0] / seen_w, crop[1] / seen_h), (crop[2] / seen_w, crop[3] / seen_h)]
    xs = sorted(round((a * u + c * v + e) * w) for u, v in points)
    ys = sorted(round((b * u + d * v + f) * h) for u, v in points)
    return xs[0], ys[0], xs[1], ys[1]
