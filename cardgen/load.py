"""A folder -> Game: which files there are, what their names refer to, and the nearest name where they fail.

Everything that is wrong is found before anything is raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
from cardgen.problems import Problem, Problems, Term, nearest
from cardgen.references import dangling
from cardgen.rows import Columns, Misfit, Tables, cards_of, convert, row_id
from cardgen.source import Path_, Row, Source, read_csv, read_yaml, yaml_rows

GAME_FILE = "game.yaml"


def find_games(root: Path) -> list[Path]:
    """The folders in `root` (a data/ folder) that hold a game, by name."""
    return sorted(file.parent for file in root.glob(f"*/{GAME_FILE}"))


def load(folder: Path) -> Game:
    """The game in that folder. Raises Problems with every fault of its files."""
    source = read_yaml(folder / GAME_FILE)
    spec = _validated(source)
    problems: list[Problem] = []
    tables = _tables(source, spec, problems)
    components = {
        id: _component(source, folder, id, component, tables, problems)
        for id, component in spec.components.items()
    }
    game = Game(folder.resolve().name, folder, spec, components, tables, source.place)
    problems.extend(dangling(game, source))
    if problems:
        raise Problems(sorted(problems, key=lambda problem: problem.place or source.place()))
    return game


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


def _component(
    source: Source, folder: Path, id: str, spec: ComponentSpec, tables: Tables, problems: list[Problem]
) -> Component:
    path: Path_ = ("components", id)
    fields = {
        name: FieldSpec(type=field) if isinstance(field, str) else field
        for name, field in spec.fields.items()
    }
    problems.extend(_field_faults(source, path, fields, tables))
    columns = Columns(spec.name, fields, _repeated(source, path, spec, fields, tables, problems), tables)
    cards: tuple[Card, ...] = ()
    try:
        rows = _rows(source, folder, path, spec)
        cards = cards_of(rows, columns, source.place((*path, "cards")), problems)
    except Problems as found:
        problems.extend(found.problems)
    return Component(id, spec, _size(source, path, spec, problems), fields, cards, source.key(path))


def _size(source: Source, path: Path_, spec: ComponentSpec, problems: list[Problem]) -> Size:
    if isinstance(spec.size, Size):
        return spec.size
    trim = paper.card_size(spec.size)
    if trim is None:
        known = paper.size_names()
        facts = {"found": spec.size, "expected": list(paper.CARD_SIZES), "nearest": nearest(spec.size, known)}
        problems.append(Problem("unknown-size", source.place((*path, "size")), spec.name, facts))
        trim = paper.CARD_SIZES["poker"]
    return Size(width=trim.width, height=trim.height, corner=trim.corner)


def _field_faults(
    source: Source, path: Path_, fields: Mapping[str, FieldSpec], tables: Tables
) -> Iterator[Problem]:
    for name, field in fields.items():
        at = (*path, "fields", name)
        subject = f"{path[1]} / {name}"
        if name in ("id", "copies"):
            yield Problem("reserved-field", source.key(at), subject, {"name": name})
        if field.of is None and field.type == "choice":
            yield Problem("missing-field", source.key(at), subject, {"name": "of", "expected": list(tables)})
        if field.of is not None and field.of not in tables:
            facts = {"found": field.of, "expected": list(tables), "nearest": nearest(field.of, tables)}
            yield Problem("unknown-table", source.place((*at, "of")), subject, facts)


def _repeated(
    source: Source,
    path: Path_,
    spec: ComponentSpec,
    fields: Mapping[str, FieldSpec],
    tables: Tables,
    problems: list[Problem],
) -> dict[str, Mapping[str, Value]]:
    """The values of each repeated field, by the text that goes before the card's id."""
    found: dict[str, Mapping[str, Value]] = {}
    for name, values in spec.repeat.items():
        at = (*path, "repeat", name)
        found[name] = {}
        if name not in fields:
            facts = {"found": name, "expected": list(fields), "nearest": nearest(name, fields)}
            problems.append(Problem("unknown-field", source.key(at), spec.name, facts))
        elif isinstance(values, str) and values not in tables:
            facts = {"found": values, "expected": list(tables), "nearest": nearest(values, tables)}
            problems.append(Problem("unknown-table", source.place(at), spec.name, facts))
        else:
            words = list(tables[values]) if isinstance(values, str) else source_list(source, at)
            try:
                found[name] = {str(word): convert(word, fields[name], tables) for word in words}
            except Misfit as misfit:
                problems.append(Problem(misfit.id, source.place(at), f"{spec.name} / {name}", misfit.facts))
    return found


def source_list(source: Source, path: Path_) -> list[Any]:
    """The list at `path` as YAML gave it, numbers still numbers."""
    value = source.value
    for part in path:
        value = value[part]
    return list(value)


# ------------------------------------------------------------ card files


def _rows(source: Source, folder: Path, path: Path_, spec: ComponentSpec) -> list[Row]:
    at = (*path, "cards")
    if not isinstance(spec.cards, str):
        return yaml_rows(source, at) if spec.cards else []
    file = folder / spec.cards
    if not _inside(file, folder):
        raise Problems([Problem("outside-folder", source.place(at), spec.name, {"found": spec.cards})])
    if not file.exists():
        near = nearest(spec.cards, _card_files(folder))
        facts = {"found": spec.cards, "expected": list(_card_files(folder)), "nearest": near}
        raise Problems([Problem("no-card-file", source.place(at), spec.name, facts)])
    match file.suffix.lower():
        case ".csv" | ".tsv":
            return read_csv(file)
        case ".yaml" | ".yml":
            return yaml_rows(read_yaml(file))
        case suffix:
            facts = {"found": suffix or spec.cards, "expected": [".yaml", ".csv"]}
            raise Problems([Problem("card-file-kind", source.place(at), spec.name, facts)])


def _inside(file: Path, folder: Path) -> bool:
    try:
        return file.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def _card_files(folder: Path) -> Iterable[str]:
    files = [*folder.glob("*.csv"), *folder.glob("*.yaml"), *folder.glob("*/*.csv"), *folder.glob("*/*.yaml")]
    return sorted(str(file.relative_to(folder)) for file in files if file.name != GAME_FILE)
