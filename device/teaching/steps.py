"""The steps of a teach-in: which picture is wanted next, and how that is said."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from device.eyes.pieces import BALL_COLOURS, CARD_COLOURS, FACES
from games.spine.dialogue import Text, Value, say

DICE = 5  # all of them are shown at once


@dataclass(frozen=True, slots=True)
class Step:
    """One picture to take: the faces, colours or cards on it, and how many pieces it must show."""

    kind: str
    names: tuple[str, ...]
    pieces: int | None = None  # None: one or more

    @property
    def mark(self) -> str:
        """The name of what is drawn beside the words."""
        return self.names[0] if self.kind == "symbols" else self.kind

    @property
    def title(self) -> Text:
        """What the step is about."""
        if self.kind == "numbers" or not self.names:
            return say(f"teach.kind.{self.kind}")
        return say("teach.name", name=name_of(self.kind, self.names[0]))

    @property
    def words(self) -> Text:
        """What the owner is to do, in one sentence."""
        match self.kind:
            case "symbols":
                return say("teach.show.symbols", dice=DICE, face=name_of(self.kind, self.names[0]))
            case "balls":
                return say("teach.show.balls", colour=name_of(self.kind, self.names[0]))
            case "numbers":
                return say("teach.show.numbers", n=len(self.names))
        return say("teach.show.card")

    def saw(self, pieces: int) -> Text:
        """What was learned from the picture, in one line."""
        if self.kind == "numbers":
            return say("teach.saw.numbers", n=pieces)
        return say(f"teach.saw.{self.kind}", name=name_of(self.kind, self.names[0]), n=pieces)


def steps_of(kind: str, names: Collection[str] | None = None) -> list[Step]:
    """All steps for a kind, or only those for some of its names."""
    match kind:
        case "symbols":
            return [Step(kind, (face,), DICE) for face in FACES if names is None or face in names]
        case "balls":
            return [Step(kind, (colour,)) for colour in BALL_COLOURS if names is None or colour in names]
        case "numbers":
            colours = tuple(colour for colour in CARD_COLOURS if names is None or colour in names)
            return [Step(kind, colours, len(colours))]
    return [Step(kind, (name,)) for name in sorted(names or ())]


def name_of(kind: str, name: str) -> Text | str:
    """What the owner calls it."""
    match kind:
        case "symbols":
            return say(f"face.{name}")
        case "card":
            return name
    return say(f"colour.{name}")


def listed(kind: str, names: tuple[str, ...]) -> Value:
    """Names one after the other, in the order in which the pieces are to be laid."""
    first, *rest = names
    if not rest:
        return name_of(kind, first)
    return say("teach.list", first=name_of(kind, first), more=listed(kind, tuple(rest)))
