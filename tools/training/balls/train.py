"""Trains the two networks that see balls, on tables we render ourselves, and writes their files below vision/balls.

    python -m tools.training.balls.train finder --work DIR && python -m tools.training.balls.train judge --work DIR

The tables are rendered once and kept in DIR. The judge learns from what the finder finds, so the finder comes first.
Both go on from the shipped networks unless told to begin anew. The shipped ones were made before boards and cards lay
on the tables. A judge that went on with those for 17 minutes read 183 of 192 ordinary tables right (seed 8001) instead
of 169, but was sure of 109 instead of 114 and wrong while sure on one of 128 others, so it was not kept.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tools.training.balls.gather import Lessons, gather
from tools.training.balls.networks import Finder, Judge
from tools.training.onnx_files import export
from tools.training.pips.going_on import go_on_from
from vision.balls.finding import CELL, SIZES, USUAL_SIZE, Place
from vision.balls.finding import WEIGHTS as FINDING
from vision.balls.judging import BALL, CROP, DARKNESS, NOTHING, PART, SHIFT, SPREADS, TINT, cut_out
from vision.balls.judging import WEIGHTS as JUDGING
from vision.balls.profile import colour_points

Pictures = NDArray[np.uint8]
Rows = NDArray[np.float32]

LEAST_VISIBLE = 0.6  # of a ball; with less it cannot be told what it is
SLACK = 1.3  # balls that much smaller or larger than the finder must find are neither right nor wrong
FIRST_ERRORS = (0.09, 0.12)  # of the finder's places (sizes) and sizes (logarithm), one standard deviation
SECOND_ERRORS = (0.03, 0.05)  # what is left after a first correction
MOST_NOTHING = 16_000  # places without a ball; there are many more
RATE, GOING_ON = 2e-3, 7e-4  # of learning, at the start: what a shipped network knows must not be shaken off
KINDS = (0.44, 0.48, 0.08)  # shares of nothing, balls and parts of balls in a batch


def as_input(pictures: Pictures) -> Tensor:
    """(n, h, w, 3) bytes to (n, 3, h, w), as cv2.dnn feeds them."""
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float().sub(128).div(64)


def finder_target(balls: Rows, scale: float, cells: int) -> tuple[Rows, Rows]:
    """What the finder should answer for one picture, and which cells count for heat and for place."""
    target, counts = np.zeros((4, cells, cells), np.float32), np.zeros((2, cells, cells), np.float32)
    counts[0] = 1
    for _, x, y, size, visible, *_ in balls.tolist():
        small = size * scale
        across, down = ((x + 0.5) * scale) / CELL - 0.5, ((y + 0.5) * scale) / CELL - 0.5
        column, row = round(across), round(down)
        if not (0 <= column < cells and 0 <= row < cells):
            continue
        is_wanted = SIZES[0] <= small <= SIZES[1] and visible > 0.35
        is_near = SIZES[0] / SLACK <= small <= SIZES[1] * SLACK and visible > 0.1
        if is_near:  # cells beside the centre's may glow
            counts[0, max(0, row - 1) : row + 2, max(0, column - 1) : column + 2] = 0
        if is_wanted:
            target[:, row, column] = (1, np.log(small / USUAL_SIZE), across - column, down - row)
            counts[:, row, column] = 1
    # A ball beside another must not lie in the cells that do not count.
    counts[0][target[0] > 0] = 1
    return target, counts


def finder_loss(answer: Tensor, target: Tensor, counts: Tensor) -> Tensor:
    """Focal loss for the heat, absolute error for the place."""
    sure = torch.sigmoid(answer[:, 0])
    wanted = target[:, 0]
    off = (wanted - sure).abs()
    plain = nn.functional.binary_cross_entropy_with_logits(answer[:, 0], wanted, reduction="none")
    heat = (plain * off**1.5 * counts[:, 0] * (1 + 2 * wanted)).sum()
    place = ((answer[:, 1:] - target[:, 1:]).abs().sum(1) * counts[:, 1]).sum()
    return (heat + 0.5 * place) / counts[:, 1].sum().clamp(min=1)


def recoloured(pictures: Tensor, rng: np.random.Generator, common: float, own: float) -> Tensor:
    """Another exposure and another white balance."""
    shape = (len(pictures), 1, 1, 1)
    gains = np.exp(rng.normal(0, common, shape) + rng.normal(0, own, (len(pictures), 3, 1, 1))).astype(np.float32)
    return ((pictures + 2) * torch.from_numpy(gains)).clamp(0, 4) - 2


def train_finder(network: Finder, lessons: Lessons, minutes: float, rate: float, rng: np.random.Generator) -> None:
    """Show small pictures of tables until the time is over."""
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-2)
    side = lessons.pictures.shape[1]
    by_picture = [lessons.balls[lessons.balls[:, 0] == number] for number in range(len(lessons.pictures))]
    began, step, recent = time.monotonic(), 0, 0.0
    while (spent := (time.monotonic() - began) / (60 * minutes)) < 1:
        set_rate(optimiser, rate, step, spent)
        small = 4 * round(side * float(np.exp(rng.uniform(np.log(0.25), np.log(0.7)))) / 4)
        scale = small / side
        seen, wanted, counted = [], [], []
        for number in rng.integers(0, len(lessons.pictures), 16):
            picture = cv2.resize(lessons.pictures[number], (small, small), interpolation=cv2.INTER_AREA)
            target, counts = finder_target(by_picture[number], scale, small // CELL)
            seen.append(picture)
            wanted.append(target)
            counted.append(counts)
        shown = recoloured(as_input(np.stack(seen)), rng, 0.15, 0.05)
        answer = nn.functional.pixel_shuffle(network(shown), 2)
        loss = finder_loss(answer, torch.from_numpy(np.stack(wanted)), torch.from_numpy(np.stack(counted)))
        recent = one_step(network, optimiser, loss, recent)
        step += 1
        if step % 100 == 0:
            print(f"finder {step} {spent:.2f} loss {recent:.3f}", flush=True)


def set_rate(optimiser: torch.optim.Optimizer, rate: float, step: int, spent: float) -> None:
    """Warm up, then slow down along a cosine."""
    for group in optimiser.param_groups:
        group["lr"] = rate * min(1, step / 100 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5


def one_step(network: nn.Module, optimiser: torch.optim.Optimizer, loss: Tensor, recent: float) -> float:
    """Learn from one batch; the running mean of the loss."""
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimiser.step()
    return recent + (float(loss.item()) - recent) * 0.02


def found_places(network: Finder, pictures: Pictures, scale: float, least: float) -> Rows:
    """Where the finder sees balls: rows of picture, x, y, size in the pictures' own pixels."""
    found = []
    side = 4 * round(pictures.shape[1] * scale / 4)
    scale = side / pictures.shape[1]
    for first in range(0, len(pictures), 16):
        small = [cv2.resize(p, (side, side), interpolation=cv2.INTER_AREA) for p in pictures[first : first + 16]]
        with torch.no_grad():
            answers = nn.functional.pixel_shuffle(network(as_input(np.stack(small))), 2)
        heat = torch.sigmoid(answers[:, :1])
        peaks = (heat >= nn.functional.max_pool2d(heat, 3, 1, 1)) & (heat > least)
        for number, _, row, column in peaks.nonzero().tolist():
            size, dx, dy = answers[number, 1:, row, column].tolist()
            x, y = (column + 0.5 + dx) * CELL / scale - 0.5, (row + 0.5 + dy) * CELL / scale - 0.5
            found.append((first + number, x, y, USUAL_SIZE * np.exp(np.clip(size, -1.5, 1.5)) / scale))
    return np.array(found, np.float32).reshape(-1, 4)


def judge_rows(found: Rows, lessons: Lessons, rng: np.random.Generator) -> Rows:
    """What the judge learns from: rows of picture, x, y, size, kind, paint B, G, R.

    Every ball, what was found where no ball is, places beside balls, on the table, and far too small or large ones.
    """
    rows: list[tuple[float, ...]] = []
    for number in range(len(lessons.pictures)):
        balls = lessons.balls[lessons.balls[:, 0] == number]
        for _, x, y, size, visible, *paint, _ in balls.tolist():
            if visible > 0.12:
                rows.append((number, x, y, size, BALL if visible >= LEAST_VISIBLE else PART, *paint))
            angle, step = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.2) * size
            beside = (x + np.cos(angle) * step, y + np.sin(angle) * step)
            if rng.random() < 0.4 and is_apart(beside, balls, 0.4):
                rows.append((number, *beside, size * np.exp(rng.normal(0, 0.3)), NOTHING, 0, 0, 0))
            if rng.random() < 0.15:
                rows.append((number, x, y, size * rng.choice([0.4, 2.3]), NOTHING, 0, 0, 0))
        for _, x, y, size in found[found[:, 0] == number].tolist():
            if is_apart((x, y), balls, 0.6):
                rows.append((number, x, y, size, NOTHING, 0, 0, 0))
    return np.array(rows, np.float32)


def is_apart(spot: tuple[float, float], balls: Rows, least: float) -> bool:
    """Whether a place is on no ball; `least` in sizes from its centre."""
    return not len(balls) or bool((np.hypot(balls[:, 1] - spot[0], balls[:, 2] - spot[1]) > least * balls[:, 3]).all())


def crops_of(pictures: Pictures, rows: Rows, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Cut-outs, turned and mirrored, and what the judge should answer.

    Half of them are as far off as what the finder finds, half as little as what is left after a first correction.
    """
    crops, wanted = [], []
    for number, x, y, size, kind, *paint in rows.tolist():
        place_error, size_error = FIRST_ERRORS if rng.random() < 0.5 else SECOND_ERRORS
        grown = size * float(np.exp(rng.normal(0, size_error)))
        right, down = rng.normal(0, place_error, 2) if kind != NOTHING else (0.0, 0.0)
        crop = cut_out(pictures[int(number)], Place(x - right * grown, y - down * grown, grown, 1.0))
        for _ in range(int(rng.integers(4))):
            crop, right, down = np.rot90(crop), down, -right
        if rng.random() < 0.5:
            crop, right = crop[:, ::-1], -right
        tint = colour_points(np.array(paint) + 0.004)
        crops.append(crop)
        wanted.append((kind, right, down, np.log(size / grown), *tint, np.log(max(paint) + 0.01)))
    return as_input(np.stack(crops)), torch.from_numpy(np.array(wanted, np.float32))


def judge_loss(answer: Tensor, wanted: Tensor) -> Tensor:
    """How wrong the kind is; for balls also how wrong the correction is and how unlikely the true paint seems."""
    kind = wanted[:, 0].long()
    is_ball, is_any = (kind == BALL).float(), (kind != NOTHING).float()
    named = nn.functional.cross_entropy(answer[:, :3], kind, label_smoothing=0.005)
    shift = ((answer[:, SHIFT] - wanted[:, 1:4]).abs().sum(1) * is_any).sum() / is_any.sum().clamp(min=1)
    spreads = answer[:, SPREADS].clamp(-4.5, 2)
    tint = ((answer[:, TINT] - wanted[:, 4:6]) ** 2).sum(1) / (2 * torch.exp(2 * spreads[:, 0])) + 2 * spreads[:, 0]
    dark = (answer[:, DARKNESS] - wanted[:, 6]) ** 2 / (2 * torch.exp(2 * spreads[:, 1])) + spreads[:, 1]
    paint = ((tint + dark) * is_ball).sum() / is_ball.sum().clamp(min=1)
    return 2 * named + shift + 0.15 * paint


def hardness(network: Judge, pictures: Pictures, rows: Rows) -> Rows:
    """How much each lesson is worth showing: places without a ball the more, the more they look like one by now."""
    network.eval()
    worth = np.ones(len(rows), np.float32)
    nothing = np.flatnonzero(rows[:, 4] == NOTHING)
    for first in range(0, len(nothing), 64):
        part = nothing[first : first + 64]
        crops = [cut_out(pictures[int(n)], Place(x, y, size, 1.0)) for n, x, y, size in rows[part, :4].tolist()]
        with torch.no_grad():
            worth[part] = 0.6 + torch.softmax(network(as_input(np.stack(crops)))[:, :3], 1)[:, BALL].numpy()
    network.train()
    return worth


def train_judge(
    network: Judge, pictures: Pictures, rows: Rows, minutes: float, rate: float, rng: np.random.Generator
) -> None:
    """Show cut-outs until the time is over."""
    kinds = rows[:, 4].astype(int)
    worth = hardness(network, pictures, rows)
    chances = worth * (np.array(KINDS) / np.bincount(kinds, worth, minlength=3))[kinds]
    chances = chances / chances.sum()
    network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # a quarter faster
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-2)
    began, step, recent = time.monotonic(), 0, 0.0
    while (spent := (time.monotonic() - began) / (60 * minutes)) < 1:
        set_rate(optimiser, rate, step, spent)
        crops, wanted = crops_of(pictures, rows[rng.choice(len(rows), 64, p=chances)], rng)
        shown = recoloured(crops, rng, 0.1, 0.02).contiguous(memory_format=torch.channels_last)
        recent = one_step(network, optimiser, judge_loss(network(shown), wanted), recent)
        step += 1
        if step % 100 == 0:
            print(f"judge {step} {spent:.2f} loss {recent:.3f}", flush=True)


def main() -> None:
    """Render the tables, train the finder or the judge and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("finder", "judge"))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--shards", type=int, default=12, help="250 tables each")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--anew", action="store_true", help="forget the shipped networks")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(1)
    lessons = gather(given.work, 1, given.shards)
    rate = RATE if given.anew else GOING_ON
    finder, judge = Finder(), Judge()
    kept_finder, kept_judge = given.work / "finder.pt", given.work / "judge.pt"
    if kept_finder.exists():
        finder.load_state_dict(torch.load(kept_finder))
    elif not given.anew:
        go_on_from(finder, FINDING, as_input(lessons.pictures[:64]))
    if given.part == "finder":
        train_finder(finder, lessons, given.minutes, rate, rng)
        torch.save(finder.state_dict(), kept_finder)
        export(finder, torch.zeros(1, 3, 216, 384), FINDING, (2, 3))
        return
    found = [found_places(finder.eval(), lessons.pictures, scale, 0.08) for scale in (0.25, 0.5)]
    rows = judge_rows(np.concatenate(found), lessons, rng)
    is_spare = (rows[:, 4] == NOTHING) & (
        rng.random(len(rows)) > MOST_NOTHING / np.count_nonzero(rows[:, 4] == NOTHING)
    )
    rows = rows[~is_spare]
    print("lessons", np.bincount(rows[:, 4].astype(int)), flush=True)
    if kept_judge.exists():
        judge.load_state_dict(torch.load(kept_judge))
    elif not given.anew:
        go_on_from(judge, JUDGING, crops_of(lessons.pictures, rows[rng.choice(len(rows), 512)], rng)[0])
    train_judge(judge, lessons.pictures, rows, given.minutes, rate, rng)
    torch.save(judge.state_dict(), kept_judge)
    export(judge, torch.zeros(1, 3, CROP, CROP), JUDGING, (0,))


if __name__ == "__main__":
    main()
