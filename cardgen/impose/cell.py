"""Where a card lies on a sheet. Lengths in mm from the top left of the paper, y downwards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardgen.layout.frame import Box, Matrix


@dataclass(frozen=True, slots=True)
class Cell:
    """The box that a card takes on the paper, and how many quarter turns clockwise the card stands in it.

    What is not `straight` is cut along an outline of its own, and trim marks would only mislead.
    """

    x: float
    y: float
    width: float
    height: float
    turn: int = 0
    straight: bool = True

    @property
    def box(self) -> Box:
        return self.x, self.y, self.x + self.width, self.y + self.height

    @property
    def matrix(self) -> Matrix:
        """From the card's own space onto the paper."""
        match self.turn % 4:
            case 0:
                return 1, 0, 0, 1, self.x, self.y
            case 1:
                return 0, 1, -1, 0, self.x + self.width, self.y
            case 2:
                return -1, 0, 0, -1, self.x + self.width, self.y + self.height
            case _:
                return 0, -1, 1, 0, self.x, self.y + self.height

    def moved(self, x: float, y: float) -> Cell:
        return replace(self, x=self.x + x, y=self.y + y)

    def inside(self, box: Box) -> Box:
        """A box on the paper as the card's own space sees it."""
        left, top = box[0] - self.x, box[1] - self.y
        right, bottom = box[2] - self.x, box[3] - self.y
        match self.turn % 4:
            case 0:
                return left, top, right, bottom
            case 1:
                return top, self.width - right, bottom, self.width - left
            case 2:
                return self.width - right, self.height - bottom, self.width - left, self.height - top
            case _:
                return self.height - bottom, left, self.height - top, right
