"""Writing a file: it is the new one on the disk or, whatever goes wrong, the old one, with nothing left beside it."""

from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vision.base import files
from vision.base.files import rename, set_aside, sync, write_whole


def refuse(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_file_has_the_content_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    for content in (b"old", b"new \x00 \xff", b""):
        write_whole(tmp_path / "cards.toml", content)
        assert contents(tmp_path) == {"cards.toml": content}


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("before", [{}, {"cards.toml": b"old"}], ids=["no file", "an old file"])
def test_when_the_disk_refuses_all_is_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, before: dict[str, bytes]
) -> None:
    for name, content in before.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(os, step, refuse)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "cards.toml", b"new")
    assert contents(tmp_path) == before


def test_when_it_is_broken_off_all_is_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_off(_: int) -> None:
        raise KeyboardInterrupt

    write_whole(tmp_path / "cards.toml", b"old")
    monkeypatch.setattr(os, "fsync", break_off)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "cards.toml", b"new")
    assert contents(tmp_path) == {"cards.toml": b"old"}


def test_what_a_pulled_plug_left_beside_the_file_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "cards.toml.new").write_bytes(b"half of a much longer fi")
    write_whole(tmp_path / "cards.toml", b"new")
    assert contents(tmp_path) == {"cards.toml": b"new"}


def test_the_file_is_synced_under_its_first_name_and_the_folder_after_the_renaming(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[tuple[Path, dict[str, bytes]]] = []
    really = os.fsync

    def watched(handle: int) -> None:
        steps.append((Path(f"/proc/self/fd/{handle}").readlink(), contents(tmp_path)))
        really(handle)

    write_whole(tmp_path / "cards.toml", b"old")
    monkeypatch.setattr(os, "fsync", watched)
    write_whole(tmp_path / "cards.toml", b"new")
    assert steps == [
        (tmp_path / "cards.toml.new", {"cards.toml": b"old", "cards.toml.new": b"new"}),
        (tmp_path, {"cards.toml": b"new"}),
    ]


def test_a_folder_that_cannot_be_synced_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    really = os.fsync

    def refuse_folders(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            refuse()
        really(handle)

    monkeypatch.setattr(os, "fsync", refuse_folders)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "cards.toml", b"new")
    assert contents(tmp_path) == {}, "as before, not in a place that it may lose again"


@pytest.mark.parametrize("had_one", [True, False])
def test_21_3_a_folder_that_cannot_be_synced_leaves_the_file_as_it_was(
    had_one: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    if had_one:
        write_whole(file, b"old")

    def refuse(path: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(files, "sync", refuse)
    with pytest.raises(OSError, match="Input/output"):
        write_whole(file, b"new")
    assert [one.read_bytes() for one in tmp_path.iterdir()] == ([b"old"] if had_one else [])


def test_a_folder_that_is_not_there_is_told_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "cards.toml", b"new")
    with pytest.raises(FileNotFoundError):
        sync(tmp_path / "nowhere")
    assert contents(tmp_path) == {}


def test_a_folder_in_the_files_place_stays(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path / "cards.toml", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["cards.toml"]


def test_no_handle_stays_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handles = len(list(Path("/proc/self/fd").iterdir()))
    write_whole(tmp_path / "cards.toml", b"new")
    monkeypatch.setattr(os, "fsync", refuse)
    for _ in range(2):
        with pytest.raises(OSError, match="No space left"):
            sync(tmp_path)
        with pytest.raises(OSError, match="No space left"):
            write_whole(tmp_path / "cards.toml", b"new")
    assert len(list(Path("/proc/self/fd").iterdir())) == handles


def test_it_needs_nothing_that_would_hold_up_the_first_screen() -> None:
    script = (
        "import sys, vision.base.files\n"
        "assert not {'numpy', 'cv2', 'PIL', 'device', 'games'} & {name.split('.')[0] for name in sys.modules}\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_after_a_renaming_the_folder_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old").mkdir()
    synced = []

    def watched(handle: int) -> None:
        synced.append((Path(f"/proc/self/fd/{handle}").readlink(), (tmp_path / "new").exists()))

    monkeypatch.setattr(os, "fsync", watched)
    rename(tmp_path / "old", tmp_path / "new")
    assert synced == [(tmp_path, True)]


def test_no_other_place_gives_files_another_name() -> None:
    """`write_whole` and `rename` are the careful ways; what installs the device has its own."""
    root = Path(__file__).parent.parent.parent.parent
    renaming = re.compile(r"\.rename\(|\bos\.(rename|replace|renames)\b|\bshutil\.move\b|\bfresh\.replace\(")
    found = {
        file.relative_to(root).as_posix()
        for room in ("device", "games", "vision", "systemd")
        for file in (root / room).rglob("*.py")
        if renaming.search(file.read_text(encoding="utf-8"))
    }
    assert found == {"vision/base/files.py", "systemd/steps.py"}


def test_what_is_set_aside_gets_a_name_with_the_day_that_nobody_has_yet(tmp_path: Path) -> None:
    now = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)
    for content in (b"one", b"two"):
        (tmp_path / "book").write_bytes(content)
        (tmp_path / "book-wal").write_bytes(content)
        set_aside(tmp_path / "book", ".old-", now, beside=("-wal", "-shm"))
    assert contents(tmp_path) == {
        "book.old-2026-01-02-200000": b"one",
        "book.old-2026-01-02-200000-wal": b"one",
        "book.old-2026-01-02-200000-1": b"two",
        "book.old-2026-01-02-200000-1-wal": b"two",
    }
