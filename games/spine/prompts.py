"""Prompts: what a game waits for. They are few and general, so that every game can be answered at the same desks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from games.spine.answers import Answer, Balls, Chosen, Dice, Laid, LaidCard, Noted, Number, ShownCard
from games.spine.words import Bilingual, Text, say


@dataclass(frozen=True, slots=True)
class Sign:
    """A little picture by its name, and what it means in words."""

    name: str
    words: Text


@dataclass(frozen=True, slots=True)
class Option:
    """One line to choose. `refused` says why it cannot be taken now; it is shown all the same.

    `mark` names the shape drawn in front of it (a die's face or a medal), `value` is the short figure at its end.
    `lead` is a sign in front of the words, what it is done with; `signs` stand before the figure, what it brings.
    """

    key: str
    words: Text | Bilingual
    refused: Text | None = None
    mark: str | None = None
    value: Text | None = None
    lead: Sign | None = None
    signs: tuple[Sign, ...] = ()


@dataclass(frozen=True, slots=True)
class Watch:
    """What the camera goes on looking for while the player chooses with the buttons.

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
    closes: bool = False  # it shows what nobody could know before: nothing that was answered before it is taken back
    aside: tuple[Option, ...] = ()  # what is seldom wanted: to be chosen from the menu behind the back button
    rule: Callable[[Answer], Text | None] | None = field(default=None, compare=False, repr=False)

    def refusal(self, answer: Answer) -> Text | None:
        """Why this answer is not allowed now, or None if it is."""
        if isinstance(answer, Chosen) and answer.key in [option.key for option in self.aside]:
            return _choice_refusal(self.aside, answer)
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
class ChooseShownCard(Choose):
    """Take one of the cards by its row, or show it to the camera."""

    names: tuple[str, ...]  # as the cards are taught, in the order of the options

    def shown(self, name: str) -> Chosen | None:
        """The answer that a card in front of the camera stands for, or None if it is none of these."""
        if name not in self.names:
            return None
        return Chosen(self.options[self.names.index(name)].key)


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
    be chosen by buttons instead of laying a card. `known` are the cards that lie in the grid by all that was confirmed:
    who looks for the next one may hold it against them.
    """

    size: int
    hand: int = 0
    options: tuple[Option, ...] = ()
    known: tuple[LaidCard, ...] = ()

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
class ReadShownCard(Prompt):
    """Show one printed card out of `names`: what the eyes look for beside a `ChooseShownCard`."""

    names: tuple[str, ...]

    def _refusal(self, answer: Answer) -> Text | None:
        if not isinstance(answer, ShownCard):
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
class ShowSum(Notice):
    """A sum to read, part by part; the news are its title, the last row is the total."""

    rows: tuple[Option, ...]


@dataclass(frozen=True, kw_only=True)
class ShowCode(Notice):
    """A few letters and digits to note, also as a square code that a phone reads; the words stand beside it."""

    code: str


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A player's figures, one a column; 0 is left empty where the sheet says so."""

    player: str
    figures: tuple[int, ...]
    is_active: bool = False  # it is this player's turn


@dataclass(frozen=True, kw_only=True)
class ShowSheet(Notice):
    """Everybody's figures to read, a row a player; the words are its title. Any player goes on with OK."""

    columns: tuple[Text, ...]
    rows: tuple[SheetRow, ...]
    shows_zero: bool = True


@dataclass(frozen=True, kw_only=True)
class HandOver(Prompt):
    """Give the device to `audience`; the screen stays covered until that player holds it."""

    def _refusal(self, answer: Answer) -> Text | None:
        return None if isinstance(answer, Noted) else _other_form("ok")
