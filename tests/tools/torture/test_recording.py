"""The disk of the campaign: what lasts is what was synced, and of the rest anything may be missing."""

import os
import random

import pytest

from tools.torture.recording import Call, Disk, Inode, Kind, calls_of, lay_out

NEW = os.O_CREAT | os.O_WRONLY


def disk_after(*calls):
    disk = Disk()
    for call in calls:
        disk.do(call)
    return disk


def made(name="book", file=1):
    return Call(Kind.OPEN, file, NEW, name.encode())


def written(data, offset=0, file=1):
    return Call(Kind.WRITE, file, offset, data)


SYNCED = Call(Kind.SYNC, 1, 0, b"")
FOLDER = (Call(Kind.OPEN, 9, 0, b""), Call(Kind.SYNC, 9, 0, b""))


def cuts(disk, how, times=40):
    return [disk.after_cut(random.Random(seed), how) for seed in range(times)]


def test_21_8_what_was_synced_with_its_name_is_there_after_every_cut():
    disk = disk_after(made(), written(b"one"), SYNCED, *FOLDER)
    assert all(found == {"book": b"one"} for how in ("nothing", "some", "torn") for found in cuts(disk, how))


def test_21_8_a_write_that_was_not_synced_is_missing_or_there():
    disk = disk_after(made(), written(b"one"), SYNCED, *FOLDER, written(b"two", 3))
    assert cuts(disk, "nothing", 1) == [{"book": b"one"}]
    assert {found["book"] for found in cuts(disk, "some")} == {b"one", b"onetwo"}
    assert disk.now() == {"book": b"onetwo"}


def test_21_8_a_name_lasts_only_when_its_folder_was_synced():
    disk = disk_after(made(), written(b"one"), SYNCED)
    assert cuts(disk, "nothing", 1) == [{}]
    assert {len(found) for found in cuts(disk, "some")} == {0, 1}


def test_21_8_a_rename_before_its_folder_is_synced_leaves_the_old_file_or_the_new_one():
    disk = disk_after(
        *(made(), written(b"old"), SYNCED, *FOLDER),
        *(made("book.new", 2), written(b"new", file=2), Call(Kind.SYNC, 2, 0, b"")),
        Call(Kind.RENAME, 0, 0, b"book.new\0book"),
    )
    assert {found["book"] for found in cuts(disk, "some")} == {b"old", b"new"}
    disk.do(FOLDER[0])
    disk.do(FOLDER[1])
    assert cuts(disk, "nothing", 1) == [{"book": b"new"}]


def test_21_8_a_rename_may_last_where_what_was_written_does_not():
    disk = disk_after(made("book.new", 2), written(b"new", file=2), Call(Kind.RENAME, 0, 0, b"book.new\0book"), *FOLDER)
    assert cuts(disk, "nothing", 1) == [{"book": b""}]


def test_21_8_a_large_write_may_be_torn():
    disk = disk_after(made(), *FOLDER, written(b"x" * 4096))
    sizes = {len(found["book"]) for found in cuts(disk, "torn", 200)}
    assert {0, 4096} < sizes and all(size % 512 == 0 for size in sizes)


def test_21_8_a_file_is_cut_and_filled_with_zeros():
    assert Inode(b"abcdef", [(2, None), (4, b"x")]).content() == b"ab\0\0x"
    assert Inode(b"ab", [(4, None)]).content() == b"ab\0\0"


def test_21_8_what_is_removed_comes_back_if_its_folder_was_not_synced():
    disk = disk_after(made(), written(b"one"), SYNCED, *FOLDER, Call(Kind.UNLINK, 0, 0, b"book"))
    assert disk.now() == {} and cuts(disk, "nothing", 1) == [{"book": b"one"}]


def test_21_8_a_folder_is_laid_out_without_what_is_mapped(tmp_path):
    lay_out({"a/b": b"x", "c": None, "journal.db-shm": b"y"}, tmp_path)
    assert (tmp_path / "a" / "b").read_bytes() == b"x"
    assert (tmp_path / "c").is_dir()
    assert not (tmp_path / "journal.db-shm").exists()


@pytest.mark.parametrize("missing", [0, 3])
def test_21_8_a_log_that_breaks_off_is_read_as_far_as_it_is_whole(tmp_path, missing):
    log = tmp_path / "log"
    whole = b"\x08\0\0\0" + b"\0\0\0\0" + b"\0" * 8 + b"\5\0\0\0" + b"marks"
    log.write_bytes((whole * 2)[: 2 * len(whole) - missing])
    assert [call.data for call in calls_of(log)] == [b"marks"] * (1 if missing else 2)
