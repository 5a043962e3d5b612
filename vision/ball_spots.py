"""Looking for small spots that differ in colour or darkness from what lies around them.

Done in a small picture at several sizes, once for each way a ball can stand out: bluer, redder, yellower or darker than
its surroundings. Most spots are no balls (edges, corners, shadows); the closer look decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Debug = Callable[[str, NDArray[np.uint8]], None]
Picture = NDArray[np.float32]

HUES = ("blue", "red", "yellow", "dark")
FAINT = 0.004  # linear light added to every sum, so that shares of nearly black pixels are not mere noise
CURVE = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)


@dataclass(frozen=True, slots=True)
class SpotSettings:
    """What counts as a spot; chosen on eight path-traced and some hundred drawn scenes (November 2026)."""

    levels: int = 2  # the small picture and its half
    sigma: float = 1.8  # of the narrow blur, in pixels of the small picture
    radius: float = 3.4  # of the balls that this blur finds best; half and nearly double of it are found too
    # How much a spot must stand out, in the order of HUES: shares of the light, and for darkness its logarithm.
    least_strength: tuple[float, ...] = (0.06, 0.06, 0.04, 0.2)
    usual_strength: tuple[float, ...] = (0.3, 0.3, 0.17, 0.7)  # of a ball: makes hues comparable
    look_radius: float = 1.9  # where eight looks around see whether a spot ends there, in radii
    same_place: float = 0.7  # radii; of several sizes of one spot the strongest is looked at
    partner_strength: tuple[float, ...] = (0.02, 0.03, 0.015, 0.08)  # is enough beside a ball
    partner_reach: float = 2.6  # how far around a ball is looked, in its sizes
    partner_distance: tuple[float, float] = (0.55, 1.9)
    most_spots: int = 5  # of each hue; a busy cloth has more, but then the strongest are looked at


@dataclass(frozen=True, slots=True)
class Spot:
    """A place worth a closer look, in pixels of the frame."""

    hue: str
    x: float
    y: float
    radius: float
    strength: float  # about 1 for a ball


def linear(pixels: NDArray[np.uint8]) -> Picture:
    """Levels 0..255 to linear light 0..1."""
    return np.asarray(cv2.LUT(pixels, CURVE), np.float32)


def hue_map(light: Picture, hue: str) -> Picture:
    """How blue, red, yellow or dark every pixel is; the first three as shares of its light."""
    blue, green, red = cv2.split(light)
    total = blue + green + red + FAINT
    if hue == "blue":
        return np.asarray((blue - cv2.max(green, red)) / total)
    if hue == "red":
        return np.asarray((red - cv2.max(green, blue)) / total)
    if hue == "yellow":
        return np.asarray((cv2.min(green, red) - blue) / total)
    most = cv2.max(cv2.max(blue, green), red)
    least = cv2.min(cv2.min(blue, green), red)
    # Colour is held against darkness: a deep blue ball must not run into a black one beside it.
    return np.asarray(-cv2.log(most + FAINT / 3) - 1.5 * (most - least) / total)


def find_spots(
    light: Picture, scale: float, settings: SpotSettings | None = None, debug: Debug | None = None
) -> list[Spot]:
    """Small spots of another colour, strongest first; `light` is the small picture, `scale` its size / the frame's."""
    settings = settings or SpotSettings()
    whole, whole_scale = light, scale
    found: list[Spot] = []
    for _ in range(settings.levels):
        if min(light.shape[:2]) < 16:
            break
        found += spots_of_one_size(light, scale, settings)
        light = np.asarray(cv2.resize(light, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
        scale = scale / 2
    spots = strongest(found, settings)
    if debug is not None:
        shown = np.asarray(255 * np.sqrt(whole), np.uint8)
        for spot in spots:
            centre = (round(spot.x * whole_scale), round(spot.y * whole_scale))
            cv2.circle(shown, centre, round(spot.radius * whole_scale), (0, 255, 0), 1)
        debug("spots", shown)
    return spots


def find_partner_spots(
    pixels: NDArray[np.uint8], x: float, y: float, size: float, settings: SpotSettings | None = None
) -> list[Spot]:
    """Fainter spots beside a ball already found, of its size and about as far away as a ball that touches it."""
    settings = replace(settings or SpotSettings(), least_strength=SpotSettings().partner_strength, most_spots=2)
    scale = 2 * settings.radius / size
    reach = settings.partner_reach * size
    left, top = max(0, math.floor(x - reach)), max(0, math.floor(y - reach))
    piece = pixels[top : math.ceil(y + reach) + 1, left : math.ceil(x + reach) + 1]
    side = (max(8, round(piece.shape[1] * scale)), max(8, round(piece.shape[0] * scale)))
    light = linear(np.asarray(cv2.resize(piece, side, interpolation=cv2.INTER_AREA), np.uint8))
    spots = [
        replace(spot, x=spot.x + left, y=spot.y + top)
        for spot in spots_of_one_size(light, side[0] / piece.shape[1], settings, may_go_on=True)
    ]
    nearest, farthest = settings.partner_distance
    return strongest(
        [spot for spot in spots if nearest < math.dist((spot.x, spot.y), (x, y)) / size < farthest], settings
    )


def strongest(spots: Sequence[Spot], settings: SpotSettings) -> list[Spot]:
    """The strongest spots of each hue, no place twice."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda spot: -spot.strength):
        alike = [other for other in kept if other.hue == spot.hue]
        if len(alike) < settings.most_spots and not any(
            math.dist((spot.x, spot.y), (other.x, other.y)) < settings.same_place * max(spot.radius, other.radius)
            for other in alike
        ):
            kept.append(spot)
    return kept


def spots_of_one_size(light: Picture, scale: float, settings: SpotSettings, may_go_on: bool = False) -> list[Spot]:
    """Peaks of the difference of a narrow and a wide blur; without those that go on as stripes and edges do."""
    maps = cv2.merge([hue_map(light, hue) for hue in HUES])
    narrow = cv2.GaussianBlur(maps, (0, 0), settings.sigma)
    # Blurring again by sigma * sqrt(3) makes it a blur of twice the sigma.
    wide = cv2.GaussianBlur(narrow, (0, 0), settings.sigma * math.sqrt(3))
    peaks = narrow - wide
    is_peak = (peaks >= cv2.dilate(peaks, np.ones((5, 5), np.uint8))) & (peaks > np.array(settings.least_strength))
    rows, columns, hues = np.nonzero(is_peak)
    if not len(rows):
        return []
    height, width = light.shape[:2]
    angles = np.arange(8) * (np.pi / 4)
    look_rows = np.rint(rows[:, None] + settings.look_radius * settings.radius * np.sin(angles)).astype(int)
    look_columns = np.rint(columns[:, None] + settings.look_radius * settings.radius * np.cos(angles)).astype(int)
    around = narrow[np.clip(look_rows, 0, height - 1), np.clip(look_columns, 0, width - 1), hues[:, None]]
    strengths = peaks[rows, columns, hues]
    # Inside a ball of the fitting size the narrow blur stands about twice the peak's height above the surroundings.
    is_free = around < (narrow[rows, columns, hues] - strengths)[:, None]
    # Stripes and edges go on to two opposite sides, a ball beside another one to one side only.
    ends = (is_free[:, :4] | is_free[:, 4:]).all(axis=1)
    return [
        Spot(
            hue=HUES[hues[number]],
            x=float((columns[number] + 0.5) / scale - 0.5),
            y=float((rows[number] + 0.5) / scale - 0.5),
            radius=settings.radius / scale,
            strength=float(strengths[number]) / settings.usual_strength[hues[number]],
        )
        for number in np.flatnonzero(ends | may_go_on).tolist()
    ]
