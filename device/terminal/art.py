"""The OLED as lines of text: half blocks where there is room for all pixels, braille dots where there is less."""

from __future__ import annotations

import textwrap
from enum import Enum

from PIL import Image

from device.screens.places import HEIGHT, WIDTH

_FRAME = 2  # one sign on either side

# The dots of a braille sign in the order of their bits: column, row.
_BRAILLE_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
_BRAILLE_START = 0x2800
_HALVES: dict[tuple[bool, ...], str] = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


class Fits(Enum):
    """How the OLED fits a terminal; the values are the columns and rows it takes, frame included."""

    BLOCKS = (WIDTH + _FRAME, HEIGHT // 2 + _FRAME)
    BRAILLE = (WIDTH // 2 + _FRAME, HEIGHT // 4 + _FRAME)
    TOO_SMALL = (0, 0)

    @classmethod
    def of(cls, columns: int, rows: int) -> Fits:
        """The best way for a terminal of this size.

        >>> Fits.of(80, 24)
        <Fits.BRAILLE: (66, 18)>
        """
        return next(fit for fit in cls if columns >= fit.value[0] and rows >= fit.value[1])


def draw(picture: Image.Image, columns: int, rows: int, too_small: str = "") -> str:
    """The picture in a frame, as lines that fit `columns` x `rows`; where it does not fit, the sentence instead."""
    match Fits.of(columns, rows):
        case Fits.BLOCKS:
            return _framed(_half_blocks(picture))
        case Fits.BRAILLE:
            return _framed(_braille(picture))
        case Fits.TOO_SMALL:
            return "\n".join(textwrap.wrap(too_small, max(1, columns))[: max(0, rows)])


def _half_blocks(picture: Image.Image) -> list[str]:
    rows = _lit_rows(picture)
    return ["".join(_HALVES[pair] for pair in zip(*rows[y : y + 2], strict=True)) for y in range(0, len(rows), 2)]


def _braille(picture: Image.Image) -> list[str]:
    rows = _lit_rows(picture)
    return ["".join(_braille_sign(rows, x, y) for x in range(0, len(rows[0]), 2)) for y in range(0, len(rows), 4)]


def _lit_rows(picture: Image.Image) -> list[list[bool]]:
    grey = picture.convert("L").tobytes()
    return [
        [value > 127 for value in grey[start : start + picture.width]] for start in range(0, len(grey), picture.width)
    ]


def _braille_sign(rows: list[list[bool]], x: int, y: int) -> str:
    bits = sum(1 << bit for bit, (dx, dy) in enumerate(_BRAILLE_DOTS) if rows[y + dy][x + dx])
    # Some fonts draw the empty braille sign as eight rings, so a plain space takes its place.
    return chr(_BRAILLE_START + bits) if bits else " "


def _framed(lines: list[str]) -> str:
    rule = "─" * len(lines[0])
    return "\n".join((f"╭{rule}╮", *(f"│{line}│" for line in lines), f"╰{rule}╯"))
