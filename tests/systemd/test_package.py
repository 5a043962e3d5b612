"""What is installed is complete: a module or a file that the package list forgets would be missing on the Pi only."""

import tomllib
from pathlib import Path

import pytest
from setuptools import find_packages

ROOT = Path(__file__).parent.parent.parent
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
PACKAGES = ("device", "games", "vision")


def test_every_folder_with_modules_is_a_package_that_is_found():
    folders = {path.parent for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    found = find_packages(str(ROOT), include=SETUP["packages"]["find"]["include"])
    assert {".".join(folder.relative_to(ROOT).parts) for folder in folders} == set(found)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_other_file_goes_with_its_package(package):
    taken = set()
    for name in find_packages(str(ROOT), include=[f"{package}*"]):
        folder = ROOT / Path(*name.split("."))
        for pattern in (*SETUP["package-data"]["*"], *SETUP["package-data"].get(name, ())):
            taken |= {path for path in folder.glob(pattern) if path.is_file()}
    there = {path for path in (ROOT / package).rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert {str(path) for path in there - taken if path.suffix != ".py"} == set()
