"""What makes an element of a template impossible to draw, before its place is known."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.problems import nearest


class Fault(Exception):
    """Something is wrong with an element, so that it cannot be drawn; becomes a Problem at its place."""

    def __init__(self, id: str, **facts: object):
        super().__init__(id)
        self.id = id
        self.facts = facts


def misnamed(word: str, known: Iterable[str]) -> dict[str, object]:
    """The facts of a name that is not among the known: it, and the nearest or else all that there are."""
    names = tuple(known)
    near = nearest(word, names)
    return {"found": word, "expected": None if near else names, "nearest": near}
