"""The ranked games of a game for several: every one that was played, and who won how often.

Who left before the end, and everybody in a game that was broken off, has points but no place, and has not won.

Everything here is a pure function over the journal's results.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from device.records.journal import StoredResult
from games.spine.dialogue import NO_PLACE, TRIAL


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game: when it ended, and everybody's result, the best first."""

    at: datetime
    ranking: tuple[StoredResult, ...]

    @property
    def is_broken_off(self) -> bool:
        """Whether it ended before anybody had won."""
        return not self.winners

    @property
    def is_trial(self) -> bool:
        """Whether it was played with pieces that were only assumed."""
        return self.ranking[0].level == TRIAL

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(result.player for result in self.ranking if result.place == 1)

    def of(self, player: str) -> StoredResult | None:
        """What this player reached, None if the player was not there."""
        return next((result for result in self.ranking if result.player == player), None)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games that somebody won a player took part in, and how many of them the player won."""

    player: str
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class RankedGames:
    """All games of one kind that several played, the newest first."""

    games: tuple[PlayedGame, ...]

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Everybody who ever played, who won most often first."""
        players = dict.fromkeys(result.player for game in reversed(self.games) for result in game.ranking)
        tallies = (
            Tally(
                player,
                sum(game.of(player) is not None for game in self.games if not game.is_broken_off),
                sum(player in game.winners for game in self.games),
            )
            for player in players
        )
        return tuple(sorted(tallies, key=lambda tally: (-tally.won, tally.played)))


def in_order(result: StoredResult) -> tuple[bool, int, int]:
    """The best first; who has no place comes last."""
    place = result.place or NO_PLACE
    return place == NO_PLACE, place, -result.score


def read_ranked_games(results: Iterable[StoredResult]) -> RankedGames:
    """The ranked games in these results of one game; results that were reached alone have no place and are left out."""
    by_session: dict[int, list[StoredResult]] = {}
    for result in results:
        if result.place is not None:
            by_session.setdefault(result.session, []).append(result)
    games = [PlayedGame(results[0].at, tuple(sorted(results, key=in_order))) for results in by_session.values()]
    return RankedGames(tuple(sorted(games, key=lambda game: game.at, reverse=True)))
