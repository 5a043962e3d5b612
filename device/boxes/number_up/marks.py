"""What stands at the rim of the grid: a line's points while it is open, then its marker.

Points of an open line are bare digits. A number chip is a digit in a light field, a check marker a tick, a marker that
costs points its figure. What was just put there has a light bar on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.screens.canvas import Canvas
from device.screens.icons import drawn
from device.screens.small import SMALL_HEIGHT, draw_small, small_width

_CHECK = drawn(".....# ....## #..##. ####.. .##...")
_FALLING = drawn("#... .#.# ..## .###")
_RISING = drawn(".### ..## .#.# #...")
_IN_WORDS = {"check": "✔", "minus": "−10"}
_MINUS, _SHORT_MINUS = "-10", "-"
_AROUND = 2  # columns around a figure in its field, and the gap to the bars beside a new one


@dataclass(frozen=True, slots=True)
class LineSign:
    """What lies at the end of a line: "check", "minus", the number of a chip, or nothing yet. `is_new`: just put."""

    sign: str = ""
    is_new: bool = False
    points: int = 0  # of a line that is still open


def draw_mark(canvas: Canvas, x: int, top: int, mark: LineSign, *, room: int = 14) -> None:
    """What a line has, around column `x`, in so many columns."""
    wide = _CHECK.width
    if mark.sign == "check":
        canvas.icon(x - wide // 2, top, _CHECK)
    elif mark.sign:
        figure = mark.sign
        if mark.sign == "minus":
            figure = _MINUS if small_width(_MINUS) + _AROUND < room else _SHORT_MINUS
        wide = small_width(figure)
        left = x - wide // 2
        canvas.pencil.rectangle((left - 1, top - 1, left + wide, top + SMALL_HEIGHT), fill=1)
        draw_small(canvas, left, top, figure, ink=0)
    elif mark.points:
        figure = str(mark.points)
        draw_small(canvas, x - small_width(figure) // 2, top, figure)
    if mark.is_new:
        for side in (x - wide // 2 - 1 - _AROUND, x - wide // 2 + wide + _AROUND):
            canvas.pencil.line((side, top - 1, side, top + SMALL_HEIGHT), fill=1)


def draw_mark_after(canvas: Canvas, x: int, top: int, mark: LineSign, *, is_rising: bool) -> None:
    """What a diagonal has, behind an arrow that shows which it is."""
    canvas.icon(x, top, _RISING if is_rising else _FALLING)
    draw_mark(canvas, x + 8, top, mark, room=0)


def mark_in_words(mark: LineSign) -> str:
    """The same in words: an open line's points in brackets."""
    if mark.sign:
        return _IN_WORDS.get(mark.sign, mark.sign)
    return f"({mark.points})" if mark.points else ""
