"""A new record is celebrated at the end of a level, on the OLED and by the beeper; nothing else is called one."""

from __future__ import annotations

import pytest

from device.errors import StorageFull
from device.screens.content import Ending
from device.talks.endings import best_so_far, deserves_fanfare, ending_desk
from games.books.medals import Medal, Targets
from games.spine.dialogue import say
from tests.device.played_out import NAMES, played_out, switched_on, write_down
from tests.device.texts import catalogue

tell = catalogue("de", is_strict=True).tell


@pytest.fixture
def played(tmp_path):
    """A device, a game of Galaktix that has just ended, and a way to enter an earlier result of the same player."""
    with switched_on(tmp_path) as table:
        loaded = table.game_list["galaktix"]
        session = played_out(loaded, "1")

        def enter(score, player=NAMES[0]):
            number = write_down(table.journal, session)
            table.journal.finish(number, [(player, score, Medal.NONE)])

        yield table, loaded, session, enter


def last_screen(table, loaded, session):
    desk = ending_desk(loaded, session, best_so_far(loaded, session, table.journal))
    return desk.screen(tell, False)


def test_more_than_ever_before_is_a_record(played):
    table, loaded, session, enter = played
    score = session.outcome.results[0].score
    enter(score - 2)
    enter(score - 1)
    screen = last_screen(table, loaded, session)
    assert isinstance(screen, Ending)
    assert (screen.is_record, screen.title) == (True, f"Rekord! Bisher {score - 1}")


@pytest.mark.parametrize("more", [0, 5])
def test_as_much_or_less_than_before_is_none(played, more):
    table, loaded, session, enter = played
    enter(session.outcome.results[0].score + more)
    assert not last_screen(table, loaded, session).is_record


def test_a_first_result_is_none_nor_is_somebody_elses_beaten(played):
    table, loaded, session, enter = played
    assert not last_screen(table, loaded, session).is_record
    enter(1, NAMES[1])
    assert not last_screen(table, loaded, session).is_record


def test_a_record_has_its_fanfare_even_below_bronze(played):
    _, loaded, session, _ = played
    score = session.outcome.results[0].score
    assert loaded.level("1").targets.medal(score) is Medal.NONE
    assert loaded.level("1").targets == Targets(21, 27, 32)
    assert not deserves_fanfare(loaded, session)
    assert not deserves_fanfare(loaded, session, score)
    assert deserves_fanfare(loaded, session, score - 1)


def test_a_journal_that_cannot_be_read_does_not_keep_the_ending_from_being_shown(played, monkeypatch):
    table, loaded, session, enter = played
    enter(1)

    def full(*_):
        raise StorageFull("no room", say("error.storage_full"))

    monkeypatch.setattr(table.journal, "results", full)
    assert not last_screen(table, loaded, session).is_record
