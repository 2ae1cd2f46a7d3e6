"""What some players cannot read or tell apart: contrast, size, and colour as the only difference."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import GAME_IDS, game
from PIL import Image
from press import GAME, make_game, seen

from cardgen.layout.faces import lay_out
from cardgen.layout.legibility import Legibility
from cardgen.layout.vision import VISIONS, contrast, difference
from cardgen.messages import describe

CARD = '<rect x="-3" y="-3" width="69" height="94" fill="{{ %s }}"/>'
TWO = """\
- {id: a, title: 甲, cost: 1, suit: red}
- {id: b, title: 乙, cost: 1, suit: red}
- {id: c, title: 丙, cost: 1, suit: blue}
- {id: d, title: 丁, cost: 1, suit: blue}
"""
# Pink and blue that only a red deficiency makes the same.
SUITS = GAME.replace("count: 2", "count: 4").replace("#c62828", "#f000b0").replace("#1565c0", "#3058a0")


def warnings(folder: Path, body: str, game: str = GAME, cards: str | None = None) -> list[str]:
    """What a designer is told of cards with that drawing."""
    made = make_game(folder, f"<face>{body}</face>", game, **({"cards": cards} if cards else {}))
    faces, problems = lay_out(made)
    assert [problem for problem in problems if problem.level == "error"] == []
    return [describe(problem, "ja").replace(f"{folder}/", "") for problem in seen(Legibility, faces)]


def text(words: str, fill: str, size: float = 9, more: str = "") -> str:
    return f'<text x="5" y="5" width="50" height="30" size="{size}" fill="{fill}" {more}>{words}</text>'


# ------------------------------------------------------------------ contrast


def test_pale_words_on_white_are_told_once_with_all_their_cards(tmp_path: Path) -> None:
    assert warnings(tmp_path, text("薄い字", "#999999")) == [
        "cards.yaml:1:3: 注意: 札 / fox: 表の「薄い字」の色は、地の色に近くて読みにくくなります"
        "（コントラスト 2.8:1。この大きさの文字は 4.5:1 以上に）（カード: fog）。"
    ]


def test_a_text_in_two_fonts_is_quoted_as_one(tmp_path: Path) -> None:
    (told,) = warnings(tmp_path, text("山札から1枚引く", "#999999"))
    assert "「山札から1枚引く」" in told


@pytest.mark.parametrize(
    ("size", "more", "legible"), [(12, "", False), (18, "", True), (14, "", False), (14, 'font="bold"', True)]
)
def test_big_type_needs_less_contrast(tmp_path: Path, size: float, more: str, legible: bool) -> None:
    assert (warnings(tmp_path, text("字", "#808080", size, more)) == []) == legible


def test_what_counts_is_what_lies_beneath_in_painting_order(tmp_path: Path) -> None:
    dark, pale = '<rect width="63" height="88" fill="#222222"/>', text("字", "#eeeeee")
    assert warnings(tmp_path / "a", dark + pale) == []
    assert len(warnings(tmp_path / "b", pale + dark)) == 1


def test_a_hole_is_no_ground(tmp_path: Path) -> None:
    ring = '<path d="M0 0 H63 V88 H0 Z M2 2 V60 H60 V2 Z" fill="#000000" fill-rule="evenodd"/>'
    assert warnings(tmp_path, ring + text("字", "#000000")) == []


def test_a_ground_seen_through_is_mixed_with_what_is_under_it(tmp_path: Path) -> None:
    veil = '<rect width="63" height="88" fill="#000000" opacity="0.3"/>'
    assert warnings(tmp_path / "a", veil + text("字", "#000000")) == []
    assert len(warnings(tmp_path / "b", veil + text("字", "#ffffff"))) == 1


def test_a_ground_outside_its_clip_is_not_there(tmp_path: Path) -> None:
    clipped = '<g clip="0 50 63 38"><rect width="63" height="88" fill="#000000"/></g>'
    assert warnings(tmp_path, clipped + text("字", "#000000")) == []


def test_words_on_a_photograph_are_held_against_the_photograph(tmp_path: Path) -> None:
    tmp_path.mkdir(exist_ok=True)
    Image.new("RGB", (800, 1100), (20, 20, 30)).save(tmp_path / "night.png")
    night = '<image href="night.png" width="63" height="88" fit="cover"/>'
    assert warnings(tmp_path, night + text("字", "#ffffff")) == []
    assert len(warnings(tmp_path, night + text("字", "#000000"))) == 1


def test_a_turned_and_enlarged_text_is_judged_where_and_as_it_is_printed(tmp_path: Path) -> None:
    band = '<rect y="60" width="63" height="28" fill="#000000"/>'
    words = '<g transform="rotate(180 31.5 44)">' + text("字", "#000000") + "</g>"
    assert len(warnings(tmp_path / "a", band + words)) == 1
    grown = '<g transform="scale(2)">' + text("字", "#808080", 9) + "</g>"
    assert warnings(tmp_path / "b", grown) == []


# ------------------------------------------------------------------ size


def test_type_too_small_to_read(tmp_path: Path) -> None:
    assert warnings(tmp_path, text("小さな字", "#000000", 4.5)) == [
        "cards.yaml:1:3: 注意: 札 / fox: 表の「小さな字」は 4.5 pt で、小さすぎます（5 pt 以上に）"
        "（カード: fog）。"
    ]
    assert warnings(tmp_path, text("字", "#000000", 5)) == []


def test_ruby_may_be_half_of_its_base(tmp_path: Path) -> None:
    assert warnings(tmp_path, text("{山猫|やまねこ}", "#000000", 8)) == []


# ------------------------------------------------------------------ colour alone


def test_suits_told_by_nothing_but_a_colour(tmp_path: Path) -> None:
    told = warnings(tmp_path, CARD % "card.suit.hex" + text("{{ card.title }}", "#000000"), SUITS, TWO)
    assert [line for line in told if "色のほか" in line] == [
        "cards.yaml:3:3: 注意: 札 / c: suit の red と blue は色のほかに違いがなく、"
        "1型（P型）の色覚では見分けられません。アイコンか文字を加えてください。"
    ]


@pytest.mark.parametrize(
    "mark",
    [
        '<text x="5" y="60" width="20" height="9">{{ card.suit.name }}</text>',
        '{% if card.suit == "red" %}<circle cx="30" cy="60" r="5"/>{% endif %}',
        '{% if card.suit == "red" %}<use href="clock.svg" x="9" y="60" width="9" height="9"/>{% endif %}',
    ],
    ids=["word", "shape", "icon"],
)
def test_a_mark_is_enough(tmp_path: Path, mark: str) -> None:
    body = CARD % "card.suit.hex" + text("{{ card.title }}", "#000000") + mark
    assert [line for line in warnings(tmp_path, body, SUITS, TWO) if "色のほか" in line] == []


def test_the_same_icon_in_two_colours_is_no_mark(tmp_path: Path) -> None:
    icon = (
        '{% set y = {"甲": 40, "乙": 50, "丙": 60, "丁": 70}[card.title] %}'
        '<use href="clock.svg" y="{{ y }}" width="9" height="9" color="{{ card.suit.hex }}"/>'
    )
    told = warnings(tmp_path, icon + text("{{ card.title }}", "#000000"), SUITS, TWO)
    assert len([line for line in told if "suit の red と blue" in line]) == 1


def test_colours_that_every_eye_tells_apart_are_enough(tmp_path: Path) -> None:
    game = SUITS.replace("#f000b0", "#111111").replace("#3058a0", "#eeeeee")
    body = CARD % "card.suit.hex" + text("{{ card.title }}", "#cc0000", 30)
    assert [line for line in warnings(tmp_path, body, game, TWO) if "色のほか" in line] == []


def test_a_suit_that_the_cards_do_not_show_is_not_asked_for(tmp_path: Path) -> None:
    assert warnings(tmp_path, text("{{ card.title }}", "#000000"), SUITS, TWO) == []


def test_two_cards_of_one_drawing_in_colours_that_look_alike(tmp_path: Path) -> None:
    game = SUITS.replace("count: 4", "count: 2")
    cards = TWO.splitlines()[0] + "\n" + TWO.splitlines()[1].replace("乙, cost: 1", "乙, cost: 2") + "\n"
    body = CARD % "'#f000b0' if card.cost == 1 else '#3058a0'"
    (told,) = [line for line in warnings(tmp_path, body, game, cards) if "色のほか" in line]
    assert "a と b は色のほかに違いがなく、1型（P型）の色覚では見分けられません。" in told


def test_grey_printing_counts_as_a_way_of_seeing(tmp_path: Path) -> None:
    game = SUITS.replace("#f000b0", "#a05050").replace("#3058a0", "#4060c8")
    told = warnings(tmp_path, CARD % "card.suit.hex" + text("{{ card.title }}", "#ffffff"), game, TWO)
    assert "白黒の印刷では" in next(line for line in told if "色のほか" in line)


# ------------------------------------------------------------------ the arithmetic


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)


def test_difference_of_published_values() -> None:
    """CIELAB of the sRGB primaries under D65 (Lindbloom): red 53.24 80.09 67.20, green 87.73 -86.18 83.18."""
    expected = ((53.24 - 87.73) ** 2 + (80.09 + 86.18) ** 2 + (67.20 - 83.18) ** 2) ** 0.5
    assert difference((1, 0, 0), (0, 1, 0)) == pytest.approx(expected, abs=0.1)


@pytest.mark.parametrize("vision", VISIONS)
def test_white_black_and_greys_look_the_same_to_everyone(vision: str) -> None:
    for value in (0.0, 0.5, 1.0):
        assert VISIONS[vision]((value, value, value)) == pytest.approx((value,) * 3, abs=0.01)


def test_red_and_green_draw_together_for_red_and_green_deficiencies_only() -> None:
    red, green = (0.8, 0.25, 0.2), (0.45, 0.5, 0.1)
    apart = {vision: difference(seen(red), seen(green)) for vision, seen in VISIONS.items()}
    assert apart["deuteranopia"] < difference(red, green) / 2
    assert apart["protanopia"] < difference(red, green) / 2
    assert apart["tritanopia"] > difference(red, green) / 2


# ------------------------------------------------------------------ the bundled games


@pytest.mark.parametrize("id", GAME_IDS)
def test_the_bundled_games_are_legible(id: str) -> None:
    assert [describe(problem, "ja") for problem in lay_out(game(id), looks=[Legibility])[1]] == []
