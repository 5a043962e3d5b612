"""A camera picture with what is known about it, and whether anybody may keep it.

Whatever stays longer than the look, in a file, on the page or in a report, asks `Frame.to_keep` first. A cut-out that
is to stay is a `Frame` as well (`Frame.showing`), so that it is as private as the picture it was cut from.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.base.errors import PrivatePicture


@dataclass(frozen=True, slots=True)
class Frame:
    """Pixels (height, width, 3) uint8 in B, G, R order, the monotonic time in seconds, and the camera's metadata.

    `small` is the same picture small and grey, (height, width) uint8, if the camera makes one by itself. `news` is True
    where something has come since an earlier picture, in a smaller size; None where there is none to hold it against.
    `shade` is where that may be nothing but a shadow.
    """

    pixels: NDArray[np.uint8]
    seconds: float = 0.0
    metadata: Mapping[str, float | str] = field(default_factory=dict)
    small: NDArray[np.uint8] | None = None
    is_private: bool = False  # taken while only one player was to look
    news: NDArray[np.bool_] | None = None
    shade: NDArray[np.bool_] | None = None

    def showing(self, pixels: NDArray[np.uint8]) -> Frame:
        """Other pixels of the same look: as private as this one."""
        return Frame(pixels, self.seconds, self.metadata, self.small, self.is_private)

    def in_private(self) -> Frame:
        """The same picture, of which nothing may stay."""
        return replace(self, is_private=True)

    def to_keep(self) -> Frame:
        """This picture, for whoever keeps something of it; PrivatePicture if nobody may."""
        if self.is_private:
            raise PrivatePicture("This was seen while only one player was to look; nothing of it is kept.")
        return self

    def share_new(self, x: float, y: float, side: float) -> float:
        """How much of a square around a place has come since, 0..1; all of it where nothing tells."""
        return 1.0 if self.news is None else self._share(self.news, x, y, side)

    def share_shade(self, x: float, y: float, side: float) -> float:
        """How much of a square around a place may be nothing but a shadow that came since, 0..1."""
        return 0.0 if self.shade is None else self._share(self.shade, x, y, side)

    def _share(self, mask: NDArray[np.bool_], x: float, y: float, side: float) -> float:
        shrink = mask.shape[1] / self.pixels.shape[1]
        columns, rows = (
            slice(max(0, math.floor((middle - side / 2) * shrink)), max(0, math.ceil((middle + side / 2) * shrink)))
            for middle in (x + 0.5, y + 0.5)
        )
        square = mask[rows, columns]
        return float(square.mean()) if square.size else 0.0
