"""The units, as systemd itself judges them."""

import configparser
import shutil
from pathlib import Path

import pytest

from tests.systemd.throw_away_pi import ask

HERE = Path(__file__).parent.parent.parent / "systemd"
SYSTEM = next(
    (folder for folder in map(Path, ("/usr/lib/systemd/system", "/lib/systemd/system")) if folder.is_dir()), None
)
UNITS = (
    "bordbuch.service",
    "bordbuch-poweroff.path",
    "bordbuch-poweroff.service",
    "bordbuch-way-back.service",
    "bordbuch-stick.timer",
    "bordbuch-stick.service",
)
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None or SYSTEM is None,
    reason="systemd-analyze is not here (Debian: apt install systemd)",
)


def unit(name):
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read(HERE / name)
    return parser


@pytest.fixture
def root(tmp_path):
    """A folder with the system's own units, ours and the programs they start."""
    shutil.copytree(SYSTEM, tmp_path / "usr/lib/systemd/system", symlinks=True, ignore_dangling_symlinks=True)
    units = tmp_path / "etc/systemd/system"
    units.mkdir(parents=True)
    for name in UNITS:
        shutil.copy(HERE / name, units)
    for program in (
        "opt/bordbuch/current/venv/bin/bordbuch",
        "usr/bin/udevadm",
        "usr/bin/systemctl",
        "usr/bin/python3",
    ):
        (tmp_path / program).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / program).write_text("#!/bin/sh\n")
        (tmp_path / program).chmod(0o755)
    return tmp_path


def verify(root):
    told = ask("systemd-analyze", "verify", "--recursive-errors=yes", "--man=no", f"--root={root}", *UNITS)
    return told.returncode, told.stderr


@needs_systemd
def test_the_units_are_clean(root):
    assert verify(root) == (0, "")


@needs_systemd
def test_a_slip_of_the_pen_would_be_found(root):
    path = root / "etc/systemd/system/bordbuch.service"
    path.write_text(path.read_text().replace("WatchdogSec", "WatchdogSecs"))
    code, told = verify(root)
    assert code != 0
    assert "WatchdogSecs" in told


@needs_systemd
def test_the_service_is_as_closed_as_it_can_be(tmp_path):
    threshold = ("systemd-analyze", "security", "--offline=true", "--threshold=16", "--no-pager")
    told = ask(*threshold, str(HERE / "bordbuch.service"))
    assert told.returncode == 0, told.stdout[-300:]
    open_unit = tmp_path / "bordbuch.service"
    open_unit.write_text((HERE / "bordbuch.service").read_text().replace("CapabilityBoundingSet=\n", ""))
    assert ask(*threshold, str(open_unit)).returncode != 0, "the threshold must be able to fail"


def test_what_the_program_relies_on_is_set():
    service = unit("bordbuch.service")["Service"]
    assert (service["Type"], service["NotifyAccess"], service["Restart"]) == ("notify", "main", "on-failure")
    assert service["StateDirectory"] == service["RuntimeDirectory"] == service["User"] == "bordbuch"
    assert service["WorkingDirectory"] == "/var/lib/bordbuch", "lgpio must be able to write where it starts"
    text = (HERE / "bordbuch.service").read_text()
    assert "GPIOZERO_PIN_FACTORY=lgpio" in text
    assert unit("bordbuch-poweroff.path")["Path"]["PathExists"] == "/run/bordbuch/power-off"


def test_nothing_slow_is_waited_for_at_boot():
    """The first screen comes early: no network, no login, no target that waits for everything else."""
    wanted = unit("bordbuch.service")["Unit"]
    assert wanted["DefaultDependencies"] == "no"
    waited = (HERE / "bordbuch.service").read_text()
    after = " ".join(line for line in waited.splitlines() if line.startswith(("After=", "Wants=", "Requires=")))
    assert not [name for name in ("network", "multi-user", "basic.target", "sysinit.target", "settle") if name in after]
    assert (wanted["Conflicts"], wanted["Before"]) == ("shutdown.target", "shutdown.target")


def test_21_7_neither_memory_nor_log_ends_up_on_the_card():
    service = unit("bordbuch.service")["Service"]
    assert service["LimitCORE"] == "0", "a core dump would hold the order of hidden cards"
    assert (service["LogRateLimitIntervalSec"], service["LogRateLimitBurst"]) == ("30", "200")
