"""What a game draws itself: a whole screen of its own, or its state drawn small beside a prompt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.screens.canvas import Canvas


class GameScreen(ABC):
    """A screen that only one game has. As plain data it can be compared; it draws itself and says itself in words."""

    __slots__ = ()

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw the screen on a blank canvas."""

    @abstractmethod
    def lines(self) -> list[str]:
        """The same in words, line by line."""


class Drawing(ABC):
    """A game's state drawn small, below what the player is asked to do."""

    __slots__ = ()

    @abstractmethod
    def draw(self, canvas: Canvas, top: int) -> None:
        """Fill the canvas from row `top` down."""

    def lines(self) -> list[str]:
        """The same in words; nothing where the words above it say enough."""
        return []
