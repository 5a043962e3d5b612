"""Cutting a card out of the picture it is taught from: by its edge, not by a frame, a tile or a sign printed on it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.shrink import reduced
from vision.cards.edges import has_straight_edges, refined
from vision.cards.outline import find_outlines, lay_flat

LONGER_SIDE = 256  # of a taught picture
LEAST_PRINT = 6.0  # grey levels of spread; blank paper and a cloth have less
QUIET = 0.35  # detail around a card to that on it
LEAST_QUIET_SHARE = 0.09  # of the picture: tiles printed on a card are smaller
SAME_TILE = 0.6  # ratio of the areas of tiles
FRAME_STRIP = 0.03  # of the longer side, beyond an outline and within it
SAME_PAPER = 14.0  # grey levels between the two; a card's edge on a table has more


def card_in(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The flat card if one lies in the picture, else the picture itself.

    A frame printed on the card must not pass for its edge. A card's edge fills nearly all of a picture cut
    to the card, or has a quiet table around it; around a printed frame there is more print or a narrow margin.
    """
    area = pixels.shape[0] * pixels.shape[1]
    outlines = find_outlines(pixels)
    for rough in outlines:
        corners = refined(pixels, rough)
        share = float(cv2.contourArea(corners)) / area
        if (share >= 0.8 and not is_printed_frame(pixels, corners)) or (
            share <= 0.5
            and is_quiet_around(pixels, corners)
            and has_straight_edges(pixels, corners)
            and not is_one_of_several(rough, outlines)
        ):
            card = lay_flat(pixels, corners, min(2 * LONGER_SIDE, round(longest_side(corners))))
            if is_printed(card):
                return card
    return pixels


def is_printed(card: NDArray[np.uint8]) -> bool:
    """Whether there is anything inside this outline: an ace's one sign on a plain card has an outline of its own."""
    height, width = card.shape[:2]
    inner = card[height // 6 : height - height // 6, width // 6 : width - width // 6]
    return float(cv2.cvtColor(inner, cv2.COLOR_BGR2GRAY).std()) >= LEAST_PRINT


def longest_side(corners: NDArray[np.float32]) -> float:
    """The length of the outline's longest side in pixels."""
    return float(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).max())


def is_printed_frame(pixels: NDArray[np.uint8], corners: NDArray[np.float32]) -> bool:
    """Whether beyond this outline the same paper goes on: the frame is printed, and the picture is the card."""
    strip = FRAME_STRIP * longest_side(corners)
    along = np.roll(corners, -1, axis=0) - corners
    along /= np.maximum(np.hypot(*along.T), 1e-6)[:, np.newaxis]
    wide = np.asarray(corners + strip * (np.roll(along, 1, axis=0) - along), np.float32)
    flat = lay_flat(pixels, wide, LONGER_SIDE).astype(np.float32)
    inner = round(FRAME_STRIP / (1 + 2 * FRAME_STRIP) * LONGER_SIDE)  # where the outline lies in it
    same = 0
    for side in (flat, flat[::-1], flat.transpose(1, 0, 2), flat[:, ::-1].transpose(1, 0, 2)):
        middle = side[:, side.shape[1] // 5 : -side.shape[1] // 5]  # its edge is along the first rows
        strips = (middle[: inner // 2], middle[2 * inner - 2 : 2 * inner + 2])
        outside, inside = (np.median(rows, axis=(0, 1)) for rows in strips)
        same += float(np.abs(outside - inside).max()) < SAME_PAPER
    return same >= 3


def is_one_of_several(corners: NDArray[np.float32], outlines: list[NDArray[np.float32]]) -> bool:
    """Whether another outline of about this size lies beside this one: tiles printed on a card, not a card."""
    own, middle = float(cv2.contourArea(corners)), corners.mean(axis=0)
    return any(
        SAME_TILE < float(cv2.contourArea(other)) / own < 1 / SAME_TILE
        and cv2.pointPolygonTest(other, (float(middle[0]), float(middle[1])), False) < 0
        for other in outlines
    )


def is_quiet_around(pixels: NDArray[np.uint8], corners: NDArray[np.float32]) -> bool:
    """Whether the picture outside this outline has much less detail than inside."""
    small, scale = reduced(pixels, LONGER_SIDE)
    detail = np.sqrt(np.maximum(cv2.cornerMinEigenVal(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 5, 3), 0))
    inside = np.zeros(detail.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners * scale).astype(np.int32).reshape(-1, 1, 2), 255)
    around = cv2.dilate(inside, np.ones((7, 7), np.uint8)) == 0  # the card's own edge belongs to neither
    if not around.any() or not inside.any():
        return False
    if float(detail[around].mean()) >= QUIET * float(detail[inside > 0].mean()):
        return False
    # Beside a small tile printed on a card there is as clear print; beside a card there is none.
    beside, within = float(np.percentile(detail[around], 99.5)), float(np.percentile(detail[inside > 0], 95))
    return beside < within or float(inside.mean()) / 255 >= LEAST_QUIET_SHARE
