"""A bad cell spoils its row alone, and bytes that fell over never end in a traceback."""

import contextlib
import io
import shutil
import sqlite3
from random import Random

import pytest

from device.boxes.found import find_boxes
from device.boxes.loader import load_games
from device.command.check_data import _check_book
from device.command.main import main
from device.errors import DeviceError
from device.menus import lobby as menus
from device.menus.into_book import Unclosed
from device.records.journal import Journal, Source
from device.records.mending import open_or_mend
from device.talks.service import Service
from games.books.medals import Medal
from games.spine.dialogue import Chosen, Setup

FLIPS = 300


def filled(folder):
    """A journal as an evening leaves it: games that ended, one given up, two that are open."""
    game_list, _ = load_games(folder, find_boxes()[0])
    with Journal.open(folder) as journal:
        for number in range(12):
            name = list(game_list)[number % 2 if number < 9 else 1]
            game = game_list[name].game
            session = journal.start(Setup(name, "1", ("Ada",), number, game.data), Source.BUTTONS)
            for _ in range(3):
                journal.add(session, "ok", Source.BUTTONS)
            if number < 9:
                journal.finish(session, [("Ada", 20 + number, Medal.SILVER)])
            elif number == 9:
                journal.drop(session)
    return game_list


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    return folder, filled(folder)


BAD_CELLS = {
    "an empty start": "UPDATE sessions SET started_at = '' WHERE id = 11",
    "a start that is no time": "UPDATE sessions SET started_at = '2026-13-45' WHERE id = 11",
    "a start without a zone": "UPDATE sessions SET started_at = '2026-01-01T10:00:00' WHERE id = 11",
    "a start before all reckoning": "UPDATE sessions SET started_at = '0001-01-01T00:00:00+23:00' WHERE id = 11",
    "an unreadable set-up": "UPDATE sessions SET setup = 'galaktix' WHERE id = 11",
    "a set-up of bytes": "UPDATE sessions SET setup = x'00ff' WHERE id = 11",
    "a set-up that is no UTF-8": "UPDATE sessions SET setup = CAST(x'67ff3d' AS TEXT) WHERE id = 11",
    "a set-up with nobody": "UPDATE sessions SET setup = 'galaktix level=1 players= seed=1 data=' WHERE id = 11",
    "a source nobody knows": "UPDATE sessions SET source = 'cat' WHERE id = 11",
    "a blob for a time": "UPDATE entries SET at = x'ff00' WHERE session = 11 AND number = 2",
    "a line of bytes": "UPDATE entries SET line = x'ff00' WHERE session = 11 AND number = 2",
    "a line that is no entry": "UPDATE entries SET line = 'dance' WHERE session = 11 AND number = 2",
    "a line that is no UTF-8": "UPDATE entries SET line = CAST(x'6fff' AS TEXT) WHERE session = 11 AND number = 2",
    "a medal goLd": "UPDATE results SET medal = 'goLd' WHERE session = 1",
    "a score in words": "UPDATE results SET score = 'many' WHERE session = 1",
    "a player of bytes": "UPDATE results SET player = x'ff' WHERE session = 1",
    "a result without a time": "UPDATE results SET at = '' WHERE session = 1",
    "a place in words": "UPDATE results SET place = 'first' WHERE session = 1",
}


def spoilt(book, tmp_path, change):
    shutil.copytree(book[0], tmp_path, dirs_exist_ok=True)
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute(change)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("change", BAD_CELLS.values(), ids=BAD_CELLS)
def test_21_3_a_bad_cell_is_named_by_check_and_everything_else_is_read(book, tmp_path, change):
    spoilt(book, tmp_path, change)
    (_, problems) = _check_book(tmp_path)
    assert "cannot be read" in problems
    assert ("session 11" if "= 11" in change else "session 1") in problems
    with Journal.open(tmp_path) as journal:
        assert 12 in [session.id for session in journal.unfinished()]
        assert len(journal.results()) >= 8
        assert not [row for row in journal.bad_rows() if row.session not in (1, 11)]
    if "results" in change:
        assert main(["book", "--data", str(tmp_path)]) == 0


def test_21_3_empty_cells_are_bad_rows_too(book, tmp_path):
    """No Bordbuch writes a NULL there, but a damaged head of the file may let one through."""
    shutil.copytree(book[0], tmp_path, dirs_exist_ok=True)
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'TEXT NOT NULL', 'TEXT')")
    connection.commit()
    connection.close()
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("UPDATE sessions SET setup = NULL, started_at = NULL WHERE id = 11")
    connection.execute("UPDATE entries SET line = NULL WHERE session = 12 AND number = 1")
    connection.execute("UPDATE results SET player = NULL, medal = NULL WHERE session = 2")
    connection.commit()
    connection.close()
    with Journal.open(tmp_path) as journal:
        assert {row.session for row in journal.bad_rows()} == {2, 11, 12}
        assert [row.session for row in journal.set_aside()] == [11]
        assert len(journal.results()) == 8


class Lobby:
    """Takes what the start tells."""

    def __init__(self):
        self.unclosed = Unclosed()

    def welcome(self, problems=(), unreadable=()):
        self.problems, self.unreadable = problems, unreadable
        yield None


def start_of(journal, game_list, monkeypatch):
    """What the device tells at its start, with this journal."""
    monkeypatch.setattr("device.talks.service.LobbyTalk", lambda dialogue, beeper: list(dialogue))
    lobby = Lobby()
    preferences = type("Preferences", (), {"language": "de", "has_sound": False})()
    Service(
        eyes=None,
        display=None,
        buttons=None,
        beeper=None,
        journal=journal,
        game_list=game_list,
        lobby=lobby,
        preferences=preferences,
        words=lambda language: None,
        clock=lambda: 0.0,
    )
    return lobby


@pytest.mark.parametrize("change", BAD_CELLS.values(), ids=BAD_CELLS)
def test_21_3_the_device_starts_with_any_bad_cell_and_names_what_it_sets_aside(book, tmp_path, monkeypatch, change):
    spoilt(book, tmp_path, change)
    with Journal.open(tmp_path) as journal:
        lobby = start_of(journal, book[1], monkeypatch)
    told = [one if isinstance(one, int) else one.setup.game for one in lobby.unreadable]
    if "UPDATE sessions" in change and "source" not in change:
        assert told == [11], "known by nothing but its number"
    elif "line =" in change:
        assert told == ["number_up"]
    else:
        assert told == []
    assert lobby.problems == ()


def test_21_3_a_session_that_nobody_can_read_is_put_away_once_and_not_named_again(book, tmp_path, monkeypatch):
    spoilt(book, tmp_path, BAD_CELLS["an empty start"])
    with Journal.open(tmp_path) as journal:
        lobby = menus.Lobby(book[1], journal, None, None)
        (number,) = start_of(journal, book[1], monkeypatch).unreadable
        asked = lobby._put_aside(number)
        assert [option.key for option in next(asked).options] == ["keep", "drop"]
        with pytest.raises(StopIteration):
            asked.send(Chosen("drop"))
        assert list(start_of(journal, book[1], monkeypatch).unreadable) == []


def used(folder, game_list, monkeypatch, with_book):
    """All that reads the book: the start of the device, every list of the menus, `check` and `book`. What is told."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        _, problems = _check_book(folder)
        if with_book:
            main(["book", "--data", str(folder)])
    try:
        journal, told = open_or_mend(folder)
    except DeviceError as error:
        return str(error)
    with journal:
        start_of(journal, game_list, monkeypatch)
        for session in journal.unfinished():
            with contextlib.suppress(DeviceError):
                journal.setup(session.id)
        journal.results()
        new = journal.start(Setup("galaktix", "1", ("Ada",), 1, ""), Source.BUTTONS)
        journal.add(new, "ok", Source.BUTTONS)
        journal.finish(new, [("Ada", 1, Medal.NONE)])
    return problems or told


def said(folder):
    """What the rows say, without names, which stand outside the chain."""
    try:
        connection = sqlite3.connect(folder / "journal.db")
        connection.text_factory = bytes
        return [
            connection.execute(f"SELECT {columns} FROM {table} ORDER BY rowid").fetchall()
            for columns, table in (
                ("id, source, started_at, finished_at, dropped_at", "sessions"),
                ("session, number, line, source, at", "entries"),
                ("session, game, level, score, medal, at, place", "results"),
            )
        ]
    except (sqlite3.Error, UnicodeError):
        return None
    finally:
        connection.close()


@pytest.mark.slow
def test_21_3_bytes_that_fell_over_end_in_no_traceback_and_changed_rows_are_told(book, tmp_path, monkeypatch):
    rng = Random(21)
    whole, before = (book[0] / "journal.db").read_bytes(), said(book[0])
    changed_rows = 0
    for number in range(FLIPS):
        folder = tmp_path / str(number)
        folder.mkdir()
        changed = bytearray(whole)
        places = [place for place in (rng.randrange(len(changed)) for _ in range(40)) if changed[place]]
        for place in places[: rng.randint(1, 3)]:
            changed[place] ^= 1 << rng.randrange(8)
        (folder / "journal.db").write_bytes(changed)
        is_changed = said(folder) != before
        told = used(folder, book[1], monkeypatch, with_book=number % 25 == 0)
        changed_rows += is_changed
        assert told or not is_changed, f"flip {number} changed a row, and nobody says so"
    assert changed_rows > 20
