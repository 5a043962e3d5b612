"""One installation into a throw-away root for all tests that only look at it."""

from dataclasses import dataclass

import pytest

from systemd.machine import Machine
from systemd.plan import install_plan
from tests.systemd.throw_away_pi import IS_ROOT, Commands, do_all, files_in, throw_away_pi


@dataclass
class Installed:
    machine: Machine
    first: Commands
    files_after_first: dict
    second: Commands
    files_after_second: dict


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """Bordbuch, installed and then installed once more."""
    if not IS_ROOT:
        pytest.skip("useradd works for root only, even in a folder")
    machine = throw_away_pi(tmp_path_factory.mktemp("pi"))
    first, second = Commands(machine, with_venv=True), Commands(machine, with_venv=True)
    do_all(install_plan(machine, run=first))
    after_first = files_in(machine.root)
    do_all(install_plan(machine, run=second))
    return Installed(machine, first, after_first, second, files_in(machine.root))
