"""What is printed on: papers by name, papers and die sheets that a YAML file describes.

Lengths in mm; sheets are measured from the top left of the paper, y downwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from cardgen import paper as papers
from cardgen import share
from cardgen.explain import explain
from cardgen.impose.cell import Cell
from cardgen.model import Model, Number, Text, Whole
from cardgen.problems import Place, Problem, Problems, nearest
from cardgen.source import Source, read_yaml

PRINTABLE = 5.0
"""What home printers leave white at each edge; cards, marks and footer keep out of it."""

BLEED = 3.0

Length = Annotated[Number, Field(ge=0, le=2000)]
Spot = Annotated[list[Length], Field(min_length=2, max_length=2)]
Side = Annotated[Number, Field(gt=0, le=2000)]


@dataclass(frozen=True, slots=True)
class Stock:
    """A sheet of paper as it lies, and what may be printed on it.

    `margin` stays white. `die` are the cards that are stamped or perforated in it, none for plain paper;
    `bleed` is the most that art reaches beyond a card, `marks` whether trim marks are drawn.
    """

    name: str
    width: float
    height: float
    margin: float = PRINTABLE
    die: tuple[Cell, ...] = ()
    bleed: float = BLEED
    marks: bool = True

    @property
    def size(self) -> tuple[float, float]:
        return self.width, self.height

    def turned(self) -> Stock:
        """The same plain paper lying the other way."""
        return replace(self, width=self.height, height=self.width)


# ------------------------------------------------------------------ sheets/*.yaml as it is written


class Extent(Model):
    """A width and a height."""

    width: Side
    height: Side


class Pitch(Model):
    """From one card's left (top) edge to the next one's."""

    x: Side
    y: Side


class SheetSpec(Model):
    """A paper or a die sheet. Without `card` it is plain paper.

    Cards lie at `positions` (left and top of each), or in `columns` and `rows` from `left` and `top`,
    `pitch` apart: without it, edge to edge. `lying` turns a named paper on its long side.
    """

    title: Text
    names: list[Text] = Field(default_factory=list)
    paper: Text | Extent = "A4"
    lying: bool = False
    card: Extent | None = None
    positions: list[Spot] = Field(default_factory=list)
    columns: Annotated[Whole, Field(ge=1, le=100)] = 1
    rows: Annotated[Whole, Field(ge=1, le=100)] = 1
    left: Length = 0.0
    top: Length = 0.0
    pitch: Pitch | None = None
    margin: Length = PRINTABLE
    bleed: Length = BLEED
    marks: bool = True


# ------------------------------------------------------------------ finding


def stock(name: str, game: Path | None = None, margin: float | None = None) -> Stock:
    """The paper or die sheet of that name, for the game in that folder; "120x180" is paper of that size.

    Raises Problems when there is none, or when its file is at fault.
    """
    found = _plain(name) or _described(name, game)
    return found if margin is None else replace(found, margin=margin)


def folders(game: Path | None) -> list[Path]:
    """Where sheets may be described: the game's folder, beside data/, and those that come with cardgen."""
    own = [game / "sheets", game.resolve().parent.parent / "sheets"] if game else [Path("sheets")]
    return list(dict.fromkeys(folder for folder in (*own, share.SHEETS) if folder.is_dir()))


def names(game: Path | None = None) -> list[str]:
    """Every name that `stock` knows, but for plain sizes."""
    return [*papers.PAPERS, *(file.stem for file in _files(game))]


def _plain(name: str) -> Stock | None:
    size = papers.paper_size(name) or papers.measured(name)
    return Stock(name, *size) if size else None


def _files(game: Path | None) -> list[Path]:
    return [file for folder in folders(game) for file in sorted(folder.glob("*.yaml"))]


def _described(name: str, game: Path | None) -> Stock:
    key = name.strip().lower()
    files = _files(game)
    own = next((file for file in files if file.stem.lower() == key), None)
    if own:
        return _read(own)
    known = [*papers.PAPERS, *(file.stem for file in files)]
    for file in files:
        source = read_yaml(file)
        aliases = _aliases(source)
        if key in (alias.lower() for alias in aliases):
            return _read(file)
        known += aliases
    facts = {"found": name, "expected": known, "nearest": nearest(name, known)}
    raise Problems([Problem("unknown-paper", None, "--paper", facts)])


def _aliases(source: Source) -> list[str]:
    found = source.value.get("names", ()) if isinstance(source.value, dict) else ()
    return [str(name) for name in found] if isinstance(found, Iterable) else []


def _read(file: Path) -> Stock:
    source = read_yaml(file)
    try:
        spec = SheetSpec.model_validate(source.value)
    except ValidationError as error:
        raise Problems(explain(error, SheetSpec, source.place, source.key)) from None
    width, height = _paper(spec, source)
    found = Stock(spec.title, width, height, spec.margin, tuple(_die(spec)), spec.bleed, spec.marks)
    for cell in found.die:
        if cell.box[2] > width + 1e-6 or cell.box[3] > height + 1e-6:
            at = f"{cell.x:g}, {cell.y:g}"
            facts = {
                "card": f"{cell.width:g} × {cell.height:g}",
                "at": at,
                "paper": f"{width:g} × {height:g}",
            }
            raise Problems([Problem("die-outside-paper", source.key(("card",)), spec.title, facts)])
    for one, other in combinations(found.die, 2):
        if abs(one.x - other.x) < one.width - 1e-6 and abs(one.y - other.y) < one.height - 1e-6:
            facts = {
                "card": f"{one.width:g} × {one.height:g}",
                "at": f"{one.x:g}, {one.y:g}",
                "other": f"{other.x:g}, {other.y:g}",
            }
            raise Problems([Problem("die-overlaps", source.key(("card",)), spec.title, facts)])
    return found


def _paper(spec: SheetSpec, source: Source) -> tuple[float, float]:
    if isinstance(spec.paper, Extent):
        own = spec.paper.width, spec.paper.height
        return (max(own), min(own)) if spec.lying else own
    size = papers.paper_size(spec.paper)
    if size is None:
        place: Place = source.place(("paper",))
        facts = {
            "found": spec.paper,
            "expected": [*papers.PAPERS],
            "nearest": nearest(spec.paper, papers.PAPERS),
        }
        raise Problems([Problem("unknown-paper", place, spec.title, facts)])
    return size[::-1] if spec.lying else size


def _die(spec: SheetSpec) -> Iterable[Cell]:
    if spec.card is None:
        return
    card = spec.card
    pitch = spec.pitch or Pitch(x=card.width, y=card.height)
    places = spec.positions or [
        [spec.left + column * pitch.x, spec.top + row * pitch.y]
        for row in range(spec.rows)
        for column in range(spec.columns)
    ]
    for x, y in places:
        yield Cell(x, y, card.width, card.height)
