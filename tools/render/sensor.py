"""Steps that every camera's picture goes through: where a pixel is, the tone curve's shoulder, JPEG.

What else a camera does (exposure, white balance, noise, sharpening) stands with each kind of piece: the steps come in
another order there, and their noise is drawn in another way.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.arrays import Array


def from_middle(width: int, height: int) -> tuple[Array, Array]:
    """How far right (1, width) and down (height, 1) pixels are: -1 .. 1 over the picture."""
    across, down = (np.linspace(-1, 1, side, dtype=np.float32) for side in (width, height))
    return across[None, :], down[:, None]


def shouldered(seen: Array, knee: float) -> Array:
    """The sensor's shoulder: what is brighter than the knee is compressed; it is still to be clipped."""
    return np.asarray(np.where(seen > knee, knee + (seen - knee) * 0.6, seen))


def as_jpeg(pixels: NDArray[Any], quality: int) -> NDArray[np.uint8]:
    """The picture after it was stored as JPEG of this quality."""
    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
