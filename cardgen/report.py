"""What the commands tell: tables and summaries as lines of text. Prints nothing itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from cardgen.messages import Lang, say

if TYPE_CHECKING:
    from cardgen.build import Outcome
    from cardgen.count import Counts


def summary(outcome: Outcome, lang: Lang) -> str:
    """One line on what was checked and tested."""
    report = outcome.report
    told = {"title": outcome.title, "draft": outcome.draft, "checks": outcome.checks}
    if outcome.tested == "nothing":
        return say("summary-no-rules", lang, **told)
    if outcome.tested == "examples":
        return say("summary-no-plays", lang, **told, examples=report.examples)
    return say("summary", lang, **told, examples=report.examples, games=report.games, moves=report.moves)


def played(outcome: Outcome, lang: Lang) -> Iterator[str]:
    """A line per player count: how much was played against itself, and how it ended."""
    for plays in outcome.report.plays:
        numbers = {"players": plays.players, "games": plays.games, "moves": plays.moves}
        yield say("played", lang, game=outcome.title, outcomes=plays.outcomes, **numbers)


def changed(outcome: Outcome, lang: Lang) -> Iterator[str]:
    """What differs from the state that was compared with: a line in all, and one per design."""
    changes = outcome.changes
    if changes is None:
        return
    told = {"title": outcome.title, "since": changes.since}
    if not changes.found:
        yield say("changes-none", lang, **told)
        return
    kinds = Counter(change.kind for change in changes.found)
    numbers = {kind: kinds[kind] for kind in ("new", "changed", "more", "fewer", "removed")}
    yield say("changes", lang, **told, **numbers, unchanged=changes.unchanged)
    for change in changes.found:
        name = outcome.components.get(change.id.component, change.id.component)
        line = say(f"change-{change.kind}", lang, component=name, card=change.id.card, copies=change.copies)
        yield f"  {line}"
    if not changes.printed:
        yield say("changes-nothing-to-print", lang)


def listed(folder: Path, files: Sequence[Path], lang: Lang) -> Iterator[str]:
    """A line per file in the game's folder; a folder inside it is told with the number of its files."""
    own = [file.relative_to(folder) for file in files if file.is_relative_to(folder)]
    yield from (f"  {folder / file}" for file in own if len(file.parts) == 1)
    inside = Counter(file.parts[0] for file in own if len(file.parts) > 1)
    for name, number in inside.items():
        yield "  " + say("files-in", lang, folder=str(folder / name), number=number)


def count_table(
    players: Sequence[int], counted: Sequence[Counts], papers: int, paper: str, lang: Lang
) -> str:
    """The component table: a line per component, a total per unit, and in all `papers` sheets of `paper`."""
    from cardgen.count import totals

    head = [say(f"count-{name}", lang) for name in ("component", "declared", "found")]
    lines = [
        [
            *head,
            *(say("count-players", lang, players=n) for n in players),
            say("count-sheets", lang, paper=paper),
        ]
    ]
    for line in counted:
        name = line.name + (say("count-extra", lang) if line.extra else "")
        numbers = [f"{line.declared}{line.unit}", f"{line.found}{line.unit}"]
        lines.append([name, *numbers, *(str(line.in_play[n]) for n in players), str(line.sheets)])
    for total in totals(counted):
        numbers = [f"{total.declared}{total.unit}", f"{total.found}{total.unit}"]
        lines.append([say("count-total", lang), *numbers, *(str(total.in_play[n]) for n in players), ""])
    lines[-1][-1] = str(papers)
    return _columns(lines)


def _columns(lines: Sequence[Sequence[str]]) -> str:
    """Aligned by display width. The first column is words, the others are numbers."""
    widths = [max(cells(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join("  ".join(_aligned(line, widths)).rstrip() for line in lines)


def _aligned(line: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    yield padded(line[0], widths[0])
    for cell, width in zip(line[1:], widths[1:], strict=True):
        yield " " * (width - cells(cell)) + cell


def padded(text: str, width: int) -> str:
    """The text filled with blanks to that many cells of a terminal."""
    return text + " " * (width - cells(text))


def cells(text: str) -> int:
    """How many cells of a terminal the text takes: a full-width character takes two."""
    return sum(2 if east_asian_width(c) in "WFA" else 1 for c in text)
