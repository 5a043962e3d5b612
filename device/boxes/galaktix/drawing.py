"""Galaktix drawn small: five roads as lanes with their rockets, what lies ahead on them, and the camp.

The board's roads run upwards; here they run to the right, because the OLED is wide. So every field has room to
show whether it is a swirl, an extra rocket or a flag. A road that is longer than its lane moves along with its rocket.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.boxes.galaktix.field_marks import SMALL_MARKS, mark_of
from device.screens import icons, shapes
from device.screens.canvas import Canvas
from device.screens.icons import Icon
from device.screens.of_games import Drawing
from device.screens.places import HEIGHT
from device.screens.typeface import Face, width
from games.books.medals import Medal
from games.galaktix.pieces import COLOURS, RoadView, Rocket, Spot, State

_LANES_RIGHT = 84
_STEP = 6  # columns a field
_CAMP_LEFT, _CAMP_RIGHT = 88, 126
_CAMP_PITCH = 20  # from one column of the camp to the other
_LOW_TOP = 20  # from this row down there is less room, for a line of words stands above
_STARS = {Medal.BRONZE: "★", Medal.SILVER: "★★", Medal.GOLD: "★★★"}

_ROCKETS: dict[Rocket, Icon] = {
    Rocket.WHITE: icons.ROCKET_WHITE,
    Rocket.GREY: icons.ROCKET_GREY,
    Rocket.BLACK: icons.ROCKET_BLACK,
}


@dataclass(frozen=True, slots=True)
class Roads(Drawing):
    """The lanes at the left, points and camp at the right."""

    state: State

    def draw(self, canvas: Canvas, top: int) -> None:
        _draw_roads(canvas, self.state, top)

    def lines(self) -> list[str]:
        """Points and what the medals take, as they stand beside the lanes."""
        return [" ".join([str(self.state.points), *_targets(self.state)])]


def drawing(scene: object) -> Drawing | None:
    """The board drawn small, None before there is one."""
    return Roads(scene) if isinstance(scene, State) else None


def _draw_roads(canvas: Canvas, state: State, top: int) -> None:
    pitch = (HEIGHT - top) // len(state.roads)
    for number, road in enumerate(state.roads):
        _draw_lane(canvas, state, road, top + number * pitch, pitch)
    _draw_camp(canvas, state, top)


def first_in_sight(height: int, length: int, room: int) -> int:
    """The first field to draw, so that the rocket and what lies ahead of it is seen.

    >>> [first_in_sight(height, 15, 12) for height in (0, 1, 2, 3, 9)]
    [1, 1, 2, 3, 4]
    """
    return max(1, min(height, length - room + 1))


def _draw_lane(canvas: Canvas, state: State, road: RoadView, top: int, pitch: int) -> None:
    """One road: its shape, the way flown so far with the rocket, the fields ahead, and its end or that it goes on."""
    shape = (shapes.FACES_9 if pitch > 9 else shapes.FACES_7)[road.key]
    canvas.icon(1, top, shape)
    start = 1 + shape.width + 2
    room = (_LANES_RIGHT - start) // _STEP
    first = first_in_sight(road.height, road.length, room)
    last = min(road.length, first + room - 1)
    middle = top + shape.height // 2

    def put(icon: Icon, field: int) -> None:
        x = start + (field - first + 1) * _STEP - _STEP // 2
        canvas.icon(x - icon.width // 2, middle - icon.height // 2, icon)

    for field in range(road.height + 1, last + 1):
        put(mark_of(state, Spot(road.road, field), SMALL_MARKS), field)
    if road.height:
        flown = start + (road.height - first + 1) * _STEP - _STEP // 2 - 2
        canvas.pencil.line((start, middle, flown, middle), fill=1)
        put(SMALL_MARKS.rocket, road.height)
    end = start + (last - first + 1) * _STEP + 1
    if last == road.length:
        canvas.pencil.line((end, middle - 2, end, middle + 2), fill=1)
    else:
        canvas.pencil.point([(end - 1, middle - 1), (end, middle), (end - 1, middle + 1)], fill=1)


def _draw_camp(canvas: Canvas, state: State, top: int) -> None:
    """Points and the next medal, before the first flight all three; below them the camp's rockets and parts."""
    is_high = top < _LOW_TOP
    baselines: tuple[int, ...] = (22, 31, 40) if is_high else (31, 39, 47)
    if any(state.heights):
        points, target = (28, 39) if is_high else (37, 46)
        canvas.text_centred(points, str(state.points), Face.NAME, left=_CAMP_LEFT, right=_CAMP_RIGHT)
        baselines = (target,)
    for baseline, words in zip(baselines, _targets(state), strict=True):
        canvas.text_centred(baseline, words, left=_CAMP_LEFT, right=_CAMP_RIGHT)
    first, pitch = (44, 11) if is_high else (49, 8)
    counts: list[tuple[Icon, int]] = [(_ROCKETS[Rocket.WHITE], state.camp[Rocket.WHITE]), (icons.PART, state.parts)]
    in_play = [sum(amounts) for amounts in zip(state.level.camp, state.level.supply, strict=True)]
    counts += [(_ROCKETS[colour], state.camp[colour]) for colour in COLOURS[1:] if in_play[colour]]
    for number, (icon, count) in enumerate(counts):
        x, y = _CAMP_LEFT + number % 2 * _CAMP_PITCH, first + number // 2 * pitch
        canvas.icon(x, y, icon)
        canvas.text(x + icon.width + 1, y + 7, str(count))


def _targets(state: State) -> tuple[str, ...]:
    """The next medal as its stars and its points, before the first flight all three; only stars above gold."""
    goals = state.level.targets
    if not any(state.heights):
        each = zip(_STARS, (goals.bronze, goals.silver, goals.gold), strict=True)
        return tuple(_target(medal, points) for medal, points in each)
    ahead = goals.next_medal(state.points)
    return (_STARS[Medal.GOLD] if ahead is None else _target(ahead[0], state.points + ahead[1]),)


def _target(medal: Medal, points: int) -> str:
    """A medal's stars and its points; a slash where three stars and three figures have no room."""
    whole = f"{_STARS[medal]}{points}"
    return whole if width(whole) <= _CAMP_RIGHT - _CAMP_LEFT else f"/{points}"
