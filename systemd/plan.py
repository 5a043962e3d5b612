"""What is done, in which order, to install Bordbuch and to take it away."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from systemd import boot_config
from systemd.accounts import has_user, is_outside, made_user
from systemd.machine import Machine, installed_packages
from systemd.own_games import bring_along, packages_of
from systemd.releases import BOOK, PROGRAM, Releases, name_of
from systemd.steps import Command, Copy, Do, Remove, SetAtBoot, Step, Write, file_text, run
from systemd.update import Update

USER = "bordbuch"
COMMAND = "/usr/local/bin/bordbuch"
UNITS = "/etc/systemd/system"
SERVICE, SWITCH_OFF, SWITCHING_OFF = "bordbuch.service", "bordbuch-poweroff.path", "bordbuch-poweroff.service"
WAY_BACK = "bordbuch-way-back.service"
STICK, STICK_COPY = "bordbuch-stick.timer", "bordbuch-stick.service"
ALL_UNITS = (SERVICE, SWITCH_OFF, SWITCHING_OFF, WAY_BACK, STICK, STICK_COPY)
GROUPS = ("gpio", "i2c", "spi", "video")

PACKAGES = ("python3-venv", "python3-numpy", "python3-pil", "python3-smbus2", "python3-spidev")
# Those that must match the system: the camera's library works with the system's Python and numpy only, and for lgpio
# the Python package index has an empty shell on some versions.
PI_PACKAGES = ("python3-picamera2", "python3-lgpio", "python3-gpiozero", "i2c-tools")

# Lines in the firmware's configuration that say the same; for the two buses as raspi-config itself looks for them.
BUS_IS_ON = {
    "i2c": r"(device_tree_param|dtparam)=([^,]*,)*i2c(_arm)?(=(on|true|yes|1))?(,.*)?",
    "spi": r"(device_tree_param|dtparam)=([^,]*,)*spi(=(on|true|yes|1))?(,.*)?",
}
HAS_A_SPEED = r"dtparam=.*i2c(_arm)?_baudrate=.*"
AT_EVERY_BOOT = "/etc/modules-load.d/bordbuch.conf"
# systemd looks up what DeviceAllow names when the unit starts, and forgets what the kernel does not know yet. So the
# modules behind those names are loaded before; gpiochip and dma_heap are built into the Pi's kernel.
MODULES = {"char-i2c": "i2c-dev", "char-spi": "spidev", "char-video4linux": "videodev", "char-media": "mc"}
BUILT_IN = ("char-gpiochip", "char-dma_heap")
HARDWARE_CLOCK, HAS_A_CLOCK = "dtoverlay=i2c-rtc,ds3231", r"dtoverlay=i2c-rtc.*"
FINDS_A_CAMERA = r"camera_auto_detect=1|dtoverlay=(imx|ov)\d+.*"

HERE = Path(__file__).parent
SOURCES = (
    *("device", "games", "vision", "systemd", "docs"),
    *("pyproject.toml", "Makefile", "README.md", "LICENSE", "hardware.md"),
)
Runner = Callable[[Sequence[str]], None]


def install_plan(
    machine: Machine,
    *,
    simulated: bool = False,
    spi: bool = False,
    clock: bool = False,
    has_packages: bool = False,
    run: Runner = run,
) -> list[Step]:
    """All steps of an installation or update, in order; a Debian package has asked for other packages itself."""
    return [
        *([] if has_packages else _packages(machine, simulated, run)),
        *([] if simulated else _switched_on(machine, ("i2c", "spi") if spi else ("i2c",), run)),
        *([SetAtBoot("A clock of its own", machine.boot_config, HARDWARE_CLOCK, HAS_A_CLOCK)] if clock else []),
        *_user(machine, run),
        *_program(machine, run),
        *_service(machine, simulated, run),
    ]


def uninstall_plan(machine: Machine, *, delete_book: bool = False, run: Runner = run) -> list[Step]:
    """All steps that take Bordbuch away. Packages, I2C and the camera stay as they are; others may use them."""
    is_there = machine.at(f"{UNITS}/{SERVICE}").exists
    now = ("--now",) if machine.can_start else ()
    gone: list[Step] = [
        Command("Stop it, for good", _systemctl(machine, "disable", *now, SERVICE, SWITCH_OFF, STICK), is_there, run),
        *(Remove("The unit", machine.at(f"{UNITS}/{unit}")) for unit in ALL_UNITS),
        Remove("What was set for it", machine.at(f"{UNITS}/{SERVICE}.d")),
        *_reload(machine, run),
        Remove("A way to display and camera", machine.at(AT_EVERY_BOOT)),
        Remove("The command", machine.at(COMMAND)),
        Remove("The program", machine.at(PROGRAM)),
    ]
    if not delete_book:
        return gone
    user = Command("The user", _for_users(machine, "userdel", USER), partial(made_user, machine, USER, BOOK), run)
    return [*gone, Remove("The book, with every result", machine.at(BOOK)), user]


def _packages(machine: Machine, simulated: bool, run: Runner) -> list[Step]:
    names = PACKAGES if simulated else (*PACKAGES, *PI_PACKAGES)
    apt = ("apt-get", "-q", "-o", "DPkg::Lock::Timeout=120")  # a fresh Pi may be busy with its own updates

    def missing() -> bool:
        return not set(names) <= installed_packages(machine)

    return [
        Command("Ask what packages there are", (*apt, "update"), missing, run),
        Command(
            "Packages that must match the system",
            (*apt, "install", "-y", "--no-install-recommends", *names),
            missing,
            run,
        ),
    ]


def _switched_on(machine: Machine, buses: tuple[str, ...], run: Runner) -> list[Step]:
    config = machine.boot_config

    def is_off(bus: str) -> bool:
        return not boot_config.holds(file_text(config), BUS_IS_ON[bus])

    def switch_on(bus: str) -> Command:
        return Command(
            f"Switch {bus.upper()} on", ("raspi-config", "nonint", f"do_{bus}", "0"), lambda: is_off(bus), run
        )

    return [
        *(switch_on(bus) for bus in buses),
        # i2c-dev also for those who have switched the bus on by hand: then nobody gets at it.
        Write(
            "A way to display and camera", machine.at(AT_EVERY_BOOT), "".join(f"{one}\n" for one in MODULES.values())
        ),
        # The display hangs on a long cable, which bears no more. A screen takes 99 ms, in a thread of its own.
        SetAtBoot("A speed that a long cable bears", config, "dtparam=i2c_arm_baudrate=100000", HAS_A_SPEED),
        SetAtBoot("Find the camera", config, "camera_auto_detect=1", FINDS_A_CAMERA),
    ]


def _user(machine: Machine, run: Runner) -> list[Step]:
    nobody = ("--system", "--user-group", "--no-create-home", "--home-dir", BOOK, "--shell", "/usr/sbin/nologin")
    book = machine.at(BOOK)
    owner = ("-o", USER, "-g", USER) if machine.is_this_one else ()  # elsewhere the name means nothing yet

    def join(group: str) -> Command:
        command = _for_users(machine, "usermod", "--append", "--groups", group, USER)
        return Command(f"It may use {group}", command, lambda: is_outside(machine, USER, group), run)

    return [
        Command(
            "A user of its own", _for_users(machine, "useradd", *nobody, USER), lambda: not has_user(machine, USER), run
        ),
        *(join(group) for group in GROUPS),
        Command(
            "A folder for the book", ("install", "-d", "-m", "750", *owner, str(book)), lambda: not book.exists(), run
        ),
    ]


def _program(machine: Machine, run: Runner) -> list[Step]:
    name, releases = name_of(HERE.parent, SOURCES), releases_of(machine)
    source, venv = releases.at(name) / "source", releases.at(name) / "venv"
    make = (str(machine.python), "-m", "venv", "--clear", "--system-site-packages", str(venv))
    constraints = source / "systemd" / f"constraints-{machine.suite}.txt"
    fill = (str(venv / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade")
    wheels = HERE.parent.parent / "wheels"  # a package brings them along
    offline = ("--no-index", "--find-links", str(wheels)) if wheels.is_dir() else ()

    def is_missing() -> bool:
        return not releases.is_whole(name) or not _fits(machine.python, venv)

    def finish() -> None:
        """What the owner has added comes along; then nothing is missing."""
        old = packages_of(releases.at(releases.current) / "venv") if releases.current else None
        new = packages_of(venv)
        if old is not None and new is not None:
            bring_along(old, new)
        releases.mark_whole(name)

    return [
        Copy("The program, so that it does not need this folder", HERE.parent, source, SOURCES, is_missing),
        Command("A place for what it needs", make, lambda: not _fits(machine.python, venv), run),
        Command(
            "The program and what it needs", (*fill, *offline, "-c", str(constraints), f"{source}[pi]"), is_missing, run
        ),
        Do("Games of your own come along", finish, f"complete {releases.at(name)}", is_missing),
        Write("The command", machine.at(COMMAND), _ours("bordbuch.sh"), 0o755),
    ]


def releases_of(machine: Machine) -> Releases:
    """What is installed on this machine, old and new."""
    return Releases(machine.at(PROGRAM), machine.at(BOOK))


def _service(machine: Machine, simulated: bool, run: Runner) -> list[Step]:
    without_pins = machine.at(f"{UNITS}/{SERVICE}.d/simulated.conf")
    units = [Write("The unit", machine.at(f"{UNITS}/{unit}"), _ours(unit)) for unit in ALL_UNITS]
    kind: Step = (
        Write("No pins to wait for", without_pins, _ours("simulated.conf"))
        if simulated
        else Remove("Wait for the pins", without_pins)
    )
    enable = Command("Start it at every boot", _systemctl(machine, "enable", SERVICE, SWITCH_OFF, STICK), run=run)
    old_place = [Remove("Where it was before", machine.at(f"{PROGRAM}/{name}")) for name in ("source", "venv")]
    update = Update(
        releases_of(machine), name_of(HERE.parent, SOURCES), (SERVICE, SWITCH_OFF, STICK), machine.can_start, run
    )
    return [*units, kind, *_reload(machine, run), enable, update, *old_place]


def _reload(machine: Machine, run: Runner) -> list[Step]:
    return [Command("Tell systemd", ("systemctl", "daemon-reload"), run=run)] if machine.can_start else []


def _systemctl(machine: Machine, *arguments: str) -> tuple[str, ...]:
    return ("systemctl", *(() if machine.is_this_one else (f"--root={machine.root}",)), *arguments)


def _for_users(machine: Machine, command: str, *arguments: str) -> tuple[str, ...]:
    return (command, *(() if machine.is_this_one else ("--prefix", str(machine.root))), *arguments)


def _fits(python: Path, venv: Path) -> bool:
    """Whether there is a venv made by this very Python that can install something.

    After an upgrade of the system there is not, nor after a power cut while it was being made.
    """
    own, ask = venv / "bin/python", "import sys; print('python%d.%d' % sys.version_info[:2])"
    name = _answer(python, "-c", ask)
    has_pip = bool(name) and (venv / "lib" / name / "site-packages/pip").is_dir()  # its own, not the system's
    return has_pip and own.exists() and bool(_answer(own, "-m", "pip", "--version"))


def _answer(python: Path, *arguments: str) -> str:
    """What it says; nothing if it fails."""
    told = subprocess.run([str(python), *arguments], capture_output=True, text=True, check=False)
    return "" if told.returncode else told.stdout.strip()


def _ours(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
