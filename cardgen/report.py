"""What the commands tell: tables, summaries and faults as lines of text. Prints nothing itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import click

from cardgen.messages import Lang, say

if TYPE_CHECKING:
    from cardgen.count import Counts
    from cardgen.export.base import Build


def summary(build: Build, lang: Lang) -> str:
    """One line on what was checked and tested."""
    game, report = build.game, build.report
    told = {"title": game.title, "draft": game.draft, "checks": len(game.spec.checks)}
    if build.rules is None:
        return say("summary-no-rules", lang, **told)
    return say("summary", lang, **told, examples=report.examples, games=report.games, moves=report.moves)


def count_table(players: Sequence[int], counted: Sequence[Counts], lang: Lang) -> str:
    """The component table: a line per component, a total per unit, the sheets of paper in all."""
    from cardgen.count import sheets, totals

    head = [say(f"count-{name}", lang) for name in ("component", "declared", "found")]
    lines = [[*head, *(say("count-players", lang, players=n) for n in players), say("count-sheets", lang)]]
    for line in counted:
        name = line.name + (say("count-extra", lang) if line.extra else "")
        numbers = [f"{line.declared}{line.unit}", f"{line.found}{line.unit}"]
        lines.append([name, *numbers, *(str(line.in_play[n]) for n in players), str(line.sheets)])
    for total in totals(counted):
        numbers = [f"{total.declared}{total.unit}", f"{total.found}{total.unit}"]
        lines.append([say("count-total", lang), *numbers, *(str(total.in_play[n]) for n in players), ""])
    lines[-1][-1] = str(sheets(counted))
    return _columns(lines)


def _columns(lines: Sequence[Sequence[str]]) -> str:
    """Aligned by display width: a full-width character takes two cells. The first column is words."""
    widths = [max(_cells(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            _padded(cell, width, words=i == 0)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def _padded(cell: str, width: int, words: bool) -> str:
    blank = " " * (width - _cells(cell))
    return cell + blank if words else blank + cell


def _cells(text: str) -> int:
    return sum(2 if east_asian_width(c) in "WFA" else 1 for c in text)


def usage(error: click.UsageError, lang: Lang) -> str:
    """What is wrong with the command line, in our own words, and where help is."""
    command = error.ctx.command_path if error.ctx else "cardgen"
    return f"{_fault(error, lang)}\n{say('usage-see-help', lang, command=command)}"


def _fault(error: click.UsageError, lang: Lang) -> str:
    match error:
        case click.NoSuchOption():
            return say("usage-no-option", lang, option=error.option_name)
        case click.MissingParameter() if error.param:
            return say("usage-missing", lang, name=error.param.human_readable_name)
        case click.BadParameter() if error.param:
            option = error.param.opts[0]
            if isinstance(error.param.type, click.Choice):
                return say("usage-bad-choice", lang, option=option, choices=list(error.param.type.choices))
            return say("usage-bad-value", lang, option=option)
        case _:
            return say("usage-error", lang, what=error.format_message())
