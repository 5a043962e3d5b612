"""A written evening: what hands do at what the OLED says, as data.

    title = "Pasch, Level 1"            # as the tables call it
    round = "throw"                     # the act that begins a round
    card = "pasch.card"                 # the key under which a card is named, where number cards are laid
    last = "Letzte?"                    # what the OLED says where the last piece waits for OK, since it ends the game

    [[at]]                              # tried from the first to the last whenever there is something to do
    says = "Welches Spiel?"             # one of the lines of the OLED begins so (German)
    do = ["row Pasch"]                  # acts, one after the other

    [[at]]
    says = "Und jetzt?"
    times = 1                           # so often at most; without it as often as it comes up
    do = ["end"]

An act is one of these:

- `ok`, `up`, `down`, `back`, and held: `hold ok`, `hold back`; `down 3` presses three times
- `row TEXT`: to the row that begins so by the shorter way, and OK
- `number 4`: to this number, and OK
- `throw`, `throw 2 4` (so that these pips fall), `throw again 2` (the first two dice on the OLED), `shake`,
  `shake red blue`
- `lay`: the open card into the grid, beside another one; `lay 2 3`: into this row and column, counted from 0
- `show NAME`: a printed card under the camera; `put away`
- `turn`: nothing is done; it begins a round where that is a player's turn
- `wait 2.5`: seconds in which nobody does anything
- `end`: the evening is over

Where nothing is written, hands do what anybody does: OK at a message, a sheet, a number and a list (stepping over rows
that cannot be taken), hold OK at a cover, wait while a reading counts by itself, put right what the camera doubts. An
evening ends at an ending, a ranking, or `end`. A written evening never does anything wrong, so every complaint is a
false one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EVENINGS = Path(__file__).parent / "evenings"
PRESSES = ("ok", "up", "down", "back", "hold")
ACTS = (*PRESSES, "row", "number", "throw", "shake", "lay", "show", "put", "turn", "wait", "end")


@dataclass(frozen=True, slots=True)
class At:
    """What hands do when a line of the OLED begins like this."""

    says: str
    do: tuple[str, ...]
    times: int | None = None  # at most; None: as often as it comes up


@dataclass(frozen=True, slots=True)
class Evening:
    """A whole evening, from the home screen on."""

    title: str
    at: tuple[At, ...]
    round: str = "throw"
    card: str = ""
    last: str = ""

    @property
    def a_round(self) -> str:
        """What a round is called in a table."""
        return "card" if self.round == "lay" else "round"


def load(name: str) -> Evening:
    """The evening of this name, or in this file."""
    path = Path(name) if name.endswith(".toml") else EVENINGS / f"{name}.toml"
    return read(tomllib.loads(path.read_text(encoding="utf-8")))


def read(told: Mapping[str, Any]) -> Evening:
    """An evening as it stands in its file; ValueError names an act that there is not."""
    at = tuple(At(one["says"], tuple(one["do"]), one.get("times")) for one in told["at"])
    for act in (act for one in at for act in one.do):
        if act.split()[0] not in ACTS:
            raise ValueError(f"nobody knows how to {act!r}; there are {', '.join(ACTS)}")
    return Evening(told["title"], at, told.get("round", "throw"), told.get("card", ""), told.get("last", ""))
