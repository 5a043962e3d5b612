"""What happened, turn by turn, to be leafed through afterwards: throws, shakes, and a few lines of every turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.spine.dialogue import Text


@dataclass(frozen=True, slots=True)
class Told:
    """One turn: whose it was, what happened, and everybody's points at its end."""

    turn: int
    player: str
    lines: tuple[Text, ...] = ()
    points: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Log:
    """The evening so far. The last turn is the one that is on."""

    throws: tuple[int, ...] = ()  # sums of the two dice
    shakes: tuple[int, ...] = ()  # sums of two balls, in duels too
    turns: tuple[Told, ...] = ()

    def with_line(self, turn: int, player: str, line: Text) -> Log:
        """One line more in this turn."""
        *before, last = self.turns or (Told(turn, player),)
        if last.turn != turn:
            before, last = [*before, last], Told(turn, player)
        return replace(self, turns=(*before, replace(last, lines=(*last.lines, line))))

    def ended(self, turn: int, player: str, points: tuple[tuple[str, int], ...]) -> Log:
        """The turn is over, with these points."""
        *before, last = self.turns or (Told(turn, player),)
        if last.turn != turn:
            before, last = [*before, last], Told(turn, player)
        return replace(self, turns=(*before, replace(last, points=points)))
