"""Pictures for trying the parts out: the test picture with the four buttons as they are pressed, and a bar that fills.

The test picture has a frame along the rim and a board of single pixels; the bar has a mark at the best there was.
"""

from __future__ import annotations

from device.screens.canvas import Canvas
from device.screens.content import Meter, TryOut
from device.screens.places import HEIGHT, WIDTH
from device.screens.typeface import Face

_BOX = 8
_LEFTS = (8, 68)  # of the two columns
_TOPS = (19, 31)  # of the two rows
_BOARD = (43, 49)  # rows of single pixels, which show a broken line or a wrong chip at once
_BAR_TOP, _BAR_BOTTOM = 17, 31
_RIM = 2


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


def draw_meter(canvas: Canvas, screen: Meter) -> None:
    """The bar fills from the left; a notch above and below it shows the best."""
    canvas.text_centred(11, screen.title, Face.BOLD)
    canvas.frame(0, _BAR_TOP, WIDTH - 1, _BAR_BOTTOM)
    room = WIDTH - 1 - 2 * _RIM
    if screen.value > 0:
        canvas.box(_RIM, _BAR_TOP + _RIM, _RIM + round(room * min(1.0, screen.value)), _BAR_BOTTOM - _RIM)
    if screen.best > 0:
        at = _RIM + round(room * min(1.0, screen.best))
        canvas.box(max(0, at - 1), _BAR_TOP - 3, min(WIDTH - 1, at + 1), _BAR_TOP - 1)
        canvas.box(max(0, at - 1), _BAR_BOTTOM + 1, min(WIDTH - 1, at + 1), _BAR_BOTTOM + 3)
    canvas.text_centred(46, screen.body)
    canvas.text_centred(60, screen.footer)
