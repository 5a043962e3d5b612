"""Photographs of one card on a table: where it lies, what covers it, the light on it, and the camera."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.cards.faces import picture as draw_picture
from tools.render.cards.litter import litter
from tools.render.cards.paper import HEIGHT, WIDTH
from tools.render.sensor import as_jpeg

SIZE = (1536, 864)
SNAPSHOT_SIZE = (480, 640)  # what a telephone sends
WEBCAM_SIZE = (640, 480)
LAMPS = {"warm": (0.55, 0.82, 1.0), "cold": (1.0, 0.93, 0.8), "dim": (0.3, 0.32, 0.34)}  # blue, green, red


def photograph(
    card: NDArray[np.uint8],
    condition: str,
    round_corners: bool,
    random: np.random.Generator,
    is_there: bool = True,
) -> tuple[NDArray[np.uint8], float]:
    """The card on a table, and what share of it is hidden; or, by the same random draws, the table without it."""
    size = SNAPSHOT_SIZE if "snapshot" in condition else SIZE
    corners = laid_corners(condition, size, random)
    long = float(np.hypot(*(corners[2] - corners[1])))
    mapping = cv2.getPerspectiveTransform(
        np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32), corners.astype(np.float32)
    )
    sigma = max(0.4, 0.45 * HEIGHT / long)  # what a lens and shrinking do
    laid = cv2.warpPerspective(cv2.GaussianBlur(card, (0, 0), sigma), mapping, size).astype(np.float32)
    mask = is_there * cv2.warpPerspective(card_shape(round_corners), mapping, size)[:, :, np.newaxis]
    shadow = np.roll(cv2.GaussianBlur(mask[:, :, 0], (0, 0), 4), (4, 3), axis=(0, 1))[:, :, np.newaxis]
    bare = table(size, random)
    if "littered" in condition:
        litter(bare, corners, random)
    picture = bare * (1 - 0.45 * shadow * (1 - mask)) * (1 - mask) + laid * mask
    hidden = 1.0 - float(mask.sum()) / abs(float(cv2.contourArea(corners.astype(np.float32))))
    if "covered" in condition:
        hidden = cover(picture, mask[:, :, 0], corners, random)
    picture = lit(picture, condition, corners, random)
    blur = float(random.uniform(1.6, 3.0)) if condition == "soft" else float(random.uniform(0.4, 0.8))
    picture = cv2.GaussianBlur(picture, (0, 0), blur) + random.normal(0, float(random.uniform(1, 4)), picture.shape)
    return as_jpeg(np.clip(picture, 0, 255).astype(np.uint8), 88), max(0.0, hidden)


def webcam(card: NDArray[np.uint8], round_corners: bool, random: np.random.Generator) -> NDArray[np.uint8]:
    """The card alone under a cheap camera from above: small, soft, in some light, stored as a poor JPEG."""
    long = float(random.uniform(150, 230))
    turn, slant = float(random.normal(0, 5)), float(random.uniform(0, 0.04))
    middle = (WEBCAM_SIZE[0] / 2 + float(random.uniform(-60, 60)), WEBCAM_SIZE[1] / 2 + float(random.uniform(-40, 40)))
    corners = card_corners(long, turn, slant, middle)
    mapping = cv2.getPerspectiveTransform(
        np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32), corners.astype(np.float32)
    )
    laid = cv2.warpPerspective(cv2.GaussianBlur(card, (0, 0), 0.45 * HEIGHT / long), mapping, WEBCAM_SIZE)
    mask = cv2.warpPerspective(card_shape(round_corners), mapping, WEBCAM_SIZE)[:, :, np.newaxis]
    felt = np.array(random.integers(40, 190, 3), np.float32)
    if float(np.abs(felt - np.median(card, axis=(0, 1))).max()) < 60:
        felt = 230 - felt  # nobody shows a dark card on a dark table
    picture = lit(felt * (1 - mask) + laid.astype(np.float32) * mask, "webcam", corners, random)
    soft = cv2.GaussianBlur(picture, (0, 0), float(random.uniform(0.6, 1.1)))
    soft += random.normal(0, float(random.uniform(1, 4)), soft.shape)
    return as_jpeg(np.clip(soft, 0, 255).astype(np.uint8), int(random.integers(55, 85)))


def laid_corners(condition: str, size: tuple[int, int], random: np.random.Generator) -> NDArray[np.float64]:
    """Where the card lies in the picture."""
    width, height = size
    long = float(random.uniform(260, 420))
    if condition in ("small", "large"):
        long = float(random.uniform(150, 220) if condition == "small" else random.uniform(480, 640))
    elif size == SNAPSHOT_SIZE:
        long = float(random.uniform(140, 260))
    turn = float(random.uniform(0, 360)) if condition != "plain" else float(random.normal(0, 4))
    slant = float(random.uniform(0.15, 0.35)) if "slanted" in condition else float(random.uniform(0, 0.06))
    reach = 0.6 * long
    x, y = float(random.uniform(reach, width - reach)), float(random.uniform(reach, max(height - reach, reach + 1)))
    if condition == "cut off":
        x = float(random.choice([0.0, float(width)])) + float(random.uniform(-0.1, 0.15)) * long
    return card_corners(long, turn, slant, (x, y))


def card_shape(round_corners: bool) -> NDArray[np.float32]:
    """1 where a flat card is paper."""
    shape = np.zeros((HEIGHT, WIDTH), np.float32)
    if not round_corners:
        shape[:] = 1.0
        return shape
    cv2.rectangle(shape, (24, 0), (WIDTH - 25, HEIGHT - 1), 1.0, -1)
    cv2.rectangle(shape, (0, 24), (WIDTH - 1, HEIGHT - 25), 1.0, -1)
    for place in ((24, 24), (WIDTH - 25, 24), (24, HEIGHT - 25), (WIDTH - 25, HEIGHT - 25)):
        cv2.circle(shape, place, 24, 1.0, -1)
    return shape


def lit(
    bare: NDArray[np.float32], condition: str, corners: NDArray[np.float64], random: np.random.Generator
) -> NDArray[np.float32]:
    """The table in the condition's light, as a camera with a tone curve of its own shows it."""
    size = (bare.shape[1], bare.shape[0])
    long = float(np.hypot(*(corners[2] - corners[1])))
    picture = bare * light(size, condition, corners, random) * np.array(LAMPS.get(condition, (1.0, 1.0, 1.0)))
    if condition == "glare":
        at = corners.mean(axis=0) + random.normal(0, 0.25 * long, 2)
        picture = picture + 200 * spot(size, at, float(random.uniform(0.15, 0.3)) * long)[:, :, np.newaxis]
    if "veiled" in condition:  # a window mirrored in the whole table, stronger on one side
        at = corners.mean(axis=0) + random.normal(0, 0.8 * long, 2)
        sheen = spot(size, at, float(random.uniform(0.7, 2.0)) * long)[:, :, np.newaxis]
        strength = float(random.uniform(0.3, 0.65))
        picture = picture * (1 - strength) + 255 * strength * sheen * random.uniform(0.75, 1.0, 3)
    if condition == "bright":
        picture = picture * float(random.uniform(1.1, 1.35))
    curve = float(random.uniform(0.85, 1.2))
    toned = 255 * (np.clip(picture, 0, 255) / 255) ** curve
    mixed = toned + float(random.uniform(-0.15, 0.25)) * (toned.mean(axis=2, keepdims=True) - toned)
    return np.asarray(mixed, np.float32)


def card_corners(long: float, turn: float, slant: float, centre: tuple[float, float]) -> NDArray[np.float64]:
    """The card's corners in the picture, `long` pixels along its longer side."""
    half = np.array([long * WIDTH / HEIGHT, long]) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    angle = np.radians(turn)
    corners = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners[:, 1] *= 1 - slant
    corners *= 1 + slant * corners[:, 1:] / long
    return np.asarray(corners + np.array(centre), np.float64)


def table(size: tuple[int, int], random: np.random.Generator) -> NDArray[np.float32]:
    """An empty table: felt, wood, checked cloth, or a print that is no card.

    In plain bytes of light and not from render/surfaces.py: the limits of reading cards were set on these.
    """
    width, height = size
    base = random.integers(40, 190, 3).astype(np.float32)
    kind = int(random.integers(4))
    blur = (0.0, 12.0, 2.5, 1.5)[kind]
    grain = random.normal(0, 1, (height // 2, width // 2)).astype(np.float32)
    if blur:
        across = 30.0 if kind == 1 else blur
        grain = cv2.GaussianBlur(grain, (0, 0), sigmaX=across, sigmaY=1.2 if kind == 1 else blur)
    grain = cv2.resize(grain / max(float(grain.std()), 1e-3), size, interpolation=cv2.INTER_LINEAR)
    picture = base + float(random.uniform(1, 9)) * grain[:, :, np.newaxis]
    if kind == 3:
        step = int(random.integers(90, 200))
        other = random.integers(40, 220, 3).astype(np.float32)
        picture[np.arange(height) % step < step // 5] = other
        picture[:, np.arange(width) % step < step // 5] = other
    return np.asarray(picture, np.float32)


def cover(
    picture: NDArray[np.float32], mask: NDArray[np.float32], corners: NDArray[np.float64], random: np.random.Generator
) -> float:
    """Lay a token, a pencil, a sheet or a book over the card; returns the share of the card that is hidden."""
    before = float(mask.sum())
    shape = np.zeros(mask.shape, np.uint8)
    at = corners.mean(axis=0) + random.normal(0, 0.5, 2) * (corners.max(axis=0) - corners.min(axis=0)) / 2
    long = float(np.hypot(*(corners[2] - corners[1])))
    match int(random.integers(3)):
        case 0:
            cv2.circle(shape, tuple(int(v) for v in at), int(random.uniform(0.08, 0.25) * long), 1, -1)
        case 1:
            way = random.normal(0, 1, 2)
            way = way / np.hypot(*way) * long
            ends = [tuple(int(v) for v in at + sign * way) for sign in (-1, 1)]
            cv2.line(shape, ends[0], ends[1], 1, int(random.uniform(0.04, 0.1) * long))
        case _:
            size = (long * float(random.uniform(0.5, 1.2)), long * float(random.uniform(0.5, 1.2)))
            away = at + 0.5 * long * np.sign(at - corners.mean(axis=0))
            sheet = cv2.boxPoints((tuple(float(v) for v in away), size, float(random.uniform(0, 90))))
            cv2.fillPoly(shape, [np.round(sheet).astype(np.int32).reshape(-1, 1, 2)], 1)
    height, width = mask.shape
    if random.integers(2):
        picture[shape > 0] = random.integers(20, 250, 3)
    else:
        picture[shape > 0] = draw_picture(int(random.integers(800, 999)), width, height)[shape > 0]
    return float(mask[shape > 0].sum()) / max(before, 1.0)


def light(
    size: tuple[int, int], condition: str, corners: NDArray[np.float64], random: np.random.Generator
) -> NDArray[np.float32]:
    """How bright each place is: a slope over the table, and the edge of a shadow across the card."""
    width, height = size
    across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    way = random.normal(0, 0.12, 2)
    level = np.asarray(1 + way[0] * across + way[1] * down, np.float32)
    if condition == "shaded":
        centre = corners.mean(axis=0)
        angle = float(random.uniform(0, 2 * np.pi))
        xs, ys = np.meshgrid(np.arange(width) - centre[0], np.arange(height) - centre[1])
        edge = 1 / (1 + np.exp(-(xs * np.cos(angle) + ys * np.sin(angle)) / float(random.uniform(3, 20))))
        level = level * np.asarray(1 - float(random.uniform(0.4, 0.6)) * edge, np.float32)
    return level[:, :, np.newaxis]


def spot(size: tuple[int, int], at: NDArray[np.float64], wide: float) -> NDArray[np.float32]:
    """A round light that fades, 1 in its middle."""
    xs, ys = np.meshgrid(np.arange(size[0]) - at[0], np.arange(size[1]) - at[1])
    return np.asarray(np.exp(-(xs**2 + ys**2) / (2 * wide**2)), np.float32)
