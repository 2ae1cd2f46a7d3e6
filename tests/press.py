"""A game of one or two cards to lay out, written into a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from cardgen.layout.faces import CardFace, Look, lay_out
from cardgen.layout.frame import Text
from cardgen.load import load
from cardgen.messages import describe
from cardgen.model import Component, Game
from cardgen.problems import Problem

GAME = """\
title: 試し刷り
draft: 草案1
players: [2]
components:
  card:
    name: 札
    count: 2
    fields:
      title: text
      body: {type: text, optional: true}
      cost: integer
      suit: {type: choice, of: suits}
      marks: {type: list, of: suits, optional: true}
      prices: {type: map, of: suits, optional: true}
    cards: cards.yaml
    front: card.xml
tables:
  suits:
    - {id: red, name: 赤組, hex: "#c62828"}
    - {id: blue, name: 青組, hex: "#1565c0"}
params: {hands: {2: 5, 3: 4}}
style: {accent: "#123456"}
icons: {時間: clock.svg}
"""

CARDS = """\
- {id: fox, title: 山猫の密使, body: 山札の上から3枚を見る。, cost: 1, suit: red, marks: [red, blue],
   prices: {red: 2}}
- {id: fog, title: 霧の港町, cost: 12, suit: blue}
"""

CLOCK = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
  <path d="M5 1 L9 9 H1 Z" fill="currentColor"/>
</svg>
"""


def write_game(folder: Path, template: str, game: str = GAME, cards: str = CARDS) -> Path:
    (folder / "templates").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    (folder / "cards.yaml").write_text(cards, encoding="utf-8")
    (folder / "clock.svg").write_text(CLOCK, encoding="utf-8")
    (folder / "templates" / "card.xml").write_text(template, encoding="utf-8")
    return folder


def make_game(folder: Path, template: str, game: str = GAME, cards: str = CARDS) -> Game:
    return load(write_game(folder, template, game, cards))


def faces_of(game: Game) -> tuple[CardFace, ...]:
    """The faces of a game without faults."""
    faces, problems = lay_out(game)
    assert not problems, [problem.id for problem in problems]
    return faces


def told(problems: list[Problem], folder: Path) -> list[str]:
    """What a designer reads, file names as seen from the game's folder."""
    return [describe(problem, "ja").replace(f"{folder}/", "") for problem in problems]


def seen(look: Callable[[Component], Look], faces: Iterable[CardFace]) -> list[Problem]:
    """What one who looks at the faces of each component tells in the end."""
    looks: dict[str, Look] = {}
    for face in faces:
        looks.setdefault(face.component.id, look(face.component)).see(face)
    return [problem for made in looks.values() for problem in made.told()]


def texts(face: CardFace) -> list[str]:
    return [item.run.source for item in face.frame.items if isinstance(item, Text)]
