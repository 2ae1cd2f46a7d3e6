"""The test sheet of a printer: scales on the front, crosses on the back, read against the light."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees

from cardgen.impose.lettering import Letters, words
from cardgen.impose.press import Flip
from cardgen.layout.frame import Frame, Item, Paint, Shape
from cardgen.text.fonts import Face

APART = 160.0
"""From the left target to the right one, in mm."""

REACH = 10.0
STEP = 0.5

_THIN = Paint(fill=None, stroke=(0, 0, 0), width=0.08)
_LINE = Paint(fill=None, stroke=(0, 0, 0), width=0.15)
_CROSS = Paint(fill=None, stroke=(0, 0, 0), width=0.25)

_EDGES = {"long": "長辺とじ", "short": "短辺とじ"}


def pages(
    printer: str, paper: tuple[float, float], flip: Flip, faces: tuple[Face, ...]
) -> tuple[Frame, Frame]:
    """Front and back, upright. The back's crosses lie behind the zeros of the scales when nothing is off."""
    width, height = paper
    middle = height / 2
    across = min(APART, width - 50)
    xs = (width / 2 - across / 2, width / 2, width / 2 + across / 2)
    front: list[Item] = [item for x in xs for item in _scales(x, middle, faces)]
    front += _told(printer, paper, flip, across, faces)
    back: list[Item] = [Shape(path, _CROSS) for x in xs for path in _cross(x, middle)]
    side = f"裏　{printer}　{_EDGES[flip]}"
    back += words(side, Letters(faces, 9), 20, middle - 40, width - 40, 8)
    return Frame(width, height, tuple(front)), Frame(width, height, tuple(back))


def _cross(x: float, y: float) -> Iterator[tuple[tuple[str, tuple[float, ...]], ...]]:
    yield ("M", (x - 14, y)), ("L", (x + 14, y))
    yield ("M", (x, y - 14)), ("L", (x, y + 14))


def _scales(x: float, y: float, faces: tuple[Face, ...]) -> Iterator[Item]:
    """A level and an upright scale through a point: long strokes for whole mm, short ones for halves."""
    steps = round(REACH / STEP)
    for number in range(-steps, steps + 1):
        at = number * STEP
        half = 2.0 if number % 10 == 0 else 1.3 if number % 2 == 0 else 0.6
        yield Shape((("M", (x + at, y - half)), ("L", (x + at, y + half))), _THIN)
        yield Shape((("M", (x - half, y + at)), ("L", (x + half, y + at))), _THIN)
    for path in ((x - REACH, y, x + REACH, y), (x, y - REACH, x, y + REACH)):
        yield Shape((("M", path[:2]), ("L", path[2:])), _LINE)
    label = Letters(faces, 5)
    for value in (-10, -5, 5, 10):
        yield from words(f"{value:+d}", label, x + value - 4, y + 2.4, 8, 3)
    for value in (-10, 10):
        yield from words(f"{value:+d}", label, x + 2.2, y + value - 1.5, 6, 3)


def _told(
    printer: str, paper: tuple[float, float], flip: Flip, across: float, faces: tuple[Face, ...]
) -> Iterator[Item]:
    width, height = paper
    heading, body = (
        Letters(faces, 14, align="left", valign="top"),
        Letters(faces, 8.5, align="left", valign="top"),
    )
    yield from words(f"両面印刷の調整　{printer}", heading, 20, 14, width - 40, 9)
    factor = degrees(1 / across)
    edge = " --flip short" if flip == "short" else ""
    above = (
        f"１　この２ページを、倍率100 %・両面・{_EDGES[flip]}で１枚の紙に刷る。\n"
        "２　「両面印刷の調整」と書かれた表を手前にし、文字が読める向きで光に透かす。\n"
        "３　中央の目盛りで、裏の十字が０からどれだけずれているかを読む。\n"
        "　　右と下がプラス、左と上がマイナス。目盛りの短い線は0.5 mm。"
    )
    yield from words(above, body, 20, 27, width - 40, 40)
    below = (
        "４　左右の目盛りで、裏の横線の上下のずれを読む。\n"
        f"　　（右の値−左の値）× {factor:.2f} が回転の角度。\n"
        "５　読んだ値を書き込む。例: 右へ0.5 mm、上へ1 mm、回転なし\n"
        f"　　cardgen calibrate --printer {printer} --offset 0.5 -1 --rotation 0"
        f"{edge}\n"
        f"６　次からは cardgen build --backs duplex{edge} --printer {printer} で、裏面がその分だけ直る。"
    )
    yield from words(below, body, 20, height / 2 + 45, width - 40, 45)
