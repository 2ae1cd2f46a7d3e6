"""The course of 24 −共鳴するテロル−: three hands of ten events, placed on in two rows, solved case by case.

Headings in the docstrings are those of draft 13. The cards of a row are laid one at a time, case by case
and seat by seat, face down until the last is down: ten cards on five places would be 30,240 choices, and
nobody sees a card before all are laid, so the small choices change nothing but their number.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Self

from cardgen.engine.state import Action, IllegalAction
from cardgen.games.terror24 import arithmetic as sums
from cardgen.games.terror24 import invariants
from cardgen.games.terror24 import redeal as redealing
from cardgen.games.terror24.box import Box
from cardgen.games.terror24.choices import DICE, GREEN, NONE, RED, Challenge, Peek, Place, Style, Take, Zone
from cardgen.games.terror24.position import Position


class Terror24State(Position):
    """A position of draft 13 in play. Ranks, cases and hands count from 1 in choices and in the log."""

    def __init__(self, box: Box, players: int, rng: Random):
        super().__init__(box, players, rng)
        self._begin_hand()

    # -------------------------------------------------------------- choosing

    def current_player(self) -> int | None:
        return None if self.phase == "over" else self.seat

    def legal_actions(self) -> Sequence[Action]:
        match self.phase:
            case "place":
                case = len(self.plan[self.seat][self.row]) + 1
                return [Place(case, card) for card in dict.fromkeys(self.held[self.seat])]
            case "challenge":
                return DICE[self.params.both_dice]
            case "second die":
                return (NONE, RED if self.rolled == "green" else GREEN)
            case "choose event":
                return (Take(1), Take(2))
            case "style":
                card = self.gained[self.seat][len(self.styles[self.seat])]
                name = card if self.params.style_unit == "card" else "all"
                return (Style(name, "stand"), Style(name, "coop"))
            case "peek":
                hidden = sorted(self.face_down - self.seen[self.seat])
                return [Peek(rank + 1, case + 1) for rank, case in hidden]
            case "over":
                return ()

    def apply(self, action: Action) -> None:
        legal = self.legal_actions()
        if action not in legal:
            allowed = " | ".join(map(str, legal)) or "nothing, the game is over"
            raise IllegalAction(f"{action} is not possible here; possible: {allowed}")
        match action:
            case Place(card=card):
                self._place(card)
            case Challenge(dice=dice):
                self._challenge(dice)
            case Take(rank=rank):
                self._award(self.claims if rank == 1 else self.claims[::-1])
            case Style(zone=zone):
                self._choose_style(zone)
            case Peek(rank=rank, case=case):
                self._peek(rank - 1, case - 1)

    # -------------------------------------------------------------- １：配置フェイズ

    def _begin_hand(self) -> None:
        self.hand += 1
        if self._reshuffles():
            self.deck += self.discard
            self.discard.clear()
            self.rng.shuffle(self.deck)
        self._deal()
        if self.hand == self.params.hands:
            self._look_by_stand()
        self._look_by_skill()

    def _deal(self) -> None:
        """Two rows of events, the last column face down; in the last hand the first row (■３ハンド目)."""
        cases = range(self.params.columns)
        self.grid = [[self.deck.pop() for _ in cases] for _ in range(2)]
        last = self.hand == self.params.hands
        self.face_down = {(0, case) for case in cases} if last else {(rank, cases[-1]) for rank in range(2)}
        if last and self.params.won_events == "hidden":
            self.log.append(("won", tuple(map(tuple, self.stand)), tuple(map(tuple, self.coop))))
        rows = (
            tuple("?" if (rank, case) in self.face_down else row[case] for case in cases)
            for rank, row in enumerate(self.grid)
        )
        self.log.append(("hand", self.hand, *rows))

    def _reshuffles(self) -> bool:
        """Hand 1 shuffles all events, the last the rest and the discards, those between what is ruled."""
        return self.hand in (1, self.params.hands) or self.params.hand2_reshuffle

    def _look_by_stand(self) -> None:
        """Each seat sees the first event where the second is of a suit in its 【スタンド】 (■３ハンド目)."""
        for seat in range(self.players):
            suits = {self.box.suit[card] for card in self.stand[seat]}
            self.seen[seat] = {(0, c) for c, card in enumerate(self.grid[1]) if self.box.suit[card] in suits}

    def _look_by_skill(self) -> None:
        """ロイド sees the face-down events, or chooses which ones, as ruled."""
        seat = self._seat_able("look")
        looks = self.params.lloyd_looks
        if seat is not None and looks == "all":
            self.seen[seat] |= self.face_down
        elif seat is not None and isinstance(looks, int) and self.face_down - self.seen[seat]:
            self.phase, self.seat, self.peeks_left = "peek", seat, looks
            return
        self._begin_row(0)

    def _peek(self, rank: int, case: int) -> None:
        self.seen[self.seat].add((rank, case))
        self.log.append(("peek", self.seat, rank + 1, case + 1))
        self.peeks_left -= 1
        if not self.peeks_left or not self.face_down - self.seen[self.seat]:
            self._begin_row(0)

    # -------------------------------------------------------------- ２：捜査フェイズ

    def _begin_row(self, row: int) -> None:
        self.phase, self.row, self.seat = "place", row, 0

    def _place(self, card: str) -> None:
        self.held[self.seat].remove(card)
        laid = self.plan[self.seat][self.row]
        laid.append(card)
        if len(laid) == self.params.columns:
            self.seat += 1
        if self.seat == self.players:
            self._end_row()

    def _end_row(self) -> None:
        """The first row is shown, and with it the face-down events; the second waits for its cases."""
        if self.row == 0:
            turned = tuple(
                (rank + 1, case + 1, self.grid[rank][case]) for rank, case in sorted(self.face_down)
            )
            self.face_down = set()
            self.seen = [set() for _ in self.seen]
            self.log.append(("events", *turned))
            self.log.append(("first cards", *(tuple(rows[0]) for rows in self.plan)))
            self._begin_row(1)
        else:
            self.case = 0
            self._begin_case()

    # -------------------------------------------------------------- ３：解決フェイズ

    def _begin_case(self) -> None:
        if self.case == self.params.columns:
            self._end_hand()
            return
        self.case += 1
        present = [seat for seat in range(self.players) if not self.out[seat]]
        bumping = self.params.absent_hero_bumps
        absent = [seat for seat in range(self.players) if self.out[seat]] if bumping else []
        for seat in (*present, *absent):
            self.revealed[seat] = self.case
        pairs = {seat: self._pair(seat) for seat in (*present, *absent)}
        self.log.append(("case", self.case, *((seat, pair[1]) for seat, pair in pairs.items())))
        faces = {seat: [self.box.face[card] for card in pairs[seat]] for seat in present}
        heroes = sum("hero" in [self.box.face[card] for card in pairs[seat]] for seat in absent)
        found = sums.strengths(self.params, faces, self._seat_able("clash"), heroes)
        self.hero, self.power, self.first = found["hero"], found["power"], found["first"]
        self.order = sums.challenge_order(self.power, dict(enumerate(self.registration)))
        self.turn = -1
        self._next_challenge()

    def _pair(self, seat: int) -> tuple[str, str]:
        first, second = self.plan[seat]
        return first[self.case - 1], second[self.case - 1]

    def _next_challenge(self) -> None:
        self.turn += 1
        if self.turn < len(self.order):
            self.phase, self.seat, self.rolled = "challenge", self.order[self.turn], ""
        else:
            self._rank()

    def _challenge(self, dice: str) -> None:
        """〇チャレンジ: at most one a seat and case."""
        self._roll(dice)
        again = self.params.both_dice == "sequential" and self.phase == "challenge" and dice != "none"
        if again:
            self.phase, self.rolled = "second die", dice
        else:
            self._next_challenge()

    def _roll(self, dice: str) -> None:
        seat = self.seat
        if dice == "none":
            self.log.append(("challenge", seat, "none"))
            return
        suits = [self.box.suit[row[self.case - 1]] for row in self.grid]
        stand = [self.box.suit[card] for card in self.stand[seat]]
        bonus = sums.die_bonus(self.params, stand, suits, self._able(seat, "die"))
        self._show_stand(seat, suits)
        sides = self.params.die_sides
        green = self.rng.randint(1, sides) if dice in ("green", "both") else None
        red = self.rng.randint(1, sides) if dice in ("red", "both") else None
        result = sums.challenge(self.params, self.case, bonus, green, red, self._able(seat, "tough"))
        self.power[seat] += result["power"]
        self.log.append(("challenge", seat, dice, green, red, bonus, result["power"], result["injuries"]))
        self._injure(seat, result["injuries"])

    def _injure(self, seat: int, count: int) -> None:
        """Injury cards taken; with enough of them hospital, or in the last hand 殉職 (〇有終の美)."""
        after = sums.injuries_after(self.params, self.injury[seat], count)
        self.injury[seat] += self.injuries.take(after - self.injury[seat])
        if self.injury[seat] == self.params.hospital_at and not self.out[seat]:
            self.out[seat] = self.case
            if self.hand == self.params.hands:
                self.martyr[seat] = sums.martyrdom(self.params, self.case)

    def _rank(self) -> None:
        found = sums.ranking(self.params, self.power, self.first, self.hero)
        self.claims, self.consolations = found["events"], found["assists"]
        winner = self.claims[0]
        if winner is not None and self._able(winner, "choose"):
            self.phase, self.seat = "choose event", winner
        else:
            self._award(self.claims)

    def _award(self, owners: Sequence[int | None]) -> None:
        """The events of the case to their owners, from the first rank on; those of nobody as ruled."""
        nobodys = self.discard if self.params.unclaimed == "discard" else self.removed
        for rank, owner in enumerate(owners):
            event = self.grid[rank][self.case - 1]
            self.grid[rank][self.case - 1] = ""
            if owner is None:
                nobodys.append(event)
            else:
                self.gained[owner].append(event)
                self.won_in[event] = self.hand
        for seat in self.consolations:
            self._console(seat)
        self.log.append(("awarded", self.case, *owners, tuple(self.consolations)))
        self._begin_case()

    def _console(self, seat: int) -> None:
        self.consoled += 1
        self.assist[seat] += self.assists.take(1)

    # -------------------------------------------------------------- ４：ハンド終了

    def _end_hand(self) -> None:
        for seat in range(self.players):
            self._judge_masterminds(seat)
        if self.hand == self.params.hands:
            self._finish()
        else:
            self.phase, self.seat = "style", -1
            self._next_style()

    def _judge_masterminds(self, seat: int) -> None:
        """◎黒幕処理: arrested or gone, with an assist card instead."""
        stand = [self.box.suit[card] for card in self.stand[seat]]
        for card in [card for card in self.gained[seat] if self.box.is_mastermind(card)]:
            suit = self.box.suit[card]
            kept = sums.arrested(self.params, self.hand, suit, stand)
            self._show_stand(seat, [suit])
            self.log.append(("arrested" if kept else "escaped", seat, card))
            if not kept:
                self.gained[seat].remove(card)
                del self.won_in[card]
                self.discard.append(card)
                self._console(seat)

    def _next_style(self) -> None:
        self.seat += 1
        while self.seat < self.players and not self.gained[self.seat]:
            self.seat += 1
        if self.seat == self.players:
            self._set_styles()

    def _choose_style(self, zone: Zone) -> None:
        chosen, gained = self.styles[self.seat], self.gained[self.seat]
        chosen.extend([zone] if self.params.style_unit == "card" else [zone] * len(gained))
        if len(chosen) == len(gained):
            self._next_style()

    def _set_styles(self) -> None:
        """◎スタイル決定: all at once, then ◎回復 and the next hand."""
        for seat in range(self.players):
            for card, zone in zip(self.gained[seat], self.styles[seat], strict=True):
                (self.stand if zone == "stand" else self.coop)[seat].append(card)
            self.log.append(("style", seat, *self._style_seen(seat)))
            self.gained[seat], self.styles[seat] = [], []
        self._recover()
        self._take_back_cards()
        self._begin_hand()

    def _style_seen(self, seat: int) -> tuple[Hashable, ...]:
        """Where each event went, or where won events are ruled to be hidden only how many stand."""
        if self.params.won_events == "open":
            return tuple(zip(self.gained[seat], self.styles[seat], strict=True))
        return (self.styles[seat].count("stand"),)

    def _recover(self) -> None:
        """◎回復: injury cards back to the supply; nobody stays in hospital."""
        for seat, held in enumerate(self.injury):
            self.injury[seat] = sums.recovered(self.params, held)
            self.injuries.give_back(held - self.injury[seat])
            self.out[seat] = 0

    def _take_back_cards(self) -> None:
        """Action cards return to their owners; what was never shown only its owner remembers."""
        for seat, rows in enumerate(self.plan):
            if never := tuple(rows[1][self.revealed[seat] :]):
                self.unshown[seat].append(never)
            self.held[seat] = list(self.box.sets[self.detectives[seat]])
            self.plan[seat], self.revealed[seat] = [[], []], 0

    def _finish(self) -> None:
        """The last hand's events go to 【コープ】 (or nowhere, if so ruled), and the game is over."""
        zone = self.coop if self.params.hand3_style == "coop" else self.loose
        for seat, gained in enumerate(self.gained):
            zone[seat] += gained
            gained.clear()
        self.phase = "over"

    # -------------------------------------------------------------- skills (■２ハンド目)

    def _able(self, seat: int, ability: str) -> bool:
        return self.hand >= self.params.skills_from and self.box.ability[self.detectives[seat]] == ability

    def _seat_able(self, ability: str) -> int | None:
        return next((seat for seat in range(self.players) if self._able(seat, ability)), None)

    # -------------------------------------------------------------- what is seen

    def _show_stand(self, seat: int, suits: Sequence[str]) -> None:
        """Where won events are ruled to be hidden, the stand cards of the suits in question are shown."""
        if self.params.won_events == "hidden" and 1 < self.hand < self.params.hands:
            shown = tuple(card for card in self.stand[seat] if self.box.suit[card] in suits)
            self.tested[seat].update(suits)
            self.log.append(("stand", seat, tuple(suits), shown))

    # -------------------------------------------------------------- the checks

    def faults(self) -> Sequence[str]:
        return list(invariants.faults(self))

    def redeal(self, player: int, rng: Random) -> Self:
        other = self.clone()
        redealing.deal_anew(other, player, rng)
        return other
