"""Screens on which a button has a row of its own: a name being spelled, pieces being counted."""

from __future__ import annotations

from device.screens import icons, shapes
from device.screens.canvas import Canvas
from device.screens.content import Spelling, Tally
from device.screens.places import MARGIN, WIDTH
from device.screens.typeface import Face, shorten, width

_LETTER_BASELINES = (22, 34, 46)
_LETTERS_LEFT, _LETTERS_PITCH = 21, 12
_MOST_IN_A_FIELD = 9
_TALLY_BASELINES = (27, 43)
_SPACE = "␣"


def draw_spelling(canvas: Canvas, screen: Spelling) -> None:
    """What is spelled so far in the bar, and a row of letters for each of up, OK and down."""
    canvas.heading(_end_of(screen.done) if screen.done else screen.title)
    for baseline, field, button in zip(_LETTER_BASELINES, screen.fields, (icons.UP, None, icons.DOWN), strict=False):
        if button is None:
            canvas.text(MARGIN, baseline, "OK", Face.BOLD)
        else:
            canvas.icon(MARGIN + 4, baseline - 6, button)
        pitch = _LETTERS_PITCH * (_MOST_IN_A_FIELD // max(1, len(field)))
        for number, letter in enumerate(field):
            left = _LETTERS_LEFT + number * pitch
            shown = _SPACE if letter == " " else letter
            canvas.text_centred(baseline, shown, Face.BOLD, left=left, right=left + pitch)
    canvas.footer(screen.footer)


def _end_of(name: str) -> str:
    """A name with a mark where it goes on; one that is too long loses its beginning."""
    told = f"{name}_"
    while width(told, Face.BOLD) > WIDTH - 2 * MARGIN:
        told = told[1:]
    return told


def draw_tally(canvas: Canvas, screen: Tally) -> None:
    """Two kinds with how many there are of each, and the button that counts one more."""
    canvas.heading(screen.title)
    rows = zip(_TALLY_BASELINES, screen.faces, screen.names, screen.counts, (icons.UP, icons.DOWN), strict=False)
    for baseline, face, name, count, button in rows:
        canvas.icon(MARGIN + 2, baseline - 6, button)
        left = MARGIN + 14
        if face in shapes.FACES_9:
            canvas.icon(left, baseline - 8, shapes.FACES_9[face])
            left += 14
        right = WIDTH - MARGIN - width("0", Face.NAME) - 4
        canvas.text(left, baseline, shorten(name, right - left, Face.BOLD), Face.BOLD)
        canvas.text_right(WIDTH - MARGIN - 2, baseline + 1, str(count), Face.NAME)
    canvas.footer(screen.footer)
