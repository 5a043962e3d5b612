"""Trade with the supply and with players, and the friendship cards that are used once a turn."""

from __future__ import annotations

from dataclasses import replace

from games.spine.errors import IllegalMove
from games.sternenfahrer.pieces import Obstacle, Perk, Resource, State, Way
from games.sternenfahrer.points import total
from games.sternenfahrer.production import take_from

USUAL_RATE = 3
GOODS_RATE = 2
HELPED_BY = 2  # how many richer players A Helping Hand needs and takes from
ONE_TO_ONE = "one_to_one"


def rate(state: State, resource: Resource) -> int:
    """How many cards of this kind the active player gives to the supply for one of choice."""
    usual = GOODS_RATE if resource is Resource.GOODS else USUAL_RATE
    return min([usual, *_card_rates(state, resource)])


def _card_rates(state: State, resource: Resource) -> list[int]:
    is_used_up = ONE_TO_ONE in state.used and state.settings.goods_one_to_one_is_once
    return [
        card.rate
        for card in state.current.cards
        if card.perk is Perk.RATE and card.resource is resource and not (card.rate == 1 and is_used_up)
    ]


def supply_obstacle(state: State, give: Resource, cards: int, take: Resource | None = None) -> Obstacle | None:
    """Why the active player cannot give so many cards of a kind for one other."""
    if give is take:
        return Obstacle.SAME_RESOURCE
    if cards != rate(state, give):
        return Obstacle.BAD_RATE
    return _hand_obstacle(state, cards)


def _hand_obstacle(state: State, cards: int) -> Obstacle | None:
    """Only sessions of flow 1 refuse what the book has no cards for; else the table knows better."""
    is_short = state.way is Way.FORMER and state.current.hand < cards
    return Obstacle.TOO_FEW_CARDS if is_short else None


def trade_with_supply(state: State, give: Resource, take: Resource | None = None) -> State:
    """The active player trades at the best rate. What is taken may stay unsaid: only the count is kept."""
    cards = rate(state, give)
    obstacle = supply_obstacle(state, give, cards, take)
    if obstacle is not None:
        raise IllegalMove(f"{give.value} cannot be traded: {obstacle.value}")
    state = state.with_hand(state.active, 1 - cards)
    return _used(state, ONE_TO_ONE) if cards == 1 else state


def exchange_obstacle(state: State, one: int, other: int, given: int, taken: int) -> Obstacle | None:
    """Why two players cannot trade: one of them must be on turn, both must give something they have."""
    if state.active not in (one, other) or one == other:
        return Obstacle.NOT_YOUR_TURN
    if given < 1 or taken < 1:
        return Obstacle.NOTHING_GIVEN
    if given > state.players[one].hand or taken > state.players[other].hand:
        return Obstacle.TOO_FEW_CARDS
    return None


def exchange(state: State, one: int, other: int, given: int, taken: int) -> State:
    """`one` gives so many cards to `other` and takes so many."""
    obstacle = exchange_obstacle(state, one, other, given, taken)
    if obstacle is not None:
        raise IllegalMove(f"these players cannot trade: {obstacle.value}")
    for seat, gain in ((one, taken - given), (other, given - taken)):
        state = state.with_hand(seat, gain)
    return state


# --- once a turn -------------------------------------------------------------------------------------------------


def fame_obstacle(state: State) -> Obstacle | None:
    """Why the active player cannot buy half a medal for goods now."""
    if not state.current.has(Perk.FAME):
        return Obstacle.NO_SUCH_CARD
    if Perk.FAME.value in state.used:
        return Obstacle.ONCE_A_TURN
    if not state.half_medals_left:
        return Obstacle.NO_HALF_MEDAL
    return _hand_obstacle(state, 1)


def buy_fame(state: State) -> State:
    """One goods card for half a medal."""
    obstacle = fame_obstacle(state)
    if obstacle is not None:
        raise IllegalMove(f"no fame for sale: {obstacle.value}")
    player = replace(state.current, half_medals=state.current.half_medals + 1)
    return _used(state.with_player(state.active, player).with_hand(state.active, -1), Perk.FAME.value)


def richer_players(state: State) -> tuple[int, ...]:
    """The opponents with more victory points than the active player."""
    own = total(state, state.active)
    return tuple(seat for seat in state.others() if total(state, seat) > own)


def help_obstacle(state: State) -> Obstacle | None:
    """Why the active player gets no helping hand now."""
    if not state.current.has(Perk.HELP):
        return Obstacle.NO_SUCH_CARD
    if Perk.HELP.value in state.used:
        return Obstacle.ONCE_A_TURN
    return None if len(richer_players(state)) >= HELPED_BY else Obstacle.NOT_POOR_ENOUGH


def take_help(state: State, seats: tuple[int, int]) -> State:
    """One card from each of two richer players; an empty hand gives none."""
    obstacle = help_obstacle(state)
    if obstacle is not None or len(set(seats) & set(richer_players(state))) < HELPED_BY:
        raise IllegalMove("two different players with more points are needed")
    for seat in seats:
        state = take_from(state, seat)
    return _used(state, Perk.HELP.value)


def _used(state: State, what: str) -> State:
    return replace(state, used=state.used | {what})
