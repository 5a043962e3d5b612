"""What a die with pips is made of, and its paint: pips drilled or printed, marble, clear plastic."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tools.render.arrays import Array
from tools.render.dice import LAYOUTS

LIGHT = np.array([0.11, 0.59, 0.3], np.float32)  # how much blue, green and red add to it


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
    nearer: tuple[float, ...]  # how much nearer to the middle the pips are, by value
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
    bevel: float = 0.02  # how softly the flat faces turn into the ball the cube is cut with
    wet: float = 0.0  # how much drilled pips mirror lamps in their own hollow: thick glossy paint

    @property
    def is_odd(self) -> bool:
        """Whether these are dice of another game."""
        return self.marks is not None


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
        columns_in, rows_in = look.six if value == 6 else (look.nearer[value],) * 2
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
