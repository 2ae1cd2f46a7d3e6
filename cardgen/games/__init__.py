"""The bundled rule sets by name, and the rules of a game."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from cardgen.engine.failure import FOREIGN, line_of, reads
from cardgen.engine.limit import Limit
from cardgen.engine.state import Formulas, Rules
from cardgen.model import Game
from cardgen.problems import Place, Problem, Problems, nearest

GAMES: Mapping[str, tuple[str, str]] = {
    "mushuku2": ("cardgen.games.mushuku2.rules", "Mushuku2"),
    "terror24": ("cardgen.games.terror24.rules", "Terror24"),
    "terror48": ("cardgen.games.terror48.rules", "Terror48"),
    "terror48-draft2": ("cardgen.games.terror48.rules", "Terror48Draft2"),
}
"""Module and class, imported only for a game that plays by them: each costs a build start-up time."""


def rules_of(game: Game, trusted: bool = False) -> Rules | None:
    """The rules named by `rules:`, bound to the game; None if it names none.

    A name ending in .py is a module in the game's own folder. Its `RULES` is a class, or a mapping from
    names to functions where only the worked examples are to be tested. Its code runs only when `trusted`.
    Raises Problems.
    """
    name = game.spec.rules
    if name is None:
        return None
    if name.endswith(".py"):
        return _own_rules(game, name, trusted)
    if name not in GAMES:
        facts = {"found": name, "expected": list(GAMES), "nearest": nearest(name, GAMES)}
        raise Problems([Problem("unknown-rules", game.place(("rules",)), "rules", facts)])
    module, cls = GAMES[name]
    rules: type[Rules] = getattr(importlib.import_module(module), cls)
    return rules(game)


def _own_rules(game: Game, name: str, trusted: bool) -> Rules:
    place = game.place(("rules",))
    path = game.folder / name
    if not path.is_file() or path.parent != game.folder:
        raise Problems([Problem("file-missing", place, f"rules / {name}")])
    if not trusted:
        raise Problems([Problem("rules-untrusted", place, "rules", {"file": name})])
    try:
        with Limit():
            found = getattr(_run(path, f"cardgen_rules_{game.id}"), "RULES", None)
            if isinstance(found, type) and issubclass(found, Rules):
                return found(game)
    except Problems:
        raise
    except FOREIGN as error:
        place = Place(path, line_of(error, path))
        raise Problems([Problem("rules-broken", place, name, {"error": reads(error, path)})]) from error
    if isinstance(found, Mapping) and all(isinstance(key, str) and callable(found[key]) for key in found):
        return Formulas(game, found)
    raise Problems([Problem("rules-not-named" if found is None else "rules-not-rules", Place(path), name)])


def _run(path: Path, module_name: str) -> ModuleType:
    """A module that belongs to no package."""
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec, "a .py file has a loader"
    assert spec.loader, "a .py file has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module  # dataclasses look their module up by name
    spec.loader.exec_module(module)
    return module
