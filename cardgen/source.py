"""YAML as values that know where they were written.

It is read by rules of our own, stricter than YAML 1.1: only `true`, `false`, `null` and numbers in
plain decimal form become anything but text. `no`, `on`, `1:30`, `0x1F`, `1_000`, `08`, `1.50` and dates
stay as written, so that nothing is converted behind the designer's back; whoever needs a number there
says so. Whatever a file may hold, only `Problems` are raised.
"""

from __future__ import annotations

import errno
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from cardgen.problems import Place, Problem, Problems, Term

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml where PyYAML was built with it; the same events either way."""

Path_ = tuple[str | int, ...]
"""Where a value stands in a YAML file: keys and list positions from the top."""

Spot = tuple[int, int]
"""Line and column, from 1."""

LARGEST_FILE = 2_000_000
DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Source:
    """What a YAML file holds. `spots` and `key_spots` say where each value and each key begins."""

    file: Path
    value: Any
    spots: Mapping[Path_, Spot]
    key_spots: Mapping[Path_, Spot]

    def at(self, path: Path_) -> Any:
        """The value that stands there."""
        value = self.value
        for part in path:
            value = value[part]
        return value

    def place(self, path: Path_ = ()) -> Place:
        """Where the value of `path` stands, or the nearest thing around it."""
        return self._nearest(path, self.spots)

    def key(self, path: Path_) -> Place:
        """Where the key of `path` stands; of a list item, where the item does."""
        return self._nearest(path, {path: self.key_spots[path]} if path in self.key_spots else self.spots)

    def _nearest(self, path: Path_, spots: Mapping[Path_, Spot]) -> Place:
        while path and path not in spots:
            path = path[:-1]
            spots = self.key_spots if path in self.key_spots else self.spots
        return Place(self.file, *spots.get(path, (1, 1)))


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a card list: values by column, where the row begins, where each value and each key stands.

    `plain` rows come from CSV: their values are words without quotes, and may still be numbers.
    """

    values: Mapping[str, Any]
    place: Place
    places: Mapping[str, Place]
    keys: Mapping[str, Place]
    plain: bool = False


# ------------------------------------------------------------------ files


def read_text(path: Path, *, cp932: bool = False) -> str:
    """The text of a UTF-8 file, its byte order mark removed. `cp932` also takes Excel's Shift_JIS."""
    data = _read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = _other_encoding(path, data, error.start, cp932)
    _refuse_controls(path, text)
    return text


def _read_bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise _stop("file-is-folder", Place(path))
        if path.exists() and not path.is_file():
            raise _stop("file-special", Place(path))
        size = path.stat().st_size
        if size > LARGEST_FILE:
            facts = {"size": round(size / 1e6, 1), "limit": round(LARGEST_FILE / 1e6)}
            raise _stop("file-too-large", Place(path), **facts)
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise _stop("file-missing", Place(path)) from None
    except PermissionError:
        raise _stop("file-forbidden", Place(path)) from None
    except (OSError, ValueError) as error:
        code = errno.errorcode.get(getattr(error, "errno", None) or 0, "path")
        raise _stop("file-unreadable", Place(path), reason=code) from None


def _other_encoding(path: Path, data: bytes, start: int, cp932: bool) -> str:
    place = Place(path, data.count(b"\n", 0, start) + 1)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _stop("not-utf8-utf16", Place(path))
    text = data.decode("cp932", "replace")
    if _NOT_CP932.search(text):
        raise _stop("not-utf8", place)
    if not cp932:
        raise _stop("not-utf8-cp932", place)
    return text


_NOT_CP932 = re.compile("[\ufffd\uf8f0-\uf8f3]")
"""What decoding leaves of bytes that are no CP932; Python maps the stray ones among them to private use."""

CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def _refuse_controls(path: Path, text: str) -> None:
    if found := CONTROLS.search(text):
        raise _stop("control-character", _place(path, text, found.start()), code=code_of(found[0]))


def _place(path: Path, text: str, at: int) -> Place:
    return Place(path, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def code_of(character: str) -> str:
    return f"U+{ord(character):04X}"


def _stop(id: str, place: Place, **facts: object) -> Problems:
    return Problems([Problem(id, place, facts=facts)])


# ------------------------------------------------------------------ YAML


def read_yaml(path: Path) -> Source:
    """The one document of a YAML file. Raises Problems for all that a game's file must not hold."""
    text = read_text(path)
    reader = _YamlReader(path, text)
    try:
        for event in yaml.parse(text, Loader=_Loader):
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        reader.problems.append(_broken(path, text, error))
    except (yaml.YAMLError, ValueError):
        reader.problems.append(Problem("yaml-broken", Place(path)))
    if not reader.problems and reader.empty:
        reader.problems.append(Problem("file-empty", Place(path)))
    if reader.problems:
        raise Problems(reader.problems)
    return Source(path, reader.value, reader.spots, reader.key_spots)


_INTEGER = re.compile(r"-?[0-9]{1,15}")
_FLOAT = re.compile(r"-?[0-9]{1,15}\.[0-9]{1,15}")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


def resolve(word: str) -> str | int | float | bool | None:
    """What an unquoted word means: itself, unless it is a plain number that prints back the same."""
    if word in _WORDS:
        return _WORDS[word]
    if _INTEGER.fullmatch(word) and str(int(word)) == word:
        return int(word)
    if _FLOAT.fullmatch(word) and repr(float(word)) == word:
        return float(word)
    return word


_NO_KEY = object()


@dataclass(slots=True)
class _Open:
    """A list or mapping that is still being read."""

    value: list[Any] | dict[Any, Any]
    path: Path_
    key: Any = _NO_KEY


class _YamlReader:
    """Builds the value from parser events, without recursion, noting where everything stands."""

    def __init__(self, file: Path, text: str):
        self.file, self.text = file, text
        self.value: Any = None
        self.empty = True
        self.spots: dict[Path_, Spot] = {}
        self.key_spots: dict[Path_, Spot] = {}
        self.problems: list[Problem] = []
        self._open: list[_Open] = []
        self._documents = 0

    def take(self, event: Any) -> None:
        mark = event.start_mark
        spot = (mark.line + 1, mark.column + 1)
        match event:
            case yaml.ScalarEvent():
                self._refuse_extras(event, spot)
                self._scalar(event, spot)
            case yaml.CollectionStartEvent():
                self._refuse_extras(event, spot)
                self._start([] if isinstance(event, yaml.SequenceStartEvent) else {}, spot)
            case yaml.CollectionEndEvent():
                self._open.pop()
            case yaml.AliasEvent():
                self._problem("yaml-alias", spot, name=event.anchor)
                self._add(None, spot)
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    raise self._stop("yaml-many-documents", spot)

    def _refuse_extras(self, event: Any, spot: Spot) -> None:
        if event.anchor is not None:
            self._problem("yaml-alias", spot, name=event.anchor)
        if event.tag not in (None, "!"):
            self._problem("yaml-tag", spot, tag=event.tag.replace("tag:yaml.org,2002:", "!!"))

    def _scalar(self, event: Any, spot: Spot) -> None:
        plain = event.style in (None, "")
        text = event.value
        if found := CONTROLS.search(text):
            self._problem("control-character", spot, code=code_of(found[0]))
        if self._wants_key():
            self._key(text, resolve(text) if plain else text, plain, spot)
            return
        if plain and not text and (lost := _HASH.match(self.text, event.start_mark.index - 1)):
            self._problem("yaml-hash", spot, found=lost[1])
        if event.start_mark.line != event.end_mark.line and event.style != "|":
            text = _unfold(text, self.text[event.start_mark.index : event.end_mark.index])
        self._add(resolve(text) if plain else text, spot)

    def _wants_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].value, dict) and self._open[-1].key is _NO_KEY

    def _key(self, text: str, value: object, plain: bool, spot: Spot) -> None:
        """Keys are text as written, or whole numbers (player counts)."""
        top = self._open[-1]
        key = value if isinstance(value, int) and not isinstance(value, bool) else text
        if plain and text == "<<":
            self._problem("yaml-merge", spot)
        twins: list[str | int] = [key, text, *([number] if isinstance(number := resolve(text), int) else [])]
        first = next((s for k in twins if (s := self.key_spots.get((*top.path, k)))), None)
        if first:
            self._problem("duplicate-key", spot, key=text, line=first[0])
        else:
            self.key_spots[(*top.path, key)] = spot
        top.key = key

    def _start(self, value: list[Any] | dict[Any, Any], spot: Spot) -> None:
        if self._wants_key():
            raise self._stop("yaml-key", spot)
        if len(self._open) >= DEEPEST:
            raise self._stop("yaml-deep", spot, limit=DEEPEST)
        self._open.append(_Open(value, self._add(value, spot)))

    def _add(self, value: Any, spot: Spot) -> Path_:
        """Put a value where it belongs and give back its path."""
        if not self._open:
            self.value, self.spots[()] = value, spot
            self.empty = value is None
            return ()
        top = self._open[-1]
        if isinstance(top.value, list):
            path: Path_ = (*top.path, len(top.value))
            top.value.append(value)
        else:
            path = (*top.path, top.key)
            top.value.setdefault(top.key, value)
            top.key = _NO_KEY
        self.spots.setdefault(path, spot)
        return path

    def _problem(self, id: str, spot: Spot, **facts: object) -> None:
        self.problems.append(Problem(id, Place(self.file, *spot), facts=facts))

    def _stop(self, id: str, spot: Spot, **facts: object) -> Problems:
        self._problem(id, spot, **facts)
        return Problems(self.problems)


def _unfold(text: str, raw: str) -> str:
    """Take out the spaces that YAML's folding put beside Japanese characters.

    CSS Text 3, 4.1.3, asks for a wide character on both sides of the line break. One is enough here:
    the space between Japanese and Latin is the composer's to set.
    """
    at = 0
    lines = [line.strip() for line in raw.strip("\"'").splitlines()]
    for before, after in pairwise(lines):
        if not before or not after or not (_is_wide(before[-1]) or _is_wide(after[0])):
            continue
        joint = f"{before[-1]} {after[0]}"
        found = text.find(f"{before[-8:]} {after[:8]}", at)
        if found >= 0:
            at = text.index(joint, found) + 1
            text = text[:at] + text[at + 1 :]
    return text


def _is_wide(character: str) -> bool:
    wide = unicodedata.east_asian_width(character) in ("W", "F", "H")
    return wide and not "\u1100" <= character <= "\u11ff" and not "\uac00" <= character <= "\ud7a3"


def yaml_rows(source: Source, path: Path_ = ()) -> list[Row]:
    """The list of mappings at `path` as rows. Raises Problems where it is anything else."""
    value = source.at(path)
    if not isinstance(value, list):
        facts = {"expected": Term("kind-list")}
        raise Problems([Problem("wrong-type", source.place(path), facts=facts)])
    wrong = [
        Problem("wrong-type", source.place((*path, i)), facts={"expected": Term("kind-map")})
        for i, item in enumerate(value)
        if not isinstance(item, dict)
    ]
    if wrong:
        raise Problems(wrong)
    return [_yaml_row(source, (*path, i), item) for i, item in enumerate(value)]


def _yaml_row(source: Source, path: Path_, item: Mapping[str | int, Any]) -> Row:
    values = {str(key): value for key, value in item.items()}
    places = {str(key): Place(source.file, *source.spots[(*path, key)]) for key in item}
    keys = {str(key): Place(source.file, *source.key_spots[(*path, key)]) for key in item}
    return Row(values, source.place(path), places, keys)


# ------------------------------------------------------------------ broken YAML in our words

_BREAKS: tuple[tuple[str, str], ...] = (
    ("scanning a tag", "yaml-tag-broken"),
    ("parsing a tag", "yaml-tag-broken"),
    ("undefined tag handle", "yaml-tag-broken"),
    ("scanning an anchor", "yaml-star"),
    ("scanning an alias", "yaml-star"),
    ("mapping values are not allowed", "yaml-colon"),
    ("could not find expected ':'", "yaml-no-colon"),
    ("tab character", "yaml-tab"),
    ("cannot start any token", "yaml-start"),
    ("expected alphabetic or numeric", "yaml-star"),
    ("unexpected end of stream", "yaml-open-quote"),
    ("unexpected document indicator", "yaml-open-quote"),
    ("expected ',' or ']'", "yaml-open-list"),
    ("expected ',' or '}'", "yaml-open-map"),
    ("unknown escape character", "yaml-escape"),
    ("escape", "yaml-escape"),
    ("expected hexdecimal number", "yaml-escape"),
    ("sequence entries are not allowed", "yaml-dash"),
    ("expected comment or line break", "yaml-block"),
    ("expected a comment or", "yaml-block"),
    ("expected chomping or indentation", "yaml-block"),
    ("maximum nesting depth", "yaml-deep"),
    ("node content", "yaml-no-value"),
    ("unexpected ':'", "yaml-flow-colon"),
    ("expected key", "yaml-indent"),
    ("expected '-' indicator", "yaml-indent"),
    ("block end", "yaml-indent"),
    ("document start", "yaml-indent"),
)
"""A part of libyaml's or PyYAML's sentence, and our own sentence for it; the first match counts."""


_COLOUR = r"[ \t]+(#(?:[0-9A-Fa-f]{3,4}){1,2})[ \t]*"
_HASH = re.compile(f"[:-]{_COLOUR}$", re.MULTILINE)
_HASH_INSIDE = re.compile(rf"^[^#\n]*[{{\[][^#\n]*[:,\[]{_COLOUR}[,}}\]]", re.MULTILINE)
"""A colour in the place of a value, at a line's end and inside brackets: without quotes it is a comment."""


def _wide_colon(lines: list[str], line: int) -> int | None:
    """The line at or above `line` that holds something, if its only colon is a full-width one."""
    while line >= 0 and (not lines[line].strip() or lines[line].lstrip().startswith("#")):
        line -= 1
    if line < 0:
        return None
    return line if "：" in lines[line] and ": " not in lines[line] else None


def _broken(path: Path, text: str, error: yaml.MarkedYAMLError) -> Problem:
    said = f"{error.context} {error.problem}"
    id = next((ours for theirs, ours in _BREAKS if theirs in said), "yaml-broken")
    mark = error.problem_mark or error.context_mark
    if id in ("yaml-open-quote", "yaml-open-list", "yaml-open-map", "yaml-no-colon") and error.context_mark:
        mark = error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if lost := _HASH_INSIDE.search(text):
        return Problem("yaml-hash", _place(path, text, lost.start(1)), facts={"found": lost[1]})
    lines = text.splitlines()
    shown = lines[line] if line < len(lines) else ""
    if id == "yaml-start" and shown[column : column + 1] == "\t":
        id = "yaml-tab"
    if id in ("yaml-no-colon", "yaml-colon"):
        wide = _wide_colon(lines, line if id == "yaml-no-colon" else line - 1)
        if wide is not None:
            id, line, shown = "yaml-wide-colon", wide, lines[wide]
            column = len(shown) - len(shown.lstrip())
    return Problem(
        id, Place(path, line + 1, column + 1), facts={"found": shown.strip() or None, "limit": DEEPEST}
    )
