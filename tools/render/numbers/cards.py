"""Number cards as flat pictures, in many printings: which colours, which letters, which layout."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tools.render.numbers.fonts import font_files

HEIGHT = 300  # pixels of a card's picture
Colour = tuple[int, int, int]  # R, G, B as Pillow draws

# What the colours' names mean, in the picture's own levels; every deck differs a little from this.
COLOURS: dict[str, Colour] = {
    "red": (200, 36, 44),
    "orange": (236, 124, 36),
    "yellow": (244, 210, 44),
    "light_green": (140, 196, 62),
    "dark_green": (26, 102, 60),
    "light_blue": (86, 184, 224),
    "dark_blue": (42, 60, 142),
    "purple": (120, 56, 140),
}
VARIETY_TO_MEASURE = 1.5  # decks to measure with differ more from these than those to learn from
OTHER_MARKS = ("7", "8", "0", "A", "K", "Q", "B", "S", "M", "W", "?", "+", "X", "T", "R", "N", "10", "#")


class Printing(Enum):
    """Where the colour of a card is printed."""

    INK_ON_LIGHT = "coloured digit on light paper"
    INK_ON_DARK = "coloured digit on dark paper"
    LIGHT_ON_COLOUR = "light digit on a coloured card"
    DARK_ON_COLOUR = "dark digit on a coloured card"
    DISC_ON_LIGHT = "light digit on a coloured disc, light paper"
    DISC_ON_DARK = "dark digit on a coloured disc, dark paper"


@dataclass(frozen=True, slots=True)
class Deck:
    """One printing of the cards. Lengths in card heights."""

    printing: Printing
    font: Path
    colours: dict[str, Colour]
    light: Colour
    dark: Colour
    aspect: float  # width of a card
    digit_height: float
    rim: float = 0.0  # unprinted border of a coloured card
    corner_radius: float = 0.04
    band: float = 0.0  # coloured bars at top and bottom
    frame: float = 0.0  # a coloured line along the border
    index_height: float = 0.0  # small digits in the corners
    index_count: int = 2
    bold: float = 0.0  # thickening of the digit
    outline: float = 0.0  # a dark line around the digit, shifted like a shadow
    ellipse: bool = False
    underlined: bool = False  # the 6 has a bar below
    shade: float = 0.0  # how far a drawn shadow reaches from the outlined digit
    shade_angle: float = 45.0  # degrees clockwise from right
    has_field: bool = False  # a coloured card with a slanted light field, on which the digit has the card's colour


def any_deck(rng: np.random.Generator, kept_back: bool, printing: Printing | None = None) -> Deck:
    """A printing nobody has made yet."""
    fonts = font_files(kept_back)
    kinds = list(Printing)
    printing = printing or kinds[rng.choice(len(kinds), p=(0.27, 0.25, 0.27, 0.07, 0.08, 0.06))]
    is_full = printing in (Printing.LIGHT_ON_COLOUR, Printing.DARK_ON_COLOUR)
    has_disc = printing in (Printing.DISC_ON_LIGHT, Printing.DISC_ON_DARK)
    paper = int(rng.integers(222, 252))
    soot = int(rng.integers(18, 58))
    return Deck(
        printing=printing,
        font=fonts[rng.integers(len(fonts))],
        colours=any_colours(rng, VARIETY_TO_MEASURE if kept_back else 1.0),
        light=(paper, paper - int(rng.integers(0, 6)), paper - int(rng.integers(0, 16))),
        dark=(soot, soot + int(rng.integers(-4, 5)), soot + int(rng.integers(-4, 9))),
        aspect=float(rng.uniform(0.6, 0.78) if rng.random() < 0.85 else rng.uniform(0.78, 1.0)),
        digit_height=float(rng.uniform(0.24, 0.4) if has_disc else rng.uniform(0.27, 0.56)),
        rim=float(rng.uniform(0.015, 0.06)) if is_full and rng.random() < 0.7 else 0.0,
        corner_radius=float(rng.uniform(0, 0.08)),
        band=float(rng.uniform(0.02, 0.07)) if not is_full and rng.random() < 0.3 else 0.0,
        frame=float(rng.uniform(0.01, 0.03)) if not is_full and rng.random() < 0.4 else 0.0,
        index_height=float(rng.uniform(0.07, 0.16)) if rng.random() < 0.65 else 0.0,
        index_count=int(rng.choice([2, 2, 2, 4])),
        bold=float(max(0.0, rng.normal(0, 0.012))),
        outline=float(rng.uniform(0.006, 0.018)) if is_full and rng.random() < 0.35 else 0.0,
        ellipse=bool(is_full and rng.random() < 0.2),
        underlined=bool(rng.random() < 0.2),
    )


def with_drawn_shadow(deck: Deck, rng: np.random.Generator) -> Deck:
    """The same deck with a dark edge and a drawn shadow about its digits, as cards in shops and comics have them."""
    kinds = (Printing.LIGHT_ON_COLOUR, Printing.LIGHT_ON_COLOUR, Printing.INK_ON_LIGHT)
    printing = kinds[rng.integers(len(kinds))]
    return replace(
        deck,
        printing=printing,
        digit_height=float(rng.uniform(0.32, 0.56)),
        outline=float(rng.uniform(0.006, 0.02)),
        shade=float(rng.uniform(0.008, 0.05)),
        shade_angle=float(rng.choice([45, 135, 225]) + rng.normal(0, 15)),
        bold=float(rng.uniform(0.0, 0.02)),
        ellipse=printing is Printing.LIGHT_ON_COLOUR and bool(rng.random() < 0.5),
        has_field=printing is Printing.LIGHT_ON_COLOUR and bool(rng.random() < 0.35),
    )


def chips_like(deck: Deck, rng: np.random.Generator) -> Deck:
    """Round counters with a number each, as they lie beside the rows."""
    tone = tuple(int(part) for part in rng.integers(20, 240, 3))
    return replace(
        deck,
        printing=Printing.LIGHT_ON_COLOUR if sum(tone) < 400 else Printing.DARK_ON_COLOUR,
        colours=dict.fromkeys(COLOURS, (tone[0], tone[1], tone[2])),
        aspect=1.0,
        corner_radius=0.5,
        rim=0.0,
        digit_height=float(rng.uniform(0.4, 0.6)),
        index_height=0.0,
        ellipse=False,
    )


def any_colours(rng: np.random.Generator, variety: float = 1.0) -> dict[str, Colour]:
    """The eight colours as one printer sees them; none of them such that everybody would call it by another's name."""
    while True:
        colours = mixed_colours(rng, variety)
        away = np.linalg.norm(as_lab(colours.values())[:, None] - as_lab(COLOURS.values()), axis=2)
        if (away.argmin(axis=1) == np.arange(len(COLOURS))).all():
            return colours


def as_lab(colours: Iterable[Colour]) -> NDArray[np.float32]:
    """(colours, 3): lightness, a and b."""
    levels = np.array([list(colours)], np.float32) / 255
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_RGB2Lab)[0], np.float32)


def mixed_colours(rng: np.random.Generator, variety: float) -> dict[str, Colour]:
    """The eight colours, all a little shifted together, each a little by itself."""
    together = rng.normal(0, (2.5, 0.05, 0))
    colours = {}
    for name, lab in zip(COLOURS, as_lab(COLOURS.values()), strict=True):
        lightness = float(np.clip(lab[0] + together[0] + rng.normal(0, 3.0 * variety), 12, 92))
        chroma = float(np.hypot(lab[1], lab[2])) * float(1 + together[1] + rng.normal(0, 0.07 * variety))
        hue = float(np.arctan2(lab[2], lab[1]) + np.deg2rad(rng.normal(0, 4.0 * variety)))
        mixed = np.array([[[lightness, chroma * np.cos(hue), chroma * np.sin(hue)]]], np.float32)
        red, green, blue = np.clip(cv2.cvtColor(mixed, cv2.COLOR_Lab2RGB)[0, 0] * 255, 0, 255)
        colours[name] = (int(red), int(green), int(blue))
    return colours


def draw_card(deck: Deck, mark: str, colour: str) -> NDArray[np.uint8]:
    """One card's front, (HEIGHT, width, 4) R, G, B and how far it covers the table."""
    width = round(HEIGHT * deck.aspect)
    ink = deck.colours[colour]
    is_full = deck.printing in (Printing.LIGHT_ON_COLOUR, Printing.DARK_ON_COLOUR)
    is_dark = deck.printing in (Printing.INK_ON_DARK, Printing.DISC_ON_DARK)
    card = Image.new("RGB", (width, HEIGHT), deck.light if not is_dark else deck.dark)
    pen = ImageDraw.Draw(card)
    if is_full:
        rim = round(deck.rim * HEIGHT)
        pen.rounded_rectangle((rim, rim, width - 1 - rim, HEIGHT - 1 - rim), rim, fill=ink)
        if deck.ellipse or deck.has_field:
            draw_ellipse(card, deck)
    if deck.band:
        band = round(deck.band * HEIGHT)
        pen.rectangle((0, 0, width, band), fill=ink)
        pen.rectangle((0, HEIGHT - band, width, HEIGHT), fill=ink)
    if deck.frame:
        gap, line = round(0.03 * HEIGHT), max(1, round(deck.frame * HEIGHT))
        pen.rounded_rectangle((gap, gap, width - 1 - gap, HEIGHT - 1 - gap), gap, outline=ink, width=line)
    if deck.printing in (Printing.DISC_ON_LIGHT, Printing.DISC_ON_DARK):
        radius = min(0.78 * deck.digit_height * HEIGHT, 0.46 * width)
        pen.ellipse((width / 2 - radius, HEIGHT / 2 - radius, width / 2 + radius, HEIGHT / 2 + radius), fill=ink)
    stroke_colour = {
        Printing.LIGHT_ON_COLOUR: deck.light,
        Printing.DISC_ON_LIGHT: deck.light,
        Printing.DARK_ON_COLOUR: deck.dark,
        Printing.DISC_ON_DARK: deck.dark,
    }.get(deck.printing, ink)
    middle_colour = ink if deck.has_field else stroke_colour
    draw_mark(card, deck, mark, (width / 2, HEIGHT / 2), deck.digit_height * HEIGHT, middle_colour, deck.outline > 0)
    if deck.index_height:
        draw_indices(card, deck, mark, stroke_colour if is_full else ink)
    cover = Image.new("L", (width, HEIGHT))
    ImageDraw.Draw(cover).rounded_rectangle((0, 0, width - 1, HEIGHT - 1), deck.corner_radius * HEIGHT, fill=255)
    return np.dstack([np.asarray(card, np.uint8), np.asarray(cover, np.uint8)])


def draw_mark(
    card: Image.Image,
    deck: Deck,
    mark: str,
    centre: tuple[float, float],
    height: float,
    colour: Colour,
    outlined: bool = False,
) -> None:
    """A digit of that height, centred."""
    font = font_of(deck.font, 100)
    probe = font.getbbox("3")
    high = min(
        height, 0.86 * card.width * (probe[3] - probe[1]) / max(1, font.getbbox(mark)[2] - font.getbbox(mark)[0])
    )
    font = font_of(deck.font, max(6, round(100 * high / max(1, probe[3] - probe[1]))))
    left, top, right, bottom = font.getbbox(mark)
    place = (centre[0] - (left + right) / 2, centre[1] - (top + bottom) / 2)
    pen = ImageDraw.Draw(card)
    bold = round(deck.bold * HEIGHT * height / (deck.digit_height * HEIGHT))
    if outlined:
        line = max(1, round(deck.outline * HEIGHT))
        for right, down in shadow_steps(deck, line):
            shifted = (place[0] + right, place[1] + down)
            pen.text(shifted, mark, deck.dark, font=font, stroke_width=bold + line, stroke_fill=deck.dark)
    pen.text(place, mark, colour, font=font, stroke_width=bold, stroke_fill=colour)
    if mark == "6" and deck.underlined:
        below = centre[1] + (bottom - top) / 2 + 0.1 * high
        half = max(0.0, (right - left) / 2)
        pen.rectangle((centre[0] - half, below, centre[0] + half, below + 0.08 * high), fill=colour)


def shadow_steps(deck: Deck, line: int) -> list[tuple[float, float]]:
    """How far right and down of the digit its dark shape is drawn: once for an outline, in small steps for a shadow."""
    if not deck.shade:
        return [(line * 0.7, line * 0.7)]
    turn, reach = np.deg2rad(deck.shade_angle), deck.shade * HEIGHT
    steps = np.linspace(0.0, reach, 2 + int(reach))
    return [(float(step * np.cos(turn)), float(step * np.sin(turn))) for step in steps]


@functools.lru_cache(maxsize=256)
def font_of(path: Path, size: int) -> ImageFont.FreeTypeFont:
    """A font in one size; opening it takes longer than drawing with it."""
    return ImageFont.truetype(str(path), size)


def draw_indices(card: Image.Image, deck: Deck, mark: str, colour: Colour) -> None:
    """Small digits in the corners; the lower ones stand on their heads."""
    width, high = card.size[0], deck.index_height * HEIGHT
    away = max(deck.rim, deck.band, 0.03 + deck.frame if deck.frame else 0.0) * HEIGHT + high * 0.8
    corners = [(away, away), (width - away, away)][: 1 if deck.index_count == 2 else 2]
    small = card.copy()
    for corner in corners:
        draw_mark(small, deck, mark, corner, high, colour)
    upper = small.crop((0, 0, width, round(away + high)))
    turned = card.rotate(180)
    for corner in corners:
        draw_mark(turned, deck, mark, corner, high, colour)
    lower = turned.crop((0, 0, width, round(away + high))).rotate(180)
    reach = min(round(away + high), HEIGHT)
    half = round(width / 2)
    # Only the corners are taken over: the large digit between them stays as it is.
    corner_width = min(half, round(away + high))
    card.paste(upper.crop((0, 0, corner_width, reach)), (0, 0))
    card.paste(lower.crop((width - corner_width, 0, width, reach)), (width - corner_width, HEIGHT - reach))
    if deck.index_count == 4:
        card.paste(upper.crop((width - corner_width, 0, width, reach)), (width - corner_width, 0))
        card.paste(lower.crop((0, 0, corner_width, reach)), (0, HEIGHT - reach))


def draw_ellipse(card: Image.Image, deck: Deck) -> None:
    """A slanted light ring or field around the middle."""
    width, height = card.size
    picture = np.asarray(card).copy()
    axes = (round(0.36 * width), round(0.44 * height))
    thick = max(2, round(0.015 * height))
    light = tuple(float(part) for part in deck.light)
    if deck.has_field:
        thick = cv2.FILLED
    cv2.ellipse(picture, (width // 2, height // 2), axes, 25, 0, 360, light, thick, cv2.LINE_AA)
    card.paste(Image.fromarray(picture))
