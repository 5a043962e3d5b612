"""The rules of Galaktix as pure functions: each takes a `State` and gives the next, or raises IllegalMove.

A round runs `throw`, perhaps `throw_again`, perhaps `take_parts`, then `land` or `give_back`, perhaps `occupy`, and
`end_round`. `can_fly` says before the landing whether there is anything to fly with; if not, `end_game`.

What grey and black rockets, flags and the strip do is the level's: see `games.galaktix.pieces.Effects`. House rule
beside the printed ones: a road whose last field is taken is full.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from games.galaktix.pieces import (
    COLOURS,
    DICE,
    FACES,
    TOOL_INDEX,
    FieldKind,
    Level,
    Road,
    Rocket,
    Spot,
    State,
    Step,
)
from games.spine.errors import IllegalMove

TOOLS_FOR_A_PART = 2
PARTS_FOR_A_ROCKET = 2


@dataclass(frozen=True, slots=True)
class Landing:
    """A rocket put on a field of a road."""

    road: Road
    rocket: Rocket
    field: int


class Obstacle(Enum):
    """Why a rocket cannot land where the dice send it."""

    SWIRL = "swirl"
    FULL = "full"  # the road's last field is taken


@dataclass(frozen=True, slots=True)
class Gains:
    """What a field gives to whoever lands on it or occupies it."""

    rocket: Rocket | None = None
    is_flag: bool = False

    def __bool__(self) -> bool:
        return self.rocket is not None or self.is_flag


# --- a round, step by step ---------------------------------------------------------------------------------------


def start(level: Level) -> State:
    """The state before the first throw."""
    return State(
        level=level,
        step=Step.THROW,
        round=1,
        heights=(0,) * len(Road),
        camp=level.camp,
        supply=level.supply,
        flown=(0, 0, 0),
        parts=level.parts,
        supply_parts=level.supply_parts,
        laid_parts=0,
    )


def count_faces(faces: Sequence[str]) -> tuple[int, ...]:
    """How often each of FACES lies there; IllegalMove if these are not five space dice.

    >>> count_faces(["blue", "tool", "blue", "pink", "tool"])
    (1, 0, 0, 2, 0, 2)
    """
    counts = tuple(faces.count(face) for face in FACES)
    if len(faces) != DICE or sum(counts) != DICE:
        raise IllegalMove(f"{DICE} dice with faces out of {', '.join(FACES)} are needed, not {tuple(faces)}")
    return counts


def throw(state: State, dice: tuple[int, ...]) -> State:
    """All dice thrown at the start of a round; `dice` counts them by face."""
    _need(state, Step.THROW)
    if is_decided(state):
        raise IllegalMove("the game is decided: nothing can change any more")
    return replace(state, step=Step.DECIDE, dice=_five(dice), rerolls=state.level.rerolls)


def throw_again(state: State, dice: tuple[int, ...]) -> State:
    """Some dice thrown a second time; `dice` counts all five as they lie afterwards."""
    _need(state, Step.DECIDE)
    if state.rerolls == 0:
        raise IllegalMove("no dice may be thrown again in this round")
    return replace(state, dice=_five(dice), rerolls=state.rerolls - 1)


def parts_for(tools: int) -> int:
    """How many parts so many tools bring.

    >>> [parts_for(tools) for tools in range(6)]
    [0, 0, 1, 1, 2, 2]
    """
    return tools // TOOLS_FOR_A_PART


def parts_due(state: State) -> int:
    """How many parts may be taken now: what the tools bring, while the supply lasts."""
    if state.step is not Step.DECIDE:
        return 0
    return min(parts_for(state.dice[TOOL_INDEX]), state.supply_parts)


def take_parts(state: State, count: int) -> State:
    """Take `count` parts for the tools (0 leaves them). Then no die is thrown again in this round."""
    _need(state, Step.DECIDE)
    if not 0 <= count <= parts_due(state):
        raise IllegalMove(f"{count} parts cannot be taken: {parts_due(state)} are due")
    return replace(state, step=Step.ROAD, rerolls=0, parts=state.parts + count, supply_parts=state.supply_parts - count)


def land(state: State, landing: Landing) -> State:
    """Put a rocket where the dice send it and take what the field gives. Parts not taken by now are left."""
    _need(state, Step.DECIDE, Step.ROAD)
    road, rocket = landing.road, landing.rocket
    if rocket not in flyable(state):
        raise IllegalMove(f"there is no {rocket.key} rocket in the camp")
    if state.dice[road] == 0:
        raise IllegalMove(f"no die shows {road.key}")
    field = target(state.level, road, state.heights[road], state.dice[road], rocket)
    if isinstance(field, Obstacle):
        raise IllegalMove(f"{road.key}: no landing there ({field.value})")
    if landing.field != field:
        raise IllegalMove(f"{road.key}: the full number counts, so the rocket goes to {field}, not {landing.field}")
    below = state.heights[road]
    paid = _pay(state, rocket)
    flown = paid.flown if rocket is Rocket.BUILT else _plus(paid.flown, rocket, 1)
    laid_parts = paid.laid_parts + (PARTS_FOR_A_ROCKET if rocket is Rocket.BUILT else 0)
    heights = (*state.heights[:road], field, *state.heights[road + 1 :])
    after = replace(
        paid,
        step=Step.OCCUPY,
        rerolls=0,
        heights=heights,
        flown=flown,
        laid_parts=laid_parts,
        landed=road,
        skipped=tuple(range(below + 1, field)),
    )
    return _collect(after, Spot(road, field))


def give_back(state: State, rocket: Rocket) -> State:
    """Return a rocket (or two parts) unused to the supply instead of landing."""
    _need(state, Step.DECIDE, Step.ROAD)
    if rocket not in flyable(state):
        raise IllegalMove(f"there is no {rocket.key} rocket to give back")
    paid = _pay(state, rocket)
    if rocket is Rocket.BUILT:
        returned = replace(paid, supply_parts=paid.supply_parts + PARTS_FOR_A_ROCKET)
    else:
        returned = replace(paid, supply=_plus(paid.supply, rocket, 1))
    return replace(returned, step=Step.OCCUPY, rerolls=0)


def occupy(state: State, field: int) -> State:
    """Put one part on a field skipped in this very round and take what it gives."""
    _need(state, Step.OCCUPY)
    if state.landed is None or field not in state.skipped:
        raise IllegalMove(f"field {field} was not skipped in this round, or is occupied already")
    if state.parts == 0:
        raise IllegalMove("there is no part in the camp")
    after = replace(
        state,
        parts=state.parts - 1,
        laid_parts=state.laid_parts + 1,
        skipped=tuple(other for other in state.skipped if other != field),
    )
    return _collect(after, Spot(state.landed, field), by_part=True)


def end_round(state: State) -> State:
    """The round is over: the next one begins, or the game ends because nothing can change any more."""
    _need(state, Step.OCCUPY)
    after = replace(
        state, step=Step.THROW, round=state.round + 1, dice=(0,) * len(FACES), rerolls=0, landed=None, skipped=()
    )
    return replace(after, step=Step.OVER) if is_decided(after) else after


def end_game(state: State) -> State:
    """The end at step 5: no rocket, and no two parts for one."""
    _need(state, Step.DECIDE, Step.ROAD)
    if can_fly(state):
        raise IllegalMove("there is still something to fly with")
    return replace(state, step=Step.OVER, rerolls=0)


# --- what is possible --------------------------------------------------------------------------------------------


def flyable(state: State) -> tuple[Rocket, ...]:
    """What the camp can put on a road now, two parts included."""
    rockets = tuple(colour for colour in COLOURS if state.camp[colour] > 0)
    return (*rockets, Rocket.BUILT) if state.parts >= PARTS_FOR_A_ROCKET else rockets


def can_fly(state: State) -> bool:
    """Whether there is a rocket, or two parts for one."""
    return any(state.camp) or state.parts >= PARTS_FOR_A_ROCKET


def is_full(state: State) -> bool:
    """Whether every road's last field is taken."""
    return all(height == len(fields) for height, fields in zip(state.heights, state.level.board.roads, strict=True))


def is_decided(state: State) -> bool:
    """Whether no throw of a new round can change the score: all roads full, or no rocket however many tools come."""
    if is_full(state):
        return True
    most_tools = min(parts_for(DICE), state.supply_parts)
    return not any(state.camp) and state.parts + most_tools < PARTS_FOR_A_ROCKET


def target(level: Level, road: Road, height: int, dice: int, rocket: Rocket) -> int | Obstacle:
    """The field a rocket must go to with so many dice of the road's colour, or what is in the way."""
    board, effect = level.board, level.effects.of(rocket)
    length = board.length(road)
    if height >= length:
        return Obstacle.FULL
    field = min(height + dice + effect.advance, length)
    if not effect.swirls and board.kind(road, field) is FieldKind.SWIRL:
        return Obstacle.SWIRL
    return field


def landings(state: State) -> tuple[Landing, ...]:
    """Every landing that the dice and the rockets in the camp allow now."""
    found = []
    for road in Road:
        if state.dice[road]:
            for rocket in flyable(state):
                field = target(state.level, road, state.heights[road], state.dice[road], rocket)
                if not isinstance(field, Obstacle):
                    found.append(Landing(road, rocket, field))
    return tuple(found)


def landing_points(state: State, landing: Landing) -> int:
    """The points that a landing brings at once: those of the track, of a flag, of the rocket and of the strip."""
    level, below = state.level, state.heights[landing.road]
    points = level.board.points[landing.field] - level.board.points[below] + level.effects.of(landing.rocket).points
    if gains_at(state, Spot(landing.road, landing.field)).is_flag:
        points += level.flag_points
    return points + (level.effects.strip_points if below <= level.board.strip_above < landing.field else 0)


def gains_at(state: State, spot: Spot, *, by_part: bool = False) -> Gains:
    """What landing on this field, or a part on it, gives now."""
    colour = state.level.board.kind(spot.road, spot.field).extra
    rocket = colour if colour is not None and state.supply[colour] > 0 else None
    is_flag = spot in state.level.flags and spot not in state.flags
    return Gains(rocket, is_flag and (not by_part or state.level.effects.flag.by_part))


# --- inside ------------------------------------------------------------------------------------------------------


def _need(state: State, *steps: Step) -> None:
    if state.step not in steps:
        wanted = " or ".join(step.value for step in steps)
        raise IllegalMove(f"this belongs to the step {wanted}, but the game is at {state.step.value}")


def _five(dice: tuple[int, ...]) -> tuple[int, ...]:
    if len(dice) != len(FACES) or sum(dice) != DICE or min(dice) < 0:
        raise IllegalMove(f"{dice} does not count {DICE} dice by face")
    return dice


def _plus(counts: tuple[int, int, int], rocket: Rocket, change: int) -> tuple[int, int, int]:
    white, grey, black = counts
    match rocket:
        case Rocket.WHITE:
            return white + change, grey, black
        case Rocket.GREY:
            return white, grey + change, black
        case _:
            return white, grey, black + change


def _pay(state: State, rocket: Rocket) -> State:
    """The state after the rocket has left the camp, wherever it goes."""
    if rocket is Rocket.BUILT:
        return replace(state, parts=state.parts - PARTS_FOR_A_ROCKET)
    return replace(state, camp=_plus(state.camp, rocket, -1))


def _collect(state: State, spot: Spot, *, by_part: bool = False) -> State:
    """Take what the field gives, if it is still to be had."""
    gains = gains_at(state, spot, by_part=by_part)
    if gains.rocket is not None:
        state = _taken(state, gains.rocket)
    return _with_flag(state, spot) if gains.is_flag else state


def _with_flag(state: State, spot: Spot) -> State:
    """The flag won, and what it gives beside its points as far as the supply has it."""
    effect = state.level.effects.flag
    state = replace(state, flags=(*state.flags, spot))
    if effect.rocket is not None and state.supply[effect.rocket] > 0:
        state = _taken(state, effect.rocket)
    parts = min(effect.parts, state.supply_parts)
    return replace(state, parts=state.parts + parts, supply_parts=state.supply_parts - parts)


def _taken(state: State, rocket: Rocket) -> State:
    """The state after a rocket has gone from the supply to the camp."""
    return replace(state, camp=_plus(state.camp, rocket, 1), supply=_plus(state.supply, rocket, -1))
