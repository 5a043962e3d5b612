"""The lobby: going on with a game, starting one, the book, the settings.

It is a dialogue like a game's, but nothing of it is written to the journal, and it may be sent None: the player went
back. It returns what shall happen next.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from device.asking import Asking, choose, level_row
from device.book import ChallengeBook, read_book
from device.book_pages import browse
from device.config import LONGEST_NAME
from device.desks import Spell
from device.errors import ConfigError, JournalError
from device.journal import Journal, StoredSession
from device.preferences import Preferences
from device.shelf import Shelf, Shelved
from device.table_memory import TableMemory
from device.talk import Begin, GoOn
from device.teach_in import TeachIn
from games.dialogue import Answer, Choose, Chosen, Notice, Option, Prompt, Setup, Text, say
from vision.light import judge_light
from vision.reading import Reason

log = logging.getLogger(__name__)

GUEST = {"de": "Gast", "en": "Guest"}  # the name in the book of somebody who gives none

LobbyDialogue: TypeAlias = Generator[Prompt, Answer | None, Begin | GoOn]


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the lobby's questions are about."""

    shelf: Shelf
    journal: Journal
    preferences: Preferences
    chance: random.Random  # for the seeds of new sessions
    teach_in: TeachIn
    profile_problem: Callable[[], str | None]  # what is wrong with the profile that is set
    table: TableMemory

    def welcome(self, problems: tuple[Text, ...] = (), unreadable: Sequence[StoredSession] = ()) -> LobbyDialogue:
        """After switching on: what is wrong, then an open game first of all, then home."""
        for problem in problems:
            yield Notice(words=problem, news=say("title.careful"))
        for session in unreadable:
            yield from self._put_aside(session)
        stored = self._unfinished()
        if stored:
            setup = stored[0].setup
            answer = yield Choose(
                words=say("lobby.go_on", game=self.shelf[setup.game].title, level=setup.level),
                news=_who_and_when(stored[0]),
                options=(Option("yes", say("lobby.go_on_yes")), Option("no", say("lobby.go_on_no"))),
            )
            if answer == Chosen("yes"):
                return GoOn(stored[0].id)
        return (yield from self.home())

    def _put_aside(self, session: StoredSession) -> Asking:
        """Ask what to do with a game that cannot be gone on with: its files may come back, or it is given up."""
        answer = yield Choose(
            words=say("lobby.unreadable", level=session.setup.level),
            news=_who_and_when(session),
            options=(Option("keep", say("lobby.keep")), Option("drop", say("lobby.put_aside"))),
        )
        if answer == Chosen("drop"):
            self.journal.drop(session.id)
        return None

    def after(self, setup: Setup) -> LobbyDialogue:
        """After a level: once more, the next one, or home."""
        shelved = self.shelf[setup.game]
        ids = [level.id for level in shelved.levels]
        at = ids.index(setup.level) if setup.level in ids else len(ids) - 1
        options = [Option("again", say("lobby.again"))]
        if at + 1 < len(ids):
            following = shelved.levels[at + 1]
            options.insert(0, Option("next", say("lobby.next", level=following.id, name=following.name)))
        options += [Option("book", say("lobby.book")), Option("home", say("lobby.home"))]
        choice = yield from choose(say("lobby.and_now"), tuple(options))
        if choice == "again":
            return self._begin(shelved, setup.level, setup.players[0])
        if choice == "next":
            return self._begin(shelved, ids[at + 1], setup.players[0])
        if choice == "book":
            yield from browse(self._read(shelved))
        return (yield from self.home())

    def home(self) -> LobbyDialogue:
        """The start: all that can be done."""
        at: str | None = None
        while True:
            stored = self._unfinished()
            options = [Option("go_on", self._go_on_words(stored))] if stored else []
            options += [
                Option("play", say("lobby.play")),
                Option("book", say("lobby.book")),
                Option("settings", say("lobby.settings")),
            ]
            at = yield from choose(say("lobby.title"), tuple(options), start=at)
            match at:
                case "go_on":
                    number = yield from self._which_session(stored)
                    if number is not None:
                        return GoOn(int(number))
                case "play":
                    begin = yield from self._new_game()
                    if begin is not None:
                        return begin
                case "book":
                    shelved = yield from self._which_game()
                    if shelved is not None:
                        yield from browse(self._read(shelved))
                case "settings":
                    yield from self._settings()

    def _read(self, shelved: Shelved) -> ChallengeBook:
        return read_book(self.journal.results(shelved.game.name), shelved.chapters)

    # --- a game ---

    def _unfinished(self) -> list[StoredSession]:
        """Sessions that can be gone on with: those whose boards and levels are still the ones they were begun with."""
        try:
            stored = self.journal.unfinished()
        except JournalError as error:  # the start must come up all the same; whoever opens the book is told
            log.error("%s", error)
            return []
        return [
            session
            for session in stored
            if session.setup.game in self.shelf and session.setup.data == self.shelf[session.setup.game].game.data
        ]

    def _go_on_words(self, stored: list[StoredSession]) -> Text:
        newest = stored[0].setup
        return say("lobby.go_on_row", game=self.shelf[newest.game].title, level=newest.level)

    def _which_session(self, stored: list[StoredSession]) -> Asking:
        if len(stored) == 1:
            return str(stored[0].id)
        options = tuple(
            Option(
                str(session.id),
                say("lobby.session", game=self.shelf[session.setup.game].title, level=session.setup.level),
                value=say("lobby.player", player=", ".join(session.setup.players)),
            )
            for session in stored
        )
        return (yield from choose(say("lobby.which_session"), options))

    def _which_game(self) -> Generator[Prompt, Answer | None, Shelved | None]:
        if len(self.shelf) == 1:
            return next(iter(self.shelf.values()))
        options = tuple(Option(name, shelved.title) for name, shelved in self.shelf.items())
        name = yield from choose(say("lobby.which_game"), options)
        return self.shelf[name] if name else None

    def _new_game(self) -> Generator[Prompt, Answer | None, Begin | None]:
        shelved = yield from self._which_game()
        while shelved is not None:
            player = yield from self._which_player(shelved)
            if player is None:
                return None
            level = yield from self._which_level(shelved, player)
            if level is not None:
                return self._begin(shelved, level, player)
        return None

    def _begin(self, shelved: Shelved, level: str, player: str) -> Begin:
        seed = self.chance.randrange(2**31)
        return Begin(Setup(shelved.game.name, level, (player,), seed, shelved.game.data))

    def _which_player(self, shelved: Shelved) -> Asking:
        book = self._read(shelved)
        names = dict.fromkeys((*self.preferences.players, *book.players))
        if self.preferences.last_player:
            names[self.preferences.last_player] = None
        guest = Option("guest", say("lobby.guest")) if not names else None
        options = tuple(Option(f"name:{name}", say("lobby.player", player=name)) for name in names)
        options = (*options, *((guest,) if guest else ()), Option("new", say("lobby.new_player")))
        start = f"name:{self.preferences.last_player}"
        choice = yield from choose(say("lobby.who"), options, start=start)
        if choice == "new":
            spelled = yield Spell(words=say("lobby.spell"), longest=LONGEST_NAME)
            if not isinstance(spelled, Chosen):
                return (yield from self._which_player(shelved))
            choice = f"name:{spelled.key}"
        if choice is None:
            return None
        name = GUEST[self.preferences.language] if choice == "guest" else choice.removeprefix("name:")
        if name != self.preferences.last_player:
            yield from self._keep(partial(self.preferences.set_last_player, name))
        return name

    def _which_level(self, shelved: Shelved, player: str) -> Asking:
        book = self._read(shelved)
        column = book.players.index(player) if player in book.players else None
        best = {row.level.id: row.bests[column] for page in book.pages for row in page.rows if column is not None}
        open_level = next((level for level in shelved.levels if best.get(level.id) is None), shelved.levels[0])
        chapter_at = str(open_level.chapter)
        while True:
            options = tuple(
                Option(
                    str(chapter.number),
                    say("lobby.chapter", chapter=chapter.number),
                    value=say(
                        "lobby.played",
                        played=sum(best.get(level.id) is not None for level in chapter.levels),
                        levels=len(chapter.levels),
                    ),
                )
                for chapter in shelved.chapters
            )
            choice = yield from choose(say("lobby.which_chapter"), options, start=chapter_at)
            if choice is None:
                return None
            chapter_at = choice
            chapter = next(chapter for chapter in shelved.chapters if str(chapter.number) == choice)
            rows = tuple(level_row(level, best.get(level.id)) for level in chapter.levels)
            title = say("lobby.chapter", chapter=chapter.number)
            level_id = yield from choose(title, rows, start=open_level.id)
            if level_id is not None:
                return level_id

    # --- the settings ---

    def _settings(self) -> Asking:
        at: str | None = None
        while True:
            preferences = self.preferences
            options = (
                Option("language", say("settings.language"), value=say(f"settings.{preferences.language}")),
                Option(
                    "sound",
                    say("settings.sound"),
                    value=say("settings.on" if preferences.has_sound else "settings.off"),
                ),
                Option("profile", say("settings.profile"), value=profile_name(preferences.profile)),
                Option("teach", say("settings.teach")),
                Option(
                    "table",
                    say("settings.table"),
                    value=say("settings.known" if self.table.place else "settings.unknown"),
                ),
            )
            at = yield from choose(say("lobby.settings"), options, start=at)
            match at:
                case "language":
                    other = "en" if preferences.language == "de" else "de"
                    yield from self._keep(partial(preferences.set_language, other))
                case "sound":
                    is_on = not preferences.has_sound
                    yield from self._keep(partial(preferences.set_sound, is_on))
                case "profile":
                    yield from self._choose_profile()
                case "teach":
                    yield from self.teach_in.lead()
                case "table":
                    yield from self._empty_table()
                case _:
                    return None

    def _choose_profile(self) -> Asking:
        """Which pieces lie on the table: the usual ones, or those of a profile."""
        now = self.preferences.profile
        names = ("", *self.teach_in.profiles.names())
        options = tuple(Option(name, profile_name(name)) for name in names)
        choice = yield from choose(say("settings.profile"), options, start=now)
        if choice is not None and choice != now:
            yield from self._keep(partial(self.preferences.set_profile, choice))
            if self.profile_problem() is not None:
                yield Notice(words=say("lobby.bad_profile", profile=choice), news=say("title.careful"))
        return None

    def _empty_table(self) -> Asking:
        """Remember how the table looks with nothing on it, or forget it again."""
        options = [Option("take", say("table.take"))]
        if self.table.place is not None:
            options.append(Option("forget", say("table.forget")))
        choice = yield from choose(say("table.clear_it"), tuple(options))
        if choice == "forget":
            yield from self._keep(self.table.forget)
        if choice != "take":
            return None
        frame = self.teach_in.eyes.frame
        trouble = judge_light(frame) if frame is not None else (Reason.NO_PICTURE,)
        if frame is None or trouble:
            yield Notice(words=say(f"status.{trouble[0].value}"), news=say("title.careful"))
            return None
        yield from self._keep(partial(self.table.remember, frame))
        if self.table.place is not None:
            words = say("table.with_mat") if self.table.place.mat else say("table.kept")
            yield Notice(words=words, news=say("settings.table"))
        return None

    def _keep(self, change: Callable[[], None]) -> Asking:
        """Make a change that goes to the disk, and say so if the disk refuses."""
        try:
            change()
        except (OSError, ConfigError) as error:
            log.error("a setting was not saved: %s", error)
            yield Notice(words=say("settings.not_saved"), news=say("title.careful"))
        return None


def profile_name(name: str) -> Text:
    """A profile as it is called on the OLED."""
    return say("teach.name", name=name) if name else say("settings.shipped")


def _day(session: StoredSession) -> Text:
    """The day a session was played last, by the machine's clock and zone."""
    day = session.last_at.astimezone()
    return say("lobby.day", day=day.day, month=day.month)


def _who_and_when(session: StoredSession) -> Text:
    return say("lobby.who_and_when", player=", ".join(session.setup.players), date=_day(session))
