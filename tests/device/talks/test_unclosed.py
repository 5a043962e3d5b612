"""A game that was complete when the plug was pulled, or left at its end: the same screen again, nothing lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.errors import StorageFull
from device.parts.protocols import Button
from device.screens.content import List, Message
from games.spine.dialogue import say
from tests.device.played_out import NAMES, PLAYED, played_out, switched_on, write_down

EVERY_GAME = pytest.mark.parametrize(("game", "start", "players"), PLAYED)


def at_its_end(folder, game="galaktix", start="1", players=1):
    """Let a game reach its end on the device, and pull the plug there; gives its number, session and last screen."""
    with switched_on(folder) as table:
        session = played_out(table.game_list[game], start, players)
        number = write_down(table.journal, session, but=1)
    with switched_on(folder) as table:
        go_on(table)
        screen = table.answer(session.answers[-1])
        assert table.talk.session.outcome is not None
    return number, session, screen


def go_on(table):
    assert table.screen.rows[0].text == "Ja, weiterspielen"
    return table.ok()


def reached(journal):
    return sorted((one.player, one.score) for one in journal.results())


def told_by(session):
    return sorted((one.player, one.score) for one in session.outcome.results)


def close(table):
    """OK until the result is in the book."""
    while not table.journal.results():
        table.ok()


@EVERY_GAME
def test_21_1_the_plug_pulled_on_the_last_screen_leads_to_that_screen_and_from_there_into_the_book(
    tmp_path, game, start, players
):
    number, session, screen = at_its_end(tmp_path, game, start, players)
    for _ in range(2):  # as often as the plug is pulled
        with switched_on(tmp_path) as table:
            assert table.journal.results() == [], "nobody has said yet that it counts"
            assert go_on(table) == screen
            assert table.talk.number == number
    with switched_on(tmp_path) as table:
        go_on(table)
        close(table)
        assert reached(table.journal) == told_by(session)
        assert table.journal.unfinished() == []
        assert table.screen.title == "Und jetzt?"
    with switched_on(tmp_path) as table:
        assert table.screen.title == "Bordbuch", "there is nothing to go on with"


@EVERY_GAME
def test_21_1_back_on_the_last_screen_takes_the_last_step_back_where_the_rules_allow_it(tmp_path, game, start, players):
    _, session, screen = at_its_end(tmp_path, game, start, players)
    with switched_on(tmp_path) as table:
        go_on(table)
        table.press(Button.BACK)
        if session.outcome.closes:
            assert table.talk.session.outcome is not None, "what was opened at the end stays"
            return
        assert table.talk.session.answers == session.answers[:-1]
    with switched_on(tmp_path) as table:
        go_on(table)
        assert table.talk.session.outcome is None
        assert table.answer(session.answers[-1]) == screen


@EVERY_GAME
def test_21_1_whoever_declines_to_go_on_finds_the_result_in_the_book(tmp_path, game, start, players):
    _, session, _ = at_its_end(tmp_path, game, start, players)
    with switched_on(tmp_path) as table:
        table.choose("Nein")
        assert reached(table.journal) == told_by(session)
        assert table.screen.title == "Bordbuch" and "Spielen" in [row.text for row in table.screen.rows[:2]]


def test_21_1_a_game_paused_at_its_end_waits_there(tmp_path):
    _, _, screen = at_its_end(tmp_path)
    for _ in range(2):
        with switched_on(tmp_path) as table:
            go_on(table)
            table.menu("Pause")
            assert table.screen.rows[0].text == "Weiter: Galaktix 1"
            assert table.ok() == screen
            table.menu("Pause")
            assert table.journal.results() == []


@pytest.mark.parametrize("row", ["Spielen", "Das Buch", "Einstellungen"])
def test_21_1_whatever_is_chosen_but_going_on_enters_a_game_left_at_its_end(tmp_path, row):
    _, session, _ = at_its_end(tmp_path)
    with switched_on(tmp_path) as table:
        go_on(table)
        table.menu("Pause")
        table.choose(row)
        assert reached(table.journal) == told_by(session)


def test_21_1_a_game_given_up_at_its_end_is_not_entered(tmp_path):
    at_its_end(tmp_path)
    with switched_on(tmp_path) as table:
        go_on(table)
        table.menu("Partie aufgeben")
        table.choose("Ja")
        table.choose("Das Buch")
        assert table.journal.results() == [] and table.journal.unfinished() == []


def test_21_1_a_complete_game_comes_first_and_the_others_wait(tmp_path):
    number, session, screen = at_its_end(tmp_path)
    with switched_on(tmp_path) as table:
        other = write_down(table.journal, replace_player(session, "Ben"), but=3)
    with switched_on(tmp_path) as table:
        assert "Ada" in table.screen.news
        assert go_on(table) == screen
        table.menu("Pause")
        table.choose("Weiter: ")
        table.ok()
        assert table.talk.number == number
        table.menu("Pause")
        table.choose("Weiter: ")
        table.press(Button.DOWN, Button.OK)
        assert table.talk.number == other
        assert reached(table.journal) == told_by(session), "it is entered as soon as another game is on"


def replace_player(session, name):
    """The same session as if somebody else had played it."""
    session.setup = replace(session.setup, players=(name,))
    return session


def test_21_1_a_game_begun_from_the_command_line_enters_what_was_complete(tmp_path):
    _, session, _ = at_its_end(tmp_path)
    with switched_on(tmp_path) as table:
        table.service.begin(replace(session.setup, level="2", data=table.game_list["galaktix"].sign_of("2")))
        assert reached(table.journal) == told_by(session)


def test_21_1_a_full_disk_keeps_what_is_complete_for_another_time(tmp_path, monkeypatch):
    _, session, screen = at_its_end(tmp_path)

    def full(*_, **__):
        raise StorageFull("no room", say("journal.full"))

    with switched_on(tmp_path) as table, monkeypatch.context() as broken:
        broken.setattr(table.journal, "finish", full)
        table.choose("Nein")
        assert isinstance(table.screen, Message) and table.screen.title == "Nicht gespeichert"
        assert table.ok().rows[0].text == "Weiter: Galaktix 1"
        assert table.ok() == screen
        table.menu("Pause")
        table.choose("Das Buch")
        assert isinstance(table.screen, Message) and "Speicher voll" in table.screen.body
        assert isinstance(table.ok(), List), "the book opens all the same"
    with switched_on(tmp_path) as table:
        table.choose("Nein")
        assert reached(table.journal) == told_by(session)


# --- gone on with, and not answered yet ---


def test_21_1_a_game_resumed_and_not_yet_answered_is_the_one_offered_after_the_next_cut(tmp_path):
    with switched_on(tmp_path) as table:
        loaded = table.game_list["galaktix"]
        older, newer, newest = (
            write_down(table.journal, replace_player(played_out(loaded, str(level)), NAMES[level - 1]), but=4)
            for level in (1, 2, 3)
        )
    for number, at, name in ((older, 2, "Ada"), (newer, 2, "Ben"), (newest, 2, "Cleo"), (newer, 1, "Ben")):
        with switched_on(tmp_path) as table:
            table.choose("Nein")
            table.choose("Weiter: ")
            table.press(*[Button.DOWN] * at)
            table.ok()
            assert table.talk.number == number
            lines = table.journal.lines(number)
        with switched_on(tmp_path) as table:
            assert name in table.screen.news
            assert table.journal.unfinished(1)[0].id == number
            assert table.journal.lines(number) == lines
            assert table.journal.first_broken() is None
