"""Finding balls: a small network looks at two small pictures of the table and says where balls may be.

The finer picture answers for small balls, the coarser one for those twice as large. The network was trained by
tools/training/balls/train.py on tables we render ourselves; no photograph was used for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.networks import as_input, network
from vision.base.shrink import reduced

Debug = Callable[[str, NDArray[np.uint8]], None]

CELL = 2  # pixels of the small picture per cell of the network's answer
BLOCK = 4  # the network takes sides that are multiples of this
USUAL_SIZE = 9.0  # pixels of the small picture; the network tells sizes as logarithms of parts of this
SIZES = (5.0, 15.0)  # pixels of the small picture that it was trained to find
WEIGHTS = Path(__file__).with_suffix(".onnx")


@dataclass(frozen=True, slots=True)
class FindingSettings:
    """Where to look for balls; measured on our own rendered tables (November 2026)."""

    fine_width: int = 320  # longer side of the finer picture: finds balls of a 64th to a 21st of it
    least_heat: float = 0.15
    faint_heat: float = 0.03  # enough for the clearest few: a matt ball alone on a plain table glows little
    faint_places: int = 4
    same_ball: float = 0.5  # two places closer than this, in sizes, are one ball ...
    same_size: float = 1.4  # ... if they are about as large; else it is left to a closer look which size is right
    clear_heat: float = 0.4  # two that glow this much and lie closer than so many sizes are a pair
    beside: float = 1.6
    most_peaks: int = 40  # in each small picture; a busy cloth has more
    most_places: int = 20


@dataclass(frozen=True, slots=True)
class Place:
    """Where a ball may be: its centre and diameter in pixels, and how ball-like it looks from afar."""

    x: float
    y: float
    size: float
    heat: float  # 0..1

    def scaled(self, scale: float) -> Place:
        """The same in a picture `scale` times as large."""
        return Place((self.x + 0.5) * scale - 0.5, (self.y + 0.5) * scale - 0.5, self.size * scale, self.heat)

    def away(self, other: Place) -> float:
        """How far apart the two centres are, in the mean of both diameters."""
        return math.dist((self.x, self.y), (other.x, other.y)) / (0.5 * (self.size + other.size))


def find_places(
    pixels: NDArray[np.uint8], settings: FindingSettings | None = None, debug: Debug | None = None
) -> list[Place]:
    """All places that look like a ball, the clearest first; pixels of the given picture."""
    settings = settings or FindingSettings()
    half, half_scale = reduced(pixels, max(settings.fine_width, max(pixels.shape[:2]) // 2))
    fine, fine_scale = slightly_reduced(half, settings.fine_width)
    coarse, coarse_scale = reduced(fine, max(fine.shape[:2]) // 2)
    found: list[Place] = []
    whole_scale = half_scale * fine_scale
    for name, small, scale in (("fine", fine, whole_scale), ("coarse", coarse, whole_scale * coarse_scale)):
        if min(small.shape[:2]) >= 2 * BLOCK and not has_pair(found, settings):
            found += [place.scaled(1 / scale) for place in look(small, name, settings, debug)]
    places = without_doubles(found, settings)[: settings.most_places]
    return [
        place for rank, place in enumerate(places) if place.heat >= settings.least_heat or rank < settings.faint_places
    ]


def slightly_reduced(pixels: NDArray[np.uint8], width: int) -> tuple[NDArray[np.uint8], float]:
    """The same as `reduced`, ten times as fast, and as good for pictures made no smaller than half."""
    scale = width / max(pixels.shape[:2])
    if scale >= 1.0:
        return pixels, 1.0
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR), np.uint8), scale


def has_pair(found: Sequence[Place], settings: FindingSettings) -> bool:
    """Whether two clear ones lie side by side, so that nobody need look for larger ones."""
    clear = [place for place in found if place.heat >= settings.clear_heat]
    return any(
        settings.same_ball < one.away(other) < settings.beside and is_alike(one, other, settings)
        for one, other in combinations(clear, 2)
    )


def look(small: NDArray[np.uint8], name: str, settings: FindingSettings, debug: Debug | None) -> list[Place]:
    """The places in one small picture."""
    height, width = small.shape[:2]
    padded = cv2.copyMakeBorder(small, 0, -height % BLOCK, 0, -width % BLOCK, cv2.BORDER_REPLICATE)
    net = network(WEIGHTS, padded.shape)
    net.setInput(as_input([padded]))
    rows, columns = padded.shape[0] // BLOCK, padded.shape[1] // BLOCK
    # The network tells the four cells of each block one after the other.
    blocks = np.asarray(net.forward(), np.float32).reshape(4, CELL, CELL, rows, columns)
    answer = np.ascontiguousarray(blocks.transpose(0, 3, 1, 4, 2).reshape(4, rows * CELL, columns * CELL))
    if debug is not None:
        debug(f"balls-heat-{name}", np.asarray(255 / (1 + np.exp(-np.clip(answer[0], -30, 30))), np.uint8))
    heat = answer[0]
    floor = math.log(settings.faint_heat / (1 - settings.faint_heat))
    is_peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > floor)
    rows_of_peaks, columns_of_peaks = np.nonzero(is_peak)
    clearest = np.argsort(-heat[is_peak])[: settings.most_peaks]
    found = []
    for row, column in zip(rows_of_peaks[clearest].tolist(), columns_of_peaks[clearest].tolist(), strict=True):
        _, size, right, down = (float(part) for part in answer[:, row, column])
        found.append(
            Place(
                x=(column + 0.5 + right) * CELL - 0.5,
                y=(row + 0.5 + down) * CELL - 0.5,
                size=USUAL_SIZE * math.exp(min(1.5, max(-1.5, size))),
                heat=1 / (1 + math.exp(-float(heat[row, column]))),
            )
        )
    return found


def without_doubles(found: Sequence[Place], settings: FindingSettings) -> list[Place]:
    """The clearest sighting of every ball: neighbouring cells and both pictures see the same one."""
    kept: list[Place] = []
    for place in sorted(found, key=lambda place: -place.heat):
        if not any(is_same(place, other, settings) for other in kept):
            kept.append(place)
    return kept


def is_same(place: Place, other: Place, settings: FindingSettings) -> bool:
    """Whether two places are sightings of one ball."""
    return place.away(other) <= settings.same_ball and is_alike(place, other, settings)


def is_alike(place: Place, other: Place, settings: FindingSettings) -> bool:
    """Whether two places are about as large."""
    return max(place.size, other.size) / min(place.size, other.size) <= settings.same_size
