"""The component table: what is declared, found, in play at each player count, and the paper it takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cardgen.impose.parts import sets_of
from cardgen.impose.plan import Part, part_of, shared
from cardgen.impose.press import Press
from cardgen.impose.stock import Stock, stock
from cardgen.in_play import in_play
from cardgen.model import Component, Game
from cardgen.problems import Problem, Problems

PRESS = Press()
"""Printing as usual."""


@dataclass(frozen=True, slots=True)
class Counts:
    """One component's line. `in_play` is by player count; `sheets` is 0 for what is not printed.

    `extra` marks a printed aid that the rules do not count among the components; `tiled` one of which each
    piece takes several sheets.
    """

    id: str
    name: str
    unit: str
    declared: int
    found: int
    in_play: Mapping[int, int]
    sheets: int
    extra: bool = False
    tiled: bool = False

    def as_json(self) -> dict[str, Any]:
        """The line as plain values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Total:
    """The sum over the components of one unit (枚, 個), printed aids left out."""

    unit: str
    declared: int
    found: int
    in_play: Mapping[int, int]


def count(
    game: Game,
    paper: str = "A4",
    press: Press = PRESS,
    fold: bool = False,
    only: Collection[str] = (),
) -> list[Counts]:
    """A line per component, in the order of game.yaml; sheets for `only` those named, if any are.

    Sheets are counted as if no component shared one. Raises Problems when a piece does not fit the paper.
    """
    lying = stock(paper, game.folder, press.margin)
    lines: list[Counts] = []
    problems: list[Problem] = []
    for component in game.components.values():
        try:
            wanted = not only or component.id in only
            part = _part(game, component, lying, press, fold) if wanted else None
            lines.append(_line(game, component, part))
        except Problems as found:
            problems.extend(problem for problem in found.problems if problem not in problems)
    if problems:
        raise Problems(problems)
    return lines


def packed(
    game: Game, paper: str = "A4", press: Press = PRESS, fold: bool = False, only: Collection[str] = ()
) -> int:
    """Sheets of paper for everything where components share sheets. Raises Problems as `count` does, and for
    sheets to be folded: they are not shared."""
    if fold:
        raise Problems([Problem("fold-not-packed", None, "--pack")])
    lying = stock(paper, game.folder, press.margin)
    wanted = [component for id, component in game.components.items() if not only or id in only]
    parts = [part for component in wanted if (part := _part(game, component, lying, press, fold))]
    return shared(parts, lying, press).papers


def counted_over_sheets(game: Game, lines: Iterable[Counts], paper: str) -> Iterator[Problem]:
    """Notes on what was counted as spread over several sheets, as `build --tile` would print it."""
    for line in lines:
        if line.tiled:
            size = game.components[line.id].size
            facts = {"card": f"{size.width:g} × {size.height:g}", "paper": paper, "sheets": line.sheets}
            place = game.place(("components", line.id))
            yield Problem("counted-tiled", place, line.name, facts, "note")


def _part(game: Game, component: Component, paper: Stock, press: Press, fold: bool) -> Part[None] | None:
    """The component on sheets of its own, None when nothing of it is printed."""
    copies = [(name, None) for name in sets_of(component)]
    return part_of(game, component, paper, press, fold, copies) if copies else None


def totals(lines: Iterable[Counts]) -> list[Total]:
    """A total per unit, in the order in which the units appear."""
    by_unit: dict[str, list[Counts]] = {}
    for line in lines:
        if not line.extra:
            by_unit.setdefault(line.unit, []).append(line)
    return [_total(unit, counted) for unit, counted in by_unit.items()]


def sheets(lines: Iterable[Counts]) -> int:
    """Sheets of paper for everything, printed aids included, one side counted."""
    return sum(line.sheets for line in lines)


def _line(game: Game, component: Component, part: Part[None] | None) -> Counts:
    used = {players: in_play(component, players, game.spec.params) for players in game.players}
    spec = component.spec
    return Counts(
        component.id,
        component.name,
        spec.unit,
        component.declared,
        component.found,
        used,
        part.papers if part else 0,
        spec.extra,
        part is not None and part.slots is None,
    )


def _total(unit: str, lines: list[Counts]) -> Total:
    players = lines[0].in_play
    return Total(
        unit,
        sum(line.declared for line in lines),
        sum(line.found for line in lines),
        {n: sum(line.in_play[n] for line in lines) for n in players},
    )
