"""Loading the small networks that lie beside the modules that use them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2


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
