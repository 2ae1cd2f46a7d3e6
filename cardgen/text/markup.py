"""The light markup of a text field, and the nodes it stands for.

    ｜漢字《かんじ》  漢字《かんじ》   ruby, as in 青空文庫; without ｜ the base is the kanji before 《
    ｜消費《しょう・ひ》             ruby kanji by kanji, when ・ or a space gives as many parts as kanji
    __太字__  or  **太字**          bold (a YAML value that begins with ** must be quoted)
    《《傍点》》                     emphasis dots
    〈〈赤:文字〉〉                   colour by name; 〈〈大:文字〉〉 〈〈小:文字〉〉 〈〈150%:文字〉〉 size
    [時間]                          an inline icon, if the name is one of the icons
    窓ぎわの｜トットちゃん            ｜ without ruby: a title should break here (elsewhere a character)
    a line break                   a line break

A backslash before a mark makes it an ordinary character. 《 and [ that are not markup stay what they are:
《火球》 is a name in brackets, because no kanji before it could carry a reading of kanji.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from cardgen.text.classes import clusters
from cardgen.text.errors import MarkupError


@dataclass(frozen=True, slots=True)
class Plain:
    """Characters, without any markup."""

    text: str


@dataclass(frozen=True, slots=True)
class Ruby:
    """A base and its reading: one part for the whole base, or one for each of its characters."""

    base: str
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """An inline icon by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Break:
    """A forced line break."""


@dataclass(frozen=True, slots=True)
class Span:
    """Nodes set in another manner. `scale` multiplies the size; None for `colour` keeps the colour."""

    children: tuple[Node, ...]
    bold: bool = False
    dots: bool = False
    colour: Hashable = None
    scale: float = 1.0


Node = Plain | Ruby | Mark | Break | Span

LITERAL_BAR = "\u2060｜"
"""A ｜ that is no place for a title to break: a word joiner before it forbids the break."""

SIZES = {"大": 1.25, "小": 0.8}

_KANJI = (
    r"[々〆〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
    r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]?"
)
_READING = r"[\u3041-\u30ffA-Za-zａ-ｚＡ-Ｚ・ 　'’\-]+"

_TOKEN = re.compile(
    rf"""\\(?P<escaped>[｜《》〈〉\[\]*_\\])
    |(?P<dots>《《)|(?P<undots>》》)
    |〈〈(?P<how>[^:：〈〉\n]+)[:：]|(?P<unhow>〉〉)
    |(?P<rule>_{{3,}}|\*{{3,}})
    |(?P<bold>\*\*|__)
    |｜(?P<base>[^｜《\n]+)《(?P<reading>[^《》\n]+)》
    |(?P<kanji>(?:{_KANJI})+)《(?P<kana>{_READING})》
    |(?P<open>｜[^｜《\n]+《)
    |\[(?P<icon>[^\[\]\n]+)\]
    |(?P<line>\n)""",
    re.VERBOSE,
)
_CLOSERS = {"**": "bold", "__": "bold", "dots": "dots", "how": "span"}
_QUICK = re.compile(r"[\\｜《〈\[*_\n》〉]")


def parse(source: str, icons: frozenset[str] = frozenset()) -> tuple[Node, ...]:
    """The nodes of a marked-up text. Raises `MarkupError` for marks that do not pair."""
    if not _QUICK.search(source):
        return (Plain(source),) if source else ()
    return _Parser(source, icons).parse()


def icon_names(source: str) -> tuple[str, ...]:
    """What stands in `[ ]` in a marked-up text where an icon might, whether there is such an icon or not."""
    if "[" not in source:
        return ()
    return tuple(match["icon"] for match in _TOKEN.finditer(source) if match.lastgroup == "icon")


@dataclass(slots=True)
class _Open:
    """A span that has been opened: its closing token, where it began, what it will be."""

    closer: str
    column: int
    span: Span
    nodes: list[Node]


class _Parser:
    def __init__(self, source: str, icons: frozenset[str]):
        self.source, self.icons = source, icons
        self.stack = [_Open("", 0, Span(()), [])]
        self.text: list[str] = []

    def parse(self) -> tuple[Node, ...]:
        at = 0
        for match in _TOKEN.finditer(self.source):
            self.text.append(self.source[at : match.start()])
            self._token(match)
            at = match.end()
        self.text.append(self.source[at:])
        if len(self.stack) > 1:
            left = self.stack[-1]
            raise MarkupError(f"markup-{_CLOSERS[left.closer]}-unclosed", left.column)
        self._flush()
        return tuple(self.stack[0].nodes)

    def _token(self, match: re.Match[str]) -> None:
        kind, column = match.lastgroup, match.start() + 1
        if kind == "reading":
            self._add(ruby(match["base"], match["reading"]))
        elif kind == "kana":
            self._add(ruby(match["kanji"], match["kana"]))
        elif kind == "escaped":
            self.text.append({"｜": LITERAL_BAR}.get(match["escaped"], match["escaped"]))
        elif kind == "rule":
            self.text.append(match[0])
        elif kind == "icon":
            self._icon(match)
        elif kind == "line":
            self._add(Break())
        elif kind == "open":
            raise MarkupError("markup-ruby-unclosed", column)
        else:
            self._pair(kind or "", match, column)

    def _icon(self, match: re.Match[str]) -> None:
        if match["icon"] in self.icons:
            self._add(Mark(match["icon"]))
        else:
            self.text.append(match[0])

    def _pair(self, kind: str, match: re.Match[str], column: int) -> None:
        closer = {"undots": "dots", "unhow": "how"}.get(kind, kind)
        if kind == "bold" and any(o.closer == match[0] for o in self.stack):
            closer, kind = match[0], "unbold"
        if kind == "bold":
            self._enter(match[0], column, Span((), bold=True))
        elif kind == "dots":
            self._enter("dots", column, Span((), dots=True))
        elif kind == "how":
            self._enter("how", column, _span(match["how"].strip()))
        elif not any(o.closer == closer for o in self.stack):
            self.text.append(match[0])
        else:
            self._leave(closer, column)

    def _enter(self, closer: str, column: int, span: Span) -> None:
        self._flush()
        self.stack.append(_Open(closer, column, span, []))

    def _leave(self, closer: str, column: int) -> None:
        self._flush()
        if self.stack[-1].closer != closer:
            raise MarkupError("markup-crossed", column)
        done = self.stack.pop()
        span = done.span
        self.stack[-1].nodes.append(Span(tuple(done.nodes), span.bold, span.dots, span.colour, span.scale))

    def _add(self, node: Node) -> None:
        self._flush()
        self.stack[-1].nodes.append(node)

    def _flush(self) -> None:
        text = "".join(self.text)
        self.text.clear()
        if text:
            self.stack[-1].nodes.append(Plain(text))


def _span(how: str) -> Span:
    if how in SIZES:
        return Span((), scale=SIZES[how])
    if re.fullmatch(r"\d{2,3}%", how):
        return Span((), scale=int(how[:-1]) / 100)
    return Span((), colour=how)


def ruby(base: str, reading: str) -> Ruby:
    """Ruby over a base: kanji by kanji when the reading has as many parts as the base has clusters."""
    parts = tuple(re.split(r"[・ 　]", reading))
    return Ruby(base, parts if len(parts) == len(clusters(base)) and all(parts) else (reading,))


def plain(nodes: Sequence[Node]) -> str:
    """A title's text without its markup, as it is read aloud, listed or sorted by."""
    parts = []
    for node in nodes:
        match node:
            case Plain(text):
                parts.append(re.sub("\u2060(｜)|[｜\u200b\u2060]", r"\1", text))
            case Ruby(base, _):
                parts.append(base)
            case Break():
                parts.append("\n")
            case Mark(name):
                parts.append(f"[{name}]")
            case Span(children):
                parts.append(plain(children))
    return "".join(parts)
