"""A wrong byte among the newest pages is never an earlier book without a word; a broken-off writing is no damage."""

import os
import shutil
import sqlite3

import pytest

from device.command.check_data import _check_book
from device.errors import JournalDamaged, JournalError
from device.records.journal import Journal, Source
from device.records.mending import open_or_mend
from device.records.newest_pages import FRAME_HEAD, HEAD, HELD, INDEX, WAL, log_of, lost_pages
from games.spine.dialogue import Setup

SETUP = Setup("galaktix", "3", ("Ida",), seed=7, data="9f3c")
ENTRIES = 30
PAGE = 4096
FRAME = FRAME_HEAD + PAGE


def book(tmp_path, *, has_index):
    """A folder as a killed process leaves it, in its first game; without the index as a pulled plug may leave it."""
    with Journal.open(tmp_path / "played") as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        for entry in range(ENTRIES):
            journal.add(number, f"number {entry}", Source.BUTTONS)
        shutil.copytree(tmp_path / "played", tmp_path / "found")
    if not has_index:
        (tmp_path / "found" / f"journal.db{INDEX}").unlink()
    return tmp_path / "found"


def change(folder, at, length=1):
    wal = folder / f"journal.db{WAL}"
    data = bytearray(wal.read_bytes())
    for place in range(at, at + length):
        data[place] ^= 0x20
    wal.write_bytes(data)


def middle(folder):
    """Where a frame begins in the middle of the log."""
    frames = ((folder / f"journal.db{WAL}").stat().st_size - HEAD) // FRAME
    return HEAD + frames // 2 * FRAME


def last_writing(folder):
    """Where the first frame of the last writing begins."""
    frames = log_of((folder / f"journal.db{WAL}").read_bytes()).frames
    return HEAD + max(at + 1 for at, frame in enumerate(frames[:-1]) if frame.is_last) * FRAME


def entries(folder):
    with Journal.open(folder) as journal:
        return len(journal.lines(1))


@pytest.mark.parametrize("has_index", [True, False])
@pytest.mark.parametrize(
    "place", [0, 4, 9, 13, 18, 22, FRAME_HEAD + 40, FRAME_HEAD + 3000], ids=lambda place: f"byte {place}"
)
def test_21_4_a_wrong_byte_in_any_page_but_those_written_last_is_told_and_costs_nothing(tmp_path, has_index, place):
    folder = book(tmp_path, has_index=has_index)
    change(folder, middle(folder) + place)
    assert "damaged" in _check_book(folder)[1]
    with pytest.raises(JournalDamaged):
        Journal.open(folder)
    journal, texts = open_or_mend(folder)
    with journal:
        assert [text.key for text in texts] == ["journal.mended"]
        assert journal.lines(1) == [f"number {entry}" for entry in range(ENTRIES)]
    assert list(folder.glob(f"journal.db.damaged-*{WAL}"))


@pytest.mark.parametrize("place", [0, 5, 9, 17, 20, 26])
def test_21_4_a_wrong_byte_in_the_head_of_the_newest_pages_is_told_and_costs_nothing(tmp_path, place):
    folder = book(tmp_path, has_index=False)
    change(folder, place)
    journal, texts = open_or_mend(folder)
    with journal:
        assert [text.key for text in texts] == ["journal.mended"]
        assert len(journal.lines(1)) == ENTRIES


def test_21_4_a_wrong_byte_in_what_was_written_last_is_told_where_the_index_proves_it(tmp_path):
    folder = book(tmp_path, has_index=True)
    change(folder, last_writing(folder) + FRAME_HEAD + 100)
    journal, texts = open_or_mend(folder)
    with journal:
        assert [text.key for text in texts] == ["journal.mended"]
        assert len(journal.lines(1)) >= ENTRIES - 1


def test_21_4_newest_pages_that_are_cut_off_or_gone_are_told_where_the_index_proves_it(tmp_path):
    folder = book(tmp_path, has_index=True)
    wal = folder / f"journal.db{WAL}"
    wal.write_bytes(wal.read_bytes()[: middle(folder) + 77])
    with pytest.raises(JournalDamaged, match="can be read"):
        Journal.open(folder)
    wal.unlink()
    with pytest.raises(JournalDamaged, match="0 can be read"):
        Journal.open(folder)


@pytest.mark.parametrize("how", ["cut", "hole", "no end"])
def test_21_4_a_last_writing_that_broke_off_is_no_damage(tmp_path, how):
    """Of one writing the disk may keep any pieces, also the last without the first."""
    folder = book(tmp_path, has_index=False)
    at = last_writing(folder)
    wal = folder / f"journal.db{WAL}"
    data = wal.read_bytes()
    wal.write_bytes(
        {"cut": data[: at + 700], "hole": data[:at] + bytes(FRAME) + data[at + FRAME :], "no end": data[:-FRAME]}[how]
    )
    journal, texts = open_or_mend(folder)
    with journal:
        assert not texts
        assert len(journal.lines(1)) == ENTRIES - 1


def test_21_4_pages_left_over_from_before_the_log_was_begun_anew_are_no_damage(tmp_path):
    with Journal.open(tmp_path / "played") as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        for _ in range(10):
            journal.add(number, "ok", Source.BUTTONS)
        journal._pages.select("PRAGMA wal_checkpoint(RESTART)")
        journal.add(number, "ok", Source.BUTTONS)
        shutil.copytree(tmp_path / "played", tmp_path / "found")
    log = log_of((tmp_path / "found" / f"journal.db{WAL}").read_bytes())
    assert 0 < log.readable < len(log.frames)
    assert lost_pages(tmp_path / "found" / "journal.db") == ""
    assert entries(tmp_path / "found") == 11


def test_21_4_a_log_whose_pages_are_all_in_the_file_already_may_be_gone(tmp_path):
    with Journal.open(tmp_path / "played") as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        journal._pages.select("PRAGMA wal_checkpoint(PASSIVE)")
        shutil.copytree(tmp_path / "played", tmp_path / "found")
    (tmp_path / "found" / f"journal.db{WAL}").unlink()
    with Journal.open(tmp_path / "found") as journal:
        assert journal.players(number) == ("Ida",)


def test_21_4_newest_pages_that_sqlite_takes_away_in_failing_are_put_back(tmp_path, monkeypatch):
    """It does so where the index cannot be opened for writing for a moment."""
    folder = book(tmp_path, has_index=True)

    def fail(path, connection):
        path.with_name(path.name + WAL).unlink()
        path.with_name(path.name + INDEX).unlink()
        raise sqlite3.OperationalError("unable to open database file")

    with monkeypatch.context() as patch:
        patch.setattr("device.records.pages.prepare", fail)
        with pytest.raises(JournalError, match="unable to open"):
            Journal.open(folder)
    assert entries(folder) == ENTRIES
    assert not (folder / f"journal.db{HELD}").exists()


def test_21_4_newest_pages_are_put_back_after_a_plug_was_pulled_meanwhile(tmp_path):
    folder = book(tmp_path, has_index=False)
    (folder / f"journal.db{WAL}").rename(folder / f"journal.db{HELD}")
    assert entries(folder) == ENTRIES
    assert not (folder / f"journal.db{HELD}").exists()


def test_21_4_newest_pages_that_the_file_has_taken_in_since_are_not_put_back(tmp_path):
    folder = book(tmp_path, has_index=False)
    shutil.copyfile(folder / f"journal.db{WAL}", folder / f"journal.db{HELD}")
    with Journal.open(folder) as journal:
        shutil.copyfile(folder / f"journal.db{WAL}", tmp_path / "older")
        journal.add(1, "ok", Source.BUTTONS)
    shutil.copyfile(tmp_path / "older", folder / f"journal.db{HELD}")
    os.utime(folder / f"journal.db{HELD}", ns=(0, (folder / "journal.db").stat().st_mtime_ns - 1))
    assert entries(folder) == ENTRIES + 1
    assert not (folder / f"journal.db{HELD}").exists()


def test_21_4_a_book_in_use_is_looked_at_without_alarm(tmp_path):
    with Journal.open(tmp_path) as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        for _ in range(20):
            journal.add(number, "ok", Source.BUTTONS)
            assert lost_pages(journal.path) == ""


@pytest.mark.parametrize("data", [b"", b"\0", bytes(40), bytes(20_000), b"\xff" * 20_000])
def test_21_4_what_is_no_log_at_all_has_no_pages(data):
    assert log_of(data).pages() == {} and log_of(data).readable == 0
