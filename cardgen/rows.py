"""Rows of a card list -> Cards: the reserved columns, every value by its field's kind, and `repeat`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from cardgen.explain import shown, wrong_type
from cardgen.filenames import is_device
from cardgen.model import ID, Card, FieldSpec, Value
from cardgen.problems import Place, Problem, Term, nearest
from cardgen.source import Row, resolve

MOST_COPIES = 1000
MOST_CARDS = 5000

Tables = Mapping[str, Mapping[str, Mapping[str, Any]]]


class Misfit(Exception):
    """A value that its field does not take: the problem's id and facts, without the place."""

    def __init__(self, id: str, **facts: object):
        super().__init__(id)
        self.id, self.facts = id, facts


@dataclass(frozen=True, slots=True)
class Columns:
    """What a component's rows are read by. `name` stands first in every subject.

    `repeated` gives each repeated field its values, by the text that goes before the card's id.
    """

    name: str
    fields: Mapping[str, FieldSpec]
    repeated: Mapping[str, Mapping[str, Value]]
    tables: Tables


def cards_of(
    rows: Sequence[Row], columns: Columns, place: Place, problems: list[Problem]
) -> tuple[Card, ...]:
    """The cards of a component. What is wrong goes to `problems`, and such a card is left out."""
    count = len(rows) * prod(len(values) for values in columns.repeated.values())
    if count > MOST_CARDS:
        problems.append(Problem("too-many-cards", place, columns.name, {"found": count, "limit": MOST_CARDS}))
        return ()
    problems.extend(_unknown_columns(rows, columns))
    problems.extend(_missing_columns(rows, columns))
    designs = [card for row in rows if (card := _card(row, columns, problems))]
    problems.extend(_doubles(designs, columns))
    return tuple(_repeated(designs, columns))


def _card(row: Row, columns: Columns, problems: list[Problem]) -> Card | None:
    """A card of the row, without the repeated fields; None when the row has faults."""
    before = len(problems)
    told = _told(row, columns)
    id = "" if "id" in told else row_id(row, columns.name, problems)
    subject = f"{columns.name} / {id}" if id else columns.name
    copies = 1
    if _given(row, "copies"):
        try:
            copies = _copies(_typed(row, "copies"))
        except Misfit as misfit:
            problems.append(_problem(misfit, row, "copies", subject))
    values: dict[str, Value] = {}
    for name, field in columns.fields.items():
        if name not in columns.repeated and name not in told:
            try:
                values[name] = _value(row, name, field, columns.tables)
            except Misfit as misfit:
                problems.append(_problem(misfit, row, name, subject))
    sound = len(problems) == before and "id" not in told
    return Card(id, copies, values, row.place, row.places) if sound else None


def row_id(row: Row, name: str, problems: list[Problem]) -> str:
    """The id of a row, "" with a problem when it is missing or not an id."""
    if not _given(row, "id"):
        problems.append(Problem("missing-id", row.places.get("id", row.place), name))
        return ""
    found = row.values["id"]
    id = "" if isinstance(found, list | Mapping) else _written(found)
    if is_device(id):
        problems.append(Problem("device-id", row.places["id"], name, {"found": id}))
    if not ID.fullmatch(id):
        problems.append(Problem("bad-id", row.places["id"], name, {"found": shown(found)}))
        return ""
    return id


def _problem(misfit: Misfit, row: Row, column: str, subject: str) -> Problem:
    place = row.places.get(column, row.place)
    return Problem(misfit.id, place, f"{subject} / {column}", misfit.facts)


def _given(row: Row, column: str) -> bool:
    return row.values.get(column) not in (None, "")


def _typed(row: Row, column: str) -> Any:
    """A CSV cell has no quotes to tell a number from text: it means what an unquoted word means."""
    value = row.values[column]
    return resolve(value) if row.plain and isinstance(value, str) else value


def _copies(value: object) -> int:
    copies = _integer(value)
    if copies < 0:
        raise Misfit("out-of-bounds", found=copies, expected=Term("bound-least", {"limit": 0}))
    if copies > MOST_COPIES:
        raise Misfit("out-of-bounds", found=copies, expected=Term("bound-most", {"limit": MOST_COPIES}))
    return copies


# ------------------------------------------------------------ values by kind

_ABSENT: dict[str, Value] = {"boolean": False, "list": (), "map": {}}


def _value(row: Row, column: str, field: FieldSpec, tables: Tables) -> Value:
    if not _given(row, column):
        empty_cell = row.plain and column in row.values and field.type in ("list", "map")
        if field.optional or empty_cell:
            return _ABSENT.get(field.type)
        raise Misfit("missing-value", name=column)
    if field.type in ("integer", "number", "boolean"):
        return convert(_typed(row, column), field, tables)
    return convert(_split(row.values[column], field) if row.plain else row.values[column], field, tables)


def convert(value: Any, field: FieldSpec, tables: Tables) -> Value:
    """A written value as its field's kind. Raises Misfit."""
    match field.type:
        case "text" | "image":
            return _text(value)
        case "integer":
            return _integer(value)
        case "number":
            return _number(value)
        case "boolean":
            return _boolean(value)
        case "choice":
            return _choice(value, field, tables)
        case "list":
            if not isinstance(value, list):
                raise _wrong("kind-list", value)
            return tuple(_choice(item, field, tables) for item in value)
        case "map":
            if not isinstance(value, Mapping):
                raise _wrong("kind-map", value)
            return {_choice(key, field, tables): _integer(_unit(number)) for key, number in value.items()}


def _wrong(kind: str, value: object) -> Misfit:
    id, facts = wrong_type(kind, value)
    return Misfit(id, **facts)


def _unit(number: object) -> object:
    return 1 if number is None else number


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text(value: object) -> str:
    if value is None or isinstance(value, list | Mapping):
        raise _wrong("kind-text", value)
    return _written(value)


def _integer(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _wrong("kind-integer", value)


def _number(value: object) -> int | float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,15}\.[0-9]{1,15}", value):
        return float(value)
    raise _wrong("kind-number", value)


def _boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise _wrong("kind-boolean", value)


def _choice(value: object, field: FieldSpec, tables: Tables) -> str:
    id = _text(value)
    known = tables.get(field.of or "")
    if known is not None and id not in known:
        raise Misfit(
            "not-in-table", found=id, table=field.of, expected=list(known), nearest=nearest(id, known)
        )
    return id


def _split(text: str, field: FieldSpec) -> Any:
    """A CSV cell of several ids: "red blue", of a map "red:2 blue" (once, where no number stands)."""
    if field.type not in ("list", "map"):
        return text
    words = [word for word in re.split(r"[\s、,，]+", text) if word]
    if field.type == "list":
        return words
    pairs = (re.split("[:：]", word, maxsplit=1) for word in words)
    return {key: resolve(rest[0]) if rest else 1 for key, *rest in pairs}


# ------------------------------------------------------------ the rows together


def _known(columns: Columns) -> list[str]:
    return ["id", "copies", *(name for name in columns.fields if name not in columns.repeated)]


def _told(row: Row, columns: Columns) -> set[str | None]:
    """The fields whose fault is told of the header or the key: no row's value is missing as well.

    They are those that the row's unknown columns seem to mean, and columns that a CSV does not have.
    """
    known = _known(columns)
    misspelt = {nearest(column, known) for column in row.values if column not in known}
    return misspelt | {name for name in _needed(columns) if row.plain and name not in row.values}


def _needed(columns: Columns) -> Iterator[str]:
    yield "id"
    for name, field in columns.fields.items():
        if name not in columns.repeated and not field.optional:
            yield name


def _missing_columns(rows: Sequence[Row], columns: Columns) -> Iterator[Problem]:
    """A problem for each column that the header of a CSV lacks, unless it seems to be there misspelt."""
    if not rows or not rows[0].plain:
        return
    known, header = _known(columns), rows[0].keys
    misspelt = {nearest(column, known) for column in header if column not in known}
    for name in _needed(columns):
        if name not in header and name not in misspelt:
            yield Problem("missing-column", min(header.values()), columns.name, {"name": name})


def _unknown_columns(rows: Iterable[Row], columns: Columns) -> Iterator[Problem]:
    known = _known(columns)
    seen: set[Place] = set()
    for row in rows:
        for column, place in row.keys.items():
            if column not in known and place not in seen:
                seen.add(place)  # the header of a CSV is one place for all its rows
                if column in columns.repeated:
                    yield Problem("repeated-column", place, columns.name, {"name": column})
                    continue
                facts = {"found": column, "expected": known, "nearest": nearest(column, known)}
                yield Problem("unknown-field", place, columns.name, facts)


def _doubles(cards: Iterable[Card], columns: Columns) -> Iterator[Problem]:
    first: dict[str, Card] = {}
    for card in cards:
        if card.id in first:
            place = card.places.get("id", card.place)
            facts = {"found": card.id, "first": first[card.id].places.get("id", first[card.id].place)}
            yield Problem("duplicate-id", place, columns.name, facts)
        first.setdefault(card.id, card)


def _repeated(cards: Sequence[Card], columns: Columns) -> Iterator[Card]:
    if not columns.repeated:
        yield from cards
        return
    for chosen in product(*columns.repeated.values()):
        values = {
            name: columns.repeated[name][word] for name, word in zip(columns.repeated, chosen, strict=True)
        }
        for card in cards:
            mixed = {name: values.get(name, card.values.get(name)) for name in columns.fields}
            yield replace(card, id="-".join((*chosen, card.id)), values=mixed)
