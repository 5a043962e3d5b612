"""Starting a game: which one, who plays, and which level or with whom at the table."""

from __future__ import annotations

import random
import secrets
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial

from device.boxes.box import Shelf, Shelved
from device.config.configuration import LONGEST_NAME
from device.config.preferences import Preferences
from device.desks.asking import Asking, choose, keep
from device.desks.next import Begin
from device.desks.spelling import Spell
from device.menus.level_rows import level_row
from device.menus.seating import RoundTable
from device.records.book import read_book
from device.records.journal import Journal
from games.spine.dialogue import Answer, Chosen, Option, Prompt, Setup, say

GUEST = {"de": "Gast", "en": "Guest"}  # the name in the book of somebody who gives none
NOBODY = {"de": "Spieler", "en": "Player"}  # the same at a table of several, with a number behind it
SECRET_BITS = 128  # of a seed that nobody may guess


def new_setup(shelved: Shelved, start: str, players: tuple[str, ...]) -> Setup:
    """A new session of a level, or of a game for several; the seed is one nobody can guess where there are secrets."""
    seed = secrets.randbits(SECRET_BITS) if shelved.box.has_secrets else random.randrange(2**31)
    return Setup(shelved.game.name, start, players, seed, shelved.game.data)


def usual_players(shelved: Shelved, preferences: Preferences) -> tuple[str, ...]:
    """Who plays if nobody is asked: those of last time, else of the configuration, else somebody."""
    guest = GUEST[preferences.language]
    if shelved.is_for_several and len(preferences.last_group) in shelved.seats:
        return preferences.last_group
    if 1 in shelved.seats:
        return ((preferences.last_player or (*preferences.players, guest)[0]),)
    nobody = (f"{NOBODY[preferences.language]} {number}" for number in range(1, max(shelved.seats) + 1))
    return tuple(dict.fromkeys((*preferences.players, *nobody)))[: min(shelved.seats)]


@dataclass(frozen=True, slots=True)
class NewGame:
    """Asks all that has to be known before the first prompt of a game."""

    shelf: Shelf
    journal: Journal
    preferences: Preferences

    def which_game(self) -> Generator[Prompt, Answer | None, Shelved | None]:
        """One of the games on the shelf."""
        if len(self.shelf) == 1:
            return next(iter(self.shelf.values()))
        options = tuple(Option(name, shelved.title) for name, shelved in self.shelf.items())
        name = yield from choose(say("lobby.which_game"), options)
        return self.shelf[name] if name else None

    def lead(self) -> Generator[Prompt, Answer | None, Begin | None]:
        """From the shelf to the start, or back with None."""
        shelved = yield from self.which_game()
        if shelved is None:
            return None
        if shelved.is_for_several:
            return (yield from self._of_several(shelved))
        return (yield from self._alone(shelved))

    # --- for several ---

    def _of_several(self, shelved: Shelved) -> Generator[Prompt, Answer | None, Begin | None]:
        start: str | None = shelved.starts[0]
        while True:
            if len(shelved.starts) > 1:
                options = tuple(Option(one, shelved.start_name(one)) for one in shelved.starts)
                title = shelved.title if shelved.chapters else say("lobby.which_start")
                start = yield from choose(title, options, start=start)
            if start is None:
                return None
            table = RoundTable(shelved.seats, self._known_names(), GUEST[self.preferences.language])
            players = yield from table.gather(self.preferences.last_group)
            if players is not None:
                if players != self.preferences.last_group:
                    yield from keep(partial(self.preferences.set_last_group, players))
                return Begin(new_setup(shelved, start, players))
            if len(shelved.starts) == 1:
                return None

    def _known_names(self) -> tuple[str, ...]:
        """Everybody the device has heard of: the configuration, who played last, then the book."""
        last = (self.preferences.last_player,) if self.preferences.last_player else ()
        entered = (result.player for result in self.journal.results())
        return tuple(dict.fromkeys((*self.preferences.players, *self.preferences.last_group, *last, *entered)))

    # --- alone ---

    def _alone(self, shelved: Shelved) -> Generator[Prompt, Answer | None, Begin | None]:
        while True:
            player = yield from self._which_player(shelved)
            if player is None:
                return None
            level = yield from self._which_level(shelved, player)
            if level is not None:
                return Begin(new_setup(shelved, level, (player,)))

    def _which_player(self, shelved: Shelved) -> Asking:
        book = read_book(self.journal.results(shelved.game.name), shelved.chapters)
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
            yield from keep(partial(self.preferences.set_last_player, name))
        return name

    def _which_level(self, shelved: Shelved, player: str) -> Asking:
        book = read_book(self.journal.results(shelved.game.name), shelved.chapters)
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
