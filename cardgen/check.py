"""Composition checks: what the components say of themselves, then every check of game.yaml.

One function per kind in `CHECKS`. A check that finds no card to look at is itself a fault: it would
prove nothing. Cards are counted with their copies, except where a check speaks of designs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from cardgen.in_play import groups_in_play, in_play
from cardgen.model import (
    BalanceCheck,
    Card,
    Check,
    Component,
    CorrelationCheck,
    CountCheck,
    CoversCheck,
    DisjointCheck,
    DistributionCheck,
    Game,
    GroupsCheck,
    ImpliesCheck,
    InPlayCheck,
    RangeCheck,
    SumCheck,
    UniqueCheck,
    Value,
)
from cardgen.problems import Place, Problem, Term
from cardgen.references import options
from cardgen.select import fits, grouped, measure, members, select, value_of, written

Number = int | float


def check(game: Game) -> Iterator[Problem]:
    """Every fault of composition: components, the checks in the order they are written, the rulings."""
    for component in game.components.values():
        yield from _declared(game, component)
    for index, one in enumerate(game.spec.checks):
        yield from _run(game, index, one)
    yield from options(game)


def _declared(game: Game, component: Component) -> Iterator[Problem]:
    path = ("components", component.id)
    if component.found != component.declared:
        facts = {"expected": component.declared, "found": component.found, "unit": component.spec.unit}
        file = component.cards[0].place.file.name
        yield Problem("count-differs", game.place((*path, "count")), component.name, {**facts, "file": file})
    if component.spec.in_play and component.cards:
        per = component.spec.in_play.per
        there = len(grouped(component.cards, per))
        for players in game.players:
            needed = groups_in_play(component, players, game.spec.params) or 0
            if needed > there:
                facts = {"players": players, "per": per, "expected": needed, "found": there}
                yield Problem("too-few-groups", game.place((*path, "in_play")), component.name, facts)


def _run(game: Game, index: int, one: Check) -> Iterator[Problem]:
    component = game.components[one.of]
    cards = select(component.cards, one.where)
    place = game.place(("checks", index))
    filters = [f"{name}: {_words(wanted)}" for name, wanted in one.where.items()]
    begin = [component.name, *([", ".join(filters)] if filters else [])]
    says = {"says": one.says} if one.says else {}
    if not cards and not _speaks_of_all(component, one):
        yield Problem("check-empty", place, " / ".join(begin), says)
        return
    for id, about, facts in CHECKS[one.check](game, component, cards, one):
        yield Problem(id, place, " / ".join([*begin, *about]), {**facts, **says})


def _speaks_of_all(component: Component, one: Check) -> bool:
    """Dice and cubes have no list of cards, and are counted all the same."""
    return not component.cards and isinstance(one, CountCheck) and not one.where and one.per is None


def _words(wanted: Any) -> str:
    match wanted:
        case Mapping():
            return ", ".join(f"{key} {_words(value)}" for key, value in wanted.items())
        case list():
            return "|".join(written(word) for word in wanted)
        case None:
            return "null"
        case _:
            return written(wanted)


# ------------------------------------------------------------ one function per kind

Finding = tuple[str, list[str], Mapping[str, object]]
"""A problem's id, what it is about (a group, a card), and its facts."""


def _count(game: Game, component: Component, cards: tuple[Card, ...], one: CountCheck) -> Iterator[Finding]:
    counts = {name: _copies(group) for name, group in _groups(cards, one.per)}
    if not cards:
        counts = {"": component.found}
    wanted = one.is_
    if isinstance(wanted, dict):
        for name in sorted({*counts} - {*wanted}):
            yield "check-unnamed-group", [f"{one.per}: {name}"], {"found": counts[name]}
    for name in {**(wanted if isinstance(wanted, dict) else {}), **counts}:
        found = counts.get(name, 0)
        exact = wanted.get(name) if isinstance(wanted, dict) else wanted
        about = [f"{one.per}: {name}"] if one.per else []
        yield from _bounds("what-count", about, found, exact, one.at_least, one.at_most)


def _groups_(
    game: Game, component: Component, cards: tuple[Card, ...], one: GroupsCheck
) -> Iterator[Finding]:
    names = list(grouped(cards, one.per))
    for id, about, facts in _bounds("what-groups", [one.per], len(names), one.is_):
        yield id, about, {**facts, "listed": names}


def _distribution(
    game: Game, component: Component, cards: tuple[Card, ...], one: DistributionCheck
) -> Iterator[Finding]:
    for name, group in _groups(cards, one.per):
        found = _uses(group, one.field)
        if {key: n for key, n in one.is_.items() if n} != found:
            about = [one.field, *([f"{one.per}: {name}"] if one.per else [])]
            shown = {key: found[key] for key in [*one.is_, *sorted({*found} - {*one.is_})] if key in found}
            yield "check-distribution", about, {"found": shown, "expected": one.is_}


def _sum(game: Game, component: Component, cards: tuple[Card, ...], one: SumCheck) -> Iterator[Finding]:
    for name, group in _groups(cards, one.per):
        total = sum(card.copies * (measure(value_of(card, one.field)) or 0) for card in group)
        about = [one.field, *([f"{one.per}: {name}"] if one.per else [])]
        yield from _bounds("what-sum", about, _tidy(total), one.is_, one.at_least, one.at_most)


def _unique(game: Game, component: Component, cards: tuple[Card, ...], one: UniqueCheck) -> Iterator[Finding]:
    alike: dict[tuple[Any, ...], list[Card]] = {}
    for card in cards:
        alike.setdefault(tuple(_identity(value_of(card, name)) for name in one.fields), []).append(card)
    for group in alike.values():
        if len(group) > 1:
            values = [_shown(value_of(group[0], name)) for name in one.fields]
            facts = {"fields": one.fields, "found": values, "cards": _listed(group)}
            yield "check-unique", [], facts


def _identity(value: Value) -> Any:
    """What makes two values the same: the order of a list, and a zero in a map, do not tell."""
    if isinstance(value, Mapping):
        return tuple(sorted((key, number) for key, number in value.items() if number))
    return tuple(sorted(members(value)))


def _range(game: Game, component: Component, cards: tuple[Card, ...], one: RangeCheck) -> Iterator[Finding]:
    for card in cards:
        value = value_of(card, one.field)
        if value is None:
            continue
        size = _taken(value, one.take)
        for id, about, facts in _bounds(
            f"what-{one.take}", [card.id, one.field], size, None, one.at_least, one.at_most
        ):
            yield id, about, {**facts, "at": _place(card, one.field)}


def _taken(value: Value, take: str) -> Number:
    if take == "largest" and isinstance(value, Mapping):
        return int(max(value.values(), default=0))
    if take == "length" and isinstance(value, str | tuple):
        return len(value)
    return measure(value) or 0


def _implies(
    game: Game, component: Component, cards: tuple[Card, ...], one: ImpliesCheck
) -> Iterator[Finding]:
    for card in cards:
        for name, wanted in one.then.items():
            value = value_of(card, name)
            if not fits(value, wanted):
                facts = {"found": _shown(value), "expected": _words(wanted), "at": _place(card, name)}
                yield "check-implies", [card.id, name], facts


def _disjoint(
    game: Game, component: Component, cards: tuple[Card, ...], one: DisjointCheck
) -> Iterator[Finding]:
    for card in cards:
        for first, second in combinations(one.fields, 2):
            both = [
                word for word in members(value_of(card, first)) if word in members(value_of(card, second))
            ]
            if both:
                facts = {"first": first, "second": second, "found": both, "at": _place(card, first)}
                yield "check-disjoint", [card.id], facts


def _covers(game: Game, component: Component, cards: tuple[Card, ...], one: CoversCheck) -> Iterator[Finding]:
    plain, better = one.fields
    for card in cards:
        for key in members(value_of(card, plain)):
            least, found = value_of(card, f"{plain}.{key}"), value_of(card, f"{better}.{key}")
            if not isinstance(least, int) or not isinstance(found, int) or found < least:
                facts = {"key": key, "plain": plain, "least": least, "better": better, "found": found or 0}
                yield "check-covers", [card.id], {**facts, "at": _place(card, better)}


def _balance(
    game: Game, component: Component, cards: tuple[Card, ...], one: BalanceCheck
) -> Iterator[Finding]:
    spec = component.fields.get(one.field)
    known = game.tables[spec.of] if spec and spec.of else {}
    uses = dict.fromkeys(known, 0) | dict(_uses(cards, one.field))
    uses = {word: n for word, n in uses.items() if word not in one.ignore}
    mean = sum(uses.values()) / len(uses) if uses else 0
    for word, n in uses.items():
        if abs(n - mean) > one.within + 1e-9:
            facts = {"found": n, "mean": _tidy(mean), "within": _tidy(one.within)}
            yield "check-balance", [f"{one.field}: {word}"], facts


def _correlation(
    game: Game, component: Component, cards: tuple[Card, ...], one: CorrelationCheck
) -> Iterator[Finding]:
    pairs = [
        (measure(value_of(card, one.fields[0])), measure(value_of(card, one.fields[1]))) for card in cards
    ]
    known = [(x, y) for x, y in pairs if x is not None and y is not None]
    about = [" × ".join(one.fields)]
    found = spearman([x for x, _ in known], [y for _, y in known])
    if found is None:
        yield "check-no-correlation", about, {}
    else:
        yield from _bounds("what-correlation", about, _tidy(found), None, one.at_least, one.at_most)


def _in_play(
    game: Game, component: Component, cards: tuple[Card, ...], one: InPlayCheck
) -> Iterator[Finding]:
    for players in sorted({*(one.is_ or {}), *(one.at_least or {})}):
        found = in_play(component, players, game.spec.params, cards)
        exact, least = (one.is_ or {}).get(players), (one.at_least or {}).get(players)
        yield from _bounds("what-in-play", [f"players: {players}"], found, exact, least)


CHECKS: Mapping[str, Callable[[Game, Component, tuple[Card, ...], Any], Iterator[Finding]]] = {
    "count": _count,
    "groups": _groups_,
    "distribution": _distribution,
    "sum": _sum,
    "unique": _unique,
    "range": _range,
    "implies": _implies,
    "disjoint": _disjoint,
    "covers": _covers,
    "balance": _balance,
    "correlation": _correlation,
    "in_play": _in_play,
}


# ------------------------------------------------------------ counting


def _bounds(
    what: str,
    about: list[str],
    found: Number,
    exact: Number | None,
    least: Number | None = None,
    most: Number | None = None,
) -> Iterator[Finding]:
    facts: dict[str, object] = {"what": Term(what), "found": found}
    if exact is not None and found != exact:
        yield "check-exact", about, {**facts, "expected": _tidy(exact)}
    if least is not None and found < least:
        yield "check-least", about, {**facts, "expected": _tidy(least)}
    if most is not None and found > most:
        yield "check-most", about, {**facts, "expected": _tidy(most)}


def _groups(cards: tuple[Card, ...], per: str | None) -> Iterable[tuple[str, list[Card]]]:
    return grouped(cards, per).items() if per else [("", list(cards))]


def _copies(cards: Iterable[Card]) -> int:
    return sum(card.copies for card in cards)


def _uses(cards: Iterable[Card], field: str) -> Counter[str]:
    """How often each word of `field` occurs, copies counted; a map's key as often as its number says."""
    uses: Counter[str] = Counter()
    for card in cards:
        value = value_of(card, field)
        for word in members(value):
            uses[word] += card.copies * (value[word] if isinstance(value, Mapping) else 1)
    return uses


def _tidy(number: Number) -> Number:
    """12.0 as 12, and no more digits than a person reads."""
    short = round(number, 3)
    return int(short) if short == int(short) else short


def _shown(value: Any) -> object:
    if isinstance(value, tuple | Mapping) and not value:
        return Term("kind-nothing")
    return Term("kind-nothing") if value is None else value


def _listed(cards: Iterable[Card]) -> list[str]:
    return [f"{card.id} ({card.place.file.name}:{card.place.line})" for card in cards]


def _place(card: Card, field: str) -> Place:
    return card.places.get(field.partition(".")[0], card.place)


def spearman(xs: list[Number], ys: list[Number]) -> float | None:
    """Spearman's rank correlation, ties at their mean rank; None when either side never changes."""
    a, b = _ranks(xs), _ranks(ys)
    n = len(a)
    if n < 2:
        return None
    mean = (n + 1) / 2
    covariance = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    spread = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return covariance / float(spread**0.5) if spread else None


def _ranks(values: list[Number]) -> list[float]:
    order = sorted(values)
    first = {value: order.index(value) for value in set(values)}
    return [first[value] + (order.count(value) + 1) / 2 for value in values]
