"""What a proof is worth: whether the card may be named, how surely, and if not, why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.card_comparison import Comparison, compare, level, overlay
from vision.card_proof import Match, turned
from vision.card_teaching import TaughtCards
from vision.reading import Reason


@dataclass(frozen=True, slots=True)
class VerdictSettings:
    """Where naming and trust begin.

    Measured in November 2026 on 460 rendered tables (tools/scenes/card.py: about 64 taught cards of five styles, and
    untaught ones that share all but a part with a taught one; 160 more were only read at the end) and on 54 photos of
    court cards, each of these also with the right card left out ("others").
    """

    agreeing: float = 0.6  # likeness of a place that shows the taught print
    strong: float = 0.85  # of one that shows it clearly
    contradicting: float = 0.35  # and of one that does not
    strange: float = 40.0  # grey levels: something lies there
    faint: float = 0.4  # contrast: washed out, or covered by something plain
    least_telling: int = 250  # places with print; with less, a table's own pattern can pass for a card
    named_strong: float = 0.55  # share of the telling places; others: 0.54
    named_agreeing: float = 0.85
    part_strong: float = 0.35  # the same for a card of which a part is hidden
    part_points: int = 20
    part_contradicting: float = 0.05
    other_print: float = 20.0  # grey levels of excess, at least, at the one place where another print shows
    other_print_ratio: float = 2.8  # to the excess that most places stay below
    # Each of these is just enough for a sure card; the worst of them decides.
    sure_excess: float = 16.0  # grey levels; a taught card with another digit has 20 and more
    sure_excess_ratio: float = 1.7  # or to what most places stay below, if the whole picture is poor
    most_excess: float = 36.0
    sure_disagreeing: float = 0.015  # share of the telling places
    sure_margin: float = 16.0  # grey levels over the nearest other taught card
    sure_softness: float = 1.7  # pixels of the taught picture
    sure_unlikeness: float = 0.3  # of the least alike hundredth
    sure_length: float = 150.0  # pixels of the card's longer side in the frame
    # Small in the picture, and of a game whose cards differ in nearly everything: the picture as a whole decides.
    small_length: float = 230.0
    unlike_cards: int = 8  # as many taught cards show what kind of game it is
    unlike: float = 0.5  # likeness of fine print between taught cards
    sure_small_weak: float = 0.28  # share of telling places that do not show the print clearly; others: 0.57
    sure_small_disagreeing: float = 0.07
    sure_small_part: float = 0.55  # the weak share if a part of a card is hidden that looks the same upside down
    sure_small_points: float = 24.0
    sure_score: float = 0.97


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far a match can be trusted."""

    is_named: bool
    score: float  # 0..1, sure from sure_score on
    reason: Reason  # what speaks against it most


@dataclass(frozen=True, slots=True)
class Shares:
    """How the telling places are divided."""

    telling: int
    strong: float
    agreeing: float
    contradicting: float


def shares_of(comparison: Comparison, settings: VerdictSettings) -> Shares:
    """Count the places that speak for a card, and those with other print in about its colours."""
    other = (
        (comparison.likeness < settings.contradicting)
        & (comparison.strange < settings.strange)
        & (comparison.contrast > settings.faint)
    )
    return Shares(
        int(comparison.telling.sum()),
        comparison.share(comparison.likeness >= settings.strong),
        comparison.share(comparison.likeness >= settings.agreeing),
        comparison.share(np.asarray(other, np.bool_)),
    )


def judge_match(match: Match, taught: TaughtCards) -> Verdict:
    """Weigh what speaks for and against a match."""
    settings = VerdictSettings()
    comparison = match.comparison
    shares = shares_of(comparison, settings)
    usual = usual_excess(comparison, settings)
    if not is_named(match, shares, usual, settings):
        return Verdict(False, 0.0, Reason.UNCLEAR)
    length = float(np.hypot(*(np.roll(match.corners, -1, axis=0) - match.corners).T).max())
    likeness, excess, is_part = comparison.likeness, comparison.excess, False
    if shares.agreeing < 1 - settings.sure_disagreeing and is_symmetric(taught.cards[match.index].picture, settings):
        # The other half says the same: what is hidden in one can be seen in the other.
        is_part = True
        better = likeness[::-1, ::-1] > likeness
        likeness = np.where(better, likeness[::-1, ::-1], likeness)
        excess = np.where(better, excess[::-1, ::-1], excess)
    seen = likeness[comparison.telling]
    disagreeing = float(np.mean(seen < settings.agreeing))
    if length < settings.small_length and is_unlike_the_others(match.index, taught, settings):
        weak = settings.sure_small_part if is_part else settings.sure_small_weak
        faults = {
            Reason.UNCLEAR: max(
                (1 - shares.strong) / weak,
                disagreeing / settings.sure_small_disagreeing,
                settings.sure_small_points / max(1, match.points) if is_part else 0.0,
            )
        }
    else:
        allowed = max(settings.sure_excess, min(settings.sure_excess_ratio * usual, settings.most_excess))
        faults = {
            Reason.COVERED: disagreeing / settings.sure_disagreeing,
            Reason.UNCLEAR: max(
                float(excess.max()) / allowed,
                (1 - float(np.percentile(seen, 1))) / settings.sure_unlikeness,
                settings.sure_margin / max(match.margin, 1e-3),
            ),
            Reason.BLURRED: max(comparison.softness / settings.sure_softness, settings.sure_length / max(length, 1.0)),
        }
    reason = max(faults, key=lambda each: faults[each])
    return Verdict(True, score_of(faults[reason], settings), reason)


def is_named(match: Match, shares: Shares, usual: float, settings: VerdictSettings) -> bool:
    """Whether enough speaks for this card to name it at all."""
    if shares.telling < settings.least_telling or match.margin <= 0:
        return False
    if shares.strong >= settings.named_strong and shares.agreeing >= settings.named_agreeing:
        worst = float(match.comparison.excess[match.comparison.likeness >= settings.agreeing].max())
        is_other = worst >= max(settings.other_print, settings.other_print_ratio * usual)
        return not is_other or shares.agreeing < 1 - settings.sure_disagreeing
    return (
        shares.strong >= settings.part_strong
        and match.points >= settings.part_points
        and shares.contradicting <= settings.part_contradicting
    )


def usual_excess(comparison: Comparison, settings: VerdictSettings) -> float:
    """The excess that nearly all agreeing places stay below: what light, lens and fit make."""
    clear = comparison.excess[comparison.telling & (comparison.likeness >= settings.agreeing)]
    return float(np.percentile(clear, 97)) if clear.size else 0.0


def is_unlike_the_others(index: int, taught: TaughtCards, settings: VerdictSettings) -> bool:
    """Whether this card shares hardly any fine print with any other taught one, so untaught ones will not either."""
    if len(taught) < settings.unlike_cards:
        return False
    likeness = taught.details @ taught.details[index]
    likeness[index] = -1.0
    return float(likeness.max()) < settings.unlike


def score_of(fault: float, settings: VerdictSettings) -> float:
    """0..1 for the worst fault, measured in what a sure card may just have.

    >>> round(score_of(1.0, VerdictSettings()), 3), round(score_of(0.5, VerdictSettings()), 3)
    (0.97, 0.996)
    """
    return max(0.5, 1 - (1 - settings.sure_score) * min(fault, 10.0) ** 3)


def is_symmetric(picture: NDArray[np.uint8], settings: VerdictSettings) -> bool:
    """Whether a card looks the same upside down, as court cards do."""
    own = compare(overlay(level(turned(picture), picture), picture))
    return own.share(own.likeness >= settings.agreeing) > 0.9
