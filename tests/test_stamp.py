"""What cardgen adds to cards by itself: a revision where nothing else stands, and blank cards to write on."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from press import GAME, faces_of, make_game

from cardgen.export.edition import blanks
from cardgen.impose.shapes import outline
from cardgen.layout.assets import Assets
from cardgen.layout.blank import blank
from cardgen.layout.frame import Colour, Frame, Shape, Text
from cardgen.layout.ground import centres, leaves
from cardgen.layout.stamp import SAFE, stamped
from cardgen.layout.vision import contrast, rgb
from cardgen.model import Outline, Size

RULE = '<path d="M0 82 L63 82" stroke="#000000" stroke-width="0.3"/>'
WORDS = '<text x="5" y="81" width="53" height="4" size="7" align="center">{}</text>'


def stamp_on(folder: Path, body: str, words: str = "第三稿 r2") -> tuple[Frame, list[Text]]:
    """The card's own drawing, and the runs that the stamp adds to it."""
    game = make_game(folder, f"<face>{body}</face>")
    frame = faces_of(game)[0].frame
    done = stamped(frame, words, Assets(game).fonts.chain("body"))
    assert done.items[: len(frame.items)] == frame.items
    return frame, [item for item in done.items[len(frame.items) :] if isinstance(item, Text)]


def box(texts: list[Text]) -> tuple[float, float, float, float]:
    """Around the middles of the glyphs, with half a glyph of air."""
    points = [point for text in texts for point in centres(text, (1, 0, 0, 1, 0, 0))]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - 0.9, min(ys) - 0.9, max(xs) + 0.9, max(ys) + 0.9


def test_a_revision_is_tiny_and_inside_the_safe_zone(tmp_path: Path) -> None:
    _, texts = stamp_on(tmp_path, "")
    left, top, right, bottom = box(texts)
    assert "".join(text.run.source for text in texts) == "第三稿 r2"
    assert {text.run.size for text in texts} == {5.0}
    assert left >= SAFE
    assert right <= 63 - SAFE
    assert 78 < top < bottom <= 88 - SAFE + 0.2


@pytest.mark.parametrize(
    "body", [RULE, WORDS.format("とても長いことばが下の端にならんでいます")], ids=["line", "words"]
)
def test_a_revision_keeps_off_what_stands_there(tmp_path: Path, body: str) -> None:
    frame, texts = stamp_on(tmp_path, body)
    left, top, right, bottom = box(texts)
    for item in frame.items:
        if isinstance(item, Text):
            points = centres(item, (1, 0, 0, 1, 0, 0))
            assert [p for p in points if left < p[0] < right and top < p[1] < bottom] == []
        else:
            assert not top < 82 < bottom


def test_a_revision_is_white_on_a_dark_card(tmp_path: Path) -> None:
    _, texts = stamp_on(tmp_path, '<rect x="-3" y="-3" width="69" height="94" fill="#202030"/>')
    assert contrast(rgb(cast(Colour, texts[0].run.colour)), (0.125, 0.125, 0.19)) > 10


def test_a_revision_too_long_for_the_card_is_cut_short(tmp_path: Path) -> None:
    _, texts = stamp_on(tmp_path, "", "長い版の名前" * 20)
    assert "".join(text.run.source for text in texts).endswith("…")
    assert box(texts)[2] <= 63 - SAFE + 1


@pytest.mark.parametrize("size", [(63, 88), (20, 20), (120, 70)])
def test_a_blank_card_has_lines_and_the_name_of_the_game(tmp_path: Path, size: tuple[float, float]) -> None:
    fonts = Assets(make_game(tmp_path, "<face/>")).fonts.chain("body")
    frame = blank(Size(width=size[0], height=size[1]), "試し刷り", fonts)
    kinds = [type(leaf.item) for leaf in leaves(frame)]
    assert (frame.width, frame.height, frame.bleed) == (*size, 0)
    assert kinds.count(Text) == 1
    assert kinds.count(Shape) >= 2


@pytest.mark.parametrize("shape", ["round", "hexagon"])
def test_a_blank_counter_is_written_within_its_own_outline(tmp_path: Path, shape: str) -> None:
    text = GAME.replace(
        "    count: 2", f"    count: 2\n    shape: {shape}\n    size: {{width: 30, height: 30}}"
    )
    game = make_game(tmp_path, "<face/>", text)
    front = next(blanks(game, game.components["card"], []))
    edge = front.frame.items[-1]
    assert isinstance(edge, Shape)
    assert edge.path == outline(cast(Outline, shape), 30, 30, grown=-1.5)
