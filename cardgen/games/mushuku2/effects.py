"""The closed vocabulary of effects in 探偵無宿2: the words that cards may use, and what each does.

A card's effects are a map from words to whole numbers ({draw: 2, lamp_down: 1}), done in the order written.
Whatever happens in play, costs of deduction included, is one such step in the position's queue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardgen.games.mushuku2.position import Position
from cardgen.games.mushuku2.table import Argument, Move, Step
from cardgen.problems import Place, Problem, nearest

STAY = Move("stay", None, "そのまま")
SINK = Move("sink", None, "一番下へ")
DRAW = Move("draw", None, "ドロー")
CHANGE = Move("change", None, "チェンジ")
ENOUGH = Move("enough", None, "捨て終える")


class Word(NamedTuple):
    """What a word does to a position. With `choices` the seat chooses first; without any it lapses."""

    act: Callable[[Position, Argument, Move | None], None]
    choices: Callable[[Position, Argument], Sequence[Move]] | None = None


# ------------------------------------------------------------ hand and event pile


def _draw(case: Position, n: Argument, _: Move | None) -> None:
    case.draw(int(n))


def _choose_discard(case: Position, n: Argument) -> Sequence[Move]:
    return case.table.discards(case.hands[case.seat])


def _choose_change(case: Position, n: Argument) -> Sequence[Move]:
    cards = _choose_discard(case, n)
    return [*cards, ENOUGH] if cards else []


def _change(case: Position, n: Argument, move: Move | None) -> None:
    """Discard up to n, then draw as many: each discard leaves a draw behind the discards still to come."""
    if move is None or move == ENOUGH:
        return
    case.discard(case.seat, _number(move))
    case.queue.insert(0, ("draw", 1))
    if int(n) > 1:
        case.queue.insert(0, ("change", int(n) - 1))


def _choose_draw_change(case: Position, n: Argument) -> Sequence[Move]:
    return [DRAW, CHANGE] if case.hands[case.seat] else [DRAW]


def _draw_change(case: Position, n: Argument, move: Move | None) -> None:
    if int(n) > 1:
        case.queue.insert(0, ("draw_change", int(n) - 1))
    first: Step = ("draw", 1) if move == DRAW else ("change", len(case.hands[case.seat]))
    case.queue.insert(0, first)


def _choose_recover(case: Position, n: Argument) -> Sequence[Move]:
    """No [閃き] card: two of them could fetch each other for ever."""
    events = case.table.cast.events
    return [
        case.table.moves["recover", number] for number in sorted(case.discards) if not events[number].flash
    ]


def _recover(case: Position, n: Argument, move: Move | None) -> None:
    if move is not None:
        case.recover(case.seat, _number(move))
    _repeat(case, "recover", n)


# ------------------------------------------------------------ investigation deck, line and suspects


def _look(case: Position, n: Argument, _: Move | None) -> None:
    case.look(case.seat, int(n))


def _bury(case: Position, n: Argument, _: Move | None) -> None:
    """Look at the top card and perhaps put it at the bottom; n times over."""
    steps: list[Step] = [("look", 1), ("sink", 1)]
    case.queue[:0] = steps * int(n)


def _choose_sink(case: Position, n: Argument) -> Sequence[Move]:
    return [STAY, SINK] if case.deck else []


def _sink(case: Position, n: Argument, move: Move | None) -> None:
    if move == SINK:
        case.sink()


def _choose_recall(case: Position, n: Argument) -> Sequence[Move]:
    return [case.table.moves["recall", person] for person in case.table.people if person in case.line]


def _recall(case: Position, n: Argument, move: Move | None) -> None:
    if move is not None:
        case.recall(str(move.what))
    _repeat(case, "recall", n)


def _choose_outside(case: Position, n: Argument) -> Sequence[Move]:
    return [case.table.moves["outside", person] for person, left in case.suspects.items() if left]


def _outside(case: Position, n: Argument, move: Move | None) -> None:
    if move is not None:
        case.put_outside(str(move.what))
    _repeat(case, "outside", n)


def _lamp_up(case: Position, n: Argument, _: Move | None) -> None:
    case.move_lamps(int(n))


def _lamp_down(case: Position, n: Argument, _: Move | None) -> None:
    case.move_lamps(-int(n))


# ------------------------------------------------------------ costs


def _choose_clue(case: Position, n: Argument) -> Sequence[Move]:
    return [case.table.moves["clue", person] for person in case.table.people]


def _clue(case: Position, n: Argument, move: Move | None) -> None:
    if move is not None:
        case.turn_cost[str(move.what)] += 1
    _repeat(case, "clue", n)


def _discount(case: Position, n: Argument, _: Move | None) -> None:
    case.discount += int(n)


def _again(case: Position, n: Argument, _: Move | None) -> None:
    case.deductions += int(n)


# ------------------------------------------------------------ steps of the rules themselves


def _pay(case: Position, n: Argument, move: Move | None) -> None:
    if move is not None:
        case.discard(case.seat, _number(move))
    _repeat(case, "pay", n)


def _grant(case: Position, person: Argument, _: Move | None) -> None:
    case.turn_cost[str(person)] += 1
    case.trigger("deduce")


def _file(case: Position, number: Argument, _: Move | None) -> None:
    case.played = None
    case.discards.append(int(number))


def _repeat(case: Position, word: str, n: Argument) -> None:
    if int(n) > 1:
        case.queue.insert(0, (word, int(n) - 1))


def _number(move: Move) -> int:
    assert isinstance(move.what, int)
    return move.what


EFFECTS: Mapping[str, Word] = {
    "draw": Word(_draw),
    "change": Word(_change, _choose_change),
    "draw_change": Word(_draw_change, _choose_draw_change),
    "recover": Word(_recover, _choose_recover),
    "look": Word(_look),
    "bury": Word(_bury),
    "recall": Word(_recall, _choose_recall),
    "outside": Word(_outside, _choose_outside),
    "lamp_up": Word(_lamp_up),
    "lamp_down": Word(_lamp_down),
    "clue": Word(_clue, _choose_clue),
    "discount": Word(_discount),
    "again": Word(_again),
}
"""The words a card may use."""

STEPS: Mapping[str, Word] = {
    **EFFECTS,
    "sink": Word(_sink, _choose_sink),
    "pay": Word(_pay, _choose_discard),
    "grant": Word(_grant),
    "file": Word(_file),
}
"""Those, and the steps that the rules put into the queue."""

MOMENTS = ("setup", "lead", "night", "deduce", "rest", "investigate", "flash")
"""When the skill of a 「私」 works: chosen at set-up, leading a round, drawing 惨劇の夜, after the owner's
推理, 一服, 捜査 or 閃き."""

_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


def wording(effects: Mapping[str, int], sentences: Mapping[str, str], start: str = "") -> str:
    """The text of a card with these effects: each in its sentence, {n} in full-width figures; "" for none.

    >>> wording({"draw": 2}, {"draw": "山から{n}枚引く。"}, "一服のあと、")
    '一服のあと、山から２枚引く。'
    """
    said = [sentences[word].format(n=str(n).translate(_FULL_WIDTH)) for word, n in effects.items()]
    return start + "".join(said) if said else ""


def faults_in(effects: Mapping[str, Any], place: Place | None, subject: str) -> Iterator[Problem]:
    """Problems of effects as a designer wrote them: unknown words, amounts that are no number from 1 to 9."""
    for word, n in effects.items():
        if word not in EFFECTS:
            facts = {"found": word, "expected": list(EFFECTS), "nearest": nearest(word, EFFECTS)}
            yield Problem("unknown-effect", place, subject, facts)
        elif isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= 9:
            yield Problem("effect-amount", place, subject, {"word": word, "found": n, "expected": "1-9"})
