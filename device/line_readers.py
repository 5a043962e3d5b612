"""What `bordbuch read --as KIND` does with one picture, for every kind: the reading as a line of JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from numpy.typing import NDArray

from device.errors import ProfileNeeded
from vision.frame import Frame
from vision.overlay import draw_reading
from vision.reading import BallsReading, CardReading, DiceReading

Debug: TypeAlias = Callable[[str, NDArray[Any]], None]


@dataclass(frozen=True, slots=True)
class LineReader:
    """Reads one picture as one kind of thing; `nothing` is what the line says of a file that is no picture."""

    line: Callable[[Frame, Debug | None], dict[str, Any]]
    nothing: dict[str, Any] = field(default_factory=dict)


def line_reader(kind: str, profile: Path | None, count: int | None) -> LineReader:
    """The reader for a kind, with what the profile folder says about the owner's pieces."""
    return KINDS[kind](profile, count)


def _symbols(folder: Path | None, count: int | None) -> LineReader:
    from vision.profile import load_profile, shipped_profile
    from vision.symbols import read_symbols

    profile = load_profile(folder) if folder else shipped_profile()

    def line(frame: Frame, debug: Debug | None) -> dict[str, Any]:
        reading = read_symbols(frame, profile, count, debug)
        if debug is not None:
            debug("reading", draw_reading(frame, reading))
        return dice_line(reading, lambda face: {"face": face})

    return LineReader(line, {"dice": []})


def _balls(folder: Path | None, count: int | None) -> LineReader:
    from vision.ball_profile import load_ball_profile, shipped_ball_profile
    from vision.balls import read_balls

    profile = load_ball_profile(folder) if folder else shipped_ball_profile()
    return LineReader(lambda frame, debug: balls_line(read_balls(frame, profile, count or 2, debug)), {"balls": []})


def _card(folder: Path | None, count: int | None) -> LineReader:
    from vision.card_teaching import TaughtCards
    from vision.taught_cards import read_card

    if folder is None:
        raise ProfileNeeded("Which cards? Name the folder they were taught into: --profile DIR")
    taught = TaughtCards.load(folder)
    return LineReader(lambda frame, debug: card_line(read_card(frame, taught, debug)), {"card": None})


KINDS: dict[str, Callable[[Path | None, int | None], LineReader]] = {
    "symbols": _symbols,
    "balls": _balls,
    "card": _card,
}


# --- readings as the command prints them ---


def dice_line(
    reading: DiceReading, named: Callable[[str], dict[str, Any]], value: Callable[[str], Any] = str
) -> dict[str, Any]:
    """Dice: `named` says how a face is called, `value` how it stands among the others."""
    return {
        **_trust(reading),
        "dice": [
            {
                **named(die.face),
                "x": round(die.x, 1),
                "y": round(die.y, 1),
                "confidence": round(die.confidence, 4),
                "others": [[value(face), round(chance, 4)] for face, chance in die.others],
            }
            for die in reading.dice
        ],
    }


def balls_line(reading: BallsReading) -> dict[str, Any]:
    """Balls, each with its colour and place."""
    return {
        **_trust(reading),
        "balls": [
            {
                "colour": ball.colour,
                "x": round(ball.x, 1),
                "y": round(ball.y, 1),
                "confidence": round(ball.confidence, 4),
                "others": [[colour, round(chance, 4)] for colour, chance in ball.others],
            }
            for ball in reading.balls
        ],
    }


def card_line(reading: CardReading) -> dict[str, Any]:
    """One card by its taught name, or null."""
    return {**_trust(reading), "card": reading.name, "confidence": round(reading.confidence, 4)}


def _trust(reading: DiceReading | BallsReading | CardReading) -> dict[str, Any]:
    return {"status": reading.status.value, "reasons": [reason.value for reason in reading.reasons]}
