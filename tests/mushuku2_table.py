"""A table to play 探偵無宿2 draft 8 at: cards that say what a test needs, positions written in letters.

People go by a letter each: T 椿, K 桔梗, Y 山吹, H 柊, F 藤, C 梔子, M 楓, W 勿忘草 (black); N is 惨劇の夜.
Unless a test says otherwise an event costs one black and gives 1 VP, and nobody's action does anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from games import game

from cardgen.games.mushuku2.case import Case
from cardgen.games.mushuku2.rules import Mushuku2
from cardgen.model import Card, Game

GAME = game("mushuku2-d8")
PEOPLE = {
    "T": "tsubaki",
    "K": "kikyo",
    "Y": "yamabuki",
    "H": "hiiragi",
    "F": "fuji",
    "C": "kuchinashi",
    "M": "kaede",
    "W": "wasurenagusa",
    "N": "night",
}
LETTERS = {id: letter for letter, id in PEOPLE.items()}

Rows = Mapping[Any, Mapping[str, Any]]


def people(letters: str) -> list[str]:
    """The ids that the letters stand for."""
    return [PEOPLE[letter] for letter in letters]


def letters(ids: Sequence[str]) -> str:
    return "".join(LETTERS[id] for id in ids)


def cost(letters: str) -> dict[str, int]:
    """A cost or the like: TTK is two of 椿 and one of 桔梗."""
    return {PEOPLE[letter]: letters.count(letter) for letter in sorted(set(letters))}


def stage(
    events: Rows | None = None, sides: Rows | None = None, skills: Rows | None = None, **params: Any
) -> Mushuku2:
    """The rules of a game with these cards: events by number, sides of actions by letter, skills by id."""
    return Mushuku2(staged_game(events, sides, skills, **params))


def staged_game(
    events: Rows | None = None, sides: Rows | None = None, skills: Rows | None = None, **params: Any
) -> Game:
    plain = {"cost": cost("W"), "vp": 1, "death": (), "info": (), "draw_change": False, "flash": False}
    changes: dict[str, Any] = {
        "event": lambda card: {**plain, "effects": {}, **(events or {}).get(card.values["number"], {})},
        "action": lambda card: {
            "effects": {},
            "awake_effects": {},
            **(sides or {}).get(LETTERS[card.id], {}),
        },
        "watashi": lambda card: {"effects": {}, **(skills or {}).get(card.id, {})},
    }
    components = dict(GAME.components)
    for id, change in changes.items():
        cards = tuple(_changed(card, change(card)) for card in GAME.components[id].cards)
        components[id] = replace(GAME.components[id], cards=cards)
    spec = GAME.spec.model_copy(update={"params": {**GAME.spec.params, **params}})
    return replace(GAME, components=components, spec=spec)


def _changed(card: Card, values: Mapping[str, Any]) -> Card:
    return replace(card, values={**card.values, **values})


PLAIN = stage()


def position(
    rules: Mushuku2 = PLAIN,
    line: str = "TKYH",
    deck: str = "FCMN",
    hands: Sequence[Sequence[int]] = ((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    seat: int = 0,
    notebooks: Sequence[Sequence[int]] = ((), (), ()),
    discards: Sequence[int] = (),
    pile: Sequence[int] | None = None,
    outside: str = "",
    suspects: str | None = None,
    dead: str = "",
    awake: str = "",
    lamps: int = 0,
    round: int = 2,
    start: int = 0,
    watashi: Sequence[str] = ("drifter", "reporter", "novelist", "student"),
) -> Case:
    """A turn after its card was drawn (the last of the line) and before anything was chosen.

    `deck` and `pile` are written from the top. What is not mentioned lies where it must: people's cards in
    容疑者, or out of the game if `suspects` does not list them; events in the pile, or in the discards.
    """
    case = Case(rules.table, len(hands), Random(1))
    case.phase = "turn"
    case.round, case.start, case.seat, case.turns = round, start, seat, 1
    case.watashi = list(watashi[: len(hands)])
    case.line, case.deck, case.outside = people(line), people(deck)[::-1], people(outside)
    case.opened = people("TKY")
    case.dead, case.awake = people(dead), people(awake)
    _place_suspects(case, suspects)
    case.lamps, case.lamps_moved, case.meddled = lamps, True, True
    case.hands = [sorted(hand) for hand in hands]
    case.notebooks = [list(notebook) for notebook in notebooks]
    held = [n for zone in (*hands, *notebooks, discards, pile or ()) for n in zone]
    rest = [n for n in rules.table.cast.events if n not in held]
    case.pile = (rest if pile is None else list(pile))[::-1]
    case.discards = [*discards, *(rest if pile is not None else [])]
    assert not case.faults(), case.faults()
    return case


def _place_suspects(case: Case, suspects: str | None) -> None:
    seen = case.people_cards()
    for person in case.table.cast.people.values():
        left = 0 if person.id in case.dead + case.awake else person.copies - seen.count(person.id)
        listed = left if suspects is None else suspects.count(LETTERS[person.id])
        case.suspects[person.id] = listed
        case.removed += [person.id] * (person.copies - seen.count(person.id) - listed)


def names(case: Case) -> list[str]:
    """The legal actions, events by number alone: 捜査 12."""
    return [str(action).split("「")[0] for action in case.legal_actions()]


def verbs(case: Case, verb: str) -> list[str]:
    """What may be done of one kind: the words after it."""
    return [name.partition(" ")[2] for name in names(case) if name.split(" ")[0] == verb]


def do(case: Case, *actions: str) -> Case:
    """Play the actions of these names, one after the other; each leaves a sound position."""
    for action in actions:
        assert action in names(case), f"{action} is not among {names(case)}"
        case.apply(case.legal_actions()[names(case).index(action)])
        assert not case.faults(), case.faults()
    return case


def rest(case: Case) -> Case:
    """Get the turn over: 一服 with the first card that may be discarded, then the end of the turn."""
    do(case, next(name for name in names(case) if name.startswith("一服")))
    return finish(case)


def finish(case: Case) -> Case:
    """End the turn if the seat is still asked."""
    return do(case, "手番終了") if "手番終了" in names(case) else case


def zones(case: Case) -> dict[str, str]:
    """Where the investigation cards lie, letters sorted where order does not matter."""
    return {
        "line": letters(case.line),
        "deck": "".join(sorted(letters(case.deck))),
        "outside": "".join(sorted(letters(case.outside))),
    }
