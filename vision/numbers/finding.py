"""Finding number cards: a small network looks at small pictures of the table and says where large digits are.

Looking for the digits and not for the cards' outlines, touching cards and cards like the table need no care. Each small
picture answers for digits of one range of sizes. The network was trained by tools/training/numbers/train.py on drawn
cards; no photograph was used for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.networks import as_input, network
from vision.base.shrink import reduced

Debug = Callable[[str, NDArray[np.uint8]], None]

CELL = 4  # pixels of the small picture per cell of the network's answer
BLOCK = 8  # the network takes sides that are multiples of this
USUAL_HEIGHT = 14.0  # pixels of the small picture; the network tells heights as logarithms of parts of this
WEIGHTS = Path(__file__).with_suffix(".onnx")


@dataclass(frozen=True, slots=True)
class FindingSettings:
    """Where to look for digits. Lengths in pixels of the small picture they are looked for in."""

    widths: tuple[int, ...] = (384, 192, 96)  # longer sides of the small pictures: halvings of what cameras take
    finer_width: int = 576  # looked at as well where the clear digits are small
    small_digit: float = 9.0  # in the first picture
    # In it: of so small digits the coarser pictures show nothing new, if so many are certain. Of 222 drawn tables with
    # one to five cards none had more than two that hot in the first picture; 55 of 56 large grids had five and more.
    fine_digit: float = 15.0
    many: int = 5
    certain_heat: float = 0.7
    clear_heat: float = 0.4
    least_heat: float = 0.16  # what is fainter is not worth naming
    of_hottest: float = 0.4  # what is fainter than this part of the clearest digit: 1 of 1236 cards of 54 drawn tables
    least_height: float = 10.0  # in the coarser pictures: smaller digits are seen better in the finer one
    trusted_height: float = 24.0  # above, a sighting's heat counts less ...
    largest_height: float = 36.0  # ... and from here on not at all
    same_size: float = 1.7  # sizes told of the same digit in two pictures differ by less
    same_digit: float = 0.6  # two places closer than this, in heights of the larger one, are one digit
    inside_card: float = 1.6  # so far from a large digit, in its heights, a much smaller one is part of the card
    much_smaller: float = 0.55
    nearly_as_clear: float = 0.7  # the large digit must be, for a small one to be part of its card
    most: int = 80


@dataclass(frozen=True, slots=True)
class DigitPlace:
    """A place that may be a card's large digit, in pixels."""

    x: float
    y: float
    height: float
    angle: float  # how far its head, or its foot, is turned clockwise from the picture's top; degrees, -90 to 90
    heat: float  # 0..1, how much it looks like a card's digit

    def scaled(self, scale: float) -> DigitPlace:
        """The same in a picture `scale` times as large."""
        x, y = (self.x + 0.5) * scale - 0.5, (self.y + 0.5) * scale - 0.5
        return DigitPlace(x, y, self.height * scale, self.angle, self.heat)

    def turned_to(self, angle: float) -> DigitPlace:
        """The same with its head in another direction."""
        return DigitPlace(self.x, self.y, self.height, angle, self.heat)


def find_digits(
    pixels: NDArray[np.uint8], settings: FindingSettings | None = None, debug: Debug | None = None
) -> list[DigitPlace]:
    """All places that look like a card's large digit, the clearest first; pixels of the given picture."""
    settings = settings or FindingSettings()
    found = look_at_sizes(pixels, settings.widths[:1], 0.0, settings, debug)
    count, usual = clear_digits(found, settings.certain_heat, pixels, settings)
    if count < settings.many or usual > settings.fine_digit:
        found += look_at_sizes(pixels, settings.widths[1:], settings.least_height, settings, debug)
    count, usual = clear_digits(found, settings.clear_heat, pixels, settings)
    if count and usual < settings.small_digit:
        found += look_at_sizes(pixels, (settings.finer_width,), 0.0, settings, debug)
    hottest = max((place.heat for place in found), default=0.0)
    clear = [place for place in found if place.heat >= settings.of_hottest * hottest]
    return without_doubles(clear, settings)[: settings.most]


def clear_digits(
    found: Sequence[DigitPlace], least_heat: float, pixels: NDArray[np.uint8], settings: FindingSettings
) -> tuple[int, float]:
    """How many sightings are so clear, and their usual height in pixels of the first small picture."""
    heights = [place.height for place in found if place.heat >= least_heat]
    return len(heights), float(np.median(heights)) * settings.widths[0] / max(pixels.shape[:2]) if heights else 0.0


def look_at_sizes(
    pixels: NDArray[np.uint8],
    widths: Sequence[int],
    least_height: float,
    settings: FindingSettings,
    debug: Debug | None,
) -> list[DigitPlace]:
    """Look at the picture in several sizes, the largest first; what is told of one digit several times stays so."""
    found: list[DigitPlace] = []
    small, scale = pixels, 1.0
    for width in widths:
        small, step = reduced(small, width)
        scale *= step
        if min(small.shape[:2]) < 2 * BLOCK:
            break
        seen = look(small, settings, debug)
        found += [place.scaled(1 / scale) for place in seen if place.height >= least_height]
    return found


def look(small: NDArray[np.uint8], settings: FindingSettings, debug: Debug | None) -> list[DigitPlace]:
    """Look at one small picture."""
    height, width = small.shape[:2]
    padded = cv2.copyMakeBorder(small, 0, -height % BLOCK, 0, -width % BLOCK, cv2.BORDER_REPLICATE)
    net = network(WEIGHTS, padded.shape)
    net.setInput(as_input([padded]))
    answer = np.asarray(net.forward(), np.float32).reshape(6, padded.shape[0] // CELL, padded.shape[1] // CELL)
    if debug is not None:
        debug(f"numbers-heat-{max(width, height)}", np.asarray(255 / (1 + np.exp(-answer[0])), np.uint8))
    return [place for place in peaks(answer, settings) if place.x < width and place.y < height]


def peaks(answer: NDArray[np.float32], settings: FindingSettings) -> list[DigitPlace]:
    """The heat's local maxima, in pixels of the picture that was looked at."""
    heat = answer[0]
    floor = math.log(settings.least_heat / (1 - settings.least_heat))
    rows, columns = np.nonzero((heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > floor))
    warm, size, right, down, cosine, sine = answer[:, rows, columns].astype(np.float64)
    height = USUAL_HEIGHT * np.exp(np.clip(size, -2.0, 2.0))
    span = settings.largest_height - settings.trusted_height
    heat_here = np.minimum(1.0, (settings.largest_height - height) / span) / (1 + np.exp(-warm))
    x, y = (columns + 0.5 + right) * CELL - 0.5, (rows + 0.5 + down) * CELL - 0.5
    places = np.column_stack([x, y, height, np.degrees(np.arctan2(sine, cosine)) / 2, heat_here])
    return [DigitPlace(*place) for place in places[heat_here >= settings.least_heat].tolist()]


def without_doubles(found: Sequence[DigitPlace], settings: FindingSettings | None = None) -> list[DigitPlace]:
    """The clearest of the sightings of one digit in neighbouring cells and pictures, which tell about the same size."""
    settings = settings or FindingSettings()
    ranked = sorted(found, key=lambda place: -place.heat)
    away, ratio = compared(ranked)
    is_double = (away <= settings.same_digit) & (1 / settings.same_size < ratio) & (ratio < settings.same_size)
    return [ranked[number] for number in first_of_each(is_double)]


def one_per_card(places: Sequence[DigitPlace], scores: Sequence[float]) -> list[int]:
    """Which places are the best of those that are one digit, parts of its strokes, or small digits in corners."""
    settings = FindingSettings()
    order = sorted(range(len(places)), key=lambda number: -scores[number])
    away, ratio = compared([places[number] for number in order])
    # Whether the place in a row is much smaller than the one in a column and on the same card.
    is_part = (ratio < settings.much_smaller) & (away < settings.inside_card)
    kept = first_of_each((away <= settings.same_digit) | is_part)
    score = np.array(scores)[order]
    is_clear = score[None, :] >= settings.nearly_as_clear * score[:, None]
    return [order[number] for number in kept if not (is_part & is_clear)[number, kept].any()]


def compared(places: Sequence[DigitPlace]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far every place (rows) is from every other (columns), in heights of the larger one, and how large it is."""
    measures = np.array([(place.x, place.y, place.height) for place in places], np.float64).reshape(-1, 3)
    x, y, height = measures.T
    away = np.hypot(x[:, None] - x, y[:, None] - y) / np.maximum(height[:, None], height)
    return away, height[:, None] / height


def first_of_each(is_same: NDArray[np.bool_]) -> list[int]:
    """The numbers of those that are the same as none that was taken before them."""
    taken: list[int] = []
    for number in range(len(is_same)):
        if not is_same[number, taken].any():
            taken.append(number)
    return taken
