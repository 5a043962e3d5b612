"""Dice and balls that lie there from before the device was switched on: no desk is told of them."""

from dataclasses import dataclass

import pytest

from device.boxes.box import Box, LoadedGame
from device.eyes.sight import Shaken, Sight, Thrown
from device.parts.protocols import Tone
from device.screens.content import BallsSeen, DiceSeen, List, Message, Waiting
from device.talks.game_talk import GameTalk
from games.spine.dialogue import Balls, Choose, Dice, Option, ReadBalls, ReadDice, Setup, Watch, say
from games.spine.session import Answered, Session
from vision.base.reading import BallReading, BallsReading, DiceReading, DieReading, Reason, Status

FACES = ("pink", "yellow", "tool")
THROW = ReadDice(words=say("throw"), count=3, faces=FACES)
SHAKE = ReadBalls(words=say("shake"), count=2, bag=("red", "blue", "black"))
LIST = (Option("blue", say("blue")), Option("pink", say("pink")))
LYING, BALLS = Dice(("pink", "pink", "tool")), Balls(("red", "blue"))


@dataclass(frozen=True)
class Prompts:
    """A game that asks for what the test wants."""

    prompts: tuple
    name: str = "prompts"
    data: str = "p"

    def play(self, setup):
        for prompt in self.prompts:
            _ = yield prompt


class Eyes:
    """Counts what was taken into account."""

    def __init__(self):
        self.settled = 0

    def settle(self):
        self.settled += 1

    put_aside = settle

    def tell_again(self): ...

    def look_again(self): ...

    def remember_lying(self): ...


class Beeper(list):
    """Remembers what was heard."""

    beep = list.append


class Table:
    """A game at the prompt that follows these answers."""

    def __init__(self, *prompts, answers=()):
        game = Prompts(prompts)
        session = Session(game, Setup(game="prompts", level="", players=("Ada",), seed=1, data="p"))
        for answer in answers:
            session.make(Answered(answer))
        self.eyes, self.heard = Eyes(), Beeper()
        box = Box(name=game.name, texts_in="", open=lambda box, texts: None, has_secrets=True)
        loaded = LoadedGame(box, game, ways=("game",), seats=(1, 2))
        self.talk = GameTalk(session, 1, loaded, None, self.eyes, self.heard)

    def see(self, *names, witnessed=False, kind=Thrown):
        one, all_of_them = (DieReading, DiceReading) if kind is Thrown else (BallReading, BallsReading)
        pieces = tuple(one(name, 100.0 * n, 100.0, 0.99) for n, name in enumerate(names))
        self.talk.see(Sight(seen=kind(all_of_them(Status.SURE, pieces), witnessed=witnessed)))
        return self.screen

    @property
    def screen(self):
        return self.talk.screen(str, False)


def watching(refused=None):
    return Choose(words=say("road"), options=LIST, watch=Watch(THROW, LYING, refused))


@pytest.mark.parametrize("refused", [None, say("third")])
def test_the_throw_on_the_table_after_switching_on_is_no_news(refused):
    table = Table(watching(refused))
    table.talk.see(Sight(trouble=(Reason.TOO_DARK,)))
    assert isinstance(table.see("tool", "pink", "pink"), List)
    assert table.screen.news == "", "the light is back"
    assert (table.eyes.settled, table.heard) == (1, [Tone.SEEN])


def test_another_throw_than_the_one_that_lies_there_is_news_although_nobody_saw_it_fall():
    table = Table(watching())
    assert isinstance(table.see("tool", "tool", "pink"), DiceSeen)
    assert (table.eyes.settled, table.heard) == (0, [Tone.SEEN])


def test_the_same_faces_seen_falling_are_a_throw():
    assert isinstance(Table(watching()).see("tool", "pink", "pink", witnessed=True), DiceSeen)
    assert isinstance(Table(watching(say("third"))).see("tool", "pink", "pink", witnessed=True), Message)


def test_the_dice_of_the_last_round_are_not_the_next_throw():
    table = Table(THROW, THROW, answers=(LYING,))
    assert isinstance(table.see("pink", "tool", "pink"), Waiting)
    assert (table.eyes.settled, table.heard) == (1, [])
    assert isinstance(table.see("pink", "tool", "pink", witnessed=True), DiceSeen)
    assert table.heard == [Tone.SEEN]


def test_the_balls_of_the_last_ship_are_not_the_next_shake():
    table = Table(SHAKE, SHAKE, answers=(BALLS,))
    assert isinstance(table.see("blue", "red", kind=Shaken), Waiting)
    assert (table.eyes.settled, table.heard) == (1, [])
    assert isinstance(table.see("blue", "black", kind=Shaken), BallsSeen)


def test_the_first_throw_and_the_first_shake_are_news_even_if_they_lay_there_from_the_start():
    assert isinstance(Table(THROW).see("pink", "tool", "pink"), DiceSeen)
    assert isinstance(Table(THROW, SHAKE, answers=(LYING,)).see("blue", "red", kind=Shaken), BallsSeen)
