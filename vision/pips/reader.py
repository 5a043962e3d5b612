"""Reading ordinary six-sided dice: find top faces, look at each until it is clear, doubt."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.calibration import Calibration, measured
from vision.base.frame import Frame
from vision.base.order import count_reasons
from vision.base.reading import DiceReading, DieReading, Reason, Status
from vision.base.shrink import reduced
from vision.dice.face_finding import Candidate, Debug, FindingSettings, find_candidates
from vision.dice.readings import reading_of
from vision.pips.looks import FACES, SMALL_EDGE, LookSettings, Sighting, TwoSizes, face_shares, look_twice, usual_edge
from vision.pips.naming import NOTHING, UNREADABLE_DIE
from vision.pips.sides import SideSettings, is_side_of, likely_sides, sides_among
from vision.pips.silhouettes import came_as_bodies, slants_by_silhouette
from vision.pips.slants import TURNS, Lie, flat_or_not, slants_of
from vision.table.light import JUDGED_WIDTH, judge_light

FINDING_WIDTH = 768
# A third finer than usual, since a die overlooked beside others makes a wrong sum; the namer corrects places, so fewer
# dice need a closer look. Larger dice are looked for however plain the smaller ones are: without that, one 2.5 times as
# large as those beside it was surely overlooked on 3 of 12 rendered tables. Without a finer look beside narrow dice 13
# of 240 rendered tables of touching dice (40 to 80 pixels wide, seeds 15001, 15003) were wrong while sure, with it 1.
FINDING = FindingSettings(
    fine_width=512,
    fine_range=(512, 512),
    least_heat=0.2,
    glimpse_heat=0.06,
    least_edge=7.0,
    closer_below=8.5,
    crowded_below=14.0,
    by_smaller=True,
)
SIDES = SideSettings()


@dataclass(frozen=True, slots=True)
class PipDoubt:
    """Where doubt begins; set on tables of tools/render/scenes/pips.py (seeds 77, 601, 611, 3100) and on d6-table."""

    sure_confidence: float = 0.98
    doubtful_confidence: float = 0.5  # at most, for a die with any reason to doubt
    # Log odds that there is a die, finder and namer together: from here on a place counts as one ...
    die_evidence: float = 2.0
    # ... and from here on it may be one, so that nothing is sure: with -1 half as many tables are doubted for nothing,
    # but on 2 of 130 rendered ones (seed 3100) a die would be overlooked surely.
    maybe_evidence: float = -2.0
    # The same for places of whatever size, which else counts against them: so much for what that costs. Spots and
    # grain of a table, three or more times as small or as large as its dice, often look a little like one.
    any_size_slope: float = 0.25
    half_seen: float = 0.1  # share of "a die that cannot be read", from which on ...
    half_seen_evidence: float = -3.0  # ... so little is enough to doubt
    least_odds: float = 0.001  # no look counts for more than this
    other_size: float = 0.5  # beyond this logarithm of a factor, another size than the clearest die's ...
    other_size_slope: float = 8.0  # ... costs so much evidence
    # Share of "a die that cannot be read": above, a die leans or is covered. For larger dice, on 600 rendered tables
    # (seed 101): sure of 187 of 401 right ones and, wrongly, of 17 of the 199 others; with 0.07 of 194 and 20. Of 503
    # small flat ones kept for checking that are named surely 5 have more than 0.15, and 16 of 55 that lean or are
    # covered.
    most_unreadable: float = 0.05
    most_unreadable_small: float = 0.15
    # One that slants as the others do lies flat: what looks like leaning is the camera's slant.
    most_unreadable_flat: float = 0.2
    # The second opinion: from where on what may be a die, or what else would be one, is left out as none. Told on 255
    # tables of tools/render/scenes/pips.py (seeds 7001, 9101), most full of the rest of a game: with 0.8 two dice were
    # overlooked surely.
    explained: float = 0.98
    explained_other_size: float = 0.5  # the same for what has another size than the clearest die, as a card has
    left_out: float = 0.95
    # What is left out so, but has such a share of "a die that cannot be read" and so much evidence, is a die without
    # pips: nothing is sure beside it.
    blank: float = 0.9
    blank_evidence: float = 4.0
    # The finder's heat of the clearest die. Below, others are overlooked: on cloth with a pattern, say. Of 149 tables
    # and photographs that are read surely (seeds 7, 41001 in a game; rendered-pips, d6-table, d6-tray) every one has
    # 0.6 and more.
    faint: float = 0.5
    # Dice thrown together are of one make: where all of them together look so strange, they are dice of another game.
    strange_company: float = 0.2
    strange: float = 0.25  # one alone is doubtful if it looks so strange, unless finder and namer have so much evidence
    plain_evidence: float = 5.0
    shade_alone: float = 0.75  # of the middle of a face: so much of it may be a mere shadow, and ...
    strange_in_shade: float = 0.1  # ... then less strangeness makes doubtful
    # Of the six faces' shares, for larger dice: of 514 such dice read on tables in a game (seeds 7, 41001) two were
    # misread, with 0.963 and 0.972, and nine right ones have less than 0.98.
    least_share: float = 0.98
    least_apart: float = 0.7  # edges between two top faces; closer ones cannot both be there
    # Of the middle of a face, so many edges wide: what has come since an earlier picture. Of 230 dice thrown into games
    # (evenings of tools/render/scenes/pips.py, seed 9001) every one has 0.73 and more, of 84 places beside them that
    # may be dice half have less than 0.25: they lay there before.
    least_new: float = 0.5
    middle: float = 0.7
    # What came and is no shadow belongs to a die so near, in its edges; of the rest nothing may have room for a circle
    # of such a radius, in edges. On 210 tables (seeds 7, 41001) it has 0.36 and more wherever a flat die was
    # overlooked, and on 185 without such a one less than 0.3 but for eleven.
    own_news: float = 0.85
    unread_news: float = 0.3


def read_pips(
    frame: Frame,
    expected: int | None = None,
    debug: Debug | None = None,
    calibration: Calibration | None = None,
) -> DiceReading:
    """Read the top faces of all pip dice in the picture; `expected` is how many there should be, None for any.

    `calibration` turns scores into confidences; None for what was measured for large and for small pips.
    """
    doubt = PipDoubt()
    # Light and places need no more than this; pips are read in the picture's own size.
    small, scale = reduced(frame.pixels, FINDING_WIDTH)
    judged, _ = reduced(small, JUDGED_WIDTH)
    light = judge_light(Frame(judged))
    picture = TwoSizes(frame.pixels, small, scale)
    found = places_in(picture, judged, debug)
    settings = LookSettings()
    looked_at = look_twice(picture, found, settings, debug)
    new = [each for each in looked_at.sightings if is_new(each, frame, doubt)]
    seen, maybes = dice_among(new, picture, settings, doubt)
    places, crops = [each.place for each in seen], [each.crop for each in seen]
    from_middle = [picture.from_middle(place) for place in places]
    # Whether something may be a die's side is told by how both slant, and needs more than a glance.
    by_outline = slants_by_silhouette(frame, places)
    slants, lies = flat_or_not(crops, from_middle, TURNS if maybes else 1, by_outline)
    usual = usual_edge([(each.place, each.second) for each in seen], settings)
    dice = [
        die_of(
            each,
            lie,
            picture,
            doubt,
            calibration or measured("small_pips" if each.is_small else "pips"),
            is_strange=is_strange(each, usual, frame, doubt),
        )
        for each, lie in zip(seen, lies, strict=True)
    ]
    # A face that may be another's side is left out only if it is that in all likelihood; a doubt stays anyhow.
    sides = sides_among(places, crops, SIDES)
    left_out = likely_sides(sides, places, crops, SIDES)
    tops = [top for number, top in enumerate(zip(dice, slants, strict=True)) if number not in left_out]
    dice = [die for die, _ in tops]
    other_slants = slants_of([each.crop for each in maybes])
    unexplained = [
        each
        for each, slant in zip(maybes, other_slants, strict=True)
        if not any(is_side_of(die, each.place, slant.is_across(top), SIDES) for die, top in tops)
    ]
    # Where more looks like dice than can be looked at, one may have been left out.
    is_full = len(found) >= FINDING.most_candidates
    is_unclear = bool(unexplained) or looked_at.is_crowded or is_full or is_strange_company(seen, doubt)
    is_unclear = is_unclear or is_faint(seen, doubt)
    # Where it is known how many there should be, an overlooked one is missed anyhow, and a moved figure is no die.
    is_unclear = is_unclear or (expected is None and has_unread_news(frame, dice, doubt))
    if not dice:
        nothing = light or ((Reason.UNCLEAR,) if is_unclear else (Reason.NOTHING,))
        return DiceReading(Status.UNREADABLE, reasons=nothing)
    reasons = [*light, *count_reasons(len(dice), expected)]
    if is_unclear or are_too_close(dice, doubt) or sides:
        reasons.append(Reason.UNCLEAR)
    return reading_of(dice, reasons, doubt.sure_confidence)


def places_in(picture: TwoSizes, judged: NDArray[np.uint8], debug: Debug | None = None) -> list[Candidate]:
    """Where dice may be, in the picture's own pixels; `judged` is it made smaller still."""
    finding = replace(FINDING, crowded_from=SMALL_EDGE * picture.scale)
    return [place.scaled(1 / picture.scale) for place in find_candidates(picture.small, finding, debug, judged)]


def dice_among(
    sightings: Sequence[Sighting], picture: TwoSizes, settings: LookSettings, doubt: PipDoubt
) -> tuple[list[Sighting], list[Sighting]]:
    """Those that are dice, and those that may be; how large dice are here is told by the clearest."""
    clear = [(each.place, each.second) for each in sightings if not is_stranger(each, picture, doubt.left_out)]
    usual = usual_edge(clear, settings)
    dice = [each for each in sightings if is_die(each, usual, doubt)]
    others = [each for each in sightings if not is_die(each, usual, doubt) and may_be_die(each, usual, doubt)]
    of_another_game = [each for each in dice if is_stranger(each, picture, doubt.left_out) and is_blank(each, doubt)]
    return (
        [each for each in dice if not is_stranger(each, picture, doubt.left_out)],
        [each for each in others if not is_stranger(each, picture, least_stranger(each, usual, doubt))]
        + of_another_game,
    )


def is_blank(sighting: Sighting, doubt: PipDoubt) -> bool:
    """Whether this is a die, but surely shows no face with pips: one of another game, perhaps."""
    return bool(sighting.second[UNREADABLE_DIE] >= doubt.blank) and evidence(sighting, doubt) >= doubt.blank_evidence


def is_new(sighting: Sighting, frame: Frame, doubt: PipDoubt) -> bool:
    """Whether something came since an earlier picture; where there is none, everything may have."""
    place = sighting.place
    return frame.share_new(place.x, place.y, doubt.middle * place.edge) >= doubt.least_new


def has_unread_news(frame: Frame, dice: Sequence[DieReading], doubt: PipDoubt) -> bool:
    """Whether something as thick as a die came since an earlier picture where none of the dice lies.

    Dice that touch, or whose shadows do, come in one piece, so each hides no more than itself.
    """
    left = came_as_bodies(frame)
    if left is None or not dice:
        return False
    shrink = left.shape[1] / frame.pixels.shape[1]
    for die in dice:
        middle = (round(die.x * shrink), round(die.y * shrink))
        cv2.circle(left, middle, round(doubt.own_news * die.size * shrink), 0, cv2.FILLED)
    # A border all round: what is cut off by the picture's is no thicker than what is seen of it.
    framed = cv2.copyMakeBorder(left, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    thickest = float(cv2.distanceTransform(framed, cv2.DIST_L2, 5).max())
    one = statistics.median(die.size for die in dice) * shrink
    return thickest > doubt.unread_news * one


def least_stranger(sighting: Sighting, usual: float | None, doubt: PipDoubt) -> float:
    """How strange something that may be a die must look to be none: less for what has another size than dice here."""
    return doubt.explained_other_size if other_size_cost(sighting, usual, doubt) else doubt.explained


def is_stranger(sighting: Sighting, picture: TwoSizes, least: float) -> bool:
    """Whether something is no die in the second opinion, and that can be trusted.

    It never saw faces cut off by the picture's border, and knows less of narrow dice.
    """
    return sighting.stranger >= least and not sighting.is_small and picture.holds(sighting.place)


def is_faint(dice: Sequence[Sighting], doubt: PipDoubt) -> bool:
    """Whether even the clearest die is hardly seen, so that others may have been overlooked."""
    return bool(dice) and max(each.place.heat for each in dice) < doubt.faint


def is_strange_company(dice: Sequence[Sighting], doubt: PipDoubt) -> bool:
    """Whether these may be dice of another game, or none at all."""
    return bool(dice) and statistics.fmean(each.stranger for each in dice) > doubt.strange_company


def evidence(sighting: Sighting, doubt: PipDoubt) -> float:
    """How much speaks for a die here: the finder's and the namer's log odds."""
    return log_odds(sighting.place.heat, doubt) + log_odds(1 - float(sighting.second[NOTHING]), doubt)


def is_die(sighting: Sighting, usual: float | None, doubt: PipDoubt) -> bool:
    """Whether there is a die; dice thrown together are of about one size, so what is far from it is none."""
    return evidence(sighting, doubt) - other_size_cost(sighting, usual, doubt) >= doubt.die_evidence


def may_be_die(sighting: Sighting, usual: float | None, doubt: PipDoubt) -> bool:
    """Whether there may be a die: less will do for one that looks half covered, more is needed for another size."""
    amount, cost = evidence(sighting, doubt), other_size_cost(sighting, usual, doubt)
    is_half_seen = not cost and float(sighting.second[UNREADABLE_DIE]) >= doubt.half_seen
    least = doubt.half_seen_evidence if is_half_seen else doubt.maybe_evidence
    return amount - cost >= least or amount >= doubt.any_size_slope * cost


def other_size_cost(sighting: Sighting, usual: float | None, doubt: PipDoubt) -> float:
    """How much speaks against a die here because the others are much larger or smaller."""
    if usual is None:
        return 0.0
    return doubt.other_size_slope * max(0.0, abs(math.log(sighting.place.edge / usual)) - doubt.other_size)


def log_odds(share: float, doubt: PipDoubt) -> float:
    """The logarithm of a share over the rest, kept within reason."""
    kept = min(1 - doubt.least_odds, max(doubt.least_odds, share))
    return math.log(kept / (1 - kept))


def is_strange(sighting: Sighting, usual: float | None, frame: Frame, doubt: PipDoubt) -> bool:
    """Whether the second opinion is not to be passed over: finder and namer have too little against it.

    Dice thrown together are of about one size, and where nothing has come but a shadow, hardly a die lies.
    """
    is_in_shade = frame.share_shade(sighting.place.x, sighting.place.y, doubt.middle * sighting.place.edge)
    if is_in_shade >= doubt.shade_alone and sighting.stranger > doubt.strange_in_shade:
        return True
    amount = evidence(sighting, doubt) - other_size_cost(sighting, usual, doubt)
    return sighting.stranger > doubt.strange and amount < doubt.plain_evidence


def die_of(
    sighting: Sighting,
    lie: Lie,
    picture: TwoSizes,
    doubt: PipDoubt,
    calibration: Calibration,
    is_strange: bool = False,
) -> DieReading:
    """Name one die by the last look; those before, which saw it less well, must not contradict.

    Whether there is a die, whether it can be read and which face it shows are three questions: a one looks a little
    like a ball, and a leaning die much like one seen from the side, but neither makes another face of it.
    """
    place, shares = sighting.place, sighting.second
    ranked = sorted(zip(FACES, face_shares(shares), strict=True), key=lambda pair: -pair[1])
    face, share = ranked[0]
    die_share = 1 / (1 + math.exp(-evidence(sighting, doubt)))
    score = min(share, sighting.agreement(int(face) - 1), die_share)
    confidence = calibration.confidence(score)
    reasons = []
    if not picture.holds(place):
        reasons.append(Reason.COVERED)
    if lie is Lie.LEANING or shares[UNREADABLE_DIE] > most_unreadable(sighting, lie, doubt):
        reasons.append(Reason.COCKED)
    if is_strange or (share < doubt.least_share and not sighting.is_small):
        reasons.append(Reason.UNCLEAR)
    if reasons:
        confidence = min(confidence, doubt.doubtful_confidence)
    elif confidence < doubt.sure_confidence:
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


def most_unreadable(sighting: Sighting, lie: Lie, doubt: PipDoubt) -> float:
    """How much may speak for a die that cannot be read."""
    if sighting.is_small:
        return doubt.most_unreadable_small
    return doubt.most_unreadable_flat if lie is Lie.FLAT else doubt.most_unreadable


def are_too_close(dice: Sequence[DieReading], doubt: PipDoubt) -> bool:
    """Whether two top faces overlap, so that one of them must be a mistake."""
    return any(
        math.dist((one.x, one.y), (other.x, other.y)) < doubt.least_apart * min(one.size, other.size)
        for one, other in itertools.combinations(dice, 2)
    )
