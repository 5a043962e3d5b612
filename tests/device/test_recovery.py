"""The way home after something unforeseen must not break by itself."""

import threading

import pytest

from device.errors import DeviceError
from device.loop import FAILURES_IN_A_ROW, keep_going
from device.parts.kit import ManyBeepers
from device.parts.protocols import Button, Tone, VirtualPanel
from device.screens.content import Message
from tests.device.at_the_table import person_at


class Broken:
    """A beeper whose driver raises."""

    def beep(self, tone):
        raise RuntimeError("the pin is gone")

    def close(self):
        pass


def test_21_7_a_beeper_that_raises_is_logged_and_the_next_one_heard(caplog):
    panel = VirtualPanel()
    ManyBeepers(Broken(), panel).beep(Tone.DONE)
    assert panel.tones_since(0) == [(1, Tone.DONE)]
    assert "the pin is gone" in caplog.text


def test_21_7_with_a_beeper_that_raises_a_game_goes_on_and_a_stumble_leads_home(tmp_path, monkeypatch):
    def raises(panel, tone):
        raise RuntimeError("the pin is gone")

    monkeypatch.setattr(VirtualPanel, "beep", raises)
    with person_at(tmp_path) as person:
        person.start_level()
        person.throw()
        lines = person.lines
        assert lines, "the throw was taken"
        steps = iter([RuntimeError("a step broke")])
        step, stop = person.device.service.step, threading.Event()

        def breaks_once():
            for error in steps:
                raise error
            step()
            stop.set()

        monkeypatch.setattr(person.device.service, "step", breaks_once)
        keep_going(person.device.service, stop, 0, lambda: None)
        monkeypatch.undo()
        assert isinstance(person.screen, Message)
        person.press(Button.OK)
        assert person.lines == lines


class Stumbling:
    """A service whose steps break until it has found its way home, which breaks some times, too."""

    def __init__(self, stop, breaks_at_home):
        self.left = breaks_at_home
        self.is_home = False
        self.homeward = 0
        self._stop = stop

    def step(self):
        if not self.is_home:
            raise RuntimeError("stumbled")
        self._stop.set()

    def stumble(self):
        self.homeward += 1
        if self.left:
            self.left -= 1
            raise RuntimeError("no way home")
        self.is_home = True

    def trace_of(self, error):
        return str(error)


def test_21_7_a_way_home_that_breaks_is_tried_again():
    stop = threading.Event()
    service = Stumbling(stop, breaks_at_home=3)
    keep_going(service, stop, 0, lambda: None)
    assert service.homeward == 4


def test_21_7_a_way_home_that_always_breaks_ends_with_a_plain_sentence():
    stop = threading.Event()
    with pytest.raises(DeviceError, match="every confirmed step is kept"):
        keep_going(Stumbling(stop, breaks_at_home=FAILURES_IN_A_ROW), stop, 0, lambda: None)
