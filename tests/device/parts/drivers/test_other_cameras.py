"""A USB camera, and a camera that goes away and comes back."""

import threading
import time

import cv2
import numpy as np
import pytest

from device.config.wiring import CameraConfig
from device.errors import CameraFailed
from device.parts.drivers import usb_camera
from device.parts.drivers.assembly import CameraKeeper, open_camera
from device.parts.drivers.returning_camera import STUCK_SECONDS, ReturningCamera
from device.parts.drivers.usb_camera import MAIN_WIDTH, UsbCamera, first_usb_camera
from tests.device.parts.drivers.waiting import wait_until
from vision.base.frame import Frame

MJPG = int.from_bytes(b"MJPG", "little")
YUYV = int.from_bytes(b"YUYV", "little")


class FakeVideo:
    """A camera behind V4L2 as OpenCV shows it: a queue of pictures that grows old if nobody takes them.

    Every picture's brightness is the number of the picture, so that it can be told which one arrived.
    """

    QUEUE = 4
    PERIOD = 0.005

    def __init__(self, fourcc=MJPG, size=(1920, 1080), has_clock=True, can_stay_packed=True):
        self.fourcc, self.size = fourcc, size
        self.has_clock, self.can_stay_packed = has_clock, can_stay_packed
        self.is_packed = False
        self.queue, self.grabbed = [], None
        self.has_arrived = threading.Condition()
        self.is_plugged_in, self.is_released = True, False
        self.made = self.unpacked = 0
        self.begun = {}  # when the newest picture of this brightness was begun
        threading.Thread(target=self._film, daemon=True).start()

    def _film(self):
        while self.is_plugged_in and not self.is_released:
            begun = time.monotonic()
            time.sleep(self.PERIOD)
            with self.has_arrived:
                self.made += 1
                if len(self.queue) < self.QUEUE:
                    self.queue.append((self.made, begun))
                self.has_arrived.notify_all()
        with self.has_arrived:
            self.has_arrived.notify_all()

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return self.is_plugged_in

    def set(self, name, value):
        if name == cv2.CAP_PROP_CONVERT_RGB:
            if value == 0 and not self.can_stay_packed:
                return False
            self.is_packed = value == 0
            return True
        return name in (cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)

    def get(self, name):
        if name == cv2.CAP_PROP_FOURCC:
            return self.fourcc
        assert name == cv2.CAP_PROP_POS_MSEC
        return self.grabbed[1] * 1000 if self.has_clock else 0.0

    def grab(self):
        assert not self.is_released, "released under the thread that still uses it"
        with self.has_arrived:
            if not self.has_arrived.wait_for(lambda: self.queue or not self.is_plugged_in, 1) or not self.queue:
                return False
            self.grabbed = self.queue.pop(0)
            return True

    def retrieve(self):
        number = self.grabbed[0] % 150 + 80
        self.begun[number] = self.grabbed[1]
        picture = np.full((self.size[1], self.size[0], 3), number, np.uint8)
        picture[: self.size[1] // 2, : self.size[0] // 2] = (255, 0, 0)  # the upper left quarter is blue
        self.unpacked += 1
        if self.is_packed and self.fourcc == MJPG:
            return True, cv2.imencode(".jpg", picture)[1].reshape(1, -1)
        return True, picture

    def read(self):
        return self.retrieve() if self.grab() else (False, None)

    def release(self):
        self.is_released = True


@pytest.fixture
def opened():
    cameras = []

    def open_it(video, **more):
        cameras.append(UsbCamera("/dev/video9", open_video=lambda path: video, **more))
        return cameras[-1]

    yield open_it
    for camera in cameras:
        camera.close()


@pytest.mark.parametrize("has_clock", [True, False])
@pytest.mark.parametrize("fourcc", [MJPG, YUYV])
def test_a_picture_is_never_an_old_one(opened, has_clock, fourcc):
    video = FakeVideo(fourcc, has_clock=has_clock, size=(640, 360))
    camera = opened(video)
    for _ in range(3):
        time.sleep(20 * FakeVideo.PERIOD)  # long enough for a queue to fill with old pictures
        asked = time.monotonic()
        frame = camera.capture()
        assert frame.seconds >= asked
        assert video.begun[int(frame.pixels[300, 600, 0])] >= asked


def test_it_is_as_large_as_the_readers_like_it_and_has_a_small_copy(opened):
    frame = opened(FakeVideo()).capture()
    assert frame.pixels.shape == (864, MAIN_WIDTH, 3)
    assert frame.pixels[100, 100].argmax() == 0, "blue comes first"
    assert frame.small.ndim == 2
    assert frame.small.shape == (135, 240)
    assert frame.metadata["source"] == "usb"


def test_a_picture_nobody_looks_at_is_not_unpacked(opened, monkeypatch):
    camera = opened(FakeVideo())
    decoded = []
    decode = cv2.imdecode
    monkeypatch.setattr(cv2, "imdecode", lambda data, flags: (decoded.append(flags), decode(data, flags))[1])
    frame = camera.capture()
    assert decoded == [cv2.IMREAD_REDUCED_GRAYSCALE_8]
    first = frame.pixels
    assert frame.pixels is first, "and only once"


def test_upside_down_it_is_turned(opened):
    frame = opened(FakeVideo(), upside_down=True).capture()
    assert frame.pixels[-100, -100].argmax() == 0
    assert frame.small[-10, -10] < frame.small[10, 10]


def test_a_camera_that_cannot_leave_its_pictures_packed_is_read_all_the_same(opened):
    frame = opened(FakeVideo(can_stay_packed=False)).capture()
    assert frame.pixels.shape == (864, MAIN_WIDTH, 3)
    assert frame.small is None


def test_unplugged_it_says_so(opened):
    video = FakeVideo()
    camera = opened(video)
    camera.capture()
    video.is_plugged_in = False
    with pytest.raises(CameraFailed, match="stopped"):
        for _ in range(20):
            camera.capture()


def test_one_that_cannot_be_opened_is_said():
    video = FakeVideo()
    video.is_plugged_in = False
    with pytest.raises(CameraFailed, match="/dev/video9"):
        UsbCamera("/dev/video9", open_video=lambda path: video)
    with pytest.raises(CameraFailed, match="/dev/video-none"):
        UsbCamera("/dev/video-none")


def test_the_first_camera_at_usb_is_found_by_its_lasting_name(tmp_path):
    with pytest.raises(CameraFailed, match="USB"):
        first_usb_camera(str(tmp_path))
    for name in (
        "usb-B_Cam-video-index0",
        "usb-A_Cam-video-index0",
        "usb-A_Cam-video-index1",
        "platform-x-video-index0",
    ):
        (tmp_path / name).touch()
    assert first_usb_camera(str(tmp_path)).endswith("usb-A_Cam-video-index0")


# --- going away and coming back ---


class Unreliable:
    """A camera that gives pictures until it is pulled out."""

    def __init__(self, is_in):
        self.is_in, self.is_closed = is_in, False

    def capture(self):
        if not self.is_in():
            raise CameraFailed("The camera has stopped.")
        return Frame(np.zeros((2, 2, 3), np.uint8))

    def close(self):
        self.is_closed = True


class Socket:
    """Where the camera is plugged in, or not."""

    def __init__(self):
        self.has_camera = True
        self.opened = []

    def open(self):
        if not self.has_camera:
            raise CameraFailed("There is no camera.")
        self.opened.append(Unreliable(lambda: self.has_camera))
        return self.opened[-1]


def sees(camera):
    try:
        camera.capture()
    except CameraFailed:
        return False
    return True


def test_unplugged_and_plugged_in_again_it_is_picked_up():
    plug = Socket()
    camera = ReturningCamera(plug.open, pauses=(0.01,))
    for _ in range(3):
        wait_until(lambda: sees(camera), "the picture")
        plug.has_camera = False
        assert not sees(camera)
        wait_until(lambda: plug.opened[-1].is_closed, "the old one being let go of")
        assert not sees(camera)
        plug.has_camera = True
    wait_until(lambda: sees(camera))
    camera.close()
    assert all(one.is_closed for one in plug.opened)
    assert len(plug.opened) == 4


def test_a_broken_camera_that_does_not_even_close_is_noticed():
    plug, clock, may_close = Socket(), [0.0], threading.Event()
    camera = ReturningCamera(plug.open, pauses=(0.01,), clock=lambda: clock[0])
    wait_until(lambda: sees(camera), "the picture")
    plug.opened[-1].close = lambda: may_close.wait(20)
    plug.has_camera = False
    assert not sees(camera)
    wait_until(lambda: camera._closing_since is not None, "the old one being let go of")
    assert not camera.is_stuck
    clock[0] += STUCK_SECONDS + 1
    assert camera.is_stuck
    may_close.set()
    wait_until(lambda: not camera.is_stuck, "it was only slow")
    camera.close()


def test_nobody_waits_for_a_camera_that_is_slow_to_open():
    is_slow = threading.Event()

    def slowly():
        is_slow.wait(20)
        return Unreliable(lambda: True)

    camera = ReturningCamera(slowly)
    assert not sees(camera), "told at once, while it is still being opened"
    assert not camera.has_tried
    is_slow.set()
    wait_until(lambda: sees(camera))
    camera.close()


def test_a_library_that_cannot_be_loaded_is_told_and_tried_again():
    """A camera library made for another numpy raises a ValueError, others whatever they like."""
    plug, reasons = Socket(), [ValueError("numpy.dtype size changed"), AssertionError()]

    def opened():
        if reasons:
            raise reasons.pop(0)
        return plug.open()

    camera = ReturningCamera(opened, pauses=(0.1,))
    wait_until(lambda: camera.has_tried)
    assert camera.problem == "numpy.dtype size changed"
    wait_until(lambda: camera.problem == "AssertionError")
    wait_until(lambda: sees(camera))
    camera.close()


def test_a_camera_that_is_not_there_is_told_once():
    keeper = CameraKeeper(CameraConfig("usb", device="/dev/video-none"))
    assert keeper.problem() is None
    camera = keeper.open()
    told = wait_until(keeper.problem)
    assert told.key == "parts.no_camera"
    assert keeper.problem() is None
    camera.close()


def test_no_camera_is_no_trouble_if_none_is_configured():
    keeper = CameraKeeper(CameraConfig("none"))
    camera = keeper.open()
    wait_until(lambda: camera.has_tried)
    assert keeper.problem() is None
    assert not sees(camera)
    camera.close()


def test_on_its_own_it_looks_at_the_ribbon_first_and_then_at_usb(monkeypatch):
    monkeypatch.setattr(usb_camera, "USB_CAMERAS", "/nowhere")
    with pytest.raises(CameraFailed, match=r"ribbon.*USB"):
        open_camera(CameraConfig("auto", device=""))
