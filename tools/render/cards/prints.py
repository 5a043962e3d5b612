"""Drawing cards of one print: all of a game share paper, frame and layout, and differ in small signs only.

Weapon-like cards differ in a name, an emblem and four digits; plain ones are white paper with a few suit signs. A
design number gives the print; the same number always gives the same one.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.cards.paper import HEIGHT, WIDTH, Colour, font, paper, words, write

DIGITS = 7  # on a tile: 0 to 6
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = 4
PIP_COLUMNS = (0.3, 0.5, 0.7)
PIP_PLACES = {  # of each rank: column and height, as shares of the card
    1: ((1, 0.5),),
    2: ((1, 0.2), (1, 0.8)),
    3: ((1, 0.2), (1, 0.5), (1, 0.8)),
    4: ((0, 0.2), (2, 0.2), (0, 0.8), (2, 0.8)),
    5: ((0, 0.2), (2, 0.2), (1, 0.5), (0, 0.8), (2, 0.8)),
    6: ((0, 0.2), (2, 0.2), (0, 0.5), (2, 0.5), (0, 0.8), (2, 0.8)),
    7: ((0, 0.2), (2, 0.2), (1, 0.35), (0, 0.5), (2, 0.5), (0, 0.8), (2, 0.8)),
    8: ((0, 0.2), (2, 0.2), (1, 0.35), (0, 0.5), (2, 0.5), (1, 0.65), (0, 0.8), (2, 0.8)),
    9: ((0, 0.2), (2, 0.2), (0, 0.4), (2, 0.4), (1, 0.5), (0, 0.6), (2, 0.6), (0, 0.8), (2, 0.8)),
    10: ((0, 0.2), (2, 0.2), (1, 0.3), (0, 0.4), (2, 0.4), (0, 0.6), (2, 0.6), (1, 0.7), (0, 0.8), (2, 0.8)),
}


# --- a name, an emblem and four digits ---


@dataclass(frozen=True, slots=True)
class WeaponPrint:
    """What all weapon-like cards of one game share."""

    ground: Colour
    ink: Colour
    has_frame: bool
    has_ring: bool
    tiles: tuple[Colour, ...]
    places: tuple[tuple[int, int], ...]  # the tiles' middles
    tile: tuple[int, int]  # half their width and height
    digit: int  # its size
    name: int
    emblem: tuple[int, int]  # middle
    reach: int  # the emblem's radius


def weapon_print(design: int) -> WeaponPrint:
    """The print of this number."""
    random = np.random.default_rng(70_000 + design)
    is_dark = bool(random.random() < 0.6)
    grey = float(random.uniform(20, 60) if is_dark else random.uniform(205, 245))
    ground = tuple(int(np.clip(grey + random.uniform(-12, 12), 0, 255)) for _ in range(3))
    ink = (236, 234, 230) if is_dark else (40, 36, 34)
    first = float(random.random())
    tiles = tuple(
        colour_of(first + number / 4, float(random.uniform(0.6, 0.9)), float(random.uniform(0.55, 0.9)))
        for number in range(4)
    )
    places: tuple[tuple[int, int], ...]
    match int(random.integers(3)):
        case 0:
            places, tile = ((118, 395), (302, 395), (118, 512), (302, 512)), (68, 44)
        case 1:
            places, tile = tuple((75 + 90 * number, 480) for number in range(4)), (36, 46)
        case _:
            places, tile = tuple((345, 180 + 105 * number) for number in range(4)), (44, 42)
    is_column = places[0][0] == places[1][0]
    return WeaponPrint(
        (ground[0], ground[1], ground[2]),
        ink,
        bool(random.random() < 0.7),
        bool(random.random() < 0.6),
        tiles,
        places,
        tile,
        int(random.integers(36, 56)),
        int(random.integers(26, 38)),
        (165, 330) if is_column else (WIDTH // 2, 215),
        int(random.integers(62, 88)),
    )


def draw_weapon(design: int, emblem: int, name: int, digits: int) -> NDArray[np.uint8]:
    """A card of this print: an emblem, a name and four digits by their numbers."""
    look = weapon_print(design)
    card = paper(look.ground)
    if look.has_frame:
        cv2.rectangle(card, (20, 20), (WIDTH - 20, HEIGHT - 20), look.ink, 4, cv2.LINE_AA)
    text = words(name, 1 + name % 2)
    wide = round(font(look.name, True).getlength(text))
    write(card, text, (max(30, (WIDTH - wide) // 2), 48), look.name, bold=True, ink=look.ink)
    if look.has_ring:
        cv2.circle(card, look.emblem, look.reach + 14, look.ink, 5, cv2.LINE_AA)
    draw_emblem(card, look.emblem, look.reach, emblem, look.ink)
    for number, ((x, y), colour) in enumerate(zip(look.places, look.tiles, strict=True)):
        across, down = look.tile
        cv2.rectangle(card, (x - across, y - down), (x + across, y + down), colour, -1)
        digit = str(digits // DIGITS**number % DIGITS)
        half = round(font(look.digit, True).getlength(digit)) // 2
        write(card, digit, (x - half, y - round(0.58 * look.digit)), look.digit, bold=True, ink=(250, 250, 250))
    return card


def draw_emblem(card: NDArray[np.uint8], place: tuple[int, int], reach: int, number: int, ink: Colour) -> None:
    """A star or polygon of 3 to 9 points in some turn."""
    random = np.random.default_rng(80_000 + number)
    points = int(random.integers(3, 10))
    inner = float(random.uniform(0.35, 0.8))
    angles = float(random.uniform(0, 2 * np.pi)) + np.arange(2 * points) * np.pi / points
    radii = reach * np.where(np.arange(2 * points) % 2, inner, 1.0)
    corners = np.array(place) + np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii[:, np.newaxis]
    cv2.fillPoly(card, [np.round(corners).astype(np.int32).reshape(-1, 1, 2)], ink, cv2.LINE_AA)


def colour_of(hue: float, saturation: float, brightness: float) -> Colour:
    """Blue, green and red of a hue from 0 to 1."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, saturation, brightness)
    return round(255 * blue), round(255 * green), round(255 * red)


# --- white paper with a few signs ---


@dataclass(frozen=True, slots=True)
class PlainPrint:
    """What all plain cards of one game share."""

    ground: Colour
    inks: tuple[Colour, Colour]  # of suits 0 and 1, and of suits 2 and 3
    pip: int  # half its height
    ace: int
    index: int  # size of the rank in the corner
    index_pip: int
    margin: int
    is_bold: bool
    first_suit: int  # the two taught suits are this one and the next


def plain_print(design: int) -> PlainPrint:
    """The print of this number."""
    random = np.random.default_rng(90_000 + design)
    grey = int(random.integers(232, 254))
    dark = int(random.integers(15, 50))
    index = int(random.integers(36, 62))
    return PlainPrint(
        (grey, grey, min(255, grey + int(random.integers(0, 4)))),
        ((35, 30, int(random.integers(170, 220))), (dark, dark, dark)),
        int(random.integers(24, 34)),
        int(random.integers(26, 84)),
        index,
        int(random.integers(12, 20)),
        int(random.integers(12, 22)),
        bool(random.random() < 0.6),
        int(random.integers(SUITS)),
    )


def draw_plain(design: int, sign: int) -> NDArray[np.uint8]:
    """A card of this print: rank sign % 13 of suit sign // 13, the same upside down."""
    look = plain_print(design)
    rank, kind = sign % len(RANKS), (look.first_suit + sign // len(RANKS)) % SUITS
    ink = look.inks[kind // 2]
    card = paper(look.ground)
    if rank < 10:
        reach = look.ace if rank == 0 else look.pip
        for column, down in PIP_PLACES[rank + 1]:
            place = (round(PIP_COLUMNS[column] * WIDTH), round(down * HEIGHT))
            draw_suit(card, place, reach, kind, ink, is_upside_down=down > 0.55)
    else:
        cv2.rectangle(card, (90, 90), (WIDTH - 90, HEIGHT - 90), ink, 3, cv2.LINE_AA)
        write(card, RANKS[rank], (WIDTH // 2 - 70, HEIGHT // 2 - 110), 190, bold=True, ink=ink)
    write(card, RANKS[rank], (look.margin, look.margin), look.index, bold=look.is_bold, ink=ink)
    low = look.margin + round(1.25 * look.index) + look.index_pip
    draw_suit(card, (look.margin + round(0.34 * look.index), low), look.index_pip, kind, ink)
    corner = card[: low + 2 * look.index_pip, : look.margin + round(1.5 * look.index)][::-1, ::-1].copy()
    card[-corner.shape[0] :, -corner.shape[1] :] = corner
    return card


def draw_suit(
    card: NDArray[np.uint8], place: tuple[int, int], reach: int, kind: int, ink: Colour, is_upside_down: bool = False
) -> None:
    """A heart, a diamond, a spade or a club, `reach` pixels from its middle to its top."""
    way = -1 if is_upside_down else 1

    def dot(across: float, down: float, size: float) -> None:
        centre = (round(place[0] + across * reach), round(place[1] + way * down * reach))
        cv2.circle(card, centre, max(1, round(size * reach)), ink, -1, cv2.LINE_AA)

    def shape(*points: tuple[float, float]) -> None:
        corners = np.array(place) + np.array(points) * reach * np.array([1, way])
        cv2.fillPoly(card, [np.round(corners).astype(np.int32).reshape(-1, 1, 2)], ink, cv2.LINE_AA)

    match kind:
        case 0:
            dot(-0.42, -0.4, 0.46)
            dot(0.42, -0.4, 0.46)
            shape((-0.86, -0.28), (0.86, -0.28), (0, 1.0))
        case 1:
            shape((0, -1.0), (0.72, 0), (0, 1.0), (-0.72, 0))
        case 2:
            dot(-0.42, 0.28, 0.44)
            dot(0.42, 0.28, 0.44)
            shape((-0.82, 0.14), (0.82, 0.14), (0, -1.0))
            shape((0, 0.2), (0.3, 1.0), (-0.3, 1.0))
        case _:
            dot(0, -0.52, 0.44)
            dot(-0.46, 0.22, 0.44)
            dot(0.46, 0.22, 0.44)
            shape((0, -0.1), (0.3, 1.0), (-0.3, 1.0))
