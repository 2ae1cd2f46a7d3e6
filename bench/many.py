"""What a large deck costs: `cardgen build` of ever more unlike cards, each as a process of its own.

The cards are those of `deck/`, every one with another text. Tells seconds, and the most memory held at once.

python bench/many.py [formats, as build takes them, or none for the usual] [--cards N ...]
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


def measured(game: Path, out: Path, formats: list[str]) -> tuple[float, float, float]:
    """CPU seconds, seconds by the clock, and megabytes of one build."""
    options = [word for name in formats for word in ("--format", name)]
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
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for number in chosen.cards:
            game = deck(Path(folder) / f"deck{number}", number)
            cpu, clock, memory = measured(game, Path(folder) / "out", chosen.formats)
            print(f"{number:6} cards  {cpu:6.2f} s CPU  {clock:6.2f} s  {memory:4.0f} MB")


if __name__ == "__main__":
    main()
