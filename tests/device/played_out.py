"""Every game played to its end by chance, and a device without a camera that has all of them."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from random import Random

from device.boxes.found import find_boxes
from device.boxes.loader import load_games
from device.config.configuration import load_config
from device.config.preferences import Preferences
from device.menus.lobby import Lobby
from device.menus.new_game import NewGame, new_setup
from device.parts.protocols import Mirror, VirtualPanel
from device.records.journal import Journal, Source
from device.talks.service import Service
from device.words.catalogue import Catalogue
from games.number_up import rules as number_up
from games.number_up.reading import shown_with
from games.number_up.sketch import deck_of
from games.spine.prompts import Choose, ReadLaid
from games.spine.session import Answered, Session
from tests.device.talks.whispers import GroupTable, NoEyes, OnlySettings
from tests.games.galaktico.playing import Gambler
from tests.games.sternenfahrer.playing import Beginner, random_answer

BOXES, _ = find_boxes()
NAMES = ("Ada", "Ben", "Cleo")
PLAYED = (  # game, start, how many; every way a game can end: with a medal, with a ranking, for good or not
    ("galaktix", "1", 1),
    ("number_up", "1", 1),
    ("pasch", "1", 1),
    ("pasch", "1", 2),
    ("sternenfahrer", "beginner", 3),
    ("galaktico", "game", 2),
)
ENOUGH = 3
BY_BOOK = ("galaktix", "number_up", "pasch")


class ByChance:
    """Gives any legal answer, also to a grid of cards."""

    def __init__(self, seed):
        self.rng = Random(seed)
        self._deck = None

    def answer(self, prompt):
        if isinstance(prompt, ReadLaid):
            state = prompt.scene
            if self._deck is None:
                self._deck = list(deck_of(state.level))
                self.rng.shuffle(self._deck)
            return shown_with(state, self.rng.choice(number_up.open_places(state)), self._deck.pop())
        if isinstance(prompt, Choose) and prompt.watch is not None:
            prompt = replace(prompt, watch=None)
        return random_answer(prompt, self.rng)


def games_in(folder):
    """All games with the data in this folder, which must be in order."""
    game_list, problems = load_games(folder, BOXES)
    assert problems == []
    return game_list


def played_out(loaded, start, players=1, seed=1):
    """A session played to its end; alone with a score that is enough for the easiest targets there can be."""
    for attempt in range(seed, seed + 50):
        kinds = {"sternenfahrer": Beginner, "galaktico": Gambler}
        player = kinds.get(loaded.game.name, ByChance)(attempt)
        session = Session(loaded.game, replace(new_setup(loaded, start, NAMES[:players]), seed=attempt))
        while session.outcome is None:
            session.make(Answered(player.answer(session.prompt)))
        if players > 1 or session.outcome.results[0].score >= ENOUGH:
            return session
    raise AssertionError("nobody wins this")


def write_down(journal, session, *, but=0):
    """Put a session into the journal, without its last answers; its number."""
    journal._pages.select("PRAGMA synchronous = OFF")  # hundreds of answers, and nothing hangs on these
    number = journal.start(session.setup, Source.BUTTONS)
    for answer in session.answers[: len(session.answers) - but]:
        journal.add(number, Answered(answer).to_line(), Source.BUTTONS)
    journal._pages.select("PRAGMA synchronous = FULL")
    return number


class Table(GroupTable):
    """A device without a camera, with all games and their data in a folder."""

    def __init__(self, folder, journal):
        self.held, self.copy = VirtualPanel(), VirtualPanel()
        self.journal = journal
        self.game_list = games_in(folder)
        preferences = Preferences(folder, load_config(folder))
        self.service = Service(
            eyes=NoEyes(),
            display=Mirror(self.held, self.copy),
            buttons=self.held,
            beeper=self.held,
            journal=journal,
            game_list=self.game_list,
            lobby=Lobby(self.game_list, journal, NewGame(self.game_list, journal, preferences), OnlySettings()),
            preferences=preferences,
            words=partial(Catalogue.load, packages=[box.texts_in for box in BOXES]),
            clock=lambda: 0.0,
        )
        self.service.step()

    def answer(self, answer):
        """Give an answer to the open prompt, as its desk would."""
        assert self.talk._enter(Answered(answer))
        self.service.step()
        return self.screen


@contextmanager
def switched_on(folder):
    """The device, until the plug is pulled: nothing is ended in order."""
    with Journal.open(folder) as journal:
        yield Table(folder, journal)
