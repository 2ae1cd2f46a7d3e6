"""Can everyone read the cards? Colour as the only difference, too little contrast, type too small.

Decided on finished frames, so that it holds for any template. Of a frame only what may yet matter is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple, cast

from cardgen.layout.faces import CardFace
from cardgen.layout.frame import Colour, Frame, Group, Item, Picture, Shape, Text, dump, transform
from cardgen.layout.ground import Ground, Leaf, centres, leaves, scale_of
from cardgen.layout.vision import BLACK, RGB, VISIONS, contrast, difference, mix, rgb
from cardgen.model import Component
from cardgen.problems import Problem, Term

LEAST_SMALL, LEAST_BIG = 4.5, 3.0
"""Contrast of small and of big type (WCAG 2.2, 1.4.3 level AA)."""

BIG, BIG_BOLD = 18.0, 14.0
"""Points from which type is big, plain and bold (WCAG 2.2, "large scale")."""

LEAST_SIZE = 5.0
"""Points. Ruby, which is half its base, is the composer's matter."""

LEAST_DIFFERENCE = 10.0
"""CIE76. Two solids may each stray by 5 from what was meant (ISO 12647-2, process colours), and do so in
opposite directions: colours nearer than the sum cannot be relied on to differ in print."""


class Legibility:
    """What some players will not be able to read or tell apart in a component, as warnings.

    What is alike on many cards is told once.
    """

    def __init__(self, component: Component):
        drawings = _Drawings()
        self.texts, self.rows, self.designs = _Texts(), _Rows(component, drawings), _Designs(drawings)

    def see(self, face: CardFace) -> None:
        self.texts.see(face)
        if face.side == "front":
            self.rows.see(face)
            self.designs.see(face)

    def told(self) -> Iterator[Problem]:
        yield from self.texts.told()
        yield from self.rows.told()
        yield from self.designs.told()


def _warning(face: CardFace, id: str, **facts: object) -> Problem:
    subject = f"{face.component.name} / {face.card.id}"
    return Problem(id, face.card.place, subject, facts, "warning")


# ------------------------------------------------------------------ type


class _Setting(NamedTuple):
    """How a text is set: what is told once for all the cards that are alike in it."""

    side: str
    size: float
    ink: RGB
    ground: RGB


class _Seen(NamedTuple):
    """A run of text as it is seen: words, where its box begins, points, colour, and the ground beneath.

    The ground is that where it stands out least.
    """

    words: str
    at: tuple[float, float]
    size: float
    bold: bool
    ink: RGB
    ground: RGB


@dataclass(slots=True)
class _Texts:
    """Texts that are set too small, or stand out too little."""

    hard: dict[str, tuple[_Seen, ...]] = field(default_factory=dict)
    """The texts of each drawing that are hard to read."""
    faint: dict[_Setting, list[tuple[CardFace, _Seen]]] = field(default_factory=dict)
    small: dict[tuple[str, float], list[tuple[CardFace, _Seen]]] = field(default_factory=dict)

    def see(self, face: CardFace) -> None:
        if face.digest not in self.hard:
            self.hard[face.digest] = tuple(text for text in _seen(face.frame) if _faint(text) or _small(text))
        for text in self.hard[face.digest]:
            if _faint(text):
                setting = _Setting(face.side, text.size, text.ink, text.ground)
                self.faint.setdefault(setting, []).append((face, text))
            if _small(text):
                self.small.setdefault((face.side, text.size), []).append((face, text))

    def told(self) -> Iterator[Problem]:
        for found in self.faint.values():
            face, text = found[0]
            ratio = f"{contrast(text.ink, text.ground):.1f}"
            facts = {"ratio": ratio, "wanted": f"{_least(text):g}", **_about(found)}
            yield _warning(face, "text-faint", **facts)
        for found in self.small.values():
            face, text = found[0]
            facts = {"size": f"{text.size:.1f}", "wanted": f"{LEAST_SIZE:g}", **_about(found)}
            yield _warning(face, "text-tiny", **facts)


def _faint(text: _Seen) -> bool:
    return contrast(text.ink, text.ground) < _least(text) - 0.005


def _small(text: _Seen) -> bool:
    return text.size < LEAST_SIZE - 0.005


def _about(found: Sequence[tuple[CardFace, _Seen]]) -> dict[str, object]:
    """The words concerned on the first card, its side, and the further cards that are set alike."""
    face = found[0][0]
    boxes: dict[tuple[float, float], str] = {}
    for text in (text for other, text in found if other is face):
        boxes[text.at] = boxes.get(text.at, "") + text.words
    words = "／".join(dict.fromkeys(boxes.values()))
    others = dict.fromkeys(other.card.id for other, _ in found if other.card.id != face.card.id)
    return {"words": words, "side": Term(f"side-{face.side}"), "cards": tuple(others)}


def _least(text: _Seen) -> float:
    return LEAST_BIG if text.size >= (BIG_BOLD if text.bold else BIG) - 0.005 else LEAST_SMALL


def _seen(frame: Frame) -> Iterator[_Seen]:
    """The runs of a face with what lies beneath them, ruby left out."""
    ground = Ground()
    for leaf in leaves(frame):
        if isinstance(leaf.item, Text):
            if not leaf.item.run.annotation and leaf.item.run.source.strip():
                yield from _read(leaf, leaf.item, ground)
        else:
            ground.paint(leaf)


_SAMPLES = 6
"""Glyphs of a run that are looked beneath."""


def _read(leaf: Leaf, text: Text, ground: Ground) -> Iterator[_Seen]:
    run = text.run
    ink = _ink(text)
    grounds = dict.fromkeys(ground.at(*point) for point in centres(text, leaf.matrix, _SAMPLES))
    shown = [(mix(beneath, ink, leaf.opacity), beneath) for beneath in grounds]
    if shown:
        colour, beneath = min(shown, key=lambda pair: contrast(*pair))
        size = round(run.size * scale_of(leaf.matrix), 2)
        at = transform(leaf.matrix, text.x, text.y)
        yield _Seen(run.source, at, size, run.face.weight >= 600, colour, beneath)


# ------------------------------------------------------------------ colour alone


Mark = tuple[str, tuple[RGB, ...]]
"""A thing on a face without its colours, and its colours."""

Marks = frozenset[Mark]


class _Rows:
    """Rows of a table (suits, people) that all their cards show by nothing but a colour."""

    def __init__(self, component: Component, drawings: _Drawings):
        self.drawings = drawings
        self.fields = [name for name, spec in component.fields.items() if spec.of is not None]
        self.first: dict[tuple[str, str], CardFace] = {}
        self.shapes: dict[tuple[str, str], frozenset[str]] = {}
        self.coloured: dict[tuple[str, str], Marks] = {}
        """What all cards of a row have in common, by field and row: things, and things with their colours."""

    def see(self, face: CardFace) -> None:
        rows = [(name, row) for name in self.fields for row in _rows_of(face, name)]
        marks = self.drawings.marks(face.frame) if rows else frozenset()
        for row in rows:
            self.first.setdefault(row, face)
            self.shapes[row] = self.shapes.get(row, _shapes(marks)) & _shapes(marks)
            self.coloured[row] = self.coloured.get(row, marks) & marks

    def told(self) -> Iterator[Problem]:
        for name in self.fields:
            for one, other in combinations([row for row in self.first if row[0] == name], 2):
                alike = self.shapes[one] == self.shapes[other]
                vision = _alike(self.coloured[one], self.coloured[other]) if alike else None
                if vision:
                    facts = {"field": name, "one": one[1], "other": other[1]}
                    yield _warning(
                        self.first[other], "rows-colour-alone", **facts, vision=Term(f"vision-{vision}")
                    )


def _rows_of(face: CardFace, field: str) -> list[str]:
    """The rows of a table that a card names in that field."""
    value = face.card.values.get(field)
    rows: Collection[object] = value if isinstance(value, tuple | Mapping) else (value,)
    return [row for row in rows if isinstance(row, str)]


class _Designs:
    """Cards of one drawing, colours apart, that some eyes or a grey printer cannot tell apart.

    Whatever says other words can be told apart: only cards of the same words are looked at further.
    """

    def __init__(self, drawings: _Drawings):
        self.drawings = drawings
        self.seen: set[str] = set()
        self.first: dict[str, CardFace] = {}
        """The first drawing that says certain words, by a hash of the words."""
        self.alike: dict[str, dict[str, list[tuple[CardFace, Marks]]]] = {}
        """Where several say the same: those that are one drawing but for their colours."""

    def see(self, face: CardFace) -> None:
        if face.digest in self.seen:
            return
        self.seen.add(face.digest)
        frame = face.frame
        words = sha256("\0".join(_words(frame)).encode("utf-8", "surrogatepass")).hexdigest()
        first = self.first.setdefault(words, face)
        if first is not face:
            if words not in self.alike:
                self.alike[words] = {}
                self.note(words, first, first.frame)
            self.note(words, face, frame)

    def note(self, words: str, face: CardFace, frame: Frame) -> None:
        alike = self.alike[words].setdefault(self.drawings.plain(frame), [])
        alike.append((face, self.drawings.marks(frame)))

    def told(self) -> Iterator[Problem]:
        for drawings in self.alike.values():
            for alike in drawings.values():
                for (one, ours), (other, theirs) in combinations(alike, 2):
                    vision = _alike(ours, theirs)
                    if vision:
                        facts = {
                            "one": one.card.id,
                            "other": other.card.id,
                            "vision": Term(f"vision-{vision}"),
                        }
                        yield _warning(other, "cards-colour-alone", **facts)
                        break  # one pair of a set of twins is enough to be told


def _words(frame: Frame) -> tuple[str, ...]:
    return tuple(item.run.source for item in frame.items if isinstance(item, Text))


def _alike(one: Marks, other: Marks) -> str | None:
    """The first vision under which things of other colours look the same; None if there is none."""
    pairs = list(_pairs(one, other))
    if not pairs:
        return None
    for vision, seen in VISIONS.items():
        if all(difference(seen(a), seen(b)) < LEAST_DIFFERENCE for a, b in pairs):
            return vision
    return None


def _shapes(marks: Marks) -> frozenset[str]:
    return frozenset(shape for shape, _ in marks)


def _pairs(one: Marks, other: Marks) -> Iterator[tuple[RGB, RGB]]:
    """The colours of the same things on both, where they differ."""
    for shape in sorted(_shapes(one) & _shapes(other)):
        ours = sorted(colours for found, colours in one - other if found == shape)
        theirs = sorted(colours for found, colours in other - one if found == shape)
        for mine, yours in zip(ours, theirs, strict=False):
            yield from ((a, b) for a, b in zip(mine, yours, strict=False) if a != b)


class _Drawings:
    """Frames with their colours taken out. A symbol that many cards show is gone through once."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    def plain(self, frame: Frame) -> str:
        """A hash of all that is drawn but for its colours."""
        if frame.key in self.kept:
            return self.kept[frame.key]
        size = f"{frame.width:g} {frame.height:g}"
        lines = "\n".join([size, *map(self.item, frame.items)])
        found = sha256(lines.encode("utf-8")).hexdigest()
        if frame.key:
            self.kept[frame.key] = found
        return found

    def item(self, item: Item) -> str:
        if isinstance(item, Group):
            shell = Group(_EMPTY, item.matrix, item.clip, item.opacity)
            return dump(Frame(0, 0, (shell,))) + self.plain(item.frame)
        return dump(Frame(0, 0, (_uncoloured(item),)))

    def marks(self, frame: Frame) -> Marks:
        """The things on a face: symbols and texts wherever they stand, shapes where they stand."""
        return frozenset(map(self.mark, frame.items))

    def mark(self, item: Item) -> Mark:
        match item:
            case Text(run, _, _):
                return f"text {run.source} {run.face.name}", (_ink(item),)
            case Group(frame):
                return f"group {self.plain(frame)}", tuple(_colours(frame))
            case _:
                return self.item(item), tuple(_colours(Frame(0, 0, (item,))))


_EMPTY = Frame(0, 0, ())


def _uncoloured(item: Shape | Text | Picture) -> Item:
    match item:
        case Shape(_, paint):
            fill, stroke = (None if colour is None else BLACK for colour in (paint.fill, paint.stroke))
            return replace(item, paint=replace(paint, fill=fill, stroke=stroke))
        case Text(run, _, _):
            return replace(item, run=replace(run, colour=None))
        case _:
            return item


def _colours(frame: Frame) -> Iterator[RGB]:
    for leaf in leaves(frame):
        match leaf.item:
            case Shape(_, paint):
                yield from (rgb(colour) for colour in (paint.fill, paint.stroke) if colour is not None)
            case Text():
                yield _ink(leaf.item)
            case Picture():
                pass


def _ink(text: Text) -> RGB:
    return rgb(cast(Colour, text.run.colour)) if text.run.colour is not None else BLACK
