"""White balance by the mat's grey patches: what the lamp and the camera make of a grey says what to undo.

Only the greys are trusted. The printed colours depend on the printer's inks and paper and are for the eye.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame
from vision.table.mat import Mat
from vision.table.mat_layout import Patch


@dataclass(frozen=True, slots=True)
class GreySettings:
    """When a grey patch may be believed; measured on rendered sheets from 2700 to 6500 K with noise and shadows."""

    inner: float = 0.6  # of the patch's sides is looked at; the rest is blurred with its neighbours
    least_pixels: int = 4  # across the inner part
    darkest: float = 24.0  # below, noise and the camera's black level colour a grey
    brightest: float = 247.0  # above, a channel may be clipped
    most_spread: float = 12.0  # grey levels within a patch: something lies half on it
    least_patches: int = 4
    agreement: float = 0.12  # how far a patch's gain may be from the middle one to count as agreeing
    least_agreeing: float = 0.6  # of the usable patches
    most_gain: float = 4.0


@dataclass(frozen=True, slots=True)
class Gains:
    """What blue, green and red are multiplied with in linear light; the smallest is 1, so that white stays white."""

    blue: float
    green: float
    red: float
    patches: int  # how many greys agree on it


def grey_gains(frame: Frame, mat: Mat, settings: GreySettings | None = None) -> Gains | None:
    """The gains that make the mat's greys grey; None if too few can be seen or they disagree."""
    settings = settings or GreySettings()
    seen = [patch for grey in mat.layout.greys if (patch := _seen(frame.pixels, mat, grey, settings)) is not None]
    if len(seen) < settings.least_patches:
        return None
    light = linear(np.array(seen))
    ratios = light[:, 1:2] / light  # how much weaker or stronger each channel is than green
    middle = np.median(ratios, axis=0)
    agree = np.all(np.abs(ratios / middle - 1) <= settings.agreement, axis=1)
    count = int(np.count_nonzero(agree))
    if count < max(settings.least_patches, settings.least_agreeing * len(seen)):
        return None
    # Summed up before dividing: the light greys count most, whose colour noise and black level touch least.
    together = light[agree].sum(axis=0)
    gains = together[1] / together
    gains /= gains.min()
    if gains.max() > settings.most_gain:
        return None
    return Gains(float(gains[0]), float(gains[1]), float(gains[2]), count)


def white_balanced(frame: Frame, gains: Gains) -> Frame:
    """The picture as it would be under white light."""
    values = linear(np.arange(256, dtype=np.float64))
    lookup = np.stack([coded(values * gain) for gain in (gains.blue, gains.green, gains.red)], axis=-1)
    balanced = cv2.LUT(frame.pixels, np.rint(lookup).astype(np.uint8).reshape(1, 256, 3))
    return Frame(np.asarray(balanced, np.uint8), frame.seconds, frame.metadata)


def linear(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Light from 0 to 1 of pixel values from 0 to 255 (sRGB)."""
    share = values / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def coded(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pixel values from 0 to 255 of light from 0 to 1 (sRGB); more light than white is white."""
    light = np.clip(light, 0, 1)
    return 255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def _seen(pixels: NDArray[np.uint8], mat: Mat, patch: Patch, settings: GreySettings) -> tuple[float, ...] | None:
    """The colour of a patch's inner part in the picture; None if it cannot be used."""
    middle = np.array(patch.box.centre)
    half = np.array((patch.box.width, patch.box.height)) * settings.inner / 2
    corners = mat.in_picture(middle + half * [[-1, -1], [1, -1], [1, 1], [-1, 1]])
    height, width = pixels.shape[:2]
    left, top = np.floor(corners.min(axis=0)).astype(int)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 1
    if left < 0 or top < 0 or right > width or bottom > height:
        return None
    if min(right - left, bottom - top) < settings.least_pixels:
        return None
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners - (left, top)).astype(np.int32), 255)
    mean, spread = cv2.meanStdDev(pixels[top:bottom, left:right], mask=mask)
    colour = np.asarray(mean).ravel()
    if np.asarray(spread).max() > settings.most_spread:
        return None
    if colour.min() < settings.darkest or colour.max() > settings.brightest:
        return None
    return float(colour[0]), float(colour[1]), float(colour[2])
