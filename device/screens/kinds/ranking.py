"""The end of a game of several: the players in order, the winner in a light bar under a crown."""

from __future__ import annotations

from device.screens.canvas import TOP, Canvas
from device.screens.content import Ranked, Ranking
from device.screens.icons import drawn
from device.screens.places import WIDTH
from device.screens.typeface import LINE_PITCH, Face, width

_CROWN = drawn("""
    #...#...#
    ##.###.##
    #########
    #########
    .........
    #########""")
_NAME_LEFT = 18
_GAP = 6
_MOST_WITH_FOOTER = 3


def draw_ranking(canvas: Canvas, screen: Ranking) -> None:
    """A row a player; the footer only where it finds room below them."""
    canvas.heading(screen.title)
    for number, row in enumerate(screen.rows):
        _draw_ranked(canvas, TOP + number * LINE_PITCH, row)
    if len(screen.rows) <= _MOST_WITH_FOOTER:
        canvas.footer(screen.footer)


def _draw_ranked(canvas: Canvas, top: int, row: Ranked) -> None:
    ink, baseline, points = 1, top + 9, str(row.points)
    if row.place == 1:
        canvas.box(0, top, WIDTH - 1, top + LINE_PITCH - 2)
        canvas.icon(4, top + 2, _CROWN, ink=0)
        ink = 0
    else:
        canvas.text_centred(baseline, f"{row.place}." if row.place else "–", left=2, right=_NAME_LEFT - 2, ink=ink)
    right = WIDTH - 4
    canvas.text_right(right, baseline, points, Face.BOLD, ink=ink)
    face = Face.BOLD if row.place == 1 else Face.TEXT
    room = right - width(points, Face.BOLD) - _GAP - _NAME_LEFT
    if width(row.player, face) > room:
        face = Face.TEXT
    canvas.text(_NAME_LEFT, baseline, row.player, face, limit=room, ink=ink)
