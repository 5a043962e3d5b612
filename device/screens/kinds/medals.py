"""The medals, told apart without colour: more stars and more light the better it is; and the end of a level."""

from __future__ import annotations

from device.screens.canvas import Canvas
from device.screens.content import Ending
from device.screens.icons import drawn
from device.screens.places import MARGIN, WIDTH
from device.screens.typeface import Face, width
from games.books.medals import Medal

_STAR = drawn("""
    ...#...
    ...#...
    #######
    .#####.
    ..###..
    .##.##.
    .#...#.""")
_STARS = {Medal.NONE: 0, Medal.BRONZE: 1, Medal.SILVER: 2, Medal.GOLD: 3}
_STAR_PITCH = _STAR.width + 1
STARS_WIDTH = 3 * _STAR_PITCH - 1

_STAR_PLACES = {
    Medal.BRONZE: ((0, 0),),
    Medal.SILVER: ((-5, 0), (5, 0)),
    Medal.GOLD: ((-5, 3), (5, 3), (0, -5)),
}
_RADIUS = 12
_NUMBER_WIDTH = 38  # two digits; longer numbers are drawn smaller
_WORDS_RIGHT = 94


def draw_stars(canvas: Canvas, x: int, y: int, medal: Medal, *, ink: int = 1) -> None:
    """A medal small: one, two or three stars, and a dot for each that is missing."""
    for number in range(3):
        left = x + number * _STAR_PITCH
        if number < _STARS[medal]:
            canvas.icon(left, y, _STAR, ink=ink)
        else:
            canvas.pencil.point((left + 3, y + 3), fill=ink)


def draw_medal(canvas: Canvas, x: int, y: int, medal: Medal) -> None:
    """The medal with the middle of its disc at (x, y): one, two or three stars; only gold is a full disc."""
    pencil = canvas.pencil
    if medal is Medal.NONE:
        for angle in range(0, 360, 30):
            pencil.arc((x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS), angle, angle + 12, fill=1)
        canvas.text_centred(y + 4, "–", Face.BOLD, left=x - 6, right=x + 7)
        return
    disc = (x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS)
    is_gold = medal is Medal.GOLD
    pencil.ellipse(disc, fill=int(is_gold), outline=1)
    if medal is Medal.SILVER:
        pencil.ellipse((x - _RADIUS + 2, y - _RADIUS + 2, x + _RADIUS - 2, y + _RADIUS - 2), outline=1)
    for dx, dy in _STAR_PLACES[medal]:
        canvas.icon(x + dx - 3, y + dy - 3, _STAR, ink=int(not is_gold))


def _draw_sparks(canvas: Canvas, x: int, y: int, *, is_far: bool) -> None:
    """Short rays around a medal, near or far by turns; above and below it there is no room."""
    near, far = (16, 18) if is_far else (14, 16)
    for dx, dy in ((1.0, 0.0), (0.92, 0.38), (0.71, 0.71), (0.92, -0.38), (0.71, -0.71)):
        for side in (-1, 1):
            ray = (x + side * dx * near, y + dy * near, x + side * dx * far, y + dy * far)
            canvas.pencil.line(tuple(map(round, ray)), fill=1)


def draw_ending(canvas: Canvas, screen: Ending) -> None:
    """Large points at the left, the medal at the right with its name, and how far it is to the next one."""
    canvas.heading(screen.title)
    middle, detail_baseline = (25, 47) if screen.footer else (30, 57)
    number, _, unit = screen.points.partition(" ")
    face = Face.BIG if width(number, Face.BIG) <= _NUMBER_WIDTH else Face.NAME
    left = 5 + width(number, face) + 5
    right = _WORDS_RIGHT
    if screen.medal is Medal.NONE and width(screen.medal_name, Face.BOLD) > right - left:
        right = WIDTH - MARGIN  # words rather than the empty place of a medal
    else:
        draw_medal(canvas, 108, middle, screen.medal)
        if screen.is_record:
            _draw_sparks(canvas, 108, middle, is_far=screen.is_blinking)
    canvas.text(5, middle + 9, number, face)
    canvas.text(left, middle - 2, unit, limit=right - left)
    canvas.text(left, middle + 9, screen.medal_name, Face.BOLD, limit=right - left)
    canvas.text_centred(detail_baseline, screen.detail)
    canvas.footer(screen.footer)
