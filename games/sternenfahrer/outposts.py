"""Trade stations at the peoples' outposts: freight pods needed, friendship cards taken, the marker by majority."""

from __future__ import annotations

from dataclasses import replace

from games.spine.errors import IllegalMove
from games.sternenfahrer.building import with_ship
from games.sternenfahrer.pieces import DOCKS, PEOPLES, FriendshipCard, Obstacle, People, Ship, State, Upgrade


def pods_needed(state: State, people: People) -> int:
    """The freight pods that the next station at this outpost needs: one more than stations stand there."""
    return state.stations_at(people) + 1


def station_obstacle(state: State, people: People) -> Obstacle | None:
    """Why the active player cannot found a station at this outpost."""
    if not state.current.trade_ships:
        return Obstacle.NO_TRADE_SHIP
    if state.current.trade_ships <= state.held[1]:
        return Obstacle.LOCKED
    if state.stations_at(people) >= DOCKS:
        return Obstacle.OUTPOST_FULL
    enough = state.current.count(Upgrade.POD) >= pods_needed(state, people)
    return None if enough else Obstacle.TOO_FEW_PODS


def open_cards(state: State, people: People) -> tuple[FriendshipCard, ...]:
    """The friendship cards that still lie at an outpost."""
    return tuple(card for card in state.open_cards if card.people is people)


def found_station(state: State, card: FriendshipCard) -> State:
    """A trade ship becomes a station at the outpost of the card's people; the card is taken, the marker may move."""
    obstacle = station_obstacle(state, card.people)
    if obstacle is not None:
        raise IllegalMove(f"no station at the {card.people.value}: {obstacle.value}")
    if card not in state.open_cards:
        raise IllegalMove(f"friendship card {card.number} is already taken")
    player = with_ship(state.current, Ship.TRADE, -1)
    place = PEOPLES.index(card.people)
    stations = [count + (here == place) for here, count in enumerate(player.stations)]
    player = replace(
        player,
        stations=(stations[0], stations[1], stations[2], stations[3]),
        cards=(*player.cards, card),
    )
    state = state.with_player(state.active, player)
    left = tuple(one for one in state.open_cards if one is not card)
    return replace(state, open_cards=left, markers=_moved(state, place))


def _moved(state: State, place: int) -> tuple[int | None, ...]:
    """The markers after a founding: one moves only to a player with strictly more stations than its holder."""
    holder, people = state.markers[place], PEOPLES[place]
    own = state.current.stations_at(people)
    moves = holder is None or own > state.players[holder].stations_at(people)
    return tuple(state.active if here == place and moves else seat for here, seat in enumerate(state.markers))
