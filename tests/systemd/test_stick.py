"""The weekly copy onto a stick: only onto a stick, whole or not at all, and not for ever more of them."""

import datetime

from systemd.stick import KEPT, copy_to, sticks

DAY = datetime.date(2026, 11, 18)


def made(target):
    target.write_bytes(b"the book")
    return 0


def test_only_free_partitions_on_usb_are_taken():
    devices = [
        {"path": "/dev/mmcblk0", "tran": "mmc", "children": [{"path": "/dev/mmcblk0p2", "fstype": "ext4"}]},
        {
            "path": "/dev/sda",
            "tran": "usb",
            "children": [{"path": "/dev/sda1", "fstype": "ext4", "mountpoint": "/var"}],
        },
        {"path": "/dev/sdb", "tran": "usb", "fstype": "vfat", "mountpoint": None},
        {"path": "/dev/sdc", "tran": "usb", "children": [{"path": "/dev/sdc1", "fstype": "iso9660"}]},
    ]
    assert sticks(devices) == ["/dev/sdb"], "the book's own partition, the card and a disc are left alone"


def test_the_copy_of_today_is_there_and_the_oldest_go(tmp_path):
    folder = tmp_path / "bordbuch"
    for days in range(KEPT + 3):
        assert copy_to(folder, DAY + datetime.timedelta(days=7 * days), made) == 0
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == KEPT
    assert names[-1] == "bordbuch-2027-01-27.zip"
    assert (folder / names[-1]).read_bytes() == b"the book"


def test_a_copy_that_fails_takes_nothing_away(tmp_path):
    folder = tmp_path / "bordbuch"
    copy_to(folder, DAY, made)
    assert copy_to(folder, DAY, lambda target: 1) == 1
    assert [path.name for path in folder.iterdir()] == ["bordbuch-2026-11-18.zip"]


def test_something_else_on_the_stick_stays(tmp_path):
    folder = tmp_path / "bordbuch"
    folder.mkdir()
    (folder / "bordbuch-holiday.zip").write_text("mine")
    for days in range(KEPT + 2):
        copy_to(folder, DAY + datetime.timedelta(days=days), made)
    assert (folder / "bordbuch-holiday.zip").read_text() == "mine"
