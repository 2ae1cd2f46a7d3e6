"""What goes with the files for a print shop: a picture of each face, and a list of what is on which page."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.export import raster
from cardgen.export.faceset import FaceSet, Page
from cardgen.export.profile import Pictures, Profile
from cardgen.export.raster import Cut
from cardgen.workers import Share

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS = ("file", "page", "component", "side", "id", "copies")


def write(
    face_set: FaceSet, cuts: Sequence[Cut], wanted: Pictures, folder: Path, tell: Share
) -> Iterator[Path]:
    """A picture of each design of a face set, `<face set>/001-<card>.png` or `.jpg`, with its bleed."""
    paths = [folder / name for name in names(face_set, wanted)]
    for parent in {path.parent for path in paths}:
        parent.mkdir(parents=True, exist_ok=True)
    rest = iter(paths)
    tasks = [
        raster.Task(batch, wanted.dpi, partial(_saved, [*islice(rest, len(batch))], wanted))
        for batch in raster.batches(cuts)
    ]
    for saved in raster.made(tasks, tell):
        yield from saved


def _saved(paths: Sequence[Path], wanted: Pictures, pictures: Iterator[Image]) -> Sequence[Path]:
    for path, picture in zip(paths, pictures, strict=True):
        if wanted.format == "png":
            picture.save(path, dpi=(wanted.dpi, wanted.dpi))
        else:
            picture.save(path, quality=95, subsampling=0, dpi=(wanted.dpi, wanted.dpi))
    return paths


def names(face_set: FaceSet, wanted: Pictures) -> list[str]:
    """The pictures' names in the order of `FaceSet.designs`, with the side where there are two."""
    suffix = "png" if wanted.format == "png" else "jpg"
    both = len({page.face.side for page in face_set.designs}) > 1
    return [
        f"{face_set.name}/{number:03}-{page.face.card.id}{f'-{page.face.side}' if both else ''}.{suffix}"
        for number, page in enumerate(face_set.designs, 1)
    ]


def write_list(path: Path, sets: Sequence[FaceSet], demands: Profile) -> Path:
    """Which card is on which page or picture, and how often it is wanted.

    The byte order mark tells Excel that it is UTF-8.
    """
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        for face_set in sets:
            for name, number, page in _places(face_set, demands):
                for card in page.cards:
                    copies = card.copies if len(page.cards) > 1 else page.copies
                    table.writerow([name, number, face_set.component.id, page.face.side, card.id, copies])
    return path


def _places(face_set: FaceSet, demands: Profile) -> list[tuple[str, int, Page]]:
    """The file and the page of each page: of the PDF, or the picture where there is no PDF."""
    if demands.pdf or demands.pictures is None:
        return [(f"{face_set.name}.pdf", number, page) for number, page in enumerate(face_set.pages, 1)]
    pictures = names(face_set, demands.pictures)
    return [(name, 1, page) for name, page in zip(pictures, face_set.designs, strict=True)]
