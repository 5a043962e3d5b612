"""The file beside the journal that has its newest pages, SQLite's write-ahead log: read by ourselves, frame by frame.

SQLite takes the pages up to the first that is not as it was written, and is silent about the rest: right after a pulled
plug, when the last writing broke off, and wrong where a byte fell over, for then an earlier book comes up. The two can
be told apart. Nothing is written after a writing that broke off, since each waits for the disk; and the index that
SQLite keeps in a third file names only pages that are on the disk.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from struct import Struct, unpack, unpack_from

from vision.base.files import rename

WAL, INDEX = "-wal", "-shm"  # endings of the files beside a journal
HELD = "-wal.held"  # a second name of the log while a journal is being opened
MAGIC = 0x377F0682  # one more where the sums are of numbers with the high byte first
HEAD, FRAME_HEAD = 32, 24
SALTS = slice(16, 24)  # in the head of the file; in that of a frame they stand half as far in
FRAME_SALTS = slice(8, 16)
INDEX_HEAD = Struct("=12I")  # in the machine's own order, twice, then how far the journal's file itself has the pages
SMALLEST_PAGE, LARGEST_PAGE = 512, 65536
WORD = 0xFFFFFFFF

Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """One page as it was written: whether it follows from the one before it, and whether it ends a writing."""

    page: int
    data: bytes
    is_sound: bool  # its sums are right, counted on from the one before it
    is_current: bool  # of this log, not left over from before it was begun anew
    is_last: bool  # of a writing


@dataclass(frozen=True, slots=True)
class Log:
    """A log as it was found."""

    has_head: bool
    frames: tuple[Frame, ...]

    @property
    def readable(self) -> int:
        """How many frames SQLite reads: all up to the last writing that is complete before the first bad one."""
        complete = 0
        for number, frame in enumerate(self.frames if self.has_head else (), 1):
            if not (frame.is_sound and frame.is_current):
                break
            complete = number if frame.is_last else complete
        return complete

    @property
    def has_gap(self) -> bool:
        """Whether a writing that cannot be read was followed by another one, which waits for the disk before."""
        is_over = False
        for frame in self.frames[self.readable :]:
            if is_over and frame.is_sound and frame.is_current:
                return True
            is_over = is_over or (frame.is_last and frame.is_current)
        return False

    def pages(self) -> dict[int, bytes]:
        """The newest of each page that is as it was written, if its writing was completed."""
        found: dict[int, bytes] = {}
        waiting: dict[int, bytes] = {}
        for frame in self.frames:
            if frame.is_sound:
                waiting[frame.page] = frame.data
            if frame.is_current and frame.is_last:
                found |= waiting
                waiting = {}
        return found


def log_of(data: bytes) -> Log:
    """Read a log. Where its head is damaged, by what the first frame and the length of the frames tell."""
    magic, _, size = unpack(">3I", data[:12].ljust(12, b"\0"))
    order = ">" if magic & 1 else "<"
    has_head = (
        len(data) >= HEAD
        and magic | 1 == MAGIC | 1
        and _is_page_size(size)
        and _sums((0, 0), data[:24], order) == unpack(">2I", data[24:HEAD])
    )
    if has_head:
        return Log(True, tuple(_frames(data, size, order, data[SALTS])))
    for likely in dict.fromkeys((size, 4096, 1024)):
        if _is_page_size(likely) and len(data) >= HEAD + FRAME_HEAD + likely:
            salts = data[HEAD:][FRAME_SALTS]
            for one in "<>":
                frames = tuple(_frames(data, likely, one, salts))
                if any(frame.is_sound for frame in frames):
                    return Log(False, frames)
    return Log(False, ())


def _is_page_size(size: int) -> bool:
    return SMALLEST_PAGE <= size <= LARGEST_PAGE and size & (size - 1) == 0


def _frames(data: bytes, size: int, order: str, salts: bytes) -> Iterator[Frame]:
    # From what the one before says its sums are, and from what they are: one byte may have fallen over in either.
    before = {unpack(">2I", data[24:HEAD]), _sums((0, 0), data[:24], order)}
    for start in range(HEAD, len(data) - FRAME_HEAD - size + 1, FRAME_HEAD + size):
        head, page = data[start : start + FRAME_HEAD], data[start + FRAME_HEAD : start + FRAME_HEAD + size]
        number, total, *_, one, two = unpack(">6I", head)
        is_current = number > 0 and head[FRAME_SALTS] == salts
        counted = [_sums(_sums(sums, head[:8], order), page, order) for sums in before] if is_current else []
        is_sound = (one, two) in counted
        yield Frame(number, page, is_sound, is_current, total > 0)
        before = {(one, two), *(() if is_sound else counted)}


def _sums(before: Sums, data: bytes, order: str) -> Sums:
    """SQLite's two sums, counted on."""
    one, two = before
    numbers = iter(unpack(f"{order}{len(data) // 4}I", data))
    for first, second in zip(numbers, numbers, strict=True):
        one = (one + first + two) & WORD
        two = (two + second + one) & WORD
    return one, two


def lost_pages(path: Path) -> str:
    """What proves that pages are gone which were written beside this journal and on the disk; nothing if none does.

    To be asked before SQLite opens the file, since it drops what it cannot read.
    """
    salts, known, has_all = _indexed(path.with_name(path.name + INDEX))  # first: the log only grows meanwhile
    wal = path.with_name(path.name + WAL)
    data = wal.read_bytes() if wal.exists() else b""
    log = log_of(data)
    is_indexed = known > 0 and (not log.has_head or data[SALTS] == salts)
    if data and not log.has_head and log.frames and not (is_indexed and has_all):
        return f"the head of {wal.name} is damaged"
    if log.has_gap:
        return f"{wal.name} is damaged: its entries after the first {log.readable} pages cannot be read"
    if is_indexed and log.readable < known and not (has_all and not log.readable):
        return f"{wal.name} is damaged: it had {known} pages, and {log.readable} can be read"
    return ""


def _indexed(path: Path) -> tuple[bytes, int, bool]:
    """What SQLite's index knows of: the salts of a log, how many frames it had, and if the journal has all."""
    try:
        data = path.read_bytes()[: 2 * INDEX_HEAD.size + 4]
    except FileNotFoundError:
        return b"", 0, True
    head, again, rest = data[:48], data[48:96], data[96:100]
    if len(rest) < 4 or head != again:
        return b"", 0, True
    numbers = INDEX_HEAD.unpack(head)
    order = "<" if sys.byteorder == "little" else ">"
    if _sums((0, 0), head[:40], order) != numbers[10:] or not numbers[3]:
        return b"", 0, True
    frames = numbers[4]
    return head[32:40], frames, unpack_from("=I", rest)[0] >= frames


@contextmanager
def hold_newest(path: Path) -> Iterator[None]:
    """Hold the log of this journal while it is being opened, and put it back if that fails.

    Where the index cannot be opened for a moment, SQLite gives up and takes the log away in closing, unread.
    """
    wal, held = path.with_name(path.name + WAL), path.with_name(path.name + HELD)
    _put_back(path, wal, held)  # what a pulled plug left between the two
    with suppress(OSError):  # there is none, or the disk knows no second names
        os.link(wal, held)
    try:
        yield
    except BaseException:
        with suppress(OSError):  # it stays for the next time
            _put_back(path, wal, held)
        raise
    if held.exists():
        held.unlink(missing_ok=True)


def _put_back(path: Path, wal: Path, held: Path) -> None:
    """Give the log its name again, unless it is still there, or the journal's own file has taken it in since."""
    if not held.exists():
        return
    if wal.exists() or (path.exists() and path.stat().st_mtime_ns > held.stat().st_mtime_ns):
        held.unlink(missing_ok=True)
    else:
        rename(held, wal)
