"""Recognising a taught card: look where print is, match points, hold the flat card against the taught one, doubt."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_comparison import COMPARED_SIDE, Comparison, compare, differing_cells
from vision.card_features import Features, find_features
from vision.card_matching import MatchSettings, Pose, find_pose, outline, vote
from vision.card_places import Place, densest_place
from vision.card_strangers import is_clear_stranger
from vision.card_teaching import THUMBNAIL, TaughtCards
from vision.frame import Frame
from vision.light import judge_light
from vision.reading import CardReading, Reason, Status
from vision.shrink import reduced

Debug = Callable[[str, NDArray[Any]], None]


@dataclass(frozen=True, slots=True)
class CardSettings:
    """How finely is looked, and where doubt begins.

    Measured in November 2026 on 54 photos of court cards and 8 path-traced art cards, each also with the right card
    left out of the taught ones: then the best of the others reached at most the figures given as "others".
    """

    near_side: int = 192  # pixels of the longer side when looking at one place, more if the place is large
    near_scale_side: int = 620  # pixels of the whole picture's longer side in the same scale, at least
    close_side: int = 320  # the same when looking closely at a card that was found
    wide_side: int = 640  # the same for the whole picture
    near_features: int = 200
    near_voting: int = 128  # of them, the strongest, vote for the cards to try
    close_features: int = 400
    wide_features: int = 600
    clear_points: int = 32  # agreeing points that no other card reaches, so none needs to be tried
    near_contrast: float = 0.02  # of SIFT
    wide_contrast: float = 0.03
    candidates: int = 5
    worth_a_look: int = 7  # agreeing points that make a place worth looking at closely
    named_points: int = 16
    named_agreeing: float = 0.33  # share of telling cells
    named_contradicting: float = 0.5  # of the agreeing ones
    named_margin: float = 0.32  # over lookalikes, unless nearly the whole card agrees; others: 0.28
    weak_points: int = 15  # others with a suit in common: 16
    weak_agreeing: float = 0.38
    sure_points: int = 24
    sure_agreeing: float = 0.8
    # The same picture with an untaught text contradicts in 2 to 12 % of the cells and is less alike in its weakest.
    clean_contradicting: float = 0.012
    clean_agreeing: float = 0.9
    fine_contradicting: float = 0.045
    fine_likeness: float = 0.81  # of the cell that a fifth of all lies below
    part_covered: float = 0.1
    part_points: int = 26  # for a card that is partly hidden
    part_points_alone: int = 60  # the same without a lookalike to hold it against; others: 35
    part_agreeing: float = 0.5
    part_contradicting: float = 0.13  # of the cells that are not covered
    lookalike: float = 0.5  # thumbnails that resemble each other more than that are compared cell by cell
    lookalikes: int = 2  # that are compared at most
    sure_margin: float = 0.38  # likeness by which a card must beat its lookalikes where they differ
    least_different: int = 2  # cells


@dataclass(frozen=True, slots=True)
class Sight:
    """A part of the picture as it is searched."""

    pixels: NDArray[np.uint8]
    scale: float  # to the frame's pixels: divide by it and add the corner
    left: int
    top: int
    features: Features
    voting: int  # how many of the features take part in the vote

    def in_frame(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places of this sight in the frame's pixels."""
        return np.asarray(places / self.scale + np.array([self.left, self.top]), np.float64)


@dataclass(frozen=True, slots=True)
class Found:
    """A taught card that may lie here, with all that speaks for it."""

    index: int
    points: int
    comparison: Comparison
    corners: NDArray[np.float64]  # in the frame's pixels
    margin: float  # likeness by which it beats its nearest lookalike; 1 if there is none
    rival: int | None

    @property
    def agreeing(self) -> float:
        """Share of the card's telling cells that agree."""
        return self.comparison.share(self.comparison.agreeing())

    @property
    def low_likeness(self) -> float:
        """The likeness that a fifth of the telling cells stay below."""
        cells = self.comparison.likeness[self.comparison.telling]
        return float(np.percentile(cells, 20)) if cells.size else 0.0

    @property
    def contradicting(self) -> float:
        """Share of the card's telling cells that show other print."""
        return self.comparison.share(self.comparison.contradicting())


def read_card(frame: Frame, taught: TaughtCards, debug: Debug | None = None) -> CardReading:
    """Name the taught card in the picture; None as the name if it is none of them."""
    settings = CardSettings()
    found = find_card(frame.pixels, taught, settings, debug)
    if found is not None and is_named(found, settings):
        return named_reading(found, taught, settings)
    light = judge_light(frame)
    if not light and is_weak(found, settings) and is_clear_stranger(frame.pixels, taught, debug):
        return CardReading(Status.SURE, None, 0.98)
    place = densest_place(frame.pixels)
    reason = Reason.NOTHING if place is None and found is None else Reason.UNCLEAR
    return CardReading(Status.UNSURE if found is not None else Status.UNREADABLE, None, 0.5, light or (reason,))


def find_card(
    pixels: NDArray[np.uint8], taught: TaughtCards, settings: CardSettings, debug: Debug | None
) -> Found | None:
    """The likeliest taught card: first where detail is densest, then in the whole picture."""
    if not len(taught):
        return None
    height, width = pixels.shape[:2]
    place = densest_place(pixels)
    near: Found | None = None
    if place is not None:
        side = max(settings.near_side, round(settings.near_scale_side / max(width, height) * place.longer_side))
        near = best_found(look_near(pixels, place, side, settings.near_features, settings), taught, settings, debug)
        if near is not None and is_sure(near, settings):
            return near
    if place is not None and place.is_all:
        spot = place
    else:
        wide = first_pose(look_wide(pixels, settings), taught, settings)
        suspected = [] if near is None else [(near.points, near.corners)]
        suspected += [] if wide is None else [wide]
        points, corners = max(suspected, key=lambda pair: pair[0], default=(0, np.zeros((4, 2))))
        if points < settings.worth_a_look:
            return near
        spot = around(corners, width, height)
    sight = look_near(pixels, spot, settings.close_side, settings.close_features, settings)
    close = best_found(sight, taught, settings, debug)
    return max((found for found in (near, close) if found is not None), key=strength, default=None)


def first_pose(sight: Sight, taught: TaughtCards, settings: CardSettings) -> tuple[int, NDArray[np.float64]] | None:
    """How many points agree on the likeliest card in this sight, and where its corners are in the frame."""
    poses = find_poses(sight, taught, settings)
    if not poses:
        return None
    return poses[0].points, sight.in_frame(outline(poses[0].homography, taught.cards[poses[0].index].size))


def strength(found: Found) -> float:
    """How much speaks for a card, to choose between two looks at the same picture."""
    return found.points * found.agreeing


def around(corners: NDArray[np.float64], width: int, height: int) -> Place:
    """The part of the picture with this card and some room around it."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    room = 0.15 * float((high - low).max())
    left, top = (int(max(0.0, value)) for value in low - room)
    right, bottom = (int(value) for value in high + room)
    return Place(min(left, width - 2), min(top, height - 2), min(width, right), min(height, bottom), True)


def look_near(pixels: NDArray[np.uint8], place: Place, side: int, most: int, settings: CardSettings) -> Sight:
    """Find the points of one place that may be a card, reduced to `side` pixels."""
    small, scale = part_of(pixels, place, side)
    features = find_features(grey_of(small), most, settings.near_contrast, evenly=False)
    return Sight(small, scale, place.left, place.top, features, settings.near_voting)


def look_wide(pixels: NDArray[np.uint8], settings: CardSettings) -> Sight:
    """Find points all over the picture."""
    small, scale = reduced(pixels, settings.wide_side)
    features = find_features(grey_of(small), settings.wide_features, settings.wide_contrast)
    return Sight(small, scale, 0, 0, features, settings.wide_features)


def part_of(pixels: NDArray[np.uint8], place: Place, side: int) -> tuple[NDArray[np.uint8], float]:
    """One part of the picture, reduced to `side` pixels."""
    part = np.ascontiguousarray(pixels[place.top : place.bottom, place.left : place.right])
    return reduced(part, side)


def grey_of(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture's lightness."""
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def find_poses(sight: Sight, taught: TaughtCards, settings: CardSettings) -> list[Pose]:
    """How the likeliest taught cards would lie in this sight, most agreeing points first."""
    looks = sight.features.unit_looks()
    poses = []
    for index in vote(looks[: sight.voting], taught.voters, taught.voter_cards, settings.candidates):
        card = taught.cards[index]
        pose = find_pose(index, sight.features, looks, card.features, taught.looks[index], card.size, MatchSettings())
        if pose is not None:
            poses.append(pose)
            if pose.points >= settings.clear_points:
                break
    return sorted(poses, key=lambda pose: -pose.points)


def best_found(sight: Sight, taught: TaughtCards, settings: CardSettings, debug: Debug | None) -> Found | None:
    """The card that most points speak for, held against the taught picture and against its lookalikes."""
    poses = find_poses(sight, taught, settings)
    if debug is not None:
        debug("searched", sight.pixels)
    if not poses:
        return None
    pose = poses[0]
    turns = 0
    found = held_against(sight, pose, pose.index, turns, taught, settings, debug)
    for _ in range(settings.lookalikes):
        if found.rival is None or found.margin >= 0:
            break
        # The same place, but the details are those of a lookalike.
        turns += dict(lookalikes(found.index, taught, settings))[found.rival]
        found = held_against(sight, pose, found.rival, turns, taught, settings, debug)
    return found


def held_against(
    sight: Sight,
    pose: Pose,
    index: int,
    quarter_turns: int,
    taught: TaughtCards,
    settings: CardSettings,
    debug: Debug | None,
) -> Found:
    """Lay the card that lies at this pose flat, and compare it with a taught card and with that one's lookalikes."""
    posed = taught.cards[pose.index]
    shape = compared_shape(posed.picture)
    picture = turned_to(taught.cards[index].picture, quarter_turns, shape)
    flat = flattened(sight.pixels, pose.homography, posed.size, shape)
    if debug is not None:
        debug("flattened", np.hstack([flat, picture]))
    comparison = compare(flat, picture)
    margin, rival = 1.0, None
    for other, further_turns in lookalikes(index, taught, settings):
        other_picture = turned_to(taught.cards[other].picture, quarter_turns + further_turns, shape)
        other_margin = margin_between(flat, picture, other_picture, comparison, settings)
        if other_margin < margin:
            margin, rival = other_margin, other
    corners = np.roll(sight.in_frame(outline(pose.homography, posed.size)), -quarter_turns, axis=0)
    return Found(index, pose.points, comparison, corners, margin, rival)


def compared_shape(picture: NDArray[np.uint8]) -> tuple[int, int]:
    """Height and width in which a taught picture's cells are compared."""
    scale = COMPARED_SIDE / max(picture.shape[:2])
    return max(12, round(picture.shape[0] * scale)), max(12, round(picture.shape[1] * scale))


def flattened(
    pixels: NDArray[np.uint8], homography: NDArray[np.float64], size: tuple[int, int], shape: tuple[int, int]
) -> NDArray[np.uint8]:
    """The card as it lies in the picture, laid flat in the size of the compared picture."""
    to_taught = np.diag([size[0] / shape[1], size[1] / shape[0], 1.0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(pixels, homography @ to_taught, shape[::-1], flags=flags)
    return np.asarray(flat, np.uint8)


def lookalikes(index: int, taught: TaughtCards, settings: CardSettings) -> list[tuple[int, int]]:
    """Other taught cards that resemble this one, and by how many quarter turns they must be turned for it."""
    own = taught.thumbnails[index].reshape(THUMBNAIL, THUMBNAIL, 3)
    turned = np.array([np.rot90(own, -turns).ravel() for turns in range(4)])
    likeness = taught.thumbnails @ turned.T  # (cards, turns)
    likeness[index] = -1
    best = likeness.max(axis=1)
    nearest = np.argsort(-best, kind="stable")[: settings.lookalikes]
    return [(int(other), int(np.argmax(likeness[other]))) for other in nearest if best[other] > settings.lookalike]


def lookalikes_of(name: str, taught: TaughtCards) -> tuple[str, ...]:
    """The names of other taught cards that this one may be mistaken for, the nearest first."""
    settings = CardSettings()
    index = taught.names.index(name)
    shape = compared_shape(taught.cards[index].picture)
    picture = turned_to(taught.cards[index].picture, 0, shape)
    alike = []
    for other, quarter_turns in lookalikes(index, taught, settings):
        comparison = compare(turned_to(taught.cards[other].picture, quarter_turns, shape), picture)
        if comparison.share(comparison.agreeing()) >= settings.sure_agreeing:
            alike.append(taught.names[other])
    return tuple(alike)


def turned_to(picture: NDArray[np.uint8], quarter_turns: int, shape: tuple[int, int]) -> NDArray[np.uint8]:
    """A taught picture turned anticlockwise and brought to the given height and width."""
    turned = np.ascontiguousarray(np.rot90(picture, quarter_turns))
    return np.asarray(cv2.resize(turned, shape[::-1], interpolation=cv2.INTER_AREA), np.uint8)


def margin_between(
    flat: NDArray[np.uint8],
    picture: NDArray[np.uint8],
    other: NDArray[np.uint8],
    comparison: Comparison,
    settings: CardSettings,
) -> float:
    """By how much the flat card resembles its own taught picture more than the other, where the two differ."""
    against = compare(flat, other)
    different = differing_cells(picture, other) & ~(comparison.covered() & against.covered())
    if int(different.sum()) < settings.least_different:
        return 0.0
    own = comparison.likeness - comparison.strange / 100
    others = against.likeness - against.strange / 100
    return float((own - others)[different].mean())


def is_named(found: Found, settings: CardSettings) -> bool:
    """Whether enough speaks for this card to name it at all."""
    return (
        found.points >= settings.named_points
        and found.agreeing >= settings.named_agreeing
        and found.contradicting <= settings.named_contradicting * found.agreeing
        and (found.margin >= settings.named_margin or found.agreeing >= settings.sure_agreeing)
    )


def is_weak(found: Found | None, settings: CardSettings) -> bool:
    """Whether so little speaks for any taught card that another one may lie there."""
    return found is None or (found.points <= settings.weak_points and found.agreeing <= settings.weak_agreeing)


def is_sure(found: Found, settings: CardSettings) -> bool:
    """Whether so much speaks for this card, and so little against it, that nobody needs to be asked."""
    return not doubts(found, settings)


def doubts(found: Found, settings: CardSettings) -> tuple[Reason, ...]:
    """Why this card is not sure."""
    if found.margin < settings.sure_margin:
        return (Reason.UNCLEAR,)
    if is_whole(found, settings) or is_clear_part(found, settings):
        return ()
    covered = found.comparison.share(found.comparison.covered())
    return (Reason.COVERED,) if covered > found.contradicting else (Reason.UNCLEAR,)


def is_whole(found: Found, settings: CardSettings) -> bool:
    """Whether the whole card is seen and is the taught one in every detail, not one with the same picture."""
    if found.points < settings.sure_points or found.agreeing < settings.sure_agreeing:
        return False
    return (found.contradicting <= settings.clean_contradicting and found.agreeing >= settings.clean_agreeing) or (
        found.contradicting <= settings.fine_contradicting and found.low_likeness >= settings.fine_likeness
    )


def is_clear_part(found: Found, settings: CardSettings) -> bool:
    """Whether something lies on the card and what is left of it is clearly this one."""
    points = settings.part_points_alone if found.rival is None else settings.part_points
    visible = max(found.agreeing + found.contradicting, 1e-6)
    return (
        found.comparison.share(found.comparison.covered()) >= settings.part_covered
        and found.points >= points
        and found.agreeing >= settings.part_agreeing
        and found.contradicting / visible <= settings.part_contradicting
    )


def named_reading(found: Found, taught: TaughtCards, settings: CardSettings) -> CardReading:
    """The reading for a card that is named."""
    reasons = doubts(found, settings)
    evidence = found.points / settings.sure_points * found.agreeing
    confidence = 1 - 0.5 * math.exp(-4 * evidence)
    if reasons:
        confidence = min(confidence, 0.9)
    others = () if found.rival is None else ((taught.names[found.rival], round(1 - confidence, 4)),)
    corners = tuple((float(x), float(y)) for x, y in found.corners)
    status = Status.UNSURE if reasons else Status.SURE
    return CardReading(status, taught.names[found.index], confidence, reasons, corners, others)
