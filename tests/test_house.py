"""The house rules that no linter knows: imports point one way, and importing does nothing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "games": {"games"},
    "vision": {"vision", "numpy", "cv2"},
    "device": {"device", "vision", "games", "numpy", "cv2", "PIL", "starlette", "uvicorn"},
}


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
    strangers = {f"{path.relative_to(ROOT)}: {name}" for path in modules(package) for name in imported(path)}
    assert not {entry for entry in strangers if entry.split(": ")[1] not in allowed}


def test_the_rules_run_where_nothing_but_python_is_installed():
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in modules("games")]
    blocked = "cv2 numpy PIL luma gpiozero picamera2 starlette uvicorn device vision sqlite3".split()
    program = (
        "import importlib, sys\n"
        f"for name in {blocked!r}: sys.modules[name] = None\n"
        f"for name in {[name.removesuffix('.__init__') for name in names]!r}: importlib.import_module(name)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)


def test_importing_any_module_opens_nothing_and_starts_nothing():
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for package in MAY_IMPORT
        for path in modules(package)
        if path.name != "__main__.py"
    ]
    program = (
        "import builtins, importlib, logging, sys, threading\n"
        "opened = []\n"
        "def hook(event, arguments):\n"
        "    if event == 'open' and not str(arguments[0]).endswith(('.py', '.pyc', '.so')) and 'site-packages' not in"
        " str(arguments[0]) and 'lib/python' not in str(arguments[0]): opened.append(arguments[0])\n"
        "import cv2, numpy, PIL.Image, PIL.ImageDraw, PIL.ImageFont, starlette, uvicorn, sqlite3\n"
        "threads = threading.active_count()\n"
        "sys.addaudithook(hook)\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "assert threading.active_count() == threads, 'a thread was started'\n"
        "assert not logging.getLogger().handlers, 'logging was set up'\n"
        f"ours = [str(path) for path in opened if str(path).startswith({str(ROOT)!r}) and '__pycache__' not in str(path)]\n"
        "ours = [path for path in ours if not path.endswith(('bordbuch', 'games', 'vision', 'device'))]\n"
        "assert not ours, ours\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)
