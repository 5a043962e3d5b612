"""The service: one loop that wires camera, steady gate, reader, session, screen, buttons and beeper."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from device.boxes.box import GameList, loaded_for
from device.config.preferences import Preferences
from device.desks.next import Begin, GoHome, GoOn, Next
from device.errors import JournalError
from device.eyes.eyes import Eyes
from device.menus.lobby import Lobby
from device.parts.protocols import Beeper, Button, Buttons, Display, Press, Tone, View
from device.records.journal import Journal, Source, StoredSession
from device.screens.caption import caption_of
from device.screens.content import Cover, Screen
from device.screens.render import render
from device.talks.discretion import Discretion
from device.talks.game_talk import GameTalk
from device.talks.lobby_talk import LobbyTalk
from device.talks.older_sessions import name_their_levels
from device.talks.talk import Talk
from device.talks.taps import Tap, Taps
from device.talks.traces import trace_of, why_broken
from device.words.catalogue import Catalogue
from games.spine.dialogue import Setup, Text, say
from games.spine.errors import BrokenSession, UnknownLevel
from games.spine.session import Session

log = logging.getLogger(__name__)

BLINK_SECONDS = 0.4


class QuietBeeper:
    """Passes tones on only while sound is switched on."""

    def __init__(self, beeper: Beeper, preferences: Preferences) -> None:
        self._beeper = beeper
        self._preferences = preferences

    def beep(self, tone: Tone) -> None:
        if self._preferences.has_sound:
            self._beeper.beep(tone)

    def close(self) -> None:
        self._beeper.close()


class Service:
    """The device at work. `step` is one turn of the loop; it never waits."""

    def __init__(
        self,
        *,
        eyes: Eyes,
        display: Display,
        buttons: Buttons,
        beeper: Beeper,
        journal: Journal,
        game_list: GameList,
        lobby: Lobby,
        preferences: Preferences,
        words: Callable[[str], Catalogue],
        clock: Callable[[], float],
        problems: tuple[Text, ...] = (),
        discretion: Discretion | None = None,
        going_on: Callable[[], None] = lambda: None,
        has_phone: Callable[[str], bool] = lambda player: False,
    ) -> None:
        self.taps = Taps()
        self._has_phone = has_phone
        self._eyes = eyes
        self._display = display
        self._buttons = buttons
        self._beeper = QuietBeeper(beeper, preferences)
        self._journal = journal
        self._game_list = game_list
        self._lobby = lobby
        self._preferences = preferences
        self._clock = clock
        self._going_on = going_on  # called while something takes long, so that nobody takes the device for dead
        self._words_in = words
        self._words = words(preferences.language)
        self._shown: Screen | None = None
        self._covered_for: str | None = None
        self.discretion = discretion or Discretion()
        name_their_levels(journal, game_list)
        told, unreadable = self._look_through_the_journal()
        self.talk: Talk = LobbyTalk(lobby.welcome((*problems, *told), unreadable), self._beeper)

    @property
    def screen(self) -> Screen | None:
        """The screen that is shown now."""
        return self._shown

    def begin(self, setup: Setup) -> None:
        """Start a session at once, without the lobby."""
        self._turn(lambda: Begin(setup))

    def offer(self, setup: Setup) -> None:
        """Start a session at once, unless there is something to ask first: an open game, or who plays."""
        if self._lobby.asks_before(setup):
            self.talk = LobbyTalk(self._lobby.offer(setup), self._beeper)
        else:
            self.begin(setup)

    def _note_standing(self, number: int, session: Session) -> None:
        """How far a session is, for the list of open games; nothing of what one player alone may see."""
        prompt = session.prompt
        loaded = self._game_list.get(session.setup.game)
        if loaded is not None and prompt is not None and prompt.audience is None:
            standing = loaded.box.standing(prompt.scene)
            if standing is not None:
                self._lobby.standings[number] = standing

    def step(self) -> None:
        """Buttons first, then one look at the table, then the screen if it changed.

        What a press does is shown before the look, which takes its time on a small machine.
        """
        presses = self._buttons.presses()
        for press in presses:
            self._press(press)
        tapped = self.taps.take()
        for tap in tapped:
            self._tap(tap)
        if presses or tapped:
            self._draw()
        sight = self._eyes.look(self.talk.wanted)
        self._turn(partial(self.talk.see, sight))
        self.discretion.follow(self.talk)
        self._draw()

    def _press(self, press: Press) -> None:
        self.discretion.press(press, self.talk)
        self._turn(partial(self.talk.press, press))
        self.discretion.follow(self.talk)

    def _tap(self, tap: Tap) -> None:
        """An answer from a page: taken as if OK was pressed for it here, unless something else is open by now."""
        self.taps.show(self.talk.opened)
        too_late = self.taps.too_late(tap)
        if too_late is not None:
            tap.refuse(too_late)
            return
        if self.talk.audience is None and tap.answer is not None:
            self.discretion.press(Press(Button.OK), self.talk)
        try:
            self._turn(partial(self.talk.tap, tap))
        except Exception:
            tap.refuse(say("error.not_taken"))
            raise
        self.discretion.follow(self.talk)
        self.taps.show(self.talk.opened)
        self.taps.taken(tap)

    def complain(self, words: Text) -> None:
        """Show a plain sentence above whatever is there: something happened to the device itself."""
        self.talk.complain(words)

    def trace_of(self, error: Exception) -> str:
        """Where an error came from, for the log; in a game with secrets without its words, which may tell one."""
        return trace_of(error, is_secret=isinstance(self.talk, GameTalk) and self.talk.has_secrets)

    def stumble(self) -> None:
        """After something unforeseen: home, with a sentence. The journal has every step that was confirmed."""
        self._home_with(say("error.unexpected"))

    def _draw(self) -> None:
        if self._words.language != self._preferences.language:
            self._words = self._words_in(self._preferences.language)
        is_dark = int(self._clock() / BLINK_SECONDS) % 2 == 1
        screen, player = self.talk.screen(self._words.tell, is_dark), self.talk.screen_for
        self.taps.show(self.talk.opened)
        if (screen, player) != (self._shown, self._covered_for):
            self._shown, self._covered_for = screen, player
            self._display.show(render(screen), caption_of(screen), self._cover(player) if player else None)

    def _cover(self, player: str) -> View:
        """What everybody else sees while this player looks."""
        cover = Cover(player, self._words.tell(self.talk.cover_words))
        return View(render(cover), caption_of(cover))

    # --- from talk to talk ---

    def _turn(self, happens: Callable[[], Next]) -> None:
        """Let something happen and follow where it leads; what the journal or a session cannot do leads home."""
        try:
            match happens():
                case Begin(setup):
                    self._open(self._start(setup))
                case GoOn(number):
                    self._open(number)
                    self._note_resumed(number)
                case GoHome(after):
                    if after is None:
                        self._note_unclosed()
                        if isinstance(self.talk, GameTalk):
                            self._note_standing(self.talk.number, self.talk.session)
                    dialogue = self._lobby.after(after) if after else self._lobby.home()
                    self.talk = LobbyTalk(dialogue, self._beeper)
        except JournalError as error:
            log.error("%s", error)
            self._home_with(error.words)
        except (BrokenSession, UnknownLevel) as error:
            log.error("%s", why_broken(error))
            self._home_with(say("lobby.does_not_fit"))

    def _home_with(self, words: Text) -> None:
        self._note_unclosed()
        self.talk = LobbyTalk(self._lobby.home(), self._beeper)
        self.talk.complain(words)

    def _start(self, setup: Setup) -> int:
        """Write a new session down; its number."""
        loaded = self._game_list[setup.game]
        name = next((level.name for level in loaded.levels if level.id == setup.level), None)
        return self._journal.start(setup, Source.BUTTONS, is_secret=loaded.box.has_secrets, level_name=name)

    def _note_resumed(self, number: int) -> None:
        """Make this game the one that is offered after the next power cut, whether or not it is answered until then."""
        try:
            self._journal.resume(number)
        except JournalError as error:  # it can be played on all the same
            log.error("not noted that session %d is on: %s", number, error)

    def _note_unclosed(self) -> None:
        """A game that is left at its end waits there for whoever goes on with it, or else for the book."""
        if isinstance(self.talk, GameTalk):
            self._lobby.unclosed.note(self.talk.number, self.talk.session)

    def _open(self, number: int) -> None:
        session = self._replay(number)
        self._lobby.unclosed.forget(number)
        self._lobby.unclosed.enter(self._journal, self._game_list)
        setup = session.setup
        log.info("session %d: %s %s for %s", number, setup.game, setup.level, ", ".join(setup.players))
        loaded = self._game_list[setup.game]
        self.talk = GameTalk(
            session, number, loaded, self._journal, self._eyes, self._beeper, self._clock, self._has_phone
        )

    def _replay(self, number: int) -> Session:
        setup = self._journal.setup(number)
        loaded = loaded_for(self._game_list, setup)
        if loaded is None:
            raise BrokenSession(f"session {number} was played with other games, boards or levels than there are now")
        return Session.replay(loaded.game, setup, self._journal.lines(number), self._going_on)

    def _look_through_the_journal(self) -> tuple[list[Text], list[StoredSession | int]]:
        """Note games that were complete when the plug was pulled; return what went wrong and who cannot be read."""
        told: list[Text] = []
        unreadable: list[StoredSession | int] = []  # by its number alone where its own row cannot be read
        try:
            open_sessions, bad = self._journal.unfinished(), self._journal.set_aside()
        except JournalError as error:  # the start must come up all the same
            log.error("%s", error)
            return [error.words], []
        for row in bad:
            log.warning("%s", row)
            if row.session is not None:
                unreadable.append(row.session)
        for stored in open_sessions:
            try:
                session = self._replay(stored.id)
                if session.prompt is not None and session.prompt.audience is not None:
                    self.discretion.begin_hidden()
                self._lobby.unclosed.note(stored.id, session)
                self._note_standing(stored.id, session)
            except JournalError as error:
                log.error("session %d: %s", stored.id, error)
                told.append(error.words)
            except Exception as error:  # noqa: BLE001  one bad session never keeps the device from starting
                log.warning("session %d cannot be read now: %s", stored.id, why_broken(error))
                unreadable.append(stored)
        return list(dict.fromkeys(told)), unreadable
