"""Dice that do not lie flat: on an edge, or leaning against another die."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

import numpy as np

from device.simulator.acts.places import find_place, is_free, is_in_picture
from device.simulator.render.geometry import Floats, Projection, as_matrix, rotation_about, top_face
from device.simulator.render.scene import EDGE_MM, Face, Pose

_TRIES = 60
_GAP_MM = 0.05


def leaning_pose(others: Sequence[Pose], projection: Projection, rng: Random) -> Pose | None:
    """A die whose lower edge stands on the table and whose upper edge leans against one of `others`; None if none
    of them has room beside it."""
    flat = [pose for pose in others if top_face(pose) is not None]
    for _ in range(_TRIES if flat else 0):
        neighbour = rng.choice(flat)
        outward = _side_normal(neighbour, rng)
        # Beyond 45 degrees its weight lies between the edge on the table and the edge on the neighbour.
        angle = math.radians(rng.uniform(52.0, 68.0))
        towards = -outward
        turn = rotation_about((-towards[1], towards[0], 0.0), angle)
        half = EDGE_MM / 2 * (math.sin(angle) + math.cos(angle))
        place = np.asarray(neighbour.position) + outward * (EDGE_MM / 2 + half + _GAP_MM)
        pose = Pose((float(place[0]), float(place[1]), half), as_matrix(turn @ np.asarray(neighbour.rotation)))
        if is_in_picture(pose, projection) and is_free(pose, others):
            return pose
    return None


def on_edge_pose(flat: Pose, others: Sequence[Pose], projection: Projection, rng: Random) -> Pose:
    """The same die balancing on an edge, at its place or, if that is too narrow for it, at a free one."""
    pose = _tipped(flat)
    while not (is_free(pose, others) and is_in_picture(pose, projection)):
        pose = _tipped(find_place(rng.choice(list(Face)), others, projection, rng, touching=0.0))
    return pose


def _tipped(flat: Pose) -> Pose:
    """A die turned by 45 degrees about one of its lower edges' directions, standing on that edge."""
    rotation = np.asarray(flat.rotation)
    towards = rotation[:, int(np.argmin(np.abs(rotation[2])))]
    turn = rotation_about((-float(towards[1]), float(towards[0]), 0.0), math.pi / 4)
    x, y, _ = flat.position
    return Pose((x, y, EDGE_MM / math.sqrt(2.0)), as_matrix(turn @ rotation))


def _side_normal(pose: Pose, rng: Random) -> Floats:
    """The direction in which one of the four sides of a flat die looks."""
    axes = np.asarray(pose.rotation).T
    sides = [axis for axis in axes if abs(axis[2]) < 0.5]
    chosen: Floats = rng.choice(sides) * rng.choice((-1.0, 1.0))
    return chosen
