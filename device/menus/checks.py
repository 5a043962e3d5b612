"""Checking the device on the device: how every part is, and a test of those that need an eye, an ear or a finger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.desks.asking import Asking, choose
from device.desks.desk import Given, MenuPrompt, Reply, Tell
from device.eyes.eyes import Eyes
from device.eyes.sight import Sight, Wanted
from device.parts.health import Finding, check_house, check_light
from device.parts.protocols import Beeper, Button, Press, Tone
from device.records.journal import Source
from device.screens.content import Screen, TryOut
from games.spine.dialogue import Answer, Noted, Notice, Option, Text, say

TRIED = ("display", "buttons", "beeper")


@dataclass(frozen=True, kw_only=True)
class TryButtons(MenuPrompt):
    """Press every button once; the test picture shows which ones were felt."""

    def _refusal(self, answer: Answer) -> Text | None:
        return None

    def desk(self) -> TryDesk:
        return TryDesk(self)


class TryDesk:
    """Counts every button. OK leaves when all have been pressed, back held leaves at any time."""

    wanted: Wanted | None = None

    def __init__(self, prompt: TryButtons) -> None:
        self.prompt = prompt
        self._pressed: set[Button] = set()

    def press(self, press: Press) -> Reply:
        is_done = len(self._pressed) == len(Button)
        self._pressed.add(press.button)
        if (is_done and press.button is Button.OK) or (press.button is Button.BACK and press.held):
            return Given(Noted(), Source.BUTTONS)
        return None

    def see(self, sight: Sight) -> Reply:
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        is_done = len(self._pressed) == len(Button)
        return TryOut(
            tell(say("try.done" if is_done else "try.title")),
            tuple((tell(say(f"button.{button.value}")), button in self._pressed) for button in Button),
            tell(say("try.leave" if is_done else "try.footer")),
        )


@dataclass(frozen=True, slots=True)
class CheckMenu:
    """The menu that shows how every part of the device is and tries it out."""

    folder: Path
    eyes: Eyes
    beeper: Beeper
    look: Callable[[Path], list[Finding]] = check_house

    def lead(self) -> Asking:
        """The parts with a word for each, until the player goes back; the chosen one tells more."""
        findings = {finding.part: finding for finding in (check_light(self.eyes.frame), *self.look(self.folder))}
        rows = (
            *(Option(part, say(f"check.{part}"), value=say("check.try")) for part in TRIED),
            *(
                Option(part, say(f"check.{part}"), value=say(f"check.{finding.verdict.value}"))
                for part, finding in findings.items()
            ),
        )
        at: str | None = None
        while True:
            at = yield from choose(say("check.title"), rows, start=at)
            if at is None:
                return None
            if at in ("display", "buttons"):
                yield TryButtons(words=say("try.title"))
            elif at == "beeper":
                for tone in Tone:
                    self.beeper.beep(tone)
                yield Notice(words=say("check.beeper.played"), news=say("check.beeper"))
            else:
                yield Notice(words=findings[at].words, news=say(f"check.{at}"))
