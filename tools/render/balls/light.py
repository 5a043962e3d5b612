"""The camera and the large soft lamps above a table with balls, and how a photograph is made of linear light."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.cameras import Camera
from tools.render.lamp_colours import of_balls as lamp_colour
from tools.render.sensor import as_jpeg, from_middle


def camera_above(rng: np.random.Generator, width: int, height: int, most_tilt: float, focal: float) -> Camera:
    """A camera 20 to 36 cm above the table, tilted and turned."""
    up, tilt, turn = rng.uniform(200, 360), math.radians(rng.uniform(0, most_tilt)), rng.uniform(0, 2 * math.pi)
    forward = np.array([math.sin(tilt) * math.cos(turn), math.sin(tilt) * math.sin(turn), -math.cos(tilt)])
    roll = rng.uniform(0, 2 * math.pi)
    right = np.cross(forward, [math.cos(roll), math.sin(roll), 0.3])
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(forward, right), forward]).astype(np.float32)
    place = np.asarray(-forward * up / math.cos(tilt), np.float32)
    return Camera(place, axes, focal, width, height, ((width - 1) / 2, (height - 1) / 2))


@dataclass(frozen=True)
class Lamp:
    """A soft box, a window or a bulb."""

    direction: Array
    colour: Array  # irradiance of a surface that faces it, B G R
    wide: float  # tangents of half its sides as seen from the table
    high: float

    def mirrored(self, rays: Array, rough: float) -> Array:
        """(n,) How much of the lamp these directions see."""
        side = np.cross(self.direction, [0.31, 0.17, 0.94])
        side = (side / np.linalg.norm(side)).astype(np.float32)
        other = np.cross(self.direction, side).astype(np.float32)
        ahead = np.maximum(rays @ self.direction, 1e-3)
        seen = np.ones(len(rays), np.float32)
        for axis, half in ((side, self.wide), (other, self.high)):
            seen *= 1 / (1 + np.exp(np.clip((np.abs(rays @ axis / ahead) - half) / rough, -30, 30)))
        return np.asarray(seen * (rays @ self.direction > 0), np.float32)

    @property
    def radiance(self) -> Array:
        """What its mirror image has, from what it sheds."""
        return np.asarray(self.colour * math.pi / (4 * self.wide * self.high + 0.01), np.float32)


@dataclass(frozen=True)
class Light:
    """All that shines on the table."""

    lamps: tuple[Lamp, ...]
    sky: Array  # from the room
    ground: Array  # from the table

    def diffuse(self, normals: Array, shadow: Array) -> Array:
        """(n, 3) What falls on surfaces; `shadow` (n,) is how much of the room each sees."""
        up = 0.5 + 0.5 * normals[:, 2:]
        total = (self.sky * up + self.ground * (1 - up)) * shadow[:, None]
        for lamp in self.lamps:
            # Large lamps reach around the edge of day and night.
            soft = 0.15 + 0.3 * lamp.wide
            facing = normals @ lamp.direction
            total = total + np.clip((facing + soft) / (1 + soft), 0, None)[:, None] * lamp.colour
        return np.asarray(total, np.float32)

    def mirrored(self, rays: Array, rough: float) -> Array:
        """(n, 3) What a mirror would show in these directions."""
        up = 1 / (1 + np.exp(np.clip(-rays[:, 2:] / 0.06, -30, 30)))
        total = self.sky * up * (0.4 + 0.6 * rays[:, 2:] ** 2) + self.ground * (1 - up)
        for lamp in self.lamps:
            total = total + lamp.mirrored(rays, rough)[:, None] * lamp.radiance
        return np.asarray(total, np.float32)


def random_light(rng: np.random.Generator, kelvin: float, table: Array) -> Light:
    """One to three lamps of that colour, and the room."""
    tone = lamp_colour(kelvin)
    lamps = []
    for number in range(int(rng.integers(1, 4))):
        lean, turn = rng.uniform(0, 65), rng.uniform(0, 2 * math.pi)
        away = math.sin(math.radians(lean))
        direction = np.array([away * math.cos(turn), away * math.sin(turn), math.cos(math.radians(lean))], np.float32)
        size = float(np.exp(rng.uniform(math.log(0.04), math.log(0.5))))
        other = tone if number == 0 or rng.random() < 0.7 else lamp_colour(float(rng.uniform(3000, 7000)))
        strength = 1.0 if number == 0 else rng.uniform(0.1, 0.7)
        lamps.append(Lamp(direction, np.asarray(other * strength, np.float32), size, size * rng.uniform(0.3, 1)))
    sky = tone * rng.uniform(0.1, 0.9) * np.exp(rng.normal(0, 0.08, 3))
    return Light(
        tuple(lamps), np.asarray(sky, np.float32), np.asarray(table * tone * rng.uniform(0.3, 0.9), np.float32)
    )


def photographed(rng: np.random.Generator, light: Array, kelvin: float, exposure: float) -> NDArray[np.uint8]:
    """White balance (mostly right), exposure, lens, noise, tone curve and JPEG."""
    height, width = light.shape[:2]
    balance = lamp_colour(kelvin) ** rng.uniform(0.55, 1.05) * np.exp(rng.normal(0, 0.05, 3))
    picture = light / np.asarray(balance, np.float32)
    bright = float(np.percentile(picture[::8, ::8].max(axis=2), 85))
    picture = picture * (exposure / max(bright, 1e-3))
    if rng.random() < 0.5:
        fall = rng.uniform(0, 0.4)
        across, down = from_middle(width, height)
        picture = picture * (1 - fall * (across**2 + down**2) / 2)[:, :, None]
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.45, 1.15)) + np.float32(rng.uniform(0, 0.006))
    grain = rng.uniform(0.1, 1.0) ** 2
    spread = np.sqrt(np.clip(picture, 0, None) * np.float32(0.0012 * grain) + np.float32(0.00003 * grain))
    # A block of noise, repeated: making it afresh for every pixel would take longer than the whole rendering.
    block = rng.standard_normal((173, 211, 3), np.float32)
    noise = np.tile(block, (height // 173 + 1, width // 211 + 1, 1))[:height, :width]
    picture = picture + noise * spread
    return as_jpeg(developed(rng, picture), int(rng.integers(75, 97)))


def developed(rng: np.random.Generator, picture: Array) -> NDArray[np.uint8]:
    """Levels of linear light: a camera's tone curve and its idea of how strong colours should be."""
    curve = np.linspace(0, 1, 4096, dtype=np.float32) ** np.float32(1 / rng.uniform(2.0, 2.4))
    contrast = rng.uniform(0, 0.5)
    curve = 255 * ((1 - contrast) * curve + contrast * curve * curve * (3 - 2 * curve))
    levels = curve[np.asarray(np.clip(picture, 0, 1) * 4095, np.uint16)]
    strength = rng.uniform(0.8, 1.25)
    mix = np.eye(3) * strength + (1 - strength) / 3
    return np.asarray(np.clip(cv2.transform(levels, mix) + 0.5, 0, 255), np.uint8)
