"""Where a card may lie and which taught one it may be: by outline and rough colours, or by points found again."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.shrink import reduced
from vision.cards.edges import refined
from vision.cards.features import Features, find_features
from vision.cards.matching import MatchSettings, find_pose, vote
from vision.cards.outline import OutlineSettings, lay_flat
from vision.cards.places import Place
from vision.cards.teaching import THUMBNAIL, TaughtCards, likenesses, thumbnail

REFINED = 5  # outlines whose edges are searched to the pixel; a littered table has many more


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How finely the picture is searched for cards."""

    most_slant: float = 0.3  # logarithm of how much a slant may change a card's height to width
    least_likeness: float = 0.05  # of thumbnails; text alone has little to compare
    near_side: int = 192  # pixels of the longer side when looking for points in one place, more if it is large
    near_scale_side: int = 620  # pixels of the whole picture's longer side in the same scale, at least
    wide_side: int = 448  # the same for the whole picture
    near_features: int = 220
    near_voting: int = 128  # of them, the strongest, vote for the cards to try
    wide_features: int = 500
    wide_voting: int = 256
    near_contrast: float = 0.02  # of SIFT
    wide_contrast: float = 0.03
    candidates: int = 4
    clear_points: int = 32  # agreeing points that no other card reaches, so none needs to be tried


@dataclass(frozen=True, slots=True)
class Guess:
    """A taught card that may lie here."""

    index: int
    homography: NDArray[np.float64]  # the taught picture's pixels -> the frame's
    points: int  # found again; 0 if only the outline and rough colours speak for it
    likeness: float  # of the rough colours


def form_of(taught: TaughtCards) -> OutlineSettings:
    """What outlines to look for: those that a slant can make of the taught cards'."""
    slenders = [max(card.size) / min(card.size) for card in taught.cards]
    slant = float(np.exp(SearchSettings().most_slant))
    return OutlineSettings(shortest=max(1.0, min(slenders) / slant), longest=max(slenders) * slant)


def guess_by_outlines(
    pixels: NDArray[np.uint8], outlines: list[NDArray[np.float32]], taught: TaughtCards, most: int
) -> list[Guess]:
    """The likeliest cards inside the given outlines, at most one an outline."""
    guesses = [
        guess
        for number, corners in enumerate(outlines)
        for guess in guess_in(pixels, refined(pixels, corners) if number < REFINED else corners, taught)
    ]
    return sorted(guesses, key=lambda guess: -guess.likeness)[:most]


def guess_in(pixels: NDArray[np.uint8], corners: NDArray[np.float32], taught: TaughtCards) -> list[Guess]:
    """The card that resembles what lies inside this outline most, in the best of four turns; none if none does."""
    settings = SearchSettings()
    own = thumbnail(lay_flat(pixels, corners, 2 * THUMBNAIL)).reshape(THUMBNAIL, THUMBNAIL, 3)
    likeness = likenesses(taught.thumbnails, [np.rot90(own, turns).ravel() for turns in range(4)])
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    slender = float(np.log((sides[1] + sides[3]) / (sides[0] + sides[2])))
    wanted = np.log(np.array([card.size[1] / card.size[0] for card in taught.cards]))
    for turns in range(4):
        off = np.abs(wanted - (slender if turns % 2 == 0 else -slender))
        likeness[off > settings.most_slant, turns] = -1
    index, turns = divmod(int(np.argmax(likeness)), 4)
    if likeness[index, turns] < settings.least_likeness:
        return []
    width, height = taught.cards[index].size
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    # rot90 turns a picture anticlockwise: its new top left corner is the old top right one.
    homography = cv2.getPerspectiveTransform(source, np.roll(corners, -turns, axis=0).astype(np.float32))
    return [Guess(index, np.asarray(homography, np.float64), 0, float(likeness[index, turns]))]


@dataclass(frozen=True, slots=True)
class Sight:
    """A part of the picture with its points."""

    pixels: NDArray[np.uint8]
    to_frame: NDArray[np.float64]  # homogeneous
    features: Features
    voting: int  # how many of the features take part in the vote


def look_near(pixels: NDArray[np.uint8], place: Place) -> Sight:
    """Find the points of one place that may be a card."""
    settings = SearchSettings()
    side = max(settings.near_side, round(settings.near_scale_side / max(pixels.shape[:2]) * place.longer_side))
    part = np.ascontiguousarray(pixels[place.top : place.bottom, place.left : place.right])
    small, scale = reduced(part, side)
    features = find_features(grey_of(small), settings.near_features, settings.near_contrast, evenly=False)
    return Sight(small, to_frame(scale, place.left, place.top), features, settings.near_voting)


def look_wide(pixels: NDArray[np.uint8]) -> Sight:
    """Find points all over the picture."""
    settings = SearchSettings()
    small, scale = reduced(pixels, settings.wide_side)
    features = find_features(grey_of(small), settings.wide_features, settings.wide_contrast)
    return Sight(small, to_frame(scale, 0, 0), features, settings.wide_voting)


def to_frame(scale: float, left: int, top: int) -> NDArray[np.float64]:
    """The homography from pixels of a reduced part to those of the frame."""
    return np.array([[1 / scale, 0, left], [0, 1 / scale, top], [0, 0, 1]], np.float64)


def grey_of(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture in grey."""
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def guess_by_points(sight: Sight, taught: TaughtCards, most: int) -> list[Guess]:
    """The cards most of whose points are found again in one pose, the best first."""
    settings = SearchSettings()
    looks = sight.features.unit_looks()
    guesses = []
    for index in vote(looks[: sight.voting], taught.voters, taught.voter_cards, settings.candidates):
        card = taught.cards[index]
        pose = find_pose(index, sight.features, looks, card.features, taught.looks[index], card.size, MatchSettings())
        if pose is not None:
            guesses.append(Guess(index, sight.to_frame @ pose.homography, pose.points, 0.0))
            if pose.points >= settings.clear_points:
                break
    return sorted(guesses, key=lambda guess: -guess.points)[:most]
