"""A crew at the simulated table: throws dice, shakes motherships, presses buttons, and cannot reach the session."""

from __future__ import annotations

from contextlib import contextmanager
from unittest.mock import patch

from device.app import simulated_device
from device.boxes.sternenfahrer.page import PageScreen
from device.parts.protocols import Button
from device.screens.content import BallsSeen, Cover, DiceSeen, List, Message, Picker, Sheet, Waiting
from device.simulator.render.scene import PIPS_OF
from tests.device.at_the_table import SETTING_OUT_STEPS, Clock, Person


class Crew(Person):
    """Three or four at the table; what is on it is looked at with a person's own eyes."""

    def start(self, players=3):
        """From the start screen to the first throw: guests in the colours as they are offered."""
        for row in ("Spielen", "Sternenfahrer", "Neues Spiel"):
            self.choose(row)
        for _ in range(3):
            self.ok()
        if players == 4:
            self.choose("Noch jemand")
            self.ok()
        self.choose("Los geht")
        while not isinstance(self.screen, Waiting):
            self.ok()
        self.wait(SETTING_OUT_STEPS)

    def throw(self):
        """Throw both dice and take them; returns the pips that were taken."""
        self.table.throw_all()
        screen = self.wait_for(DiceSeen)
        if sorted(screen.faces) != sorted(str(PIPS_OF[face]) for face in self.table.faces().values()):
            self.misread += 1
        return self._take(DiceSeen, lambda screen: screen.faces)

    def shake(self, *balls):
        """Shake the mothership until these balls fall, and take what the device saw; returns it."""
        self.table.show_balls(balls)
        screen = self.wait_for(BallsSeen)
        if sorted(filter(None, screen.colours)) != sorted(balls):
            self.misread += 1
        return self._take(BallsSeen, lambda screen: screen.colours)

    def _take(self, kind, pieces):
        taken = pieces(self.screen)
        while isinstance(self.screen, kind):
            taken = pieces(self.screen)
            self.ok()
        return taken

    def read_on(self):
        """Press OK through all that is only to be read; returns what was read."""
        read = []
        while isinstance(self.screen, Message | Sheet):
            read.append(self.screen)
            self.ok()
        return read

    def to_the_shake(self):
        """From the throw to the shake of the mothership, by the shortest way."""
        self.throw()
        while not isinstance(self.screen, Waiting):
            self.ok()

    def answer_anyhow(self):
        """The shortest answer to whatever the device shows, but for throws and shakes."""
        match self.screen:
            case Cover():
                self.press(Button.OK, held=True)
            case List(rows=rows):
                while rows[self.screen.cursor].is_refused:
                    self.press(Button.DOWN)
                self.ok()
            case PageScreen(choices=choices):
                while choices[self.screen.chosen].is_refused:
                    self.press(Button.DOWN)
                self.ok()
            case Message() | Sheet() | Picker():
                self.ok()
            case _:
                raise AssertionError(f"nobody can answer {self.screen}")


@contextmanager
def crew_at(folder, *, seed=1, language="de"):
    """A crew in front of a device that was just switched on."""
    clock = Clock()
    shuffled = patch("device.menus.new_game.secrets.randbits", return_value=seed)  # the same cards in every run
    with shuffled, simulated_device(folder, language=language, seed=seed, clock=clock) as device:
        crew = Crew(device, clock)
        crew.wait()
        yield crew
