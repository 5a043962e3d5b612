"""The balls as they were read: each a disc hatched as coats of arms are, its name below, and what is in doubt.

Yellow is full light and black is an empty ring; red has lines that stand, blue has lines that lie.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from device.screens.canvas import FOOTER_BASELINE, Canvas
from device.screens.content import BallsSeen
from device.screens.places import MARGIN, WIDTH
from device.screens.typeface import Face

_SIZE = 25  # across a disc, in pixels
_TOP = 14
_NAME_BASELINE = 49
_STRIPE = 4  # pixels from one line to the next


def draw_balls_seen(canvas: Canvas, screen: BallsSeen) -> None:
    """Balls side by side. A doubtful one has a broken rim and a "?", the cursor is a frame."""
    canvas.heading(screen.title)
    pitch = WIDTH // max(1, len(screen.colours))
    for number, colour in enumerate(screen.colours):
        left = number * pitch + (pitch - _SIZE) // 2
        is_doubtful = number in screen.doubtful
        is_hidden = colour is None or (is_doubtful and screen.is_blinking)
        draw_ball(canvas, left, _TOP, None if is_hidden else colour, is_broken=is_doubtful or colour is None)
        if number == screen.cursor:
            canvas.frame(left - 2, _TOP - 1, left + _SIZE + 1, _TOP + _SIZE)
        name = screen.names[number] if number < len(screen.names) else ""
        sign = (name or "·") + ("?" if is_doubtful else "")
        edge = MARGIN + number * pitch
        canvas.text_centred(_NAME_BASELINE, sign, Face.BOLD, left=edge, right=edge + pitch - 2 * MARGIN)
    canvas.text_centred(FOOTER_BASELINE, screen.footer)


def draw_ball(
    canvas: Canvas, left: int, top: int, colour: str | None, size: int = _SIZE, *, is_broken: bool = False
) -> None:
    """A disc with the hatching of its colour; only the rim if there is no colour."""
    hatching = Image.new("1", (size, size))
    pencil = ImageDraw.Draw(hatching)
    if colour == "yellow":
        pencil.rectangle((0, 0, size, size), fill=1)
    for at in range(size // 2 % _STRIPE, size, _STRIPE):
        if colour == "red":
            pencil.line((at, 0, at, size), fill=1)
        if colour == "blue":
            pencil.line((0, at, size, at), fill=1)
    disc = Image.new("1", (size, size))
    ImageDraw.Draw(disc).ellipse((0, 0, size - 1, size - 1), fill=1)
    canvas.picture.paste(hatching, (left, top), disc)
    canvas.pencil.ellipse((left, top, left + size - 1, top + size - 1), outline=1)
    if is_broken:
        for step in range(0, size, 6):
            canvas.pencil.rectangle((left + step, top, left + step + 1, top + 1), fill=0)
            canvas.pencil.rectangle((left + step, top + size - 2, left + step + 1, top + size - 1), fill=0)
            canvas.pencil.rectangle((left, top + step, left + 1, top + step + 1), fill=0)
            canvas.pencil.rectangle((left + size - 2, top + step, left + size - 1, top + step + 1), fill=0)
