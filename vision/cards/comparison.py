"""Holding a flat card against a taught picture, place by place: how alike is the print, and what is too much."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.colours import level_colours
from vision.cards.shade import relit

WINDOW = 13  # pixels of the taught picture: about the smallest print that tells two cards apart
STEP = 4  # pixels from one compared place to the next
RIM = 7  # pixels along the edge that are not compared: the table, the edge's own shadow
CORNER = 22  # pixels from a corner along both edges: where corners are round, the table shows beyond this line
LEAST_PRINT = 26.0  # grey levels of spread within a window, over the three channels
EXTRA_PRINT = 40.0  # the same in the picture, where light and fit add some
NOISE = 5.0  # grey levels, over the three channels, before the picture was made brighter
Value = TypeVar("Value", bound=np.generic)
ALL_CHANNELS = np.ones((1, 3), np.float32)
# How a place may lie off: the fit of a card is never exact to the pixel, and paper bends.
SLIPS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
NEAREST = np.ones((3, 3), np.uint8)
LEAST_SOFTNESS = 0.8
COLOUR_SOFTNESS = 1.5  # sigma in pixels
EXCESS_WINDOW = 3
SOFTNESSES = (0.0, 0.7, 1.1, 1.6, 2.3)  # sigma in pixels by which the sharper picture is softened
CLIPPED = 250  # grey levels from which the light may have been any brighter
COARSER = 4  # light changes slowly, so it is fitted in a picture that much smaller
LIGHT_WINDOW = 9  # pixels of that picture; a narrower one would level away what a stranger prints elsewhere
LIGHT_NOISE = 120.0  # squared grey levels below which a window says nothing about contrast


@dataclass(frozen=True, slots=True)
class Flat:
    """A card laid flat, in the light and the sharpness of a taught picture."""

    pixels: NDArray[np.uint8]
    clipped: NDArray[np.uint8]  # 255 in each channel that may have been brighter than the camera can tell
    softness: float  # sigma by which the taught picture must be softened; negative if this one was
    gain: float  # by which it was made brighter


@dataclass(frozen=True, slots=True)
class Overlay:
    """A flat card and a taught picture brought to one light and one sharpness."""

    seen: NDArray[np.uint8]
    wanted: NDArray[np.uint8]
    excess: NDArray[np.uint8]  # grey levels beyond what a pixel's nearest neighbours in the other picture allow
    flat: Flat


@dataclass(frozen=True, slots=True)
class Comparison:
    """What every compared place says about a card; all arrays are (rows, columns) of places."""

    likeness: NDArray[np.float32]  # -1..1, how far seen print and taught print go together
    telling: NDArray[np.bool_]  # there is print in the taught window or in the seen one, not just paper
    strange: NDArray[np.float32]  # how far the window's mean colour is off, in grey levels of the taught picture
    contrast: NDArray[np.float32]  # spread of the seen print to that of the taught one
    excess: NDArray[np.uint8]  # grey levels of ink that should not be there, or is missing
    off: NDArray[np.uint8]  # the same with nothing forgiven: a sign's neighbours in the other picture do not count
    softness: float
    gain: float

    def share(self, places: NDArray[np.bool_]) -> float:
        """The share of the telling places that are among these."""
        return float((places & self.telling).sum()) / max(1, int(self.telling.sum()))


def level(picture: NDArray[np.uint8], taught: NDArray[np.uint8]) -> Flat:
    """Bring a flattened card to a taught picture's light and, if it is the sharper one, to its sharpness."""
    seen, gain = level_colours(relit(picture, taught), taught)
    softness = softness_between(seen, taught)
    clipped = cv2.dilate(cv2.compare(picture, (CLIPPED, CLIPPED, CLIPPED, 0), cv2.CMP_GE), NEAREST)
    # A little softness for both takes the noise out.
    soft = with_soft_colours(softened(seen, max(LEAST_SOFTNESS, -softness)))
    return Flat(soft, np.asarray(clipped, np.uint8), softness, gain)


def overlay(flat: Flat, taught: NDArray[np.uint8]) -> Overlay:
    """Lay a card over a taught picture of the same size, and say where they cannot be the same print."""
    wanted = with_soft_colours(softened(taught, float(np.hypot(LEAST_SOFTNESS, max(flat.softness, 0.0)))))
    seen = level_light(flat.pixels, wanted)
    # Levelling errs a little where colours meet, and not levelling errs in the shade; another print shows in both.
    excess = cv2.min(excess_between(seen, wanted, flat.clipped), excess_between(flat.pixels, wanted, flat.clipped))
    return Overlay(seen, wanted, np.asarray(excess, np.uint8), flat)


def excess_between(seen: NDArray[np.uint8], wanted: NDArray[np.uint8], clipped: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Grey levels by which a pixel differs from all its neighbours in the other picture, in the worst channel.

    Where the camera's light was clipped, being too dark says nothing.
    """
    brighter = cv2.max(cv2.subtract(seen, cv2.dilate(wanted, NEAREST)), cv2.subtract(cv2.erode(seen, NEAREST), wanted))
    darker = cv2.max(cv2.subtract(cv2.erode(wanted, NEAREST), seen), cv2.subtract(wanted, cv2.dilate(seen, NEAREST)))
    blue, green, red = cv2.split(cv2.max(brighter, cv2.subtract(darker, clipped)))
    worst = cv2.max(cv2.max(blue, green), red)
    return np.asarray(cv2.boxFilter(worst, -1, (EXCESS_WINDOW, EXCESS_WINDOW)), np.uint8)


def excess_of(overlaid: Overlay) -> NDArray[np.uint8]:
    """The excess around each compared place, without the rim."""
    return around_places(overlaid.excess)


def off_of(overlaid: Overlay) -> NDArray[np.uint8]:
    """Grey levels by which the two pictures differ around each compared place, without the rim.

    A spade and a club share most of their ink and differ by a pixel here and there, which the excess forgives.
    """
    blue, green, red = cv2.split(cv2.absdiff(overlaid.seen, overlaid.wanted))
    worst = cv2.max(cv2.max(blue, green), red)
    return around_places(np.asarray(cv2.boxFilter(worst, -1, (EXCESS_WINDOW, EXCESS_WINDOW)), np.uint8))


def around_places(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The highest of a picture's values around each compared place, without the rim."""
    inner = cv2.bitwise_and(values, compared_part(values.shape))
    return grid(np.asarray(cv2.dilate(inner, np.ones((STEP + 1, STEP + 1), np.uint8)), np.uint8))


@cache
def compared_part(shape: tuple[int, int]) -> NDArray[np.uint8]:
    """255 for every pixel that belongs to the card however round its corners are."""
    height, width = shape
    part = np.zeros(shape, np.uint8)
    part[RIM:-RIM, RIM:-RIM] = 255
    for x, y in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)):
        ends = [(x, y), (abs(x - CORNER), y), (x, abs(y - CORNER))]
        cv2.fillPoly(part, [np.array(ends, np.int32).reshape(-1, 1, 2)], 0)
    return part


def compare(overlaid: Overlay) -> Comparison:
    """Hold the seen print against the taught one around each place; it may slip by a pixel."""
    wanted, seen = (picture.astype(np.float32) for picture in (overlaid.wanted, overlaid.seen))
    wanted_mean, wanted_spread = window_figures(wanted)
    seen_mean, seen_spread = window_figures(seen)
    noise = (NOISE * max(overlaid.flat.gain, 1.0)) ** 2
    # Noise and rounding count as spread of their own, so that plain paper resembles nothing.
    lengths = np.sqrt((grid(wanted_spread) + NOISE**2) * (grid(seen_spread) + noise))
    likeness = np.full(lengths.shape, -1.0, np.float32)
    height, width = wanted.shape[:2]
    framed, framed_mean = (cv2.copyMakeBorder(values, 1, 1, 1, 1, cv2.BORDER_REPLICATE) for values in (seen, seen_mean))
    for right, down in SLIPS:
        there = slice(1 + down, 1 + down + height), slice(1 + right, 1 + right + width)
        together = cv2.boxFilter(summed(cv2.multiply(framed[there], wanted)), -1, (WINDOW, WINDOW))
        means = (grid(framed_mean[there]) * grid(wanted_mean)).sum(axis=2)
        likeness = np.maximum(likeness, (grid(together) - means) / lengths)
    seen_there, wanted_there = grid(seen_spread), grid(wanted_spread)
    # Print where the taught card is blank tells as much: a five is a four with one pip more.
    telling = (wanted_there >= LEAST_PRINT**2) | (seen_there >= EXTRA_PRINT**2 * max(overlaid.flat.gain, 1.0))
    strange = np.abs(grid(seen_mean) - grid(wanted_mean)).max(axis=2)
    contrast = np.sqrt((seen_there + 1) / (wanted_there + NOISE**2))
    return Comparison(
        np.minimum(likeness, 1.0).astype(np.float32),
        np.asarray(telling, np.bool_),
        np.asarray(strange, np.float32),
        np.asarray(contrast, np.float32),
        excess_of(overlaid),
        off_of(overlaid),
        overlaid.flat.softness,
        overlaid.flat.gain,
    )


def grid(values: NDArray[Value]) -> NDArray[Value]:
    """The values at the compared places only."""
    return values[RIM:-RIM:STEP, RIM:-RIM:STEP]


def size_of(places: tuple[int, int]) -> tuple[int, int]:
    """Width and height of a picture with so many rows and columns of compared places."""
    rows, columns = places
    return columns * STEP + 2 * RIM, rows * STEP + 2 * RIM


def summed(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The sum of the three channels."""
    return np.asarray(cv2.transform(picture, ALL_CHANNELS), np.float32).reshape(picture.shape[:2])


def window_figures(picture: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The mean colour around each pixel, and the squared spread there summed over the channels."""
    mean = np.asarray(cv2.boxFilter(picture, -1, (WINDOW, WINDOW)), np.float32)
    squared = cv2.boxFilter(summed(cv2.multiply(picture, picture)), -1, (WINDOW, WINDOW))
    return mean, np.maximum(squared - summed(cv2.multiply(mean, mean)), 0)


def softened(picture: NDArray[np.uint8], sigma: float) -> NDArray[np.uint8]:
    """The picture as a worse lens would show it."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def with_soft_colours(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture with its colours, not its lightness, as coarse as cameras and JPEG keep them."""
    light, *colours = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb))
    soft = (light, *(cv2.GaussianBlur(colour, (0, 0), COLOUR_SOFTNESS) for colour in colours))
    return np.asarray(cv2.cvtColor(cv2.merge(soft), cv2.COLOR_YCrCb2BGR), np.uint8)


def softness_between(seen: NDArray[np.uint8], wanted: NDArray[np.uint8]) -> float:
    """Sigma by which the taught picture must be softened to be like the seen one; negative: the other way round."""
    one, other = (np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8) for picture in (seen, wanted))
    strength, own = fine_strength(one), fine_strength(other)
    weaker = {0.0: strength / own}
    if weaker[0.0] > 1:
        weaker |= {-sigma: fine_strength(softened(one, sigma)) / own for sigma in SOFTNESSES[1:3]}
    else:
        for sigma in SOFTNESSES[1:]:
            weaker[sigma] = strength / fine_strength(softened(other, sigma))
            if weaker[sigma] > 1:
                break  # softer still would only be farther off
    return min(weaker, key=lambda sigma: abs(float(np.log(weaker[sigma]))))


def fine_strength(grey: NDArray[np.uint8]) -> float:
    """How much the picture changes from pixel to pixel."""
    return float(cv2.norm(cv2.Laplacian(grey, cv2.CV_16S), cv2.NORM_L2)) + 1.0


def level_light(seen: NDArray[np.uint8], wanted: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The seen picture without shade and sheen: its contrast and brightness follow the taught picture's, slowly."""
    height, width = wanted.shape[:2]
    size = (max(2, width // COARSER), max(2, height // COARSER))
    # Squares and products are averaged from the fine picture, or fine print would count as none.
    x, y = (picture.astype(np.float32) for picture in (seen, wanted))
    window = (LIGHT_WINDOW, LIGHT_WINDOW)
    mean_x, mean_y, square, product = (
        cv2.boxFilter(cv2.resize(values, size, interpolation=cv2.INTER_AREA), -1, window)
        for values in (x, y, cv2.multiply(x, x), cv2.multiply(x, y))
    )
    together, spread = product - mean_x * mean_y, square - mean_x * mean_x
    gain = np.clip((together + LIGHT_NOISE) / (spread + LIGHT_NOISE), 0.4, 2.5)
    offset = mean_y - gain * mean_x
    gain, offset = (
        cv2.resize(cv2.boxFilter(values, -1, window), (width, height), interpolation=cv2.INTER_LINEAR)
        for values in (gain, offset)
    )
    return np.asarray(np.clip(cv2.add(cv2.multiply(x, gain), offset), 0, 255), np.uint8)
