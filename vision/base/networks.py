"""Loading the small networks that lie beside the modules that use them, and handing pictures to them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

MIDDLE, SPREAD = 128, 64  # grey levels: what networks take as 0 and as 1


@lru_cache(maxsize=16)
def network(weights: Path, shape: tuple[int, ...] = ()) -> cv2.dnn.Net:
    """The network in an ONNX file, loaded once for every shape of its input that is told.

    A network that is shown now one shape, now another, is laid out anew each time: that may take as long as its answer.

    OpenCV 5 has two engines. For networks as small as these the older one, the only one that 4.11 knows, takes two
    thirds of the time.
    """
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    if engine is None:
        return cv2.dnn.readNetFromONNX(str(weights))
    return cv2.dnn.readNetFromONNX(str(weights), engine)


def as_input(pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Pictures of one size as networks take them: (pictures, 3, height, width), around 0.

    cv2.dnn.blobFromImage does the same and takes seven times as long for a picture of 256 x 144.
    """
    colours = np.array([cv2.split(picture) for picture in pictures], np.float32)
    colours -= MIDDLE
    colours *= 1 / SPREAD
    return colours
