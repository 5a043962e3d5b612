"""Trains the network that looks at two balls side by side, and writes vision/balls/pairing.onnx.

    python -m tools.training.balls.train_pair --work DIR

It learns from what the shipped finder and judge see on our tables, and sees with the first layers of the judge that
tools/training/balls/train.py kept in DIR; those stay as they are. So what they make of every cut-out is worked out only
once, and learning takes minutes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tools.training.balls.gather import gather
from tools.training.balls.networks import Judge, Pair
from tools.training.balls.pair_lessons import pair_crops
from tools.training.balls.train import as_input, one_step, recoloured, set_rate
from tools.training.onnx_files import export
from vision.balls.judging import BALL
from vision.balls.pairing import COLOURS, DARKNESS, HEIGHT, SPREADS, TINT, WEIGHTS, WIDTH

BATCH = 256
RATE = 2e-3
KINDS = (0.42, 0.48, 0.10)  # shares of nothing, balls and parts of balls in a batch
HELD_BACK = 3000  # lessons that are only for measuring
AGAIN = 400  # steps after which it is reckoned anew which lessons are hard


def pair_loss(answer: Tensor, wanted: Tensor) -> Tensor:
    """How wrong the kind is; for balls also how unlikely the true paint and its name seem."""
    kind = wanted[:, 0].long()
    is_ball = (kind == BALL).float()
    named = nn.functional.cross_entropy(answer[:, :3], kind, label_smoothing=0.002)
    spreads = answer[:, SPREADS].clamp(-4.5, 2)
    tint = ((answer[:, TINT] - wanted[:, 1:3]) ** 2).sum(1) / (2 * torch.exp(2 * spreads[:, 0])) + 2 * spreads[:, 0]
    dark = (answer[:, DARKNESS] - wanted[:, 3]) ** 2 / (2 * torch.exp(2 * spreads[:, 1])) + spreads[:, 1]
    called = nn.functional.cross_entropy(answer[:, COLOURS], wanted[:, 4].long(), reduction="none")
    paint = ((0.15 * (tint + dark) + 0.5 * called) * is_ball).sum() / is_ball.sum().clamp(min=1)
    return 2 * named + paint


def seen_by(network: Pair, crops: NDArray[np.uint8], rng: np.random.Generator, is_recoloured: bool) -> Tensor:
    """What the judge's layers make of every cut-out, half of them mirrored."""
    seen = []
    for first in range(0, len(crops), BATCH):
        shown = crops[first : first + BATCH].copy()
        mirrored = rng.random(len(shown)) < 0.5
        shown[mirrored] = shown[mirrored, ::-1]
        picture = as_input(shown)
        with torch.no_grad():
            seen.append(network.near(recoloured(picture, rng, 0.1, 0.02) if is_recoloured else picture).half())
    return torch.cat(seen)


def learn(network: Pair, looks: list[Tensor], wanted: Tensor, steps: int, rng: np.random.Generator) -> None:
    """Show what was seen; what is still told wrongly is shown more often."""
    kinds = wanted[:, 0].long().numpy()
    hardness = np.ones(len(kinds))
    optimiser = torch.optim.AdamW(network.last.parameters(), RATE, weight_decay=2e-2)
    recent, chances = 0.0, hardness
    network.last.train()
    for step in range(steps):
        if step % AGAIN == 0:
            chances = hardness * (np.array(KINDS) / np.bincount(kinds, hardness, minlength=3))[kinds]
            chances = chances / chances.sum()
        set_rate(optimiser, RATE, step, step / steps)
        picked = rng.choice(len(kinds), BATCH, p=chances)
        answer = network.last(looks[int(rng.integers(len(looks)))][picked].float())
        recent = one_step(network.last, optimiser, pair_loss(answer, wanted[picked]), recent)
        told = torch.softmax(answer.detach()[:, :3], 1)[torch.arange(BATCH), wanted[picked, 0].long()].numpy()
        hardness[picked] = 0.6 * hardness[picked] + 0.4 * (0.35 + 2.5 * (1 - told))
        if step % 500 == 499:
            print(f"pair {step + 1} loss {recent:.3f}", flush=True)
    network.last.eval()


def report(network: Pair, seen: Tensor, wanted: Tensor) -> None:
    """How well cut-outs are told that were never shown."""
    with torch.no_grad():
        balls = torch.softmax(network.last(seen.float())[:, :3], 1)[:, BALL]
    is_ball = wanted[:, 0] == BALL
    right, wrong = (balls[is_ball] > 0.9).float().mean(), (balls[~is_ball] > 0.9).float().mean()
    print(f"balls above 0.9: {right:.3f} of {int(is_ball.sum())}; others: {wrong:.4f} of {int((~is_ball).sum())}")


def main() -> None:
    """Render, cut out, train, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--shards", type=int, default=14, help="250 tables each")
    parser.add_argument("--steps", type=int, default=6000)
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(1)
    lessons = gather(given.work, 1, given.shards)
    gathered = list(pair_crops(lessons, range(len(lessons.pictures)), rng))
    crops = np.stack([crop for crop, _ in gathered])
    wanted = torch.from_numpy(np.array([answer for _, answer in gathered], np.float32))
    print("lessons", np.bincount(wanted[:, 0].long().numpy()), flush=True)
    judge, network = Judge(), Pair()
    judge.load_state_dict(torch.load(given.work / "judge.pt"))
    network.near.load_state_dict(judge.layers[: len(network.near)].state_dict())
    network.eval()
    looks = [seen_by(network, crops, rng, is_recoloured) for is_recoloured in (False, True)]
    learn(network, [seen[:-HELD_BACK] for seen in looks], wanted[:-HELD_BACK], given.steps, rng)
    report(network, looks[0][-HELD_BACK:], wanted[-HELD_BACK:])
    export(network, torch.zeros(1, 3, HEIGHT, WIDTH), WEIGHTS, (0,))


if __name__ == "__main__":
    main()
