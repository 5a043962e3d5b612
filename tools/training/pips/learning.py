"""What all networks need to learn: lessons drawn and made ahead, other colours, weights averaged at the end."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.queues import Queue
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

Pictures = NDArray[np.uint8]
Rows = NDArray[np.float32]  # rows: scene, value, x, y, edge, readable

CELL = 4  # pixels of the small picture per cell of the finder's answer
NEGATIVES = 0.2
USUAL_EDGE = 16.0  # pixels; the finder tells sizes as logarithms of parts of this
AHEAD = 6  # batches that may wait to be learnt
Batch = TypeVar("Batch")


def as_input(pictures: Pictures) -> Tensor:
    """Bytes (n, h, w, 3) to what the networks take."""
    return (torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float() - 128) / 64


def recoloured(pictures: Tensor, rng: np.random.Generator) -> Tensor:
    """Other gains, contrasts and mixed channels for each: the same dice in another light and other paint.

    Some are shown as negatives: pairs of colours nobody thought of are often the negative of a usual pair.
    """
    count = len(pictures)
    signs = torch.from_numpy(np.where(rng.random((count, 1, 1, 1)) < NEGATIVES, -1, 1).astype(np.float32))
    pictures = pictures * signs
    gains = torch.from_numpy(np.exp(rng.normal(0, 0.15, (count, 3, 1, 1))).astype(np.float32))
    contrast = torch.from_numpy(rng.uniform(0.55, 1.15, (count, 1, 1, 1)).astype(np.float32))
    mix = np.tile(np.eye(3), (count, 1, 1))
    chosen = rng.random(count) < 0.5
    mix[chosen] = rng.permuted(mix[chosen], axis=1) + rng.normal(0, 0.25, (int(chosen.sum()), 3, 3))
    mix /= np.maximum(np.abs(mix.sum(2, keepdims=True)), 0.5)
    shown = torch.einsum("nij,njhw->nihw", torch.from_numpy(mix.astype(np.float32)), pictures)
    middle = shown.mean((1, 2, 3), keepdim=True)
    changed = (((shown - middle) * contrast + middle + 2) * gains).clamp(0, 4) - 2
    return changed.contiguous(memory_format=torch.channels_last)


@contextmanager
def made_ahead(make: Callable[[np.random.Generator], Batch], seed: int) -> Iterator[Iterator[Batch]]:
    """Batches made by a process of its own, so that learning need not wait for them."""
    forking = multiprocessing.get_context("fork")  # the pictures fill gigabytes: they must not be copied
    waiting: Queue[Batch] = forking.Queue(AHEAD)
    maker = forking.Process(target=keep_making, args=(make, seed, waiting), daemon=True)
    maker.start()
    try:
        yield iter(waiting.get, None)
    finally:
        maker.terminate()
        maker.join()


def keep_making(make: Callable[[np.random.Generator], Batch], seed: int, waiting: Queue[Batch]) -> None:
    """Make batch after batch until stopped."""
    rng = np.random.default_rng(seed)
    while True:
        waiting.put(make(rng))


class Lessons:
    """Rows (scene, x, y, edge, label), drawn as often as their label's weight says."""

    def __init__(self, rows: Rows, weights: NDArray[np.float64]) -> None:
        kinds = rows[:, 4].astype(int)
        shares = (weights / np.bincount(kinds, minlength=len(weights)))[kinds]
        self.rows, self.ranges = rows, np.cumsum(shares / shares.sum())

    def drawn(self, count: int, rng: np.random.Generator) -> Rows:
        """So many lessons, drawn by their weights."""
        chosen = np.searchsorted(self.ranges, rng.random(count))
        return self.rows[np.minimum(chosen, len(self.rows) - 1)]


class Learner:
    """One network on its way: steps of falling size until the time is over, and the average of the last ones."""

    def __init__(self, network: nn.Module, minutes: float, rate: float, memory: float) -> None:
        self.network = network.to(memory_format=torch.channels_last)
        self.minutes, self.rate = minutes, rate
        self.average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(memory), use_buffers=True)
        self.optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-2)
        self.recent: float | None = None

    def steps(self) -> Iterator[int]:
        """Numbers of the steps; says now and then how it goes."""
        began, step = time.monotonic(), 0
        while (spent := (time.monotonic() - began) / (60 * self.minutes)) < 1:
            warm = min(1, step / 100 + 0.05)
            for group in self.optimiser.param_groups:
                group["lr"] = self.rate * warm * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5
            yield step
            step += 1
            if step % 200 == 0:
                print(f"step {step}, {spent:.0%} of the time, loss {self.recent or 0:.3f}", flush=True)

    def learn(self, loss: Tensor) -> None:
        """Change the weights by one step against this loss."""
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.average.update_parameters(self.network)
        self.recent = loss.item() if self.recent is None else self.recent + (loss.item() - self.recent) * 0.02
