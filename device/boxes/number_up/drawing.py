"""Number UP drawn small: the cards in their grid, what every line is worth at its rims, and what the game stands at.

While cards are laid the grid fills the display: each card as its digit and the first two letters of its colour (those
of a light green or light blue one in a light field), the columns' markers above them, the rows' at their right, the
newest card large, points, target and cards left beside it, and one line of words below. Where the device asks
something, words take the right half, and the grid beside them has its digits only: the card in question is named.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.boxes.number_up.marks import LineSign, draw_mark, draw_mark_after, mark_in_words
from device.screens.canvas import Canvas
from device.screens.icons import drawn
from device.screens.of_games import GameScreen
from device.screens.places import MARGIN, PANEL_LEFT, PANEL_WIDTH, TEXT_WIDTH
from device.screens.small import SMALL_HEIGHT, draw_small, small_width
from device.screens.typeface import LINE_PITCH, Face, width, wrap

_DIGITS = {
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
    "?": ".##. #..# ...# ..#. .#.. .... .#..",
}
DIGITS = {digit: drawn(art) for digit, art in _DIGITS.items()}
_DIGIT_WIDTH, _DIGIT_HEIGHT = 4, 7
_LETTERS_LEFT = 5  # from the left of a card's digit to its letters
_LETTERS_TOP = _DIGIT_HEIGHT - SMALL_HEIGHT
_LETTERS_WIDTH = 7
_CARD_WIDTH = _LETTERS_LEFT + _LETTERS_WIDTH
_CARD_PITCH = 19  # of the open cards in the last line
_MOST_OPEN = 5
_START = drawn("### #.# ###")
_CARDS_LEFT = drawn("..##### ..#...# ###...# #.#...# #.##### #...#.. #####..")

_LINE_BASELINE = 62
_SIDE_LEFT = 103  # of the figures beside the grid
_SIDE_RIGHT = 127
_PANEL_LINES = 5
_FIRST_BASELINE = 10


@dataclass(frozen=True, slots=True)
class CardSign:
    """A number card drawn small: its digit, two letters for its colour, and whether that is the light one of two."""

    digit: str
    letter: str
    is_light: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player decides by: points if the game ended now, what the next medal takes, places still free."""

    points: int
    target: int
    places_left: int


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
    goal: str = ""  # how far it is to the next medal; told while there is nothing else to say
    name: str = ""  # what stands under the cursor, in words
    standing: Standing | None = None
    newest: int | None = None  # the card that was laid last
    cursor: int | None = None
    is_blinking: bool = False  # the card under the cursor is in the dark half of its blink

    @property
    def is_asking(self) -> bool:
        """Whether words come before figures: something is asked, nothing lies there yet, or the line is long."""
        is_long = width(self.line) > TEXT_WIDTH
        return self.cursor is not None or bool(self.name) or is_long or not any(self.cards)

    def draw(self, canvas: Canvas) -> None:
        if self.is_asking:
            draw_asking(canvas, self)
        else:
            draw_playing(canvas, self)

    def lines(self) -> list[str]:
        return [self.title, self.name, self.line, self.goal, *_rows_in_words(self), *_standing_in_words(self)]


@dataclass(frozen=True, slots=True)
class _Size:
    """Measures of the grid, in pixels from card to card."""

    across: int
    down: int
    top: int


_PLAYING = {5: _Size(across=18, down=9, top=9), 6: _Size(across=15, down=8, top=7)}
_ASKING = {5: _Size(across=12, down=11, top=9), 6: _Size(across=10, down=9, top=9)}
_EMPTY = {5: _Size(across=12, down=9, top=9), 6: _Size(across=10, down=8, top=7)}  # with a line below
_ROWS_GAP = 2  # from the last column to the rows' markers


# --- while cards are laid ----------------------------------------------------------------------------------------


def draw_playing(canvas: Canvas, screen: Grid) -> None:
    """The grid with its letters and rims, the figures at the right, one line of words or the open cards below."""
    size = _PLAYING[screen.size]
    for cell, card in enumerate(screen.cards):
        x, y = _corner(cell, screen, size)
        if card is None:
            _draw_free(canvas, x + _DIGIT_WIDTH + 1, y + _DIGIT_HEIGHT // 2, is_start=cell in screen.starts)
        else:
            _draw_card(canvas, x, y, card, is_newest=cell == screen.newest)
    _draw_rims(canvas, screen, size, _CARD_WIDTH)
    _draw_side(canvas, screen)
    if screen.hand and not screen.line:
        for number, card in enumerate(screen.hand[:_MOST_OPEN]):
            _draw_card(canvas, MARGIN + number * _CARD_PITCH, _LINE_BASELINE - _DIGIT_HEIGHT, card)
    else:
        canvas.text(MARGIN, _LINE_BASELINE, screen.line or screen.goal or screen.title)


def _corner(cell: int, screen: Grid, size: _Size) -> tuple[int, int]:
    """Where the drawing of a place begins."""
    row, col = divmod(cell, screen.size)
    return 2 + col * size.across, size.top + row * size.down


def _draw_card(canvas: Canvas, x: int, y: int, card: CardSign, *, is_newest: bool = False) -> None:
    """Digit and letters; the newest card's digit and the letters of a light colour stand dark in a light field."""
    if is_newest:
        canvas.pencil.rectangle((x - 1, y - 1, x + _DIGIT_WIDTH, y + _DIGIT_HEIGHT), fill=1)
    canvas.icon(x, y, DIGITS.get(card.digit, DIGITS["?"]), ink=int(not is_newest))
    left, top = x + _LETTERS_LEFT + int(card.is_light or is_newest), y + _LETTERS_TOP
    if card.is_light:
        canvas.pencil.rectangle((left - 1, top - 1, left + small_width(card.letter), top + SMALL_HEIGHT), fill=1)
    draw_small(canvas, left, top, card.letter, ink=int(not card.is_light))


def _draw_side(canvas: Canvas, screen: Grid) -> None:
    """The newest card twice as large, the points, what the next medal takes, free places, and the diagonals."""
    if screen.newest is not None and (card := screen.cards[screen.newest]) is not None:
        _draw_large(canvas, card)
    if screen.standing is not None:
        canvas.text_centred(29, str(screen.standing.points), Face.NAME, left=_SIDE_LEFT, right=_SIDE_RIGHT)
        if screen.standing.target:
            canvas.text_centred(39, f"/{screen.standing.target}", left=_SIDE_LEFT, right=_SIDE_RIGHT)
        left = str(screen.standing.places_left)
        x = _SIDE_LEFT + (_SIDE_RIGHT - _SIDE_LEFT - _CARDS_LEFT.width - 2 - width(left)) // 2
        canvas.icon(x, 41, _CARDS_LEFT)
        canvas.text(x + _CARDS_LEFT.width + 2, 48, left)
    for number, mark in enumerate(screen.diagonals):
        draw_mark_after(canvas, _SIDE_LEFT - 1 + 13 * number, 50, mark, is_rising=number == 1)


def _draw_large(canvas: Canvas, card: CardSign) -> None:
    """A card as large as two rows."""
    small = Canvas()
    _draw_card(small, 1, 0, card)
    across, down = _CARD_WIDTH + 1, _DIGIT_HEIGHT + 1  # with the rim of a light field
    picture = small.picture.crop((1, 0, 1 + across, down)).resize((2 * across, 2 * down))
    canvas.picture.paste(picture, (_SIDE_LEFT - 1, 0))


# --- while something is asked ------------------------------------------------------------------------------------


def draw_asking(canvas: Canvas, screen: Grid) -> None:
    """The grid's digits and rims at the left, the words at the right."""
    is_empty = not any(screen.cards)
    size = _EMPTY[screen.size] if is_empty else _ASKING[screen.size]
    for cell, card in enumerate(screen.cards):
        x, y = _corner(cell, screen, size)
        is_here = cell == screen.cursor
        if card is None:
            _draw_free(canvas, x + _DIGIT_WIDTH // 2, y + _DIGIT_HEIGHT // 2, is_start=cell in screen.starts)
        elif not (is_here and screen.is_blinking):
            canvas.icon(x, y, DIGITS.get(card.digit, DIGITS["?"]))
        if is_here:
            canvas.pencil.rectangle((x - 2, y - 2, x + _DIGIT_WIDTH + 1, y + _DIGIT_HEIGHT + 1), outline=1)
    _draw_rims(canvas, screen, size, _DIGIT_WIDTH)
    title = wrap(screen.title, PANEL_WIDTH, _PANEL_LINES)
    name = wrap(screen.name, PANEL_WIDTH, 2, Face.BOLD) if screen.name else []
    line = wrap(screen.line, PANEL_WIDTH, max(1, _PANEL_LINES - len(name))) if screen.line else []
    if len(title) + len(name) + len(line) > _PANEL_LINES:
        title = []  # what happened comes before what to do
    told = [*((text, Face.TEXT) for text in title), *((text, Face.BOLD) for text in name)]
    told += [(text, Face.TEXT) for text in line]
    for number, (text, face) in enumerate(told):
        canvas.text(PANEL_LEFT, _FIRST_BASELINE + number * LINE_PITCH, text, face, limit=PANEL_WIDTH)
    if is_empty and len(told) < _PANEL_LINES:
        canvas.text_centred(_LINE_BASELINE, screen.goal)


# --- both --------------------------------------------------------------------------------------------------------


def _draw_rims(canvas: Canvas, screen: Grid, size: _Size, wide: int) -> None:
    """What lies above the columns and behind the rows, around the middle of each."""
    right = 2 + (screen.size - 1) * size.across + wide + _ROWS_GAP
    for number, mark in enumerate(screen.columns):
        draw_mark(canvas, 2 + number * size.across + wide // 2, 1, mark, room=size.across)
    for number, mark in enumerate(screen.rows):
        draw_mark(canvas, right + 5, size.top + number * size.down + 1, mark)


def _draw_free(canvas: Canvas, x: int, y: int, *, is_start: bool) -> None:
    """A free place: a dot, on the start card a small square."""
    if is_start:
        canvas.icon(x - 1, y - 1, _START)
    else:
        canvas.pencil.point((x, y), fill=1)


# --- in words ----------------------------------------------------------------------------------------------------


def _rows_in_words(screen: Grid) -> list[str]:
    """The columns' markers, then the cards row by row with the row's marker behind them."""
    cards = [
        f"{card.digit}{card.letter.lower() if card.is_light else card.letter}" if card else "·" for card in screen.cards
    ]
    if screen.cursor is not None:
        cards[screen.cursor] = f">{cards[screen.cursor]}"
    rows = [
        " ".join([*cards[number * screen.size : (number + 1) * screen.size], mark_in_words(mark)])
        for number, mark in enumerate(screen.rows)
    ]
    ends = [mark_in_words(mark) or "·" for mark in (*screen.columns, *screen.diagonals)]
    return [row.rstrip() for row in (" ".join(ends), *rows)]


def _standing_in_words(screen: Grid) -> list[str]:
    """Points and the next target, as they stand beside the grid."""
    if screen.standing is None or screen.is_asking:
        return []
    target = f"/{screen.standing.target}" if screen.standing.target else ""
    return [f"{screen.standing.points}{target}, [] {screen.standing.places_left}"]
