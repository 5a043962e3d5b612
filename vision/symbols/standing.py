"""Whether a place shows a die that stands on the table, or something flat: a field of a printed board, a card, a chip.

A board shows the very faces of the dice. But a die has edges and sides of its own and a shadow at its foot, wherever it
lies; a printed field has the board around it. A small network tells them apart. It was trained by
tools/training/symbols/train_standing.py on tables we render ourselves; no photograph was used for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.networks import as_input, network
from vision.dice.face_finding import Candidate

SIDE = 32  # pixels of what is looked at ...
WIDE = 2.4  # ... which shows so many edges: the die, its sides and what is around
WEIGHTS = Path(__file__).with_suffix(".onnx")


def chances_to_stand(pixels: NDArray[np.uint8], places: Sequence[Candidate]) -> NDArray[np.float64]:
    """For each place how likely it is a die that stands there, 0..1."""
    if not places:
        return np.zeros(0)
    crops = [around(pixels, place) for place in places]
    net = network(WEIGHTS, (SIDE,))
    answers = []
    for crop in crops:
        net.setInput(as_input([crop]))
        answers.append(float(net.forward().ravel()[0]))
    return np.asarray(1 / (1 + np.exp(-np.clip(answers, -30, 30))))


def around(pixels: NDArray[np.uint8], place: Candidate) -> NDArray[np.uint8]:
    """What is to be seen at a place and around it, as large as the network takes it; beyond the border it goes on."""
    height, width = pixels.shape[:2]
    half = max(2.0, place.edge * WIDE / 2)
    left, top = round(place.x - half), round(place.y - half)
    right, bottom = round(place.x + half) + 1, round(place.y + half) + 1
    inside = pixels[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    if not inside.size:
        return np.zeros((SIDE, SIDE, 3), np.uint8)
    beyond = (max(0, -top), max(0, bottom - height), max(0, -left), max(0, right - width))
    if any(beyond):
        inside = cv2.copyMakeBorder(inside, *beyond, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(inside, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
