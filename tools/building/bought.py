"""Bought parts and wood as simple bodies, for the pictures only: where they sit, pulled apart."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from tools.building.fitting import EDGE, Measures, console
from tools.building.mesh import Mesh
from tools.building.pictures import Colour

GLASS, BOARD, METAL, WOOD = (45, 50, 60), (70, 120, 90), (190, 190, 195), (235, 215, 175)
Painted = tuple[Mesh, Colour]
Place = tuple[float, float, float]


def prism(outline: list[tuple[float, float]], low: float, high: float) -> Mesh:
    """A body that stands on an outline, counter-clockwise seen from above, convex."""
    below, above = [np.array([x, y, low]) for x, y in outline], [np.array([x, y, high]) for x, y in outline]
    triangles = []
    for i in range(1, len(outline) - 1):
        triangles += [(above[0], above[i], above[i + 1]), (below[0], below[i + 1], below[i])]
    for i in range(len(outline)):
        j = (i + 1) % len(outline)
        triangles += [(below[i], below[j], above[j]), (below[i], above[j], above[i])]
    return np.array(triangles, dtype=float)


def cuboid(low: Place, high: Place) -> Mesh:
    """A box."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    return prism([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], z0, z1)


def drum(middle: tuple[float, float], width: float, low: float, high: float) -> Mesh:
    """An upright cylinder."""
    turns = [2 * math.pi * i / 28 for i in range(28)]
    return prism([(middle[0] + width / 2 * math.cos(t), middle[1] + width / 2 * math.sin(t)) for t in turns], low, high)


def in_the_console(of: Measures) -> list[Painted]:
    """The display behind its window, and the buttons above their holes."""
    shell, lean = console(of), math.radians(of["print_lean"])
    up, out = np.array([0, math.sin(lean), math.cos(lean)]), np.array([0, -math.cos(lean), math.sin(lean)])
    frame = np.stack([np.array([1.0, 0, 0]), up, out])
    middle = np.array([shell.width / 2, 0, 0]) + up * (shell.hidden + EDGE + of["display_board_height"] / 2)
    wide, high = of["display_board_width"] / 2, of["display_board_height"] / 2
    glass, tall, at = of["display_window_width"] / 2, of["display_window_height"] / 2, of["display_window_up"]
    board = cuboid((-wide, -high, -1.6), (wide, high, 0))
    panel = cuboid((-glass, at - tall, 0), (glass, at + tall, of["display_deep"] - 1.6))
    away = np.array([0, 100, 30])
    painted: list[Painted] = [(board @ frame + middle + away, BOARD), (panel @ frame + middle + away, GLASS)]
    for number in range(4):
        at_x, y = shell.width / 2 + (number - 1.5) * of["button_pitch"], -shell.bar_depth / 2 - 30
        top, hole = shell.bar_height + of["button_deep"] + 12, of["button_hole"]
        painted += [
            (drum((at_x, y), hole - 0.4, top - of["button_deep"] + 8, top), METAL),
            (drum((at_x, y), of["button_flange"], top, top + 3), GLASS),
        ]
    return painted


def at_the_post(of: Measures, parts: Mapping[str, Mesh], colours: Mapping[str, Colour]) -> list[Painted]:
    """Pi, clip, post, arm, camera head and camera pulled apart; the arm points to the left and to the front."""
    half, width = of["stand_post_thick"] / 2, of["stand_post_width"]
    wide, high, up = of["computer_width"] / 2, of["computer_length"] / 2, of["computer_up"]
    arm_top = -of["stand_clip_above"] - 12.5 + of["stand_arm_height"] / 2
    arm_low = arm_top - of["stand_arm_height"]
    end = -of["stand_arm_free"] - of["stand_arm_thick"]
    arm_x = 2 * half + 25  # beside the post, a little away from it
    head = np.array([arm_x, -of["stand_arm_free"], arm_low - 40])
    camera, lens = of["camera_board_width"] / 2, arm_low - 75
    sockets = cuboid((-wide + 2, -109, up + high - 22), (wide - 2, -96, up + high + 2))
    return [
        (cuboid((-half, 0, -170), (half, width, 60)), WOOD),
        (cuboid((arm_x - half, end, arm_low), (arm_x + half, width, arm_top)), WOOD),
        (parts["pi_clip"] + np.array([0, -60, 0]), colours["pi_clip"]),
        (cuboid((-wide, -96, up - high), (wide, -94.4, up + high)), BOARD),
        *([(sockets, METAL)] if of["computer_above"] > 10 else []),
        (parts["camera_head"] + head, colours["camera_head"]),
        (cuboid((arm_x - camera, head[1] - 12, lens), (arm_x + camera, head[1] + 12, lens + 1)), BOARD),
        (drum((arm_x, float(head[1])), 8.5, lens - 8, lens), GLASS),
    ]
