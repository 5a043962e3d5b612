"""A folder as every call made it: from the shim's log, what stood on the disk at any moment, and what a cut leaves.

The model of a disk is the strict one. A write lasts when its file was synced after it, a name when its folder was. Of
what was not synced anything may be missing: single writes, parts of a write, the newest changes of names. Names that
are already there and writes that are not can also meet. What a process writes into mapped memory is not in the log: of
the device's files that is only SQLite's `-shm`, which is left out, since SQLite makes it anew after a crash.
"""

from __future__ import annotations

import os
import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path, PurePosixPath

HEAD = struct.Struct("<IIqI")
SECTOR = 512
LEFT_OUT = "-shm"


class Kind(IntEnum):
    """What was called, with the numbers of shim.c."""

    OPEN = 1
    WRITE = 2
    TRUNCATE = 3
    SYNC = 4
    RENAME = 5
    UNLINK = 6
    MKDIR = 7
    MARK = 8
    CLOSE = 9


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the log."""

    kind: Kind
    file: int  # which opened file
    offset: int
    data: bytes

    @property
    def changes(self) -> bool:
        """Whether the folder is another one after it."""
        made = self.kind is Kind.OPEN and bool(self.offset & (os.O_CREAT | os.O_TRUNC))
        return made or self.kind in (Kind.WRITE, Kind.TRUNCATE, Kind.RENAME, Kind.UNLINK, Kind.MKDIR)


def calls_of(log: Path) -> Iterator[Call]:
    """All calls in the order they were made; a last one that is not whole is left out."""
    data, at = log.read_bytes(), 0
    while at + HEAD.size <= len(data):
        kind, file, offset, length = HEAD.unpack_from(data, at)
        at += HEAD.size
        if at + length > len(data):
            return
        yield Call(Kind(kind), file, offset, data[at : at + length])
        at += length


@dataclass
class Inode:
    """A file's content on the disk, and what was written since it was synced; None as data cuts it to `offset`."""

    synced: bytes = b""
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    is_folder: bool = False

    def content(self, writes: list[tuple[int, bytes | None]] | None = None) -> bytes:
        """With all that was written, or with these of the writes only."""
        content = bytearray(self.synced)
        for offset, data in self.pending if writes is None else writes:
            if data is None:
                del content[offset:]
            end = offset + len(data or b"")
            if len(content) < end:
                content.extend(bytes(end - len(content)))
            if data is not None:
                content[offset:end] = data
        return bytes(content)


Names = dict[str, Inode]


class Disk:
    """The folder, call by call. `names` is what programs see; what lasts is less."""

    def __init__(self) -> None:
        self.names: Names = {}
        self._lasting: Names = {}
        self._changes: list[tuple[str, Names]] = []  # not synced yet: the folder concerned, all names afterwards
        self._open: dict[int, Inode] = {}
        self._paths: dict[int, str] = {}

    def do(self, call: Call) -> None:
        """One more call."""
        match call.kind:
            case Kind.OPEN:
                self._open_file(call)
            case Kind.WRITE:
                self._open[call.file].pending.append((call.offset, call.data))
            case Kind.TRUNCATE:
                self._open[call.file].pending.append((call.offset, None))
            case Kind.SYNC:
                self._sync(call.file)
            case Kind.RENAME:
                old, new = call.data.decode().split("\0")
                names = {
                    new + name[len(old) :] if name == old or name.startswith(f"{old}/") else name: inode
                    for name, inode in self.names.items()
                    if name != new
                }
                self._rename(new, names)
            case Kind.UNLINK:
                gone = call.data.decode()
                self._rename(gone, {name: inode for name, inode in self.names.items() if name != gone})
            case Kind.MKDIR:
                name = call.data.decode()
                self._rename(name, {**self.names, name: Inode(is_folder=True)})
            case Kind.MARK | Kind.CLOSE:
                pass

    def _open_file(self, call: Call) -> None:
        name = call.data.decode()
        inode = self.names.get(name)
        if inode is None:
            inode = Inode(is_folder=not call.offset & os.O_CREAT)
            if call.offset & os.O_CREAT:
                self._rename(name, {**self.names, name: inode})
        elif call.offset & os.O_TRUNC:
            inode.pending.append((0, None))
        self._open[call.file], self._paths[call.file] = inode, name

    def _rename(self, name: str, names: Names) -> None:
        self.names = names
        parent = str(PurePosixPath(name).parent)
        self._changes.append(("" if parent == "." else parent, names))

    def _sync(self, file: int) -> None:
        inode, path = self._open[file], self._paths[file]
        if not inode.is_folder:
            inode.synced, inode.pending = inode.content(), []
            return
        last = max((at for at, (folder, _) in enumerate(self._changes) if folder == path), default=None)
        if last is not None:  # changes of names are kept in their order: those before it last, too
            self._lasting = self._changes[last][1]
            del self._changes[: last + 1]

    def now(self) -> dict[str, bytes | None]:
        """The folder as programs see it; None is a folder in it."""
        return {name: None if inode.is_folder else inode.content() for name, inode in self.names.items()}

    @property
    def has_unsynced(self) -> bool:
        return bool(self._changes) or any(inode.pending for inode in self.names.values())

    def after_cut(self, rng: random.Random, how: str) -> dict[str, bytes | None]:
        """What a pulled plug leaves: `nothing` of what was not synced, `some` of it, or some of it `torn`."""
        names = self._lasting
        if how != "nothing" and self._changes:
            names = rng.choice([names, *(after for _, after in self._changes)])
        found: dict[str, bytes | None] = {}
        for name, inode in names.items():
            if inode.is_folder:
                found[name] = None
                continue
            kept: list[tuple[int, bytes | None]] = []
            for offset, data in inode.pending if how != "nothing" else ():
                if how == "torn" and data is not None and len(data) > SECTOR and rng.random() < 0.5:
                    kept.append((offset, data[: SECTOR * rng.randrange(1, 1 + len(data) // SECTOR)]))
                elif rng.random() < 0.5:
                    kept.append((offset, data))
            found[name] = inode.content(kept)
        return found


def lay_out(found: dict[str, bytes | None], folder: Path) -> None:
    """Make this folder; it must be empty."""
    for name in sorted(found):
        if not name or name.endswith(LEFT_OUT):
            continue
        content, path = found[name], folder / name
        (path if content is None else path.parent).mkdir(parents=True, exist_ok=True)
        if content is not None:
            path.write_bytes(content)
