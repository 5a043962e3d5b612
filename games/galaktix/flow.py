"""Galaktix as a dialogue: throw, perhaps throw some dice again, take parts, choose a road, occupy what was skipped.

Throwing picked-up dice again *is* the re-roll: as long as it is open, the first choice of a round watches the table.
Any choice closes it; from then on a further throw is noticed and refused with its reason.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TypeAlias

from games.galaktix import rules, wording
from games.galaktix.data import Book
from games.galaktix.options import first_glance, sensible_landings, useful_fields
from games.galaktix.pieces import DICE, FACES, Level, Road, Rocket, State, Step
from games.galaktix.rules import Landing, Obstacle
from games.spine.data_game import DataGame
from games.spine.dialogue import (
    Answer,
    Choose,
    Chosen,
    Dialogue,
    Dice,
    Notice,
    Option,
    Outcome,
    Prompt,
    ReadDice,
    Result,
    Setup,
    Text,
    Watch,
    say,
)

TAKE, LEAVE, RETURN, DONE, END, AGAIN = "take", "leave", "return", "done", "end", "again"
SAVES_SINCE = 2  # the flow since which OK alone wastes no throw that may save the round

Part: TypeAlias = Generator[Prompt, Answer, State]


class Galaktix(DataGame[Book]):
    """The game, played by one challenge book."""

    name = "galaktix"

    def play(self, setup: Setup) -> Dialogue:
        """The dialogue of one level; UnknownLevel if the book does not have it."""
        return _play(self.content.level(setup.level), setup.players[0], saves=setup.flow >= SAVES_SINCE)


def _play(level: Level, player: str, *, saves: bool) -> Dialogue:
    state = rules.start(level)
    yield Notice(words=say("level.rule", rule=level.rule), news=wording.level_title(level), scene=state)
    yield Notice(words=wording.set_up(level), news=wording.board_title(level), scene=state)
    news: Text | None = None
    while state.step is not Step.OVER:
        before = state
        state = yield from _round(state, news, saves=saves)
        news = wording.round_news(before, state)
    end = say("galaktix.end.full") if rules.is_full(state) else say("galaktix.end.no_rocket")
    return Outcome(results=(Result(player, state.points),), words=end, scene=state)


def _round(state: State, news: Text | None, *, saves: bool) -> Part:
    """One round, from the throw of all dice to the state before the next throw."""
    thrown = yield ReadDice(words=say("galaktix.roll_all"), news=news, scene=state, count=DICE, faces=FACES)
    on_table = _DiceOnTable(state.level, _dice(thrown))
    state = rules.throw(state, rules.count_faces(on_table.lying.faces))
    while state.step in (Step.DECIDE, Step.ROAD):
        if not rules.can_fly(state) and not rules.parts_due(state) and not state.rerolls:
            return rules.end_game(state)
        decision = _decision(state, on_table)
        answer = yield _saving(state, decision) if saves else decision
        if isinstance(answer, Dice):
            on_table.throw_again(answer)
            state = rules.throw_again(state, rules.count_faces(answer.faces))
        else:
            state = yield from _decided(state, _key(answer), on_table)
    return (yield from _occupying(state, on_table)) if state.step is Step.OCCUPY else state


def _decided(state: State, key: str, on_table: _DiceOnTable) -> Part:
    """What follows from a choice after the throw."""
    if key in (TAKE, LEAVE):
        return rules.take_parts(state, rules.parts_due(state) if key == TAKE else 0)
    if key == END:
        return rules.end_game(state)
    if key == RETURN:
        rocket = yield from _which_to_return(state, on_table)
        return rules.give_back(state, rocket)
    return rules.land(state, {_key_of(landing): landing for landing in sensible_landings(state)}[key])


def _which_to_return(state: State, on_table: _DiceOnTable) -> Generator[Prompt, Answer, Rocket]:
    rockets = rules.flyable(state)
    if len(rockets) == 1:
        return rockets[0]
    options = tuple(Option(rocket.key, wording.rocket_row(rocket)) for rocket in rockets)
    answer = yield Choose(
        words=say("galaktix.return_which"), options=options, scene=state, watch=on_table.watch(is_open=False)
    )
    return Rocket[_key(answer).upper()]


def _occupying(state: State, on_table: _DiceOnTable) -> Part:
    """Parts for the skipped fields that give something, one by one while they last."""
    while useful_fields(state):
        assert state.landed is not None  # fields are skipped only by a landing
        answer = yield Choose(
            words=say("galaktix.occupy"),
            news=say("galaktix.parts_left", n=state.parts),
            options=(
                *(wording.field_option(state, state.landed, field) for field in useful_fields(state)),
                Option(DONE, say("galaktix.occupy_none")),
            ),
            scene=state,
            watch=on_table.watch(is_open=False),
        )
        if answer == Chosen(DONE):
            break
        state = rules.occupy(state, int(_key(answer)))
    return rules.end_round(state)


# --- the choices after a throw -----------------------------------------------------------------------------------


def _decision(state: State, on_table: _DiceOnTable) -> Choose:
    """The next choice: parts first, then a road; only the end if there is nothing to fly with."""
    is_open = state.rerolls > 0
    watch = on_table.watch(is_open=is_open)
    news = say("galaktix.or_throw_again") if is_open else None
    due = rules.parts_due(state)
    if due:
        parts = (Option(TAKE, say("galaktix.take", n=due)), Option(LEAVE, say("galaktix.leave")))
        return Choose(words=say("galaktix.parts"), options=parts, news=news, scene=state, watch=watch)
    if not rules.can_fly(state):
        end = (Option(END, say("galaktix.give_up")),)
        return Choose(words=say("galaktix.no_rocket"), options=end, news=news, scene=state, watch=watch)
    return Choose(
        words=say("galaktix.road"),
        options=_road_options(state),
        start=_best_key(state),
        news=news,
        scene=state,
        watch=watch,
    )


def _saving(state: State, decision: Choose) -> Choose:
    """The same, but where only a throw may save the round, OK alone says so instead of wasting it."""
    if not state.rerolls or rules.parts_due(state) or (rules.can_fly(state) and sensible_landings(state)):
        return decision
    again = Option(AGAIN, say("galaktix.may_save"), refused=say("galaktix.throw_to_save"))
    return replace(decision, options=(again, *decision.options), start=AGAIN)


def _road_options(state: State) -> tuple[Option, ...]:
    """A line for every landing, a refused line for a colour that leads nowhere, and giving a rocket back."""
    options = []
    landings = sensible_landings(state)
    for road in Road:
        on_road = [landing for landing in landings if landing.road is road]
        options += [wording.landing_option(state, landing, _key_of(landing)) for landing in on_road]
        if state.dice[road] and not on_road:
            rocket = rules.flyable(state)[0]
            obstacle = rules.target(state.level.board, road, state.heights[road], state.dice[road], rocket)
            assert isinstance(obstacle, Obstacle)  # or it would be among the landings
            options.append(wording.blocked_option(state, road, obstacle))
    return (*options, Option(RETURN, say("galaktix.return")))


def _best_key(state: State) -> str:
    landings = sensible_landings(state)
    return _key_of(max(landings, key=lambda landing: first_glance(state, landing))) if landings else RETURN


def _key_of(landing: Landing) -> str:
    """The option's key: the road, and the rocket unless it is a white one from the camp."""
    return landing.road.key if landing.rocket is Rocket.WHITE else f"{landing.road.key}:{landing.rocket.key}"


class _DiceOnTable:
    """The dice as they lie in one round, and how often some were thrown again."""

    def __init__(self, level: Level, lying: Dice) -> None:
        self.lying = lying
        self._level = level
        self._again = 0

    def throw_again(self, dice: Dice) -> None:
        self.lying = dice
        self._again += 1

    def watch(self, *, is_open: bool) -> Watch:
        """What a further throw means now: the re-roll, or a reason why it does not count."""
        read = ReadDice(words=say("galaktix.roll_again"), count=DICE, faces=FACES, all_thrown=False)
        return Watch(read=read, lying=self.lying, refused=None if is_open else self._reason())

    def _reason(self) -> Text:
        if self._level.rerolls == 0:
            return say("galaktix.no_reroll")
        if self._again == self._level.rerolls:
            return say("galaktix.third_throw")
        return say("galaktix.reroll_closed")


def _dice(answer: Answer) -> Dice:
    assert isinstance(answer, Dice)  # a ReadDice lets nothing else through
    return answer


def _key(answer: Answer) -> str:
    assert isinstance(answer, Chosen)  # a Choose lets nothing else through, dice apart
    return answer.key
