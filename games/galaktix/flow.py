"""Galaktix as a dialogue: throw, perhaps throw some dice again, choose a road, occupy what was skipped.

Whoever chooses a road takes all parts that the tools bring: nobody has to be asked for that. To take fewer of them, or
to build from parts although a white rocket stands in the camp, has a row of its own. Sessions of the first flow are
asked for their parts, as they always were.

Throwing picked-up dice again *is* the re-roll: as long as it is open, the first choice of a round watches the table.
Any choice closes it; from then on a further throw is noticed and refused with its reason.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TypeAlias

from games.books.by_hand import added_by_hand, told_before
from games.galaktix import rules, wording
from games.galaktix.data import Book
from games.galaktix.options import built_landings, first_glance, sensible_landings, useful_fields
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

TAKE, LEAVE, FEWER, BUILD, RETURN, DONE = "take", "leave", "fewer", "build", "return", "done"
AGAIN, END = "again", "end"

Part: TypeAlias = Generator[Prompt, Answer, State]


class Galaktix(DataGame[Book]):
    """The game, played by one challenge book."""

    name = "galaktix"

    def play(self, setup: Setup) -> Dialogue:
        """The dialogue of one level; UnknownLevel if the book does not have it."""
        return _play(self.content.level(setup.level), setup.players[0], is_first_flow=setup.flow == 1)


def _play(level: Level, player: str, *, is_first_flow: bool) -> Dialogue:
    state = rules.start(level)
    yield Notice(words=say("level.rule", rule=level.rule), news=wording.level_title(level), scene=state)
    for told in wording.effects(level):
        yield Notice(words=told, news=say("galaktix.effects"), scene=state)
    yield from told_before(level.by_hand, state)
    yield Notice(words=wording.set_up(level), news=wording.board_title(level), scene=state)
    news: Text | None = None
    while state.step is not Step.OVER:
        before = state
        state = yield from _round(state, news, is_first_flow=is_first_flow)
        news = wording.round_news(before, state)
    end = say("galaktix.end.full") if rules.is_full(state) else say("galaktix.end.no_rocket")
    score = state.points + (yield from added_by_hand(level.by_hand, state))
    return Outcome(results=(Result(player, score),), words=end, scene=state)


def _round(state: State, news: Text | None, *, is_first_flow: bool) -> Part:
    """One round, from the throw of all dice to the state before the next throw; the first flow asks about parts."""
    thrown = yield ReadDice(words=say("galaktix.roll_all"), news=news, scene=state, count=DICE, faces=FACES)
    on_table = _DiceOnTable(state.level, _dice(thrown))
    state = rules.throw(state, rules.count_faces(on_table.lying.faces))
    while state.step in (Step.DECIDE, Step.ROAD):
        is_asked = is_first_flow and rules.parts_due(state) > 0
        flying = state if is_asked else _with_parts(state)
        if not is_asked and not rules.can_fly(flying) and not state.rerolls:
            return rules.end_game(flying)
        if is_asked:
            answer = yield _about_parts(state, on_table)
        else:
            decision = _decision(state, flying, on_table, can_build=not is_first_flow)
            answer = yield decision if is_first_flow else _saving(state, flying, decision)
        if isinstance(answer, Dice):
            on_table.throw_again(answer)
            state = rules.throw_again(state, rules.count_faces(answer.faces))
        elif answer == Chosen(FEWER):
            state = yield from _fewer_parts(state, on_table)
        else:
            state = yield from _decided(flying, _key(answer), on_table)
    return (yield from _occupying(state, on_table)) if state.step is Step.OCCUPY else state


def _with_parts(state: State) -> State:
    """The state in which a road is chosen: with all parts that the tools bring."""
    return rules.take_parts(state, rules.parts_due(state)) if state.step is Step.DECIDE else state


def _fewer_parts(state: State, on_table: _DiceOnTable) -> Part:
    """Some of the parts, or none."""
    options = tuple(
        Option(str(count), say("galaktix.take", n=count) if count else say("galaktix.leave"))
        for count in range(rules.parts_due(state))
    )
    answer = yield Choose(
        words=say("galaktix.parts"), options=options, scene=state, watch=on_table.watch(is_open=False)
    )
    return rules.take_parts(state, int(_key(answer)))


def _decided(state: State, key: str, on_table: _DiceOnTable) -> Part:
    """What follows from a choice after the throw."""
    if key in (TAKE, LEAVE):
        return rules.take_parts(state, rules.parts_due(state) if key == TAKE else 0)
    if key == END:
        return rules.end_game(state)
    if key == RETURN:
        rocket = yield from _which_to_return(state, on_table)
        return rules.give_back(state, rocket)
    if key == BUILD:
        answer = yield _where_to_build(state, on_table)
        return rules.land(state, {_key_of(landing): landing for landing in built_landings(state)}[_key(answer)])
    return rules.land(state, {_key_of(landing): landing for landing in sensible_landings(state)}[key])


def _where_to_build(state: State, on_table: _DiceOnTable) -> Choose:
    """Every landing of two parts, for whoever keeps the white rockets."""
    options = tuple(wording.landing_option(state, landing, _key_of(landing)) for landing in built_landings(state))
    watch = on_table.watch(is_open=False)
    return Choose(words=say("galaktix.build_where"), options=options, scene=state, watch=watch)


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


def _about_parts(state: State, on_table: _DiceOnTable) -> Choose:
    """Whether to take the parts: asked in the first flow only."""
    due = rules.parts_due(state)
    parts = (Option(TAKE, say("galaktix.take", n=due)), Option(LEAVE, say("galaktix.leave")))
    news = say("galaktix.or_throw_again") if state.rerolls else None
    watch = on_table.watch(is_open=state.rerolls > 0)
    return Choose(words=say("galaktix.parts"), options=parts, news=news, scene=state, watch=watch)


def _decision(state: State, flying: State, on_table: _DiceOnTable, *, can_build: bool) -> Choose:
    """A road, with the parts that are due; only the end if there is nothing to fly with."""
    is_open = state.rerolls > 0
    watch = on_table.watch(is_open=is_open)
    due = flying.parts - state.parts
    news = wording.before_flight(due, is_open=is_open)
    if not rules.can_fly(flying):
        end = (Option(END, say("galaktix.give_up")),)
        return Choose(words=say("galaktix.no_rocket"), options=end, news=news, scene=state, watch=watch)
    *roads, give_back = _road_options(flying)
    if can_build and state.camp[Rocket.WHITE] and built_landings(flying):
        roads.append(Option(BUILD, say("galaktix.build")))
    if due:
        roads.append(Option(FEWER, say("galaktix.fewer")))
    return Choose(
        words=say("galaktix.road"),
        options=(*roads, give_back),
        start=_best_key(flying),
        news=news,
        scene=state,
        watch=watch,
    )


def _saving(state: State, flying: State, decision: Choose) -> Choose:
    """The same, but where only a throw may save the round, OK alone says so instead of wasting it."""
    if not state.rerolls or (rules.can_fly(flying) and sensible_landings(flying)):
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
            obstacle = rules.target(state.level, road, state.heights[road], state.dice[road], rocket)
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
