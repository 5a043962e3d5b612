"""Make the Debian package: the program as a release of its own, and scripts that install it as `make install` does.

The package for all machines fetches OpenCV and the rest when it is installed. One for arm64, the Pi's own, brings them
along for one system (bookworm or trixie), so that a Pi needs nothing but Debian's archive. See hardware.md.
"""

from __future__ import annotations

import argparse
import datetime
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from systemd.machine import SUITES
from systemd.plan import HERE, PACKAGES, PI_PACKAGES, SOURCES
from systemd.releases import PROGRAM, name_of
from systemd.steps import Copy

SCRIPTS = HERE / "debian"
RUN = ("postinst", "prerm", "postrm")
PYTHONS = {"bookworm": "311", "trixie": "313"}
# What wheels may need of the system: glibc 2.36 in Bookworm, 2.41 in Trixie.
GLIBCS = {"bookworm": (17, 28, 31, 34, 35, 36), "trixie": (17, 28, 31, 34, 35, 36, 38, 39, 40, 41)}
FROM_THE_SYSTEM = ("numpy",)  # it must be the one that fits the camera's library
EVERYWHERE = "all"
CONTROL = """\
Package: bordbuch
Version: {version}
Architecture: {architecture}
Section: games
Priority: optional
Maintainer: Bordbuch <bordbuch@localhost>
Installed-Size: {kilobytes}
Depends: python3 (>= 3.11), make, systemd, udev, debconf, {depends}
Recommends: {recommends}
Description: companion beside the game table
 It sees dice and cards with a camera, knows the rules of four printed games,
 shows what to do next on a small display, and keeps the book.
 On a machine without a Raspberry Pi's parts it plays on a simulated table.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the package and print its name."""
    parser = argparse.ArgumentParser(prog="make deb", description=__doc__)
    parser.add_argument("--arch", choices=(EVERYWHERE, "arm64"), default=EVERYWHERE)
    parser.add_argument("--suite", choices=SUITES, default=SUITES[-1], help="of the packages that arm64 brings along")
    parser.add_argument("--out", type=Path, default=HERE.parent / "dist", metavar="DIR")
    given = parser.parse_args(arguments)
    if shutil.which("dpkg-deb") is None:
        print("dpkg-deb is missing; a Debian package is made on Debian, Raspberry Pi OS or Ubuntu.", file=sys.stderr)
        return 2
    try:
        print(build(given.arch, given.suite, given.out))
    except subprocess.CalledProcessError as error:
        print(f"{Path(str(error.cmd[0])).name} failed; it says why above.", file=sys.stderr)
        return 1
    return 0


def build(architecture: str, suite: str, out: Path) -> Path:
    """Lay everything out and pack it."""
    name = name_of(HERE.parent, SOURCES)
    version = _version(name)
    of_suite = f"~{suite}" if architecture != EVERYWHERE else ""
    stage = out / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    release = stage / PROGRAM.lstrip("/") / "releases" / name
    Copy("The program", HERE.parent, release / "source", SOURCES).do()
    if architecture != EVERYWHERE:
        bring_wheels(release / "wheels", suite)
    kilobytes = sum(path.stat().st_size for path in stage.rglob("*") if path.is_file()) // 1024
    _scripts(stage / "DEBIAN", name)
    (stage / "DEBIAN/control").write_text(
        CONTROL.format(
            version=version + of_suite,
            architecture=architecture,
            kilobytes=kilobytes,
            depends=", ".join(PACKAGES),
            recommends=", ".join(PI_PACKAGES),
        ),
        encoding="utf-8",
    )
    for path in (stage, *stage.rglob("*")):
        is_script = path.parent.name == "DEBIAN" and path.name in RUN
        path.chmod(0o755 if path.is_dir() or is_script else 0o644)
    package = out / f"bordbuch_{version}{of_suite}_{architecture}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(stage), str(package)], check=True, stdout=sys.stderr
    )
    shutil.rmtree(stage)
    return package


def bring_wheels(folder: Path, suite: str) -> None:
    """Fetch for the Pi what the package index has and Debian has not, and what is needed to install the program."""
    platforms = [f"--platform=manylinux_2_{minor}_aarch64" for minor in GLIBCS[suite]]
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "-d", str(folder)]
    only = ["--only-binary=:all:", f"--python-version={PYTHONS[suite]}", *platforms, "--platform=manylinux2014_aarch64"]
    constraints = ["-c", str(HERE / f"constraints-{suite}.txt")]
    subprocess.run([*fetch, *only, *constraints, *wanted(), "setuptools>=68"], check=True, stdout=sys.stderr)
    for system in FROM_THE_SYSTEM:
        for wheel in folder.glob(f"{system}-*.whl"):
            wheel.unlink()


def wanted() -> list[str]:
    """What the program asks for, as pyproject.toml says, with the drivers of display and buttons."""
    import tomllib

    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["pi"]]


def _scripts(folder: Path, name: str) -> None:
    folder.mkdir(parents=True)
    for script in (*RUN, "templates"):
        text = (SCRIPTS / script).read_text(encoding="utf-8")
        (folder / script).write_text(text.replace("@RELEASE@", f"{PROGRAM}/releases/{name}"), encoding="utf-8")


def _version(name: str) -> str:
    """A version that grows with time: of the last commit, or of SOURCE_DATE_EPOCH."""
    at = os.environ.get("SOURCE_DATE_EPOCH")
    if at is None:
        asked = subprocess.run(
            ["git", "-C", str(HERE.parent), "log", "-1", "--format=%ct"], capture_output=True, text=True, check=False
        )
        at = asked.stdout.strip() if asked.returncode == 0 else ""
    when = datetime.datetime.fromtimestamp(int(at), datetime.UTC) if at else datetime.datetime.now(datetime.UTC)
    number, sign = name.rsplit("-", 1)
    return f"{number}+{when:%Y%m%d%H%M%S}.{sign}"


if __name__ == "__main__":
    sys.exit(main())
