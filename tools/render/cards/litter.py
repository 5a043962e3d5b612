"""What else lies on the table of a real evening: chips, dice, a printed board with stars, a pencil, a cup."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.cards.paper import Colour, font, write
from tools.render.cards.prints import colour_of, draw_emblem

FREE = 0.03  # of the card's length that stays free around it
TRIES = 12
SIZES = {"board": 1.3, "cup": 0.45, "pencil": 0.9, "chip": 0.13, "die": 0.1}  # to the card's length


def litter(table: NDArray[np.float32], corners: NDArray[np.float64], random: np.random.Generator) -> None:
    """Draw the rest of a game onto a bare table, around where a card will lie."""
    height, width = table.shape[:2]
    long = float(np.hypot(*(corners[2] - corners[1])))
    taken = np.zeros((height, width), np.uint8)
    room = np.asarray(corners.mean(axis=0) + (corners - corners.mean(axis=0)) * (1 + 2 * FREE), np.float32)
    cv2.fillConvexPoly(taken, np.round(room).astype(np.int32).reshape(-1, 1, 2), 1)
    pieces = [board] * int(random.integers(2)) + [cup] * int(random.integers(2)) + [pencil] * int(random.integers(2))
    pieces += [chip] * int(random.integers(2, 9)) + [die] * int(random.integers(0, 6))
    for piece in pieces:
        size = long * SIZES[piece.__name__] * float(random.uniform(0.85, 1.2))
        thing, shape = piece(round(size), random)
        for _ in range(TRIES):
            if lay(table, taken, thing, shape, random):
                break


def lay(
    table: NDArray[np.float32],
    taken: NDArray[np.uint8],
    thing: NDArray[np.uint8],
    shape: NDArray[np.uint8],
    random: np.random.Generator,
) -> bool:
    """Lay a thing somewhere in some turn, if nothing lies there yet; it may reach over the picture's edge."""
    height, width = taken.shape
    side = max(thing.shape[:2])
    at = random.uniform((0, 0), (width, height))
    mapping = cv2.getRotationMatrix2D((thing.shape[1] / 2, thing.shape[0] / 2), float(random.uniform(0, 360)), 1.0)
    mapping[:, 2] += at - np.array([thing.shape[1], thing.shape[0]]) / 2
    mask = cv2.warpAffine(shape, mapping, (width, height), flags=cv2.INTER_NEAREST)
    if cv2.countNonZero(cv2.bitwise_and(mask, taken)) or side < 4:
        return False
    drawn = cv2.warpAffine(thing, mapping, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shadow = cv2.GaussianBlur(np.roll(mask, (3, 3), axis=(0, 1)).astype(np.float32), (0, 0), 2)
    table *= 1 - 0.35 * shadow[:, :, np.newaxis]
    table[mask > 0] = drawn[mask > 0]
    taken |= mask
    return True


Thing = tuple[NDArray[np.uint8], NDArray[np.uint8]]


def any_colour(random: np.random.Generator) -> Colour:
    """A colour of game pieces."""
    return colour_of(float(random.random()), float(random.uniform(0.2, 0.95)), float(random.uniform(0.3, 0.98)))


def chip(size: int, random: np.random.Generator) -> Thing:
    """A disc with a number."""
    size = max(size, 12)
    thing, shape = np.full((size, size, 3), any_colour(random), np.uint8), np.zeros((size, size), np.uint8)
    cv2.circle(shape, (size // 2, size // 2), size // 2 - 1, 1, -1)
    write_middle(thing, str(int(random.integers(1, 10))), round(0.6 * size))
    return thing, shape


def die(size: int, random: np.random.Generator) -> Thing:
    """A die with one to six pips, seen from above."""
    size = max(size, 12)
    body = any_colour(random)
    thing, shape = np.full((size, size, 3), body, np.uint8), np.ones((size, size), np.uint8)
    ink = (245, 245, 245) if sum(body) < 380 else (25, 25, 25)
    for number in range(int(random.integers(1, 7))):
        place = (round(size * (0.28 + 0.44 * (number % 2))), round(size * (0.22 + 0.28 * (number // 2))))
        cv2.circle(thing, place, max(1, size // 11), ink, -1, cv2.LINE_AA)
    return thing, shape


def board(size: int, random: np.random.Generator) -> Thing:
    """A printed board: roads of coloured stars on a plain ground."""
    wide = round(size * float(random.uniform(0.8, 1.6)))
    thing = np.full((size, wide, 3), any_colour(random), np.uint8)
    star = max(6, size // 18)
    for road in range(5):
        colour = any_colour(random)
        for across in range(2 * star, wide - star, 3 * star):
            down = round(size * (0.12 + 0.19 * road + 0.03 * np.sin(across / 40 + road)))
            draw_emblem(thing, (across, down), star, road, colour)
    return thing, np.ones((size, wide), np.uint8)


def pencil(size: int, random: np.random.Generator) -> Thing:
    """A pencil."""
    thick = max(5, size // 14)
    thing = np.full((thick, size, 3), any_colour(random), np.uint8)
    thing[:, -size // 10 :] = (150, 190, 220)
    return thing, np.ones((thick, size), np.uint8)


def cup(size: int, random: np.random.Generator) -> Thing:
    """A cup from above: a rim around something dark."""
    size = max(size, 20)
    thing, shape = np.full((size, size, 3), any_colour(random), np.uint8), np.zeros((size, size), np.uint8)
    cv2.circle(shape, (size // 2, size // 2), size // 2 - 1, 1, -1)
    cv2.circle(thing, (size // 2, size // 2), round(0.4 * size), (30, 40, 60), -1, cv2.LINE_AA)
    return thing, shape


def write_middle(thing: NDArray[np.uint8], text: str, size: int) -> None:
    """Print text into the middle of a thing."""
    half = round(font(size, True).getlength(text)) // 2
    write(thing, text, (thing.shape[1] // 2 - half, thing.shape[0] // 2 - round(0.58 * size)), size, bold=True)
