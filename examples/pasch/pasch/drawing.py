"""Pasch drawn small: the sheet of the player whose turn it is, line by line, and everybody's points."""

from __future__ import annotations

from dataclasses import dataclass

from device.screens import icons
from device.screens.canvas import Canvas
from device.screens.of_games import Drawing
from device.screens.places import HEIGHT, MARGIN, WIDTH
from device.screens.typeface import Face
from pasch import rules
from pasch.pieces import BONUS_FROM, Line, State

_CELL = 14  # columns from one line of the sheet to the next
_PITCH = 10  # rows from one player's points to the next
_SIGNS = {  # what is asked for in the lines below the numbers
    Line.THREE_ALIKE: "##...## ##...## ....... ...##.. ...##..",
    Line.FOUR_ALIKE: "##...## ##...## ....... ....... ##...## ##...##",
    Line.FIVE_ALIKE: "##...## ##...## ....... ..###.. ..###.. ....... ##...## ##...##",
    Line.TWO_AND_THREE: "##.##... ##.##... ........ ##.##.## ##.##.##",
    Line.SHORT_ROW: "......## ......## ....#### ....#### ..###### ..###### ########",
    Line.LONG_ROW: "........# ........# ......### ......### ....##### ....##### ..####### ..####### #########",
    Line.ALL: "####### #...... .#..... ..#.... .#..... #...... #######",
}


@dataclass(frozen=True, slots=True)
class Sheets(Drawing):
    """Number lines above, the others below: the points where there are some, else what the line asks for."""

    state: State

    def draw(self, canvas: Canvas, top: int) -> None:
        high = (HEIGHT - top) // 2
        for line, points in zip(Line, self.state.sheet.entered, strict=True):
            row, column = divmod(line - 1, 6) if line <= Line.SIXES else (1, line - 7)
            left, upper = column * _CELL, top + 1 + row * high
            right, lower = left + _CELL - 2, upper + high - 3
            (canvas.frame if points is None else canvas.box)(left, upper, right, lower)
            if points is None and line in _SIGNS:
                sign = icons.drawn(_SIGNS[line])
                canvas.icon((left + right - sign.width) // 2 + 1, (upper + lower - sign.height) // 2 + 1, sign)
            else:
                words, ink = (str(line.value), 1) if points is None else (str(points), 0)
                canvas.text_centred((upper + lower) // 2 + 4, words, left=left, right=right + 1, ink=ink)
        (self._draw_points if len(self.state.players) > 1 else self._draw_points_alone)(canvas, top)

    def _draw_points(self, canvas: Canvas, top: int) -> None:
        for seat, (player, points) in enumerate(zip(self.state.players, rules.totals(self.state), strict=True)):
            left, upper, is_on = 7 * _CELL, top + seat * _PITCH, seat == self.state.seat
            if is_on:
                canvas.box(left, upper, WIDTH - 1, upper + _PITCH - 1)
            canvas.text(left + 1, upper + 8, player[:1], ink=int(not is_on))
            canvas.text_right(WIDTH - MARGIN, upper + 8, str(points), ink=int(not is_on))

    def _draw_points_alone(self, canvas: Canvas, top: int) -> None:
        level, sheet, bonus = self.state.level, self.state.sheet, rules.bonus(self.state.level, self.state.sheet)
        canvas.text_right(WIDTH - MARGIN, top + 15, str(rules.totals(self.state)[0]), Face.NAME)
        if level.bonus:
            canvas.text_right(WIDTH - MARGIN, HEIGHT - 6, f"+{bonus}" if bonus else f"{sheet.numbers}/{BONUS_FROM}")

    def lines(self) -> list[str]:
        return [f"{name} {points}" for name, points in zip(self.state.players, rules.totals(self.state), strict=True)]


def drawing(scene: object) -> Drawing | None:
    """The sheet drawn small, None before there is one."""
    return Sheets(scene) if isinstance(scene, State) else None
