"""Points of a printed card that are found again when it is turned, slanted, small or in other light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

DESCRIPTOR_LENGTH = 128
ROOT_SCALE = 512.0  # square roots of shares of a descriptor rarely exceed one half, so they fit a byte

PARTS = 8  # along the picture's longer side


@dataclass(frozen=True, slots=True)
class Features:
    """SIFT points: place and size in pixels, turn in radians, and what surrounds each, the most useful first."""

    places: NDArray[np.float32]  # (n, 2)
    sizes: NDArray[np.float32]  # (n,)
    turns: NDArray[np.float32]  # (n,)
    looks: NDArray[np.uint8]  # (n, 128), square roots of the descriptor's shares, times ROOT_SCALE

    def __len__(self) -> int:
        return len(self.places)

    def unit_looks(self) -> NDArray[np.float32]:
        """What surrounds each point as unit vectors: their products are 1 for equal surroundings."""
        looks = self.looks.astype(np.float32)
        lengths = np.sqrt(np.einsum("ij,ij->i", looks, looks))
        return np.asarray(looks / np.maximum(lengths, 1.0)[:, np.newaxis], np.float32)


def find_features(grey: NDArray[np.uint8], most: int, least_contrast: float, evenly: bool = True) -> Features:
    """The strongest points of a grey picture, or of every part of it; stretched first, so weak light costs no points.

    Not evenly is quicker: points that are not kept are not described.
    """
    detector = cv2.SIFT.create(nfeatures=0 if evenly else most, contrastThreshold=least_contrast)
    points, descriptors = detector.detectAndCompute(stretched(grey), None)
    if descriptors is None or not len(points):
        return no_features()
    places = np.array([point.pt for point in points], np.float32)
    strengths = np.array([point.response for point in points])
    order = (evenly_strongest(places, strengths, max(grey.shape)) if evenly else np.argsort(-strengths))[:most]
    # Root SIFT: comparing square roots of shares keeps a few strong edges from deciding alone.
    shares = descriptors[order] / np.maximum(descriptors[order].sum(axis=1, keepdims=True), 1.0)
    looks = np.clip(np.round(np.sqrt(shares) * ROOT_SCALE), 0, 255).astype(np.uint8)
    return Features(
        places[order],
        np.array([point.size for point in points], np.float32)[order],
        np.radians(np.array([point.angle for point in points], np.float32))[order],
        looks,
    )


def evenly_strongest(places: NDArray[np.float32], strengths: NDArray[np.float64], side: int) -> NDArray[np.intp]:
    """An order that takes the strongest point of every part of the picture first, then the second strongest of each.

    Otherwise a page of print beside the card would leave no room for the card's own points.
    """
    parts = (places // max(side / PARTS, 1.0)).astype(np.intp) @ np.array([1, PARTS + 1])
    by_strength = np.lexsort((-strengths, parts))
    sorted_parts = parts[by_strength]
    firsts = np.searchsorted(sorted_parts, sorted_parts, side="left")
    turn = np.empty(len(parts), np.intp)
    turn[by_strength] = np.arange(len(parts)) - firsts
    return np.lexsort((-strengths, turn))


def no_features() -> Features:
    """The features of a plain surface: none."""
    empty = np.zeros(0, np.float32)
    return Features(np.zeros((0, 2), np.float32), empty, empty, np.zeros((0, DESCRIPTOR_LENGTH), np.uint8))


def stretched(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture with its darkest and brightest hundredth moved to black and white, at most eightfold."""
    low, high = np.percentile(grey[::2, ::2], (1, 99))
    gain = 255.0 / max(float(high - low), 32.0)
    return np.asarray(cv2.convertScaleAbs(cv2.subtract(grey, np.full_like(grey, int(low))), alpha=gain), np.uint8)
