"""A card that is never written to: the book moves first, and nothing begins a new one in memory."""

import shutil
import subprocess

import pytest

from systemd import read_only
from systemd.read_only import FSTAB_LINE, OVERLAY, off_plan, on_plan, refusals, with_line
from tests.systemd.throw_away_pi import do_all, throw_away_pi


@pytest.fixture
def machine(tmp_path, monkeypatch):
    machine = throw_away_pi(tmp_path)
    (tmp_path / "boot/firmware/cmdline.txt").write_text("console=tty1 root=PARTUUID=12 rootwait\n")
    (tmp_path / "etc/fstab").write_text("proc /proc proc defaults 0 0\n")
    (tmp_path / "etc/overlayroot.conf").write_text("")
    book = tmp_path / "var/lib/bordbuch"
    book.mkdir(parents=True)
    (book / "journal.db").write_text("gold")
    return machine


@pytest.fixture
def commands(machine, monkeypatch, tmp_path):
    """mount, umount and e2label only leave a trace; everything else runs. The partition is a folder."""
    seen, partition = [], tmp_path / "partition"
    partition.mkdir()

    def run(command):
        seen.append(command[0])
        place = machine.at("/run/bordbuch-move")
        if command[0] == "mount":
            shutil.rmtree(place)
            place.symlink_to(partition)
        elif command[0] == "umount":
            place.unlink()
        elif command[0] not in ("e2label", "sync", "systemctl"):
            subprocess.run(command, check=True)

    monkeypatch.setattr(read_only, "run", run)
    return seen


def steps(machine):
    return [step for step in on_plan(machine, "/dev/sda1") if not step.says.startswith("Stop")]


def test_the_book_moves_and_then_the_card_is_closed(machine, commands, tmp_path):
    do_all(steps(machine))
    assert (tmp_path / "partition/journal.db").read_text() == "gold"
    assert (tmp_path / "var/lib/bordbuch/journal.db").read_text() == "gold", "the old one is only hidden, not deleted"
    assert (tmp_path / "etc/fstab").read_text() == f"proc /proc proc defaults 0 0\n{FSTAB_LINE}\n"
    assert (tmp_path / "boot/firmware/cmdline.txt").read_text().split()[-1] == OVERLAY
    assert "AssertPathIsMountPoint" in (tmp_path / "etc/systemd/system/bordbuch.service.d/book.conf").read_text()
    assert commands.index("cp") < commands.index("e2label")


def test_a_second_time_nothing_is_done(machine, commands):
    do_all(steps(machine))
    assert [step.says for step in steps(machine) if step.needed()] == []


def test_a_move_that_fails_changes_nothing_of_the_start(machine, monkeypatch, tmp_path):
    def run(command):
        raise read_only.subprocess.SubprocessError(command[0])

    monkeypatch.setattr(read_only, "run", run)
    with pytest.raises(subprocess.SubprocessError):
        do_all(steps(machine))
    assert (tmp_path / "etc/fstab").read_text() == "proc /proc proc defaults 0 0\n"
    assert OVERLAY not in (tmp_path / "boot/firmware/cmdline.txt").read_text()


def test_off_again_the_command_line_is_as_it_was(machine, commands, tmp_path):
    do_all(steps(machine))
    do_all(off_plan(machine))
    assert (tmp_path / "boot/firmware/cmdline.txt").read_text() == "console=tty1 root=PARTUUID=12 rootwait\n"
    assert [step.needed() for step in off_plan(machine)] == [False]


def test_a_partition_of_another_kind_is_refused(machine):
    assert refusals(machine, "/dev/sda1", "ext4") == []
    assert "mkfs.ext4" in refusals(machine, "/dev/sda1", "vfat")[0]


def test_an_older_line_for_the_book_is_replaced():
    text = (
        "proc /proc proc defaults 0 0\n/dev/sdb1 /var/lib/bordbuch ext4 defaults 0 2\n# /dev/sdc1 /var/lib/bordbuch x\n"
    )
    assert with_line(text, "NEW").splitlines() == [
        "proc /proc proc defaults 0 0",
        "# /dev/sdc1 /var/lib/bordbuch x",
        "NEW",
    ]
