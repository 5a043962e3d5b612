"""What a proof is worth: whether the card may be named, how surely, and if not, why."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.reading import Reason
from vision.cards.alignment import printed_parts
from vision.cards.comparison import Comparison, compare, grid, level, overlay, size_of
from vision.cards.cut_out import LONGER_SIDE
from vision.cards.proof import Match, turned
from vision.cards.search import grey_of
from vision.cards.teaching import FINE, TaughtCards


@dataclass(frozen=True, slots=True)
class VerdictSettings:
    """From where on a card is named, and from where on that is trusted.

    Measured in November 2026. Up to sure_length, and limits for small cards: on 460 rendered tables and on 54 photos
    of court cards, each also with the right card left out ("others"). The limits for unlike cards: on rendered tables
    (tools/render/scenes/card.py, seed 501), also with the right card left out or with one sign more; the photos of
    court cards made the limits of clear stricter, and path-traced cards in sheen showed what a poor picture is.
    """

    agreeing: float = 0.6  # likeness of a place that shows the taught print
    strong: float = 0.85  # of one that shows it clearly
    contradicting: float = 0.35  # and of one that does not
    strange: float = 40.0  # grey levels: something lies there
    faint: float = 0.4  # contrast: washed out, or covered by something plain
    least_telling: int = 250  # places with print; with less, a table's own pattern can pass for a card
    outlined_telling: int = 60  # the same inside a card's outline
    named_strong: float = 0.55  # share of the telling places; others: 0.54
    named_agreeing: float = 0.85
    part_strong: float = 0.35  # the same for a card of which a part is hidden
    part_points: int = 20
    part_contradicting: float = 0.05
    other_print: float = 20.0  # grey levels of excess, at least, at the one place where another print shows
    other_print_ratio: float = 2.8  # to the excess that most places stay below
    other_off: float = 60.0  # grey levels, with nothing forgiven, of a place with another print
    other_places: int = 3  # so many of them, apart from each other; a taught card under a pencil: up to 2
    # Each of these is just enough for a sure card; the worst of them decides.
    sure_excess: float = 16.0  # grey levels; a taught card with another digit has 20 and more
    sure_excess_ratio: float = 1.7  # or to what most places stay below, if the whole picture is poor
    most_excess: float = 36.0
    sure_off: float = 38.0  # grey levels with nothing forgiven, in a taught picture of full size; other suits: 45
    sure_disagreeing: float = 0.015  # share of the telling places
    sure_clearness: float = 0.25  # of the nearest other taught card, where the two differ
    sure_difference: float = 14.0  # grey levels of print between the two, so that it can be seen which it is
    sure_softness: float = 1.7  # pixels of the taught picture
    sure_unlikeness: float = 0.3  # of the least alike hundredth
    sure_length: float = 150.0  # pixels of the card's longer side in the frame
    # A game whose taught cards differ in nearly everything: so do its untaught ones, and a part of a card is enough.
    unlike: float = 0.6  # kinship; siblings: 0.7 to 1 in the middle, others: 0.1 to 0.35
    unlike_share: float = 0.9  # of the taught cards, so that a card taught twice does not spoil the game
    unlike_parts: int = 14  # of 35 with print; aces have 6 or so
    clear_window: int = 7  # places around one that must all show the print, so that chance does not count
    clear: float = 0.9  # their mean likeness
    neighbours: int = 3  # taught cards that show which print is not this one's own ...
    shared_by: int = 2  # ... if as many of them have it
    own_window: int = 7  # pixels of the fine print
    named_clear: float = 0.25  # share of the own places that are clear; others: 0.13, of real court cards 0.26
    sure_clear: float = 0.4
    least_cover: float = 0.04  # of the telling places: what hides fewer may be another sign
    unlike_excess: float = 22.0  # grey levels; a card with one sign more has 30 and more
    # Where one sign cannot be seen, the card as a whole decides.
    small_length: float = 230.0  # pixels
    poor_excess: float = 21.0  # grey levels that most places stay below: sheen, clipped or dim light
    poor_excess_ratio: float = 2.2  # of the worst place to that; a card with one sign more has 1.4 to 2.8
    sure_small_weak: float = 0.28  # share of telling places that do not show the print clearly; others: 0.57
    sure_small_disagreeing: float = 0.07
    sure_score: float = 0.99  # of a card that is just sure
    unsure_score: float = 0.8  # of one that just is not
    unsure_fall: float = 0.3  # for each further fault


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far a match can be trusted."""

    is_named: bool
    score: float  # 0..1, sure from sure_score on
    reason: Reason  # what speaks against it most


@dataclass(frozen=True, slots=True)
class Shares:
    """How many places tell something, and which shares of them speak for and against a card."""

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
    is_unlike = is_unlike_the_others(match.index, taught, settings)
    clear = 0.0
    if is_unlike:
        is_whole = shares.agreeing >= 1 - settings.sure_small_disagreeing
        clear = (
            1.0
            if is_whole
            else clear_share(comparison, own_places(match.index, taught, comparison.telling.shape, settings), settings)
        )
    scale = scale_of(taught.cards[match.index].picture)
    if not is_named(match, shares, usual, is_unlike, clear, scale, settings):
        return Verdict(False, 0.0, Reason.UNCLEAR)
    if is_unlike:
        faults = faults_of_an_unlike_card(match, shares, usual, clear, settings)
    else:
        faults = faults_of_a_sibling(match, shares, usual, taught.cards[match.index].picture, settings)
    reason = max(faults, key=lambda each: faults[each])
    return Verdict(True, score_of(faults[reason], settings), reason)


Faults = dict[Reason, float]  # measured in what a sure card may just have


def faults_of_a_sibling(
    match: Match, shares: Shares, usual: float, picture: NDArray[np.uint8], settings: VerdictSettings
) -> Faults:
    """What speaks against a card that others of its game may share all but a sign with: every place must be seen."""
    comparison = match.comparison
    likeness, excess, off = comparison.likeness, comparison.excess, comparison.off
    if shares.agreeing < 1 - settings.sure_disagreeing and is_symmetric(picture, settings):
        # The other half says the same: what is hidden in one can be seen in the other.
        better = likeness[::-1, ::-1] > likeness
        likeness = np.where(better, likeness[::-1, ::-1], likeness)
        excess = np.where(better, excess[::-1, ::-1], excess)
        off = np.where(better, off[::-1, ::-1], off)
    seen = likeness[comparison.telling]
    return {
        Reason.COVERED: float(np.mean(seen < settings.agreeing)) / settings.sure_disagreeing,
        Reason.UNCLEAR: max(
            float(excess.max()) / allowed_excess(usual, settings),
            float(off.max()) / (settings.sure_off * scale_of(picture)),
            (1 - float(np.percentile(seen, 1))) / settings.sure_unlikeness,
            rival_fault(match, settings),
        ),
        Reason.BLURRED: blur_fault(match, settings),
    }


def faults_of_an_unlike_card(
    match: Match, shares: Shares, usual: float, clear: float, settings: VerdictSettings
) -> Faults:
    """What speaks against a card that shares nothing with another: a part may be hidden, the rest must be right."""
    comparison = match.comparison
    covered = covered_places(comparison, settings)
    visible = comparison.telling & ~covered
    seen = comparison.likeness[visible]
    disagreeing = float(np.mean(seen < settings.agreeing)) if seen.size else 1.0
    hidden = 1 - seen.size / max(1, shares.telling)
    faults = {Reason.COVERED: settings.sure_clear / max(clear, 1e-3) if hidden > 0 else 0.0}
    excess = float(comparison.excess[~covered].max(initial=0))
    if match.length < settings.small_length or usual > settings.poor_excess:
        weak = float(np.mean(seen < settings.strong)) if seen.size else 1.0
        faults[Reason.UNCLEAR] = max(weak / settings.sure_small_weak, disagreeing / settings.sure_small_disagreeing)
        if match.length >= settings.small_length:
            faults[Reason.UNCLEAR] = max(faults[Reason.UNCLEAR], excess / (settings.poor_excess_ratio * usual))
        return faults
    return faults | {
        Reason.UNCLEAR: max(
            excess / max(settings.unlike_excess, settings.sure_excess_ratio * usual),
            disagreeing / settings.sure_disagreeing,
            rival_fault(match, settings),
        ),
        Reason.BLURRED: blur_fault(match, settings),
    }


def allowed_excess(usual: float, settings: VerdictSettings) -> float:
    """Grey levels of excess that light, lens and fit may make at the worst place of a sure card."""
    return max(settings.sure_excess, min(settings.sure_excess_ratio * usual, settings.most_excess))


def rival_fault(match: Match, settings: VerdictSettings) -> float:
    """How little is seen of what tells the card from the nearest other taught one."""
    return max(
        settings.sure_clearness / max(match.clearness, 1e-3),
        settings.sure_difference / max(match.difference, 1e-3),
    )


def scale_of(picture: NDArray[np.uint8]) -> float:
    """How large a taught picture is, 1 for full size: in a small one another sign differs by fewer grey levels."""
    return min(1.0, max(picture.shape[:2]) / LONGER_SIDE)


def places_with_other_print(comparison: Comparison, scale: float, settings: VerdictSettings) -> int:
    """How many places, apart from each other, show another print: one may be a thing lying there, several are not."""
    other = (comparison.off >= settings.other_off * scale).astype(np.uint8)
    return int(cv2.connectedComponents(cv2.dilate(other, np.ones((3, 3), np.uint8)))[0]) - 1


def blur_fault(match: Match, settings: VerdictSettings) -> float:
    """How soft or small the card is."""
    return max(match.comparison.softness / settings.sure_softness, settings.sure_length / max(match.length, 1.0))


def is_named(
    match: Match, shares: Shares, usual: float, is_unlike: bool, clear: float, scale: float, settings: VerdictSettings
) -> bool:
    """Whether enough speaks for this card to name it at all."""
    least = settings.least_telling if match.points else settings.outlined_telling
    if shares.telling < least or match.clearness <= 0:
        return False
    if is_unlike:
        return clear >= settings.named_clear
    if places_with_other_print(match.comparison, scale, settings) >= settings.other_places:
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


def clear_share(comparison: Comparison, own: NDArray[np.bool_], settings: VerdictSettings) -> float:
    """The share of a card's own places around which all print is the taught one: chance never agrees like that."""
    window = (settings.clear_window, settings.clear_window)
    telling = (comparison.telling & own).astype(np.float32)
    around = cv2.boxFilter(telling, -1, window, normalize=False, borderType=cv2.BORDER_CONSTANT)
    likeness = cv2.boxFilter(comparison.likeness * telling, -1, window, normalize=False, borderType=cv2.BORDER_CONSTANT)
    clear = (likeness >= settings.clear * around) & (telling > 0)
    return float(clear.sum()) / max(1.0, float(telling.sum()))


def own_places(
    index: int, taught: TaughtCards, places: tuple[int, int], settings: VerdictSettings
) -> NDArray[np.bool_]:
    """The places whose print is this card's own, not the frame and the lines that its neighbours have as well."""
    likeness = taught.details @ taught.details[index]
    likeness[index] = -1.0
    own, *others = (
        taught.details[card].reshape(FINE) for card in (index, *np.argsort(-likeness)[: settings.neighbours])
    )
    window = (settings.own_window, settings.own_window)
    own_spread = cv2.boxFilter(own * own, -1, window)
    agreeing = [
        cv2.boxFilter(own * other, -1, window)
        >= settings.agreeing * np.sqrt(own_spread * cv2.boxFilter(other * other, -1, window))
        for other in others
    ]
    is_own = (np.sum(agreeing, axis=0) < settings.shared_by).astype(np.uint8)
    return grid(np.asarray(cv2.resize(is_own, size_of(places), interpolation=cv2.INTER_NEAREST) > 0, np.bool_))


def covered_places(comparison: Comparison, settings: VerdictSettings) -> NDArray[np.bool_]:
    """Where something large hides the print, and right around it."""
    other = comparison.telling & (comparison.likeness < settings.agreeing)
    # Blank paper says nothing, so what lies across it seems to be in pieces.
    _, labels = cv2.connectedComponents(cv2.dilate(other.astype(np.uint8), np.ones((5, 5), np.uint8)))
    sizes = np.bincount(labels[other], minlength=int(labels.max()) + 1)
    large = sizes >= settings.least_cover * max(1, int(comparison.telling.sum()))
    large[0] = False
    return np.asarray(cv2.dilate(large[labels].astype(np.uint8), np.ones((5, 5), np.uint8)) > 0, np.bool_)


def usual_excess(comparison: Comparison, settings: VerdictSettings) -> float:
    """The excess that nearly all agreeing places stay below: what light, lens and fit make."""
    clear = comparison.excess[comparison.telling & (comparison.likeness >= settings.agreeing)]
    return float(np.percentile(clear, 97)) if clear.size else 0.0


def is_unlike_the_others(index: int, taught: TaughtCards, settings: VerdictSettings) -> bool:
    """Whether this card and nearly all taught ones share hardly any print, so untaught ones will not either.

    A plain card with a few signs never is: another one of its kind has them in the same places.
    """
    return bool(
        taught.kinship[index] < settings.unlike
        and np.mean(taught.kinship < settings.unlike) >= settings.unlike_share
        and printed_parts(grey_of(taught.cards[index].picture)) >= settings.unlike_parts
    )


def score_of(fault: float, settings: VerdictSettings) -> float:
    """0..1 for the worst fault, measured in what a sure card may just have; a gap parts the sure ones from the rest.

    >>> [round(score_of(fault, VerdictSettings()), 3) for fault in (0.5, 1.0, 1.1, 2.0)]
    [0.999, 0.99, 0.77, 0.5]
    """
    if fault <= 1:
        return 1 - (1 - settings.sure_score) * fault**3
    return max(0.5, settings.unsure_score - settings.unsure_fall * (fault - 1))


def is_symmetric(picture: NDArray[np.uint8], settings: VerdictSettings) -> bool:
    """Whether a card looks the same upside down, as court cards do."""
    own = compare(overlay(level(turned(picture), picture), picture))
    return own.share(own.likeness >= settings.agreeing) > 0.9
