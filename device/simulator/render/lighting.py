"""The lights of the simulated room, and what the camera's automatics make of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from device.simulator.render.scene import Light, Vector

Floats = NDArray[np.float32]

_WAVELENGTHS_NM = (465.0, 545.0, 610.0)  # about where blue, green and red pixels are most sensitive
_DAYLIGHT_KELVIN = 5500.0


@dataclass(frozen=True, slots=True)
class LightRig:
    """A round lamp above the table, the light of the rest of the room, and how the camera answers to both."""

    lamp_mm: Vector
    lamp_radius_mm: float  # large: soft shadows
    lamp_strength: float  # light that falls on a card at the middle of the table held towards the lamp
    lamp_kelvin: float
    room_strength: float
    room_kelvin: float
    white_balance: float  # share of the colour cast that the camera takes out
    white_level: float  # where the automatic exposure puts a white card; 1 is where pixels clip
    noise: float  # standard deviation in 8-bit steps


LIGHT_RIGS: dict[Light, LightRig] = {
    Light.NORMAL: LightRig((-260.0, 240.0, 720.0), 130.0, 1.0, 4800.0, 0.75, 5400.0, 0.88, 0.86, 1.5),
    Light.DIM: LightRig((260.0, 300.0, 760.0), 110.0, 0.2, 4000.0, 0.13, 4600.0, 0.85, 0.24, 5.5),
    Light.WARM: LightRig((-180.0, -120.0, 640.0), 90.0, 0.8, 2700.0, 0.4, 2900.0, 0.62, 0.72, 2.2),
    Light.BRIGHT: LightRig((420.0, 500.0, 860.0), 22.0, 3.4, 5600.0, 0.9, 6200.0, 0.92, 1.06, 1.1),
    Light.SLANTED: LightRig((-640.0, 170.0, 260.0), 32.0, 2.2, 4600.0, 0.42, 5200.0, 0.85, 0.66, 1.7),
    # A single old bulb above the table: the camera takes out only half of its colour.
    Light.EVENING: LightRig((120.0, 160.0, 700.0), 80.0, 0.6, 2350.0, 0.22, 2600.0, 0.5, 0.6, 3.0),
}


def light_colour(kelvin: float) -> Floats:
    """Blue, green, red of a black body's light, with green = 1 and daylight = (1, 1, 1)."""

    def radiance(nanometres: float, temperature: float) -> float:
        return nanometres**-5 / (math.exp(1.4388e7 / (nanometres * temperature)) - 1.0)

    colour = [radiance(nm, kelvin) / radiance(nm, _DAYLIGHT_KELVIN) for nm in _WAVELENGTHS_NM]
    return np.array(colour, dtype=np.float32) / np.float32(colour[1])


def lamp_points(rig: LightRig, count: int) -> NDArray[np.float64]:
    """Points (count, 3) spread evenly over the lamp, which faces the middle of the table."""
    centre = np.asarray(rig.lamp_mm)
    forward = -centre / np.linalg.norm(centre)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    radii = rig.lamp_radius_mm * np.sqrt((np.arange(count) + 0.5) / count)
    angles = np.arange(count) * math.pi * (3.0 - math.sqrt(5.0))  # sunflower spiral
    spread = (radii * np.cos(angles))[:, None] * right + (radii * np.sin(angles))[:, None] * up
    points: NDArray[np.float64] = centre + spread
    return points


def room_directions(count: int) -> NDArray[np.float64]:
    """Unit directions (count, 3) over the half sphere above the table, denser towards the top (cosine law)."""
    sines = np.sqrt((np.arange(count) + 0.5) / count)
    angles = np.arange(count) * math.pi * (3.0 - math.sqrt(5.0))
    return np.stack([sines * np.cos(angles), sines * np.sin(angles), np.sqrt(1.0 - sines**2)], axis=1)


def camera_gains(rig: LightRig, exposure_steps: float, mean_reflectance: float) -> Floats:
    """What the camera multiplies blue, green and red with: exposure and white balance, neither of them perfect."""
    height = rig.lamp_mm[2] / math.hypot(*rig.lamp_mm)
    lamp = rig.lamp_strength * height * light_colour(rig.lamp_kelvin)
    white = lamp + rig.room_strength * light_colour(rig.room_kelvin)
    balance = (white[1] / white) ** rig.white_balance
    # A dark table pulls the exposure up a little, a light one down.
    pull = (0.2 / mean_reflectance) ** 0.12
    gains: Floats = (balance * rig.white_level / white[1] * pull * 2.0**exposure_steps).astype(np.float32)
    return gains
