"""Reading balls: find places, judge each, look at them two by two, name the paints, pick the best two, doubt."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.balls.finding import Debug, find_places
from vision.balls.judging import Judged, judge_places, touching
from vision.balls.naming import Name, name_ball
from vision.balls.pairing import judge_pair
from vision.balls.profile import BallProfile
from vision.base.calibration import Calibration, measured
from vision.base.frame import Frame
from vision.base.order import count_reasons, in_reading_order
from vision.base.reading import BallReading, BallsReading, Reason, Status
from vision.base.shrink import reduced
from vision.table.light import judge_light

WORKING_WIDTH = 768  # balls are judged in this picture; larger ones are reduced to it
Pair = tuple[Judged, Judged]
Look = tuple[Pair, Pair]  # two things as each looks alone, and as they look beside each other


@dataclass(frozen=True, slots=True)
class DoubtSettings:
    """Where doubt begins; measured on our own rendered tables (November 2026)."""

    least_ball: float = 0.3  # below, a place is no ball
    least_partner: float = 0.1  # enough beside a lone ball: there must be another one
    looks: int = 10  # around a lone ball
    rival_ball: float = 0.5  # a third ball this clear, as large as the two, makes it unclear which two are meant
    # The same so many sizes away from two clear ones: 30 third balls there had 0.94 and more (seeds 1901 and 3301), six
    # other things 0.51 to 0.8.
    far_rival_ball: float = 0.85
    far_away: float = 3.0
    sure_confidence: float = 0.97  # calibrated, for each ball
    # Also asked of what was seen: the measured share knows nothing of tables without two balls.
    sure_ball: float = 0.9
    sure_name: float = 0.98
    # A second opinion on the usual paints: of 19 strange balls on our tables two had the hue of ours; it gave them 0.75
    # at most.
    sure_usual: float = 0.9
    doubtful_confidence: float = 0.5  # at most, for a ball with any reason to doubt
    sure_far: float = 1.6  # sizes between the centres; in the stern balls lie closer
    most_unequal: float = 1.45  # sizes of two balls compared ...
    sure_unequal: float = 1.22  # ... and of 97 in 100 pairs: what is larger may be a sweet
    most_pairs: int = 4  # that are looked at together
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
    if not clear:
        return BallsReading(Status.UNREADABLE, reasons=light or (Reason.NOTHING,))
    if expected == 2:
        picked, rest = best_two(working, with_neighbours(working, clear, doubt), profile, doubt, debug)
    else:
        picked, rest = [Candidate(seen, name_ball(seen, profile)) for seen in clear], []
    rivals = [other for other in rest if is_rival(other, picked, doubt)]
    is_odd = expected == 2 and not are_alike(picked, doubt)
    known = calibration or measured("balls")
    readings = [reading_of(each, working.shape[:2], scale, doubt, known, is_odd) for each in picked]
    reasons = [*light, *count_reasons(len(picked) + len(rivals), expected)]
    if not are_possible(readings, profile):
        reasons.append(Reason.UNCLEAR)
    gathered = dict.fromkeys([*reasons, *(reason for ball in readings for reason in ball.reasons)])
    return BallsReading(Status.UNSURE if gathered else Status.SURE, in_reading_order(readings), tuple(gathered))


def with_neighbours(pixels: NDArray[np.uint8], clear: Sequence[Judged], doubt: DoubtSettings) -> list[Judged]:
    """A ball is never alone, and never one of three: look for those that were overlooked from afar.

    Where no two balls touch, all around the clearest one; where two do, at both ends of the row.
    """
    rows = [pair for pair in combinations(clear, 2) if pair[0].place.away(pair[1].place) <= doubt.sure_far]
    if rows:
        one, other = (seen.place for seen in rows[0])
        turn = math.atan2(other.y - one.y, other.x - one.x)
        places, least = [touching(other, turn), touching(one, turn + math.pi)], doubt.least_ball
    else:
        turns = [number * math.tau / doubt.looks for number in range(doubt.looks)]
        places, least = [touching(clear[0].place, turn) for turn in turns], doubt.least_partner
    seen = judge_places(pixels, places)
    return without_doubles([*clear, *(each for each in seen if each.ball >= least)], doubt)


def without_doubles(judged: Sequence[Judged], doubt: DoubtSettings) -> list[Judged]:
    """Every ball once: corrected places may have come together."""
    kept: list[Judged] = []
    for seen in sorted(judged, key=lambda seen: -seen.ball):
        if all(seen.place.away(other.place) > doubt.same_ball for other in kept):
            kept.append(seen)
    return kept


def best_two(
    pixels: NDArray[np.uint8], clear: Sequence[Judged], profile: BallProfile, doubt: DoubtSettings, debug: Debug | None
) -> tuple[list[Candidate], list[Judged]]:
    """The two that are the best balls beside each other, and what else looks like one; all if no two touch."""
    neighbours = [pair for pair in combinations(clear, 2) if are_side_by_side(*pair, doubt)][: doubt.most_pairs]
    if not neighbours:
        return [Candidate(seen, name_ball(seen, profile)) for seen in clear[:2]], list(clear[2:])
    looks = [(pair, judge_pair(pixels, *pair, debug)) for pair in neighbours]
    named = [[Candidate(seen, name_ball(seen, profile)) for seen in seen_so] for _, seen_so in looks]
    best = max(range(len(looks)), key=lambda number: named[number][0].worth * named[number][1].worth)
    rest = [beside_best(seen, looks, looks[best][0]) for seen in clear if seen not in looks[best][0]]
    return named[best], rest


def beside_best(seen: Judged, looks: Sequence[Look], best: Pair) -> Judged:
    """A third thing as it looks beside one of the best two, where it was looked at so."""
    for pair, seen_so in looks:
        if seen in pair and (pair[0] in best or pair[1] in best):
            return seen_so[pair.index(seen)]
    return seen


def unequal(one: Judged, other: Judged) -> float:
    """How many times larger the larger one is."""
    return max(one.place.size, other.place.size) / min(one.place.size, other.place.size)


def is_rival(other: Judged, picked: Sequence[Candidate], doubt: DoubtSettings) -> bool:
    """Whether a third thing could be meant instead, whatever its colour: ball-like, and of the size of the others."""
    is_clear = len(picked) == 2 and all(each.seen.ball >= doubt.sure_ball for each in picked)
    is_far = all(other.place.away(each.seen.place) > doubt.far_away for each in picked)
    least = doubt.far_rival_ball if is_clear and is_far else doubt.rival_ball
    return other.ball > least and any(unequal(other, each.seen) <= doubt.most_unequal for each in picked)


def are_side_by_side(one: Judged, other: Judged, doubt: DoubtSettings) -> bool:
    """Whether these two lie as balls do in the stern."""
    return one.place.away(other.place) <= doubt.sure_far and unequal(one, other) <= doubt.most_unequal


def are_alike(picked: Sequence[Candidate], doubt: DoubtSettings) -> bool:
    """Whether these are two, side by side and so equal in size that nobody could take one for something else."""
    if len(picked) != 2:
        return False
    one, other = (each.seen for each in picked)
    return are_side_by_side(one, other, doubt) and unequal(one, other) <= doubt.sure_unequal


def is_well_named(name: Name, doubt: DoubtSettings) -> bool:
    """Whether a colour's name is beyond doubt, by its hue and, where there is one, by the second opinion."""
    return name.confidence >= doubt.sure_name and (name.usual is None or name.usual >= doubt.sure_usual)


def are_possible(balls: Sequence[BallReading], profile: BallProfile) -> bool:
    """Whether no colour is there more often than there are balls of it."""
    seen = Counter(ball.colour for ball in balls)
    return all(seen[colour.name] <= colour.count for colour in profile.colours)


def reading_of(
    each: Candidate,
    shape: tuple[int, ...],
    scale: float,
    doubt: DoubtSettings,
    calibration: Calibration,
    is_odd: bool = False,
) -> BallReading:
    """One ball as it is reported, with its reasons to doubt; `shape` is the working picture's, `scale` its scale.

    An odd one should lie beside another like it, and does not.
    """
    place, (height, width) = each.seen.place, shape
    confidence = calibration.confidence(each.worth)
    least, most = (share * max(shape) for share in doubt.size_shares)
    reasons = []
    if min(place.x, place.y, width - 1 - place.x, height - 1 - place.y) < doubt.border * place.size:
        reasons.append(Reason.COVERED)
    if is_odd or not least <= place.size <= most:
        reasons.append(Reason.UNCLEAR)
    if reasons:
        confidence = min(confidence, doubt.doubtful_confidence)
    is_clear = each.seen.ball >= doubt.sure_ball and is_well_named(each.name, doubt)
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
