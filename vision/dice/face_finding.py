"""Finding pip dice: a small network looks at small pictures of the table and says where top faces are.

Each picture answers for dice of one range of sizes, so near and far cameras need no setting. The finest one is looked
at only around the places where the next smaller one shows a glimpse of something. The network was trained by
tools/training/pips/train.py on tables we render ourselves; no photograph was used for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.networks import as_input, network
from vision.base.shrink import reduced

Debug = Callable[[str, NDArray[np.uint8]], None]

CELL = 4  # pixels of the small picture per cell of the network's answer
BLOCK = 8  # the network takes sides that are multiples of this
USUAL_EDGE = 16.0  # pixels of the small picture; the network tells sizes as logarithms of parts of this
WEIGHTS = Path(__file__).with_suffix(".onnx")


@dataclass(frozen=True, slots=True)
class FindingSettings:
    """Where to look for dice. Lengths in pixels of the small picture they are looked for in."""

    fine_width: int = 448  # longer side of the finest picture ...
    fine_range: tuple[int, int] = (384, 512)  # ... or any of these if halving leads there: that takes half the time
    coarser: tuple[int, ...] = (2, 4)  # the other pictures are so many times smaller, for dice so many times larger
    least_heat: float = 0.25
    glimpse_heat: float = 0.04  # at half the size: enough to look closer
    window: int = 64  # side of a closer look
    window_margin: float = 20.0  # along its border, where dice are cut off, a closer look does not count
    most_windows: int = 10  # above, looking at the whole fine picture is quicker
    # Edges are told within 20 % from 8 to 24 pixels (300 rendered scenes kept for checking); outside, the next finer or
    # coarser picture knows better.
    least_edge: float = 9.0  # in the coarser pictures
    closer_below: float = 14.0  # at half the size: smaller dice are worth a closer look
    # At half the size, dice narrower than this that touch often become one: beside those that are clear, others as
    # clear are looked for in the fine picture.
    crowded_below: float = 0.0
    crowded_from: float = 0.0  # pixels of the given picture; with narrower dice that was not worth it
    crowded_heat: float = 0.4
    beside: float = 2.0  # so many edges from a die
    trusted_edge: float = 22.0  # above, a sighting's heat counts less ...
    largest_edge: float = 32.0  # ... and from here on not at all
    same_die: float = 0.6  # two places closer than this, in edges of the larger one, are one die ...
    by_smaller: bool = False  # ... or of the smaller one: a pip hides no die then, nor what lies across two dice both
    most_candidates: int = 60
    plain_heat: float = 1.0  # so clear a die of trusted size ends the search: larger ones are not looked for


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that may be a top face: its centre and edge in pixels, and how die-like it looks."""

    x: float
    y: float
    edge: float
    heat: float  # 0..1

    def scaled(self, scale: float, left: float = 0.0, top: float = 0.0) -> Candidate:
        """The same in a picture `scale` times as large, where the old one begins at `left`, `top` of the small one."""
        x, y = (self.x + left + 0.5) * scale - 0.5, (self.y + top + 0.5) * scale - 0.5
        return Candidate(x, y, self.edge * scale, self.heat)


def find_candidates(
    pixels: NDArray[np.uint8],
    settings: FindingSettings | None = None,
    debug: Debug | None = None,
    smaller: NDArray[np.uint8] | None = None,
) -> list[Candidate]:
    """All places that look like a die's top face, the clearest first; pixels of the given picture.

    `smaller` is the same picture made smaller, if there is one: halving it need not be done again.
    """
    settings = settings or FindingSettings()
    longer = max(pixels.shape[:2])
    width = min(longer, fine_width(longer, settings))
    found: list[Candidate] = []
    glimpses: list[Candidate] = []
    narrow: list[Candidate] = []
    small = pixels if smaller is None or not is_on_the_way(smaller, pixels, width // settings.coarser[0]) else smaller
    for ratio in settings.coarser:
        # From the given picture for the first, since halving it leads there quickest; then each from the one before.
        small, _ = reduced(small, width // ratio)
        if min(small.shape[:2]) < 2 * BLOCK:
            break
        seen = look(small, f"faces-heat-{ratio}", settings, debug)
        if ratio == settings.coarser[0]:
            glimpses = [place.scaled(ratio) for place in seen if place.edge < settings.closer_below]
            least_narrow = settings.crowded_from * width / longer / ratio
            narrow = [
                place.scaled(ratio)
                for place in seen
                if least_narrow <= place.edge < settings.crowded_below and place.heat >= settings.crowded_heat
            ]
        large_enough = [place for place in seen if place.edge >= settings.least_edge]
        found.extend(place.scaled(ratio) for place in weighed(large_enough, settings))
        if are_plain(seen, settings):
            break
    if narrow or glimpses or min(small.shape[:2]) < 2 * BLOCK:
        fine, _ = reduced(pixels, width)
        found.extend(weighed(look_closer(fine, glimpses, narrow, settings, debug), settings))
    clear = [place.scaled(longer / width) for place in found if place.heat >= settings.least_heat]
    return without_doubles(clear, settings)[: settings.most_candidates]


def is_on_the_way(smaller: NDArray[np.uint8], pixels: NDArray[np.uint8], width: int) -> bool:
    """Whether this is half the picture, as it would be halved on the way to that width."""
    is_half = all(2 * half == whole for half, whole in zip(smaller.shape[:2], pixels.shape[:2], strict=True))
    return is_half and max(smaller.shape[:2]) >= width


def are_plain(seen: Sequence[Candidate], settings: FindingSettings) -> bool:
    """Whether what is seen are plainly dice, all of a size that is told well."""
    return (
        bool(seen)
        and max(place.heat for place in seen) >= settings.plain_heat
        and max(place.edge for place in seen) <= settings.trusted_edge
    )


def fine_width(longer: int, settings: FindingSettings) -> int:
    """How long the finest picture's longer side is to be for a picture of that size."""
    least, most = settings.fine_range
    half = longer
    while half > most and half % 2 == 0:
        half //= 2
    return half if least <= half <= most else settings.fine_width


def weighed(places: Sequence[Candidate], settings: FindingSettings) -> list[Candidate]:
    """Sightings with less heat the farther their edge is beyond what the network knows well."""
    span = settings.largest_edge - settings.trusted_edge
    return [
        place
        if place.edge <= settings.trusted_edge
        else replace(place, heat=place.heat * (settings.largest_edge - place.edge) / span)
        for place in places
        if place.edge < settings.largest_edge
    ]


def look(small: NDArray[np.uint8], name: str, settings: FindingSettings, debug: Debug | None) -> list[Candidate]:
    """Look at one whole small picture."""
    height, width = small.shape[:2]
    padded = cv2.copyMakeBorder(small, 0, -height % BLOCK, 0, -width % BLOCK, cv2.BORDER_REPLICATE)
    answer = finder_answer(np.asarray(padded, np.uint8))
    if debug is not None:
        debug(name, heat_picture(answer))
    return [place for place in peaks(answer, settings) if place.x < width and place.y < height]


def look_closer(
    fine: NDArray[np.uint8],
    glimpses: Sequence[Candidate],
    narrow: Sequence[Candidate],
    settings: FindingSettings,
    debug: Debug | None,
) -> list[Candidate]:
    """Look at the fine picture around the glimpses and beside narrow dice, or at all of it where glimpses are many."""
    side = settings.window
    height, width = fine.shape[:2]
    corners = window_corners(glimpses, (width, height), settings)
    if len(corners) > settings.most_windows or min(height, width) < side:
        return look(fine, "faces-heat-1", settings, debug)
    found: list[Candidate] = []
    if narrow:
        found.extend(clear_beside(look(fine, "faces-heat-1", settings, debug), narrow, settings))
    if not corners:
        return found
    windows = [np.ascontiguousarray(fine[top : top + side, left : left + side]) for left, top in corners]
    answers = [finder_answer(window) for window in windows]
    if debug is not None:
        debug("faces-windows", np.asarray(cv2.hconcat(windows), np.uint8))
        debug("faces-windows-heat", np.asarray(cv2.hconcat([heat_picture(answer) for answer in answers]), np.uint8))
    for (left, top), answer in zip(corners, answers, strict=True):
        found.extend(
            place.scaled(1.0, left, top)
            for place in peaks(answer, settings)
            if is_inside(place.x, left, width, settings) and is_inside(place.y, top, height, settings)
        )
    return found


def clear_beside(seen: Sequence[Candidate], dice: Sequence[Candidate], settings: FindingSettings) -> list[Candidate]:
    """What is clear of what is seen, and one of these dice or near one."""
    return [
        place
        for place in seen
        if place.heat >= settings.crowded_heat
        and any(math.dist((place.x, place.y), (die.x, die.y)) <= settings.beside * die.edge for die in dice)
    ]


def is_inside(place: float, start: int, length: int, settings: FindingSettings) -> bool:
    """Whether a place in a window is clear of its borders, except where the picture itself ends."""
    margin, side = settings.window_margin, settings.window
    return (start == 0 or place >= margin) and (start + side >= length or place < side - margin)


def window_corners(
    glimpses: Sequence[Candidate], size: tuple[int, int], settings: FindingSettings
) -> list[tuple[int, int]]:
    """Left and top of the closer looks; one serves all glimpses near its middle."""
    side = settings.window
    middles: list[tuple[float, float]] = []
    for place in sorted(glimpses, key=lambda place: -place.heat):
        if all(max(abs(place.x - x), abs(place.y - y)) > side / 2 - settings.window_margin for x, y in middles):
            middles.append((place.x, place.y))
    return [
        (
            min(max(0, round(x - side / 2)), max(0, size[0] - side)),
            min(max(0, round(y - side / 2)), max(0, size[1] - side)),
        )
        for x, y in middles
    ]


def finder_answer(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(4, rows, columns): heat before the sigmoid, log of the edge, and the place within the cell."""
    height, width = picture.shape[:2]
    net = network(WEIGHTS, (height, width))
    net.setInput(as_input([picture]))
    return np.asarray(net.forward(), np.float32).reshape(4, height // CELL, width // CELL)


def peaks(answer: NDArray[np.float32], settings: FindingSettings) -> list[Candidate]:
    """The heat's local maxima, in pixels of the picture that was looked at."""
    heat = answer[0]
    floor = math.log(settings.glimpse_heat / (1 - settings.glimpse_heat))
    if float(heat.max()) <= floor:
        return []
    rows, columns = np.nonzero((heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > floor))
    told = zip(rows.tolist(), columns.tolist(), answer[:, rows, columns].T.tolist(), strict=True)
    return [
        Candidate(
            x=(column + 0.5 + right) * CELL - 0.5,
            y=(row + 0.5 + down) * CELL - 0.5,
            edge=USUAL_EDGE * math.exp(min(2.0, max(-2.0, edge))),
            heat=1 / (1 + math.exp(-warmth)),
        )
        for row, column, (warmth, edge, right, down) in told
    ]


def without_doubles(found: Sequence[Candidate], settings: FindingSettings | None = None) -> list[Candidate]:
    """The clearest sighting of every die: neighbouring sizes and cells see the same one."""
    settings = settings or FindingSettings()
    counting = min if settings.by_smaller else max
    kept: list[Candidate] = []
    for place in sorted(found, key=lambda place: -place.heat):
        if all(
            math.dist((place.x, place.y), (other.x, other.y)) > settings.same_die * counting(place.edge, other.edge)
            for other in kept
        ):
            kept.append(place)
    return kept


def heat_picture(answer: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The heat as a grey picture, to look at."""
    return np.asarray(255 / (1 + np.exp(-answer[0])), np.uint8)
