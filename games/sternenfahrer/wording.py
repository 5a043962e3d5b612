"""What Sternenfahrer says: message keys with their values, put together from the state."""

from __future__ import annotations

from collections.abc import Iterable

from games.spine.dialogue import Bilingual, Option, Text, say
from games.sternenfahrer.building import COSTS, Build
from games.sternenfahrer.cards import Effect, EncounterCard, Op
from games.sternenfahrer.flight import drives
from games.sternenfahrer.names import short_names
from games.sternenfahrer.pieces import (
    Chip,
    Colony,
    FriendshipCard,
    Obstacle,
    People,
    Perk,
    Planet,
    Resource,
    Ship,
    State,
    System,
    Token,
    Upgrade,
)
from games.sternenfahrer.points import points
from games.sternenfahrer.production import Yield

TOKEN_SIGN = "✖"  # a pirate base or an ice planet


def refusal(obstacle: Obstacle | None) -> Text | None:
    """The reason in words, if there is one."""
    return None if obstacle is None else say(f"sternenfahrer.refused.{obstacle.value}")


def resource_name(resource: Resource) -> Text:
    return say(f"sternenfahrer.resource.{resource.value}")


def short_name(resource: Resource) -> Text:
    return say(f"sternenfahrer.short.{resource.value}")


def column_name(resource: Resource) -> Text:
    """A resource over a column of figures."""
    return say(f"sternenfahrer.column.{resource.value}")


def upgrade_name(upgrade: Upgrade) -> Text:
    return say(f"sternenfahrer.upgrade.{upgrade.value}")


def ship_name(ship: Ship) -> Text:
    return say(f"sternenfahrer.build.{ship.value}")


def system_name(system: System) -> Text:
    """A system by its planets: "E4 T5 H10" with its chips, and only "Erz Treib. Ware" if nobody has seen them yet."""
    first, second, third = (_planet_told(system, place) for place in range(len(system.resources)))
    return say("sternenfahrer.system", first=first, one=second, other=third)


def _planet_told(system: System, place: int) -> Text:
    chip = system.chips[place]
    if not system.is_open:
        return short_name(system.resources[place])
    number = chip_name(chip) if isinstance(chip, tuple) else TOKEN_SIGN
    return say("sternenfahrer.in_system", one=column_name(system.resources[place]), number=number)


def system_option(key: str, system: System) -> Option:
    """A row with a system; hidden ones have the sign on the backs of their chips."""
    sign = say("sternenfahrer.filled" if system.is_filled else "sternenfahrer.plain")
    return Option(key, system_name(system), value=None if system.is_open else sign)


def chip_told(chip: Chip) -> Text:
    """A chip as a row of a list."""
    return token_name(chip) if isinstance(chip, Token) else say("sternenfahrer.chip", number=chip_name(chip))


def people_name(people: People) -> Text:
    return say(f"sternenfahrer.people.{people.value}")


def colour_name(colour: str) -> Text:
    return say(f"sternenfahrer.colour.{colour}")


def build_name(build: Build) -> Text:
    return say(f"sternenfahrer.build.{build.value}")


def token_name(token: Token) -> Text:
    return say(f"sternenfahrer.token.{token.kind.value}", n=token.strength)


def planet_name(planet: Planet) -> Text:
    """A planet in short, such as "Erz 5" or "Ware 2/11"."""
    return say("sternenfahrer.planet", one=short_name(planet.resource), number=chip_name(planet.numbers))


def chip_name(numbers: tuple[int, ...]) -> str:
    return "/".join(map(str, numbers)) or "–"


def colony_name(colony: Colony) -> Text:
    return say("sternenfahrer.colony", one=planet_name(colony.first), other=planet_name(colony.second))


def friendship_name(card: FriendshipCard) -> Text:
    """What a friendship card does, in a row of a list."""
    match card.perk:
        case Perk.RATE | Perk.BONUS if card.resource is not None:
            return say(f"sternenfahrer.friend.{card.perk.value}", card=resource_name(card.resource), n=card.rate)
        case Perk.SCIENCE if card.drives and card.cannons:
            return say("sternenfahrer.friend.both", n=card.drives, number=card.cannons)
        case Perk.SCIENCE:
            which = Upgrade.DRIVE if card.drives else Upgrade.CANNON
            return say(f"sternenfahrer.friend.{which.value}s", n=card.drives + card.cannons)
    return say(f"sternenfahrer.friend.{card.perk.value}")


def listed(parts: Iterable[Text]) -> Text:
    """Several texts as one, listed one after the other."""
    first, *rest = parts
    return say("sternenfahrer.list", first=first, more=listed(rest)) if rest else first


def cards_told(cards: Iterable[tuple[Resource, int]]) -> Text:
    """Cards by kind, such as "1 Erz, 2 Carbon"."""
    return listed(say("sternenfahrer.some", n=count, card=resource_name(resource)) for resource, count in cards)


def price(build: Build) -> Text:
    """What something costs, in full."""
    return cards_told(COSTS[build].items())


def own_figures(state: State) -> Text:
    """The active player's upgrades and half medals, and the cards in hand where they are counted."""
    drives_on, cannons, pods = state.current.upgrades
    key = "sternenfahrer.own_figures_full" if state.counts_hands else "sternenfahrer.own_figures"
    values = {"low": drives_on, "number": cannons, "high": pods, "points": state.current.half_medals}
    return say(key, **values, **({"n": state.current.hand} if state.counts_hands else {}))


def yield_told(state: State, roll: int, found: Iterable[Yield]) -> Text:
    """A throw and what everybody gets from it, for the chronicle."""
    short = short_names(state.names)
    got = [say("sternenfahrer.got", player=short[state.players[one.seat].name], first=_letters(one)) for one in found]
    if not got:
        return say("sternenfahrer.line.rolled", n=roll)
    return say("sternenfahrer.line.rolled_for", n=roll, first=listed(got))


def _letters(one: Yield) -> Text:
    counts = [say("sternenfahrer.in_system", one=column_name(kind), number=str(count)) for kind, count in one.cards]
    return listed([*counts, *([say("sternenfahrer.column.any")] if one.relief else [])])


def price_short(build: Build) -> Text:
    return say(f"sternenfahrer.cost.{build.value}")


def player_option(state: State, seat: int, value: int | None = None, obstacle: Obstacle | None = None) -> Option:
    """A row with a player's name and perhaps a figure."""
    figure = None if value is None else say("sternenfahrer.figure", n=value)
    return Option(
        str(seat), say("sternenfahrer.player", player=state.players[seat].name), refusal(obstacle), None, figure
    )


def speed_parts(state: State) -> Text:
    """What the speed is made of."""
    return say("sternenfahrer.speed.parts", n=state.base_speed, number=drives(state.current))


def names_told(state: State, seats: Iterable[int]) -> Text:
    return listed(say("sternenfahrer.player", player=state.players[seat].name) for seat in seats)


# --- encounters --------------------------------------------------------------------------------------------------


def theme(card: EncounterCard) -> Text:
    """A card's heading, told with its outcome."""
    if isinstance(card.theme, Bilingual):
        return say("sternenfahrer.own_title", name=card.theme)
    return say(f"sternenfahrer.theme.{card.theme}")


def duel(state: State, seat: int, is_fight: bool) -> Text:
    name = state.players[seat].name
    return say("sternenfahrer.duel.fight", player=name) if is_fight else say("sternenfahrer.duel.race", player=name)


def standing(state: State, seat: int, own: int, other: int) -> Text:
    """Both sides' figures after a comparison."""
    return say(
        "sternenfahrer.standing",
        one=state.current.name,
        n=own,
        other=state.players[seat].name,
        high=other,
    )


def sum_told(state: State, seat: int, balls: int, total: int) -> Text:
    """One side of a duel: balls and cannons, or balls and drives, and what that makes."""
    return say("sternenfahrer.sum", player=state.players[seat].name, low=balls, number=total - balls, high=total)


def medal_of(before: State, after: State, seat: int, wanted: int) -> Text:
    """What happens to a player's half medals, of which the card wants so many more, or less."""
    change = after.players[seat].half_medals - before.players[seat].half_medals
    name, now = after.players[seat].name, after.players[seat].half_medals
    if change > 0:
        return say("sternenfahrer.effect.medal_gain", player=name, n=change, high=now)
    if change < 0:
        return say("sternenfahrer.effect.medal_lose", player=name, n=-change, high=now)
    return say("sternenfahrer.effect.no_medal_left" if wanted > 0 else "sternenfahrer.effect.no_medal", player=name)


def effect_told(effect: Effect, before: State, after: State, gift: int) -> Text:
    """What the active player, or everybody, is to do now: a sentence, or with `.line.` in its key a short line."""
    match effect.op:
        case Op.MEDAL:
            return medal_of(before, after, after.active, effect.amount)
        case Op.GAIN if effect.resource is not None:
            return say("sternenfahrer.effect.gain", n=effect.amount, card=resource_name(effect.resource))
        case Op.DRAW_NEXT:
            return say("sternenfahrer.effect.draw_next", player=after.current.name)
        case Op.REFUND_GIFT if not gift:
            return say("sternenfahrer.effect.no_gift")
        case Op.REFUND_GIFT:
            return say("sternenfahrer.effect.refund_gift", n=gift)
        case Op.SWAP if after.settings.swap_must_differ:
            return say("sternenfahrer.effect.swap_other")
        case Op.LOCK_SHIP if after.locked == before.locked:
            return say("sternenfahrer.effect.no_ship")
        case Op.COLLECT_EACH | Op.DRAW_EACH if not after.counts_hands:
            return say(f"sternenfahrer.effect.{effect.op.value}")
        case Op.COLLECT_EACH | Op.DRAW_EACH if after.current.hand == before.current.hand:
            return say("sternenfahrer.effect.all_empty")
        case Op.COLLECT_EACH | Op.DRAW_EACH:
            givers = [seat for seat in before.others() if before.players[seat].hand]
            return say(f"sternenfahrer.effect.{effect.op.value}", first=names_told(before, givers))
    return say(f"sternenfahrer.effect.{effect.op.value}", n=effect.amount)


# --- points ------------------------------------------------------------------------------------------------------


def points_told(state: State, seat: int) -> Text:
    """What a player's victory points are made of."""
    parts = points(state, seat)
    return say(
        "sternenfahrer.points",
        n=parts.colonies,
        number=parts.spaceports,
        points=parts.markers,
        low=parts.whole_medals,
        high=parts.half_medals,
    )
