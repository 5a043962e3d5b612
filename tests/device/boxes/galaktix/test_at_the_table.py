"""A whole game of Galaktix on the simulated table, through the real loop: buttons, dice, camera, OLED."""

import pytest

from device.parts.protocols import Button, Tone
from device.screens.content import DiceSeen, Ending, List, Message, Tally, Waiting
from games.books.medals import Medal
from tests.device.at_the_table import person_at


@pytest.mark.slow
def test_a_level_is_played_from_switching_on_to_the_medal_in_the_book(tmp_path):
    with person_at(tmp_path, seed=5) as person:
        person.start_level()

        # The first round with a re-roll: two dice are picked up and thrown again, no menu in between.
        first = person.throw()
        assert isinstance(person.screen, List)
        person.throw_again(2)
        screen = person.wait_for(DiceSeen)
        assert 1 <= len(screen.thrown) <= 2
        person.confirm_dice()
        assert isinstance(person.screen, List)

        # A third throw is noticed and said, and changes nothing.
        person.table.throw_all()
        told = person.wait_for(Message)
        assert told.is_warning
        assert isinstance(person.ok(), List)
        person.take_a_road()

        ending = person.play_on()
        assert isinstance(ending, Ending)
        points = int(ending.points.removesuffix(" Punkte"))
        assert points > 0
        assert person.misread == 0
        assert isinstance(person.ok(), List)  # what now?

        (result,) = person.device.journal.results("galaktix")
        assert (result.level, result.player, result.score) == ("1", "Gast", points)
        assert result.medal is ending.medal
        assert len(first) == 5

        person.choose("Das Buch")
        row = person.screen.rows[1]
        assert (row.text.split()[0], row.value) == ("1", str(points))
        assert (row.medal or Medal.NONE) is ending.medal


def test_nothing_is_taken_from_the_table_before_all_dice_are_thrown(tmp_path):
    with person_at(tmp_path, seed=2) as person:
        person.start_level()
        person.throw()
        person.take_a_road()
        assert isinstance(person.screen, Waiting)
        person.wait(30)
        assert isinstance(person.screen, Waiting), "the last throw still lies there and is no news"
        person.throw_again(2)
        person.wait_for(Waiting, lambda screen: "lagen noch" in screen.status)
        person.throw()
        assert isinstance(person.screen, List)


def test_throwing_again_before_ok_is_the_re_roll(tmp_path):
    with person_at(tmp_path, seed=3) as person:
        person.start_level()
        person.table.throw_all()
        person.wait_for(DiceSeen)
        person.throw_again(1)
        person.wait_for(DiceSeen, lambda screen: screen.title == "Nachgewürfelt")
        lines = person.device.journal.lines(1)
        assert lines[-1].startswith("dice ")
        person.confirm_dice()
        assert len(person.device.journal.lines(1)) == len(lines) + 1


def test_bad_tables_are_said_plainly_and_take_nothing(tmp_path):
    with person_at(tmp_path, seed=4) as person:
        person.start_level()
        lines = person.device.journal.lines(1)

        person.table.add_die()
        person.table.throw_all()
        person.wait_for(Waiting, lambda screen: screen.status == "Ich sehe 6, nicht 5")
        person.table.remove_die()
        person.table.remove_die()
        person.wait_for(Waiting, lambda screen: screen.status == "Ich sehe 4, nicht 5")
        person.table.add_die()
        person.table.throw_all()
        while person.table.state().is_moving:
            person.wait()
        person.table.lean_die()
        person.wait_for(DiceSeen, lambda screen: screen.title == "Steht der schief?" and len(screen.doubtful) == 1)
        person.press(Button.BACK, Button.BACK)

        person.table.put_hand(True)
        person.wait_for(Waiting, lambda screen: "Hand" in screen.status)
        person.wait(100)
        assert "Hand" in person.screen.status, "a hand that never leaves is never taken for rest"
        person.press(Button.OK)
        assert isinstance(person.screen, Tally), "the buttons work all the same"
        assert person.device.journal.lines(1) == lines


def test_the_menu_undoes_redoes_corrects_informs_pauses_and_gives_up(tmp_path):
    with person_at(tmp_path, seed=6) as person:
        person.start_level()
        faces = person.throw()
        road_choice = person.screen

        person.press(Button.BACK, held=True)
        assert person.screen.title == "Menü"
        person.choose("Schritt zurück")
        assert not isinstance(person.screen, List)
        person.press(Button.BACK, held=True)
        person.choose("Schritt wieder vor")
        assert person.screen == road_choice

        person.press(Button.BACK, held=True)
        person.choose("Wurf berichtigen")
        person.press(Button.OK, Button.DOWN, Button.OK, Button.OK)
        fixed = person.device.service.talk.session.answers[-1].faces
        assert fixed[1:] == tuple(faces[1:])
        assert fixed[0] != faces[0]

        person.press(Button.BACK, held=True)
        person.choose("Über das Level")
        assert person.screen.title.startswith("1 ")
        person.ok()
        assert "Bronze" in person.screen.body
        person.ok()
        assert isinstance(person.screen, List)

        person.press(Button.BACK, held=True)
        person.choose("Pause")
        assert person.screen.title == "Bordbuch"
        person.choose("Weiter")
        assert person.device.service.talk.session.answers[-1].faces == fixed

        person.press(Button.BACK, held=True)
        person.choose("Partie aufgeben")
        person.choose("Ja")
        assert person.screen.title == "Bordbuch"
        assert not person.device.journal.unfinished()


def test_a_game_can_be_played_without_camera_and_dice(tmp_path):
    with person_at(tmp_path, seed=7) as person:
        person.start_level()
        person.press(Button.OK)
        person.press(*[Button.UP] * 5)
        person.ok()
        assert isinstance(person.screen, List)
        assert person.device.journal.lines(1)[-1] == "dice pink pink pink pink pink"


def test_the_language_is_changed_on_the_device_and_stays(tmp_path):
    with person_at(tmp_path, language=None) as person:
        person.choose("Einstellungen")
        person.choose("Sprache")
        assert person.screen.title == "Settings"
        person.choose("Sound")
        tones = len(person.device.panel.tones_since(0))
        person.press(Button.BACK)
        person.choose("Play")
        assert len(person.device.panel.tones_since(0)) == tones, "sound is off"
    with person_at(tmp_path, language=None) as person:
        assert person.screen.rows[0].text == "Play"


def test_the_table_is_heard(tmp_path):
    with person_at(tmp_path, seed=8) as person:
        person.start_level()
        person.table.throw_all()
        person.wait_for(DiceSeen)
        assert person.device.panel.tones_since(0)[-1][1] is Tone.SEEN
