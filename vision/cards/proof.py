"""Proving a guess: lay the card flat to the pixel, hold it against the taught one and against all that are like it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.alignment import aligned, close_up, flattened
from vision.cards.comparison import Comparison, Flat, Overlay, compare, excess_of, level, overlay
from vision.cards.matching import outline
from vision.cards.search import Guess, grey_of
from vision.cards.teaching import LONGER_SIDE, TaughtCards, fine_print

Debug = Callable[[str, NDArray[Any]], None]

MOST_COUNTED = 40.0


@dataclass(frozen=True, slots=True)
class ProofSettings:
    """How many cards are held against what is seen."""

    rivals: int = 4  # cards whose fine print is most alike
    rival_likeness: float = 0.85  # of the best one's fine print, at least
    other_guess: float = 0.3  # likeness of fine print from which another card is tried in the same place
    clearly: float = 2.0  # ratio of what speaks against one of two cards
    clear_levels: float = 10.0  # grey levels
    least_parts: int = 6  # of a card that are found at their place, or it does not lie there


@dataclass(frozen=True, slots=True)
class Match:
    """A taught card held against what is seen."""

    index: int
    corners: NDArray[np.float64]  # in the frame's pixels, clockwise from the taught picture's top left
    parts: int  # of the card that were found at their place
    points: int  # that were found again, if points were searched
    comparison: Comparison
    rival: int | None  # the taught card that is nearest to being it as well
    margin: float  # grey levels of excess that the rival has and this one has not, at the place where most

    @property
    def length(self) -> float:
        """The card's longest side in pixels of the frame."""
        return float(np.hypot(*(np.roll(self.corners, -1, axis=0) - self.corners).T).max())


@dataclass(frozen=True, slots=True)
class Held:
    """A taught card laid over what is seen."""

    index: int
    overlaid: Overlay
    excess: NDArray[np.float32]
    off: float  # grey levels of excess in the mean, a covered place counting no more than MOST_COUNTED


def prove(pixels: NDArray[np.uint8], guess: Guess, taught: TaughtCards, debug: Debug | None = None) -> Match | None:
    """The taught card that fits best where the guess lies; None if none can be laid over it."""
    settings = ProofSettings()
    index, homography = guess.index, guess.homography
    close = close_up(pixels, outline(homography, taught.cards[index].size), LONGER_SIDE)
    for tries in (2, 1):
        homography, parts = aligned(close, homography, grey_of(taught.cards[index].picture))
        flat = flattened(close, homography, taught.cards[index].size)
        likeness = taught.details @ np.array([fine_print(flat), fine_print(turned(flat))]).T
        nearest = int(np.argmax(likeness.max(axis=1)))
        if nearest == index or tries == 1 or guess.points or likeness[nearest].max() < settings.other_guess:
            break
        # The guess was made from rough colours; the fine print knows better.
        is_turned = bool(likeness[nearest, 1] > likeness[nearest, 0])
        homography = homography @ onto(taught.cards[nearest].size, taught.cards[index].size, is_turned)
        index = nearest
    if parts < settings.least_parts:
        return None
    picture = taught.cards[index].picture
    levelled = level(flat, picture)
    held = [hold(levelled, index, picture)]
    least = settings.rival_likeness * float(likeness[index].max())
    for other in np.argsort(-likeness.max(axis=1), kind="stable")[: settings.rivals]:
        if other != index and likeness[other].max() >= least:
            rival = taught.cards[other].picture
            rival = turned(rival) if likeness[other, 1] > likeness[other, 0] else rival
            held.append(hold(levelled, int(other), resized(rival, taught.cards[index].size)))
    best = min(held, key=lambda card: card.off)
    for other in held:
        # One sign that is not there weighs more than a little of everything.
        if contradicted_more(best, other) > settings.clearly * contradicted_more(other, best) + settings.clear_levels:
            best = other
    if guess.points and contradicted_more(best, held[0]) >= contradicted_more(held[0], best):
        best = held[0]  # found by its points, and nothing speaks more for another
    rivals = [other for other in held if other is not best]
    nearest_rival = min(rivals, key=lambda other: contradicted_more(other, best), default=None)
    if debug is not None:
        debug("flattened", np.hstack([best.overlaid.seen, best.overlaid.wanted]))
        debug("excess", best.overlaid.excess)
    return Match(
        best.index,
        outline(homography, taught.cards[index].size),
        parts,
        guess.points,
        compare(best.overlaid),
        None if nearest_rival is None else nearest_rival.index,
        255.0 if nearest_rival is None else contradicted_more(nearest_rival, best),
    )


def hold(flat: Flat, index: int, picture: NDArray[np.uint8]) -> Held:
    """Lay a taught picture over what is seen."""
    overlaid = overlay(flat, picture)
    excess = excess_of(overlaid).astype(np.float32)
    return Held(index, overlaid, excess, float(np.minimum(excess, MOST_COUNTED).mean()))


def contradicted_more(one: Held, other: Held) -> float:
    """Grey levels of excess that one card has and the other has not, at the place where most."""
    return float((one.excess - other.excess).max())


def turned(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture upside down."""
    return np.ascontiguousarray(picture[::-1, ::-1])


def resized(picture: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture in the given width and height."""
    if picture.shape[1::-1] == size:
        return picture
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def onto(size: tuple[int, int], other: tuple[int, int], is_turned: bool) -> NDArray[np.float64]:
    """From pixels of one taught picture to those of another that lies in the same place, or upside down there."""
    to_other = np.diag([other[0] / size[0], other[1] / size[1], 1.0])
    half_turn = np.array([[-1.0, 0, size[0]], [0, -1.0, size[1]], [0, 0, 1]])
    return to_other @ half_turn if is_turned else to_other
