"""A folder -> Game: which files there are, what their names refer to, and the nearest name where they fail.

Everything that is wrong is found before anything is raised.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cardgen import paper
from cardgen.explain import explain
from cardgen.model import (
    Card,
    Component,
    ComponentSpec,
    FieldSpec,
    Game,
    GameSpec,
    Size,
    Value,
)
from cardgen.problems import Place, Problem, Problems, Term, nearest
from cardgen.references import dangling
from cardgen.rows import Columns, Misfit, Tables, cards_of, convert, row_id
from cardgen.source import Path_, Row, Source, read_yaml, yaml_rows
from cardgen.spreadsheet import read_csv

GAME_FILE = "game.yaml"


def find_games(root: Path) -> list[Path]:
    """The folders in `root` (a data/ folder) that hold a game, by name."""
    return sorted(file.parent for file in root.glob(f"*/{GAME_FILE}"))


def load(folder: Path) -> Game:
    """The game in that folder. Raises Problems with every fault of its files."""
    source = read_yaml(folder / GAME_FILE)
    spec = _validated(source)
    problems: list[Problem] = []
    reading = _Reading(folder, source, _tables(source, spec, problems), problems)
    components = {id: _component(reading, id, component) for id, component in spec.components.items()}
    game = Game(folder.resolve().name, folder, spec, components, reading.tables, source.place)
    problems.extend(dangling(game, source))
    if problems:
        raise Problems(sorted(problems, key=lambda problem: problem.place or source.place()))
    return game


@dataclass(frozen=True, slots=True)
class _Reading:
    """A game half read: what its components are read with, and all that was wrong so far."""

    folder: Path
    source: Source
    tables: Tables
    problems: list[Problem]

    def wrong(self, id: str, place: Place, subject: str, **facts: object) -> None:
        self.problems.append(Problem(id, place, subject, facts))

    def unknown(self, id: str, place: Place, subject: str, found: str, known: Iterable[str]) -> None:
        words = list(known)
        self.wrong(id, place, subject, found=found, expected=words, nearest=nearest(found, words))


def _validated(source: Source) -> GameSpec:
    if not isinstance(source.value, dict):
        wide = isinstance(source.value, str) and "：" in source.value
        facts = {
            "expected": Term("kind-map"),
            "found": source.value if isinstance(source.value, str) else None,
        }
        raise Problems([Problem("yaml-wide-colon" if wide else "wrong-type", source.place(), facts=facts)])
    try:
        return GameSpec.model_validate(source.value)
    except ValidationError as error:
        raise Problems(explain(error, GameSpec, source.place, source.key)) from None


# ------------------------------------------------------------ tables


def _tables(source: Source, spec: GameSpec, problems: list[Problem]) -> Tables:
    return {name: dict(_table(source, name, problems)) for name in spec.tables}


def _table(source: Source, name: str, problems: list[Problem]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    first: dict[str, Row] = {}
    for row in yaml_rows(source, ("tables", name)):
        id = row_id(row, name, problems)
        if id in first:
            facts = {"found": id, "first": first[id].places["id"]}
            problems.append(Problem("duplicate-id", row.places["id"], name, facts))
        elif id:
            first[id] = row
            yield id, {**row.values, "id": id}


# ------------------------------------------------------------ components


def _component(reading: _Reading, id: str, spec: ComponentSpec) -> Component:
    path: Path_ = ("components", id)
    fields = {
        name: FieldSpec(type=field) if isinstance(field, str) else field
        for name, field in spec.fields.items()
    }
    for name, field in fields.items():
        _check_field(reading, (*path, "fields", name), f"{spec.name} / {name}", field)
    repeated = {name: _repeated(reading, (*path, "repeat", name), spec, fields) for name in spec.repeat}
    columns = Columns(spec.name, fields, repeated, reading.tables)
    cards: tuple[Card, ...] = ()
    try:
        rows = _rows(reading, (*path, "cards"), spec)
        if spec.cards and not rows:
            reading.wrong("no-rows", reading.source.place((*path, "cards")), spec.name)
        cards = cards_of(rows, columns, reading.source.place((*path, "cards")), reading.problems)
    except Problems as found:
        reading.problems.extend(found.problems)
    size = _size(reading, (*path, "size"), spec)
    return Component(id, spec, size, fields, cards, reading.source.key(path))


def _size(reading: _Reading, path: Path_, spec: ComponentSpec) -> Size:
    if isinstance(spec.size, Size):
        return spec.size
    trim = paper.card_size(spec.size)
    if trim is None:
        place = reading.source.place(path)
        reading.unknown("unknown-size", place, spec.name, spec.size, paper.size_names())
        trim = paper.CARD_SIZES["poker"]
    return Size(width=trim.width, height=trim.height, corner=trim.corner)


def _check_field(reading: _Reading, path: Path_, subject: str, field: FieldSpec) -> None:
    name, tables, source = str(path[-1]), reading.tables, reading.source
    if name in ("id", "copies"):
        reading.wrong("reserved-field", source.key(path), subject, name=name)
    if field.of is None and field.type == "choice":
        reading.wrong("missing-field", source.key(path), subject, name="of", expected=list(tables))
    if field.of is not None and field.of not in tables:
        reading.unknown("unknown-table", source.place((*path, "of")), subject, field.of, tables)


def _repeated(
    reading: _Reading, path: Path_, spec: ComponentSpec, fields: Mapping[str, FieldSpec]
) -> Mapping[str, Value]:
    """The values of a repeated field, by the text that goes before the card's id."""
    name, values, tables = str(path[-1]), reading.source.at(path), reading.tables
    place = reading.source.place(path)
    if name not in fields:
        reading.unknown("unknown-field", reading.source.key(path), spec.name, name, fields)
        return {}
    if isinstance(values, str) and values not in tables:
        reading.unknown("unknown-table", place, spec.name, values, tables)
        return {}
    words = list(tables[values]) if isinstance(values, str) else values
    try:
        return {str(word): convert(word, fields[name], tables) for word in words}
    except Misfit as misfit:
        reading.wrong(misfit.id, place, f"{spec.name} / {name}", **misfit.facts)
        return {}


# ------------------------------------------------------------ card files


def _rows(reading: _Reading, path: Path_, spec: ComponentSpec) -> list[Row]:
    if not isinstance(spec.cards, str):
        return yaml_rows(reading.source, path) if spec.cards else []
    folder, place, file = reading.folder, reading.source.place(path), reading.folder / spec.cards
    if not _inside(file, folder):
        raise Problems([Problem("outside-folder", place, spec.name, {"found": spec.cards})])
    if not os.path.lexists(file):
        known = _card_files(folder)
        facts = {"found": spec.cards, "expected": known, "nearest": nearest(spec.cards, known)}
        raise Problems([Problem("no-card-file", place, spec.name, facts)])
    match file.suffix.lower():
        case ".csv" | ".tsv":
            return read_csv(file)
        case ".yaml" | ".yml":
            return yaml_rows(read_yaml(file))
        case suffix:
            facts = {"found": suffix or spec.cards, "expected": [".yaml", ".csv"]}
            raise Problems([Problem("card-file-kind", place, spec.name, facts)])


def _inside(file: Path, folder: Path) -> bool:
    try:
        return file.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def _card_files(folder: Path) -> list[str]:
    files = [*folder.glob("*.csv"), *folder.glob("*.yaml"), *folder.glob("*/*.csv"), *folder.glob("*/*.yaml")]
    return sorted(str(file.relative_to(folder)) for file in files if file.name != GAME_FILE)
