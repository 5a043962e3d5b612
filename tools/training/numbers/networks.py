"""The two networks: one finds the large digits of cards on a small picture of the table, one names a cut-out."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def folded(before: int, after: int, stride: int = 1, spacing: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, normalisation, cut at zero."""
    layer = nn.Conv2d(before, after, size, stride, spacing * (size // 2), spacing, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Finder(nn.Module):
    """(n, 3, h, w) -> (n, 6, h/4, w/4): heat, log height, place in the cell, direction (cosine, sine of twice it)."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(folded(3, 12, 2), folded(12, 24, 2))
        self.coarse = nn.Sequential(folded(24, 32, 2), folded(32, 40), folded(40, 40, spacing=2), folded(40, 40))
        self.up = nn.ConvTranspose2d(40, 24, 2, 2)
        self.join = folded(24, 24)
        self.head = nn.Conv2d(24, 6, 1)
        nn.init.constant_(self.head.bias, 0)
        self.head.bias.data[0] = -4.0

    def forward(self, picture: Tensor) -> Tensor:
        fine = self.fine(picture)
        return self.head(self.join(torch.relu(fine + self.up(self.coarse(fine)))))


class Namer(nn.Module):
    """(n, 3, 32, 32) -> (n, 18): nothing, no readable digit, 1 to 6 upright, 1 to 6 upside down; how far off it is."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            folded(3, 16, 2, size=5),
            nn.MaxPool2d(2),
            folded(16, 32),
            folded(32, 48),
            nn.MaxPool2d(2),
            folded(48, 64),
        )
        self.last = nn.Linear(64 * 16, 18)

    def forward(self, crop: Tensor) -> Tensor:
        return self.last(nn.functional.dropout(self.layers(crop).flatten(1), 0.2, self.training))


def namer_in(file: Path) -> Namer:
    """The namer as it was written, to go on learning: each normalisation is part of its convolution and stays so."""
    graph = onnx.load(str(file)).graph
    tensors = {each.name: torch.from_numpy(numpy_helper.to_array(each).astype("float32")) for each in graph.initializer}
    written = [node.input[1:] for node in graph.node if node.op_type in ("Conv", "Gemm")]
    namer = Namer()
    blocks = [layer for layer in namer.layers if isinstance(layer, nn.Sequential)]
    for block, (weight, bias) in zip(blocks, written, strict=False):
        block[0].weight.data = tensors[weight]
        block[1].running_var.data.fill_(1 - block[1].eps)
        block[1].bias.data = tensors[bias]
        block[1].momentum = 0.0
        block[1].eval()
        block[1].train = lambda mode=True, self=block[1]: self  # type: ignore[method-assign]
    namer.last.weight.data, namer.last.bias.data = (tensors[name] for name in written[-1])
    return namer
