"""Where the top face ends: the square that all dice of one picture have in common around their glyph.

The dice are laid on each other by their glyphs. Then inside of the face all look alike, while outside of it each shows
another side and another piece of table; and along the face's border the light changes.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.symbols.matching import FINE, Bank, WideSettings, bank_of, improved
from vision.symbols.patches import REACH, Crops, Floats, Light, as_levels, flat_face, flat_picture, lay_of, shapes_of

SIDE = 64  # pixels of the pictures the square is looked for in ...
WIDE = 2.0  # ... which show so many edges


@dataclass(frozen=True, slots=True)
class SquareSettings:
    """Which squares are tried; lengths in the edge that the finder told."""

    sizes: tuple[float, ...] = (0.74, 0.82, 0.91, 1.0, 1.1, 1.21, 1.33)
    shift: float = 0.07  # between two centres ...
    shifts: int = 2  # ... of so many to each side
    turns: int = 9  # of a quarter turn
    disc_sizes: int = 13  # from the least to the largest, and ...
    disc_turns: int = 27  # ... turns of a quarter turn, where only these are open
    # Then around the best: first steps for right, down, growth, both squeezes and turn, at half the steps each round.
    steps: tuple[float, ...] = (0.035, 0.035, 0.04, 0.03, 0.03, 0.09)
    rounds: int = 3
    tries_of_round: int = 2  # times the best is looked around at the same step
    choices: int = 2  # times each die chooses its turn, by a square that is known better each time
    small_steps: float = 0.5  # of the usual ones, where faces are nearly laid on each other
    strip: float = 0.07  # how far inside and outside of the border the light is looked at
    far_strip: float = 0.14  # how far outside dice are compared: nearer, a blurred border differs as well
    places: tuple[float, ...] = (-0.44, -0.33, -0.22, -0.11, 0.0, 0.11, 0.22, 0.33, 0.44)  # along a side
    half_contrast: float = 0.12  # of levels: half as good as the best border
    rim: float = 0.05  # how far inside of the border the face is of one colour
    uneven_weight: float = 0.5  # of a rim in several colours, compared with the border's contrast
    unlike: float = 0.06  # of levels, by which dice differ where they show different things
    unlike_weight: float = 0.5  # of that, compared with the border's contrast
    clear_glyph: float = 0.1  # standard deviation of levels on a face that shows something
    glyph_weight: float = 0.15  # of that, compared with the border's contrast
    agreement_weight: float = 1.5  # of how the dice differ, compared with what they show
    least_shown: float = 0.03
    # The finder is off by less than this in size and place, one standard deviation, on rendered dice of random styles.
    size_spread: float = 0.13
    place_spread: float = 0.1
    squeeze_spread: float = 0.06  # of the squeeze with which a face is first seen
    prior_weight: float = 0.06
    whole_turns: int = 24  # in which a glyph is tried for looking the same ...
    turns_apart: float = 0.2  # ... of which those nearer to each other are one
    as_good: float = 0.15  # of what a face leaves unexplained: a turn that is worse by less may be the right one
    most_ways: int = 10  # a glyph that looks the same in more turns is round


def squared(crops: Crops, lays: Floats, bank: Bank, settings: SquareSettings | None = None) -> Floats:
    """The lays of equal faces, moved, sized and turned so that each is just the face's square.

    `bank` holds the face as the lays were found with it. A glyph lays the dice on each other, and then their borders
    tell the square together; a disc tells only place and size, but how it is turned each die's own border mostly says.
    """
    settings = settings or SquareSettings()
    tries = first_tries(settings)
    ways = [
        squared_by_glyph(crops, lays, bank, tries, settings),
        squared_by_border(crops, np.zeros_like(lays), tries, settings),
        squared_by_border(crops, lays, centred_tries(settings), settings),
    ]
    return max(ways, key=lambda laid: common_worth(crops, laid, settings))


def common_worth(crops: Crops, lays: Floats, settings: SquareSettings) -> float:
    """How well squares that are laid so part what the dice have in common from the rest.

    Most faces show something in their middle, a square inside of a large disc does not; and all must show it alike.
    """
    alike = [picture_at(crops, number, lay) for number, lay in enumerate(lays)]
    inner = slice(SIDE // 4, -SIDE // 4)
    faces = np.array([picture[inner, inner][in_disc()] for picture in alike])  # (n, pixels, 3)
    shown = float(np.median(faces.std(axis=1).max(axis=1)))
    differ = float(faces.std(axis=0).mean())
    agreement = settings.glyph_weight - settings.agreement_weight * differ / (differ + shown + settings.least_shown)
    # What a single die shows may as well be its sides.
    glyph = min(1.0, shown / settings.clear_glyph) * agreement if len(lays) > 1 else 0.0
    return float(worth(alike, np.zeros((1, 6)), settings)[0] - prior_of(lays, settings).mean() + glyph)


@functools.cache
def in_disc() -> NDArray[np.bool_]:
    """Where in a picture of just a face that part of it is which is compared with others."""
    middle = (SIDE // 2 - 1) / 2
    return np.asarray(np.hypot(*(np.mgrid[: SIDE // 2, : SIDE // 2] - middle)) <= REACH * SIDE / WIDE)


def squared_by_border(crops: Crops, lays: Floats, tries: Floats, settings: SquareSettings) -> Floats:
    """The lays of equal faces, each moved as its own border tells, all about to one size, and turned to look alike."""
    pictures = [picture_at(crops, number, lay) for number, lay in enumerate(lays)]
    strips, prior = (settings.strip,), prior_of(tries, settings)
    fits = np.array([border_of([picture], tries, settings, strips) - prior for picture in pictures])
    ways = []
    for size in np.unique(tries[:, 2]):
        those = tries[:, 2] == size
        squares = tries[those][np.argmax(fits[:, those], axis=1)]
        ways.append((squares, in_quarter_turns(crops, moved_each(lays, squares))))
    squares, _ = max(ways, key=lambda way: common_worth(crops, way[1], settings))
    own = np.array([closer([picture], square, settings) for picture, square in zip(pictures, squares, strict=True)])
    return laid_together(crops, in_quarter_turns(crops, moved_each(lays, own)), settings)


def laid_together(crops: Crops, lays: Floats, settings: SquareSettings) -> Floats:
    """The lays of faces that nearly lie on each other: laid by what they have in common, and given a common square."""
    wide = WideSettings()
    flats = [flat_face(crops, number, lay)[..., :3] for number, lay in enumerate(lays)]
    bank = bank_of([np.median(flats, axis=0).astype(np.float32)], FINE)
    steps = np.array(wide.steps) * settings.small_steps
    looks = np.zeros(len(lays), np.intp)
    together = improved(crops, np.arange(len(lays)), lays, looks, bank, steps, wide.rounds).lays
    alike = [picture_at(crops, number, lay) for number, lay in enumerate(together)]
    return moved(together, closer(alike, np.zeros(6), settings))


def in_quarter_turns(crops: Crops, lays: Floats) -> Floats:
    """The lays of squares, each turned by quarters so that the faces look like the one that is most like all others."""
    inner = slice(SIDE // 4, -SIDE // 4)
    pictures = [picture_at(crops, number, lay)[inner, inner] for number, lay in enumerate(lays)]
    # A lay that is turned by a quarter shows its face turned back by one.
    quarters = np.array([[np.rot90(picture, turns) for turns in range(4)] for picture in pictures])
    off = np.array([np.abs(quarters - picture).mean(axis=(2, 3, 4)) for picture in pictures])  # (like, dice, turns)
    chosen = off[int(np.argmin(off.min(axis=2).sum(axis=1)))].argmin(axis=1)
    turned = lays.copy()
    turned[:, 5] += chosen * math.pi / 2
    return turned


def squared_by_glyph(crops: Crops, lays: Floats, bank: Bank, tries: Floats, settings: SquareSettings) -> Floats:
    """The lays of equal faces, moved, sized and turned together.

    A star looks the same in five turns, of which only some turn the square around it into itself: each die takes the
    turn that fits the square best.
    """
    ways = turned_alike(crops, lays, bank, settings)
    seen = [[picture_at(crops, number, lay) for lay in turned] for number, (turned, _) in enumerate(ways)]
    worse = [cost for _, cost in ways]
    borders = own_borders(seen, worse, tries, (settings.strip,), settings)
    together = np.mean([border.max(axis=0) for border in borders], axis=0) - prior_of(tries, settings)
    chosen = [int(np.argmax(border[:, int(np.argmax(together))])) for border in borders]
    alike = [pictures[way] for pictures, way in zip(seen, chosen, strict=True)]
    square = tries[int(np.argmax(worth(alike, tries, settings)))]
    for _ in range(settings.choices):
        square = closer(alike, square, settings)
        borders = own_borders(seen, worse, square[np.newaxis], near_and_far(settings), settings)
        chosen = [int(np.argmax(border[:, 0])) for border in borders]
        alike = [pictures[way] for pictures, way in zip(seen, chosen, strict=True)]
    return moved(np.array([turned[way] for (turned, _), way in zip(ways, chosen, strict=True)]), square)


def own_borders(
    seen: Sequence[Sequence[Light]],
    worse: Sequence[Floats],
    tries: Floats,
    strips: tuple[float, ...],
    settings: SquareSettings,
) -> list[Floats]:
    """For each die how clear the border of every square is (ways, m), in each way it is seen, less what that costs."""
    return [
        np.array([border_of([picture], tries, settings, strips) for picture in pictures]) - cost[:, np.newaxis]
        for pictures, cost in zip(seen, worse, strict=True)
    ]


def turned_alike(crops: Crops, lays: Floats, bank: Bank, settings: SquareSettings) -> list[tuple[Floats, Floats]]:
    """For each die its lay in all turns (n, 6) in which it looks about the same, and how much worse than the best (n,).

    A disc looks the same in too many turns: of these only the best is told.
    """
    wide = WideSettings()
    count, turns = len(lays), settings.whole_turns
    dice, looks = np.repeat(np.arange(count), turns), np.zeros(count * turns, np.intp)
    starts = np.repeat(lays, turns, axis=0)
    starts[:, 5] += np.tile(np.arange(turns) * 2 * math.pi / turns, count)
    tried = improved(crops, dice, starts, looks, bank, np.array(wide.steps), wide.rounds)
    ways = []
    for number in range(count):
        own = slice(number * turns, (number + 1) * turns)
        turned, worse = tried.lays[own], tried.costs[own] - tried.costs[own].min()
        good = [int(way) for way in np.argsort(worse) if worse[way] <= settings.as_good]
        kept = different_turns(turned[:, 5], good, settings.turns_apart)
        kept = kept if len(kept) <= settings.most_ways else kept[:1]
        ways.append((turned[kept], worse[kept]))
    return ways


def different_turns(turns: Floats, ways: Sequence[int], apart: float) -> list[int]:
    """Of these ways, best first, those that are turned otherwise than the better ones."""
    kept: list[int] = []
    for way in ways:
        if all(abs(math.remainder(turns[way] - turns[other], math.tau)) >= apart for other in kept):
            kept.append(way)
    return kept


def closer(pictures: Sequence[Light], square: Floats, settings: SquareSettings) -> Floats:
    """The square that fits best near the given one."""
    steps = np.array(settings.steps)
    for _ in range(settings.rounds):
        for _ in range(settings.tries_of_round):
            near = square + steps * ways_around()
            best = int(np.argmax(worth(pictures, near, settings)))
            if not best:
                break
            square = near[best]
        steps = steps / 2
    return square


@functools.cache
def ways_around() -> Floats:
    """Where to go from a square (m, 6): nowhere first, then along every one or two of its numbers."""
    ways = [way for way in itertools.product((0, -1, 1), repeat=6) if np.count_nonzero(way) <= 2]
    return np.array(ways, np.float64)


def first_tries(settings: SquareSettings) -> Floats:
    """All squares (m, 6) that are tried first, each as a lay."""
    shifts = settings.shift * np.arange(-settings.shifts, settings.shifts + 1)
    turns = np.arange(settings.turns) * math.pi / 2 / settings.turns
    return np.array(list(itertools.product(shifts, shifts, np.log(settings.sizes), (0,), (0,), turns)))


def centred_tries(settings: SquareSettings) -> Floats:
    """Squares (m, 6) around a disc: its middle is known, so that sizes and turns can be tried in smaller steps."""
    sizes = np.linspace(math.log(settings.sizes[0]), math.log(settings.sizes[-1]), settings.disc_sizes)
    turns = np.arange(settings.disc_turns) * math.pi / 2 / settings.disc_turns
    return np.array(list(itertools.product((0,), (0,), sizes, (0,), (0,), turns)))


def moved(lays: Floats, square: Floats) -> Floats:
    """The lays (n, 6) with this part of each face, itself given as a lay (6,), as the whole."""
    return moved_each(lays, np.broadcast_to(square, lays.shape))


def moved_each(lays: Floats, squares: Floats) -> Floats:
    """The lays (n, 6), each with a part of its own (n, 6) as the whole."""
    (edges, places), (parts, shifts) = shapes_of(lays), shapes_of(squares)
    return lay_of(edges @ parts, places + (edges @ shifts[..., np.newaxis])[..., 0])


def picture_at(crops: Crops, number: int, lay: Floats) -> Light:
    """The surroundings of one die, laid flat, as levels with the brightest parts at 1."""
    picture = flat_picture(crops, crops.light, number, lay, SIDE, WIDE)
    middle = picture[SIDE // 4 : -SIDE // 4, SIDE // 4 : -SIDE // 4]
    return as_levels(np.asarray(picture / max(1e-6, float(np.percentile(middle.max(axis=2), 95))), np.float32))


def worth(pictures: Sequence[Light], tries: Floats, settings: SquareSettings) -> Floats:
    """How well each square (m, 6) parts what the dice have in common from the rest."""
    strips = seen_along(pictures, tries, (settings.far_strip, -settings.strip), settings)
    outside, inside = (strip.std(axis=0).mean(axis=(1, 2, 3)) for strip in strips)
    unlike = (outside - inside) / (outside + inside + settings.unlike)
    border = border_of(pictures, tries, settings, near_and_far(settings))
    return np.asarray(border + settings.unlike_weight * unlike - prior_of(tries, settings), np.float64)


def near_and_far(settings: SquareSettings) -> tuple[float, float]:
    """Seen from near, a sharp border tells its place; seen from afar, a rounded one does."""
    return settings.strip / 2, settings.strip


def border_of(pictures: Sequence[Light], tries: Floats, settings: SquareSettings, strips: tuple[float, ...]) -> Floats:
    """How clear the border of each square is, up to 1: light changes across it, and along it the rim is of one colour.

    Along a large round glyph light changes as well, but there the square's corners show another colour than its sides.
    """
    away = (-settings.rim, *strips, *(-strip for strip in strips))
    rim, *beside = seen_along(pictures, tries, away, settings)
    uneven = all_channels(np.abs(rim - rim.mean(axis=(2, 3), keepdims=True))).mean(axis=(0, 2, 3))
    sides = zip(beside[: len(strips)], beside[len(strips) :], strict=True)
    contrast = np.mean([contrast_of(outside, inside, settings) for outside, inside in sides], axis=0)
    return np.asarray(contrast - settings.uneven_weight * uneven / (uneven + settings.half_contrast), np.float64)


def contrast_of(outside: Light, inside: Light, settings: SquareSettings) -> Floats:
    """How clearly the light changes along the border of each square, 0..1; the weakest side counts most."""
    contrast = all_channels(np.abs(outside - inside)).mean(axis=0)  # (m, sides, places)
    sides = (contrast / (contrast + settings.half_contrast)).mean(axis=2)
    return np.asarray((sides.mean(axis=1) + sides.min(axis=1)) / 2, np.float64)


def all_channels(seen: Light) -> Light:
    """The sum over the last axis of three, which numpy adds up slowly by itself."""
    return np.asarray(seen[..., 0] + seen[..., 1] + seen[..., 2], np.float32)


def prior_of(tries: Floats, settings: SquareSettings) -> Floats:
    """What a square costs for being another one than the finder told."""
    off = (tries[:, 2] / settings.size_spread) ** 2 + (tries[:, :2] ** 2).sum(axis=1) / settings.place_spread**2
    off = off + (tries[:, 3:5] ** 2).sum(axis=1) / settings.squeeze_spread**2
    return np.asarray(settings.prior_weight * off)


def seen_along(
    pictures: Sequence[Light], tries: Floats, away: Sequence[float], settings: SquareSettings
) -> list[Light]:
    """What every picture shows along the four sides of every square, so far outside: each (n, m, 4, places, 3)."""
    along = np.array(settings.places)
    turns = np.array([[(c, -s), (s, c)] for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))])
    sides = np.stack([(np.stack([along, np.full_like(along, -0.5 - far)], axis=1)) for far in away])
    points = np.einsum("tij,apj->iatp", turns, sides).reshape(2, -1)  # away, then turn, then place
    edges, places = shapes_of(tries)
    at = (edges @ points + places[..., np.newaxis]) * (SIDE / WIDE) + (SIDE - 1) / 2
    # One picture per distance: (away, m, 4 * places)
    at = at.reshape(len(tries), 2, len(away), -1).transpose(1, 2, 0, 3).reshape(2, len(away) * len(tries), -1)
    across, down = (np.ascontiguousarray(part, np.float32) for part in at)
    seen = [cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for picture in pictures]
    whole = np.asarray(seen, np.float32).reshape(len(pictures), len(away), len(tries), 4, len(along), 3)
    return [whole[:, number] for number in range(len(away))]
