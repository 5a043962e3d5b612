"""What a desk is: the place where one prompt is answered with four buttons and a camera.

A desk knows one prompt, takes presses and sights, draws itself as a screen, and gives the answer when it has one. It
knows nothing of sessions, journals or menus. Every camera prompt can be answered at its desk by buttons alone.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, runtime_checkable

from device.eyes.sight import Sight, Wanted
from device.parts.protocols import Press, Tone
from device.records.journal import Source
from device.screens.content import Screen
from games.spine.dialogue import Answer, Bilingual, Prompt, Text

Tell: TypeAlias = Callable[[Text | Bilingual], str]


@dataclass(frozen=True, slots=True)
class Given:
    """An answer and who gave it; `is_unseen` if the camera has not read what it is about.

    Where nobody has pressed OK for it, `hold` lets the desk show it and wait for OK: what ends a game, or shows what
    nobody could know before, is not taken by itself. `is_meant` if that was done on purpose, piece by piece, and can
    still be put right on the next screen: so it is taken whatever it leads to.
    """

    answer: Answer
    source: Source
    is_unseen: bool = False
    hold: Callable[[], None] | None = field(default=None, compare=False)
    is_meant: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """The player wants to go back, and there is nothing on this desk to go back from."""


@dataclass(frozen=True, slots=True)
class ByHand:
    """The player begins to enter by hand; what lies on the table by now is not meant."""


@dataclass(frozen=True, slots=True)
class Dismissed:
    """What the camera offered does not count; the dice may stay where they lie."""


@dataclass(frozen=True, slots=True)
class Refused:
    """What the player tried is not possible now, and why."""

    reason: Text


@dataclass(frozen=True, slots=True)
class Heard:
    """The screen has something new to say; nothing is taken."""

    tone: Tone


@dataclass(frozen=True, slots=True)
class LookAgain:
    """What was seen last explains nothing: the table is looked at once more, although nothing has moved."""


Reply: TypeAlias = Given | Back | ByHand | Dismissed | Refused | Heard | LookAgain | None


class Desk(Protocol):
    """What a talk needs of a desk."""

    @property
    def wanted(self) -> Wanted | None:
        """What the camera should look for now."""
        ...

    def press(self, press: Press) -> Reply: ...

    def see(self, sight: Sight) -> Reply:
        """What a look at the table leads to; an answer given here says how it is held."""
        ...

    def screen(self, tell: Tell, blink: bool) -> Screen: ...


@runtime_checkable
class Following(Protocol):
    """A desk that goes on from the one before it."""

    def follow(self, before: Desk) -> None:
        """Take over what that desk was told and need not be told again."""
        ...


class MenuPrompt(Prompt):
    """A prompt of the device's own menus: it knows its desk."""

    @abstractmethod
    def desk(self) -> Desk: ...
