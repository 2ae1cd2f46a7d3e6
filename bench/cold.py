"""What a build costs from a cold start: `cardgen build` of 54 cards beside the same cards by bare reportlab.

Both run in turns, each as a process of its own, so that a busy machine is busy for both. Times are the CPU
seconds of the process. Modules are compiled beforehand, as they are once installed.

python bench/cold.py [runs]
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent


def seconds(command: Sequence[str], compiled: Path) -> float:
    """CPU seconds of one run, user and system."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environ |= {"PYTHONPYCACHEPREFIX": str(compiled), "PYTHONPATH": str(HERE.parent)}
    before = _spent()
    subprocess.run([sys.executable, *command], check=True, env=environ, stderr=subprocess.DEVNULL)
    return _spent() - before


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        out, compiled = Path(folder) / "out", Path(folder) / "compiled"
        commands = {
            "bare reportlab": [str(HERE / "floor.py"), str(Path(folder) / "floor.pdf")],
            "cardgen build": ["-m", "cardgen", "build", str(HERE / "deck"), "--out", str(out), "--quiet"],
        }
        found: dict[str, list[float]] = {name: [] for name in commands}
        for run in range(runs + 1):
            for name, command in commands.items():
                took = seconds(command, compiled)
                if run:  # the first run compiles
                    found[name].append(took)
    for name, times in found.items():
        print(f"{name:15} median {median(times):.3f} s, least {min(times):.3f} s")
    bare, build = found.values()
    print(f"ratio of medians {median(build) / median(bare):.2f}, of the least {min(build) / min(bare):.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
