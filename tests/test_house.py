"""The house rules that no linter knows: what is imported from outside, that importing does nothing, who names a game.

Which way imports point between rooms is held by the contracts in pyproject.toml, in `make lint`.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "games": {"games"},
    "systemd": {"systemd"},
    "vision": {"vision", "numpy", "cv2"},
    "device": {"device", "vision", "games", "numpy", "cv2", "PIL", "segno", "starlette", "uvicorn"},
}
DRIVERS = ROOT / "device" / "parts" / "drivers"
DRIVERS_MAY_IMPORT = {"gpiozero", "luma", "picamera2", "libcamera", "smbus2"}


def modules(package):
    return sorted((ROOT / package).rglob("*.py"))


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield (node.module or "").split(".")[0]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_only_the_packages_it_may_use_are_imported(package):
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


# --- games and rooms ---

GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/flow.py"))
A_GAME = re.compile("|".join(GAMES).replace("_", "[ _]?"), re.IGNORECASE)
# The one list of boxes.
MAY_NAME_GAMES = {"device/boxes/shipped.py"}


def of_a_game(path):
    parts = path.relative_to(ROOT).parts
    return (parts[0] in ("games", "advice") and parts[1] in GAMES) or (
        parts[:2] == ("device", "boxes") and parts[2] in GAMES
    )


def test_there_are_games_to_look_for():
    assert len(GAMES) >= 4
    assert {path.name for path in (ROOT / "device" / "boxes").iterdir() if path.is_dir()} >= set(GAMES)


@pytest.mark.parametrize("package", ["device", "games", "vision", "systemd", "tools"])
def test_a_game_is_named_in_its_rules_and_its_box_only(package):
    outside = [path for path in modules(package) if not of_a_game(path)]
    assert not {
        f"{path.relative_to(ROOT)}: {found.group()}"
        for path in outside
        if str(path.relative_to(ROOT)) not in MAY_NAME_GAMES
        and (found := A_GAME.search(path.read_text(encoding="utf-8")))
    }


@pytest.mark.parametrize("package", ["device", "vision"])
def test_no_room_is_too_full_and_every_room_says_what_it_is_for(package):
    folders = {path.parent for path in modules(package)}
    for folder in folders:
        assert len([path for path in folder.glob("*.py") if path.name != "__init__.py"]) <= 20, folder
        told = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
        assert told and "import" in told.lower(), f"{folder} does not say what lives there and what may be imported"
