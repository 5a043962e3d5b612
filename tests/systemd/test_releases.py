"""Releases side by side: an update that does not run leads back, also after a power cut, and the book comes along."""

import sqlite3
from contextlib import closing

import pytest

from systemd import releases as module
from systemd.releases import Releases, form_of, name_of
from systemd.steps import StepFailed
from systemd.update import Update, back

UNITS = ("bordbuch.service", "bordbuch-poweroff.path")


def book(path, form, *results):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"PRAGMA user_version = {form}; CREATE TABLE IF NOT EXISTS results (line TEXT);")
        connection.executemany("INSERT INTO results VALUES (?)", [(line,) for line in results])
        connection.commit()


def results(path):
    with closing(sqlite3.connect(path)) as connection:
        return [line for (line,) in connection.execute("SELECT line FROM results")]


@pytest.fixture
def there(tmp_path):
    """A machine on which the release "old" runs, with a book, and "new" is made ready."""
    program, data = tmp_path / "opt", tmp_path / "book"
    data.mkdir()
    book(data / "journal.db", 3, "gold")
    releases = Releases(program, data)
    for name in ("old", "new"):
        (program / "releases" / name / "venv").mkdir(parents=True)
        releases.mark_whole(name)
    releases.switch("old")
    return releases


class Systemctl:
    """Starts what is current; `broken` names releases that never say that they run."""

    def __init__(self, releases, *broken, before_start=lambda name: None):
        self.releases, self.broken, self.before_start = releases, broken, before_start
        self.seen = []

    def __call__(self, command):
        self.seen.append(" ".join(command))
        if "restart" in command:
            self.before_start(self.releases.current)
            if self.releases.current in self.broken:
                raise StepFailed("timeout 60 failed with exit code 124")


def update(releases, run, tmp_path, name="new"):
    return Update(releases, name, UNITS, True, run, mark=tmp_path / "mark")


def test_an_update_that_runs_stays_and_the_one_before_it_is_kept(there, tmp_path):
    run = Systemctl(there)
    update(there, run, tmp_path).do()
    assert (there.current, there.last, there.on_trial) == ("new", "old", False)
    assert run.seen == [f"systemctl stop {' '.join(UNITS)}", f"timeout 60 systemctl restart {' '.join(UNITS)}"]
    assert not (tmp_path / "mark").exists()


def test_an_update_that_does_not_run_within_a_minute_goes_back_by_itself(there, tmp_path):
    with pytest.raises(StepFailed, match=r"new did not say within 60 seconds.*old runs again"):
        update(there, Systemctl(there, "new"), tmp_path).do()
    assert (there.current, there.on_trial) == ("old", False)
    assert not (tmp_path / "mark").exists()


def test_the_older_release_still_opens_the_book(there, tmp_path):
    """The new release brings the book into its own form, and only then does it fail."""

    def migrate(name):
        if name == "new":
            book(tmp_path / "book/journal.db", 4, "written by the new one")

    with pytest.raises(StepFailed, match="kept in"):
        update(there, Systemctl(there, "new", before_start=migrate), tmp_path).do()
    assert form_of(tmp_path / "book/journal.db") == 3
    assert results(tmp_path / "book/journal.db") == ["gold"]
    assert results(tmp_path / "book/journal.db.newer") == ["gold", "written by the new one"], "nothing is thrown away"


def test_a_book_in_the_same_form_keeps_what_was_written_since(there, tmp_path):
    update(there, Systemctl(there), tmp_path).do()
    book(tmp_path / "book/journal.db", 3, "silver")
    assert back(there, UNITS, Systemctl(there)) == "old runs again."
    assert results(tmp_path / "book/journal.db") == ["gold", "silver"]
    assert there.current == "old"


def test_after_a_power_cut_on_trial_the_release_from_before_runs(there, tmp_path, monkeypatch, capsys):
    there.try_out("new")  # and here the plug is pulled
    assert there.on_trial
    monkeypatch.setattr(module, "PROGRAM", str(tmp_path / "opt"))
    monkeypatch.setattr(module, "BOOK", str(tmp_path / "book"))
    assert module.main() == 0
    assert "back to old" in capsys.readouterr().out
    assert (there.current, there.on_trial) == ("old", False)
    assert module.main() == 1, "there is nothing older than the old one"


def test_the_first_release_of_all_has_nothing_to_go_back_to(tmp_path):
    (tmp_path / "book").mkdir()
    releases = Releases(tmp_path / "opt", tmp_path / "book")
    (tmp_path / "opt/releases/new").mkdir(parents=True)
    releases.mark_whole("new")
    with pytest.raises(StepFailed, match=r"new did not say within 60 seconds.*-b\)$"):
        update(releases, Systemctl(releases, "new"), tmp_path).do()
    assert releases.current == "new"


def test_only_two_releases_are_kept(there, tmp_path):
    update(there, Systemctl(there), tmp_path).do()
    (tmp_path / "opt/releases/newer").mkdir()
    there.mark_whole("newer")
    update(there, Systemctl(there), tmp_path, "newer").do()
    assert sorted(path.name for path in (tmp_path / "opt/releases").iterdir() if path.is_dir()) == ["new", "newer"]


def test_a_release_that_is_half_made_is_no_way_back(there, tmp_path):
    update(there, Systemctl(there), tmp_path).do()
    (tmp_path / "opt/releases/old/.whole").unlink()
    assert there.last is None
    with pytest.raises(StepFailed, match="is gone"):
        back(there, UNITS, Systemctl(there))
    assert there.current == "new"


def test_a_release_is_called_by_its_version_and_by_what_is_in_it(tmp_path):
    (tmp_path / "device").mkdir()
    (tmp_path / "device/app.py").write_text("1")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n')
    names = ("device", "pyproject.toml")
    first = name_of(tmp_path, names)
    assert first.startswith("0.2.0-")
    (tmp_path / "device/app.pyc").write_text("left over")
    assert name_of(tmp_path, names) == first
    (tmp_path / "device/app.py").write_text("2")
    assert name_of(tmp_path, names) != first
