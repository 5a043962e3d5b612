"""Looking at places that may be dice: once, again where that does not settle it, and counting small or unclear ones."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.face_finding import Candidate, Debug
from vision.pips.naming import CROP, CROP_EDGES, NOTHING, UNREADABLE_DIE, cut_out, name_cut_outs
from vision.pips.recount import recount

FACES = ("1", "2", "3", "4", "5", "6")
OTHER_TURNS = 3
# Pixels: the namer looks at faces of 32, so those of narrower dice are enlarged for it, and pips of the narrowest run
# together. These are always counted again, and what the namer says bears little witness to that.
SMALL_EDGE = 34.0
Shares = NDArray[np.float32]  # of nothing, 1..6, unreadable die


@dataclass(frozen=True, slots=True)
class LookSettings:
    """When one look is enough; set on 140 rendered tables (tools/render/scenes/pips.py, seeds 77, 3100)."""

    certain_nothing: float = 0.98  # in the first look: not worth a second
    most_nothing: float = 0.05  # above, there may be no die
    most_unreadable: float = 0.05  # above, it may lean or be covered
    settled_share: float = 0.995  # in the first look of a die: from here on among the faces, and ...
    settled_shift: float = 0.15  # ... so near the middle, in edges, there is no second
    clear_share: float = 0.97  # in the second look: below, more turns are looked at, and pips are counted again ...
    likely_nothing: float = 0.5  # ... unless there is hardly a die
    most_correction: float = 0.6  # of the edge, and of its logarithm
    clear_heat: float = 0.45  # the clearest place says how large dice are here ...
    clear_nothing: float = 0.1
    # ... and what is surely something, but so much larger or smaller, as a logarithm, and no die of that size, may be
    # one of the usual size: the large pip of a one is easily taken for half the die. With less heat, dice mirrored in
    # the border of a tray were taken for dice.
    another_size: float = 0.35
    something_heat: float = 0.5
    # True places are apart by sqrt(cos(46 degrees)) = 0.83 edges of the larger one at least, even of touching dice on a
    # slant; what is nearer is a die's side, a pip, or two dice seen as one ...
    same_die: float = 0.8
    # ... but of two plain dice both places may be off by a tenth towards each other, and neither must be overlooked.
    same_plain_die: float = 0.65  # of the mean of both edges
    # What is taken for the same die as another, but is so far from all of them, in their edges, lies between them and
    # may be one that was overlooked. On 200 rendered tables of touching dice (seeds 15001, 15002) and 134 photographs
    # there was such a place twice, both times in a reading that was wrong.
    between_dice: float = 0.7
    # What is no die in the second opinion says nothing about how large dice are, and hides none that is that much
    # smaller: a card with one sign in its middle looks like a large die, and dice lie on cards.
    stranger: float = 0.7
    hidden_below: float = 0.75  # of its edge


@dataclass(frozen=True, slots=True)
class TwoSizes:
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

    def holds(self, place: Candidate) -> bool:
        """Whether a face at that place is wholly inside."""
        height, width = self.pixels.shape[:2]
        to_border = min(place.x, place.y, width - 1 - place.x, height - 1 - place.y)
        return to_border >= place.edge / 2

    def from_middle(self, place: Candidate) -> tuple[float, float]:
        """How far right and down of the picture's middle a place is, in the picture's longer sides."""
        height, width = self.pixels.shape[:2]
        return (place.x - width / 2) / max(height, width), (place.y - height / 2) / max(height, width)


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at a place shows."""

    place: Candidate  # corrected
    crop: NDArray[np.uint8]
    shares: Shares
    shift: float  # how far it was off, in edges or in logarithms of the edge
    stranger: float = 0.0  # in the second opinion, that this is no die with pips


@dataclass(frozen=True, slots=True)
class Sighting:
    """A place looked at where it was found, and again where the first look says the face really is.

    What the first look shows clearly and in the middle needs no second one.
    """

    place: Candidate  # corrected
    crop: NDArray[np.uint8]  # what the last look saw
    first: Shares
    second: Shares
    stranger: float = 0.0  # in the second opinion at the last look, that this is no die with pips
    named: Shares | None = None  # what the second look itself saw, where pips were counted again after it

    @property
    def is_small(self) -> bool:
        """Whether the die is so small that the recount decides what it shows."""
        return self.place.edge < SMALL_EDGE

    def agreement(self, number: int) -> float:
        """How far the other looks bear out the face of that number, counted from 0; no look alone can refute it."""
        first = face_shares(self.first)[number]
        if self.named is None:
            return (1 + first) / 2
        if self.is_small:
            return 1.0
        return (2 + max(first, face_shares(self.named)[number])) / 3


@dataclass(frozen=True, slots=True)
class Seen:
    """What looking at all places shows."""

    sightings: list[Sighting]
    is_crowded: bool  # between dice is something that looks like one


def look_twice(picture: TwoSizes, places: Sequence[Candidate], settings: LookSettings, debug: Debug | None) -> Seen:
    """Name every place, correct where it is, and look again at what is not settled.

    Places that turn out to be the same die become one.
    """
    looks = first_looks(picture, places, settings, debug, "pips-first-look")
    resized = first_looks(picture, in_usual_size(places, looks, settings), settings, debug, "pips-usual-size")
    likely = [look for look in looks if look.shares[NOTHING] < settings.certain_nothing]
    # What was found in another size must be plain in the usual one: its heat was that of something else.
    plain = [look for look in resized if look.shares[NOTHING] < settings.clear_nothing]
    all_looks = [*likely, *plain]
    once = each_once(all_looks, settings)
    settled = [is_settled(look, settings) for look in once]
    unsettled = [look for look, is_done in zip(once, settled, strict=True) if not is_done]
    again = [picture.cut_out(look.place) for look in unsettled]
    show(again, debug, "pips-second-look")
    second = iter(looked_again(unsettled, again, settings))
    sightings = [
        Sighting(look.place, look.crop, look.shares, look.shares, look.stranger) if is_done else next(second)
        for look, is_done in zip(once, settled, strict=True)
    ]
    return Seen(sightings, any(is_between(look, once, settings) for look in all_looks))


def first_looks(
    picture: TwoSizes, places: Sequence[Candidate], settings: LookSettings, debug: Debug | None, name: str
) -> list[Look]:
    """What a look at each of the places shows."""
    crops = [picture.cut_out(place) for place in places]
    show(crops, debug, name)
    return [
        Look(
            corrected(place, named.shift, settings),
            crop,
            named.shares,
            float(np.abs(named.shift).max()),
            named.stranger,
        )
        for place, crop, named in zip(places, crops, name_cut_outs(crops), strict=True)
    ]


def show(crops: Sequence[NDArray[np.uint8]], debug: Debug | None, name: str) -> None:
    """Let cut-outs be looked at side by side."""
    if debug is not None and crops:
        debug(name, np.asarray(cv2.hconcat(list(crops)), np.uint8))


def in_usual_size(places: Sequence[Candidate], looks: Sequence[Look], settings: LookSettings) -> list[Candidate]:
    """Places that surely show something, but no die of the size they were found in, in the usual size."""
    usual = usual_edge([(look.place, look.shares) for look in looks if look.stranger < settings.stranger], settings)
    if usual is None:
        return []
    return [
        replace(place, edge=usual)
        for place, look in zip(places, looks, strict=True)
        if place.heat >= settings.something_heat
        and look.shares[NOTHING] >= settings.likely_nothing
        and abs(math.log(place.edge / usual)) > settings.another_size
    ]


def usual_edge(seen: Sequence[tuple[Candidate, Shares]], settings: LookSettings) -> float | None:
    """How large dice are in this picture, by the clearest of them; None if none is clear."""
    clear = [
        place
        for place, shares in seen
        if place.heat >= settings.clear_heat and shares[NOTHING] < settings.clear_nothing
    ]
    return max(clear, key=lambda place: place.heat).edge if clear else None


def each_once(looks: Sequence[Look], settings: LookSettings) -> list[Look]:
    """The looks that show a die best, of those that show the same one."""
    kept: list[Look] = []
    for look in sorted(looks, key=lambda look: -likeness(look)):
        if not any(is_same_die(look, other, settings) and not lies_on(look, other, settings) for other in kept):
            kept.append(look)
    return kept


def likeness(look: Look) -> float:
    """How much a look shows a die, in the eyes of the finder, the namer and the second opinion."""
    return look.place.heat * (1 - float(look.shares[NOTHING])) * (1 - look.stranger)


def lies_on(look: Look, other: Look, settings: LookSettings) -> bool:
    """Whether the second is no die but something larger, on which the first may lie."""
    return other.stranger >= settings.stranger and look.place.edge <= settings.hidden_below * other.place.edge


def is_between(look: Look, kept: Sequence[Look], settings: LookSettings) -> bool:
    """Whether something that looks like a die is none of those kept, judged by their own size."""
    x, y = look.place.x, look.place.y
    nothing = float(look.shares[NOTHING])
    is_something = look.place.heat >= settings.something_heat and nothing < settings.likely_nothing
    return is_something and all(
        math.dist((x, y), (place.x, place.y)) > settings.between_dice * place.edge
        for place in (other.place for other in kept)
    )


def is_same_die(look: Look, other: Look, settings: LookSettings) -> bool:
    """Whether two looks show one die: they are nearer than two dice could lie.

    A large die and a small one lie nearer than two large ones; but so do a die and its side, so both must be plain.
    """
    edges = (look.place.edge, other.place.edge)
    are_plain = max(look.shares[NOTHING], other.shares[NOTHING]) < settings.clear_nothing
    apart = math.dist((look.place.x, look.place.y), (other.place.x, other.place.y))
    return apart <= (settings.same_plain_die * sum(edges) / 2 if are_plain else settings.same_die * max(edges))


def looked_again(looks: Sequence[Look], crops: Sequence[NDArray[np.uint8]], settings: LookSettings) -> list[Sighting]:
    """What a second look at each of these shows, in cut-outs around the corrected places turned by a quarter.

    What is not clear then is looked at in the other turns too. Dice that are small or not clear are counted again.
    """
    seen = name_cut_outs([turned(crop, 1) for crop in crops])
    shares, strangers = [each.shares for each in seen], [each.stranger for each in seen]
    unclear = [number for number, share in enumerate(shares) if not is_clear(share, settings)]
    more = iter(name_cut_outs([view for number in unclear for view in other_turns(crops[number])]))
    for number in unclear:
        turns = [seen[number], *itertools.islice(more, OTHER_TURNS)]
        shares[number] = np.asarray(np.mean([each.shares for each in turns], axis=0), np.float32)
        strangers[number] = statistics.fmean(each.stranger for each in turns)
    doubtful = [
        number
        for number, look in enumerate(looks)
        if (number in unclear or look.place.edge < SMALL_EDGE) and shares[number][NOTHING] < settings.likely_nothing
    ]
    named: list[Shares | None] = [None] * len(looks)
    for number, count in zip(doubtful, recount([crops[number] for number in doubtful]), strict=True):
        is_small = looks[number].place.edge < SMALL_EDGE
        named[number], shares[number] = shares[number], with_count(shares[number], count, is_small)
    return [
        Sighting(look.place, crop, look.shares, share, stranger, before)
        for look, crop, share, stranger, before in zip(looks, crops, shares, strangers, named, strict=True)
    ]


def other_turns(crop: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """The other turns of a cut-out, one of them mirrored."""
    return [turned(crop, 0), turned(crop, 2), turned(np.asarray(crop[:, ::-1]), 3)]


def turned(crop: NDArray[np.uint8], quarters: int) -> NDArray[np.uint8]:
    """A cut-out turned by quarters."""
    return np.ascontiguousarray(np.rot90(crop, quarters))


def with_count(shares: Shares, count: Shares, is_small: bool) -> Shares:
    """Shares with the faces of the recount; both say whether there is a die, the better one whether it leans.

    The count is made for small dice, the namer knows more of large ones that lean.
    """
    nothing = float(shares[NOTHING] + count[NOTHING]) / 2
    unreadable = min(float((count if is_small else shares)[UNREADABLE_DIE]), 1 - nothing)
    faces = np.array(face_shares(count)) * (1 - nothing - unreadable)
    return np.array([nothing, *faces, unreadable], np.float32)


def is_settled(look: Look, settings: LookSettings) -> bool:
    """Whether a first look shows a face so clearly, and so much in the middle, that a second would say the same."""
    if look.place.edge < SMALL_EDGE:
        return False
    is_plain = max(face_shares(look.shares)) >= settings.settled_share and is_die_to_read(look.shares, settings)
    return is_plain and look.shift <= settings.settled_shift


def is_clear(shares: Shares, settings: LookSettings) -> bool:
    """Whether a second look shows one face, or nothing, so clearly that no more are needed."""
    if is_die_to_read(shares, settings):
        return max(face_shares(shares)) >= settings.clear_share
    return float(shares.max()) >= settings.clear_share


def is_die_to_read(shares: Shares, settings: LookSettings) -> bool:
    """Whether there is hardly a doubt that here is a die, flat and uncovered."""
    return bool(shares[NOTHING] <= settings.most_nothing and shares[UNREADABLE_DIE] <= settings.most_unreadable)


def corrected(place: Candidate, shift: NDArray[np.float32], settings: LookSettings) -> Candidate:
    """Where the face is and how large, according to the first look at it."""
    most = settings.most_correction
    right, down, growth = (min(most, max(-most, float(part))) for part in shift)
    x, y = place.x + right * place.edge, place.y + down * place.edge
    return Candidate(x, y, place.edge * math.exp(growth), place.heat)


def face_shares(shares: Shares) -> list[float]:
    """The shares of the six faces among themselves."""
    faces: list[float] = shares[1 : 1 + len(FACES)].tolist()
    whole = max(1e-6, sum(faces))
    return [share / whole for share in faces]
