"""All taught faces as if they had been seen in one light, each as a shape and as parts of one colour.

Each face was taught from a picture of its own, often in another light. What all faces have in common - the plastic, or
a white glyph on coloured tiles - tells how the lights differed: of every face the part is taken whose colour is most
like a part of all the others.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.symbols.matching import COARSE, FINE, NAMING, Bank, bank_of, match, without_slopes
from vision.symbols.patches import Floats, Light, Rings, as_levels, crops_from, flat_face, ringed, rings_of, shapes_of
from vision.symbols.profile import SymbolProfile
from vision.symbols.squares import moved

PARTS = 3  # colours looked for on a face


@dataclass(frozen=True, slots=True)
class TemplateSettings:
    """How parts are told apart and compared."""

    least_share: float = 0.04  # of the face: smaller parts are blurred borders of larger ones
    least_good: float = 0.5  # of a part, or its channel counts as clipped
    # A part smaller than this share of the face, and nearer than this share of the largest distance to another part, is
    # a border between two others or a shade of one of them.
    small_share: float = 0.2
    near_colour: float = 0.5
    # Logarithms of blue / green and red / green. Lamps from 2700 to 6500 K under a camera that half corrects them
    # differ by up to 0.5; inks differ by more.
    most_difference: float = 0.5
    least_light: float = 0.05  # of a part that tells the light: what is darker shows gloss as much as itself
    # Two faces show the same glyph if one leaves no more of the other unexplained than this, of which a difference in
    # size takes its share. On taught dice of 12 random styles equal glyphs left up to 0.09 or differed by up to 0.37 in
    # size; others left 0.15, or like a pentagon and a disc 0.06 but differed by 0.37.
    same_shape: float = 0.12
    size_share: float = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """The parts of one face that differ in colour; those it does not have are not present."""

    masks: Light  # (PARTS, samples) weights that sum to 1 where present
    light: Floats  # (PARTS, 3)
    is_known: NDArray[np.bool_]  # (PARTS, 3); where a channel was clipped, it is at least so bright
    is_present: NDArray[np.bool_]  # (PARTS,)


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """k looks of faces in the same light."""

    names: tuple[str, ...]  # of the faces; one that was taught from several pictures comes several times
    parts: tuple[Parts, ...]
    common: Floats  # (k,) how bright that part of each is which all have in common
    samples: Light  # (k, samples, 3) as they were taught
    # Every glyph once, whatever its colours: for finding out how dice lie.
    coarse: Bank
    fine: Bank
    turns: Bank  # all looks, as fine as colours are compared


@functools.lru_cache(maxsize=8)
def templates_of(profile: SymbolProfile) -> Templates:
    """What faces are compared with."""
    settings = TemplateSettings()
    rings = rings_of(*NAMING)
    patches, groups = laid_alike([patch for look in profile.faces for patch in look.patches], settings)
    lights = [np.ascontiguousarray(patch[..., :3]) for patch in patches]
    goods = [np.ascontiguousarray(patch[..., 3:]) for patch in patches]
    samples = [ringed(light, rings) for light in lights]
    glyphs = [together([lights[number] for number in group]) for group in groups]
    parts = [parts_of(light, ringed(good, rings), settings) for light, good in zip(samples, goods, strict=True)]
    balanced = tuple(in_one_light(parts, settings))
    return Templates(
        tuple(look.name for look in profile.faces for _ in look.patches),
        balanced,
        common_light(balanced, settings),
        np.array(samples, np.float32),
        bank_of(glyphs, COARSE),
        bank_of(glyphs, FINE),
        bank_of(lights, NAMING),
    )


def laid_alike(patches: Sequence[Light], settings: TemplateSettings) -> tuple[list[Light], list[list[int]]]:
    """The faces, those with the same glyph in the same place, size and turn: then they differ in colour only.

    Also which of them have the same glyph; each plain face is alone. Where the glyph lies on its face, the median of
    all those faces tells.
    """
    lays: list[Floats] = []
    groups: list[list[int]] = []
    plain: list[list[int]] = []
    for number, patch in enumerate(patches):
        for group in groups:
            laid = match(crops_from([patch]), *banks_of(patches[group[0]]))
            if laid.costs[0] + settings.size_share * abs(laid.lays[0, 2]) <= settings.same_shape:
                lays.append(laid.lays[0])
                group.append(number)
                break
        else:
            lays.append(np.zeros(6))
            # A plain face has no glyph by which it could be laid like another one.
            (groups if banks_of(patch)[0].blank.any() else plain).append([number])
    alike = list(patches)
    for group in groups:
        if len(group) > 1:
            for number, lay in zip(group, in_common_frame(np.array([lays[each] for each in group])), strict=True):
                alike[number] = flat_face(crops_from([patches[number]]), 0, lay)
    return alike, [*groups, *plain]


def together(lights: Sequence[Light]) -> Light:
    """Faces with the same glyph as one face with all their channels, each as strong as the others."""
    shared = [light / max(1e-6, float(light.max())) / np.sqrt(len(lights)) for light in lights]
    return np.concatenate(shared, axis=2).astype(np.float32)


def banks_of(patch: Light) -> tuple[Bank, Bank]:
    """The face as something to compare with, coarsely and finely."""
    light = np.ascontiguousarray(patch[..., :3])
    return bank_of([light], COARSE), bank_of([light], FINE)


def in_common_frame(lays: Floats) -> Floats:
    """Lays (n, 6) of faces by the glyph of one of them, moved and sized together to the median of all their frames."""
    edges, places = shapes_of(lays)
    back = np.linalg.inv(edges)
    centre = np.median(-(back @ places[..., np.newaxis])[..., 0], axis=0)
    growth = float(np.median(np.log(np.abs(np.linalg.det(back))) / 2))
    return moved(lays, np.array([*centre, growth, 0, 0, 0]))


def parts_of(samples: Light, good: Light, settings: TemplateSettings) -> Parts:
    """The parts of a face that differ in colour, without the blurred borders between them."""
    rings = rings_of(*NAMING)
    labels = labels_of(np.sqrt(np.maximum(samples - slope_of(samples, rings), 0)), rings.angles)
    # As in naming: what is even and what slopes are told apart there, too.
    samples = np.maximum(without_slopes(samples, rings, 2), 0)
    circles = labels.reshape(rings.rings, rings.angles)
    inside = (circles == np.roll(circles, 1, axis=1)) & (circles == np.roll(circles, -1, axis=1))
    inside[1:] &= circles[1:] == circles[:-1]
    inside[:-1] &= circles[:-1] == circles[1:]
    # A thin glyph is nothing but border.
    cores = np.bincount(labels[inside.ravel()], weights=rings.area[inside.ravel()], minlength=PARTS)
    if np.count_nonzero(cores >= settings.least_share) < 2:
        inside[:] = True
    masks, lights = np.zeros((PARTS, len(samples))), np.zeros((PARTS, 3))
    known, present = np.zeros((PARTS, 3), bool), np.zeros(PARTS, bool)
    for part in range(PARTS):
        weight = rings.area * ((labels == part) & inside.ravel())
        present[part] = weight.sum() >= settings.least_share
        if present[part]:
            masks[part] = weight / weight.sum()
            share = masks[part] @ good
            known[part] = share >= settings.least_good
            lights[part] = np.where(known[part], masks[part] @ (good * samples) / (share + 1e-9), masks[part] @ samples)
    present &= ~is_shade(lights, present, [rings.area @ (labels == part) for part in range(PARTS)], settings)
    if not present.any():
        masks[0], lights[0] = rings.area, rings.area @ samples
        known[0], present[0] = rings.area @ good >= settings.least_good, True
    masks[~present], lights[~present], known[~present] = 0, 0, False
    full = max(1e-6, float(lights.max()))
    return Parts(masks.astype(np.float32), lights / full, known, present)


def is_shade(
    lights: Floats, present: NDArray[np.bool_], shares: Sequence[float], settings: TemplateSettings
) -> NDArray[np.bool_]:
    """Which parts are only a shade of a larger one, or a border between two; a glyph in two shades keeps the larger."""
    looks = np.sqrt(np.maximum(lights, 0))
    apart = np.sqrt(((looks[:, np.newaxis] - looks) ** 2).sum(axis=2))
    apart[~present] = apart[:, ~present] = 0
    sizes = np.array(shares)
    is_near = (apart > 0) & (apart < settings.near_colour * apart.max())
    has_larger = (is_near & (sizes > sizes[:, np.newaxis])).any(axis=1)
    return np.asarray(has_larger & (sizes < settings.small_share) & (np.count_nonzero(present) == PARTS))


def slope_of(samples: Light, rings: Rings) -> Light:
    """How light slopes over a face, told by its rim, which is mostly of one colour."""
    rim = slice(-3 * rings.angles, None)
    slopes, _, _, _ = np.linalg.lstsq(rings.slopes[rim], samples[rim], rcond=None)
    return np.asarray(rings.slopes[:, 1:] @ slopes[1:], np.float32)


def labels_of(colours: Light, angles: int) -> NDArray[np.intp]:
    """Which of PARTS colours each sample belongs to."""
    centres = [np.median(colours[-2 * angles :], axis=0)]
    for _ in range(PARTS - 1):
        off = np.min([((colours - centre) ** 2).sum(axis=1) for centre in centres], axis=0)
        # Not the very farthest: single samples may be a speck.
        centres.append(colours[int(np.argsort(off)[int(len(off) * 0.97)])])
    labels = np.zeros(len(colours), np.intp)
    for _ in range(6):
        labels = np.argmin([((colours - centre) ** 2).sum(axis=1) for centre in centres], axis=0)
        centres = [
            np.median(colours[labels == number], axis=0) if (labels == number).any() else centre
            for number, centre in enumerate(centres)
        ]
    return labels


def in_one_light(faces: Sequence[Parts], settings: TemplateSettings) -> list[Parts]:
    """The faces, each with its channels scaled so that what they have in common has one tint.

    A face that has no part in common with the others, or only one that was clipped, stays as it is: the camera's own
    white balance is the next best guess.
    """
    whole = [
        tints_of(face.light[face.is_known.all(axis=1) & (face.light.max(axis=1) >= settings.least_light)])
        for face in faces
    ]
    told = [tints for tints in whole if len(tints)]
    if not told:
        return list(faces)
    common = common_tint(told, settings)
    balanced = []
    for face, tints in zip(faces, whole, strict=True):
        shift = common - tints[int(np.argmin(((tints - common) ** 2).sum(axis=1)))] if len(tints) else np.full(2, 9.0)
        if float(np.abs(shift).max()) > settings.most_difference:
            balanced.append(face)
            continue
        balanced.append(replace(face, light=face.light * np.exp([shift[0], 0.0, shift[1]])))
    return balanced


def common_light(faces: Sequence[Parts], settings: TemplateSettings) -> Floats:
    """How bright (k,) the part of each face is that is most like a part of all others; of those in one light."""
    told = [face.is_known.all(axis=1) & (face.light.max(axis=1) >= settings.least_light) for face in faces]
    tints = [tints_of(face.light[those]) for face, those in zip(faces, told, strict=True)]
    common = common_tint([each for each in tints if len(each)], settings) if any(map(len, tints)) else np.zeros(2)
    lights = []
    for face, those, own in zip(faces, told, tints, strict=True):
        near = (
            face.light[those][int(np.argmin(((own - common) ** 2).sum(axis=1)))] if len(own) else face.light.max(axis=0)
        )
        lights.append(max(1e-3, float(near.max())))
    return np.array(lights)


def common_tint(faces: Sequence[Floats], settings: TemplateSettings) -> Floats:
    """The tint that every face has a part of, as nearly as may be: (log blue / green, log red / green)."""
    best, least = np.zeros(2), np.inf
    for start in np.concatenate(list(faces)):
        tint = start
        for _ in range(3):
            nearest = np.array([tints[int(np.argmin(((tints - tint) ** 2).sum(axis=1)))] for tints in faces])
            tint = np.median(nearest, axis=0)
        off = np.minimum(((nearest - tint) ** 2).sum(axis=1), settings.most_difference**2).sum()
        if off < least:
            best, least = tint, float(off)
    return best


def tints_of(lights: Floats) -> Floats:
    """Tints (k, 2) of lights (k, 3): log blue / green and log red / green."""
    logs = np.log(lights + 0.003)
    return np.asarray(logs[:, [0, 2]] - logs[:, 1:2])


def picture_of(templates: Templates) -> NDArray[np.uint8]:
    """All templates one below the other, unrolled, to look at."""
    looks = templates.samples.reshape(-1, rings_of(*NAMING).angles, 3)
    return np.asarray(np.round(as_levels(looks) * 255), np.uint8)
