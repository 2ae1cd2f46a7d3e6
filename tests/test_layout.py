"""Templates and SVG pictures to drawings: the cases in cases/layout, and what a whole game shares."""

from __future__ import annotations

from pathlib import Path

import pytest
from casefile import Case, cases, compare
from PIL import Image
from press import CARDS, GAME, faces_of, make_game, texts, told, write_game

from cardgen import share
from cardgen.layout.faces import lay_out
from cardgen.layout.frame import Group, Picture, Shape, Text, bounds, dump
from cardgen.layout.ground import leaves
from cardgen.load import load
from cardgen.messages import describe
from cardgen.problems import Place


@pytest.mark.parametrize("case", cases("layout"))
def test_layout(case: Case, tmp_path: Path, update: bool) -> None:
    """A template gives its first card's drawing, or the problems with it."""
    faces, problems = lay_out(make_game(tmp_path, case.text))
    drawn = dump(faces[0].frame).splitlines() if faces and not problems else []
    compare(case, told(problems, tmp_path) + drawn, update)


@pytest.mark.parametrize("case", cases("svg"))
def test_svg(case: Case, tmp_path: Path, update: bool) -> None:
    """An SVG picture of the designer's in a box of 20 x 20 mm, in red."""
    folder = write_game(
        tmp_path, '<face bleed="0"><use href="art.svg" width="20" height="20" color="red"/></face>'
    )
    (folder / "art.svg").write_text(case.text, encoding="utf-8")
    faces, problems = lay_out(load(folder))
    drawn = dump(faces[0].frame).splitlines()[1:] if faces and not problems else []
    compare(case, told(problems, tmp_path) + drawn, update)


def test_an_svg_that_multiplies_itself_is_stopped(tmp_path: Path) -> None:
    layers = [f'<g id="g{n}">{f"""<use href="#g{n - 1}"/>""" * 9}</g>' for n in range(1, 9)]
    folder = write_game(tmp_path, '<face><use href="art.svg" width="20" height="20"/></face>')
    (folder / "art.svg").write_text(f'<svg viewBox="0 0 9 9"><g id="g0"/>{"".join(layers)}</svg>')
    _, problems = lay_out(load(folder))
    assert [problem.id for problem in problems] == ["too-many-elements"]


def test_elements_nested_without_end_are_stopped(tmp_path: Path) -> None:
    _, problems = lay_out(make_game(tmp_path, f"<face>{'<g>' * 5000}{'</g>' * 5000}</face>"))
    assert [problem.id for problem in problems] == ["xml-too-deep"]


def test_every_card_that_does_not_fit_is_told_at_its_own_line(tmp_path: Path) -> None:
    template = '<face><text field="title" width="5" height="4" size="9"/></face>'
    faces, problems = lay_out(make_game(tmp_path, template))
    assert faces == ()
    assert [line.split(": ")[:2] for line in told(problems, tmp_path)] == [
        ["cards.yaml:1:20", "札 / fox / title"],
        ["cards.yaml:3:20", "札 / fog / title"],
    ]


def test_a_template_fault_is_told_once_however_many_cards_use_it(tmp_path: Path) -> None:
    _, problems = lay_out(make_game(tmp_path, '<face><rect widht="3" height="3"/></face>'))
    assert [problem.id for problem in problems] == ["unknown-attribute", "missing-attribute"]


@pytest.mark.parametrize(
    ("drawn", "attributes", "fill"),
    [
        ("", 'color="#ff0000"', (1, 0, 0)),
        ("", 'fill="#0000ff"', (0, 0, 1)),
        ("", "", (0, 0, 0)),
        ('fill="currentColor"', 'color="#ff0000"', (1, 0, 0)),
        ('fill="#00ff00"', 'color="#ff0000"', (0, 1, 0)),
    ],
)
def test_a_mark_is_of_one_colour_but_for_what_has_its_own(
    tmp_path: Path, drawn: str, attributes: str, fill: tuple[int, int, int]
) -> None:
    folder = write_game(tmp_path, f'<face><use href="dot.svg" width="9" height="9" {attributes}/></face>')
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="3" {drawn}/></svg>'
    (folder / "dot.svg").write_text(svg)
    (leaf,) = leaves(faces_of(load(folder))[0].frame)
    assert isinstance(leaf.item, Shape)
    assert leaf.item.paint.fill == fill


def test_faces_that_look_alike_share_their_frame_and_their_digest(tmp_path: Path) -> None:
    game = GAME.replace("    front:", "    back: back.xml\n    front:")
    folder = write_game(tmp_path, '<face><text field="title" width="50" height="9"/></face>', game)
    (folder / "templates" / "back.xml").write_text('<face><rect width="9" height="9"/></face>')
    front, back, other_front, other_back = faces_of(load(folder))
    assert back.frame is other_back.frame
    assert back.digest == other_back.digest
    assert front.digest != other_front.digest


def test_the_digest_follows_the_drawing_and_nothing_else(tmp_path: Path) -> None:
    def digests(name: str, template: str, cards: str = CARDS) -> list[str]:
        return [face.digest for face in faces_of(make_game(tmp_path / name, template, cards=cards))]

    template = '<face><use href="clock.svg" width="{{ card.cost }}" height="9"/></face>'
    first = digests("a", template)
    assert digests("b", "{# moved #}" + template, CARDS.replace("山札", "捨て札")) == first
    changed = digests("c", template, CARDS.replace("cost: 12", "cost: 13"))
    assert changed[0] == first[0]
    assert changed[1] != first[1]


def test_one_size_for_the_whole_deck(tmp_path: Path) -> None:
    """The longer of the two titles decides; a text without fit="deck" keeps to its own box."""
    template = """<face>
      <text field="title" width="20" height="5" size="12" min-size="6" max-lines="1" fit="{}"/>
      <text y="9" width="20" height="5" size="12">{{{{ card.cost }}}}</text>
    </face>"""

    def sizes(fit: str) -> list[list[float]]:
        faces = faces_of(make_game(tmp_path / fit, template.format(fit)))
        return [[item.run.size for item in face.frame.items if isinstance(item, Text)] for face in faces]

    assert sizes("box") == [[11.5, 12], [12, 12]]
    assert sizes("deck") == [[11.5, 12], [11.5, 12]]


def test_only_the_components_named_are_laid_out(tmp_path: Path) -> None:
    game = make_game(tmp_path, "<face/>")
    assert len(lay_out(game, only=["card"])[0]) == 2
    assert lay_out(game, only=[]) == ((), [])


def test_the_games_own_template_comes_before_those_beside_data(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "data" / "mine", "<face/>")
    shared = tmp_path / "templates"
    shared.mkdir()
    (shared / "card.xml").write_text('<face><text width="30" height="9">共有</text></face>', encoding="utf-8")
    assert texts(faces_of(load(folder))[0]) == []
    (folder / "templates" / "card.xml").unlink()
    assert texts(faces_of(load(folder))[0]) == ["共有"]


# ------------------------------------------------------------------ pictures


def picture(folder: Path, size: tuple[int, int], name: str = "art.png", **options: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, "navy").save(folder / name, **options)  # type: ignore[arg-type]
    return folder / name


IMAGE = '<face><image href="{}" x="1" y="2" width="20" height="10" fit="{}" focus="50% 100%"/></face>'


@pytest.mark.parametrize(
    ("fit", "box", "crop"),
    [
        ("contain", (6, 2, 10, 10), (0, 0, 300, 300)),
        ("cover", (1, 2, 20, 10), (0, 150, 300, 300)),
        ("fill", (1, 2, 20, 10), (0, 0, 300, 300)),
    ],
)
def test_picture_fit(tmp_path: Path, fit: str, box: tuple[float, ...], crop: tuple[int, ...]) -> None:
    picture(tmp_path, (300, 300))
    (item, *_) = faces_of(make_game(tmp_path, IMAGE.format("art.png", fit)))[0].frame.items
    assert isinstance(item, Picture)
    assert item.box == pytest.approx(box)
    assert item.crop == crop


def test_a_photograph_taken_sideways_is_turned_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    picture(tmp_path, (300, 600), "art.jpg", exif=exif)
    (group, *_) = faces_of(make_game(tmp_path, IMAGE.format("art.jpg", "contain")))[0].frame.items
    assert isinstance(group, Group)
    # Stored upright and seen lying, it fills the lying box; its top left comes to the top right.
    assert group.matrix == pytest.approx((0, 10, -20, 0, 21, 2))
    assert bounds(group.frame) == (0, 0, 1, 1)


@pytest.mark.parametrize(("side", "level"), [(236, None), (200, "warning"), (40, "error")])
def test_pictures_too_coarse_to_print(tmp_path: Path, side: int, level: str | None) -> None:
    picture(tmp_path, (side, side // 2))
    _, problems = lay_out(make_game(tmp_path, IMAGE.format("art.png", "fill")))
    assert [problem.level for problem in problems] == ([level] if level else [])


def test_broken_pictures_are_told_by_file(tmp_path: Path) -> None:
    whole = picture(tmp_path, (300, 300)).read_bytes()
    for content, id in (
        (whole[:150], "picture-broken"),
        (b"GIF89a", "picture-unknown"),
        (b"", "picture-unknown"),
    ):
        (tmp_path / "art.png").write_bytes(content)
        _, problems = lay_out(make_game(tmp_path, IMAGE.format("art.png", "fill")))
        assert [problem.id for problem in problems] == [id]


def test_a_missing_icon_is_told_at_its_line_whether_a_text_uses_it_or_not(tmp_path: Path) -> None:
    template = '<face><text width="40" height="9">[時間]</text></face>'
    broken = GAME.replace("icons: {時間: clock.svg}", "icons: {時間: clok.svg, 鍵: key.png}")
    assert told(lay_out(make_game(tmp_path, template, broken))[1], tmp_path) == [
        "game.yaml:23:13: icons / 時間: 絵のファイルが見つかりません"
        "（書かれているもの: 「clok.svg」。もしかして 「clock.svg」）。",
        "game.yaml:23:26: icons / 鍵: アイコンに使えるのは SVG だけです（書かれているもの: 「key.png」）。",
    ]


def test_a_missing_picture_names_the_nearest(tmp_path: Path) -> None:
    picture(tmp_path, (300, 300), "dragon.png")
    _, problems = lay_out(make_game(tmp_path, IMAGE.format("dragn.png", "fill")))
    assert told(problems, tmp_path) == [
        "templates/card.xml:1: 札 / fox: 絵のファイルが見つかりません"
        "（書かれているもの: 「dragn.png」。もしかして 「dragon.png」）。"
    ]


# ------------------------------------------------------------------ fonts


def test_fonts_of_the_game_replace_those_of_the_house(tmp_path: Path) -> None:
    game = GAME + "fonts: {body: [BIZ UDMincho]}\n"
    face = faces_of(make_game(tmp_path, '<face><text width="30" height="9">あ</text></face>', game))[0]
    assert "BIZUDMincho-Regular" in dump(face.frame)


def test_a_missing_font_is_told_at_its_line_with_the_nearest(tmp_path: Path) -> None:
    game = GAME + "fonts: {body: [BIZ UDMinch]}\n"
    _, problems = lay_out(make_game(tmp_path, '<face><text width="30" height="9">あ</text></face>', game))
    line = game.count("\n")
    assert told(problems, tmp_path)[0].startswith(
        f"game.yaml:{line}:16: fonts / body: そのフォントは見つかりません"
    )
    assert "もしかして 「BIZ UDMincho" in told(problems, tmp_path)[0]


def test_warnings_of_composition_name_card_and_field(tmp_path: Path) -> None:
    cards = """\
- {id: fox, title: Shuffleする, cost: 1, suit: red}
- {id: fog, title: 霧《きり》の港, cost: 2, suit: blue}
"""
    template = '<face><text field="title" width="9" height="40" size="7"/></face>'
    faces, problems = lay_out(make_game(tmp_path, template, cards=cards))
    assert len(faces) == 2
    assert told(problems, tmp_path) == [
        "cards.yaml:1:20: 注意: 札 / fox / title: 「Shuffle」が行の途中で切れています。",
        "cards.yaml:2:20: 注意: 札 / fog / title: ルビが 3.50 pt になり、読みにくい大きさです。",
    ]


def test_a_font_that_cannot_be_used_says_what_to_do(tmp_path: Path) -> None:
    gothic = (share.FONTS / "bizud" / "BIZUDGothic-Regular.ttf").read_bytes()
    game = GAME + "fonts: {body: [Mine.otf]}\n"
    made = make_game(tmp_path, '<face><text width="30" height="9">あ</text></face>', game)
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Mine.otf").write_bytes(b"OTTO" + gothic[4:])
    (problem,) = lay_out(made)[1]
    assert problem.place == Place(tmp_path / "game.yaml", game.count("\n"), 16)
    assert "同じ書体の TrueType 版（.ttf）を" in describe(problem, "ja")
    assert "put the TrueType version (.ttf)" in describe(problem, "en")


def test_a_file_that_is_no_font(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "mine.ttf").write_bytes(b"no font at all")
    game = GAME + "fonts: {body: [mine.ttf]}\n"
    _, problems = lay_out(make_game(tmp_path, '<face><text width="30" height="9">あ</text></face>', game))
    assert [problem.id for problem in problems] == ["font-not-a-font"]
