"""Drawings without transparency: on a flat ground, half seen through is a mixed colour.

Where the ground is not one colour the mixture differs from place to place; that is told, not guessed at.
Colours are mixed in the space they are given in, which is what a reader of the PDF does with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import cast

from cardgen.export.separation import inks
from cardgen.layout.edges import others_told
from cardgen.layout.extent import Inked, Point, corners_on, grown, holds, inked, meet, scale
from cardgen.layout.frame import (
    IDENTITY,
    Box,
    Colour,
    Frame,
    Group,
    Item,
    Matrix,
    Picture,
    Shape,
    Text,
    multiply,
)
from cardgen.layout.raster import opened
from cardgen.problems import Place, Problem

WHITE: Colour = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class _Coat:
    """Something painted earlier: all of it is in `box`; inside all of `areas` it is one `colour`.

    Without a colour it is a line around one area, which it leaves bare but for `half` its width, or
    whatever else.
    """

    box: Box
    areas: tuple[tuple[Point, ...], ...]
    colour: Colour | None
    half: float = 0.0

    def bares(self, box: Box) -> bool:
        """Whether nothing of it lies in a box."""
        if meet(self.box, cast(Box, grown(box, -1e-3))) is None:
            return True
        around = cast(Box, grown(box, self.half))
        return self.colour is None and any(holds(area, around) for area in self.areas)


@dataclass
class Flattener:
    """Flattens the faces of a game. Pictures that are mixed are written into `folder`.

    `sources` are the files that they were made of.
    """

    folder: Path
    subject: str = ""
    sources: dict[Path, Path] = field(default_factory=dict)
    _places: dict[str, Place] = field(default_factory=dict)
    _rough: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _opaque: dict[str, bool] = field(default_factory=dict)
    _clear: dict[str, bool] = field(default_factory=dict)

    @property
    def problems(self) -> list[Problem]:
        """What lies on no flat ground, each opacity with the first face it was met on and the others."""
        return [
            Problem(id, self._places[first], first, {"opacity": opacity, "also": others_told(others)})
            for (id, opacity), (first, *others) in self._rough.items()
        ]

    def frame(self, frame: Frame, subject: str, place: Place) -> Frame:
        """The face without transparency; what could not be mixed stays as it is and is in `problems`.

        `subject` and `place` are of the card.
        """
        self.subject = subject
        self._places[subject] = place
        if self.opaque(frame):
            return frame
        return frame.changed(self._items(frame.items, IDENTITY, (), []))

    # -------------------------------------------------------------- is there anything to do

    def opaque(self, frame: Frame) -> bool:
        """Whether nothing in a frame is seen through."""
        if frame.key not in self._opaque:
            found = all(self._solid(item) for item in frame.items)
            if not frame.key:
                return found
            self._opaque[frame.key] = found
        return self._opaque[frame.key]

    def _solid(self, item: Item) -> bool:
        match item:
            case Group():
                return item.opacity == 1 and self.opaque(item.frame)
            case Picture():
                return item.opacity == 1 and not self.clear(item)
            case Shape():
                return item.paint.opacity == 1
            case Text():
                return True

    def clear(self, picture: Picture) -> bool:
        """Whether a picture has pixels that are seen through."""
        if picture.digest not in self._clear:
            with opened(picture.file) as pixels:
                alpha = "A" in pixels.mode or "transparency" in pixels.info
                least = pixels.convert("RGBA").getchannel("A").getextrema()[0] if alpha else 255
            self._clear[picture.digest] = cast(int, least) < 255
        return self._clear[picture.digest]

    # -------------------------------------------------------------- walking

    def _items(
        self,
        items: Sequence[Item],
        matrix: Matrix,
        clips: tuple[tuple[Point, ...], ...],
        coats: list[_Coat],
    ) -> tuple[Item, ...]:
        made: list[Item] = []
        for item in items:
            if isinstance(item, Group) and item.opacity == 1 and not self._solid(item):
                inner = multiply(matrix, item.matrix)
                through = (*clips, corners_on(item.clip, inner)) if item.clip else clips
                within = self._items(item.frame.items, inner, through, coats)
                made.append(replace(item, frame=item.frame.changed(within)))
                continue
            shown = item if self._solid(item) else self._mixed(item, matrix, coats)
            coats += (_coat(ink, clips) for ink in inked(Frame(0, 0, (shown,)), matrix))
            made.append(shown)
        return tuple(made)

    def _mixed(self, item: Item, matrix: Matrix, coats: Sequence[_Coat]) -> Item:
        ground = self._ground(item, matrix, coats)
        if ground is None or (isinstance(item, Group) and not self.opaque(item.frame)):
            id = "cannot-flatten" if _opacity(item) < 1 else "cannot-flatten-picture"
            self._rough.setdefault((id, f"{round(100 * _opacity(item))} %"), []).append(self.subject)
            return item
        return self._over(item, ground, _opacity(item))

    def _ground(self, item: Item, matrix: Matrix, coats: Sequence[_Coat]) -> Colour | None:
        """The one colour beneath all of an item, None when there are several."""
        colours = {_beneath(ink.box, coats) for ink in inked(Frame(0, 0, (item,)), matrix)}
        return WHITE if not colours else colours.pop() if len(colours) == 1 else None

    def _over(self, item: Item, ground: Colour, opacity: float) -> Item:
        """The item as it looks through `opacity` over the ground. All of a group is mixed as one."""
        match item:
            case Shape():
                fill, stroke = (
                    None if colour is None else mixed(ground, colour, opacity)
                    for colour in (item.paint.fill, item.paint.stroke)
                )
                return replace(item, paint=replace(item.paint, fill=fill, stroke=stroke, opacity=1.0))
            case Text():
                colour = mixed(ground, cast(Colour, item.run.colour or (0.0, 0.0, 0.0)), opacity)
                return replace(item, run=replace(item.run, colour=colour))
            case Picture():
                return self._blended(item, ground, opacity)
            case Group():
                items = (self._over(inner, ground, opacity) for inner in item.frame.items)
                return replace(item, frame=item.frame.changed(items), opacity=1.0)

    def _blended(self, picture: Picture, ground: Colour, opacity: float) -> Picture:
        from PIL import Image

        paper = tuple(round(part * 255) for part in _screen(ground))
        with opened(picture.file) as pixels:
            seen = pixels.convert("RGBA")
        seen.putalpha(seen.getchannel("A").point([round(value * opacity) for value in range(256)]))
        made = Image.new("RGBA", seen.size, (*paper, 255))
        made.alpha_composite(seen)
        name = sha256(f"{picture.digest} {paper} {opacity}".encode()).hexdigest()[:16]
        file = self.folder / f"{name}.png"
        made.convert("RGB").save(file)
        self.sources[file] = picture.file
        return replace(picture, file=file, digest=name, opacity=1.0)


def _coat(ink: Inked, clips: tuple[tuple[Point, ...], ...]) -> _Coat:
    if not isinstance(ink.item, Shape):
        return _Coat(ink.box, (), None)
    area, paint = corners_on(ink.item.path, ink.matrix), ink.item.paint
    if paint.fill is None:
        return _Coat(ink.box, (area,), None, paint.width / 2 * scale(ink.matrix))
    if paint.stroke is None:
        return _Coat(ink.box, (area, *clips, *ink.clips), paint.fill)
    return _Coat(ink.box, (), None)


def _beneath(box: Box, coats: Sequence[_Coat]) -> Colour | None:
    """The one colour beneath a box, None when there are several."""
    for coat in reversed(coats):
        if coat.colour is not None and all(holds(area, box) for area in coat.areas):
            return coat.colour
        if not coat.bares(box):
            return None
    return WHITE


def _opacity(item: Item) -> float:
    match item:
        case Shape():
            return item.paint.opacity
        case Text():
            return 1.0
        case Picture() | Group():
            return item.opacity


def mixed(ground: Colour, colour: Colour, opacity: float) -> Colour:
    """`colour` over `ground`; in four inks as soon as one of them is."""
    if len(ground) != len(colour):
        ground, colour = inks(ground), inks(colour)
    return tuple(below + (above - below) * opacity for below, above in zip(ground, colour, strict=True))


def _screen(colour: Colour) -> Colour:
    if len(colour) == 3:
        return colour
    cyan, magenta, yellow, black = colour
    return tuple((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow))
