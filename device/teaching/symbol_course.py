"""Teaching the faces of dice with a mark on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from device.eyes.pieces import FACES
from device.teaching.course import Pairs
from vision.base.frame import Frame
from vision.symbols.finding import find_dice
from vision.symbols.profile import PROFILE_FILE, SymbolProfile, load_symbol_profile, save_symbol_profile
from vision.symbols.teaching import TeachingSettings, confusable_faces, teach_face, usual_dice


@dataclass(frozen=True, slots=True)
class SymbolCourse:
    """The six faces. They start from nothing, not from the shipped dice: no die is half of one make.

    A face that is taught again gets one more picture beside those it has.
    """

    profile: SymbolProfile | None = None

    @classmethod
    def of(cls, folder: Path) -> SymbolCourse:
        return cls(load_symbol_profile(folder) if (folder / PROFILE_FILE).is_file() else None)

    @property
    def known(self) -> tuple[str, ...]:
        taught = {face.name for face in self.profile.faces} if self.profile else set()
        return tuple(face for face in FACES if face in taught)

    def learn(self, names: Sequence[str], frames: Sequence[Frame]) -> SymbolCourse:
        (face,) = names
        return replace(self, profile=teach_face(self.profile, face, frames))

    def seen(self, frame: Frame) -> int:
        return len(usual_dice(find_dice(frame.pixels), TeachingSettings()))

    def confusable(self) -> Pairs:
        return confusable_faces(self.profile) if self.profile else ()

    def save(self, folder: Path) -> None:
        if self.profile is not None:
            save_symbol_profile(self.profile, folder)
