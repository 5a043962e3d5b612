"""`make install` as it is typed: what it refuses, what it tells, and how it stops."""

import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from systemd import install, steps
from systemd.confined import confined
from systemd.machine import look, refusals
from systemd.steps import Command, Write
from tests.systemd.throw_away_pi import ask, throw_away_pi

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def nothing_may_be_done(monkeypatch):
    def forbidden(step):
        raise AssertionError(f"{step} was done")

    for kind in (steps.Command, steps.Write, steps.SetAtBoot, steps.Copy, steps.Remove):
        monkeypatch.setattr(kind, "do", forbidden)


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_a_dry_run_tells_all_and_does_nothing_on_any_machine(suite, nothing_may_be_done, capsys):
    assert install.main(["--dry-run", "--suite", suite]) == 0
    told = capsys.readouterr()
    assert f"constraints-{suite}.txt" in told.out
    assert "systemctl enable bordbuch.service" in told.out
    assert told.err.endswith("Nothing was changed.\n")


def test_make_passes_the_options_on():
    told = ask("make", "--no-print-directory", "install", f"PYTHON={sys.executable}", "ARGS=--dry-run", cwd=ROOT)
    assert (told.returncode, "useradd" in told.stdout) == (0, True), told.stderr
    book = ask("make", "-n", "uninstall", "BOOK=delete", cwd=ROOT)
    assert "--uninstall --delete-book" in book.stdout
    assert "--delete-book" not in ask("make", "-n", "uninstall", cwd=ROOT).stdout


def test_the_book_stays_unless_told_otherwise(nothing_may_be_done, capsys):
    install.main(["--uninstall", "--dry-run"])
    assert "/var/lib/bordbuch" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"is_root": False}, "sudo make install"),
        ({"bits": 32}, "64-bit"),
        ({"suite": "bullseye"}, "neither Raspberry Pi OS Bookworm nor Trixie"),
        ({"suite": ""}, "neither Raspberry Pi OS Bookworm nor Trixie"),
        ({"has_systemd": False}, "No systemd"),
        ({"has_pi_archive": False}, "ARGS=--simulated"),
        ({"free_mb": 100}, "Only 100 MB"),
    ],
)
def test_it_refuses_with_one_sentence_and_changes_nothing(
    tmp_path, change, reason, nothing_may_be_done, monkeypatch, capsys
):
    machine = replace(throw_away_pi(tmp_path), **change)
    monkeypatch.setattr(install, "look", lambda: machine)
    assert install.main([]) == 2
    told = capsys.readouterr().err.splitlines()
    assert (len(told), told[-1]) == (2, "Nothing was changed.")
    assert reason in told[0]


def test_a_pi_is_not_refused_and_a_machine_without_parts_only_until_it_says_so(tmp_path):
    machine = throw_away_pi(tmp_path)
    assert refusals(machine, simulated=False) == []
    assert refusals(replace(machine, has_pi_archive=False), simulated=True) == []


def test_a_machine_is_known_by_its_files(tmp_path):
    throw_away_pi(tmp_path, "trixie")
    seen = look(tmp_path)
    assert (seen.suite, seen.has_pi_archive, seen.has_systemd) == ("trixie", True, True)
    (tmp_path / "etc/apt/sources.list.d/raspi.list").unlink()
    (tmp_path / "etc/os-release").unlink()
    assert (look(tmp_path).suite, look(tmp_path).has_pi_archive) == ("", False)


def test_a_step_that_fails_is_told_and_the_rest_is_left(tmp_path, capfd):
    later = Write("Later", tmp_path / "later", "")
    assert install.do([Command("First", ("false", "hard")), later]) is None
    told = capfd.readouterr().err
    assert "false hard failed with exit code 1" in told
    assert "Stopped here" in told
    assert "Traceback" not in told
    assert not (tmp_path / "later").exists()


def test_what_is_downloaded_is_unpacked_on_the_card_and_not_in_memory():
    steps.run(["sh", "-c", 'test "$TMPDIR" = /var/tmp'])


def test_stopped_with_the_keyboard_it_says_how_to_go_on(tmp_path, capsys):
    def interrupted(command):
        raise KeyboardInterrupt

    later = Write("Later", tmp_path / "later", "")
    assert install.do([Command("First", ("apt-get", "update"), run=interrupted), later]) is None
    assert "You have stopped it.\nStopped here." in capsys.readouterr().err
    assert not (tmp_path / "later").exists()


def test_a_program_that_is_missing_is_told_too(capfd):
    assert install.do([Command("First", ("no-such-program-here",))]) is None
    assert "no-such-program-here could not be started" in capfd.readouterr().err


def test_a_file_is_written_only_if_it_differs(tmp_path):
    step = Write("A file", tmp_path / "folder/unit", "text", 0o755)
    assert step.needed()
    step.do()
    assert not step.needed()
    step.path.chmod(0o600)
    assert step.needed()


def test_the_self_test_finds_a_numpy_that_is_not_the_systems():
    """Here numpy is the one of the venv: exactly what must not be on a Pi."""
    told = ask(
        sys.executable,
        "-B",
        str(ROOT / "systemd/selftest.py"),
        "--simulated",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    lines = told.stdout.splitlines()
    assert told.returncode == 1
    assert "  ok  Bordbuch can be loaded." in lines
    assert [line for line in lines if line.startswith("  !!")] == [line for line in lines if "not the system's" in line]


def test_the_self_test_names_the_wires_of_the_wiring_table():
    table = (ROOT / "hardware.md").read_text(encoding="utf-8")
    pins = re.findall(r"^\| display, I2C \| .* \| (\d+) \|$", table, re.MULTILINE)
    assert f"pins {', '.join(pins[:-1])} and {pins[-1]}." in (ROOT / "systemd/selftest.py").read_text()


def told_by_script(tmp_path, *arguments, program=None):
    """The real script with the last command of each branch printed instead of run; or with another program run."""
    script = (ROOT / "systemd/bordbuch.sh").read_text()
    if program is None:
        script = script.replace("exec ", "exec echo ").replace("    runuser -u", "    echo runuser -u")
    else:
        script = script.replace("runuser -u bordbuch -- env $device ", "").replace(
            "/opt/bordbuch/current/venv/bin/bordbuch", str(program)
        )
    (tmp_path / "bordbuch").write_text(script)
    return ask("sh", str(tmp_path / "bordbuch"), *arguments, cwd=tmp_path)


@pytest.mark.parametrize(
    ("arguments", "as_device"),
    [
        (["book"], True),
        (["book", "--lang", "en"], True),
        (["mat", "--out", "mat.pdf"], False),
        (["check", "/etc/passwd"], False),
        (["book", "--data=/home/ida/other"], False),
        ([], False),
    ],
)
def test_what_concerns_the_devices_book_is_done_as_its_user(tmp_path, arguments, as_device):
    (tmp_path / "check").mkdir()  # a folder that is only called like the verb
    told = told_by_script(tmp_path, *arguments).stdout
    assert told.endswith(" ".join(["/opt/bordbuch/current/venv/bin/bordbuch", *arguments]) + "\n")
    assert ("-u bordbuch" in told and "XDG_DATA_HOME=/var/lib " in told) is as_device


@pytest.mark.parametrize("arguments", [["check"], ["check", "--lang", "en"]])
def test_the_parts_are_checked_under_the_restrictions_of_the_service(tmp_path, arguments):
    (tmp_path / "check").mkdir()
    told = told_by_script(tmp_path, *arguments).stdout
    confined = "/opt/bordbuch/current/source/systemd/confined.py /opt/bordbuch/current/venv/bin/bordbuch"
    assert told.endswith(f"{confined} {' '.join(arguments)}\n")


def test_every_restriction_of_the_unit_holds_for_a_look_too():
    unit = (ROOT / "systemd/bordbuch.service").read_text()
    line = confined(["look"], unit)
    held = {line[at + 1] for at, word in enumerate(line) if word == "-p"}
    named = {word.split("=", 1)[0] for word in held}
    for key in ("User", "DevicePolicy", "DeviceAllow", "ProtectSystem", "SystemCallFilter", "CapabilityBoundingSet"):
        assert key in named, key
    assert {row for row in unit.splitlines() if row.startswith(("DeviceAllow=", "Protect", "Restrict"))} - {
        row for row in unit.splitlines() if row.startswith("Restart")
    } <= held
    assert not named & {"Type", "ExecStart", "WatchdogSec", "RuntimeDirectory"}, "two units must not own these"
    assert line[-2:] == ["--", "look"]


def test_the_last_step_looks_as_the_service_would(tmp_path, monkeypatch, capsys):
    machine = replace(throw_away_pi(tmp_path), root=Path("/"))
    monkeypatch.setattr(install, "file_text", lambda path: (ROOT / "systemd" / path.name).read_text())
    asked = []
    monkeypatch.setattr(
        install.subprocess, "run", lambda line, **_: asked.append(line) or SimpleNamespace(returncode=0)
    )
    assert install._install(machine, [], simulated=False) == 0
    assert (asked[0][0], "DevicePolicy=closed" in asked[0]) == ("systemd-run", True)
    assert asked[0][-1].endswith("selftest.py")


def test_going_back_needs_root_and_something_to_go_back_to(tmp_path, monkeypatch, capsys):
    machine = throw_away_pi(tmp_path)
    monkeypatch.setattr(install, "look", lambda: machine)
    assert install.main(["--back"]) == 2
    assert "no older Bordbuch" in capsys.readouterr().err
    monkeypatch.setattr(install, "look", lambda: replace(machine, is_root=False))
    assert install.main(["--back"]) == 2
    assert "sudo make install ARGS=--back" in capsys.readouterr().err


@pytest.fixture
def program(tmp_path):
    """Stands in for the installed program: a backup is a file with words, and restoring tells them."""
    path = tmp_path / "program"
    path.write_text(
        '#!/bin/sh\nif [ "$1" = backup ]; then echo "the book $3" >"$2"; else echo "back: $(cat "$2") $3"; fi\n'
        'case "$*" in *fails*) exit 1 ;; esac\n'
    )
    path.chmod(0o755)
    return path


def test_a_backup_is_handed_over_to_whoever_asked_for_it(tmp_path, program):
    """The device's user can neither write into somebody's home nor read there."""
    told = told_by_script(tmp_path, "backup", "mine.zip", "--with-secrets", program=program)
    assert (told.returncode, told.stdout, (tmp_path / "mine.zip").read_text()) == (
        0,
        "mine.zip\n",
        "the book --with-secrets\n",
    )
    back = told_by_script(tmp_path, "restore", "mine.zip", "--force", program=program)
    assert (back.returncode, back.stdout) == (0, "back: the book --with-secrets --force\n")


def test_a_backup_does_not_take_the_place_of_another_file(tmp_path, program):
    (tmp_path / "mine.zip").write_text("older")
    told = told_by_script(tmp_path, "backup", "mine.zip", program=program)
    assert (told.returncode, (tmp_path / "mine.zip").read_text()) == (2, "older")
    assert "Choose another name" in told.stderr


def test_a_backup_that_fails_says_so_by_its_exit_code(tmp_path, program):
    assert told_by_script(tmp_path, "backup", "mine.zip", "fails", program=program).returncode == 1
    assert told_by_script(tmp_path, "restore", "missing.zip", program=program).returncode != 0
