"""Card sizes and papers by name. Millimetres, portrait (width is the short side)."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trim:
    """A finished size and the radius of its corners, in mm."""

    width: float
    height: float
    corner: float = 3.0


CARD_SIZES: dict[str, Trim] = {
    "poker": Trim(63, 88),
    "poker-inch": Trim(63.5, 88.9),
    "bridge": Trim(58, 89),
    "bridge-inch": Trim(57.15, 88.9),
    "small-tcg": Trim(59, 86),
    "half": Trim(44, 63),
    "mini": Trim(44, 68),
    "mini-usa": Trim(41, 63),
    "euro": Trim(59, 92),
    "usa": Trim(56, 87),
    "tarot": Trim(70, 120, 4.0),
    "tarot-inch": Trim(69.85, 120.65, 4.0),
    "jumbo": Trim(88.9, 139.7, 4.0),
    "square": Trim(70, 70),
    "business": Trim(55, 91, 0.0),
    "credit": Trim(54, 86, 3.2),
    "hagaki": Trim(100, 148, 0.0),
}
"""What Japanese and international printers cut, by the name the trade uses."""

CARD_NAMES: dict[str, str] = {
    "tcg": "poker",
    "ポーカー": "poker",
    "ポーカーサイズ": "poker",
    "トランプ": "bridge",
    "ブリッジ": "bridge",
    "ブリッジサイズ": "bridge",
    "ハーフ": "half",
    "ハーフサイズ": "half",
    "ミニ": "mini",
    "ミニサイズ": "mini",
    "タロット": "tarot",
    "タロットサイズ": "tarot",
    "正方形": "square",
    "スクエア": "square",
    "名刺": "business",
    "名刺サイズ": "business",
    "キャッシュカード": "credit",
    "キャッシュカードサイズ": "credit",
    "ミニユーロ": "mini",
    "ミニusa": "mini-usa",
    "ミニアメリカン": "mini-usa",
    "ユーロ": "euro",
    "ユーロサイズ": "euro",
    "アメリカン": "usa",
    "usaサイズ": "usa",
    "ジャンボ": "jumbo",
    "はがき": "hagaki",
    "ハガキ": "hagaki",
}
"""Other names of the same sizes."""

PAPERS: dict[str, tuple[float, float]] = {
    "A3": (297, 420),
    "A4": (210, 297),
    "A5": (148, 210),
    "A6": (105, 148),
    "B4": (257, 364),
    "B5": (182, 257),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
    "Tabloid": (279.4, 431.8),
    "はがき": (100, 148),
    "L判": (89, 127),
    "A3ノビ": (329, 483),
}
"""Sheets that printers at home and in shops take. B sizes are those of JIS P 0138, as sold in Japan."""


def card_size(name: str) -> Trim | None:
    """The trim size of that name or alias, in either case, or as written ("57x87"); None if it is none.

    A paper's name is the size of the paper, with square corners: that of a player mat or a board.
    """
    key = name.strip().lower()
    found = CARD_SIZES.get(CARD_NAMES.get(key, key))
    if found is None and (paper := paper_size(name)):
        return Trim(*paper, corner=0.0)
    sides = measured(name)
    return Trim(*sides) if found is None and sides and 0 < min(sides) <= max(sides) <= 1000 else found


_MEASURED = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)\s*[x×]\s*(\d{1,4}(?:\.\d{1,3})?)", re.IGNORECASE)


def measured(name: str) -> tuple[float, float] | None:
    """Width and height of a size written as "120x180", or None."""
    found = _MEASURED.fullmatch(name.strip())
    return (float(found[1]), float(found[2])) if found else None


def paper_size(name: str) -> tuple[float, float] | None:
    """Width and height of that paper, portrait, in either case, or None."""
    key = name.strip().lower()
    return next((size for paper, size in PAPERS.items() if paper.lower() == key), None)


def size_names() -> list[str]:
    """Every name that `card_size` knows, for the nearest name and for completion."""
    return list(dict.fromkeys([*CARD_SIZES, *CARD_NAMES, *PAPERS]))
