"""CSV, as spreadsheets write it, as rows that know where they were written. Only Problems are raised."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cardgen.problems import Place, Problem, Problems
from cardgen.source import Row, read_text


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    line: int
    column: int


def read_csv(path: Path) -> list[Row]:
    """The rows of a CSV file under its header row; every value is text. Empty lines are skipped.

    Comma, tab or semicolon, whichever the header row uses most. UTF-8 or, as Excel writes it, CP932.
    """
    text = read_text(path, cp932=True)
    lines = [row for row in _cells(path, text, _separator(text)) if any(cell.text.strip() for cell in row)]
    if not lines:
        raise Problems([Problem("file-empty", Place(path))])
    header, *rows = _without_empty_columns(lines)
    problems = [*_header_faults(path, header), *_ragged(path, header, rows)]
    if problems:
        raise Problems(problems)
    names = [cell.text.strip() for cell in header]
    keys = dict(zip(names, (Place(path, c.line, c.column) for c in header), strict=True))
    return [_csv_row(path, names, keys, row) for row in rows]


def _without_empty_columns(lines: list[list[_Cell]]) -> list[list[_Cell]]:
    """The rows without empty columns to the right, which spreadsheets write of cells once used."""
    width = max(n for row in lines for n, cell in enumerate(row, 1) if cell.text.strip())
    return [row[:width] for row in lines]


def _csv_row(path: Path, names: list[str], keys: Mapping[str, Place], row: list[_Cell]) -> Row:
    values = {name: cell.text.strip() for name, cell in zip(names, row, strict=True)}
    places = {name: Place(path, cell.line, cell.column) for name, cell in zip(names, row, strict=True)}
    return Row(values, Place(path, row[0].line, row[0].column), places, keys, plain=True)


def _separator(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    unquoted = re.sub(r'"[^"]*"', "", first)
    return max(",\t;", key=lambda mark: (unquoted.count(mark), mark == ","))


def _cells(path: Path, text: str, separator: str) -> Iterator[list[_Cell]]:
    """RFC 4180 with any line ending: rows of cells, each with the place where it begins."""
    mark = re.escape(separator)
    cell = re.compile(rf'(?:[ ]*"((?:[^"]|"")*)"[ ]*|([^"\r\n{mark}][^\r\n{mark}]*)?)({mark}|\r\n|\n|\r|\Z)')
    at, line, line_start = 0, 1, 0
    row: list[_Cell] = []
    while at < len(text) or row:
        place = Place(path, line, at - line_start + 1)
        found = cell.match(text, at)
        if not found:
            raise Problems([Problem("csv-quote", place)])
        quoted, plain, end = found.groups()
        row.append(_Cell(_unquoted(quoted) if quoted is not None else plain or "", line, place.column))
        inner = _unquoted(quoted or "").count("\n")
        at = found.end()
        if inner:
            line += inner
            line_start = max(text.rfind("\n", 0, found.end(1)), text.rfind("\r", 0, found.end(1))) + 1
        if end != separator:
            yield row
            row, line, line_start = [], line + 1, at
            if end == "":
                return


def _unquoted(text: str) -> str:
    return text.replace('""', '"').replace("\r\n", "\n").replace("\r", "\n")


def _header_faults(path: Path, header: list[_Cell]) -> Iterator[Problem]:
    seen: dict[str, _Cell] = {}
    for number, cell in enumerate(header, 1):
        place, name = Place(path, cell.line, cell.column), cell.text.strip()
        if not name:
            yield Problem("csv-empty-header", place, facts={"number": number})
        elif name in seen:
            yield Problem("csv-double-header", place, facts={"name": name, "column": seen[name].column})
        seen.setdefault(name, cell)


def _ragged(path: Path, header: list[_Cell], rows: list[list[_Cell]]) -> Iterator[Problem]:
    for row in rows:
        if len(row) != len(header):
            facts = {"found": len(row), "expected": len(header)}
            yield Problem("csv-ragged", Place(path, row[0].line, row[0].column), facts=facts)
