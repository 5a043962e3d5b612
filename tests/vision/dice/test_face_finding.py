"""Where dice are looked for, and which sightings are one die."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.face_finding import (
    Candidate,
    FindingSettings,
    are_plain,
    clear_beside,
    fine_width,
    is_on_the_way,
    without_doubles,
)

SETTINGS = FindingSettings()


def place(x: float, edge: float, heat: float = 0.6) -> Candidate:
    return Candidate(x, 100.0, edge, heat)


def test_of_sightings_of_one_die_the_clearest_is_kept() -> None:
    assert without_doubles([place(100.0, 40.0, 0.5), place(104.0, 42.0, 0.7)]) == [place(104.0, 42.0, 0.7)]


@pytest.mark.parametrize(("by_smaller", "dice"), [(False, 1), (True, 2)])
def test_a_small_die_beside_a_large_one_is_kept_if_the_smaller_counts(by_smaller: bool, dice: int) -> None:
    touching = [place(100.0, 120.0, 0.8), place(170.0, 40.0)]
    assert len(without_doubles(touching, FindingSettings(by_smaller=by_smaller))) == dice


@pytest.mark.parametrize(
    ("seen", "plain"),
    [
        ([place(100.0, 16.0, 0.8), place(200.0, 18.0, 0.3)], True),
        ([place(100.0, 16.0, 0.4)], False),
        ([place(100.0, 16.0, 0.8), place(200.0, 30.0, 0.3)], False),  # too large to be told well
        ([], False),
    ],
    ids=["plain", "faint", "large", "nothing"],
)
def test_larger_dice_are_looked_for_unless_what_is_seen_is_plain(seen: list[Candidate], plain: bool) -> None:
    assert are_plain(seen, FindingSettings(plain_heat=0.5)) is plain
    assert not are_plain(seen, SETTINGS)  # as pips are read


def test_beside_narrow_dice_only_clear_ones_count() -> None:
    seen = [place(100.0, 16.0), place(117.0, 16.0), place(130.0, 16.0, 0.3), place(200.0, 16.0)]
    assert clear_beside(seen, [place(101.0, 15.0)], SETTINGS) == seen[:2]


@pytest.mark.parametrize(
    ("smaller", "is_used"),
    [((216, 384), True), ((288, 512), False), ((108, 192), False)],
    ids=["half", "other", "small"],
)
def test_a_smaller_picture_is_used_if_halving_would_give_it(smaller: tuple[int, int], is_used: bool) -> None:
    half, whole = (np.zeros((*shape, 3), np.uint8) for shape in (smaller, (432, 768)))
    assert is_on_the_way(half, whole, 256) is is_used


@pytest.mark.parametrize(("longer", "width"), [(1536, 384), (1024, 512), (400, 400), (1200, 448), (3000, 448)])
def test_the_finest_picture_is_one_that_halving_leads_to(longer: int, width: int) -> None:
    assert fine_width(longer, SETTINGS) == width
