"""The sides of a die as pictures, for tables that have no die of just those sides."""

from __future__ import annotations

from cardgen.export.raster import Cut
from cardgen.export.tabletop import Die
from cardgen.impose import shapes
from cardgen.layout import colour
from cardgen.layout.assets import Assets
from cardgen.layout.frame import Colour, Frame, Paint, Shape, Text, rectangle
from cardgen.model import Game
from cardgen.problems import Problem, Problems
from cardgen.text.compose import compose
from cardgen.text.errors import DoesNotFit, NoGlyph
from cardgen.text.fonts import Face
from cardgen.text.markup import Plain
from cardgen.text.style import Style

EDGE, MARGIN, CORNER = 16.0, 1.5, 3.0
"""A side's length, the space kept free at its edges, and its corners' radius, in mm."""

LARGEST, SMALLEST = 32.0, 5.0
"""Type sizes, in points."""

BONE = "#faf8f2"


def die_faces(game: Game, die: Die) -> dict[str, Cut]:
    """A picture for each different side, by what is written on it. Raises Problems for what cannot be set."""
    faces = Assets(game).fonts.chain("bold")
    try:
        return {side: _face(side, body_of(die) or BONE, faces) for side in die.sides}
    except (DoesNotFit, NoGlyph):
        place = game.place(("components", die.key.split("/")[0], "faces"))
        raise Problems([Problem("die-side", place, die.name, {"found": " ".join(die.sides)})]) from None


def body_of(die: Die) -> str | None:
    """The colour that the die's name speaks of (緑（セーフティ）), as #rrggbb."""
    return shapes.body_of(die.name)


def _face(side: str, body: str, faces: tuple[Face, ...]) -> Cut:
    ink = colour.parse(colour.contrast(body))
    style = Style(
        faces=faces,
        size=LARGEST,
        min_size=SMALLEST,
        align="center",
        valign="middle",
        mode="title",
        colour=ink,
    )
    composed = compose((Plain(side),), style, EDGE - 2 * MARGIN, EDGE - 2 * MARGIN)
    ground = Shape(rectangle(0, 0, EDGE, EDGE), Paint(fill=_rgb(body)))
    texts = [Text(run, MARGIN, MARGIN) for run in composed.runs]
    return Cut.of(Frame(EDGE, EDGE, (ground, *texts)), CORNER, f"die {body} {side}")


def _rgb(text: str) -> Colour:
    found = colour.parse(text)
    assert found is not None, "the colours above are written as colours"
    return found
