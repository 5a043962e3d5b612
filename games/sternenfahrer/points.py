"""Victory points and what they are made of; who has won."""

from __future__ import annotations

from dataclasses import dataclass

from games.sternenfahrer.pieces import Player, State

TO_WIN = 15
MARKER_POINTS = 2
PORT_POINTS = 2


@dataclass(frozen=True, slots=True)
class Points:
    """One player's victory points by where they come from."""

    colonies: int  # one each, without those that are spaceports
    spaceports: int  # two each
    markers: int  # two each
    whole_medals: int
    half_medals: int  # one for each pair

    @property
    def total(self) -> int:
        return self.colonies + self.spaceports + self.markers + self.whole_medals + self.half_medals


def points(state: State, seat: int) -> Points:
    """What the player in this seat has now."""
    player = state.players[seat]
    return Points(
        colonies=len(player.colonies) - player.spaceports,
        spaceports=PORT_POINTS * player.spaceports,
        markers=MARKER_POINTS * state.markers.count(seat),
        whole_medals=player.whole_medals,
        half_medals=medal_points(player),
    )


def total(state: State, seat: int) -> int:
    """The victory points of the player in this seat."""
    return points(state, seat).total


def medal_points(player: Player) -> int:
    """A point for each pair of half medals."""
    return player.half_medals // 2


def winner(state: State) -> int | None:
    """The active player with enough points; nobody wins on another player's turn."""
    return state.active if total(state, state.active) >= TO_WIN else None
