"""Letters in pixels: measuring, shortening, wrapping and drawing text in the bundled DejaVu Sans.

Pillow sets one-bit text unevenly: some letters grow together ("rf", "ÄÖ"), others fall apart ("Wa"). So each letter is
taken from the font once and set by us, with the same gap between any two. What is measured is exactly what is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from importlib.resources import as_file, files

from PIL import Image, ImageDraw, ImageFont

ASCENT = 9  # rows above the baseline at 10 px, dots of Ä, Ö and Ü included
DESCENT = 2  # rows below the baseline at 10 px
LINE_PITCH = 12  # ascent, descent and one dark row

ELLIPSIS = "…"
_DOTTED_CAPITALS = frozenset("ÄÖÜÀÁÂÃÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÙÚÛÝŠŽ")
_NO_CHARACTER = "\uffff"  # never assigned, so every font answers with its .notdef box


class Face(Enum):
    """The cuts in use: file and size in pixels."""

    TEXT = ("DejaVuSans.ttf", 10)
    BOLD = ("DejaVuSans-Bold.ttf", 10)
    NAME = ("DejaVuSans-Bold.ttf", 16)
    BIG = ("DejaVuSans-Bold.ttf", 23)  # for figures: at 24, FreeType 2.12 and 2.14 differ in some pixels


@dataclass(frozen=True, slots=True)
class Glyph:
    """One letter: its ink, where the ink starts from the pen and the baseline, and how far the pen moves."""

    ink: Image.Image | None
    left: int
    top: int
    advance: int


@lru_cache(maxsize=len(Face))
def _font(face: Face) -> ImageFont.FreeTypeFont:
    name, size = face.value
    with as_file(files("device.screens") / "fonts" / name) as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def glyph(face: Face, letter: str) -> Glyph:
    """The pixels of one letter, and where they stand."""
    font = _font(face)
    size = face.value[1]
    picture = Image.new("1", (4 * size, 4 * size))
    pencil = ImageDraw.Draw(picture)
    pencil.fontmode = "1"
    pencil.text((size, 2 * size), letter, font=font, fill=1, anchor="ls")
    advance = round(font.getlength(letter))
    box = picture.getbbox()
    if box is None:
        return Glyph(None, 0, 0, advance)
    return Glyph(picture.crop(box), box[0] - size, box[1] - 2 * size, advance)


def has_letter(face: Face, letter: str) -> bool:
    """Whether the font can draw this letter, so that no empty box is shown in its place."""
    missing, found = glyph(face, _NO_CHARACTER), glyph(face, letter)
    if found.ink is None or missing.ink is None:
        return letter.isspace()
    return found.ink.size != missing.ink.size or found.ink.tobytes() != missing.ink.tobytes()


def has_dotted_capital(text: str) -> bool:
    """Whether the text needs the two rows above the capital letters."""
    return not _DOTTED_CAPITALS.isdisjoint(text)


def _letter_gap(face: Face) -> int:
    """Dark columns between two letters, even for all of them as in a typeface made for pixels."""
    return 1 if face.value[1] < 16 else 2


@lru_cache(maxsize=512)
def _set(face: Face, text: str) -> tuple[tuple[tuple[int, Glyph], ...], int]:
    """The place of each inked letter from the left, and the width up to the last ink."""
    placed: list[tuple[int, Glyph]] = []
    right, blank = 0, 0
    for letter in text:
        sign = glyph(face, letter)
        if sign.ink is not None:
            x = right + blank
            placed.append((x, sign))
            right, blank = x + sign.ink.width, _letter_gap(face)
        elif placed:
            blank += sign.advance
    return tuple(placed), right


def width(text: str, face: Face = Face.TEXT) -> int:
    """How many pixels wide the text is drawn."""
    return _set(face, text)[1]


def draw(picture: Image.Image, x: int, baseline: int, text: str, face: Face = Face.TEXT, ink: int = 1) -> None:
    """Draw the text with its first ink at `x`; `baseline` is the first row below letters without descender."""
    pencil = ImageDraw.Draw(picture)
    for offset, sign in _set(face, text)[0]:
        if sign.ink is not None:
            pencil.bitmap((x + offset, baseline + sign.top), sign.ink, fill=ink)


def shorten(text: str, limit: int, face: Face = Face.TEXT) -> str:
    """The text, cut and ended with "…" if it is wider than `limit` pixels."""
    if width(text, face) <= limit:
        return text
    for end in range(len(text) - 1, 0, -1):
        short = text[:end].rstrip(" ,.:;–-") + ELLIPSIS
        if width(short, face) <= limit:
            return short
    return ""


def wrap(text: str, limit: int, lines: int, face: Face = Face.TEXT) -> list[str]:
    """The text in at most `lines` lines of `limit` pixels, broken between words.

    A word wider than a line is broken inside; text beyond the last line ends in "…".
    """
    wrapped = [line for paragraph in text.split("\n") for line in _wrap_paragraph(paragraph, limit, face)]
    if len(wrapped) <= lines:
        return wrapped
    rest = " ".join(wrapped[lines - 1 :])
    return [*wrapped[: lines - 1], shorten(rest, limit, face)]


def _wrap_paragraph(text: str, limit: int, face: Face) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width(longer, face) <= limit:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while width(line, face) > limit:
            cut = next((n for n in range(len(line) - 1, 1, -1) if width(line[:n], face) <= limit), 1)
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line or not lines else lines
