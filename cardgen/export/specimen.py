"""The specimen: every rule of composition at work, what is set beside what is expected of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from cardgen import share
from cardgen.export import pdf
from cardgen.export.book import Block, Heading, Paragraph, pages
from cardgen.layout.assets import ROLES, Assets
from cardgen.layout.elements import draw
from cardgen.layout.fault import Fault
from cardgen.layout.frame import Colour, Frame, Group, Item, Paint, Shape, Text, ellipse, rectangle
from cardgen.layout.presentation import INITIAL
from cardgen.layout.scene import Scene
from cardgen.layout.textbox import composed
from cardgen.layout.tree import Node
from cardgen.messages import describe
from cardgen.model import Card, ComponentSpec, Game, GameSpec
from cardgen.paper import paper_size
from cardgen.problems import Place, Problem
from cardgen.replacing import replacing
from cardgen.text.compose import compose
from cardgen.text.markup import Plain
from cardgen.text.placed import MM_PER_POINT, Composed
from cardgen.text.style import Style

SAMPLES = Path(__file__).with_name("specimen.yaml")
TITLE = "cardgen 組版見本"

ICONS = {"時間": "icons/hour.svg", "鍵": "icons/key.svg", "灯": "icons/flame.svg"}
FONTS = {"gothic": ["BIZ UDGothic"], "pgothic": ["BIZ UDPGothic"]}
"""Roles of one face each, where a sample shows what a face does by itself."""

_EXAMPLE = Place(Path("data/mygame/cards.csv"), 12, 5)
"""Where the faults of the samples pretend to be, so that they read as a designer would see them."""

INK: Colour = (0.1, 0.12, 0.16)
GREY: Colour = (0.42, 0.45, 0.5)
LATTICE: Colour = (0.86, 0.9, 0.95)
EDGE: Colour = (0.45, 0.62, 0.82)
RIGHT: Colour = (0.13, 0.55, 0.33)
WRONG: Colour = (0.82, 0.15, 0.15)

MARGIN = 18.0
GUTTER = 6.0


@dataclass(frozen=True, slots=True)
class Sample:
    """A text and its setting. `em` is the measure and `rows` the other side of the box, in em.

    What is expected: `lines` parted by ／, `wide` the length of the longest line in em, `sized` the size
    in points, `told` the id of the only problem. `note` says what to look for where nothing is measured.
    """

    name: str
    text: str
    em: float
    size: float
    setting: Mapping[str, str]
    rows: float | None = None
    rule: str = ""
    lines: str | None = None
    wide: float | None = None
    sized: float | None = None
    told: str | None = None
    note: str = ""

    @property
    def vertical(self) -> bool:
        return self.setting.get("writing") == "vertical"


@dataclass(frozen=True, slots=True)
class Section:
    """Samples that show one subject, `across` of them side by side."""

    title: str
    about: str
    across: int
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A sample as it was set, in a box of `width` x `height` mm."""

    sample: Sample
    width: float
    height: float
    composed: Composed | None
    items: tuple[Item, ...] = ()
    problems: tuple[Problem, ...] = field(default=())

    @property
    def expected(self) -> str:
        sample = self.sample
        lines = sample.lines or ""
        parts = [lines if sample.vertical else lines.replace("／", "\n")]
        parts += [f"送り {sample.wide:g} em"] if sample.wide is not None else []
        parts += [f"{sample.sized:g} pt"] if sample.sized is not None else []
        return "　".join(part for part in parts if part)

    @property
    def measured(self) -> bool:
        """Whether the sample says what it expects. One that does not is there to be looked at."""
        sample = self.sample
        return any(value is not None for value in (sample.lines, sample.wide, sample.sized, sample.told))

    @property
    def right(self) -> bool:
        """Whether all that was expected came out, and nothing else was told."""
        sample = self.sample
        told = [problem.id for problem in self.problems]
        if told != ([sample.told] if sample.told else []):
            return False
        if self.composed is None:
            return True
        em = self.composed.size * MM_PER_POINT
        wide = (self.composed.height if sample.vertical else self.composed.width) / em
        return (
            (sample.lines is None or "／".join(self.composed.lines) == sample.lines)
            and (sample.wide is None or abs(wide - sample.wide) < 0.005)
            and (sample.sized is None or self.composed.size == sample.sized)
        )


def write(path: Path) -> Path:
    """Write the specimen as a PDF of A4 pages. Raises OSError, and leaves an earlier one as it was then."""
    size = paper_size("A4")
    assert size is not None, "A4 is in the table of papers"
    chain = _assets().fonts.chain
    book = pages(_blocks(size[0] - 2 * MARGIN), *size, chain, TITLE)
    with replacing(path) as new:
        pdf.write(new, (page.draw() for page in book), TITLE)
    return path


# ------------------------------------------------------------------ samples


def sections() -> tuple[Section, ...]:
    """The contents of specimen.yaml."""
    return tuple(_section(**entry) for entry in yaml.safe_load(SAMPLES.read_text(encoding="utf-8")))


def _section(
    title: str,
    about: str,
    across: int,
    samples: Sequence[Mapping[str, Any]],
    common: Mapping[str, Any] | None = None,
) -> Section:
    return Section(title, about, across, tuple(_sample({**(common or {}), **sample}) for sample in samples))


_OWN = frozenset(Sample.__dataclass_fields__) - {"setting"}


def _sample(entry: Mapping[str, Any]) -> Sample:
    own = {name: value for name, value in entry.items() if name in _OWN}
    setting = {name: str(value) for name, value in entry.items() if name not in _OWN}
    return Sample(**own, setting={**setting, "size": str(own["size"])})


@cache
def _assets() -> Assets:
    """What the samples draw with: the bundled fonts and icons, as a game has them."""
    components = {"card": ComponentSpec(name="見本", count=0)}
    spec = GameSpec(
        title=TITLE, draft="見本", players=[1], components=components, icons=ICONS, fonts={**_ROLES, **FONTS}
    )
    place = Place(_EXAMPLE.file)
    return Assets(Game("specimen", share.TEMPLATES, spec, {}, {}, lambda path: place))


_ROLES = {role: list(names) for role, names in ROLES.items()}


def set_sample(sample: Sample) -> Result:
    """The sample through the same steps as a `<text>` of a template."""
    em = sample.size * MM_PER_POINT
    along, across = sample.em * em, (sample.rows or 100) * em
    width, height = (across, along) if sample.vertical else (along, across)
    node = Node("text", {**sample.setting, "field": "text"}, _EXAMPLE)
    card = Card("red-3", 1, {"text": sample.text}, _EXAMPLE, {"text": _EXAMPLE})
    scene = Scene(_assets(), width, height, "事件カード / red-3", card, ("text",))
    try:
        found = composed(scene, node, INITIAL, width, height)
    except Fault as fault:
        scene.refuse(node, fault)
        found = None
    problems = tuple(scene.problems)
    if found is None:
        return Result(sample, width, height if sample.rows else 2 * em, None, (), problems)
    if sample.rows is None:
        width, height = (found.width, along) if sample.vertical else (along, found.height)
    node.attributes |= {"width": str(width), "height": str(height)}
    return Result(sample, width, height, found, tuple(draw(scene, node, INITIAL)), problems)


# ------------------------------------------------------------------ pages


def _blocks(width: float) -> Iterator[Block | Frame]:
    results = [(section, [set_sample(sample) for sample in section.samples]) for section in sections()]
    checked = [result for _, those in results for result in those if result.measured]
    right = sum(result.right for result in checked)
    yield Heading(TITLE, 1)
    yield Paragraph(
        f"期待を書いた見本 {len(checked)} のうち、{right} がそのとおりに組めています。", keep=True
    )
    for section, those in results:
        yield Heading(section.title)
        yield Paragraph(section.about, keep=True)
        yield from _rows(those, section.across, width)


def _rows(results: Sequence[Result], across: int, width: float) -> Iterator[Frame]:
    cell = (width - (across - 1) * GUTTER) / across
    for start in range(0, len(results), across):
        cells = [_cell(result, cell) for result in results[start : start + across]]
        tall = max(frame.height for frame in cells)
        groups = (Group(f, (1, 0, 0, 1, i * (cell + GUTTER), 0)) for i, f in enumerate(cells))
        yield Frame(width, tall + 4.5, tuple(groups))


def _cell(result: Result, width: float) -> Frame:
    """Name and rule above; the setting in its box; beside it, or below where it is wide, the expectation."""
    head, top = _head(result, width)
    beside = width - result.width - 3 >= 17 and not result.problems
    x, room = (result.width + 3, width - result.width - 3) if beside else (0.0, width)
    words, tall = _words(result, room)
    y = top if beside else top + result.height + 1.2
    bottom = max(top + result.height, y + tall)
    boxed = Frame(result.width, result.height, (*_lattice(result), *result.items))
    return Frame(
        width, bottom, (*head, Group(boxed, (1, 0, 0, 1, 0, top)), *(_moved(item, x, y) for item in words))
    )


def _moved(item: Item, x: float, y: float) -> Group:
    return Group(Frame(0, 0, (item,)), (1, 0, 0, 1, x, y))


def _head(result: Result, width: float) -> tuple[list[Item], float]:
    sample = result.sample
    name, tall = _set(sample.name, "bold", 7, INK, width - 4)
    items: list[Item] = [*name]
    if result.measured:
        colour = RIGHT if result.right else WRONG
        items = [Shape(ellipse(1, tall / 2, 0.9, 0.9), Paint(colour)), *(_moved(i, 3, 0) for i in name)]
    if sample.rule:
        rule, more = _set(sample.rule, "body", 7, GREY, width)
        items += (_moved(item, 0, tall + 0.6) for item in rule)
        tall += more + 0.6
    return items, tall + 1.8


def _words(result: Result, width: float) -> tuple[list[Item], float]:
    """What is expected, and what came out instead where that differs; problems in their own words."""
    found = result.composed
    parts = [(f"期待\n{result.expected}", GREY)] if result.expected else []
    if result.sample.note:
        parts.append((result.sample.note, GREY))
    if found and result.measured and not result.right:
        parts.append((f"結果　{'／'.join(found.lines)}　{found.width:.2f} mm　{found.size:g} pt", WRONG))
    parts += [(describe(problem, "ja"), WRONG if not result.right else INK) for problem in result.problems]
    items: list[Item] = []
    y = 0.0
    for text, colour in parts:
        words, tall = _set(text, "body", 7, colour, width)
        items += (_moved(item, 0, y) for item in words)
        y += tall + 1
    return items, y


def _set(text: str, role: str, size: float, colour: Colour, width: float) -> tuple[list[Item], float]:
    style = Style(_assets().fonts.chain(role), size=size, leading=1.4, colour=colour, widows=False)
    told = "".join(c if c == "\n" or _drawable(c, style) else f"U+{ord(c):04X}" for c in text)
    done = compose((Plain(told),), style, width, 1000)
    return [Text(run, 0, 0) for run in done.runs], done.height


def _drawable(char: str, style: Style) -> bool:
    """Whether a message can quote the character: one that no face has is told by its code point."""
    mark = 0x300 <= ord(char) <= 0x36F or char in "\u3099\u309a" or ord(char) >= 0xE0100
    return mark or any(face.glyph(char) for face in style.faces)


def _lattice(result: Result) -> Iterator[Shape]:
    """The box, and a line at each em of the measure."""
    sample = result.sample
    size = result.composed.size if result.composed else sample.size
    em = size * MM_PER_POINT
    length = result.height if sample.vertical else result.width
    n = 1
    while n * em < length - 0.01:
        along = n * em
        ends = (
            ((0, along), (result.width, along)) if sample.vertical else ((along, 0), (along, result.height))
        )
        yield Shape((("M", ends[0]), ("L", ends[1])), Paint(None, LATTICE, 0.12))
        n += 1
    yield Shape(rectangle(0, 0, result.width, result.height), Paint(None, EDGE, 0.15))
