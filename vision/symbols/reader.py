"""Reading dice with a picture on each face: find top faces, lay them flat, name them all in one light, doubt."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.base.calibration import Calibration, measured
from vision.base.frame import Frame
from vision.base.order import count_reasons
from vision.base.reading import DiceReading, DieReading, Reason, Status
from vision.dice.face_finding import Candidate, Debug
from vision.dice.readings import reading_of
from vision.marks.reader import long_marks, read_marks
from vision.symbols.agreeing import better_of, doubted_by, is_at, is_lean_alone, only_these, without_lone_doubts
from vision.symbols.finding import MOST_DICE, MOST_FAINT, crops_around, find_dice, find_faint_dice, outlined, smaller
from vision.symbols.long_glyphs import long_ways
from vision.symbols.matching import match
from vision.symbols.naming import Named, look_at, name_faces
from vision.symbols.patches import Crops, TopFace, face_at
from vision.symbols.profile import SymbolProfile
from vision.symbols.sides import leaning_sides, own_sides
from vision.symbols.standing import chances_to_stand
from vision.symbols.templates import Templates, picture_of, templates_of
from vision.symbols.view import Slant, judge_slants
from vision.table.light import judge_light


@dataclass(frozen=True, slots=True)
class DoubtSettings:
    """Limits beyond which a die, or the whole reading, is doubted."""

    sure_confidence: float = 0.97
    doubtful_confidence: float = 0.5  # at most, for a die with any reason to doubt
    least_heat: float = 0.25  # what the finder saw only at a second, closer look has less ...
    faint_misfit: float = 5.5  # ... and must fit better
    clear_heat: float = 0.36  # the finder is sure of a die: it is shown even if no face fits
    least_standing: float = 0.1  # below, what is seen is flat: printed on a board or a card
    plain_standing: float = 0.9  # above, it is a body, whatever lies about ...
    plain_misfit: float = 6.5  # ... and a die if it fits so well
    # Below, what is doubtful and one too many is a spot on the table: 17 of them had 0.28 to 0.43, 5 dice told to lean
    # 0.58 and more (random styles, seed 9912). A half covered die had 0.39, but fitted no face: such leave a doubt.
    spot_heat: float = 0.45
    # On 20 random styles, 98 of 100 dice that were named right had a misfit below 7.6 and a shape below 0.15. Of 82
    # dice that leaned by 25 to 44 degrees, strain, shape and sides together told 79; of 100 flat ones 5 were doubted.
    most_misfit: float = 9.5  # of the colours of a face that is taken for a taught one
    foreign_misfit: float = 16.0  # from here on, what is seen has not even colours like a taught face ...
    same_shape: float = 0.15  # ... but still its glyph, if no more of its shape is left unexplained
    most_shape: float = 0.3  # of what is seen may be left unexplained by a taught face
    most_strain: float = 1.9  # standard deviations that a flat die may stray from the common view ...
    # With the shipped profile, 99 of 100 flat stars (587, seeds 901 and 3000) stray by less than 1.15, and 80 by less
    # than 0.67; of 68 leaning dice (seed 4000) some strayed by no more than 0.7. A wrench strays with its
    # make: 86 of 100 flat ones by less than 1.9, but also 10 of 30 leaning ones (seeds 4000 and 4100), by 1.0 to 1.6.
    known_strain: float = 1.3
    known_long_strain: float = 1.0
    doubted_strain: float = 0.65  # where the marks call this die cocked, and not most of them
    doubted_sides: float = 0.4  # and so odd may its sides look then
    leaning_shape: float = 0.22  # ... less if more than nothing of its shape stays unexplained or its sides look odd
    least_size: float = 0.72  # a face's edge compared with the usual one
    most_size: float = 1.40
    least_apart: float = 0.85  # edges between two top faces; closer ones cannot both be there
    most_clipped: float = 0.5  # of a face
    all_clipped: float = 0.95  # of a face: nothing is seen of it
    side_reach: float = 0.97  # edges from a top face's centre to where its own sides are seen ...
    faint_side_reach: float = 1.1  # ... and for what the finder is not sure of


@dataclass(frozen=True, slots=True, eq=False)
class SeenDie:
    """A die before it has a name."""

    crops: Crops  # of all dice of the picture, and which of them is this one
    number: int
    face: TopFace
    heat: float  # 0..1, how die-like the place looks
    clipped: float  # share of the face
    stands: float = 1.0  # 0..1, how likely it is a body and nothing flat


def read_symbols(
    frame: Frame,
    profile: SymbolProfile,
    expected: int | None = 5,
    debug: Debug | None = None,
    *,
    calibration: Calibration | None = None,
) -> DiceReading:
    """Read the top faces of all dice in the picture; `expected` is how many there should be, None for any.

    A profile that tells the marks' inks, as the shipped one does, is read by them first: on simulated tables (seed 31)
    that finds more of the touching dice, 12 of 12 throws, where the pictures of the faces alone give 10. Marks need
    bodies lighter than the table and nothing else that is: where they leave a doubt, the pictures are asked.
    """
    if profile.marks is None:
        return read_pictures(frame, profile, expected, debug, calibration)
    by_marks = read_marks(frame, profile.marks, expected, debug, calibration or measured("marks"))
    if by_marks.status is Status.SURE or (expected is None and by_marks.dice):
        return by_marks
    by_pictures = read_pictures(frame, profile, expected, debug, calibration, doubted_by(by_marks))
    long_faces = long_marks(profile.marks)
    better = better_of(by_marks, by_pictures, expected, long_faces)
    if len(by_marks.dice) == expected or not is_lean_alone(better, expected):
        return better
    # What lies about misled the marks, or hid them: they are asked again where nothing lies but these dice. Of 58
    # tables with wrenches of random makes 34 are sure then instead of 24 (seed 555).
    swept = Frame(only_these(frame.pixels, better.dice))
    again = read_marks(swept, profile.marks, expected, debug, calibration or measured("marks"))
    return without_lone_doubts(better, again, long_faces) if len(again.dice) == expected else better


def read_pictures(
    frame: Frame,
    profile: SymbolProfile,
    expected: int | None,
    debug: Debug | None,
    calibration: Calibration | None,
    doubted: Sequence[DieReading] = (),
) -> DiceReading:
    """Read dice by the pictures of their faces; those that another reading calls cocked are `doubted` all the more."""
    doubt = DoubtSettings()
    small, scale = smaller(frame.pixels)
    light = judge_light(Frame(small))
    templates = templates_of(profile)
    found = find_dice(small, debug)
    # Dice with a face that shows nothing look like chips: there, whatever the finder takes for a die may be one.
    least_standing = doubt.least_standing if templates.turns.blank.all() else 0.0
    places = those_standing(frame, found, scale, least_standing)[:MOST_DICE]
    sightings = seen_at(frame, places, templates, expected, debug)
    kept, is_unclear = worth_reading(sightings, expected, doubt)
    if expected is not None and len(kept) < expected and not light:
        faint = those_standing(frame, find_faint_dice(small, found), scale, least_standing)[:MOST_FAINT]
        sightings = seen_at(frame, [*places, *faint], templates, None, debug)
        kept, is_unclear = worth_reading(sightings, expected, doubt)
    if not kept:
        return DiceReading(Status.UNREADABLE, reasons=light or ((Reason.UNCLEAR if is_unclear else Reason.NOTHING),))
    height, width = frame.pixels.shape[:2]
    # All dice that were seen are parts of the same crops.
    crops, numbers, faces = kept[0][0].crops, [die.number for die, _ in kept], [die.face for die, _ in kept]
    # Dice that nobody taught may be of another make than those the profile knows.
    ways = long_ways(crops, numbers, faces) if profile.marks is not None else None
    slants = judge_slants(faces, (width, height), long_ways=ways)
    calibration = calibration or measured("symbols")
    sides = leaning_sides(crops, numbers, faces, [each.down for each in slants])
    are_known = [None] * len(kept) if ways is None else [bool(way.any()) for way in ways]
    dice = []
    for (die, name), slant, leaning, is_long in zip(kept, slants, sides, are_known, strict=True):
        is_doubted = any(is_at(other, die.face) for other in doubted)
        lean = lean_of(name, slant, float(leaning), is_long, is_doubted, doubt)
        dice.append(die_of(die, name, slant, lean, (width, height), calibration, doubt))
    if expected is not None and len(dice) > expected:
        are_flat = [Reason.COCKED not in die.reasons for die in dice]
        are_sides = own_sides(faces, [each.down for each in slants], are_flat)
        are_none = [
            is_side or (bool(die.reasons) and seen.heat < doubt.spot_heat)
            for die, (seen, _), is_side in zip(dice, kept, are_sides, strict=True)
        ]
        dice, leaves_doubt = without_surplus(dice, are_none, expected)
        is_unclear = is_unclear or leaves_doubt
    reasons = [*light, *count_reasons(len(dice), expected)]
    if is_unclear or are_too_close(dice, doubt):
        reasons.append(Reason.UNCLEAR)
    return reading_of(dice, reasons, doubt.sure_confidence)


def those_standing(
    frame: Frame, found: Sequence[Candidate], scale: float, least: float
) -> list[tuple[Candidate, float]]:
    """The places of a picture made smaller, in the frame's own pixels, without those that show something flat.

    Each with how likely it is a body.
    """
    places = [place.scaled(1 / scale) for place in found]
    chances = chances_to_stand(frame.pixels, places)
    return [(place, chance) for place, chance in zip(places, chances, strict=True) if chance >= least]


def seen_at(
    frame: Frame,
    bodies: Sequence[tuple[Candidate, float]],
    templates: Templates,
    expected: int | None,
    debug: Debug | None,
) -> list[tuple[SeenDie, Named]]:
    """What is at these places, laid flat and named, all in one light."""
    places = [place for place, _ in bodies]
    crops = crops_around(frame.pixels, places)
    lays = match(crops, templates.coarse, templates.fine, expected, is_quick=True).lays
    seen = look_at(crops, lays)
    named = name_faces(seen, templates)
    found = [
        SeenDie(crops, number, face_at(crops, number, lay), place.heat, 1 - float(good.mean()), stands)
        for number, ((place, stands), lay, good) in enumerate(zip(bodies, lays, seen.good, strict=True))
    ]
    if debug is not None:
        debug("known-faces", picture_of(templates))
        debug("top-faces", outlined(frame.pixels, [die.face for die in found]))
        debug("crops", crops.levels)
    return list(zip(found, named, strict=True))


def worth_reading(
    sightings: Sequence[tuple[SeenDie, Named]], expected: int | None, doubt: DoubtSettings
) -> tuple[list[tuple[SeenDie, Named]], bool]:
    """The sightings that count as dice, and whether something is left over that might be one.

    What fits no taught face well is a die if it is somewhat like one, the finder is sure of it, it is as large as the
    others and stands free of them: beside a die that fits, it is that die's side. Where all dice that there should be
    are found, nothing faint is one more, and where they all are plainly dice, only a body of their size may be.
    """
    fitting = without_sides([(die, name) for die, name in sightings if is_die(die, name, doubt)], doubt)
    plain = [(die, name) for die, name in fitting if is_plain(die, name, doubt)]
    if len(plain) == expected:
        return plain, any(is_like_one_of(die, plain, doubt) for die, name in sightings if not is_fitting(name, doubt))
    edge = float(np.median([die.face.edge for die, _ in fitting])) if fitting else 0.0
    kept, is_unclear = list(fitting), False
    for die, name in sightings:
        is_clear = die.heat >= doubt.clear_heat
        if is_fitting(name, doubt) or die.heat < doubt.least_heat or (not is_clear and len(fitting) == expected):
            continue
        reach = edge * (doubt.side_reach if is_clear else doubt.faint_side_reach)
        if any(math.dist(die.face.centre, other.face.centre) < reach for other, _ in fitting):
            continue
        is_usual = not fitting or doubt.least_size <= die.face.edge / edge <= doubt.most_size
        if is_clear and is_usual and is_alike(name, doubt):
            kept.append((die, name))
        else:
            is_unclear = True
    return kept, is_unclear


def without_sides(sightings: Sequence[tuple[SeenDie, Named]], doubt: DoubtSettings) -> list[tuple[SeenDie, Named]]:
    """Of sightings that lie too close for two dice, the clearest and largest one: the others are sides, or itself."""
    kept: list[tuple[SeenDie, Named]] = []
    usual = float(np.median([die.face.edge for die, _ in sightings])) if sightings else 0.0
    for die, name in sorted(sightings, key=lambda sighting: -sighting[0].heat * sighting[0].face.edge ** 2):
        away = (math.dist(die.face.centre, other.face.centre) for other, _ in kept)
        if all(distance >= doubt.least_apart * usual for distance in away):
            kept.append((die, name))
    return kept


def without_surplus(
    dice: Sequence[DieReading], are_none: Sequence[bool], expected: int
) -> tuple[list[DieReading], bool]:
    """The dice without what is likely none, if that leaves as many as there should be; else all, as they were seen.

    Which of several to leave out would be a guess: then one of them may be a die. The second answer is whether what was
    left out makes doubtful, since it fits no face: it may be a die half covered.
    """
    left = [die for die, is_none in zip(dice, are_none, strict=True) if not is_none]
    if len(left) != expected:
        return list(dice), False
    return left, any(is_none and Reason.UNCLEAR in die.reasons for die, is_none in zip(dice, are_none, strict=True))


def is_die(die: SeenDie, name: Named, doubt: DoubtSettings) -> bool:
    """Whether this is a die by its looks; the fainter the finder saw it, the better it must fit."""
    if die.heat >= doubt.least_heat:
        return is_fitting(name, doubt)
    return name.misfit <= doubt.faint_misfit and name.shape <= doubt.same_shape


def is_plain(die: SeenDie, name: Named, doubt: DoubtSettings) -> bool:
    """Whether this is a die and nothing else: it stands there, and shows a taught face well."""
    fits_well = name.misfit <= doubt.plain_misfit and name.shape <= doubt.same_shape
    return fits_well and die.heat >= doubt.clear_heat and die.stands >= doubt.plain_standing


def is_like_one_of(die: SeenDie, dice: Sequence[tuple[SeenDie, Named]], doubt: DoubtSettings) -> bool:
    """Whether what shows no taught face is still a body as large as dice are, and free of them."""
    if die.heat < doubt.clear_heat or die.stands < doubt.plain_standing:
        return False
    edge = float(np.median([other.face.edge for other, _ in dice]))
    is_free = all(math.dist(die.face.centre, other.face.centre) >= doubt.side_reach * edge for other, _ in dice)
    return is_free and doubt.least_size <= die.face.edge / edge <= doubt.most_size


def is_fitting(name: Named, doubt: DoubtSettings) -> bool:
    """Whether a die looks like a taught face at all."""
    return name.misfit <= doubt.most_misfit and name.shape <= doubt.most_shape


def is_alike(name: Named, doubt: DoubtSettings) -> bool:
    """Whether a die looks at least somewhat like a taught face."""
    return name.misfit <= doubt.foreign_misfit or name.shape <= doubt.same_shape


def lean_of(
    name: Named, slant: Slant, sides: float, is_long: bool | None, is_doubted: bool, doubt: DoubtSettings
) -> float:
    """How much speaks against a die that lies flat, 1 is too much.

    `is_long` tells whether a shipped glyph is, None for a taught one; `is_doubted` whether its mark leans.
    """
    most = doubt.most_strain if is_long is None else (doubt.known_long_strain if is_long else doubt.known_strain)
    lean = math.hypot(slant.strain / most, name.shape / doubt.leaning_shape, sides)
    if not is_doubted:
        return lean
    strain = 0.0 if is_long else slant.strain / doubt.doubted_strain
    return max(lean, strain, sides / doubt.doubted_sides)


def die_of(
    seen: SeenDie,
    name: Named,
    slant: Slant,
    lean: float,
    size: tuple[int, int],
    calibration: Calibration,
    doubt: DoubtSettings,
) -> DieReading:
    """One die with its name and every reason to doubt it."""
    face, share = name.shares[0]
    confidence = calibration.confidence(share)
    reasons = []
    if seen.clipped > doubt.all_clipped:
        reasons.append(Reason.GLARE)
    elif not is_fitting(name, doubt):
        reasons.append(Reason.GLARE if seen.clipped > doubt.most_clipped else Reason.UNCLEAR)
    if lean > 1:
        reasons.append(Reason.COCKED)
    corners = seen.face.corners()
    if (
        corners.min() < 0
        or (corners > np.array(size) - 1).any()
        or not doubt.least_size <= slant.size <= doubt.most_size
    ):
        reasons.append(Reason.COVERED)
    return DieReading(
        face=face,
        x=float(seen.face.centre[0]),
        y=float(seen.face.centre[1]),
        confidence=min(confidence, doubt.doubtful_confidence) if reasons else confidence,
        others=tuple((other, round(part, 4)) for other, part in name.shares[1:4]),
        size=seen.face.edge,
        reasons=tuple(reasons),
    )


def are_too_close(dice: Sequence[DieReading], doubt: DoubtSettings) -> bool:
    """Whether two top faces overlap, so that one of them must be a mistake."""
    return any(
        math.dist((one.x, one.y), (other.x, other.y)) < doubt.least_apart * min(one.size, other.size)
        for one, other in itertools.combinations(dice, 2)
    )
