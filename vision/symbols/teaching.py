"""Teaching dice: pictures in which all dice show the same face become that face's look."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.base.errors import NothingToLearn
from vision.base.frame import Frame
from vision.base.reading import Reason
from vision.dice.face_finding import Candidate
from vision.symbols.clipping import ALL_ALIKE
from vision.symbols.finding import MOST_DICE, THOROUGH, crops_around, find_dice
from vision.symbols.levelling import levelled
from vision.symbols.matching import COARSE, FINE, NAMING, Bank, bank_of, match
from vision.symbols.naming import SeenFaces, name_faces
from vision.symbols.patches import COVER, PATCH, REACH, Crops, Floats, Light, as_levels, flat_face, rings_of, sampled
from vision.symbols.profile import MOST_PICTURES, FaceLook, SymbolProfile
from vision.symbols.squares import squared
from vision.symbols.templates import templates_of
from vision.table.light import judge_light


@dataclass(frozen=True, slots=True)
class TeachingSettings:
    """What is asked of a picture to learn from: more than in reading, since it is used for a long time."""

    least_heat: float = 0.4  # of a die
    least_alone: float = 0.5  # of a single die: on a patterned table a side was taken for one, with 0.41
    least_edge: float = 30.0  # pixels of a top face: smaller ones show too little to learn
    most_dice: int = 8  # more are a pattern on the table
    least_size: float = 0.75  # of an edge compared with the usual one in the picture
    most_size: float = 1.3
    least_likeness: float = 0.85  # correlation of a die with the mean of the others
    least_agreement: float = 0.6  # share of all that looks like a die which must be alike
    surroundings: float = 0.9  # edges: how far from a die's middle the table is looked at
    least_contrast: float = 0.06  # of levels between a plain face's rim and the table, or it is no die
    least_glyph: float = 0.1  # standard deviation of levels on a face with a glyph
    rounds: int = 2  # of laying the dice flat by what they have in common
    confusable_share: float = 0.03  # of another face, when a face's own look is read in the light it was taught in


def teach_face(known: SymbolProfile | None, face: str, pictures: Sequence[Frame]) -> SymbolProfile:
    """The profile with this face as the pictures show it; in each, all dice must have it on top."""
    settings = TeachingSettings()
    if not pictures:
        raise NothingToLearn(f"no picture for {face!r}; at least one is needed")
    learned = [learned_from(frame, number, face, settings) for number, frame in enumerate(pictures, start=1)]
    looks = {look.name: look for look in known.faces} if known else {}
    before = looks[face].patches if face in looks else ()
    looks[face] = FaceLook(face, (*before, *learned)[-MOST_PICTURES:])
    return SymbolProfile(tuple(looks.values()))


def learned_from(frame: Frame, number: int, face: str, settings: TeachingSettings) -> Light:
    """The face all dice of one picture show."""
    light = judge_light(frame)
    for reason, words in (
        (Reason.TOO_DARK, "too dark; give more light"),
        (Reason.TOO_BRIGHT, "too bright; give less light"),
        (Reason.BLURRED, "not sharp; hold the camera still or set its focus"),
    ):
        if reason in light:
            raise NothingToLearn(f"picture {number}: {words}, then show {face!r} again")
    found = find_dice(frame.pixels, settings=THOROUGH)[:MOST_DICE]
    clear = [die for die in found if die.heat >= settings.least_heat]
    usual = usual_dice(found, settings)
    standing = stand_out(crops_around(frame.pixels, usual), settings)
    dice = [die for die, stands in zip(usual, standing, strict=True) if stands]
    if not are_learnable(dice, settings) or len(clear) > settings.most_dice:
        raise NothingToLearn(
            f"picture {number}: no dice to be made out for {face!r}; "
            "lay the dice apart on a plain table of another colour, near the camera and in good light"
        )
    height, width = frame.pixels.shape[:2]
    mean, alike = agreed(crops_around(frame.pixels, dice, ALL_ALIKE), (width, height), settings)
    if alike < settings.least_agreement * len(clear):
        raise NothingToLearn(
            f"picture {number}: the dice do not all show the same face; turn {face!r} up on all of them"
        )
    return mean


def are_learnable(dice: Sequence[Candidate], settings: TeachingSettings) -> bool:
    """Whether a face can be learned from these: from several dice of some size, or from one that is surely one."""
    if not dice or float(np.median([die.edge for die in dice])) < settings.least_edge:
        return False
    return len(dice) > 1 or dice[0].heat >= settings.least_alone


def stand_out(crops: Crops, settings: TeachingSettings) -> list[bool]:
    """Whether each face shows a glyph or differs from what is around it: a piece of bare table does neither."""
    if not len(crops):
        return []
    rings = rings_of(*NAMING)
    lays = np.zeros((len(crops), 2, 6))
    lays[:, 1, 2] = np.log(settings.surroundings / rings.places.max())
    inner, outer = (as_levels(part) for part in sampled(crops, crops.light, lays, rings).transpose(1, 0, 2, 3))
    rim = slice(-2 * rings.angles, None)
    off = np.abs(np.median(inner[:, rim], axis=1) - np.median(outer[:, rim], axis=1)).max(axis=1)
    glyph = inner.std(axis=1).max(axis=1)
    return [bool(stands) for stands in (glyph >= settings.least_glyph) | (off >= settings.least_contrast)]


def usual_dice(dice: Sequence[Candidate], settings: TeachingSettings) -> list[Candidate]:
    """The dice that are clearly dice and of one size."""
    clear = [die for die in dice if die.heat >= settings.least_heat]
    if not clear:
        return []
    usual = float(np.median([die.edge for die in clear]))
    return [die for die in clear if settings.least_size <= die.edge / usual <= settings.most_size]


def agreed(crops: Crops, size: tuple[int, int], settings: TeachingSettings) -> tuple[Light, int]:
    """The mean of the faces that are alike, each laid like the others, and how many these are.

    The crops are from a picture of that size (width, height).
    """
    starts = [flat_face(crops, number, np.zeros(6))[..., :3] for number in range(len(crops))]
    lays = [match(crops, *banks(start)) for start in starts]
    best = min(range(len(crops)), key=lambda number: float(lays[number].costs.sum()))
    mean, found = flat_face(crops, best, np.zeros(6)), lays[best].lays
    alike, bank = 0, bank_of([starts[best]], FINE)
    for _ in range(settings.rounds):
        found = levelled(crops, squared(crops, centred(found), bank), size)
        flats = [scaled(flat_face(crops, number, lay)) for number, lay in enumerate(found)]
        usual = np.median(flats, axis=0)
        kept = [flat for flat in flats if likeness(flat, usual) >= settings.least_likeness]
        alike = len(kept)
        if not kept:
            break
        mean = without_veil(kept)
        coarse, bank = banks(mean[..., :3])
        found = match(crops, coarse, bank).lays
    return mean, alike


def centred(lays: Floats) -> Floats:
    """The lays moved and sized so that middle and edge are what the finder says of all dice, not of one of them."""
    cosine, sine = np.cos(lays[:, 5]), np.sin(lays[:, 5])
    right, down = lays[:, 0], lays[:, 1]
    across, along = float(np.median(right * cosine + down * sine)), float(np.median(down * cosine - right * sine))
    better = lays.copy()
    better[:, 0] -= across * cosine - along * sine
    better[:, 1] -= across * sine + along * cosine
    better[:, 2] -= np.median(lays[:, 2])
    return better


def banks(light: Light) -> tuple[Bank, Bank]:
    """The face as something to compare with, coarsely and finely."""
    return bank_of([light], COARSE), bank_of([light], FINE)


def scaled(patch: Light) -> Light:
    """The patch with its brightest parts at 1."""
    full = max(1e-6, float(np.percentile(patch[..., :3].max(axis=2)[on_face()], 95)))
    return np.concatenate([patch[..., :3] / full, patch[..., 3:]], axis=2).astype(np.float32)


@functools.cache
def on_face() -> NDArray[np.bool_]:
    """Where in a patch the face is that is looked at, not what is around it."""
    across, down = (np.mgrid[:PATCH, :PATCH] - (PATCH - 1) / 2) * COVER / PATCH
    return np.asarray(np.hypot(across, down) <= REACH)


def likeness(one: Light, other: Light) -> float:
    """How alike two faces are in the same light, from -1 to 1; 1 for two that are both of one plain colour."""
    weight = (one[..., 3:] * other[..., 3:] + 1e-3) * on_face()[..., np.newaxis]
    weight = weight / weight.sum()
    first, second = (patch[..., :3] - (weight * patch[..., :3]).sum() for patch in (one, other))
    spread = float(np.sqrt((weight * first**2).sum() * (weight * second**2).sum()))
    # A thousandth of full light is noise: without it, plain grey faces would be compared by their grain.
    return float(((weight * first * second).sum() + 1e-3) / (spread + 1e-3))


def without_veil(patches: Sequence[Light]) -> Light:
    """The mean of equal faces, each freed from the gloss that the one with the least gloss does not have."""
    usual = np.median(patches, axis=0)
    lines = [veil_line(patch, usual) for patch in patches]
    least = min(lines, key=lambda line: line[1] / line[0])
    light = np.array(
        [
            (patch[..., :3] - veil) / gain * least[0] + least[1]
            for patch, (gain, veil) in zip(patches, lines, strict=True)
        ]
    )
    good = np.array([patch[..., 3:] for patch in patches]) > 0.5
    # Where a channel is clipped on some dice, the others tell; where it is on all, it is at least so bright.
    seen = good.any(axis=0)
    mean = np.where(seen, np.nanmedian(np.where(good | ~seen, light, np.nan), axis=0), light.max(axis=0))
    return np.concatenate([np.clip(mean, 0, None), seen], axis=2).astype(np.float32)


def veil_line(patch: Light, usual: Light) -> tuple[float, float]:
    """Gain and veil that make the usual look like the patch, told by what is clipped in neither."""
    weight = (patch[..., 3:] * usual[..., 3:] + 1e-3) * on_face()[..., np.newaxis]
    weight = weight / weight.sum()
    middle, own = ((weight * each[..., :3]).sum() for each in (usual, patch))
    off = usual[..., :3] - middle
    gain = float((weight * off * patch[..., :3]).sum() / ((weight * off**2).sum() + 1e-9))
    gain = min(2.0, max(0.5, gain))
    return gain, float(own - gain * middle)


def confusable_faces(profile: SymbolProfile) -> tuple[tuple[str, str], ...]:
    """Pairs of faces that this profile does not tell apart well: each face's own look read as if it were seen."""
    settings = TeachingSettings()
    templates = templates_of(profile)
    pairs: set[frozenset[str]] = set()
    for name, light in zip(templates.names, templates.samples, strict=True):
        named = name_faces(SeenFaces(light[np.newaxis], np.ones_like(light)[np.newaxis]), templates)[0]
        likely = [other for other, share in named.shares if share > settings.confusable_share]
        pairs |= {frozenset((name, other)) for other in likely if other != name}
    order = [look.name for look in profile.faces]
    return tuple(pair for pair in combinations(order, 2) if frozenset(pair) in pairs)
