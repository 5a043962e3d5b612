"""One fault of a data file: where it is, and what is wrong there, in both languages."""

from __future__ import annotations

from dataclasses import dataclass

from games.spine.words import Bilingual


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in one place, such as `levels: [level.3] camp`, and the line where that stands, if it does."""

    place: str
    what: Bilingual
    line: int | None = None

    @property
    def file(self) -> str:
        """The name of the text, without its ending."""
        return self.place.partition(":")[0]

    @property
    def inside(self) -> str:
        """The place within the text; empty if it is about all of it."""
        return self.place.partition(": ")[2]
