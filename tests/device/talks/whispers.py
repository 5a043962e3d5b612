"""A made-up game of several with secrets in every kind of place, and a device without a camera to play it on."""

from __future__ import annotations

import random
from contextlib import contextmanager
from dataclasses import dataclass

from device.boxes.box import Box, LoadedGame, LookUp
from device.config.configuration import load_config
from device.config.preferences import Preferences
from device.eyes.sight import Sight
from device.menus.lobby import Lobby
from device.menus.new_game import NewGame
from device.parts.protocols import Button, Mirror, VirtualPanel
from device.records.journal import Journal
from device.screens.content import Cover, Tally
from device.talks.service import Service
from games.spine.dialogue import (
    Bilingual,
    Choose,
    HandOver,
    Notice,
    Option,
    Outcome,
    PickNumber,
    ReadDice,
    Result,
    Setup,
    Text,
    say,
)
from tests.device.texts import catalogue

PLAYERS = ("Ada", "Ben", "Cleo")
SEED = 0x5EC2E75EED5EC2E75EED5EC2E75EED01  # so long that it is found wherever it stands


def plain(words: str) -> Text:
    """A text that says just this."""
    return say("lobby.player", player=words)


def secrets_of(player: str, seed: int = SEED) -> tuple[str, ...]:
    """Three secret words of a player, drawn from the seed."""
    rng = random.Random(f"{seed} {player}")
    return tuple(f"{player[0]}{rng.randrange(16**7):07x}" for _ in range(3))


ALL_SECRETS = {word: player for player in PLAYERS for word in secrets_of(player)}


@dataclass(frozen=True)
class Whispers:
    """Everybody is told three words in secret and keeps one; then all play on and look at theirs once more."""

    name: str = "whispers"
    data: str = "w"

    def play(self, setup: Setup):
        yield ReadDice(words=plain("Würfelt"), count=2, faces=("1", "2"), kind="pips", scene="open")
        kept = {}
        for player in setup.players:
            words = secrets_of(player, setup.seed)
            yield HandOver(words=plain("Nimm das Gerät"), audience=player)
            options = tuple(Option(word, Bilingual(word, word)) for word in words)
            options = (*options, Option("no", Bilingual(words[0], words[0]), refused=plain(f"Nie {words[0]}")))
            taken = yield Choose(
                words=plain(words[1]),
                news=plain(words[2]),
                options=options,
                audience=player,
                scene=words[0],
                rule=lambda answer, word=words[2]: plain(f"Nicht {word}") if answer.key == word else None,
            )
            kept[player] = taken.key
            yield PickNumber(words=plain(taken.key), low=0, high=3, audience=player)
            yield Notice(words=plain("Alle schauen"))
        for player in setup.players:  # without a word of warning: the device itself has to cover it
            yield Notice(words=plain(kept[player]), news=plain(kept[player]), audience=player)
        yield Choose(words=plain("Weiter?"), options=(Option("on", plain("Ja")),), scene="open")
        results = tuple(Result(name, seat, len(setup.players) - seat) for seat, name in enumerate(setup.players))
        return Outcome(results=results, words=plain("Vorbei"), scene="open")


@dataclass(frozen=True)
class ShownInSecret(Whispers):
    """Something that one player alone shows to the camera."""

    name: str = "shown"

    def play(self, setup: Setup):
        yield Notice(words=plain("Los"))
        yield HandOver(words=plain("Nimm"), audience="Ada")
        yield ReadDice(words=plain("Zeig"), count=2, faces=("1", "2"), kind="pips", audience="Ada")
        yield Notice(words=plain("Alle"))
        return Outcome(results=(Result("Ada", 1),), words=plain("Vorbei"))


def look_up(scene):
    """What can be looked up beside the game."""

    def lead():
        yield Notice(words=plain(f"Eins {scene}"))
        yield Choose(words=plain("Zwei"), options=(Option("a", plain("Drei")),))

    return (LookUp("points", plain("Punkte"), lead),)


WHISPERS = (Whispers(),)


class NoEyes:
    """Sees nothing and takes nothing amiss."""

    frame = None

    def look(self, wanted):
        return Sight(has_failed=True)

    def tell_again(self):
        pass

    look_again = settle = put_aside = settle_unseen = remember_lying = tell_again

    def forget(self, wanted=None):
        pass


def box_of(game):
    """A box for a game that has nothing of its own but secrets, and points to look up."""
    return Box(name=game.name, texts_in="", open=lambda box, texts: None, has_secrets=True, look_ups=look_up)


class OnlySettings:
    """Settings that nobody opens."""

    def lead(self):
        return None
        yield


class GroupTable:
    """The device in the players' hands (`held`), its copy on a page (`copy`), and fingers on the buttons."""

    def __init__(self, folder, journal, games=WHISPERS):
        self.held, self.copy = VirtualPanel(), VirtualPanel()
        self.journal = journal
        self.seconds = 0.0  # by the device's clock, which stands still until somebody lets time pass
        self.game_list = {game.name: LoadedGame(box_of(game), game, ways=("game",), seats=(2, 3)) for game in games}
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
            words=catalogue,
            clock=lambda: self.seconds,
        )
        self.service.step()

    @property
    def screen(self):
        return self.service.screen

    @property
    def talk(self):
        return self.service.talk

    def begin(self, game="whispers", seed=SEED):
        self.service.begin(Setup(game, "game", PLAYERS, seed, self.game_list[game].game.data))
        self.service.step()
        return self

    def press(self, *buttons, held=False):
        for button in buttons:
            self.held.press(button, held=held)
            self.service.step()
        return self.screen

    def ok(self, times=1):
        for _ in range(times):
            self.press(Button.OK)
        return self.screen

    def hold(self):
        """The player whose name is on the cover uncovers it."""
        assert isinstance(self.screen, Cover), self.screen
        return self.press(Button.OK, held=True)

    def menu(self, key):
        """Open the menu and take the option of this key."""
        self.press(Button.BACK, held=True)
        return self.choose(key)

    def choose(self, start):
        """Step to the row that starts like this and take it."""
        at = next(number for number, row in enumerate(self.screen.rows) if row.text.startswith(start))
        while self.screen.cursor != at:
            self.press(Button.DOWN)
        return self.ok()

    def throw(self):
        """Enter two dice by hand."""
        self.ok()
        while isinstance(self.screen, Tally):
            self.press(Button.UP)
        return self.ok()


@contextmanager
def group_text(folder, **more):
    with Journal.open(folder) as journal:
        yield GroupTable(folder, journal, **more)
