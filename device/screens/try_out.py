"""The test picture: a frame along the rim, a board of single pixels, and the four buttons as they are pressed."""

from __future__ import annotations

from device.screens.canvas import Canvas
from device.screens.content import TryOut
from device.screens.places import HEIGHT, WIDTH
from device.screens.typeface import Face

_BOX = 8
_LEFTS = (8, 68)  # of the two columns
_TOPS = (19, 31)  # of the two rows
_BOARD = (43, 49)  # rows of single pixels, which show a broken line or a wrong chip at once


def draw_try_out(canvas: Canvas, screen: TryOut) -> None:
    """Every pixel of the rim and every other one of the board is lit."""
    canvas.frame(0, 0, WIDTH - 1, HEIGHT - 1)
    canvas.text_centred(13, screen.title, Face.BOLD)
    for number, (name, is_pressed) in enumerate(screen.buttons):
        left, top = _LEFTS[number % 2], _TOPS[number // 2]
        (canvas.box if is_pressed else canvas.frame)(left, top, left + _BOX - 1, top + _BOX - 1)
        canvas.text(left + _BOX + 4, top + _BOX, name)
    first, last = _BOARD
    canvas.pencil.point([(x, y) for y in range(first, last) for x in range(4 + y % 2, WIDTH - 4, 2)], fill=1)
    canvas.text_centred(60, screen.footer)
