"""A game's printed board: roads of fields that show the very faces of the dice, on a light or a dark print."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tools.render.arrays import Array, Drawing
from tools.render.surfaces import from_hsv, ink_of
from tools.render.symbols.styles import ART, Style

GAMMA = 2.2
DETAIL = 64  # pixels of the board's art for an edge of a die


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """Something flat: its looks, as reflectances with blue first, and where it is to be seen."""

    art: Array  # (height, width, 3)
    cover: Array  # (height, width), 0..1
    size: tuple[float, float]  # across and down, in edges of dice


@dataclass(frozen=True, slots=True)
class Fields:
    """How the fields of a board are printed; lengths in edges."""

    roads: int
    steps: int
    across: float  # between two roads
    along: float  # between two fields of a road
    radius: float
    ring: float
    glyph: float  # how large the face is drawn, compared with one on a die
    on_disc: bool  # or on the board's own print


def printed_board(rng: np.random.Generator, style: Style) -> Sheet:
    """A board for dice of this style."""
    fields = Fields(
        roads=int(rng.integers(4, 6)),
        steps=int(rng.integers(8, 12)),
        across=float(rng.uniform(1.5, 2.1)),
        along=float(rng.uniform(1.0, 1.25)),
        radius=float(rng.uniform(0.32, 0.46)),
        ring=float(rng.uniform(0.03, 0.08)),
        glyph=float(rng.uniform(0.6, 0.95)),
        on_disc=bool(rng.random() < 0.8),
    )
    margin = float(rng.uniform(0.5, 1.0))
    wide, high = (fields.roads - 1) * fields.across + 2 + 2 * margin, (fields.steps - 1) * fields.along + 1 + 2 * margin
    is_dark = bool(rng.random() < 0.5)
    value = rng.uniform(0.1, 0.35) if is_dark else rng.uniform(0.78, 0.95)
    print_tone = from_hsv(rng.uniform(200, 320), rng.uniform(0, 0.5 if is_dark else 0.15), value)
    art = np.full((round(high * DETAIL), round(wide * DETAIL), 3), print_tone * 255, np.uint8)
    sprinkle(rng, art)
    letters = (230, 230, 230) if is_dark else (50, 50, 60)
    for step in range(fields.steps):
        y = margin + 0.5 + step * fields.along
        write(art, str(fields.steps - step), (margin, y), letters)
        for road in range(fields.roads):
            draw_field(rng, art, (margin + 1.5 + road * fields.across, y), style.art[road], fields, step)
    return Sheet(reflecting(art), np.ones(art.shape[:2], np.float32), (wide, high))


def reflecting(drawing: Drawing) -> Array:
    """A drawing's reflectances."""
    return np.asarray((drawing / 255.0) ** GAMMA, np.float32)


def sprinkle(rng: np.random.Generator, art: Drawing) -> None:
    """Small stars of a night sky, and a print that is lighter somewhere."""
    high, wide = art.shape[:2]
    for _ in range(int(rng.integers(0, 80))):
        place = (int(rng.integers(wide)), int(rng.integers(high)))
        cv2.circle(art, place, int(rng.integers(1, 4)), (225, 225, 225), cv2.FILLED, cv2.LINE_AA)
    across = np.linspace(-1, 1, wide, dtype=np.float32)[np.newaxis, :, np.newaxis]
    art[:] = np.clip(art * (1 + np.float32(rng.uniform(-0.07, 0.07)) * across), 0, 255)


def write(art: Drawing, text: str, place: tuple[float, float], tone: tuple[int, int, int]) -> None:
    """The number beside a row of fields."""
    at = (round(place[0] * DETAIL), round((place[1] + 0.15) * DETAIL))
    cv2.putText(art, text, at, cv2.FONT_HERSHEY_DUPLEX, DETAIL / 60, tone, 2, cv2.LINE_AA)


def draw_field(
    rng: np.random.Generator, art: Drawing, place: tuple[float, float], flat_face: Array, fields: Fields, step: int
) -> None:
    """One field: a ring in the road's ink with the face in it, sometimes a special one."""
    face = np.asarray(flat_face ** (1 / GAMMA) * 255, np.uint8)
    ink = ink_on(face)
    at = (round(place[0] * DETAIL), round(place[1] * DETAIL))
    if step + 1 < fields.steps:
        below = (at[0], round((place[1] + fields.along) * DETAIL))
        cv2.line(art, at, below, ink, round(fields.ring * 1.6 * DETAIL), cv2.LINE_AA)
    radius = round(fields.radius * DETAIL)
    draw = rng.random()
    if draw < 0.1:
        cv2.circle(art, at, radius, (40, 40, 40), cv2.FILLED, cv2.LINE_AA)
        cv2.circle(art, at, radius // 2, (120, 120, 120), max(1, radius // 8), cv2.LINE_AA)
        return
    cv2.circle(art, at, radius, ink, cv2.FILLED, cv2.LINE_AA)
    inner = radius - round(fields.ring * DETAIL)
    if fields.on_disc:
        paper = tuple(map(float, face[ART // 8, ART // 8]))
        cv2.circle(art, at, inner, paper, cv2.FILLED, cv2.LINE_AA)
    if draw < 0.2:
        points = np.array([(0, -0.6), (0.5, 0.5), (-0.5, 0.5)]) * inner + np.array(at)
        cv2.fillPoly(art, [points.astype(np.int32)], (220, 220, 220), cv2.LINE_AA)
        return
    side = round(fields.glyph * DETAIL)
    small = cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
    corner = (at[0] - side // 2, at[1] - side // 2)
    into = art[corner[1] : corner[1] + side, corner[0] : corner[0] + side]
    if into.shape[:2] != (side, side):
        return
    mask = np.zeros((side, side), np.float32)
    cv2.circle(mask, (at[0] - corner[0], at[1] - corner[1]), min(inner, side // 2 - 1), 1.0, cv2.FILLED, cv2.LINE_AA)
    into[:] = into * (1 - mask[:, :, np.newaxis]) + small * mask[:, :, np.newaxis]


def ink_on(face: Drawing) -> tuple[float, float, float]:
    """The colour that a face is known by: of body and glyph the one that is less grey."""
    flat = face.reshape(-1, 3).astype(np.float32)
    body = face[ART // 8, ART // 8].astype(np.float32)
    other = flat[int(np.argmax(np.abs(flat - body).sum(axis=1)))]
    blue, green, red = (float(part) for part in max(body, other, key=lambda tone: float(tone.max() - tone.min())))
    return blue, green, red


def playing_card(rng: np.random.Generator) -> Sheet:
    """A card with a frame, a picture of blots and a line of text, light or dark."""
    size = (float(rng.uniform(3.2, 4.2)), float(rng.uniform(4.8, 6.0)))
    shape = (round(size[1] * DETAIL), round(size[0] * DETAIL))
    paper = from_hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.choice([0.25, 0.9, 0.95])) * 255
    drawing = np.full((*shape, 3), paper, np.uint8)
    for _ in range(int(rng.integers(2, 8))):
        tone = ink_of(from_hsv(rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0.1, 1)))
        place = (int(rng.uniform(0.2, 0.8) * shape[1]), int(rng.uniform(0.2, 0.7) * shape[0]))
        axes = (int(rng.uniform(0.05, 0.3) * shape[1]), int(rng.uniform(0.05, 0.3) * shape[1]))
        cv2.ellipse(drawing, place, axes, float(rng.uniform(0, 180)), 0, 360, tone, cv2.FILLED, cv2.LINE_AA)
    cv2.putText(drawing, "Nebel", (20, shape[0] - 30), cv2.FONT_HERSHEY_DUPLEX, 1.0, (40, 40, 40), 2, cv2.LINE_AA)
    return Sheet(reflecting(drawing), np.ones(shape, np.float32), size)


def plain_piece(rng: np.random.Generator, size: tuple[float, float], tone: Array, round_share: float = 0.0) -> Sheet:
    """A piece of one colour: a rocket of cardboard, a chip, a phone, a box; with round corners if wanted."""
    shape = (max(4, round(size[1] * DETAIL)), max(4, round(size[0] * DETAIL)))
    art = np.tile(np.asarray(tone, np.float32), (*shape, 1))
    art *= 1 + np.float32(rng.uniform(-0.1, 0.1)) * np.linspace(-1, 1, shape[1], dtype=np.float32)[None, :, None]
    cover = np.zeros(shape, np.float32)
    corner = round(round_share * min(shape) / 2)
    cv2.rectangle(cover, (corner, 0), (shape[1] - 1 - corner, shape[0] - 1), 1.0, cv2.FILLED)
    cv2.rectangle(cover, (0, corner), (shape[1] - 1, shape[0] - 1 - corner), 1.0, cv2.FILLED)
    for x in (corner, shape[1] - 1 - corner):
        for y in (corner, shape[0] - 1 - corner):
            cv2.circle(cover, (x, y), corner, 1.0, cv2.FILLED)
    return Sheet(art, cover, size)
