"""What was shown is held against a device that is switched on again: each thing that is missing is named."""

import random
import sqlite3
from dataclasses import replace

import pytest

from device.config.configuration import Settings, save_settings
from device.screens.content import List
from tools.torture.evening import DOWN, OK, a_game, evening
from tools.torture.seat import Move, seat_at
from tools.torture.truth import Shown, Witness, look_back


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder in which a game has some answers, and the truth about it."""
    folder = tmp_path_factory.mktemp("played")
    with seat_at(folder, 1) as seat:
        witness, rng = Witness(seat), random.Random(1)
        seat.held.on_show = witness.look
        seat.do(Move())
        for move in a_game(seat, rng):
            seat.do(move)
            if seat.game is not None and len(seat.game.session.answers) >= 6:
                break
        while seat.game is not None and seat.game.session.prompt is None:
            seat.do(Move(OK))
        truth = witness.look()
    assert truth.number is not None and len(truth.games[truth.number].answers) >= 6
    return folder, truth


def test_21_8_everything_is_there_again(played):
    folder, truth = played
    assert look_back(folder, truth, in_flight=False) == []


def test_21_8_a_line_that_is_gone_is_named(played, tmp_path):
    folder, truth = played
    before = replace(
        truth.games[truth.number],
        answers=(*truth.games[truth.number].answers, "ok"),
        lines=truth.games[truth.number].lines + 1,
    )
    (wrong, *_) = look_back(folder, replace(truth, games={truth.number: before}), in_flight=False)
    assert "game" in wrong and "answers" in wrong


def test_21_8_one_line_more_is_right_only_for_a_step_that_was_in_flight(played):
    folder, truth = played
    shown = truth.games[truth.number]
    shorter = replace(truth, games={truth.number: replace(shown, answers=shown.answers[:-1], lines=shown.lines - 1)})
    assert look_back(folder, shorter, in_flight=True) == []
    assert look_back(folder, shorter, in_flight=False)
    two_less = replace(truth, games={truth.number: replace(shown, answers=shown.answers[:-2], lines=shown.lines - 2)})
    assert look_back(folder, two_less, in_flight=True)


def test_21_8_another_screen_is_named(played):
    folder, truth = played
    other = replace(truth.games[truth.number], words="something else", covered_for=None)
    assert any(
        "something else" in wrong
        for wrong in look_back(folder, replace(truth, games={truth.number: other}), in_flight=False)
    )


def test_21_8_a_result_a_setting_and_a_profile_that_are_gone_are_named(played):
    folder, truth = played
    more = replace(truth, results=((1, "Ada", 5, "gold", None),), profiles=("Mine",))
    wrong = "\n".join(look_back(folder, more, in_flight=False))
    assert "results are gone" in wrong and "profiles" in wrong
    save_settings(folder, Settings(language="en"))
    try:
        assert any("settings were" in one for one in look_back(folder, truth, in_flight=False))
    finally:
        (folder / "settings.toml").unlink()


def test_21_8_a_game_that_was_on_and_is_not_led_to_is_named(tmp_path):
    with seat_at(tmp_path, 1) as seat:
        witness = Witness(seat)
        seat.do(Move())
        truth = witness.look()
    never = replace(truth, number=7, games={7: Shown(("ok",), 1)})
    assert any("game 7" in wrong for wrong in look_back(tmp_path, never, in_flight=False))


def test_21_8_an_evening_comes_again_with_its_seed(tmp_path):
    def lines(folder):
        with seat_at(folder, 5) as seat:
            seat.do(Move())
            moves = evening(seat, random.Random(5))
            for _ in range(120):
                seat.do(next(moves))
        with sqlite3.connect(folder / "journal.db") as journal:
            return journal.execute("SELECT session, line FROM entries ORDER BY rowid").fetchall()

    first = lines(tmp_path / "one")
    assert first and first == lines(tmp_path / "two")


def test_21_8_a_game_that_was_put_aside_after_switching_on_is_not_missed(tmp_path):
    with seat_at(tmp_path, 1) as seat:
        seat.do(Move())
        seat.device.service.begin(seat.device.setup("galaktix", "1"))
        seat.do(Move())
        witness = Witness(seat)
        truth = witness.look()
    with sqlite3.connect(tmp_path / "journal.db") as journal:  # as if it had been begun by other files
        journal.execute("UPDATE sessions SET setup = replace(setup, 'level=1 ', 'level=99 ')")
    with seat_at(tmp_path, 1) as seat:
        witness = Witness(seat)
        witness.truth = replace(truth, number=None)
        seat.do(Move())
        for _ in range(20):
            if witness.look().is_putting_aside:
                break
            seat.do(Move(DOWN if isinstance(seat.screen, List) else OK))
        on_the_row = witness.truth
        assert on_the_row.is_putting_aside
        seat.do(Move(OK))
        assert witness.look().games == {}
    assert look_back(tmp_path, on_the_row, in_flight=True) == []
    (wrong,) = look_back(tmp_path, replace(on_the_row, is_putting_aside=False), in_flight=True)
    assert "put away" in wrong
