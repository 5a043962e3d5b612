"""Light on the table: lamps, the shine they leave on dice, and the shadows dice cast."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import cv2
import numpy as np

from tools.render.pips.cameras import Camera
from tools.render.pips.dice import Array, Look


@dataclass(frozen=True)
class Lamp:
    """Where light comes from (unit vector towards it) and its colour."""

    towards: Array
    tint: Array


@dataclass(frozen=True)
class Lights:
    """All the light there is: lamps, what comes from everywhere, and what a flat white table gets of both."""

    lamps: tuple[Lamp, ...]
    everywhere: Array

    @property
    def flat(self) -> Array:
        """What falls on the table."""
        return np.asarray(self.everywhere + sum(lamp.tint * lamp.towards[2] for lamp in self.lamps), np.float32)


def random_lights(rng: np.random.Generator) -> Lights:
    """One to three lamps and the light from everywhere."""
    lamps = []
    for _ in range(int(rng.integers(1, 4))):
        height, around = rng.uniform(0.35, 1.5), rng.uniform(0, 2 * np.pi)
        towards = np.array([np.cos(around) * np.cos(height), np.sin(around) * np.cos(height), np.sin(height)])
        tint = (1 + rng.normal(0, 0.06, 3)) * rng.uniform(0.2, 1.0)
        lamps.append(Lamp(towards.astype(np.float32), tint.astype(np.float32)))
    everywhere = np.ones(3) * rng.uniform(0.15, 0.8) * (1 + rng.normal(0, 0.05, 3))
    on_flat = sum(lamp.tint.mean() * lamp.towards[2] for lamp in lamps) + everywhere.mean()
    scale = rng.uniform(0.75, 1.15) / on_flat
    dimmed = tuple(Lamp(lamp.towards, np.asarray(lamp.tint * scale, np.float32)) for lamp in lamps)
    return Lights(dimmed, np.asarray(everywhere * scale, np.float32))


@dataclass(frozen=True)
class Window:
    """A window or lamp mirrored in glossy dice."""

    towards: Array
    width: float
    strength: float


def random_window(rng: np.random.Generator) -> Window:
    """Any window above the horizon."""
    height, around = rng.uniform(0.3, 1.57), rng.uniform(0, 2 * np.pi)
    towards = np.array([np.cos(around) * np.cos(height), np.sin(around) * np.cos(height), np.sin(height)], np.float32)
    return Window(towards, float(rng.uniform(0.02, 0.2)), float(rng.uniform(0, 0.8)))


def light_up(
    tone: Array, bent: Array, normals: Array, rays: Array, look: Look, pips: Array, lights: Lights, window: Window
) -> Array:
    """Matt light, lamps mirrored in the gloss, and a mirrored window."""
    lit = tone * lights.everywhere * (0.65 + 0.35 * normals[:, 2:])
    skin = normals
    if look.wet:
        skin = normals + (bent - normals) * look.wet * pips[:, None]
        skin = skin / np.linalg.norm(skin, axis=1, keepdims=True)
    mirrored = rays - 2 * (rays * skin).sum(1, keepdims=True) * skin
    for lamp in lights.lamps:
        lit = lit + tone * lamp.tint * np.maximum(bent @ lamp.towards, 0)[:, None]
        shine = np.maximum(mirrored @ lamp.towards, 0) ** look.sharpness
        lit = lit + (look.gloss * shine * (1 - 0.5 * pips * (1 - look.wet)))[:, None] * lamp.tint
    away = 1 - mirrored @ window.towards
    soft = 0.2 * window.width if look.hollow else 0.05
    disc = np.clip((window.width - away) / soft, 0, 1)
    if look.hollow:
        disc *= np.clip((away - look.hollow * window.width) / soft + 1, 0, 1)
    glass = disc * window.strength * look.gloss
    grazing = (1 - np.maximum(-(rays * normals).sum(1), 0)) ** 4 * look.gloss * 0.5
    return np.asarray(lit + (glass + grazing)[:, None], np.float32)


def cast_shadow(
    rng: np.random.Generator, picture: Array, camera: Camera, place: Array, turn: Array, scale: float, lights: Lights
) -> None:
    """Darken the table where a die keeps the light away."""
    corners = np.array(list(itertools.product((-0.46, 0.46), repeat=3)), np.float32) * scale @ turn + place
    flat = lights.flat
    for lamp in lights.lamps:
        feet = corners - lamp.towards * (corners[:, 2:] / lamp.towards[2])
        share = lamp.tint * lamp.towards[2] / flat
        shade(
            picture, camera, np.asarray(feet, np.float32), float(rng.uniform(0.02, 0.25)), share * rng.uniform(0.6, 1.0)
        )
    base = np.array(corners, np.float32)
    base[:, 2] = 0
    shade(picture, camera, base, float(rng.uniform(0.08, 0.2)), np.full(3, rng.uniform(0.1, 0.5), np.float32))


def shade(picture: Array, camera: Camera, feet: Array, softness: float, share: Array) -> None:
    """Darken the hull of `feet` (points on the table) by `share` per channel; softness in edges."""
    high, wide = picture.shape[:2]
    hull = cv2.convexHull((camera.project(feet) * 16).astype(np.int32))
    pixels_per_edge = camera.focal / float(np.linalg.norm(camera.place - feet.mean(0)))
    blur = max(0.5, softness * pixels_per_edge)
    reach = int(4 * blur + 4)
    left, top, hull_wide, hull_high = (side // 16 for side in cv2.boundingRect(hull))
    x0, y0 = max(0, left - reach), max(0, top - reach)
    x1, y1 = min(wide, left + hull_wide + reach), min(high, top + hull_high + reach)
    if x1 <= x0 or y1 <= y0:
        return
    hidden = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(hidden, hull - np.array([x0 * 16, y0 * 16], np.int32), 255, cv2.LINE_AA, 4)
    mask = cv2.GaussianBlur(hidden / np.float32(255), (0, 0), blur)
    picture[y0:y1, x0:x1] *= 1 - mask[:, :, None] * share
