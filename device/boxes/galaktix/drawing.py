"""Galaktix drawn small: five roads as lanes with their rockets, what lies ahead on them, and the camp.

The board's roads run upwards; here they run to the right, because the OLED is wide. So every field has room to
show whether it is a swirl, an extra rocket or a flag.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.screens import icons, shapes
from device.screens.canvas import Canvas
from device.screens.icons import Icon
from device.screens.of_games import Drawing
from device.screens.places import HEIGHT
from device.screens.typeface import Face
from games.galaktix.pieces import COLOURS, RoadView, Rocket, State

_LANES_RIGHT = 84
_CAMP_LEFT, _CAMP_RIGHT = 88, 125
_CAMP_PITCH = 20  # from one column of the camp to the other
_MOST_STEP = 6  # columns a field; fewer on boards with an extra strip

_LOW_TOP = 20  # from this row down there is less room, for a line of words stands above

_PLAIN = Icon(("#",))


@dataclass(frozen=True, slots=True)
class _Marks:
    """What is drawn on the fields, in one size."""

    rocket: Icon
    swirl: Icon
    extra: Icon
    flag: Icon


_MARKS = _Marks(
    rocket=Icon(("##...", ".###.", "#####", ".###.", "##...")),
    swirl=Icon((".###.", "#...#", "#.#.#", "#...#", ".###.")),
    extra=Icon(("..#..", "..#..", "#####", "..#..", "..#..")),
    flag=Icon((".##..", ".####", ".##..", ".#...", ".#...")),
)
_SMALL_MARKS = _Marks(
    rocket=Icon(("#..", "##.", "###", "##.", "#..")),
    swirl=Icon(("###", "#.#", "###")),
    extra=Icon((".#.", "###", ".#.")),
    flag=Icon(("##.", "###", "#..", "#..", "#..")),
)

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


def drawing(scene: object) -> Drawing | None:
    """The board drawn small, None before there is one."""
    return Roads(scene) if isinstance(scene, State) else None


def _draw_roads(canvas: Canvas, state: State, top: int) -> None:
    pitch = (HEIGHT - top) // len(state.roads)
    longest = max(road.length for road in state.roads)
    for number, road in enumerate(state.roads):
        _draw_lane(canvas, road, top + number * pitch, pitch, longest)
    _draw_camp(canvas, state, top)


def _draw_lane(canvas: Canvas, road: RoadView, top: int, pitch: int, longest: int) -> None:
    """One road: its shape, the way flown so far with the rocket, the fields ahead, and its end."""
    shape = (shapes.FACES_9 if pitch > 9 else shapes.FACES_7)[road.key]
    canvas.icon(1, top, shape)
    start = 1 + shape.width + 2
    step = min(_MOST_STEP, (_LANES_RIGHT - start) // longest)
    marks = _MARKS if step >= _MOST_STEP else _SMALL_MARKS
    middle = top + shape.height // 2

    def put(icon: Icon, field: int) -> None:
        x = start + field * step - step // 2
        canvas.icon(x - icon.width // 2, middle - icon.height // 2, icon)

    extras = {field for field, _ in road.extras}
    for field in range(road.height + 1, road.length + 1):
        if field in road.flags:
            put(marks.flag, field)
        elif field in road.swirls:
            put(marks.swirl, field)
        elif field in extras:
            put(marks.extra, field)
        else:
            put(_PLAIN, field)
    if road.height:
        canvas.pencil.line((start, middle, start + road.height * step - step // 2 - 2, middle), fill=1)
        put(marks.rocket, road.height)
    end = start + road.length * step + 1
    canvas.pencil.line((end, middle - 2, end, middle + 2), fill=1)


def _draw_camp(canvas: Canvas, state: State, top: int) -> None:
    """Points large; below them the camp: white rockets and parts, and grey and black ones where the level has them."""
    is_high = top < _LOW_TOP
    baseline, first, pitch = (32, 40, 12) if is_high else (39, 43, 11)
    canvas.text_centred(baseline, str(state.points), Face.NAME, left=_CAMP_LEFT, right=_CAMP_RIGHT)
    counts: list[tuple[Icon, int]] = [(_ROCKETS[Rocket.WHITE], state.camp[Rocket.WHITE]), (icons.PART, state.parts)]
    in_play = [sum(amounts) for amounts in zip(state.level.camp, state.level.supply, strict=True)]
    counts += [(_ROCKETS[colour], state.camp[colour]) for colour in COLOURS[1:] if in_play[colour]]
    columns = 1 if len(counts) == 2 else 2
    left = _CAMP_LEFT if columns == 2 else _CAMP_LEFT + _CAMP_PITCH // 2
    for number, (icon, count) in enumerate(counts):
        x, y = left + number % columns * _CAMP_PITCH, first + number // columns * pitch
        canvas.icon(x, y, icon)
        canvas.text(x + icon.width + (1 if columns == 2 else 4), y + 7, str(count))
