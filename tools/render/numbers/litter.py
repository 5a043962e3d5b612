"""What else lies on the table in an evening with number cards: chips, markers, the draw pile, a cup, a phone, a sleeve.

Nothing of it is to be read. Lengths in card heights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tools.render.numbers.cards import COLOURS, HEIGHT, Colour, Deck, Printing, chips_like, draw_card, draw_mark
from tools.render.numbers.layouts import LaidCard, corners_of

Picture = NDArray[np.uint8]
Generator = np.random.Generator
GAP = 0.12  # at least, between a thing and the cards


@dataclass(frozen=True, slots=True)
class Thing:
    """A flat picture (R, G, B and how far it covers) on the table: its middle, how high it is, how far it is turned."""

    picture: Picture
    x: float
    y: float
    size: float
    turn: float = 0.0

    def pose(self) -> NDArray[np.float64]:
        """From its picture to the table."""
        high, wide = self.picture.shape[:2]
        turn, size = np.deg2rad(self.turn), self.size / high
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * size
        matrix = np.eye(3)
        matrix[:2, :2] = spin
        matrix[:2, 2] = np.array([self.x, self.y]) - spin @ np.array([wide / 2, high / 2])
        return matrix

    def corners(self) -> NDArray[np.float64]:
        """Its four corners on the table."""
        high, wide = self.picture.shape[:2]
        flat = np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float64)
        return np.asarray(cv2.perspectiveTransform(flat, self.pose())[0], np.float64)


def chips_and_markers(rng: Generator, deck: Deck, cards: Sequence[LaidCard]) -> list[Thing]:
    """A number chip or a check marker right of most rows and above most columns, as the rules ask."""
    chips, size = any_chips(rng, deck), float(rng.uniform(0.2, 0.42))
    away = deck.aspect / 2 + size / 2 + float(rng.uniform(0.06, 0.3))
    above = 0.5 + size / 2 + float(rng.uniform(0.06, 0.3))
    share, loose = float(rng.uniform(0.5, 1.0)), 0.04
    rows = {card.row: card for card in sorted(cards, key=lambda card: card.x)}
    columns = {card.col: card for card in sorted(cards, key=lambda card: -card.y)}
    middles = [(card.x + away, card.y) for card in rows.values()]
    middles += [(card.x, card.y - above) for card in columns.values()]
    things = []
    for x, y in middles:
        picture = marker(rng) if rng.random() < 0.5 else draw_card(chips, str(rng.integers(0, 10)), "red")
        spot = x + rng.normal(0, loose), y + rng.normal(0, loose)
        if rng.random() < share:
            things.append(Thing(picture, float(spot[0]), float(spot[1]), size, float(rng.normal(0, 10))))
    return free_of_cards(things, deck, cards, 0.02)


def any_chips(rng: Generator, deck: Deck) -> Deck:
    """Round or square, of any colour, often white with a small dark digit."""
    chips = chips_like(deck, rng)
    if rng.random() < 0.6:
        chips = replace(chips, printing=Printing.INK_ON_LIGHT, colours=dict.fromkeys(COLOURS, deck.dark))
    round_or_square = 0.5 if rng.random() < 0.4 else float(rng.uniform(0.0, 0.15))
    return replace(
        chips, corner_radius=round_or_square, digit_height=float(rng.uniform(0.3, 0.6)), frame=0.0, band=0.0, outline=0
    )


def printed_digit(deck: Deck, mark: str, ink: Colour) -> Picture:
    """A digit as large as a card's and nothing around it: printed on the cloth."""
    wide = round(HEIGHT * deck.aspect)
    cover = Image.new("RGB", (wide, HEIGHT))
    draw_mark(cover, deck, mark, (wide / 2, HEIGHT / 2), deck.digit_height * HEIGHT, (255, 255, 255))
    picture = sheet_of(ink, HEIGHT, wide)
    picture[:, :, 3] = np.asarray(cover)[:, :, 0]
    return picture


def marker(rng: Generator) -> Picture:
    """A small square with a check mark."""
    body = (int(rng.integers(10, 90)), int(rng.integers(110, 190)), int(rng.integers(30, 100)))
    picture = sheet_of(body, 120, 120)
    hook = (np.array([[0.22, 0.52], [0.42, 0.72], [0.78, 0.28]]) * 120 * 16).astype(np.int32)
    cv2.polylines(picture, [hook], False, (245, 245, 240, 255), int(rng.integers(8, 18)), cv2.LINE_AA, 4)
    return picture


def pile(rng: Generator, deck: Deck) -> list[Picture]:
    """Cards face down, the pattern of their back, one upon another."""
    return [back(rng, deck)] * int(rng.integers(2, 6))


def back(rng: Generator, deck: Deck) -> Picture:
    """The back of a card: a rim and a pattern of lines or dots in two tones."""
    wide = round(HEIGHT * deck.aspect)
    tone, other = (tuple(int(part) for part in rng.integers(20, 235, 3)) for _ in range(2))
    picture = sheet_of(deck.light, HEIGHT, wide)
    rim = int(rng.integers(4, 24))
    cv2.rectangle(picture, (rim, rim), (wide - rim, HEIGHT - rim), (*tone, 255), cv2.FILLED)
    step = int(rng.integers(14, 60))
    kind = rng.integers(3)
    for at in range(rim + step // 2, HEIGHT + wide, step):
        if kind == 0:
            cv2.line(picture, (at, rim), (at - HEIGHT, HEIGHT - rim), (*other, 255), max(2, step // 5), cv2.LINE_AA)
        elif kind == 1 and at < HEIGHT - rim:
            for across in range(rim + step // 2, wide - rim, step):
                cv2.circle(picture, (across, at), step // 4, (*other, 255), cv2.FILLED, cv2.LINE_AA)
    if kind == 2:
        middle, axes = (wide // 2, HEIGHT // 2), (round(0.3 * wide), round(0.36 * HEIGHT))
        cv2.ellipse(picture, middle, axes, 25, 0, 360, (*other, 255), cv2.FILLED, cv2.LINE_AA)
    return picture


def start_card(rng: Generator, deck: Deck) -> Picture:
    """The card that shows how large the grid is: empty squares in rows and columns."""
    wide, side = round(HEIGHT * deck.aspect), int(rng.integers(5, 7))
    tone = tuple(int(part) for part in rng.integers(40, 220, 3))
    is_light = bool(rng.random() < 0.5)
    picture = sheet_of(deck.light if is_light else deck.dark, HEIGHT, wide)
    cell = wide * 0.8 / side
    top = (HEIGHT - cell * side) / 2
    for row in range(side):
        for col in range(side):
            left, upper = wide * 0.1 + col * cell, top + row * cell
            corners = (int(left), int(upper)), (int(left + 0.8 * cell), int(upper + 0.8 * cell))
            cv2.rectangle(picture, *corners, (*tone, 255), cv2.FILLED if rng.random() < 0.2 else 2, cv2.LINE_AA)
    return picture


def cup(rng: Generator) -> Picture:
    """A cup from above: rim, drink, perhaps a saucer."""
    picture = np.zeros((300, 300, 4), np.uint8)
    body, drink = (tuple(int(part) for part in rng.integers(20, 245, 3)) for _ in range(2))
    cv2.circle(picture, (150, 150), 148, (*body, 255), cv2.FILLED, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(picture, (150, 150), 110, (*(int(0.85 * part) for part in body), 255), 4, cv2.LINE_AA)
    cv2.circle(picture, (150, 150), int(rng.integers(80, 130)), (*drink, 255), cv2.FILLED, cv2.LINE_AA)
    return picture


def phone(rng: Generator) -> Picture:
    """A dark slab, its screen perhaps lit, with a clock in digits."""
    picture = sheet_of((20, 20, 24), 300, 145, 24)
    if rng.random() < 0.5:
        lit = tuple(int(part) for part in rng.integers(40, 240, 3))
        cv2.rectangle(picture, (8, 14), (137, 286), (*lit, 255), cv2.FILLED)
        clock = f"{rng.integers(10, 24)}:{rng.integers(10, 60)}"
        cv2.putText(picture, clock, (14, 80), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (250, 250, 250, 255), 3, cv2.LINE_AA)
    return picture


def sleeve(rng: Generator) -> Picture:
    """An arm in a sleeve with a hand at its end, as it reaches in from a side; the hand is at the picture's top."""
    picture = np.zeros((600, 240, 4), np.uint8)
    cloth = tuple(int(part) for part in rng.integers(20, 220, 3))
    skin = tuple(int(part * rng.uniform(0.6, 1.1)) for part in (215, 165, 140))
    cv2.ellipse(picture, (120, 90), (70, 85), 0, 0, 360, (*skin, 255), cv2.FILLED, cv2.LINE_AA)
    cv2.rectangle(picture, (45, 160), (195, 600), (*cloth, 255), cv2.FILLED)
    for fold in range(180, 600, int(rng.integers(30, 90))):
        dark = tuple(int(0.75 * part) for part in cloth)
        cv2.line(picture, (45, fold), (195, fold + int(rng.integers(-40, 40))), (*dark, 255), 5, cv2.LINE_AA)
    return picture


def sheet_of(tone: tuple[int, ...], high: int, wide: int, radius: int = 8) -> Picture:
    """A plain card of that tone with rounded corners."""
    picture = np.zeros((high, wide, 4), np.uint8)
    inner = (radius, radius, wide - 1 - 2 * radius, high - 1 - 2 * radius)
    left, top, width, height = inner
    shape = np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.int32)
    cv2.fillPoly(picture, [shape], (*tone, 255))
    cv2.polylines(picture, [shape], True, (*tone, 255), 2 * radius, cv2.LINE_AA)
    return picture


def litter_beside(rng: Generator, deck: Deck, cards: Sequence[LaidCard]) -> list[Thing]:
    """The rest of an evening, anywhere around the cards but not upon them."""
    corners = np.array([corner for card in cards for corner in corners_of(deck, card)])
    low, high = corners.min(axis=0), corners.max(axis=0)
    things: list[Thing] = []
    for kind in rng.permutation(["pile", "start", "backs", "cup", "phone", "sleeve"])[: int(rng.integers(2, 6))]:
        for _ in range(12):
            side, along = int(rng.integers(4)), float(rng.uniform(-0.1, 1.1))
            away = float(rng.uniform(0.5, 1.6))
            spots = (
                (low[0] - away, low[1] + along * (high[1] - low[1])),
                (high[0] + away, low[1] + along * (high[1] - low[1])),
                (low[0] + along * (high[0] - low[0]), low[1] - away),
                (low[0] + along * (high[0] - low[0]), high[1] + away),
            )
            group = put(rng, deck, str(kind), *spots[side], side)
            if len(free_of_cards(group, deck, cards, GAP)) == len(group):
                things += group
                break
    return things


def put(rng: Generator, deck: Deck, kind: str, x: float, y: float, side: int) -> list[Thing]:
    """One kind of litter at a place; a sleeve comes from that side (left, right, top, bottom)."""
    turn = float(rng.choice([0, 0, 90, rng.uniform(0, 360)]) + rng.normal(0, 6))
    if kind in ("pile", "backs"):
        spread = 0.015 if kind == "pile" else 0.25
        fan = 2.0 if kind == "pile" else 12.0
        return [
            Thing(each, x + float(rng.normal(0, spread)), y + float(rng.normal(0, spread)), 1.0,
                  turn + float(rng.normal(0, fan)))
            for each in pile(rng, deck)
        ]  # fmt: skip
    if kind == "sleeve":
        arm = sleeve(rng)
        towards = (90.0, 270.0, 180.0, 0.0)[side] + float(rng.normal(0, 12))
        back_x, back_y = ((-1, 0), (1, 0), (0, -1), (0, 1))[side]
        return [Thing(arm, x + 1.1 * back_x, y + 1.1 * back_y, 2.6, towards)]
    if kind == "cup":
        return [Thing(cup(rng), x, y, float(rng.uniform(0.8, 1.2)), turn)]
    picture = start_card(rng, deck) if kind == "start" else phone(rng)
    return [Thing(picture, x, y, 1.0 if kind == "start" else 1.6, turn)]


def free_of_cards(things: Sequence[Thing], deck: Deck, cards: Sequence[LaidCard], gap: float) -> list[Thing]:
    """Those that lie on no card and leave a gap to each."""
    shapes = [corners_of(deck, card).astype(np.float32) for card in cards]
    return [thing for thing in things if all(is_apart(thing.corners(), shape, gap) for shape in shapes)]


def is_apart(one: NDArray[np.float64], other: NDArray[np.float32], gap: float) -> bool:
    """Whether a shape with four corners, made larger by the gap, shares nothing with another one."""
    middle = one.mean(axis=0)
    reach = np.linalg.norm(one - middle, axis=1, keepdims=True)
    grown = (middle + (one - middle) * (1 + gap * np.sqrt(2) / reach)).astype(np.float32)
    return bool(cv2.intersectConvexConvex(grown, other)[0] <= 0)


def upon(rng: Generator, deck: Deck, card: LaidCard) -> Thing:
    """A thing that lies on a part of this card's digit."""
    turn, reach = rng.uniform(0, 2 * np.pi), 0.5 * deck.digit_height
    kind = int(rng.integers(3))
    picture = (cup(rng), phone(rng), back(rng, deck))[kind]
    size = (0.9, 1.5, 1.0)[kind]
    away = reach * rng.uniform(0.0, 0.5) + size * (0.5, 0.24, 0.5 * deck.aspect)[kind]
    spot = card.x + away * np.cos(turn), card.y + away * np.sin(turn)
    return Thing(picture, float(spot[0]), float(spot[1]), size, float(np.rad2deg(turn)))
