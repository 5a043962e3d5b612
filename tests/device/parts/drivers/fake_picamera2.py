"""A stand-in for a Pi's camera that accepts nothing the real picamera2 would not.

Calls are bound to the real signatures; stream settings, formats, unknown controls and padded lines are handled by the
real package's own code. It has the buffers it was configured with and no more: one that is not given back is missing.
"""

import os
import threading
import time
from typing import ClassVar

import cv2
import numpy as np

from tests.device.parts.drivers.real_picamera2 import function, signature

FRAME_SECONDS = 0.004
READ_OUT_SECONDS = 0.002


class FakeJob:
    def __init__(self, camera):
        self.camera = camera


class FakeRequest:
    """A completed request; its arrays are the real ones, cut out of padded buffers."""

    def __init__(self, camera, metadata, picture):
        self._camera, self._metadata, self._picture = camera, metadata, picture
        self._is_released = False

    def get_metadata(self):
        return dict(self._metadata)

    def make_array(self, name):
        assert not self._is_released, "the buffer has been given back"
        config = self._camera.config.get(name)
        if config is None:
            raise RuntimeError(f"Stream {name!r} is not defined")
        shared = function("request", "Helpers", "_make_array_shared")(None, self._buffer(config), config)
        return np.ascontiguousarray(shared)

    def _buffer(self, config):
        """The bytes as the camera would leave them, lines padded with rubbish."""
        (width, height), stride = config["size"], config["stride"]
        picture = cv2.resize(self._picture, (width, height), interpolation=cv2.INTER_AREA)
        if config["format"] == "RGB888":
            lines = picture.reshape(height, width * 3)
        elif config["format"] == "BGR888":
            lines = picture[:, :, ::-1].reshape(height, width * 3)
        elif config["format"] == "YUV420":
            planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
            padded = np.full((height * 3 // 2, stride), 0xA5, np.uint8)
            padded[:height, :width] = planes[:height]
            return padded.reshape(-1)
        else:
            raise AssertionError(f"this sensor gives no {config['format']}")
        padded = np.full((height, stride), 0xA5, np.uint8)
        padded[:, : lines.shape[1]] = lines
        return padded.reshape(-1)

    def release(self):
        assert not self._is_released, "given back twice"
        self._is_released = True
        self._camera.free_buffers += 1


class FakePicamera2:
    """One camera. Class attributes say what it is; tests set them on a subclass."""

    CAMERAS = (
        {"Model": "imx708", "Location": 2, "Rotation": 180, "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0},
    )
    CONTROLS = (
        "AeEnable",
        "AwbEnable",
        "ExposureTime",
        "AnalogueGain",
        "ColourGains",
        "FrameDurationLimits",
        "AfMode",
        "AfTrigger",
        "LensPosition",
        "AeFlickerMode",
        "AeFlickerPeriod",
        "NoiseReductionMode",
        "ScalerCrop",
    )
    MODES = (
        {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
        {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
        {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    )
    PICTURE = np.zeros((864, 1536, 3), np.uint8)
    made: ClassVar[list] = []
    is_busy = False

    def __init__(self, *arguments, **named):
        given = signature("picamera2", "Picamera2", "__init__").bind(*arguments, **named).arguments
        notifyme_r, self.notifyme_w = os.pipe2(os.O_NONBLOCK)
        self.notifymeread = os.fdopen(notifyme_r, "rb")
        if given.get("camera_num", 0) >= len(self.CAMERAS):
            raise RuntimeError("No camera number found")
        self.opened = self.CAMERAS[given.get("camera_num", 0)]  # as the real one: the place, not the "Num"
        if self.is_busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.config, self.controls, self.log = {}, {}, []
        self.is_open, self.is_started, self.has_stopped = True, False, False
        self.free_buffers = 0
        self.frames = 0
        self.exposure = 8000
        self.lock = threading.Lock()
        type(self).made.append(self)

    @classmethod
    def global_camera_info(cls):
        return [dict(camera) for camera in cls.CAMERAS]

    @property
    def camera_controls(self):
        return dict.fromkeys(self.CONTROLS, (0, 0, 0))

    @property
    def sensor_modes(self):
        return [dict(mode) for mode in self.MODES]

    def create_video_configuration(self, *arguments, **named):
        given = signature("picamera2", "Picamera2", "create_video_configuration").bind(*arguments, **named).arguments
        with_defaults = function("picamera2", "Picamera2", "_make_initial_stream_config")
        main = with_defaults({"format": "XBGR8888", "size": (1280, 720), "preserve_ar": True}, given.get("main", {}))
        lores = with_defaults({"format": "YUV420", "size": main["size"], "preserve_ar": False}, given.get("lores"))
        if not set(given.get("sensor", {})) <= {"bit_depth", "output_size"}:
            raise RuntimeError("Unexpected keys in sensor configuration")
        return {**given, "main": main, "lores": lores}

    def configure(self, *arguments, **named):
        config = signature("picamera2", "Picamera2", "configure").bind(*arguments, **named).arguments["camera_config"]
        if self.is_started:
            raise RuntimeError("Camera must be stopped before configuring")
        for name in ("main", "lores"):
            function("picamera2", "Picamera2", "check_stream_config")(self, config[name], name)
            width = config[name]["size"][0] * (1 if config[name]["format"] == "YUV420" else 3)
            config[name]["stride"] = (width + 63) // 64 * 64 + 64
        self.config = config
        self.free_buffers = config["buffer_count"]
        self._check(config.get("controls", {}))

    def camera_configuration(self):
        return self.config

    def start(self):
        self.is_started = True

    def set_controls(self, *arguments, **named):
        controls = signature("picamera2", "Picamera2", "set_controls").bind(*arguments, **named).arguments["controls"]
        self._check(controls)
        self.controls |= controls
        self.log.append(controls)

    def _check(self, controls):
        for name in controls:
            if name not in self.CONTROLS:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")

    def capture_request(self, *arguments, **named):
        given = signature("picamera2", "Picamera2", "capture_request").bind(*arguments, **named).arguments
        assert given.get("wait") is False, "a camera that stops would hold up the loop for ever"
        if not self.is_started:
            raise RuntimeError("Camera is not started")
        return FakeJob(self)

    def wait(self, *arguments, **named):
        given = signature("picamera2", "Picamera2", "wait").bind(*arguments, **named).arguments
        if self.has_stopped or self.free_buffers == 0:
            time.sleep(given["timeout"])
            raise TimeoutError
        # The first one is a picture that was on its way already, as on a real camera.
        time.sleep(FRAME_SECONDS)
        self.frames += 1
        self.free_buffers -= 1
        late = 1.0 if self.frames % 2 else 0.0
        begun = time.monotonic_ns() - int((late * FRAME_SECONDS * 3) * 1e9)
        return FakeRequest(self, self.metadata(begun), self.PICTURE)

    def metadata(self, begun):
        exposure = self.controls.get("ExposureTime", self.exposure)
        return {
            "SensorTimestamp": begun + 1000 * exposure,
            "ExposureTime": exposure,
            "AnalogueGain": 2.0,
            "ColourGains": (1.8, 1.6),
            "LensPosition": 2.5,
            "AfState": 2 if self.frames > 4 else 1,
            "Lux": 250.0,
            "FrameDuration": 40000,
        }

    def close(self):
        if self.is_open:
            self.notifymeread.close()
            os.close(self.notifyme_w)
        self.is_open = self.is_started = False
