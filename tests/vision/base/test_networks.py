"""Networks are handed what they were taught with."""

import cv2
import numpy as np

from vision.base.networks import as_input


def test_pictures_are_handed_over_as_opencv_would():
    pictures = list(np.random.default_rng(1).integers(0, 256, (3, 20, 28, 3), np.uint8))
    assert np.array_equal(as_input(pictures), cv2.dnn.blobFromImages(pictures, 1 / 64, mean=(128, 128, 128)))
