"""Teaching the colours of the number cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from device.teaching.course import Pairs
from vision.base.frame import Frame
from vision.numbers.cards import find_cards
from vision.numbers.profile import PROFILE_FILE, NumberProfile, load_number_profile, save_number_profile
from vision.numbers.teaching import confusable_colours, teach_colours


@dataclass(frozen=True, slots=True)
class NumberCourse:
    """The colours of a deck, several in one picture."""

    profile: NumberProfile | None = None

    @classmethod
    def of(cls, folder: Path) -> NumberCourse:
        return cls(load_number_profile(folder) if (folder / PROFILE_FILE).is_file() else None)

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(colour.name for colour in self.profile.colours) if self.profile else ()

    def learn(self, names: Sequence[str], frames: Sequence[Frame]) -> NumberCourse:
        (frame,) = frames
        return replace(self, profile=teach_colours(self.profile, names, frame))

    def seen(self, frame: Frame) -> int:
        return len(find_cards(frame.pixels).cards)

    def confusable(self) -> Pairs:
        return confusable_colours(self.profile) if self.profile else ()

    def save(self, folder: Path) -> None:
        if self.profile is not None:
            save_number_profile(self.profile, folder)
