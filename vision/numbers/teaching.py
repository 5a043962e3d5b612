"""Teaching a deck of number cards from one picture that shows one card of each colour."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from vision.base.errors import NothingToLearn
from vision.base.frame import Frame
from vision.numbers.cards import find_cards
from vision.numbers.colours import apart, paints_of
from vision.numbers.profile import TAUGHT_SPREAD, CardColour, NumberProfile, shipped_number_profile
from vision.numbers.samples import paint_samples

LEAST_APART = 14.0  # Lab units; closer colours were confused in warm light on rendered tables


def teach_colours(known: NumberProfile | None, colours: Sequence[str], picture: Frame) -> NumberProfile:
    """The profile with these colours as the picture shows them: its cards from left to right, top to bottom."""
    if not colours:
        raise NothingToLearn("no colours were named; say which one each card has, from left to right, top to bottom")
    if len(set(colours)) < len(colours):
        raise NothingToLearn("a colour was named twice; show one card of each colour")
    found = find_cards(picture.pixels)
    if len(found.cards) != len(colours):
        raise NothingToLearn(
            f"{len(found.cards)} cards to be seen, but {len(colours)} colours named; "
            "lay one card of each colour in rows, apart from each other, in even light"
        )
    samples = paint_samples([card.paint for card in found.cards])
    paints = paints_of(samples, shipped_number_profile(), colours)
    learned = {colour.name: colour for colour in known.colours} if known else {}
    learned |= {name: CardColour(name, paint) for name, paint in zip(colours, paints, strict=True)}
    if known:
        return replace(known, colours=tuple(learned.values()))
    return NumberProfile(tuple(learned.values()), TAUGHT_SPREAD)


def confusable_colours(profile: NumberProfile) -> tuple[tuple[str, str], ...]:
    """Pairs of colours that look too much alike, the closest first."""
    pairs = [(apart(one, other), one.name, other.name) for one, other in itertools.combinations(profile.colours, 2)]
    return tuple((one, other) for away, one, other in sorted(pairs) if away < LEAST_APART)
