"""What is taken without OK never opens what cannot be closed and never ends a game: every game in every way, by chance.

Whatever a camera can bring is brought to the desk of the game itself: a sure reading, the seconds after it, and now and
then one more throw before anybody has pressed OK.
"""

import random

import pytest
from pasch.box import BOX as PASCH_BOX
from pasch.flow import Pasch

from device.boxes.box import LoadedGame
from device.boxes.galaktico.box import BOX as GALAKTICO_BOX
from device.boxes.galaktix.box import BOX as GALAKTIX_BOX
from device.boxes.number_up.box import BOX as NUMBER_UP_BOX
from device.boxes.sternenfahrer.box import BOX as STERNENFAHRER_BOX
from device.eyes.sight import Shown, Sight
from device.parts.protocols import Button, Press
from device.talks.game_talk import GameTalk
from games.galaktico.cards import ShowFitting
from games.galaktix.flow import Galaktix
from games.number_up import rules
from games.number_up.flow import NumberUp
from games.number_up.sighting import with_cards
from games.spine.dialogue import (
    Balls,
    Choose,
    ChooseShownCard,
    Chosen,
    Dice,
    HandOver,
    ReadBalls,
    ReadDice,
    ReadLaid,
    Setup,
)
from games.spine.session import Answered, Session
from tests.device.talks.test_waits_for_ok import Heard, Table, laid_out
from tests.games.galaktico.playing import GAME as GALAKTICO
from tests.games.galaktico.playing import Gambler
from tests.games.galaktix.test_flow import BOOK as GALAKTIX_BOOK
from tests.games.number_up.boards import BOOK as NUMBER_UP_BOOK
from tests.games.sternenfahrer.playing import GAME as STERNENFAHRER
from tests.games.sternenfahrer.playing import Beginner, random_answer
from vision.base.reading import CardReading, Status

NAMES = ("Ada", "Ben", "Cleo")
MOST_ANSWERS = 400


class Lines(Heard):
    """A journal in which nothing but lines was ever written."""

    def sign_notes(self, session):
        return ()

    def results(self, *_):
        return []


class ByChance:
    """Answers what the buttons are for."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def answer(self, prompt):
        return random_answer(prompt, self.rng)


class InAWay:
    """Another player by chance who plays in one way."""

    def __init__(self, player, way):
        self.player, self.way = player, way

    def answer(self, prompt):
        keys = [option.key for option in prompt.options] if isinstance(prompt, Choose) else []
        return Chosen(self.way) if self.way in keys else self.player.answer(prompt)


class Watched(Table):
    """A game at whose table everything is watched; knows what was taken without a press."""

    def __init__(self, game, box, level, players, seed, player, flow=None):
        setup = Setup(game.name, level, players, seed, game.data, *([flow] if flow else []))
        self.session = Session(game, setup)
        self.eyes, self.heard, self.lines = Heard(), Heard(), Lines()
        loaded = LoadedGame(box, game, ways=("game",), seats=(1, 2, 3))
        self.talk = GameTalk(self.session, 1, loaded, self.lines, self.eyes, self.heard)
        self.player, self.rng = player, random.Random(seed)
        self.seconds = 0.0
        self.taken = self.held = 0

    def brought(self, sight):
        """Let the camera say this: what was taken by itself is nothing that cannot be taken back."""
        before, closed = len(self.session.answers), self.session._line.closed
        self.talk.see(sight)
        if len(self.session.answers) == before:
            return False
        self.taken += 1
        assert self.session.outcome is None, "a game was ended by itself"
        shown = (*self.session.prompts[before + 1 :], self.session.prompt)
        assert not any(prompt.closes for prompt in shown), "something was opened by itself"
        assert self.session._line.closed == closed
        return True

    def rest(self):
        """Some seconds in which nobody presses anything."""
        was_taken = False
        for _ in range(8):
            self.seconds += 0.5
            was_taken = self.brought(Sight(seconds=self.seconds)) or was_taken
        return was_taken

    def play(self):
        while self.session.outcome is None and len(self.session.answers) < MOST_ANSWERS:
            prompt = self.session.prompt
            if isinstance(prompt, HandOver):
                self.talk.press(Press(Button.OK, held=True))
            elif not self.looks(prompt) and self.session.prompt is prompt:
                assert self.talk._enter(Answered(self.player.answer(prompt)))
            while self.talk._above:  # what was said meanwhile
                self.talk.press(Press(Button.BACK))

    def looks(self, prompt):
        """Bring what this prompt asks the camera for; whether anything was taken by itself."""
        watch = prompt.watch if prompt.watch is not None and prompt.watch.refused is None else None
        read = prompt if isinstance(prompt, ReadDice | ReadBalls) else watch.read if watch else None
        if read is not None and (watch is None or self.rng.random() < 0.5):
            return self.throws(read)
        if isinstance(prompt, ReadLaid):
            return self.lays(prompt.scene)
        if isinstance(prompt, ShowFitting):
            return self.shows([row.name for row in (self.rng.choice(prompt.shields), *prompt.weapons[:2])])
        if isinstance(prompt, ChooseShownCard):
            return self.shows([name for name in prompt.names if name][:3])
        return False

    def throws(self, read):
        before = len(self.session.answers)
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            pieces = (
                Dice(tuple(self.rng.choices(read.faces, k=read.count)))
                if isinstance(read, ReadDice)
                else Balls(tuple(self.rng.sample(read.bag, read.count)))
            )
            self.brought(self.seen(pieces))
        if not self.rest() and len(self.session.answers) == before:
            self.held += 1
            self.talk.press(Press(Button.OK))
        return True

    def seen(self, pieces):
        sights = []
        see, self.talk.see = self.talk.see, sights.append
        self.see(pieces)
        self.talk.see = see
        return sights[0]

    def lays(self, state):
        cards = self.rng.sample(rules.layable_cards(state), 4)
        starts = 4 if not state.laid and state.level.size % 2 == 0 else 1
        answer = with_cards(state, list(zip(rules.open_places(state), cards, strict=False))[:starts])
        was_taken = self.brought(laid_out(state, answer)) or self.rest()
        if not was_taken:
            self.held += 1
            self.talk.press(Press(Button.OK))
        return True

    def shows(self, names):
        for name in names:
            card = CardReading(Status.SURE, name, 0.99)
            assert not self.brought(Sight(seen=Shown(card, witnessed=True), seconds=self.seconds))
        return self.rest()


def galaktix(level, seed):
    return Watched(Galaktix(GALAKTIX_BOOK), GALAKTIX_BOX, level, NAMES[:1], seed, ByChance(seed))


def number_up(level, seed):
    return Watched(NumberUp(NUMBER_UP_BOOK), NUMBER_UP_BOX, level, NAMES[:1], seed, ByChance(seed))


def pasch(level, players, seed):
    game = Pasch(PASCH_BOX.open(PASCH_BOX, tuple(PASCH_BOX.shipped().values())).game.content)
    return Watched(game, PASCH_BOX, level, NAMES[:players], seed, ByChance(seed))


def sternenfahrer(way, seed, flow=None):
    player = InAWay(Beginner(seed), way)
    return Watched(STERNENFAHRER, STERNENFAHRER_BOX, "beginner", NAMES, seed, player, flow)


def galaktico(way, seed):
    return Watched(GALAKTICO, GALAKTICO_BOX, "game", NAMES, seed, InAWay(Gambler(seed), way))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", [level.id for level in GALAKTIX_BOOK.levels][::4])
def test_20_11_galaktix(level, seed):
    table = galaktix(level, seed)
    table.play()
    assert table.session.outcome is not None and table.taken


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("level", ["1", "5", "12"])
def test_20_11_number_up(level, seed):
    table = number_up(level, seed)
    table.play()
    assert table.session.outcome is not None
    assert table.taken and table.held == 1, "the last card alone waits for OK"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [1, 3])
def test_20_11_pasch(players, seed):
    table = pasch("1", players, seed)
    table.play()
    assert table.session.outcome is not None and table.taken


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("way", ["companion", "full", "former"])
def test_20_11_sternenfahrer(way, seed):
    table = sternenfahrer(way, seed, flow=1 if way == "former" else None)
    table.play()
    assert table.taken and table.held, "dice count by themselves, a black ball does not"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("way", ["combat", "open", "secret"])
def test_20_11_galaktico(way, seed):
    table = galaktico(way, seed)
    table.play()
    assert table.session.outcome is not None
    assert way != "secret" or not table.taken, "no card that is chosen in secret is taken by itself"
