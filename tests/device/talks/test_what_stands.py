"""A group that wants to cheat, by chance: fingers, phones, menus, pauses and pulled plugs, in the games with secrets.

Whatever they do, what was answered before something was revealed is never taken back, and nothing else replaces it.
"""

import random
from contextlib import contextmanager

import pytest

from device.boxes.loader import load_games
from device.boxes.shipped import SHIPPED
from device.config.configuration import load_config
from device.config.preferences import Preferences
from device.desks.next import GoOn
from device.menus.lobby import Lobby
from device.menus.new_game import NewGame
from device.parts.protocols import Button, VirtualPanel
from device.records.journal import Journal
from device.screens.content import Cover, List
from device.talks.game_talk import GameTalk
from device.talks.service import Service
from device.talks.taps import Tap
from games.spine.dialogue import Balls, Chosen, ReadBalls, Setup
from tests.device.talks.test_nothing_by_itself import InAWay
from tests.device.talks.whispers import NoEyes, OnlySettings
from tests.device.texts import catalogue
from tests.games.galaktico.playing import Gambler
from tests.games.sternenfahrer.playing import Beginner

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Ben", "Cleo")
DEEDS = 500
ENOUGH_REVEALED = 5


@contextmanager
def switched_on(folder):
    """The device as it comes up after a pulled plug, with whatever the disk has."""
    panel, preferences = VirtualPanel(), Preferences(folder, load_config(folder))
    game_list, _ = load_games(folder, SHIPPED)
    with Journal.open(folder) as journal:
        service = Service(
            eyes=NoEyes(),
            display=panel,
            buttons=panel,
            beeper=panel,
            journal=journal,
            game_list=game_list,
            lobby=Lobby(game_list, journal, NewGame(game_list, journal, preferences), OnlySettings()),
            preferences=preferences,
            words=catalogue,
            clock=lambda: 0.0,
        )
        service.step()
        yield service, panel


class Cheats:
    """Plays on, and tries at every turn to take back what was seen."""

    def __init__(self, player, seed):
        self.player, self.rng = player, random.Random(seed)
        self.stands = ()  # the answers that something revealed stands on
        self.revealed = self.tried = 0
        self.old_number = "0-0"

    def play(self, folder, setup):
        """So many deeds; every now and then the plug is pulled in the middle of whatever is shown."""
        with switched_on(folder) as (service, _):
            service.begin(setup)
        left = DEEDS
        while left:
            with switched_on(folder) as (self.service, self.panel):
                self.service._turn(lambda: GoOn(1))
                self.service.step()
                self.check()
                for _ in range(min(left, self.rng.randint(5, 60))):
                    left -= 1
                    self.do_something()
                    if not isinstance(self.service.talk, GameTalk):
                        break
                    if self.service.talk.session.outcome is not None:
                        left = 0
                        break
                    self.check()

    def do_something(self):
        deeds = (self.go_on, self.tap_back, self.press, self.menu, self.tap_late)
        self.rng.choices(deeds, (16, 1, 4, 1, 1))[0]()

    def check(self):
        session = self.service.talk.session
        assert session.answers[: len(self.stands)] == self.stands, "what was seen was taken back"
        closed = session._line.closed
        if closed > len(self.stands):
            self.revealed += 1
        self.stands = session.answers[: max(closed, len(self.stands))]
        if len(session.answers) == len(self.stands):
            self.tried += 1
            assert not session.can_undo

    def tap(self, answer, number=None):
        asked = self.service.taps.asked
        self.old_number = asked.number
        self.service.taps.put(Tap(number or asked.number, answer, "Ada"))
        self.service.step()

    def go_on(self):
        prompt = self.service.taps.asked.opened.prompt
        if prompt is None:
            self.button(Button.OK)
        elif isinstance(prompt, ReadBalls):  # mostly with the black one, that there is something to be seen
            self.tap(Balls(self.rng.choice((("red", "black"), ("black", "blue"), ("red", "blue")))))
        else:
            self.tap(self.player.answer(prompt))

    def tap_back(self):
        for _ in range(self.rng.randint(1, 4)):
            self.tap(None)

    def tap_late(self):
        self.tap(self.rng.choice((None, Chosen("yes"), Chosen("no"), Balls(("red", "blue")))), self.old_number)

    def press(self):
        is_covered = isinstance(self.service.screen, Cover)
        for _ in range(self.rng.randint(1, 3)):
            self.button(self.rng.choices(list(Button), [1, 1, 2, 3])[0], held=is_covered and self.rng.random() < 0.5)

    def menu(self):
        """The menu behind back: any row but the way out of the game."""
        self.button(Button.BACK, held=True)
        screen = self.service.screen
        if isinstance(screen, List):
            for _ in range(self.rng.randrange(len(screen.rows) - 1)):
                self.button(Button.DOWN)
        self.button(Button.OK)

    def button(self, button, *, held=False):
        screen = self.service.screen
        if button is Button.OK and isinstance(screen, List):
            is_leaving = screen.title == "Wer geht?" or screen.rows[screen.cursor].text.startswith("Ja, auf")
            if is_leaving:
                return  # broken off is broken off: there is nothing left to cheat at
        self.panel.press(button, held=held)
        self.service.step()


def cheats(folder, game, level, player, seed):
    """A cheating group at this game, after so many deeds or its end."""
    game_list, _ = load_games(folder, SHIPPED)
    group = Cheats(player, seed)
    group.play(folder, Setup(game, level, NAMES, 2**100 + seed, game_list[game].game.data))
    return group


@pytest.mark.parametrize("seed", [0, 3])  # evenings in which nobody goes home before the first encounters
@pytest.mark.parametrize("way", ["companion", "full"])
def test_20_3_what_was_seen_of_an_encounter_stands_whatever_a_group_does(tmp_path, way, seed):
    group = cheats(tmp_path, "sternenfahrer", "beginner", InAWay(Beginner(seed), way), seed)
    assert group.revealed >= ENOUGH_REVEALED and group.tried


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("way", ["combat", "open", "secret"])
def test_20_1_what_was_revealed_stands_whatever_a_group_does(tmp_path, way, seed):
    group = cheats(tmp_path, "galaktico", "trial", InAWay(Gambler(seed), way), seed)
    assert group.revealed and group.tried
