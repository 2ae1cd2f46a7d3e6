"""XML as a tree whose every element knows where it was written: templates after Jinja, and SVG files."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from cardgen.problems import Place, Problem, Problems

MARK = "_at"
"""The attribute that carries the place of a template's element through Jinja (see `template`)."""


@dataclass(slots=True)
class Node:
    """An element: its attributes without namespace prefixes, its children in order, text among them."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list[Node | str] = field(default_factory=list)

    @property
    def nodes(self) -> list[Node]:
        return [child for child in self.children if isinstance(child, Node)]

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


def parse(source: str | bytes, file: Path, place_of: Callable[[str], Place] | None = None) -> Node:
    """The root element of `source`. `place_of` turns an element's mark into its place.

    Raises Problems when it is not well-formed XML.
    """
    builder = _Builder(file, place_of)
    try:
        builder.parser.Parse(source, True)
    except expat.ExpatError as fault:
        raise Problems([_broken(fault, builder, source)]) from None
    return builder.root.nodes[0]


class _Builder:
    def __init__(self, file: Path, place_of: Callable[[str], Place] | None):
        self.file = file
        self.place_of = place_of
        self.root = Node("", {}, Place(file))
        self.open = [self.root]
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        mark = attributes.pop(MARK, None)
        node = Node(tag.removeprefix("svg:"), attributes, self.place(mark))
        if "xlink:href" in attributes:
            attributes.setdefault("href", attributes.pop("xlink:href"))
        self.open[-1].children.append(node)
        self.open.append(node)

    def place(self, mark: str | None) -> Place:
        if self.place_of is None:
            return Place(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
        return self.place_of(mark) if mark else self.open[-1].place

    def end(self, tag: str) -> None:
        self.open.pop()

    def characters(self, text: str) -> None:
        self.open[-1].children.append(text)


def _broken(fault: expat.ExpatError, builder: _Builder, source: str | bytes) -> Problem:
    """Not well-formed. In a template the nearest line known is that of the last element read."""
    found = expat.errors.messages[fault.code]
    last = builder.open[-1]
    place = Place(builder.file, fault.lineno, fault.offset + 1)
    if builder.place_of is not None:
        place = last.place if last.place.line else _first_mark(source, builder)
    if fault.code == expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH] and last.tag:
        return Problem("xml-not-closed", last.place, facts={"tag": last.tag})
    return Problem("xml-broken", place, facts={"reason": found})


def _first_mark(source: str | bytes, builder: _Builder) -> Place:
    found = re.search(rf'{MARK}="([^"]*)"', source if isinstance(source, str) else "")
    return builder.place_of(found[1]) if found and builder.place_of else Place(builder.file)
