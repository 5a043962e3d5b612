"""What an encounter does to the state where nobody has to choose; what cannot be done is left out, the rest stands."""

from __future__ import annotations

from dataclasses import replace

from games.sternenfahrer.building import upgrade_obstacle
from games.sternenfahrer.pieces import UPGRADES, Ship, State, Upgrade
from games.sternenfahrer.production import take_from, victims


def change_medals(state: State, seat: int, by: int) -> State:
    """Half medals more, as far as there are any in the box, or less, never below none. Whole medals stay."""
    player = state.players[seat]
    by = max(-player.half_medals, min(by, state.half_medals_left))
    return state.with_player(seat, replace(player, half_medals=player.half_medals + by))


def take_from_each(state: State) -> State:
    """The active player gets a card from every opponent who has one."""
    for seat in victims(state):
        state = take_from(state, seat)
    return state


def gainable(state: State, seat: int) -> tuple[Upgrade, ...]:
    """The upgrades that still fit on the mothership and lie in the box."""
    return tuple(upgrade for upgrade in UPGRADES if upgrade_obstacle(state, seat, upgrade) is None)


def losable(state: State, seat: int) -> tuple[Upgrade, ...]:
    """The upgrades that are on the mothership; Scientist cards cannot be lost."""
    return tuple(upgrade for upgrade in UPGRADES if state.players[seat].count(upgrade))


def can_lock(state: State) -> bool:
    """Whether the active player has a ship that is not locked yet."""
    return state.current.ships > state.locked


def lockable(state: State) -> tuple[Ship, ...]:
    """The kinds of ships of which the active player has one that may still fly."""
    colony, trade = state.held
    kinds = ((Ship.COLONY, state.current.colony_ships - colony), (Ship.TRADE, state.current.trade_ships - trade))
    return tuple(ship for ship, free in kinds if free > 0 and can_lock(state))


def lock_ship(state: State, ship: Ship | None = None) -> State:
    """One more ship stays where it is in this turn; which kind, sessions of flow 1 do not say."""
    colony, trade = state.held
    held = (colony + (ship is Ship.COLONY), trade + (ship is Ship.TRADE))
    return replace(state, locked=state.locked + 1, held=held)


def owe_trade_ship(state: State) -> State:
    """A free trade ship, set as soon as pieces and a site are free."""
    return state.with_player(state.active, replace(state.current, owed_ships=state.current.owed_ships + 1))


def worn(state: State, limit: int) -> tuple[int, ...]:
    """Who has more upgrades than this, the active player first."""
    return tuple(seat for seat in state.from_active() if state.players[seat].all_upgrades > limit)


def best_freighters(state: State) -> tuple[int, ...]:
    """All who have the most freight pods, the active player first; if nobody has any, none or all by house rule."""
    pods = [player.count(Upgrade.POD) for player in state.players]
    if not any(pods) and not state.settings.council_without_pods_rewards_all:
        return ()
    return tuple(seat for seat in state.from_active() if pods[seat] == max(pods))
