"""The clear plastic of the stern: its shadow, its ends, and what it does to the balls seen through it."""

from __future__ import annotations

import math

import cv2
import numpy as np

from tools.render.arrays import Array
from tools.render.balls.paints import any_paint
from tools.render.balls.stern import Stern, corners_of, lay_over, round_across, share_inside
from tools.render.cameras import Camera


def draw_shadow(rng: np.random.Generator, canvas: Array, camera: Camera, stern: Stern) -> None:
    """The plastic's own soft shadow, with the light it gathers as a bright line."""
    width, size = stern.half_width, camera.focal * stern.radius / float(np.linalg.norm(stern.middle - camera.place))
    whole = corners_of(camera, stern, -stern.behind, stern.before, -width, width)
    aside = rng.normal(0, 0.5 * size, 2).astype(np.float32)
    lay_over(canvas, whole + aside, size * rng.uniform(0.05, 0.4), rng.uniform(0.4, 1), 0)
    side = rng.uniform(-0.6, 0.6) * width
    line = corners_of(camera, stern, -stern.behind, stern.before, side, side + 0.2 * width)
    lay_over(canvas, line + aside, size * rng.uniform(0.03, 0.2), rng.uniform(1, 2), 0)


def draw_end(rng: np.random.Generator, canvas: Array, camera: Camera, stern: Stern) -> None:
    """The open end: flat, or a dome that bends the light of whatever lies around into a round patch."""
    level, width = float(canvas.mean()), stern.half_width
    if rng.random() < 0.5:
        cap = corners_of(camera, stern, -stern.behind, -stern.behind * 0.82, -width, width)
        lay_over(canvas, cap, 0, rng.uniform(0.2, 1), level * rng.uniform(0, 0.8))
        return
    glow = any_paint(rng) if rng.random() < 0.3 else np.ones(3, np.float32)
    long = width * rng.uniform(0.2, 1.0)
    lay_over(
        canvas,
        round_across(camera, stern, -stern.behind, long, width),
        rng.uniform(0.3, 2),
        rng.uniform(0.4, 1),
        np.asarray(level * rng.uniform(0, 0.4) * glow, np.float32),
    )
    inner = round_across(camera, stern, -stern.behind + rng.uniform(-0.3, 0.3) * long, 0.7 * long, 0.7 * width)
    lay_over(canvas, inner, rng.uniform(1, 5), rng.uniform(0.6, 1.1), level * rng.uniform(0, 0.3))


def draw_back(rng: np.random.Generator, canvas: Array, camera: Camera, stern: Stern) -> None:
    """What the tube does to the table seen through it: darker, its ends and long sides as lines."""
    level = float(canvas.mean())
    draw_shadow(rng, canvas, camera, stern)
    whole = corners_of(camera, stern, -stern.behind, stern.before, -stern.half_width, stern.half_width)
    tint = np.asarray(rng.uniform(0.5, 0.97) * np.exp(rng.normal(0, 0.04, 3)), np.float32)
    lay_over(canvas, whole, rng.uniform(0.5, 2), tint, level * rng.uniform(0, 0.15))
    draw_end(rng, canvas, camera, stern)


def bend_side(rng: np.random.Generator, canvas: Array, camera: Camera, stern: Stern) -> None:
    """The thick side of the plastic shows what lies behind it from a little further along or across."""
    width, side = stern.half_width, float(rng.choice([-1.0, 1.0]))
    strip = corners_of(camera, stern, -stern.behind, stern.before, side * width, side * width * rng.uniform(0.55, 0.92))
    touched = share_inside(canvas, strip, 0)
    if touched is None:
        return
    box, share = touched
    reach = float(np.linalg.norm(strip[3] - strip[0]) + 0.15 * np.linalg.norm(strip[1] - strip[0]))
    move = np.eye(2, 3, dtype=np.float32)
    move[:, 2] = rng.normal(0, 0.25 * reach, 2)
    straight = np.ascontiguousarray(canvas[box])
    bent = cv2.warpAffine(straight, move, share.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    canvas[box] += share * (bent - straight)


def straight_streak(rng: np.random.Generator, camera: Camera, stern: Stern) -> Array:
    """Pixels of a short broad bar along the tube."""
    start = rng.uniform(-stern.behind, 0.5 * stern.before)
    end = start + rng.uniform(0.5, 2.5) * stern.radius
    side, thick = rng.uniform(-0.9, 0.9) * stern.half_width, rng.uniform(0.03, 0.22) * stern.half_width
    line = corners_of(camera, stern, start, end, side, side + thick)
    line[2:] += rng.normal(0, 2, 2).astype(np.float32)
    return line


def crooked_streak(rng: np.random.Generator, camera: Camera, stern: Stern) -> Array:
    """Pixels of a thin line with bends from one end of the tube towards the other."""
    thick = rng.uniform(0.02, 0.08) * stern.half_width
    stops = np.sort(rng.uniform(-stern.behind, stern.before, int(rng.integers(2, 5))))
    sides = rng.uniform(-0.8, 0.8) * stern.half_width + rng.normal(0, 0.12 * stern.half_width, len(stops))
    near = [stern.middle + stern.along * at + stern.across * side for at, side in zip(stops, sides, strict=True)]
    far = [place + stern.across * thick for place in reversed(near)]
    return camera.project(np.array(near + far, np.float32))


def draw_front(rng: np.random.Generator, canvas: Array, camera: Camera, stern: Stern, streaks: int) -> None:
    """What the tube does to the balls: a veil, dark or bright sides, streaks of mirrored lamps."""
    level = float(canvas.mean())
    width, behind, before = stern.half_width, stern.behind, stern.before
    if rng.random() < 0.4:
        bend_side(rng, canvas, camera, stern)
    whole = corners_of(camera, stern, -behind, before, -width, width)
    lay_over(canvas, whole, 0.6, rng.uniform(0.6, 1), level * rng.uniform(0, 0.1))
    for side in (-1.0, 1.0):
        rim = rng.uniform(0.03, 0.14) * width
        line = corners_of(camera, stern, -behind, before, side * width, side * (width - rim))
        lay_over(canvas, line, 0.5, rng.uniform(0.4, 1), level * rng.choice([0, 0, 0.2, 0.8]))
    for _ in range(streaks):
        streak = crooked_streak if rng.random() < 0.4 else straight_streak
        glow = float(level * np.exp(rng.uniform(math.log(0.2), math.log(3.5))))
        lay_over(canvas, streak(rng, camera, stern), rng.uniform(0.3, 2.5), rng.uniform(0.1, 1), glow)
