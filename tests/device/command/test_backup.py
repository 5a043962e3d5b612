"""Everything in one file and back again, and nothing newer is lost on the way."""

import contextlib
import itertools
import shutil
import sqlite3
import stat
import zipfile
from datetime import UTC, datetime

import pytest

from device.command import backup_files
from device.command.backup_files import put_back
from device.command.main import main
from device.config.lock import only_one
from device.records.copies import copies_of
from device.records.journal import Journal, Source
from device.records.mending import open_or_mend
from device.records.phones import Phones
from device.records.signs import Signs
from games.books.medals import Medal
from games.spine.dialogue import Setup

SETUP = Setup("galaktix", "3", ("Ida",), seed=7, data="9f3c")
SEED = 2**100 + 12345


def play(folder, score=41):
    with Journal.open(folder) as journal:
        number = journal.start(SETUP, Source.BUTTONS)
        journal.add(number, "ok", Source.BUTTONS)
        journal.finish(number, [("Ida", score, Medal.SILVER)])


@pytest.fixture
def folder(tmp_path):
    """A data folder with a bit of everything."""
    folder = tmp_path / "data"
    play(folder)
    with Journal.open(folder) as journal:
        journal.start(Setup("galaktico", "game", ("A", "B"), SEED), Source.BUTTONS, is_secret=True)
    for name in ("settings.toml", "bordbuch.toml", "galaktix/levels.toml", "profiles/Mine/symbols.toml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"# {name}\n")
    return folder


def bordbuch(*arguments):
    return main([str(argument) for argument in arguments])


def scores(folder):
    with Journal.open(folder) as journal:
        return [one.score for one in journal.results()]


def test_21_4_everything_comes_back_from_one_file(folder, tmp_path, capsys):
    assert bordbuch("backup", tmp_path / "b.zip", "--data", folder) == 0
    assert "1 of them cannot be gone on with" in capsys.readouterr().err
    assert bordbuch("restore", tmp_path / "b.zip", "--data", tmp_path / "new") == 0
    assert scores(tmp_path / "new") == [41]
    for name in ("settings.toml", "bordbuch.toml", "galaktix/levels.toml", "profiles/Mine/symbols.toml"):
        assert (tmp_path / "new" / name).read_bytes() == (folder / name).read_bytes()
    with Journal.open(tmp_path / "new") as journal:
        assert journal.first_broken() is None
        assert len(journal.unfinished()) == 1


def test_21_4_paired_phones_stay_out_of_it_so_that_none_that_was_sent_away_comes_back(folder, tmp_path):
    Phones(folder).admit("android")
    assert bordbuch("backup", tmp_path / "b.zip", "--data", folder, "--with-secrets") == 0
    with zipfile.ZipFile(tmp_path / "b.zip") as packed:
        assert "settings.toml" in packed.namelist()
        assert not [name for name in packed.namelist() if "phones" in name]


def test_21_4_secrets_are_in_it_only_if_somebody_asks(folder, tmp_path, capsys):
    bordbuch("backup", tmp_path / "b.zip", "--data", folder)
    with zipfile.ZipFile(tmp_path / "b.zip") as packed:
        assert not [name for name in packed.namelist() if "secrets" in name or "backups" in name]
        assert not [name for name in packed.namelist() if str(SEED).encode() in packed.read(name)]
    capsys.readouterr()
    assert bordbuch("backup", tmp_path / "all.zip", "--with-secrets", "--data", folder) == 0
    assert capsys.readouterr().err == ""
    assert stat.S_IMODE((tmp_path / "all.zip").stat().st_mode) == 0o600
    bordbuch("restore", tmp_path / "all.zip", "--data", tmp_path / "new")
    with Journal.open(tmp_path / "new") as journal:
        assert journal.setup(2).seed == SEED
    assert stat.S_IMODE((tmp_path / "new" / "secrets").stat().st_mode) == 0o700


def test_20_6_personal_signs_are_in_it_only_if_somebody_asks_and_stay_for_the_service_alone(folder, tmp_path):
    name = Signs(folder).keep("up down ok")
    bordbuch("backup", tmp_path / "b.zip", "--data", folder)
    with zipfile.ZipFile(tmp_path / "b.zip") as packed:
        assert not [one for one in packed.namelist() if "signs" in one]
    bordbuch("backup", tmp_path / "all.zip", "--with-secrets", "--data", folder)
    bordbuch("restore", tmp_path / "all.zip", "--data", tmp_path / "new")
    assert Signs(tmp_path / "new").opens(name, "up down ok")
    assert stat.S_IMODE((tmp_path / "new" / "signs").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "new" / "signs" / name).stat().st_mode) == 0o600


def test_21_4_a_backup_with_newer_results_is_not_overwritten_unless_told_to(folder, tmp_path, capsys):
    target = tmp_path / "b.zip"
    play(folder, 45)
    bordbuch("backup", target, "--data", folder)
    before = target.read_bytes()
    other = tmp_path / "other"
    play(other)
    assert bordbuch("backup", target, "--data", other) == 1
    assert "results" in capsys.readouterr().err
    assert target.read_bytes() == before
    assert bordbuch("backup", target, "--force", "--data", other) == 0
    play(other, 12)
    assert bordbuch("backup", target, "--data", other) == 0, "an older one of the same book may go"


def test_21_4_a_book_with_newer_results_is_not_replaced_unless_told_to(folder, tmp_path, capsys):
    bordbuch("backup", tmp_path / "b.zip", "--data", folder)
    play(folder, 45)
    assert bordbuch("restore", tmp_path / "b.zip", "--data", folder) == 1
    assert "has 1 results and 1 entries" in capsys.readouterr().err
    assert scores(folder) == [41, 45]
    assert bordbuch("restore", tmp_path / "b.zip", "--force", "--data", folder) == 0
    assert scores(folder) == [41]
    (kept,) = folder.glob("journal.db.before-restore-*[0-9]")
    connection = sqlite3.connect(kept)
    assert connection.execute("SELECT count(*) FROM results").fetchone() == (2,)
    connection.close()


def test_21_4_a_damaged_book_is_replaced_only_if_told_to(folder, tmp_path, capsys):
    bordbuch("backup", tmp_path / "b.zip", "--data", folder)
    (folder / "journal.db").write_bytes(b"Dear diary, " * 100)
    assert bordbuch("restore", tmp_path / "b.zip", "--data", folder) == 1
    assert bordbuch("restore", tmp_path / "b.zip", "--force", "--data", folder) == 0
    assert scores(folder) == [41]


def test_21_4_nothing_is_put_back_while_another_bordbuch_is_running(folder, tmp_path, capsys):
    bordbuch("backup", tmp_path / "b.zip", "--data", folder)
    with only_one(folder):
        assert bordbuch("restore", tmp_path / "b.zip", "--data", folder) == 1
    assert "Another Bordbuch" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"PK no zip at all", b"x" * 5000])
def test_21_4_a_file_that_is_no_backup_is_refused_in_one_sentence(folder, tmp_path, capsys, content):
    (tmp_path / "b.zip").write_bytes(content)
    for verb in ("restore", "backup"):
        assert bordbuch(verb, tmp_path / "b.zip", "--data", folder) == 1
        assert "Traceback" not in capsys.readouterr().err
    assert (tmp_path / "b.zip").read_bytes() == content
    assert scores(folder) == [41]


@pytest.mark.parametrize("name", ["../out", "/out", "journal.db"])
def test_21_4_a_backup_that_reaches_outside_or_holds_no_book_is_refused(folder, tmp_path, capsys, name):
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as packed:
        packed.writestr("journal.db", b"Dear diary, " * 100)
        if name != "journal.db":
            packed.writestr(name, b"out")
    assert bordbuch("restore", tmp_path / "b.zip", "--force", "--data", folder) == 1
    assert scores(folder) == [41]
    assert not (tmp_path / "out").exists()


def test_21_4_a_file_that_is_not_there_is_told(folder, tmp_path, capsys):
    assert bordbuch("restore", tmp_path / "b.zip", "--data", folder) == 1
    assert "b.zip" in capsys.readouterr().err


@pytest.mark.parametrize("step", range(6))
def test_21_4_a_plug_pulled_while_a_backup_comes_back_leaves_one_of_the_two_books(
    folder, tmp_path, monkeypatch, capsys, step
):
    """The disk lives on, the process does not: it ends at this change of a name or content, and nothing tidies up."""
    assert bordbuch("backup", tmp_path / "b.zip", "--data", folder) == 0
    play(folder, 43)
    for copy in copies_of(folder):
        copy.unlink()
    calls = itertools.count()

    class Cut(BaseException):
        pass

    def cut_at(act):
        def or_cut(*arguments, **more):
            if next(calls) >= step:
                raise Cut
            return act(*arguments, **more)

        return or_cut

    shutil.rmtree(folder / "secrets")
    with monkeypatch.context() as power:
        power.setattr(backup_files, "write_whole", cut_at(backup_files.write_whole))
        power.setattr(backup_files, "set_aside", cut_at(backup_files.set_aside))
        power.setattr(backup_files, "rename", cut_at(backup_files.rename))
        power.setattr(backup_files.Path, "unlink", lambda path, missing_ok=False: None)
        with contextlib.suppress(Cut):
            put_back(tmp_path / "b.zip", folder, datetime(2026, 1, 2, tzinfo=UTC), force=True)
    journal, _ = open_or_mend(folder)
    with journal:
        assert [one.score for one in journal.results()] in ([41, 43], [41])


def test_21_4_a_disk_that_is_full_while_a_backup_comes_back_leaves_the_book_as_it_was(folder, tmp_path, monkeypatch):
    assert bordbuch("backup", tmp_path / "b.zip", "--data", folder) == 0
    play(folder, 43)

    def full(file, content, mode=0):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup_files, "write_whole", full)
    with pytest.raises(OSError):
        put_back(tmp_path / "b.zip", folder, datetime(2026, 1, 2, tzinfo=UTC), force=True)
    assert scores(folder) == [41, 43]
