"""The Debian package: what is in it, that its scripts install as `make install` does, and that purging asks."""

import re
import shutil
from pathlib import Path

import pytest

from systemd import install, package
from systemd.plan import HERE, SOURCES, install_plan
from systemd.releases import name_of
from tests.systemd.throw_away_pi import ask, throw_away_pi

needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is on Debian only")
NAME = name_of(HERE.parent, SOURCES)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    out = tmp_path_factory.mktemp("deb")
    path = package.build("all", "trixie", out)
    ask("dpkg-deb", "-R", str(path), str(out / "there"))
    return path, out / "there"


@needs_dpkg
def test_the_package_has_one_release_and_nothing_else(built):
    path, there = built
    assert [folder.name for folder in (there / "opt/bordbuch/releases").iterdir()] == [NAME]
    source = there / "opt/bordbuch/releases" / NAME / "source"
    assert {file.name for file in source.iterdir()} == set(SOURCES)
    assert name_of(source, SOURCES) == NAME, "installed from there it must be the same release"
    assert not list(there.rglob("__pycache__"))
    assert {folder.name for folder in there.iterdir()} == {"opt", "DEBIAN"}
    assert list(path.parent.glob("*.deb")) == [path]


@needs_dpkg
def test_its_version_grows_with_time_and_names_what_is_in_it(built, monkeypatch):
    path, _ = built
    assert re.fullmatch(rf"bordbuch_0\.1\.0\+\d{{14}}\.{NAME.split('-')[1]}_all\.deb", path.name)
    versions = []
    for second in ("1700000000", "1800000000"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", second)
        versions.append(package._version(NAME))
    assert ask("dpkg", "--compare-versions", versions[0], "lt", versions[1]).returncode == 0


@needs_dpkg
@pytest.mark.parametrize("script", package.RUN)
def test_its_scripts_are_sound_and_know_where_they_are(built, script):
    path = built[1] / "DEBIAN" / script
    assert path.stat().st_mode & 0o777 == 0o755
    assert ask("sh", "-n", str(path)).returncode == 0
    assert "@" not in path.read_text()


def test_the_package_does_all_steps_but_those_that_apt_does(tmp_path):
    machine = throw_away_pi(tmp_path)
    with_apt = [step.shown() for step in install_plan(machine)]
    assert [step.shown() for step in install_plan(machine, has_packages=True)] == [
        line for line in with_apt if not line.startswith("apt-get")
    ]


def test_without_the_pis_archive_the_package_gives_the_simulated_table(tmp_path, monkeypatch, capsys):
    machine = throw_away_pi(tmp_path)
    (tmp_path / "etc/apt/sources.list.d/raspi.list").unlink()
    monkeypatch.setattr(install, "look", lambda: install.dataclasses.replace(machine, has_pi_archive=False))
    assert install.main(["--from-package", "--dry-run"]) == 0
    told = capsys.readouterr()
    assert "simulated.conf" in told.out
    assert "Not yet possible" not in told.err


def test_only_a_clear_yes_deletes_the_book():
    """The question is asked at every purge, and without anybody there the answer is no."""
    text = (Path(package.SCRIPTS) / "postrm").read_text()
    assert text.index("db_set bordbuch/delete-book false") < text.index("db_input high") < text.index("rm -rf")
    assert 'if [ "$RET" = true ]' in text
    assert "Default: false" in (Path(package.SCRIPTS) / "templates").read_text()
    assert "Description-de.UTF-8:" in (Path(package.SCRIPTS) / "templates").read_text()


def test_what_is_brought_along_for_a_pi_is_what_the_project_asks_for():
    names = {re.split(r"[<>=]", one)[0] for one in package.wanted()}
    assert {"opencv-python-headless", "luma.oled", "gpiozero", "uvicorn"} <= names
    assert {"numpy"} == set(package.FROM_THE_SYSTEM), "the camera's library needs the system's own"
