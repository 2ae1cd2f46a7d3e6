"""Print sheets: a PDF per component, or one of all, with backs behind their fronts or in other files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from cardgen.export import pdf
from cardgen.export.base import Build, Options
from cardgen.export.edition import BLANK, CHANGED, blanks, edition
from cardgen.export.pieces import Piece, filler, pieces
from cardgen.impose import sheet
from cardgen.impose.calibration import corrected
from cardgen.impose.cell import Cell
from cardgen.impose.duplex import as_fed, behind_fold, turned_over
from cardgen.impose.footer import Imprint
from cardgen.impose.grid import Slots
from cardgen.impose.packing import waste
from cardgen.impose.plan import Part, Placed, part_of, shared
from cardgen.impose.reach import lost, withdrawn
from cardgen.impose.room import APART, LEAST_BLEED, LEAST_SEEN, bleed_in, footer_edge, has_marks, spare
from cardgen.impose.stock import Stock, stock
from cardgen.impose.tiles import Tile, tile_sheet
from cardgen.layout.assets import Assets
from cardgen.layout.frame import Frame, keyed
from cardgen.layout.kept import Drawing
from cardgen.layout.small import lacking
from cardgen.model import Component, Game
from cardgen.problems import Place, Problem, stop_on
from cardgen.text.fonts import Face
from cardgen.workers import Counter

_FLIPS = {"long": "長辺とじ", "short": "短辺とじ"}
_FOLD = "中央で山折り"
_PACKED = "まとめ刷り"


def write(build: Build, folder: Path) -> Iterator[Path | Problem]:
    """`<component>.pdf` for each component that is printed; with separate backs, `<component>-back.pdf`.

    Packed, all of them share `packed.pdf`. Of a build that compares with an earlier state, what changed, in a
    folder of its own. Raises Problems when a piece is larger than the paper, and
    when a calibrated printer would lose a part of a back.
    """
    build = edition(build)
    if build.changes is not None:
        folder = folder / CHANGED
        folder.mkdir()
    fonts = Assets(build.game).fonts.chain("body")
    yield from _left_out(build.game, fonts)
    paper = stock(build.options.paper, build.game.folder, build.options.press.margin)
    yield from near_edge(paper)
    parts = [part for component in build.game.components.values() if (part := _part(build, component, paper))]
    if build.options.press.pack:
        yield from _packed(build, parts, paper, fonts, folder)
        return
    pages = Counter(sum(part.papers for part in parts), build.tell)
    for part in parts:
        name, title = part.component.name, f"{build.game.title} {part.component.name}"
        book = _Book(build, fonts, name, _has_backs(part), pages)
        for cards in part.sheets:
            book.add(part, cards)
        yield from book.narrow(build.game.place(("components", part.component.id, "size")))
        yield from book.write(folder / part.component.id, title)


def _left_out(game: Game, fonts: tuple[Face, ...]) -> Iterator[Problem]:
    """Names that small print cannot say in full."""
    names: dict[tuple[str, ...], str] = {("title",): game.title, ("draft",): game.draft}
    names |= {("components", id, "name"): component.name for id, component in game.components.items()}
    if lacking(" ".join(names.values()), fonts):
        for path, words in names.items():
            if missing := lacking(words, fonts):
                yield Problem("imprint-no-glyph", game.place(path), " / ".join(path), missing, "warning")


def near_edge(paper: Stock) -> Iterator[Problem]:
    """A warning when cards of a die sheet reach into the margin that the printer leaves white."""
    boxes = [cell.box for cell in paper.die]
    edges = [(left, top, paper.width - right, paper.height - low) for left, top, right, low in boxes]
    nearest = min((edge for found in edges for edge in found), default=paper.margin)
    if nearest < paper.margin:
        facts = {"at": f"{nearest:g}", "margin": f"{paper.margin:g}", "out": f"{paper.margin - nearest:g}"}
        yield Problem("die-near-edge", None, paper.name, facts, "warning")


# ------------------------------------------------------------------ what goes onto the sheets


def _part(build: Build, component: Component, paper: Stock) -> Part[Piece] | None:
    """The component's part in the print, None when nothing of it is printed."""
    options = build.options
    faces = [face for face in build.faces if face.component.id == component.id]
    if options.fill_blanks and faces:
        faces += blanks(build.game, component, faces)
    copies = pieces(build, component, faces)
    if not copies:
        return None
    part = part_of(build.game, component, paper, options.press, options.backs == "fold", copies)
    if options.fill_blanks and part.slots and faces:
        last = part.sheets[-1]
        last += [filler(faces, BLANK)] * (len(part.slots) - len(last))
    return part


def _narrow(cells: Sequence[Cell], paper: Stock, subject: str, place: Place | None) -> Iterator[Problem]:
    """Where the cards take so much of a sheet that their bleed is cut short, or that no marks are drawn."""
    boxes = [cell.box for cell in cells]
    if not boxes or not paper.bleed:
        return
    straight = any(cell.straight for cell in cells)
    white = min(spare(boxes, paper).values())
    bleed = bleed_in(white, paper, straight)
    cards = {"cards": len(cells)}
    if footer_edge(boxes, paper) is None:
        yield Problem("imprint-none", place, subject, cards, "warning")
    if straight and paper.marks and not has_marks(white):
        facts = {**cards, "white": _mm(max(0.0, white)), "least": _mm(LEAST_SEEN + APART)}
        yield Problem("marks-none", place, subject, facts, "warning")
    if bleed < paper.bleed - 0.05:
        facts = {**cards, "bleed": _mm(bleed), "wanted": _mm(paper.bleed), "short": _mm(paper.bleed - bleed)}
        yield Problem("bleed-narrow", place, subject, facts, "warning" if bleed < LEAST_BLEED else "note")


def _mm(length: float) -> str:
    return f"{round(length, 1):g}"


# ------------------------------------------------------------------ pages


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A sheet whose cards lie in the slots, and what more its margin says."""

    slots: Slots
    cards: Sequence[Piece]
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Tile:
    """A sheet with a part of what is larger than one, and which part it is."""

    draw: Drawing
    tile: Tile
    where: str


def _has_backs(part: Part[Piece]) -> bool:
    return any(piece.back for cards in part.sheets for piece in cards)


class _Book:
    """The sheets of one file, and of the file of their backs: each is drawn when it is written."""

    def __init__(self, build: Build, fonts: tuple[Face, ...], name: str, backs: bool, counter: Counter):
        self.options: Options = build.options
        self.game, self.fonts, self.name = build.game, fonts, name
        self.backs = self.options.backs if backs else "none"
        self.pages: list[_Sheet | _Tile] = []
        self.counter = counter

    def add(self, part: Part[Piece], cards: Sequence[Piece]) -> None:
        """A sheet of one component, or those over which what is larger than one is tiled."""
        if part.slots:
            self.pages.append(_Sheet(part.slots, cards))
            return
        tiles = part.tiles()
        for card in cards:  # the tiles of a back are glued on by hand
            for draw in filter(None, (card.front, card.back if self.backs != "none" else None)):
                for number, tile in enumerate(tiles, 1):
                    where = f"貼り合わせ {number}/{len(tiles)}（{tile.row + 1}段目の{tile.column + 1}）"
                    self.pages.append(_Tile(draw, tile, where))

    def front(self, number: int, page: _Sheet | _Tile) -> Frame:
        """The drawing of a sheet."""
        self.counter.counted(page)
        if isinstance(page, _Tile):
            imprint = self.imprint(number, page.where)
            return self.through_printer(tile_sheet(keyed(page.draw()), page.tile, imprint))
        guides, fronts = self.options.press.guides, [card.front() for card in page.cards]
        if self.backs == "fold":
            backs = [card.back and card.back() for card in page.cards]
            return sheet.folding(page.slots, fronts, backs, self.imprint(number, _FOLD), guides)
        imprint = self.imprint(number, *page.more, *self.side("表"))
        return self.through_printer(sheet.front(page.slots, fronts, imprint, guides))

    def has_back(self, page: _Sheet | _Tile) -> TypeGuard[_Sheet]:
        if isinstance(page, _Tile) or self.backs in ("none", "fold"):
            return False
        return any(card.back for card in page.cards)

    def back(self, number: int, page: _Sheet) -> Frame:
        imprint = self.imprint(number, *page.more, *self.side("裏"))
        backs = [card.back and card.back() for card in page.cards]
        flip, guides, found = self.options.flip, self.options.press.guides, self.options.press.calibration
        kept_in = withdrawn(page.slots.stock, found, flip) if found else 0.0
        return self.moved(sheet.back(page.slots, backs, flip, imprint, guides, kept_in))

    def narrow(self, place: Place | None) -> Iterator[Problem]:
        """What the sheets have too little white for, each once, of the first sheet that it is true of."""
        told: dict[str, Problem] = {}
        for page in self.pages:
            if isinstance(page, _Sheet):
                cells = list(page.slots.cells[: len(page.cards)])
                if self.backs == "fold":
                    cells += [behind_fold(cell, page.slots) for cell in cells]
                for problem in _narrow(cells, page.slots.stock, self.name, place):
                    told.setdefault(problem.id, problem)
        yield from told.values()

    def lost(self) -> Iterator[Problem]:
        """What the calibrated printer loses of backs, each once."""
        found, flip, told = self.options.press.calibration, self.options.flip, list[Problem]()
        for page in self.pages if found else ():
            if found and self.has_back(page):
                cells = [cell for cell, card in zip(page.slots.cells, page.cards, strict=False) if card.back]
                behind = [turned_over(cell, page.slots.stock.size, flip) for cell in cells]
                told += lost(behind, page.slots.stock, found, flip, self.name)
        return iter([problem for at, problem in enumerate(told) if problem not in told[:at]])

    def through_printer(self, page: Frame) -> Frame:
        """A page as the calibrated printer takes it: upright."""
        return as_fed(page) if self.options.press.calibration else page

    def moved(self, page: Frame) -> Frame:
        """A back as the calibrated printer takes it: upright, and moved to meet its front."""
        found = self.options.press.calibration
        return corrected(as_fed(page), found, self.options.flip) if found else page

    def side(self, name: str) -> tuple[str, ...]:
        """The side and the flip edge, where there are two sides."""
        return () if self.backs == "none" else (name, _FLIPS[self.options.flip])

    def imprint(self, number: int, *more: str) -> Imprint:
        """What the line of small print says of a sheet."""
        # Where there is little room the end is cut off: what the printer needs stands first.
        words = [f"{number}/{len(self.pages)}", *more, self.name, self.game.title, self.game.draft]
        return Imprint((*words, *([self.options.date] if self.options.date else [])), self.fonts)

    def write(self, path: Path, title: str) -> Iterator[Path | Problem]:
        """`path`.pdf, and `path`-back.pdf when backs are separate. Raises Problems when one is cut short."""
        yield from stop_on(self.lost())
        numbered = list(enumerate(self.pages, 1))
        backs = [(number, page) for number, page in numbered if self.has_back(page)]
        if backs and self.backs == "duplex":
            both = (side for number, page in numbered for side in self.both(number, page))
            yield pdf.write(path.with_name(f"{path.name}.pdf"), both, title, self.options.flip)
            return
        fronts = (self.front(*page) for page in numbered)
        yield pdf.write(path.with_name(f"{path.name}.pdf"), fronts, title)
        if backs:
            behind = (self.back(*page) for page in backs)
            yield pdf.write(path.with_name(f"{path.name}-back.pdf"), behind, f"{title} 裏")

    def both(self, number: int, page: _Sheet | _Tile) -> Iterator[Frame]:
        """Both sides of a sheet. Where it has no back an empty page keeps the next front off it."""
        front = self.front(number, page)
        yield front
        if self.has_back(page):
            yield self.back(number, page)
        else:
            yield Frame(front.width, front.height, ())


# ------------------------------------------------------------------ components that share sheets


def _packed(
    build: Build, parts: Sequence[Part[Piece]], paper: Stock, fonts: tuple[Face, ...], folder: Path
) -> Iterator[Path | Problem]:
    """One file of all components, and what sharing saved."""
    if not parts:
        return
    plan = shared(parts, paper, build.options.press)
    pages = Counter(plan.papers, build.tell)
    book = _Book(build, fonts, _PACKED, any(map(_has_backs, parts)), pages)
    for part, cards in plan.full:
        book.add(part, cards)
    for placed in plan.shared:
        slots = Slots(stock_of(placed, paper), tuple(cell for cell, _ in placed))
        more = (f"余り {waste([placed], paper):.0%}",)
        book.pages.append(_Sheet(slots, [piece for _, piece in placed], more))
    yield from book.narrow(None)
    yield from book.write(folder / "packed", f"{build.game.title} {_PACKED}")
    facts = {
        "sheets": plan.papers,
        "alone": sum(part.papers for part in parts),
        "waste": f"{plan.waste:.0%}",
    }
    yield Problem("packed", None, build.game.title, facts, "note")


def stock_of(placed: Placed[Piece], paper: Stock) -> Stock:
    """The paper as the cells lie on it: a sheet of one component may be a lying one."""
    inside = all(cell.box[2] <= paper.width and cell.box[3] <= paper.height for cell, _ in placed)
    return paper if inside else paper.turned()
