"""What has changed since an earlier build: designs new, changed, more of, fewer of and gone.

A design is known by its component and card id; a card that was given another id is a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from cardgen.layout.faces import CardFace


class Id(NamedTuple):
    """What a design is known by."""

    component: str
    card: str


@dataclass(frozen=True, slots=True)
class Design:
    """What is kept of a design: a hash of each side that is printed, and how many cards of it there are.

    `copies` is None where a manifest of an earlier cardgen does not tell.
    """

    faces: Mapping[str, str]
    copies: int | None


Designs = Mapping[Id, Design]
Kind = Literal["new", "changed", "more", "fewer", "removed"]

PRINTED: tuple[Kind, ...] = ("new", "changed", "more")


@dataclass(frozen=True, slots=True)
class Change:
    """A design that is not as it was, and how many of its cards are to be printed, or thrown out."""

    id: Id
    kind: Kind
    copies: int


@dataclass(frozen=True, slots=True)
class Changes:
    """All that differs from `since`, in the order of the game, what is gone last; the rest is `unchanged`."""

    since: str
    found: tuple[Change, ...]
    unchanged: int

    def copies(self, component: str, card: str) -> int:
        """How many cards of a design have to be printed."""
        return self.printed.get(Id(component, card), 0)

    @property
    def printed(self) -> Mapping[Id, int]:
        """The designs to be printed, with their number of cards."""
        return {change.id: change.copies for change in self.found if change.kind in PRINTED}

    def as_json(self) -> dict[str, Any]:
        """The changes as plain values."""
        found = [{"change": c.kind, "component": c.id.component, "card": c.id.card, "copies": c.copies}
                 for c in self.found]  # fmt: skip
        return {"since": self.since, "designs": found, "unchanged": self.unchanged}


def designs_of(faces: Iterable[CardFace]) -> Designs:
    """The designs that are laid out."""
    sides: dict[Id, dict[str, str]] = {}
    copies: dict[Id, int] = {}
    for face in faces:
        id = Id(face.component.id, face.card.id)
        sides.setdefault(id, {})[face.side] = face.digest
        copies[id] = face.card.copies
    return {id: Design(found, copies[id]) for id, found in sides.items()}


def compare(old: Designs, new: Designs, since: str = "") -> Changes:
    """What a table that owns the cards of `old` needs to play with `new`."""
    found = [change for id, design in new.items() if (change := _change(id, old.get(id), design))]
    gone = [Change(id, "removed", design.copies or 1) for id, design in old.items() if id not in new]
    same = len(new) - len({change.id for change in found})
    return Changes(since, (*found, *gone), same)


def _change(id: Id, old: Design | None, new: Design) -> Change | None:
    copies = 1 if new.copies is None else new.copies
    if old is None:
        return Change(id, "new", copies) if copies else None
    if old.faces != new.faces:
        return Change(id, "changed", copies) if copies else None
    more = copies - (copies if old.copies is None else old.copies)
    if not more:
        return None
    return Change(id, "more", more) if more > 0 else Change(id, "fewer", -more)
