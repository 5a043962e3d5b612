"""The result of a combat drawn: both sides with their sums, where the figure goes, and what OK does."""

from __future__ import annotations

from dataclasses import dataclass

from device.boxes.galaktico.drawing import SHIP_ICONS
from device.screens import icons
from device.screens.canvas import TOP, Canvas
from device.screens.of_games import GameScreen
from device.screens.places import HEIGHT, MARGIN, TEXT_WIDTH, WIDTH
from device.screens.typeface import LINE_PITCH, Face, width

_NAME_LEFT = 22
_GAIN_WIDTH = 22
_BAR_TOP = HEIGHT - 13


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One side: its ship, whose it is, its sum, and the points it has earned."""

    ship: str
    letter: str
    player: str
    total: int
    gain: int


@dataclass(frozen=True, slots=True)
class CombatResult(GameScreen):
    """Who won a combat, and why; the bar at the bottom is what OK does, up and down change it."""

    title: str
    gain: str  # the winner's points, beside the title where there is room; each row has its own
    rows: tuple[ResultRow, ...]
    way: str
    choice: str

    def draw(self, canvas: Canvas) -> None:
        canvas.heading(self.title)
        if width(self.title, Face.BOLD) + width(self.gain) + 6 <= TEXT_WIDTH:
            canvas.text_right(WIDTH - MARGIN, 9, self.gain, ink=0)
        for number, row in enumerate(self.rows):
            _draw_row(canvas, row, TOP + number * LINE_PITCH)
        canvas.text(MARGIN, TOP + 2 * LINE_PITCH + 9, self.way)
        canvas.box(0, _BAR_TOP, WIDTH - 1, HEIGHT - 1)
        canvas.text(MARGIN + 1, _BAR_TOP + 10, self.choice, ink=0)
        canvas.icon(WIDTH - MARGIN - 2 * icons.UP.width - 2, _BAR_TOP + 5, icons.UP, ink=0)
        canvas.icon(WIDTH - MARGIN - icons.UP.width, _BAR_TOP + 5, icons.DOWN, ink=0)

    def lines(self) -> list[str]:
        return [
            f"{self.title} {self.gain}".strip(),
            *(_in_words(row) for row in self.rows),
            self.way,
            f"> {self.choice}",
        ]


def _draw_row(canvas: Canvas, row: ResultRow, top: int) -> None:
    """The ship as sign and letter, its owner, the sum, and the points at the right end."""
    canvas.icon(MARGIN, top + 2, SHIP_ICONS[row.ship])
    canvas.text(MARGIN + 10, top + 9, row.letter)
    right = WIDTH - MARGIN - _GAIN_WIDTH
    total = str(row.total)
    canvas.text_right(right, top + 9, total, Face.BOLD)
    canvas.text(_NAME_LEFT, top + 9, row.player, limit=right - width(total, Face.BOLD) - 4 - _NAME_LEFT)
    if row.gain:
        canvas.text_right(WIDTH - MARGIN, top + 9, f"+{row.gain}")


def _in_words(row: ResultRow) -> str:
    return f"{row.letter} {row.player} {row.total}" + (f" +{row.gain}" if row.gain else "")
