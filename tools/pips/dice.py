"""Six-sided dice of every make, ray-cast one by one: rounded bodies, pips drilled or printed, marble, clear plastic."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.pips.surfaces import colour

Array = NDArray[np.float32]

# Where pips sit on a face, in units of the pip distance; 2, 3 and 6 also occur turned by a quarter.
LAYOUTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
LIGHT = np.array([0.11, 0.59, 0.3], np.float32)  # how much blue, green and red add to it
SIX_NEARER = (0.88, 1.0)  # how much nearer the three pips of a column may be


@dataclass(frozen=True)
class Look:
    """What one die is made of. Lengths in edges."""

    body: Array
    pip: Array
    one: Array  # colour of the single pip
    marble: Array | None
    waves: Array  # of the marble
    rounding: float
    ball: float  # radius of the ball the cube is cut with; large for none
    distance: float  # from the face's centre to a pip's, along an edge
    six: tuple[float, float]  # how much nearer the six's columns and rows are
    radius: float
    one_radius: float
    depth: float  # how strongly drilled pips are shaded
    gloss: float
    sharpness: float
    clear: float  # 0 opaque .. 1 clear
    ring: bool  # the single pip is a ring
    speckle: float
    rim: float  # how much lighter or darker the pip's rim is
    marks: Array | None  # (7, side, side), 0..1: what the faces show instead of pips, by value
    turns: tuple[int, ...] = field(default=(0,) * 7)
    starkness: float = 1.6  # how sharply the marble's two colours meet
    dish: float = 0.0  # how much faces are hollow (or, below 0, bulge), in radians at their edge
    hollow: float = 0.0  # share of a mirrored lamp that stays dark: a ring lamp

    @property
    def is_odd(self) -> bool:
        """Whether these are dice of another game."""
        return self.marks is not None


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


def hit_body(origin: Array, rays: Array, look: Look) -> tuple[NDArray[np.bool_], Array]:
    """Where rays (n, 3) from `origin` meet the body, in the die's own coordinates (edge 1, centre 0)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        slow = np.where(np.abs(rays) < 1e-6, 1e-6, rays)
        near = (-0.5 * np.sign(slow) - origin) / slow
        far = (0.5 * np.sign(slow) - origin) / slow
    enter, leave = near.max(1), far.min(1)
    hits = (leave > enter) & (enter > 0)
    travelled = enter.astype(np.float32)
    index = np.flatnonzero(hits)
    for _ in range(9):
        if index.size == 0:
            break
        points = origin + rays[index] * travelled[index, None]
        gap = distance_to(points, look)
        travelled[index] += gap
        lost = travelled[index] > leave[index]
        hits[index[lost]] = False
        index = index[~lost & (gap > 0.004)]
    hits[index] &= distance_to(origin + rays[index] * travelled[index, None], look) < 0.02
    return hits, travelled


def distance_to(points: Array, look: Look) -> Array:
    """How far points are from the body's skin."""
    beyond = np.abs(points) - (0.5 - look.rounding)
    outside = np.sqrt((np.maximum(beyond, 0) ** 2).sum(1)) + np.minimum(beyond.max(1), 0) - look.rounding
    return np.asarray(np.maximum(outside, np.sqrt((points**2).sum(1)) - look.ball), np.float32)


def normals_at(points: Array, look: Look) -> Array:
    """Which way the skin faces."""
    beyond = np.maximum(np.abs(points) - (0.5 - look.rounding), 1e-5)
    box = np.sign(points) * beyond
    box /= np.linalg.norm(box, axis=1, keepdims=True)
    length = np.linalg.norm(points, axis=1, keepdims=True)
    on_ball = np.clip((length - look.ball + 0.02) / 0.02, 0, 1)
    mixed = box * (1 - on_ball) + points / length * on_ball
    if look.dish:
        # On a face the two smaller coordinates tell where on it a point is.
        along = np.where(np.abs(points) < np.abs(points).max(1, keepdims=True), points, 0)
        mixed = mixed - 2 * look.dish * along
    return np.asarray(mixed / np.linalg.norm(mixed, axis=1, keepdims=True), np.float32)


def paint(points: Array, normals: Array, faces: tuple[int, ...], look: Look, soft: float) -> tuple[Array, Array, Array]:
    """Colour, bent normals and share of pip at points of the skin. `faces`: values at +x, -x, +y, -y, +z, -z."""
    axis = np.argmax(np.abs(points), axis=1)
    side = np.take_along_axis(points, axis[:, None], 1)[:, 0] < 0
    body = np.tile(look.body, (len(points), 1))
    if look.marble is not None:
        waves = np.sin(points @ look.waves[:, :3].T + look.waves[:, 3]).sum(1)
        share = (1 / (1 + np.exp(-look.starkness * waves)))[:, None]
        body = body * (1 - share) + look.marble * share
    bent = normals.copy()
    pips = np.zeros(len(points), np.float32)
    rims = np.zeros(len(points), np.float32)
    tint = np.tile(look.pip, (len(points), 1))
    for number in range(6):
        chosen = np.flatnonzero((axis == number // 2) & (side == bool(number % 2)))
        if chosen.size == 0:
            continue
        value = faces[number]
        across, down = ((1, 2), (2, 0), (0, 1))[number // 2]
        u, v = points[chosen, across], points[chosen, down]
        if look.marks is not None:
            side_length = look.marks.shape[1]
            columns = np.clip((u + 0.5) * side_length, 0, side_length - 1).astype(int)
            rows = np.clip((v + 0.5) * side_length, 0, side_length - 1).astype(int)
            pips[chosen] = look.marks[value, rows, columns]
            continue
        radius = look.one_radius if value == 1 else look.radius
        columns_in, rows_in = look.six if value == 6 else (1.0, 1.0)
        for x, y in LAYOUTS[value]:
            x, y = x * look.distance * columns_in, y * look.distance * rows_in
            if look.turns[value]:
                x, y = (y, -x)
            du, dv = u - x, v - y
            away = np.sqrt(du**2 + dv**2)
            share = np.clip((radius - away) / soft + 0.5, 0, 1)
            if value == 1 and look.ring:
                share *= np.clip((away - radius * 0.55) / soft + 0.5, 0, 1)
            pips[chosen] = np.maximum(pips[chosen], share)
            if look.rim:
                outer = np.clip((away - radius * 0.7) / soft + 0.5, 0, 1) * share
                rims[chosen] = np.maximum(rims[chosen], outer)
            bent[chosen, across] -= share * look.depth * du / radius
            bent[chosen, down] -= share * look.depth * dv / radius
        if value == 1:
            tint[chosen] = look.one
    tint = np.clip(tint * (1 + look.rim * rims[:, None]), 0, 1)
    colours = body * (1 - pips[:, None]) + tint * pips[:, None]
    bent /= np.linalg.norm(bent, axis=1, keepdims=True)
    return np.asarray(colours, np.float32), np.asarray(bent, np.float32), pips


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
