"""All courses by kind: for `bordbuch teach`, from picture files, and for the teach-in at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from device.eyes.picture_files import picture_from_file
from device.eyes.pieces import TAUGHT_KINDS
from device.teaching.course import Course, Pairs
from vision.base.errors import NotAPicture
from vision.base.frame import Frame


def course_of(kind: str, folder: Path) -> Course:
    """The course for a kind that goes on from what the profile folder has; BadProfile if that cannot be read."""
    # Each is loaded when it is wanted: the eyes for the others need not be in memory.
    match kind:
        case "symbols":
            from device.teaching.symbol_course import SymbolCourse

            return SymbolCourse.of(folder)
        case "numbers":
            from device.teaching.number_course import NumberCourse

            return NumberCourse.of(folder)
        case "balls":
            from device.teaching.ball_course import BallCourse

            return BallCourse.of(folder)
        case "card":
            from device.teaching.card_course import CardCourse

            return CardCourse.of(folder)
    raise ValueError(f"nothing can be taught as {kind!r}; there are {', '.join(TAUGHT_KINDS)}")


@dataclass(frozen=True, slots=True)
class Taught:
    """What came of teaching from picture files."""

    known: tuple[str, ...]  # all that the profile has of this kind now
    confusable: Pairs  # pairs with one of the names that were just taught


def teach_pictures(kind: str, folder: Path, names: Sequence[str], images: Sequence[Path]) -> Taught:
    """Teach names from picture files into a profile folder, which is made on first use.

    OSError, NotAPicture, NothingToLearn or BadProfile say what is wrong; nothing is changed then.
    """
    frames = [_picture(image) for image in images]
    course = course_of(kind, folder).learn(names, frames)
    course.save(folder)
    pairs = tuple(pair for pair in course.confusable() if pair[0] in names or pair[1] in names)
    return Taught(course.known, pairs)


def _picture(image: Path) -> Frame:
    try:
        return picture_from_file(image)
    except NotAPicture as error:
        raise NotAPicture(f"{image}: {error}") from error
