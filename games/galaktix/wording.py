"""What Galaktix says: message keys and values for options, notices and the news of a round."""

from __future__ import annotations

from games.galaktix import rules
from games.galaktix.pieces import (
    COLOURS,
    HOUSE_EFFECTS,
    FieldKind,
    Level,
    Road,
    Rocket,
    Spot,
    State,
    Step,
)
from games.galaktix.rules import Gains, Landing, Obstacle
from games.spine.dialogue import Option, Sign, Text, say

FLAG_BY_LANDING = say("galaktix.effect.flag.landing")


def level_title(level: Level) -> Text:
    """The level's number and name, as a heading."""
    return say("level.title", level=level.number, name=level.name)


def board_title(level: Level) -> Text:
    """Which board to lay out, and whether the strip goes on top."""
    number = level.board.number
    if level.board.is_house:
        return say("galaktix.house_board_strip" if level.has_strip else "galaktix.house_board", number=number)
    return say("galaktix.board_strip" if level.has_strip else "galaktix.board", number=number)


def effects(level: Level) -> list[Text]:
    """What special rockets, flags and the strip do in this level, where that is not what the house book has."""
    told = [text for rocket in (Rocket.GREY, Rocket.BLACK) for text in rocket_effects(level, rocket)]
    told += flag_effects(level)
    if level.effects.strip_points:
        told.append(say("galaktix.effect.strip", n=level.effects.strip_points))
    return told


def flag_effects(level: Level) -> list[Text]:
    """What a flag gives in this level beside its points, and whether a part wins it."""
    flag = level.effects.flag
    if not level.flags:
        return []
    told = [say(f"galaktix.effect.flag.{flag.rocket.key}")] if flag.rocket is not None else []
    if flag.parts:
        told.append(say("galaktix.effect.flag.parts", n=flag.parts))
    if not flag.by_part:
        told.append(FLAG_BY_LANDING)
    return told


def rocket_effects(level: Level, rocket: Rocket) -> list[Text]:
    """What a special rocket does in this level; nothing where it does what it does in the house book."""
    effect, key = level.effects.of(rocket), f"galaktix.effect.{rocket.key}"
    if effect == HOUSE_EFFECTS.of(rocket):
        return []
    told = [say(f"{key}.advance", n=effect.advance)] if effect.advance else []
    if effect.swirls:
        told.append(say(f"{key}.swirls"))
    if effect.points:
        told.append(say(f"{key}.points", n=effect.points))
    return told or [say(f"{key}.plain")]


def set_up(level: Level) -> Text:
    """What goes into the camp and what into the supply."""
    camp, supply = _pieces(level.camp, level.parts), _pieces(level.supply, level.supply_parts)
    return say("galaktix.set_up", camp=camp, supply=supply)


def _pieces(rockets: tuple[int, int, int], parts: int) -> Text:
    """Rockets and parts as a list; what there is none of is left out."""
    items = [say(f"galaktix.count.{colour.key}", n=rockets[colour]) for colour in COLOURS if rockets[colour]]
    if rockets[Rocket.WHITE] and len(items) == 1:
        items = [say("galaktix.count.only_white", n=rockets[Rocket.WHITE])]
    if parts:
        items.append(say("galaktix.count.parts", n=parts))
    if not items:
        return say("galaktix.count.nothing")
    told = items[-1]
    for item in reversed(items[:-1]):
        told = say("galaktix.list", first=item, more=told)
    return told


def before_flight(parts: int, *, is_open: bool) -> Text | None:
    """What goes with the choice of a road: parts that are taken with it, and whether dice may be thrown again."""
    if parts:
        return say("galaktix.parts_or_again" if is_open else "galaktix.parts_too", n=parts)
    return say("galaktix.or_throw_again") if is_open else None


def landing_option(state: State, landing: Landing, key: str) -> Option:
    """A landing as one line: the road, the rocket unless it is white, the field, the points and what lies there."""
    spot = Spot(landing.road, landing.field)
    return Option(
        key,
        say("galaktix.land", road=say(f"face.{landing.road.key}"), field=landing.field),
        mark=landing.road.key,
        value=say("galaktix.gain", n=rules.landing_points(state, landing)),
        lead=rocket_sign(landing.rocket) if landing.rocket is not Rocket.WHITE else None,
        signs=(*_swirl_sign(state, spot), *_gain_signs(rules.gains_at(state, spot))),
    )


def blocked_option(state: State, road: Road, obstacle: Obstacle) -> Option:
    """A colour that lies there but leads nowhere, with the reason."""
    name = say(f"face.{road.key}")
    words = say(f"galaktix.blocked.{obstacle.value}", road=name, dice=state.dice[road])
    return Option(road.key, words, refused=say(f"galaktix.refused.{obstacle.value}", road=name), mark=road.key)


def field_option(state: State, road: Road, field: int) -> Option:
    """A skipped field a part can go to, and what it gives."""
    gains = rules.gains_at(state, Spot(road, field), by_part=True)
    return Option(
        str(field),
        say("galaktix.field", field=field),
        mark=road.key,
        value=say("galaktix.gain", n=state.level.flag_points) if gains.is_flag else None,
        signs=_gain_signs(gains),
    )


def rocket_row(rocket: Rocket) -> Text:
    """A rocket to give back."""
    return say(f"galaktix.row.{rocket.key}")


def rocket_sign(rocket: Rocket) -> Sign:
    """A rocket as a little picture; one that is built from two parts as a part."""
    name = "part" if rocket is Rocket.BUILT else f"rocket.{rocket.key}"
    return Sign(name, rocket_row(rocket))


def _gain_signs(gains: Gains) -> tuple[Sign, ...]:
    """What a field gives: a rocket, while there is one in the supply, and a flag, while nobody has it."""
    rocket = (rocket_sign(gains.rocket),) if gains.rocket is not None else ()
    return (*rocket, Sign("flag", say("galaktix.flag"))) if gains.is_flag else rocket


def _swirl_sign(state: State, spot: Spot) -> tuple[Sign, ...]:
    is_swirl = state.level.board.kind(spot.road, spot.field) is FieldKind.SWIRL
    return (Sign("swirl", say("galaktix.swirl")),) if is_swirl else ()


def round_news(before: State, after: State) -> Text | None:
    """What the round did, in one line; None if the game ended before anything flew."""
    for road in Road:
        if after.heights[road] > before.heights[road]:
            return _flight_news(before, after, road)
    return None if after.step is Step.OVER else say("galaktix.news.returned")


def _flight_news(before: State, after: State, road: Road) -> Text:
    name, field = say(f"face.{road.key}"), after.heights[road]
    flags = len(after.flags) - len(before.flags)
    rockets = [colour for colour in COLOURS for _ in range(before.supply[colour] - after.supply[colour])]
    if flags + len(rockets) > 1:
        return say("galaktix.news.more", road=name, field=field, n=flags + len(rockets))
    if rockets:
        return say(f"galaktix.news.{rockets[0].key}", road=name, field=field)
    if flags:
        return say("galaktix.news.flag", road=name, field=field)
    if field == after.level.board.length(road):
        return say("galaktix.news.top", road=name, field=field)
    return say("galaktix.news.landed", road=name, field=field)
