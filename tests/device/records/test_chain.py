"""Whoever changes the journal by hand is seen: the first line that is not what was written is named."""

import json
import sqlite3

import pytest

from device.command.check_data import check_data
from device.command.main import FAILED, FINE, main
from device.errors import JournalError
from device.records.journal import FILE_NAME, Journal, Source
from device.records.journal_file import SINCE_FORMAT_3, SINCE_FORMAT_4
from device.records.rows import ChapterMedal
from device.records.sign_notes import SignEvent
from games.books.medals import Medal
from games.spine.dialogue import Setup

ALONE = Setup("dice", "1", ("Ada",), 7, "")
GROUP = Setup("stars", "beginner", ("Ada", "Ben", "Cleo"), 2**100, "9f3c")


@pytest.fixture
def folder(tmp_path):
    """Two sessions with four entries each, one finished and one among several, with a secret."""
    with Journal.open(tmp_path) as journal:
        alone, group = journal.start(ALONE, Source.BUTTONS), journal.start(GROUP, Source.BUTTONS, is_secret=True)
        for number in range(4):
            journal.add(alone, f"number {number}", Source.CAMERA)
            journal.add(group, f"number {number}", Source.BUTTONS)
        journal.finish(alone, [("Ada", 41, Medal.SILVER)])
        journal.finish_group(group, [("Ada", 9, 2), ("Ben", 15, 1), ("Cleo", 3, 3)])
    return tmp_path


def tampered(folder, *changes):
    """What is found after changes from outside."""
    with sqlite3.connect(folder / FILE_NAME) as connection:
        for change in changes:
            connection.execute(change)
    with Journal.open(folder) as journal:
        broken = journal.first_broken()
    return None if broken is None else str(broken)


def test_20_8_a_journal_that_nobody_touched_is_whole(folder):
    assert tampered(folder) is None


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE entries SET line = 'number 9' WHERE session = 1 AND number = 3", "entry 3 of session 1 was changed"),
        ("UPDATE entries SET at = '2020' WHERE session = 2 AND number = 1", "entry 1 of session 2 was changed"),
        ("UPDATE sessions SET setup = replace(setup, 'level=1', 'level=2')", "session 1 was changed"),
        ("UPDATE results SET score = 99 WHERE session = 1", "session 1 was changed"),
        ("UPDATE results SET medal = 'gold' WHERE session = 1", "session 1 was changed"),
        ("UPDATE results SET place = 1 WHERE player = 'Ada' AND session = 2", "session 2 was changed"),
        ("DELETE FROM results WHERE player = 'Cleo'", "session 2 was changed"),
        ("DELETE FROM entries WHERE session = 1 AND number = 2", "entry 2 of session 1 was cut out"),
        ("DELETE FROM links WHERE number = 4", "was cut out, or what stood before it"),
        ("DELETE FROM links WHERE number > 8", "lines that were cut off"),
        ("DELETE FROM links", "the beginning is followed by lines that were cut off"),
        ("INSERT INTO entries VALUES (1, 5, 'number 4', 'camera', '2026')", "entry 5 of session 1 was added"),
        ("INSERT INTO sessions (setup, source, started_at) VALUES ('x', 'camera', '')", "session 3 was added"),
    ],
)
def test_20_8_the_first_line_that_was_changed_or_cut_off_is_named(folder, change, found):
    assert found in tampered(folder, change)


def test_20_8_a_player_can_be_renamed_and_the_chain_still_holds(folder):
    assert (
        tampered(
            folder,
            "UPDATE sessions SET setup = replace(setup, 'Ada', 'Zoe')",
            "UPDATE results SET player = 'Zoe' WHERE player = 'Ada'",
        )
        is None
    )


AS_IN_FORMAT_4 = tuple(f"ALTER TABLE results DROP COLUMN {column}" for column in SINCE_FORMAT_4)
AS_IN_FORMAT_3 = (
    *AS_IN_FORMAT_4,
    "DROP TABLE sign_notes",
    *(f"ALTER TABLE sessions DROP COLUMN {column}" for column in SINCE_FORMAT_3),
)


def test_20_8_lines_of_an_older_journal_are_chained_when_it_is_opened(folder):
    older = ("DROP TABLE links", "ALTER TABLE sessions DROP COLUMN secret", *AS_IN_FORMAT_3, "PRAGMA user_version = 2")
    assert tampered(folder, *older) is None
    assert "was changed" in tampered(folder, "UPDATE entries SET line = 'undo' WHERE session = 2 AND number = 4")


RESTORED = "UPDATE results SET chapter_sign = '1a2b', chapter_medal = 'bronze'"


def test_the_chain_covers_take_backs_and_the_chapters_medal_of_a_result(tmp_path):
    with Journal.open(tmp_path) as journal:
        number = journal.start(ALONE, Source.BUTTONS)
        chapters = {"Ada": ChapterMedal("1a2b", Medal.BRONZE)}
        journal.finish(number, [("Ada", 41, Medal.SILVER)], take_backs=2, chapters=chapters)
        assert journal.first_broken() is None
    for change in ("0", "1", "NULL"):
        assert "was changed" in tampered(tmp_path, f"UPDATE results SET take_backs = {change}")
    assert tampered(tmp_path, "UPDATE results SET take_backs = 2") is None
    for change in ("chapter_medal = 'gold'", "chapter_medal = NULL", "chapter_sign = '2b1a'"):
        assert "was changed" in tampered(tmp_path, f"UPDATE results SET {change}")
        assert "was changed" not in (tampered(tmp_path, RESTORED) or "")


def test_a_journal_of_format_4_is_brought_to_ours_and_its_chain_holds(folder):
    assert tampered(folder, *AS_IN_FORMAT_4, "PRAGMA user_version = 4") is None
    with Journal.open(folder) as journal:
        assert {result.take_backs for result in journal.results()} == {0}
        number = journal.start(ALONE, Source.BUTTONS)
        journal.finish(number, [("Ada", 7, Medal.NONE)], take_backs=3)
        assert journal.first_broken() is None
        assert journal.results()[-1].take_backs == 3


def test_a_chain_goes_on_after_a_new_start(folder):
    with Journal.open(folder) as journal:
        dropped = journal.start(ALONE, Source.BUTTONS)
        journal.add(dropped, "number 1", Source.BUTTONS)
        journal.drop(dropped)
        assert journal.first_broken() is None
    assert tampered(folder, "UPDATE sessions SET dropped_at = '2020' WHERE id = 3") is not None


@pytest.fixture
def with_signs(folder):
    """A third session whose first player's sign was opened by the others, with an entry before and after."""
    with Journal.open(folder) as journal:
        session = journal.start(GROUP, Source.BUTTONS, is_secret=True)
        journal.note_sign(session, 1, SignEvent.CHOSEN, "a1b2")
        journal.add(session, "ok", Source.BUTTONS)
        journal.note_sign(session, 1, SignEvent.TRIED)
        journal.note_sign(session, 1, SignEvent.TOGETHER)
    return folder


def test_20_6_notes_about_signs_are_chained_and_no_entries(with_signs):
    assert tampered(with_signs) is None
    with Journal.open(with_signs) as journal:
        assert journal.lines(3) == ["ok"]
        assert [(note.seat, note.what.value, note.secret) for note in journal.sign_notes(3)] == [
            (1, "chosen", "a1b2"),
            (1, "tried", None),
            (1, "together", None),
        ]
        assert journal.sign_notes(1) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE sign_notes SET seat = 2 WHERE number = 3", "sign note 3 of session 3 was changed"),
        ("UPDATE sign_notes SET what = 'laid_down' WHERE number = 3", "sign note 3 of session 3 was changed"),
        ("UPDATE sign_notes SET secret = 'c3d4' WHERE number = 1", "sign note 1 of session 3 was changed"),
        ("UPDATE sign_notes SET at = '2020' WHERE number = 2", "sign note 2 of session 3 was changed"),
        ("DELETE FROM sign_notes WHERE number = 3", "sign note 3 of session 3 was cut out"),
        ("INSERT INTO sign_notes VALUES (3, 4, 1, 'together', NULL, '2026')", "sign note 4 of session 3 was added"),
        ("INSERT INTO entries VALUES (3, 2, 'ok', 'buttons', '2026')", "entry 2 of session 3 was added"),
    ],
)
def test_20_6_a_note_about_a_sign_that_was_changed_or_cut_out_is_named(with_signs, change, found):
    assert found in tampered(with_signs, change)


def test_20_6_an_older_journal_without_notes_is_opened_and_gets_them(folder):
    assert tampered(folder, *AS_IN_FORMAT_3, "PRAGMA user_version = 3") is None
    with Journal.open(folder) as journal:
        session = journal.start(GROUP, Source.BUTTONS)
        journal.note_sign(session, 2, SignEvent.TOGETHER)
        assert journal.first_broken() is None


def test_20_6_nothing_is_noted_in_a_game_that_is_over(folder):
    with Journal.open(folder) as journal, pytest.raises(JournalError):
        journal.note_sign(2, 1, SignEvent.TOGETHER)


def test_20_6_the_check_tells_whose_sign_was_tried_or_opened(with_signs, capsys):
    main(["check", "--data", str(with_signs), "--json"])
    tried, opened = json.loads(capsys.readouterr().out)["signs"]
    assert tried.startswith("session 3: the sign of Ada was tried wrongly three times, 20")
    assert opened.startswith("session 3: the sign of Ada was opened by the others together, 20")
    assert check_data(with_signs, ())
    assert opened in capsys.readouterr().out.splitlines()


def test_20_8_the_check_names_it_in_a_sentence(folder, capsys):
    assert main(["check", "--data", str(folder), "--json"]) in (FINE, FAILED)
    before = capsys.readouterr().out
    assert "was changed after it was written" not in before
    tampered(folder, "UPDATE entries SET line = 'number 9' WHERE session = 1 AND number = 3")
    assert main(["check", "--data", str(folder), "--json"]) == FAILED
    assert "entry 3 of session 1 was changed after it was written." in capsys.readouterr().out
