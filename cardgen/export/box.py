"""Tuck boxes for the cards: a net per size of card, as deep as its cards are thick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cardgen.export import pdf
from cardgen.export.base import Build
from cardgen.impose import box, sheet
from cardgen.impose.box import Inside
from cardgen.impose.footer import Imprint
from cardgen.impose.grid import fit
from cardgen.impose.parts import Extent
from cardgen.impose.stock import stock
from cardgen.layout.assets import Assets
from cardgen.layout.frame import Frame
from cardgen.model import BoxSpec, Component, Game
from cardgen.problems import Problem, Problems, nearest

LEAST = 10
"""Cards of one size that are worth a box, unless the box names its components."""


def write(build: Build, folder: Path) -> Iterator[Path | Problem]:
    """`box.pdf`, a page per size of card. Raises Problems when a net is larger than the paper."""
    game, options = build.game, build.options
    # A net is cut along its outline.
    paper = replace(stock(options.paper, game.folder, options.press.margin), marks=False)
    spec = game.spec.box or BoxSpec()
    fonts = Assets(game).fonts
    pages: list[Frame] = []
    for size, cards in _decks(game, options.only or tuple(spec.of)).items():
        room = box.inside(size, cards, spec.thickness, spec.slack)
        drawing = box.net(room, game.title, f"{game.draft}　{_players(game)}", fonts.chain("bold"))
        slots = fit(Extent(drawing.width, drawing.height), paper, place=game.place(("box",)), subject="box")
        imprint = Imprint((game.title, game.draft, *_told(size, cards, room)), fonts.chain("body"))
        pages.append(sheet.front(slots, [drawing], imprint))
    if pages:
        yield pdf.write(folder / "box.pdf", pages, f"{game.title} 箱")
    else:
        yield Problem("box-without-cards", None, game.title, {"least": LEAST}, "warning")


def _decks(game: Game, wanted: tuple[str, ...]) -> dict[tuple[float, float], int]:
    """How many cards there are of each size. Raises Problems for a component that there is not."""
    faults = [_unknown(game, number, id) for number, id in enumerate(wanted) if id not in game.components]
    if faults:
        raise Problems(faults)
    found: dict[tuple[float, float], int] = {}
    for component in game.components.values():
        if _is_card(component) and (not wanted or component.id in wanted):
            size = component.size.width, component.size.height
            found[size] = found.get(size, 0) + component.found
    return {size: cards for size, cards in found.items() if wanted or cards >= LEAST}


def _unknown(game: Game, number: int, id: str) -> Problem:
    known = [*game.components]
    facts = {"found": id, "expected": known, "nearest": nearest(id, known)}
    return Problem("unknown-part", game.place(("box", "of", number)), "box", facts)


def _is_card(component: Component) -> bool:
    return component.spec.front is not None and component.spec.shape is None and bool(component.cards)


def _players(game: Game) -> str:
    fewest, most = min(game.players), max(game.players)
    return f"{fewest}人用" if fewest == most else f"{fewest}〜{most}人用"


def _told(size: tuple[float, float], cards: int, room: Inside) -> tuple[str, str]:
    deck = f"{size[0]:g} × {size[1]:g} mm のカード{cards}枚の箱"
    return deck, f"内のり {room.width:g} × {room.height:g} × {room.depth:g} mm"
