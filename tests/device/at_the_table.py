"""A person at the simulated table: looks at the OLED, presses buttons, throws dice, and cannot reach the session."""

from __future__ import annotations

from contextlib import contextmanager

from device.app import simulated_device
from device.boxes.number_up.drawing import Grid
from device.parts.protocols import Button
from device.screens.content import DiceSeen, Ending, List, Message, Waiting

STEP_SECONDS = 0.1
PATIENCE_STEPS = 150
SETTING_OUT_STEPS = 10  # nobody throws while the board is still being laid out: a second later


class Clock:
    """Time that passes only when somebody waits."""

    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        return self.seconds


class Person:
    """Sits at the table. `screen` is what the OLED shows; the dice are looked at with a person's own eyes."""

    def __init__(self, device, clock):
        self.device = device
        self.table = device.table
        self._clock = clock
        self.misread = 0
        self.steps = 0

    @property
    def screen(self):
        return self.device.service.screen

    def wait(self, steps=1):
        for _ in range(steps):
            self._clock.seconds += STEP_SECONDS
            self.device.service.step()
            self.device.set_the_table()
            self.steps += 1

    def wait_for(self, kind, holds=lambda screen: True):
        """Look at the OLED until it shows what is waited for."""
        for _ in range(PATIENCE_STEPS):
            self.wait()
            if isinstance(self.screen, kind) and holds(self.screen):
                return self.screen
        raise AssertionError(f"waited in vain for {kind.__name__}; the OLED shows {self.screen}")

    def press(self, *buttons, held=False):
        for button in buttons:
            self.device.panel.press(button, held=held)
            self.wait()
        return self.screen

    def ok(self):
        return self.press(Button.OK)

    def choose(self, text):
        """Step to the row that starts like this and take it."""
        rows = self.screen.rows
        at = next(n for n, row in enumerate(rows) if row.text.startswith(text))
        while self.screen.cursor != at:
            self.press(Button.DOWN)
        return self.ok()

    @property
    def lines(self):
        """What the journal has of the newest session."""
        return self.device.journal.lines(self.device.journal.unfinished()[0].id)

    def start_level(self, chapter="1", level="1", game="Galaktix"):
        """From the start to the first throw, or the first card."""
        for row in ("Spielen", game, "Gast", f"{chapter} ", f"{level} "):
            self.choose(row)
        while isinstance(self.screen, Message):
            self.ok()
        self.wait(SETTING_OUT_STEPS)
        assert isinstance(self.screen, Waiting | Grid)

    # --- dice ---

    def throw_again(self, count):
        """Pick up the first dice of the OLED and throw them again."""
        for place in self.device.eyes.places()[:count]:
            assert self.table.pick_up(*place)
        self.table.throw_held()

    def throw(self):
        self.table.throw_all()
        return self.confirm_dice()

    def confirm_dice(self):
        """Wait for the throw on the OLED, put right what is doubted, take it. Returns the faces that were taken."""
        screen = self.wait_for(DiceSeen)
        really = [face.value for face in self.table.faces().values() if face is not None]
        if sorted(screen.faces) != sorted(really):
            self.misread += 1
        while isinstance(self.screen, DiceSeen) and self.screen.cursor is not None:
            self.ok()
        faces = self.screen.faces if isinstance(self.screen, DiceSeen) else screen.faces
        if isinstance(self.screen, DiceSeen):
            self.ok()
        return faces

    def take_a_road(self):
        """Take parts, choose the road the cursor stands on or the first one possible, answer what follows."""
        while isinstance(self.screen, List):
            rows = self.screen.rows
            while rows[self.screen.cursor].is_refused:
                self.press(Button.DOWN)
            self.ok()
            assert not (isinstance(self.screen, Message) and self.screen.is_warning), self.screen

    def play_on(self, most_rounds=60):
        """Play to the end of the level; returns the ending's screen."""
        for _ in range(most_rounds):
            while isinstance(self.screen, Message):
                self.ok()
            if isinstance(self.screen, Ending):
                return self.screen
            assert isinstance(self.screen, Waiting), self.screen
            self.throw()
            self.take_a_road()
        raise AssertionError("the game does not end")


@contextmanager
def person_at(folder, *, seed=1, language="de", thrown_before=False, is_swept=False):
    """A person in front of a device that was just switched on; `thrown_before`: with dice already on the table."""
    clock = Clock()
    with simulated_device(folder, language=language, seed=seed, clock=clock, is_swept=is_swept) as device:
        person = Person(device, clock)
        if thrown_before:
            device.table.throw_all()
            clock.seconds = device.table.state().rest_seconds + 1
        person.wait()
        yield person
