"""Setting a camera up for a table: let it find exposure, white and focus by itself, then hold them still.

A camera that adjusts itself all the time makes the same die look different in every frame. So it may do that once, and
again when the light has become another one. A focus that was not found is never held, but looked for again. Pure:
metadata and brightness come in, controls go out.
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
FOCUS_TRIES_SECONDS = 20.0  # between two tries for a focus that was not found
LEAST_BRIGHTNESS = 4.0  # grey levels; below that there is nothing to compare


class CameraSetup:
    """Follows one camera from frame to frame.

    `advertised` are the controls it has, with their limits if those are known; `focus_cm` is how far the table is, if
    the owner has said so: then nothing is searched for.
    """

    def __init__(self, advertised: Mapping[str, Any] | Collection[str], focus_cm: int = 0) -> None:
        self._advertised = frozenset(advertised)
        limits = advertised.get("LensPosition") if isinstance(advertised, Mapping) else None
        self._lens_limits = (float(limits[0]), float(limits[1])) if limits and limits[0] < limits[1] else None
        self._focus_cm = focus_cm
        self._is_focusing = False
        self._next_focus: float | None = None  # when a focus that was not found is tried for again
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
                **self.refocus(),
            }
        )

    @property
    def can_focus(self) -> bool:
        """Whether the lens moves by itself."""
        return "AfMode" in self._advertised

    def refocus(self) -> Controls:
        """Look for the sharpest picture again; exposure and white stay as they are."""
        self._next_focus = None
        if self._focus_cm:
            self._is_focusing = False
            return self._known({"AfMode": FOCUS_MANUAL, "LensPosition": self._within(100 / self._focus_cm)})
        self._is_focusing = self.can_focus
        return self._known({"AfMode": FOCUS_AUTO, "AfTrigger": FOCUS_START})

    def follow(self, metadata: Mapping[str, Any], brightness: float, seconds: float) -> Controls:
        """Take one frame into account; what is to be set now, mostly nothing."""
        focus = self._mind_focus(metadata, seconds)
        if self.is_locked:
            return focus | self._watch(brightness, seconds)
        if self._began is None:
            self._began = seconds
        now = _found(metadata)
        self._calm = self._calm + 1 if self._before is not None and _is_same(self._before, now) else 0
        self._before = now
        if (self._calm < CALM_FRAMES or self._is_focusing) and seconds - self._began < LONGEST_SECONDS:
            return focus
        self.is_locked = True
        return focus | self._lock(metadata)

    def _mind_focus(self, metadata: Mapping[str, Any], seconds: float) -> Controls:
        """Hold a focus that was found; look again, after a while, for one that was not."""
        if self._next_focus is not None and seconds >= self._next_focus:
            return self.refocus()
        if not self._is_focusing:
            return {}
        match metadata.get("AfState"):
            case state if state == FOCUS_FOUND:
                self._is_focusing = False
                return self._known(self._held_focus(metadata)) if self.is_locked else {}
            case state if state == FOCUS_FAILED:
                self._is_focusing, self._next_focus = False, seconds + FOCUS_TRIES_SECONDS
        return {}

    def _held_focus(self, metadata: Mapping[str, Any]) -> Controls:
        """The focus that was found, or the owner's, as one to be held; nothing if there is none yet."""
        if self._is_focusing or self._next_focus is not None or self._focus_cm:
            return {}
        position = metadata.get("LensPosition")
        return {"AfMode": FOCUS_MANUAL} | ({} if position is None else {"LensPosition": self._within(position)})

    def _within(self, position: float) -> float:
        """A lens position that the camera takes: what it reports itself may lie outside of that."""
        low, high = self._lens_limits or (position, position)
        return min(max(float(position), low), high)

    def _lock(self, metadata: Mapping[str, Any]) -> Controls:
        """Hold what the camera has found."""
        controls: Controls = {"AeEnable": False, "AwbEnable": False}
        held = ("ExposureTime", "AnalogueGain", "ColourGains")
        controls |= {name: metadata[name] for name in held if name in metadata}
        return self._known(controls | self._held_focus(metadata))

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
