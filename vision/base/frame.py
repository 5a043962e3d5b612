"""A camera picture with what is known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Frame:
    """Pixels (height, width, 3) uint8 in B, G, R order, the monotonic time in seconds, and the camera's metadata.

    `small` is the same picture small and grey, (height, width) uint8, if the camera makes one by itself.
    """

    pixels: NDArray[np.uint8]
    seconds: float = 0.0
    metadata: Mapping[str, float | str] = field(default_factory=dict)
    small: NDArray[np.uint8] | None = None
