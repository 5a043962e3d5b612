"""A screen's data becomes its picture: 128x64 pixels, one bit, the same picture for the same data."""

from __future__ import annotations

from typing import assert_never

from PIL import Image

from device.screens.canvas import Canvas
from device.screens.content import (
    BallsSeen,
    Code,
    Cover,
    DiceSeen,
    Ending,
    Lesson,
    List,
    Message,
    Meter,
    Picker,
    Ranking,
    Screen,
    Sheet,
    SignEntry,
    Spelling,
    Starting,
    Tally,
    TryOut,
    Waiting,
)
from device.screens.kinds.balls import draw_balls_seen
from device.screens.kinds.button_rows import draw_spelling, draw_tally
from device.screens.kinds.choices import draw_list, draw_picker
from device.screens.kinds.dice import draw_dice_seen
from device.screens.kinds.lesson import draw_lesson
from device.screens.kinds.medals import draw_ending
from device.screens.kinds.plain import draw_code, draw_cover, draw_message, draw_sign_entry
from device.screens.kinds.ranking import draw_ranking
from device.screens.kinds.sheet import draw_sheet
from device.screens.kinds.starting import draw_starting
from device.screens.kinds.try_out import draw_meter, draw_try_out
from device.screens.kinds.waiting import draw_waiting
from device.screens.of_games import GameScreen


def render(screen: Screen) -> Image.Image:
    """The screen as a picture of mode "1" and size 128x64."""
    canvas = Canvas()
    match screen:
        case Starting():
            draw_starting(canvas, screen.status)
        case Message():
            draw_message(canvas, screen)
        case List():
            draw_list(canvas, screen)
        case Picker():
            draw_picker(canvas, screen)
        case Waiting():
            draw_waiting(canvas, screen)
        case DiceSeen():
            draw_dice_seen(canvas, screen)
        case BallsSeen():
            draw_balls_seen(canvas, screen)
        case Lesson():
            draw_lesson(canvas, screen)
        case Cover():
            draw_cover(canvas, screen)
        case SignEntry():
            draw_sign_entry(canvas, screen)
        case Spelling():
            draw_spelling(canvas, screen)
        case Tally():
            draw_tally(canvas, screen)
        case Ending():
            draw_ending(canvas, screen)
        case Ranking():
            draw_ranking(canvas, screen)
        case Code():
            draw_code(canvas, screen)
        case Sheet():
            draw_sheet(canvas, screen)
        case TryOut():
            draw_try_out(canvas, screen)
        case Meter():
            draw_meter(canvas, screen)
        case GameScreen():
            screen.draw(canvas)
        case _:
            assert_never(screen)
    return canvas.picture
