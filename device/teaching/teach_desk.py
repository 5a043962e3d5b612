"""The desk of the teach-in: says what to lay under the camera, and waits for OK with the table at rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from device.desks.desk import Back, Given, MenuPrompt, Refused, Reply, Tell
from device.eyes.sight import Sight, Wanted
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.content import Lesson, Screen
from games.spine.dialogue import Answer, Chosen, Noted, Text, say
from vision.table.motion import TableState

SKIP, STOP = Chosen("skip"), Chosen("stop")


@dataclass(frozen=True, kw_only=True)
class Show(MenuPrompt):
    """Lay something under the camera and press OK.

    `words` say what to do, `title` what it is about; step `step` of `steps`, or of nobody knows how many. `mark` names
    the piece to be drawn. The answer is OK, SKIP or STOP; SKIP only where `skip` tells what the down button does.
    """

    title: Text
    mark: str
    step: int
    steps: int | None = None
    skip: Text | None = None
    # Told when something large lies in the picture; without it that is a hand, and no picture is taken.
    when_large: Callable[[], None] | None = field(default=None, compare=False, repr=False)

    def _refusal(self, answer: Answer) -> Text | None:
        allowed = (Noted(), STOP, *((SKIP,) if self.skip else ()))
        return None if answer in allowed else say("refused.form", wanted=say("form.ok"))

    def desk(self) -> ShowingDesk:
        return ShowingDesk(self)


class ShowingDesk:
    """OK takes the picture, down skips, back goes a step back, and back held gives up."""

    wanted: Wanted | None = None

    def __init__(self, prompt: Show) -> None:
        self.prompt = prompt
        self._trouble: Text | None = say("teach.moving")  # until the first look

    def see(self, sight: Sight) -> Reply:
        if sight.state is TableState.HAND and self.prompt.when_large is not None:
            self.prompt.when_large()
        self._trouble = trouble_of(sight)
        return None

    def press(self, press: Press) -> Reply:
        match press.button:
            case Button.OK:
                return Given(Noted(), Source.BUTTONS) if self._trouble is None else Refused(self._trouble)
            case Button.DOWN if self.prompt.skip is not None:
                return Given(SKIP, Source.BUTTONS)
            case Button.BACK:
                return Given(STOP, Source.BUTTONS) if press.held else Back()
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        prompt = self.prompt
        line = self._trouble or prompt.news
        return Lesson(
            title=tell(prompt.title),
            body=tell(prompt.words),
            mark=prompt.mark,
            step=prompt.step,
            steps=prompt.steps,
            line=tell(line) if line else "",
            is_trouble=self._trouble is not None,
            footer=tell(prompt.skip or say("footer.photo")),
        )


def trouble_of(sight: Sight) -> Text | None:
    """Why no picture can be taken now, in one line."""
    if sight.has_failed:
        return say("teach.no_camera")
    match sight.state:
        case TableState.HAND:
            return say("status.hand")
        case TableState.MOVING:
            return say("teach.moving")
    return None
