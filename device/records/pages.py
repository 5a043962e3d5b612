"""The journal's open file: one connection that any thread may use, and transactions that hold or never were."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from device.records.journal_file import plain_errors, prepare
from device.records.rows import decoded


class Pages:
    """The connection with one lock around it. What SQLite complains about comes as our errors, with a sentence."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        # Transactions are begun by hand (isolation_level=None): Python's own begin late and commit silently.
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
        self._connection.text_factory = decoded

    def prepare(self) -> None:
        """Check that the file is a journal of ours before anything is written to it, and bring it to our format."""
        with self.open() as connection:
            prepare(self.path, connection)

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one thread at a time."""
        with self._lock, plain_errors(self.path):
            yield self._connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Cursor]:
        """A cursor to look at several tables."""
        with self.open() as connection, closing(connection.cursor()) as cursor:
            yield cursor

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        """All or nothing: what is written inside is on the disk afterwards, or an error says why it is not."""
        with self.trial() as cursor:
            yield cursor
            cursor.execute("COMMIT")

    @contextmanager
    def trial(self) -> Iterator[sqlite3.Cursor]:
        """A transaction of which nothing stays, unless it is committed."""
        with self.reading() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
            finally:
                if self._connection.in_transaction:
                    self._connection.rollback()

    def select(self, question: str, *values: int | str | None) -> list[tuple[Any, ...]]:
        with self.open() as connection:
            return connection.execute(question, values).fetchall()
