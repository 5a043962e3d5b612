"""The first evening: led through once, in under two minutes, every page skippable, and never again."""

from contextlib import contextmanager

import pytest

from device.app import simulated_device
from device.desks.desk import Back, Given
from device.eyes.sight import Sight
from device.menus.first_evening import AimDesk
from device.parts.protocols import Button, Press
from device.screens.content import DiceSeen, List, Message, Meter, Spelling, Waiting
from device.words.catalogue import Catalogue
from tests.device.at_the_table import Clock, Person
from tests.device.menus.test_focusing import frame

TELL = Catalogue.load("de").tell
TWO_MINUTES = 120.0
READING_SECONDS = 6.0  # a page, with the finger on its way to the button


@contextmanager
def first_start(folder):
    clock = Clock()
    with simulated_device(folder, language=None, seed=1, clock=clock, leads_in=True) as device:
        person = Person(device, clock)
        person.wait()
        yield person


def skipped(person):
    """Back at every page, until home; how many pages there were."""
    for pages in range(12):
        if isinstance(person.screen, List) and person.screen.title == "Bordbuch":
            return pages
        person.press(Button.BACK)
    raise AssertionError(f"nobody gets home from {person.screen}")


@pytest.mark.slow
def test_it_leads_through_everything_in_under_two_minutes_and_never_again(tmp_path):
    with first_start(tmp_path) as person:
        begun = person._clock()

        def read():
            person.wait(round(READING_SECONDS / 0.1) - 1)

        assert person.screen.title == "Sprache · Language"
        read()
        person.choose("Deutsch")
        assert isinstance(person.screen, Message)
        assert "OK" in person.screen.body
        read()
        person.ok()
        read()
        person.choose("Namen")
        assert isinstance(person.screen, Spelling)
        for buttons in ((Button.UP, Button.DOWN, Button.DOWN), (Button.UP, Button.OK, Button.UP), (Button.UP,) * 3):
            person.wait(10)
            person.press(*buttons)  # I, d, a
        person.press(Button.OK, held=True)
        assert isinstance(person.screen, Meter)
        person.wait(10)
        assert person.screen.body == "Gut so!"
        read()
        person.ok()
        assert isinstance(person.screen, Waiting)
        read()
        person.table.throw_all()
        seen = person.wait_for(DiceSeen)
        assert sorted(seen.faces) == sorted(face.value for face in person.table.faces().values())
        person.wait_for(Message, lambda screen: screen.title == "Gesehen!")
        read()
        person.ok()
        read()
        person.ok()
        assert person.screen.title == "Bordbuch"
        assert person._clock() - begun < TWO_MINUTES
        for row in ("Spielen", "Galaktix", "Ida", "1 ", "1 "):
            person.choose(row)
        person.press(Button.OK, Button.OK)
        person.wait(30)
        assert person.screen.title == "Lag schon da", "the throw that was tried is none of the game"
        assert [line for line in person.lines if line.startswith("dice")] == []
    with first_start(tmp_path) as person:
        assert person.screen.title.startswith("Galaktix 1 weiter")


def test_every_page_can_be_skipped_and_it_does_not_come_again(tmp_path):
    with first_start(tmp_path) as person:
        assert skipped(person) >= 5
        assert person.device.preferences.language == "de"
    with first_start(tmp_path) as person:
        assert person.screen.title == "Bordbuch"


def test_whoever_knows_it_skips_all_of_it_at_once(tmp_path):
    with first_start(tmp_path) as person:
        person.choose("Kenne ich")
        assert person.screen.title == "Bordbuch"


def test_the_language_that_is_chosen_is_spoken_at_once_and_kept(tmp_path):
    with first_start(tmp_path) as person:
        person.choose("English")
        assert person.screen.title == "Four buttons"
    with first_start(tmp_path) as person:
        assert person.device.preferences.language == "en"
        assert person.screen.title == "Sprache · Language", "it was not led to its end"


def test_a_device_on_which_somebody_has_played_is_no_news(tmp_path):
    with simulated_device(tmp_path, seed=1, clock=Clock()) as device:
        device.service.begin(device.setup("galaktix", "1"))
    with first_start(tmp_path) as person:
        assert person.screen.title.startswith("Galaktix 1 weiter")


def test_aiming_says_what_is_wrong_and_can_be_left_all_the_same():
    now = [None]
    desk = AimDesk(lambda: now[0])

    def told():
        for _ in range(3):
            desk.see(Sight())
        return desk.screen(TELL, False).body

    assert "Kamera" in told()
    now[0] = frame(12)
    assert told() != "Gut so!"
    now[0] = frame(0)
    assert told() == "Gut so!"
    assert isinstance(desk.press(Press(Button.OK)), Given)
    assert desk.press(Press(Button.BACK)) == Back()
