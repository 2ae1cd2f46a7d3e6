"""Drawings that are set smaller than they were made, with pictures no finer than paper shows at that size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cardgen.layout.extent import scale
from cardgen.layout.frame import Frame, Group, Item, Picture
from cardgen.layout.raster import opened

FINEST = 300.0
"""Pixels to the inch that a reader of a book can see."""

WORTH = 1.5
"""How many times finer a picture has to be before it is made smaller."""

_QUALITY = 88
_MM_PER_INCH = 25.4


class Reducer:
    """Makes the pictures of drawings smaller, in files in `folder`, which has to last as the drawings do."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._frames: dict[tuple[str, float], Frame] = {}
        self._pictures: dict[tuple[str, int, int], tuple[Path, str]] = {}

    def frame(self, frame: Frame, size: float = 1.0) -> Frame:
        """The same drawing, to be set at `size` times its own."""
        key = frame.key, round(size, 3)
        if key in self._frames:
            return self._frames[key]
        items = tuple(self._item(item, size) for item in frame.items)
        if all(new is old for new, old in zip(items, frame.items, strict=True)):
            made = frame
        else:
            made = frame.changed(items, f"{frame.key} {key[1]}" if frame.key else "")
        if frame.key:
            self._frames[key] = made
        return made

    def _item(self, item: Item, size: float) -> Item:
        match item:
            case Group():
                inner = self.frame(item.frame, size * scale(item.matrix))
                return item if inner is item.frame else replace(item, frame=inner)
            case Picture():
                return self._picture(item, size)
            case _:
                return item

    def _picture(self, picture: Picture, size: float) -> Picture:
        seen = picture.crop[2] - picture.crop[0]
        finer = seen / (picture.box[2] * size / _MM_PER_INCH) / FINEST
        if finer < WORTH:
            return picture
        width, height = (max(1, round(pixels / finer)) for pixels in picture.pixels)
        across, down = width / picture.pixels[0], height / picture.pixels[1]
        left, top, right, bottom = picture.crop
        file, digest = self._file(picture, width, height)
        crop = (
            min(width - 1, round(left * across)),
            min(height - 1, round(top * down)),
            max(1, round(right * across)),
            max(1, round(bottom * down)),
        )
        return replace(picture, file=file, digest=digest, pixels=(width, height), crop=crop)

    def _file(self, picture: Picture, width: int, height: int) -> tuple[Path, str]:
        key = picture.digest, width, height
        if key not in self._pictures:
            digest = f"{picture.digest}-{width}x{height}"
            self._pictures[key] = self._made(picture.file, digest, (width, height)), digest
        return self._pictures[key]

    def _made(self, file: Path, digest: str, size: tuple[int, int]) -> Path:
        with opened(file, size) as pixels:
            photograph, mode = pixels.format == "JPEG", pixels.mode
            if mode not in ("L", "RGB", "CMYK"):
                mode = "RGBA" if "A" in mode or "transparency" in pixels.info else "RGB"
            small = pixels.convert(mode).resize(size, reducing_gap=2.0)
        made = self.folder / f"{digest}.{'jpg' if photograph else 'png'}"
        small.save(made, quality=_QUALITY)  # which PNG has none of
        return made
