"""Galaktix on a page: points, camp, and the five roads in colour with every field, rocket and possible landing."""

from __future__ import annotations

from dataclasses import dataclass

from device.boxes.galaktix import board_signs as signs
from device.boxes.galaktix.choice_desk import goal
from device.boxes.live import Fact, Facts, LivePart, LiveView, Picture
from device.desks.desk import Tell
from device.paper.lettering import placed
from device.paper.shapes import INK, SOFT_INK, WHITE, Filled, Ring, Shape, Sheet
from games.galaktix import rules
from games.galaktix.options import sensible_landings
from games.galaktix.pieces import COLOURS, FieldKind, Road, RoadView, Rocket, Spot, State, Step
from games.galaktix.wording import board_title, level_title
from games.spine.dialogue import say
from vision.table.mat_layout import Box

# In millimetres on a drawing this wide; a browser draws it as large as it has room.
_WIDTH = 180.0
_TOP = 8.0  # the points track
_LANE = 19.0
_LEFT = 13.0  # the road's shape
_RIGHT = 17.0  # what the road is worth
_GAP = 0.8
_GAIN: tuple[float, float, float] = (0.06, 0.42, 0.2)
_PASSED = 0.55  # how strong the colour of a field is that a rocket has passed
_AHEAD = 0.14


def live(scene: object, tell: Tell) -> LiveView | None:
    """The game at this moment; None before there is one."""
    if not isinstance(scene, State):
        return None
    parts: list[LivePart] = [_standing(scene, tell), _picture(scene, tell), _camp(scene, tell)]
    where = tell(say("galaktix.live.round", n=scene.round)) if scene.step is not Step.OVER else ""
    return LiveView(tell(level_title(scene.level)), tuple(parts), where=where)


def _standing(state: State, tell: Tell) -> Facts:
    points = Fact(tell(say("galaktix.live.points")), str(state.points), is_main=True)
    return Facts((points, Fact(tell(say("galaktix.live.goal")), tell(goal(state)))))


def _camp(state: State, tell: Tell) -> Facts:
    """Rockets and parts in the camp; those that neither camp nor supply ever has are left out."""
    level = state.level
    in_play = [colour for colour in COLOURS if level.camp[colour] or level.supply[colour]]
    facts = [Fact(tell(say(f"galaktix.live.{colour.key}")), str(state.camp[colour])) for colour in in_play]
    return Facts((*facts, Fact(tell(say("galaktix.live.parts")), str(state.parts))))


def _picture(state: State, tell: Tell) -> Picture:
    name = tell(board_title(state.level))
    lanes = _Lanes(state)
    words = [
        tell(
            say(
                "galaktix.live.road",
                road=say(f"face.{road.key}"),
                field=road.height,
                length=road.length,
                points=road.points,
            )
        )
        for road in state.roads
    ]
    return Picture(Sheet(name, (_WIDTH, _TOP + _LANE * len(Road)), tuple(lanes.shapes())), (name, *words))


@dataclass(frozen=True)
class _Lanes:
    """The roads from left to right, one below the other."""

    state: State

    @property
    def _longest(self) -> int:
        return len(self.state.level.board.points) - 1

    def _box(self, road: Road, field: int) -> Box:
        """Where a field lies."""
        pitch = (_WIDTH - _LEFT - _RIGHT) / self._longest
        return Box(_LEFT + (field - 1) * pitch, _TOP + road * _LANE + 1.0, pitch - _GAP, _LANE - 2.0)

    def shapes(self) -> list[Shape]:
        shapes: list[Shape] = []
        for field, points in enumerate(self.state.level.board.points[1:], start=1):
            box = self._box(Road.PINK, field)
            at = (box.x + box.width / 2, _TOP - 1.5)
            shapes.append(placed(str(points), at, 14.0, SOFT_INK, room=box.width, share=0.5, is_bold=True))
        for road in self.state.roads:
            shapes += self._lane(road)
        return [*shapes, *self._landings()]

    def _lane(self, road: RoadView) -> list[Shape]:
        first, middle = self._box(road.road, 1), _TOP + (road.road + 0.5) * _LANE
        shapes: list[Shape] = signs.road_sign(road.road, _LEFT / 2, middle, 9.5)
        for field in range(1, road.length + 1):
            shapes += self._field(road, field)
        if road.height:
            box = self._box(road.road, road.height)
            shapes += signs.rocket(Rocket.WHITE, box.x + box.width / 2, middle, 0.85 * first.height)
        at = (_WIDTH - 1.0, middle + 2.6)
        shapes.append(placed(str(road.points), at, 22.0, INK, room=_RIGHT - 3.0, share=1.0, is_bold=True))
        return shapes

    def _field(self, road: RoadView, field: int) -> list[Shape]:
        """A field in its road's colour, strong up to the rocket; ahead of it what lies there."""
        box, is_passed = self._box(road.road, field), field <= road.height
        colour = signs.tint(signs.COLOURS[road.road], _PASSED if is_passed else _AHEAD)
        edge = 0.5
        inner = Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge)
        shapes: list[Shape] = [Filled((box,), signs.COLOURS[road.road], 2.0), Filled((inner,), colour, 2.0 - edge)]
        if is_passed:
            return shapes
        x, y, size = box.x + box.width / 2, box.y + box.height / 2, min(box.width, 0.6 * box.height)
        spot = Spot(road.road, field)
        gains = rules.gains_at(self.state, spot)
        if self.state.level.board.kind(*_of(spot)) is FieldKind.SWIRL:
            shapes += signs.swirl(x, y, 0.9 * size)
        elif gains.rocket is not None:
            shapes += signs.rocket(gains.rocket, x, y, 1.25 * size)
        if gains.is_flag:
            shapes += signs.flag(x + 0.1 * size, box.y + 0.24 * box.height, 0.4 * size)
        return shapes

    def _landings(self) -> list[Shape]:
        """Where a rocket can go now: a ring, and what it would bring."""
        if self.state.step not in (Step.DECIDE, Step.ROAD):
            return []
        state = self.state
        if state.step is Step.DECIDE:
            state = rules.take_parts(state, rules.parts_due(state))
        best: dict[Spot, int] = {}
        for landing in sensible_landings(state):
            spot = Spot(landing.road, landing.field)
            best[spot] = max(best.get(spot, 0), rules.landing_points(state, landing))
        shapes: list[Shape] = []
        for spot, points in best.items():
            box = self._box(spot.road, spot.field)
            x, y = box.x + box.width / 2, box.y + box.height - 4.0
            plate = Box(box.x, y - 1.0, box.width, 5.0)
            shapes.append(Ring(x, box.y + 0.36 * box.height, 0.5 * min(box.width, 0.6 * box.height), 0.9, _GAIN))
            shapes.append(Filled((plate,), _GAIN, 1.5))
            shapes.append(placed(f"+{points}", (x, y + 2.8), 11.0, WHITE, room=box.width, share=0.5, is_bold=True))
        return shapes


def _of(spot: Spot) -> tuple[Road, int]:
    return spot.road, spot.field
