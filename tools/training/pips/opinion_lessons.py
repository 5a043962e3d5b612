"""Teaching the second opinion: what the reader itself takes for dice on tables full of other things."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tools.render.pips.cameras import View
from tools.render.pips.tables import Die
from tools.render.scenes.pips import CONDITIONS, Condition, picture_of
from tools.training.pips.learning import as_input
from tools.training.pips.namer_lessons import with_glare
from tools.training.pips.networks import FEATURES, Namer
from tools.training.pips.recount_lessons import other_gains
from vision.base.shrink import reduced
from vision.dice.face_finding import Candidate
from vision.pips.looks import LookSettings, TwoSizes, look_twice
from vision.pips.naming import CROP, NONE, READABLE, UNREADABLE
from vision.pips.reader import FINDING_WIDTH, places_in
from vision.table.light import JUDGED_WIDTH

BATCH = 256
RATE = 2e-3
LEAST_SPREAD = 0.05  # of a feature: less is not stretched
# How often no die, a die to be read and one that cannot be read are shown.
WEIGHTS = np.array([0.5, 0.35, 0.15])
VIEW = View(1024, 640, (700.0, 1270.0), (0.0, 0.0))  # as a whole table, but quicker to draw
# Conditions of tables in turn: half of them full of the rest of a game.
MIX = (
    "in a game", "evening in a game", "game, no dice", "space dice", "many tiny", "leaning", "covered", "card detail",
    "small touching", "balls", "evening in a game", "slanted", "usual", "other dice", "many tiny", "littered",
)  # fmt: skip
COVERED = 0.25  # share of the dice to be read that are also shown under something
WELL_PLACED, WELL_SIZED = 0.25, 0.35  # edges and logarithms; a die that is further off is no lesson ...
ON_DIE = 0.6  # ... nor is anything that near to it


@dataclass(frozen=True)
class Sighted:
    """Cut-outs (n, 64, 64, 3) of what the reader took for dice, and what they are."""

    crops: NDArray[np.uint8]
    kinds: NDArray[np.int64]


def sighted(path: Path, first_seed: int, tables: int) -> Sighted:
    """What the shipped finder and namer see on so many tables, kept in a file."""
    if not path.exists():
        crops: list[NDArray[np.uint8]] = []
        kinds: list[int] = []
        for number in range(tables):
            rng = np.random.default_rng((first_seed, number))
            pixels, dice = picture_of(harder(named(MIX[number % len(MIX)]), rng), rng)
            for place, crop in sightings_in(pixels):
                kind = kind_of(place, dice)
                if kind is not None:
                    crops.append(crop)
                    kinds.append(kind)
        np.savez(path, crops=np.stack(crops), kinds=np.array(kinds))
    stored = np.load(path)
    return Sighted(stored["crops"], stored["kinds"])


def named(name: str) -> Condition:
    """The condition of that name."""
    return next(condition for condition in CONDITIONS if condition.name == name)


def harder(condition: Condition, rng: np.random.Generator) -> Condition:
    """The condition in a smaller picture; in a game some dice lean or are covered, and more of them touch."""
    if condition.dice[1] > 10:  # many small ones have a picture of their own
        return condition
    smaller = replace(condition, view=VIEW)
    if condition.lean is not None:
        return replace(smaller, dice=(4, 8), leaning=6, edge=(34.0, 110.0))
    if not condition.in_game:
        return smaller
    lean = (0.44, 0.77) if rng.random() < 0.2 else None
    return replace(smaller, edge=(30.0, 110.0), lean=lean, is_hand_in=bool(rng.random() < 0.15), touching=0.3)


def sightings_in(pixels: NDArray[np.uint8]) -> list[tuple[Candidate, NDArray[np.uint8]]]:
    """Places that the reader looks at twice, and its last cut-outs."""
    small, scale = reduced(pixels, FINDING_WIDTH)
    judged, _ = reduced(small, JUDGED_WIDTH)
    picture = TwoSizes(pixels, small, scale)
    seen = look_twice(picture, places_in(picture, judged), LookSettings(), None)
    return [(each.place, each.crop) for each in seen.sightings]


def kind_of(place: Candidate, dice: Sequence[Die]) -> int | None:
    """What lies there; None where neither yes nor no would be right."""
    kind: int | None = NONE
    for die in dice:
        away = math.dist((place.x, place.y), (die.x, die.y)) / die.edge
        if away < WELL_PLACED and abs(math.log(place.edge / die.edge)) < WELL_SIZED:
            return READABLE if die.readable else UNREADABLE
        if away < ON_DIE:
            kind = None
    return kind


def train_opinion(network: Namer, lessons: Sighted, views: int, steps: int, rng: np.random.Generator) -> Namer:
    """Teach the opinion alone: what the namer sees stays as it is, so it is worked out only once for every view."""
    network.eval()
    features, kinds = (torch.cat(parts) for parts in zip(*seen_by(network, lessons, views, rng), strict=True))
    middle, spread = features.mean(0), features.std(0) + LEAST_SPREAD
    chances = (WEIGHTS / np.bincount(kinds.numpy(), minlength=3))[kinds.numpy()]
    ranges = np.cumsum(chances / chances.sum())
    first, second = nn.Linear(FEATURES, network.opinion[0].out_features), nn.Linear(network.opinion[0].out_features, 3)
    head = nn.Sequential(nn.Dropout(0.2), first, nn.ReLU(), nn.Dropout(0.1), second)
    optimiser = torch.optim.AdamW(head.parameters(), RATE, weight_decay=0.05)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, step / 100 + 0.05) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-5
        chosen = torch.from_numpy(np.minimum(np.searchsorted(ranges, rng.random(BATCH)), len(ranges) - 1))
        loss = nn.functional.cross_entropy(
            head((features[chosen] - middle) / spread), kinds[chosen], label_smoothing=0.003
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    with torch.no_grad():  # the namer's features come as they are: what they are levelled by goes into the weights
        network.opinion[0].weight.copy_(first.weight / spread)
        network.opinion[0].bias.copy_(first.bias - first.weight @ (middle / spread))
        network.opinion[2].load_state_dict(second.state_dict())
    return network


def seen_by(
    network: Namer, lessons: Sighted, views: int, rng: np.random.Generator
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """What the namer sees in some views of every cut-out, the first as it is, and in dice half covered; with kinds."""
    readable = np.flatnonzero(lessons.kinds == READABLE)
    for number in range(views):
        shown = [crop if number == 0 else view_of(crop, rng) for crop in lessons.crops]
        covered = [lessons.crops[which] for which in readable if rng.random() < COVERED]
        shown += [view_of(half_covered(crop, rng), rng) for crop in covered]
        kinds = torch.from_numpy(np.concatenate([lessons.kinds, np.full(len(covered), UNREADABLE)]))
        with torch.no_grad():
            for first in range(0, len(shown), BATCH):
                part = slice(first, first + BATCH)
                yield network.features(as_input(np.stack(shown[part]))), kinds[part]


def half_covered(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """A die under a card, a sleeve or a finger that reaches from one side to about its middle, with its shadow."""
    turn, reach = rng.uniform(0, 2 * math.pi), rng.uniform(-0.08, 0.16) * CROP
    way, middle = np.array([math.cos(turn), math.sin(turn)]), (CROP - 1) / 2
    across, wide = np.array([-way[1], way[0]]), CROP * (2.0 if rng.random() < 0.6 else rng.uniform(0.25, 0.5))
    near = middle + way * reach
    corners = [
        near - across * wide,
        near + across * wide,
        near + across * wide + way * 99,
        near - across * wide + way * 99,
    ]
    mask = np.zeros((CROP, CROP), np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(corners) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.4, 1.2)))[:, :, None] / np.float32(255)
    shadow = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1.5, 6)))[:, :, None] / np.float32(255)
    grain = cv2.resize(rng.normal(0, 1, (8, 8, 1)).astype(np.float32), (CROP, CROP), interpolation=cv2.INTER_CUBIC)
    tone = rng.uniform(10, 245, 3) + rng.uniform(0, 12) * grain[:, :, None]
    shaded = crop * (1 - rng.uniform(0, 0.5) * shadow)
    return np.asarray(np.clip(shaded * (1 - soft) + tone * soft, 0, 255), np.uint8)


def view_of(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """One cut-out in another turn, a little off, in other colours, another light and with noise."""
    crop = np.rot90(crop, int(rng.integers(4)))
    if rng.random() < 0.5:
        crop = crop[:, ::-1]
    crop = np.ascontiguousarray(crop)
    if rng.random() < 0.5:
        middle = (CROP - 1) / 2
        move = cv2.getRotationMatrix2D(
            (middle, middle), float(rng.uniform(-17, 17)), float(np.exp(rng.normal(0, 0.06)))
        )
        move[:, 2] += rng.normal(0, 1.0, 2)
        crop = np.asarray(cv2.warpAffine(crop, move, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    if rng.random() < 0.12:
        crop = with_glare(rng, crop)
    view = crop.astype(np.float32)
    if rng.random() < 0.5:
        view = view * other_gains(rng)
    if rng.random() < 0.2:
        view = 255 - view
    if rng.random() < 0.25:
        mix = rng.permuted(np.eye(3), axis=0) + rng.normal(0, 0.15, (3, 3))
        view = np.clip(view, 0, 255) @ mix.T.astype(np.float32)
    if rng.random() < 0.3:
        view = view + rng.normal(0, rng.uniform(0, 8), view.shape).astype(np.float32)
    return np.asarray(np.clip(view, 0, 255), np.uint8)
