"""The command in odd places: pipes, names that are no UTF-8, no home, a folder that may only be read."""

import json
import os
import shutil
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from device.command import verb
from device.command.book_file import journal_to_read
from device.command.json_text import json_text
from device.errors import JournalError
from device.eyes.picture_files import picture_from_file
from device.records.journal import Journal
from tests.device.running import DEADLINE_SECONDS
from vision.base.errors import NotAPicture

ROOT = Path(__file__).parent.parent.parent.parent
OLD_DATA = ROOT / "tests" / "data" / "from_0.1" / "own_data"
STRAY = b"\xff\xfe"  # no UTF-8, wherever it stands


def run(*arguments, before=(), **environment):
    return subprocess.run(
        [*before, sys.executable, "-m", "device.command.main", *arguments],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=DEADLINE_SECONDS,
        cwd=ROOT,
        env={**os.environ, **environment},
    )


def sentence(done, code):
    assert (done.returncode, b"Traceback" in done.stderr) == (code, False), done
    return (done.stdout + done.stderr).decode()


# --- pipes and devices -----------------------------------------------------------------------------------------------


def test_21_7_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    done = run("read", "--as", "pips", str(tmp_path / "pipe"), "/dev/zero", str(tmp_path))
    assert done.returncode == 1
    pipe, device, folder = (json.loads(line) for line in done.stdout.splitlines())
    assert "this is a pipe, not a file" in pipe["message"]
    assert "this is a device, not a file" in device["message"]
    assert folder["status"] == pipe["status"] == device["status"] == "unreadable"
    told = run("read", "--as", "pips", "--before", str(tmp_path / "pipe"), str(tmp_path / "pipe"))
    assert "this is a pipe" in sentence(told, 2)


def test_21_7_a_pipe_that_a_link_leads_to_is_refused_too(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link.png").symlink_to(tmp_path / "pipe")
    with pytest.raises(NotAPicture, match="pipe"):
        picture_from_file(tmp_path / "link.png")


# --- names that are no UTF-8 -----------------------------------------------------------------------------------------


@pytest.fixture
def stray(tmp_path):
    """A folder with such a name."""
    folder = os.fsencode(tmp_path) + b"/ordner" + STRAY
    Path(os.fsdecode(folder)).mkdir()
    return folder


def test_21_7_a_picture_with_such_a_name_is_read_and_its_line_leads_back_to_it(stray):
    picture = stray + b"/bild" + STRAY + b".jpg"
    shutil.copy(str(resources.files("device.command") / "bench_pictures" / "pips.jpg"), picture)
    done = run("read", "--as", "pips", "--debug-dir", stray + b"/steps", picture, stray + b"/nothing")
    assert b"Traceback" not in done.stderr
    read, missing = (json.loads(line.decode("utf-8")) for line in done.stdout.splitlines())
    assert os.fsencode(read["image"]) == picture and read["status"] == "sure"
    assert os.fsencode(missing["image"]) == stray + b"/nothing" and missing["status"] == "unreadable"


def test_21_7_what_a_terminal_cannot_show_does_not_break_the_json(tmp_path):
    done = run("read", "--as", "pips", str(tmp_path / "Würfel 😀.png"), PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout.decode("ascii"))["image"] == str(tmp_path / "Würfel 😀.png")


def test_21_7_letters_stay_as_they_are_where_they_can():
    class Out:
        encoding = "utf-8"

    assert json_text({"name": "Würfel"}, Out()) == '{"name": "Würfel"}'
    assert json_text({"name": "W\udcffrfel"}, Out()) == '{"name": "W\\udcffrfel"}'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((b"book", b"--data", b"*"), 0),
        ((b"check", b"--data", b"*"), 0),
        ((b"check", b"*/nothing.toml"), 1),
        ((b"mat", b"--out", b"*/mat.pdf"), 0),
        ((b"teach", b"card", b"--profile", b"*/p", b"--name", b"D" + STRAY, b"*/x.jpg"), 1),
        ((b"play", STRAY, b"--port", b"0", b"--data", b"*"), 2),
        ((b"simulate", b"galaktix", STRAY), 2),
    ],
    ids=lambda value: value[0].decode() if isinstance(value, tuple) else None,
)
def test_21_7_no_verb_stumbles_over_such_a_name(stray, arguments, code):
    for name in ("profiles", "galaktix"):
        (Path(os.fsdecode(stray)) / name / os.fsdecode(b"x" + STRAY)).mkdir(parents=True)
    assert sentence(run(*(argument.replace(b"*", stray) for argument in arguments)), code)


@pytest.mark.slow
def test_21_7_the_check_of_such_a_folder_is_valid_json(stray):
    done = run("check", "--json", stray + b"/nothing.toml")
    told = json.loads(done.stdout.decode("utf-8"))
    assert os.fsencode(told["data"][0]["what"]) == stray + b"/nothing.toml"


# --- no home ---------------------------------------------------------------------------------------------------------


def nobody(number):
    raise KeyError(number)


def test_21_7_without_a_home_the_book_asks_for_a_folder(monkeypatch, capsys):
    for name in ("HOME", "XDG_DATA_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(verb.pwd, "getpwuid", nobody)
    from device.command.main import main

    with pytest.raises(SystemExit) as ended:
        main(["book"])
    assert ended.value.code == 2
    assert "Name one for the book: --data DIR" in capsys.readouterr().err


def test_21_7_without_a_home_everything_else_is_as_ever(monkeypatch, capsys, tmp_path):
    for name in ("HOME", "XDG_DATA_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(verb.pwd, "getpwuid", nobody)
    from device.command.main import main

    with pytest.raises(SystemExit) as ended:
        main(["play", "--help"])
    assert ended.value.code == 0
    assert main(["book", "--data", str(tmp_path)]) == 0
    assert "Kapitel 1" in capsys.readouterr().out


def test_21_7_without_home_in_the_environment_the_system_knows_it(monkeypatch):
    class Entry:
        pw_dir = "/home/anna"

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr(verb.pwd, "getpwuid", lambda number: Entry)
    for home in ("", None):
        monkeypatch.setenv("HOME", "") if home == "" else monkeypatch.delenv("HOME")
        assert verb.default_folder() == Path("/home/anna/.local/share/bordbuch")
    monkeypatch.setenv("HOME", "/home/ben")
    assert verb.default_folder() == Path("/home/ben/.local/share/bordbuch")
    monkeypatch.setenv("XDG_DATA_HOME", "/srv")
    assert verb.default_folder() == Path("/srv/bordbuch")


# --- a folder that may only be read ----------------------------------------------------------------------------------


@pytest.fixture
def read_only(monkeypatch):
    """Whoever asks is told that nothing here can be written to."""
    really = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and really(path, mode))


@pytest.fixture
def old_book(tmp_path):
    shutil.copy(OLD_DATA / "journal.db", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("read_only")
def test_21_7_the_book_is_read_from_a_copy_and_the_journal_stays_as_it_is(old_book):
    before = (old_book / "journal.db").read_bytes()
    with journal_to_read(old_book) as journal:
        copied, results = journal.path, journal.results()
    assert results
    assert (old_book / "journal.db").read_bytes() == before
    assert not copied.exists()


@pytest.mark.usefixtures("read_only")
def test_21_7_what_the_service_wrote_last_is_in_the_book(old_book):
    with Journal.open(old_book) as journal:  # as the running service has it
        expected = journal.results()
        with journal_to_read(old_book) as copy:
            assert copy.results() == expected
            assert len(copy.unfinished()) == len(journal.unfinished())


@pytest.mark.usefixtures("read_only")
def test_21_7_what_lies_beside_a_journal_that_nobody_has_open_is_read_too(old_book, tmp_path_factory):
    crashed = tmp_path_factory.mktemp("crashed")
    with Journal.open(old_book) as journal:
        for name in ("journal.db", "journal.db-wal"):  # as a pulled plug leaves them, without the file of the moment
            shutil.copy(old_book / name, crashed)
        with journal_to_read(crashed) as copy:
            assert copy.results() == journal.results()


@pytest.mark.usefixtures("read_only")
def test_21_7_a_damaged_journal_is_named_where_it_is(tmp_path):
    (tmp_path / "journal.db").write_bytes(b"no journal at all" * 1000)
    with pytest.raises(JournalError, match=str(tmp_path)), journal_to_read(tmp_path):
        pass


def test_21_7_the_book_is_printed_from_a_folder_that_really_may_only_be_read(old_book):
    if os.getuid() == 0:
        mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
        before = ("unshare", "-m", "sh", "-c", mount, str(old_book))
        if subprocess.run([*before, "true"], capture_output=True).returncode:
            pytest.skip("nothing can be mounted here")
    else:
        before = ()
        old_book.chmod(0o555)
    try:
        refused = subprocess.run([*before, "touch", str(old_book / "x")], capture_output=True)
        assert refused.returncode != 0, "the folder can be written to after all"
        done = run("book", "--data", str(old_book), before=before)
    finally:
        old_book.chmod(0o755)
    assert "Galaktix" in sentence(done, 0)
    assert done.stdout == run("book", "--data", str(old_book)).stdout
