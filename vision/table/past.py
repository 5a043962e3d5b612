"""What was there before is no news: a picture in which only what has come since an earlier one is left to be read.

Everything that looks as it did before, the game's own board with it, becomes bare table of the colour around the new
things. The camera must not have been moved in between. Where the lamp has changed much, some of what lay there is seen
as new, and then there are too many pieces to be sure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame
from vision.base.shrink import reduced
from vision.table.place_objects import differing, is_shade

COMPARED_WIDTH = 384  # as the empty table is remembered
BLURRED_REACH = 8.0  # pixels


@dataclass(frozen=True, slots=True)
class PastSettings:
    """Measures in pictures 384 pixels wide, in which dice are 15 to 25 pixels wide."""

    around: int = 6  # so much of the table around a new thing stays as it is: readers hold pieces against it
    soft: float = 1.5  # the border between picture and bare table, so that it is no edge
    reaches: tuple[float, ...] = (64.0, 24.0, 8.0)  # how far the table's colour is carried: from far to near
    least_weight: float = 0.02  # of table within a reach, from which its colour counts there


def news_share(frame: Frame, before: Frame) -> float | None:
    """How much of the picture has changed since an earlier one, 0..1; None if the two do not tell."""
    if frame.pixels.shape != before.pixels.shape:
        return None
    is_new = differing(reduced(before.pixels, COMPARED_WIDTH)[0], reduced(frame.pixels, COMPARED_WIDTH)[0])
    return None if is_new is None else float(is_new.mean())


def only_new(frame: Frame, before: Frame, settings: PastSettings | None = None) -> Frame | None:
    """The picture with bare table wherever nothing has changed since `before`.

    None if the two do not tell: pictures of different size, nothing new, or almost everything.
    """
    settings = settings or PastSettings()
    if frame.pixels.shape != before.pixels.shape:
        return None
    now = reduced(frame.pixels, COMPARED_WIDTH)[0]
    then = reduced(before.pixels, COMPARED_WIDTH)[0]
    is_new = differing(then, now)
    if is_new is None or not is_new.any():
        return None
    pixels = bare_but_for(frame.pixels, now, is_new, settings)
    return replace(frame.showing(pixels), news=is_new, shade=is_new & is_shade(then, now))


def bare_but_for(
    pixels: NDArray[np.uint8],
    small: NDArray[np.uint8],
    is_kept: NDArray[np.bool_],
    settings: PastSettings | None = None,
) -> NDArray[np.uint8]:
    """The picture with bare table wherever nothing is kept; `is_kept` is as large as `small`, the picture reduced."""
    settings = settings or PastSettings()
    side = 2 * settings.around + 1
    near = cv2.dilate(is_kept.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    bare = table_colours(small, near.astype(np.bool_) & ~is_kept, settings)
    height, width = pixels.shape[:2]
    kept = cv2.GaussianBlur(near.astype(np.float32), (0, 0), settings.soft)
    share = np.asarray(cv2.resize(kept, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    table = cv2.resize(np.clip(bare, 0, 255).astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.blendLinear(pixels, table, share, 1 - share), np.uint8)


def table_colours(
    picture: NDArray[np.uint8], is_table: NDArray[np.bool_], settings: PastSettings
) -> NDArray[np.float32]:
    """The colour of the table everywhere, carried on smoothly from where it is seen."""
    seen, weight = picture.astype(np.float32), is_table.astype(np.float32)
    middle = np.median(picture[is_table], axis=0) if is_table.any() else np.median(picture, axis=(0, 1))
    colours = np.full(picture.shape, middle, np.float32)
    of_table = np.dstack([seen * weight[:, :, np.newaxis], weight])
    for reach in settings.reaches:
        carried = blurred(of_table, reach)
        there = carried[:, :, 3:]
        counts = np.clip(there / settings.least_weight, 0.0, 1.0)
        colours = counts * (carried[:, :, :3] / np.maximum(there, 1e-6)) + (1 - counts) * colours
    return colours.astype(np.float32)


def blurred(picture: NDArray[np.float32], reach: float) -> NDArray[np.float32]:
    """The picture blurred that far; far reaches in a smaller picture, which takes a tenth of the time."""
    height, width = picture.shape[:2]
    shrink = max(1.0, reach / BLURRED_REACH)
    small = (max(1, round(width / shrink)), max(1, round(height / shrink)))
    soft = cv2.GaussianBlur(cv2.resize(picture, small, interpolation=cv2.INTER_AREA), (0, 0), reach / shrink)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
