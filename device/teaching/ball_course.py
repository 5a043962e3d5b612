"""Teaching the colours of the balls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from device.teaching.course import Pairs
from vision.balls.profile import PROFILE_FILE, BallProfile, load_ball_profile, save_ball_profile, shipped_ball_profile
from vision.balls.teaching import confusable_balls, learned_from, teach_ball_colour
from vision.base.frame import Frame


@dataclass(frozen=True, slots=True)
class BallCourse:
    """The four colours; those that are not taught stay as they are shipped."""

    profile: BallProfile

    @classmethod
    def of(cls, folder: Path) -> BallCourse:
        return cls(load_ball_profile(folder) if (folder / PROFILE_FILE).is_file() else shipped_ball_profile())

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(colour.name for colour in self.profile.colours)

    def learn(self, names: Sequence[str], frames: Sequence[Frame]) -> BallCourse:
        (colour,) = names
        return replace(self, profile=teach_ball_colour(self.profile, colour, frames))

    def seen(self, frame: Frame) -> int:
        return len(learned_from(frame))

    def confusable(self) -> Pairs:
        return confusable_balls(self.profile)

    def save(self, folder: Path) -> None:
        save_ball_profile(self.profile, folder)
