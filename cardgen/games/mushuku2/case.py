"""The course of 探偵無宿2 (草案8): whose choice it is, what it may be, and how the game goes on.

What has to be done stands in the `queue` of steps (the effects of cards and the discards of 推理 among
them); when the queue is empty the seat on turn chooses from its menu.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from cardgen.engine.state import Action, IllegalAction
from cardgen.games.mushuku2 import arithmetic
from cardgen.games.mushuku2.arithmetic import NIGHT
from cardgen.games.mushuku2.effects import STEPS
from cardgen.games.mushuku2.knowledge import Sight, deal_anew, sight
from cardgen.games.mushuku2.position import Position
from cardgen.games.mushuku2.soundness import faults
from cardgen.games.mushuku2.table import Event, Move

END = Move("end", None, "手番終了")
REST = Move("rest", None, "一服")


class Case(Position):
    """A position of 探偵無宿2 in play."""

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

    def information_state(self, player: int) -> Sight:
        return sight(self, player)

    def faults(self) -> Sequence[str]:
        return list(faults(self))

    def redeal(self, player: int, rng: Random) -> Self:
        new = self.clone()
        new.rng = Random(rng.random())
        deal_anew(new, player, rng)
        return new

    # ------------------------------------------------------------ what a seat may do

    def _choices(self) -> Sequence[Move]:
        word, argument = self.queue[0]
        choices = STEPS[word].choices
        return choices(self, argument) if choices else []

    def _menu(self) -> list[Move]:
        table = self.table
        if self.phase == "setup":
            return [table.moves["watashi", skill] for skill in table.cast.skills if skill not in self.watashi]
        have = self.have()
        events = [table.cast.events[number] for number in self.hands[self.seat]]
        open_to_play = [event for event in events if not self.acted or event.flash]
        moves = [
            table.moves["flash" if event.flash else "investigate", event.number]
            for event in open_to_play
            if arithmetic.payable(event.cost, have, event.death, self.dead)
        ]
        moves += self._deductions(open_to_play, have)
        if self.acted:
            return [*moves, END]
        return moves + ([table.moves["rest", event.number] for event in events] or [REST])

    def _deductions(self, playable: Sequence[Event], have: Mapping[str, int]) -> list[Move]:
        """推理 of each colour that some card in question lacks, if the hand can pay for it."""
        if not self.deductions:
            return []
        lacking = {person for event in playable for person in arithmetic.shortfall(event.cost, have)}
        hand = len(self.hands[self.seat])
        return [
            self.table.moves["deduce", person]
            for person in self.table.people
            if person in lacking and self.table.price(person, self.dead, self.discount) <= hand
        ]

    def _do(self, move: Move) -> None:
        match move:
            case Move("watashi", str(skill)):
                self.watashi[self.seat] = skill
                self.trigger("setup")
            case Move("investigate", int(number)):
                self._investigate(self.table.cast.events[number])
            case Move("flash", int(number)):
                self._flash(self.table.cast.events[number])
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
        price = self.table.price(person, self.dead, self.discount)
        self.deductions -= 1
        if price:
            self.queue.append(("pay", price))
        self.queue.append(("grant", person))

    def _rest(self, card: int | str | None) -> None:
        """◇一服: discard one if there is one, then draw."""
        self._act()
        if isinstance(card, int):
            self.discard(self.seat, card)
        self.draw(self.table.params.rest_draw)
        self.trigger("rest")

    def _act(self) -> None:
        self.acted = True
        self.acts += 1

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
        return not self.acted or (self.table.params.flash_timing == "any" and bool(self.hands[self.seat]))

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
        people = self.table.params.opening_line
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
        elif self.table.params.actions:
            person = self.table.cast.people[card]
            self.queue.extend(person.awake if card in self.awake else person.normal)

    def _end_round(self) -> None:
        """３：ラウンド終了: victim, end check, new set-up, in this order."""
        p = self.table.params
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
        p = self.table.params
        return p.end_check == "immediate" and max(self.points()) >= p.vp_goal
