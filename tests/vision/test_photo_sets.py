"""The photo sets beside the project, where they are there: what is reached on pictures nobody here rendered."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from tools.measuring.accuracy import read_all, row_of
from tools.measuring.judging import Row
from tools.measuring.photo_sets import SETS, PhotoSet, photos

FOLDER = Path(os.environ.get("BORDBUCH_PHOTOS", Path(__file__).parents[3] / "shared" / "photos"))

pytestmark = [
    pytest.mark.skipif(not FOLDER.is_dir(), reason="no photo sets here; BORDBUCH_PHOTOS names their folder"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def row(tmp_path_factory):
    @cache
    def read(chosen: PhotoSet) -> Row:
        profiles = tmp_path_factory.mktemp("profiles")
        return row_of(chosen.name, list(read_all(chosen.kind, photos(FOLDER, chosen, profiles))))

    return read


@pytest.mark.parametrize("chosen", SETS, ids=lambda chosen: chosen.name)
def test_nothing_in_the_photo_sets_is_wrong_while_sure(chosen, row):
    assert row(chosen).wrong_while_sure == 0


@pytest.mark.parametrize("chosen", SETS, ids=lambda chosen: chosen.name)
def test_the_photo_sets_are_read_as_well_as_wanted(chosen, row):
    reached = row(chosen)
    share = reached.objects_right / reached.objects if chosen.counts_objects else reached.right / reached.scenes
    assert share >= chosen.least_right


@pytest.mark.parametrize("chosen", SETS, ids=lambda chosen: chosen.name)
def test_what_is_right_in_the_photo_sets_is_mostly_sure(chosen, row):
    assert row(chosen).sure_of_right >= chosen.least_sure
