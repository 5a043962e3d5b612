"""Starting a game: which one, who plays, and which level or with whom at the table."""

from __future__ import annotations

import random
import secrets
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial

from device.boxes.box import GameList, LoadedGame
from device.config.configuration import LONGEST_NAME
from device.config.preferences import Preferences
from device.desks.asking import Asking, choose, keep
from device.desks.next import Begin
from device.desks.spelling import Spell
from device.menus.into_book import BOOKLESS
from device.menus.level_rows import chapter_title, level_row
from device.menus.seating import Seating
from device.records.book import read_book
from device.records.journal import Journal
from games.spine.dialogue import Answer, Chosen, Option, Prompt, Setup, say

GUEST = {"de": "Gast", "en": "Guest"}  # the name in the book of somebody who gives none
NOBODY = {"de": "Spieler", "en": "Player"}  # the same at a table of several, with a number behind it
SECRET_BITS = 128  # of a seed that nobody may guess


def new_setup(loaded: LoadedGame, start: str, players: tuple[str, ...]) -> Setup:
    """A new session of a level, or of a game for several; the seed is one nobody can guess where there are secrets."""
    seed = secrets.randbits(SECRET_BITS) if loaded.box.has_secrets else random.randrange(2**31)
    return Setup(loaded.game.name, start, players, seed, loaded.sign_of(start))


def usual_players(loaded: LoadedGame, preferences: Preferences) -> tuple[str, ...]:
    """Who plays if nobody is asked: those of last time, else of the configuration, else somebody."""
    guest = GUEST[preferences.language]
    if loaded.is_for_several and len(preferences.last_group) in loaded.seats:
        return preferences.last_group
    if 1 in loaded.seats:
        return ((preferences.last_player or (*preferences.players, guest)[0]),)
    nobody = (f"{NOBODY[preferences.language]} {number}" for number in range(1, max(loaded.seats) + 1))
    return tuple(dict.fromkeys((*preferences.players, *nobody)))[: min(loaded.seats)]


def knows_who_plays(loaded: LoadedGame, preferences: Preferences) -> bool:
    """Whether enough names are known to begin without a question; alone, anybody may be a guest."""
    if min(loaded.seats) == 1 or len(preferences.last_group) in loaded.seats:
        return True
    return len(preferences.players) >= min(loaded.seats)


@dataclass(frozen=True, slots=True)
class NewGame:
    """Asks all that has to be known before the first prompt of a game."""

    game_list: GameList
    journal: Journal
    preferences: Preferences

    def which_game(self) -> Generator[Prompt, Answer | None, LoadedGame | None]:
        """Ask which game; None if the player goes back."""
        if len(self.game_list) == 1:
            return next(iter(self.game_list.values()))
        options = tuple(Option(name, loaded.title) for name, loaded in self.game_list.items())
        name = yield from choose(say("lobby.which_game"), options)
        return self.game_list[name] if name else None

    def lead(self) -> Generator[Prompt, Answer | None, Begin | None]:
        """From the list of games to the start, or back with None."""
        loaded = yield from self.which_game()
        if loaded is None:
            return None
        if loaded.is_for_several:
            return (yield from self._of_several(loaded))
        return (yield from self._alone(loaded))

    # --- for several ---

    def _of_several(self, loaded: LoadedGame) -> Generator[Prompt, Answer | None, Begin | None]:
        start: str | None = loaded.starts[0]
        while True:
            if len(loaded.starts) > 1:
                options = tuple(Option(one, loaded.start_name(one)) for one in loaded.starts)
                title = loaded.title if loaded.chapters else say("lobby.which_start")
                start = yield from choose(title, options, start=start)
            if start is None:
                return None
            begin = yield from self.seat(loaded, start)
            if begin is not None or len(loaded.starts) == 1:
                return begin

    def seat(self, loaded: LoadedGame, start: str) -> Generator[Prompt, Answer | None, Begin | None]:
        """Ask who sits at the table; None if nobody wants to."""
        seating = Seating(loaded.seats, self.known_names(), GUEST[self.preferences.language])
        players = yield from seating.gather(self.preferences.last_group)
        if players is None:
            return None
        yield from self._remember(players)
        return Begin(new_setup(loaded, start, players))

    def _remember(self, players: tuple[str, ...]) -> Asking:
        """Who played last, alone or together: an evening alone does not scatter the group."""
        if len(players) == 1:
            if players[0] != self.preferences.last_player:
                yield from keep(partial(self.preferences.set_last_player, players[0]))
        elif players != self.preferences.last_group:
            yield from keep(partial(self.preferences.set_last_group, players))
        return None

    def known_names(self) -> tuple[str, ...]:
        """Everybody the device has heard of: the configuration, who played last, then the book."""
        last = (self.preferences.last_player,) if self.preferences.last_player else ()
        entered = (result.player for result in self.journal.results())
        return tuple(dict.fromkeys((*self.preferences.players, *self.preferences.last_group, *last, *entered)))

    # --- alone ---

    def _alone(self, loaded: LoadedGame) -> Generator[Prompt, Answer | None, Begin | None]:
        while True:
            player = yield from self._which_player(loaded)
            if player is None:
                return None
            start = yield from (self._which_level(loaded, player) if loaded.chapters else self._which_way(loaded))
            if start is not None:
                return Begin(new_setup(loaded, start, (player,)))

    def _which_player(self, loaded: LoadedGame) -> Asking:
        book = read_book(self.journal.results(loaded.game.name), loaded.chapters)
        names = dict.fromkeys((*self.preferences.players, *book.players, *self.known_names()))
        guest = Option("guest", say("lobby.guest")) if not names else None
        options = tuple(Option(f"name:{name}", say("lobby.player", player=name)) for name in names)
        bookless = Option("bookless", say("lobby.bookless"))
        options = (*options, *((guest,) if guest else ()), bookless, Option("new", say("lobby.new_player")))
        start = f"name:{self.preferences.last_player}"
        choice = yield from choose(say("lobby.who"), options, start=start)
        if choice == "new":
            spelled = yield Spell(words=say("lobby.spell"), longest=LONGEST_NAME)
            if not isinstance(spelled, Chosen):
                return (yield from self._which_player(loaded))
            choice = f"name:{spelled.key}"
        if choice is None:
            return None
        if choice == "bookless":
            return BOOKLESS[self.preferences.language]
        name = GUEST[self.preferences.language] if choice == "guest" else choice.removeprefix("name:")
        if name != self.preferences.last_player:
            yield from keep(partial(self.preferences.set_last_player, name))
        return name

    def _which_way(self, loaded: LoadedGame) -> Asking:
        """One of the ways to begin; where there is one only, nobody is asked."""
        if len(loaded.starts) == 1:
            return loaded.starts[0]
        options = tuple(Option(one, loaded.start_name(one)) for one in loaded.starts)
        return (yield from choose(say("lobby.which_start"), options))

    def _which_level(self, loaded: LoadedGame, player: str) -> Asking:
        book = read_book(self.journal.results(loaded.game.name), loaded.chapters)
        column = book.players.index(player) if player in book.players else None
        best = {row.level.id: row.bests[column] for page in book.pages for row in page.rows if column is not None}
        open_level = next((level for level in loaded.levels if best.get(level.id) is None), loaded.levels[0])
        chapter_at = str(open_level.chapter)
        while True:
            options = tuple(
                Option(
                    str(chapter.number),
                    chapter_title(chapter),
                    value=say(
                        "lobby.played",
                        played=sum(best.get(level.id) is not None for level in chapter.levels),
                        levels=len(chapter.levels),
                    ),
                )
                for chapter in loaded.chapters
            )
            is_house = loaded.is_house(level.id for level in loaded.levels)
            title = say("lobby.which_house_chapter" if is_house else "lobby.which_chapter")
            choice = yield from choose(title, options, start=chapter_at)
            if choice is None:
                return None
            chapter_at = choice
            chapter = next(chapter for chapter in loaded.chapters if str(chapter.number) == choice)
            rows = tuple(level_row(level, best.get(level.id)) for level in chapter.levels)
            is_house = loaded.is_house(level.id for level in chapter.levels)
            title = say("lobby.house_chapter" if is_house else "lobby.chapter", chapter=chapter.number)
            level_id = yield from choose(title, rows, start=open_level.id)
            if level_id is not None:
                return level_id
