"""Reading light dice with a printed mark on each face: find bodies, find marks, name the ink, doubt.

This way needs no picture of the faces, tells lean from outlines and finds touching dice by their marks, but it knows
light bodies only.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.base.calibration import Calibration
from vision.base.frame import Frame
from vision.base.order import count_reasons
from vision.base.reading import DiceReading, DieReading, Reason, Status
from vision.dice.bodies import Debug, Tabletop, find_bodies
from vision.dice.readings import reading_of
from vision.marks.finding import Face, Mark, find_marks, top_faces
from vision.marks.outlines import stray_light
from vision.marks.profile import MarkLook, MarkProfile
from vision.marks.viewpoint import Slant, judge_slants
from vision.table.light import judge_light


@dataclass(frozen=True, slots=True)
class DoubtSettings:
    """Limits beyond which a die, or the whole reading, is doubted."""

    sure_confidence: float = 0.97
    doubtful_confidence: float = 0.5  # at most, for a die with any reason to doubt
    most_degrees: float = 19.0  # ink farther than this from every known face is none of them
    long_below: float = 0.58  # roundness between a wrench seen flat and a star seen slanted
    # Standard deviations that marks and outline of a flat die may be off, taken together. 99 % of 173 simulated flat
    # dice with a star stay below 2.25; of those that lean or stand on an edge nearly all are beyond, a few that hardly
    # lean are not. A long mark tells less, so less must do: 97 % of the flat ones stay below 1.8, of 120 others the
    # nearest was at 2.3.
    most_strain: float = 2.3
    most_long_strain: float = 1.8
    stray_light: float = 0.025  # light area beside flat dice that counts as one of them, in squared edges
    # Where most dice have light beside them it is the table's, and so much more than usual still is. Of 91 readings of
    # five flat dice beside a board (seeds 9001, 9002, with and without the table before) 46 are like that. Of five
    # leaning dice found there (seed 9001) the marks strain by 4.2 and more, without that light.
    usual_stray: float = 1.5
    least_size: float = 0.78  # a face's edge compared with the usual one
    most_size: float = 1.30
    least_margin: float = 0.39  # edges of light body around the mark's centre; flat and free dice have 0.39 to 0.6
    die_reach: float = 1.15  # edges from the top face's centre to the farthest corner seen of the same die
    unread_area: float = 0.35  # light area farther from all dice than that, in squared edges
    clipped: float = 0.5  # of the body around a mark
    clipped_level: float = 251.0
    clipped_degrees: float = 4.0  # how much a clipped channel widens the spread


def read_marks(
    frame: Frame, profile: MarkProfile, expected: int | None, debug: Debug | None, calibration: Calibration
) -> DiceReading:
    """Read the top faces of all light dice in the picture; `expected` is how many there should be, None for any."""
    doubt = DoubtSettings()
    tabletop = find_bodies(frame.pixels, debug=debug)
    light = judge_light(Frame(tabletop.coarse))
    faces = top_faces([mark for body in tabletop.bodies for mark in find_marks(tabletop, body, debug=debug)])
    if not faces:
        nothing = light or ((Reason.UNCLEAR,) if tabletop.bodies else (Reason.NOTHING,))
        return DiceReading(Status.UNREADABLE, reasons=nothing)
    dice = named_dice(faces, tabletop, profile, doubt, calibration)
    reasons = [*light, *count_reasons(len(dice), expected)]
    if has_unread_bodies(tabletop, dice, doubt):
        reasons.append(Reason.UNCLEAR)
    return reading_of(dice, reasons, doubt.sure_confidence)


def named_dice(
    faces: Sequence[Face], tabletop: Tabletop, profile: MarkProfile, doubt: DoubtSettings, calibration: Calibration
) -> list[DieReading]:
    """Name every face, then compare the dice with each other: all have the same size and stand on the same table."""
    named = [name_mark(face.mark, profile, doubt) for face in faces]
    height, width = tabletop.pixels.shape[:2]
    looks = [look_of(profile, die.face) for die in named]
    view, slants = judge_slants(faces, looks, tabletop.bodies, (width, height))
    stray = beyond_usual(stray_light(tabletop, faces, view), doubt)
    dice = []
    for face, die, slant, light in zip(faces, named, slants, stray, strict=True):
        reasons = [*die.reasons, *lying_reasons(face.mark, slant, light, doubt)]
        to_border = min(face.mark.x, face.mark.y, width - 1 - face.mark.x, height - 1 - face.mark.y)
        if to_border < doubt.least_margin * slant.edge:
            reasons.append(Reason.COVERED)
        confidence = calibration.confidence(die.confidence)
        dice.append(
            replace(
                die,
                x=(face.mark.x + 0.5) / tabletop.scale - 0.5,
                y=(face.mark.y + 0.5) / tabletop.scale - 0.5,
                size=slant.edge / tabletop.scale,
                confidence=min(confidence, doubt.doubtful_confidence) if reasons else confidence,
                reasons=tuple(dict.fromkeys(reasons)),
            )
        )
    return dice


def beyond_usual(stray: Sequence[float], doubt: DoubtSettings) -> list[float]:
    """How much more light there is beside each die than beside most of them.

    >>> beyond_usual([0.0, 0.0, 0.3], DoubtSettings())
    [0.0, 0.0, 0.3]
    """
    usual = doubt.usual_stray * statistics.median(stray)
    return [max(0.0, light - usual) for light in stray]


def long_marks(profile: MarkProfile) -> frozenset[str]:
    """The faces whose mark is long, as a wrench is."""
    return frozenset(look.name for look in profile.faces if look.roundness < DoubtSettings().long_below)


def look_of(profile: MarkProfile, name: str) -> MarkLook:
    """The profile's face of that name."""
    return next(look for look in profile.faces if look.name == name)


def name_mark(mark: Mark, profile: MarkProfile, doubt: DoubtSettings) -> DieReading:
    """Name a mark by the direction of its ink, held against its form.

    The confidence is the best face's share under a bell curve around each known direction. It errs on the cautious
    side: of 1000 simulated and 50 path-traced dice (November 2026; the same ones the profile was set on), every one
    that was free of other doubts was named right, whatever its confidence.
    """
    degrees = {look.name: degrees_between(mark.ink, look) for look in profile.faces}
    spread = profile.spread_degrees
    if max(mark.body) >= doubt.clipped_level:
        spread = math.hypot(spread, doubt.clipped_degrees)
    is_long = mark.roundness < doubt.long_below
    # A form that contradicts the name counts like ink that is three spreads off.
    weights = {
        look.name: math.exp(-0.5 * (degrees[look.name] / spread) ** 2)
        * (1.0 if (look.roundness < doubt.long_below) == is_long else math.exp(-4.5))
        for look in profile.faces
    }
    total = sum(weights.values()) + 1e-12
    ranked = sorted(((name, weight / total) for name, weight in weights.items()), key=lambda pair: -pair[1])
    best = look_of(profile, ranked[0][0])
    reasons = []
    if degrees[best.name] > doubt.most_degrees or (best.roundness < doubt.long_below) != is_long:
        reasons.append(Reason.GLARE if mark.clipped > doubt.clipped else Reason.UNCLEAR)
    return DieReading(
        face=best.name,
        x=mark.x,
        y=mark.y,
        confidence=ranked[0][1],
        others=tuple((name, round(share, 4)) for name, share in ranked[1:4]),
        reasons=tuple(reasons),
    )


def degrees_between(ink: tuple[float, float, float], look: MarkLook) -> float:
    """Angle between what this ink and the known one take away from the light."""
    taken = 1.0 - np.array(ink)
    length = float(np.linalg.norm(taken))
    if length < 1e-6:
        return 90.0
    return math.degrees(math.acos(min(1.0, max(-1.0, float(taken @ np.array(look.absorbed())) / length))))


def lying_reasons(mark: Mark, slant: Slant, stray: float, doubt: DoubtSettings) -> list[Reason]:
    """Why this mark may not be on the top face of a die that lies flat and free."""
    reasons = []
    allowed = doubt.most_long_strain if mark.roundness < doubt.long_below else doubt.most_strain
    if math.hypot(slant.strain, stray / doubt.stray_light) > allowed:
        reasons.append(Reason.COCKED)
    if not doubt.least_size <= slant.size <= doubt.most_size:
        reasons.append(Reason.GLARE if mark.clipped > doubt.clipped else Reason.COVERED)
    if mark.margin < doubt.least_margin * slant.edge:
        reasons.append(Reason.COVERED)
    return reasons


def has_unread_bodies(tabletop: Tabletop, dice: Sequence[DieReading], doubt: DoubtSettings) -> bool:
    """Whether light body is left over beside the dice found: a die whose face glare or a hand has wiped out."""
    shrink = tabletop.coarse.shape[1] / tabletop.pixels.shape[1]
    left_over = np.zeros_like(tabletop.light)
    for body in tabletop.bodies:
        rows = slice(int(body.top * shrink), math.ceil((body.top + body.height) * shrink))
        columns = slice(int(body.left * shrink), math.ceil((body.left + body.width) * shrink))
        left_over[rows, columns] = tabletop.light[rows, columns]
    for die in dice:
        centre = (round(die.x * tabletop.scale * shrink), round(die.y * tabletop.scale * shrink))
        cv2.circle(left_over, centre, round(doubt.die_reach * die.size * tabletop.scale * shrink), 0, cv2.FILLED)
    count, _, stats, _ = cv2.connectedComponentsWithStats(left_over, connectivity=4)
    one = (dice[0].size * tabletop.scale * shrink) ** 2
    return bool(count > 1 and stats[1:, cv2.CC_STAT_AREA].max() > doubt.unread_area * one)
