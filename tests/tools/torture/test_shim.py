"""The shim: every call for a folder is in its log, any can be refused, and a journal that does not sync is found."""

import os
import pickle
import random
import subprocess
import sys

import pytest

from device.errors import DeviceError
from device.records.journal import Journal
from tools.torture import shim
from tools.torture.recording import Disk, Kind, calls_of, lay_out


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    try:
        return shim.compiled(tmp_path_factory.mktemp("shim"))
    except shim.NoShim as error:
        pytest.skip(str(error))


def run(library, program, *arguments):
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        env=shim.environment(library),
        capture_output=True,
        text=True,
        check=False,
    )


EVENING = """
import pickle, sys
from pathlib import Path
from device.records.journal import Journal, Source
from games.spine.dialogue import Setup
from tools.torture.shim import Shim

folder, log, sync = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
shim = Shim()
shim.watch(folder, log)
with Journal.open(folder) as journal:
    journal._pages.select(f"PRAGMA synchronous = {sync}")
    number = journal.start(Setup("any", "1", ("Ada",), 1, "data"), Source.BUTTONS)
    for lines in range(1, 6):
        journal.add(number, "ok", Source.BUTTONS)
        shim.mark(pickle.dumps(lines))
shim.watch(None)
"""


def recorded(library, tmp_path, sync):
    folder, log = tmp_path / "book", tmp_path / "log"
    folder.mkdir()
    done = run(library, EVENING, folder, log, sync)
    assert done.returncode == 0, done.stderr
    return folder, log


def test_21_8_the_log_makes_the_same_folder(library, tmp_path):
    folder, log = recorded(library, tmp_path, "FULL")
    disk = Disk()
    for call in calls_of(log):
        disk.do(call)
    there = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert there == disk.now() and set(there) == {"journal.db"}


def lost_after_cuts(log, folder):
    """In how many folders that a pulled plug leaves fewer lines are found than had been confirmed."""
    disk, confirmed, lost, looked_at = Disk(), 0, 0, 0
    for number, call in enumerate(calls_of(log)):
        if call.kind is Kind.MARK:
            confirmed = pickle.loads(call.data)
            continue
        disk.do(call)
        if not confirmed:
            continue
        found = folder / str(number)
        found.mkdir()
        lay_out(disk.after_cut(random.Random(number), "nothing"), found)
        looked_at += 1
        try:
            with Journal.open(found) as journal:
                lost += len(journal.lines(1)) < confirmed
        except DeviceError:
            lost += 1
    assert looked_at > 10
    return lost


def test_21_8_a_journal_that_syncs_loses_nothing_that_was_confirmed(library, tmp_path):
    _, log = recorded(library, tmp_path, "FULL")
    assert lost_after_cuts(log, tmp_path) == 0


def test_21_8_a_journal_that_does_not_sync_is_found(library, tmp_path):
    _, log = recorded(library, tmp_path, "OFF")
    assert lost_after_cuts(log, tmp_path) > 5


REFUSED = """
import errno, os, sys
from pathlib import Path
from tools.torture.shim import Shim

folder = Path(sys.argv[1])
shim = Shim()
shim.watch(folder)
shim.fail(int(sys.argv[2]), 1, errno.ENOSPC)
heard, a = [], folder / "a"
acts = (lambda: a.write_bytes(b"a"), lambda: (folder / "b").mkdir(), lambda: a.rename(folder / "c"))
for what in acts:
    try:
        what()
        heard.append("done")
    except OSError as error:
        heard.append(errno.errorcode[error.errno])
print(*heard, shim.failed)
"""


@pytest.mark.parametrize(
    ("call", "heard"),
    [(1, "ENOSPC done ENOENT 1"), (2, "ENOSPC done done 1"), (3, "done ENOSPC done 1"), (4, "done done ENOSPC 1")],
)
def test_21_8_the_call_of_the_number_asked_for_is_refused_once(library, tmp_path, call, heard):
    done = run(library, REFUSED, tmp_path, call)
    assert done.stdout.strip() == heard, done.stderr


STARVED = """
from tools.torture.shim import Shim
shim, met = Shim(), 0
for at in range(1, 40):
    shim.starve(at)
    try:
        [str(number) for number in range(100)]
    except MemoryError:
        met += 1
    finally:
        shim.starve(0)
print(met)
"""


def test_21_8_an_allocation_of_the_number_asked_for_finds_no_memory(library):
    done = run(library, STARVED)
    assert done.returncode == 0 and int(done.stdout) > 30, done


FULL = """
import sys
from pathlib import Path
from tools.torture import refusals
from tools.torture.seat import warm
from tools.torture.tally import Plan, Tally

warm(Path(sys.argv[1]))
plan = Plan(2, 60.0, Path(sys.argv[1]), planted=sys.argv[2])
for at in (90, 130):
    print(*refusals.try_out(plan, refusals.Trial(0, "a full disk", at), Tally("refusals")), sep="\\n")
"""


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "is_found"), [("", False), ("deaf", True)])
def test_21_8_an_answer_that_a_full_disk_refused_and_that_is_shown_as_taken_is_found(
    library, tmp_path, fault, is_found
):
    done = run(library, FULL, tmp_path, fault)
    assert done.returncode == 0, done.stderr
    assert ("the journal after" in done.stdout) == is_found, done.stdout
    assert is_found or not done.stdout.strip()


UNREADABLE = (
    FULL.replace('"a full disk"', '"I/O errors"').replace("(90, 130)", "range(66, 82, 2)").replace("Plan(2", "Plan(11")
)


@pytest.mark.slow
def test_21_8_a_witness_who_cannot_read_the_book_breaks_no_step(library, tmp_path):
    """SQLite calls a file malformed that the disk refuses to read."""
    done = run(library, UNREADABLE, tmp_path, "")
    assert done.returncode == 0, done.stderr
    assert not done.stdout.strip()


OPENED = """
import errno, logging, shutil, sys
from pathlib import Path
from device.errors import JournalError
from device.records.journal import Journal, Source
from device.records.mending import open_or_mend
from games.spine.dialogue import Setup
from tools.torture.shim import Shim

logging.disable(logging.CRITICAL)
folder, shim = Path(sys.argv[1]), Shim()
with Journal.open(folder / "played") as journal:
    number = journal.start(Setup("any", "1", ("Ada",), 1, "data"), Source.BUTTONS)
    for _ in range(12):
        journal.add(number, "ok", Source.BUTTONS)
    shutil.copytree(folder / "played", folder / "killed")

def opened(at, times):
    shutil.copytree(folder / "killed", folder / "found")
    shim.watch(folder / "found")
    shim.fail(at, times, errno.EIO)
    try:
        open_or_mend(folder / "found")[0].close()
    except JournalError:
        pass
    calls = shim.calls
    shim.heal()
    shim.watch(None)
    with Journal.open(folder / "found") as journal:
        assert len(journal.lines(number)) == 12, (at, times)
    assert not list((folder / "found").glob("*.damaged-*")), (at, times)
    shutil.rmtree(folder / "found")
    return calls

calls = opened(0, 0)
for at in range(1, calls + 1):
    for times in (1, 2, 3, 40):
        opened(at, times)
print(calls)
"""


@pytest.mark.slow
def test_21_8_a_book_that_the_disk_refuses_while_it_is_opened_is_never_set_aside_and_loses_nothing(library, tmp_path):
    done = run(library, OPENED, tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 50


def test_21_8_without_a_compiler_it_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(shim.shutil, "which", lambda name: None)
    with pytest.raises(shim.NoShim, match="compiler"):
        shim.compiled(tmp_path)


def test_21_8_without_being_told_a_folder_it_sleeps(library, tmp_path):
    done = run(library, "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text('x')", tmp_path / "x")
    assert done.returncode == 0 and (tmp_path / "x").read_text() == "x"
    assert os.environ.get(shim.WITH_SHIM) is None
