"""A damaged, emptied or missing book is never silently a new one: it is set aside, and what can be saved is saved."""

import shutil
import sqlite3
from datetime import UTC, datetime, timedelta

import pytest

from device.command.check_data import _check_book
from device.errors import JournalDamaged, JournalError, JournalTooNew
from device.records.copies import copies_of
from device.records.journal import Journal, Source
from device.records.mending import open_or_mend
from device.records.rows import ChapterMedal
from games.books.medals import Medal
from games.spine.dialogue import Setup

SETUP = Setup("galaktix", "3", ("Ida",), seed=7, data="9f3c")


class Days:
    """A clock that goes on by a second with every look, and by a day when told."""

    def __init__(self):
        self.now = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)

    def __call__(self):
        self.now += timedelta(seconds=1)
        return self.now

    def another(self):
        self.now += timedelta(days=1)


def play(journal, games, entries=5):
    for _ in range(games):
        number = journal.start(SETUP, Source.BUTTONS)
        for _ in range(entries):
            journal.add(number, "dice pink pink pink pink pink", Source.CAMERA)
        chapters = {"Ida": ChapterMedal("9f3c", Medal.GOLD)}
        journal.finish(number, [("Ida", 41, Medal.SILVER)], take_backs=2, chapters=chapters)
    return journal.start(SETUP, Source.BUTTONS)


def killed(folder, copy, games=3):
    """A data folder as a pulled plug leaves it, in the middle of a game; how many entries its open session has."""
    with Journal.open(folder) as journal:
        number = play(journal, games)
        for _ in range(4):
            journal.add(number, "ok", Source.BUTTONS)
        shutil.copytree(folder, copy)
    return copy


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def told(texts):
    return [(text.key, dict(text.values)) for text in texts]


def test_21_4_a_book_in_order_is_opened_without_a_word(tmp_path):
    folder = killed(tmp_path / "a", tmp_path / "b")
    journal, texts = open_or_mend(folder)
    with journal:
        assert not texts
        assert len(journal.lines(4)) == 4


def test_21_4_when_a_game_ends_the_file_alone_is_the_book(tmp_path):
    with Journal.open(tmp_path / "a") as journal:
        number = play(journal, 2)
        journal.finish(number, [("Ida", 12, Medal.NONE)])
        (tmp_path / "b").mkdir()
        shutil.copyfile(journal.path, tmp_path / "b" / "journal.db")
    with Journal.open(tmp_path / "b") as journal:
        assert [one.score for one in journal.results()] == [41, 41, 12]


@pytest.mark.parametrize("is_empty", [True, False])
def test_21_4_an_emptied_or_missing_book_beside_its_wal_is_no_new_book(tmp_path, is_empty):
    folder = killed(tmp_path / "a", tmp_path / "b")
    shutil.rmtree(folder / "backups")
    (folder / "journal.db").unlink()
    if is_empty:
        (folder / "journal.db").touch()
    with pytest.raises(JournalDamaged, match="but there was one"):
        Journal.open(folder)
    journal, texts = open_or_mend(folder)
    with journal:
        assert [key for key, _ in told(texts)] in (["journal.mended"], ["journal.lost"])
        journal.start(SETUP, Source.BUTTONS)
    assert any(name.startswith("journal.db.damaged-2") and name.endswith("-wal") for name in names(folder))


def test_21_4_what_was_only_in_the_wal_is_saved(tmp_path):
    """A young book has everything there, until a game ends."""
    with Journal.open(tmp_path / "a") as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        for _ in range(4):
            journal.add(number, "ok", Source.BUTTONS)
        shutil.copytree(tmp_path / "a", tmp_path / "b")
    (tmp_path / "b" / "journal.db").unlink()
    journal, texts = open_or_mend(tmp_path / "b")
    with journal:
        assert told(texts) == [("journal.mended", {"n": 1})]
        assert journal.lines(1) == ["ok"] * 4


def test_21_4_a_missing_book_is_taken_from_the_newest_copy(tmp_path):
    clock = Days()
    with Journal.open(tmp_path, clock) as journal:
        play(journal, 3)
    (tmp_path / "journal.db").unlink()
    journal, texts = open_or_mend(tmp_path, clock)
    with journal:
        assert told(texts) == [("journal.mended", {"n": 1})], "the copy was made when the day's first game ended"
        assert len(journal.results()) == 1
        assert journal.first_broken() is None


@pytest.mark.slow
def test_21_4_a_damaged_book_is_set_aside_with_a_date_and_what_can_be_read_goes_on(tmp_path):
    folder = tmp_path
    with Journal.open(folder) as journal:
        play(journal, 30, entries=40)
    shutil.rmtree(folder / "backups")
    file = folder / "journal.db"
    damaged = bytearray(file.read_bytes())
    middle = len(damaged) // 2 // 4096 * 4096
    damaged[middle : middle + 4096] = b"\xa5" * 4096
    file.write_bytes(damaged)
    with pytest.raises(JournalDamaged):
        Journal.open(folder)
    journal, ((key, values),) = (lambda pair: (pair[0], told(pair[1])))(open_or_mend(folder))
    with journal:
        assert key == "journal.mended"
        assert values["n"] >= 25
        assert len(journal.results()) >= 25
        assert {result.take_backs for result in journal.results()} == {2}
        assert {result.of_chapter for result in journal.results()} == {ChapterMedal("9f3c", Medal.GOLD)}
        assert sum(len(journal.lines(one)) for one in range(1, values["n"])) > 800
        assert journal.first_broken() is None
    assert "written anew" in _check_book(folder)[0], "it is written into the chain, so that nobody can hide it"
    (aside,) = [path for path in folder.iterdir() if ".damaged-" in path.name]
    assert aside.read_bytes() == damaged
    journal, texts = open_or_mend(folder)
    journal.close()
    assert not texts, "told once"


def test_21_4_something_that_is_no_book_at_all_is_set_aside(tmp_path):
    (tmp_path / "journal.db").write_bytes(b"Dear diary, " * 100)
    journal, texts = open_or_mend(tmp_path)
    with journal:
        assert told(texts) == [("journal.lost", {})]
        journal.start(SETUP, Source.BUTTONS)
    (aside,) = [path for path in tmp_path.iterdir() if ".damaged-" in path.name]
    assert aside.read_bytes() == b"Dear diary, " * 100


def test_21_4_a_plug_pulled_while_it_is_set_aside_loses_nothing(tmp_path):
    with Journal.open(tmp_path) as journal:
        play(journal, 3)
    shutil.rmtree(tmp_path / "backups")
    (tmp_path / "journal.db").rename(tmp_path / "journal.db.damaged-2026-01-02-200000")
    journal, texts = open_or_mend(tmp_path)
    with journal:
        assert told(texts) == [("journal.mended", {"n": 4})]


@pytest.mark.parametrize("error", ["disk I/O error", "database is locked", "database or disk is full"])
def test_21_4_nothing_is_set_aside_without_proof(tmp_path, monkeypatch, error):
    codes = {"disk I/O error": 10, "database is locked": 5, "database or disk is full": 13}
    with Journal.open(tmp_path) as journal:
        play(journal, 1)
    before = names(tmp_path)

    def refuse(*_):
        failure = sqlite3.OperationalError(error)
        failure.sqlite_errorcode = codes[error]
        raise failure

    monkeypatch.setattr("device.records.pages.prepare", refuse)
    with pytest.raises(JournalError):
        open_or_mend(tmp_path)
    assert names(tmp_path) == before


def test_21_4_a_newer_book_is_never_set_aside(tmp_path):
    Journal.open(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("PRAGMA user_version = 99")
    connection.execute("CREATE TABLE later (what TEXT)")
    connection.close()
    with pytest.raises(JournalTooNew):
        open_or_mend(tmp_path)


@pytest.mark.parametrize("place", [18, 60, 61, 63, 68])
def test_21_4_a_byte_that_fell_over_in_the_head_of_the_file_costs_nothing(tmp_path, place):
    with Journal.open(tmp_path) as journal:
        play(journal, 2)
    data = bytearray((tmp_path / "journal.db").read_bytes())
    data[place] ^= 0x40
    (tmp_path / "journal.db").write_bytes(data)
    journal, _ = open_or_mend(tmp_path)
    with journal:
        assert len(journal.results()) == 2


def test_21_4_the_last_seven_days_are_copied_without_any_secret(tmp_path):
    clock = Days()
    with Journal.open(tmp_path, clock) as journal:
        for day in range(10):
            number = journal.start(Setup("galaktico", "game", ("A", "B"), 2**100 + day), Source.BUTTONS, is_secret=True)
            journal.finish_group(number, [("A", 1, 1), ("B", 0, 2)])
            number = journal.start(SETUP, Source.BUTTONS)
            journal.finish(number, [("Ida", 41, Medal.SILVER)])
            clock.another()
    copies = copies_of(tmp_path)
    assert [path.name for path in copies] == [f"journal.db.2026-01-{day:02}" for day in range(11, 4, -1)]
    assert not any(str(2**100 + 1)[:20].encode() in path.read_bytes() for path in copies)
    assert names(tmp_path / "backups") == sorted(path.name for path in copies), "nothing lies beside them"
    (tmp_path / "other").mkdir()
    shutil.copyfile(copies[0], tmp_path / "other" / "journal.db")
    with Journal.open(tmp_path / "other") as journal:
        assert journal.first_broken() is None
        assert len([one for one in journal.results() if one.place is None]) == 9


@pytest.mark.parametrize(
    "word",
    [b"TABLE sessions", b"started_at TEXT", b"NOT NULL", b"TABLE entries", b"sqlite_sequence(", b"REFERENCES sessions"],
)
def test_21_4_a_byte_that_fell_over_in_the_head_of_a_table_costs_no_row(tmp_path, word):
    with Journal.open(tmp_path) as journal:
        play(journal, 2)
    shutil.rmtree(tmp_path / "backups")
    data = bytearray((tmp_path / "journal.db").read_bytes())
    for change in (0x80, 0x08):
        data[data.index(word) + (14 if word.startswith(b"REF") else 3)] ^= change
        (tmp_path / "journal.db").write_bytes(data)
        journal, _ = open_or_mend(tmp_path)
        with journal:
            assert len(journal.results()) == 2
            assert [len(journal.lines(number)) for number in (1, 2, 3)] == [5, 5, 0]
            journal.add(journal.start(SETUP, Source.BUTTONS), "ok", Source.BUTTONS)
        data = bytearray((tmp_path / "journal.db").read_bytes())


def test_21_4_a_rule_of_a_table_that_fell_over_keeps_no_result_out_of_the_book(tmp_path):
    with Journal.open(tmp_path) as journal:
        play(journal, 2)
    file = tmp_path / "journal.db"
    assert file.read_bytes().count(b"score > 0 OR") == 1
    file.write_bytes(file.read_bytes().replace(b"score > 0 OR", b"score > 8 OR"))
    journal, texts = open_or_mend(tmp_path)
    with journal:
        assert told(texts) == [("journal.mended", {"n": 3})]
        journal.finish(3, [("Ida", 5, Medal.NONE)])
        assert [one.score for one in journal.results()] == [41, 41, 5]
    journal, texts = open_or_mend(tmp_path)
    journal.close()
    assert not texts
