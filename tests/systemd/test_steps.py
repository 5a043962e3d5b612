"""A file of the machine is replaced whole or not at all, as the device's own files are."""

import os

import pytest

from systemd.steps import Copy, replace_file


def test_a_file_is_replaced_with_its_mode_and_nothing_is_left_beside_it(tmp_path):
    file = tmp_path / "config.txt"
    for text in ("old\n", "new \udcff\n"):
        replace_file(file, text, 0o640)
        assert file.read_bytes() == text.encode(errors="surrogateescape")
        assert file.stat().st_mode & 0o777 == 0o640
        assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("step", ["fsync", "chmod", "rename"])
def test_when_the_disk_refuses_the_old_file_stays_alone(tmp_path, monkeypatch, step):
    def refuse(*_, **__):
        raise OSError(28, "No space left on device")

    file = tmp_path / "config.txt"
    replace_file(file, "old\n", 0o644)
    monkeypatch.setattr(os, step, refuse)
    with pytest.raises(OSError, match="No space left"):
        replace_file(file, "new\n", 0o644)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"config.txt": "old\n"}


def test_the_folder_is_synced_after_the_renaming(tmp_path, monkeypatch):
    synced = []
    really = os.fsync

    def watched(handle):
        synced.append((os.fstat(handle).st_ino, sorted(path.name for path in tmp_path.iterdir())))
        really(handle)

    monkeypatch.setattr(os, "fsync", watched)
    replace_file(tmp_path / "config.txt", "new\n", 0o644)
    assert [names for _, names in synced] == [["config.txt.new"], ["config.txt"]]
    assert synced[-1][0] == tmp_path.stat().st_ino


def test_the_folder_is_synced_after_a_copy_has_taken_its_place(tmp_path, monkeypatch):
    source, target, synced = tmp_path / "source", tmp_path / "opt" / "bordbuch", []
    source.mkdir()
    (source / "file").write_text("new")
    target.parent.mkdir()

    def watched(handle):
        synced.append((os.fstat(handle).st_ino, sorted(path.name for path in target.parent.iterdir())))

    monkeypatch.setattr(os, "fsync", watched)
    Copy("copy", source, target, ("file",)).do()
    assert synced == [(target.parent.stat().st_ino, ["bordbuch"])]
