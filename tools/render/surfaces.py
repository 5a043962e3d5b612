"""Tables to lay things on: procedural wood, felt, cloth, paper and trays, with things lying about that are no pieces.

Dice and number cards lie on these. Balls and named cards have tables of their own (balls/tables.py, cards/tables.py):
their wood and cloth have other colours and grains, and what is known about reading them was measured on those.
"""

from __future__ import annotations

import cv2
import numpy as np

from tools.render.arrays import Array, Drawing

Picture = Array  # (height, width, 3), 0..1, B, G, R

WORDS = ["Der", "Wind", "dreht", "auf", "Nord", "und", "das", "Schiff", "Fahrt", "12", "345", "6789", "QWERTZ", "ASDF"]


def smooth_noise(rng: np.random.Generator, size: int, cells: tuple[float, float]) -> Array:
    """Noise of zero mean and unit spread, with grains of about `cells` pixels across and down."""
    wide = max(2, round(size / cells[0]) + 2)
    high = max(2, round(size / cells[1]) + 2)
    coarse = rng.standard_normal((high, wide)).astype(np.float32)
    noise = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
    return np.asarray(noise / (noise.std() + 1e-6), np.float32)


def colour(rng: np.random.Generator, vivid: float = 1.0) -> Array:
    """A random colour; `vivid` 0 gives greys."""
    value = rng.beta(1.3, 1.2)
    saturation = vivid * rng.beta(1.2, 1.2)
    return from_hsv(rng.uniform(0, 360), saturation, value)


def from_hsv(hue: float, saturation: float, value: float) -> Array:
    """A colour as blue, green, red from its hue in degrees, saturation and value."""
    hsv = np.array([[[hue, saturation, value]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def ink_of(tone: Array) -> tuple[float, float, float]:
    """A colour as OpenCV draws with it."""
    blue, green, red = (float(part * 255) for part in tone)
    return blue, green, red


def turned(rng: np.random.Generator, picture: Picture, enlarged: float = 1.45) -> Picture:
    """The picture's middle, turned by any angle; enlarged, so that hardly any corner is empty."""
    size = picture.shape[0]
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 360), enlarged)
    return np.asarray(cv2.warpAffine(picture, turn, (size, size), borderMode=cv2.BORDER_REFLECT), np.float32)


def plain(rng: np.random.Generator, size: int) -> Picture:
    """A surface of one colour with a little grain."""
    base = colour(rng, rng.choice([0.1, 0.3, 1.0]))
    grain = smooth_noise(rng, size, (2, 2)) * rng.uniform(0, 0.02) + smooth_noise(rng, size, (60, 60)) * 0.02
    return np.asarray(base[None, None] * (1 + grain[:, :, None]), np.float32)


def felt(rng: np.random.Generator, size: int) -> Picture:
    """Felt: fibres at several scales."""
    base = colour(rng, 1.0) * 0.8
    grain = sum(smooth_noise(rng, size, (s, s)) * rng.uniform(0, 0.09) for s in (1.3, 2.5, 5, 12))
    return np.asarray(base[None, None] * (1 + np.asarray(grain)[:, :, None]), np.float32)


def wood(rng: np.random.Generator, size: int) -> Picture:
    """Wood: streaks of two colours, planks with seams."""
    first = from_hsv(rng.uniform(8, 35), rng.uniform(0.1, 0.65), rng.uniform(0.3, 0.95))
    second = first * rng.uniform(0.3, 0.85)
    streaks = sum(
        smooth_noise(rng, size, (rng.uniform(30, 120), s)) * rng.uniform(0.3, 1) for s in (1.5, 3, 7, 18)
    ) + smooth_noise(rng, size, (8, 1.2)) * rng.uniform(0, 0.8)
    mix = 1 / (1 + np.exp(-np.asarray(streaks) * rng.uniform(0.4, 1.6)))
    board = first[None, None] * mix[:, :, None] + second[None, None] * (1 - mix[:, :, None])
    for _ in range(rng.integers(0, 4)):
        row = int(rng.integers(0, size))
        board[row : row + 1 + int(rng.integers(0, 2))] *= rng.uniform(0.3, 0.9)
    return turned(rng, np.asarray(board, np.float32))


def cloth(rng: np.random.Generator, size: int) -> Picture:
    """Cloth: a weave, stripes or checks."""
    first, second = colour(rng, 0.8), colour(rng, 0.8)
    rows = np.arange(size, dtype=np.float32)
    pitch, wide = rng.uniform(2.2, 6), rng.uniform(8, 60)
    weave = np.sin(rows * 2 * np.pi / pitch)
    stripes = (np.sin(rows * 2 * np.pi / wide) > rng.uniform(-0.7, 0.7)).astype(np.float32)
    both = np.maximum(stripes[:, None], stripes[None, :]) if rng.random() < 0.5 else np.tile(stripes, (size, 1))
    mix = both if rng.random() < 0.6 else np.zeros((size, size), np.float32)
    woven = 1 + rng.uniform(0.02, 0.15) * weave[:, None] * weave[None, :] + 0.03 * smooth_noise(rng, size, (2, 2))
    sheet = (first * (1 - mix[:, :, None]) + second * mix[:, :, None]) * woven[:, :, None]
    return turned(rng, np.asarray(sheet, np.float32))


def speckled(rng: np.random.Generator, size: int) -> Picture:
    """Stone, terrazzo, a printed play mat: blotches of several colours."""
    sheet = plain(rng, size)
    for _ in range(rng.integers(1, 4)):
        grain = rng.uniform(2, 30)
        mask = smooth_noise(rng, size, (grain, grain)) > rng.uniform(0.5, 1.8)
        sheet[mask] = colour(rng, 0.8) * 0.5 + sheet[mask] * 0.5
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), rng.uniform(0.4, 1.2)), np.float32)


def printed(rng: np.random.Generator, size: int) -> Picture:
    """A page of text."""
    paper, ink = colour(rng, 0.2) * 0.3 + 0.7, colour(rng, 0.5) * 0.3
    if rng.random() < 0.25:
        paper, ink = ink, paper
    sheet = np.tile(np.asarray(paper * 255, np.uint8)[None, None], (size, size, 1))
    height = rng.uniform(0.25, 1.2)
    row = 0.0
    while row < size + 30:
        row += 34 * height
        line = " ".join(rng.choice(WORDS, 20))
        place = (int(rng.uniform(-40, 5)), int(row))
        font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX]))
        thick = int(rng.integers(1, 3))
        cv2.putText(sheet, line, place, font, height, ink_of(ink), thick, cv2.LINE_AA)
    return turned(rng, np.asarray(sheet / np.float32(255), np.float32))


def table(rng: np.random.Generator, size: int) -> Picture:
    """A table of any of these surfaces."""
    kinds = (plain, felt, wood, cloth, speckled, printed)
    make = kinds[rng.choice(len(kinds), p=(0.3, 0.18, 0.26, 0.12, 0.1, 0.04))]
    return np.clip(make(rng, size), 0, 1)


def spread_over(sheet: Picture, width: int, height: int) -> Picture:
    """A square table stretched over the longer side of a picture; their grain is coarser than pixels anyway."""
    longer = max(width, height)
    large = cv2.resize(sheet, (longer, longer), interpolation=cv2.INTER_LINEAR)
    return np.asarray(large[:height, :width], np.float32)


def lay_clutter(rng: np.random.Generator, sheet: Picture) -> Picture:
    """The table with things that are no dice: coins, discs, dots in rows, keys, boxes, letters, tray edges."""
    size = sheet.shape[0]
    drawing = np.asarray(sheet * 255, np.uint8)
    drawings = (draw_disc, draw_dots, draw_keys, draw_box, draw_letter, draw_bar)
    for _ in range(int(rng.integers(1, 6))):
        drawings[rng.choice(len(drawings), p=(0.25, 0.2, 0.08, 0.2, 0.12, 0.15))](rng, drawing, size)
    return np.asarray(drawing / np.float32(255), np.float32)


def draw_disc(rng: np.random.Generator, sheet: Drawing, size: int) -> None:
    """A coin, button, counter or hole."""
    centre = tuple(int(v) for v in rng.uniform(0, size, 2) * 16)
    radius = float(np.exp(rng.uniform(np.log(2), np.log(40))))
    axes = (int(radius * 16), int(radius * rng.uniform(0.6, 1) * 16))
    angle = float(rng.uniform(0, 180))
    cv2.ellipse(sheet, centre, axes, angle, 0, 360, ink_of(colour(rng)), -1, cv2.LINE_AA, 4)
    if rng.random() < 0.4:
        inner = (int(axes[0] * 0.6), int(axes[1] * 0.6))
        cv2.ellipse(sheet, centre, inner, angle, 0, 360, ink_of(colour(rng)), -1, cv2.LINE_AA, 4)


def draw_dots(rng: np.random.Generator, sheet: Drawing, size: int) -> None:
    """Dots in a row or scattered, without a die around them."""
    start, step = rng.uniform(0, size, 2), rng.uniform(-14, 14, 2)
    ink, radius = colour(rng), float(rng.uniform(1.2, 4))
    loose = rng.uniform(0, 12)
    for number in range(int(rng.integers(2, 9))):
        spot = start + step * number + rng.normal(0, loose, 2)
        cv2.circle(sheet, tuple(int(v * 16) for v in spot), int(radius * 16), ink_of(ink), -1, cv2.LINE_AA, 4)


def draw_keys(rng: np.random.Generator, sheet: Drawing, size: int) -> None:
    """A keyboard: rows of keys with a letter each."""
    key, gap = rng.uniform(14, 40), rng.uniform(1.5, 5)
    left, top = rng.uniform(0, size * 0.6, 2)
    body, ink = colour(rng, 0.3), colour(rng, 0.5)
    for row in range(int(rng.integers(1, 4))):
        for column in range(int(rng.integers(2, 8))):
            x, y = left + column * (key + gap) + row * key * 0.4, top + row * (key + gap)
            corner, other = (int(x), int(y)), (int(x + key), int(y + key))
            cv2.rectangle(sheet, corner, other, ink_of(body), -1)
            letter = str(rng.choice(list("QWERTZASDF1234567890.,:")))
            place = (int(x + key * 0.3), int(y + key * 0.7))
            cv2.putText(sheet, letter, place, cv2.FONT_HERSHEY_SIMPLEX, key / 45, ink_of(ink), 1, cv2.LINE_AA)


def draw_box(rng: np.random.Generator, sheet: Drawing, size: int) -> None:
    """A card, box or blank tile, perhaps with a frame and a mark."""
    centre = rng.uniform(0, size, 2)
    sides = np.exp(rng.uniform(np.log(10), np.log(120), 2))
    box = cv2.boxPoints((tuple(map(float, centre)), tuple(map(float, sides)), float(rng.uniform(0, 90))))
    fill = colour(rng)
    cv2.fillConvexPoly(sheet, (box * 16).astype(np.int32), ink_of(fill), cv2.LINE_AA, 4)
    if rng.random() < 0.5:
        inner = centre + (box - centre) * rng.uniform(0.4, 0.9)
        cv2.fillConvexPoly(sheet, (inner * 16).astype(np.int32), ink_of(colour(rng)), cv2.LINE_AA, 4)


def draw_letter(rng: np.random.Generator, sheet: Drawing, size: int) -> None:
    """A large printed word or number."""
    place = (int(rng.uniform(-20, size)), int(rng.uniform(0, size)))
    height, thick = float(rng.uniform(0.4, 2.5)), int(rng.integers(1, 5))
    word = str(rng.choice(WORDS))
    cv2.putText(sheet, word, place, cv2.FONT_HERSHEY_DUPLEX, height, ink_of(colour(rng)), thick, cv2.LINE_AA)


def draw_bar(rng: np.random.Generator, sheet: Drawing, size: int) -> None:
    """A tray's edge, a pencil, a table's edge."""
    first, second = rng.uniform(-0.2 * size, 1.2 * size, (2, 2))
    thick = int(np.exp(rng.uniform(np.log(1), np.log(70))))
    ends = [tuple(int(v) for v in end) for end in (first, second)]
    cv2.line(sheet, ends[0], ends[1], ink_of(colour(rng)), thick, cv2.LINE_AA)
