"""The printed mat photographed on a table: its own drawing, seen by a pinhole camera under a lamp of some colour."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from device.command.mat_drawing import mat_shapes
from device.paper.shapes import Filled, Ring, Stroke, Words
from device.simulator.render.lighting import light_colour
from device.words.catalogue import Catalogue
from vision.base.frame import Frame
from vision.table.mat_layout import Box, Paper, layout_of

PIXELS_PER_MM = 5.0
SIZE = (1536, 864)
TABLE = (0.10, 0.16, 0.27)  # light from a wooden table, blue first


@dataclass(frozen=True, slots=True)
class Photo:
    """How the mat is photographed."""

    paper: Paper = Paper.A4
    pixels_per_mm: float = 3.4  # in the middle of the sheet
    tilt_degrees: float = 15.0
    heading_degrees: float = 0.0
    kelvin: float = 5500.0
    exposure: float = 0.85  # where white paper ends up; 1 is clipped
    falloff: float = 0.3  # how much darker the far left is than the near right
    noise: float = 2.0
    blur: float = 0.7
    seed: int = 1


@lru_cache(maxsize=2)
def sheet(paper: Paper) -> NDArray[np.uint8]:
    """The sheet from straight above, blue first, drawn from the very shapes that are printed."""
    layout = layout_of(paper)
    width, height = (round(side * PIXELS_PER_MM) for side in layout.size)
    pixels = np.full((height, width, 3), 255, np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return round(x * PIXELS_PER_MM * 16 - 8), round(y * PIXELS_PER_MM * 16 - 8)

    for shape in mat_shapes(layout, Catalogue.load("de")):
        red, green, blue = shape.colour
        colour = (255 * blue, 255 * green, 255 * red)
        match shape:
            case Filled(boxes):
                for box in boxes:
                    fill(pixels, box, colour)
            case Stroke(start, end, thickness):
                cv2.line(pixels, at(*start), at(*end), colour, max(1, round(thickness * PIXELS_PER_MM)), cv2.LINE_AA, 4)
            case Ring(x, y, radius, thickness):
                around = round(radius * PIXELS_PER_MM * 16)
                cv2.circle(pixels, at(x, y), around, colour, max(1, round(thickness * PIXELS_PER_MM)), cv2.LINE_AA, 4)
            case Words(text, x, y, points):
                place = (round(x * PIXELS_PER_MM), round(y * PIXELS_PER_MM))
                cv2.putText(pixels, text.encode("ascii", "ignore").decode(), place, 0, points / 20, colour, 1)
    return pixels


def fill(pixels: NDArray[np.uint8], box: Box, colour: tuple[float, float, float]) -> None:
    """Paint a rectangle given in millimetres; pixels at its edge get just the share it covers."""
    columns = share_covered(box.x, box.width, pixels.shape[1])
    rows = share_covered(box.y, box.height, pixels.shape[0])
    touched = np.ix_(rows > 0, columns > 0)
    cover = (rows[:, np.newaxis] * columns)[touched][..., np.newaxis]
    pixels[touched] = np.rint(pixels[touched] + cover * (np.array(colour) - pixels[touched])).astype(np.uint8)


def share_covered(start: float, length: float, count: int) -> NDArray[np.float64]:
    """How much of each pixel of a row lies between two places in millimetres."""
    edges = np.arange(count + 1)
    inside = np.clip(edges, start * PIXELS_PER_MM, (start + length) * PIXELS_PER_MM)
    return np.diff(inside)


def to_picture(photo: Photo) -> NDArray[np.float64]:
    """Millimetres on the sheet -> pixels, through a camera that looks at the sheet's middle at a slant."""
    width, height = layout_of(photo.paper).size
    tilt, heading = math.radians(photo.tilt_degrees), math.radians(photo.heading_degrees)
    focal = 1300.0
    distance = focal / photo.pixels_per_mm
    turn = np.array([[math.cos(heading), -math.sin(heading), 0], [math.sin(heading), math.cos(heading), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    rotation = lean @ turn
    lens = np.array([[focal, 0, (SIZE[0] - 1) / 2], [0, focal, (SIZE[1] - 1) / 2], [0, 0, 1]])
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], (0, 0, distance)])
    return lens @ plane @ np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])


def photographed(photo: Photo, upon: NDArray[np.uint8] | None = None) -> Frame:
    """The picture; `upon` is another picture of the sheet from above, with things laid on it."""
    pixels = sheet(photo.paper) if upon is None else upon
    to_mm = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, PIXELS_PER_MM]]) / PIXELS_PER_MM
    matrix = to_picture(photo) @ to_mm
    # Averaged down before it is sampled, or thin lines would flicker.
    light = np.power(pixels.astype(np.float32) / 255, 2.2)
    shrink = PIXELS_PER_MM / photo.pixels_per_mm
    light = cv2.GaussianBlur(light, (0, 0), max(0.3, 0.45 * shrink))
    seen = cv2.warpPerspective(light, matrix, SIZE, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(np.ones(light.shape[:2], np.float32), matrix, SIZE, flags=cv2.INTER_LINEAR)
    rng = np.random.default_rng(photo.seed)
    grain = cv2.GaussianBlur(rng.normal(0, 1, SIZE[::-1]).astype(np.float32), (0, 0), 3, sigmaY=1) * 0.6
    table = np.array(TABLE, np.float32) * np.exp(grain)[..., np.newaxis]
    seen = seen + (1 - cover)[..., np.newaxis] * table
    across = np.linspace(1 - photo.falloff, 1, SIZE[0], dtype=np.float32)
    lamp = light_colour(photo.kelvin) / light_colour(photo.kelvin).max()
    seen = seen * across[np.newaxis, :, np.newaxis] * lamp * photo.exposure
    coded = 255 * np.power(np.clip(cv2.GaussianBlur(seen, (0, 0), photo.blur), 0, 1), 1 / 2.2)
    return Frame(np.clip(coded + rng.normal(0, photo.noise, coded.shape), 0, 255).astype(np.uint8))
