"""Drawn decks of number cards: any printer's colours, but ones that have a name."""

import numpy as np

from tools.render.numbers.cards import COLOURS, VARIETY_TO_MEASURE, any_colours, as_lab


def test_no_deck_has_a_colour_that_is_nearer_to_what_another_name_means():
    usual = as_lab(COLOURS.values())
    for seed in range(100):
        drawn = as_lab(any_colours(np.random.default_rng(seed), VARIETY_TO_MEASURE).values())
        assert np.linalg.norm(drawn[:, None] - usual, axis=2).argmin(axis=1).tolist() == list(range(len(COLOURS)))
