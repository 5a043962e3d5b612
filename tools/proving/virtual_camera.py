"""The driver of the Pi's camera on the real picamera2 and libcamera, fed by libcamera's virtual camera.

Runs inside the throw-away Debian that `tools/proving/prove_camera` makes, never by itself. What it proves: opening,
streams, requests and buffers, times, closing and opening again. What it cannot: exposure, focus, colours of a sensor,
its speed; the virtual camera has no such controls, knows NV12 only and makes pictures as fast as they are taken.
"""

from __future__ import annotations

import mmap
import os
import sys
import time
import types
from typing import Any

PICTURES = "/table"  # where the virtual camera finds what it shows


class Anything(type):
    """A class whose every attribute is None."""

    def __getattr__(cls, name: str) -> None:
        return None


def stand_in_for_what_has_no_part_here() -> None:
    """picamera2 imports a preview library and a picture format at once, although nobody uses them."""
    pykms, openexr = types.ModuleType("pykms"), types.ModuleType("OpenEXR")
    pykms.PixelFormat = Anything("PixelFormat", (), {})  # type: ignore[attr-defined]
    openexr.InputFile = object  # type: ignore[attr-defined]
    sys.modules |= {"pykms": pykms, "OpenEXR": openexr}


def virtual_library() -> Any:
    """picamera2's real class with buffers in plain memory, since a machine that is no Pi has no others."""
    import libcamera
    import picamera2.picamera2
    from picamera2 import Picamera2
    from picamera2.allocators.allocator import Allocator, Sync

    class InMemory(Sync):  # type: ignore[misc]
        def __init__(self, allocator: Any, buffer: Any, write: bool) -> None:
            self._memory = allocator.mapped_buffers[buffer]

        def __enter__(self) -> Any:
            return self._memory

        def __exit__(self, *_: object) -> None:
            pass

    class MemoryAllocator(Allocator):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.sync = InMemory
            self.mapped_buffers: dict[Any, mmap.mmap] = {}
            self.frame_buffers: dict[Any, list[Any]] = {}

        def allocate(self, config: Any, _: object) -> None:
            self.mapped_buffers, self.frame_buffers = {}, {}
            for stream in config:
                self.frame_buffers[stream.stream] = [self._buffer(stream) for _ in range(stream.buffer_count)]

        def _buffer(self, stream: Any) -> Any:
            handle = os.memfd_create("frame")
            os.ftruncate(handle, stream.frame_size)
            planes = [libcamera.FrameBuffer.Plane() for _ in range(2)]  # one for both of NV12 ends in a crash
            light = stream.stride * stream.size.height
            for plane, offset, length in zip(planes, (0, light), (light, stream.frame_size - light), strict=True):
                plane.fd, plane.offset, plane.length = handle, offset, length
            buffer = libcamera.FrameBuffer(planes)
            self.mapped_buffers[buffer] = mmap.mmap(handle, stream.frame_size)
            return buffer

        def buffers(self, stream: Any) -> list[Any]:
            return self.frame_buffers[stream]

    class VirtualPicamera2(Picamera2):  # type: ignore[misc]
        sensor_modes = ()  # a virtual camera has no sensor

        def __init__(self, number: int = 0) -> None:
            super().__init__(number, allocator=MemoryAllocator())

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            return [{"format": "NV12", "size": (1536, 864)}]

    picamera2.picamera2.DmaAllocator = MemoryAllocator  # closing makes a fresh one
    return VirtualPicamera2


def prove() -> None:
    """Every step prints a line; the first one that is not as it should be ends it."""
    import cv2
    import numpy as np

    from device.errors import CameraFailed
    from device.parts.drivers.pi_camera import PiCamera
    from device.parts.drivers.returning_camera import ReturningCamera

    library = virtual_library()
    print("cameras:", library.global_camera_info())
    for turn in range(3):
        camera = PiCamera(library=library)
        frames = []
        for _ in range(20):
            asked = time.monotonic()
            frames.append(camera.capture())
            assert frames[-1].seconds >= asked, "a picture that was begun before it was asked for"
        camera.close()
        shown: list[Any] = [cv2.imread(f"{PICTURES}/{number}.jpg") for number in range(2)]
        for frame in frames:
            assert frame.pixels.shape == (864, 1536, 3), frame.pixels.shape
            assert frame.small is not None and frame.small.ndim == 2
            # The virtual camera stretches the brightness a little on its way; the picture itself must be the same.
            alike = max(float(np.corrcoef(frame.pixels.ravel()[::5], picture.ravel()[::5])[0, 1]) for picture in shown)
            assert alike > 0.985, f"not the picture that is shown: only {alike:.3f} alike"
        print(f"opened, 20 pictures, closed ({turn + 1}):", frames[-1].metadata)

    returning = ReturningCamera(lambda: PiCamera(library=library), pauses=(0.05,))
    for turn in range(3):
        until = time.monotonic() + 30
        while True:
            try:
                returning.capture()
                break
            except CameraFailed:
                assert time.monotonic() < until, "the camera did not come back"
                time.sleep(0.05)
        inner: Any = returning._camera
        inner._camera.stop()  # the camera stops under our hands
        try:
            returning.capture()
        except CameraFailed as error:
            print(f"stopped and told ({turn + 1}):", error)
        else:
            raise AssertionError("a camera that has stopped gave a picture")
    returning.close()
    print("all as it should be")


if __name__ == "__main__":
    stand_in_for_what_has_no_part_here()
    prove()
