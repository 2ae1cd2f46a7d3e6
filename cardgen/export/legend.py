"""The legend of the appendix: what the icons in the cards' texts are called, and which cards show them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cardgen.export.base import Build
from cardgen.export.book import INK, Block, Gallery, Heading, Table
from cardgen.layout.assets import Assets
from cardgen.layout.elements import set_symbol
from cardgen.layout.frame import Frame
from cardgen.layout.presentation import CURRENT, INITIAL
from cardgen.layout.scene import Scene
from cardgen.model import Component
from cardgen.text.markup import icon_names

WIDTH, HEIGHT, ICON = 30.0, 13.0, 8.0
"""The plate on which an icon is shown, and the icon, mm."""


def legend(build: Build) -> Iterator[Block]:
    """The game's icons; nothing where it has none."""
    assets = Assets(build.game)
    if not assets.icons:
        return
    seen = {name: _shown_on(build, name) for name in assets.icons}
    pictures = tuple(
        (partial(_plate, assets, name), "\n".join((name, *words))) for name, words in seen.items()
    )
    rows = tuple((name, "、".join(words)) for name, words in seen.items())
    yield Heading("アイコン")
    bare = Table(("アイコン", "出てくるカード"), rows, (1, 3))
    yield Gallery("アイコン", "appendix-icons.png", (WIDTH, HEIGHT), pictures, bare)


def _plate(assets: Assets, name: str) -> Frame:
    scene = Scene(assets, WIDTH, HEIGHT)
    box = ((WIDTH - ICON) / 2, (HEIGHT - ICON) / 2, ICON, ICON)
    ink = {**INITIAL, "color": INK, "fill": CURRENT}
    return Frame(WIDTH, HEIGHT, (set_symbol(scene, assets.icons[name], box, ink),))


def _shown_on(build: Build, name: str) -> tuple[str, ...]:
    """The components whose cards have the icon in a text."""
    return tuple(c.name for c in build.game.components.values() if _has(c, name))


def _has(component: Component, name: str) -> bool:
    values = (value for card in component.cards for value in card.values.values())
    return any(name in icon_names(value) for value in values if isinstance(value, str))
