"""A game on the device: the prompts of a session, covered where they are for one player alone, and the ending."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace

from device.boxes.box import LoadedGame
from device.desks.counting import Counting
from device.desks.desk import Back, ByHand, Desk, Dismissed, Following, Given, Heard, LookAgain, Refused, Reply, Tell
from device.desks.general import CoverDesk
from device.desks.next import GoHome, Next
from device.desks.sign_desk import SignDesk
from device.desks.stack import DeskStack
from device.errors import JournalError
from device.eyes.eyes import Eyes
from device.eyes.old_throws import is_old_throw
from device.eyes.sight import Shaken, Sight, Thrown, Wanted
from device.menus.game_menu import GameMenu
from device.menus.into_book import enter_in_book
from device.menus.sign_menu import SignMenu
from device.menus.throws import lying_pieces
from device.parts.protocols import Beeper, Button, Press, Tone
from device.records.journal import Journal, Source
from device.records.session_signs import SessionSigns
from device.screens.content import Screen
from device.talks.endings import best_so_far, deserves_fanfare, ending_desk, has_opened_a_seal, page_of_sign
from device.talks.taps import Opened, Tap
from device.talks.traces import trace_of
from games.spine.dialogue import (
    Answer,
    Balls,
    Choose,
    Chosen,
    Dice,
    HandOver,
    Laid,
    Noted,
    Option,
    ReadBalls,
    ReadDice,
    ReadLaid,
    Text,
    say,
)
from games.spine.errors import IllegalAnswer
from games.spine.session import Answered, Entry, Fixed, Redone, Session, Undone

log = logging.getLogger(__name__)

WHICH_COUNTS = Choose(
    words=say("throw.which_counts"),
    options=(Option("old", say("throw.old_counts")), Option("new", say("throw.new_counts"))),
)


class GameTalk:
    """Leads through one session. What a player confirms is on the disk before the next prompt is shown.

    A prompt for one player alone is covered until that player holds OK, and covered again as soon as anything but an
    answer happens: a step back or forward, a correction, the menu, a pause. Whoever has chosen a sign
    presses that, too; every way to such a prompt leads through `_uncover`.
    """

    def __init__(
        self,
        session: Session,
        number: int,
        loaded: LoadedGame,
        journal: Journal,
        eyes: Eyes,
        beeper: Beeper,
        clock: Callable[[], float] = time.monotonic,
        has_phone: Callable[[str], bool] = lambda player: False,
    ) -> None:
        self.session = session
        self.number = number
        self._loaded = loaded
        self._journal = journal
        self._eyes = eyes
        self._beeper = beeper
        self._has_phone = has_phone  # whether this player can be asked on a phone of the own
        self._above = DeskStack(beeper, loaded.box.desk_for)
        self._signs = SignMenu(SessionSigns(journal, number, session.setup.players, clock), self._above)
        self._menu = GameMenu(session, number, loaded, journal, self._above, self._signs, self._enter)
        self._is_by_itself = False  # the last answer was taken although nobody pressed OK
        self._looking: str | None = None  # the one player who looks now, after holding OK
        self._was_thrown = False  # what was seen last has moved since the last entry
        self._desk = self._next_desk()
        eyes.tell_again()
        self._mind_the_set_up()

    @property
    def wanted(self) -> Wanted | None:
        return None if self._above or self._is_covered else self._desk.wanted

    @property
    def has_secrets(self) -> bool:
        """Whether the game keeps something from its players, or from some of them."""
        return self._loaded.box.has_secrets

    @property
    def audience(self) -> str | None:
        """The one player whom the open prompt is for, covered or not."""
        return self.session.prompt.audience if self.session.prompt else None

    @property
    def private_for(self) -> str | None:
        """The one player who looks at what only this player may see, None if it is for everybody."""
        return self._looking

    @property
    def screen_for(self) -> str | None:
        """The one player whom the screen is for: also who presses a sign, of which others need not see the length."""
        top = self._above.top if self._above else None
        return top.player if isinstance(top, SignDesk) else self._looking

    @property
    def _may_take_back(self) -> bool:
        """Whether the level lets a player do otherwise after more has been seen."""
        setup = self.session.setup
        return not self._loaded.is_by_book(setup) or self._loaded.level(setup.level).may_take_back

    @property
    def cover_words(self) -> Text:
        return say("cover.looks")

    @property
    def opened(self) -> Opened:
        """What can be tapped: the prompt or the ending, unless a menu or a message lies above it."""
        players, box, scene = self.session.setup.players, self._loaded.box, self.session.open_scene
        if self._above:
            return Opened(players=players, box=box, scene=scene)
        return Opened(
            self.session.prompt,
            self.session.outcome,
            players,
            has_sign=self._signs.guards(self.audience),
            can_go_back=self.session.can_undo,
            box=box,
            scene=scene,
        )

    @property
    def _is_covered(self) -> bool:
        """Whether a cover is all that can be seen: over a prompt, or because the device is to be handed over."""
        return self.audience != self._looking or isinstance(self.session.prompt, HandOver)

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return (self._above.top if self._above else self._front).screen(tell, blink)

    @property
    def _front(self) -> Desk:
        """The desk of the prompt, or what covers it."""
        if not self._is_covered:
            return self._desk
        prompt = self.session.prompt
        words = prompt.words if isinstance(prompt, HandOver) else say("cover.give")
        if self.audience is not None and self._has_phone(self.audience) and not self._signs.guards(self.audience):
            words = say("cover.phone")
        return CoverDesk(HandOver(words=self._signs.at_cover(self.audience) or words, audience=self.audience))

    def complain(self, words: Text) -> None:
        self._above.complain(words, say("title.careful"))

    # --- what comes in ---

    def press(self, press: Press) -> Next:
        if isinstance(self._desk, Counting):
            self._desk.stop_counting()
        if press.button is Button.BACK and press.held:
            if not self._above:
                self._open_menu()
            return None
        if self._above:
            return self._above.handle(self._above.top.press(press), say("title.not_now"))
        if not self._is_covered:
            return self._handle(self._desk.press(press))
        reply = self._front.press(press)
        return self._uncover() if isinstance(reply, Given) else self._handle(reply)

    def tap(self, tap: Tap) -> Next:
        if self._above:
            tap.refuse(say("tap.at_device"))
        elif tap.answer is None:
            self._enter(Undone(), complain=lambda words, heading: tap.refuse(words))
        elif self.session.outcome is not None:
            return self._finish()
        else:
            given = Given(tap.answer, Source.WEB, is_unseen=True)
            self._enter(Answered(tap.answer), given, lambda words, heading: tap.refuse(words))
        return None

    def _uncover(self) -> Next:
        """Whom it is for wants to look: at once, or after the own sign."""
        player = self.audience
        return self._open() if player is None else self._signs.ask(player, self._open)

    def _open(self) -> Next:
        if isinstance(self.session.prompt, HandOver):
            return self._handle(Given(Noted(), Source.BUTTONS))
        self._looking = self.audience
        self._eyes.tell_again()
        return None

    def see(self, sight: Sight) -> Next:
        self.session.prepare()
        if self._above or self._is_covered:
            return None
        seen = sight.seen
        if isinstance(seen, Thrown | Shaken):
            if is_old_throw(seen, lying_pieces(self.session, seen)):
                self._eyes.settle()
                if isinstance(self.session.prompt, ReadDice | ReadBalls):
                    return None
                sight = replace(sight, seen=None)  # at a list they are heard, but change nothing
            else:
                self._was_thrown = self._was_thrown or seen.witnessed
            self._beeper.beep(Tone.SEEN)
        reply = self._desk.see(sight)
        if isinstance(reply, Given):
            # The throw on the screen counts, and this sight is already the one after it. Of cards, it shows all.
            if not self._take_by_itself(reply) or self._is_covered:
                return None
            reply = self._desk.see(sight)
            if isinstance(reply, Given):
                self._take_by_itself(reply)
                return None
        if isinstance(reply, Refused):
            self._eyes.settle()
            if self._is_by_itself and isinstance(seen, Thrown | Shaken) and self.session.can_undo:
                self._above.ask(WHICH_COUNTS, self._let_count)
            else:
                self._above.complain(reply.reason, say("title.too_often"))
            return None
        return self._handle(reply)

    def _let_count(self, which: Answer | None) -> Next:
        """The throw before was taken without OK: whoever says that the new one counts takes it back."""
        if which == Chosen("new"):
            self._enter(Undone())
        return None

    def _take_by_itself(self, given: Given) -> bool:
        """Enter an answer that nobody has pressed OK for.

        What ends the game, or shows what nobody could know before, is shown instead and waits for OK.
        """
        if self.session.is_final(given.answer):
            if given.hold is not None:
                given.hold()
            self._beeper.beep(Tone.SEEN)
            return False
        if not self._enter(self._answered(given.answer), given):
            self._eyes.tell_again()
            return False
        self._is_by_itself = True
        return True

    def _handle(self, reply: Reply) -> Next:
        match reply:
            case Given(answer):
                if self.session.outcome is not None:
                    return self._finish()
                self._enter(self._answered(answer), reply)
            case Back():
                if self.session.can_undo:
                    self._enter(Undone())
                else:
                    self._open_menu()
            case Refused(reason):
                self._above.complain(reason, say("title.not_now"))
            case ByHand():
                self._eyes.remember_lying()
            case Dismissed():
                self._eyes.put_aside()
            case Heard(tone):
                self._beeper.beep(tone)
            case LookAgain():
                self._eyes.look_again()
        return None

    # --- the session ---

    def _enter(
        self, entry: Entry, given: Given | None = None, complain: Callable[[Text, Text], None] | None = None
    ) -> bool:
        """Make an entry, write it down, then show it. False if that cannot be, with a sentence on the screen or,
        with `complain`, wherever whoever entered it looks.

        What a rule or the next prompt's desk stumbles over is never written, and the session stands where it stood.
        """
        complain = complain or self._above.complain
        if isinstance(entry, Undone) and self.session.undo_counts and not self._may_take_back:
            complain(say("refused.no_take_backs"), say("title.not_now"))
            return False
        source = given.source if given else Source.BUTTONS
        answers, looking = len(self.session.answers), self._looks_after(entry, source)
        try:
            with self.session.tried(entry) as line:
                desk = self._next_desk()
                is_won = deserves_fanfare(
                    self._loaded, self.session, best_so_far(self._loaded, self.session, self._journal)
                )
                self._journal.add(self.number, line, source)
        except IllegalAnswer as refusal:
            complain(refusal.reason, say("title.not_now"))
            return False
        except JournalError as error:
            log.error("not written down: %s", error)
            complain(error.words, say("title.not_saved"))
            return False
        except Exception as error:  # noqa: BLE001  whatever it is, it must not keep the game from going on
            log.error("not taken\n%s", trace_of(error, is_secret=self.has_secrets))
            complain(say("error.not_taken"), say("title.not_now"))
            return False
        self._is_by_itself = False
        self._looking = looking if looking == self.audience else None
        self._was_thrown = False
        self._log(entry, source)
        went_back = isinstance(entry, Undone) or len(self.session.answers) < answers
        self._tell_the_eyes(entry, given, went_back=went_back)
        if isinstance(desk, Following):
            desk.follow(self._desk)
        self._desk = desk
        self._mind_the_set_up()
        self._beeper.beep(Tone.FANFARE if is_won else Tone.DONE)
        if isinstance(entry, Fixed) and len(self.session.answers) < answers:
            self._above.inform(say("menu.fix_went_back"), say("menu.fix"))
        return True

    def _answered(self, answer: Answer) -> Answered:
        """The entry for an answer: a throw in the place of one taken back was thrown anew if it has moved since."""
        return Answered(answer, is_anew=self._was_thrown and self.session.is_thrown_anew(answer))

    def _looks_after(self, entry: Entry, source: Source) -> str | None:
        """Who may go on looking after this entry: the player who answers or has just taken the device.

        Who answers on a phone looks there; the device may lie in the middle of the table.
        """
        if not isinstance(entry, Answered) or source is Source.WEB:
            return None
        return self.audience if isinstance(self.session.prompt, HandOver) else self._looking

    def _log(self, entry: Entry, source: Source) -> None:
        """Tell the log what was done; of a game with secrets only that something was."""
        log.info("%s (%s)", type(entry).__name__.lower() if self.has_secrets else entry.to_line(), source.value)

    def _tell_the_eyes(self, entry: Entry, given: Given | None, *, went_back: bool) -> None:
        """What the entry means for the dice or cards on the table."""
        if isinstance(entry, Answered) and isinstance(entry.answer, Laid) and given is not None:
            if given.source is Source.BUTTONS and not given.is_unseen:
                self._eyes.tell_again()  # what lies there is compared with another grid now
        elif went_back and isinstance(self.session.prompt, ReadDice | ReadBalls):
            self._eyes.forget(self.session.prompt)  # what was taken back still lies there and is offered
        elif went_back and isinstance(self.session.prompt, ReadLaid):
            self._eyes.remember_lying()
            self._eyes.tell_again()
        elif isinstance(entry, Answered | Redone) and isinstance(self.session.answers[-1], Dice | Balls):
            if given is not None and given.is_unseen:
                self._eyes.settle_unseen()
            else:
                self._eyes.settle()
        else:
            self._eyes.tell_again()

    def _mind_the_set_up(self) -> None:
        """What lies there when the first throw is asked for was moved while the game was laid out: it is no throw."""
        is_asked = isinstance(self.session.prompt, ReadDice | ReadBalls)
        if is_asked and not any(isinstance(answer, Dice | Balls) for answer in self.session.answers):
            self._eyes.remember_lying()

    def _next_desk(self) -> Desk:
        prompt = self.session.prompt
        if prompt is not None:
            return self._loaded.box.desk_for(prompt, self.session.undone)
        best = best_so_far(self._loaded, self.session, self._journal)
        return ending_desk(self._loaded, self.session, best, self._signs.told())

    def _finish(self) -> Next:
        """Into the book, and home."""
        assert self.session.outcome is not None
        try:
            enter_in_book(self._journal, self.number, self.session, self._loaded)
            sign = self._journal.sign(self.number) if has_opened_a_seal(self.session) else ""
        except JournalError as error:
            log.error("not entered in the book: %s", error)
            self._above.complain(error.words, say("title.not_saved"))
            return None
        self._signs.end()
        home = GoHome(after=self.session.setup)
        if not sign:
            return home
        self._above.ask(page_of_sign(sign), lambda _: home)
        return None

    def _open_menu(self) -> None:
        self._looking = None
        self._menu.open()
