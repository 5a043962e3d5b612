"""Which light was too much for the camera: a channel that is clipped says only "at least so bright".

Cameras clip first and set the white balance then, so a clipped channel ends anywhere below 255, at the same level all
over the picture. Such a level shows as a narrow heap of pixels with nothing above it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

GAMMA = 2.2  # of levels, about


@dataclass(frozen=True, slots=True)
class ClippingSettings:
    """What a clipped heap looks like, in grey levels and shares of the pixels looked at.

    Measured on path-traced pictures: heaps of clipped channels hold 0.45 to 0.84 of what is near, others up to 0.35.
    """

    always: float = 247.0  # brighter than this is clipped anyhow
    smoothing: int = 5  # pixels
    bins: int = 2  # per level
    heap: int = 5  # bins
    near: int = 16  # bins to each side
    over: int = 7  # bins: what is higher above the heap's middle counts against it
    least_share: float = 0.45  # of the heap in what is near
    least_size: float = 0.03  # of all pixels
    # A white balance leaves every channel at least this share of the brightest one's light; what ends lower is not
    # clipped but a face of one even colour.
    least_light: float = 0.35
    least_level: float = 0.0
    most_above: float = 0.01
    least_white: float = 170.0  # where two channels are clipped, a third above this is so, too ...
    white_margin: float = 10.0  # ... down to so many levels below the highest
    margin: float = 3.0  # levels below the heap's middle that count as clipped


def clipped_levels(
    levels: NDArray[np.uint8], is_looked_at: NDArray[np.bool_], settings: ClippingSettings | None = None
) -> NDArray[np.float64]:
    """For each channel the level from which on it is clipped."""
    settings = settings or ClippingSettings()
    if not is_looked_at.any():
        return np.full(levels.shape[2], settings.always)
    fine = cv2.blur(levels.astype(np.float32), (settings.smoothing, settings.smoothing))[is_looked_at]
    found = np.full(levels.shape[2], settings.always)
    brightest = float(np.percentile(np.maximum(np.maximum(fine[:, 0], fine[:, 1]), fine[:, 2]), 99))
    least_level = max(settings.least_level, brightest * settings.least_light ** (1 / GAMMA))
    for channel in range(levels.shape[2]):
        counts = np.bincount((fine[:, channel] * settings.bins).astype(np.intp), minlength=256 * settings.bins)
        shares = counts / len(fine)
        heaps = np.convolve(shares, np.ones(settings.heap), "same")
        above = 1 - np.cumsum(shares)
        # The highest heap is the only one that can be clipped light.
        first = int(np.argmax(above <= settings.most_above)) - settings.over
        start = max(0, first - settings.over)
        middle = start + int(np.argmax(heaps[start:]))
        near = shares[max(0, middle - settings.near) : middle + settings.near + 1].sum()
        is_bright = middle / settings.bins >= least_level
        if is_bright and heaps[middle] >= max(settings.least_size, settings.least_share * near):
            found[channel] = min(settings.always, middle / settings.bins - settings.margin)
    return found


# Where all dice show the same face, any channel of an even colour looks like a heap: only a bright one is believed.
ALL_ALIKE = ClippingSettings(least_light=0.6, least_level=190.0)


def good_of(
    levels: NDArray[np.uint8], is_looked_at: NDArray[np.bool_], settings: ClippingSettings | None = None
) -> NDArray[np.float32]:
    """1 where a channel is not clipped, 0 where it is; clipping is looked for in a part of the pixels."""
    if not levels.size:
        return levels.astype(np.float32)
    settings = settings or ClippingSettings()
    limits = clipped_levels(levels, is_looked_at, settings)
    clipped = [plane >= math.ceil(limit) for plane, limit in zip(cv2.split(levels), limits, strict=True)]
    least = settings.least_size * np.count_nonzero(is_looked_at)
    for channel in range(3):
        others = clipped[channel - 1] & clipped[channel - 2]
        both = others & is_looked_at
        if np.count_nonzero(both) <= least:
            continue
        # What is white clips in all channels, but of a small part no heap is seen.
        highest = float(np.percentile(levels[..., channel][both], 90))
        if highest >= settings.least_white:
            clipped[channel] = clipped[channel] | (others & (levels[..., channel] >= highest - settings.white_margin))
    return np.asarray(cv2.merge([(~each).astype(np.float32) for each in clipped]), np.float32)
