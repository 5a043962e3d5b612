"""What is worth offering: the moves that waste nothing, and what they seem to bring at first glance."""

from __future__ import annotations

from games.galaktix import rules
from games.galaktix.pieces import FieldKind, Rocket, Spot, State
from games.galaktix.rules import Landing

ROCKET_AT_FIRST_GLANCE = 3.0  # points an extra rocket seems to be worth
FIELD_AT_FIRST_GLANCE = 0.5  # for low fields that bring no points yet


def sensible_landings(state: State) -> tuple[Landing, ...]:
    """The legal landings without those that waste something.

    Two parts do all that a white rocket does and more, and so does a special rocket that only lands on swirls beside
    it: none of these is used up where a white rocket from the camp lands on the same field.
    """
    effects = state.level.effects
    special = [rocket for rocket in (Rocket.GREY, Rocket.BLACK) if effects.of(rocket).is_at_most_swirls]
    wasteful = (Rocket.BUILT, *special) if state.camp[Rocket.WHITE] else ()
    return tuple(
        landing
        for landing in rules.landings(state)
        if landing.rocket not in wasteful or state.level.board.kind(landing.road, landing.field) is FieldKind.SWIRL
    )


def built_landings(state: State) -> tuple[Landing, ...]:
    """The landings of two parts, also where a white rocket could do the same."""
    return tuple(landing for landing in rules.landings(state) if landing.rocket is Rocket.BUILT)


def useful_fields(state: State) -> tuple[int, ...]:
    """The skipped fields on which a part would gain something now."""
    if state.landed is None or state.parts == 0:
        return ()
    return tuple(field for field in state.skipped if rules.gains_at(state, Spot(state.landed, field), by_part=True))


def first_glance(state: State, landing: Landing) -> float:
    """What a landing seems worth at first glance: points and fields gained now, an extra rocket, a flag."""
    gains = rules.gains_at(state, Spot(landing.road, landing.field))
    fields = landing.field - state.heights[landing.road]
    worth = rules.landing_points(state, landing) + FIELD_AT_FIRST_GLANCE * fields
    if gains.rocket is not None:
        worth += ROCKET_AT_FIRST_GLANCE
    flag = state.level.effects.flag
    if gains.is_flag and flag.rocket is not None:
        worth += ROCKET_AT_FIRST_GLANCE
    return worth + (ROCKET_AT_FIRST_GLANCE * flag.parts / rules.PARTS_FOR_A_ROCKET if gains.is_flag else 0)
