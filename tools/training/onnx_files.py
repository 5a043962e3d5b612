"""Writing networks as ONNX files that OpenCV 4.11 and 5.0 load alike and run quickly.

    python -m tools.training.onnx_files vision/*/*.onnx

does the finishing for files that were written before; doing it twice changes nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

LEAST_HALVED = 64  # numbers; smaller tensors are not worth it


def export(network: Any, example: Any, path: Path, free: tuple[int, ...]) -> None:
    """Write a torch network; `free` are the axes of the input that may have any length."""
    network.to(memory_format=torch.contiguous_format).eval()
    axes = {"picture": {axis: f"axis{axis}" for axis in free}, "answer": {axis: f"out{axis}" for axis in free}}
    torch.onnx.export(
        network,
        (example,),
        str(path),
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes=axes,
        opset_version=13,
        dynamo=False,
    )
    finish(path)


def finish(path: Path) -> None:
    """Make the file quicker and smaller without changing what the network says."""
    model = onnx.load(str(path))
    unfold(model)
    halve(model)
    onnx.save(model, str(path))


def unfold(model: Any) -> None:
    """Replace transposed convolutions of 2x2 by plain ones and a shuffle: OpenCV 5 needs a quarter of the time."""
    graph = model.graph
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    nodes = []
    for node in graph.node:
        if node.op_type != "ConvTranspose":
            nodes.append(node)
            continue
        _, weights_name, bias_name = node.input
        weights = numpy_helper.to_array(tensors[weights_name]).astype(np.float32)
        bias = numpy_helper.to_array(tensors[bias_name]).astype(np.float32)
        before, after = weights.shape[:2]
        flat = np.ascontiguousarray(weights.transpose(1, 2, 3, 0).reshape(after * 4, before, 1, 1))
        tensors[weights_name].CopyFrom(numpy_helper.from_array(flat, weights_name))
        tensors[bias_name].CopyFrom(numpy_helper.from_array(np.repeat(bias, 4), bias_name))
        between = f"{node.output[0]}_flat"
        nodes.append(
            helper.make_node("Conv", list(node.input), [between], kernel_shape=[1, 1], name=f"{node.name}_flat")
        )
        nodes.append(helper.make_node("DepthToSpace", [between], [node.output[0]], blocksize=2, mode="CRD"))
    del graph.node[:]
    graph.node.extend(nodes)
    del graph.value_info[:]


def halve(model: Any) -> None:
    """Store large tensors in half precision; OpenCV makes single precision of them when it loads the file."""
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT and np.prod(tensor.dims) > LEAST_HALVED:
            numbers = numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(numpy_helper.from_array(numbers, tensor.name))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        finish(Path(name))
