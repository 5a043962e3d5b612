"""What every game has in common that is played by data files: levels, cards or house rules an owner may change."""

from __future__ import annotations

import hashlib
import json
from typing import ClassVar, Generic, Protocol, TypeVar


class GameData(Protocol):
    """What a game's data files say, read and checked."""

    @property
    def fingerprint(self) -> str:
        """A short sign that changes as soon as a file says something else that matters to play."""
        ...


AnyData = TypeVar("AnyData", bound=GameData)


class DataGame(Generic[AnyData]):
    """A game together with what its data files say; each game adds how it is played."""

    name: ClassVar[str]

    def __init__(self, content: AnyData) -> None:
        self.content = content

    @property
    def data(self) -> str:
        return self.content.fingerprint


def fingerprint(content: object) -> str:
    """A short sign of plain values that changes with any of them."""
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:12]
