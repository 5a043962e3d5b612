"""docs/adding-a-game.md says what is so: its quotes stand in the files, its paths exist, its commands run."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import distributions, version
from pathlib import Path

import pytest

from device.boxes.found import GROUP
from tests.device.running import bordbuch

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"`((?:examples|games|device|tests|docs)/[\w./-]+)`")
COMMANDS = [line for kind, text in FENCE.findall(PAGE) if kind == "sh" for line in text.splitlines()]
INSTALL, PLAY, TESTS = "pip install ./examples/pasch", "bordbuch play pasch", "python -m pytest examples/pasch/tests"


def quotes():
    """What is quoted, and the file that was named last before it."""
    for fence in FENCE.finditer(PAGE):
        if fence[1] != "sh":
            yield pytest.param(PATH.findall(PAGE[: fence.start()])[-1], fence[2], id=fence[2].strip().splitlines()[0])


def run(command, *more, **environment):
    return subprocess.run(
        [sys.executable, "-m", *command, *more],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(("path", "quote"), [*quotes()])
def test_what_is_quoted_stands_in_the_file_just_so(path, quote):
    assert quote in (ROOT / path).read_text(encoding="utf-8")


def test_every_path_exists_and_every_file_of_the_game_is_told():
    assert not [path for path in PATH.findall(PAGE) if not (ROOT / path).exists()]
    game = ROOT / "examples" / "pasch" / "pasch"
    modules = {file.name for file in game.iterdir() if file.suffix in (".py", ".toml")} - {"__init__.py"}
    table = [line for line in PAGE.splitlines() if line.startswith("|")]
    assert modules == {name for line in table for name in re.findall(r"`(\w+\.\w+)`", line.split("|")[1])}


def test_it_says_how_many_lines_the_game_has():
    modules = (ROOT / "examples" / "pasch" / "pasch").glob("*.py")
    lines = sum(len(module.read_text(encoding="utf-8").splitlines()) for module in modules)
    assert f"It has {lines} lines" in PAGE and lines <= 500


def test_the_page_has_all_the_commands_that_are_tried_here():
    assert {INSTALL, PLAY, TESTS} < set(COMMANDS)
    assert {command.split()[0] for command in COMMANDS} == {"pip", "python", "bordbuch"}


@pytest.mark.parametrize(
    "command", [command for command in COMMANDS if command.startswith("bordbuch") and command != PLAY]
)
def test_a_command_of_the_page_runs(command, tmp_path):
    done = run(["device.command.main", *shlex.split(command)[1:]], "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    if " simulate " in command:
        assert json.loads(done.stdout)["game"] == "pasch"
    if " book" in command:
        assert "Pasch" in done.stdout


def test_the_game_is_played_at_once(tmp_path):
    with bordbuch(tmp_path, *shlex.split(PLAY)[2:], "--no-terminal", "--lang", "de") as running:
        running.wait_for("1 Erstes Blatt", "60 Punkte")


@pytest.mark.slow
def test_the_tests_of_the_game_pass():
    done = run(shlex.split(TESTS)[2:], "-q", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout


def test_the_package_is_installed_with_all_it_needs(tmp_path):
    source, target = tmp_path / "source", tmp_path / "target"
    folder = ROOT / shlex.split(INSTALL)[2]
    for file in (folder / "pyproject.toml", *(folder / "pasch").iterdir()):
        if file.is_file():
            copy = source / file.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    done = installed(source, target)
    assert done.returncode == 0, done.stderr
    (package,) = distributions(name="bordbuch-pasch", path=[str(target)])
    (entry,) = package.entry_points.select(group=GROUP)
    assert (entry.name, entry.value, package.requires) == ("pasch", "pasch.box:BOX", ["bordbuch"])
    assert {file.name for file in (target / "pasch").iterdir() if file.is_file()} == {
        file.name for file in (folder / "pasch").iterdir() if file.is_file()
    }


def installed(source, target):
    """Install as the page does, but beside everything else and without a network.

    For that pip needs what makes wheels: setuptools from 70.1 on has it. With an older one the same is built in place.
    """
    pytest.importorskip("setuptools")
    has_wheels = importlib.util.find_spec("wheel") or tuple(map(int, version("setuptools").split(".")[:2])) >= (70, 1)
    if has_wheels:
        offline = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
        return run(["pip", "install", str(source)], *offline, "--target", str(target))
    target.mkdir()
    build = ("build", "--build-lib", str(target), "egg_info", "--egg-base", str(target))
    program = "import setuptools; setuptools.setup()"
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, "-q", *build], cwd=source, capture_output=True, text=True
    )
