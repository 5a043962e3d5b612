"""An attack as a dialogue: against whom, the cards that nobody has seen yet, and the result on one page.

Types that have fought before need no cards. What is new is shown to the camera or named; with it the attack stands,
and until the sum is confirmed a card that was taken wrongly can be put right.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import partial

from games.galaktico import rules, wording
from games.galaktico.asking import choose, is_agreed
from games.galaktico.cards import ShowFitting, Signed
from games.galaktico.combat import Combat, Side, points_for
from games.galaktico.data import CardSet
from games.galaktico.hidden import Fitting, Hidden
from games.galaktico.pieces import SHIPS, OpenFitting, Ship, State
from games.galaktico.progress import Part, Progress
from games.galaktico.rules import End, Ending
from games.spine.dialogue import Answer, Choose, Chosen, Notice, Option, Prompt, say

STATION = "station"
END_TURN, MORE, PUT_RIGHT = "end", "more", "put_right"


@dataclass(frozen=True, slots=True)
class SideTold:
    """One side of a combat on the page of its result."""

    ship: Ship
    player: str
    total: int
    gain: int  # points earned


@dataclass(frozen=True, kw_only=True)
class ShowCombat(Choose):
    """How a combat went: who won, both sums, the figures' way and the points; `pages` show the cards and the sums.

    The options say what comes next: the end of the turn, another action, or cards to be put right.
    """

    sides: tuple[SideTold, SideTold]
    pages: tuple[Notice, ...]


class Attacks:
    """The attacks of one game: the cards of the collection, the seed for their signs, and whether cards stay open."""

    def __init__(self, card_set: CardSet, seed: int, *, stays_open: bool) -> None:
        self._card_set = card_set
        self._seed = seed
        self._stays_open = stays_open

    def attack(self, progress: Progress, ship: Ship, *, has_bonus: bool = False) -> Part:
        """The active player attacks with a ship of this type; a scout may have the bonus of the meteor field."""
        state = progress.state
        seat = yield from _ask_opponent(state, ship)
        target = yield from _ask_target(state, seat, ship)
        if target == STATION:
            return (yield from _storm(progress, seat))
        return (yield from self._fight(progress, ship, Side(seat, Ship(target)), has_bonus=has_bonus))

    def _fight(self, progress: Progress, ship: Ship, target: Side, *, has_bonus: bool) -> Part:
        before = _with_target(progress.state, target)
        own = Side(before.active, ship)
        hidden = progress.hidden
        unknown = tuple(side for side in (own, target) if not hidden.equipment[side.seat].knows(side.ship))
        is_new = any((side.seat, side.ship) not in hidden.shown for side in (own, target))
        if is_new and not unknown and not (yield from self._is_sure(before, ship, target)):
            return progress
        told: dict[Side, Fitting] = {}
        while True:
            for side in unknown:
                told[side] = yield from self._ask_cards(before, hidden, side, told.get(side))
            shown = _with_cards(hidden, told)
            state, after, combat = rules.attack(before, shown, ship, target, has_bonus)
            end = rules.end_after(state, after, combat)
            if self._stays_open:
                state = _opened(state, combat)
            answer = yield _result(before, state, combat, end, is_new=is_new, can_put_right=bool(unknown))
            if answer != Chosen(PUT_RIGHT):
                break
        if answer == Chosen(END_TURN) and end is None:
            state = replace(state, actions_left=0)
        return replace(progress, state=state, hidden=after, combats=(*progress.combats, combat), end=end)

    def _is_sure(self, state: State, ship: Ship, target: Side) -> Generator[Prompt, Answer, bool]:
        """Cards that only the device knows are revealed on purpose."""
        both = say("galaktico.against", one=wording.ship_name(ship), other=wording.ship_name(target.ship))
        return (yield from is_agreed(say("galaktico.attack.sure"), state, both))

    def _ask_cards(
        self, state: State, hidden: Hidden, side: Side, former: Fitting | None
    ) -> Generator[Prompt, Answer, Fitting]:
        """The three cards of a side that nobody has told yet."""
        words, player = wording.ship_name(side.ship), state.fleets[side.seat].name
        signed = Signed(self._card_set, f"{self._seed} {side.seat}", words)
        others = [one for one in hidden.equipment[side.seat].fittings if one is not None]
        make = partial(
            ShowFitting,
            words=words,
            news=say("galaktico.show_cards", player=player),
            player=player,
            elsewhere=frozenset(name for one in others for name in one.names),
            scene=state,
        )
        return signed.fitting((yield signed.prompt(make, former)))


def _ask_opponent(state: State, ship: Ship) -> Generator[Prompt, Answer, int]:
    """Against whom; where only one can be attacked there is nothing to ask."""
    others = rules.opponents(state, ship)
    if len(others) == 1:
        return others[0]
    rows = tuple(wording.player_option(state, seat) for seat in others)
    return int((yield from choose(say("galaktico.attack.opponent"), rows, state)))


def _ask_target(state: State, seat: int, ship: Ship) -> Generator[Prompt, Answer, str]:
    """Which type is attacked, with what it is worth; the cursor begins on the one that is worth most."""
    fleet = state.fleets[seat]
    there = [one for one in SHIPS if fleet.outside(one)]
    rows = [
        Option(one.value, wording.ship_name(one), value=say("galaktico.worth", n=points_for(fleet, one)))
        for one in there
    ]
    if rules.station_obstacle(ship) is None:
        rows.append(Option(STATION, say("galaktico.station")))
    best = max(there, key=lambda one: (points_for(fleet, one), fleet.outside(one)), default=None)
    title = say("galaktico.attack.on", player=fleet.name)
    answer = yield Choose(words=title, options=tuple(rows), start=best.value if best else None, scene=state)
    assert isinstance(answer, Chosen)  # a Choose lets nothing else through
    return answer.key


def _with_target(state: State, target: Side) -> State:
    """The ship that is attacked stands in space; if there is no other, it is the one that was deployed."""
    if state.fleets[target.seat].in_space.of(target.ship):
        return state
    return rules.leave_station(state, target.seat)


def _with_cards(hidden: Hidden, told: dict[Side, Fitting]) -> Hidden:
    for side, fitting in told.items():
        hidden = hidden.with_fitting(side.seat, side.ship, fitting)
    return hidden


def _opened(state: State, combat: Combat) -> State:
    """The cards of both sides lie open from now on."""
    opened = {(one.seat, one.ship): one for one in state.opened}
    for side, cards, _ in combat.sides:
        weapons = tuple(weapon.name for weapon in cards.weapons)
        opened[side.seat, side.ship] = OpenFitting(
            side.seat, side.ship, cards.shield.name, cards.shield.lets_through, weapons
        )
    return replace(state, opened=tuple(opened.values()))


def _result(
    before: State, state: State, combat: Combat, end: End | None, *, is_new: bool, can_put_right: bool
) -> ShowCombat:
    """The page of a combat; if cards were seen for the first time, the attack stands from here on."""
    going_on: tuple[Option, ...] = (Option(END_TURN, say("galaktico.menu.end")),)
    if end is not None:
        going_on = (Option(END_TURN, say("galaktico.end.title")),)
    elif state.actions_left:
        going_on = (*going_on, Option(MORE, say("galaktico.menu.more")))
    if can_put_right:
        going_on = (*going_on, Option(PUT_RIGHT, say("galaktico.menu.put_right")))
    one, other = (
        SideTold(side.ship, state.fleets[side.seat].name, force.total, combat.gain_of(side))
        for side, _, force in combat.sides
    )
    return ShowCombat(
        words=wording.result_title(state, combat),
        news=wording.way_told(combat),
        options=going_on,
        sides=(one, other),
        pages=wording.combat_pages(before, combat, may_move_on=end is None),
        scene=before,
        closes=is_new,
    )


def _storm(progress: Progress, seat: int) -> Part:
    """A destroyer on a station needs no combat; what still stands there counts."""
    state = progress.state
    fleet = state.fleets[seat]
    if not (yield from is_agreed(say("galaktico.storm"), state, say("galaktico.player", player=fleet.name))):
        return progress
    if fleet.on_station is not None:
        ship = wording.ship_name(fleet.on_station)
        if not (yield from is_agreed(say("galaktico.still_there"), state, ship)):
            state = rules.leave_station(state, seat)
    inactive = state.fleets[seat].inactive
    state, hidden = rules.destroy_station(state, progress.hidden, seat)
    return replace(progress, state=state, hidden=hidden, end=End(Ending.STATION, state.active, inactive))
