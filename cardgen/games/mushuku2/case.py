"""One position of 探偵無宿2 (草案8): what lies where, whose choice it is, and how the game goes on.

What has to be done stands in the `queue` of steps (the effects of cards and the discards of 推理 among
them); when the queue is empty the seat on turn chooses from its menu.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Self

from cardgen.engine.state import Action, IllegalAction, Outcome, State
from cardgen.games.mushuku2 import arithmetic
from cardgen.games.mushuku2.arithmetic import NIGHT
from cardgen.games.mushuku2.cards import Event
from cardgen.games.mushuku2.effects import STEPS, Move, Step
from cardgen.games.mushuku2.knowledge import Sight, deal_anew, sight
from cardgen.games.mushuku2.soundness import faults

if TYPE_CHECKING:
    from cardgen.games.mushuku2.rules import Mushuku2

END = Move("end", None, "手番終了")
REST = Move("rest", None, "一服")


class Case(State):
    """A position of 探偵無宿2.

    `deck` and `pile` (investigation deck and event pile) end with their top card; `line` runs from left to
    right. `turn_cost` are the costs that exist for this turn only, `fresh` is the card placed in it.
    `memory[seat]` maps places in the deck, counted from the bottom, to the cards that the seat has seen
    there; `shown[seat]` are the hand cards that everybody saw it take. `past` lists all that happened in
    the open, which is everything but what was drawn into hands or looked at.
    """

    def __init__(self, rules: Mushuku2, players: int, rng: Random):
        self.rules = rules
        self.players = players
        self.rng = rng
        self.phase = "setup"
        self.watashi: list[str | None] = [None] * players
        first = [person for person in rules.people if person != rules.params.black]
        self.deck = [*first, NIGHT]
        rng.shuffle(self.deck)
        self.line: list[str] = []
        self.opened: list[str] = []
        self.outside: list[str] = []
        self.removed: list[str] = []
        self.suspects = {p.id: p.copies - (p.id in first) for p in rules.cast.people.values()}
        self.awake: list[str] = []
        self.dead: list[str] = []
        self.lamps = 0
        self.pile = list(rules.cast.events)
        rng.shuffle(self.pile)
        self.discards: list[int] = []
        self.played: int | None = None
        self.hands = [
            sorted(self.pile.pop() for _ in range(rules.params.opening_hand)) for _ in range(players)
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

    # ------------------------------------------------------------ the interface

    def current_player(self) -> int | None:
        return None if self.phase == "over" else self.seat

    def legal_actions(self) -> Sequence[Move]:
        if self.phase == "over":
            return []
        return self._choices() if self.queue else self._menu()

    def apply(self, action: Action) -> None:
        legal = self.legal_actions()
        if not isinstance(action, Move) or action not in legal:
            raise IllegalAction(f"{action}: not one of {', '.join(map(str, legal))}")
        self.past.append(f"{self.seat} {action}")
        if self.queue:
            word, argument = self.queue.pop(0)
            STEPS[word].act(self, argument, action)
        else:
            self._do(action)
        self._run()

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        reason = "死者で終了" if len(self.dead) >= self.rules.params.deaths_goal else "ＶＰで終了"
        return Outcome(tuple(arithmetic.winners(self.points(), self.notebooks)), reason)

    def information_state(self, player: int) -> Sight:
        return sight(self, player)

    def cards(self) -> Counter[str]:
        cast = self.rules.cast
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

    def faults(self) -> Sequence[str]:
        return list(faults(self))

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

    def redeal(self, player: int, rng: Random) -> Self:
        new = self.clone()
        new.rng = Random(rng.random())
        deal_anew(new, player, rng)
        return new

    # ------------------------------------------------------------ what a seat may do

    def points(self) -> tuple[int, ...]:
        """VP of each notebook. Cards placed by 捜査 all count: no rule turns one sideways (ruling A06)."""
        events = self.rules.cast.events
        return tuple(sum(events[number].vp for number in notebook) for notebook in self.notebooks)

    def have(self) -> dict[str, int]:
        """The costs that exist for the seat on turn."""
        return arithmetic.available(self.line, self.info(self.seat), self.turn_cost)

    def info(self, seat: int) -> dict[str, int]:
        """The information costs of a seat's notebook, without the card it placed this turn."""
        events = self.rules.cast.events
        return arithmetic.information({n: events[n].info for n in self.notebooks[seat]}, self.fresh)

    def _choices(self) -> Sequence[Move]:
        word, argument = self.queue[0]
        choices = STEPS[word].choices
        return choices(self, argument) if choices else []

    def _menu(self) -> list[Move]:
        rules = self.rules
        if self.phase == "setup":
            return [rules.moves["watashi", skill] for skill in rules.cast.skills if skill not in self.watashi]
        have = self.have()
        events = [rules.cast.events[number] for number in self.hands[self.seat]]
        open_to_play = [event for event in events if not self.acted or event.flash]
        moves = [
            rules.moves["flash" if event.flash else "investigate", event.number]
            for event in open_to_play
            if arithmetic.payable(event.cost, have, event.death, self.dead)
        ]
        moves += self._deductions(open_to_play, have)
        if self.acted:
            return [*moves, END]
        return moves + ([rules.moves["rest", event.number] for event in events] or [REST])

    def _deductions(self, playable: Sequence[Event], have: Mapping[str, int]) -> list[Move]:
        """推理 of each colour that some card in question lacks, if the hand can pay for it."""
        if not self.deductions:
            return []
        lacking = {person for event in playable for person in arithmetic.shortfall(event.cost, have)}
        hand = len(self.hands[self.seat])
        return [
            self.rules.moves["deduce", person]
            for person in self.rules.people
            if person in lacking and self.rules.price(person, self.dead, self.discount) <= hand
        ]

    def _do(self, move: Move) -> None:
        match move:
            case Move("watashi", str(skill)):
                self.watashi[self.seat] = skill
                self.trigger("setup")
            case Move("investigate", int(number)):
                self._investigate(self.rules.cast.events[number])
            case Move("flash", int(number)):
                self._flash(self.rules.cast.events[number])
            case Move("deduce", str(person)):
                self._deduce(person)
            case Move("rest", card):
                self._rest(card)
            case _:
                self.ended = True

    def _investigate(self, event: Event) -> None:
        """◇捜査: one card into the notebook, with its icons and whatever it says."""
        self._act()
        self._leave(self.seat, event.number)
        self.notebooks[self.seat].append(event.number)
        self.fresh = event.number
        self._follow(event)
        self.trigger("investigate")

    def _flash(self, event: Event) -> None:
        """[閃き]: the effect at once, then the discard pile."""
        self._leave(self.seat, event.number)
        self.played = event.number
        self._follow(event)
        self.queue.append(("file", event.number))
        self.trigger("flash")

    def _follow(self, event: Event) -> None:
        self.queue.extend(event.effects)
        if event.draw_change:
            self.queue.append(("draw_change", 1))

    def _deduce(self, person: str) -> None:
        """◎推理: discard, then the cost exists until the turn ends."""
        price = self.rules.price(person, self.dead, self.discount)
        self.deductions -= 1
        if price:
            self.queue.append(("pay", price))
        self.queue.append(("grant", person))

    def _rest(self, card: int | str | None) -> None:
        """◇一服: discard one if there is one, then draw."""
        self._act()
        if isinstance(card, int):
            self.discard(self.seat, card)
        self.draw(self.rules.params.rest_draw)
        self.trigger("rest")

    def _act(self) -> None:
        self.acted = True
        self.acts += 1

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
        if not self.suspects[person] and person != self.rules.params.black:
            self.awake.append(person)

    def move_lamps(self, n: int) -> None:
        """Place or take lamps, between none and the most."""
        self.lamps = max(0, min(self.rules.params.max_lamps, self.lamps + n))
        self.lamps_moved = self.meddled = True

    def trigger(self, when: str) -> None:
        """Queue the skill of the seat's 「私」 if it works at this moment (選択ルール)."""
        skill = self.rules.cast.skills.get(self.watashi[self.seat] or "")
        if skill and skill.when == when and self.rules.params.watashi_skills:
            self.queue.extend(skill.effects)

    def _leave(self, seat: int, number: int) -> None:
        self.hands[seat].remove(number)
        self.shown[seat].discard(number)

    def _shuffle(self) -> None:
        self.rng.shuffle(self.deck)
        self.memory = [{} for _ in range(self.players)]

    # ------------------------------------------------------------ the course of the game

    def _run(self) -> None:
        """Go on to the next choice or the end."""
        while self.phase != "over":
            if self._wins_at_once():
                self.phase = "over"
            elif not self.queue:
                if self._waits():
                    return
                self._advance()
            elif self._choices():
                return
            else:
                word, argument = self.queue.pop(0)
                STEPS[word].act(self, argument, None)

    def _waits(self) -> bool:
        """Whether the seat has something to choose from its menu.

        After 捜査 or 一服 it is always asked while it holds cards, playable or not: that it is asked must
        not tell the others what it holds.
        """
        if self.phase == "setup":
            return self.watashi[self.seat] is None
        if self.phase == "round" or self.ended:
            return False
        return not self.acted or (self.rules.params.flash_timing == "any" and bool(self.hands[self.seat]))

    def _advance(self) -> None:
        if self.phase == "setup" and self.seat + 1 < self.players:
            self.seat += 1
        elif self.phase == "setup":
            self._begin_round(start=0)
        elif self.phase == "round":
            self._begin_turn(self.start)
        elif NIGHT in self.line:
            self._end_round()
        else:
            self._begin_turn((self.seat + 1) % self.players)

    def _begin_round(self, start: int) -> None:
        """１：ラウンド開始. The line is laid out, then the start player puts one suspect outside."""
        self.phase = "round"
        self.round += 1
        self.start = self.seat = start
        self._new_turn()
        people = self.rules.params.opening_line
        night_came = NIGHT in self.deck[-people:]
        self.line, rest = arithmetic.opening_line(self.deck[::-1], people)
        self.deck = rest[::-1]
        self.opened = list(self.line)
        self.past.append(f"round {self.round}: {', '.join(self.line)}")
        if night_came:
            self._shuffle()
        self.trigger("lead")
        self.queue.append(("outside", 1))

    def _begin_turn(self, seat: int) -> None:
        """２：メインフェイズ. The card drawn goes to the end of the line and its person acts."""
        self.phase = "turn"
        self.seat = seat
        self.turns += 1
        self._new_turn()
        card = self.deck.pop()
        for memory in self.memory:
            memory.pop(len(self.deck), None)
        self.line.append(card)
        self.past.append(f"{seat} ← {card}")
        if card == NIGHT:
            self.trigger("night")
        elif self.rules.params.actions:
            person = self.rules.cast.people[card]
            self.queue.extend(person.awake if card in self.awake else person.normal)

    def _new_turn(self) -> None:
        self.acted = self.ended = False
        self.fresh = None
        self.turn_cost = Counter()
        self.deductions = self.rules.params.deductions
        self.discount = 0

    def _end_round(self) -> None:
        """３：ラウンド終了: victim, end check, new set-up, in this order."""
        p = self.rules.params
        died = arithmetic.victim(self.line, self.lamps, p.max_lamps, p.lamp_rule)
        if died:
            self._kill(died)
        if arithmetic.is_over(self.points(), len(self.dead), p.vp_goal, p.deaths_goal):
            self.phase = "over"
            return
        self.deck += self.line + self.outside
        self.line, self.outside = [], []
        self._shuffle()
        self.lamps = arithmetic.next_lamps(self.lamps, died is not None, p.max_lamps, p.lamp_after_death)
        self._begin_round(arithmetic.next_start(self.start, self.seat, self.players, p.next_start))

    def _kill(self, person: str) -> None:
        """All the person's cards leave the game, and all lamps go."""
        self.dead.append(person)
        self.past.append(f"† {person}")
        self.removed += [person] * (self.people_cards().count(person) + self.suspects[person])
        self.deck = [card for card in self.deck if card != person]
        self.line = [card for card in self.line if card != person]
        self.outside = [card for card in self.outside if card != person]
        self.suspects[person] = 0
        self.memory = [{} for _ in range(self.players)]
        self.lamps = 0
        self.last_death = self.round
        self.lamps_moved = False

    def _wins_at_once(self) -> bool:
        p = self.rules.params
        return p.end_check == "immediate" and max(self.points()) >= p.vp_goal

    def people_cards(self) -> list[str]:
        """All investigation cards of people in deck, line and 【線外】."""
        return [card for card in self.deck + self.line + self.outside if card != NIGHT]

    def event_zones(self) -> list[list[int]]:
        """Every place where event cards lie."""
        played = [] if self.played is None else [self.played]
        return [self.pile, self.discards, played, *self.hands, *self.notebooks]


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
