"""The first evening: language, the four buttons, a name, the camera, and one throw to try it; then never again.

Every page can be skipped by going back, and the first one has a row that skips them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from device.config.configuration import LONGEST_NAME
from device.config.preferences import Preferences
from device.desks.asking import Asking, choose, keep
from device.desks.desk import Back, Given, MenuPrompt, Reply, Tell
from device.desks.spelling import Spell
from device.eyes.pieces import FACES
from device.eyes.sight import Sight, Wanted
from device.menus.focusing import STEPS_BETWEEN
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.content import Meter, Screen
from games.spine.dialogue import Answer, Chosen, Dice, Noted, Notice, Option, ReadDice, Text, say
from vision.base.frame import Frame
from vision.table.light import judge_light, sharpness

DICE = 5
SHARP_ENOUGH = 0.5  # of the bar: below it begins what is called blurred


class Looking(Protocol):
    """What is needed of the eyes."""

    frame: Frame | None

    def settle(self) -> None: ...


@dataclass(frozen=True, slots=True)
class FirstEvening:
    """Leads somebody who has never seen the device to the home screen."""

    preferences: Preferences
    eyes: Looking

    def lead(self) -> Asking:
        """Page by page; what was set stays, whatever is skipped."""
        if (yield from self._language()) != "skip":
            yield Notice(words=say("first.buttons"), news=say("first.buttons_title"))
            yield from self._name()
            yield Aim(words=say("first.aim"), eyes=self.eyes)
            yield from self._throw()
            yield Notice(words=say("first.done"), news=say("first.done_title"))
        yield from keep(self.preferences.set_welcomed)
        return None

    def _language(self) -> Asking:
        options = (
            Option("de", say("first.de")),
            Option("en", say("first.en")),
            Option("skip", say("first.skip")),
        )
        choice = yield from choose(say("first.language"), options, start=self.preferences.language)
        if choice in ("de", "en") and choice != self.preferences.language:
            yield from keep(partial(self.preferences.set_language, choice))
        return choice

    def _name(self) -> Asking:
        options = (Option("spell", say("first.spell")), Option("later", say("first.later")))
        if (yield from choose(say("lobby.spell"), options)) != "spell":
            return None
        spelled = yield Spell(words=say("lobby.spell"), longest=LONGEST_NAME)
        if isinstance(spelled, Chosen):
            yield from keep(partial(self.preferences.set_last_player, spelled.key))
        return None

    def _throw(self) -> Asking:
        """One throw that counts nowhere: it is settled, so that no game takes it for its own."""
        read = ReadDice(words=say("first.throw"), news=say("first.throw_skip"), count=DICE, faces=FACES)
        thrown = yield read
        self.eyes.settle()
        if isinstance(thrown, Dice):
            yield Notice(words=say("first.thrown"), news=say("first.thrown_title"))
        return None


@dataclass(frozen=True, kw_only=True)
class Aim(MenuPrompt):
    """Whether the camera sees the table well, until OK."""

    eyes: Looking

    def _refusal(self, answer: Answer) -> Text | None:
        return None

    def desk(self) -> AimDesk:
        return AimDesk(lambda: self.eyes.frame)


class AimDesk:
    """Shows how sharp the picture is and what is wrong with the light. OK goes on, also if something is wrong."""

    wanted: Wanted | None = None

    def __init__(self, frame: Callable[[], Frame | None]) -> None:
        self._frame = frame
        self._steps = 0
        self._sharp = self._best = 0.0
        self._told = say("first.aim_look")

    def press(self, press: Press) -> Reply:
        if press.button is Button.OK:
            return Given(Noted(), Source.BUTTONS)
        return Back() if press.button is Button.BACK else None

    def see(self, sight: Sight) -> Reply:
        self._steps += 1
        if self._steps % STEPS_BETWEEN != 1:
            return None
        frame = self._frame()
        if frame is None:
            self._told, self._sharp = say("status.no_camera"), 0.0
            return None
        trouble, sharp = judge_light(frame), sharpness(frame)
        self._sharp = sharp or 0.0
        self._best = max(self._best, self._sharp)
        if trouble:
            self._told = say(f"status.{trouble[0].value}")
        elif sharp is None:
            self._told = say("focus.nothing")
        else:
            self._told = say("first.aim_good" if sharp >= SHARP_ENOUGH else "first.aim_blurred")
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        title, footer = tell(say("first.aim")), tell(say("first.aim_footer"))
        return Meter(title, self._sharp, self._best, tell(self._told), footer)
