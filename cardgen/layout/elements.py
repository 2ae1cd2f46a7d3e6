"""What a template may draw: ELEMENTS, one function each, from an element to placed items.

The vocabulary is SVG's where SVG has the thing. A designer's SVG pictures are drawn by the same table;
what it lacks (gradients, filters, masks, text, style sheets) is reported, never left out in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.layout import path, pictures, presentation, textbox
from cardgen.layout.fault import Fault, misnamed
from cardgen.layout.frame import (
    IDENTITY,
    Frame,
    Group,
    Item,
    Matrix,
    Shape,
    Text,
    ellipse,
    keyed,
    multiply,
    rectangle,
)
from cardgen.layout.frame import Path as Outline
from cardgen.layout.idle import idle
from cardgen.layout.presentation import INITIAL, READERS, Inherited, declarations, fraction, number, one_of
from cardgen.layout.scene import Scene
from cardgen.layout.symbol import Symbol, fitted
from cardgen.layout.tree import Node
from cardgen.problems import Problems

Draw = Callable[["Scene", Node, Inherited], list[Item]]


LIMIT = 50_000
"""Elements in one drawing: far more than a card has; a <use> of a <use> of a <use> gets there fast."""


class Element(NamedTuple):
    """How an element is drawn, its attributes beside the common ones, whether nothing may stand inside.

    `deaf` are the common attributes that could change nothing on it.
    """

    draw: Draw
    attributes: frozenset[str]
    empty: bool = True
    deaf: frozenset[str] = frozenset()


# ------------------------------------------------------------------ walking


def draw_all(scene: Scene, parent: Node, style: Inherited) -> list[Item]:
    """The items of all the elements in `parent`. Text that stands between them in a template is reported."""
    if not scene.svg:
        _refuse_stray_text(scene, parent)
    return [item for node in parent.nodes for item in draw(scene, node, style)]


def draw(scene: Scene, node: Node, inherited: Inherited) -> list[Item]:
    """The items of one element. Its faults are reported to the scene, and it is then left out."""
    scene.drawn += 1
    if scene.drawn > LIMIT:
        if scene.drawn == LIMIT + 1:
            scene.report("too-many-elements", node, limit=LIMIT)
        return []
    table = SVG_ELEMENTS if scene.svg else ELEMENTS
    if scene.svg and ":" in node.tag:  # an editor's own (sodipodi:namedview); SVG leaves those undrawn
        return []
    element = table.get(node.tag)
    if element is None:
        _report_unknown_element(scene, node, table)
        return []
    if not scene.svg and element.empty and (node.nodes or node.text.strip()):
        scene.report("element-not-empty", node, element=node.tag)
    try:
        own = _own_style(scene, node, element)
        if own.pop("display", None) == "none":
            return []
        opacity, matrix = own.pop("opacity", 1.0), own.pop("transform", IDENTITY)
        items = element.draw(scene, node, {**inherited, **own} if own else inherited)
    except Fault as fault:
        scene.refuse(node, fault)
        return []
    except Problems as fault:  # a font or an SVG file that cannot be had
        scene.problems.extend(fault.problems)
        return []
    return _placed(scene, items, matrix, opacity)


def _placed(scene: Scene, items: list[Item], matrix: Matrix, opacity: float) -> list[Item]:
    """The items moved by the element's transform and seen through its opacity, as one thing."""
    if not items or (matrix == IDENTITY and opacity == 1):
        return items
    match items:
        case [Shape(_, paint) as shape] if matrix == IDENTITY and not (paint.fill and paint.stroke):
            return [replace(shape, paint=replace(paint, opacity=paint.opacity * opacity))]
        case [Group() as group] if group.opacity == 1:
            return [replace(group, matrix=multiply(matrix, group.matrix), opacity=opacity)]
    return [Group(Frame(scene.width, scene.height, tuple(items)), matrix, None, opacity)]


def _refuse_stray_text(scene: Scene, parent: Node) -> None:
    stray = " ".join(child.strip() for child in parent.children if isinstance(child, str)).strip()
    if stray:
        scene.report("text-outside", parent, found=stray)


def _report_unknown_element(scene: Scene, node: Node, table: Mapping[str, Element]) -> None:
    if scene.svg:
        scene.report("svg-unsupported", node, what=f"<{node.tag}>")
    else:
        scene.refuse(node, Fault("unknown-element", **misnamed(node.tag, table)))


# ------------------------------------------------------------------ attributes

_OWN: dict[str, Callable[[str], Any]] = {
    "opacity": fraction,
    "transform": path.parse_transform,
    "display": one_of("none", "inline", "block", "inherit"),
}

_COMMON = frozenset([*READERS, *_OWN, "style", "id"])


def _own_style(scene: Scene, node: Node, element: Element) -> dict[str, Any]:
    """The element's own presentation values. Unknown and unreadable attributes are reported."""
    own: dict[str, Any] = {}
    written = node.attributes
    if "style" in written:
        written = {**written, **_declared(scene, node, element)}
    for name, text in written.items():
        reader = READERS.get(name) or _OWN.get(name)
        if name in element.deaf:
            _report_unknown_attribute(scene, node, element, name, text)
        elif reader is not None and name not in element.attributes:
            _read_into(own, scene, node, name, text, reader)
        elif name not in element.attributes and name not in _COMMON:
            _report_unknown_attribute(scene, node, element, name, text)
    return own


def _declared(scene: Scene, node: Node, element: Element) -> dict[str, str]:
    """The properties of its style attribute. What is read as an attribute alone is reported."""
    found = declarations(node.attributes["style"])
    for name in sorted(found.keys() & element.attributes):
        scene.report("attribute-in-style", node, name=name)
    return found


def _read_into(
    own: dict[str, Any], scene: Scene, node: Node, name: str, text: str, reader: Callable[[str], Any]
) -> None:
    if text.strip() == "inherit":
        return
    try:
        own[name] = reader(text)
    except ValueError:
        if scene.svg and "url(" in text:
            scene.report("svg-unsupported", node, what=f'{name}="{text}"')
        else:
            scene.report("bad-attribute", node, attribute=name, found=text)


def _report_unknown_attribute(scene: Scene, node: Node, element: Element, name: str, text: str) -> None:
    if not scene.svg:
        known = [*sorted(element.attributes), *sorted(_COMMON - element.deaf)]
        scene.refuse(node, Fault("unknown-attribute", element=node.tag, **misnamed(name, known)))
    elif not idle(name, text.strip()):
        scene.report("svg-unsupported", node, what=f'{name}="{text}"')


# ------------------------------------------------------------------ shapes


def _shapes(outline: Outline, style: Inherited, fillable: bool = True) -> list[Item]:
    return [Shape(outline, paint) for paint in presentation.paints(style, fillable)]


def _rect(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    x, y, width, height = scene.box(node)
    if not width or not height:
        return []
    rx, ry = scene.length(node, "rx", None), scene.length(node, "ry", None)
    rx, ry = rx if rx is not None else ry, ry if ry is not None else rx
    return _shapes(rectangle(x, y, width, height, rx or 0, ry or 0), style)


def _circle(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    r = scene.length(node, "r")
    return (
        _shapes(ellipse(scene.number(node, "cx", 0), scene.number(node, "cy", 0), r, r), style) if r else []
    )


def _ellipse(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    centre = scene.number(node, "cx", 0), scene.number(node, "cy", 0)
    return _shapes(ellipse(*centre, scene.length(node, "rx"), scene.length(node, "ry")), style)


def _line(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    if not scene.svg and style["stroke"] is None and "stroke" not in node.attributes:
        raise Fault("missing-attribute", element=node.tag, attribute="stroke")
    x1, y1, x2, y2 = (scene.number(node, name, 0) for name in ("x1", "y1", "x2", "y2"))
    return _shapes((("M", (x1, y1)), ("L", (x2, y2))), style, fillable=False)


def _polyline(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    return _shapes(_points(scene, node), style)


def _polygon(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    return _shapes((*_points(scene, node), ("Z", ())), style)


def _points(scene: Scene, node: Node) -> Outline:
    values = scene.read(node, "points", path.numbers)
    if len(values) < 4 or len(values) % 2:
        raise Fault("bad-attribute", attribute="points", found=node.attributes["points"])
    return tuple(("L" if i else "M", (values[i], values[i + 1])) for i in range(0, len(values), 2))


def _path(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    return _shapes(scene.read(node, "d", path.parse), style)


# ------------------------------------------------------------------ groups and pictures


def _g(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    items = draw_all(scene, node, style)
    if "clip" not in node.attributes or not items:
        return items
    values = scene.read(node, "clip", path.numbers)
    if len(values) not in (4, 5):
        raise Fault("bad-attribute", attribute="clip", found=node.attributes["clip"])
    x, y, width, height, radius = (*values, 0.0)[:5]
    if width <= 0 or height <= 0 or radius < 0:
        raise Fault("bad-attribute", attribute="clip", found=node.attributes["clip"])
    clip = rectangle(x, y, width, height, radius, radius)
    return [Group(Frame(scene.width, scene.height, tuple(items)), clip=clip)]


def _use(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    href = scene.attribute(node, "href")
    if href.startswith("#"):
        return _use_fragment(scene, node, style, href[1:])
    file = scene.find(href)
    if file.suffix.lower() != ".svg":
        raise Fault("use-not-svg", found=href)
    box = scene.box(node)
    return [set_symbol(scene, file, box, _mark(node, style))] if box[2] and box[3] else []


def _mark(node: Node, style: Inherited) -> Inherited:
    """What an SVG file says no fill for is filled with `color`, as in files that drawing programs write."""
    filled = "fill" in node.attributes or style["fill"] != INITIAL["fill"]
    return style if filled and "color" not in node.attributes else {**style, "fill": presentation.CURRENT}


def _use_fragment(scene: Scene, node: Node, style: Inherited, name: str) -> list[Item]:
    """An element of the same SVG file, drawn again at x, y (SVG 2, 5.6)."""
    target = scene.ids.get(name)
    if target is None:
        raise Fault("svg-unknown-id", **misnamed(name, scene.ids))
    if name in scene.open:
        raise Fault("svg-recursion", found=name)
    x, y = scene.number(node, "x", 0), scene.number(node, "y", 0)
    scene.open.append(name)
    if target.tag == "symbol":
        style = {**style, **_inherited(_own_style(scene, target, SVG_ELEMENTS["symbol"]))}
    if target.tag != "symbol":
        items = draw(scene, target, style)
    elif "viewBox" in target.attributes:
        view = _view_box(scene, target)
        box = (0, 0, scene.number(node, "width", view[2]), scene.number(node, "height", view[3]))
        items = [fitted(Symbol(_content(scene, target, style, view), view), box)]
    else:
        items = draw_all(scene, target, style)
    scene.open.pop()
    return _placed(scene, items, (1, 0, 0, 1, x, y), 1)


def _image(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    file = scene.find(scene.attribute(node, "href"))
    box, fit, focus = scene.box(node), scene.word(node, "fit", FITS), _focus(scene, node)
    if not box[2] or not box[3]:
        return []
    if file.suffix.lower() == ".svg":
        return [set_symbol(scene, file, box, {**INITIAL, "color": style["color"]}, fit, focus)]
    return pictures.set_picture(scene, node, file, box, fit, focus)


FITS = ("contain", "cover", "fill")


def _text(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    x, y, width, height = scene.box(node)
    if presentation.painted(style, "fill") is None:
        raise Fault("bad-attribute", attribute="fill", found="none")
    composed = textbox.composed(scene, node, style, width, height)
    if composed is None:
        return []
    items: list[Item] = [Text(run, x, y) for run in composed.runs]
    files = scene.assets.icons
    for icon in (icon for icon in composed.icons if icon.name in files):
        box = (x + icon.x, y + icon.y, icon.size, icon.size)
        inherited = {**INITIAL, "color": icon.colour, "fill": presentation.CURRENT}
        items.append(set_symbol(scene, files[icon.name], box, inherited))
    return _placed(scene, items, IDENTITY, style["fill-opacity"])


def _focus(scene: Scene, node: Node) -> tuple[float, float]:
    """Which part of the picture is kept in view: "50% 50%" is its middle, "0% 100%" its bottom left."""
    if "focus" not in node.attributes:
        return 0.5, 0.5
    words = scene.read(node, "focus", lambda text: [fraction(word) for word in text.split()])
    if len(words) != 2:
        raise Fault("bad-attribute", attribute="focus", found=node.attributes["focus"])
    return words[0], words[1]


# ------------------------------------------------------------------ SVG files


def set_symbol(
    scene: Scene,
    file: Path,
    box: tuple[float, float, float, float],
    style: Inherited = INITIAL,
    fit: str = "contain",
    focus: tuple[float, float] = (0.5, 0.5),
) -> Group:
    """An SVG file drawn into a box. It is laid out once for each style it inherits."""
    key = (file, tuple(style.items()))
    symbol = scene.assets.symbols.get(key)
    if symbol is None:
        symbol = scene.assets.symbols[key] = _symbol(scene, file, style)
    return fitted(symbol, box, fit, focus)


def _symbol(scene: Scene, file: Path, style: Inherited) -> Symbol:
    root = scene.assets.svg(file)
    inner = scene.of_svg(root)
    try:
        if root.tag != "svg":
            raise Fault("svg-not-svg", found=root.tag)
        view = _view_box(inner, root)
        own = _own_style(inner, root, SVG_ELEMENTS["g"])
    except Fault as fault:
        inner.refuse(root, fault)
        return Symbol(Frame(1, 1, ()), (0, 0, 1, 1))
    drawn = _content(inner, root, {**style, **_inherited(own)}, view)
    frame = drawn.changed(()) if own.get("display") == "none" else drawn
    if own.get("transform", IDENTITY) != IDENTITY:
        inner.report("svg-unsupported", root, what=f'transform="{root.attributes.get("transform", "")}"')
    items = _placed(inner, [*frame.items], IDENTITY, own.get("opacity", 1.0))
    return Symbol(keyed(frame.changed(items)), view)


def _inherited(own: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in own.items() if name in READERS}


def _content(scene: Scene, node: Node, style: Inherited, view: tuple[float, float, float, float]) -> Frame:
    return Frame(view[2], view[3], tuple(draw_all(scene, node, style)))


def _view_box(scene: Scene, node: Node) -> tuple[float, float, float, float]:
    if "viewBox" in node.attributes:
        values = scene.read(node, "viewBox", path.numbers)
        if len(values) == 4 and min(values[2:]) >= _LEAST:
            return values[0], values[1], values[2], values[3]
        raise Fault("bad-attribute", attribute="viewBox", found=node.attributes["viewBox"])
    try:
        width, height = number(node.attributes["width"]), number(node.attributes["height"])
    except (KeyError, ValueError):
        raise Fault("svg-no-size") from None
    if min(width, height) < _LEAST:
        raise Fault("svg-no-size")
    return 0, 0, width, height


_LEAST = 1e-3
"""The least side of a drawing in its own units: what is smaller cannot be scaled to a card."""


def _nothing(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    return []


def _defs(scene: Scene, node: Node, style: Inherited) -> list[Item]:
    """Nothing; but a style sheet among them colours the whole drawing."""
    for child in node.nodes:
        if child.tag == "style" and child.text.strip():
            scene.report("svg-unsupported", child, what="<style>")
    return []


# ------------------------------------------------------------------ the tables

_BOX = ("x", "y", "width", "height")


_STROKE = tuple(name for name in READERS if name.startswith("stroke"))


def _of(draw: Draw, *attributes: str, empty: bool = True, deaf: tuple[str, ...] = ()) -> Element:
    return Element(draw, frozenset(attributes), empty, frozenset(deaf))


_SHAPES = {
    "rect": _of(_rect, *_BOX, "rx", "ry"),
    "circle": _of(_circle, "cx", "cy", "r"),
    "ellipse": _of(_ellipse, "cx", "cy", "rx", "ry"),
    "line": _of(_line, "x1", "y1", "x2", "y2"),
    "polyline": _of(_polyline, "points"),
    "polygon": _of(_polygon, "points"),
    "path": _of(_path, "d"),
    "use": _of(_use, *_BOX, "href"),
}

ELEMENTS: dict[str, Element] = {
    **_SHAPES,
    "g": _of(_g, "clip", empty=False),
    "image": _of(_image, *_BOX, "href", "fit", "focus", deaf=("fill", "fill-opacity", "fill-rule", *_STROKE)),
    "text": _of(_text, *_BOX, *textbox.ATTRIBUTES, empty=False, deaf=("fill-rule", *_STROKE)),
}

SVG_ELEMENTS: dict[str, Element] = {
    **_SHAPES,
    "g": _of(_g),
    "a": _of(_g, "href"),
    "defs": _of(_defs),
    **dict.fromkeys(("symbol", "title", "desc", "metadata"), _of(_nothing)),
}
"""What is drawn of an SVG file; gradients and the like may stand in <defs> as long as nothing uses them."""
