"""Cards drawn for the tests, and pictures of them lying on a table."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

CARD = (300, 440)  # width and height


def draw_card(seed: int, text_seed: int | None = None) -> NDArray[np.uint8]:
    """An art card: light paper, a title, a picture of random shapes and lines of text."""
    random = np.random.default_rng(seed)
    width, height = CARD
    card = np.full((height, width, 3), (228, 236, 238), np.uint8)
    art = np.empty((200, width - 40, 3), np.uint8)
    top, bottom = random.integers(40, 230, 3), random.integers(40, 230, 3)
    art[:] = np.linspace(top, bottom, 200)[:, np.newaxis].astype(np.uint8)
    for _ in range(16):
        colour = tuple(int(value) for value in random.integers(0, 256, 3))
        x, y = int(random.integers(0, 260)), int(random.integers(0, 200))
        size = int(random.choice([8, 14, 24, 40]))
        match int(random.integers(0, 3)):
            case 0:
                cv2.circle(art, (x, y), size, colour, -1, cv2.LINE_AA)
            case 1:
                end = (int(random.integers(0, 260)), int(random.integers(0, 200)))
                cv2.line(art, (x, y), end, colour, int(random.integers(2, 7)), cv2.LINE_AA)
            case _:
                corners = np.array([x, y]) + random.integers(-size, size + 1, (5, 2))
                cv2.fillPoly(art, [corners.astype(np.int32).reshape(-1, 1, 2)], colour, cv2.LINE_AA)
    card[60:260, 20 : width - 20] = art
    words = np.random.default_rng(seed if text_seed is None else text_seed)
    _write(card, words, (60, 44), 0.9, 8)
    for line in range(5):
        _write(card, words, (24, 300 + 30 * line), 0.6, 18)
    return card


def draw_court_card(seed: int) -> NDArray[np.uint8]:
    """A card that looks the same upside down."""
    card = draw_card(seed)
    half = CARD[1] // 2
    card[half:] = card[:half][::-1, ::-1]
    return card


def _write(
    card: NDArray[np.uint8], random: np.random.Generator, place: tuple[int, int], size: float, most: int
) -> None:
    letters = "".join(chr(97 + int(letter)) for letter in random.integers(0, 26, most))
    cv2.putText(card, letters, place, cv2.FONT_HERSHEY_SIMPLEX, size, (40, 40, 40), 2, cv2.LINE_AA)


def table(seed: int = 0, size: tuple[int, int] = (1536, 864)) -> NDArray[np.uint8]:
    """An empty, slightly grainy table."""
    random = np.random.default_rng(seed)
    base = np.full((size[1], size[0], 3), (58, 84, 112), np.float32)
    grain = cv2.GaussianBlur(random.normal(0, 30, base.shape[:2]).astype(np.float32), (0, 0), 3)
    noise = random.normal(0, 2, base.shape)
    return np.clip(base + grain[:, :, np.newaxis] + noise, 0, 255).astype(np.uint8)


def lay(
    card: NDArray[np.uint8],
    degrees: float = 0.0,
    slant: float = 0.0,
    height: float = 320.0,
    centre: tuple[float, float] = (768.0, 432.0),
    seed: int = 0,
) -> NDArray[np.uint8]:
    """A picture of this card on the table: turned, seen at a slant (0 to 0.3), `height` pixels long."""
    rows, columns = card.shape[:2]
    scale = height / rows
    corners = (np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) - [columns / 2, rows / 2]) * scale
    turn = np.radians(degrees)
    corners = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners[:, 1] *= 1 - slant
    corners *= 1 + slant * corners[:, 1:] / height  # what is farther away is smaller
    picture = table(seed)
    source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    mapping = cv2.getPerspectiveTransform(source, (corners + centre).astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    smooth = cv2.GaussianBlur(card, (0, 0), 0.6)  # what a lens does, and what keeps a shrunk card from flickering
    laid = cv2.warpPerspective(smooth, mapping, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), mapping, size)
    picture[mask > 127] = laid[mask > 127]
    return picture


def shade(picture: NDArray[np.uint8], gain: float = 0.5) -> NDArray[np.uint8]:
    """The picture with a shadow over its left half."""
    light = np.ones(picture.shape[1], np.float32)
    light[: picture.shape[1] // 2] = gain
    light = cv2.GaussianBlur(light.reshape(1, -1), (31, 1), 0).reshape(1, -1, 1)
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def tint(picture: NDArray[np.uint8], gains: tuple[float, float, float]) -> NDArray[np.uint8]:
    """The picture in lamp light: each channel multiplied."""
    return np.clip(picture * np.array(gains), 0, 255).astype(np.uint8)
