"""The bundled rule sets by name, and the rules of a game."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping

from cardgen.engine.state import Rules
from cardgen.games.mushuku2 import Mushuku2
from cardgen.games.terror24 import Terror24
from cardgen.games.terror48 import Terror48, Terror48Draft2
from cardgen.model import Game
from cardgen.problems import Problem, Problems, nearest

GAMES: Mapping[str, type[Rules]] = {
    "mushuku2": Mushuku2,
    "terror24": Terror24,
    "terror48": Terror48,
    "terror48-draft2": Terror48Draft2,
}


def rules_of(game: Game, trusted: bool = False) -> Rules | None:
    """The rules named by `rules:`, bound to the game; None if it names none.

    A name ending in .py is a module in the game's own folder with a class `RULES`. Its code runs only when
    `trusted`. Raises Problems.
    """
    name = game.spec.rules
    if name is None:
        return None
    if name.endswith(".py"):
        return _own_rules(game, name, trusted)(game)
    if name not in GAMES:
        facts = {"found": name, "expected": list(GAMES), "nearest": nearest(name, GAMES)}
        raise Problems([Problem("unknown-rules", game.place(("rules",)), "rules", facts)])
    return GAMES[name](game)


def _own_rules(game: Game, name: str, trusted: bool) -> type[Rules]:
    place = game.place(("rules",))
    path = game.folder / name
    if not path.is_file() or path.parent != game.folder:
        raise Problems([Problem("file-missing", place, f"rules / {name}")])
    if not trusted:
        raise Problems([Problem("rules-untrusted", place, "rules", {"file": name})])
    spec = importlib.util.spec_from_file_location(f"cardgen_rules_{game.id}", path)
    assert spec, "a .py file has a loader"
    assert spec.loader, "a .py file has a loader"
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        rules = module.RULES
        if not (isinstance(rules, type) and issubclass(rules, Rules)):
            raise TypeError("RULES is not a subclass of cardgen.engine.state.Rules")
    except Exception as error:  # foreign code may raise anything; the designer is told, with the file
        facts = {"error": f"{type(error).__name__}: {error}"}
        raise Problems([Problem("rules-broken", place, f"rules / {name}", facts)]) from error
    return rules
