"""The same deck by bare reportlab, as short as it can be written: what a build is measured against.

Bands, titles, costs, wrapped Japanese text and cutting ticks on A4, nine to a page. Nothing is checked, no
line is broken by rule, and there is no template, appendix or manifest.

python bench/floor.py OUT.pdf
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from reportlab.lib.colors import HexColor, black, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

HERE = Path(__file__).parent
FONTS = HERE.parent / "fonts" / "bizud"
WIDTH, HEIGHT = 63 * mm, 88 * mm
LEFT, TOP = (A4[0] - 3 * WIDTH) / 2, (A4[1] + 3 * HEIGHT) / 2
BODY = ParagraphStyle("body", fontName="plain", fontSize=9, leading=11.7, wordWrap="CJK")


def ticks(sheet: Canvas) -> None:
    """Cutting lines outside the block of cards."""
    bottom, right = TOP - 3 * HEIGHT, LEFT + 3 * WIDTH
    for n in range(4):
        x, y = LEFT + n * WIDTH, TOP - n * HEIGHT
        sheet.lines([(x, TOP + 2 * mm, x, TOP + 7 * mm), (x, bottom - 2 * mm, x, bottom - 7 * mm)])
        sheet.lines([(LEFT - 2 * mm, y, LEFT - 7 * mm, y), (right + 2 * mm, y, right + 7 * mm, y)])


def card(sheet: Canvas, row: dict[str, str], left: float, top: float) -> None:
    """One card with its upper left corner there."""
    sheet.setFillColor(HexColor(row["ink"]))
    sheet.rect(left + 3 * mm, top - 15 * mm, 57 * mm, 12 * mm, stroke=0, fill=1)
    sheet.setFillColor(white)
    sheet.setFont("bold", 12)
    sheet.drawString(left + 6 * mm, top - 10.5 * mm, row["title"])
    sheet.setFont("bold", 18)
    sheet.drawCentredString(left + 53.5 * mm, top - 11 * mm, row["cost"])
    sheet.setFillColor(black)
    body = Paragraph(row["body"], BODY)
    height = body.wrap(51 * mm, 34 * mm)[1]
    body.drawOn(sheet, left + 6 * mm, top - 44 * mm - height)
    sheet.setFont("plain", 7)
    sheet.drawString(left + 6 * mm, top - 83 * mm, f"{row['group']} {row['id']}")


def main(out: str) -> None:
    for name, style in (("plain", "Regular"), ("bold", "Bold")):
        registerFont(TTFont(name, str(FONTS / f"BIZUDPGothic-{style}.ttf")))
    with open(HERE / "deck" / "cards.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    sheet = Canvas(out, pagesize=A4, invariant=1)
    for first in range(0, len(rows), 9):
        ticks(sheet)
        for n, row in enumerate(rows[first : first + 9]):
            card(sheet, row, LEFT + n % 3 * WIDTH, TOP - n // 3 * HEIGHT)
        sheet.showPage()
    sheet.save()


if __name__ == "__main__":
    main(sys.argv[1])
