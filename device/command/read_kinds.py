"""What `bordbuch read --as KIND` does with one picture, for every kind: the reading as a line of JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from numpy.typing import NDArray

from device.errors import ProfileNeeded
from vision.base.frame import Frame
from vision.base.overlay import draw_reading
from vision.base.reading import BallsReading, CardReading, DiceReading, NumbersReading, Status

Debug: TypeAlias = Callable[[str, NDArray[Any]], None]

SYMBOL_DICE = 5  # as the usual set of space dice has


@dataclass(frozen=True, slots=True)
class LineReader:
    """Reads one picture as one kind of thing; `nothing` is what the line says of a file that is no picture."""

    line: Callable[[Frame, Debug | None], dict[str, Any]]
    nothing: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the pictures are to be read with, as far as the kind wants to know it."""

    profile: Path | None = None  # a folder; None for what is shipped
    count: int | None = None  # how many pieces there must be
    size: int | None = None  # cards in a row of the full grid
    before: Frame | None = None  # the same table earlier: what lay there already is no news


def line_reader(kind: str, asked: Asked) -> LineReader:
    """The reader for a kind, with what the profile folder says about the pieces; BadProfile if that is amiss."""
    return KINDS[kind](asked)


def without_profile(kind: str, why: str) -> LineReader:
    """Says of every picture that it cannot be read, since the profile cannot."""
    trust = {"status": Status.UNREADABLE.value, "reasons": ["bad_profile"]}
    nothing = NOTHING[kind]
    return LineReader(lambda frame, debug: {**trust, **nothing, "message": why}, nothing)


def _pips(asked: Asked) -> LineReader:
    from vision.pips.reader import read_pips
    from vision.table.place import read_there

    def line(frame: Frame, debug: Debug | None) -> dict[str, Any]:
        reading = read_there(frame, lambda ready: read_pips(ready, asked.count, debug), before=asked.before)
        if debug is not None:
            debug("reading", draw_reading(frame, reading))
        return dice_line(reading, lambda face: {"value": int(face)}, int)

    return LineReader(line, NOTHING["pips"])


def _symbols(asked: Asked) -> LineReader:
    from vision.symbols.profile import load_symbol_profile, shipped_profile
    from vision.symbols.reader import read_symbols
    from vision.table.place import read_there

    profile = load_symbol_profile(asked.profile) if asked.profile else shipped_profile()
    count = asked.count or SYMBOL_DICE

    def line(frame: Frame, debug: Debug | None) -> dict[str, Any]:
        reading = read_there(frame, lambda ready: read_symbols(ready, profile, count, debug), before=asked.before)
        if debug is not None:
            debug("reading", draw_reading(frame, reading))
        return dice_line(reading, lambda face: {"face": face})

    return LineReader(line, NOTHING["symbols"])


def _numbers(asked: Asked) -> LineReader:
    from vision.numbers.profile import load_number_profile, shipped_number_profile
    from vision.numbers.reader import read_numbers
    from vision.table.mat import Area
    from vision.table.place import read_there

    profile = load_number_profile(asked.profile) if asked.profile else shipped_number_profile()
    # Six rows of cards reach beyond the mat's field.
    area = Area.FIELD if asked.size == 5 else Area.SHEET

    def line(frame: Frame, debug: Debug | None) -> dict[str, Any]:
        return numbers_line(read_there(frame, lambda ready: read_numbers(ready, profile, asked.size, debug), area=area))

    return LineReader(line, NOTHING["numbers"])


def _balls(asked: Asked) -> LineReader:
    from vision.balls.profile import load_ball_profile, shipped_ball_profile
    from vision.balls.reader import read_balls
    from vision.table.place import read_there

    profile = load_ball_profile(asked.profile) if asked.profile else shipped_ball_profile()
    count = asked.count or 2  # the mothership has two

    def line(frame: Frame, debug: Debug | None) -> dict[str, Any]:
        return balls_line(
            read_there(frame, lambda ready: read_balls(ready, profile, count, debug), before=asked.before)
        )

    return LineReader(line, NOTHING["balls"])


def _card(asked: Asked) -> LineReader:
    from vision.cards.reader import read_card
    from vision.cards.teaching import TaughtCards
    from vision.table.place import read_there

    if asked.profile is None:
        raise ProfileNeeded("Which cards? Name the folder they were taught into: --profile DIR")
    taught = TaughtCards.load(asked.profile)

    def line(frame: Frame, debug: Debug | None) -> dict[str, Any]:
        return card_line(read_there(frame, lambda ready: read_card(ready, taught, debug), before=asked.before))

    return LineReader(line, NOTHING["card"])


KINDS: dict[str, Callable[[Asked], LineReader]] = {
    "pips": _pips,
    "symbols": _symbols,
    "numbers": _numbers,
    "balls": _balls,
    "card": _card,
}
# What a line says of a picture in which nothing could be read.
NOTHING: dict[str, dict[str, Any]] = {
    "pips": {"dice": []},
    "symbols": {"dice": []},
    "numbers": {"cards": []},
    "balls": {"balls": []},
    "card": {"card": None, "confidence": 0.0},
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


def numbers_line(reading: NumbersReading) -> dict[str, Any]:
    """Number cards, each with its place in the grid."""
    return {
        **_trust(reading),
        "cards": [
            {
                "row": card.row,
                "col": card.col,
                "digit": card.digit,
                "colour": card.colour,
                "x": round(card.x, 1),
                "y": round(card.y, 1),
                "confidence": round(card.confidence, 4),
            }
            for card in reading.cards
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


def _trust(reading: DiceReading | NumbersReading | BallsReading | CardReading) -> dict[str, Any]:
    return {"status": reading.status.value, "reasons": [reason.value for reason in reading.reasons]}
