"""Dice drawn flat from above: an own, simple drawing that shares nothing with the tables the networks learnt from."""

import cv2
import numpy as np

SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
STYLES = {  # body, pips, table in B, G, R
    "white on felt": ((225, 232, 235), (25, 25, 25), (60, 90, 40)),
    "black on plain": ((35, 32, 30), (235, 235, 235), (170, 175, 180)),
    "red on wood": ((40, 35, 190), (225, 235, 240), (95, 130, 165)),
    "yellow with blue": ((70, 205, 235), (140, 50, 20), (75, 70, 70)),
    "blue on blue": ((190, 90, 30), (240, 240, 240), (150, 130, 110)),
}
SUPER = 4  # drawn larger, then reduced: soft edges without any library's smoothing


def empty_table(style, size=(1280, 720), seed=1):
    """A table with soft light and a little grain."""
    rng = np.random.default_rng(seed)
    width, height = size
    light = 1 + 0.12 * np.linspace(-1, 1, width)[None, :] - 0.08 * np.linspace(-1, 1, height)[:, None]
    picture = np.array(STYLES[style][2])[None, None] * light[:, :, None] + rng.normal(0, 3, (height, width, 3))
    return np.clip(picture, 0, 255).astype(np.uint8)


def drawn_die(picture, style, value, centre, edge, degrees):
    """Draw one die with a shadow, its near side and its top face."""
    body, pip, _ = (np.array(part, float) for part in STYLES[style])
    reach = int(edge * 1.2)
    x, y = (int(v) for v in centre)
    patch = picture[y - reach : y + reach, x - reach : x + reach]
    large = cv2.resize(patch, None, fx=SUPER, fy=SUPER, interpolation=cv2.INTER_LINEAR)
    middle = np.array([reach, reach], float) * SUPER
    turn = np.deg2rad(degrees)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * edge * SUPER

    def rounded(shift, grow):
        angles = np.linspace(0, 2 * np.pi, 80, endpoint=False)
        ring = np.stack([np.cos(angles), np.sin(angles)], 1)
        square = np.sign(ring) * np.abs(ring) ** 0.35 * 0.5 * grow
        return (square @ axes + middle + np.array(shift) * edge * SUPER).astype(np.int32)

    shadow = np.zeros(large.shape[:2], np.uint8)
    cv2.fillPoly(shadow, [rounded((0.12, 0.16), 1.0)], 255)
    dark = cv2.GaussianBlur(shadow, (0, 0), edge * SUPER * 0.06)[:, :, None] / 255 * 0.5
    large = np.asarray(large * (1 - dark), np.uint8)
    cv2.fillPoly(large, [rounded((0.03, 0.09), 1.0)], tuple(body * 0.6))
    cv2.fillPoly(large, [rounded((0, 0), 1.0)], tuple(body * 0.93))
    cv2.fillPoly(large, [rounded((0, 0), 0.9)], tuple(body))
    for u, v in SPOTS[value]:
        spot = np.array([u, v]) * 0.25 @ axes + middle
        cv2.circle(large, tuple(int(c) for c in spot), int(0.095 * edge * SUPER), tuple(pip), -1)
    patch[:] = cv2.resize(large, (2 * reach, 2 * reach), interpolation=cv2.INTER_AREA)


def throw(style, values, edge=56, size=(1280, 720), seed=1):
    """A table with dice of these values: picture, and for each die its value and place."""
    rng = np.random.default_rng(seed)
    picture = empty_table(style, size, seed)
    dice = []
    for number, value in enumerate(values):
        column, row = number % 4, number // 4
        x = size[0] * (0.2 + 0.2 * column) + rng.uniform(-0.4, 0.4) * edge
        y = size[1] * (0.35 + 0.3 * row) + rng.uniform(-0.4, 0.4) * edge
        drawn_die(picture, style, value, (x, y), edge, rng.uniform(0, 90))
        dice.append((value, x, y))
    return cv2.GaussianBlur(picture, (0, 0), 0.7), dice
