"""Setting a camera up for a table: let it find exposure, white and focus by itself, then hold them still.

A camera that adjusts itself all the time makes the same die look different in every frame. So it may do that once, and
again when the light has become another one. Pure: metadata and brightness come in, controls go out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

Controls: TypeAlias = dict[str, Any]

CALM_FRAMES = 8  # exposure and white have been found when they stay the same for so long
SAME = 0.03  # changes by less than this share are none
LONGEST_SECONDS = 6.0  # then what has been found has to do
FOCUS_FOUND, FOCUS_FAILED = 2, 3  # libcamera's AfState
FOCUS_MANUAL, FOCUS_AUTO, FOCUS_START = 0, 1, 0  # its AfMode and AfTrigger
FLICKER_MANUAL, FLICKER_MICROSECONDS = 1, 10_000  # lamps at 50 Hz flicker a hundred times a second
DARKER, BRIGHTER = 0.55, 1.8  # the light is another one if the picture's brightness changes by these factors
OTHER_LIGHT_SECONDS = 3.0  # for so long, so that it is no hand
LEAST_BRIGHTNESS = 4.0  # grey levels; below that there is nothing to compare


class CameraSetup:
    """Follows one camera from frame to frame. `advertised` are the controls it has."""

    def __init__(self, advertised: Collection[str]) -> None:
        self._advertised = frozenset(advertised)
        self.is_locked = False
        self._began: float | None = None
        self._calm = 0
        self._before: tuple[float, ...] | None = None
        self._brightness: float | None = None  # when it was locked
        self._other_since: float | None = None

    def begin(self) -> Controls:
        """Let the camera find everything by itself."""
        self.is_locked = False
        self._began, self._calm, self._before, self._brightness, self._other_since = None, 0, None, None, None
        return self._known(
            {
                "AeEnable": True,
                "AwbEnable": True,
                "AeFlickerMode": FLICKER_MANUAL,
                "AeFlickerPeriod": FLICKER_MICROSECONDS,
                "AfMode": FOCUS_AUTO,
                "AfTrigger": FOCUS_START,
            }
        )

    def follow(self, metadata: Mapping[str, Any], brightness: float, seconds: float) -> Controls:
        """Take one frame into account; what is to be set now, mostly nothing."""
        if self.is_locked:
            return self._watch(brightness, seconds)
        if self._began is None:
            self._began = seconds
        now = _found(metadata)
        self._calm = self._calm + 1 if self._before is not None and _is_same(self._before, now) else 0
        self._before = now
        is_sharp = "AfMode" not in self._advertised or metadata.get("AfState") in (FOCUS_FOUND, FOCUS_FAILED)
        if (self._calm < CALM_FRAMES or not is_sharp) and seconds - self._began < LONGEST_SECONDS:
            return {}
        self.is_locked = True
        return self._lock(metadata)

    def _lock(self, metadata: Mapping[str, Any]) -> Controls:
        """Hold what the camera has found."""
        controls: Controls = {"AeEnable": False, "AwbEnable": False, "AfMode": FOCUS_MANUAL}
        held = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
        controls |= {name: metadata[name] for name in held if name in metadata}
        return self._known(controls)

    def _watch(self, brightness: float, seconds: float) -> Controls:
        """Begin again when the light has become another one."""
        if self._brightness is None:
            self._brightness = max(brightness, LEAST_BRIGHTNESS)
        change = max(brightness, LEAST_BRIGHTNESS) / self._brightness
        if DARKER < change < BRIGHTER:
            self._other_since = None
        elif self._other_since is None:
            self._other_since = seconds
        elif seconds - self._other_since >= OTHER_LIGHT_SECONDS:
            return self.begin()
        return {}

    def _known(self, controls: Controls) -> Controls:
        return {name: value for name, value in controls.items() if name in self._advertised}


def _found(metadata: Mapping[str, Any]) -> tuple[float, ...]:
    """What the camera has found so far: how much light it lets in, and its two colour gains."""
    light = float(metadata.get("ExposureTime", 1)) * float(metadata.get("AnalogueGain", 1.0))
    red, blue = metadata.get("ColourGains", (1.0, 1.0))
    return light, float(red), float(blue)


def _is_same(before: tuple[float, ...], now: tuple[float, ...]) -> bool:
    return all(abs(new - old) <= SAME * abs(old) for old, new in zip(before, now, strict=True))
