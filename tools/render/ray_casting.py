"""Casting rays at one die after another into a picture, in front of what is farther away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array
from tools.render.cameras import Camera
from tools.render.dice import Placed, Shape, hit_body, normals_at

SAMPLES = ((-0.25, 0.25), (0.25, -0.25))  # two a pixel, on a slant, smooth the outline
Block = tuple[slice, slice]  # rows and columns of a picture


@dataclass(frozen=True)
class Layers:
    """The picture while it is being drawn: light, how far away, and whose each pixel is."""

    light: Array
    depth: Array
    owner: NDArray[np.int32]  # the number of a die, -1 the table, -2 a hand


@dataclass(frozen=True)
class Hits:
    """Where rays met a die, in its own coordinates."""

    index: NDArray[np.intp]  # which pixels of the block, counted row by row
    points: Array
    normals: Array
    rays: Array  # in table coordinates


def block_around(layers: Layers, camera: Camera, die: Placed) -> Block | None:
    """The part of the picture that may show a die; None if it lies outside."""
    high, wide = layers.owner.shape
    middle = camera.project(die.place[None])[0]
    radius = camera.focal * die.scale * 0.9 / float(np.linalg.norm(camera.place - die.place))
    left, top = (max(0, int(v - radius)) for v in middle)
    right, bottom = min(wide, int(middle[0] + radius) + 2), min(high, int(middle[1] + radius) + 2)
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def cast_die(
    layers: Layers,
    block: Block,
    number: int,
    camera: Camera,
    die: Placed,
    shape: Shape,
    lit: Callable[[Hits], Array],
) -> NDArray[np.bool_]:
    """Draw a die of that form, lit as `lit` says, and tell which pixels of the block are its own now."""
    ys, xs = np.mgrid[block].astype(np.float32)
    colours = np.zeros((ys.size, 3), np.float32)
    cover = np.zeros(ys.size, np.float32)
    nearest = np.full(ys.size, np.inf, np.float32)
    origin = ((camera.place - die.place) @ die.turn.T / die.scale).astype(np.float32)
    for dx, dy in SAMPLES:
        rays = camera.rays(xs.ravel() + np.float32(dx), ys.ravel() + np.float32(dy))
        local = np.asarray(rays @ die.turn.T, np.float32)
        hits, travelled = hit_body(origin, local, shape)
        index = np.flatnonzero(hits)
        if index.size == 0:
            continue
        points = np.asarray(origin + local[index] * travelled[index, None], np.float32)
        colours[index] += lit(Hits(index, points, normals_at(points, shape), rays[index]))
        cover[index] += 0.5
        nearest[index] = np.minimum(nearest[index], travelled[index] * die.scale)
    cover, nearest = cover.reshape(ys.shape), nearest.reshape(ys.shape)
    front = (cover > 0) & (nearest < layers.depth[block])
    tone = colours.reshape(*ys.shape, 3) / np.maximum(cover * 2, 1e-6)[:, :, None]
    mixed = layers.light[block] * (1 - cover[:, :, None]) + tone * cover[:, :, None]
    layers.light[block] = np.where(front[:, :, None], mixed, layers.light[block])
    solid = front & (cover > 0.5)
    layers.depth[block] = np.where(solid, nearest, layers.depth[block])
    layers.owner[block] = np.where(solid, number, layers.owner[block])
    return np.asarray(solid)
