"""Light on a table with dice: the lamps there may be, and the shine they leave on dice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tools.render.arrays import Array
from tools.render.lamps import Lamp, Lights, Shadows, direction
from tools.render.pips.dice import Look

SHADOWS = Shadows(0.46, (0.02, 0.25), (0.6, 1.0), (4.0, 4))


def random_lights(rng: np.random.Generator) -> Lights:
    """One to three lamps and the light from everywhere."""
    lamps = []
    for _ in range(int(rng.integers(1, 4))):
        towards = direction(rng.uniform(0.35, 1.5), rng.uniform(0, 2 * np.pi))
        tint = (1 + rng.normal(0, 0.06, 3)) * rng.uniform(0.2, 1.0)
        lamps.append(Lamp(towards, tint.astype(np.float32)))
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
    towards = direction(rng.uniform(0.3, 1.57), rng.uniform(0, 2 * np.pi))
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
