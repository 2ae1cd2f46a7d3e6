"""What of a component is printed: how many pieces, of what size, and how they lie on the sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil

from cardgen.impose.duplex import folded
from cardgen.impose.grid import Slots, fit, worth
from cardgen.impose.nets import EDGES, dice_of, edge_of, net_size
from cardgen.impose.press import Press
from cardgen.impose.room import wanted
from cardgen.impose.shapes import BETWEEN
from cardgen.impose.stock import Stock
from cardgen.impose.tiles import can_tile
from cardgen.model import Card, Component, Game
from cardgen.problems import Place, Problem, Problems


@dataclass(frozen=True, slots=True)
class Extent:
    """A finished size in mm."""

    width: float
    height: float


def sets_of(component: Component) -> list[str]:
    """For each printed piece the set it should stay with on paper: cards with a template, counters and dice
    with a shape."""
    if component.spec.front is None:
        return [""] * component.declared if component.spec.shape else []
    return [set_of(component, card) for card in component.cards for _ in range(card.copies)]


def set_of(component: Component, card: Card) -> str:
    """The set of a card: its copy of a repeated list, or what enters play as one."""
    spec = component.spec
    fields = [*spec.repeat] or ([spec.in_play.per] if spec.in_play else [])
    return " ".join(str(card.values.get(field)) for field in fields)


def trim_of(component: Component, place: Place) -> Extent:
    """The size of one piece. Raises Problems for a die that no net is known of."""
    if component.spec.shape != "die":
        return Extent(component.size.width, component.size.height)
    dice = dice_of(component)
    if not dice:
        facts = {"found": component.spec.faces, "expected": [2, 3, 4, *EDGES]}
        raise Problems([Problem("die-without-net", place, component.name, facts)])
    sizes = [net_size(len(die.sides), edge_of(component, len(die.sides))) for die in dice]
    return Extent(max(width for width, _ in sizes), max(height for _, height in sizes))


def gap_of(component: Component, press: Press) -> float:
    """What is cut along an outline needs room for the knife."""
    return max(press.gap, BETWEEN) if component.spec.shape else press.gap


def stock_for(component: Component, stock: Stock) -> Stock:
    """Counters and nets are cut along an outline drawn on them: straight marks would only mislead."""
    if component.spec.shape is None:
        return stock
    return replace(stock, marks=False, bleed=min(stock.bleed, BETWEEN / 2))


def slots_of(
    game: Game, component: Component, stock: Stock, press: Press, fold: bool, pieces: int
) -> Slots | None:
    """Where that many pieces lie on sheets; None when each has to be tiled over several sheets.

    As many to a sheet as it takes; fewer, where that leaves bleed and marks their room and costs no further
    sheet. Raises Problems when a piece is larger than the paper.
    """
    trim = trim_of(component, game.place(("components", component.id, "faces")))
    if stock.die and press.gap:
        raise Problems([Problem("die-has-gaps", None, "--gap", {"paper": stock.name})])
    place, gap = game.place(("components", component.id, "size")), gap_of(component, press)
    paper = stock_for(component, stock)
    lay = folded if fold and component.spec.back is not None else fit
    try:
        slots = lay(trim, paper, gap, place, component.name)
    except Problems:
        if press.tile and not stock.die and can_tile(stock):
            return None
        raise
    if not stock.die and worth(slots)[1] < wanted(paper):
        slots = _loose(lambda inset: lay(trim, inset, gap, place, component.name), paper, slots, pieces)
    straight = component.spec.shape is None
    return replace(slots, cells=tuple(replace(cell, straight=straight) for cell in slots.cells))


def _loose(lay: Callable[[Stock], Slots], paper: Stock, close: Slots, pieces: int) -> Slots:
    """The cells with all the white they want around them, if that takes no more sheets than lying close."""
    try:
        found = lay(replace(paper, margin=paper.margin + wanted(paper), bleed=0.0, marks=False))
    except Problems:
        return close
    if ceil(pieces / len(found)) > ceil(pieces / len(close)):
        return close
    own = replace(found.stock, margin=paper.margin, bleed=paper.bleed, marks=paper.marks)
    return max(close, Slots(own, found.cells), key=lambda slots: worth(slots)[1])
