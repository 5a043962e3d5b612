"""The whole board on one page: the points track above, five roads below it, and the numbers of their fields.

Every field has nine columns, so a sign is read at arm's length; a board with a strip is longer than the display, and up
and down move along it.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.boxes.galaktix.drawing import first_in_sight
from device.boxes.galaktix.field_marks import LARGE_MARKS, mark_of
from device.desks.desk import MenuPrompt, Reply, Tell
from device.desks.ok_desk import OkDesk
from device.parts.protocols import Button, Press
from device.screens import icons, shapes
from device.screens.canvas import Canvas
from device.screens.content import Screen
from device.screens.icons import Icon, drawn
from device.screens.of_games import GameScreen
from device.screens.places import HEIGHT, WIDTH
from device.screens.small import SMALL_HEIGHT, draw_small, small_width
from games.galaktix.pieces import FieldKind, Road, RoadView, Spot, State
from games.spine.dialogue import Answer, Text

ROOM = 12  # fields side by side
STEP = 3  # fields further with a press
_LEFT = 12  # of the first field
_ACROSS = 9
_TRACK_ROWS = 7
_TOP, _PITCH = 8, 10
_POINTS = drawn("..#.. ##### .###. ##.##")  # in front of the points track
_SIGNS_IN_WORDS = {FieldKind.PLAIN: "·", FieldKind.SWIRL: "@"}


@dataclass(frozen=True, slots=True)
class BoardPage(GameScreen):
    """The board from field `first` on."""

    state: State
    first: int = 1

    def draw(self, canvas: Canvas) -> None:
        board = self.state.level.board
        last = min(len(board.points) - 1, self.first + ROOM - 1)
        canvas.pencil.rectangle((0, 0, WIDTH - 1, _TRACK_ROWS - 1), fill=1)
        canvas.icon(3, 1, _POINTS, ink=0)
        for field in range(self.first, last + 1):
            _draw_centred(canvas, self._x(field), 1, str(board.points[field]), ink=0)
            _draw_centred(canvas, self._x(field), HEIGHT - SMALL_HEIGHT, str(field))
        for road in self.state.roads:
            self._draw_road(canvas, road)
        if self.first > 1:
            canvas.icon(WIDTH - icons.UP.width - 1, 30, icons.UP)
        if last < len(board.points) - 1:
            canvas.icon(WIDTH - icons.DOWN.width - 1, 36, icons.DOWN)

    def _x(self, field: int) -> int:
        """The middle column of a field."""
        return _LEFT + (field - self.first) * _ACROSS + _ACROSS // 2

    def _draw_road(self, canvas: Canvas, road: RoadView) -> None:
        middle = _TOP + road.road * _PITCH + _PITCH // 2
        shape = shapes.FACES_9[road.key]
        canvas.icon(1, middle - shape.height // 2, shape)
        for field in range(self.first, min(road.length, self.first + ROOM - 1) + 1):
            if field > road.height:
                self._put(canvas, mark_of(self.state, Spot(road.road, field), LARGE_MARKS), field, middle)
            elif field == road.height:
                self._put(canvas, LARGE_MARKS.rocket, field, middle)
            else:
                canvas.pencil.line((self._x(field) - 4, middle, self._x(field) + 4, middle), fill=1)

    def _put(self, canvas: Canvas, icon: Icon, field: int, middle: int) -> None:
        canvas.icon(self._x(field) - icon.width // 2, middle - icon.height // 2, icon)

    def lines(self) -> list[str]:
        board = self.state.level.board
        track = " ".join(map(str, board.points[1:]))
        return [track, *(self._in_words(road) for road in Road)]

    def _in_words(self, road: Road) -> str:
        """A road as a row of signs: the rocket, swirls, flags, and rockets while the supply has them."""
        state, signs = self.state, []
        for field in range(1, state.level.board.length(road) + 1):
            spot, kind = Spot(road, field), state.level.board.kind(road, field)
            is_there = kind.extra is not None and state.supply[kind.extra] > 0
            sign = kind.value if is_there else _SIGNS_IN_WORDS.get(kind, "·")
            if field < state.heights[road]:
                sign = "-"
            elif field == state.heights[road]:
                sign = ">"
            elif spot in state.level.flags and spot not in state.flags:
                sign = f"{sign}!"
            signs.append(sign)
        return " ".join((road.key[0].upper(), *signs))


def _draw_centred(canvas: Canvas, x: int, y: int, figure: str, *, ink: int = 1) -> None:
    draw_small(canvas, x - small_width(figure) // 2, y, figure, ink=ink)


class BoardDesk(OkDesk):
    """The board to look at, moved along by up and down; OK and back leave it."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._last = max(1, len(state.level.board.points) - ROOM)
        # A strip's board opens where the rockets are: the lowest must be in sight.
        self._first = first_in_sight(min(state.heights), len(state.level.board.points) - 1, ROOM)

    def press(self, press: Press) -> Reply:
        match press.button:
            case Button.DOWN:
                self._first = min(self._last, self._first + STEP)
            case Button.UP:
                self._first = max(1, self._first - STEP)
            case _:
                return super().press(press)
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        return BoardPage(self._state, self._first)


@dataclass(frozen=True, kw_only=True)
class ShowBoard(MenuPrompt):
    """The board to look at, from the menu."""

    scene: State

    def _refusal(self, answer: Answer) -> Text | None:
        return None

    def desk(self) -> BoardDesk:
        return BoardDesk(self.scene)
