"""Cards of one print as they are drawn: the same number draws the same card, and siblings differ in one place only."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tools.render.cards.prints import DIGITS, RANKS, draw_plain, draw_weapon
from tools.render.cards.tables import photograph
from tools.render.scenes.card import Game, plain_cards, printed, untaught_of_one_print, weapons, with_another_digit


def test_a_number_always_draws_the_same_card() -> None:
    assert np.array_equal(draw_weapon(5, 1, 2, 3), draw_weapon(5, 1, 2, 3))
    assert np.array_equal(draw_plain(5, 3), draw_plain(5, 3))
    assert not np.array_equal(draw_plain(5, 3), draw_plain(5, 3 + len(RANKS)))


def test_another_digit_is_one_other_digit() -> None:
    random = np.random.default_rng(3)
    for sign in (0, 1234, DIGITS**4 - 1):
        other = with_another_digit(sign, random)
        changed = [sign // DIGITS**place % DIGITS != other // DIGITS**place % DIGITS for place in range(4)]
        assert sum(changed) == 1
        assert 0 <= other < DIGITS**4


def test_untaught_cards_are_not_among_the_taught_ones() -> None:
    random = np.random.default_rng(4)
    for faces in (weapons(77), plain_cards(77)):
        game = Game(faces, Path("unused"), round_corners=True)
        taught = {printed(face) for face in faces}
        assert len(taught) == len(faces)
        for is_sibling in (True, False):
            assert printed(untaught_of_one_print(faces[0], game, is_sibling, random)) not in taught


def test_the_table_before_is_the_same_without_the_card() -> None:
    card = draw_plain(5, 3)
    now, before = (
        photograph(card, "littered", True, np.random.default_rng(6), is_there)[0].astype(int)
        for is_there in (True, False)
    )
    differs = np.abs(now - before).max(axis=2) > 40
    assert 0.01 < float(differs.mean()) < 0.2
