"""What a player takes out of a game's box, as plain values; the simulated table lays it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class DiceOut:
    """Dice in the hand: `kind` as the readers call it, symbols or pips."""

    kind: str = "symbols"
    count: int = 5


@dataclass(frozen=True, slots=True)
class ShipOut:
    """Two dice with pips, and a mothership with balls to be shaken."""


@dataclass(frozen=True, slots=True)
class CardsOut:
    """Number cards to be laid in a grid: which there are, and where they are now."""

    size: int
    values: tuple[int, ...]
    colours: int  # how many
    hand: int  # so many are open at a time
    lying: Mapping[tuple[int, int], tuple[int, str]] = field(default_factory=dict)  # by row and column
    gone: tuple[tuple[int, str], ...] = ()  # thrown away
    held: tuple[tuple[int, str], ...] = ()  # open, not laid yet
    discards: int = 0


@dataclass(frozen=True, slots=True)
class Beside:
    """What of the game lies beside the pieces and is not to be read, by the name the simulated table has for it:
    star_sheet, map_sheet, strip, chip, tick, pile, start_card, picture_card, fan, token or box."""

    what: str
    count: int = 1


Setting: TypeAlias = DiceOut | ShipOut | CardsOut


@dataclass(frozen=True, slots=True)
class CardLook:
    """What is printed on a card with a name: its title, and a few figures with a word in front of each."""

    name: str
    figures: tuple[tuple[str, int], ...] = ()
