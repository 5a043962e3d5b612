"""The wheel, installed where nothing of the clone is: every module imports, every file is there, a round is played.

It is installed by pip into an empty environment, without a network: the packages it asks for, and no others, are laid
beside it from this one. Of the clone itself, which is installed here in place, nothing comes along.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import time
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.device.running import SETTING_OUT_SECONDS, bordbuch

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
HERE = Path(sysconfig.get_path("purelib"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    clean = folder / "source"  # a build leaves things behind, which must not be taken for sources the next time
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        if name.startswith(("device/", "games/", "vision/")) or "/" not in name:
            (clean / name).parent.mkdir(parents=True, exist_ok=True)
            (clean / name).write_bytes((ROOT / name).read_bytes())
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]
    subprocess.run([*build, str(folder), str(clean)], check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path) -> Path:
    """The interpreter of an environment that has the wheel and what it asks for."""
    folder = wheel.parent / "environment"
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for name in needed_by("bordbuch") - {"bordbuch"}:
        for file in distribution(name).files or ():
            top = file.parts[0]
            if top not in ("..", "__pycache__") and not (packages / top).exists():
                (packages / top).symlink_to(HERE / top)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)
    return python


def needed_by(name: str) -> set[str]:
    """A package and all that it asks for, without extras."""
    found, left = set(), [name]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            wanted = map(Requirement, distribution(one).requires or ())
            left += [each.name for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})]
    return found


def test_the_wheel_has_every_module_and_every_file(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    listed = subprocess.run(["git", "ls-files", "device", "games", "vision"], cwd=ROOT, capture_output=True, text=True)
    assert inside == set(listed.stdout.split())


def test_every_module_of_the_wheel_imports(python: Path, wheel: Path, tmp_path: Path) -> None:
    names = [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in zipfile.ZipFile(wheel).namelist()
        if name.endswith(".py")
    ]
    program = (
        f"import importlib\nfor name in {names!r}: importlib.import_module(name)\nimport device; print(device.__file__)"
    )
    told = subprocess.run([python, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert "environment" in told.stdout, "it is the wheel's, not the clone's"


def test_a_round_is_played_with_the_wheel(python: Path, tmp_path: Path) -> None:
    command = (str(python.with_name("bordbuch")),)
    with bordbuch(tmp_path / "data", command=command, cwd=tmp_path) as device:
        for row in ("Spielen", "Galaktix", "Gast", "1 ", "1 "):
            device.choose(row)
        while "Würfle alle 5" not in device.words:
            device.press("ok")
        time.sleep(SETTING_OUT_SECONDS)
        device.post("/table/throw_all")
        assert "Dein Wurf" not in device.take_throw()
