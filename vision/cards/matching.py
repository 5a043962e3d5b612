"""Which taught cards may lie in the picture, and how each would lie: votes, then poses that many points agree on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.features import Features

LEAST_VOTE = 0.9  # likeness below which a point says nothing
VOTERS = 90  # points of each taught card that take part in the vote


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """When points and poses count as the same."""

    least_likeness: float = (
        0.91  # product of unit looks; points found again have 0.94 to 0.99, chance matches around 0.89
    )
    same_turn: float = 0.45  # radians; a slant of 45 degrees turns parts of a card against each other by less
    same_size: float = 1.6  # ratio
    same_centre: float = 0.22  # of the card's diagonal
    most_off: float = 0.018  # of the card's diagonal in the picture: how far an agreeing point may lie off
    least_points: int = 4
    most_squeeze: float = 3.0  # ratio of opposite sides and of the two directions' scales


@dataclass(frozen=True, slots=True)
class Pose:
    """A way a taught card may lie in the picture."""

    index: int  # which card
    homography: NDArray[np.float64]  # the taught picture's pixels -> the searched picture's pixels
    points: int  # how many of the picture's points agree


def vote(seen: NDArray[np.float32], taught: NDArray[np.float32], starts: NDArray[np.intp], most: int) -> list[int]:
    """The cards whose points resemble the seen ones most, best first. `starts`: where each card's rows begin."""
    cards = len(starts)
    if cards <= most or not len(seen):
        return list(range(cards))
    nearest = np.maximum.reduceat(seen @ taught.T, starts, axis=1)  # (seen, cards)
    # A point that resembles many cards (a letter, a frame's corner) says nothing about which one lies there; one
    # that resembles a few (the same picture with another text) speaks for those. So what counts is by how much
    # a card's likeness exceeds that of the fourth best.
    fourth = np.partition(nearest, cards - 4, axis=1)[:, cards - 4]
    votes = np.clip(nearest - np.maximum(fourth, LEAST_VOTE)[:, np.newaxis], 0, None).sum(axis=0)
    return [int(card) for card in np.argsort(-votes, kind="stable")[:most]]


def find_pose(
    index: int,
    seen: Features,
    seen_looks: NDArray[np.float32],
    taught: Features,
    taught_looks: NDArray[np.float32],
    size: tuple[int, int],
    settings: MatchSettings,
) -> Pose | None:
    """How this taught card (`size`: width and height of its picture) lies in the picture; None if it does not."""
    if len(seen) < settings.least_points or len(taught) < 2:
        return None
    likeness = seen_looks @ taught_looks.T
    # Two per point: a court card looks the same upside down, and only one of the two is the right place.
    rows = np.arange(len(seen))
    first = likeness.argmax(axis=1)
    highest = likeness[rows, first]
    likeness[rows, first] = -1.0
    second = likeness.argmax(axis=1)
    seen_at, taught_at = np.concatenate([rows, rows]), np.concatenate([first, second])
    good = np.concatenate([highest, likeness[rows, second]]) >= settings.least_likeness
    seen_at, taught_at = seen_at[good], taught_at[good]
    if len(seen_at) < settings.least_points:
        return None
    agreeing = agreeing_matches(seen, taught, seen_at, taught_at, size, settings)
    if len(np.unique(seen_at[agreeing])) < settings.least_points:
        return None
    source, target = taught.places[taught_at], seen.places[seen_at]
    diagonal = float(np.hypot(*size)) * float(
        np.median(seen.sizes[seen_at[agreeing]] / taught.sizes[taught_at[agreeing]])
    )
    off = settings.most_off * diagonal
    homography = fitted(source[agreeing], target[agreeing], off)
    if homography is None:
        return None
    inside = np.flatnonzero(distances(homography, source, target) < off)
    refined = fitted(source[inside], target[inside], off) if len(inside) >= settings.least_points else None
    if refined is not None:
        better = np.flatnonzero(distances(refined, source, target) < off)
        if len(better) >= len(inside):
            homography, inside = refined, better
    points = len(np.unique(seen_at[inside]))
    if points < settings.least_points or not is_plausible(homography, size, settings):
        return None
    return Pose(index, homography, points)


def agreeing_matches(
    seen: Features,
    taught: Features,
    seen_at: NDArray[np.intp],
    taught_at: NDArray[np.intp],
    size: tuple[int, int],
    settings: MatchSettings,
) -> NDArray[np.intp]:
    """The largest group of matches that put the card at about the same place, turn and size."""
    growth = seen.sizes[seen_at] / taught.sizes[taught_at]
    turn = seen.turns[seen_at] - taught.turns[taught_at]
    to_centre = np.array(size, np.float32) / 2 - taught.places[taught_at]
    cosine, sine = np.cos(turn), np.sin(turn)
    centre = seen.places[seen_at] + growth[:, np.newaxis] * np.stack(
        [cosine * to_centre[:, 0] - sine * to_centre[:, 1], sine * to_centre[:, 0] + cosine * to_centre[:, 1]], axis=1
    )
    reach = settings.same_centre * float(np.hypot(*size)) * growth
    apart = np.hypot(centre[:, np.newaxis, 0] - centre[:, 0], centre[:, np.newaxis, 1] - centre[:, 1])
    alike = (
        (apart < reach[:, np.newaxis])
        & (np.cos(turn[:, np.newaxis] - turn) > np.cos(settings.same_turn))
        & (np.abs(np.log(growth[:, np.newaxis] / growth)) < np.log(settings.same_size))
    )
    return np.flatnonzero(alike[int(np.argmax(alike.sum(axis=1)))])


def fitted(source: NDArray[np.float32], target: NDArray[np.float32], off: float) -> NDArray[np.float64] | None:
    """The mapping from taught to seen pixels: a plane in perspective, or without it if the points are few."""
    if len(source) >= 8:
        homography, _ = cv2.findHomography(source, target, cv2.USAC_MAGSAC, off, maxIters=400)
        return None if homography is None else np.asarray(homography, np.float64)
    affine, _ = cv2.estimateAffinePartial2D(source, target, method=cv2.RANSAC, ransacReprojThreshold=off, maxIters=400)
    return None if affine is None else np.vstack([np.asarray(affine, np.float64), [0.0, 0.0, 1.0]])


def distances(
    homography: NDArray[np.float64], source: NDArray[np.float32], target: NDArray[np.float32]
) -> NDArray[np.float64]:
    """How far each mapped point lies from where it was seen, in pixels."""
    mapped = cv2.perspectiveTransform(source.reshape(-1, 1, 2).astype(np.float64), homography).reshape(-1, 2)
    return np.asarray(np.hypot(*(mapped - target).T), np.float64)


def outline(homography: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    """The card's four corners in the picture, clockwise from the taught picture's top left."""
    width, height = size
    corners = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], np.float64)
    return np.asarray(cv2.perspectiveTransform(corners, homography).reshape(4, 2), np.float64)


def is_plausible(homography: NDArray[np.float64], size: tuple[int, int], settings: MatchSettings) -> bool:
    """Whether a flat card seen by a camera can look like this: not mirrored, not folded, not squeezed to a line."""
    corners = outline(homography, size)
    edges = np.roll(corners, -1, axis=0) - corners
    following = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    if not np.all(np.isfinite(corners)) or np.any(turns <= 0):
        return False
    lengths = np.hypot(edges[:, 0], edges[:, 1]) / np.array([size[0], size[1], size[0], size[1]])
    return bool(lengths.min() > 0 and lengths.max() / lengths.min() < settings.most_squeeze)
