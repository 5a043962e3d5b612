"""Wood, felt and cloth, made from noise: reflectances of a piece of table as seen from straight above."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.render.faces import linear
from device.simulator.render.scene import Surface

Floats = NDArray[np.float32]

PIXELS_PER_MM = 4.0
WIDTH_MM, HEIGHT_MM = 480, 330  # about what the camera sees when tilted and turned; mirrored beyond that

_WOOD_TONES = (((104, 66, 44), (166, 117, 82)), ((70, 44, 30), (116, 78, 54)), ((150, 112, 74), (206, 168, 122)))
_FELT_TONES = ((34, 78, 56), (44, 46, 62), (112, 36, 42))
_CLOTH_TONES = ((126, 134, 142), (158, 142, 118), (92, 110, 128))


@dataclass(frozen=True)
class Material:
    """A piece of table: the texture (8 bit, gamma 2), its mean reflectance, and how much it mirrors the lamp."""

    texture: NDArray[np.uint8]
    mean: Floats
    shine: float
    gloss: float


@lru_cache(maxsize=9)  # all there are: each takes half a second to make and 8 MB to keep
def material(surface: Surface, variant: int) -> Material:
    """The same surface and variant always give the same texture."""
    rng = np.random.default_rng([list(Surface).index(surface), variant])
    if surface is Surface.WOOD:
        reflectance, shine, gloss = _wood(rng, *_WOOD_TONES[variant]), 0.025, 14.0
    elif surface is Surface.FELT:
        reflectance, shine, gloss = _felt(rng, _FELT_TONES[variant]), 0.0, 1.0
    else:
        reflectance, shine, gloss = _cloth(rng, _CLOTH_TONES[variant]), 0.0, 1.0
    texture = np.clip(np.sqrt(reflectance) * 255 + rng.random(reflectance.shape, dtype=np.float32), 0, 255)
    return Material(texture.astype(np.uint8), reflectance.mean(axis=(0, 1)), shine, gloss)


def _shape() -> tuple[int, int]:
    return round(HEIGHT_MM * PIXELS_PER_MM), round(WIDTH_MM * PIXELS_PER_MM)


def _noise(rng: np.random.Generator, grain_x_mm: float, grain_y_mm: float) -> Floats:
    """Smooth noise with mean 0 and deviation about 1, with grains of the given size."""
    height, width = _shape()
    rows = max(4, min(height, round(HEIGHT_MM / grain_y_mm)))
    columns = max(4, min(width, round(WIDTH_MM / grain_x_mm)))
    coarse = rng.standard_normal((rows, columns), dtype=np.float32)
    smooth = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    spread: Floats = (smooth / smooth.std()).astype(np.float32)
    return spread


def _wood(rng: np.random.Generator, dark: tuple[int, int, int], pale: tuple[int, int, int]) -> Floats:
    """Boards with growth rings that run along x, bent by slow noise, with fine pores."""
    height = _shape()[0]
    y = np.arange(height, dtype=np.float32)[:, None] / np.float32(PIXELS_PER_MM)
    bend = _noise(rng, 190, 60) * 9 + _noise(rng, 60, 22) * 1.6
    rings = np.sin((y + bend) * np.float32(2 * math.pi / 11)) + 0.5 * np.sin((y + bend) * np.float32(2 * math.pi / 4.3))
    mix = 0.5 + 0.13 * rings + 0.10 * _noise(rng, 120, 5) + 0.07 * _noise(rng, 45, 0.9) + 0.03 * _noise(rng, 6, 0.35)
    pores = np.clip(_noise(rng, 9, 0.3) - 1.7, 0, 1.5)
    mix = mix - 0.16 * pores
    board_mm = 92.0
    board = np.floor((y + 20) / board_mm).astype(int)
    tones = rng.normal(0, 0.09, board.max() + 1).astype(np.float32)
    mix = mix + tones[board]
    seam = np.exp(-((((y + 20) % board_mm) / 0.45) ** 2)).astype(np.float32)
    mix = np.clip(mix, 0, 1.25)[..., None]
    planks: Floats = (linear(dark) * (1 - mix) + linear(pale) * mix) * (1 - 0.55 * seam[..., None])
    return np.maximum(planks, 0.004)


def _felt(rng: np.random.Generator, tone: tuple[int, int, int]) -> Floats:
    """Pressed fibres: short strokes in all directions over slow, worn patches."""
    fibres = _noise(rng, 0.3, 1.1) + _noise(rng, 1.1, 0.3) + _noise(rng, 0.4, 0.4)
    worn = _noise(rng, 70, 50)
    tufts = _noise(rng, 3.5, 3.5)
    factor = np.clip(1 + 0.12 * fibres + 0.05 * worn + 0.05 * tufts, 0.35, 2.2)
    pressed: Floats = linear(tone) * factor[..., None]
    return pressed


def _cloth(rng: np.random.Generator, tone: tuple[int, int, int]) -> Floats:
    """Linen: two sets of uneven threads, over and under each other, and a few soft folds."""
    height, width = _shape()
    x = np.arange(width, dtype=np.float32)[None, :] / np.float32(PIXELS_PER_MM)
    y = np.arange(height, dtype=np.float32)[:, None] / np.float32(PIXELS_PER_MM)
    pitch = np.float32(2 * math.pi / 1.15)
    warp = np.sin((x + 0.10 * _noise(rng, 6, 40)) * pitch)
    weft = np.sin((y + 0.10 * _noise(rng, 40, 6)) * pitch)
    slubs = 0.09 * _noise(rng, 30, 1.1) + 0.07 * _noise(rng, 1.1, 30)
    folds = 0.05 * _noise(rng, 150, 90)
    factor = np.clip(1 + 0.10 * warp * weft + 0.05 * (warp + weft) + slubs + folds, 0.3, 2)
    woven: Floats = linear(tone) * factor[..., None].astype(np.float32)
    return woven
