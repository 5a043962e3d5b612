"""What it costs to live: the first screen, waiting at an idle table, and memory after an hour's worth of prompts.

Each is measured in a process of its own, which is the whole service with its page, and prints one line of JSON:
`python -m device.command.bench_life WHAT`.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from device.app import Device
    from device.page.server import PageServer
    from device.parts.protocols import Camera
    from device.screens.content import Screen
    from vision.base.frame import Frame

STARTS = 7
IDLE_SECONDS = 30.0
FRAMES_PER_SECOND = 10
PROMPTS_AN_HOUR = 600  # one every six seconds, which is a brisk player
IDLE_BUDGET, MEMORY_BUDGET_MB = 0.10, 150
STEPS_AT_MOST = 60_000  # only to end a measurement that got stuck
LUMA = "import luma.oled.device"
FIRST_SCREEN = """
from functools import partial
from pathlib import Path
import device.command.main
from device.app import configuration
from device.parts.drivers.assembly import Assembly
from device.parts.drivers.panels import open_panel
from device.parts.first_screen import show_first_screen
from device.parts.kit import without_auto

class NoBus:
    def write_i2c_block_data(self, address, mode, block):
        pass

config = configuration(Path("/nowhere"))
parts = without_auto(config.parts, is_pi=True)
assembly = Assembly(parts, open_glass=partial(open_panel, parts.display, bus=NoBus()))
show_first_screen(assembly.display, config.language)
assembly.display.close()
import sys
assert not {"cv2", "numpy", "uvicorn", "sqlite3"} & set(sys.modules)
"""


def measure_life() -> dict[str, Any]:
    """Measure all of it; that takes about two minutes."""
    idle = {kind: _child("idle", kind) for kind in ("simulated", "pictures")}
    hour = _child("hour", "pictures")
    return {
        "first_screen_to_import_luma": first_screen_ratio(),
        "idle_share_of_a_core": {kind: one["share"] for kind, one in idle.items()},
        "idle_share_of_a_core_budget": IDLE_BUDGET,
        "idle_memory_mb": {kind: one["memory_mb"] for kind, one in idle.items()},
        "memory_mb_after_an_hour_of_prompts": hour["memory_mb"],
        "memory_mb_at_most": hour["most_mb"],
        "memory_mb_budget": MEMORY_BUDGET_MB,
        "prompts_played": hour["prompts"],
    }


def first_screen_ratio() -> float:
    """From the start of the process to the first picture on the bus, against importing the display's library alone."""
    times: dict[str, list[float]] = {LUMA: [], FIRST_SCREEN: []}
    for _ in range(STARTS):
        for program, took in times.items():  # taking turns, so that both meet the same machine
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            took.append(time.perf_counter() - began)
    return round(statistics.median(times[FIRST_SCREEN]) / statistics.median(times[LUMA]), 2)


def _child(*what: str) -> dict[str, Any]:
    return run_apart("device.command.bench_life", *what)


def run_apart(module: str, *what: str) -> dict[str, Any]:
    """What a module prints that is run in a process of its own, with one thread."""
    done = subprocess.run(
        [sys.executable, "-m", module, *what],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


# --- in the child ---


class PictureCamera:
    """A camera that shows pictures instead of a table; `turn` shows the next one. It costs what a real one costs us."""

    def __init__(self) -> None:
        import cv2

        from vision.base.picture import picture_from_bytes

        picture = picture_from_bytes((Path(__file__).with_name("bench_pictures") / "symbols.jpg").read_bytes()).pixels
        self._pictures = [picture, picture[::-1, ::-1].copy()]
        self._small = [cv2.resize(cv2.cvtColor(one, cv2.COLOR_BGR2GRAY), (192, 108)) for one in self._pictures]
        self._at, self._seconds = 0, 0.0

    def turn(self) -> None:
        """Show the next picture, as if somebody had thrown the dice."""
        self._at = 1 - self._at

    def capture(self) -> Frame:
        from vision.base.frame import Frame

        self._seconds += 1 / FRAMES_PER_SECOND  # however fast it goes: an hour is played in a minute
        return Frame(self._pictures[self._at].copy(), self._seconds, {"source": "pictures"}, self._small[self._at])

    def refocus(self) -> bool:
        return False

    def close(self) -> None:
        pass


@contextmanager
def service(kind: str) -> Iterator[tuple[Device, PictureCamera, PageServer]]:
    """The whole device with its page, at the simulated table or with pictures for one."""
    import cv2

    from device.app import built, configuration
    from device.loop import page_of
    from device.parts.kit import panel_alone

    cv2.setNumThreads(1)
    camera = PictureCamera()

    def open_camera() -> Camera:
        return camera

    parts = panel_alone()
    if kind == "pictures":
        parts = replace(parts, open_camera=open_camera)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with built(folder, configuration(folder), parts, seed=1) as device:
            page = page_of(device, 0)
            page.start()
            try:
                yield device, camera, page
            finally:
                page.stop()
                parts.close()


def idle(kind: str) -> dict[str, float]:
    """What waiting for dice costs that nobody throws."""
    from device.loop import keep_going

    with service(kind) as (device, *_):
        device.service.begin(device.setup(next(iter(device.game_list)), None))
        stop = threading.Event()
        loop = threading.Thread(
            target=keep_going,
            args=(device.service, stop, 1 / FRAMES_PER_SECOND, device.set_the_table),
            daemon=True,
        )
        loop.start()
        time.sleep(5)  # what is done once does not count
        began, used = time.monotonic(), time.process_time()
        time.sleep(IDLE_SECONDS)
        share = (time.process_time() - used) / (time.monotonic() - began)
        memory = _memory_mb()
        stop.set()
        loop.join()
    return {"share": round(share, 4), "memory_mb": memory}


def hour(kind: str) -> dict[str, float]:
    """Play prompt after prompt as fast as it goes, every throw read from the camera."""
    with service(kind) as (device, camera, _):
        prompts = _play(device, camera.turn)
        memory = _memory_mb()
        most = _memory_mb("VmHWM")
    return {"memory_mb": memory, "most_mb": most, "prompts": prompts}


def _play(device: Device, throw: Callable[[], None]) -> int:
    """How many prompts fingers have answered after an hour's worth of them."""
    prompts = 0
    before = None
    for _ in zip(range(STEPS_AT_MOST), fingers(device, throw), strict=False):
        screen = device.service.screen
        if not isinstance(screen, _waiting()) and screen != before:
            prompts += 1
            before = screen
        if prompts >= PROMPTS_AN_HOUR:
            break
    return prompts


def fingers(device: Device, throw: Callable[[], None]) -> Iterator[None]:
    """Throw when the device waits and press OK otherwise: a step of the loop each time, without end."""
    from device.parts.protocols import Button
    from device.screens.content import List

    device.service.begin(device.setup(next(iter(device.game_list)), None))
    waited = 0
    while True:
        device.service.step()
        yield
        screen = device.service.screen
        waited = waited + 1 if isinstance(screen, _waiting()) else 0
        if waited:
            if waited % 40 == 1:
                throw()
            continue
        is_refused = isinstance(screen, List) and screen.rows[screen.cursor].is_refused
        device.panel.press(Button.DOWN if is_refused else Button.OK)


def _waiting() -> type[Screen]:
    from device.screens.content import Waiting

    return Waiting


def _memory_mb(line: str = "VmRSS") -> float:
    """What this process holds now, or with "VmHWM" has held at most."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    kilobytes = next(int(one.split()[1]) for one in lines if one.startswith(f"{line}:"))
    return round(kilobytes / 1024, 1)


if __name__ == "__main__":
    print(json.dumps({"idle": idle, "hour": hour}[sys.argv[1]](sys.argv[2])))
