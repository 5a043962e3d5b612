"""Pasch as a dialogue: throw, throw some dice again as often as the level allows, then fill a line.

Throwing picked-up dice again *is* the next throw: the choice of a line watches the table while there is one left.
"""

from __future__ import annotations

from collections.abc import Generator

from games.spine.data_game import DataGame
from games.spine.dialogue import Answer, Chosen, Dialogue, Dice, Outcome, Result, Setup, Text, say
from games.spine.errors import UnknownLevel
from games.spine.prompts import Choose, Notice, Option, Prompt, ReadDice, Watch
from pasch import rules
from pasch.data import Book
from pasch.pieces import DICE, FACES, SEATS, Level, Line, State


class Pasch(DataGame[Book]):
    """The game, played by one book."""

    name = "pasch"

    def play(self, setup: Setup) -> Dialogue:
        """The dialogue of one level; UnknownLevel if the book does not have it, or not for so many."""
        if len(setup.players) not in SEATS:
            raise UnknownLevel(f"pasch is for {SEATS[0]} to {SEATS[-1]} players, not for {len(setup.players)}")
        return _play(self.content.level(setup.level), setup.players)


def _play(level: Level, players: tuple[str, ...]) -> Dialogue:
    state = rules.start(level, players)
    title = say("level.title", level=level.number, name=level.name)
    yield Notice(words=say("level.rule", rule=level.rule), news=title, scene=state)
    yield Notice(words=say("pasch.how", n=level.throws), news=say("pasch.how_title"), scene=state)
    news: Text | None = None
    while not rules.is_over(state):
        before = state
        state = yield from _turn(state, news)
        news = _news(before, state)
    return _outcome(state)


def _turn(state: State, news: Text | None) -> Generator[Prompt, Answer, State]:
    """One turn, from the throw of all dice to the line that is filled."""
    words = say("pasch.throw") if len(state.players) == 1 else say("pasch.throws", player=state.players[state.seat])
    answer = yield ReadDice(words=words, news=news, scene=state, kind="pips", count=DICE, faces=FACES)
    while isinstance(answer, Dice):
        state = rules.throw(state, map(int, answer.faces))
        answer = yield _line_choice(state, answer)
    assert isinstance(answer, Chosen)  # a Choose lets nothing else through, dice apart
    return rules.fill(state, Line[answer.key.upper()])


def _line_choice(state: State, lying: Dice) -> Choose:
    """The open lines, those first that bring most (a line for all dice is for later); or one more throw."""
    again = ReadDice(words=say("pasch.throw"), kind="pips", count=DICE, faces=FACES, all_thrown=False)
    watch = Watch(read=again, lying=lying, refused=None if state.throws else say("pasch.no_throw_left"))
    worth = {line: rules.worth(state.level, line, state.dice) for line in state.sheet.open_lines}
    best_first = sorted(worth, key=lambda line: (worth[line] == 0, line is Line.ALL, -worth[line]))
    return Choose(
        words=say("pasch.which_line"),
        news=say("pasch.or_again", n=state.throws) if state.throws else None,
        options=tuple(
            Option(line.name.lower(), _name(state.level, line), value=say("pasch.points", n=worth[line]))
            for line in best_first
        ),
        scene=state,
        watch=watch,
    )


def _name(level: Level, line: Line) -> Text:
    name = say(f"pasch.line.{line.name.lower()}")
    return say("pasch.double", line=name) if line in level.double else name


def _news(before: State, after: State) -> Text:
    """What a turn has brought, in one line."""
    level, old, new = before.level, before.sheet, after.sheets[before.seat]
    if rules.bonus(level, new) > rules.bonus(level, old):
        return say("pasch.news.bonus", n=level.bonus)
    (line,) = set(old.open_lines) - set(new.open_lines)
    points = new.entered[line - 1] or 0
    return say("pasch.news.filled" if points else "pasch.news.none", line=_name(level, line), n=points)


def _outcome(state: State) -> Outcome:
    scores = rules.totals(state)
    places = [1 + sum(other > score for other in scores) for score in scores]
    words = say("pasch.end.full")
    if len(scores) > 1:
        winner = state.players[places.index(1)]
        words = say("pasch.end.won", player=winner) if places.count(1) == 1 else say("pasch.end.shared")
    return Outcome(tuple(map(Result, state.players, scores, places)), words, scene=state)
