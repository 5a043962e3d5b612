"""`bordbuch bench`: what reading, waiting and scoring cost, measured in one run on one thread, mostly as ratios.

Machines differ, so every time is divided by what OpenCV's ArUco detector needs for the same frame on the same machine.
The pictures in bench_pictures/ are rendered by tools/measuring/test_data.py; the deck of made-up cards is drawn here.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from device.boxes.found import find_boxes
from device.simulator.acts.table import SimulatedTable
from device.simulator.camera import SimulatedCamera
from vision.balls.profile import shipped_ball_profile
from vision.balls.reader import read_balls
from vision.base.frame import Frame
from vision.base.picture import picture_from_bytes
from vision.cards.reader import read_card
from vision.cards.teaching import TaughtCards, teach_card
from vision.numbers.profile import shipped_number_profile
from vision.numbers.reader import read_numbers
from vision.pips.reader import read_pips
from vision.symbols.profile import shipped_profile
from vision.symbols.reader import read_symbols
from vision.table.motion import SteadyGate

PICTURES = Path(__file__).with_name("bench_pictures")
BUDGETS = {"pips": 1.5, "symbols": 1.5, "taught symbols": 1.5, "balls": 1.5, "numbers": 4.0, "card": 3.0}  # times ArUco
TAUGHT_CARDS = 60


def measure(frames: int) -> dict[str, Any]:
    """Medians over `frames` runs each, on rendered 1536x864 frames."""
    cv2.setNumThreads(1)
    symbols = _picture("symbols")
    reading = {kind: _reading(kind, frames) for kind in BUDGETS}
    gate = SteadyGate()
    waiting = _median_ms(lambda: gate.step(symbols), frames)
    camera = SimulatedCamera(SimulatedTable(1))
    return {
        "opencv": cv2.__version__,
        "frame": list(symbols.pixels.shape[1::-1]),
        "reading": reading,
        "gate_step_ms": waiting,
        "gate_step_to_symbols": round(waiting / reading["symbols"]["ms"], 4),
        "gate_step_to_symbols_budget": 0.05,
        "simulated_capture_at_rest_ms": _median_ms(camera.capture, frames),
    } | _rules()


def _rules() -> dict[str, float]:
    """What the games say about their rules' cost."""
    measured: dict[str, float] = {}
    for box in find_boxes()[0]:
        measured |= box.bench() if box.bench is not None else {}
    return measured


def _reading(kind: str, frames: int) -> dict[str, float]:
    """One kind of reading beside ArUco on the same frame, taking turns so that both meet the same machine."""
    frame, read = _job(kind)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    times: dict[str, list[float]] = {"aruco": [], "reading": []}
    read(frame)  # what is loaded once does not count
    for _ in range(frames):
        times["aruco"].append(_seconds(lambda: detector.detectMarkers(frame.pixels)))
        times["reading"].append(_seconds(lambda: read(frame)))
    aruco, took = (1000 * statistics.median(times[name]) for name in ("aruco", "reading"))
    return {
        "ms": round(took, 2),
        "aruco_ms": round(aruco, 2),
        "to_aruco": round(took / aruco, 3),
        "budget": BUDGETS[kind],
    }


def _job(kind: str) -> tuple[Frame, Callable[[Frame], object]]:
    """A frame and how it is read, with the profile loaded before the clock starts."""
    match kind:
        case "pips":
            return _picture(kind), read_pips
        case "symbols":
            dice = shipped_profile()
            return _picture(kind), lambda frame: read_symbols(frame, dice)
        case "taught symbols":
            taught_dice = replace(shipped_profile(), marks=None)  # by the faces' pictures alone, as all that is taught
            return _picture("symbols"), lambda frame: read_symbols(frame, taught_dice)
        case "numbers":
            cards = shipped_number_profile()
            return _picture(kind), lambda frame: read_numbers(frame, cards, 6)
        case "balls":
            balls = shipped_ball_profile()
            return _picture(kind), lambda frame: read_balls(frame, balls)
    deck = {f"card {number}": _made_up_card(number) for number in range(TAUGHT_CARDS)}
    taught = TaughtCards.of({name: teach_card(picture) for name, picture in deck.items()})
    return _laid_on_table(deck["card 7"]), lambda frame: read_card(frame, taught)


def _picture(kind: str) -> Frame:
    return picture_from_bytes((PICTURES / f"{kind}.jpg").read_bytes())


def _made_up_card(number: int) -> NDArray[np.uint8]:
    """A card as full of detail as a printed one: shapes in many colours inside a white frame."""
    rng = np.random.default_rng(number)
    card = np.full((504, 360, 3), rng.integers(60, 220, 3), np.uint8)
    for _ in range(60):
        x, y = (int(value) for value in rng.integers((0, 0), (360, 504)))
        tone = tuple(int(value) for value in rng.integers(0, 256, 3))
        cv2.circle(card, (x, y), int(rng.integers(5, 50)), tone, int(rng.choice([-1, 2, 4])), cv2.LINE_AA)
        cv2.line(card, (x, y), tuple(int(value) for value in rng.integers((0, 0), (360, 504))), tone, 2, cv2.LINE_AA)
    cv2.rectangle(card, (0, 0), (359, 503), (240, 240, 240), 24)
    return card


def _laid_on_table(card: NDArray[np.uint8]) -> Frame:
    """The card, turned and at a slant, on the simulated table's place for five dice."""
    picture = _picture("symbols").pixels.copy()
    corners = np.array([[0, 0], [360, 0], [360, 504], [0, 504]], np.float32)
    seen = np.array([[560, 180], [890, 260], [800, 700], [470, 600]], np.float32)
    to_table = cv2.getPerspectiveTransform(corners, seen)
    size = (picture.shape[1], picture.shape[0])
    laid = cv2.warpPerspective(card, to_table, size, flags=cv2.INTER_AREA)
    covers = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), to_table, size)
    picture[covers > 127] = laid[covers > 127]
    return Frame(picture)


def _median_ms(work: Callable[[], object], times: int) -> float:
    work()
    return round(1000 * statistics.median(_seconds(work) for _ in range(times)), 3)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
