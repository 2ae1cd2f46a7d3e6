"""What lies where in 探偵無宿2 (草案8), and the plain operations on it that the effects of cards ask for.

The course of play is its subclass (case.py); effects, knowledge and the checks know this much only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Self

from cardgen.engine.state import Outcome, State
from cardgen.games.mushuku2 import arithmetic
from cardgen.games.mushuku2.arithmetic import NIGHT
from cardgen.games.mushuku2.table import Step, Table


class Position(State):
    """A position of 探偵無宿2.

    `deck` and `pile` (investigation deck and event pile) end with their top card; `line` runs from left to
    right. `turn_cost` are the costs that exist for this turn only, `fresh` is the card placed in it.
    `memory[seat]` maps places in the deck, counted from the bottom, to the cards that the seat has seen
    there; `shown[seat]` are the hand cards that everybody saw it take. `past` lists all that happened in
    the open, which is everything but what was drawn into hands or looked at.
    """

    def __init__(self, table: Table, players: int, rng: Random):
        self.table = table
        self.players = players
        self.rng = rng
        self.phase = "setup"
        self.watashi: list[str | None] = [None] * players
        first = [person for person in table.people if person != table.params.black]
        self.deck = [*first, NIGHT]
        rng.shuffle(self.deck)
        self.line: list[str] = []
        self.opened: list[str] = []
        self.outside: list[str] = []
        self.removed: list[str] = []
        self.suspects = {p.id: p.copies - (p.id in first) for p in table.cast.people.values()}
        self.awake: list[str] = []
        self.dead: list[str] = []
        self.lamps = 0
        self.pile = list(table.cast.events)
        rng.shuffle(self.pile)
        self.discards: list[int] = []
        self.played: int | None = None
        self.hands = [
            sorted(self.pile.pop() for _ in range(table.params.opening_hand)) for _ in range(players)
        ]
        self.notebooks: list[list[int]] = [[] for _ in range(players)]
        self.round = 0
        self.start = 0
        self.seat = 0
        self.queue: list[Step] = []
        self.turns = 0
        self.acts = 0
        self.last_death = 0
        self.lamps_moved = False
        self.meddled = False
        self.memory: list[dict[int, str]] = [{} for _ in range(players)]
        self.shown: list[set[int]] = [set() for _ in range(players)]
        self.past: list[str] = []
        self.fresh: int | None = None
        self.turn_cost: Counter[str] = Counter()
        self._new_turn()

    def _new_turn(self) -> None:
        self.acted = self.ended = False
        self.fresh = None
        self.turn_cost = Counter()
        self.deductions = self.table.params.deductions
        self.discount = 0

    # ------------------------------------------------------------ what is there

    def points(self) -> tuple[int, ...]:
        """VP of each notebook. Cards placed by 捜査 all count: no rule turns one sideways (ruling A06)."""
        events = self.table.cast.events
        return tuple(sum(events[number].vp for number in notebook) for notebook in self.notebooks)

    def have(self) -> dict[str, int]:
        """The costs that exist for the seat on turn."""
        return arithmetic.available(self.line, self.info(self.seat), self.turn_cost)

    def info(self, seat: int) -> dict[str, int]:
        """The information costs of a seat's notebook, without the card it placed this turn."""
        events = self.table.cast.events
        return arithmetic.information({n: events[n].info for n in self.notebooks[seat]}, self.fresh)

    def people_cards(self) -> list[str]:
        """All investigation cards of people in deck, line and 【線外】."""
        return [card for card in self.deck + self.line + self.outside if card != NIGHT]

    def event_zones(self) -> list[list[int]]:
        """Every place where event cards lie."""
        played = [] if self.played is None else [self.played]
        return [self.pile, self.discards, played, *self.hands, *self.notebooks]

    def cards(self) -> Counter[str]:
        cast = self.table.cast
        everyone = Counter(self.people_cards()) + Counter(self.suspects) + Counter(self.removed)
        held = [number for zone in self.event_zones() for number in zone]
        nights = (self.deck + self.line).count(NIGHT)
        chosen = [skill for skill in self.watashi if skill]
        box = [skill for skill in cast.skills if skill not in chosen]
        return Counter(
            [
                *(card for person, n in everyone.items() for card in cast.people[person].cards[:n]),
                *(cast.events[number].id for number in held),
                *[cast.night] * nights,
                *chosen,
                *box,
            ]
        )

    def totals(self) -> Mapping[str, object]:
        return {
            "VP": self.points(),
            "dead": tuple(self.dead),
            "awake": tuple(self.awake),
            "lamps": self.lamps,
            "round": self.round,
            "turns": self.turns,
        }

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        reason = "死者で終了" if len(self.dead) >= self.table.params.deaths_goal else "ＶＰで終了"
        return Outcome(tuple(arithmetic.winners(self.points(), self.notebooks)), reason)

    def clone(self) -> Self:
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.rng = Random()
        new.rng.setstate(self.rng.getstate())
        for name in _LISTS:
            setattr(new, name, list(getattr(self, name)))
        new.suspects = dict(self.suspects)
        new.turn_cost = Counter(self.turn_cost)
        new.hands = [list(hand) for hand in self.hands]
        new.notebooks = [list(notebook) for notebook in self.notebooks]
        new.memory = [dict(memory) for memory in self.memory]
        new.shown = [set(shown) for shown in self.shown]
        return new

    # ------------------------------------------------------------ what steps do

    def draw(self, n: int) -> None:
        """Draw n events for the seat on turn; when the pile is empty the discards become it."""
        hand = self.hands[self.seat]
        for _ in range(n):
            if not self.pile:
                self.pile, self.discards = self.discards, []
                self.past.append("reshuffle")
                self.rng.shuffle(self.pile)
            if self.pile:
                hand.append(self.pile.pop())
        hand.sort()

    def discard(self, seat: int, number: int) -> None:
        """Put a hand card on the discard pile."""
        self._leave(seat, number)
        self.discards.append(number)

    def recover(self, seat: int, number: int) -> None:
        """Take a discarded event into the hand, for all to see."""
        self.discards.remove(number)
        self.hands[seat] = sorted([*self.hands[seat], number])
        self.shown[seat].add(number)

    def look(self, seat: int, n: int) -> None:
        """Remember the top n cards of the investigation deck."""
        for place in range(max(0, len(self.deck) - n), len(self.deck)):
            self.memory[seat][place] = self.deck[place]

    def sink(self) -> None:
        """Move the top card of the investigation deck to the bottom. Who knew a place knows the new one."""
        top = len(self.deck) - 1
        self.deck.insert(0, self.deck.pop())
        self.memory = [
            {(0 if place == top else place + 1): card for place, card in memory.items()}
            for memory in self.memory
        ]

    def recall(self, person: str) -> None:
        """Put one of this person's cards from the line, the last, back into the deck and shuffle it."""
        place = len(self.line) - 1 - self.line[::-1].index(person)
        self.deck.append(self.line.pop(place))
        self._shuffle()
        self.meddled = True

    def put_outside(self, person: str) -> None:
        """One card from 【容疑者】 to 【線外】; the last one awakens the person, but never 勿忘草."""
        self.suspects[person] -= 1
        self.outside.append(person)
        if not self.suspects[person] and person != self.table.params.black:
            self.awake.append(person)

    def move_lamps(self, n: int) -> None:
        """Place or take lamps, between none and the most."""
        self.lamps = max(0, min(self.table.params.max_lamps, self.lamps + n))
        self.lamps_moved = self.meddled = True

    def trigger(self, when: str) -> None:
        """Queue the skill of the seat's 「私」 if it works at this moment (選択ルール)."""
        skill = self.table.cast.skills.get(self.watashi[self.seat] or "")
        if skill and skill.when == when and self.table.params.watashi_skills:
            self.queue.extend(skill.effects)

    def _leave(self, seat: int, number: int) -> None:
        self.hands[seat].remove(number)
        self.shown[seat].discard(number)

    def _shuffle(self) -> None:
        self.rng.shuffle(self.deck)
        self.memory = [{} for _ in range(self.players)]


_LISTS = (
    "watashi",
    "deck",
    "line",
    "opened",
    "outside",
    "removed",
    "awake",
    "dead",
    "pile",
    "discards",
    "queue",
    "past",
)
