"""Print sheets: a PDF per component, or one of all, with backs behind their fronts or in other files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cardgen.export import pdf
from cardgen.export.base import Build, Options
from cardgen.export.edition import BLANK, CHANGED, blanks, edition
from cardgen.export.pieces import Piece, filler, pieces
from cardgen.impose import sheet
from cardgen.impose.calibration import corrected
from cardgen.impose.cell import Cell
from cardgen.impose.duplex import as_fed
from cardgen.impose.footer import Imprint
from cardgen.impose.grid import Slots
from cardgen.impose.packing import Lot, pack, waste
from cardgen.impose.parts import slots_of
from cardgen.impose.shapes import BETWEEN
from cardgen.impose.stock import Stock, stock
from cardgen.impose.tiles import Tile, tile_sheet, tiled
from cardgen.layout.assets import Assets
from cardgen.layout.frame import Frame, keyed
from cardgen.layout.kept import Drawing
from cardgen.layout.small import lacking
from cardgen.model import Component, Game
from cardgen.problems import Problem
from cardgen.text.fonts import Face

_FLIPS = {"long": "長辺とじ", "short": "短辺とじ"}
_FOLD = "中央で山折り"
_PACKED = "まとめ刷り"


def write(build: Build, folder: Path) -> Iterator[Path | Problem]:
    """`<component>.pdf` for each component that is printed; with separate backs, `<component>-back.pdf`.

    Packed, all of them share `packed.pdf`. Of a build that compares with an earlier state, what changed, in a
    folder of its own. Raises Problems when a piece is larger than the paper.
    """
    build = edition(build)
    if build.changes is not None:
        folder = folder / CHANGED
        folder.mkdir()
    fonts = Assets(build.game).fonts.chain("body")
    yield from _left_out(build.game, fonts)
    paper = stock(build.options.paper, build.game.folder, build.options.press.margin)
    parts = [part for component in build.game.components.values() if (part := _part(build, component, paper))]
    if build.options.press.pack:
        yield from _packed(build, parts, paper, fonts, folder)
        return
    for part in parts:
        name, title = part.component.name, f"{build.game.title} {part.component.name}"
        book = _Book(build, fonts, name, len(part.sheets), part.has_backs)
        yield from book.write(folder / part.component.id, title, list(part.pages(book)))


def _left_out(game: Game, fonts: tuple[Face, ...]) -> Iterator[Problem]:
    """Names that small print cannot say in full."""
    names: dict[tuple[str, ...], str] = {("title",): game.title, ("draft",): game.draft}
    names |= {("components", id, "name"): component.name for id, component in game.components.items()}
    if lacking(" ".join(names.values()), fonts):
        for path, words in names.items():
            if missing := lacking(words, fonts):
                yield Problem("imprint-no-glyph", game.place(path), " / ".join(path), missing, "warning")


# ------------------------------------------------------------------ what goes onto the sheets


@dataclass(frozen=True)
class _Part:
    """One component's pieces, sheet by sheet; `slots` is None where each is tiled over several sheets."""

    component: Component
    stock: Stock
    slots: Slots | None
    sheets: list[list[Piece]]

    @property
    def has_backs(self) -> bool:
        return any(piece.back for cards in self.sheets for piece in cards)

    def pages(self, book: _Book) -> Iterator[_Page]:
        for number, cards in enumerate(self.sheets, 1):
            if self.slots:
                yield book.page(self.slots, cards, number)
            else:
                yield from book.tiles(cards, self.stock, number)


def _part(build: Build, component: Component, paper: Stock) -> _Part | None:
    """The component's part in the print, None when nothing of it is printed."""
    options = build.options
    faces = [face for face in build.faces if face.component.id == component.id]
    if options.fill_blanks and faces:
        faces += blanks(build.game, component, faces)
    copies = pieces(build, component, faces)
    if not copies:
        return None
    slots = slots_of(build.game, component, paper, options.press, options.backs == "fold")
    sheets = sheet.arrange(copies, len(slots) if slots else 1)
    if options.fill_blanks and slots and faces:
        sheets[-1] += [filler(faces, BLANK)] * (len(slots) - len(sheets[-1]))
    return _Part(component, paper, slots, sheets)


# ------------------------------------------------------------------ pages


_Page = tuple[Drawing, Drawing | None]
"""What draws a sheet's front, and its back where it has one: each when it is written."""


class _Book:
    """The sheets of one file, and of the file of their backs."""

    def __init__(self, build: Build, fonts: tuple[Face, ...], name: str, sheets: int, backs: bool):
        self.options: Options = build.options
        self.game, self.fonts, self.name, self.sheets = build.game, fonts, name, sheets
        self.backs = self.options.backs if backs else "none"

    def page(self, slots: Slots, cards: Sequence[Piece], number: int, *more: str) -> _Page:
        """A sheet whose cards lie in the slots."""
        if self.backs == "fold":
            return partial(self.folding, slots, cards, number), None
        behind = self.backs != "none" and any(card.back for card in cards)
        front = partial(self.front, slots, cards, number, *more)
        return front, partial(self.back, slots, cards, number, *more) if behind else None

    def folding(self, slots: Slots, cards: Sequence[Piece], number: int) -> Frame:
        fronts, backs = [card.front() for card in cards], [card.back and card.back() for card in cards]
        return sheet.folding(slots, fronts, backs, self.imprint(number, _FOLD), self.options.press.guides)

    def front(self, slots: Slots, cards: Sequence[Piece], number: int, *more: str) -> Frame:
        imprint = self.imprint(number, *more, *self.side("表"))
        fronts = [card.front() for card in cards]
        return self.through_printer(sheet.front(slots, fronts, imprint, self.options.press.guides))

    def back(self, slots: Slots, cards: Sequence[Piece], number: int, *more: str) -> Frame:
        imprint = self.imprint(number, *more, *self.side("裏"))
        backs = [card.back and card.back() for card in cards]
        flip, guides = self.options.flip, self.options.press.guides
        return self.behind(sheet.back(slots, backs, flip, imprint, guides))

    def packed(self, placed: Sequence[tuple[Cell, Piece]], paper: Stock, number: int, *more: str) -> _Page:
        """A sheet whose cards lie where packing put them."""
        return self.page(
            Slots(paper, tuple(cell for cell, _ in placed)), [card for _, card in placed], number, *more
        )

    def tiles(self, cards: Sequence[Piece], paper: Stock, number: int) -> Iterator[_Page]:
        """The sheets of what is larger than one; a back is glued on by hand."""
        for card in cards:
            for draw in (card.front, card.back if self.backs != "none" else None):
                face = draw() if draw else None
                parts = tiled(face.width, face.height, paper) if face else []
                for part, tile in enumerate(parts, 1):
                    assert draw is not None
                    where = f"貼り合わせ {part}/{len(parts)}（{tile.row + 1}段目の{tile.column + 1}）"
                    yield partial(self.tile, draw, tile, self.imprint(number, where)), None

    def tile(self, draw: Drawing, tile: Tile, imprint: Imprint) -> Frame:
        return self.through_printer(tile_sheet(keyed(draw()), tile, imprint))

    def through_printer(self, page: Frame) -> Frame:
        """A page as the calibrated printer takes it: upright."""
        return as_fed(page) if self.options.press.calibration else page

    def behind(self, page: Frame) -> Frame:
        """A back as the calibrated printer takes it: upright, and moved to meet its front."""
        found = self.options.press.calibration
        return corrected(as_fed(page), found, self.options.flip) if found else page

    def side(self, name: str) -> tuple[str, ...]:
        """The side and the flip edge, where there are two sides."""
        return () if self.backs == "none" else (name, _FLIPS[self.options.flip])

    def imprint(self, number: int, *more: str) -> Imprint:
        """What the line of small print says of a sheet."""
        words = [self.game.title, self.game.draft, self.name, f"{number}/{self.sheets}", *more]
        return Imprint((*words, *([self.options.date] if self.options.date else [])), self.fonts)

    def write(self, path: Path, title: str, pages: Sequence[_Page]) -> Iterator[Path]:
        """`path`.pdf, and `path`-back.pdf when backs are separate."""
        fronts, backs = [front for front, _ in pages], [back for _, back in pages if back]
        if backs and self.backs == "duplex":
            both = (side for page in pages for side in _both(*page))
            yield pdf.write(path.with_name(f"{path.name}.pdf"), both, title, self.options.flip)
            return
        yield pdf.write(path.with_name(f"{path.name}.pdf"), (draw() for draw in fronts), title)
        if backs:
            yield pdf.write(
                path.with_name(f"{path.name}-back.pdf"), (draw() for draw in backs), f"{title} 裏"
            )


def _both(front: Drawing, back: Drawing | None) -> Iterator[Frame]:
    """Both sides of a sheet; a back without anything on it, so that the next front is on the next sheet."""
    page = front()
    yield page
    yield back() if back else Frame(page.width, page.height, ())


# ------------------------------------------------------------------ components that share sheets


def _packed(
    build: Build, parts: Sequence[_Part], paper: Stock, fonts: tuple[Face, ...], folder: Path
) -> Iterator[Path | Problem]:
    """Full sheets of one component as they are without packing; what is left over shares sheets."""
    if not parts:
        return
    full = [
        (part, cards)
        for part in parts
        for cards in part.sheets
        if not part.slots or len(cards) == len(part.slots)
    ]
    rest = [part for part in parts if part.slots and len(part.sheets[-1]) < len(part.slots)]
    shared = _shared(build, rest, paper)
    book = _Book(build, fonts, _PACKED, len(full) + len(shared), any(part.has_backs for part in parts))
    pages: list[_Page] = []
    for number, (part, cards) in enumerate(full, 1):
        pages += [book.page(part.slots, cards, number)] if part.slots else book.tiles(cards, paper, number)
    for number, placed in enumerate(shared, len(full) + 1):
        pages.append(
            book.packed(placed, stock_of(placed, paper), number, f"余り {waste([placed], paper):.0%}")
        )
    yield from book.write(folder / "packed", f"{build.game.title} {_PACKED}", pages)
    alone = sum(len(part.sheets) for part in parts)
    facts = {"sheets": len(full) + len(shared), "alone": alone, "waste": f"{_waste(full, shared, paper):.0%}"}
    yield Problem("packed", None, build.game.title, facts, "note")


def stock_of(placed: Sequence[tuple[Cell, Piece]], paper: Stock) -> Stock:
    """The paper as the cells lie on it: a sheet of one component may be a lying one."""
    inside = all(cell.box[2] <= paper.width and cell.box[3] <= paper.height for cell, _ in placed)
    return paper if inside else paper.turned()


def _shared(build: Build, rest: Sequence[_Part], paper: Stock) -> list[list[tuple[Cell, Piece]]]:
    """The sheets that components share; those of their own where sharing saves none."""
    own = [list(zip(part.slots.cells, part.sheets[-1], strict=False)) for part in rest if part.slots]
    if paper.die:
        return list(_on_dies(rest))
    gap = max(build.options.press.gap, BETWEEN)
    lots = [Lot(_trim(part), part.sheets[-1]) for part in rest]
    packed = pack(lots, paper, gap)
    return packed if len(packed) < len(own) else own


def _trim(part: _Part) -> Frame:
    return part.sheets[-1][0].front()


def _on_dies(rest: Sequence[_Part]) -> Iterator[list[tuple[Cell, Piece]]]:
    """Components of one size take the stamped cards of a sheet one after the other."""
    for cells in dict.fromkeys(part.slots.cells for part in rest if part.slots):
        left = [card for part in rest if part.slots and part.slots.cells == cells for card in part.sheets[-1]]
        for start in range(0, len(left), len(cells)):
            yield list(zip(cells, left[start:], strict=False))


def _waste(
    full: Sequence[tuple[_Part, Sequence[Piece]]],
    shared: Sequence[Sequence[tuple[Cell, Piece]]],
    paper: Stock,
) -> float:
    whole = [list(zip(part.slots.cells, cards, strict=False)) for part, cards in full if part.slots]
    return waste([*whole, *shared], paper)
