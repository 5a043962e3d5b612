"""Teaches the usual space dice from pictures of two renderers and writes the pictures of the profile that is shipped.

What that profile says about the marks' inks was set by hand and stays.

python -m tools.training.symbols.shipped
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from random import Random

import cv2
import numpy as np

from device.simulator.acts.places import find_place
from device.simulator.render.geometry import Projection
from device.simulator.render.picture import render
from device.simulator.render.scene import PICTURE_SIZE, CameraPose, Face, Light, Pose, Scene, Surface
from tools.render.scenes.symbols import DICE, Condition, picture_of
from tools.render.symbols.styles import FACES, usual_style
from vision.base.frame import Frame
from vision.marks.profile import mark_profile_from
from vision.symbols.profile import PROFILE_FILE, SHIPPED, SymbolProfile, save_symbol_profile
from vision.symbols.teaching import teach_face

TEACHING = Condition("teaching", kelvin=(5600, 5600), exposure=(0.8, 0.8), tilt=(3, 8), touching=0.0, mirrored=0.0)


def simulated(face: Face, rng: Random) -> Frame:
    """The simulated table with that face up on all dice."""
    camera = CameraPose(tilt_degrees=4.0)
    projection = Projection(camera, *PICTURE_SIZE)
    poses: list[Pose] = []
    for _ in range(DICE):
        poses.append(find_place(face, poses, projection, rng, touching=0.0))
    return Frame(
        render(Scene(dice=tuple((pose,) for pose in poses), light=Light.NORMAL, surface=Surface.FELT, camera=camera))
    )


def main() -> None:
    """Teach every face and write the profile."""
    cv2.setNumThreads(1)
    style = usual_style(np.random.default_rng(1))
    profile: SymbolProfile | None = None
    for number, face in enumerate(FACES):
        drawn, _ = picture_of(np.random.default_rng([2, number]), style, TEACHING, [number] * DICE)
        profile = teach_face(profile, face, [Frame(drawn), simulated(Face(face), Random(f"shipped-{face}"))])
    if profile:
        file = SHIPPED / PROFILE_FILE
        marks = mark_profile_from(file, tomllib.loads(file.read_text(encoding="utf-8"))["marks"])
        save_symbol_profile(replace(profile, marks=marks), SHIPPED)


if __name__ == "__main__":
    main()
