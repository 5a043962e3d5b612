"""The desks for general prompts, and those for lists, numbers, notices and covers themselves."""

from __future__ import annotations

from device.desks.ball_desk import BallDesk
from device.desks.camera_says import status_of
from device.desks.code_desk import CodeDesk
from device.desks.desk import Back, Desk, Dismissed, Given, MenuPrompt, Refused, Reply, Tell
from device.desks.dice_desk import DiceDesk
from device.desks.ok_desk import OkDesk
from device.desks.sheet_desk import SheetDesk
from device.desks.shown_card_desk import ShownCardDesk
from device.desks.sum_desk import SumDesk
from device.eyes.sight import Sight, Thrown, Wanted
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.content import Cover, List, Message, Picker, Row, RowSign, Screen
from device.screens.of_games import Drawing
from games.books.medals import Medal
from games.spine.dialogue import (
    Choose,
    ChooseShownCard,
    Chosen,
    HandOver,
    Noted,
    Notice,
    Number,
    PickNumber,
    Prompt,
    ReadBalls,
    ReadDice,
    ShowCode,
    ShowSheet,
    ShowSum,
    Sign,
    Text,
    say,
)

HOLD_OK = say("footer.hold_ok")


def desk_for(prompt: Prompt, drawing: Drawing | None = None, *, is_taken_back: bool = False) -> Desk:
    """The desk on which this prompt is answered; `drawing` is the game drawn small beside it.

    `is_taken_back` if it comes up once more after a step back: what lies on the table may be what was taken back.
    """
    match prompt:
        case MenuPrompt():
            return prompt.desk()
        case ChooseShownCard():
            return ShownCardDesk(prompt, is_taken_back=is_taken_back)
        case Choose():
            return ChoosingDesk(prompt)
        case PickNumber():
            return NumberDesk(prompt)
        case ReadDice():
            return DiceDesk(prompt, drawing)
        case ReadBalls():
            return BallDesk(prompt, drawing)
        case HandOver():
            return CoverDesk(prompt)
        case ShowCode():
            return CodeDesk(prompt)
        case ShowSum():
            return SumDesk(prompt)
        case ShowSheet():
            return SheetDesk(prompt)
        case Notice():
            return NoticeDesk(prompt)
    raise TypeError(f"there is no general desk for {type(prompt).__name__}; the game's box must have one")


class ChoosingDesk:
    """A list to step through. If the prompt watches the table, a new throw turns into an answer or is refused."""

    def __init__(self, prompt: Choose) -> None:
        self.prompt = prompt
        keys = [option.key for option in prompt.options]
        self._cursor = keys.index(prompt.start) if prompt.start in keys else 0
        self._status: Text | None = None  # what keeps the camera from seeing a new throw
        self._thrown: DiceDesk | None = None  # a re-roll on the table that waits for its OK

    @property
    def wanted(self) -> Wanted | None:
        return self.prompt.watch.read if self.prompt.watch else None

    @property
    def is_offering_throw(self) -> bool:
        """Whether a re-roll on the table waits for its OK."""
        return self._thrown is not None

    def stop_counting(self) -> None:
        if self._thrown is not None:
            self._thrown.stop_counting()

    def press(self, press: Press) -> Reply:
        if self._thrown is not None:
            reply = self._thrown.press(press)
            if isinstance(reply, Dismissed):
                self._thrown = None
            return reply
        options = self.prompt.options
        match press.button:
            case Button.UP:
                self._cursor = (self._cursor - 1) % len(options)
            case Button.DOWN:
                self._cursor = (self._cursor + 1) % len(options)
            case Button.OK:
                option = options[self._cursor]
                if option.refused is not None:
                    return Refused(option.refused)
                return Given(Chosen(option.key), Source.BUTTONS)
            case Button.BACK:
                return Back()
        return None

    def see(self, sight: Sight) -> Reply:
        watch = self.prompt.watch
        if watch is None:
            return None
        self._status = status_of(sight, watch.read.count) if watch.refused is None else None
        if not isinstance(sight.seen, Thrown):
            return self._thrown.see(sight) if self._thrown is not None else None
        if watch.refused is not None:
            return Refused(watch.refused)
        if self._thrown is not None and self._thrown.stands:
            return self._thrown.see(sight)
        self._thrown = DiceDesk(watch.read, is_reroll=True)
        return self._thrown.see(sight)

    def screen(self, tell: Tell, blink: bool) -> Screen:
        if self._thrown is not None:
            return self._thrown.screen(tell, blink)
        rows = tuple(
            Row(
                text=tell(option.words),
                value=tell(option.value) if option.value else "",
                face=option.mark if _medal_of(option.mark) is None else None,
                is_refused=option.refused is not None,
                medal=_medal_of(option.mark),
                lead=_told_sign(option.lead, tell) if option.lead else None,
                signs=tuple(_told_sign(sign, tell) for sign in option.signs),
            )
            for option in self.prompt.options
        )
        news = self._status or self.prompt.news
        return List(tell(self.prompt.words), rows, self._cursor, tell(news) if news else "")


def _told_sign(sign: Sign, tell: Tell) -> RowSign:
    return RowSign(sign.name, tell(sign.words))


def _medal_of(mark: str | None) -> Medal | None:
    """The medal a mark such as "medal.gold" stands for."""
    return Medal(mark.removeprefix("medal.")) if mark and mark.startswith("medal.") else None


class NumberDesk:
    """A number to step up and down."""

    wanted: Wanted | None = None

    def __init__(self, prompt: PickNumber) -> None:
        self.prompt = prompt
        self._value = prompt.low if prompt.start is None else prompt.start

    def press(self, press: Press) -> Reply:
        match press.button:
            case Button.UP:
                self._value = min(self.prompt.high, self._value + 1)
            case Button.DOWN:
                self._value = max(self.prompt.low, self._value - 1)
            case Button.OK:
                return Given(Number(self._value), Source.BUTTONS)
            case Button.BACK:
                return Back()
        return None

    def see(self, sight: Sight) -> Reply:
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return Picker(tell(self.prompt.words), self._value, self.prompt.low, self.prompt.high)


class NoticeDesk(OkDesk):
    """Something to read. The heading is the prompt's news, the text its words."""

    def __init__(self, prompt: Notice, *, is_warning: bool = False) -> None:
        self.prompt = prompt
        self._is_warning = is_warning

    def screen(self, tell: Tell, blink: bool) -> Screen:
        title = tell(self.prompt.news) if self.prompt.news else ""
        return Message(title, tell(self.prompt.words), tell(say("footer.ok")), self._is_warning)


class CoverDesk:
    """Covers the screen until the one player who may look holds OK."""

    wanted: Wanted | None = None

    def __init__(self, prompt: HandOver, footer: Text = HOLD_OK) -> None:
        self.prompt = prompt
        self._footer = footer

    def press(self, press: Press) -> Reply:
        if press.button is Button.OK and press.held:
            return Given(Noted(), Source.BUTTONS)
        return Back() if press.button is Button.BACK else None

    def see(self, sight: Sight) -> Reply:
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return Cover(self.prompt.audience or "", tell(self.prompt.words), tell(self._footer))
