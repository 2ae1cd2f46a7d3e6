"""The text element: its content and setting, composed into its box, with misfits told by card and field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from cardgen.layout import colour, presentation
from cardgen.layout.fault import Fault, misnamed
from cardgen.layout.frame import Colour
from cardgen.layout.presentation import Inherited
from cardgen.layout.scene import Scene
from cardgen.layout.tree import Node
from cardgen.problems import Level, Problem
from cardgen.text import markup
from cardgen.text.classes import clusters
from cardgen.text.compose import compose
from cardgen.text.errors import DoesNotFit, MarkupError, NoGlyph
from cardgen.text.placed import Composed
from cardgen.text.style import Style


def _size(text: str) -> float:
    value = float(text.removesuffix("pt"))
    if not 0.5 <= value <= 1000:
        raise ValueError(text)
    return value


def _factor(text: str) -> float:
    value = float(text)
    if not 0.1 <= value <= 10:
        raise ValueError(text)
    return value


def _gap(text: str) -> float:
    value = float(text.removesuffix("em"))
    if not -1 < value <= 10:
        raise ValueError(text)
    return value


def _scale(text: str) -> float:
    return _factor(str(float(text.removesuffix("%")) / 100) if text.endswith("%") else text)


def _condense(text: str) -> float:
    value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0.5 <= value <= 1:
        raise ValueError(text)
    return value


def _lines(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def _word(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return read


def _yes(text: str) -> bool:
    return _word("true", "false")(text) == "true"


SETTINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "size": ("size", _size),
    "min-size": ("min_size", _size),
    "leading": ("leading", _factor),
    "align": ("align", _word("left", "center", "right", "justify", "even")),
    "valign": ("valign", _word("top", "middle", "bottom")),
    "writing": ("writing", _word("horizontal", "vertical")),
    "mode": ("mode", _word("body", "title")),
    "kinsoku": ("kinsoku", _word("strict", "normal", "loose")),
    "autospace": ("autospace", _gap),
    "letter-spacing": ("letter_spacing", _gap),
    "condense": ("condense", _condense),
    "max-lines": ("max_lines", _lines),
    "hang": ("hang", _yes),
}
"""Attribute -> the `Style` field it sets, and how it is read."""

ATTRIBUTES = ("field", "font", "fit", *SETTINGS)

_STRONG = ("bold", "title", "number", "display")
"""Roles that are bold by themselves: emphasis in them changes nothing."""


def composed(scene: Scene, node: Node, style: Inherited, width: float, height: float) -> Composed | None:
    """The element's text set into a box of that size, None when there is none.

    Reports a text that does not fit or that the fonts cannot write.
    """
    field = node.attributes.get("field")
    try:
        field, nodes = _content(scene, node)
        if not nodes:
            return None
        found = compose(_resolved(nodes), _style(scene, node, style), width, height)
    except (MarkupError, NoGlyph, DoesNotFit) as fault:
        _report(scene, node, field, *_told(fault))
        return None
    if node.attributes.get("fit") == "deck":
        scene.sizes.found.setdefault(node.place, set()).add(found.size)
    for warning in found.warnings:
        kind, _, detail = warning.partition(":")
        if kind in _WARNINGS:
            id, fact = _WARNINGS[kind]
            _report(scene, node, field, id, {fact: detail}, "warning")
    return found


def _style(scene: Scene, node: Node, style: Inherited) -> Style:
    role = node.attributes.get("font", "body")
    chain = scene.assets.fonts.chain
    settings = {
        name: scene.read(node, attribute, reader)
        for attribute, (name, reader) in SETTINGS.items()
        if attribute in node.attributes
    }
    wanted = Style(
        faces=chain(role),
        bold=() if role in _STRONG else chain("bold"),
        ruby=chain("ruby") if role == "body" else (),
        colour=presentation.painted(style, "fill") or (0.0, 0.0, 0.0),
        widows=False,
        **settings,
    )
    if wanted.min_size is not None and wanted.min_size > wanted.size:
        raise Fault("bad-attribute", attribute="min-size", found=node.attributes["min-size"])
    if scene.word(node, "fit", ("box", "deck")) == "deck" and node.place in scene.sizes.limit:
        return replace(wanted, size=min(wanted.size, scene.sizes.limit[node.place]))
    return wanted


# ------------------------------------------------------------------ content


def _content(scene: Scene, node: Node) -> tuple[str | None, tuple[markup.Node, ...]]:
    """The card's field that the text shows, if any, and the text itself."""
    field = node.attributes.get("field")
    if field is not None and field not in scene.fields:
        raise Fault("text-unknown-field", **misnamed(field, scene.fields))
    written = node.text.strip(_BLANK)
    if field is not None and not written and not node.nodes:
        written = _as_text(_printable(field, _values(scene).get(field)))
    field = field or _field_of(scene, written)
    _check_tokens(scene, node, field, written)
    return field, tuple(_trimmed(_nodes(scene, node))) if node.nodes else _parsed(scene, written)


def _check_tokens(scene: Scene, node: Node, field: str | None, written: str) -> None:
    """In a game that has icons, what looks like one and is none is likely a slip of the pen."""
    for name in markup.icon_names(written) if scene.icons else ():
        if name not in scene.icons:
            _report(scene, node, field, "text-unknown-token", misnamed(name, sorted(scene.icons)), "warning")


_BLANK = " \t\r\n"
"""What a template's own indents are made of. The ideographic space is not: it may open a paragraph."""


def _values(scene: Scene) -> Mapping[str, Any]:
    return scene.card.values if scene.card else {}


def _printable(field: str, value: object) -> object:
    if isinstance(value, tuple | Mapping):
        raise Fault("text-field-not-text", found=field)
    return value


def _as_text(value: object) -> str:
    return "" if value is None else str(value).strip(_BLANK)


def _field_of(scene: Scene, written: str) -> str | None:
    """The field whose value is the text, or whose value, being no mere number or letter, occurs in it."""
    values = {name: _as_text(value) for name, value in _values(scene).items() if isinstance(value, str | int)}
    for name, value in values.items():
        if value and value == written.strip(_BLANK):
            return name
    inside = [name for name, value in values.items() if len(value) > 3 and value in written]
    return max(inside, key=lambda name: len(values[name]), default=None)


def _parsed(scene: Scene, written: str) -> tuple[markup.Node, ...]:
    return markup.parse(re.sub(r"[ \t]*\r?\n[ \t]*", "\n", written), scene.icons)


_INLINE = {"b": (), "em": (), "span": ("fill", "size"), "ruby": (), "icon": ("name",), "br": ()}


def _nodes(scene: Scene, node: Node) -> list[markup.Node]:
    """The inline elements of a text as nodes of `text.markup`, which also reads the characters between."""
    found: list[markup.Node] = []
    for child in node.children:
        if isinstance(child, str):
            found += _parsed(scene, child)
        else:
            _check_inline(scene, child)
            found.append(_inline(scene, child))
    return found


def _check_inline(scene: Scene, node: Node) -> None:
    if node.tag not in _INLINE:
        raise Fault("unknown-element", **misnamed(node.tag, _INLINE))
    for name in node.attributes:
        if name not in _INLINE[node.tag]:
            scene.refuse(
                node, Fault("unknown-attribute", element=node.tag, **misnamed(name, _INLINE[node.tag]))
            )
    if node.tag in ("br", "icon") and (node.nodes or node.text.strip()):
        raise Fault("element-not-empty", element=node.tag)


def _inline(scene: Scene, node: Node) -> markup.Node:
    match node.tag:
        case "br":
            return markup.Break()
        case "icon":
            return markup.Mark(_icon_name(scene, scene.attribute(node, "name")))
        case "ruby":
            return _ruby(node)
        case "b":
            return markup.Span(tuple(_nodes(scene, node)), bold=True)
        case "em":
            return markup.Span(tuple(_nodes(scene, node)), dots=True)
        case _:
            fill = scene.read(node, "fill", _ink) if "fill" in node.attributes else None
            scale = scene.read(node, "size", _scale) if "size" in node.attributes else 1.0
            return markup.Span(tuple(_nodes(scene, node)), colour=fill, scale=scale)


_IN_RUBY = ("rt", "rb", "rp")


def _ruby(node: Node) -> markup.Node:
    """The pairs of a ruby element, as HTML has them: one word read kanji by kanji if each base is one."""
    pairs: list[tuple[str, str]] = []
    base = ""
    for child in node.children:
        if isinstance(child, str) or child.tag == "rb":
            base += (child if isinstance(child, str) else child.text).strip()
        elif child.tag == "rt":
            pairs.append((base, child.text.strip()))
            base = ""
        elif child.tag not in _IN_RUBY:
            raise Fault("unknown-element", **misnamed(child.tag, _IN_RUBY))
    if any(reading and not base for base, reading in pairs):
        raise Fault("ruby-without-base")
    rest = (markup.Plain(base),) if base else ()
    if len(pairs) > 1 and not rest and all(len(clusters(base)) == 1 for base, _ in pairs):
        return markup.Ruby("".join(base for base, _ in pairs), tuple(reading for _, reading in pairs))
    return markup.Span((*(markup.ruby(*pair) for pair in pairs), *rest))


def _ink(text: str) -> Colour:
    found = colour.parse(text)
    if found is None:
        raise ValueError(text)
    return found


def _trimmed(nodes: list[markup.Node]) -> list[markup.Node]:
    """Without the blanks and line ends that stand between the element's tags and its text."""
    while nodes and _is_blank(nodes[0]):
        nodes = nodes[1:]
    while nodes and _is_blank(nodes[-1]):
        nodes = nodes[:-1]
    return nodes


def _is_blank(node: markup.Node) -> bool:
    return isinstance(node, markup.Break) or (isinstance(node, markup.Plain) and not node.text.strip(_BLANK))


def _resolved(nodes: Iterable[markup.Node]) -> tuple[markup.Node, ...]:
    """The nodes with colours in place of the names that the markup gave them."""
    return tuple(_with_colour(node) if isinstance(node, markup.Span) else node for node in nodes)


def _with_colour(span: markup.Span) -> markup.Span:
    found = span.colour
    if isinstance(found, str):
        found = colour.parse(found)
        if found is None:
            raise Fault("unknown-colour", **misnamed(str(span.colour), colour.NAMES))
    return replace(span, children=_resolved(span.children), colour=found)


def _icon_name(scene: Scene, name: str) -> str:
    if name not in scene.icons:
        raise Fault("unknown-icon", **misnamed(name, sorted(scene.icons)))
    return name


# ------------------------------------------------------------------ faults


_WARNINGS = {
    "broken-word": ("text-broken-word", "word"),
    "small-ruby": ("text-small-ruby", "size"),
}
"""What composition warns of and a designer wants to hear: the problem's id and the fact that it tells."""


def _report(
    scene: Scene,
    node: Node,
    field: str | None,
    id: str,
    facts: Mapping[str, object],
    level: Level = "error",
) -> None:
    """At the field's place in the card list when a field is shown, else at the template's line."""
    place = scene.card.places.get(field) if scene.card and field else None
    about = f"{scene.subject} / {field}" if field else scene.subject
    scene.problems.append(Problem(id, place or node.place, about, facts, level))


def _told(fault: MarkupError | NoGlyph | DoesNotFit) -> tuple[str, dict[str, object]]:
    match fault:
        case MarkupError():
            return fault.id, {"column": fault.column}
        case NoGlyph():
            missing = tuple(f"{cluster} ({code})" for cluster, code in fault.missing)
            return "no-glyph", {"characters": missing, "fonts": fault.faces}
        case DoesNotFit():
            digits = 0 if fault.direction == "lines" else _telling(fault.measured, fault.available)
            return f"text-too-{_TOO[fault.direction]}", {
                "measured": f"{fault.measured:.{digits}f}",
                "available": f"{fault.available:.{digits}f}",
                "size": f"{fault.size:g}",
                "overflow": fault.overflow,
            }


def _telling(measured: float, available: float) -> int:
    """How many decimals it takes to see that the two differ: one, unless the text misses by a hair."""
    return next((n for n in (1, 2, 3) if f"{measured:.{n}f}" != f"{available:.{n}f}"), 4)


_TOO = {"width": "wide", "height": "high", "lines": "long"}
