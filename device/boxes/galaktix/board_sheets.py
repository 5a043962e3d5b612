"""The boards of Galaktix on paper: a sheet for each, upright, with roads that run up as on the printed ones.

A house board says that it is one, with its number in a house, so that nobody looks for it in the game's box. Flags
carry the number of the level they belong to; the strip stands above a line at which the sheet can be folded back.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from device.boxes.box import LoadedGame
from device.boxes.galaktix import board_signs as signs
from device.desks.desk import Tell
from device.paper.lettering import placed
from device.paper.shapes import INK, SOFT_INK, WHITE, Filled, Shape, Sheet, Stroke
from games.galaktix.data import WholeBoard
from games.galaktix.flow import Galaktix
from games.galaktix.pieces import Board, FieldKind, Level, Road, Spot
from games.spine.dialogue import say
from vision.table.mat_layout import Box

# In millimetres on a sheet 210 wide; a larger one is the same drawn larger.
_BASE_WIDTH = 210.0
MARGIN_MM = 6.0
_HEAD = 15.0
_START = 10.0  # the row below field 1: the road's shape and name
_FOOT = 9.0  # a row of levels
_FOLD = 5.0  # the line between board and strip, with its words
_TRACK = 17.0  # the points at the left
_GAP = 1.0  # between fields
_EDGE = 0.7
_LEVELS_A_ROW = 5
_MOST_FOOT_ROWS = 4
_MOST_FLAGS = 3  # on one field, each with the number of its level


def board_sheets(loaded: LoadedGame, size: tuple[float, float], tell: Tell) -> tuple[Sheet, ...]:
    """A sheet for every board that is played on."""
    assert isinstance(loaded.game, Galaktix)
    book = loaded.game.content
    sheets = []
    for whole in book.boards:
        levels = tuple(level for level in book.levels if level.board.number == whole.board.number)
        page = _Page(whole, levels, size, tell)
        sheets.append(Sheet(page.title, size, tuple(page.shapes())))
    return tuple(sheets)


@dataclass(frozen=True)
class _Page:
    """One board on one sheet."""

    whole: WholeBoard
    levels: tuple[Level, ...]
    size: tuple[float, float]
    tell: Tell

    # --- measures ---

    @property
    def unit(self) -> float:
        """How much larger than the base everything is drawn."""
        return self.size[0] / _BASE_WIDTH

    @property
    def board(self) -> Board:
        """All that is drawn, the strip too."""
        return self.whole.with_strip() or self.whole.board

    @property
    def foot_rows(self) -> int:
        return min(_MOST_FOOT_ROWS, ceil(len(self.levels) / _LEVELS_A_ROW))

    @property
    def fold(self) -> int:
        """The last field below the strip; 0 without a strip."""
        return len(self.whole.board.points) - 1 if self.whole.strip else 0

    @property
    def road_bottom(self) -> float:
        below = MARGIN_MM + _FOOT * self.foot_rows + _START
        return self.size[1] - below * self.unit

    @property
    def pitch(self) -> float:
        """From one field to the next."""
        above = (MARGIN_MM + _HEAD + (_FOLD if self.fold else 0.0)) * self.unit
        return (self.road_bottom - above) / (len(self.board.points) - 1)

    def field_box(self, road: Road, field: int) -> Box:
        """Where a field lies."""
        left = (MARGIN_MM + _TRACK + 2 * _GAP) * self.unit
        width = (self.size[0] - MARGIN_MM * self.unit - left) / len(Road)
        return Box(left + road * width, self.row_top(field), width - _GAP * self.unit, self.row_height)

    def row_top(self, field: int) -> float:
        lifted = _FOLD * self.unit if self.fold and field > self.fold else 0.0
        return self.road_bottom - field * self.pitch - lifted

    @property
    def row_height(self) -> float:
        return self.pitch - _GAP * self.unit

    # --- words ---

    @property
    def title(self) -> str:
        key = "galaktix.house_board" if self.whole.board.is_house else "galaktix.board"
        return self.tell(say(key, number=self.whole.board.number))

    # --- shapes ---

    def shapes(self) -> list[Shape]:
        """Everything on the sheet, in the order it is drawn."""
        shapes = [*self._heading(), *self._legend(), *self._track()]
        for road in Road:
            shapes += self._start(road)
            for field in range(1, self.board.length(road) + 1):
                shapes += self._field(road, field)
        return [*shapes, *(self._fold_line() if self.fold else []), *self._foot()]

    def _heading(self) -> list[Shape]:
        unit, left = self.unit, MARGIN_MM * self.unit
        top, number = MARGIN_MM * unit, self.whole.board.number
        shapes: list[Shape] = []
        if self.whole.board.is_house:
            shapes += signs.house(Box(left, top, 14 * unit, 12.5 * unit), INK)
            middle = (left + 7 * unit, top + 11 * unit)
            shapes.append(placed(str(number), middle, 18 * unit, WHITE, room=10 * unit, share=0.5, is_bold=True))
            left += 17 * unit
        room = 92 * unit - left + MARGIN_MM * unit
        shapes.append(placed(self.title, (left, top + 7 * unit), 24 * unit, INK, room=room, is_bold=True))
        kind = "galaktix.sheet.house" if self.whole.board.is_house else "galaktix.sheet.own"
        shapes.append(placed(self.tell(say(kind)), (left, top + 11.8 * unit), 8.5 * unit, SOFT_INK, room=room))
        return shapes

    def _legend(self) -> list[Shape]:
        """What the signs mean, in two columns at the right of the heading."""
        unit = self.unit
        kinds = {kind for road in self.board.roads for kind in road}
        extras = [kind.extra for kind in FieldKind if kind in kinds and kind.extra is not None]
        entries: list[tuple[str, list[Shape]]] = []
        size = 5.0 * unit

        def place() -> tuple[float, float]:
            column, row = divmod(len(entries), 2)
            return (103.0 + 53.0 * column) * unit, (MARGIN_MM + 3.5 + 6.2 * row) * unit

        if FieldKind.SWIRL in kinds:
            entries.append(("swirl", signs.swirl(*place(), size)))
        if extras:
            entries.append(("extra", signs.rocket(extras[0], *place(), 1.15 * size)))
        if any(level.flags for level in self.levels):
            entries.append(("flag", signs.flag(*place(), 0.9 * size)))
        shapes: list[Shape] = []
        for number, (key, drawn) in enumerate(entries):
            column, row = divmod(number, 2)
            at = (107.5 + 53.0 * column) * unit, (MARGIN_MM + 4.6 + 6.2 * row) * unit
            words = self.tell(say(f"galaktix.sheet.{key}"))
            shapes += [*drawn, placed(words, at, 8.0 * unit, INK, room=43.0 * unit)]
        return shapes

    def _track(self) -> list[Shape]:
        """The points of every height, at the left, and what they are."""
        unit, left = self.unit, MARGIN_MM * self.unit
        width = _TRACK * unit
        shapes: list[Shape] = []
        for field, points in enumerate(self.board.points[1:], start=1):
            box = Box(left, self.row_top(field), width, self.row_height)
            size = min(20 * unit, 1.6 * self.row_height)
            middle = (left + width / 2, box.y + box.height / 2 + 0.126 * size)
            shapes.append(Filled((box,), INK, 2 * unit))
            shapes.append(placed(str(points), middle, size, WHITE, room=width - 3 * unit, share=0.5, is_bold=True))
        below = (left + width / 2, self.road_bottom + 6.2 * unit)
        shapes.append(
            placed(self.tell(say("galaktix.sheet.points")), below, 11 * unit, INK, room=width, share=0.5, is_bold=True)
        )
        return shapes

    def _start(self, road: Road) -> list[Shape]:
        """The road's shape and name below its first field."""
        unit, box = self.unit, self.field_box(road, 1)
        middle = self.road_bottom + 4.6 * unit
        name = self.tell(say(f"face.{road.key}"))
        at = (box.x + 9.5 * unit, middle + 1.6 * unit)
        words = placed(name, at, 12 * unit, INK, room=box.width - 10 * unit, is_bold=True)
        return [*signs.road_sign(road, box.x + 4.5 * unit, middle, 7.5 * unit), words]

    def _field(self, road: Road, field: int) -> list[Shape]:
        """A field in its road's colour with its shape and number; in its middle what is printed there, then flags."""
        unit, box, colour = self.unit, self.field_box(road, field), signs.COLOURS[road]
        edge = _EDGE * unit
        inner = Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge)
        shapes: list[Shape] = [
            Filled((box,), colour, 2.5 * unit),
            Filled((inner,), signs.tint(colour, 0.16), 2.5 * unit - edge),
        ]
        size = min(6 * unit, 0.42 * box.height)
        left = box.x + 4.6 * unit
        shapes += signs.road_sign(road, left, box.y + 0.34 * box.height, size)
        points = min(9 * unit, 0.75 * box.height)
        baseline = box.y + box.height - 0.14 * box.height
        shapes.append(placed(str(field), (left, baseline), points, INK, room=6 * unit, share=0.5))
        middle, down, kind = box.x + 0.52 * box.width, box.y + box.height / 2, self.board.kind(road, field)
        most = min(0.84 * box.height, 15 * unit)
        if kind is FieldKind.SWIRL:
            shapes += signs.swirl(middle, down, 0.92 * most)
        elif kind.extra is not None:
            shapes += signs.rocket(kind.extra, middle, down + 0.03 * most, most)
        return [*shapes, *self._flags(road, field, box)]

    def _flags(self, road: Road, field: int, box: Box) -> list[Shape]:
        """A flag for every level that has one here, with the level's number; one alone where there would be many."""
        having = [level for level in self.levels if Spot(road, field) in level.flags]
        if not having:
            return []
        unit, right = self.unit, box.x + box.width - 1.6 * self.unit
        labels = [level.id for level in having] if len(having) <= _MOST_FLAGS else [""]
        step = (box.height - 1.6 * unit) / max(2, len(labels))
        size = min(6 * unit, 0.9 * step)
        shapes: list[Shape] = []
        for place, label in enumerate(labels):
            y = box.y + 0.8 * unit + (place + 0.5) * step
            points = min(8 * unit, 1.7 * size)
            number = placed(label, (right, y + 0.25 * size), points, INK, room=4 * unit, share=1.0, is_bold=True)
            shapes += signs.flag(number.x - 0.35 * size - 0.4 * unit, y, 0.7 * size)
            shapes += [number] if label else []
        return shapes

    def _fold_line(self) -> list[Shape]:
        """Dashes between board and strip, and which levels have the strip."""
        unit = self.unit
        y = self.row_top(self.fold) - 0.5 * _GAP * unit - 0.5 * _FOLD * unit
        levels = ", ".join(level.id for level in self.levels if level.has_strip)
        words = self.tell(say("galaktix.sheet.strip", levels=levels or "–"))
        text = placed(
            words, (self.size[0] / 2, y + 1.1 * unit), 8 * unit, INK, room=self.size[0] * 0.62, share=0.5, is_bold=True
        )
        right = self.size[0] - MARGIN_MM * unit
        ends = ((MARGIN_MM * unit, text.x - 3 * unit), (self.size[0] - text.x + 3 * unit, right))
        shapes: list[Shape] = [text]
        for start, end in ends:
            dashes = max(1, int((end - start) / (3.2 * unit)))
            step = (end - start) / dashes
            shapes += [
                Stroke((start + dash * step, y), (start + (dash + 0.6) * step, y), 0.35 * unit, SOFT_INK)
                for dash in range(dashes)
            ]
        return shapes

    def _foot(self) -> list[Shape]:
        """The levels played here, each with its three targets."""
        if not self.levels:
            return []
        unit = self.unit
        columns = max(_LEVELS_A_ROW, ceil(len(self.levels) / self.foot_rows))
        width = (self.size[0] - 2 * MARGIN_MM * unit) / columns
        top = self.size[1] - (MARGIN_MM + _FOOT * self.foot_rows) * unit
        shapes: list[Shape] = []
        for place, level in enumerate(self.levels):
            row, column = divmod(place, columns)
            x, y = MARGIN_MM * unit + column * width, top + row * _FOOT * unit
            name = self.tell(say("level.title", level=level.id, name=level.name))
            shapes.append(placed(name, (x, y + 3.4 * unit), 9 * unit, INK, room=width - 2 * unit, is_bold=True))
            targets = (level.targets.bronze, level.targets.silver, level.targets.gold)
            for medal, (colour, points) in enumerate(zip(signs.MEDALS, targets, strict=True)):
                left = x + medal * (width - 2 * unit) / 3
                radius = min(1.4 * unit, 0.04 * width)
                shapes.append(signs.disc(left + radius, y + 6.2 * unit, radius, colour))
                at, room = (left + 2.7 * radius, y + 7.3 * unit), width / 3 - 3.2 * radius
                shapes.append(placed(str(points), at, 9 * unit, INK, room=room))
        return shapes
