"""Which cards a check speaks of: a card's value by name, and conditions on it (`where`, `then`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardgen.model import Card, Value

BOUNDS = ("at_least", "at_most", "not")
"""The keys of a condition that is a mapping."""


def value_of(card: Card, name: str) -> Value:
    """A field's value; `id`, `copies`; or with `map.key` the number that the map gives to the key."""
    if name in card.values:
        return card.values[name]
    if name in ("id", "copies"):
        return card.id if name == "id" else card.copies
    whole, _, key = name.partition(".")
    numbers = card.values.get(whole)
    return numbers.get(key, 0) if isinstance(numbers, Mapping) else None


def select(cards: Iterable[Card], where: Mapping[str, Any]) -> tuple[Card, ...]:
    """The cards that meet every condition."""
    return tuple(
        card for card in cards if all(fits(value_of(card, name), wanted) for name, wanted in where.items())
    )


def fits(value: Value, condition: Any) -> bool:
    """Whether a value meets a condition: a word, one of a list of words, or bounds and an exception."""
    if isinstance(condition, list):
        return any(_holds(value, word) for word in condition)
    if isinstance(condition, Mapping):
        size = measure(value)
        least, most = condition.get("at_least"), condition.get("at_most")
        return (
            (least is None or (size is not None and size >= least))
            and (most is None or (size is not None and size <= most))
            and ("not" not in condition or not fits(value, condition["not"]))
        )
    return _holds(value, condition)


def _holds(value: Value, word: Any) -> bool:
    if word is None:
        return value in (None, "", ()) or value == {}
    if isinstance(value, Mapping):
        return bool(value.get(written(word)))
    return written(word) in members(value)


def members(value: Value) -> tuple[str, ...]:
    """The words in a value: a list's members, a map's keys that count for something, or the value itself."""
    match value:
        case None:
            return ()
        case Mapping():
            return tuple(key for key, number in value.items() if number)
        case tuple():
            return tuple(written(item) for item in value)
        case _:
            return (written(value),)


def measure(value: Value) -> int | float | None:
    """A number as it is, a map by its sum, a list by its length; None for what has no size."""
    match value:
        case bool() | str() | None:
            return None
        case int() | float():
            return value
        case Mapping():
            return sum(value.values())
        case tuple():
            return len(value)


def written(value: Any) -> str:
    """A value as one writes it in YAML, so that 1, "1" and 1.0 name the same group."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def words_of(condition: Any) -> Iterator[Any]:
    """Every word that a condition names."""
    if isinstance(condition, list):
        yield from condition
    elif isinstance(condition, Mapping):
        yield from words_of(condition["not"]) if "not" in condition else ()
    elif condition is not None:
        yield condition


def grouped(cards: Iterable[Card], per: str) -> dict[str, list[Card]]:
    """The cards by their value of `per`, in the order in which the values first appear."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        groups.setdefault(written(value_of(card, per)), []).append(card)
    return groups
