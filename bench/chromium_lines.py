"""Compare line breaks with Chromium's `line-break: strict` on generated Japanese sentences. Run by hand.

    python bench/chromium_lines.py [count] [--all]

Chromium lays the sentences out in the same font and the same measures, and says which lines it made;
differences are counted by the pair of characters at the break. --all prints every one of them.
"""

from __future__ import annotations

import html
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from cardgen.text.compose import compose
from cardgen.text.fonts import Face
from cardgen.text.markup import Plain
from cardgen.text.placed import MM_PER_POINT
from cardgen.text.style import Style

ROOT = Path(__file__).parent.parent
FONT = ROOT / "fonts" / "bizud" / "BIZUDGothic-Regular.ttf"
EM = 10 * MM_PER_POINT

STARTS = "手札から 山札の上から このターン、 相手の あなたは、 効果：「 （この間） 場にある『 次の手番まで、"
MIDDLES = (
    "カードを 火球」を 1枚 ３枚 12点の コスト2以下の プレーヤーが 人々の HP3の 50％の ￥500の "
    "ダメージ・トークンを 日〜月の Lv.100の 「氷の壁」を （竜族） 『永遠の竜』を 1/2の +1の "
    "第2章―― ２５枚の 剣×2の 火→水の ①の"
)
ENDS = "引く。 捨てる！ 失う…… 選ぶ。」と 得る―― 破壊する！？ もってっきり、 加える（各1枚）。 出してよい。"
CHARACTERS = (
    "火水竜山札引捨氷々〇亜をにはがのっゃゕーアァヵヽゝ、。，．・：；！？「」『』（）【】〔〕《》“”〜～…―"
    "５％￥℃→①〃№＋－＝＆"
    "aZ5,.-()!?%$'/"
)

PAGE = """<!doctype html><meta charset=utf-8><style>
@font-face {{ font-family: T; src: url("file://{font}") }}
p {{ font: 100px/2 T; line-break: strict; text-spacing-trim: space-all; text-autospace: no-autospace;
     margin: 0; white-space: pre-wrap; font-kerning: none }}
</style><body lang=ja>{paragraphs}<pre id=out></pre><script>
document.fonts.load("100px T").then(() => {{
  const out = [...document.querySelectorAll("p")].map(p => {{
    const text = p.firstChild, lines = [], range = document.createRange();
    let top = null;
    for (let i = 0; i < text.length; i++) {{
      range.setStart(text, i); range.setEnd(text, i + 1);
      const box = range.getBoundingClientRect();
      if (top === null || box.top > top + 50) {{ lines.push(""); top = box.top }}
      lines[lines.length - 1] += text.data[i];
    }}
    return lines;
  }});
  document.getElementById("out").textContent = "@@" + JSON.stringify(out) + "@@";
}})</script>"""


class Untrimmed(Face):
    """The face without blanks to close: Chromium closes them only in fonts that have the feature `halt`."""

    def ink(self, gid: int) -> None:
        return None


def sentences(count: int) -> list[tuple[str, float]]:
    """Half plausible sentences, half characters of every class at random, each with a measure in em."""
    draw = random.Random(1)
    found = []
    for n in range(count):
        if n % 2:
            text = "".join(draw.choice(CHARACTERS) for _ in range(24))
        else:
            middle = "".join(draw.choice(MIDDLES.split()) for _ in range(draw.randint(2, 4)))
            text = draw.choice(STARTS.split()) + middle + draw.choice(ENDS.split())
        found.append((text, draw.randint(10, 32) / 2))
    return found


def chromium(cases: list[tuple[str, float]]) -> list[list[str]]:
    rows = "".join(f'<p style="width:{w * 100 + 0.5}px">{html.escape(t)}</p>' for t, w in cases)
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(PAGE.format(font=FONT, paragraphs=rows), encoding="utf-8")
        flags = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--allow-file-access-from-files", "--virtual-time-budget=10000", f"--user-data-dir={folder}/u",
        ]  # fmt: skip
        command = ["chromium", *flags, "--dump-dom", f"file://{page}"]
        dom = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search("@@(.*?)@@", dom, re.DOTALL)
    assert found, "Chromium gave no lines"
    lines: list[list[str]] = json.loads(html.unescape(found[1]))
    return lines


def main() -> None:
    numbers = [int(a) for a in sys.argv[1:] if a.isdigit()]
    cases = sentences(numbers[0] if numbers else 600)
    theirs = chromium(cases)
    for name, first in (("sentences", 0), ("random characters", 1)):
        report(name, cases[first::2], theirs[first::2])


def report(name: str, cases: list[tuple[str, float]], expected: list[list[str]]) -> None:
    style = Style((Untrimmed.load(FONT),), size=10, autospace=0)
    differences: Counter[str] = Counter()
    for (text, width), theirs in zip(cases, expected, strict=True):
        ours = list(compose((Plain(text),), style, width * EM, 500).lines)
        if ours != theirs:
            what = _first_difference(ours, theirs)
            differences[what] += 1
            if "--all" in sys.argv:
                print(f"{width} em, {what}\n  ours   {'｜'.join(ours)}\n  theirs {'｜'.join(theirs)}")
    agree = len(cases) - differences.total()
    print(f"{name}: {agree} of {len(cases)} agree ({agree / len(cases):.1%})")
    for what, count in differences.most_common():
        print(f"{count:4} {what}")


def _first_difference(ours: list[str], theirs: list[str]) -> str:
    """The first break that only one of the two made, as who｜what."""
    for n, (a, b) in enumerate(zip(ours, theirs, strict=False)):
        if len(a) != len(b):
            who, lines = ("ours", ours) if len(a) > len(b) else ("theirs", theirs)
            after = lines[n + 1][0] if n + 1 < len(lines) else " (the end)"
            return f"only {who} {lines[n][-1]}｜{after}"
    return "nothing but the number of lines"


if __name__ == "__main__":
    main()
