"""The real picamera2 package, read as far as that goes without libcamera: its signatures, and those of its functions
that need nothing else.

Importing it needs libcamera's own binding, which only a Pi has. So its source is taken apart: every call of a stand-in
is bound to the real signature, and what the real one checks is checked by its own code.
"""

import ast
import importlib.util
import inspect
from functools import cache
from pathlib import Path
from typing import Any, Optional, Union

import numpy as np
import pytest

PACKAGE = importlib.util.find_spec("picamera2")


@cache
def tree(module):
    if PACKAGE is None:
        pytest.skip("picamera2 is not installed here: make test does that")
    folder = Path(PACKAGE.submodule_search_locations[0])
    return ast.parse((folder / f"{module}.py").read_text(encoding="utf-8"))


@cache
def members(module, name):
    """All functions of a class by name; the last definition counts, those before it are overloads."""
    found = next(node for node in ast.walk(tree(module)) if isinstance(node, ast.ClassDef) and node.name == name)
    return {node.name: node for node in found.body if isinstance(node, ast.FunctionDef)}


def is_property(module, name, member):
    decorators = [node.id for node in members(module, name)[member].decorator_list if isinstance(node, ast.Name)]
    return "property" in decorators


def signature(module, name, member):
    """The real signature, without self."""
    function = members(module, name)[member]
    arguments = function.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    first_default = len(names) - len(arguments.defaults)
    parameters = [
        inspect.Parameter(
            argument,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=inspect.Parameter.empty if number < first_default else ...,
        )
        for number, argument in enumerate(names)
        if argument != "self"
    ]
    if arguments.kwarg is not None:
        parameters.append(inspect.Parameter(arguments.kwarg.arg, inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(parameters)


class Formats:
    """picamera2.formats, which needs nothing but Python."""

    def __new__(cls):
        space = {}
        exec(compile(tree("formats"), "formats.py", "exec"), space)
        formats = object.__new__(cls)
        formats.__dict__.update(space)
        return formats


class SensorFormat(str):
    """Only there to be asked for its type."""


def function(module, name, member):
    """One function of the real package, compiled from its source."""
    node = members(module, name)[member]
    bare = ast.FunctionDef(**{field: getattr(node, field, None) for field in node._fields})
    bare.decorator_list = []
    if "type_params" in node._fields:
        bare.type_params = []
    program = ast.fix_missing_locations(ast.Module([bare], []))
    space = {
        "np": np,
        "formats": Formats(),
        "SensorFormat": SensorFormat,
        "Any": Any,
        "Dict": dict,
        "Optional": Optional,
        "Union": Union,
        "Picamera2": type("Picamera2", (), {"platform": None}),
        "Platform": type("Platform", (), {"Platform": type("Kinds", (), {"VC4": "vc4"})}),
    }
    exec(compile(program, f"{module}.py", "exec"), space)
    return space[member]
