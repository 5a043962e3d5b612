"""The desks for everything but dice, balls and cards: lists, numbers, notices, covers, names."""

from __future__ import annotations

from dataclasses import dataclass

from device.boxes.galaktico.fleet_desk import FleetDesk
from device.boxes.number_up.laid_desk import LaidDesk
from device.desks.ball_desk import BallDesk
from device.desks.card_desk import CardChoosingDesk
from device.desks.desk import Back, Desk, Dismissed, Given, Refused, Reply, Tell
from device.desks.dice_desk import DiceDesk
from device.desks.ok_desk import OkDesk
from device.desks.piece_desk import status_of
from device.desks.sheet_desk import SheetDesk
from device.desks.sum_desk import SumDesk
from device.eyes.sight import Sight, Thrown, Wanted
from device.menus.checks import TryButtons, TryDesk
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.content import Cover, List, Message, Picker, Row, Screen, Spelling
from device.teaching.teach_desk import Show, ShowingDesk
from games.books.medals import Medal
from games.galaktico.equipping import ChooseCard
from games.galaktico.fighting import ShowSum
from games.galaktico.overview import ShowFleets
from games.spine.dialogue import (
    Answer,
    Choose,
    Chosen,
    HandOver,
    Noted,
    Notice,
    Number,
    PickNumber,
    Prompt,
    ReadBalls,
    ReadDice,
    ReadLaid,
    Text,
    say,
)
from games.sternenfahrer.sheets import ShowSheet


@dataclass(frozen=True, kw_only=True)
class Spell(Prompt):
    """Spell a name of at most `longest` letters; the answer is a choice of that name. For the device's own menus."""

    longest: int = 12

    def _refusal(self, answer: Answer) -> Text | None:
        return None if isinstance(answer, Chosen) and answer.key.strip() else say("refused.no_name")


def desk_for(prompt: Prompt) -> Desk:
    """The desk on which this prompt is answered."""
    match prompt:
        case ChooseCard():
            return CardChoosingDesk(prompt)
        case Choose():
            return ChoosingDesk(prompt)
        case PickNumber():
            return NumberDesk(prompt)
        case ReadDice():
            return DiceDesk(prompt)
        case ReadBalls():
            return BallDesk(prompt)
        case ReadLaid():
            return LaidDesk(prompt)
        case Spell():
            return SpellingDesk(prompt)
        case TryButtons():
            return TryDesk(prompt)
        case Show():
            return ShowingDesk(prompt)
        case HandOver():
            return CoverDesk(prompt)
        case ShowSum():
            return SumDesk(prompt)
        case ShowFleets():
            return FleetDesk(prompt)
        case ShowSheet():
            return SheetDesk(prompt)
        case Notice():
            return NoticeDesk(prompt)
    raise TypeError(f"there is no desk for {type(prompt).__name__} yet")


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
            return None
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
            )
            for option in self.prompt.options
        )
        news = self._status or self.prompt.news
        return List(tell(self.prompt.words), rows, self._cursor, tell(news) if news else "")


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

    def __init__(self, prompt: HandOver) -> None:
        self.prompt = prompt

    def press(self, press: Press) -> Reply:
        if press.button is Button.OK and press.held:
            return Given(Noted(), Source.BUTTONS)
        return Back() if press.button is Button.BACK else None

    def see(self, sight: Sight) -> Reply:
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return Cover(self.prompt.audience or "", tell(self.prompt.words), tell(say("footer.hold_ok")))


class SpellingDesk:
    """A name, letter by letter: up and down turn the wheel, OK takes the letter, the tick on the wheel is done."""

    wanted: Wanted | None = None
    LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
    DONE = "✓"

    def __init__(self, prompt: Spell) -> None:
        self.prompt = prompt
        self._name = ""
        self._at = 0

    @property
    def _wheel(self) -> str:
        """The letters to turn through now: nothing to finish before the first letter, nothing but that at the end."""
        if not self._name:
            return self.LETTERS
        if len(self._name) >= self.prompt.longest:
            return self.DONE
        return self.DONE + self.LETTERS.lower() + "- "

    def press(self, press: Press) -> Reply:
        wheel = self._wheel
        match press.button:
            case Button.UP:
                self._at = (self._at - 1) % len(wheel)
            case Button.DOWN:
                self._at = (self._at + 1) % len(wheel)
            case Button.OK:
                letter = wheel[self._at]
                if letter == self.DONE:
                    return Given(Chosen(self._name.strip()), Source.BUTTONS)
                self._name += letter
                self._at = 0
            case Button.BACK:
                if not self._name:
                    return Back()
                self._name = self._name[:-1]
                self._at = 0
        return None

    def see(self, sight: Sight) -> Reply:
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return Spelling(tell(self.prompt.words), self._name, self._wheel[self._at], tell(say("footer.spell")))
