"""What a template sees: the game, its component, one card, the tables; and the filters it may use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from cardgen.layout import colour
from cardgen.model import Card, Component, FieldSpec, Game

NAMES = (
    "game",
    "component",
    "card",
    "params",
    "style",
    "tables",
    "side",
    "width",
    "height",
    "bleed",
)


class Record:
    """Named values read as attributes, so that a field may be called `items` or `count`.

    A row of a table prints and compares as its id: {{ card.suit }} and {{ card.suit.name }} both work.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any]):
        self._values = values

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return str(self._values.get("id", ""))

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class Amounts(dict[str, Any]):
    """A map field: the ids it gives, with their numbers. An id of its table that it does not give has 0."""

    def __init__(self, values: Mapping[str, Any], ids: Collection[str]):
        super().__init__(values)
        self.ids = ids

    def __missing__(self, id: str) -> int:
        if id in self.ids:
            return 0
        raise KeyError(id)


def names_of(value: object) -> tuple[str, ...]:
    """The names that could have followed the dot; none for what has no names."""
    if isinstance(value, Amounts):
        return tuple(value.ids)
    return tuple(str(key) for key in value) if isinstance(value, Record | Mapping) else ()


def context(
    game: Game, component: Component, card: Card, side: str, bleed: float, tables: Mapping[str, Any]
) -> dict[str, object]:
    """All that the template of one face may read. `tables` are those of `tables_of`."""
    spec = game.spec
    return {
        "game": Record(
            {
                "id": game.id,
                "title": spec.title,
                "draft": spec.draft,
                "players": spec.players,
                "summary": spec.summary,
                "icons": spec.icons,
            }
        ),
        "component": Record(
            {
                "id": component.id,
                "name": component.name,
                "count": component.declared,
                "unit": component.spec.unit,
                "note": component.spec.note,
                "fields": list(component.fields),
            }
        ),
        "card": Record(_card(component, card, tables)),
        "params": spec.params,
        "style": Record(spec.style),
        "tables": tables,
        "side": side,
        "width": component.size.width,
        "height": component.size.height,
        "bleed": bleed,
    }


def tables_of(game: Game) -> dict[str, dict[str, Record]]:
    """The game's tables, rows by id."""
    return {
        name: {key: Record({"id": key, **row}) for key, row in rows.items()}
        for name, rows in game.tables.items()
    }


def _card(component: Component, card: Card, tables: Mapping[str, Any]) -> dict[str, Any]:
    fields = {name: _resolved(card.values.get(name), spec, tables) for name, spec in component.fields.items()}
    return {"id": card.id, "copies": card.copies, **fields}


def _resolved(value: Any, spec: FieldSpec, tables: Mapping[str, Any]) -> Any:
    """A `choice` as the row it names, a `list` of choices as rows; all else as it is."""
    if spec.of is None or (value is None and spec.type != "map"):
        return value
    rows = tables[spec.of]
    if spec.type == "choice":
        return rows[str(value)]
    if spec.type == "list":
        return [rows[str(item)] for item in value]
    return Amounts(value or {}, rows) if spec.type == "map" else value


# ------------------------------------------------------------------ filters

_KANJI = "〇一二三四五六七八九"
_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}


def zenkaku(value: object) -> str:
    """ASCII in full width: 12 as １２."""
    return str(value).translate(_FULL_WIDTH)


def kansuji(value: int) -> str:
    """A whole number from 0 to 9999 in kanji: 24 as 二十四."""
    number = int(value)
    if not 0 < number < 10_000:
        return _KANJI[0] if number == 0 else str(number)
    words = []
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, unit)
        if digit:
            words.append(("" if digit == 1 and name else _KANJI[digit]) + name)
    return "".join(words)


FILTERS: dict[str, Callable[..., Any]] = {
    "zenkaku": zenkaku,
    "kansuji": kansuji,
    "lighten": colour.lighten,
    "darken": colour.darken,
    "mix": colour.mix,
    "contrast": colour.contrast,
}
FUNCTIONS = FILTERS
"""The filters can be called like functions too: {{ contrast(suit.hex) }}."""
