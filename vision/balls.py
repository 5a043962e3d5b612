"""Reading balls: find places, judge each, name the paints, pick the two that lie side by side, doubt."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.ball_finding import Debug, find_places
from vision.ball_judging import Judged, judge_around, judge_places
from vision.ball_naming import Name, name_ball
from vision.ball_profile import BallProfile
from vision.calibration import Calibration, measured
from vision.frame import Frame
from vision.light import judge_light
from vision.order import count_reasons, in_reading_order
from vision.reading import BallReading, BallsReading, Reason, Status
from vision.shrink import reduced

WORKING_WIDTH = 768  # balls are judged in this picture; larger ones are reduced to it


@dataclass(frozen=True, slots=True)
class DoubtSettings:
    """Where doubt begins; measured on our own rendered tables (November 2026)."""

    least_ball: float = 0.3  # below, a place is no ball
    least_partner: float = 0.1  # enough beside a lone ball: there must be another one
    looks: int = 10  # around a lone ball
    rival_ball: float = 0.5  # a third ball this clear, as large as the two, makes it unclear which two are meant
    sure_confidence: float = 0.97  # calibrated, for each ball
    # Also asked of what was seen: the measured share knows nothing of tables without two balls. On 96 tables, 42 of
    # which must not be read surely, two things that were not both balls got 0.49 at most, strange colours 0.975.
    sure_ball: float = 0.9
    sure_name: float = 0.98
    doubtful_confidence: float = 0.5  # at most, for a ball with any reason to doubt
    far: float = 2.2  # sizes between the centres; in the stern balls lie closer
    sure_far: float = 1.6
    far_share: float = 0.5  # what a pair is worth that lies farther apart than balls in the stern
    most_unequal: float = 1.45  # sizes of two balls compared
    unequal_share: float = 0.5
    border: float = 0.5  # sizes between a ball's centre and the picture's border
    same_ball: float = 0.72  # sizes; two judged places closer than this are one ball: balls that touch are 0.8 apart
    # Sizes of balls under a camera 20 to 36 cm above the table, as shares of the picture's longer side.
    size_shares: tuple[float, float] = (0.012, 0.068)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place with what was seen there and how it would be called."""

    seen: Judged
    name: Name

    @property
    def worth(self) -> float:
        """How likely it is a ball of ours with that name."""
        return self.seen.ball * self.name.confidence


def read_balls(
    frame: Frame,
    profile: BallProfile,
    expected: int | None = 2,
    debug: Debug | None = None,
    *,
    calibration: Calibration | None = None,
) -> BallsReading:
    """Read the colours of the balls in the picture; `expected` is how many there should be, None for any number."""
    doubt = DoubtSettings()
    working, scale = reduced(frame.pixels, WORKING_WIDTH)
    light = judge_light(Frame(working))
    judged = judge_places(working, find_places(working, debug=debug), debug)
    clear = [seen for seen in without_doubles(judged, doubt) if seen.ball >= doubt.least_ball]
    if expected == 2 and clear:
        clear = with_neighbours(working, clear, doubt)
    balls = [Candidate(seen, name_ball(seen, profile)) for seen in clear]
    if not balls:
        return BallsReading(Status.UNREADABLE, reasons=light or (Reason.NOTHING,))
    picked = best_two(balls, doubt) if expected == 2 else balls
    rivals = [other for other in balls if other not in picked and is_rival(other, picked, doubt)]
    readings = [reading_of(each, working.shape[:2], scale, doubt, calibration or measured("balls")) for each in picked]
    reasons = [*light, *count_reasons(len(picked) + len(rivals), expected)]
    if not are_possible(readings, profile) or (expected == 2 and not are_side_by_side(picked, doubt)):
        reasons.append(Reason.UNCLEAR)
    gathered = dict.fromkeys([*reasons, *(reason for ball in readings for reason in ball.reasons)])
    return BallsReading(Status.UNSURE if gathered else Status.SURE, in_reading_order(readings), tuple(gathered))


def with_neighbours(pixels: NDArray[np.uint8], clear: Sequence[Judged], doubt: DoubtSettings) -> list[Judged]:
    """A ball is never alone, and never one of three: look for those that were overlooked from afar.

    Where no two balls touch, all around the clearest one; where two do, at both ends of the row.
    """
    rows = [pair for pair in combinations(clear, 2) if pair[0].place.away(pair[1].place) <= doubt.sure_far]
    if rows:
        one, other = rows[0]
        turn = math.atan2(other.place.y - one.place.y, other.place.x - one.place.x)
        seen = judge_around(pixels, other.place, [turn]) + judge_around(pixels, one.place, [turn + math.pi])
        least = doubt.least_ball
    else:
        seen = judge_around(pixels, clear[0].place, [number * math.tau / doubt.looks for number in range(doubt.looks)])
        least = doubt.least_partner
    return without_doubles([*clear, *(each for each in seen if each.ball >= least)], doubt)


def without_doubles(judged: Sequence[Judged], doubt: DoubtSettings) -> list[Judged]:
    """Every ball once: corrected places may have come together."""
    kept: list[Judged] = []
    for seen in sorted(judged, key=lambda seen: -seen.ball):
        if all(seen.place.away(other.place) > doubt.same_ball for other in kept):
            kept.append(seen)
    return kept


def best_two(balls: Sequence[Candidate], doubt: DoubtSettings) -> list[Candidate]:
    """The two that are the best balls and lie side by side; all if there are fewer."""
    if len(balls) < 2:
        return list(balls)
    one, other = max(combinations(balls, 2), key=lambda pair: pair_worth(pair[0], pair[1], doubt))
    return [one, other]


def pair_worth(one: Candidate, other: Candidate, doubt: DoubtSettings) -> float:
    """How much two things look like the two balls in the stern."""
    value = one.worth * other.worth
    if one.seen.place.away(other.seen.place) > doubt.far:
        value *= doubt.far_share
    if unequal(one, other) > doubt.most_unequal:
        value *= doubt.unequal_share
    return value


def unequal(one: Candidate, other: Candidate) -> float:
    """How many times larger the larger one is."""
    sizes = one.seen.place.size, other.seen.place.size
    return max(sizes) / min(sizes)


def is_rival(other: Candidate, picked: Sequence[Candidate], doubt: DoubtSettings) -> bool:
    """Whether a third thing could be meant instead, whatever its colour: ball-like, and of the size of the others."""
    return other.seen.ball > doubt.rival_ball and any(unequal(other, each) <= doubt.most_unequal for each in picked)


def are_side_by_side(picked: Sequence[Candidate], doubt: DoubtSettings) -> bool:
    """Whether these are two balls as they lie in the stern."""
    if len(picked) != 2:
        return False
    one, other = picked
    return one.seen.place.away(other.seen.place) <= doubt.sure_far and unequal(one, other) <= doubt.most_unequal


def are_possible(balls: Sequence[BallReading], profile: BallProfile) -> bool:
    """Whether no colour is there more often than there are balls of it."""
    seen = Counter(ball.colour for ball in balls)
    return all(seen[colour.name] <= colour.count for colour in profile.colours)


def reading_of(
    each: Candidate, shape: tuple[int, ...], scale: float, doubt: DoubtSettings, calibration: Calibration
) -> BallReading:
    """One ball as it is reported, with its reasons to doubt; `shape` is the working picture's, `scale` its scale."""
    place, (height, width) = each.seen.place, shape
    confidence = calibration.confidence(each.worth)
    least, most = (share * max(shape) for share in doubt.size_shares)
    reasons = []
    if min(place.x, place.y, width - 1 - place.x, height - 1 - place.y) < doubt.border * place.size:
        reasons.append(Reason.COVERED)
    if not least <= place.size <= most:
        reasons.append(Reason.UNCLEAR)
    if reasons:
        confidence = min(confidence, doubt.doubtful_confidence)
    is_clear = each.seen.ball >= doubt.sure_ball and each.name.confidence >= doubt.sure_name
    is_sure = is_clear and confidence >= doubt.sure_confidence
    if not is_sure and Reason.UNCLEAR not in reasons:
        reasons.append(Reason.UNCLEAR)
    whole = place.scaled(1 / scale)
    return BallReading(
        colour=each.name.colour,
        x=whole.x,
        y=whole.y,
        confidence=confidence,
        others=each.name.others,
        size=whole.size,
        reasons=tuple(reasons),
    )
