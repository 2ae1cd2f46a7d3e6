"""What a picture costs that a program traced from a drawing: one path of 20,000 curves, a megabyte of SVG.

It lies beneath the text of the bench's 54 cards, and is an icon on them, too. Times are CPU seconds of the
process, as in cold.py: of `cardgen check`, which lays out and looks at the faces, and of `cardgen build`.

python bench/traced.py [runs]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from math import cos, pi, sin
from pathlib import Path
from random import Random
from statistics import median

from cold import HERE, seconds

OUTLINES, CURVES = 800, 25
ART = """<image href="traced.svg" x="-3" y="-3" width="69" height="94" fit="cover"/>
  <use href="traced.svg" x="52" y="80" width="6" height="6"/>"""


def traced() -> str:
    """Blobs as potrace writes them: relative curves, its numbers in tenths of a point, y upwards."""
    chance = Random(1)
    outlines = []
    for _ in range(OUTLINES):
        x, y, size = chance.uniform(0, 5000), chance.uniform(0, 7000), chance.uniform(40, 400)
        turns = [2 * pi * i / CURVES for i in range(CURVES)]
        ring = [
            (x + r * cos(turn), y + r * sin(turn))
            for turn, r in ((turn, size * chance.uniform(0.7, 1)) for turn in turns)
        ]
        curves = []
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            dx, dy = x2 - x1, y2 - y1
            points = [dx / 3 - dy / 9, dy / 3 + dx / 9, dx / 1.5 - dy / 9, dy / 1.5 + dx / 9, dx, dy]
            curves.append("c" + " ".join(f"{value:.4f}" for value in points))
        outlines.append(f"M{ring[0][0]:.4f} {ring[0][1]:.4f} " + "\n".join(curves) + "z")
    path = "\n".join(outlines)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="500pt" height="700pt" viewBox="0 0 500 700">\n'
        f'<g transform="translate(0,700) scale(0.1,-0.1)" fill="#d8c9a8"><path d="{path}"/></g>\n</svg>\n'
    )


def write_game(folder: Path) -> Path:
    """The deck of the bench with the picture on its cards."""
    shutil.copytree(HERE / "deck", folder)
    (folder / "templates" / "traced.svg").write_text(traced(), encoding="utf-8")
    template = folder / "templates" / "card.xml"
    words = template.read_text("utf-8")
    template.write_text(words.replace("<face>", f"<face>\n  {ART}", 1), encoding="utf-8")
    return folder


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        traced_game, out = write_game(Path(folder) / "traced"), Path(folder) / "out"
        commands = {
            "checked": ["check", str(traced_game)],
            "built": ["build", str(traced_game), "--out", str(out)],
            "built without the picture": ["build", str(HERE / "deck"), "--out", str(out)],
        }
        found: dict[str, list[float]] = {name: [] for name in commands}
        for run in range(runs + 1):
            for name, command in commands.items():
                took = seconds(["-m", "cardgen", *command, "--quiet"], Path(folder) / "compiled")
                if run:  # the first run compiles
                    found[name].append(took)
    for name, times in found.items():
        print(f"{name:26} median {median(times):.2f} s, least {min(times):.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
