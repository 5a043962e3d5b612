"""Where the camera looks from, told by the dice themselves, and which die does not lie flat on the same table.

Seen slanted, a star on a flat face is squeezed towards the point of the picture that lies straight below the camera,
the foot, and marks on side faces show up on the side of the foot. All dice that lie flat agree on one foot; a die on
its edge, or leaning on another, shows a face that would need another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice import Body
from vision.marks import Face

SHIFT_NOISE = 0.02  # edges; rounding of the small picture


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """How the camera may look and how much marks may stray; measured on simulated dice, flat and leaning."""

    focal_length: float = 0.8  # of the picture's longer side; the Pi's Camera Module 3 has 0.785
    most_tilt: float = 0.5  # tangent; a camera tilted by more than 26 degrees is set up wrong
    steps: int = 10  # from straight down to the most tilt
    star_roundness: float = 0.58  # less round marks are no stars and tell nothing by their squeeze
    most_cost: float = 0.35  # beyond this a mark is simply wrong, however far off
    tilt_cost: float = 0.05  # a steep camera must be worth it


@dataclass(frozen=True, slots=True)
class Slant:
    """How one die fits the common foot."""

    strain: float  # how far its marks stray from those of a flat die; 0 is perfect
    cosine: float  # share of its size that a flat face keeps there in the squeezed direction


def judge_slants(
    faces: Sequence[Face],
    bodies: Sequence[Body],
    picture_size: tuple[int, int],
    settings: ViewSettings | None = None,
) -> list[Slant]:
    """Find the foot that most dice agree on and say how far each strays from it; (width, height) in pixels."""
    settings = settings or ViewSettings()
    middle = np.array(picture_size) / 2
    focal = settings.focal_length * max(picture_size)
    feet = possible_feet(settings)
    places = [(np.array([face.mark.x, face.mark.y]) - middle) / focal for face in faces]
    normals = [tilted_normals(place, feet) for place in places]
    marks = np.stack([strain(face, normal, settings) for face, normal in zip(faces, normals, strict=True)])
    shifts = [body_shift(face, faces, bodies) for face in faces]
    outlines = np.stack([shift_strain(shift, normal) for shift, normal in zip(shifts, normals, strict=True)])
    strains = np.maximum(marks, outlines)
    costs = np.minimum(strains, settings.most_cost).sum(axis=0) + settings.tilt_cost * np.linalg.norm(feet, axis=1)
    best = int(np.argmin(costs))
    return [
        Slant(float(strains[number, best]), float(np.sqrt(1 - (normal[best] ** 2).sum())))
        for number, normal in enumerate(normals)
    ]


def possible_feet(settings: ViewSettings) -> NDArray[np.float64]:
    """Points (n, 2) in focal lengths from the picture's middle that may lie straight below the camera."""
    ticks = np.linspace(-settings.most_tilt, settings.most_tilt, 2 * settings.steps + 1)
    grid = np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(-1, 2)
    return np.asarray(grid[np.hypot(grid[:, 0], grid[:, 1]) <= settings.most_tilt + 1e-9])


def tilted_normals(place: NDArray[np.float64], feet: NDArray[np.float64]) -> NDArray[np.float64]:
    """The table's normal (n, 2) across the line of sight to `place`, for every foot: away from it, its sine long."""
    away = place - feet
    distance = np.linalg.norm(away, axis=1, keepdims=True)
    cosine = (1 + feet @ place) / (np.sqrt(1 + place @ place) * np.sqrt(1 + (feet**2).sum(axis=1)))
    sine = np.sqrt(np.clip(1 - cosine**2, 0, 1))[:, np.newaxis]
    return np.asarray(np.where(distance > 1e-9, away / np.maximum(distance, 1e-9), 0.0) * sine)


def strain(face: Face, normals: NDArray[np.float64], settings: ViewSettings) -> NDArray[np.float64]:
    """How badly the die's marks fit a flat die with each of these normals."""
    worst = np.zeros(len(normals))
    if face.mark.roundness >= settings.star_roundness:
        xx, xy, yy = face.mark.squeeze
        across, down = normals[:, 0], normals[:, 1]
        off = (xx - across**2) ** 2 + 2 * (xy - across * down) ** 2 + (yy - down**2) ** 2
        worst = np.sqrt(off)
    for side in face.sides:
        share = min(1.0, side.area / face.mark.area)
        offset = np.array([side.x - face.mark.x, side.y - face.mark.y]) / face.edge
        worst = np.maximum(worst, side_strain(offset, share, normals))
    return worst


def body_shift(face: Face, faces: Sequence[Face], bodies: Sequence[Body]) -> tuple[float, float] | None:
    """From the top mark to the middle of the die's outline, in edges; None if the die touches others."""
    around = [body for body in bodies if is_within(face, body)]
    if len(around) != 1 or sum(is_within(other, around[0]) for other in faces) != 1:
        return None
    return (around[0].x - face.mark.x) / face.edge, (around[0].y - face.mark.y) / face.edge


def is_within(face: Face, body: Body) -> bool:
    """Whether the mark lies in the body's box."""
    return body.left <= face.mark.x <= body.left + body.width and body.top <= face.mark.y <= body.top + body.height


def shift_strain(shift: tuple[float, float] | None, normals: NDArray[np.float64]) -> NDArray[np.float64]:
    """How badly the outline fits a flat die.

    A cube's outline is symmetric, so its middle lies half-way between top and bottom face, half a normal towards the
    foot. Where the sides are too dark to be seen it lies nearer to the top mark, but always on that line.
    """
    if shift is None:
        return np.zeros(len(normals))
    towards = -normals / 2
    along = np.clip((towards @ np.array(shift)) / np.maximum((towards**2).sum(axis=1), 1e-9), 0, 1)
    off = np.linalg.norm(np.array(shift) - along[:, np.newaxis] * towards, axis=1)
    return np.asarray(np.clip(2 * (off - SHIFT_NOISE), 0, None))


def side_strain(offset: NDArray[np.float64], share: float, normals: NDArray[np.float64]) -> NDArray[np.float64]:
    """How badly a mark at this offset (in edges) from the top one and with this share of its area fits a side face.

    A side face looking out by the angle phi from the direction away from the foot has its centre at half an edge times
    (cosine * cos phi - sine, sin phi), and shows sine * -cos phi of its area where the top face shows `cosine`.
    """
    sine = np.linalg.norm(normals, axis=1)
    cosine = np.sqrt(1 - sine**2)
    away = normals / np.maximum(sine, 1e-9)[:, np.newaxis]
    along = away @ offset
    across = np.abs(away[:, 0] * offset[1] - away[:, 1] * offset[0])
    sin_phi = np.clip(2 * across, 0, 1)
    cos_phi = -np.sqrt(1 - sin_phi**2)
    expected_share = sine * -cos_phi / cosine
    # Small marks are often cut by shade, so only a larger one than expected speaks against a flat die.
    misplaced = np.abs(along - (cosine * cos_phi - sine) / 2)
    return np.asarray(
        np.maximum(np.clip(misplaced - 0.15, 0, None), np.clip(share - expected_share, 0, None)) * share**0.5
    )
