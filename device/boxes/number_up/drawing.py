"""Number UP drawn small: the cards in their grid, markers at its rims, and a few words beside it.

A card is its digit and the letter of its colour, for the OLED has no colours; a light green or light blue card has its
letter in a light field. Digits and letters are drawn by hand, the letters lower than the digits: an O is no 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.screens.canvas import Canvas
from device.screens.icons import Icon, drawn
from device.screens.of_games import GameScreen
from device.screens.places import PANEL_LEFT, PANEL_WIDTH
from device.screens.typeface import LINE_PITCH, Face, wrap

_SIGNS = {
    "1": ".#.. ##.. .#.. .#.. .#.. .#.. ###.",
    "2": ".##. #..# ...# ..#. .#.. #... ####",
    "3": "###. ...# ...# .##. ...# ...# ###.",
    "4": "..#. .##. .##. #.#. #### ..#. ..#.",
    "5": "#### #... ###. ...# ...# #..# .##.",
    "6": ".##. #... #... ###. #..# #..# .##.",
    "7": "#### ...# ...# ..#. ..#. .#.. .#..",
    "8": ".##. #..# #..# .##. #..# #..# .##.",
    "9": ".##. #..# #..# .### ...# ...# .##.",
    "0": ".##. #..# #..# #..# #..# #..# .##.",
    "B": ".... .... ###. #..# ###. #..# ###.",
    "G": ".... .... .### #... #.## #..# .###",
    "L": ".... .... #... #... #... #... ####",
    "O": ".... .... .##. #..# #..# #..# .##.",
    "P": ".... .... ###. #..# ###. #... #...",
    "R": ".... .... ###. #..# ###. #.#. #..#",
    "Y": ".... .... #..# #..# .### ...# .##.",
    "Ü": "#..# .... #..# #..# #..# #..# .##.",
    "?": ".##. #..# ...# ..#. .#.. .... .#..",
}
SIGNS = {letter: drawn(art) for letter, art in _SIGNS.items()}
_CHECK = drawn("......# .....## #...##. ##.##.. .###... ..#....")
_MINUS = drawn("...#.### ...#.#.# ##.#.#.# ...#.#.# ...#.###")
_START = drawn("### #.# ###")
_FALLING = drawn("#..... .#.... ..#..# ...#.# ....## ..####")
_RISING = drawn("..#### ....## ...#.# ..#..# .#.... #.....")
_PANEL_LINES = 5
_FIRST_BASELINE = 10
_LAST_TOP = 54  # of the last row of the panel: open cards, or the diagonals' markers
_ROW_PITCH = 10
_MOST_OPEN = 5  # cards of a hand that have room in it
_SIGN_PITCH = 5  # from a digit to its letter
_CARD_WIDTH, _CARD_HEIGHT = 9, 7
_RIM = 9  # the markers' row and column
_MARKS_IN_WORDS = {"check": "✔", "minus": "−10"}


@dataclass(frozen=True, slots=True)
class CardSign:
    """A number card drawn small: its digit, a letter for its colour, and whether that is the light one of two."""

    digit: str
    letter: str
    is_light: bool = False


@dataclass(frozen=True, slots=True)
class LineSign:
    """What lies at the end of a line: "check", "minus", the number of a chip, or nothing yet. `is_new`: just put."""

    sign: str = ""
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Grid(GameScreen):
    """Cards laid in a grid, the markers at its rims, and beside it what is to be done or was just seen."""

    title: str
    size: int
    cards: tuple[CardSign | None, ...]  # row by row
    rows: tuple[LineSign, ...]
    columns: tuple[LineSign, ...]
    diagonals: tuple[LineSign, ...] = ()  # falling and rising, where they count
    starts: frozenset[int] = frozenset()  # the places of the start card
    hand: tuple[CardSign, ...] = ()  # the open cards that are known
    line: str = ""  # what happened, what the camera says, or what the buttons do
    name: str = ""  # what stands under the cursor, in words
    newest: int | None = None  # the card that was laid last
    cursor: int | None = None
    is_blinking: bool = False  # the card under the cursor is in the dark half of its blink

    def draw(self, canvas: Canvas) -> None:
        draw_grid(canvas, self)

    def lines(self) -> list[str]:
        return [self.title, self.name, self.line, *_rows_in_words(self)]


@dataclass(frozen=True, slots=True)
class _Size:
    """Measures of the grid, in pixels from card to card."""

    across: int
    down: int
    top: int


_FIVE = _Size(across=13, down=10, top=2)
_SIX = _Size(across=11, down=9, top=0)


def draw_grid(canvas: Canvas, screen: Grid) -> None:
    """The grid at the left, its markers right of the rows and below the columns, the words at the right."""
    size = _FIVE if screen.size == 5 else _SIX
    for cell in range(len(screen.cards)):
        _draw_cell(canvas, screen, cell, size)
    _draw_rims(canvas, screen, size)
    room = _draw_below_words(canvas, screen)
    _draw_words(canvas, screen, room)


def _draw_cell(canvas: Canvas, screen: Grid, cell: int, size: _Size) -> None:
    """One place: its card or a sign that it is free, and around it the cursor or the corners of the newest card."""
    row, col = divmod(cell, screen.size)
    x, y = 1 + col * size.across, size.top + row * size.down
    card, is_here = screen.cards[cell], cell == screen.cursor
    if card is None:
        _draw_free(canvas, x + size.across // 2, y + size.down // 2, is_start=cell in screen.starts)
    elif not (is_here and screen.is_blinking):
        _draw_card(canvas, x + (size.across - _CARD_WIDTH) // 2, y + (size.down - _CARD_HEIGHT) // 2, card)
    if is_here:
        canvas.pencil.rectangle((x, y, x + size.across - 1, y + size.down - 1), outline=1)
    elif cell == screen.newest and screen.cursor is None:
        _draw_corners(canvas, x, y, x + size.across - 1, y + size.down - 1)


def _draw_rims(canvas: Canvas, screen: Grid, size: _Size) -> None:
    right, bottom = 2 + screen.size * size.across, size.top + screen.size * size.down
    for number, mark in enumerate(screen.rows):
        _draw_mark(canvas, right + _RIM // 2 - 1, size.top + number * size.down + size.down // 2, mark)
    for number, mark in enumerate(screen.columns):
        _draw_mark(canvas, 1 + number * size.across + size.across // 2, bottom + _RIM // 2, mark)


def _draw_card(canvas: Canvas, x: int, y: int, card: CardSign) -> None:
    """Digit and letter; the letter of a light colour stands dark in a light field."""
    canvas.icon(x, y, SIGNS.get(card.digit, SIGNS["?"]))
    if card.is_light:
        canvas.pencil.rectangle((x + _SIGN_PITCH - 1, y - 1, x + _CARD_WIDTH, y + _CARD_HEIGHT), fill=1)
    canvas.icon(x + _SIGN_PITCH, y, SIGNS.get(card.letter, SIGNS["?"]), ink=int(not card.is_light))


def _draw_free(canvas: Canvas, x: int, y: int, *, is_start: bool) -> None:
    """A free place: a dot, on the start card a small square."""
    if is_start:
        canvas.icon(x - 1, y - 1, _START)
    else:
        canvas.pencil.point((x, y), fill=1)


def _draw_corners(canvas: Canvas, left: int, top: int, right: int, bottom: int) -> None:
    """The corners of a frame."""
    for x, inward in ((left, 1), (right, -1)):
        for y, down in ((top, 1), (bottom, -1)):
            corner = [(x, y), (x + inward, y), (x + 2 * inward, y), (x, y + down), (x, y + 2 * down)]
            canvas.pencil.point(corner, fill=1)


def _draw_mark(canvas: Canvas, x: int, y: int, mark: LineSign) -> None:
    """A marker around this middle; one that was just put is dark in a light field."""
    icon = _mark_icon(mark)
    if icon is None:
        canvas.pencil.point((x, y), fill=1)
        return
    left, top = x - icon.width // 2, y - icon.height // 2
    if mark.is_new:
        canvas.pencil.rectangle((left - 1, top - 1, left + icon.width, top + icon.height), fill=1)
    canvas.icon(left, top, icon, ink=int(not mark.is_new))


def _mark_icon(mark: LineSign) -> Icon | None:
    return {"check": _CHECK, "minus": _MINUS}.get(mark.sign) or SIGNS.get(mark.sign)


def _draw_below_words(canvas: Canvas, screen: Grid) -> int:
    """The open cards and the diagonals' markers in the last rows; returns how many lines are left above them."""
    room, top = _PANEL_LINES, _LAST_TOP
    if screen.hand:
        for number, card in enumerate(screen.hand[:_MOST_OPEN]):
            _draw_card(canvas, PANEL_LEFT + number * _ROW_PITCH, top, card)
        room, top = room - 1, top - _ROW_PITCH - 1
    if screen.diagonals:
        _draw_diagonals(canvas, screen.diagonals, top)
        room -= 1
    return room


def _draw_words(canvas: Canvas, screen: Grid, room: int) -> None:
    """What to do, what stands under the cursor, and what happened, which comes before what to do."""
    title = wrap(screen.title, PANEL_WIDTH, room)
    name = wrap(screen.name, PANEL_WIDTH, 2, Face.BOLD) if screen.name else []
    line = wrap(screen.line, PANEL_WIDTH, max(1, room - len(name))) if screen.line else []
    if len(title) + len(name) + len(line) > room:
        title = []
    faces = [Face.TEXT] * len(title) + [Face.BOLD] * len(name) + [Face.TEXT] * len(line)
    for number, (text, face) in enumerate(zip([*title, *name, *line], faces, strict=True)):
        canvas.text(PANEL_LEFT, _FIRST_BASELINE + number * LINE_PITCH, text, face, limit=PANEL_WIDTH)


def _draw_diagonals(canvas: Canvas, marks: tuple[LineSign, ...], top: int) -> None:
    for number, (arrow, mark) in enumerate(zip((_FALLING, _RISING), marks, strict=True)):
        x = PANEL_LEFT + number * (PANEL_WIDTH // 2)
        canvas.icon(x, top + 1, arrow)
        _draw_mark(canvas, x + arrow.width + 7, top + 4, mark)


def _rows_in_words(screen: Grid) -> list[str]:
    """The cards row by row with the row's marker behind them, the columns' markers below."""
    cards = [
        f"{card.digit}{card.letter.lower() if card.is_light else card.letter}" if card else "·" for card in screen.cards
    ]
    if screen.cursor is not None:
        cards[screen.cursor] = f">{cards[screen.cursor]}"
    rows = [
        " ".join([*cards[number * screen.size : (number + 1) * screen.size], _MARKS_IN_WORDS.get(mark.sign, mark.sign)])
        for number, mark in enumerate(screen.rows)
    ]
    ends = [_MARKS_IN_WORDS.get(mark.sign, mark.sign) or "·" for mark in (*screen.columns, *screen.diagonals)]
    return [row.rstrip() for row in (*rows, " ".join(ends))]
