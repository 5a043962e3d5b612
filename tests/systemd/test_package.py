"""What is installed is complete: a module or a file that the package list forgets would be missing on the Pi only."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
PACKAGES = ("device", "games", "vision")


def test_every_folder_with_modules_is_a_package_of_the_list():
    folders = {path.parent for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    assert {".".join(folder.relative_to(ROOT).parts) for folder in folders} == set(SETUP["packages"])


@pytest.mark.parametrize("package", PACKAGES)
def test_every_other_file_goes_with_its_package(package):
    folder = ROOT / package
    taken = {path for pattern in SETUP["package-data"][package] for path in folder.glob(pattern) if path.is_file()}
    there = {path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert {str(path) for path in there - taken if path.suffix != ".py"} == set()
