"""What pictures and drawings are while they are being made."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]  # colours have blue first, then green and red
Drawing = NDArray[np.uint8]  # bytes: OpenCV draws smooth lines and letters only on these
