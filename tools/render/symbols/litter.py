"""What else lies on a table in a game: the board, rockets of cardboard, chips, cards, a phone, a cup, a sleeve."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from tools.render.arrays import Array
from tools.render.cameras import Camera
from tools.render.lamps import Lights
from tools.render.surfaces import from_hsv
from tools.render.symbols.boards import Sheet, plain_piece, playing_card, printed_board
from tools.render.symbols.styles import Style

Spot = tuple[float, float]
IS_GREY = 0.75  # of the rockets; the others are in some colour
TRIES = 30


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A sheet at its place on the table: its middle, its turn, and how thick it is, in edges."""

    sheet: Sheet
    middle: Spot
    turn: float
    thick: float

    def covers(self, spot: Spot, margin: float) -> bool:
        """Whether a point of the table is under it, or nearer to it than that."""
        away = np.array(spot) - np.array(self.middle)
        along = abs(away[0] * math.cos(self.turn) + away[1] * math.sin(self.turn))
        across = abs(away[1] * math.cos(self.turn) - away[0] * math.sin(self.turn))
        wide, high = self.sheet.size
        return bool(along <= wide / 2 + margin and across <= high / 2 + margin)

    def corners(self) -> Array:
        """(4, 3) Where its corners are."""
        wide, high = self.sheet.size
        flat = np.array([(-wide, high), (wide, high), (wide, -high), (-wide, -high)]) / 2  # y grows upwards
        turn = np.array([[math.cos(self.turn), math.sin(self.turn)], [-math.sin(self.turn), math.cos(self.turn)]])
        return np.concatenate([flat @ turn + np.array(self.middle), np.full((4, 1), self.thick)], axis=1)


@dataclass(frozen=True, slots=True)
class Litter:
    """How much lies about."""

    board: bool = True
    rockets: tuple[int, int] = (3, 9)
    others: tuple[int, int] = (0, 3)  # cards, phones, cups, boxes


def laid_out(rng: np.random.Generator, camera: Camera, style: Style, litter: Litter) -> list[Laid]:
    """All that lies on the table, the lowest first."""
    laid: list[Laid] = []
    if litter.board:
        side, along = rng.uniform(0.16, 0.3), rng.uniform(0.3, 0.7)
        at = (side if rng.random() < 0.5 else 1 - side, along)
        turn = math.atan2(camera.axes[0, 1], camera.axes[0, 0]) + rng.choice([0, 0, math.pi]) + rng.normal(0, 0.12)
        laid.append(Laid(printed_board(rng, style), spot_at(camera, at), float(turn), 0.1))
    for _ in range(int(rng.integers(*litter.others))):
        laid.append(Laid(other_thing(rng), any_spot(rng, camera), float(rng.uniform(0, math.tau)), 0.05))
    for number in range(int(rng.integers(*litter.rockets))):
        place = any_spot(rng, camera)
        if litter.board and number % 2:
            place = on_sheet(rng, laid[0])
        laid.append(Laid(rocket(rng), place, float(rng.uniform(0, math.tau)), float(rng.uniform(0.05, 0.2))))
    return laid


def spot_at(camera: Camera, share: tuple[float, float]) -> Spot:
    """The point of the table in that part of the picture."""
    on = camera.on_table(share[0] * camera.width, share[1] * camera.height)
    return float(on[0]), float(on[1])


def any_spot(rng: np.random.Generator, camera: Camera) -> Spot:
    """Anywhere in the picture."""
    return spot_at(camera, (float(rng.uniform(0, 1)), float(rng.uniform(0, 1))))


def on_sheet(rng: np.random.Generator, laid: Laid) -> Spot:
    """Anywhere on a sheet."""
    wide, high = laid.sheet.size
    along, across = rng.uniform(-0.45, 0.45) * wide, rng.uniform(-0.45, 0.45) * high
    cos, sin = math.cos(laid.turn), math.sin(laid.turn)
    return (
        float(laid.middle[0] + along * cos - across * sin),
        float(laid.middle[1] + along * sin + across * cos),
    )


def rocket(rng: np.random.Generator) -> Sheet:
    """A small piece of cardboard, grey, black or white, or a chip in some colour."""
    if rng.random() < IS_GREY:
        tone = np.full(3, float(rng.choice([0.03, 0.2, 0.75])) * rng.uniform(0.8, 1.2), np.float32)
        return plain_piece(rng, (float(rng.uniform(0.5, 0.8)), float(rng.uniform(0.9, 1.4))), tone)
    tone = np.asarray(from_hsv(rng.uniform(0, 360), rng.uniform(0.2, 0.9), rng.uniform(0.3, 1)) ** 2.2, np.float32)
    side = float(rng.uniform(0.6, 1.3))
    return plain_piece(rng, (side, side), tone, 1.0)


def other_thing(rng: np.random.Generator) -> Sheet:
    """A card, a phone, a cup from above or the lid of a box."""
    draw = rng.random()
    if draw < 0.5:
        return playing_card(rng)
    if draw < 0.65:
        return plain_piece(rng, (4.6, 9.2), np.full(3, rng.uniform(0.01, 0.05), np.float32), 0.2)
    if draw < 0.85:
        cup = plain_piece(rng, (5.0, 5.0), np.full(3, rng.uniform(0.5, 0.85), np.float32), 1.0)
        middle, tea = cup.art.shape[0] // 2, from_hsv(rng.uniform(10, 30), 0.8, rng.uniform(0.1, 0.5)) ** 2.2
        cv2.circle(cup.art, (middle, middle), round(0.9 * middle), tuple(map(float, tea)), cv2.FILLED, cv2.LINE_AA)
        return cup
    tone = from_hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.8), rng.uniform(0.2, 0.9)) ** 2.2
    return plain_piece(rng, (float(rng.uniform(6, 12)), float(rng.uniform(6, 12))), np.asarray(tone, np.float32))


def is_free(laid: list[Laid], margin: float = 1.0) -> Callable[[Spot], bool]:
    """Whether a die at a spot lies on the bare table: on nothing, and a little away from all."""
    return lambda spot: not any(each.covers(spot, margin) for each in laid)


def lay(table: Array, camera: Camera, laid: list[Laid], lights: Lights) -> Array:
    """The table's reflectances with all that lies on it, each with its own shadow."""
    covered = table.copy()
    for each in laid:
        for lamp in lights.lamps:
            move = -lamp.towards * (each.thick / lamp.towards[2])
            share = np.asarray(lamp.tint * lamp.towards[2] / lights.flat, np.float32)
            cover = warped(each.sheet.cover, camera, each.corners() + move, covered.shape)
            soft = cv2.GaussianBlur(cover, (0, 0), 1.5)
            covered *= 1 - soft[:, :, np.newaxis] * share * np.float32(0.9)
        cover = warped(each.sheet.cover, camera, each.corners(), covered.shape)[:, :, np.newaxis]
        art = warped(each.sheet.art, camera, each.corners(), covered.shape)
        covered = covered * (1 - cover) + art * cover
    return np.asarray(covered, np.float32)


def warped(picture: Array, camera: Camera, corners: Array, shape: tuple[int, ...]) -> Array:
    """A flat picture as the camera sees it with its corners there."""
    high, wide = picture.shape[:2]
    own = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - np.float32(0.5)
    seen = camera.project(np.asarray(corners, np.float32))
    through = cv2.getPerspectiveTransform(own, np.asarray(seen, np.float32))
    return np.asarray(cv2.warpPerspective(picture, through, (shape[1], shape[0]), flags=cv2.INTER_AREA), np.float32)
