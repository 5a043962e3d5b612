"""The camera on the Pi's ribbon cable, by picamera2: a main stream to read from, a small one for the steady gate."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from device.errors import CameraFailed
from device.parts.drivers.camera_setup import CameraSetup
from vision.base.frame import Frame

log = logging.getLogger(__name__)

MAIN_SIZE = (1536, 864)
SMALL_SIZE = (192, 108)
FRAME_MICROSECONDS = (40_000, 66_000)  # 25 frames a second, in dim light down to 15
BUFFERS = 4
FRAME_SECONDS = 2.0  # a camera that gives no picture for so long has stopped
KEPT = ("ExposureTime", "AnalogueGain", "DigitalGain", "ColourTemperature", "LensPosition", "Lux", "AfState")
# libcamera names colours from the last byte to the first: what it calls RGB888 lies in memory as B, G, R.
AS_BGR = {"NV12": cv2.COLOR_YUV2BGR_NV12, "YUV420": cv2.COLOR_YUV2BGR_I420}


class PiCamera:
    """As `device.parts.protocols.Camera`; CameraFailed if there is none, or none any more.

    `library` is picamera2's class, or something that stands in for it.
    """

    def __init__(self, *, upside_down: bool = False, focus_cm: int = 0, library: Any = None) -> None:
        try:
            library = library or _picamera2()
        except Exception as error:  # it may also be there and not fit the system's numpy
            raise CameraFailed(
                f"The camera at the ribbon cable needs picamera2, which cannot be loaded ({error}): sudo apt install"
                " python3-picamera2, in an environment that sees the system's packages (hardware.md)."
            ) from error
        try:
            self._camera: Any = _opened(library, _first_ribbon_camera(library.global_camera_info()))
        except Exception as error:  # one of its libraries may not fit the others, and then raises whatever it likes
            raise CameraFailed(
                f"There is no camera at the ribbon cable ({error}). Check that it sits firmly."
            ) from error
        try:
            self._configure(upside_down)
            self._setup = CameraSetup(self._camera.camera_controls, focus_cm)
            self._camera.start()
            self._set(self._setup.begin())
        except Exception as error:
            self.close()
            raise CameraFailed(f"The camera cannot be set up ({error}). Is another program using it?") from error

    def _configure(self, upside_down: bool) -> None:
        camera = self._camera
        more: dict[str, Any] = {}
        if upside_down:
            from libcamera import Transform

            more["transform"] = Transform(hflip=1, vflip=1)
        mode = widest_mode(camera.sensor_modes, MAIN_SIZE)
        if mode is not None:
            more["sensor"] = {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}
        if "FrameDurationLimits" in camera.camera_controls:
            more["controls"] = {"FrameDurationLimits": FRAME_MICROSECONDS}
        wanted = camera.create_video_configuration(
            main={"size": MAIN_SIZE, "format": "RGB888"},
            lores={"size": SMALL_SIZE, "format": "YUV420"},
            raw=None,
            buffer_count=BUFFERS,
            **more,
        )
        camera.configure(wanted)
        # What was asked for is not always what is given, and nothing says so.
        given = camera.camera_configuration()
        self._format, self._size = given["main"]["format"], given["main"]["size"]
        self._small_size = given["lores"]["size"]
        if self._format != "RGB888" and self._format not in AS_BGR:
            raise RuntimeError(f"it gives {self._format} pictures, which Bordbuch cannot read")

    def capture(self) -> Frame:
        """A picture that was begun after this was called."""
        asked = time.monotonic_ns()
        until = time.monotonic() + FRAME_SECONDS
        try:
            while True:
                request = self._next(until)
                try:
                    metadata = request.get_metadata()
                    begun = metadata["SensorTimestamp"] - 1000 * metadata.get("ExposureTime", 0)
                    if begun >= asked:
                        return self._frame(request, metadata, begun / 1e9)
                finally:
                    request.release()
        except (RuntimeError, OSError, KeyError) as error:  # among them TimeoutError
            raise CameraFailed(f"The camera has stopped ({str(error) or 'no picture came'}).") from error

    def _next(self, until: float) -> Any:
        job = self._camera.capture_request(wait=False)
        return self._camera.wait(job, timeout=max(0.001, until - time.monotonic()))

    def _frame(self, request: Any, metadata: Mapping[str, Any], seconds: float) -> Frame:
        width, height = self._small_size
        small = np.ascontiguousarray(
            request.make_array("lores")[:height, :width]
        )  # brightness comes first, then colour
        pixels = self._as_bgr(request.make_array("main"))
        self._set(self._setup.follow(metadata, float(small[::4, ::4].mean()), seconds))
        kept = {name: metadata[name] for name in KEPT if isinstance(metadata.get(name), int | float)}
        kept["locked"] = float(self._setup.is_locked)
        return Frame(pixels, seconds, {"source": "picamera2", **kept}, small)

    def _as_bgr(self, array: NDArray[np.uint8]) -> NDArray[np.uint8]:
        if self._format == "RGB888":
            return array
        width, height = self._size
        packed = np.ascontiguousarray(array[: height * 3 // 2, :width])
        return np.asarray(cv2.cvtColor(packed, AS_BGR[self._format]), np.uint8)

    def _set(self, controls: dict[str, Any]) -> None:
        if controls:
            log.info("camera: %s", controls)
            self._camera.set_controls(controls)

    def refocus(self) -> bool:
        """Look for the sharpest picture again; whether the lens can."""
        try:
            self._set(self._setup.refocus())
        except Exception as error:  # noqa: BLE001 - the next picture tells if the camera is gone
            log.warning("the camera was not focused: %s", error)
        return self._setup.can_focus

    def close(self) -> None:
        """Let go of the camera; a second time does nothing."""
        try:
            self._camera.close()
        except Exception as error:  # noqa: BLE001 - it is gone anyway
            log.warning("the camera was not let go of properly: %s", error)


def _picamera2() -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError:
        raise
    except Exception as error:  # made for another numpy, for example
        raise ImportError(str(error), name="picamera2") from error
    return Picamera2


def _opened(library: Any, place: int) -> Any:
    """The camera at this place. If it cannot be had, nothing of it is left behind, however often that is tried."""
    begun: Any = object.__new__(library)
    try:
        begun.__init__(place)
    except BaseException:
        if hasattr(begun, "notifyme_w"):  # picamera2 forgets to close it; after some hours no file could be opened
            os.close(begun.notifyme_w)
        raise
    return begun


def _first_ribbon_camera(cameras: list[Mapping[str, Any]]) -> int:
    """The place in this list of the first camera that is none at USB, which the other driver handles better.

    picamera2 wants the place; the "Num" in an entry is libcamera's own, which counts in another order.
    """
    for place, camera in enumerate(cameras):
        if "/usb" not in camera["Id"]:
            return place
    raise LookupError("none was found")


def widest_mode(modes: list[dict[str, Any]], size: tuple[int, int]) -> dict[str, Any] | None:
    """The sensor's mode that sees most of the table, and of those the smallest that has enough pixels.

    Left to itself libcamera takes the mode nearest in size, which on some sensors shows only the middle.
    """

    def view(mode: dict[str, Any]) -> float:
        _, _, width, height = mode["crop_limits"]
        return float(width * height)

    usable = [mode for mode in modes if "crop_limits" in mode]
    if not usable:
        return None
    widest = max(map(view, usable))
    candidates = [mode for mode in usable if view(mode) >= 0.98 * widest]
    enough = [mode for mode in candidates if mode["size"][0] >= size[0] and mode["size"][1] >= size[1]]
    return min(enough or candidates, key=lambda mode: (mode["size"][0] * mode["size"][1], -mode["bit_depth"]))
