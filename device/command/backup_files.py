"""Everything that is kept in one file, and back again: the book, own data, taught pieces, settings.

The secrets of open games are left out unless somebody asks for them. Nothing newer is ever overwritten unless told to.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path, PurePosixPath

from device.config.lock import LOCK_FILE, only_one
from device.errors import BackupRefused
from device.records.journal import Journal
from device.records.journal_file import COPIES_FOLDER, FILE_NAME, REPLACED, plain_errors
from device.records.newest_pages import INDEX, WAL
from device.records.phones import FOLDER_NAME as PHONES
from device.records.secret_seeds import FOLDER_NAME as SECRETS
from device.records.signs import FOLDER_NAME as SIGNS
from vision.base.files import UNFINISHED, rename, set_aside, sync, write_whole

FOR_NOBODY = (SECRETS, SIGNS)  # folders that only the service may read: seeds of open games, personal signs
RESTORED = ".restored"  # ending of the book that comes back, until it takes its place
MOST_BYTES = 2_000_000_000  # of all files together; more is no backup of ours
HINT = "Take another name, or say --force if you mean it."


def back_up(folder: Path, target: Path, *, with_secrets: bool, force: bool) -> int:
    """Write everything into one file; how many open games cannot be gone on with from it, for want of their secrets."""
    with tempfile.TemporaryDirectory() as name:
        book = Path(name) / FILE_NAME
        with Journal.open(folder) as journal, plain_errors(journal.path):
            journal.copy_to(book)
        if target.exists() and not force:
            with _unpacked(target, Path(name) / "old") as old:
                _must_not_lose(old / FILE_NAME, book, f"{target} has {{}} that the book in {folder} lacks. {HINT}")
        fresh = Path(name) / "backup.zip"
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.write(book, FILE_NAME)
            for file in _files(folder, with_secrets):
                packed.write(file, file.relative_to(folder).as_posix())
        write_whole(target, fresh.read_bytes(), mode=0o600 if with_secrets else 0o640)
        return 0 if with_secrets else _open_with_secrets(book)


def put_back(source: Path, folder: Path, now: datetime, *, force: bool) -> Path | None:
    """Put everything back from one file; under which name the book that was there is kept, if there was one."""
    folder.mkdir(parents=True, exist_ok=True)
    with only_one(folder), tempfile.TemporaryDirectory() as name, _unpacked(source, Path(name) / "new") as new:
        path = folder / FILE_NAME
        with contextlib.suppress(OSError):
            Journal.open(new).close()  # brings one of an older format to ours
        _must_be_a_book(new, source)
        if path.exists() and path.stat().st_size and not force:
            with Journal.open(folder) as journal, plain_errors(path):
                journal.copy_to(Path(name) / "here.db")
            _must_not_lose(
                Path(name) / "here.db", new / FILE_NAME, f"The book in {folder} has {{}} that {source} lacks. {HINT}"
            )
        for file in sorted(new.rglob("*")):
            if file.is_file() and file != new / FILE_NAME:
                target = folder / file.relative_to(new)
                is_secret = target.parent.name in FOR_NOBODY
                target.parent.mkdir(mode=0o700 if is_secret else 0o777, parents=True, exist_ok=True)
                write_whole(target, file.read_bytes(), mode=0o600 if is_secret else 0o640)
        return _replaced(path, new / FILE_NAME, now)


def _replaced(path: Path, book: Path, now: datetime) -> Path | None:
    """Put a book in the place of this one, as the last step: whatever breaks off before has changed no result.

    A plug that is pulled between its two renames leaves no book, but one aside, which is mended from then.
    """
    fresh = path.with_name(path.name + RESTORED)
    try:
        write_whole(fresh, book.read_bytes(), mode=0o640)
        kept = set_aside(path, REPLACED, now, beside=(WAL, INDEX)) if path.exists() else None
        rename(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    sync(path.parent)
    return kept


def _files(folder: Path, with_secrets: bool) -> Iterator[Path]:
    """All files to be kept but the book itself. A phone that was sent away must not come back with an old backup."""
    left_out = {COPIES_FOLDER, PHONES, *(() if with_secrets else FOR_NOBODY)}
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        if not file.is_file() or file.is_symlink() or parts[0] in left_out or any(one.startswith(".") for one in parts):
            continue
        if parts[0].startswith((FILE_NAME, LOCK_FILE, "bordbuch.log")) or file.name.endswith(UNFINISHED):
            continue
        yield file


@contextlib.contextmanager
def _unpacked(file: Path, folder: Path) -> Iterator[Path]:
    """What is in a backup, in a folder; BackupRefused if it is none."""
    try:
        with zipfile.ZipFile(file) as packed:
            entries = packed.infolist()
            names = [PurePosixPath(entry.filename) for entry in entries]
            if FILE_NAME not in packed.namelist() or any(one.is_absolute() or ".." in one.parts for one in names):
                raise BackupRefused(f"{file} is no backup of Bordbuch. Check the name.")
            if sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise BackupRefused(f"{file} is too large for a backup of Bordbuch. Check the name.")
            packed.extractall(folder)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise BackupRefused(f"{file} cannot be read as a backup ({error}). Take another one.") from error
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def _must_be_a_book(folder: Path, source: Path) -> None:
    try:
        with Journal.open(folder) as journal:
            journal.results()
    except OSError as error:
        raise BackupRefused(f"The book in {source} cannot be used ({error}). Take another backup.") from error
    for ending in (WAL, INDEX):
        (folder / (FILE_NAME + ending)).unlink(missing_ok=True)


def _must_not_lose(one: Path, other: Path, sentence: str) -> None:
    """BackupRefused if one book has results or entries that the other one has not."""
    with closing(sqlite3.connect(one)) as connection, plain_errors(one):
        connection.execute("ATTACH ? AS other", (str(other),))
        missing = {
            what: connection.execute(
                f"SELECT count(*) FROM (SELECT {columns} FROM main.{table} EXCEPT SELECT {columns} FROM other.{table})"
            ).fetchone()[0]
            for what, table, columns in (
                ("results", "results", "session, player, score, at"),
                ("entries", "entries", "session, number, line, at"),
            )
        }
    if any(missing.values()):
        raise BackupRefused(sentence.format(" and ".join(f"{count} {what}" for what, count in missing.items())))


def _open_with_secrets(book: Path) -> int:
    with closing(sqlite3.connect(book)) as connection, plain_errors(book):
        count: int = connection.execute(
            "SELECT count(*) FROM sessions WHERE secret IS NOT NULL AND finished_at IS NULL AND dropped_at IS NULL"
        ).fetchone()[0]
        return count
