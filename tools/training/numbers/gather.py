"""Photographs to learn from, made once and kept in a folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.numbers.cards import any_deck, with_drawn_shadow
from tools.render.numbers.layouts import chips_beside, grid_of, strayed
from tools.render.numbers.litter import Thing, chips_and_markers, litter_beside, upon
from tools.render.numbers.tables import Photograph, any_shot, lay_newspaper, photograph

WIDTH, HEIGHT = 640, 384
# Columns of the table of cards.
SCENE, DIGIT, X, Y, SIZE, ANGLE, VISIBLE = range(7)  # DIGIT 0: a card with something else on it

Pictures = NDArray[np.uint8]
Rows = NDArray[np.float32]


def gather(folder: Path, first: int, count: int) -> tuple[Pictures, Rows]:
    """Pictures (count, HEIGHT, WIDTH, 3) and a row for each card; rendered unless the folder has them."""
    file = folder / f"numbers-{first}-{count}.npz"
    if not file.exists():
        cv2.setNumThreads(1)
        pictures, rows = [], []
        for number in range(count):
            shown = lesson(np.random.default_rng(first + number))
            pictures.append(shown.pixels)
            for card in shown.cards:
                digit = int(card.laid.mark) if card.laid.mark in "123456" else 0
                rows.append((number, digit, card.x, card.y, card.height, card.angle, card.visible))
        folder.mkdir(parents=True, exist_ok=True)
        np.savez(file, pictures=np.stack(pictures), table=np.array(rows, np.float32))
    kept = np.load(file)
    return kept["pictures"], kept["table"]


def lesson(rng: np.random.Generator) -> Photograph:
    """Any table with cards, seldom one without."""
    deck = any_deck(rng, kept_back=False)
    if rng.random() < 0.25:
        deck = with_drawn_shadow(deck, rng)
    shot = any_shot(rng, WIDTH, HEIGHT)
    if rng.random() < 0.25:
        shot = replace(shot, kelvin=float(rng.uniform(2200, 2900)), lamp_left=float(rng.uniform(0.2, 0.9)))
    kind = rng.choice(["grid", "small", "row", "one", "pile", "cut", "none"], p=[0.3, 0.25, 0.1, 0.1, 0.1, 0.07, 0.08])
    if kind == "none":
        if rng.random() < 0.4:
            return Photograph(lay_newspaper(rng, WIDTH, HEIGHT))
        return photograph(rng, deck, [], replace(shot, cluttered=True))
    side = int(rng.integers(5, 7)) if kind == "grid" else int(rng.integers(2, 5))
    rows, cols = {"row": (1, int(rng.integers(2, 7))), "one": (1, 1)}.get(str(kind), (side, side))
    count = int(rng.integers(max(1, rows * cols // 3), rows * cols + 1))
    cards = grid_of(rng, deck, rows, cols, count, float(rng.uniform(0.0, 0.06)), 0.08)
    if kind == "one":
        shot = replace(shot, fill=float(rng.uniform(0.25, 0.9)))
    if kind == "cut":
        shot = replace(shot, fill=float(rng.uniform(0.9, 1.3)), off_centre=1.3)
    if kind == "pile":
        cards += [strayed(rng, card) for card in cards if rng.random() < 0.3]
    extras = chips_beside(rng, deck, cards) if rng.random() < 0.25 else []
    things: list[Thing] = []
    if rng.random() < 0.35:
        shot = replace(shot, fill=float(rng.uniform(0.4, 0.8)))
        things = [*chips_and_markers(rng, deck, cards), *litter_beside(rng, deck, cards)]
    if rng.random() < 0.1:
        things.append(upon(rng, deck, cards[rng.integers(len(cards))]))
    return photograph(rng, deck, cards, shot, extras, things)
