"""Dice of every make that could lie on a table: usual ones, more difficult ones, and those of other games."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.pips.dice import LIGHT, Look
from tools.render.surfaces import colour, from_hsv

SIX_NEARER = (0.88, 1.0)  # how much nearer the three pips of a column may be
# By value: how much nearer pips may be, and how far apart the nearest two are then, in pip distances.
NEAREST = {2: (0.5, 2.83), 3: (0.7, 1.41), 4: (0.65, 2.0), 5: (0.72, 1.41)}
ALL_ALIKE = 0.4  # share of dice whose faces keep one distance


def random_look(rng: np.random.Generator, odd: float = 0.14) -> Look:
    """Any die that could lie on a table."""
    body, pip = random_colours(rng)
    rounded = rng.random() < 0.5
    radius = rng.uniform(0.072, 0.142)
    # Pips of one face never run together: a six has three in a row.
    distance = max(float(rng.uniform(0.19, 0.29)), 2.1 * radius / SIX_NEARER[0])
    one_radius = radius * (rng.uniform(1.2, 1.9) if rng.random() < 0.25 else 1.0)
    one = np.array([0.1, 0.1, 0.75], np.float32) * rng.uniform(0.7, 1.2) if rng.random() < 0.15 else pip
    if float(np.abs(one - body).max()) < 0.25:
        one = pip
    marble = None
    if rng.random() < 0.38:
        marble = colour(rng) if rng.random() < 0.6 else np.clip(body + rng.normal(0, 0.12, 3), 0, 1).astype(np.float32)
        if contrast(marble, pip) < 0.3 and not differ_by_hue(marble, pip):
            marble = None
    fine = rng.choice([4.0, 8.0])
    return Look(
        body=body,
        pip=pip,
        one=np.asarray(one, np.float32),
        marble=marble,
        waves=np.concatenate([rng.normal(0, fine, (5, 3)), rng.uniform(0, 6, (5, 1))], 1).astype(np.float32),
        rounding=float(rng.uniform(0.03, 0.1) if not rounded else rng.uniform(0.06, 0.24)),
        ball=float(rng.uniform(0.66, 0.8)) if rounded else 2.0,
        distance=distance,
        six=(float(rng.uniform(0.72, 1.0)), float(rng.uniform(*SIX_NEARER))),
        nearer=nearer_faces(rng.spawn(1)[0], distance, float(radius)),
        radius=float(radius),
        one_radius=float(one_radius),
        depth=float(rng.uniform(0, 0.9) if rng.random() < 0.6 else 0.0),
        gloss=float(rng.uniform(0, 0.9) ** 2),
        sharpness=float(np.exp(rng.uniform(np.log(8), np.log(300)))),
        clear=float(rng.uniform(0.2, 0.9) if rng.random() < 0.22 else 0.0),
        ring=bool(rng.random() < 0.04),
        speckle=float(rng.uniform(0, 0.06) if rng.random() < 0.3 else 0.0),
        rim=float(rng.normal(0, 0.35) if rng.random() < 0.3 else 0.0),
        marks=random_marks(rng) if rng.random() < odd else None,
        turns=tuple(int(t) for t in rng.integers(0, 2, 7)),
    )


def nearer_faces(rng: np.random.Generator, distance: float, radius: float) -> tuple[float, ...]:
    """How much nearer to the middle the pips of each value are; they never run together."""
    nearer = [1.0] * 7
    if rng.random() < ALL_ALIKE:
        return tuple(nearer)
    for value, (nearest, apart) in NEAREST.items():
        least = max(nearest, 2.1 * radius / (apart * distance))
        nearer[value] = float(rng.uniform(min(1.0, least), 1.0))
    return tuple(nearer)


def harder_look(rng: np.random.Generator, odd: float = 0.14) -> Look:
    """A die of the more difficult makes: glossy hollow faces that mirror rings, stark marble, pips as light as it."""
    look = random_look(rng, odd)
    if rng.random() < 0.25:
        look = replace(look, gloss=float(rng.uniform(0.5, 1.0)))
    if rng.random() < 0.5:
        hollow = float(rng.uniform(0.4, 0.9)) if rng.random() < 0.4 else 0.0
        look = replace(look, dish=float(rng.normal(0, 0.12)), hollow=hollow)
    if rng.random() < 0.3:
        look = by_hue_only(rng, look)
    if look.marble is not None:
        waves = look.waves * np.array([rng.choice([0.6, 1.0])] * 3 + [1.0], np.float32)
        look = replace(look, starkness=float(rng.uniform(1.0, 5.0)), waves=np.asarray(waves, np.float32))
    return look


def small_look(rng: np.random.Generator, odd: float = 0.05) -> Look:
    """A die as they lie in trays: mostly glossy, cut round, its pips thick paint and often a matter of hue alone."""
    look = harder_look(rng, odd)
    draw = rng.random()
    if draw < 0.45:
        look = by_hue_only(rng, look)
    elif draw < 0.7:
        look = coloured_on_dark(rng, look)
    if rng.random() < 0.6:
        look = replace(
            look,
            ball=float(rng.uniform(0.64, 0.76)),
            bevel=float(rng.uniform(0.02, 0.09)),
            rounding=float(rng.uniform(0.04, 0.14)),
        )
    if rng.random() < 0.6:
        look = replace(look, gloss=float(rng.uniform(0.4, 1.0)), sharpness=float(np.exp(rng.uniform(3.5, 6.5))))
    if rng.random() < 0.6:
        look = replace(look, wet=float(rng.uniform(0.3, 1.0)), depth=float(rng.uniform(0.2, 0.9)))
    return look


def coloured_on_dark(rng: np.random.Generator, look: Look) -> Look:
    """The same with vivid pips, none too light, on a dark body."""
    hue, grey = rng.uniform(0, 360), rng.uniform(0.05, 0.3)
    pip = from_hsv(hue, rng.uniform(0.6, 1.0), rng.uniform(0.35, 0.85))
    tinge = rng.normal(0, 0.04, 3) if rng.random() < 0.6 else colour(rng) * 0.3
    body = np.asarray(np.clip(grey + tinge, 0, 1), np.float32)
    marble = None if look.marble is None else np.asarray(np.clip(body * rng.uniform(0.4, 1.8), 0, 1), np.float32)
    return replace(look, body=body, pip=pip, one=pip, marble=marble)


def by_hue_only(rng: np.random.Generator, look: Look) -> Look:
    """The same with pips as light as the body, but of another hue; the marble, if any, near the body."""
    body, pip = colour(rng), colour(rng)
    while not differ_by_hue(body, pip):
        body, pip = colour(rng), colour(rng)
    marble = None if look.marble is None else np.clip(body * rng.uniform(0.3, 1.3) + rng.normal(0, 0.06, 3), 0, 1)
    return replace(look, body=body, pip=pip, one=pip, marble=None if marble is None else np.asarray(marble, np.float32))


def contrast(first: Array, second: Array) -> float:
    """How different two colours look, mostly by their light."""
    return float(abs(np.dot(first - second, LIGHT)) + 0.45 * np.abs(first - second).mean())


def differ_by_hue(first: Array, second: Array) -> bool:
    """Whether two colours are about as light but of another hue, such as red pips on grey or blue."""
    apart = first - second
    return bool(abs(np.dot(apart, LIGHT)) < 0.15 and float(apart.max() - apart.min()) > 0.35)


def random_colours(rng: np.random.Generator) -> tuple[Array, Array]:
    """Body and pips that can be told apart, the usual pairs more often."""
    white = np.asarray(np.clip(rng.normal([0.82, 0.88, 0.9], 0.06), 0, 1), np.float32)
    black = np.asarray(np.clip(rng.normal([0.08, 0.07, 0.07], 0.04), 0, 1), np.float32)
    draw = rng.random()
    if draw < 0.2:
        return white, black
    if draw < 0.3:
        return black, white
    if draw < 0.55:
        body = colour(rng)
        return (body, white) if contrast(body, white) > 0.3 else (body, black)
    if draw < 0.65:
        body = colour(rng)
        return (body, black) if contrast(body, black) > 0.3 else (body, white)
    while True:
        body, pip = colour(rng), colour(rng)
        if draw < 0.7:
            body = white
        elif draw < 0.76:
            body = black * rng.uniform(1, 3)
        is_hue_enough = draw > 0.88
        if differ_by_hue(body, pip) if is_hue_enough else contrast(body, pip) > 0.22:
            return np.asarray(body, np.float32), np.asarray(pip, np.float32)


def random_marks(rng: np.random.Generator, side: int = 64) -> Array:
    """Faces of another game's die: blank, letters, stars, rings, crosses, frames, or too many dots."""
    marks = np.zeros((7, side, side), np.float32)
    if rng.random() < 0.3:
        return marks
    for value in range(1, 7):
        drawing = np.zeros((side, side), np.uint8)
        odd_mark(rng, drawing, side)
        marks[value] = cv2.GaussianBlur(drawing, (0, 0), 0.8) / np.float32(255)
    return marks


def odd_mark(rng: np.random.Generator, drawing: NDArray[np.uint8], side: int) -> None:
    """Draw one mark that is no face of an ordinary die."""
    kind, middle, thick = int(rng.integers(6)), side // 2, int(rng.integers(3, 9))
    turns = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    if kind == 0:
        letter = str(rng.choice(list("ABCDEFGHKLMNPRSTUVXYZ0123456789?!+#")))
        cv2.putText(
            drawing, letter, (side // 4, side * 3 // 4), 0, side / 40, 255, int(rng.integers(3, 8)), cv2.LINE_AA
        )
    elif kind == 1:
        points = int(rng.integers(3, 9))
        reach = side * rng.uniform(0.2, 0.4) * (1 + rng.uniform(0.1, 0.5) * np.cos(points * turns))
        ring = np.stack([np.cos(turns), np.sin(turns)], 1) * reach[:, None] + middle
        cv2.fillPoly(drawing, [ring.astype(np.int32)], 255, cv2.LINE_AA)
    elif kind == 2:
        cv2.circle(
            drawing, (middle, middle), int(side * rng.uniform(0.2, 0.4)), 255, int(rng.integers(3, 9)), cv2.LINE_AA
        )
    elif kind == 3:
        inset = int(side * rng.uniform(0.05, 0.25))
        filled = -1 if rng.random() < 0.5 else thick
        cv2.rectangle(drawing, (inset, inset), (side - inset, side - inset), 255, filled)
    elif kind == 4:
        for _ in range(int(rng.integers(1, 5))):
            ends = rng.integers(side // 6, side * 5 // 6, (2, 2))
            cv2.line(
                drawing, tuple(map(int, ends[0])), tuple(map(int, ends[1])), 255, int(rng.integers(3, 10)), cv2.LINE_AA
            )
    else:
        for _ in range(int(rng.integers(7, 14))):
            x, y = (int(v) for v in rng.integers(side // 8, side * 7 // 8, 2))
            cv2.circle(drawing, (x, y), int(side * rng.uniform(0.04, 0.1)), 255, -1, cv2.LINE_AA)
