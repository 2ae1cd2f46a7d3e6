"""Can everyone read the cards? Colour as the only difference, too little contrast, type too small.

Decided on finished frames, so that it holds for any template.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple, TypeVar, cast

from cardgen.layout.faces import CardFace
from cardgen.layout.frame import Colour, Frame, Group, Item, Picture, Shape, Text, dump, transform
from cardgen.layout.ground import Ground, Leaf, centres, leaves, scale_of
from cardgen.layout.vision import BLACK, RGB, VISIONS, contrast, difference, mix, rgb
from cardgen.model import Component
from cardgen.problems import Problem, Term

T = TypeVar("T")

LEAST_SMALL, LEAST_BIG = 4.5, 3.0
"""Contrast of small and of big type (WCAG 2.2, 1.4.3 level AA)."""

BIG, BIG_BOLD = 18.0, 14.0
"""Points from which type is big, plain and bold (WCAG 2.2, "large scale")."""

LEAST_SIZE = 5.0
"""Points. Ruby, which is half its base, is the composer's matter."""

LEAST_DIFFERENCE = 10.0
"""CIE76. Two solids may each stray by 5 from what was meant (ISO 12647-2, process colours), and do so in
opposite directions: colours nearer than the sum cannot be relied on to differ in print."""


def legibility(faces: Sequence[CardFace]) -> list[Problem]:
    """What some players will not be able to read or tell apart, as warnings, like ones told once."""
    components = {face.component.id: face.component for face in faces}
    found, drawings = [*_texts(faces)], _Drawings()
    for component in components.values():
        fronts = [face for face in faces if face.component.id == component.id and face.side == "front"]
        found += _rows(component, fronts, drawings)
        found += _designs(component, fronts, drawings)
    return found


def _warning(face: CardFace, id: str, **facts: object) -> Problem:
    subject = f"{face.component.name} / {face.card.id}"
    return Problem(id, face.card.place, subject, facts, "warning")


# ------------------------------------------------------------------ type


class _Setting(NamedTuple):
    """How a text is set: what is told once for all the cards that are alike in it."""

    component: str
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


def _texts(faces: Iterable[CardFace]) -> Iterator[Problem]:
    seen: dict[int, list[_Seen]] = {}
    faint: dict[_Setting, list[tuple[CardFace, _Seen]]] = {}
    small: dict[tuple[str, str, float], list[tuple[CardFace, _Seen]]] = {}
    for face in faces:
        if id(face.frame) not in seen:
            seen[id(face.frame)] = list(_seen(face.frame))
        for text in seen[id(face.frame)]:
            where = face.component.id, face.side
            if contrast(text.ink, text.ground) < _least(text) - 0.005:
                setting = _Setting(*where, text.size, text.ink, text.ground)
                faint.setdefault(setting, []).append((face, text))
            if text.size < LEAST_SIZE - 0.005:
                small.setdefault((*where, text.size), []).append((face, text))
    for found in faint.values():
        face, text = found[0]
        ratio = f"{contrast(text.ink, text.ground):.1f}"
        facts = {"ratio": ratio, "wanted": f"{_least(text):g}", **_about(found)}
        yield _warning(face, "text-faint", **facts)
    for found in small.values():
        face, text = found[0]
        yield _warning(face, "text-tiny", size=f"{text.size:.1f}", wanted=f"{LEAST_SIZE:g}", **_about(found))


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


def _rows(component: Component, fronts: Sequence[CardFace], drawings: _Drawings) -> Iterator[Problem]:
    """Rows of a table (suits, people) that all their cards show by nothing but a colour."""
    for name, field in component.fields.items():
        if field.of is None:
            continue
        cards = _cards_of_rows(fronts, name)
        marks = {row: [drawings.marks(face.frame) for face in found] for row, found in cards.items()}
        shapes = {row: _common(map(_shapes, found)) for row, found in marks.items()}
        coloured = {row: _common(found) for row, found in marks.items()}
        for one, other in combinations(cards, 2):
            vision = shapes[one] == shapes[other] and _alike(coloured[one], coloured[other])
            if vision:
                facts = {"field": name, "one": one, "other": other, "vision": Term(f"vision-{vision}")}
                yield _warning(cards[other][0], "rows-colour-alone", **facts)


def _cards_of_rows(fronts: Iterable[CardFace], field: str) -> Mapping[str, list[CardFace]]:
    found: dict[str, list[CardFace]] = {}
    for face in fronts:
        value = face.card.values.get(field)
        rows: Collection[object] = value if isinstance(value, tuple | Mapping) else (value,)
        for row in rows:
            if isinstance(row, str):
                found.setdefault(row, []).append(face)
    return found


def _common(sets: Iterable[frozenset[T]]) -> frozenset[T]:
    return reduce(frozenset.intersection, sets)


def _designs(component: Component, fronts: Sequence[CardFace], drawings: _Drawings) -> Iterator[Problem]:
    """Cards of one drawing, colours apart, that some eyes or a grey printer cannot tell apart.

    Whatever says other words can be told apart: only cards of the same words are looked at further.
    """
    for said in _grouped(fronts, lambda face: _words(face.frame)):
        for alike in _grouped(said, lambda face: drawings.plain(face.frame)):
            for one, other in combinations(alike, 2):
                vision = _alike(drawings.marks(one.frame), drawings.marks(other.frame))
                if vision:
                    facts = {"one": one.card.id, "other": other.card.id, "vision": Term(f"vision-{vision}")}
                    yield _warning(other, "cards-colour-alone", **facts)
                    break  # one pair of a set of twins is enough to be told


def _grouped(faces: Iterable[CardFace], key: Callable[[CardFace], Hashable]) -> Iterator[list[CardFace]]:
    """Faces that share a key, one of each drawing, wherever there are several."""
    groups: dict[Hashable, dict[str, CardFace]] = {}
    for face in faces:
        groups.setdefault(key(face), {}).setdefault(face.digest, face)
    return (list(group.values()) for group in groups.values() if len(group) > 1)


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
        self.kept: dict[int, tuple[Frame, str]] = {}
        self.seen: dict[int, tuple[Frame, Marks]] = {}

    def plain(self, frame: Frame) -> str:
        """A hash of all that is drawn but for its colours."""
        if id(frame) not in self.kept:
            size = f"{frame.width:g} {frame.height:g}"
            lines = "\n".join([size, *map(self.item, frame.items)])
            self.kept[id(frame)] = frame, sha256(lines.encode("utf-8")).hexdigest()
        return self.kept[id(frame)][1]

    def item(self, item: Item) -> str:
        if isinstance(item, Group):
            shell = Group(_EMPTY, item.matrix, item.clip, item.opacity)
            return dump(Frame(0, 0, (shell,))) + self.plain(item.frame)
        return dump(Frame(0, 0, (_uncoloured(item),)))

    def marks(self, frame: Frame) -> Marks:
        """The things on a face: symbols and texts wherever they stand, shapes where they stand."""
        if id(frame) not in self.seen:
            self.seen[id(frame)] = frame, frozenset(map(self.mark, frame.items))
        return self.seen[id(frame)][1]

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
