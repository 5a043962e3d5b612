"""Finding number cards: a small network looks at small pictures of the table and says where large digits are.

Looking for the digits and not for the cards' outlines, touching cards and cards like the table need no care. Each small
picture answers for digits of one range of sizes. The network was trained by tools/numbers/train.py on drawn cards; no
photograph was used for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import network
from vision.shrink import reduced

Debug = Callable[[str, NDArray[np.uint8]], None]

CELL = 4  # pixels of the small picture per cell of the network's answer
BLOCK = 8  # the network takes sides that are multiples of this
USUAL_HEIGHT = 14.0  # pixels of the small picture; the network tells heights as logarithms of parts of this
WEIGHTS = Path(__file__).with_name("number_finding.onnx")


@dataclass(frozen=True, slots=True)
class FindingSettings:
    """Where to look for digits. Lengths in pixels of the small picture they are looked for in."""

    widths: tuple[int, ...] = (512, 256, 128)  # longer sides of the small pictures
    least_heat: float = 0.16  # what is fainter is not worth naming
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
        return replace(self, x=x, y=y, height=self.height * scale)


def find_digits(
    pixels: NDArray[np.uint8], settings: FindingSettings | None = None, debug: Debug | None = None
) -> list[DigitPlace]:
    """All places that look like a card's large digit, the clearest first; pixels of the given picture."""
    settings = settings or FindingSettings()
    found: list[DigitPlace] = []
    small, scale = pixels, 1.0
    for width in settings.widths:
        small, step = reduced(small, width)
        scale *= step
        if min(small.shape[:2]) < 2 * BLOCK:
            break
        for place in look(small, settings, debug):
            if width == settings.widths[0] or place.height >= settings.least_height:
                found.append(place.scaled(1 / scale))
    return without_doubles(found, settings)[: settings.most]


def look(small: NDArray[np.uint8], settings: FindingSettings, debug: Debug | None) -> list[DigitPlace]:
    """Look at one small picture."""
    height, width = small.shape[:2]
    padded = cv2.copyMakeBorder(small, 0, -height % BLOCK, 0, -width % BLOCK, cv2.BORDER_REPLICATE)
    net = network(WEIGHTS)
    net.setInput(cv2.dnn.blobFromImage(np.asarray(padded, np.uint8), 1 / 64, mean=(128, 128, 128)))
    answer = np.asarray(net.forward(), np.float32).reshape(6, padded.shape[0] // CELL, padded.shape[1] // CELL)
    if debug is not None:
        debug(f"numbers-heat-{max(width, height)}", np.asarray(255 / (1 + np.exp(-answer[0])), np.uint8))
    return [place for place in peaks(answer, settings) if place.x < width and place.y < height]


def peaks(answer: NDArray[np.float32], settings: FindingSettings) -> list[DigitPlace]:
    """The heat's local maxima, in pixels of the picture that was looked at."""
    heat = answer[0]
    floor = math.log(settings.least_heat / (1 - settings.least_heat))
    is_peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > floor)
    span = settings.largest_height - settings.trusted_height
    found = []
    for row, column in np.argwhere(is_peak):
        _, size, right, down, cosine, sine = (float(part) for part in answer[:, row, column])
        height = USUAL_HEIGHT * math.exp(min(2.0, max(-2.0, size)))
        warmth = min(1.0, (settings.largest_height - height) / span) / (1 + math.exp(-float(heat[row, column])))
        if warmth >= settings.least_heat:
            x, y = (column + 0.5 + right) * CELL - 0.5, (row + 0.5 + down) * CELL - 0.5
            found.append(DigitPlace(x, y, height, math.degrees(math.atan2(sine, cosine)) / 2, warmth))
    return found


def without_doubles(found: Sequence[DigitPlace], settings: FindingSettings | None = None) -> list[DigitPlace]:
    """The clearest of the sightings of one digit in neighbouring cells and pictures, which tell about the same size."""
    settings = settings or FindingSettings()
    kept: list[DigitPlace] = []
    for place in sorted(found, key=lambda place: -place.heat):
        alike = (other for other in kept if 1 / settings.same_size < place.height / other.height < settings.same_size)
        if not any(is_upon(place, other, settings) for other in alike):
            kept.append(place)
    return kept


def one_per_card(places: Sequence[DigitPlace], scores: Sequence[float]) -> list[int]:
    """Which places are the best of those that are one digit, parts of its strokes, or small digits in corners."""
    settings = FindingSettings()
    kept: list[int] = []
    for number in sorted(range(len(places)), key=lambda number: -scores[number]):
        place = places[number]
        if not any(
            is_upon(place, places[other], settings) or is_part_of(place, places[other], settings) for other in kept
        ):
            kept.append(number)
    return [
        number
        for number in kept
        if not any(
            is_part_of(places[number], places[other], settings)
            and scores[other] >= settings.nearly_as_clear * scores[number]
            for other in kept
        )
    ]


def is_upon(place: DigitPlace, other: DigitPlace, settings: FindingSettings) -> bool:
    """Whether two sightings are at one place."""
    away = math.dist((place.x, place.y), (other.x, other.y))
    return away <= settings.same_digit * max(place.height, other.height)


def is_part_of(place: DigitPlace, other: DigitPlace, settings: FindingSettings) -> bool:
    """Whether a sighting is much smaller than another and on the same card."""
    away = math.dist((place.x, place.y), (other.x, other.y))
    return place.height < settings.much_smaller * other.height and away < settings.inside_card * other.height
