"""Counters without a template as pictures: what the sheets print of them, for tables that take pictures."""

from __future__ import annotations

from dataclasses import replace

from cardgen.export.raster import Cut
from cardgen.impose.shapes import counter
from cardgen.layout.assets import Assets
from cardgen.layout.frame import digest
from cardgen.layout.kept import drawn
from cardgen.model import Component, Game, Size

CUBE = Size(width=16, height=16, corner=1.5)
"""A side of what has no shape to be printed in (cubes, pawns), in mm."""


def token(game: Game, component: Component) -> Cut:
    """The face of one counter in its outline: its name, on the colour that the name speaks of."""
    shape = component.spec.shape
    size = CUBE if shape is None else component.size
    frame = counter(replace(component, size=size), Assets(game).fonts.chain("bold"))
    name = f"{digest(frame)} {size.corner:g} {shape}"
    return Cut(size.width, size.height, size.corner, name, drawn(frame), shape)
