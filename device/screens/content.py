"""What a screen says, as plain data with finished words. `device.screens.render` turns it into 128x64 pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from device.screens.of_games import Drawing, GameScreen
from games.books.medals import Medal


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
class RowSign:
    """A little picture in a line of a list (`device.screens.signs`), and what it means in words."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: text at the left, a short value at the right, a face's shape in front."""

    text: str
    value: str = ""
    face: str | None = None
    is_refused: bool = False  # shown, but cannot be taken now
    medal: Medal | None = None
    lead: RowSign | None = None  # in front of the text
    signs: tuple[RowSign, ...] = ()  # before the value


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
    scene: Drawing | None = None
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
class BallsSeen:
    """The balls as they were read, each as a hatched disc and its name. The one under `cursor` is being put right."""

    title: str
    colours: tuple[str | None, ...]  # None: not entered yet
    names: tuple[str, ...]  # the colours in the player's language
    cursor: int | None = None
    doubtful: frozenset[int] = frozenset()
    footer: str = ""
    is_blinking: bool = False  # the doubtful ones are in the dark half of their blink


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
class SignEntry:
    """A sign being pressed: whose it is and how many presses there are, never which."""

    title: str
    player: str
    pressed: int
    most: int
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Spelling:
    """A name being spelled: what there is of it, and which letters each of up, OK and down leads to."""

    title: str
    done: str
    fields: tuple[tuple[str, ...], ...]  # for up, OK and down; none once the name is full
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """Pieces being counted by kind, two kinds at a time: up is one more of the upper one, down of the lower one."""

    title: str
    faces: tuple[str, ...]  # of these kinds; what has no shape is only named
    names: tuple[str, ...]
    counts: tuple[int, ...]
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a level: points, medal, and how far it is to the next one. A record sparkles."""

    title: str
    points: str
    medal: Medal
    medal_name: str
    detail: str
    footer: str = ""
    is_record: bool = False
    is_blinking: bool = False  # the sparks of a record are in the second half of their blink


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player in a ranking."""

    place: int  # 0 for who has none
    player: str
    points: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The end of a game of several: who won and everybody's points, the best first."""

    title: str
    rows: tuple[Ranked, ...]  # up to four
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """A code to note, in words and as squares that a phone reads."""

    body: str
    code: str


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A player's figures in a table."""

    name: str
    figures: tuple[str, ...]
    is_active: bool = False  # it is this player's turn


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of figures: short names of columns, and a row a player."""

    title: str
    columns: tuple[str, ...]  # up to six
    rows: tuple[SheetLine, ...]  # up to four


@dataclass(frozen=True, slots=True)
class TryOut:
    """The test picture, with the four buttons and whether each was pressed."""

    title: str
    buttons: tuple[tuple[str, bool], ...]
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Meter:
    """How much of something there is now, how much there was at best, and what to do about it."""

    title: str
    value: float  # 0 to 1
    best: float
    body: str
    footer: str = ""


Screen: TypeAlias = (
    Starting
    | Message
    | List
    | Picker
    | Waiting
    | DiceSeen
    | BallsSeen
    | Lesson
    | Cover
    | SignEntry
    | Spelling
    | Tally
    | Ending
    | Ranking
    | Sheet
    | Code
    | TryOut
    | Meter
    | GameScreen
)
