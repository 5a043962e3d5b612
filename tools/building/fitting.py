"""What has to find room in the printed parts: every bought part as the points of its body, where it sits in the end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tools.building.mesh import Points

Measures = Mapping[str, float]
STEP = 2.0  # between two points of a body
EDGE, BOSS = 9.0, 7.0  # as in bordbuch.scad


@dataclass(frozen=True, slots=True)
class Body:
    """A bought part, and the printed parts it must not touch."""

    name: str
    near: tuple[str, ...]
    points: Points


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Points:
    """Points all through a box, those of its faces included."""
    sides = [np.linspace(a, b, max(2, round((b - a) / STEP) + 1)) for a, b in zip(low, high, strict=True)]
    return np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, 3)


def rod(middle: tuple[float, float, float], axis: int, width: float, length: float) -> Points:
    """Points on the skin and the axis of a cylinder that begins at `middle` and goes along an axis."""
    turns, steps = np.linspace(0, 2 * math.pi, 24, endpoint=False), np.arange(0, abs(length) + 0.01, STEP)
    rings = [np.stack([r * np.cos(turns), r * np.sin(turns)], axis=1) for r in (0.0, width / 4, width / 2)]
    points = [np.insert(ring, axis, math.copysign(far, length), axis=1) for ring in rings for far in steps]
    return np.concatenate(points) + np.array(middle)


@dataclass(frozen=True, slots=True)
class Console:
    """The outer measures of display case and button bar, as bordbuch.scad makes them."""

    width: float
    bar_height: float
    bar_depth: float
    hidden: float


def console(of: Measures) -> Console:
    """How large the console of this build is."""
    wall, air = of["print_wall"], of["print_clearance"]
    bar_height = of["button_deep"] + wall + 4
    width = max(of["display_board_width"] + 2 * (air + wall + BOSS + 3), 4 * of["button_pitch"] + 2 * EDGE)
    hidden = bar_height / math.cos(math.radians(of["print_lean"]))
    return Console(width, bar_height, of["button_flange"] + 2 * EDGE, hidden)


def bodies(of: Measures) -> Iterator[Body]:
    """Every bought part of a build with air around it, in the coordinates of bordbuch.scad."""
    yield from _in_the_console(of)
    air = of["print_clearance"] / 2  # half of what is planned must be left
    thick, free = of["stand_arm_thick"] / 2 + air, of["camera_board_height"] / 2 + 8
    yield Body("the arm", ("camera_head",), box((-thick, -free, 0.1), (thick, free, of["stand_arm_height"])))
    for x in (-1, 1):
        for y in (-1, 1):
            at = (x * of["camera_hole_across"] / 2, y * of["camera_hole_up"] / 2)
            yield Body("a screw M2", ("camera_head",), rod((*at, -12.0), 2, 2.0, 12.0))
            yield Body("a nut M2", ("camera_head",), rod((*at, -2.9), 2, 4.6, 2.8))
    thick = of["stand_post_thick"] / 2 + air
    yield Body("the post", ("pi_clip",), box((-thick, 0.1, -60.0), (thick, of["stand_post_width"], 60.0)))
    bolt = (-40.0, of["stand_post_width"] / 2, 0.0)
    yield Body("the bolt M6", ("pi_clip",), rod(bolt, 0, 6.0, 80.0))
    side, top = (
        of["stand_post_thick"] / 2,
        of["stand_arm_height"] / 2 - of["stand_clip_above"] - of["stand_hole_step"] / 2,
    )
    arm = box((side, -60.0, top - of["stand_arm_height"]), (side + of["stand_arm_thick"], 40.0, top))
    yield Body("the arm beside the post", ("pi_clip",), arm)
    yield from _at_the_clip(of)


def _in_the_console(of: Measures) -> Iterator[Body]:
    shell, air, wall = console(of), of["print_clearance"] / 2, of["print_wall"]
    lean = math.radians(of["print_lean"])
    up, out = np.array([0, math.sin(lean), math.cos(lean)]), np.array([0, -math.cos(lean), math.sin(lean)])
    frame = np.stack([np.array([1.0, 0, 0]), up, out])
    middle = np.array([shell.width / 2, 0, 0]) + up * (shell.hidden + EDGE + of["display_board_height"] / 2)

    def on_face(points: Points) -> Points:
        return points @ frame + middle

    wide, high = of["display_board_width"] / 2 + air, of["display_board_height"] / 2 + air
    board = box((-wide, -high, -wall - of["display_deep"] - 8), (wide, high, -wall - 0.05))
    yield Body("the display with its pins", ("case", "back"), on_face(board))
    glass, tall, at = of["display_window_width"] / 2, of["display_window_height"] / 2, of["display_window_up"]
    light = box((0.1 - glass, at - tall + 0.1, -wall), (glass - 0.1, at + tall - 0.1, 1.0))
    yield Body("the view of the display", ("case",), on_face(light))
    for number in range(4):
        x = shell.width / 2 + (number - 1.5) * of["button_pitch"]
        top = (x, -shell.bar_depth / 2, shell.bar_height - wall)
        near = ("button_bar", "floor", "case")
        yield Body("a button's thread", near, rod((*top[:2], top[2] + wall), 2, of["button_hole"] - 0.2, -wall))
        yield Body("a button below the panel", near, rod((*top[:2], top[2] - 0.05), 2, of["button_flange"], -10.0))
        yield Body(
            "a button's body", near, rod((*top[:2], top[2] - 0.05), 2, of["button_hole"], 0.05 - of["button_deep"])
        )


def _at_the_clip(of: Measures) -> Iterator[Body]:
    front = -6.5  # plate and room for nuts, as in bordbuch.scad
    half, up = of["computer_length"] / 2, of["computer_up"]
    wide, high = of["computer_width"] / 2, of["computer_spacer"]
    pi = box((-wide, front - high - of["computer_above"], up - half), (wide, front - high, up + half))
    yield Body("the Pi", ("pi_clip",), pi)
    middle = up + of["computer_first_hole"] + of["computer_holes_along"] / 2 - half
    for x in (-1, 1):
        for z in (-1, 1):
            at = (x * of["computer_holes_across"] / 2, middle + z * of["computer_holes_along"] / 2)
            yield Body("a screw M2.5", ("pi_clip",), rod((at[0], -12.0, at[1]), 1, 2.5, 11.5))
            yield Body("a nut M2.5", ("pi_clip",), rod((at[0], -3.4, at[1]), 1, 5.8, 2.5))
