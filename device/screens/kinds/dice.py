"""The dice as they were read: each with its shape, its letters below, and what is to be said about it."""

from __future__ import annotations

from dataclasses import dataclass

from device.screens import shapes
from device.screens.canvas import FOOTER_BASELINE, Canvas
from device.screens.content import DiceSeen
from device.screens.icons import Icon
from device.screens.places import MARGIN, WIDTH
from device.screens.typeface import Face, width

_DIE_TOP = 15
_LETTER_BASELINE = 48


@dataclass(frozen=True, slots=True)
class _Size:
    """Measures of the dice in a row, in pixels."""

    edge: int
    gap: int
    around: int  # from the die out to the cursor's frame
    shapes: dict[str, Icon]
    pip: int
    pip_start: int
    pip_step: int


_LARGE = _Size(edge=21, gap=3, around=2, shapes=shapes.FACES_15, pip=3, pip_start=3, pip_step=6)
_MEDIUM = _Size(edge=17, gap=3, around=2, shapes=shapes.FACES_9, pip=3, pip_start=2, pip_step=5)
_SMALL = _Size(edge=13, gap=2, around=1, shapes=shapes.FACES_9, pip=1, pip_start=3, pip_step=3)
_MOST = 8  # more do not lie in one row
_MOST_BOLD = 6  # with bold letters below them


# Places of the pips in thirds of the die: column, row.
_PIPS = {
    "1": ((1, 1),),
    "2": ((0, 0), (2, 2)),
    "3": ((0, 0), (1, 1), (2, 2)),
    "4": ((0, 0), (2, 0), (0, 2), (2, 2)),
    "5": ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    "6": ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def draw_dice_seen(canvas: Canvas, screen: DiceSeen) -> None:
    """Dice in a row. A thrown one is light, a doubtful one has a broken edge and a "?", the cursor is a frame."""
    canvas.heading(screen.title)
    faces = screen.faces[:_MOST]
    count = len(faces)
    size = _LARGE if count <= 5 else _MEDIUM if count == 6 else _SMALL
    top = _DIE_TOP + (_LARGE.edge - size.edge) // 2
    left = (WIDTH - count * size.edge - (count - 1) * size.gap) // 2
    for number, face in enumerate(faces):
        x = left + number * (size.edge + size.gap)
        is_doubtful = number in screen.doubtful
        is_light = number in screen.thrown and face is not None
        _draw_body(canvas, x, top, size.edge, is_light=is_light, is_broken=is_doubtful or face is None)
        if face is not None and not (is_doubtful and screen.is_blinking):
            _draw_face(canvas, x, top, size, face, _at(screen.letters, number), ink=int(not is_light))
        if number == screen.cursor:
            far = size.edge - 1 + size.around
            canvas.frame(x - size.around, top - size.around, x + far, top + far)
    middles = [left + number * (size.edge + size.gap) + size.edge // 2 for number in range(count)]
    _draw_letters(canvas, screen, middles)
    canvas.text_centred(FOOTER_BASELINE, screen.footer)


def _at(words: tuple[str, ...], number: int) -> str:
    return words[number] if number < len(words) else ""


def _draw_body(canvas: Canvas, x: int, y: int, size: int, *, is_light: bool, is_broken: bool) -> None:
    right, bottom = x + size - 1, y + size - 1
    if is_light:
        canvas.box(x, y, right, bottom)
    else:
        canvas.frame(x, y, right, bottom)
    if is_broken:
        gaps = [step for step in range(size) if step % 4 in (2, 3)]
        canvas.pencil.point([(x + step, edge) for step in gaps for edge in (y, bottom)], fill=0)
        canvas.pencil.point([(edge, y + step) for step in gaps for edge in (x, right)], fill=0)


def _draw_face(canvas: Canvas, x: int, y: int, size: _Size, face: str, letter: str, *, ink: int) -> None:
    shape = size.shapes.get(face)
    if shape is not None:
        canvas.icon(x + (size.edge - shape.width) // 2, y + (size.edge - shape.height) // 2, shape, ink=ink)
    elif face in _PIPS:
        for column, row in _PIPS[face]:
            left, top = x + size.pip_start + column * size.pip_step, y + size.pip_start + row * size.pip_step
            canvas.pencil.rectangle((left, top, left + size.pip - 1, top + size.pip - 1), fill=ink)
    else:
        baseline = y + size.edge // 2 + 4
        canvas.text_centred(baseline, letter or face, Face.BOLD, left=x + 1, right=x + size.edge - 1, ink=ink)


def _draw_letters(canvas: Canvas, screen: DiceSeen, middles: list[int]) -> None:
    """The letters below each die; below the one under the cursor its whole name, to which its neighbours give way."""
    # Where many lie in the row, bold letters of one would run into those of the next.
    face = Face.BOLD if len(middles) <= _MOST_BOLD else Face.TEXT
    taken = (WIDTH, WIDTH)
    if screen.cursor is not None and screen.cursor < len(middles):
        name = _at(screen.names, screen.cursor) + ("?" if screen.cursor in screen.doubtful else "")
        wide = width(name, Face.BOLD)
        left = max(MARGIN, min(middles[screen.cursor] - wide // 2, WIDTH - MARGIN - wide))
        canvas.text(left, _LETTER_BASELINE, name, Face.BOLD)
        taken = (left - 4, left + wide + 4)
    for number, middle in enumerate(middles):
        sign = _at(screen.letters, number) or "·"
        sign += "?" if number in screen.doubtful else ""
        wide = width(sign, face)
        left = middle - wide // 2
        if number != screen.cursor and not (left < taken[1] and left + wide > taken[0]):
            canvas.text(left, _LETTER_BASELINE, sign, face)
