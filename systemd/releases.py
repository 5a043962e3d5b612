"""Releases side by side: each in a folder of its own with all it needs, one of them is the one that runs.

An update is made ready beside the running release; then the link is moved. Until the new one has proven itself the name
of the old one stands in a file, so that the way back is known after a power cut, too. The book is copied before, since
a new release may bring it into a form that the old one cannot read.

Needs nothing that is installed: `bordbuch-way-back.service` starts it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sqlite3
import sys
from pathlib import Path

from systemd.steps import rename, replace_file, sync_folder

PROGRAM = "/opt/bordbuch"  # it does not need the folder it was installed from
BOOK = "/var/lib/bordbuch"
JOURNAL = "journal.db"
BESIDE = ("", "-wal", "-shm")  # the journal's file and SQLite's two beside it
WHOLE = ".whole"  # left in a release's folder when nothing is missing in it


class Releases:
    """The releases below a program folder, and the book that belongs to them."""

    def __init__(self, program: Path, book: Path) -> None:
        self._folder = program / "releases"
        self._link = program / "current"
        self._trial = program / "trial"
        self._book = book
        self._copy = book / "before-update"

    def at(self, name: str) -> Path:
        """The folder of this release, there or not."""
        return self._folder / name

    def is_whole(self, name: str) -> bool:
        """Whether this release is there with all that it needs."""
        return (self.at(name) / WHOLE).exists()

    def mark_whole(self, name: str) -> None:
        """Nothing is missing in this release."""
        os.sync()  # what pip has written
        (self.at(name) / WHOLE).touch()

    @property
    def current(self) -> str | None:
        """The release that runs."""
        try:
            return self._link.readlink().name
        except OSError:
            return None

    @property
    def on_trial(self) -> bool:
        """Whether the current release has not proven itself yet."""
        return self._trial.exists()

    def switch(self, name: str) -> None:
        """Let this release be the one that runs, at once or not at all."""
        fresh = self._link.with_name("current.new")
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
        fresh.symlink_to(Path("releases") / name)
        rename(fresh, self._link)

    def try_out(self, name: str) -> None:
        """Let a new release run on trial; with the service stopped, since the book is copied first."""
        before = self.current
        if before is not None and before != name:
            self._keep_book()
            replace_file(self._trial, before, 0o644)
        self.switch(name)

    def prove(self) -> None:
        """The current release does what it should: nothing leads back any more, and older ones than the last may go."""
        before = _text(self._trial)
        self._trial.unlink(missing_ok=True)
        sync_folder(self._trial.parent)
        replace_file(self._folder / ".last", before or _text(self._folder / ".last"), 0o644)
        for folder in self._folder.iterdir():
            if folder.is_dir() and folder.name not in (self.current, self.last):
                shutil.rmtree(folder, ignore_errors=True)

    @property
    def last(self) -> str | None:
        """The release before the current one, if it is still there."""
        name = _text(self._trial) or _text(self._folder / ".last")
        return name if name and self.is_whole(name) else None

    def go_back(self) -> tuple[str | None, Path | None]:
        """Let the last release run again, with the service stopped.

        Its name, None if there is none; and where the newer release's book is kept if the older one cannot read it.
        """
        name = self.last
        if name is None:
            return None, None
        kept = self._give_book_back()
        self.switch(name)
        self._trial.unlink(missing_ok=True)
        return name, kept

    # --- the book ---

    def _keep_book(self) -> None:
        """Copy the book as it is before the update."""
        shutil.rmtree(self._copy, ignore_errors=True)
        if not (self._book / JOURNAL).exists():
            return
        fresh = self._copy.with_name(self._copy.name + ".new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o750)
        _like(self._book, fresh)
        for end in BESIDE:
            if (self._book / (JOURNAL + end)).exists():
                _copy_file(self._book / (JOURNAL + end), fresh / (JOURNAL + end))
        sync_folder(fresh)
        rename(fresh, self._copy)

    def _give_book_back(self) -> Path | None:
        """Put the copy back if the newer release has brought the book into another form; where that is kept then."""
        copy, now = self._copy / JOURNAL, self._book / JOURNAL
        if not copy.exists() or form_of(copy) == form_of(now):
            return None
        kept = self._book / f"{JOURNAL}.newer"
        for end in BESIDE:
            if Path(f"{now}{end}").exists():
                rename(Path(f"{now}{end}"), Path(f"{kept}{end}"))
            if Path(f"{copy}{end}").exists():
                _copy_file(Path(f"{copy}{end}"), Path(f"{now}{end}"))
        sync_folder(self._book)
        return kept


def name_of(source: Path, names: tuple[str, ...]) -> str:
    """What a release of these files is called: its version, and a sign that changes with any of them."""
    sign, version = hashlib.sha256(), "0"
    for name in sorted(names):
        at = source / name
        for path in sorted(at.rglob("*")) if at.is_dir() else [at]:
            if path.is_file() and path.suffix != ".pyc":
                sign.update(f"{path.relative_to(source)}\n".encode())
                sign.update(path.read_bytes())
    for line in _text(source / "pyproject.toml").splitlines():
        if line.startswith("version = "):
            version = line.split('"')[1]
            break
    return f"{version}-{sign.hexdigest()[:8]}"


def form_of(journal: Path) -> int:
    """The number of the form a journal is written in; 0 if nobody can tell."""
    try:
        with contextlib.closing(sqlite3.connect(f"{journal.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except (OSError, sqlite3.Error):
        return 0


def _copy_file(source: Path, target: Path) -> None:
    shutil.copy2(source, target)
    _like(source, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _like(source: Path, target: Path) -> None:
    """Give the target to whom the source belongs."""
    owner = source.stat()
    if os.geteuid() == 0:
        os.chown(target, owner.st_uid, owner.st_gid)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def main() -> int:
    """Go back to the last release: an update was cut off before it had proven itself."""
    name, _ = Releases(Path(PROGRAM), Path(BOOK)).go_back()
    print(f"Bordbuch goes back to {name}." if name else "There is no older Bordbuch to go back to.")
    return 0 if name else 1


if __name__ == "__main__":
    sys.exit(main())
