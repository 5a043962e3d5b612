"""The wheel, installed where nothing of the clone is: every module imports, every file is there, a round is played.

The packages it needs are those of this environment, laid into an empty one without a network; of the clone itself,
which is installed here in place, nothing comes along.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.device.running import bordbuch

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
    """The interpreter of an environment that has the wheel and what it needs."""
    folder = wheel.parent / "environment"
    venv.create(folder, symlinks=True)
    needed = folder / "needed"
    needed.mkdir()
    for path in HERE.iterdir():
        if not path.name.startswith(("__editable__", "bordbuch")) and path.suffix != ".pth":
            (needed / path.name).symlink_to(path)
    (packages,) = folder.glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel).extractall(packages)
    (packages / "needed.pth").write_text(f"{needed}\n", encoding="utf-8")
    return folder / "bin" / "python"


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
    command = (str(python), "-m", "device.command.main")
    with bordbuch(tmp_path / "data", command=command, cwd=tmp_path) as device:
        for row in ("Spielen", "Galaktix", "Gast", "Kapitel 1", "1 "):
            device.choose(row)
        while "Würfle alle 5" not in device.words:
            device.press("ok")
        device.post("/table/throw_all")
        assert "Dein Wurf" not in device.take_throw()
