"""One face (or one SVG file) being drawn: where its attributes are read and its faults are gathered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar, overload

from cardgen.layout.assets import Assets
from cardgen.layout.fault import Fault
from cardgen.layout.presentation import length, number
from cardgen.layout.tree import Node
from cardgen.model import Card
from cardgen.problems import Level, Place, Problem

T = TypeVar("T")


@dataclass(slots=True)
class Sizes:
    """The type sizes of a component's texts of `fit="deck"`, by where the template has them.

    `found` is what they came out at, `limit` the largest they may have.
    """

    limit: Mapping[Place, float] = field(default_factory=dict)
    found: dict[Place, set[float]] = field(default_factory=dict)

    def agreed(self) -> Sizes | None:
        """The largest sizes that do for every card; None when all came out alike."""
        if all(len(sizes) == 1 for sizes in self.found.values()):
            return None
        return Sizes({place: min(sizes) for place, sizes in self.found.items()})


@dataclass(slots=True)
class Scene:
    """The drawing under way: its size, its card, the SVG ids it may use, the problems found so far."""

    assets: Assets
    width: float
    height: float
    subject: str = ""
    card: Card | None = None
    fields: tuple[str, ...] = ()
    sizes: Sizes = field(default_factory=Sizes)
    svg: bool = False
    ids: dict[str, Node] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    drawn: int = 0

    @property
    def icons(self) -> frozenset[str]:
        """The names that a text may use for inline icons."""
        return frozenset(self.assets.game.spec.icons)

    def of_svg(self, root: Node) -> Scene:
        """A scene for an SVG file met on the way. Its faults are the file's, whatever card shows it."""
        ids = {node.attributes["id"]: node for node in _walk(root) if "id" in node.attributes}
        return Scene(self.assets, 0, 0, svg=True, ids=ids, problems=self.assets.problems)

    def report(self, id: str, node: Node, level: Level = "error", **facts: object) -> None:
        self.problems.append(Problem(id, node.place, self.subject, facts, level))

    def refuse(self, node: Node, fault: Fault) -> None:
        """Report what made it impossible to draw the element."""
        self.problems.append(Problem(fault.id, node.place, self.subject, fault.facts))

    def attribute(self, node: Node, name: str) -> str:
        """A required attribute as it is written."""
        if name not in node.attributes:
            raise Fault("missing-attribute", element=node.tag, attribute=name)
        return node.attributes[name]

    def read(self, node: Node, name: str, reader: Callable[[str], T]) -> T:
        """A required attribute through `reader`, whose ValueError becomes a Fault."""
        text = self.attribute(node, name)
        try:
            return reader(text)
        except ValueError:
            raise Fault("bad-attribute", attribute=name, found=text) from None

    @overload
    def number(self, node: Node, name: str) -> float: ...
    @overload
    def number(self, node: Node, name: str, default: float) -> float: ...
    @overload
    def number(self, node: Node, name: str, default: None) -> float | None: ...
    def number(self, node: Node, name: str, default: float | None = -1) -> float | None:
        """A length; without `default` it is required."""
        if name not in node.attributes and default != -1:
            return default
        return self.read(node, name, number)

    @overload
    def length(self, node: Node, name: str) -> float: ...
    @overload
    def length(self, node: Node, name: str, default: None) -> float | None: ...
    def length(self, node: Node, name: str, default: float | None = -1) -> float | None:
        """A number that is not negative; without `default` it is required."""
        if name not in node.attributes and default != -1:
            return default
        return self.read(node, name, length)

    def box(self, node: Node) -> tuple[float, float, float, float]:
        """x, y (0 when not written), width and height (required, not negative)."""
        x, y = self.number(node, "x", 0), self.number(node, "y", 0)
        return x, y, self.length(node, "width"), self.length(node, "height")

    def word(self, node: Node, name: str, words: Sequence[str]) -> str:
        """One of `words`; the first of them when not written."""
        text = node.attributes.get(name, words[0])
        if text not in words:
            raise Fault("bad-attribute", attribute=name, found=text, expected=words)
        return text

    def find(self, href: str) -> Path:
        """The file a reference names. Raises Fault when there is none."""
        return self.assets.find(href)


def _walk(node: Node) -> list[Node]:
    return [node, *(inner for child in node.nodes for inner in _walk(child))]
