"""Lays cards into the picture: in perspective, lit by the lamp and the room, with shadows at their edges."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.card_faces import PIXELS_PER_MM, card_front, reflectance
from device.simulator.render.geometry import Projection
from device.simulator.render.lighting import LIGHT_RIGS, LightRig, light_colour
from device.simulator.render.printed_cards import printed_front
from device.simulator.render.scene import CARD_HEIGHT_MM, CARD_WIDTH_MM, Light, ShownCard, TableCard

Floats = NDArray[np.float32]
Window = tuple[slice, slice]
ACard: TypeAlias = TableCard | ShownCard
Size: TypeAlias = tuple[float, float]

_CARD_SIZE: Size = (CARD_WIDTH_MM, CARD_HEIGHT_MM)
_THICKNESS_MM = 0.35
_LIFT_MM = 0.9  # cards are never quite flat: so high their edges hover above the table on average
_SHINE, _GLOSS = 0.006, 10.0  # linen varnish mirrors the lamp a little, and widely
_FINE = 3  # sampled so many times finer than the picture
_MARGIN = 10  # pixels around a card that its shadow and a slight defocus reach


class Placed(Protocol):
    """Something flat on the table: where its middle is, and its turn to the left."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def turn(self) -> float: ...


@dataclass(frozen=True)
class CardPatch:
    """A piece of the picture with a card on it: light times cover (blue, green, red), the cover, and what is left of
    the light of things below it, 0..1."""

    window: Window
    colour: Floats
    cover: Floats
    below: Floats


@lru_cache(maxsize=56)  # a full table and a hand; a card that stays where it was is not drawn again
def draw_card(card: ACard, projection: Projection, light: Light, defocus_pixels: float) -> CardPatch | None:
    """One card as the camera sees it; None if it is outside the picture."""
    window = window_of(card, projection)
    if window is None:
        return None
    rig = LIGHT_RIGS[light]
    front = printed_front(card.front) if isinstance(card, ShownCard) else card_front(card.value, card.colour)
    paint = warped(reflectance(front), to_picture(card, projection), window)
    cover = warped(solid(front), to_picture(card, projection), window)
    lamp, mirrored = _light_on(window, projection, rig)
    lamp_colour, room_colour = light_colour(rig.lamp_kelvin), light_colour(rig.room_kelvin)
    arriving = lamp[..., None] * lamp_colour + np.float32(rig.room_strength) * room_colour
    colour = (paint * arriving + mirrored[..., None] * lamp_colour) * cover[..., None]
    below = light_below(solid(front), card, projection, rig, window)
    return CardPatch(window, _defocus(colour, defocus_pixels), _defocus(cover, defocus_pixels), below)


def solid(front: NDArray[np.uint8]) -> Floats:
    """How far each pixel of a front covers the table, 0..1."""
    return front[..., 3].astype(np.float32) / np.float32(255)


def to_table(card: Placed, size: Size = _CARD_SIZE) -> NDArray[np.float64]:
    """The mapping from millimetres on a card, x to its right and y to its foot from the top left, to the table."""
    cosine, sine = math.cos(card.turn), math.sin(card.turn)
    placed = np.array([[cosine, -sine, card.x], [sine, cosine, card.y], [0, 0, 1]])
    return np.asarray(placed @ np.array([[1, 0, -size[0] / 2], [0, -1, size[1] / 2], [0, 0, 1.0]]))


def to_picture(
    card: Placed, projection: Projection, height_mm: float = _THICKNESS_MM, size: Size = _CARD_SIZE
) -> NDArray[np.float64]:
    """The mapping from pixels of a front to pixels of the picture."""
    # The middle of the front's first pixel is half a pixel from the card's corner.
    scale = 1 / PIXELS_PER_MM
    on_card = np.array([[scale, 0, scale / 2], [0, scale, scale / 2], [0, 0, 1]])
    return np.asarray(projection.plane_to_picture(height_mm) @ to_table(card, size) @ on_card)


def window_of(card: Placed, projection: Projection, size: Size = _CARD_SIZE) -> Window | None:
    """The rows and columns of the picture that a card and its shadow can cover; None if it is outside."""
    width, height = size
    corners = np.array([(0, 0, 1), (width, 0, 1), (0, height, 1), (width, height, 1)], np.float64)
    flat = corners @ (projection.plane_to_picture(_THICKNESS_MM) @ to_table(card, size)).T
    if (flat[:, 2] <= 0).any():
        return None
    pixels = flat[:, :2] / flat[:, 2:]
    left, top = (max(0, math.floor(value) - _MARGIN) for value in pixels.min(axis=0))
    right = min(projection.width, math.ceil(pixels[:, 0].max()) + _MARGIN)
    bottom = min(projection.height, math.ceil(pixels[:, 1].max()) + _MARGIN)
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def warped(front: Floats, mapping: NDArray[np.float64], window: Window) -> Floats:
    """A front as it appears in a window of the picture, sampled finely and averaged."""
    rows, columns = window
    size = columns.stop - columns.start, rows.stop - rows.start
    # Pixel u of the picture becomes the fine pixels around (u - left) * fine + (fine - 1) / 2.
    shift = (_FINE - 1) / 2
    into = np.array([[_FINE, 0, shift - _FINE * columns.start], [0, _FINE, shift - _FINE * rows.start], [0, 0, 1.0]])
    fine = cv2.warpPerspective(front, into @ mapping, (size[0] * _FINE, size[1] * _FINE), flags=cv2.INTER_LINEAR)
    small: Floats = cv2.resize(fine, size, interpolation=cv2.INTER_AREA)
    return small


def _light_on(window: Window, projection: Projection, rig: LightRig) -> tuple[Floats, Floats]:
    """What the lamp sends to each pixel of a window of the table, and how much of it is mirrored to the camera."""
    rows, columns = window
    u, v = np.arange(columns.start, columns.stop, dtype=np.float64), np.arange(rows.start, rows.stop, dtype=np.float64)
    rays = projection.directions(u[None, :], v[:, None])
    points = projection.eye - rays * (projection.eye[2] / rays[..., 2:])
    to_lamp = np.asarray(rig.lamp_mm) - points
    distance = np.sqrt(np.square(to_lamp).sum(axis=-1))
    lamp = rig.lamp_strength * sum(value**2 for value in rig.lamp_mm) * to_lamp[..., 2] / distance**3
    half = to_lamp / distance[..., None] - rays
    upright = half[..., 2] / np.sqrt(np.square(half).sum(axis=-1))
    mirrored = _SHINE * (_GLOSS + 8) / 8 * upright**_GLOSS * lamp
    return lamp.astype(np.float32), mirrored.astype(np.float32)


def light_below(
    cover: Floats, card: Placed, projection: Projection, rig: LightRig, window: Window, size: Size = _CARD_SIZE
) -> Floats:
    """The share of the light that still reaches what lies around and under the card's edges."""
    lamp = np.asarray(rig.lamp_mm)
    lift = _LIFT_MM / lamp[2]
    # A point at this height throws its shadow away from the lamp: p -> (p - lamp * lift) / (1 - lift).
    thrown = np.array([[1, 0, -lamp[0] * lift], [0, 1, -lamp[1] * lift], [0, 0, 1 - lift]])
    scale = 1 / PIXELS_PER_MM
    on_card = np.array([[scale, 0, scale / 2], [0, scale, scale / 2], [0, 0, 1]])
    shadow = projection.plane_to_picture() @ thrown @ to_table(card, size) @ on_card
    pixels_per_mm = projection.focal_length / projection.eye[2]
    dark = cv2.GaussianBlur(warped(cover, shadow, window), (0, 0), max(0.5, rig.lamp_radius_mm * lift * pixels_per_mm))
    near = cv2.GaussianBlur(
        warped(cover, to_picture(card, projection, 0.0, size), window), (0, 0), _LIFT_MM * pixels_per_mm
    )
    falling = rig.lamp_strength * rig.lamp_mm[2] / math.hypot(*rig.lamp_mm)
    share = falling / (falling + rig.room_strength)
    below: Floats = (1 - np.float32(share) * dark - np.float32(0.7 * (1 - share)) * near).astype(np.float32)
    return below


def _defocus(picture: Floats, pixels: float) -> Floats:
    blurred: Floats = cv2.GaussianBlur(picture, (5, 5), pixels)
    return blurred
