"""Time what composition costs: a card text of 150 characters, a deck of 54 short texts, loading a face.

python bench/compose.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from cardgen.text.compose import compose
from cardgen.text.fonts import Catalogue, Face
from cardgen.text.style import Style

FONTS = Path(__file__).parent.parent / "fonts"
SENTENCE = "手札から「火球」を1枚捨てる。そうしたなら、対象のキャラクター1体に3点のダメージを与える。"
RUBY = "｜火球《かきゅう》で「氷の壁」を打ち、__1枚__引く。次の手番まで、攻撃力を+2する（重ならない）。"


def best(act: Callable[[], object], repeat: int = 200) -> float:
    """The shortest of many runs, in milliseconds."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def main() -> None:
    start = time.perf_counter()
    catalogue = Catalogue([FONTS])
    faces = catalogue.find("BIZ UDGothic"), catalogue.find("BIZ UDPGothic")
    style = Style(faces, size=7)
    text = (SENTENCE * 4)[:150]
    compose(text, style, 55, 50)
    print(f"catalogue, two faces, first text  {(time.perf_counter() - start) * 1000:7.2f} ms")
    path = faces[0].path
    print(f"one face and its first glyph      {best(lambda: Face.load(path).glyph('火'), 20):7.2f} ms")
    shrink = Style(faces, size=10, min_size=5)
    vertical = Style(faces, size=7, writing="vertical")
    justified = Style(faces, size=7, align="justify")
    for name, setting in (("ragged", style), ("justified", justified), ("vertical", vertical)):
        print(f"150 characters, {name:17} {best(lambda s=setting: compose(text, s, 55, 50)):7.2f} ms")  # type: ignore[misc]
    print(f"150 characters, shrunk to fit     {best(lambda: compose(text, shrink, 40, 25)):7.2f} ms")
    deck = ["｜" + RUBY[n % 3 :].removeprefix("｜") for n in range(54)]
    whole = best(lambda: [compose(t, style, 55, 50) for t in deck], 20)
    print(f"54 texts of 50, ruby and bold     {whole:7.2f} ms")


if __name__ == "__main__":
    main()
