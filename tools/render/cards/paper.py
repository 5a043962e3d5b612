"""An unprinted card, and printing words onto one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 420, 600
FONTS = Path(__file__).parents[3] / "device" / "screens" / "fonts"
SYLLABLES = (
    *("ha", "fen", "stern", "ka", "no", "ne", "raum", "quarz", "me", "dail", "le", "ko", "met", "li", "cht"),
    *("pi", "rat", "ne", "bel", "dock", "fracht", "an", "trieb", "fun", "ke", "zoll"),
)

Colour = tuple[int, int, int]


def paper(colour: Colour) -> NDArray[np.uint8]:
    """An unprinted card of this colour."""
    return np.full((HEIGHT, WIDTH, 3), colour, np.uint8)


def words(seed: int, count: int) -> str:
    """Words of no language, always the same for a number."""
    random = np.random.default_rng(50_000 + seed)
    return " ".join("".join(random.choice(SYLLABLES, int(random.integers(1, 3)))).title() for _ in range(count))


@cache
def font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """The font that also the device's screen uses."""
    return ImageFont.truetype(str(FONTS / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")), size)


def write(
    card: NDArray[np.uint8],
    text: str,
    place: tuple[int, int],
    size: int,
    bold: bool = False,
    ink: Colour = (35, 35, 35),
) -> None:
    """Print text onto the card, its top left at `place`, cut at the card's edge."""
    image = Image.fromarray(card)
    ImageDraw.Draw(image).text(place, text, fill=ink, font=font(size, bold))
    card[:] = np.asarray(image)
