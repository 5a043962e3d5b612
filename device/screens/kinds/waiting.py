"""The screen while the device waits for the table: what to do, what just happened, and the game drawn small."""

from __future__ import annotations

from device.screens import icons
from device.screens.canvas import TOP, Canvas
from device.screens.content import Waiting
from device.screens.places import HEIGHT, MARGIN, TEXT_WIDTH, WIDTH
from device.screens.typeface import width

_LINE_BASELINE = 22
_TOP_BELOW_LINE = 24


def draw_waiting(canvas: Canvas, screen: Waiting) -> None:
    """What to do in the bar; below it what the camera says now, or else the news or a hint; then the scene."""
    canvas.heading(screen.words)
    line = screen.status or screen.news or screen.hint
    left = MARGIN
    # Words come before pictures: the eye is left out where it would cut them.
    if screen.status and width(line) <= TEXT_WIDTH - icons.EYE.width - 4:
        canvas.icon(MARGIN, _LINE_BASELINE - 7, icons.EYE)
        left += icons.EYE.width + 4
    canvas.text(left, _LINE_BASELINE, line)
    top = _TOP_BELOW_LINE if line else TOP
    if screen.scene is not None:
        screen.scene.draw(canvas, top)
    else:
        _draw_watching(canvas, top)


def _draw_watching(canvas: Canvas, top: int) -> None:
    """An eye that watches a die: there is no game to draw."""
    x, y = WIDTH // 2, (top + HEIGHT) // 2 - 1
    wide, high = 30, 17
    pencil = canvas.pencil
    for sign in (-1, 1):
        lid = [(x + dx, y + sign * round(high * (1 - (dx / wide) ** 2))) for dx in range(-wide, wide + 1)]
        pencil.line(lid, fill=1)
    pencil.ellipse((x - 12, y - 12, x + 12, y + 12), fill=1)
    canvas.box(x - 6, y - 6, x + 6, y + 6, ink=0)
    for dx, dy in ((-3, -3), (3, -3), (0, 0), (-3, 3), (3, 3)):
        pencil.rectangle((x + dx - 1, y + dy - 1, x + dx, y + dy), fill=1)
