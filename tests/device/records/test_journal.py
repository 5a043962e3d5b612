"""The journal: what was confirmed stays, and what cannot be kept is said."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from device.errors import JournalError, JournalTooNew, StorageFull, UnknownSession
from device.records.journal import Journal, Source
from games.books.medals import Medal
from games.spine.dialogue import Bilingual, Setup

SETUP = Setup("galaktix", "3", ("Jo Ann", "Ida"), seed=7, data="9f3c")


class SteppingClock:
    """A clock that goes on by one minute with every look."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def opened(folder: Path) -> Journal:
    return Journal.open(folder, SteppingClock())


def test_a_session_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    with opened(tmp_path / "new" / "folder") as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        journal.add(number, "dice pink tool", Source.CAMERA)
        journal.add(number, "undo", Source.BUTTONS)
    with opened(tmp_path / "new" / "folder") as journal:
        assert journal.setup(number) == SETUP
        assert journal.lines(number) == ["dice pink tool", "undo"]


def test_entries_say_who_gave_them_and_when_in_utc(tmp_path: Path) -> None:
    noon = datetime(2026, 7, 1, 12, 0, tzinfo=timezone(timedelta(hours=2)))
    with Journal.open(tmp_path, lambda: noon) as journal:
        journal.add(journal.start(SETUP, Source.BUTTONS), "ok", Source.CAMERA)
    with sqlite3.connect(tmp_path / "journal.db") as connection:
        rows = connection.execute("SELECT number, source, at FROM entries").fetchall()
    assert rows == [(1, "camera", "2026-07-01T10:00:00.000+00:00")]


def test_entries_are_synced_in_full(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        assert journal._pages.select("PRAGMA journal_mode") == [("wal",)]
        assert journal._pages.select("PRAGMA synchronous") == [(2,)]
        assert journal._pages.select("PRAGMA foreign_keys") == [(1,)]


def test_what_a_killed_process_had_added_is_there(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path\n"
        "from device.records.journal import Journal, Source; from games.spine.dialogue import Setup\n"
        "journal = Journal.open(Path(sys.argv[1]))\n"
        "number = journal.start(Setup('g', '1', ('A',), 1), Source.BUTTONS)\n"
        "for count in range(5): journal.add(number, f'number {count}', Source.BUTTONS)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert subprocess.run([sys.executable, "-c", script, tmp_path], check=False).returncode == -9
    with opened(tmp_path) as journal:
        (session,) = journal.unfinished()
        assert journal.lines(session.id) == [f"number {count}" for count in range(5)]


def test_unfinished_sessions_come_with_the_last_touched_first(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        first, second, done, given_up = (journal.start(SETUP, Source.BUTTONS) for _ in range(4))
        journal.finish(done, [])
        journal.drop(given_up)
        assert [session.id for session in journal.unfinished(10)] == [second, first]
        journal.add(first, "ok", Source.BUTTONS)
        newest = journal.unfinished(1)
        assert [(session.id, session.entries, session.setup) for session in newest] == [(first, 1, SETUP)]
        assert newest[0].started_at < newest[0].last_at


def test_21_1_a_session_gone_on_with_or_begun_is_the_one_touched_last_whatever_the_clock_says(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        first, second, third = (journal.start(SETUP, Source.BUTTONS) for _ in range(3))
        for number in (third, second, first):
            journal.add(number, "ok", Source.BUTTONS)
        for number in (second, third, second):
            journal.resume(number)
            assert journal.unfinished()[0].id == number
        assert [session.id for session in journal.unfinished()] == [second, third, first]
        journal.add(first, "ok", Source.BUTTONS)
        assert [session.id for session in journal.unfinished()] == [first, second, third]
    with Journal.open(tmp_path, clock=lambda: datetime(1970, 1, 1, tzinfo=UTC)) as journal:
        fourth = journal.start(SETUP, Source.BUTTONS)
        assert [session.id for session in journal.unfinished()] == [fourth, first, second, third]
        journal.finish(fourth, [])
        with pytest.raises(UnknownSession, match="closed"):
            journal.resume(fourth)
        assert journal.first_broken() is None


def test_21_2_a_result_tells_by_which_rules_it_was_played_and_what_the_level_was_called(tmp_path: Path) -> None:
    name = Bilingual("Abflug", "Lift-off")
    with opened(tmp_path) as journal:
        nameless, named = journal.start(SETUP, Source.BUTTONS), journal.start(SETUP, Source.BUTTONS, level_name=name)
        for number in (nameless, named):
            journal.finish(number, [("Ida", 12, Medal.BRONZE)])
        assert [(one.sign, one.name) for one in journal.results()] == [(SETUP.data, None), (SETUP.data, name)]
        assert journal.unnamed() == [(nameless, SETUP)]
        journal.name_levels([(nameless, "the level's own", name)])
        assert [(one.sign, one.name) for one in journal.results()] == [("the level's own", name), (SETUP.data, name)]
        assert journal.setup(nameless) == replace(SETUP, data="the level's own")
        assert journal.unnamed() == [] and journal.first_broken() is None


def test_spoilt_notes_about_a_level_are_taken_for_none(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        number = journal.start(SETUP, Source.BUTTONS, level_name=Bilingual("Abflug", "Lift-off"))
        journal.finish(number, [("Ida", 12, Medal.BRONZE)])
        journal._pages.select("UPDATE sessions SET level_sign = x'ff', level_de = x'ff', opened = 'x'")
        assert [(one.sign, one.name) for one in journal.results()] == [(SETUP.data, None)]
        assert journal.setup(number) == SETUP
        journal.start(SETUP, Source.BUTTONS)
        assert len(journal.unfinished()) == 1


def test_finishing_writes_the_results_above_zero_once(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        for _ in range(2):
            journal.finish(number, [("Jo Ann", 41, Medal.SILVER), ("Ida", 0, Medal.NONE)])
        (result,) = journal.results("galaktix")
        assert (result.player, result.level, result.score, result.medal) == ("Jo Ann", "3", 41, Medal.SILVER)
        assert result.at.tzinfo is not None
        assert journal.unfinished(5) == []
        assert journal.results("sternenfahrer") == []


def test_results_and_finish_mark_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        with pytest.raises(JournalError):
            journal.finish(number, [("Ida", 12, Medal.BRONZE), ("Ida", 13, Medal.BRONZE)])
        assert journal.results() == []
        assert [session.id for session in journal.unfinished(5)] == [number]


def test_a_closed_session_takes_no_more_entries(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        journal.finish(number, [])
        with pytest.raises(UnknownSession, match="closed"):
            journal.add(number, "ok", Source.BUTTONS)
        with pytest.raises(UnknownSession, match="closed"):
            journal.drop(number)


@pytest.mark.parametrize("act", [Journal.setup, Journal.lines, Journal.drop])
def test_a_session_that_does_not_exist_is_named(tmp_path: Path, act: object) -> None:
    with opened(tmp_path) as journal, pytest.raises(UnknownSession, match="no session 99"):
        assert callable(act)
        act(journal, 99)


def test_closing_twice_is_fine(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.close()
    journal.close()


def test_a_newer_journal_is_refused_with_a_remedy_and_kept(tmp_path: Path) -> None:
    opened(tmp_path).close()
    file = tmp_path / "journal.db"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("ALTER TABLE results ADD COLUMN later TEXT")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(JournalTooNew, match=r"journal\.db was written by a newer Bordbuch .* Update") as refused:
        opened(tmp_path)
    assert refused.value.words.key == "journal.too_new"
    assert file.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    file.write_bytes(b"Dear diary, " * 100)
    with pytest.raises(JournalError, match=r"journal\.db cannot be used.*left as it is") as refused:
        opened(tmp_path)
    assert refused.value.words.key == "journal.unusable"
    assert file.read_bytes() == b"Dear diary, " * 100


def test_a_damaged_journal_is_refused_and_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        for _ in range(300):
            journal.add(number, "dice pink pink pink pink pink", Source.CAMERA)
    file = tmp_path / "journal.db"
    damaged = bytearray(file.read_bytes())
    damaged[4096:] = b"\xa5" * len(damaged[4096:])
    file.write_bytes(damaged)
    with pytest.raises(JournalError, match="cannot be used"):
        opened(tmp_path)
    assert file.read_bytes() == damaged


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "journal.db") as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(JournalError, match="another program"):
        opened(tmp_path)


def test_an_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    (tmp_path / "journal.db").touch()
    with opened(tmp_path) as journal:
        assert journal.lines(journal.start(SETUP, Source.BUTTONS)) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="cannot be used"):
        opened(tmp_path / "file" / "data")


def test_a_full_disk_changes_nothing_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        ((pages,),) = journal._pages.select("PRAGMA page_count")
        journal._pages.select(f"PRAGMA max_page_count = {pages}")
        taken = 0
        with pytest.raises(StorageFull, match="no room left") as refused:
            for taken in range(1000):
                journal.add(number, f"number {taken}", Source.CAMERA)
        assert refused.value.words.key == "journal.full"
        assert journal.lines(number) == [f"number {count}" for count in range(taken)]
        journal._pages.select("PRAGMA max_page_count = 10000")
        journal.add(number, "ok", Source.CAMERA)
        assert journal.lines(number)[-1] == "ok"


def test_a_set_up_line_nobody_can_read_is_told(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        journal._pages.select("UPDATE sessions SET setup = 'galaktix'")
        with pytest.raises(JournalError, match="cannot read the set-up line"):
            journal.setup(number)


def test_a_game_of_several_keeps_everybody_with_points_and_place(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        for _ in range(2):
            journal.finish_group(number, [("Ada", 12, 1), ("Ben", 0, 2), ("Cleo", -3, 3)])
        results = journal.results("galaktix")
        assert [(result.player, result.score, result.place) for result in results] == [
            ("Ada", 12, 1),
            ("Ben", 0, 2),
            ("Cleo", -3, 3),
        ]
        assert {result.medal for result in results} == {Medal.NONE}


FORMAT_1 = """
CREATE TABLE sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, setup TEXT NOT NULL, source TEXT NOT NULL,
    started_at TEXT NOT NULL, finished_at TEXT, dropped_at TEXT);
CREATE TABLE entries (session INTEGER NOT NULL REFERENCES sessions (id), number INTEGER NOT NULL, line TEXT NOT NULL,
    source TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (session, number));
CREATE TABLE results (session INTEGER NOT NULL REFERENCES sessions (id), game TEXT NOT NULL, level TEXT NOT NULL,
    player TEXT NOT NULL, score INTEGER NOT NULL CHECK (score > 0), medal TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (session, player));
PRAGMA application_id = 0x424F5244;
PRAGMA user_version = 1;
INSERT INTO sessions VALUES (1, 'galaktix level=3 players=Ida seed=7 data=x', 'buttons',
    '2026-01-01T20:00:00.000+00:00', '2026-01-01T20:30:00.000+00:00', NULL);
INSERT INTO sessions VALUES (2, 'galaktix level=4 players=Ida seed=8 data=x', 'buttons',
    '2026-01-02T20:00:00.000+00:00', NULL, NULL);
INSERT INTO entries VALUES (2, 1, 'ok', 'buttons', '2026-01-02T20:01:00.000+00:00');
INSERT INTO results VALUES (1, 'galaktix', '3', 'Ida', 41, 'silver', '2026-01-01T20:30:00.000+00:00');
INSERT INTO results VALUES (1, 'galaktix', '3', 'Jo', 12, 'none', '2026-01-01T20:30:00.000+00:00');
"""


def test_a_journal_of_the_first_format_goes_on_with_all_it_holds(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "journal.db")
    old.executescript(FORMAT_1)
    old.close()
    for _ in range(2):
        with opened(tmp_path) as journal:
            results = [(one.player, one.score, one.medal, one.place) for one in journal.results()]
            assert results == [("Ida", 41, Medal.SILVER, None), ("Jo", 12, Medal.NONE, None)]
            assert [(one.id, one.entries) for one in journal.unfinished()] == [(2, 1)]
    with opened(tmp_path) as journal:
        journal.finish_group(2, [("Ada", 0, 1)])
        assert [one.place for one in journal.results()] == [None, None, 1]


def test_an_old_journal_that_cannot_be_renewed_is_left_as_it_is(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "journal.db")
    old.executescript(FORMAT_1 + "CREATE TABLE old_results (x);")  # in the way of the new one
    old.close()
    with pytest.raises(JournalError, match="left as it is"):
        opened(tmp_path)
    again = sqlite3.connect(tmp_path / "journal.db")
    assert again.execute("SELECT count(*) FROM results").fetchone() == (2,)
    assert again.execute("PRAGMA user_version").fetchone() == (1,)
    again.close()


def test_a_set_up_line_that_cannot_be_read_is_told_without_its_seed(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        journal.start(SETUP, Source.BUTTONS)
    damaged = sqlite3.connect(tmp_path / "journal.db")
    damaged.execute("UPDATE sessions SET setup = 'galaktico players=A,B seed=123456789x data='")
    damaged.commit()
    damaged.close()
    with opened(tmp_path) as journal:
        assert journal.unfinished() == []
        (bad,) = journal.set_aside()
    assert "session 1 cannot be read: cannot read the set-up line" in str(bad)
    assert "123456789" not in str(bad)


def test_nobody_else_on_the_machine_can_read_the_journal(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with Journal.open(tmp_path) as journal:
            journal.start(SETUP, Source.BUTTONS)
            modes = {file.name: file.stat().st_mode & 0o007 for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert "journal.db" in modes and not any(modes.values()), modes
