"""How far a game has come: the state for everybody, the secrets, the combats so far, and the end when it is there."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias

from games.galaktico.combat import Combat
from games.galaktico.hidden import Hidden
from games.galaktico.pieces import State
from games.galaktico.rules import End
from games.spine.dialogue import Answer, Prompt


@dataclass(frozen=True, slots=True)
class Progress:
    """All there is to know of a game under way. Only its `state` may be the scene of a prompt."""

    state: State
    hidden: Hidden
    combats: tuple[Combat, ...] = ()
    end: End | None = None
    turn: int = 1


Part: TypeAlias = Generator[Prompt, Answer, Progress]
