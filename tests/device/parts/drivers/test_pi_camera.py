"""The Pi's camera: our driver held against the real picamera2, and run on a stand-in that is as strict as that."""

import ast
import gc
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.errors import CameraFailed
from device.parts.drivers import pi_camera
from device.parts.drivers.camera_setup import OTHER_LIGHT_SECONDS, CameraSetup
from device.parts.drivers.pi_camera import MAIN_SIZE, SMALL_SIZE, PiCamera, widest_mode
from tests.device.parts.drivers.fake_picamera2 import FakePicamera2, FakeRequest
from tests.device.parts.drivers.real_picamera2 import is_property, members
from vision.base.frame import Frame
from vision.table.motion import SteadyGate, small_picture

PICTURES = Path(pi_camera.__file__).parents[2] / "command" / "bench_pictures"
TABLE = cv2.imread(str(PICTURES / "symbols.jpg"))


@pytest.fixture
def library():
    return type("Library", (FakePicamera2,), {"made": [], "PICTURE": TABLE})


def used(name):
    """The attributes that our driver uses of `self._camera` or of `request`, each with whether it is called."""
    tree = ast.parse(Path(pi_camera.__file__).read_text(encoding="utf-8"))
    calls = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return {
        (node.attr, id(node) in calls)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in name
    }


@pytest.mark.parametrize(
    ("names", "module", "real", "fake"),
    [
        (("self._camera", "camera", "library"), "picamera2", "Picamera2", FakePicamera2),
        (("request",), "request", "CompletedRequest", FakeRequest),
    ],
)
def test_all_that_the_driver_uses_is_in_the_real_package(names, module, real, fake):
    found = used(names)
    assert len(found) >= 3
    for attribute, is_called in found:
        assert attribute in members(module, real), f"{real} has no {attribute}"
        assert is_property(module, real, attribute) != is_called, f"{attribute} is used the wrong way"
        assert hasattr(fake, attribute)


def test_the_stand_in_refuses_what_the_real_one_would(library):
    with pytest.raises(TypeError):
        library(0, brightness=3)
    camera = library(0)
    with pytest.raises(TypeError):
        camera.create_video_configuration(mian={})
    with pytest.raises(ValueError, match="Bad key"):
        camera.create_video_configuration(main={"sise": (2, 2)})
    with pytest.raises(RuntimeError, match="Bad format"):
        camera.configure({"main": {"size": (2, 2), "format": "BGR"}, "lores": {}, "buffer_count": 1})
    with pytest.raises(RuntimeError, match="should be even"):
        camera.configure({"main": {"size": (3, 2), "format": "RGB888"}, "lores": {}, "buffer_count": 1})
    with pytest.raises(RuntimeError, match="not advertised"):
        camera.set_controls({"Brightnes": 1})


def test_a_picture_comes_in_the_order_of_opencv_whole_and_without_the_padding(library):
    camera = PiCamera(library=library)
    frame = camera.capture()
    assert frame.pixels.shape == (MAIN_SIZE[1], MAIN_SIZE[0], 3)
    assert np.array_equal(frame.pixels, TABLE)
    assert frame.pixels.flags.c_contiguous
    camera.close()


def test_the_small_picture_is_the_same_table(library):
    camera = PiCamera(library=library)
    frame = camera.capture()
    assert frame.small.shape == (SMALL_SIZE[1], SMALL_SIZE[0])
    apart = small_picture(frame.small, 192) - small_picture(frame.pixels, 192)[: SMALL_SIZE[1]]
    assert np.abs(apart).mean() < 4
    camera.close()


def test_the_gate_looks_at_the_small_picture_alone():
    class NoPixels(Frame):
        @property
        def pixels(self):
            raise AssertionError("the large picture was unpacked")

    gate = SteadyGate()
    frame = object.__new__(NoPixels)
    for name, value in (("small", np.zeros((108, 192), np.uint8)), ("seconds", 0.0), ("metadata", {})):
        object.__setattr__(frame, name, value)
    gate.step(frame)


def test_every_picture_was_begun_after_it_was_asked_for(library):
    camera = PiCamera(library=library)
    for _ in range(10):
        asked = time.monotonic()
        assert camera.capture().seconds >= asked
    assert library.made[0].frames > 10, "older ones came and were given back"
    camera.close()


def test_no_buffer_is_kept(library):
    camera = PiCamera(library=library)
    for _ in range(20):
        camera.capture()
    assert library.made[0].free_buffers == library.made[0].config["buffer_count"]
    camera.close()


def test_a_camera_that_stops_is_told_in_time(library, monkeypatch):
    monkeypatch.setattr(pi_camera, "FRAME_SECONDS", 0.05)
    camera = PiCamera(library=library)
    camera.capture()
    library.made[0].has_stopped = True
    with pytest.raises(CameraFailed, match="stopped"):
        camera.capture()
    camera.close()
    assert not library.made[0].is_open


def test_no_camera_at_the_ribbon_is_said(library):
    library.CAMERAS = ()
    with pytest.raises(CameraFailed, match="ribbon"):
        PiCamera(library=library)
    library.CAMERAS = ({"Model": "webcam", "Id": "/base/soc/usb@1:1.0-046d:0825", "Num": 0},)
    with pytest.raises(CameraFailed, match="ribbon"):
        PiCamera(library=library)


def test_beside_a_webcam_it_is_the_one_at_the_ribbon(library):
    """picamera2 sorts the cameras and wants the place in its list; the numbers in it are libcamera's, in its order."""
    ribbon, webcam = {**library.CAMERAS[0], "Num": 1}, {"Model": "webcam", "Id": "/base/soc/usb@1:1.0", "Num": 0}
    library.CAMERAS = (ribbon, webcam)
    PiCamera(library=library).close()
    assert library.made[0].opened == ribbon
    source = ast.unparse(members("picamera2", "Picamera2")["__init__"])
    assert "camera_num = self.global_camera_info()[camera_num]['Num']" in source


def test_a_camera_that_is_busy_for_days_does_not_use_up_the_files(library):
    library.is_busy = True
    open_files = Path("/proc/self/fd")
    before = len(list(open_files.iterdir()))
    for _ in range(30):
        with pytest.raises(CameraFailed, match="ribbon"):
            PiCamera(library=library)
    gc.collect()
    assert len(list(open_files.iterdir())) < before + 10
    assert "self.notifyme_w" in ast.unparse(members("picamera2", "Picamera2")["__init__"])


def test_without_the_package_that_is_said_too():
    with pytest.raises(CameraFailed, match=r"libcamera|picamera2"):
        PiCamera()


def test_a_library_made_for_another_numpy_is_said_too(monkeypatch):
    def misfit():
        raise ValueError("numpy.dtype size changed")

    monkeypatch.setattr(pi_camera, "_picamera2", misfit)
    with pytest.raises(CameraFailed, match=r"cannot be loaded \(numpy.dtype size changed") as refused:
        PiCamera()
    assert "firmly" not in str(refused.value)


def test_a_camera_without_focus_and_flicker_control_works_as_well(library):
    library.CONTROLS = ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"]
    camera = PiCamera(library=library)
    for _ in range(30):
        camera.capture()
    assert library.made[0].controls["AeEnable"] is False
    assert "AfMode" not in library.made[0].controls
    camera.close()


def test_a_format_nobody_asked_for_is_noticed(library):
    configure = library.configure

    def other(self, config):
        configure(self, config)
        self.config["main"]["format"] = "YUYV"

    library.configure = other
    with pytest.raises(CameraFailed, match="YUYV"):
        PiCamera(library=library)
    assert not library.made[0].is_open, "it is let go of"


def test_exposure_white_and_focus_are_found_and_then_held(library):
    camera = PiCamera(library=library)
    while not camera._setup.is_locked:
        frame = camera.capture()
    held = library.made[0].log[-1]
    assert held == {
        "AeEnable": False,
        "AwbEnable": False,
        "AfMode": 0,
        "ExposureTime": 8000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.8, 1.6),
        "LensPosition": 2.5,
    }
    assert frame.metadata["source"] == "picamera2"
    assert frame.metadata["ExposureTime"] == 8000
    assert frame.metadata["Lux"] == 250.0
    settings = len(library.made[0].log)
    for _ in range(20):
        assert camera.capture().metadata["locked"] == 1.0
    assert len(library.made[0].log) == settings, "nothing is set any more"
    camera.close()


def test_the_widest_view_is_taken_and_not_the_nearest_size():
    assert widest_mode(list(FakePicamera2.MODES), MAIN_SIZE)["size"] == (2304, 1296)
    module_2 = [
        {"size": (640, 480), "bit_depth": 10, "crop_limits": (1000, 752, 1280, 960)},
        {"size": (1640, 1232), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
        {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080)},
        {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
    ]
    assert widest_mode(module_2, MAIN_SIZE)["size"] == (1640, 1232)
    assert widest_mode([{"format": "MJPEG"}], MAIN_SIZE) is None


# --- when to lock, in pure time ---

ALL = ("AeEnable", "AwbEnable", "AfMode", "AfTrigger", "ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")


def seen(exposure=8000, gain=2.0, colours=(1.8, 1.6), focus=2):
    return {
        "ExposureTime": exposure,
        "AnalogueGain": gain,
        "ColourGains": colours,
        "AfState": focus,
        "LensPosition": 2.0,
    }


def followed(setup, frames, brightness=100.0, start=0.0):
    """Everything that is set while these frames come, one every tenth of a second."""
    said = [(n / 10 + start, setup.follow(metadata, brightness, n / 10 + start)) for n, metadata in enumerate(frames)]
    return [(at, controls) for at, controls in said if controls]


def test_it_waits_until_exposure_stands_still():
    setup = CameraSetup(ALL)
    setup.begin()
    rising = [seen(exposure=1000 * n) for n in range(1, 21)]
    ((at, controls),) = followed(setup, [*rising, *[seen(exposure=20000)] * 20])
    assert at >= 2.0
    assert controls["ExposureTime"] == 20000


def test_it_waits_for_the_focus_but_not_for_ever():
    setup = CameraSetup(ALL)
    setup.begin()
    ((at, _),) = followed(setup, [seen(focus=1)] * 30 + [seen(focus=2)] * 20)
    assert 3.0 <= at < 3.3
    setup.begin()
    ((at, _),) = followed(setup, [seen(focus=1)] * 100)
    assert 5.9 <= at <= 6.1


def test_another_light_lets_it_adjust_once_more_a_hand_does_not():
    setup = CameraSetup(ALL)
    setup.begin()
    followed(setup, [seen()] * 20)
    assert setup.is_locked
    assert followed(setup, [seen()] * 20, 100.0, 2.0) == []
    assert followed(setup, [seen()] * 20, 40.0, 4.0) == [], "two seconds of a dark sleeve"
    assert followed(setup, [seen()] * 10, 100.0, 6.0) == []
    ((at, controls), *_) = followed(setup, [seen()] * 60, 30.0, 7.0)
    assert at == pytest.approx(7.0 + OTHER_LIGHT_SECONDS, abs=0.2)
    assert controls["AeEnable"] is True


def test_without_picamera2_nobody_is_told_to_look_at_the_cable(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraFailed, match=r"cannot be loaded.*apt install python3-picamera2") as refused:
        PiCamera()
    assert "firmly" not in str(refused.value)


def focused(setup, *states, start=0.0, step=1.0):
    """What is set in the course of these frames, one a second; each with the state of its focus."""
    told = [setup.begin()]
    for number, state in enumerate(states):
        told.append(setup.follow(seen(focus=state), 100.0, start + number * step))
    return told


def test_a_focus_that_was_not_found_is_never_held():
    setup = CameraSetup(ALL)
    told = focused(setup, *[3] * 12)
    assert setup.is_locked, "exposure and white are held all the same"
    assert all("LensPosition" not in controls for controls in told)
    assert all(controls.get("AfMode", 1) == 1 for controls in told)


def test_a_focus_that_was_not_found_is_looked_for_again_until_it_is():
    setup = CameraSetup(ALL)
    told = focused(setup, *[3] * 21, *[1] * 4)  # at the second try it searches for a while
    assert sum("AfTrigger" in controls for controls in told) == 2, "at the start, and twenty seconds after it failed"
    held = setup.follow(seen(focus=2), 100.0, 26.0)
    assert held == {"AfMode": 0, "LensPosition": 2.0}
    assert setup.follow(seen(focus=2), 100.0, 27.0) == {}


def test_focusing_anew_leaves_exposure_and_white_as_they_are(library):
    camera = PiCamera(library=library)
    while not camera._setup.is_locked:
        camera.capture()
    assert camera.refocus() is True
    assert library.made[0].log[-1] == {"AfMode": 1, "AfTrigger": 0}
    camera.close()


def test_a_camera_that_cannot_focus_says_so(library):
    library.CONTROLS = ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"]
    camera = PiCamera(library=library)
    assert camera.refocus() is False
    camera.close()


def test_an_owner_may_say_how_far_the_table_is():
    setup = CameraSetup(dict.fromkeys(ALL, (0.0, 15.0, 1.0)), focus_cm=40)
    told = focused(setup, *[0] * 12)
    assert (told[0]["AfMode"], told[0]["LensPosition"]) == (0, 2.5)
    assert all("AfTrigger" not in controls for controls in told)
    assert setup.is_locked


def test_a_lens_position_the_camera_would_refuse_is_brought_within_its_limits():
    setup = CameraSetup(dict.fromkeys(ALL, (0.0, 1.5, 1.0)))
    assert any(controls.get("LensPosition") == 1.5 for controls in focused(setup, *[2] * 12))
