"""XML as a tree whose every element knows where it was written: templates after Jinja, and SVG files."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from cardgen.problems import Place, Problem, Problems, Term
from cardgen.source import CONTROLS, code_of

DEEPEST = 100
"""Elements within elements; no card and no picture comes near it."""

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
    if isinstance(source, str) and (stray := CONTROLS.search(source)):
        facts = {"code": code_of(stray[0])}
        raise Problems([Problem("control-character", builder.before(source[: stray.start()]), facts=facts)])
    try:
        builder.parser.Parse(source, True)
    except expat.ExpatError as fault:
        raise Problems([_broken(fault, builder, source)]) from None
    except (LookupError, ValueError):  # expat itself knows UTF-8, UTF-16 and Latin-1
        reason = Term("xml-encoding")
        raise Problems([Problem("xml-broken", Place(file), facts={"reason": reason})]) from None
    finally:
        del builder.parser  # the two hold each other: the tree of every face would stay in memory
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
        self.parser.ProcessingInstructionHandler = self.instruction
        self.parser.SkippedEntityHandler = self.skipped
        self.parser.ExternalEntityRefHandler = lambda *names: self.skipped(names[0] or "")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        mark = attributes.pop(MARK, None)
        node = Node(tag.removeprefix("svg:"), attributes, self.place(mark))
        if "xlink:href" in attributes:
            attributes.setdefault("href", attributes.pop("xlink:href"))
        if len(self.open) > DEEPEST:
            raise Problems([Problem("xml-too-deep", node.place, facts={"limit": DEEPEST})])
        self.open[-1].children.append(node)
        self.open.append(node)

    def place(self, mark: str | None) -> Place:
        if self.place_of is None:
            return Place(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
        return self.place_of(mark) if mark else self.open[-1].place

    def before(self, rendered: str) -> Place:
        """Where the last element of the part of a rendered template was written."""
        data = rendered.encode("utf-8", "replace")
        mark = _last_mark(data, len(data))
        return self.place_of(mark) if mark and self.place_of else Place(self.file)

    def instruction(self, target: str, data: str) -> None:
        if target == "xml-stylesheet":
            facts = {"what": f"<?{target}?>"}
            raise Problems([Problem("svg-unsupported", self.place(None), facts=facts)])

    def skipped(self, name: str, is_parameter: bool = False) -> int:
        """An entity that a file elsewhere may define: its text would be lost."""
        if not is_parameter:
            facts = {"reason": Term("xml-entity"), "found": f"&{name};"}
            raise Problems([Problem("xml-broken", self.place(None), facts=facts)])
        return 1

    def end(self, tag: str) -> None:
        self.open.pop()

    def characters(self, text: str) -> None:
        self.open[-1].children.append(text)


def _broken(fault: expat.ExpatError, builder: _Builder, source: str | bytes) -> Problem:
    last = builder.open[-1]
    if last.tag and fault.code in _NOT_CLOSED:
        return Problem("xml-not-closed", last.place, facts={"tag": last.tag})
    place = Place(builder.file, fault.lineno, fault.offset + 1)
    if builder.place_of is not None:
        data = source if isinstance(source, bytes) else source.encode("utf-8")
        mark = _last_mark(data, builder.parser.ErrorByteIndex)
        place = builder.place_of(mark) if mark else Place(builder.file)
    return Problem("xml-broken", place, facts={"reason": _reason(fault)})


def _last_mark(data: bytes, index: int) -> str | None:
    """The mark of the element that begins at `index` of a rendered template, or of the last before it."""
    if re.match(rb"<[A-Za-z]", data[index : index + 2]):
        index = data.find(b">", index)
    marks = re.findall(rf'{MARK}="([^"]*)"'.encode(), data[: index if index >= 0 else None])
    return marks[-1].decode("utf-8") if marks else None


_NOT_CLOSED = tuple(
    expat.errors.codes[name]
    for name in (expat.errors.XML_ERROR_TAG_MISMATCH, expat.errors.XML_ERROR_NO_ELEMENTS)
)

_REASONS = {
    expat.errors.XML_ERROR_INVALID_TOKEN: "xml-token",
    expat.errors.XML_ERROR_UNCLOSED_TOKEN: "xml-token",
    expat.errors.XML_ERROR_NO_ELEMENTS: "xml-empty",
    expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE: "xml-duplicate",
    expat.errors.XML_ERROR_UNDEFINED_ENTITY: "xml-entity",
    expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT: "xml-junk",
    expat.errors.XML_ERROR_TAG_MISMATCH: "xml-tag",
    expat.errors.XML_ERROR_SYNTAX: "xml-syntax",
    expat.errors.XML_ERROR_UNKNOWN_ENCODING: "xml-encoding",
    expat.errors.XML_ERROR_INCORRECT_ENCODING: "xml-encoding",
    "limit on input amplification factor (from DTD and entities) breached": "xml-growth",
}


def _reason(fault: expat.ExpatError) -> Term | str:
    """What the parser met, in both languages where it is one of the usual slips."""
    said = expat.errors.messages[fault.code]
    return Term(_REASONS[said]) if said in _REASONS else said
