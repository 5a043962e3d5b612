"""`bordbuch bench`: what reading and waiting cost, measured in one run on one thread, as ratios.

Machines differ, so every time is divided by what OpenCV's ArUco detector needs for the same frame on the same machine.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import cv2

from device.simulator.camera import SimulatedCamera
from device.simulator.render import render
from device.simulator.scene import Light
from device.simulator.scenes import random_scene
from device.simulator.table import SimulatedTable
from vision.frame import Frame
from vision.motion import SteadyGate
from vision.profile import shipped_profile
from vision.symbols import read_symbols

STARTS = 3
FIRST_SCREEN = (
    "from device.screens.content import Starting\nfrom device.screens.render import render\nrender(Starting(''))"
)


def measure(frames: int) -> dict[str, Any]:
    """Medians over `frames` runs each, on a rendered 1536x864 frame."""
    cv2.setNumThreads(1)
    scene, _ = random_scene(random.Random(1), Light.NORMAL)
    frame = Frame(render(scene))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    profile = shipped_profile()
    gate = SteadyGate()
    aruco = _median_ms(lambda: detector.detectMarkers(frame.pixels), frames)
    reading = _median_ms(lambda: read_symbols(frame, profile), frames)
    waiting = _median_ms(lambda: gate.step(frame), frames)
    table = SimulatedTable(1)
    camera = SimulatedCamera(table)
    capture = _median_ms(camera.capture, frames)
    return {
        "opencv": cv2.__version__,
        "frame": list(frame.pixels.shape[1::-1]),
        "aruco_ms": aruco,
        "symbols_ms": reading,
        "symbols_to_aruco": round(reading / aruco, 3),
        "symbols_to_aruco_budget": 1.5,
        "gate_step_ms": waiting,
        "gate_step_to_symbols": round(waiting / reading, 4),
        "gate_step_to_symbols_budget": 0.05,
        "simulated_capture_at_rest_ms": capture,
        "first_screen_to_import_pil": _first_screen_ratio(),
    }


def _median_ms(work: Callable[[], object], times: int) -> float:
    work()
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return round(1000 * statistics.median(took), 3)


def _first_screen_ratio() -> float:
    """Drawing the first screen in a new process, against importing the imaging library alone."""
    return round(_start(FIRST_SCREEN) / _start("import PIL.Image, PIL.ImageDraw, PIL.ImageFont"), 2)


def _start(program: str) -> float:
    took = []
    for _ in range(STARTS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        took.append(time.perf_counter() - began)
    return statistics.median(took)
