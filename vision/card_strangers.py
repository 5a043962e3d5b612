"""Telling a card that was not taught: a whole card of the taught kind lies there, and it resembles none of them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_features import find_features
from vision.card_outline import find_outlines, lay_flat
from vision.card_places import densest_place
from vision.card_proof import Debug, prove
from vision.card_search import guess_in
from vision.card_teaching import LEAST_CONTRAST, LONGER_SIDE, MOST_FEATURES, TaughtCards
from vision.card_verdict import VerdictSettings, shares_of
from vision.light import edge_width


@dataclass(frozen=True, slots=True)
class StrangerSettings:
    """When a whole, sharp card is seen that none of the taught ones resembles."""

    least_width: float = 60.0  # pixels: on a smaller card a taught one might not be known again
    most_area: float = 0.3  # of the picture: cards are laid on a table, trays and screens fill more
    aspect: float = 1.12  # ratio to a taught card's aspect; a slant changes it
    rim: float = 0.04  # of the longer side: the strip along the edge that is held against the taught ones' strips
    rims: int = 12  # taught cards whose strips are looked at; the cards of a game have the same edge
    rim_levels: float = 30.0  # grey levels between the rims' colours, after scaling both to the same brightness
    rim_share: float = 0.2  # of the rim in other colours, more than the taught ones have; found a little off: 0.12
    stands_out: float = 35.0  # grey levels from just inside to just outside, on every side
    blurred: float = 1.7  # sigma of the sharpest edges, pixels of the flat card
    least_print: int = 12  # points; a blank sheet and a tile have fewer
    most_print: float = 1.25  # points of the most printed taught card; a page of text has more
    least_telling: int = 500  # places with print
    most_strong: float = 0.65  # share of places that clearly show the nearest taught card's print
    most_agreeing: float = 0.8  # taught ones: 0.83
    least_contradicting: float = 0.03  # share of places with other print in the taught colours; taught ones: 0.01


def is_clear_stranger(pixels: NDArray[np.uint8], taught: TaughtCards, debug: Debug | None = None) -> bool:
    """Whether exactly one whole card of the taught kind lies in the picture, and clearly none of the taught ones."""
    settings = StrangerSettings()
    if not len(taught):
        return False
    cards: list[tuple[NDArray[np.float32], NDArray[np.uint8]]] = []
    for corners in find_outlines(pixels):  # the largest first, so frames printed on a card come after the card
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
        return False
    corners, flat = cards[0]
    place = densest_place(pixels)
    if place is not None and cv2.pointPolygonTest(corners, place.centre, False) < 0:
        return False  # what is worth looking at lies elsewhere
    if debug is not None:
        debug("stranger", flat)
    return is_fit_to_be_known(flat, taught, settings) and is_other_print(pixels, corners, taught, settings)


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
    colour, share = rim_of(flat, settings)
    some = taught.cards[:: 1 + len(taught) // settings.rims]
    rims = [rim_of(card.picture, settings) for card in some]
    own_colour = np.median([rim for rim, _ in rims], axis=0)
    brightness = float(own_colour.mean()) / max(float(colour.mean()), 1.0)
    return (
        float(np.abs(colour * brightness - own_colour).max()) <= settings.rim_levels
        and share >= float(np.median([own for _, own in rims])) - settings.rim_share
    )


def stands_out(pixels: NDArray[np.uint8], corners: NDArray[np.float32], settings: StrangerSettings) -> bool:
    """Whether the table beyond each of the four edges differs clearly from the card's rim."""
    centre = corners.mean(axis=0)
    wide = np.asarray(centre + (corners - centre) * (1 + 4 * settings.rim), np.float32)
    flat = lay_flat(pixels, wide, LONGER_SIDE).astype(np.float32)
    strip = max(3, round(1.5 * settings.rim * LONGER_SIDE))
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


def rim_of(picture: NDArray[np.uint8], settings: StrangerSettings) -> tuple[NDArray[np.float64], float]:
    """The middle colour of the strip just inside a card's edge and how much of the strip has about this colour."""
    strip = max(2, round(settings.rim * max(picture.shape[:2])))
    skipped = strip // 2  # the very edge shows the table
    inner = picture[skipped : picture.shape[0] - skipped, skipped : picture.shape[1] - skipped]
    rim = np.concatenate(
        [side.reshape(-1, 3) for side in (inner[:strip], inner[-strip:], inner[:, :strip], inner[:, -strip:])]
    )
    colour = np.median(rim, axis=0)
    return colour, float(np.mean(np.abs(rim - colour).max(axis=1) <= settings.rim_levels))


def is_fit_to_be_known(flat: NDArray[np.uint8], taught: TaughtCards, settings: StrangerSettings) -> bool:
    """Whether a taught card would be known again in such a picture: sharp, and printed no more than cards are."""
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8)
    width = edge_width(grey, 28.0)
    if width is None or width > settings.blurred:
        return False
    points = len(find_features(grey, 4 * MOST_FEATURES, LEAST_CONTRAST))
    return settings.least_print <= points <= settings.most_print * max(len(card.features) for card in taught.cards)


def is_other_print(
    pixels: NDArray[np.uint8], corners: NDArray[np.float32], taught: TaughtCards, settings: StrangerSettings
) -> bool:
    """Whether the nearest taught card, laid over this one to the pixel, shows other print nearly all over."""
    matches = [prove(pixels, guess, taught) for guess in guess_in(pixels, corners, taught)]
    if not matches or matches[0] is None:
        return False
    shares = shares_of(matches[0].comparison, VerdictSettings())
    return (
        shares.telling >= settings.least_telling
        and shares.strong <= settings.most_strong
        and shares.agreeing <= settings.most_agreeing
        and shares.contradicting >= settings.least_contradicting
    )
