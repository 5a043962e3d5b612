"""Bringing a card into a taught picture's light: sheen, tone curve and lamp go, another print stays."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.cards.drawn_cards import draw_card, tint
from vision.cards.colours import level_colours
from vision.cards.comparison import CORNER, compare, compared_part, excess_between, level, overlay

CARD = draw_card(14)


def _sheen(card: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A window mirrored in the card, stronger at its top."""
    strength = np.linspace(0.7, 0.2, card.shape[0])[:, np.newaxis, np.newaxis]
    return np.asarray(np.clip(0.5 * card + 150 * strength, 0, 255), np.uint8)


LIGHTS = {
    "lamp": lambda card: tint(card, (0.5, 0.8, 1.0)),
    "dim": lambda card: tint(card, (0.3, 0.3, 0.3)),
    "sheen": _sheen,
    "tone curve": lambda card: np.asarray(255 * (card / 255) ** 1.4, np.uint8),
    "pale": lambda card: np.asarray(0.6 * card + 0.4 * card.mean(axis=2, keepdims=True), np.uint8),
}


def _off(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    return float(np.abs(one.astype(int) - other).mean())


@pytest.mark.parametrize("light", LIGHTS)
def test_a_card_in_other_light_becomes_as_it_was_taught(light: str) -> None:
    seen = LIGHTS[light](CARD)
    levelled, _ = level_colours(seen, CARD)
    print(f"{light}: {_off(seen, CARD):.1f} grey levels off, then {_off(levelled, CARD):.1f}")
    assert _off(levelled, CARD) < min(5, 0.6 * _off(seen, CARD))


def test_a_card_in_the_taught_light_stays_as_it_is() -> None:
    levelled, gain = level_colours(CARD, CARD)
    assert _off(levelled, CARD) < 2
    assert gain == pytest.approx(1.0, abs=0.02)


def test_a_few_signs_on_white_paper_tell_the_light() -> None:
    ace = np.full((256, 180, 3), 235, np.uint8)
    cv2.circle(ace, (90, 128), 16, (30, 30, 30), -1)
    levelled, gain = level_colours(tint(ace, (0.6, 0.6, 0.6)), ace)
    assert gain == pytest.approx(1 / 0.6, rel=0.1)
    assert _off(levelled, ace) < 3


@pytest.mark.parametrize("light", LIGHTS)
def test_another_sign_is_not_levelled_away(light: str) -> None:
    card = CARD.copy()
    cv2.circle(card, (150, 290), 13, (60, 60, 160), -1, cv2.LINE_AA)
    comparison = compare(overlay(level(LIGHTS[light](card), CARD), CARD))
    same = compare(overlay(level(LIGHTS[light](CARD), CARD), CARD))
    assert comparison.excess.max() >= 30
    assert comparison.excess.max() > 2 * same.excess.max()


def test_light_that_was_clipped_may_have_been_any_brighter() -> None:
    seen, wanted = np.full((60, 60, 3), 200, np.uint8), np.full((60, 60, 3), 240, np.uint8)
    clipped, clear = np.full_like(seen, 255), np.zeros_like(seen)
    assert excess_between(seen, wanted, clear).min() == 40
    assert excess_between(seen, wanted, clipped).max() == 0
    assert excess_between(wanted, seen, clipped).min() == 40  # too bright is too bright


def test_round_corners_are_not_compared() -> None:
    part = compared_part((256, 180))
    assert part[CORNER // 3, CORNER // 3] == 0
    assert part[CORNER, CORNER] == 255
    assert part[128, 90] == 255
