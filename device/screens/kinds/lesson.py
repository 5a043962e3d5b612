"""A step of the teach-in: the piece to be shown, what to do with it, and how far it is."""

from __future__ import annotations

from device.screens import icons, shapes
from device.screens.canvas import FIRST_BASELINE, Canvas
from device.screens.content import Lesson
from device.screens.places import LESSON_LEFT, LESSON_LINES, MARGIN, TEXT_WIDTH, WIDTH
from device.screens.typeface import LINE_PITCH, Face, shorten, width, wrap

_LEFT, _TOP, _EDGE = 4, 15, 21  # of the piece
_PROGRESS_GAP = 6
_LINE_BASELINE = FIRST_BASELINE + 2 * LINE_PITCH


def draw_lesson(canvas: Canvas, screen: Lesson) -> None:
    """The heading with the progress at its right, the piece with words beside it, one line on what is seen, buttons."""
    progress = f"{screen.step}/{screen.steps}" if screen.steps else f"{screen.step}"
    canvas.heading(shorten(screen.title, TEXT_WIDTH - width(progress) - _PROGRESS_GAP, Face.BOLD))
    canvas.text_right(WIDTH - MARGIN, 9, progress, ink=0)
    _draw_piece(canvas, screen.mark)
    lines = wrap(screen.body, WIDTH - MARGIN - LESSON_LEFT, LESSON_LINES)
    for number, line in enumerate(lines):
        canvas.text(LESSON_LEFT, FIRST_BASELINE + number * LINE_PITCH, line)
    left = MARGIN
    if screen.is_trouble and width(screen.line) <= TEXT_WIDTH - icons.EYE.width - 4:
        canvas.icon(MARGIN, _LINE_BASELINE - 7, icons.EYE)
        left += icons.EYE.width + 4
    canvas.text(left, _LINE_BASELINE, screen.line)
    canvas.footer(screen.footer)


def _draw_piece(canvas: Canvas, mark: str) -> None:
    right, bottom = _LEFT + _EDGE - 1, _TOP + _EDGE - 1
    pencil = canvas.pencil
    match mark:
        case "balls":
            pencil.ellipse((_LEFT, _TOP, right, bottom), outline=1)
            pencil.ellipse((_LEFT + 5, _TOP + 5, _LEFT + 9, _TOP + 8), fill=1)  # the lamp in it
        case "numbers":
            for shift in (6, 3, 0):  # three cards, the first one on top
                canvas.box(_LEFT + shift, _TOP + shift // 2, right - 8 + shift, bottom - 3 + shift // 2, ink=0)
                canvas.frame(_LEFT + shift, _TOP + shift // 2, right - 8 + shift, bottom - 3 + shift // 2)
            canvas.text_centred(_TOP + 13, "4", Face.BOLD, left=_LEFT, right=right - 7)
        case "card":
            canvas.frame(_LEFT + 2, _TOP, right - 3, bottom)
            canvas.frame(_LEFT + 4, _TOP + 2, right - 5, bottom - 2)
            canvas.icon(_LEFT + 6, _TOP + 6, shapes.FACES_9["yellow"])
        case _:
            canvas.frame(_LEFT, _TOP, right, bottom)
            shape = shapes.FACES_15.get(mark)
            if shape is not None:
                canvas.icon(_LEFT + 3, _TOP + 3, shape)
