"""Going on from a shipped network: its folded layers are taken apart again, so that learning need not begin anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

Layer = tuple[Tensor, Tensor]  # weights and bias


def go_on_from(network: nn.Module, path: Path, example: Tensor) -> None:
    """Give a fresh network what a shipped file holds; it answers the same, and its normalisation fits `example`."""
    layers = iter(stored_layers(path))
    modules = list(network.modules())
    normalised: list[tuple[nn.Conv2d, nn.BatchNorm2d]] = []
    with torch.no_grad():
        for module, following in zip(modules, [*modules[1:], None], strict=True):
            if isinstance(module, nn.ConvTranspose2d):
                weights, bias = next(layers)
                after = module.out_channels
                module.weight.copy_(weights.reshape(after, 2, 2, -1).permute(3, 0, 1, 2))
                module.bias.copy_(bias[::4])
            elif isinstance(module, nn.Conv2d | nn.Linear):
                weights, bias = next(layers)
                module.weight.copy_(weights)
                if isinstance(following, nn.BatchNorm2d):
                    following.bias.copy_(bias)
                    normalised.append((module, following))
                else:
                    module.bias.copy_(bias)
        fit_normalisation(network.eval(), normalised, example)


def stored_layers(path: Path) -> list[Layer]:
    """Weights and bias of every layer of a file, in the order they are used."""
    graph = onnx.load(str(path)).graph
    tensors = {tensor.name: numpy_helper.to_array(tensor).astype(np.float32) for tensor in graph.initializer}
    used = [node.input for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [(torch.from_numpy(tensors[weights]), torch.from_numpy(tensors[bias])) for _, weights, bias in used]


def fit_normalisation(network: nn.Module, pairs: list[tuple[nn.Conv2d, nn.BatchNorm2d]], example: Tensor) -> None:
    """Let every normalisation expect what really comes, and undo that in its own scale and shift."""
    seen: dict[nn.Conv2d, Tensor] = {}
    hooks = []
    for layer, norm in pairs:
        norm.weight.fill_(1)
        norm.running_mean.zero_()
        norm.running_var.fill_(1 - norm.eps)
        hooks.append(layer.register_forward_hook(lambda module, _, answer: seen.__setitem__(module, answer)))
    network(example)
    for hook in hooks:
        hook.remove()
    for layer, norm in pairs:
        mean, spread = seen[layer].mean((0, 2, 3)), seen[layer].var((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_(torch.sqrt(spread + norm.eps))
        norm.bias.add_(mean)
