"""Drawing the faces of card games that never were: several styles, and families that share picture, words or frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.cards.paper import HEIGHT, WIDTH, Colour, paper, words, write
from tools.render.cards.prints import draw_plain, draw_weapon


class Style(Enum):
    """How the cards of one game are laid out."""

    ART = "art"  # light paper: title, picture, lines of text
    FULL = "full"  # dark, the picture all over, a bar with the title
    COURT = "court"  # the same upside down: sign in two corners, a figure shared by several cards
    TEXT = "text"  # hardly anything but words
    PIPS = "pips"  # white paper with a number of equal signs
    WEAPON = "weapon"  # one print for all: a name, an emblem and four digits
    PLAIN = "plain"  # white paper with one or a few small suit signs


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card: each part is a number that gives the same print whenever it is the same."""

    style: Style
    art: int
    words: int
    sign: int
    design: int = 0  # which print all cards of the game share, where a style has several

    def sibling(self, part: str, value: int) -> Face:
        """The same card but for one part: art, words or sign."""
        match part:
            case "art":
                return replace(self, art=value)
            case "words":
                return replace(self, words=value)
            case _:
                return replace(self, sign=value)


PARTS = {  # what tells the cards of a style apart
    Style.ART: ("art", "words", "sign"),
    Style.FULL: ("art", "words", "sign"),
    Style.COURT: ("art", "sign"),
    Style.TEXT: ("words", "sign"),
    Style.PIPS: ("sign",),
    Style.WEAPON: ("art", "words", "sign"),
    Style.PLAIN: ("sign",),
}


def draw_face(face: Face) -> NDArray[np.uint8]:
    """The flat card, HEIGHT x WIDTH, BGR."""
    match face.style:
        case Style.ART:
            card = paper((238, 232, 224))
            write(card, words(face.words, 2), (26, 26), 30, bold=True)
            card[90:330, 22 : WIDTH - 22] = picture(face.art, WIDTH - 44, 240)
            for line in range(7):
                write(card, words(face.words * 16 + line + 1, 4), (26, 350 + 30 * line), 19)
            badge(card, (WIDTH - 48, 46), face.sign)
        case Style.FULL:
            card = paper((30, 26, 24))
            card[18 : HEIGHT - 18, 18 : WIDTH - 18] = picture(face.art, WIDTH - 36, HEIGHT - 36)
            cv2.rectangle(card, (18, 430), (WIDTH - 18, 540), (40, 36, 34), -1)
            for line in range(3):
                write(card, words(face.words * 16 + line, 3), (34, 440 + 32 * line), 22, ink=(225, 230, 235))
            badge(card, (60, 60), face.sign)
        case Style.COURT:
            card = paper((246, 246, 246))
            cv2.rectangle(card, (64, 40), (WIDTH - 64, HEIGHT - 40), (150, 90, 40), 2)
            card[42 : HEIGHT // 2, 66 : WIDTH - 66] = picture(face.art, WIDTH - 132, HEIGHT // 2 - 42, bright=True)
            write(card, "JQKABC"[face.art % 6], (16, 20), 44, bold=True, ink=ink_of(face.sign))
            suit(card, (33, 108), 22, face.sign)
            suit(card, (110, 90), 30, face.sign)
            card[HEIGHT // 2 :] = card[: HEIGHT // 2][::-1, ::-1]
        case Style.TEXT:
            card = paper((214, 234, 240))
            cv2.rectangle(card, (14, 14), (WIDTH - 14, HEIGHT - 14), (60, 90, 120), 4)
            write(card, words(face.words, 2), (40, 40), 34, bold=True, ink=(30, 40, 120))
            for line in range(11):
                write(card, words(face.words * 16 + line + 1, 4), (36, 110 + 34 * line), 19)
            badge(card, (WIDTH // 2, HEIGHT - 60), face.sign)
        case Style.PIPS:
            card = paper((250, 250, 248))
            count, kind = 1 + face.sign % 10, face.sign // 10
            places = [(x, y) for y in (120, 230, 370, 480) for x in (130, WIDTH - 130)] + [(210, 175), (210, 425)]
            for place in places[:count]:
                suit(card, place, 38, kind, upside_down=place[1] > 300)
            write(card, str(count), (16, 14), 44, bold=True, ink=ink_of(kind))
            suit(card, (36, 96), 18, kind)
            corner = card[:130, :70][::-1, ::-1].copy()
            card[-130:, -70:] = corner
        case Style.WEAPON:
            card = draw_weapon(face.design, face.art, face.words, face.sign)
        case Style.PLAIN:
            card = draw_plain(face.design, face.sign)
    return card


def draw_back(kind: int) -> NDArray[np.uint8]:
    """A card face down: a pattern that repeats all over."""
    random = np.random.default_rng(9000 + kind)
    card = paper((245, 245, 245))
    tile = picture(700 + kind, 36, 36)
    colour = tuple(int(value) for value in random.integers(60, 200, 3))
    inner = np.tile(tile, (16, 11, 1))[: HEIGHT - 56, : WIDTH - 56]
    card[28 : HEIGHT - 28, 28 : WIDTH - 28] = inner // 2 + np.array(colour, np.uint8) // 2
    return card


def picture(seed: int, width: int, height: int, bright: bool = False) -> NDArray[np.uint8]:
    """An abstract painting: a gradient with shapes and strokes."""
    random = np.random.default_rng(seed)
    low = 150 if bright else 30
    top, bottom = random.integers(low, 240, 3), random.integers(low, 240, 3)
    art = np.broadcast_to(np.linspace(top, bottom, height)[:, np.newaxis], (height, width, 3)).astype(np.uint8).copy()
    for _ in range(22):
        colour = tuple(int(value) for value in random.integers(0, 256, 3))
        x, y = int(random.integers(0, width)), int(random.integers(0, height))
        size = max(2, int(random.choice([0.02, 0.04, 0.08, 0.14]) * height))
        match int(random.integers(0, 4)):
            case 0:
                cv2.circle(art, (x, y), size, colour, -1, cv2.LINE_AA)
            case 1:
                turn = int(random.integers(0, 360))
                cv2.ellipse(art, (x, y), (2 * size, size), turn, 0, 250, colour, max(1, size // 5), cv2.LINE_AA)
            case 2:
                end = (int(random.integers(0, width)), int(random.integers(0, height)))
                cv2.line(art, (x, y), end, colour, int(random.integers(2, 9)), cv2.LINE_AA)
            case _:
                corners = np.array([x, y]) + random.integers(-2 * size, 2 * size + 1, (6, 2))
                cv2.fillPoly(art, [corners.astype(np.int32).reshape(-1, 1, 2)], colour, cv2.LINE_AA)
    return art


def badge(card: NDArray[np.uint8], place: tuple[int, int], sign: int) -> None:
    """A disc with a number, as many games print a price: the smallest thing that tells two cards apart."""
    cv2.circle(card, place, 27, (250, 250, 250), -1, cv2.LINE_AA)
    cv2.circle(card, place, 27, (60, 60, 160), 3, cv2.LINE_AA)
    number = str(sign % 10)
    write(card, number, (place[0] - 11, place[1] - 20), 34, bold=True)


def ink_of(kind: int) -> Colour:
    """Red or black, as playing cards are printed."""
    return (40, 30, 200) if kind % 2 else (25, 25, 25)


def suit(card: NDArray[np.uint8], place: tuple[int, int], size: int, kind: int, upside_down: bool = False) -> None:
    """One of six signs, red or black."""
    x, y = place
    way = -1 if upside_down else 1
    colour = ink_of(kind)
    match kind % 6:
        case 0:
            for dx, dy in ((-0.5, 0.2), (0.5, 0.2), (0.0, -0.5)):
                centre = (x + round(dx * size), y + round(way * dy * size))
                cv2.circle(card, centre, round(0.46 * size), colour, -1, cv2.LINE_AA)
        case 1:
            points = [(0, -1.1), (0.75, 0), (0, 1.1), (-0.75, 0)]
            fill(card, place, size, way, points, colour)
        case 2:
            points = [(0, -1), (0.9, 0.3), (0.5, 0.7), (0, 0.4), (-0.5, 0.7), (-0.9, 0.3)]
            fill(card, place, size, way, points, colour)
        case 3:
            points = [(0, 1), (0.95, -0.2), (0.5, -0.8), (0, -0.4), (-0.5, -0.8), (-0.95, -0.2)]
            fill(card, place, size, way, points, colour)
        case 4:
            cv2.circle(card, place, round(0.8 * size), colour, max(2, size // 4), cv2.LINE_AA)
        case _:
            points = [(0, -1), (0.3, -0.3), (1, 0), (0.3, 0.3), (0, 1), (-0.3, 0.3), (-1, 0), (-0.3, -0.3)]
            fill(card, place, size, way, points, colour)


def fill(
    card: NDArray[np.uint8],
    place: tuple[int, int],
    size: int,
    way: int,
    points: list[tuple[float, float]],
    colour: Colour,
) -> None:
    """Fill a shape given in units of its size."""
    corners = np.round(np.array(points) * size * np.array([1, way]) + np.array(place)).astype(np.int32)
    cv2.fillPoly(card, [corners.reshape(-1, 1, 2)], colour, cv2.LINE_AA)
