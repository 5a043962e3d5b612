"""What Galaktico says: message keys with their values, put together from the state."""

from __future__ import annotations

from collections.abc import Iterable

from games.galaktico.board import Sector, Space
from games.galaktico.combat import Combat, Force, Side
from games.galaktico.data import Assumed
from games.galaktico.hidden import Fitting, Hidden
from games.galaktico.pieces import EFFECTS, Effect, OpenFitting, Shield, Ship, State, Weapon
from games.galaktico.rules import End, Ending, Obstacle
from games.spine.dialogue import Notice, Option, ShowSum, Text, say


def refusal(obstacle: Obstacle | None) -> Text | None:
    """The reason in words, if there is one."""
    return None if obstacle is None else say(f"galaktico.refused.{obstacle.value}")


def ship_name(ship: Ship) -> Text:
    return say(f"galaktico.ship.{ship.value}")


def card_name(card: Weapon | Shield) -> Text:
    return say("galaktico.card", name=card.name)


def card_told(card: Weapon | Shield) -> Text:
    """What a card can do, in one line."""
    if isinstance(card, Shield):
        return say("galaktico.passing", first=_effects(card.lets_through))
    return say("galaktico.forces", **{effect.value: card.force(effect) for effect in EFFECTS})


def figure(count: int) -> Text:
    return say("galaktico.figure", n=count)


def player_option(state: State, seat: int) -> Option:
    """A row with a player's name."""
    return Option(str(seat), say("galaktico.player", player=state.fleets[seat].name))


def listed(parts: Iterable[Text]) -> Text:
    """Several texts as one, listed one after the other."""
    first, *rest = parts
    return say("galaktico.list", first=first, more=listed(rest)) if rest else first


def assumed_told(card: Assumed) -> Text:
    """What of a card is not known."""
    return say("galaktico.assumed", first=listed(say(f"galaktico.entry.{key}") for key in card.keys))


# --- the board ---------------------------------------------------------------------------------------------------


def letter(sector: Sector) -> str:
    return sector.name


def sector_name(state: State, sector: Sector) -> Text:
    """A sector and whose it is; with two players the third is free."""
    if sector.value < len(state.fleets):
        return say("galaktico.sector", first=sector.name, player=state.fleets[sector.value].name)
    return say("galaktico.sector.free", first=sector.name)


def space_name(space: Space) -> Text:
    """A space in short, such as "A: B3 C1": in A, in the third row from B and the first from C."""
    one, other = sorted(space.sector.neighbours, key=lambda sector: sector.name)
    return say(
        "galaktico.space",
        name=space.sector.name,
        first=one.name,
        low=space.rows_from(one) + 1,
        more=other.name,
        high=space.rows_from(other) + 1,
    )


# --- combat ------------------------------------------------------------------------------------------------------


def side_title(combat: Combat, side: Side) -> Text:
    """A ship and its part in a combat, as a heading."""
    name = ship_name(side.ship)
    return say("galaktico.attacker", one=name) if side == combat.attacker else say("galaktico.defender", one=name)


def side_name(state: State, side: Side) -> Text:
    """A ship and its owner."""
    return say("galaktico.side", one=ship_name(side.ship), player=state.fleets[side.seat].name)


def cards_told(cards: Fitting) -> Text:
    """The cards a side shows: its shield, what comes through, and its weapons."""
    return _shown(cards.shield.name, cards.shield.lets_through, tuple(weapon.name for weapon in cards.weapons))


def open_cards_told(cards: OpenFitting) -> Text:
    """The same of cards that stay open."""
    return _shown(cards.shield, cards.lets_through, cards.weapons)


def _shown(shield: str, lets_through: tuple[Effect, ...], weapons: tuple[str, ...]) -> Text:
    one, other = weapons
    return say("galaktico.shown", name=shield, low=_effects(lets_through), one=one, other=other)


def _effects(effects: Iterable[Effect]) -> Text:
    return listed(say(f"galaktico.entry.{effect.value}") for effect in effects)


def force_rows(side: Side, cards: Fitting, force: Force) -> tuple[Option, ...]:
    """A side's sum, a row a part, the total last."""
    rows = [
        Option(f"weapon.{number}", card_name(weapon), value=say("galaktico.sum.two", low=low, high=high))
        for number, (weapon, (low, high)) in enumerate(zip(cards.weapons, force.weapons, strict=True))
    ]
    if force.bonus:
        both = say("galaktico.sum.two", low=force.base, high=force.bonus)
        rows.append(Option("base", say("galaktico.sum.bonus", one=ship_name(side.ship)), value=both))
    else:
        rows.append(Option("base", ship_name(side.ship), value=figure(force.base)))
    return (*rows, Option("total", say("galaktico.sum.total"), value=figure(force.total)))


def captured_told(state: State, combat: Combat, loser: Side) -> Text:
    """Says whose figure was captured, and on which of the winner's ship cards it goes."""
    winner = combat.opponent_of(loser)
    return say(
        "galaktico.captured",
        one=ship_name(loser.ship),
        player=state.fleets[loser.seat].name,
        other=ship_name(winner.ship),
        name=state.fleets[winner.seat].name,
    )


def result_title(state: State, combat: Combat) -> Text:
    """Who has won, or that nobody has."""
    return say("galaktico.even") if combat.is_tie else former_result_title(state, combat)


def former_result_title(state: State, combat: Combat) -> Text:
    """The same with the sum of a tie, which stands on no other page of the first sessions."""
    if combat.is_tie:
        return say("galaktico.tie", n=combat.attack.total)
    winner = combat.opponent_of(combat.captured[0])
    return say("galaktico.won", player=state.fleets[winner.seat].name)


def way_told(combat: Combat) -> Text:
    """Where the captured figures go."""
    if combat.is_tie:
        return say("galaktico.way.both")
    winner = combat.opponent_of(combat.captured[0])
    return say("galaktico.way", other=ship_name(winner.ship))


def combat_pages(state: State, combat: Combat, *, may_move_on: bool) -> tuple[Notice, ...]:
    """The cards and the sum of either side, and what the winner may do; each page names ship and player."""
    pages: list[Notice] = []
    for side, cards, force in combat.sides:
        title = side_name(state, side)
        pages.append(Notice(words=cards_told(cards), news=title))
        pages.append(ShowSum(words=say("galaktico.sum.total"), news=title, rows=force_rows(side, cards, force)))
    if may_move_on and combat.attacker.ship is Ship.CRUISER and combat.attacker not in combat.captured:
        pages.append(Notice(words=say("galaktico.move_on"), news=side_name(state, combat.attacker)))
    return tuple(pages)


def combat_told(state: State, combat: Combat) -> Text:
    """A combat in one sentence, for the history."""
    one, other = (
        say("galaktico.fought.side", one=side_name(state, side), n=force.total) for side, _, force in combat.sides
    )
    return say("galaktico.fought", first=one, more=other)


def combat_title(number: int, combat: Combat) -> Text:
    """The number of a combat and the points it was worth, the attacker's first."""
    gains = (say("galaktico.worth", n=gain) for side, _, _ in combat.sides if (gain := combat.gain_of(side)))
    return say("galaktico.combat", number=number, first=listed(gains))


# --- the end -----------------------------------------------------------------------------------------------------


def end_told(state: State, end: End) -> Text:
    """Why it is over and what that is worth; of a station, with the ships that were lost with it."""
    name = state.fleets[end.seat].name
    if end.why is Ending.STATION:
        return say("galaktico.end.station", player=name, n=end.inactive)
    return say(f"galaktico.end.{end.why.value}", player=name)


def winners_told(state: State, hidden: Hidden) -> Text:
    """Who has most points; several share the victory."""
    best = [seat for seat, points in enumerate(hidden.points) if points == max(hidden.points)]
    if len(best) > 1:
        return say("galaktico.shared")
    return say("galaktico.won", player=state.fleets[best[0]].name)
