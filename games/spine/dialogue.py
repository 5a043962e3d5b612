"""The spine: a game is a dialogue of prompts and answers.

How a game is written
---------------------
1. Put the rules proper into `games/<name>/rules.py`: pure functions on frozen values. They know nothing of prompts.
2. Write `play(setup)` in `games/<name>/flow.py` as a short generator that yields a prompt, is sent an answer,
   and at the end returns an `Outcome`::

       def play(setup: Setup) -> Dialogue:
           state = rules.start(level)
           while not rules.is_over(state):
               roll = yield ReadDice(words=say("galaktix.roll_all"), count=5, faces=FACES, scene=state)
               state = rules.apply(state, roll.faces)
           return Outcome(results=(Result(setup.players[0], rules.score(state)),), words=say("galaktix.end"))

3. The words of a prompt are a message key with values (`say`), never a finished sentence: the device looks the key up
   in its catalogue, in the player's language. Words that live in a game's data files travel as `Bilingual`.
4. A prompt only lets legal answers through. What it cannot know by itself goes into `rule`, a function that returns the
   reason against an answer or None. The generator is therefore never sent anything illegal.
5. Anything by chance comes from `random.Random(setup.seed)`, created inside `play`. Then a session is fully told by its
   set-up line and its answers, and replaying them gives the same state (see `games.spine.session`).
6. `scene` carries the frozen state to be drawn beside the words. `audience` names the one player who may look.
7. While the buttons have the word, the camera may go on looking: `watch` says what for, and what a change means.

A game never asks who answers or how: the camera, the buttons, a web page and a script all give the same small values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias
from urllib.parse import quote, unquote

from games.spine.answers import Answer, Balls, Card, Chosen, Dice, Laid, LaidCard, Noted, Number, answer_from_line
from games.spine.errors import UnreadableLine
from games.spine.words import Bilingual, Text, Value, say

__all__ = [  # everything a game needs, in one import
    "Answer",
    "Balls",
    "Bilingual",
    "Card",
    "Choose",
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
    "ReadCard",
    "ReadDice",
    "ReadLaid",
    "Result",
    "Setup",
    "Text",
    "Value",
    "Watch",
    "answer_from_line",
    "say",
]

# --- prompts -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """One line to choose. `refused` says why it cannot be taken now; it is shown all the same.

    `mark` names the shape drawn in front of it (a die's face or a medal), `value` is the short figure at its end.
    """

    key: str
    words: Text | Bilingual
    refused: Text | None = None
    mark: str | None = None
    value: Text | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """What the camera goes on looking for while the buttons have the word.

    `lying` is what lies on the table and so is no news. A change is offered as an answer and judged by `read`, or, if
    `refused` is set, that reason is said and nothing changes.
    """

    read: ReadDice
    lying: Dice
    refused: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What the game waits for; the subclasses say in which form."""

    words: Text
    news: Text | None = None  # what just happened, worth one line
    scene: object = None  # the frozen state to draw beside the words
    audience: str | None = None  # the one player who may look, or None for everybody
    watch: Watch | None = None
    # Names a question whose answer shows what nobody may know before: taken back, only the same answer can be given.
    seal: str | None = None
    closes: bool = False  # it shows what nobody may know in a game that goes on: nothing before it can be taken back
    rule: Callable[[Answer], Text | None] | None = field(default=None, compare=False, repr=False)

    def refusal(self, answer: Answer) -> Text | None:
        """Why this answer is not allowed now, or None if it is."""
        if self.watch is not None and isinstance(answer, Dice):
            return self.watch.refused or self.watch.read.refusal(answer)
        reason = self._refusal(answer)
        if reason is None and self.rule is not None:
            return self.rule(answer)
        return reason

    def _refusal(self, answer: Answer) -> Text | None:
        raise NotImplementedError


def _other_form(wanted: str) -> Text:
    return say("refused.form", wanted=say(f"form.{wanted}"))


@dataclass(frozen=True, kw_only=True)
class Choose(Prompt):
    """Take one of the options."""

    options: tuple[Option, ...]
    start: str | None = None  # the option the cursor stands on first

    def _refusal(self, answer: Answer) -> Text | None:
        return _choice_refusal(self.options, answer) if isinstance(answer, Chosen) else _other_form("choice")


def _choice_refusal(options: tuple[Option, ...], choice: Chosen) -> Text | None:
    for option in options:
        if option.key == choice.key:
            return option.refused
    return say("refused.not_offered", choice=choice.key)


@dataclass(frozen=True, kw_only=True)
class PickNumber(Prompt):
    """Take a number from `low` to `high`."""

    low: int
    high: int
    start: int | None = None

    def _refusal(self, answer: Answer) -> Text | None:
        if not isinstance(answer, Number):
            return _other_form("number")
        if not self.low <= answer.value <= self.high:
            return say("refused.range", low=self.low, high=self.high)
        return None


@dataclass(frozen=True, kw_only=True)
class ReadDice(Prompt):
    """Throw `count` dice; each shows one of `faces`. `kind` names the reader: symbols or pips."""

    count: int
    faces: tuple[str, ...]
    kind: str = "symbols"
    all_thrown: bool = True  # False: some may stay where they lie, as in a re-roll

    def _refusal(self, answer: Answer) -> Text | None:
        if not isinstance(answer, Dice):
            return _other_form("dice")
        if len(answer.faces) != self.count:
            return say("refused.count", seen=len(answer.faces), wanted=self.count)
        for face in answer.faces:
            if face not in self.faces:
                return say("refused.not_offered", choice=face)
        return None


@dataclass(frozen=True, kw_only=True)
class ReadBalls(Prompt):
    """Show `count` balls out of `bag` (each colour as often as it is in there)."""

    count: int
    bag: tuple[str, ...]

    def _refusal(self, answer: Answer) -> Text | None:
        if not isinstance(answer, Balls):
            return _other_form("balls")
        if len(answer.colours) != self.count:
            return say("refused.count", seen=len(answer.colours), wanted=self.count)
        for colour in answer.colours:
            if answer.colours.count(colour) > self.bag.count(colour):
                return say("refused.not_in_bag", colour=say(f"colour.{colour}"))
        return None


@dataclass(frozen=True, kw_only=True)
class ReadLaid(Prompt):
    """Lay cards in a grid of `size` x `size`; the answer is the whole grid, `rule` says whether it may follow.

    Up to `hand` cards lie open in a row beside the grid; in the answer they stand in row `size`. `options` are what can
    be chosen by buttons instead of laying a card.
    """

    size: int
    hand: int = 0
    options: tuple[Option, ...] = ()

    def _refusal(self, answer: Answer) -> Text | None:
        if self.options and isinstance(answer, Chosen):
            return _choice_refusal(self.options, answer)
        if not isinstance(answer, Laid):
            return _other_form("laid")
        places = [(card.row, card.col) for card in answer.cards]
        if len(set(places)) < len(places):
            return say("refused.same_place")
        if not all(self._is_inside(row, col) for row, col in places):
            return say("refused.outside", size=self.size)
        return None

    def _is_inside(self, row: int, col: int) -> bool:
        return (0 <= row < self.size and 0 <= col < self.size) or (row == self.size and 0 <= col < self.hand)


@dataclass(frozen=True, kw_only=True)
class ReadCard(Prompt):
    """Show one printed card out of `names`."""

    names: tuple[str, ...]

    def _refusal(self, answer: Answer) -> Text | None:
        if not isinstance(answer, Card):
            return _other_form("card")
        if answer.name not in self.names:
            return say("refused.not_offered", choice=answer.name)
        return None


@dataclass(frozen=True, kw_only=True)
class Notice(Prompt):
    """Something to read; any player goes on with OK."""

    def _refusal(self, answer: Answer) -> Text | None:
        return None if isinstance(answer, Noted) else _other_form("ok")


@dataclass(frozen=True, kw_only=True)
class HandOver(Prompt):
    """Give the device to `audience`; the screen stays covered until that player holds it."""

    def _refusal(self, answer: Answer) -> Text | None:
        return None if isinstance(answer, Noted) else _other_form("ok")


# --- games -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setup:
    """How a session was started. With the answers it tells the whole session.

    >>> Setup.from_line(Setup("galaktix", "3", ("Jo Ann",), seed=7, data="9f3c").to_line()).players
    ('Jo Ann',)
    """

    game: str
    level: str
    players: tuple[str, ...]
    seed: int
    data: str = ""  # fingerprint of the data files the session was started with

    def to_line(self) -> str:
        players = ",".join(map(quote, self.players))
        return (
            f"{quote(self.game)} level={quote(self.level)} players={players} seed={self.seed} data={quote(self.data)}"
        )

    @classmethod
    def from_line(cls, line: str) -> Setup:
        try:
            game, *pairs = line.split(" ")
            values = dict(pair.split("=", 1) for pair in pairs)
            players = tuple(unquote(name) for name in values["players"].split(",") if name)
            return cls(unquote(game), unquote(values["level"]), players, int(values["seed"]), unquote(values["data"]))
        except (KeyError, ValueError) as error:
            without_seed = re.sub(r"seed=\S*", "seed=…", line)  # what a game keeps secret hangs on it
            raise UnreadableLine(f"cannot read the set-up line {without_seed!r}") from error


@dataclass(frozen=True, slots=True)
class Result:
    """What one player reached. Alone, a score of 0 or less is lost and not entered in the book.

    `place` is the player's in a game of several: 1 has won, and who is equal shares it.
    """

    player: str
    score: int
    place: int = 1

    @property
    def counts(self) -> bool:
        return self.score > 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a result per player, why it ended, the last state, and what happened, to be leafed through."""

    results: tuple[Result, ...]
    words: Text
    scene: object = None
    history: tuple[Notice, ...] = ()
    closes: bool = False  # it shows what nobody may know in a game that goes on: nothing can be taken back any more


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
