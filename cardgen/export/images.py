"""A folder of named pictures, a PNG per face, with a list of them: for ココフォリア and any other table."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardgen.export import raster
from cardgen.export.base import Build
from cardgen.export.raster import Cut
from cardgen.export.tabletop import Deck, decks

FOLDER = "images"
LIST = "cards.csv"
COLUMNS = ("component", "id", "name", "copies", "front", "back")


def write(build: Build, folder: Path) -> Iterator[Path]:
    """`images/<component>/<card>.png` with its back beside it, and `images/cards.csv` with all copies.

    A back that a whole component shares is there once, as `images/<component>.back.png`.
    """
    target = folder / FOLDER
    found = decks(build)
    files = {name: cut for deck in found for name, cut in files_of(deck, "png").items()}
    made = raster.pngs(list(files.values()), build.options.dpi, build.tell)
    for name, data in zip(files, made, strict=True):
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        yield path
    if found:
        yield write_list(target / LIST, found, "png")


def files_of(deck: Deck, suffix: str) -> dict[str, Cut]:
    """File names, as seen from the format's folder, and the faces in them."""
    files = {}
    for piece, (front, back) in zip(deck.pieces, names_of(deck, suffix), strict=True):
        files[front] = piece.front
        if piece.back:
            files[back] = piece.back
    return files


def names_of(deck: Deck, suffix: str) -> list[tuple[str, str]]:
    """The file names of each piece's front and back, "" for a back that is not printed.

    An id has no dot in it, so that no two of these names are the same.
    """
    folder, common = deck.component.id, deck.common_back
    stems = _stems([piece.card.id for piece in deck.pieces])
    return [
        (
            f"{folder}/{stem}.{suffix}",
            f"{folder}.back.{suffix}" if common else f"{folder}/{stem}.back.{suffix}" if piece.back else "",
        )
        for piece, stem in zip(deck.pieces, stems, strict=True)
    ]


def write_list(path: Path, found: Sequence[Deck], suffix: str) -> Path:
    """A line per design. The byte order mark tells Excel that it is UTF-8."""
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        for deck in found:
            for piece, names in zip(deck.pieces, names_of(deck, suffix), strict=True):
                table.writerow([deck.component.id, piece.card.id, piece.name, piece.card.copies, *names])
    return path


def _stems(ids: Sequence[str]) -> list[str]:
    """The ids. Where two differ in case alone, which some systems ignore, their letters' codes follow."""
    times = Counter(id.casefold() for id in ids)
    return [id if times[id.casefold()] == 1 else f"{id}.{id.encode('utf-8').hex()}" for id in ids]
