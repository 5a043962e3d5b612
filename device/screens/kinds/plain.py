"""Screens of words: messages, the cover that hides everything, a sign's dots, and a code to note for a phone, too."""

from __future__ import annotations

from device.screens import icons
from device.screens.canvas import FIRST_BASELINE, Canvas
from device.screens.content import Code, Cover, Message, SignEntry
from device.screens.places import CODE_LEFT, COVER_WIDTH, HEIGHT, ROOMS, TEXT_WIDTH, WIDTH, Place
from device.screens.typeface import LINE_PITCH, Face, width, wrap

_BODY_LINES = 4
SQUARE = 2  # pixels of one square of the code
_CLEAR = 7  # pixels that must be left free around it: a little less than the four squares a printed one has
_DOT, _DOT_PITCH, _DOT_TOP = 7, 16, 37  # pixels of a press of a sign


def draw_message(canvas: Canvas, screen: Message) -> None:
    """Heading and body; the footer only where the body leaves the last line free, since the body matters more."""
    canvas.heading(screen.title, is_warning=screen.is_warning)
    lines = wrap(screen.body, TEXT_WIDTH, _BODY_LINES)
    room = _BODY_LINES if not screen.footer or len(lines) == _BODY_LINES else _BODY_LINES - 1
    # One or two lines alone stand in the middle of the free room.
    spare = (room - len(lines)) * LINE_PITCH // 2
    canvas.lines(lines, FIRST_BASELINE + spare)
    if room < _BODY_LINES:
        canvas.footer(screen.footer)


def draw_cover(canvas: Canvas, screen: Cover) -> None:
    """Nothing but a raised hand, a name and what to do."""
    edge = (WIDTH - COVER_WIDTH) // 2
    canvas.frame(0, 0, WIDTH - 1, HEIGHT - 1)
    left = edge + icons.HAND.width + 3
    room = WIDTH - edge - left
    face = next((face for face in (Face.NAME, Face.BOLD) if width(screen.player, face) <= room), None)
    if face is None:  # a name that needs the whole width comes before the picture
        left, face = edge, Face.TEXT
    else:
        canvas.icon(edge, 4, icons.HAND)
    canvas.text_centred(19 if face is Face.NAME else 17, screen.player, face, left=left, right=WIDTH - edge)
    lines = wrap(screen.body, COVER_WIDTH, 2)
    first = 35 if len(lines) == 2 else 40
    canvas.lines(lines, first, is_centred=True)
    canvas.text_centred(59, screen.footer, Face.BOLD)


def draw_sign_entry(canvas: Canvas, screen: SignEntry) -> None:
    """Whose sign it is, and a dot for every press: filled for those that were made."""
    canvas.heading(screen.title)
    face = next((face for face in (Face.NAME, Face.BOLD) if width(screen.player, face) <= TEXT_WIDTH), Face.TEXT)
    canvas.text_centred(30, screen.player, face)
    left = (WIDTH - _DOT_PITCH * (screen.most - 1) - _DOT) // 2
    for number in range(screen.most):
        x = left + _DOT_PITCH * number
        corners = (x, _DOT_TOP, x + _DOT - 1, _DOT_TOP + _DOT - 1)
        canvas.pencil.ellipse(corners, fill=1 if number < screen.pressed else 0, outline=1)
    canvas.footer(screen.footer)


def draw_code(canvas: Canvas, screen: Code) -> None:
    """The words as high as they need, and a light field with the code in it."""
    room = ROOMS[Place.BESIDE_CODE]
    lines = wrap(screen.body, room.width, room.lines)
    spare = (room.lines - len(lines)) * LINE_PITCH // 2
    canvas.lines(lines, FIRST_BASELINE - LINE_PITCH + spare)
    canvas.pencil.rectangle((CODE_LEFT, 0, WIDTH - 1, HEIGHT - 1), fill=1)
    squares = squares_of(screen.code)
    left = CODE_LEFT + (WIDTH - CODE_LEFT - SQUARE * len(squares)) // 2
    top = (HEIGHT - SQUARE * len(squares)) // 2
    for row, line in enumerate(squares):
        for column, is_dark in enumerate(line):
            if is_dark:
                x, y = left + SQUARE * column, top + SQUARE * row
                canvas.pencil.rectangle((x, y, x + SQUARE - 1, y + SQUARE - 1), fill=0)


def squares_of(code: str) -> list[list[bool]]:
    """The squares of the code, dark or light; capital letters and digits take the fewest."""
    import segno  # only where a code is shown

    squares = [[bool(square) for square in row] for row in segno.make_qr(code.upper(), error="l").matrix]
    if SQUARE * len(squares) + 2 * _CLEAR > HEIGHT:
        raise ValueError(f"a code of {len(code)} letters is too long for this display")
    return squares


def fits_as_code(code: str) -> bool:
    """Whether this can be shown as a code at all."""
    try:
        squares_of(code)
    except ValueError:
        return False
    return True
