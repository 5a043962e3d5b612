"""The spine: a game is a dialogue of prompts and answers.

How a game is written
---------------------
1. Put the rules proper into `games/<name>/rules.py`: pure functions on frozen values. They know nothing of prompts.
2. Write `play(setup)` in `games/<name>/flow.py` as a short generator that yields a prompt, is sent an answer,
   and at the end returns an `Outcome`::

       def play(setup: Setup) -> Dialogue:
           state = rules.start(level)
           while not rules.is_over(state):
               roll = yield ReadDice(words=say("mygame.roll_all"), count=5, faces=FACES, scene=state)
               state = rules.apply(state, roll.faces)
           return Outcome(results=(Result(setup.players[0], rules.score(state)),), words=say("mygame.end"))

3. The words of a prompt are a message key with values (`say`), never a finished sentence: the device looks the key up
   in its catalogue, in the player's language. Words that live in a game's data files travel as `Bilingual`.
4. A prompt only lets legal answers through. What it cannot know by itself goes into `rule`, a function that returns the
   reason against an answer or None. The generator is therefore never sent anything illegal.
5. Anything by chance comes from `random.Random(setup.seed)`, created inside `play`. Then a session is fully told by its
   set-up line and its answers, and replaying them gives the same state (see `games.spine.session`).
6. `scene` carries the frozen state to be drawn beside the words. `audience` names the one player who may look.
7. While a player chooses by buttons, the camera may go on looking: `watch` says what for, and what a change means.

docs/adding-a-game.md goes on from here: texts, the box, and how the device finds it.

A game never asks who answers or how: the camera, the buttons, a web page and a script all give the same small values.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias
from urllib.parse import quote, unquote

from games.spine.answers import Answer, Balls, Chosen, Dice, Laid, LaidCard, Noted, Number, ShownCard, answer_from_line
from games.spine.errors import UnreadableLine
from games.spine.prompts import (
    Choose,
    ChooseShownCard,
    HandOver,
    Notice,
    Option,
    PickNumber,
    Prompt,
    ReadBalls,
    ReadDice,
    ReadLaid,
    ReadShownCard,
    SheetRow,
    ShowCode,
    ShowSheet,
    ShowSum,
    Sign,
    Watch,
)
from games.spine.words import Bilingual, Text, Value, say

__all__ = [  # everything a game needs, in one import
    "FLOW",
    "TRIAL",
    "Answer",
    "Balls",
    "Bilingual",
    "Choose",
    "ChooseShownCard",
    "Chosen",
    "Dialogue",
    "Dice",
    "Game",
    "HandOver",
    "Laid",
    "LaidCard",
    "Noted",
    "Notice",
    "Number",
    "Option",
    "Outcome",
    "PickNumber",
    "Prompt",
    "ReadBalls",
    "ReadDice",
    "ReadLaid",
    "ReadShownCard",
    "Result",
    "Setup",
    "SheetRow",
    "ShowCode",
    "ShowSheet",
    "ShowSum",
    "ShownCard",
    "Sign",
    "Text",
    "Value",
    "Watch",
    "answer_from_line",
    "say",
]


# Counts up when a game begins to ask other questions than before. A session is asked for ever what it was asked when it
# began, so a flow that drops or adds a prompt looks at its set-up's number first.
FLOW = 3


@dataclass(frozen=True, slots=True)
class Setup:
    """How a session was started. With the answers it tells the whole session.

    >>> Setup.from_line(Setup("mygame", "3", ("Jo Ann",), seed=7, data="9f3c").to_line()).players
    ('Jo Ann',)
    """

    game: str
    level: str
    players: tuple[str, ...]
    seed: int
    data: str = ""  # fingerprint of the data files the session was started with
    flow: int = FLOW  # 1 in journals that do not tell it

    def to_line(self) -> str:
        players = ",".join(map(quote, self.players))
        told = "" if self.flow == 1 else f" flow={self.flow}"
        return (
            f"{quote(self.game)} level={quote(self.level)} players={players} seed={self.seed} data={quote(self.data)}"
            f"{told}"
        )

    @classmethod
    def from_line(cls, line: str) -> Setup:
        try:
            game, *pairs = line.split(" ")
            values = dict(pair.split("=", 1) for pair in pairs)
            players = tuple(unquote(name) for name in values["players"].split(",") if name)
            seed, flow = int(values["seed"]), int(values.get("flow", "1"))
            return cls(unquote(game), unquote(values["level"]), players, seed, unquote(values["data"]), flow)
        except (KeyError, ValueError) as error:
            without_seed = re.sub(r"seed=\S*", "seed=…", line)  # what a game keeps secret hangs on it
            raise UnreadableLine(f"cannot read the set-up line {without_seed!r}") from error


NO_PLACE = 0
TRIAL = "trial"  # the level of a session whose pieces are only assumed; the book marks it


@dataclass(frozen=True, slots=True)
class Result:
    """What one player reached. Alone, a score of 0 or less is lost and not entered in the book.

    `place` is the player's in a game of several: 1 has won, and who is equal shares it. Who left before the end has
    NO_PLACE, and so has everybody if the game was broken off.
    """

    player: str
    score: int
    place: int = 1
    is_wished: bool = True  # the player wants it in the book

    @property
    def counts(self) -> bool:
        return self.score > 0 and self.is_wished


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a result per player, why it ended, the last state, and what happened, to be leafed through."""

    results: tuple[Result, ...]
    words: Text
    scene: object = None
    history: tuple[Notice, ...] = ()
    closes: bool = False  # it shows what nobody may know in a game that goes on: nothing can be taken back any more
    # How often somebody did otherwise after more had been seen: the session knows that, the rules do not care.
    take_backs: int = field(default=0, compare=False)


Dialogue: TypeAlias = Generator[Prompt, Answer, Outcome]


class Game(Protocol):
    """What the device needs to know of a game."""

    @property
    def name(self) -> str:
        """The name in journals and on the command line."""
        ...

    @property
    def data(self) -> str:
        """Fingerprint of the data files the rules were read from."""
        ...

    def play(self, setup: Setup) -> Dialogue:
        """The dialogue from the first prompt to the outcome; UnknownLevel if the book has no such level."""
        ...
