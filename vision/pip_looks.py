"""Looking at places that may be dice: each one twice, and those that stay unclear in more turns and by channel."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face_finding import Candidate, Debug, FindingSettings, without_doubles
from vision.pip_naming import CROP, CROP_EDGES, NOTHING, UNREADABLE_DIE, cut_out, name_cut_outs

MORE_VIEWS = 9
FACES = ("1", "2", "3", "4", "5", "6")
# Corrected places are apart by sqrt(cos(46 degrees)) = 0.83 edges at least, even of touching dice on a slant; what is
# nearer is a die's side.
CORRECTED = FindingSettings(same_die=0.8)


@dataclass(frozen=True, slots=True)
class LookSettings:
    """When one look is enough; set on 140 rendered tables (tools/scenes/pips.py, seeds 77, 3100)."""

    certain_nothing: float = 0.98  # in the first look: not worth a second
    most_nothing: float = 0.05  # above, there may be no die
    most_unreadable: float = 0.05  # above, it may lean or be covered
    settled_share: float = 0.995  # in the first look of a die: from here on among the faces, and ...
    settled_shift: float = 0.15  # ... so near the middle, in edges, there is no second
    clear_share: float = 0.97  # in the second look: below, more turns are looked at
    clearer_counts: float = 8.0  # a look that shows a face surely counts e^4 times one that gives it half
    most_correction: float = 0.6  # of the edge, and of its logarithm


@dataclass(frozen=True, slots=True)
class Table:
    """The picture in its own size and a smaller one, `scale` times as large: large dice are quicker cut out of that."""

    pixels: NDArray[np.uint8]
    small: NDArray[np.uint8]
    scale: float

    def cut_out(self, place: Candidate) -> NDArray[np.uint8]:
        """What is around a place, given in the picture's own pixels, as large as the namer takes it."""
        there = place.scaled(self.scale)
        if there.edge * CROP_EDGES >= CROP:
            return cut_out(self.small, there.x, there.y, there.edge)
        return cut_out(self.pixels, place.x, place.y, place.edge)

    def from_middle(self, place: Candidate) -> tuple[float, float]:
        """How far right and down of the picture's middle a place is, in the picture's longer sides."""
        height, width = self.pixels.shape[:2]
        return (place.x - width / 2) / max(height, width), (place.y - height / 2) / max(height, width)


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at a place shows."""

    place: Candidate  # corrected
    crop: NDArray[np.uint8]
    shares: NDArray[np.float32]  # of nothing, 1..6, unreadable die
    is_settled: bool


@dataclass(frozen=True, slots=True)
class Sighting:
    """A place looked at where it was found, and again where the first look says the face really is.

    What the first look shows clearly and in the middle needs no second one.
    """

    place: Candidate  # corrected
    crop: NDArray[np.uint8]  # what the last look saw
    first: NDArray[np.float32]  # shares of nothing, 1..6, unreadable die
    second: NDArray[np.float32]


def look_twice(
    table: Table, places: Sequence[Candidate], settings: LookSettings, debug: Debug | None
) -> list[Sighting]:
    """Name every place, correct where it is, and name what is not settled again from a cut-out turned by a quarter.

    Places that turn out to be the same die become one.
    """
    crops = [table.cut_out(place) for place in places]
    shares, shifts = name_cut_outs(crops)
    looks = [
        Look(corrected(place, shift, settings), crop, share, is_settled(share, shift, settings))
        for place, crop, share, shift in zip(places, crops, shares, shifts, strict=True)
        if share[NOTHING] < settings.certain_nothing
    ]
    kept = without_doubles([look.place for look in looks], CORRECTED)
    once = [next(look for look in looks if look.place is place) for place in kept]
    again = [table.cut_out(look.place) for look in once if not look.is_settled]
    if debug is not None:
        for name, pictures in (("pips-first-look", crops), ("pips-second-look", again)):
            if pictures:
                debug(name, np.asarray(cv2.hconcat(pictures), np.uint8))
    second = zip(again, turned_shares(again, settings), strict=True)
    sightings = []
    for look in once:
        crop, shares_again = (look.crop, look.shares) if look.is_settled else next(second)
        sightings.append(Sighting(look.place, crop, look.shares, shares_again))
    return sightings


def is_settled(shares: NDArray[np.float32], shift: NDArray[np.float32], settings: LookSettings) -> bool:
    """Whether a first look shows a face so clearly, and so much in the middle, that a second would say the same."""
    is_plain = max(face_shares(shares)) >= settings.settled_share and is_die_to_read(shares, settings)
    return is_plain and float(np.abs(shift).max()) <= settings.settled_shift


def is_clear(shares: NDArray[np.float32], settings: LookSettings) -> bool:
    """Whether a second look shows one face, or nothing, so clearly that no more are needed."""
    if is_die_to_read(shares, settings):
        return max(face_shares(shares)) >= settings.clear_share
    return float(shares.max()) >= settings.clear_share


def is_die_to_read(shares: NDArray[np.float32], settings: LookSettings) -> bool:
    """Whether there is hardly a doubt that here is a die, flat and uncovered."""
    return bool(shares[NOTHING] <= settings.most_nothing and shares[UNREADABLE_DIE] <= settings.most_unreadable)


def turned_shares(crops: Sequence[NDArray[np.uint8]], settings: LookSettings) -> list[NDArray[np.float32]]:
    """The shares of every cut-out turned by a quarter; those not clear are looked at in colour and by channel too."""
    shares = list(name_cut_outs([turned(crop, 1) for crop in crops])[0])
    unclear = [number for number, share in enumerate(shares) if not is_clear(share, settings)]
    views = [view for number in unclear for view in more_views(crops[number])]
    more = name_cut_outs(views)[0].reshape(len(unclear), MORE_VIEWS, 8)
    for number, others in zip(unclear, more, strict=True):
        in_colour = (shares[number] + others[0] + others[1] + others[2]) / 4
        by_channel = others[3:].reshape(3, 2, 8).mean(axis=1)
        shares[number] = clearest_mean(np.stack([in_colour, *by_channel]), settings)
    return shares


def more_views(crop: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """The other turns of a cut-out, one of them mirrored, and each channel alone in two turns.

    Red pips on dark plastic are as dark as that in grey, and plain to see in the red channel.
    """
    in_colour = [turned(crop, 0), turned(crop, 2), turned(np.asarray(crop[:, ::-1]), 3)]
    alone = [cv2.merge([channel] * 3) for channel in cv2.split(crop)]
    return [*in_colour, *(turned(np.asarray(channel, np.uint8), quarters) for channel in alone for quarters in (0, 1))]


def clearest_mean(shares: NDArray[np.float32], settings: LookSettings) -> NDArray[np.float32]:
    """The mean of several looks (n, 8), of which those that show a face clearly count more.

    In a channel in which the pips vanish a die looks blank; that says nothing against what another one shows.
    """
    faces = shares[:, 1 : 1 + len(FACES)]
    named = faces.max(axis=1, keepdims=True) / np.maximum(1e-6, faces.sum(axis=1, keepdims=True))
    weights = np.exp(settings.clearer_counts * named)
    return np.asarray((shares * weights).sum(axis=0) / weights.sum(), np.float32)


def turned(crop: NDArray[np.uint8], quarters: int) -> NDArray[np.uint8]:
    """A cut-out turned by quarters."""
    return np.ascontiguousarray(np.rot90(crop, quarters))


def corrected(place: Candidate, shift: NDArray[np.float32], settings: LookSettings) -> Candidate:
    """Where the face is and how large, according to the first look at it."""
    most = settings.most_correction
    right, down, growth = (min(most, max(-most, float(part))) for part in shift)
    return replace(
        place, x=place.x + right * place.edge, y=place.y + down * place.edge, edge=place.edge * math.exp(growth)
    )


def face_shares(shares: NDArray[np.float32]) -> list[float]:
    """The shares of the six faces among themselves."""
    faces = shares[1 : 1 + len(FACES)]
    return [float(share) for share in faces / max(1e-6, float(faces.sum()))]
