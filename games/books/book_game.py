"""What every game that is played by a book of data has in common."""

from __future__ import annotations

from typing import ClassVar, Generic, Protocol, TypeVar


class DataBook(Protocol):
    """Data files, read and checked."""

    @property
    def fingerprint(self) -> str:
        """Another one as soon as a file says something else."""
        ...


AnyBook = TypeVar("AnyBook", bound=DataBook)


class BookGame(Generic[AnyBook]):
    """A game, played by one book; its dialogue is for the games themselves."""

    name: ClassVar[str]

    def __init__(self, book: AnyBook) -> None:
        self.book = book

    @property
    def data(self) -> str:
        return self.book.fingerprint
