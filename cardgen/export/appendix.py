"""The rulebook appendix: what is in the box, every card, the numbers of the rules, examples and rulings.

The same blocks become a PDF and a Markdown file, so that the two cannot disagree; the galleries of cards
are pictures beside the Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from cardgen import paper
from cardgen.count import totals
from cardgen.export import pdf
from cardgen.export.base import Build
from cardgen.export.book import MARGIN, Block, Gallery, Heading, Page, Paragraph, Table, markdown, pages
from cardgen.export.cardlist import card_lists, said
from cardgen.export.legend import legend
from cardgen.export.raster import Regions, png
from cardgen.export.reduce import Reducer
from cardgen.layout.assets import Assets
from cardgen.model import Example, Ruling
from cardgen.problems import Problem, Problems
from cardgen.text.errors import NoGlyph
from cardgen.workers import counted

SCREEN_DPI, FAST = 90.0, 2
"""Resolution of the pictures beside the Markdown, which are as wide as the text of the book; zlib's level."""


def write(build: Build, folder: Path) -> Iterator[Path]:
    """Write appendix.md, its pictures and appendix.pdf. Raises Problems for text that no font can set."""
    blocks = list(appendix(build))
    file = folder / "appendix.md"
    file.write_text(markdown(blocks), encoding="utf-8", newline="\n")
    yield file
    foot = f"{build.game.title}　{build.game.draft}　付録"
    try:
        found = pages(blocks, *_page(build.options.paper), Assets(build.game).fonts.chain, foot)
    except NoGlyph as fault:
        missing = tuple(f"{cluster} ({code})" for cluster, code in fault.missing)
        facts = {"characters": missing, "fonts": fault.faces}
        raise Problems([Problem("no-glyph", build.game.place(()), "appendix.pdf", facts)]) from None
    book = folder / "appendix.pdf"
    with TemporaryDirectory(prefix=".", dir=folder) as rest:
        reducer = Reducer(Path(rest))
        drawn = (reducer.frame(page.draw()) for page in found)
        pdf.write(book, counted(drawn, len(found), build.tell), foot)
    yield book
    yield from _pictures([block for block in blocks if isinstance(block, Gallery)], book, found)


def _pictures(galleries: Sequence[Gallery], book: Path, pages: Sequence[Page]) -> Iterator[Path]:
    """The galleries as pictures beside the book: what its pages show of each, one below the other."""
    spots = {
        gallery.name: [
            (number, (MARGIN, spot[0], page.width - MARGIN, spot[1]))
            for number, page in enumerate(pages)
            if (spot := page.shown(gallery))
        ]
        for gallery in galleries
    }
    if not spots:
        return
    with Regions(book, SCREEN_DPI) as regions:
        for name, parts in spots.items():
            size = regions.size(parts)
            with open(book.with_name(name), "wb") as file:
                file.writelines(png(*size, regions.rows(parts), SCREEN_DPI, FAST))
            yield book.with_name(name)


def _page(name: str) -> tuple[float, float]:
    """The paper of the sheets where a book can be read on it, else A4."""
    size = paper.paper_size(name)
    return size if size and 140 <= size[0] <= 260 else paper.PAPERS["A4"]


def appendix(build: Build) -> Iterator[Block]:
    """The blocks of the appendix, in the order in which a reader needs them."""
    game = build.game
    yield Heading(f"{game.title}　{game.draft}　付録", 1)
    if game.spec.summary:
        yield Paragraph(game.spec.summary)
    yield Paragraph(
        f"{_people(game.players)}で遊びます。この付録は、カードとルールのデータから作られました。"
    )
    yield from _contents(build)
    yield from legend(build)
    yield from card_lists(build)
    yield from _parameters(build)
    yield from _examples(build)
    yield from _rulings(build)
    yield from _checks(build)


def _people(players: Sequence[int]) -> str:
    numbers = sorted(players)
    if numbers == [*range(numbers[0], numbers[-1] + 1)] and len(numbers) > 1:
        return f"{numbers[0]}〜{numbers[-1]}人"
    return "・".join(map(str, numbers)) + "人"


# ------------------------------------------------------------------ the box


def _contents(build: Build) -> Iterator[Block]:
    """The component table, then what there is to say of single components."""
    players, components = build.game.players, build.game.components
    head = ("コンポーネント", "大きさ", "数", *(f"{n}人" for n in players))
    rows = [
        (row.name, _size(build, row.id), f"{row.found}{row.unit}", *(str(row.in_play[n]) for n in players))
        for row in build.counts
        if not row.extra
    ]
    sums = [
        ("合計", "", f"{total.found}{total.unit}", *(str(total.in_play[n]) for n in players))
        for total in totals(build.counts)
    ]
    extras = [f"{row.name}（{row.found}{row.unit}）" for row in build.counts if row.extra]
    yield Heading("コンポーネント")
    yield Table(head, (*rows, *sums), (4, 3, 2, *(1 for _ in players)), frozenset(range(2, len(head))))
    for component in components.values():
        faces = [f"面は、{'／'.join(component.spec.faces)}。"] if component.spec.faces else []
        told = "".join([*faces, component.spec.note or ""])
        if told and not component.spec.extra:
            yield Paragraph(f"{component.name}: {told}")
    if extras:
        yield Paragraph(f"ほかに、遊びを助ける{'、'.join(extras)}が付きます。")


def _size(build: Build, id: str) -> str:
    component = build.game.components[id]
    cut = component.spec.front or component.spec.shape not in (None, "die")
    return f"{component.size.width:g} × {component.size.height:g} mm" if cut else ""


# ------------------------------------------------------------------ numbers of the rules


def _parameters(build: Build) -> Iterator[Block]:
    """The numbers by player count, then those that hold for all. Words and switches are rulings, and stand
    there with their reasons."""
    if build.rules is None:
        return
    names, players = build.rules.parameter_names(), build.game.players
    values = {names[key]: value for key, value in build.rules.params if key in names}
    varying = tuple(
        (name, *(said(value[n]) for n in players))
        for name, value in values.items()
        if isinstance(value, Mapping) and set(players) <= set(value)
    )
    fixed = tuple((name, said(value)) for name, value in values.items() if _is_number(value))
    if varying or fixed:
        yield Heading("ルールの数値")
    if varying:
        head = ("人数による数", *(f"{n}人" for n in players))
        right = frozenset(range(1, len(head)))
        yield Table(head, varying, (4, *(1 for _ in players)), right, part=0.7)
    if fixed:
        yield Table(("人数によらない数", "値"), fixed, (4, len(players)), frozenset([1]), part=0.7)


def _is_number(value: object) -> bool:
    if isinstance(value, tuple | list):
        return bool(value) and all(_is_number(item) for item in value)
    return isinstance(value, int | float) and not isinstance(value, bool)


# ------------------------------------------------------------------ examples, rulings, checks


def _examples(build: Build) -> Iterator[Block]:
    """Every example was run by the self-test, or there would be no build; without rules none was."""
    examples = build.game.spec.examples
    if not examples:
        return
    yield Heading("計算例")
    if build.rules is None:
        yield Paragraph("ルールのテストがないゲームなので、計算例は確かめられていません。", keep=True)
        yield Table(("例", "内容"), tuple((e.title, e.text or _as_data(e)) for e in examples), (3, 8))
        return
    told = "どの例も実際のルールで計算し、同じ答えになることを確かめてあります。"
    quoted = (
        "「草案」とあるのは、草案に書かれている例です。" if any(e.source == "draft" for e in examples) else ""
    )
    yield Paragraph(told + quoted, keep=True)
    rows = tuple((e.title, e.text or _as_data(e), _verified(e)) for e in examples)
    yield Table(("例", "内容", "確認"), rows, (3.4, 7.4, 2.4))


def _verified(example: Example) -> str:
    return "確認済み（草案）" if example.source == "draft" else "確認済み"


def _as_data(example: Example) -> str:
    given = "、".join(f"{name} {said(value)}" for name, value in example.given.items())
    return f"{given} → {said(example.gives)}"


def _rulings(build: Build) -> Iterator[Block]:
    rulings = build.game.spec.rulings
    if not rulings:
        return
    yield Heading("裁定")
    yield Paragraph("草案にないこと、読み方が分かれることは、次のように決めています。", keep=True)
    rows = tuple((r.id, r.question, r.answer, _reason(r, build.game.spec.params)) for r in rulings)
    yield Table(("番号", "問い", "答え", "理由"), rows, (1.3, 4, 4, 4.6))


def _reason(ruling: Ruling, params: Mapping[str, object]) -> str:
    """Why, and the parameter that decides otherwise, as it stands in game.yaml."""
    if ruling.option is None:
        return ruling.reason
    return f"{ruling.reason}\n設定: {ruling.option} = {said(params[ruling.option])}"


def _checks(build: Build) -> Iterator[Block]:
    """What the checks of the composition say, by component."""
    told: dict[str, list[str]] = {}
    for check in build.game.spec.checks:
        if check.says and check.says not in told.setdefault(build.game.components[check.of].name, []):
            told[build.game.components[check.of].name].append(check.says.removesuffix("。"))
    rows = tuple((name, "。".join(says) + "。") for name, says in told.items() if says)
    if rows:
        yield Heading("構成チェック")
        yield Paragraph("書き出すたびに、次のことを確かめています。", keep=True)
        yield Table(("対象", "確かめていること"), rows, (2.4, 10))
