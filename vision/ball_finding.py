"""Finding balls: a closer look at every spot, and the outline of what is there.

Around each spot a piece of the full picture is cut out, scaled so that every ball has about the same size, and the
outline is taken at the level where it is most like an ellipse: clear plastic stretches balls across, so circles would
be too strict.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ball_profile import Paint
from vision.ball_spots import FAINT, HUES, Debug, Picture, Spot, hue_map, linear

FAINT_LEVEL = 12.0  # added to every level, so that the colours of nearly black pixels are not mere noise


@dataclass(frozen=True, slots=True)
class OutlineSettings:
    """What counts as a ball's outline; chosen on eight path-traced and some hundred drawn scenes (November 2026)."""

    radius: float = 10.0  # a ball's radius in the piece cut out, in pixels
    reach: float = 4.2  # half the piece's side in such radii: a second ball of the same colour must fit in
    levels: tuple[float, ...] = (0.5, 0.35, 0.65)  # of the way from the surroundings to the ball
    round_enough: float = 0.955  # then no further level is tried
    least_roundness: float = 0.86  # overlap of the outline with its ellipse
    most_elongation: float = 1.85
    least_size: float = 0.5  # outline compared with the spot's size
    most_size: float = 1.9
    streak: int = 5  # pixels: narrower gaps in a ball are glare
    tail: int = 9  # pixels: narrower things beside a ball do not belong to it
    # Two balls of one colour that touch: longer than one, and narrower where they touch than to both sides of it.
    least_length: float = 1.25
    most_waist: float = 0.75
    weak: float = 0.45  # spots this much weaker than two good balls are not looked at
    settled: float = 0.93  # inside an outline this round no further spot is looked at
    usual_contrast: tuple[float, ...] = (0.6, 0.7, 0.35, 2.0)  # of balls, in the order of HUES
    # To choose among several outlines of one ball, in units of roundness: a dark one often has a shadow in it, one by
    # colour has not; half of something is suspicious; the larger the contrast, the better the border.
    dark_malus: float = 0.08
    half_malus: float = 0.03
    contrast_bonus: float = 0.06
    openness_malus: float = 0.1
    most_open: float = 0.45  # of the ring around: a crossing of two stripes has about half
    # What makes a mark on a ball's body: another colour or much more light, on this share of it.
    mark_colour: float = 0.1
    mark_brightness: float = 1.6
    mark_area: float = 0.015
    dark_mark_area: float = 0.05  # plastic mirrors its surroundings in smaller ones
    core: float = 0.75  # the part of the ellipse whose colour counts: not the rim


@dataclass(frozen=True, slots=True)
class Shape:
    """A thing in the piece cut out, with the ellipse that fits it."""

    mask: NDArray[np.uint8]
    x: float
    y: float
    long: float  # diameters
    short: float
    degrees: float
    roundness: float  # overlap with the ellipse, 1 for a perfect one
    is_half: bool = False  # of a thing with a waist
    openness: float = 0.0  # share of the ring around it that looks the same


@dataclass(frozen=True, slots=True)
class Outline:
    """A round thing, in pixels of the frame, with its colours in linear light B, G, R."""

    hue: str  # the way it stands out
    x: float
    y: float
    long: float
    short: float
    roundness: float
    contrast: float  # how far it stands out, in units of its hue's map
    body: Paint  # the usual colour without highlight and rim
    highlight: Paint  # its brightest part
    surroundings: Paint
    strength: float = 1.0  # of its spot
    is_half: bool = False  # of a thing with a waist: two balls of one colour
    openness: float = 0.0  # share of the ring around it that looks the same
    relief: float = 1.5  # usual brightness / that near the rim; 1 for something flat
    marks: int = 0  # highlights, streaks, pips on it

    @property
    def size(self) -> float:
        """Diameter of the circle of the same area."""
        return math.sqrt(self.long * self.short)

    def holds(self, x: float, y: float) -> bool:
        """Whether this place is well inside."""
        return math.dist((self.x, self.y), (x, y)) < 0.5 * self.short


def find_balls(
    pixels: NDArray[np.uint8],
    spots: Sequence[Spot],
    settings: OutlineSettings | None = None,
    debug: Debug | None = None,
) -> list[Outline]:
    """All round things at the spots, each once, best first."""
    settings = settings or OutlineSettings()
    found: list[Outline] = []
    for spot in spots:
        if is_enough(found, spot, settings):
            break
        if not any(ball.roundness > settings.settled and ball.holds(spot.x, spot.y) for ball in found):
            found += outlines_at(pixels, spot, settings, debug)
    kept: list[Outline] = []
    for ball in sorted(found, key=lambda ball: -merit(ball, settings)):
        if not any(ball.holds(other.x, other.y) or other.holds(ball.x, ball.y) for other in kept):
            kept.append(ball)
    return kept


def is_enough(found: Sequence[Outline], spot: Spot, settings: OutlineSettings) -> bool:
    """Whether two good balls are known and the spots that are left are much weaker."""
    good = sorted((ball.strength for ball in found if ball.roundness > settings.settled), reverse=True)
    return len(good) >= 2 and spot.strength < settings.weak * good[1]


def merit(ball: Outline, settings: OutlineSettings) -> float:
    """How good an outline is, to choose among several of one ball: round, standing out, and closed all around."""
    outstanding = min(ball.contrast / settings.usual_contrast[HUES.index(ball.hue)], 1.5)
    malus = settings.dark_malus * (ball.hue == "dark") + settings.half_malus * ball.is_half
    return ball.roundness + settings.contrast_bonus * outstanding - settings.openness_malus * ball.openness - malus


def outlines_at(pixels: NDArray[np.uint8], spot: Spot, settings: OutlineSettings, debug: Debug | None) -> list[Outline]:
    """The best outline of the thing at this spot; two if it falls into two balls of one colour that touch."""
    side = 2 * math.ceil(settings.reach * settings.radius) + 1
    middle = (side - 1) / 2
    scale = settings.radius / spot.radius
    cut = cut_out(pixels, spot, side, scale)
    light = linear(cut)
    levels = cv2.GaussianBlur(hue_map(light, spot.hue), (0, 0), 0.8)
    inside = float(np.median(levels[disc(side, 0, 0.45 * settings.radius)]))
    outside = float(np.median(levels[disc(side, 1.35 * settings.radius, 2.1 * settings.radius)]))
    best: list[Shape] = []
    for level in settings.levels:
        mask = (levels > outside + level * (inside - outside)).astype(np.uint8)
        parts = things_at_middle(mask, settings)
        shapes = [seen_with_ring(shape_of(part), mask, is_half=len(parts) > 1) for part in parts]
        if all(is_ball(shape, settings) for shape in shapes) and mean_roundness(shapes) > mean_roundness(best):
            best = shapes
        if mean_roundness(best) > settings.round_enough and best[0].long < settings.least_length * best[0].short:
            break
    if debug is not None and best:
        debug(f"outline-{spot.hue}", np.asarray(np.hstack([255 * shape.mask for shape in best]), np.uint8))
    outlines = []
    for shape in best:
        body, highlight, surroundings = colours_of(shape, light, settings)
        outlines.append(
            Outline(
                hue=spot.hue,
                x=spot.x + (shape.x - middle) / scale,
                y=spot.y + (shape.y - middle) / scale,
                long=shape.long / scale,
                short=shape.short / scale,
                roundness=shape.roundness,
                contrast=inside - outside,
                body=body,
                highlight=highlight,
                surroundings=surroundings,
                strength=spot.strength,
                is_half=shape.is_half,
                openness=shape.openness,
                relief=relief_of(shape, light),
                marks=count_marks(shape, cut, settings),
            )
        )
    return outlines


def mean_roundness(shapes: Sequence[Shape]) -> float:
    """How round they are together; 0 for none."""
    return sum(shape.roundness for shape in shapes) / len(shapes) if shapes else 0.0


@functools.cache
def disc(side: int, least: float, most: float) -> NDArray[np.bool_]:
    """The pixels of a square that are between two distances from its middle."""
    away = np.arange(side, dtype=np.float32) - (side - 1) / 2
    squared = away[:, None] ** 2 + away[None, :] ** 2
    return np.asarray((squared >= least**2) & (squared < most**2))


def cut_out(pixels: NDArray[np.uint8], spot: Spot, side: int, scale: float) -> NDArray[np.uint8]:
    """A square piece around the spot, scaled; beyond the picture's border its last pixels go on."""
    reach = side / 2 / scale + 2
    left, top = max(0, math.floor(spot.x - reach)), max(0, math.floor(spot.y - reach))
    piece = pixels[top : math.ceil(spot.y + reach) + 1, left : math.ceil(spot.x + reach) + 1]
    if scale < 0.6:  # else single pixels would be picked out of the noise
        piece = cv2.GaussianBlur(piece, (0, 0), 0.35 / scale)
    middle = (side - 1) / 2
    move = np.array([[scale, 0, middle - scale * (spot.x - left)], [0, scale, middle - scale * (spot.y - top)]])
    return np.asarray(cv2.warpAffine(piece, move, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def things_at_middle(mask: NDArray[np.uint8], settings: OutlineSettings) -> list[NDArray[np.uint8]]:
    """The connected thing at the middle, or its two halves if it has a waist; none if it is cut off.

    Streaks of glare across the ball and highlights in it are closed first; then thin things beside it are opened away:
    the shadow between two balls, a stripe of the cloth.
    """
    side = mask.shape[0]
    middle = (side - 1) / 2
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, round_kernel(settings.streak))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(closed, contours, -1, 1, cv2.FILLED)
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, round_kernel(settings.tail))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        if cv2.pointPolygonTest(contour, (middle, middle), False) < 0:
            continue
        left, top, width, height = cv2.boundingRect(contour)
        if min(left, top) <= 0 or left + width >= side or top + height >= side:
            return []
        filled = np.zeros_like(mask)
        cv2.drawContours(filled, [contour], -1, 1, cv2.FILLED)
        return halves(filled, settings) or [filled]
    return []


def round_kernel(side: int) -> NDArray[np.uint8]:
    """A disc for opening and closing."""
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def halves(filled: NDArray[np.uint8], settings: OutlineSettings) -> list[NDArray[np.uint8]]:
    """Cut a thing in two across its waist, if it has one: a place in its middle third where it is narrower."""
    shape = shape_of(filled)
    if shape.long < settings.least_length * shape.short:
        return []
    turn = math.radians(shape.degrees)
    away = np.arange(filled.shape[0], dtype=np.float32)
    along = (away[None, :] - shape.x) * math.cos(turn) + (away[:, None] - shape.y) * math.sin(turn)
    slices = np.rint(along - along.min()).astype(np.intp)
    inside = slices[filled > 0]
    first = int(inside.min())
    widths = np.convolve(np.bincount(inside - first), np.ones(3) / 3, "same")
    third = len(widths) // 3
    waist = third + int(np.argmin(widths[third : 2 * third]))
    if widths[waist] > settings.most_waist * min(widths[:waist].max(), widths[waist:].max()):
        return []
    return [((side & (filled > 0)).astype(np.uint8)) for side in (slices < first + waist, slices > first + waist)]


def shape_of(mask: NDArray[np.uint8]) -> Shape:
    """Fit the ellipse with the same moments and see how far it overlaps."""
    moments = cv2.moments(mask, binaryImage=True)
    area = moments["m00"]
    x, y = moments["m10"] / area, moments["m01"] / area
    wide, high, slant = moments["mu20"] / area, moments["mu02"] / area, moments["mu11"] / area
    spread = math.hypot((wide - high) / 2, slant)
    long = 4 * math.sqrt((wide + high) / 2 + spread)
    short = 4 * math.sqrt(max((wide + high) / 2 - spread, 1e-3))
    degrees = math.degrees(0.5 * math.atan2(2 * slant, wide - high))
    shape = Shape(mask, x, y, long, short, degrees, 0.0)
    ellipse = ellipse_of(shape, 1.0)
    return replace(shape, roundness=cv2.countNonZero(ellipse & mask) / cv2.countNonZero(ellipse | mask))


def seen_with_ring(shape: Shape, mask: NDArray[np.uint8], is_half: bool) -> Shape:
    """The shape with what goes on beyond its ellipse."""
    ring = ellipse_of(shape, 1.4) & ~ellipse_of(shape, 1.15)
    openness = cv2.countNonZero(ring & mask) / max(1, cv2.countNonZero(ring))
    return replace(shape, is_half=is_half, openness=openness)


def ellipse_of(shape: Shape, size: float) -> NDArray[np.uint8]:
    """The shape's ellipse, filled, `size` times as large."""
    drawn = np.zeros_like(shape.mask)
    # Coordinates in 1/16 pixel; OpenCV counts the border in, so the axes lose half a pixel.
    centre = (round(16 * shape.x), round(16 * shape.y))
    axes = (round(16 * max(0.5, size * shape.long / 2 - 0.5)), round(16 * max(0.5, size * shape.short / 2 - 0.5)))
    cv2.ellipse(drawn, centre, axes, shape.degrees, 0, 360, 1, cv2.FILLED, shift=4)
    return drawn


def is_ball(shape: Shape, settings: OutlineSettings) -> bool:
    """Whether the shape is round enough and about as large as its spot."""
    size = math.sqrt(shape.long * shape.short) / (2 * settings.radius)
    return (
        shape.roundness >= settings.least_roundness
        and shape.openness <= settings.most_open
        and shape.long <= settings.most_elongation * shape.short
        and settings.least_size <= size <= settings.most_size
    )


def colours_of(shape: Shape, light: Picture, settings: OutlineSettings) -> list[Paint]:
    """Linear light B, G, R of the body, its highlight and the surroundings."""
    core = light[(ellipse_of(shape, settings.core) & shape.mask) > 0]
    core = core[np.argsort(core.max(axis=1))]
    around = light[(ellipse_of(shape, 1.6) & ~ellipse_of(shape, 1.25)) > 0]
    body = np.median(core[: len(core) * 7 // 10 + 1], axis=0)
    highlight = core[-max(1, len(core) // 33) :].mean(axis=0)
    usual = np.median(around, axis=0)
    return [(float(blue), float(green), float(red)) for blue, green, red in (body, highlight, usual)]


def relief_of(shape: Shape, light: Picture) -> float:
    """How much darker a ball gets towards its rim: its usual brightness / that of its darkest tenth."""
    brightness = light[(ellipse_of(shape, 0.85) & shape.mask) > 0].max(axis=1)
    darkest, usual = np.percentile(brightness, (10, 50))
    return float((usual + FAINT) / (darkest + FAINT))


def count_marks(shape: Shape, cut: NDArray[np.uint8], settings: OutlineSettings) -> int:
    """How many separate marks lie on the body: one highlight on a ball, several pips on a die."""
    inside = ellipse_of(shape, settings.core)
    left, top, width, height = cv2.boundingRect(inside)
    inside = inside[top : top + height, left : left + width]
    levels = (
        cv2.GaussianBlur(cut, (0, 0), 0.8)[top : top + height, left : left + width].astype(np.float32) + FAINT_LEVEL
    )
    share = levels / levels.sum(axis=2, keepdims=True)
    body = inside > 0
    brightness = levels.max(axis=2) / np.median(levels.max(axis=2)[body])
    away = np.abs(share - np.median(share[body], axis=0)).max(axis=2) > settings.mark_colour
    least = settings.mark_area * cv2.countNonZero(inside)
    bright = count_patches(((away & (brightness > 1)) | (brightness > settings.mark_brightness)) & body, least)
    # A highlight is never darker than the ball: such a mark counts for more than the one that a ball may have.
    dark = count_patches(away & (brightness <= 1) & body, settings.dark_mark_area / settings.mark_area * least)
    return bright + 2 * dark


def count_patches(mask: NDArray[np.bool_], least: float) -> int:
    """Connected patches of at least that many pixels."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return int(np.count_nonzero(stats[1:, cv2.CC_STAT_AREA] >= least))
