"""The lobby: going on with a game, starting one, the book, the settings.

It is a dialogue like a game's, but nothing of it is written to the journal, and it may be sent None: the player went
back. It returns what shall happen next.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from device.boxes.box import GameList, LoadedGame, loaded_for
from device.desks.asking import Asking, choose
from device.desks.next import Begin, GoOn
from device.errors import JournalError
from device.menus.book_pages import open_book
from device.menus.first_evening import FirstEvening
from device.menus.into_book import Unclosed
from device.menus.new_game import NewGame, knows_who_plays, new_setup
from device.menus.settings import SettingsMenu
from device.records.journal import Journal, StoredSession
from games.books.levels import LevelInfo
from games.books.medals import Medal
from games.spine.dialogue import Answer, Choose, Chosen, Notice, Option, Prompt, Setup, Text, say

log = logging.getLogger(__name__)

LobbyDialogue: TypeAlias = Generator[Prompt, Answer | None, Begin | GoOn]


@dataclass(frozen=True, slots=True)
class Lobby:
    """The questions of the lobby, with what they need."""

    game_list: GameList
    journal: Journal
    new_game: NewGame
    settings: SettingsMenu
    first_evening: FirstEvening | None = None  # for somebody who switches the device on for the first time
    unclosed: Unclosed = field(default_factory=Unclosed)
    standings: dict[int, tuple[Text, Text]] = field(
        default_factory=dict
    )  # how far open sessions are, where a game says so

    def welcome(self, problems: tuple[Text, ...] = (), unreadable: Sequence[StoredSession | int] = ()) -> LobbyDialogue:
        """After switching on: what is wrong, then an open game first of all, then home."""
        for problem in problems:
            yield Notice(words=problem, news=say("title.careful"))
        for session in unreadable:
            yield from self._put_aside(session)
        if self.first_evening is not None:
            yield from self.first_evening.lead()
        stored = self._unfinished()
        if stored:
            if (yield from self._goes_on(stored[0], say("lobby.go_on_no"))):
                return GoOn(stored[0].id)
            yield from self._enter_unclosed()
        return (yield from self.home())

    def offer(self, setup: Setup) -> LobbyDialogue:
        """Before a game that was asked for by name: one of it that is still open comes first, then who plays."""
        stored = self._open_of(setup.game)
        if stored is not None and (yield from self._goes_on(stored, say("lobby.go_on_new"))):
            return GoOn(stored.id)
        yield from self._enter_unclosed()
        if self._knows_who_plays(setup):
            return Begin(setup)
        begin = yield from self.new_game.seat(self.game_list[setup.game], setup.level)
        return begin if begin is not None else (yield from self.home())

    def asks_before(self, setup: Setup) -> bool:
        """Whether there is something to ask before this game can be begun."""
        return self._open_of(setup.game) is not None or not self._knows_who_plays(setup)

    def _open_of(self, game: str) -> StoredSession | None:
        """The session of this game that can be gone on with, if there is one."""
        return next((one for one in self._unfinished() if one.setup.game == game), None)

    def _knows_who_plays(self, setup: Setup) -> bool:
        return knows_who_plays(self.game_list[setup.game], self.new_game.preferences)

    def _goes_on(self, stored: StoredSession, no: Text) -> Generator[Prompt, Answer | None, bool]:
        """Whether this session is gone on with."""
        answer = yield Choose(
            words=say(f"lobby.go_on{self._form(stored.setup)}", game=self._named(stored.setup)),
            news=self._how_far(stored),
            options=(Option("yes", say("lobby.go_on_yes")), Option("no", no)),
        )
        return answer == Chosen("yes")

    def _how_far(self, stored: StoredSession) -> Text:
        """The day with turn and points, or with who plays where the game does not say how far it is."""
        if stored.id not in self.standings:
            return _who_and_when(stored)
        turn, points = self.standings[stored.id]
        return say("lobby.how_far", date=_day(stored), first=turn, more=points)

    def _enter_unclosed(self) -> Asking:
        """Enter what is complete in the book: whoever does something else than going on with it does not lose it."""
        for words in self.unclosed.enter(self.journal, self.game_list)[:1]:
            yield Notice(words=words, news=say("title.not_saved"))
        return None

    def _put_aside(self, session: StoredSession | int) -> Asking:
        """Ask what to do with a game that cannot be gone on with: its files may come back, or it is given up."""
        if isinstance(session, int):
            number, words, news = session, say("lobby.bad_session", number=session), say("lobby.bad_session_more")
        else:
            words = say(f"lobby.unreadable{self._form(session.setup)}", level=session.setup.level)
            number, news = session.id, _who_and_when(session)
        options = (Option("keep", say("lobby.keep")), Option("drop", say("lobby.put_aside")))
        if (yield Choose(words=words, news=news, options=options)) == Chosen("drop"):
            self.journal.drop(number)
        return None

    def after(self, setup: Setup) -> LobbyDialogue:
        """After a game: the next level, once more, the book, or home; after a miss once more comes first."""
        loaded = self.game_list[setup.game]
        following = _following(loaded, setup.level) if loaded.chapters else None
        options = [Option("again", say("lobby.again"))]
        if following is not None:
            place = 0 if self._has_medal(loaded, setup) else 1
            options.insert(place, Option("next", say("lobby.next", level=following.id, name=following.name)))
        options += [Option("book", say("lobby.book")), Option("home", say("lobby.home"))]
        choice = yield from choose(say("lobby.and_now"), tuple(options))
        if choice == "again":
            again = setup.level if loaded.chapters else loaded.starts[0]
            return Begin(new_setup(loaded, again, setup.players))
        if choice == "next" and following is not None:
            return Begin(new_setup(loaded, following.id, setup.players))
        if choice == "book":
            yield from open_book(self.journal, loaded)
        return (yield from self.home())

    def _has_medal(self, loaded: LoadedGame, setup: Setup) -> bool:
        """Whether this level was ever mastered by whoever has just played it; among several nobody asks for that."""
        if not loaded.is_by_book(setup):
            return True
        try:
            results = self.journal.results(setup.game)
        except JournalError as error:  # whoever opens the book is told
            log.error("%s", error)
            return True
        signs = loaded.level(setup.level).signs
        return any(
            (one.level, one.player) == (setup.level, setup.players[0])
            and one.sign in signs
            and one.medal is not Medal.NONE
            for one in results
        )

    def home(self) -> LobbyDialogue:
        """The start: all that can be done."""
        at: str | None = None
        while True:
            stored = self._unfinished()
            last = self._last_played()
            options = [Option("go_on", say("lobby.go_on_row", game=self._named(stored[0].setup)))] if stored else []
            if last is not None and not (stored and _is_alike(last, stored[0].setup)):
                who = say("lobby.player", player=", ".join(last.players))
                options.append(Option("again", say("lobby.again_row", game=self._named(last)), value=who))
            options += [
                Option("play", say("lobby.play")),
                Option("book", say("lobby.book")),
                Option("settings", say("lobby.settings")),
            ]
            at = yield from choose(say("lobby.title"), tuple(options), start=at)
            if at not in (None, "go_on"):
                yield from self._enter_unclosed()
            match at:
                case "go_on":
                    number = yield from self._which_session(stored)
                    if number is not None:
                        return GoOn(int(number))
                case "again" if last is not None:
                    return Begin(new_setup(self.game_list[last.game], last.level, last.players))
                case "play":
                    begin = yield from self.new_game.lead()
                    if begin is not None:
                        return begin
                case "book":
                    loaded = yield from self.new_game.which_game()
                    if loaded is not None:
                        yield from open_book(self.journal, loaded)
                case "settings":
                    yield from self.settings.lead()

    def _last_played(self) -> Setup | None:
        """What was begun last, if it can be begun once more in the same way."""
        try:
            last = self.journal.last_setup()
        except JournalError as error:  # the start must come up all the same
            log.error("%s", error)
            return None
        loaded = self.game_list.get(last.game) if last is not None else None
        is_there = loaded is not None and last is not None and last.level in loaded.starts
        return last if is_there else None

    def _unfinished(self) -> list[StoredSession]:
        """Sessions that can be gone on with: those whose level is still the one they were begun with.

        What is complete and only has to be closed comes first.
        """
        try:
            stored = self.journal.unfinished()
        except JournalError as error:  # the start must come up all the same; whoever opens the book is told
            log.error("%s", error)
            return []
        playable = [session for session in stored if loaded_for(self.game_list, session.setup) is not None]
        return sorted(playable, key=lambda session: session.id not in self.unclosed)

    def _named(self, setup: Setup) -> Text:
        """The game and level of a session, as one name."""
        return self.game_list[setup.game].named(setup)

    def _form(self, setup: Setup) -> str:
        """Which form of a text is said: what is played by no book has no level to name, and a longer name."""
        loaded = self.game_list.get(setup.game)
        return "" if loaded is None or loaded.is_by_book(setup) else "_group"

    def _which_session(self, stored: list[StoredSession]) -> Asking:
        if len(stored) == 1:
            return str(stored[0].id)
        options = tuple(map(self._session_row, stored))
        return (yield from choose(say("lobby.which_session"), options))

    def _session_row(self, stored: StoredSession) -> Option:
        """The day, turn and points of a session, or the game and who plays it."""
        if stored.id not in self.standings:
            words, value = (
                say("lobby.session", game=self._named(stored.setup)),
                say("lobby.player", player=_names(stored)),
            )
        else:
            turn, value = self.standings[stored.id]
            words = say("lobby.session_of", date=_day(stored), first=turn)
        return Option(str(stored.id), words, value=value)


def _is_alike(one: Setup, other: Setup) -> bool:
    """Whether the same players play the same there."""
    return (one.game, one.level, one.players) == (other.game, other.level, other.players)


def _following(loaded: LoadedGame, level: str) -> LevelInfo | None:
    """The level after this one, if there is one."""
    at = loaded.starts.index(level) if level in loaded.starts else len(loaded.starts)
    return loaded.levels[at + 1] if at + 1 < len(loaded.levels) else None


def _day(session: StoredSession) -> Text:
    """The day a session was played last, by the machine's clock and zone."""
    day = session.last_at.astimezone()
    return say("lobby.day", day=day.day, month=day.month)


def _names(session: StoredSession) -> str:
    return ", ".join(session.setup.players)


def _who_and_when(session: StoredSession) -> Text:
    return say("lobby.who_and_when", player=_names(session), date=_day(session))
