"""The house rules that no linter knows: imports point one way, and importing does nothing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "games": {"games"},
    "systemd": {"systemd"},
    "vision": {"vision", "numpy", "cv2"},
    "device": {"device", "vision", "games", "numpy", "cv2", "PIL", "starlette", "uvicorn"},
}
DRIVERS = ROOT / "device" / "parts" / "drivers"
DRIVERS_MAY_IMPORT = {"gpiozero", "luma", "picamera2", "libcamera"}


def modules(package):
    return sorted((ROOT / package).rglob("*.py"))


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield (node.module or "").split(".")[0]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_point_one_way(package):
    allowed = MAY_IMPORT[package] | sys.stdlib_module_names
    assert not {
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(package)
        for name in imported(path)
        if name not in allowed and not (DRIVERS in path.parents and name in DRIVERS_MAY_IMPORT)
    }


def names(package):
    """All modules of a package by their import names."""
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in modules(package)
    ]


def run(program):
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)


def test_the_rules_run_where_nothing_but_python_is_installed():
    strangers = ("cv2", "numpy", "PIL", "luma", "gpiozero", "picamera2", "starlette", "uvicorn", "sqlite3")
    run(
        "import importlib, sys\n"
        f"for name in {(*strangers, 'device', 'vision')!r}: sys.modules[name] = None\n"
        f"for name in {names('games')!r}: importlib.import_module(name)\n"
    )


WATCHED_IMPORT = """
import importlib, logging, sys, threading
import cv2, numpy, PIL.Image, PIL.ImageDraw, PIL.ImageFont, starlette, uvicorn, sqlite3

opened = []

def watch(event, arguments):
    if event == "open" and str(arguments[0]).startswith(ROOT) and arguments[1] is not None:
        opened.append(str(arguments[0]))

threads = threading.active_count()
sys.addaudithook(watch)
for name in NAMES:
    importlib.import_module(name)
opened = [path for path in opened if not path.endswith(".py") and "__pycache__" not in path and "/.venv/" not in path]
assert threading.active_count() == threads, "a thread was started"
assert not logging.getLogger().handlers, "logging was set up"
assert not opened, opened
"""


def test_importing_any_module_opens_nothing_and_starts_nothing():
    everything = [name for package in MAY_IMPORT for name in names(package)]
    run(f"ROOT, NAMES = {str(ROOT)!r}, {everything!r}\n{WATCHED_IMPORT}")
