"""The first screen. It needs little, so that it can be there before anything else is loaded."""

from __future__ import annotations

from device.screens import icons
from device.screens.canvas import FOOTER_BASELINE, Canvas
from device.screens.places import WIDTH
from device.screens.typeface import Face, width

_STARS = ((6, 9), (13, 30), (4, 44), (38, 6), (55, 3), (71, 8), (92, 4), (109, 7), (121, 13), (119, 39), (104, 45))
_NAME = "Bordbuch"


def draw_starting(canvas: Canvas, status: str) -> None:
    """A rocket under the stars, the name, and what is being done."""
    canvas.pencil.point(_STARS, fill=1)
    rocket, gap = icons.ROCKET_BIG, 7
    left = (WIDTH - rocket.width - gap - width(_NAME, Face.NAME)) // 2
    canvas.icon(left, 11, rocket)
    canvas.text(left + rocket.width + gap, 31, _NAME, Face.NAME)
    canvas.text_centred(FOOTER_BASELINE, status)
