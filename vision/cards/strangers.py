"""Telling a card that was not taught: a whole card of the taught kind lies there, and it resembles none of them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.alignment import printed_parts
from vision.cards.cut_out import LONGER_SIDE
from vision.cards.features import Features, find_features
from vision.cards.outline import lay_flat
from vision.cards.places import Place
from vision.cards.proof import Debug, Match
from vision.cards.search import Sight, grey_of
from vision.cards.teaching import LEAST_CONTRAST, RIM_LEVELS, RIM_WIDTH, TaughtCards, rim_of
from vision.cards.verdict import Shares, VerdictSettings, clear_share, is_unlike_the_others, own_places, shares_of
from vision.table.light import edge_width


@dataclass(frozen=True, slots=True)
class StrangerSettings:
    """When a whole, sharp card is seen that none of the taught ones resembles."""

    least_width: float = 60.0  # pixels: on a smaller card a taught one might not be known again
    most_area: float = 0.3  # of the picture: cards are laid on a table, trays and screens fill more
    aspect: float = 1.12  # ratio to a taught card's aspect; a slant changes it
    rim_share: float = 0.2  # of the rim in other colours, more than the taught ones have; found a little off: 0.12
    stands_out: float = 35.0  # grey levels from just inside to just outside, on every side
    blurred: float = 1.7  # sigma of the sharpest edges, pixels of the flat card
    most_points: int = 600  # that are looked for
    voting: int = 128  # of them, the strongest, vote for the taught cards to hold against it
    least_print: int = 12  # points; a blank sheet and a tile have fewer
    most_print: float = 1.5  # points of the most printed taught card; a page of text has more
    many_parts: int = 18  # of 35 with print; an ace has 6 or so and is hardly found again itself
    plain_parts: int = 12  # a taught card with fewer is plain
    fewer_parts: float = 1.5  # ratio of all taught cards' parts with print to those of an ace that none of them is
    least_telling: int = 500  # places with print
    most_strong: float = 0.65  # share of places that clearly show the nearest taught card's print
    most_agreeing: float = 0.8  # taught ones: 0.83
    most_clear: float = 0.05  # share of its own places that are clear, where all cards differ; taught ones: 0.19
    least_contradicting: float = (
        0.03  # elsewhere: share of places with other print in the taught colours; taught ones: 0.01
    )


@dataclass(frozen=True, slots=True)
class WholeCard:
    """The only whole card of the taught kind in the picture, laid flat."""

    corners: NDArray[np.float32]
    flat: NDArray[np.uint8]
    features: Features  # of the flat card
    is_fit: bool  # a taught card would be known again: sharp, and printed no more than cards are


def find_whole_card(
    pixels: NDArray[np.uint8],
    outlines: list[NDArray[np.float32]],
    taught: TaughtCards,
    place: Place | None,
    debug: Debug | None = None,
) -> WholeCard | None:
    """The one whole card of the taught kind; None if there is none, or more, or detail is denser elsewhere."""
    settings = StrangerSettings()
    cards: list[tuple[NDArray[np.float32], NDArray[np.uint8]]] = []
    for corners in outlines:  # the largest first, so frames printed on a card come after the card
        centre = (float(corners[:, 0].mean()), float(corners[:, 1].mean()))
        if any(cv2.pointPolygonTest(other, centre, False) >= 0 for other, _ in cards):
            continue
        flat = lay_flat(pixels, corners, LONGER_SIDE)
        share = float(cv2.contourArea(corners)) / (pixels.shape[0] * pixels.shape[1])
        if (
            share <= settings.most_area
            and is_taught_kind(flat, corners, taught, settings)
            and stands_out(pixels, corners, settings)
        ):
            cards.append((corners, flat))
    if len(cards) != 1:
        return None
    corners, flat = cards[0]
    if place is not None and cv2.pointPolygonTest(corners, place.centre, False) < 0:
        return None  # what is worth looking at lies elsewhere
    if debug is not None:
        debug("whole card", flat)
    grey = grey_of(flat)
    width = edge_width(grey, 28.0)
    features = find_features(grey, settings.most_points, LEAST_CONTRAST)
    most = settings.most_print * max(len(card.features) for card in taught.cards)
    is_sharp = width is not None and width <= settings.blurred
    return WholeCard(corners, flat, features, is_sharp and settings.least_print <= len(features) <= most)


def look_at(card: WholeCard) -> Sight:
    """The flat card as a place in which taught ones' points are searched."""
    height, width = card.flat.shape[:2]
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to_frame = np.asarray(cv2.getPerspectiveTransform(target, card.corners), np.float64)
    return Sight(card.flat, to_frame, card.features, StrangerSettings().voting)


def strangeness(card: WholeCard, matches: list[Match], taught: TaughtCards) -> float:
    """How clearly a whole card is none of the taught ones that were held against it, 0 to 1; 0 if it may be one."""
    settings = StrangerSettings()
    if not card.is_fit:
        return 0.0
    if not matches:
        return 1.0 if would_be_found(card, taught, settings) else 0.0
    likeness = 0.0
    for match in matches:
        shares = shares_of(match.comparison, VerdictSettings())
        if not is_other_print(match, shares, taught, settings):
            return 0.0
        likeness = max(likeness, shares.agreeing)
    return 1 - likeness


def is_other_print(match: Match, shares: Shares, taught: TaughtCards, settings: StrangerSettings) -> bool:
    """Whether a taught card, laid over this one to the pixel, shows other print nearly all over."""
    if (
        shares.telling < settings.least_telling
        or shares.strong > settings.most_strong
        or shares.agreeing > settings.most_agreeing
    ):
        return False
    verdict = VerdictSettings()
    if is_unlike_the_others(match.index, taught, verdict):
        own = own_places(match.index, taught, match.comparison.telling.shape, verdict)
        return clear_share(match.comparison, own, verdict) <= settings.most_clear
    return shares.contradicting >= settings.least_contradicting


def would_be_found(card: WholeCard, taught: TaughtCards, settings: StrangerSettings) -> bool:
    """Whether a taught card lying there could have been laid over: it takes print in many parts of a card."""
    least = min(printed_parts(grey_of(each.picture)) for each in taught.cards)
    if least < settings.plain_parts:
        return False  # a plain one may lie there under something
    seen = printed_parts(grey_of(card.flat))
    return seen >= settings.many_parts or (least >= settings.many_parts and least >= settings.fewer_parts * seen)


def is_taught_kind(
    flat: NDArray[np.uint8], corners: NDArray[np.float32], taught: TaughtCards, settings: StrangerSettings
) -> bool:
    """Whether this outline has the size, the form and the edge of the taught cards."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    if float(sides.min()) < settings.least_width:
        return False
    aspect = flat.shape[0] / flat.shape[1]
    aspects = [max(card.size) / min(card.size) for card in taught.cards]
    if min(max(aspect / own, own / aspect) for own in aspects) > settings.aspect:
        return False
    rim = rim_of(flat)
    brightness = float(taught.rim.colour.mean()) / max(float(rim.colour.mean()), 1.0)
    return (
        float(np.abs(rim.colour * brightness - taught.rim.colour).max()) <= RIM_LEVELS
        and rim.share >= taught.rim.share - settings.rim_share
    )


def stands_out(pixels: NDArray[np.uint8], corners: NDArray[np.float32], settings: StrangerSettings) -> bool:
    """Whether the table beyond each of the four edges differs clearly from the card's rim."""
    centre = corners.mean(axis=0)
    wide = np.asarray(centre + (corners - centre) * (1 + 4 * RIM_WIDTH), np.float32)
    flat = lay_flat(pixels, wide, LONGER_SIDE).astype(np.float32)
    strip = max(3, round(1.5 * RIM_WIDTH * LONGER_SIDE))
    middle_rows, middle_columns = (
        slice(flat.shape[0] // 5, -flat.shape[0] // 5),
        slice(flat.shape[1] // 5, -flat.shape[1] // 5),
    )
    for side in (
        flat[:, middle_columns],
        flat[::-1, middle_columns],
        flat.transpose(1, 0, 2)[:, middle_rows],
        flat.transpose(1, 0, 2)[::-1, middle_rows],
    ):  # each with the edge along its first rows
        outside, inside = np.median(side[: strip // 2], axis=(0, 1)), np.median(side[strip : 2 * strip], axis=(0, 1))
        if float(np.abs(inside - outside).max()) < settings.stands_out:
            return False
    return True
