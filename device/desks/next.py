"""What comes next when a talk ends: a new session, a stored one, or the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.spine.dialogue import Setup


@dataclass(frozen=True, slots=True)
class Begin:
    """A new session is started."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class GoOn:
    """A stored session is taken up again."""

    session: int


@dataclass(frozen=True, slots=True)
class GoHome:
    """Back to the lobby; `after` is the session that just ended, if one did."""

    after: Setup | None = None


Next: TypeAlias = Begin | GoOn | GoHome | None  # None: the talk goes on
