"""A camera that may go away and come back: whoever looks is told at once, and it is opened anew in the background."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from device.errors import CameraFailed
from device.parts.protocols import Camera
from vision.base.frame import Frame

log = logging.getLogger(__name__)

PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0)  # seconds between two tries to open it, the last one for ever
STUCK_SECONDS = 20.0  # closing takes less than a second, unless the camera's library hangs


class ReturningCamera:
    """As `device.parts.protocols.Camera`. Opening and closing take seconds, so a thread of its own does them.

    `capture` never waits for that: without a camera it raises CameraFailed with the newest sentence about it.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        pauses: tuple[float, ...] = PAUSES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._closing_since: float | None = None
        self._open_camera = open_camera
        self._pauses = pauses
        self._changed = threading.Condition()
        self._camera: Camera | None = None
        self._broken: Camera | None = None
        self._problem = "The camera is being opened."
        self._has_tried = False
        self._is_closing = False
        self._thread = threading.Thread(target=self._keep_open, name="camera", daemon=True)
        self._thread.start()

    def capture(self) -> Frame:
        """The newest picture; CameraFailed while the camera is away."""
        with self._changed:
            camera = self._camera
            if camera is None:
                raise CameraFailed(self._problem)
        try:
            return camera.capture()
        except CameraFailed as error:
            with self._changed:
                if self._camera is camera:
                    self._camera, self._broken, self._problem = None, camera, str(error)
                    self._changed.notify_all()
            raise

    def refocus(self) -> bool:
        with self._changed:
            camera = self._camera
        return camera.refocus() if camera is not None else False

    @property
    def has_tried(self) -> bool:
        """Whether it is known if there is a camera."""
        with self._changed:
            return self._has_tried

    @property
    def problem(self) -> str | None:
        """What is wrong with the camera, or None if it is open."""
        with self._changed:
            return None if self._camera is not None else self._problem

    def close(self) -> None:
        """Let go of the camera; a second time does nothing."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        self._thread.join(timeout=5)

    # --- the thread ---

    def _keep_open(self) -> None:
        failures = 0
        while not self._is_closing:
            try:
                camera = self._open_camera()
            except Exception as error:  # noqa: BLE001 - whatever its libraries raise, it is tried again
                failures += 1
                self._tell(str(error) or type(error).__name__)
            else:
                failures = 0
                self._use(camera)
            self._wait(self._pauses[min(failures, len(self._pauses)) - 1] if failures else 0)
        if self._camera is not None:
            self._camera.close()

    def _use(self, camera: Camera) -> None:
        """Hand the camera out until it breaks, and close it then."""
        with self._changed:
            self._camera = camera
            self._has_tried = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._is_closing or self._broken is not None)
            broken, self._broken = self._broken, None  # closing, it is still the one in use
        if broken is not None:
            self._closing_since = self._clock()
            broken.close()
            self._closing_since = None

    @property
    def is_stuck(self) -> bool:
        """Whether a broken camera does not even let go of itself: only a fresh process helps then."""
        since = self._closing_since
        return since is not None and self._clock() - since > STUCK_SECONDS

    def _tell(self, problem: str) -> None:
        with self._changed:
            if problem != self._problem:
                log.warning("no camera: %s", problem)
            self._problem = problem
            self._has_tried = True
            self._changed.notify_all()

    def _wait(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_closing, seconds)
