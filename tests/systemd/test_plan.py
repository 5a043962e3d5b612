"""What is done on a Raspberry Pi: the commands themselves, and that they are done for real in a throw-away root."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from systemd import boot_config
from systemd.machine import Machine
from systemd.plan import (
    AT_EVERY_BOOT,
    BUILT_IN,
    HERE,
    MODULES,
    PI_PACKAGES,
    SOURCES,
    install_plan,
    releases_of,
    uninstall_plan,
)
from systemd.releases import name_of
from systemd.steps import Copy, StepFailed
from tests.systemd.throw_away_pi import CONFIG, Commands, do_all, files_in, throw_away_pi

APT = "apt-get -q -o DPkg::Lock::Timeout=120"
ON_A_PI = """\
{APT} update
{APT} install -y --no-install-recommends python3-venv python3-numpy python3-pil python3-smbus2 python3-spidev \
python3-picamera2 python3-lgpio python3-gpiozero i2c-tools
raspi-config nonint do_i2c 0
write /etc/modules-load.d/bordbuch.conf
add to /boot/firmware/config.txt: dtparam=i2c_arm_baudrate=100000
add to /boot/firmware/config.txt: camera_auto_detect=1
useradd --system --user-group --no-create-home --home-dir /var/lib/bordbuch --shell /usr/sbin/nologin bordbuch
usermod --append --groups gpio bordbuch
usermod --append --groups i2c bordbuch
usermod --append --groups spi bordbuch
usermod --append --groups video bordbuch
install -d -m 750 -o bordbuch -g bordbuch /var/lib/bordbuch
copy {clone} to {release}/source
/usr/bin/python3 -m venv --clear --system-site-packages {release}/venv
{release}/venv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade \
-c {release}/source/systemd/constraints-{suite}.txt {release}/source[pi]
complete {release}
write /usr/local/bin/bordbuch
write /etc/systemd/system/bordbuch.service
write /etc/systemd/system/bordbuch-poweroff.path
write /etc/systemd/system/bordbuch-poweroff.service
write /etc/systemd/system/bordbuch-way-back.service
write /etc/systemd/system/bordbuch-stick.timer
write /etc/systemd/system/bordbuch-stick.service
delete /etc/systemd/system/bordbuch.service.d/simulated.conf
systemctl daemon-reload
systemctl enable bordbuch.service bordbuch-poweroff.path bordbuch-stick.timer
run {name}; timeout 60 systemctl restart bordbuch.service bordbuch-poweroff.path bordbuch-stick.timer
delete /opt/bordbuch/source
delete /opt/bordbuch/venv
"""
NAME = name_of(HERE.parent, SOURCES)
RELEASE = f"opt/bordbuch/releases/{NAME}"


def pi(suite):
    return Machine(Path("/"), suite, 64, True, True, True, 4000)


def shown(steps):
    return "".join(f"{step.shown()}\n" for step in steps)


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_these_are_all_steps_on_a_pi(suite):
    assert shown(install_plan(pi(suite))) == ON_A_PI.format(
        APT=APT, clone=HERE.parent, suite=suite, release=f"/{RELEASE}", name=NAME
    )
    assert (HERE / f"constraints-{suite}.txt").exists()


def test_a_display_by_spi_has_its_bus_switched_on_too():
    assert "raspi-config nonint do_spi 0\n" in shown(install_plan(pi("trixie"), spi=True))


def test_on_a_machine_without_the_pis_parts_nothing_of_the_pi_is_asked_for():
    text = shown(install_plan(pi("bookworm"), simulated=True))
    assert not [name for name in (*PI_PACKAGES, "raspi-config", "config.txt") if name in text]
    assert "write /etc/systemd/system/bordbuch.service.d/simulated.conf" in text


def test_everything_is_in_its_place(installed):
    root = installed.machine.root
    wanted = ["bordbuch.service", "bordbuch-poweroff.path"]
    assert sorted(path.name for path in (root / "etc/systemd/system/multi-user.target.wants").iterdir()) == sorted(
        wanted
    )
    assert (root / "usr/local/bin/bordbuch").stat().st_mode & 0o777 == 0o755
    assert (root / "opt/bordbuch/current/venv/bin/python").exists()
    assert (root / "var/lib/bordbuch").stat().st_mode & 0o777 == 0o750
    groups = dict(line.split(":")[::3] for line in (root / "etc/group").read_text().splitlines())
    assert all("bordbuch" in groups[name].split(",") for name in ("gpio", "i2c", "spi", "video"))
    user = next(line for line in (root / "etc/passwd").read_text().splitlines() if line.startswith("bordbuch:"))
    assert user.endswith(":/var/lib/bordbuch:/usr/sbin/nologin")
    assert {path.name for path in (root / "opt/bordbuch/current/source").iterdir()} == set(SOURCES)


def test_the_firmware_is_told_once_and_keeps_what_it_had(installed):
    text = installed.machine.boot_config.read_text()
    assert text == CONFIG.replace("#dtparam=i2c_arm", "dtparam=i2c_arm") + "dtparam=i2c_arm_baudrate=100000\n"


def test_a_second_time_nothing_is_done_again(installed):
    assert installed.first.names[:3] == ["apt-get", "apt-get", "raspi-config"]
    assert installed.second.names == ["systemctl"]
    assert installed.files_after_second == installed.files_after_first


@pytest.fixture
def copied(installed, tmp_path):
    """The installed machine once more, for a test that changes it; a game has been played on it."""
    root = tmp_path / "pi"
    shutil.copytree(installed.machine.root, root, symlinks=True, ignore=shutil.ignore_patterns("venv", "source"))
    (root / "var/lib/bordbuch/journal").write_text("gold\n")
    return replace(installed.machine, root=root)


def test_taken_away_it_leaves_the_book_and_nothing_else(copied):
    for _ in range(2):  # the second time there is nothing left to do
        do_all(uninstall_plan(copied, run=Commands(copied)))
    left = [name for name in files_in(copied.root) if "bordbuch" in name]
    assert left == ["var/lib/bordbuch/journal"]
    assert not copied.at("/opt/bordbuch").exists()
    assert not list(copied.at("/etc/systemd/system").rglob("*bordbuch*"))


def test_a_game_goes_on_after_uninstalling_and_installing_again(copied):
    do_all(uninstall_plan(copied, run=Commands(copied)))
    do_all(install_plan(copied, run=Commands(copied)))
    assert copied.at("/var/lib/bordbuch/journal").read_text() == "gold\n"


def test_if_told_so_the_book_goes_too_and_with_it_the_user(copied):
    do_all(uninstall_plan(copied, delete_book=True, run=Commands(copied)))
    assert not [name for name in files_in(copied.root) if "bordbuch" in name]
    assert not copied.at("/opt/bordbuch").exists()
    assert "bordbuch" not in copied.at("/etc/passwd").read_text()


def test_a_person_called_bordbuch_is_not_deleted(tmp_path):
    machine = throw_away_pi(tmp_path)
    passwd = machine.at("/etc/passwd")
    passwd.write_text(passwd.read_text() + "bordbuch:x:1001:1001:,,,:/home/bordbuch:/bin/bash\n")
    steps = uninstall_plan(machine, delete_book=True, run=Commands(machine))
    assert [step.shown() for step in steps if "userdel" in step.shown() and step.needed()] == []


def test_a_venv_of_another_python_is_made_anew(tmp_path):
    machine = throw_away_pi(tmp_path)
    (tmp_path / RELEASE / "venv/lib/python3.9/site-packages/pip").mkdir(parents=True)
    assert [step.says for step in install_plan(machine) if "--clear" in step.shown() and step.needed()]


def test_a_venv_that_was_half_made_is_made_anew(installed, tmp_path):
    """The plug was pulled, or Ctrl-C pressed, while it was being filled: pip's folder is there, pip is not."""
    machine = throw_away_pi(tmp_path)
    shutil.copytree(installed.machine.at(f"/{RELEASE}/venv"), machine.at(f"/{RELEASE}/venv"), symlinks=True)

    def is_made_anew():
        return [step.needed() for step in install_plan(machine) if "--clear" in step.shown()]

    assert is_made_anew() == [False]
    next(machine.at(f"/{RELEASE}/venv").glob("lib/*/site-packages/pip/__main__.py")).unlink()
    assert is_made_anew() == [True]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("#camera_auto_detect=1\n", False),
        ("[cm4]\ncamera_auto_detect=1\n", False),
        ("[cm4]\n[all]\ncamera_auto_detect=1\n", True),
        ("dtoverlay=imx708\n", True),
        ("dtoverlay=ov5647,cam0\n", True),
        ("camera_auto_detect=0\n", False),
        ("", False),
    ],
)
def test_the_camera_is_switched_on_only_if_it_is_not(tmp_path, text, line):
    machine = throw_away_pi(tmp_path)
    machine.boot_config.write_text(text)
    camera = next(step for step in install_plan(machine) if "camera_auto" in step.shown())
    assert camera.needed() is not line
    camera.do()
    assert not camera.needed()
    assert machine.boot_config.read_text().startswith(text)


def test_a_line_is_added_where_it_holds_on_every_pi():
    assert boot_config.with_line("a=1\n[pi5]\nb=2\n", "c=3") == "a=1\n[pi5]\nb=2\n\n[all]\nc=3\n"
    assert boot_config.with_line("a=1", "c=3") == "a=1\nc=3\n"


def test_a_private_clone_can_be_read_by_the_service(tmp_path):
    (tmp_path / "clone/device").mkdir(parents=True, mode=0o700)
    (tmp_path / "clone/device/a.py").touch(mode=0o600)
    Copy("", tmp_path / "clone", tmp_path / "source", ("device",)).do()
    modes = [path.stat().st_mode & 0o777 for path in (tmp_path / "source/device", tmp_path / "source/device/a.py")]
    assert modes == [0o755, 0o644]


def test_half_a_clone_is_not_installed(tmp_path):
    (tmp_path / "clone").mkdir()
    old = tmp_path / "opt/source"
    old.mkdir(parents=True)
    with pytest.raises(StepFailed, match="missing"):
        Copy("", tmp_path / "clone", old, ("device",)).do()
    assert old.is_dir()


def test_every_device_the_unit_allows_is_known_to_the_kernel_before_the_unit_starts(installed):
    """systemd forgets what the kernel does not know when the unit starts: the camera would be forbidden until later."""
    unit = (HERE / "bordbuch.service").read_text()
    allowed = re.findall(r"^DeviceAllow=(\S+)", unit, re.MULTILINE)
    assert len(allowed) > 4
    loaded = installed.machine.at(AT_EVERY_BOOT).read_text().split()
    for group in allowed:
        assert group in BUILT_IN or MODULES[group] in loaded, group
    assert "systemd-modules-load.service" in next(row for row in unit.splitlines() if row.startswith("After="))


def test_an_update_is_laid_beside_what_runs(installed, tmp_path):
    root = tmp_path / "pi"
    shutil.copytree(installed.machine.root, root, symlinks=True, ignore=shutil.ignore_patterns("venv"))
    machine = replace(installed.machine, root=root)
    releases = releases_of(machine)
    (root / "opt/bordbuch/releases" / NAME).rename(root / "opt/bordbuch/releases/0.0.9-older")
    releases.switch("0.0.9-older")
    do_all(install_plan(machine, run=Commands(machine)))
    assert (releases.current, releases.last) == (NAME, "0.0.9-older")
    assert (root / "opt/bordbuch/releases/0.0.9-older/source/pyproject.toml").exists()


def test_where_it_was_installed_before_there_were_releases_nothing_is_left(tmp_path, installed):
    machine = throw_away_pi(tmp_path)
    for name in ("source", "venv"):
        machine.at(f"/opt/bordbuch/{name}").mkdir(parents=True)
    do_all(step for step in install_plan(machine) if step.says == "Where it was before")
    assert list(machine.at("/opt/bordbuch").iterdir()) == []


def test_a_clock_of_its_own_is_told_to_the_firmware_only_if_there_is_one():
    line = "add to /boot/firmware/config.txt: dtoverlay=i2c-rtc,ds3231\n"
    assert line in shown(install_plan(pi("trixie"), clock=True))
    assert line not in shown(install_plan(pi("trixie")))
