"""Sheets: what fits, what lies where, and that the backs meet their fronts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from casefile import Case, cases, compare, problems_of
from hypothesis import given
from hypothesis import strategies as st

from cardgen import share
from cardgen.impose import plan, sheet
from cardgen.impose.cell import Cell
from cardgen.impose.duplex import behind_fold, folded, turned_over
from cardgen.impose.footer import Imprint, footer
from cardgen.impose.grid import fit
from cardgen.impose.marks import HAIR, UNDER, clip_boxes, drawn_boxes, guides
from cardgen.impose.press import Flip
from cardgen.impose.room import APART, LEAST_BLEED, LEAST_MARK, bleed_in, spare
from cardgen.impose.stock import BLEED, PRINTABLE, Stock, stock
from cardgen.layout.frame import Frame, Group, Shape, Text, transform
from cardgen.model import Size
from cardgen.paper import CARD_SIZES, PAPERS
from cardgen.text.fonts import Face

A4 = Stock("A4", 210, 297)
FACE = Face.load(share.FONTS / "bizud" / "BIZUDPGothic-Regular.ttf")
_TURNS = {0: "", 1: " turned right", 2: " turned over", 3: " turned left"}
IMPRINT = Imprint(("試し刷り", "1/1"), (FACE,))


@pytest.mark.parametrize("case", cases("impose"))
def test_sheets(case: Case, tmp_path: Path, update: bool) -> None:
    words = dict(line.split(" ", 1) for line in case.text.splitlines())
    told = problems_of(lambda: list(_shown(words)), tmp_path)
    compare(case, told or list(_shown(words)), update)


def _shown(words: dict[str, str]) -> Iterator[str]:
    width, height = map(float, words["card"].split())
    size = Size(width=width, height=height)
    paper = stock(words["paper"], margin=float(words["margin"]) if "margin" in words else None)
    gap, folding = float(words.get("gap", 0)), words.get("back") == "fold"
    grid = folded(size, paper, gap, None, "") if folding else fit(size, paper, gap)
    cells = grid.cells[: int(words.get("copies", len(grid)))]
    flip = words.get("back")
    if flip == "long" or flip == "short":
        cells = tuple(turned_over(cell, grid.stock.size, flip) for cell in cells)
    if folding:
        cells += tuple(behind_fold(cell, grid) for cell in cells)
    clips = clip_boxes(cells, grid.stock)
    show = words.get("show", "")
    if "grid" in show:
        yield f"{len(grid)} on {_row(*grid.stock.size)}, from {_row(*cells[0].box[:2])}"
    if "cards" in show:
        for cell, clip in zip(cells, clips, strict=True):
            reach = [abs(a - b) for a, b in zip(cell.box, clip, strict=True)]
            yield f"card {_row(cell.x, cell.y)}{_TURNS[cell.turn]}, bleed {_row(*reach)}"
    kind = words.get("guides", "marks")
    if "marks" in show and (kind == "marks" or kind == "lines"):
        for mark in guides(cells, clips, grid.stock, kind):
            assert isinstance(mark, Shape)
            yield "mark " + " to ".join(_row(*point) for _, point in mark.path)


def _row(*numbers: float) -> str:
    return " ".join(f"{number:.2f}".rstrip("0").rstrip(".") for number in numbers)


def test_counts_per_sheet_of_the_usual_sizes() -> None:
    found = {
        name: len(fit(CARD_SIZES[name], A4)) for name in ("poker", "bridge", "business", "half", "tarot")
    }
    assert found == {"poker": 9, "bridge": 9, "business": 10, "half": 18, "tarot": 6}


# ------------------------------------------------------------------ which card where


def test_a_set_stays_on_one_sheet_when_that_costs_no_paper() -> None:
    copies = [(suit, suit) for suit in "aaaabbbbccccddddeeeeffff"]
    assert ["".join(cards) for cards in plan.arrange(copies, 9)] == ["aaaabbbb", "ccccdddd", "eeeeffff"]


def test_a_set_is_torn_rather_than_another_sheet_used() -> None:
    copies = [(suit, suit) for suit in "aaaabbbbccccdddd" + "ee"]
    assert ["".join(cards) for cards in plan.arrange(copies, 9)] == ["aaaabbbbc", "cccddddee"]


@given(st.lists(st.integers(1, 20), max_size=12), st.integers(1, 18))
def test_arranging_keeps_order_and_the_number_of_sheets(sizes: list[int], per: int) -> None:
    copies = [(str(group), (group, n)) for group, size in enumerate(sizes) for n in range(size)]
    sheets = plan.arrange(copies, per)
    assert [card for cards in sheets for card in cards] == [card for _, card in copies]
    assert len(sheets) == -(-len(copies) // per)
    assert all(len(cards) <= per for cards in sheets)


# ------------------------------------------------------------------ nothing lies on a card


def test_a_card_goes_on_under_the_one_drawn_after_it() -> None:
    card, right, below = (0, 0, 63, 88), (63, 0, 126, 88), (0, 88, 63, 176)
    front = drawn_boxes((card, right, below))
    assert front[0] == (-HAIR, -HAIR, 63 + UNDER, 88 + UNDER)
    assert front[1] == (63 - HAIR, -HAIR, 126 + HAIR, 88 + HAIR)
    back = drawn_boxes((right, card))
    assert back == ((63 - UNDER, -HAIR, 126 + HAIR, 88 + HAIR), (-HAIR, -HAIR, 63 + HAIR, 88 + HAIR))


def test_a_card_does_not_look_out_beside_a_smaller_one() -> None:
    assert drawn_boxes(((0, 0, 63, 88), (63, 0, 126, 44)))[0] == (-HAIR, -HAIR, 63 + HAIR, 88 + HAIR)


SIZES = st.tuples(st.integers(20, 140), st.integers(20, 200))


@given(SIZES, st.sampled_from(sorted(PAPERS)), st.sampled_from([0.0, 1.0, 4.0, 10.0]), st.data())
def test_marks_and_footer_never_touch_a_card(
    size: tuple[int, int], paper: str, gap: float, data: st.DataObject
) -> None:
    trim = Size(width=size[0], height=size[1])
    if problems_of(lambda: fit(trim, stock(paper), gap), Path()):
        return
    grid = fit(trim, stock(paper), gap)
    cells = grid.cells[: data.draw(st.integers(1, len(grid)))]
    clips = clip_boxes(cells, grid.stock)
    for cell, clip in zip(cells, clips, strict=True):
        assert clip[0] <= cell.box[0]
        assert clip[3] >= cell.box[3]
        assert not any(_overlap(clip, other.box) for other in cells if other is not cell)
    trims = [cell.box for cell in cells]
    near = [(x - APART, y - APART, right + APART, bottom + APART) for x, y, right, bottom in trims]
    for item in guides(cells, clips, grid.stock, "both"):
        assert not any(_overlap(_line(item), other) for other in [*clips, *near])
    for item in footer(grid.stock, trims, IMPRINT):
        assert isinstance(item, Group)
        strip = [
            transform(item.matrix, *corner) for corner in ((0, 0), (item.frame.width, item.frame.height))
        ]
        box = (*map(min, *strip), *map(max, *strip))
        assert not any(_overlap(box, other) for other in clips)
        assert not any(_overlap(_line(mark), box) for mark in guides(cells, clips, grid.stock, "both"))
        assert min(box) >= PRINTABLE - 1e-6
        assert box[2] <= grid.stock.width - PRINTABLE + 1e-6
        assert box[3] <= grid.stock.height - PRINTABLE + 1e-6


def _line(item: object) -> tuple[float, float, float, float]:
    assert isinstance(item, Shape)
    (_, (x1, y1)), (_, (x2, y2)) = item.path
    return x1, y1, x2, y2


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return (
        one[0] < other[2] - 1e-6
        and other[0] < one[2] - 1e-6
        and one[1] < other[3] - 1e-6
        and other[1] < one[3] - 1e-6
    )


@pytest.mark.parametrize("name", ["poker", "bridge", "small-tcg", "euro", "usa", "half"])
def test_the_usual_sizes_keep_their_bleed_and_marks_on_a4(name: str) -> None:
    grid = fit(CARD_SIZES[name], A4)
    boxes = [cell.box for cell in grid.cells]
    white = spare(boxes, grid.stock)
    assert (min(white.values()) >= BLEED + LEAST_MARK) == (name != "usa")
    assert min(bleed_in(room, grid.stock) for room in white.values()) >= LEAST_BLEED


@pytest.mark.parametrize(
    ("white", "bleed"), [(9, 3), (5, 3), (4, 2), (2.5, 1), (1.5, 0.5), (1.2, 1.2), (0, 0)]
)
def test_bleed_and_marks_share_what_white_there_is(white: float, bleed: float) -> None:
    assert bleed_in(white, A4) == pytest.approx(bleed)


# ------------------------------------------------------------------ backs


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("lying", [False, True])
def test_a_back_lies_behind_its_front_and_stands_as_it_does(flip: Flip, lying: bool) -> None:
    """Turned over in thought, a corner of the back comes behind the other corner of the front."""
    paper = (297.0, 210.0) if lying else (210.0, 297.0)
    cell = Cell(20, 30, 50, 70)
    back = turned_over(cell, paper, flip)
    turned_at_upright_edge = (flip == "long") != lying
    for x, y in ((0.0, 0.0), (50.0, 70.0)):
        # A point of the back's art, placed on the back page as the sheet draws it.
        px, py = (back.x + 50 - x, back.y + 70 - y) if back.turn == 2 else (back.x + x, back.y + y)
        # Where that point is, seen from the front through the paper.
        seen = (paper[0] - px, py) if turned_at_upright_edge else (px, paper[1] - py)
        # The finished card is turned over sideways: the back's left is behind the front's right.
        assert seen == (cell.x + 50 - x, cell.y + y)


def test_each_back_is_that_of_its_card() -> None:
    grid = fit(CARD_SIZES["poker"], A4)
    fronts, backs = ([Frame(63, 88, (), bleed=side) for _ in range(4)] for side in (1, 2))
    front = [item for item in sheet.front(grid, fronts, IMPRINT).items if isinstance(item, Group)]
    back = [item for item in sheet.back(grid, backs, "long", IMPRINT).items if isinstance(item, Group)]
    for one, other, face, reverse in zip(front, back, fronts, backs, strict=False):
        assert one.frame is face
        assert other.frame is reverse
        left = transform(one.matrix, 0, 0)[0]
        assert transform(other.matrix, 0, 0)[0] == pytest.approx(210 - 63 - left)


def test_a_card_without_a_back_leaves_white_paper() -> None:
    grid = fit(CARD_SIZES["poker"], A4)
    drawn = sheet.back(grid, [None, Frame(63, 88, ())], "long", IMPRINT)
    assert sum(isinstance(item, Group) and item.clip is not None for item in drawn.items) == 1


# ------------------------------------------------------------------ footer


def _words(items: object) -> list[str]:
    (group,) = items  # type: ignore[misc]
    return [item.run.source for item in group.frame.items if isinstance(item, Text)]


def test_the_footer_says_what_the_sheet_is_and_has_a_ruler_of_50_mm() -> None:
    items = footer(A4, [], IMPRINT)
    assert "".join(_words(items)).replace("\u3000", " ") == "試し刷り 1/1100 %・50 mm"
    (group,) = items
    assert isinstance(group, Group)
    (ruler,) = [item for item in group.frame.items if isinstance(item, Shape)]
    xs = [point[0] for _, point in ruler.path]
    assert max(xs) - min(xs) == pytest.approx(50)


def test_a_long_title_is_cut_short_and_an_unknown_character_left_out() -> None:
    (first, *_) = _words(footer(A4, [], Imprint(("長い題名🎲" * 40,), (FACE,))))
    assert first.startswith("長い題名長い題名")


def test_where_no_room_is_below_the_footer_stands_in_the_left_margin() -> None:
    (group,) = footer(A4, [(20, 20, 190, 294)], IMPRINT)
    assert isinstance(group, Group)
    assert group.matrix[:4] == (0, -1, 1, 0)
    assert footer(A4, [(2, 2, 208, 294)], IMPRINT) == []
