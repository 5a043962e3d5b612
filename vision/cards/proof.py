"""Proving a guess: lay the card flat to the pixel, hold it against the taught one and against all that are like it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.cards.alignment import CloseUp, aligned, close_up, flattened, printed_parts
from vision.cards.comparison import Comparison, Flat, Overlay, compare, excess_of, level, off_of, overlay
from vision.cards.cut_out import LONGER_SIDE
from vision.cards.matching import outline
from vision.cards.search import Guess, grey_of
from vision.cards.teaching import TaughtCard, TaughtCards, fine_print, likenesses, thumbnail

Debug = Callable[[str, NDArray[Any]], None]


@dataclass(frozen=True, slots=True)
class ProofSettings:
    """How many cards are held against what is seen."""

    rivals: int = 3  # cards whose fine print is most alike
    rival_likeness: float = 0.6  # of the best one's fine print, at least
    other_guess: float = 0.3  # likeness of fine print from which another card is tried in the same place
    decisive: float = 0.5  # of the greatest difference between two taught cards: places that decide between them
    least_parts: int = 6  # of a card that are found at their place, or it does not lie there
    fewest_parts: int = 2  # the same of a plain card inside an outline ...
    most_of_few: float = 0.6  # ... and the share of its printed parts


@dataclass(frozen=True, slots=True)
class Match:
    """A taught card held against what is seen."""

    index: int
    corners: NDArray[np.float64]  # in the frame's pixels, clockwise from the taught picture's top left
    parts: int  # of the card that were found at their place
    points: int  # that were found again, if points were searched
    comparison: Comparison
    rival: int | None  # the taught card that is nearest to being it as well
    clearness: float  # where the two differ: 1 if only this one is seen, 0 if neither more than the other
    difference: float  # grey levels of print by which the nearest taught card differs, at the place where most

    @property
    def length(self) -> float:
        """The card's longest side in pixels of the frame."""
        return float(np.hypot(*(np.roll(self.corners, -1, axis=0) - self.corners).T).max())


@dataclass(frozen=True, slots=True)
class Held:
    """A taught card laid over what is seen."""

    index: int
    picture: NDArray[np.uint8]  # as taught, in the frame of the card that was laid first
    onto_first: NDArray[np.float64]  # its own pixels -> those of the card that was laid first
    overlaid: Overlay
    off: NDArray[np.float32]  # grey levels by which it differs around each place


@dataclass(frozen=True, slots=True)
class Decision:
    """Between two taught cards, both laid over what is seen."""

    rival: Held
    clearness: float  # 1: only the best one is seen where they differ, 0: neither more than the other, -1: the rival
    difference: float  # grey levels of print by which they differ, at the place where most


def prove(pixels: NDArray[np.uint8], guess: Guess, taught: TaughtCards, debug: Debug | None = None) -> Match | None:
    """The taught card that fits best where the guess lies; None if none can be laid over it."""
    settings = ProofSettings()
    index, homography = guess.index, guess.homography
    close = close_up(pixels, outline(homography, taught.cards[index].size), LONGER_SIDE)
    tried = {index}
    while True:
        picture = taught.cards[index].picture
        homography, parts = aligned(close, homography, grey_of(picture))
        flat = flattened(close, homography, taught.cards[index].size)
        likeness = likenesses(taught.details, [fine_print(flat), fine_print(turned(flat))])
        nearest = int(np.argmax(likeness.max(axis=1)))
        is_likely = nearest not in tried and likeness[nearest].max() >= settings.other_guess
        if is_likely and len(tried) == 1 and not guess.points:
            # The guess was made from rough colours; the fine print knows better.
            is_turned = lies_turned(flat, nearest, taught)
            homography = homography @ onto(taught.cards[nearest].size, taught.cards[index].size, is_turned)
            index = nearest
            tried.add(index)
            continue
        if parts < least_parts(picture, guess, settings):
            return None
        held = [hold(level(flat, picture), index, np.eye(3), picture)]
        held += [hold_rival(flat, other, index, taught) for other in rivals_of(index, likeness, settings)]
        best, decisions = best_held(held, settings)
        if best.index in tried:
            break
        index, homography = best.index, homography @ best.onto_first  # in its own picture it is seen best
        tried.add(index)
    nearest_rival = min(decisions, key=lambda decision: decision.clearness, default=None)
    if debug is not None:
        debug("flattened", np.hstack([best.overlaid.seen, best.overlaid.wanted]))
        debug("excess", best.overlaid.excess)
    return Match(
        best.index,
        outline(homography, taught.cards[index].size),
        parts,
        guess.points,
        compare(best.overlaid),
        None if nearest_rival is None else nearest_rival.rival.index,
        1.0 if nearest_rival is None else nearest_rival.clearness,
        min((decision.difference for decision in decisions), default=255.0),
    )


def least_parts(picture: NDArray[np.uint8], guess: Guess, settings: ProofSettings) -> int:
    """How many parts of a card must be found at their place: of a plain one in an outline most of the few it has."""
    if guess.points:
        return settings.least_parts
    few = max(settings.fewest_parts, round(settings.most_of_few * printed_parts(grey_of(picture))))
    return min(settings.least_parts, few)


def rivals_of(index: int, likeness: NDArray[np.float32], settings: ProofSettings) -> list[int]:
    """The taught cards whose fine print is nearest to what is seen, without this one."""
    least = settings.rival_likeness * float(likeness[index].max())
    order = np.argsort(-likeness.max(axis=1), kind="stable")[: settings.rivals + 1]
    return [int(other) for other in order if other != index and likeness[other].max() >= least][: settings.rivals]


def hold_rival(flat: NDArray[np.uint8], other: int, index: int, taught: TaughtCards) -> Held:
    """Lay another taught card over what is seen, in its own light, as the two taught pictures lie over each other."""
    laid, there = laid_over(taught.cards[index], taught.cards[other], lies_turned(flat, other, taught))
    return hold(level(flat, laid), other, np.asarray(np.linalg.inv(there), np.float64), laid)


def laid_over(card: TaughtCard, other: TaughtCard, is_turned: bool) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Another taught card's picture laid over this one's to the pixel, and the way from this one's pixels to it."""
    close = CloseUp(other.picture, np.eye(3))
    there, _ = aligned(close, onto(card.size, other.size, is_turned), grey_of(card.picture))
    return flattened(close, there, card.size), there


def lies_turned(flat: NDArray[np.uint8], other: int, taught: TaughtCards) -> bool:
    """Whether a taught card lies upside down in the flat picture: fine print and rough colours say so together."""
    upright, upside_down = (
        float(taught.details[other] @ fine_print(view) + taught.thumbnails[other] @ thumbnail(view))
        for view in (flat, turned(flat))
    )
    return upside_down > upright


def best_held(held: list[Held], settings: ProofSettings) -> tuple[Held, list[Decision]]:
    """The card that wins against each of the others where the two differ, and how; the first was guessed."""
    best = held[0]
    for _ in held:
        decisions = [decide(best, other, settings) for other in held if other is not best]
        worst = min(decisions, key=lambda decision: decision.clearness, default=None)
        if worst is None or worst.clearness >= 0:
            break
        best = worst.rival
    return best, decisions


def decide(best: Held, rival: Held, settings: ProofSettings) -> Decision:
    """Look where two taught cards differ in print; all that they share says nothing about which of the two it is."""
    apart = excess_of(overlay(level(rival.picture, best.picture), best.picture)).astype(np.float32)
    most = float(apart.max())
    places = apart >= max(settings.decisive * most, 1.0)
    if not places.any():
        return Decision(rival, 0.0, most)
    for_best, for_rival = float(rival.off[places].mean()), float(best.off[places].mean())
    return Decision(rival, (for_best - for_rival) / max(for_best + for_rival, 1.0), most)


def hold(flat: Flat, index: int, onto_first: NDArray[np.float64], picture: NDArray[np.uint8]) -> Held:
    """Lay a taught picture over what is seen."""
    overlaid = overlay(flat, picture)
    return Held(index, picture, onto_first, overlaid, off_of(overlaid).astype(np.float32))


def turned(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture upside down."""
    return np.ascontiguousarray(picture[::-1, ::-1])


def onto(size: tuple[int, int], other: tuple[int, int], is_turned: bool) -> NDArray[np.float64]:
    """From pixels of one taught picture to those of another that lies in the same place, or upside down there."""
    to_other = np.diag([other[0] / size[0], other[1] / size[1], 1.0])
    half_turn = np.array([[-1.0, 0, size[0]], [0, -1.0, size[1]], [0, 0, 1]])
    return to_other @ half_turn if is_turned else to_other
