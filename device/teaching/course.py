"""What a course is: teaching one kind of piece from pictures.

A course is a frozen value: learning gives a new one, and nothing is on the disk before `save`. So a bad picture, going
a step back and giving up all leave the profile as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, TypeAlias

from vision.base.frame import Frame

Pairs: TypeAlias = tuple[tuple[str, str], ...]


class Course(Protocol):
    """Teaching one kind of piece."""

    @property
    def known(self) -> tuple[str, ...]:
        """The faces, colours or cards that were taught, or are shipped."""
        ...

    def learn(self, names: Sequence[str], frames: Sequence[Frame]) -> Course:
        """The course with these names as the pictures show them; NothingToLearn says what is wrong with a picture."""
        ...

    def seen(self, frame: Frame) -> int:
        """How many pieces of this kind the picture shows."""
        ...

    def confusable(self) -> Pairs:
        """Names that may be taken for each other."""
        ...

    def save(self, folder: Path) -> None:
        """Write what was learned into a profile folder, which is made if it is not there."""
        ...
