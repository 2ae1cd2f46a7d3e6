"""What a large deck costs: `cardgen build` of ever more unlike cards, each as a process of its own.

The cards are those of `deck/`, every one with another text. Tells seconds, and the most memory held at once.

python bench/many.py [formats, none for the usual] [--cards N ...] [--photo] [-- options of build]

With `--photo` each card has a picture of its own, as from a camera, in 350 dpi with its bleed (1,034 x 1,378
pixels, a JPEG of about 0.5 MB).
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent


def deck(folder: Path, number: int) -> Path:
    """A game of that many cards, no two alike."""
    shutil.copytree(HERE / "deck", folder)
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("count: 54", f"count: {number}"), "utf-8")
    with open(folder / "cards.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(folder / "cards.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, rows[0].keys())
        table.writeheader()
        for n in range(number):
            row = rows[n % len(rows)]
            table.writerow({**row, "id": f"{n:05}", "body": f"{row['body'][:-1]}（{n}）。"})
    return folder


def photographed(game: Path) -> Path:
    """The game with a photograph on each card, no two alike."""
    from PIL import Image, ImageChops

    shape = (951, 1295)
    grain = Image.effect_noise(shape, 24)
    hues = [Image.linear_gradient("L").rotate(angle).resize(shape) for angle in (0, 90, 180)]
    for id in _ids(game):
        bands = [ImageChops.offset(ImageChops.add(hue, grain, 2), 7 * int(id), 11 * int(id)) for hue in hues]
        Image.merge("RGB", bands).save(game / f"{id}.jpg", quality=88, dpi=(350, 350))
    template = game / "templates" / "card.xml"
    image = '<face>\n  <image href="{{ card.id }}.jpg" x="-3" y="-3" width="69" height="94"/>'
    template.write_text(template.read_text("utf-8").replace("<face>", image, 1), "utf-8")
    return game


def _ids(game: Path) -> list[str]:
    with open(game / "cards.csv", encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def measured(game: Path, out: Path, formats: list[str], more: list[str]) -> tuple[float, float, float]:
    """CPU seconds of all processes, seconds by the clock, and megabytes of the first process of one build."""
    options = [*(word for name in formats for word in ("--format", name)), *more]
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "cardgen", "build", str(game), "--out", str(out), "-q", *options],
        stderr=subprocess.DEVNULL,
    )
    _, code, used = os.wait4(process.pid, 0)
    assert code == 0, f"the build ended with {code}"
    return used.ru_utime + used.ru_stime, time.perf_counter() - start, _megabytes(used)


def _megabytes(used: resource.struct_rusage) -> float:
    return used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("formats", nargs="*")
    parser.add_argument("--cards", nargs="+", type=int, default=[250, 1000, 4000])
    parser.add_argument("--photo", action="store_true")
    own, _, more = " ".join(sys.argv[1:]).partition(" -- ")
    chosen = parser.parse_args(own.split())
    with tempfile.TemporaryDirectory() as folder:
        for number in chosen.cards:
            game = deck(Path(folder) / f"deck{number}", number)
            if chosen.photo:
                photographed(game)
            cpu, clock, memory = measured(game, Path(folder) / "out", chosen.formats, more.split())
            print(f"{number:6} cards  {cpu:6.2f} s CPU  {clock:6.2f} s  {memory:4.0f} MB")


if __name__ == "__main__":
    main()
