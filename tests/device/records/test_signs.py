"""Signs on the disk: digests only, counted tries, and none that no game asks for any more."""

import pytest

from device.records.journal import Journal, Source
from device.records.session_signs import SessionSigns, sweep_signs
from device.records.signs import FOLDER_NAME, KeptSign, Signs
from games.spine.dialogue import Setup

SETUP = Setup("stars", "beginner", ("Ada", "Ben"), 2**100, "9f3c")


@pytest.fixture
def journal(tmp_path):
    with Journal.open(tmp_path) as journal:
        yield journal


def names(journal):
    return {file.name for file in (journal.path.parent / FOLDER_NAME).iterdir()}


def test_20_6_only_the_very_presses_are_the_sign():
    kept = KeptSign.of("up down ok")
    assert kept.is_sign("up down ok")
    assert not any(map(kept.is_sign, ("up down", "up down ok ok", "ok down up", "", "updownok")))
    assert KeptSign.from_bytes(kept.to_bytes()) == kept
    assert b"down" not in kept.to_bytes()


def test_20_6_a_wrong_try_is_on_the_disk_when_it_is_told(tmp_path):
    name = Signs(tmp_path).keep("up up")
    for tries in (1, 2, 3):
        assert not Signs(tmp_path).opens(name, "down down")
        assert Signs(tmp_path).tries(name) == tries
    assert Signs(tmp_path).opens(name, "up up")
    assert Signs(tmp_path).tries(name) == 0


def test_20_6_signs_of_games_that_are_over_are_swept_and_those_that_go_on_stay(journal):
    first, second = (journal.start(SETUP, Source.BUTTONS) for _ in range(2))
    for session, player in ((first, "Ada"), (second, "Ada"), (second, "Ben")):
        SessionSigns(journal, session, SETUP.players, lambda: 0.0).choose(player, "up ok up")
    Signs(journal.path.parent).keep("left by a pulled plug")
    assert len(names(journal)) == 4
    journal.drop(first)
    sweep_signs(journal)
    assert names(journal) == journal.signs_in_use() and len(names(journal)) == 2
    assert SessionSigns(journal, second, SETUP.players, lambda: 0.0).opens("Ben", "up ok up")


def test_20_6_who_is_not_in_the_game_has_no_sign(journal):
    signs = SessionSigns(journal, journal.start(SETUP, Source.BUTTONS), SETUP.players, lambda: 0.0)
    assert not signs.has("Zoe") and not signs.has(None)
    assert not signs.opens("Ada", "up up up up")


def test_20_6_a_journal_without_signs_is_swept_without_complaint(journal):
    sweep_signs(journal)
    assert not (journal.path.parent / FOLDER_NAME).exists()
