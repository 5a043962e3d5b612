"""A USB camera, by OpenCV. A thread takes every picture off the cable, so that none is old; few are ever unpacked."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from device.errors import CameraFailed
from vision.base.frame import Frame

log = logging.getLogger(__name__)

WANTED_SIZE = (1920, 1080)  # most have it; the picture is then brought down to what the readers are made for
MAIN_WIDTH = 1536
FRAME_SECONDS = 2.0
ON_THE_WAY = 2  # pictures that may have been begun before one was asked for, where the camera tells no times
ITS_CLOCK_WITHIN = 1.0  # seconds by which the camera's clock may differ from ours to be the same one
USB_CAMERAS = "/dev/v4l/by-id"


class PackedFrame(Frame):
    """A picture still packed as JPEG: it is unpacked when somebody looks at it, and only then."""

    __slots__ = ("_jpeg", "_turn", "_unpacked")

    _jpeg: NDArray[np.uint8]
    _turn: Callable[[NDArray[np.uint8]], NDArray[np.uint8]]
    _unpacked: NDArray[np.uint8] | None

    def __init__(
        self,
        jpeg: NDArray[np.uint8],
        seconds: float,
        metadata: Mapping[str, float | str],
        turn: Callable[[NDArray[np.uint8]], NDArray[np.uint8]],
    ) -> None:
        small = cv2.imdecode(jpeg, cv2.IMREAD_REDUCED_GRAYSCALE_8)
        if small is None:
            raise CameraFailed("The camera sent a picture that cannot be unpacked.")
        for name, value in (
            ("_jpeg", jpeg),
            ("_turn", turn),
            ("_unpacked", None),
            ("seconds", seconds),
            ("metadata", metadata),
            ("small", turn(np.asarray(small, np.uint8))),
            ("is_private", False),
        ):
            object.__setattr__(self, name, value)

    def in_private(self) -> PackedFrame:
        """The same picture, still packed."""
        private = object.__new__(PackedFrame)
        for name in ("_jpeg", "_turn", "_unpacked", "seconds", "metadata", "small"):
            object.__setattr__(private, name, getattr(self, name))
        object.__setattr__(private, "is_private", True)
        return private

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """The picture in full; unpacked once."""
        unpacked = self._unpacked
        if unpacked is None:
            unpacked = as_wide_as_needed(self._turn(np.asarray(cv2.imdecode(self._jpeg, cv2.IMREAD_COLOR), np.uint8)))
            object.__setattr__(self, "_unpacked", unpacked)
        return unpacked


class UsbCamera:
    """As `device.parts.protocols.Camera`; CameraFailed if there is none, or none any more."""

    def __init__(self, device: str = "", *, upside_down: bool = False, open_video: Callable[[str], Any] | None = None):
        path = device or first_usb_camera()
        self._video = open_video(path) if open_video is not None else _open_video(path)
        if not self._video.isOpened():
            raise CameraFailed(f"The camera {path} cannot be opened. Check the cable, or set camera.device.")
        self._upside_down = upside_down
        self._is_packed = _ask_for_packed_pictures(self._video)
        self._arrived = threading.Condition()
        self._count = 0  # pictures taken off the cable
        self._error = ""
        self._is_wanted = False  # somebody looks at pictures one by one
        self._done_with = 0  # up to this one
        self._is_closing = False
        self._thread = threading.Thread(target=self._keep_taking, name="usb-camera", daemon=True)
        self._thread.start()

    def _keep_taking(self) -> None:
        """Take picture after picture. Whoever wants one unpacks it between two of them."""
        while not self._is_closing:
            has_come = self._video.grab()
            with self._arrived:
                if not has_come:
                    self._error = "it sends no pictures any more"
                    self._arrived.notify_all()
                    return
                self._count += 1
                self._arrived.notify_all()
                # The next picture is not taken while this one is being unpacked: OpenCV keeps only one.
                self._arrived.wait_for(self._may_go_on, FRAME_SECONDS)

    def _may_go_on(self) -> bool:
        return not self._is_wanted or self._done_with >= self._count or self._is_closing

    def capture(self) -> Frame:
        """A picture that was begun after this was called, as far as the camera tells."""
        asked = time.monotonic()
        with self._arrived:
            first = self._done_with = self._count
            self._is_wanted = True
            try:
                while True:
                    seen = self._count
                    if not self._arrived.wait_for(partial(self._has_news_since, seen), FRAME_SECONDS) or self._error:
                        raise CameraFailed(f"The camera has stopped: {self._error or 'no picture came'}.")
                    begun = self._begun()
                    if begun >= asked if begun is not None else self._count - first > ON_THE_WAY:
                        return self._unpack(asked if begun is None else begun)
                    self._done_with = self._count
                    self._arrived.notify_all()
            finally:
                self._is_wanted = False
                self._arrived.notify_all()

    def _has_news_since(self, count: int) -> bool:
        return bool(self._error) or self._count > count

    def _begun(self) -> float | None:
        """When the newest picture was begun by the camera's clock, if that is ours."""
        seconds = float(self._video.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        return seconds if abs(time.monotonic() - seconds) < ITS_CLOCK_WITHIN else None

    def _unpack(self, seconds: float) -> Frame:
        done, picture = self._video.retrieve()
        if not done or picture is None:
            raise CameraFailed("The camera has stopped: its picture was lost.")
        metadata = {"source": "usb"}
        if self._is_packed:
            return PackedFrame(np.asarray(picture, np.uint8).reshape(1, -1), seconds, metadata, self._turned)
        return Frame(as_wide_as_needed(self._turned(np.asarray(picture, np.uint8))), seconds, metadata)

    def _turned(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return np.ascontiguousarray(picture[::-1, ::-1]) if self._upside_down else picture

    def refocus(self) -> bool:
        return False

    def close(self) -> None:
        """Let go of the camera; a second time does nothing."""
        with self._arrived:
            self._is_closing = True
            self._arrived.notify_all()
        self._thread.join(FRAME_SECONDS)
        if self._thread.is_alive():
            log.warning("the USB camera hangs; it is left to itself")
            return
        self._video.release()


def as_wide_as_needed(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A larger picture brought down to the width the readers are made for."""
    height, width = picture.shape[:2]
    if width <= MAIN_WIDTH:
        return picture
    size = (MAIN_WIDTH, round(height * MAIN_WIDTH / width))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def first_usb_camera(folder: str = USB_CAMERAS) -> str:
    """The first camera at USB. On a Pi /dev/video0 need not be one: its own converters have such names, too."""
    found = sorted(Path(folder).glob("usb-*-video-index0"))
    if not found:
        raise CameraFailed("There is no camera at USB. Plug one in, or set camera.kind.")
    return str(found[0])


def _open_video(path: str) -> Any:
    if not Path(path).exists():  # OpenCV would fill the log with its own warnings
        raise CameraFailed(f"There is no camera {path}. Plug it in, or set camera.device.")
    return cv2.VideoCapture(path, cv2.CAP_V4L2)


def _ask_for_packed_pictures(video: Any) -> bool:
    """Ask for full pictures as JPEG, which is all that fits through the cable; False if the camera sends others."""
    jpeg = int.from_bytes(b"MJPG", "little")
    video.set(cv2.CAP_PROP_FOURCC, jpeg)
    video.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_SIZE[0])
    video.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_SIZE[1])
    if int(video.get(cv2.CAP_PROP_FOURCC)) != jpeg or not video.set(cv2.CAP_PROP_CONVERT_RGB, 0):
        return False
    done, picture = video.read()
    if done and picture is not None and cv2.imdecode(np.asarray(picture, np.uint8).reshape(1, -1), 0) is not None:
        return True
    video.set(cv2.CAP_PROP_CONVERT_RGB, 1)
    return False
