"""The seed of a game with secrets stands nowhere but in a file that only the service may read."""

import os
import sqlite3
import stat

import pytest

from device.errors import JournalError, UnknownSession
from device.records.journal import FILE_NAME, Journal, Source
from device.records.journal_file import SINCE_FORMAT_3, SINCE_FORMAT_4
from device.records.secret_seeds import FOLDER_NAME, SecretSeeds
from games.spine.dialogue import Setup, say

SEED = 0x1234567890ABCDEF1234567890ABCDEF
SETUP = Setup("stars", "beginner", ("Ada", "Ben", "Cleo"), SEED, "9f3c")


def everything_in(folder):
    """All bytes of the journal and what SQLite keeps beside it."""
    return b"".join(file.read_bytes() for file in folder.glob(f"{FILE_NAME}*"))


def test_20_7_the_journal_does_not_hold_the_seed_of_a_game_with_secrets(tmp_path):
    with Journal.open(tmp_path) as journal:
        number = journal.start(SETUP, Source.BUTTONS, is_secret=True)
        assert journal.setup(number) == SETUP
        assert str(SEED).encode() not in everything_in(tmp_path)
        assert journal.unfinished()[0].setup.seed != SEED
    assert str(SEED).encode() not in everything_in(tmp_path)
    with Journal.open(tmp_path) as journal:
        assert journal.setup(number) == SETUP


def test_20_7_only_the_owner_may_read_the_secrets_whatever_the_umask_says(tmp_path):
    before = os.umask(0)
    try:
        SecretSeeds(tmp_path).keep(SEED)
    finally:
        os.umask(before)
    (file,) = (tmp_path / FOLDER_NAME).iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_20_7_the_secret_is_on_the_disk_before_the_journal_names_it(tmp_path, monkeypatch):
    with Journal.open(tmp_path) as journal:

        def refuses(*_):
            raise OSError("the disk refuses")

        monkeypatch.setattr(SecretSeeds, "keep", refuses)
        with pytest.raises(JournalError):
            journal.start(SETUP, Source.BUTTONS, is_secret=True)
        assert journal.unfinished() == []


def test_a_game_whose_secret_is_gone_is_told_and_the_others_play(tmp_path):
    with Journal.open(tmp_path) as journal:
        lost = journal.start(SETUP, Source.BUTTONS, is_secret=True)
        fine = journal.start(SETUP, Source.BUTTONS, is_secret=True)
        (tmp_path / FOLDER_NAME / name_of(tmp_path, lost)).unlink()
        with pytest.raises(UnknownSession) as caught:
            journal.setup(lost)
        assert caught.value.words == say("journal.no_secret")
        assert journal.setup(fine) == SETUP
        assert {stored.id for stored in journal.unfinished()} == {lost, fine}


def name_of(folder, number):
    with sqlite3.connect(folder / FILE_NAME) as connection:
        return connection.execute("SELECT secret FROM sessions WHERE id = ?", (number,)).fetchone()[0]


def test_20_7_the_seeds_of_an_older_journal_are_moved_and_leave_no_trace(tmp_path):
    with Journal.open(tmp_path) as journal:
        open_one = journal.start(Setup("dice", "1", ("Ada",), 7, ""), Source.BUTTONS)
        secret = journal.start(SETUP, Source.BUTTONS)
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("ALTER TABLE sessions DROP COLUMN secret")
        connection.execute("DROP TABLE sign_notes")
        for column in SINCE_FORMAT_4:
            connection.execute(f"ALTER TABLE results DROP COLUMN {column}")
        for column in SINCE_FORMAT_3:
            connection.execute(f"ALTER TABLE sessions DROP COLUMN {column}")
        connection.execute("PRAGMA user_version = 2")
    assert str(SEED).encode() in everything_in(tmp_path)
    with Journal.open(tmp_path) as journal:
        assert journal.setup(secret) == SETUP
        assert journal.setup(open_one).seed == 7
    assert str(SEED).encode() not in everything_in(tmp_path)
    assert len(list((tmp_path / FOLDER_NAME).iterdir())) == 1


def test_a_game_without_secrets_keeps_its_seed_in_its_line(tmp_path):
    with Journal.open(tmp_path) as journal:
        journal.start(SETUP, Source.BUTTONS)
    assert not (tmp_path / FOLDER_NAME).exists()
