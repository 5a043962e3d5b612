"""Signs of five rows where the typeface has no room: digits on a rim, the two letters of a colour beside a digit."""

from __future__ import annotations

from device.screens.canvas import Canvas
from device.screens.icons import Icon, drawn

_ART = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "##. ..# .#. #.. ###",
    "3": "##. ..# .#. ..# ##.",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ##. ..# ##.",
    "6": ".## #.. ### #.# ###",
    "7": "### ..# .#. .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ##.",
    "-": "... ... ### ... ...",
    "B": "##. #.# ##. #.# ##.",
    "G": ".## #.. #.# #.# .##",
    "L": "#.. #.. #.. #.. ###",
    "O": ".#. #.# #.# #.# .#.",
    "P": "##. #.# ##. #.. #..",
    "R": "##. #.# ##. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "e": "... .#. ### #.. .##",
    "i": "# . # # #",
    "l": "# # # # #",
    "o": "... .#. #.# #.# .#.",
    "r": ".. ## #. #. #.",
    "u": "... #.# #.# #.# .##",
    "?": "##. ..# .#. ... .#.",
}
SMALL = {letter: drawn(art) for letter, art in _ART.items()}
SMALL_HEIGHT = 5


def small_width(text: str) -> int:
    """How many pixels wide the text is drawn.

    >>> small_width("12"), small_width("Li")
    (7, 5)
    """
    return sum(_sign(letter).width + 1 for letter in text) - 1


def draw_small(canvas: Canvas, x: int, y: int, text: str, *, ink: int = 1) -> None:
    """The text with its top left corner at (x, y); a letter that there is not becomes a question mark."""
    for letter in text:
        sign = _sign(letter)
        canvas.icon(x, y, sign, ink=ink)
        x += sign.width + 1


def _sign(letter: str) -> Icon:
    return SMALL.get(letter, SMALL["?"])
