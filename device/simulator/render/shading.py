"""How plastic looks in the light of the lamp, the room and the table. Vectors are columns, arrays of shape (3, n)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from device.simulator.render.lighting import LightRig, light_colour
from device.simulator.render.raycast import dot
from device.simulator.render.scene import EDGE_MM

Floats = NDArray[np.float32]

_GLOSS = 70.0  # Blinn-Phong exponent of polished plastic
_REFLECTION = 0.045  # of plastic, straight on


@dataclass(frozen=True)
class PlasticShader:
    """Lights points of plastic pieces, for one light and one kind of table."""

    rig: LightRig
    eye: Floats
    table_colour: Floats  # mean reflectance of the table, whose light falls on the sides

    def lamp_light(self, points: Floats, normals: Floats, lamp: Floats) -> tuple[Floats, Floats]:
        """Directions to one point of the lamp, and how much of its light falls there if nothing is in the way."""
        to_lamp = lamp - points
        squared = dot(to_lamp, to_lamp)
        to_lamp /= np.sqrt(squared)
        power = np.float32(self.rig.lamp_strength * sum(value**2 for value in self.rig.lamp_mm))
        light: Floats = np.maximum(dot(normals, to_lamp), 0) * power / squared
        return to_lamp, light

    def reflect(
        self, paint: Floats, points: Floats, normals: Floats, to_lamp: Floats, light: Floats, room: Floats
    ) -> Floats:
        """Light (3, n) towards the eye from polished plastic of this paint (3, n)."""
        lamp_colour = light_colour(self.rig.lamp_kelvin)[:, None]
        room_colour = light_colour(self.rig.room_kelvin)[:, None]
        up = normals[2]
        overhead = (0.5 + 0.5 * up) * room
        # Light from the table: close to it, a side sees mostly the piece's own shadow.
        falling = np.float32(self.rig.lamp_strength * self.rig.lamp_mm[2] / math.hypot(*self.rig.lamp_mm))
        table_light = self.table_colour[:, None] * (
            falling / np.float32(self.rig.room_strength) * lamp_colour + room_colour
        )
        from_table = (0.5 - 0.5 * up) * (0.3 + 0.7 * np.clip(points[2] / np.float32(EDGE_MM), 0, 1)) * room
        arriving = light * lamp_colour + overhead * room_colour + from_table * table_light
        return paint * arriving + self.mirrored(points, normals, to_lamp, light, overhead)

    def mirrored(self, points: Floats, normals: Floats, to_lamp: Floats, light: Floats, overhead: Floats) -> Floats:
        """Lamp and room as they are mirrored in a polished surface."""
        to_eye = self.eye - points
        to_eye /= np.sqrt(dot(to_eye, to_eye))
        half = to_lamp + to_eye
        half /= np.sqrt(dot(half, half))
        lamp = np.maximum(dot(normals, half), 0) ** np.float32(_GLOSS) * light
        lamp *= np.float32(_REFLECTION * (_GLOSS + 8) / 8)
        grazing = 1 - np.clip(dot(normals, to_eye), 0, 1)
        squared = grazing * grazing
        room = (_REFLECTION + (1 - _REFLECTION) * squared * squared * grazing) * overhead * np.float32(0.6)
        lamp_colour, room_colour = light_colour(self.rig.lamp_kelvin), light_colour(self.rig.room_kelvin)
        mirrored: Floats = lamp * lamp_colour[:, None] + room * room_colour[:, None]
        return mirrored
