"""The simulated camera: photographs the simulated table. It is all a reader gets to see."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from device.errors import CameraFailed
from device.simulator.acts.table import EXPOSURE_SECONDS, SimulatedTable
from device.simulator.render.lighting import LIGHT_RIGS
from device.simulator.render.picture import render_noiseless
from device.simulator.render.scene import Scene
from device.simulator.render.sensor import add_noise
from vision.base.frame import Frame


class SimulatedCamera:
    """Takes pictures of a simulated table, as `device.parts.protocols.Camera`. Safe to use from several threads.

    A table at rest is drawn once; every further picture of it only gets noise of its own.
    """

    def __init__(self, table: SimulatedTable, seed: int | None = None) -> None:
        self._table = table
        self._rng = np.random.default_rng(seed)
        self._lock = threading.Lock()
        self._scene: Scene | None = None
        self._drawn: NDArray[np.int16] | None = None
        self._is_closed = False

    def capture(self) -> Frame:
        """A picture of the table as it is now; CameraFailed after closing."""
        with self._lock:
            if self._is_closed:
                raise CameraFailed("The simulated camera is closed. Start Bordbuch again to use it.")
            seconds = self._table.clock()
            scene = self._table.scene()
            if self._drawn is None or scene != self._scene:
                self._drawn = render_noiseless(scene)
                self._scene = scene
            rig = LIGHT_RIGS[scene.light]
            pixels = add_noise(self._drawn, rig.noise, self._rng)
            exposure = EXPOSURE_SECONDS[scene.light]
            return Frame(pixels, seconds, {"source": "simulator", "ExposureTime": exposure * 1e6})

    def refocus(self) -> bool:
        return False

    def close(self) -> None:
        """Take no more pictures from now on."""
        with self._lock:
            self._is_closed = True
            self._drawn = None
