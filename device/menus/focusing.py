"""Focusing on the device: the camera does it by itself, or a ring is turned until the bar is full."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from device.desks.desk import Back, MenuPrompt, Reply, Tell
from device.eyes.sight import Sight, Wanted
from device.parts.protocols import Button, Press
from device.screens.content import Meter, Screen
from games.spine.dialogue import Answer, Text, say
from vision.base.frame import Frame
from vision.table.light import sharpness

STEPS_BETWEEN = 3  # one picture in so many is judged: a bar that jumps ten times a second is hard to read


class Focusing(Protocol):
    """What is needed of the eyes."""

    frame: Frame | None

    def refocus(self) -> bool: ...


@dataclass(frozen=True, kw_only=True)
class Focus(MenuPrompt):
    """How sharp the picture is, until the player goes back."""

    eyes: Focusing

    def _refusal(self, answer: Answer) -> Text | None:
        return None

    def desk(self) -> FocusDesk:
        return FocusDesk(lambda: self.eyes.frame, self.eyes.refocus)


class FocusDesk:
    """Shows how sharp the picture is now and was at best. OK focuses anew, or forgets the best."""

    wanted: Wanted | None = None

    def __init__(self, frame: Callable[[], Frame | None], refocus: Callable[[], bool]) -> None:
        self._frame = frame
        self._refocus = refocus
        self._is_by_itself = refocus()
        self._steps = 0
        self._value: float | None = None
        self._best = 0.0

    def press(self, press: Press) -> Reply:
        if press.button is Button.BACK:
            return Back()
        if press.button is Button.OK:
            self._best, self._is_by_itself = 0.0, self._refocus()
        return None

    def see(self, sight: Sight) -> Reply:
        self._steps += 1
        if self._steps % STEPS_BETWEEN == 1:
            frame = self._frame()
            self._value = sharpness(frame) if frame is not None else None
            self._best = max(self._best, self._value or 0.0)
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        if self._value is None:
            body = "focus.nothing"
        elif self._is_by_itself:
            body = "focus.by_itself"
        else:
            body = "focus.best" if self._value >= 0.97 * self._best else "focus.turn"
        return Meter(
            tell(say("focus.title")), self._value or 0.0, self._best, tell(say(body)), tell(say("focus.footer"))
        )
