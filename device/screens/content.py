"""What a screen says, as plain data with finished words. `device.screens.render` turns it into 128x64 pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.medals import Medal


@dataclass(frozen=True, slots=True)
class Starting:
    """The first screen: the name and what is being done."""

    status: str


@dataclass(frozen=True, slots=True)
class Message:
    """Something to read: a heading and up to four lines of text. `is_warning` draws a sign beside the heading."""

    title: str
    body: str
    footer: str = ""
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: text at the left, a short value at the right, a face's shape in front."""

    text: str
    value: str = ""
    face: str | None = None
    is_refused: bool = False  # shown, but cannot be taken now
    medal: Medal | None = None


@dataclass(frozen=True, slots=True)
class List:
    """Rows to step through; as many as fit are shown around the cursor, with marks where there are more."""

    title: str
    rows: tuple[Row, ...]
    cursor: int
    news: str = ""  # one line under the title: what just happened, or why something was refused


@dataclass(frozen=True, slots=True)
class Picker:
    """A number to step up and down."""

    title: str
    value: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """The device waits for the table: what just happened, the game's state drawn small, what to do."""

    words: str
    news: str = ""
    scene: object = None
    status: str = ""  # what the camera says right now ("hand", "moving", "too dark"), one line in place of the news
    hint: str = ""  # what the buttons can do; shown while there is neither status nor news


@dataclass(frozen=True, slots=True)
class DiceSeen:
    """The dice as they were read, each as shape and letter. The one under `cursor` is being put right."""

    title: str
    faces: tuple[str | None, ...]  # None: not entered yet
    letters: tuple[str, ...]  # the letter of each face in the player's language
    names: tuple[str, ...]  # the colour name of each face
    cursor: int | None = None
    doubtful: frozenset[int] = frozenset()
    thrown: frozenset[int] = frozenset()  # thrown again in a re-roll
    footer: str = ""
    is_blinking: bool = False  # the doubtful ones are in the dark half of their blink


@dataclass(frozen=True, slots=True)
class CardSign:
    """A number card drawn small: its digit, a letter for its colour, and whether that is the light one of two."""

    digit: str
    letter: str
    is_light: bool = False


@dataclass(frozen=True, slots=True)
class LineSign:
    """What lies at the end of a line: "check", "minus", the number of a chip, or nothing yet. `is_new`: just put."""

    sign: str = ""
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards laid in a grid, the markers at its rims, and beside it what is to be done or was just seen."""

    title: str
    size: int
    cards: tuple[CardSign | None, ...]  # row by row
    rows: tuple[LineSign, ...]
    columns: tuple[LineSign, ...]
    diagonals: tuple[LineSign, ...] = ()  # falling and rising, where they count
    starts: frozenset[int] = frozenset()  # the places of the start card
    hand: tuple[CardSign, ...] = ()  # the open cards that are known
    line: str = ""  # what happened, what the camera says, or what the buttons do
    name: str = ""  # what stands under the cursor, in words
    newest: int | None = None  # the card that was laid last
    cursor: int | None = None
    is_blinking: bool = False  # the card under the cursor is in the dark half of its blink


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step of the teach-in: what to lay under the camera, how far it is, and what was seen last."""

    title: str
    body: str  # two short lines beside the piece
    mark: str  # the piece: a die's face, "balls", "numbers" or "card"
    step: int
    steps: int | None = None  # None: as many as the owner likes
    line: str = ""  # what was learned last, or what is in the way now
    is_trouble: bool = False
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Cover:
    """Nothing to see for the others: give the device to `player`."""

    player: str
    body: str
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Spelling:
    """A name being spelled with up and down."""

    title: str
    done: str
    letter: str
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a level: points, medal, and how far it is to the next one."""

    title: str
    points: str
    medal: Medal
    medal_name: str
    detail: str
    footer: str = ""


Screen: TypeAlias = Starting | Message | List | Picker | Waiting | DiceSeen | Grid | Lesson | Cover | Spelling | Ending
