"""An attack as the first sessions were asked it: page by page, with every ship's way off its station."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from games.galaktico import rules, wording
from games.galaktico.asking import BACK, ask_ship, back, choose, is_agreed
from games.galaktico.combat import Combat, Side, can_have_bonus
from games.galaktico.pieces import Ship, State
from games.galaktico.progress import Part, Progress
from games.galaktico.rules import End, Ending
from games.spine.dialogue import Answer, Notice, Option, Prompt, ShowSum, say

STATION = "station"


def attack(progress: Progress) -> Part:
    """The active player attacks; before any card is shown there is a way back."""
    state = progress.state
    key = yield from ask_ship(
        state, say("galaktico.attack.with"), lambda one: rules.move_obstacle(state, one), lambda one: ready(state, one)
    )
    if key == BACK:
        return progress
    ship = Ship(key)
    seat = yield from _ask_opponent(state)
    if seat is None:
        return progress
    station = Option(STATION, say("galaktico.station"), wording.refusal(rules.station_obstacle(ship)))
    target = yield from ask_ship(
        state,
        say("galaktico.attack.whom"),
        lambda one: rules.target_obstacle(state, seat, one),
        lambda one: state.fleets[seat].in_space.of(one),
        more=(station,),
    )
    if target == BACK:
        return progress
    if target == STATION:
        return (yield from _storm(progress, seat))
    return (yield from _fight(progress, ship, Side(seat, Ship(target))))


def ready(state: State, ship: Ship) -> int:
    """How many ships of a type the active player can still move in this turn."""
    return rules.resting(state, ship) + (state.current.on_station is ship)


def is_from_station(state: State, ship: Ship) -> Generator[Prompt, Answer, bool]:
    """Whether it is the ship on the station that moves; asked only where it could also be another."""
    if not rules.is_station_doubtful(state, ship):
        return False  # there is none, or the rules know that it is this one
    return (yield from is_agreed(say("galaktico.from_station"), state, wording.ship_name(ship)))


def _ask_opponent(state: State) -> Generator[Prompt, Answer, int | None]:
    """Against whom; with two players there is nothing to ask."""
    others = state.others()
    if len(others) == 1:
        return others[0]
    rows = tuple(wording.player_option(state, seat) for seat in others)
    key = yield from choose(say("galaktico.attack.opponent"), (*rows, back()), state)
    return None if key == BACK else int(key)


def _storm(progress: Progress, seat: int) -> Part:
    """A destroyer on a station needs no combat."""
    state = progress.state
    from_station = yield from is_from_station(state, Ship.DESTROYER)
    owner = say("galaktico.player", player=state.fleets[seat].name)
    if not (yield from is_agreed(say("galaktico.storm"), state, owner)):
        return progress
    inactive = state.fleets[seat].inactive
    state, hidden = rules.destroy_station(state, progress.hidden, seat, from_station)
    return replace(progress, state=state, hidden=hidden, end=End(Ending.STATION, state.active, inactive))


def _fight(progress: Progress, ship: Ship, target: Side) -> Part:
    state = progress.state
    from_station = yield from is_from_station(state, ship)
    has_bonus = can_have_bonus(ship) and (yield from _is_out_of_meteors(state))
    both = say("galaktico.against", one=wording.ship_name(ship), other=wording.ship_name(target.ship))
    if not (yield from is_agreed(say("galaktico.attack.sure"), state, both)):
        return progress
    state, hidden, combat = rules.attack(state, progress.hidden, ship, target, has_bonus, from_station)
    yield from _show(progress.state, combat)
    yield from _tell_result(state, combat)
    end = rules.end_after(state, hidden, combat)
    if end is None and ship is Ship.CRUISER and combat.attacker not in combat.captured:
        yield Notice(words=say("galaktico.move_on"), news=wording.ship_name(ship), scene=state)
    return Progress(state, hidden, (*progress.combats, combat), end)


def _is_out_of_meteors(state: State) -> Generator[Prompt, Answer, bool]:
    """Whether a scout attacks a neighbouring space directly out of a meteor field."""
    return (yield from is_agreed(say("galaktico.meteor_bonus"), state, say("galaktico.meteor_bonus.when")))


def _show(before: State, combat: Combat) -> Generator[Prompt, Answer, None]:
    """First the cards of both sides, then both sums; the figures still stand on the board.

    A card that was seen cannot be unseen, so from here on the attack stands.
    """
    attacker, defender = (wording.side_title(combat, side) for side in (combat.attacker, combat.defender))
    yield Notice(words=wording.cards_told(combat.attacker_cards), news=attacker, scene=before, closes=True)
    yield Notice(words=wording.cards_told(combat.defender_cards), news=defender, scene=before, closes=True)
    attack = wording.force_rows(combat.attacker, combat.attacker_cards, combat.attack)
    defence = wording.force_rows(combat.defender, combat.defender_cards, combat.defence)
    yield ShowSum(words=say("galaktico.sum.total"), news=attacker, rows=attack, scene=before)
    yield ShowSum(words=say("galaktico.sum.total"), news=defender, rows=defence, scene=before)


def _tell_result(state: State, combat: Combat) -> Generator[Prompt, Answer, None]:
    """Who has won and where the figures go, a page for each that is captured."""
    title = wording.former_result_title(state, combat)
    for side in combat.captured:
        yield Notice(words=wording.captured_told(state, combat, side), news=title, scene=state)
