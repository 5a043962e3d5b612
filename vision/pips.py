"""Reading ordinary six-sided dice: find top faces, name each twice, doubt."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, measured
from vision.dice_readings import reading_of
from vision.face_finding import Candidate, Debug, FindingSettings, find_candidates, without_doubles
from vision.frame import Frame
from vision.light import judge_light
from vision.order import count_reasons
from vision.pip_naming import CROP, CROP_EDGES, NOTHING, UNREADABLE_DIE, cut_out, name_cut_outs
from vision.reading import DiceReading, DieReading, Reason, Status
from vision.shrink import reduced

FINDING_WIDTH = 768
MORE_VIEWS = 3
# A third finer than usual, since a die overlooked beside others makes a wrong sum; the namer corrects places, so fewer
# dice need a closer look.
# Of 485 dice on 140 rendered tables (tools/scenes/pips.py, seed 3100) 7 are overlooked; half the heat finds one more.
FINDING = FindingSettings(
    fine_width=512,
    fine_range=(512, 512),
    least_heat=0.2,
    glimpse_heat=0.06,
    least_edge=7.0,
    closer_below=8.5,
)
# Corrected places are apart by sqrt(cos(46 degrees)) = 0.83 edges at least, even of touching dice on a slant; what is
# nearer is a die's side.
CORRECTED = replace(FINDING, same_die=0.8)
FACES = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class PipDoubt:
    """Where doubt begins; set on 140 rendered tables (tools/scenes/pips.py, seeds 77, 3100), d6-table and d6-tray."""

    sure_confidence: float = 0.97
    # Dice narrower than what the namer looks at are enlarged for it, and their pips run together: on d6-tray a five 22
    # pixels wide scored 0.9705 as a six. Below that many pixels the score itself must be higher.
    small_edge: float = 26.0
    small_sure_score: float = 0.98
    doubtful_confidence: float = 0.5  # at most, for a die with any reason to doubt
    # Log odds that there is a die, finder and namer together: from here on a place counts as one ...
    die_evidence: float = 2.0
    maybe_evidence: float = -2.0  # ... and from here on it may be one, so that nothing is sure
    # A die's side, seen from a slanting camera, looks like a smaller die that touches it: it is no reason to doubt.
    side_reach: float = 1.0  # edges of that die between both centres, at most
    side_size: float = 0.8  # of its edge, at most
    least_odds: float = 0.001  # no look counts for more than this
    clear_heat: float = 0.45  # the clearest place says how large dice are here ...
    clear_nothing: float = 0.1
    other_size: float = 0.5  # ... and beyond this logarithm of a factor, another size ...
    other_size_slope: float = 8.0  # ... costs so much evidence
    certain_nothing: float = 0.98  # in the first look: not worth a second
    settled_share: float = 0.995  # in the first look: from here on among the faces, ...
    settled_nothing: float = 0.05  # ... with so little doubt that there is a die, and ...
    settled_shift: float = 0.15  # ... so near the middle, in edges, there is no second
    clear_share: float = 0.97  # in the second look: below, more turns are looked at
    most_correction: float = 0.6  # of the edge, and of its logarithm
    most_unreadable: float = 0.08  # share of "a die that cannot be read": above, a die leans or is covered
    least_apart: float = 0.7  # edges between two top faces; closer ones cannot both be there


def read_pips(
    frame: Frame,
    expected: int | None = None,
    debug: Debug | None = None,
    calibration: Calibration | None = None,
) -> DiceReading:
    """Read the top faces of all pip dice in the picture; `expected` is how many there should be, None for any.

    `calibration` turns scores into confidences; None for what was measured for pips.
    """
    doubt = PipDoubt()
    calibration = calibration or measured("pips")
    # Light and places need no more than this; pips are read in the picture's own size.
    small, scale = reduced(frame.pixels, FINDING_WIDTH)
    light = judge_light(Frame(small))
    found = [place.scaled(1 / scale) for place in find_candidates(small, FINDING, debug)]
    sightings = look_twice(Table(frame.pixels, small, scale), found, doubt, debug)
    usual = usual_edge(sightings, doubt)
    dice: list[DieReading] = []
    maybes: list[Candidate] = []
    for sighting in sightings:
        # Dice thrown together are of about one size: what is far from it is neither a die nor a reason to doubt.
        amount = evidence(sighting, doubt) - other_size_cost(sighting, usual, doubt)
        if amount >= doubt.die_evidence:
            dice.append(die_of(sighting, frame.pixels.shape[1::-1], doubt, calibration))
        elif amount >= doubt.maybe_evidence:
            maybes.append(sighting.place)
    # Where more looks like dice than can be looked at, one may have been left out.
    is_too_much = len(found) >= FINDING.most_candidates
    is_unclear = is_too_much or any(not any(is_side_of(die, place, doubt) for die in dice) for place in maybes)
    if not dice:
        nothing = light or ((Reason.UNCLEAR,) if is_unclear else (Reason.NOTHING,))
        return DiceReading(Status.UNREADABLE, reasons=nothing)
    reasons = [*light, *count_reasons(len(dice), expected)]
    if is_unclear or are_too_close(dice, doubt):
        reasons.append(Reason.UNCLEAR)
    return reading_of(dice, reasons, doubt.sure_confidence)


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


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at a place shows."""

    place: Candidate  # corrected
    shares: NDArray[np.float32]  # of nothing, 1..6, unreadable die
    is_settled: bool


@dataclass(frozen=True, slots=True)
class Sighting:
    """A place looked at where it was found, and again where the first look says the face really is.

    What the first look shows clearly and in the middle needs no second one.
    """

    place: Candidate  # corrected
    first: NDArray[np.float32]  # shares of nothing, 1..6, unreadable die
    second: NDArray[np.float32]


def look_twice(table: Table, places: Sequence[Candidate], doubt: PipDoubt, debug: Debug | None) -> list[Sighting]:
    """Name every place, correct where it is, and name what is not settled again from a cut-out turned by a quarter.

    Places that turn out to be the same die become one.
    """
    crops = [table.cut_out(place) for place in places]
    shares, shifts = name_cut_outs(crops)
    looks = [
        Look(corrected(place, shift, doubt), share, is_settled(share, shift, doubt))
        for place, share, shift in zip(places, shares, shifts, strict=True)
        if share[NOTHING] < doubt.certain_nothing
    ]
    kept = without_doubles([look.place for look in looks], CORRECTED)
    once = [next(look for look in looks if look.place is place) for place in kept]
    open_looks = [look for look in once if not look.is_settled]
    again = [table.cut_out(look.place) for look in open_looks]
    if debug is not None:
        for name, pictures in (("pips-first-look", crops), ("pips-second-look", again)):
            if pictures:
                debug(name, np.asarray(cv2.hconcat(pictures), np.uint8))
    second = iter(turned_shares(again, doubt))
    return [Sighting(look.place, look.shares, look.shares if look.is_settled else next(second)) for look in once]


def is_settled(shares: NDArray[np.float32], shift: NDArray[np.float32], doubt: PipDoubt) -> bool:
    """Whether a first look shows a face so clearly, and so much in the middle, that a second would say the same."""
    is_clear = max(face_shares(shares)) >= doubt.settled_share and shares[NOTHING] <= doubt.settled_nothing
    return is_clear and float(np.abs(shift).max()) <= doubt.settled_shift


def turned_shares(crops: Sequence[NDArray[np.uint8]], doubt: PipDoubt) -> list[NDArray[np.float32]]:
    """The shares of every cut-out turned by a quarter; of those not clear, the mean over all turns and a mirror."""
    shares = list(name_cut_outs([turned(crop, 1) for crop in crops])[0])
    unclear = [number for number, share in enumerate(shares) if share.max() < doubt.clear_share]
    views = [view for number in unclear for view in more_views(crops[number])]
    more = name_cut_outs(views)[0].reshape(len(unclear), MORE_VIEWS, 8)
    for number, others in zip(unclear, more, strict=True):
        shares[number] = np.asarray((shares[number] + others.sum(axis=0)) / (MORE_VIEWS + 1), np.float32)
    return shares


def more_views(crop: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """The other turns of a cut-out, one of them mirrored."""
    return [turned(crop, 0), turned(crop, 2), turned(np.asarray(crop[:, ::-1]), 3)]


def turned(crop: NDArray[np.uint8], quarters: int) -> NDArray[np.uint8]:
    """A cut-out turned by quarters."""
    return np.ascontiguousarray(np.rot90(crop, quarters))


def corrected(place: Candidate, shift: NDArray[np.float32], doubt: PipDoubt) -> Candidate:
    """Where the face is and how large, according to the first look at it."""
    most = doubt.most_correction
    right, down, growth = (min(most, max(-most, float(part))) for part in shift)
    return replace(
        place, x=place.x + right * place.edge, y=place.y + down * place.edge, edge=place.edge * math.exp(growth)
    )


def evidence(sighting: Sighting, doubt: PipDoubt) -> float:
    """How much speaks for a die here: the finder's and the namer's log odds."""
    return log_odds(sighting.place.heat, doubt) + log_odds(1 - float(sighting.second[NOTHING]), doubt)


def is_side_of(die: DieReading, place: Candidate, doubt: PipDoubt) -> bool:
    """Whether what is seen at a place is likely the side of that die."""
    away = math.dist((die.x, die.y), (place.x, place.y))
    return away <= doubt.side_reach * die.size and place.edge <= doubt.side_size * die.size


def usual_edge(sightings: Sequence[Sighting], doubt: PipDoubt) -> float | None:
    """How large dice are in this picture, by the clearest of them; None if none is clear."""
    clear = [
        sighting.place
        for sighting in sightings
        if sighting.place.heat >= doubt.clear_heat and sighting.second[NOTHING] < doubt.clear_nothing
    ]
    return max(clear, key=lambda place: place.heat).edge if clear else None


def other_size_cost(sighting: Sighting, usual: float | None, doubt: PipDoubt) -> float:
    """How much speaks against a die here because the others are much larger or smaller."""
    if usual is None:
        return 0.0
    return doubt.other_size_slope * max(0.0, abs(math.log(sighting.place.edge / usual)) - doubt.other_size)


def log_odds(share: float, doubt: PipDoubt) -> float:
    """The logarithm of a share over the rest, kept within reason."""
    kept = min(1 - doubt.least_odds, max(doubt.least_odds, share))
    return math.log(kept / (1 - kept))


def die_of(sighting: Sighting, size: tuple[int, ...], doubt: PipDoubt, calibration: Calibration) -> DieReading:
    """Name one die by the second look; the first, which was cut less well, must not contradict.

    Whether there is a die, whether it can be read and which face it shows are three questions: a one looks a little
    like a ball, and a leaning die much like one seen from the side, but neither makes another face of it.
    """
    place, shares = sighting.place, sighting.second
    ranked = sorted(zip(FACES, face_shares(shares), strict=True), key=lambda pair: -pair[1])
    face, share = ranked[0]
    is_die = 1 / (1 + math.exp(-evidence(sighting, doubt)))
    score = min(share, (1 + face_shares(sighting.first)[int(face) - 1]) / 2, is_die)
    confidence = calibration.confidence(score)
    reasons = []
    to_border = min(place.x, place.y, size[0] - 1 - place.x, size[1] - 1 - place.y)
    if to_border < place.edge / 2:
        reasons.append(Reason.COVERED)
    if shares[UNREADABLE_DIE] > doubt.most_unreadable:
        reasons.append(Reason.COCKED)
    if reasons:
        confidence = min(confidence, doubt.doubtful_confidence)
    elif confidence < doubt.sure_confidence or (place.edge < doubt.small_edge and score < doubt.small_sure_score):
        reasons.append(Reason.UNCLEAR)
    return DieReading(
        face=face,
        x=place.x,
        y=place.y,
        confidence=confidence,
        others=tuple((name, round(share, 4)) for name, share in ranked[1:4]),
        size=place.edge,
        reasons=tuple(reasons),
    )


def face_shares(shares: NDArray[np.float32]) -> list[float]:
    """The shares of the six faces among themselves."""
    faces = shares[1 : 1 + len(FACES)]
    return [float(share) for share in faces / max(1e-6, float(faces.sum()))]


def are_too_close(dice: Sequence[DieReading], doubt: PipDoubt) -> bool:
    """Whether two top faces overlap, so that one of them must be a mistake."""
    return any(
        math.dist((one.x, one.y), (other.x, other.y)) < doubt.least_apart * min(one.size, other.size)
        for one, other in itertools.combinations(dice, 2)
    )
