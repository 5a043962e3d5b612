"""What an encounter does to the state where nobody has to choose; what cannot be done is left out, the rest stands."""

from __future__ import annotations

from dataclasses import replace

from games.sternenfahrer.building import upgrade_obstacle
from games.sternenfahrer.pieces import UPGRADES, State, Upgrade
from games.sternenfahrer.production import take_from, victims


def change_hand(state: State, seat: int, by: int) -> State:
    """Cards more or less in a hand, never below none."""
    player = state.players[seat]
    return state.with_player(seat, replace(player, hand=max(0, player.hand + by)))


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


def lock_ship(state: State) -> State:
    """One more ship stays where it is in this turn."""
    return replace(state, locked=state.locked + 1)


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
