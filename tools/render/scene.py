"""One picture with what is on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.base.frame import Frame


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and its truth, in the form that `bordbuch read` prints: dice, cards, balls or card.

    Places are "xy": [x, y] in pixels; `reach` is how far off a found place may be. A scene that nobody could read
    surely (a leaning die, a hand over a card) has is_readable False: anything but a sure answer is right.
    """

    condition: str  # what is special about it, one row of the table of accuracies
    frame: Frame
    truth: dict[str, Any]
    reach: float = 28.0
    is_readable: bool = True
    profile: Path | None = None  # the pieces were taught into this folder; None for the shipped ones
    before: Frame | None = None  # the same table earlier, where there is such a picture
