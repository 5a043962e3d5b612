"""A game on the device: prompts of a session, the menu behind the back button, and the ending."""

from __future__ import annotations

import logging
from collections.abc import Callable

from device.desk import Back, Desk, Dismissed, Given, Heard, Refused, Reply, Tell
from device.desk_stack import DeskStack
from device.desks import desk_for
from device.dice_desk import DiceDesk
from device.ending_desk import EndingDesk
from device.errors import JournalError
from device.eyes import Eyes, Sight, Wanted
from device.grid_ending import GridEndingDesk
from device.hardware import Beeper, Button, Press, Tone
from device.journal import Journal, Source
from device.laid_desk import LaidDesk, cards_taken_back
from device.screens.content import Screen
from device.talk import GoHome, Turn
from games.dialogue import Answer, Choose, Chosen, Dice, Laid, Option, ReadDice, ReadLaid, Text, Watch, say
from games.errors import IllegalAnswer
from games.levels import LevelInfo
from games.medals import Medal
from games.number_up.pieces import State
from games.session import Answered, Entry, Fixed, Redone, Session, Undone

log = logging.getLogger(__name__)


class GameTalk:
    """Leads through one session. What a player confirms is on the disk before the next prompt is shown."""

    def __init__(
        self, session: Session, number: int, level: LevelInfo, journal: Journal, eyes: Eyes, beeper: Beeper
    ) -> None:
        self.session = session
        self._number = number
        self._level = level
        self._journal = journal
        self._eyes = eyes
        self._beeper = beeper
        self._above = DeskStack(beeper)
        self._desk = self._next_desk()
        eyes.tell_again()

    @property
    def wanted(self) -> Wanted | None:
        return None if self._above else self._desk.wanted

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return (self._above.top if self._above else self._desk).screen(tell, blink)

    def complain(self, words: Text) -> None:
        self._above.complain(words, say("title.careful"))

    # --- what comes in ---

    def press(self, press: Press) -> Turn:
        if press.button is Button.BACK and press.held:
            if not self._above:
                self._open_menu()
            return None
        if self._above:
            return self._above.handle(self._above.top.press(press), say("title.not_now"))
        return self._handle(self._desk.press(press))

    def see(self, sight: Sight) -> Turn:
        if self._above:
            return None
        if sight.reading is not None:
            if self._is_old_throw(sight):
                self._eyes.settle()
                return None
            self._beeper.beep(Tone.SEEN)
        reply = self._desk.see(sight)
        if isinstance(reply, Given):
            # The throw on the screen counts, and this sight is already the one after it. Of cards, it shows all.
            if not self._enter(Answered(reply.answer), reply):
                self._eyes.tell_again()
                return None
            reply = self._desk.see(sight)
        if isinstance(reply, Refused):
            self._above.complain(reply.reason, say("title.too_often"))
            self._eyes.settle()
            return None
        return self._handle(reply)

    def _is_old_throw(self, sight: Sight) -> bool:
        """Whether these are the dice of the last throw, still lying there after switching on, and not the next one."""
        last = self._last_dice()
        if sight.witnessed or sight.reading is None or last is None or not isinstance(self.session.prompt, ReadDice):
            return False
        return sorted(die.face for die in sight.reading.dice) == sorted(last[2].faces)

    def _handle(self, reply: Reply) -> Turn:
        match reply:
            case Given(answer):
                if self.session.outcome is not None:
                    return self._finish()
                self._enter(Answered(answer), reply)
            case Back():
                if self.session.can_undo:
                    self._enter(Undone())
                else:
                    self._open_menu()
            case Refused(reason):
                self._above.complain(reason, say("title.not_now"))
            case Dismissed():
                self._eyes.settle()
            case Heard(tone):
                self._beeper.beep(tone)
        return None

    # --- the session ---

    def _enter(self, entry: Entry, given: Given | None = None) -> bool:
        """Check an entry, write it down, then make it. False, with a sentence on the screen, if that cannot be."""
        source = given.source if given else Source.BUTTONS
        try:
            self.session.check(entry)
            self._journal.add(self._number, entry.to_line(), source)
        except IllegalAnswer as refusal:
            self._above.complain(refusal.reason, say("title.not_now"))
            return False
        except JournalError as error:
            log.error("not written down: %s", error)
            self._above.complain(error.words, say("title.not_saved"))
            return False
        answers = len(self.session.answers)
        self.session.make(entry)
        log.info("%s (%s)", entry.to_line(), source.value)
        self._tell_the_eyes(entry, given)
        self._desk = self._next_desk()
        self._beeper.beep(Tone.FANFARE if self._has_medal() else Tone.DONE)
        if isinstance(entry, Fixed) and len(self.session.answers) < answers:
            self._above.inform(say("menu.fix_went_back"), say("menu.fix"))
        return True

    def _tell_the_eyes(self, entry: Entry, given: Given | None) -> None:
        """What the entry means for the dice or cards on the table."""
        if isinstance(entry, Answered) and isinstance(entry.answer, Laid) and given is not None:
            if given.source is Source.BUTTONS and not given.is_unseen:
                self._eyes.tell_again()  # what lies there is compared with another grid now
        elif isinstance(entry, Undone) and isinstance(self.session.prompt, ReadDice):
            self._eyes.forget()  # the throw that was taken back still lies there and may be taken again
        elif isinstance(entry, Answered | Redone) and isinstance(self.session.answers[-1], Dice):
            if given is not None and given.is_unseen:
                self._eyes.settle_unseen()
            else:
                self._eyes.settle()
        else:
            self._eyes.tell_again()

    def _next_desk(self) -> Desk:
        prompt, outcome = self.session.prompt, self.session.outcome
        if isinstance(prompt, ReadLaid):
            return LaidDesk(prompt, cards_taken_back(self.session.undone, prompt.size))
        if prompt is not None:
            return desk_for(prompt)
        assert outcome is not None
        if isinstance(outcome.scene, State):
            return GridEndingDesk(outcome, self._level)
        return EndingDesk(outcome, self._level)

    def _has_medal(self) -> bool:
        outcome = self.session.outcome
        return outcome is not None and self._level.targets.medal(outcome.results[0].score) is not Medal.NONE

    def _finish(self) -> Turn:
        """Into the book, and home."""
        assert self.session.outcome is not None
        try:
            finish(self._journal, self._number, self.session, self._level)
        except JournalError as error:
            log.error("not entered in the book: %s", error)
            self._above.complain(error.words, say("title.not_saved"))
            return None
        return GoHome(after=self.session.setup)

    # --- the menu ---

    def _open_menu(self) -> None:
        nothing = say("refused.nothing_to_undo")
        throw_again = (Option("again", say("menu.again")),) if self._open_watch() else ()
        options = (
            Option("undo", say("menu.undo"), None if self.session.can_undo else nothing),
            Option("redo", say("menu.redo"), None if self.session.can_redo else say("refused.nothing_to_redo")),
            *throw_again,
            *self._menu_fix(),
            Option("level", say("menu.level")),
            Option("pause", say("menu.pause")),
            Option("quit", say("menu.quit")),
        )
        self._above.ask(Choose(words=say("menu.title"), options=options), self._menu_choice)

    def _menu_fix(self) -> tuple[Option, ...]:
        """Putting right what was taken: a throw, or where cards are laid whatever the prompt offers."""
        prompt, can_fix = self.session.prompt, self._last_dice() is not None
        if isinstance(prompt, ReadLaid):
            return prompt.options
        here = prompt or self.session.outcome
        if here is not None and isinstance(here.scene, State):
            return ()
        return (Option("fix", say("menu.fix"), None if can_fix else say("refused.nothing_to_fix")),)

    def _menu_choice(self, answer: Answer | None) -> Turn:
        actions: dict[str, Callable[[], Turn]] = {
            "undo": lambda: self._change(Undone()),
            "redo": lambda: self._change(Redone()),
            "again": self._open_throw_again,
            "fix": self._open_fix,
            "level": self._show_level,
            "pause": GoHome,
            "quit": self._ask_quit,
        }
        if not isinstance(answer, Chosen):
            return None
        return actions.get(answer.key, lambda: self._change(Answered(answer)))()

    def _change(self, entry: Entry) -> Turn:
        self._enter(entry)
        return None

    def _show_level(self) -> Turn:
        level = self._level
        targets = level.targets
        self._above.inform(
            say("level.targets", bronze=targets.bronze, silver=targets.silver, gold=targets.gold),
            say("level.title", level=level.id, name=level.name),
        )
        self._above.inform(say("level.rule", rule=level.rule), say("level.title", level=level.id, name=level.name))
        return None

    def _ask_quit(self) -> Turn:
        options = (Option("no", say("quit.no")), Option("yes", say("quit.yes")))
        self._above.ask(Choose(words=say("quit.title"), options=options), self._quit_choice)
        return None

    def _quit_choice(self, answer: Answer | None) -> Turn:
        if answer != Chosen("yes"):
            return None
        try:
            self._journal.drop(self._number)
        except JournalError as error:
            self._above.complain(error.words, say("title.not_saved"))
            return None
        return GoHome()

    # --- corrections ---

    def _last_dice(self) -> tuple[int, ReadDice, Dice] | None:
        """The last throw that was taken: its number among the answers, its prompt and its faces."""
        for index in range(len(self.session.answers) - 1, -1, -1):
            answer, prompt = self.session.answers[index], self.session.prompts[index]
            if isinstance(answer, Dice):
                read = prompt if isinstance(prompt, ReadDice) else prompt.watch.read if prompt.watch else None
                return (index, read, answer) if read else None
        return None

    def _open_fix(self) -> Turn:
        last = self._last_dice()
        if last is None:
            return None
        index, prompt, dice = last

        def put_right(answer: Answer | None) -> Turn:
            if answer is not None and answer != dice:
                self._enter(Fixed(index, answer))
            return None

        self._above.put(DiceDesk.correcting(prompt, dice), put_right)
        return None

    def _open_watch(self) -> Watch | None:
        """The watch of the prompt, if dice may be thrown again now."""
        watch = self.session.prompt.watch if self.session.prompt else None
        return watch if watch and watch.refused is None else None

    def _open_throw_again(self) -> Turn:
        """The re-roll by buttons alone: the dice as they lay, to be turned to what they show now."""
        watch = self._open_watch()
        if watch is None:
            return None

        def thrown(answer: Answer | None) -> Turn:
            if answer is not None:
                self._enter(Answered(answer), Given(answer, Source.BUTTONS, is_unseen=True))
            return None

        self._above.put(DiceDesk.correcting(watch.read, watch.lying), thrown)
        return None


def finish(journal: Journal, number: int, session: Session, level: LevelInfo) -> None:
    """Enter what a complete session reached in the book."""
    assert session.outcome is not None
    results = [(r.player, r.score, level.targets.medal(r.score)) for r in session.outcome.results if r.counts]
    journal.finish(number, results)
