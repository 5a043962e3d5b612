"""Children of this process: forked ready to play, so that a device is up in a moment and can be killed in any other."""

from __future__ import annotations

import os
import pickle
import select
import signal
import struct
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO

LENGTH = struct.Struct("<I")


class Teller:
    """The child's side: tells its parent one thing after the other, each at once."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def tell(self, what: object) -> None:
        data = pickle.dumps(what)
        data = LENGTH.pack(len(data)) + data
        while data:
            data = data[os.write(self._handle, data) :]


@dataclass
class Child:
    """The parent's side of a child at work."""

    pid: int
    stream: BinaryIO
    told: list[Any] = field(default_factory=list)
    status: int | None = None
    _rest: bytes = b""

    def listen(self, seconds: float) -> bool:
        """Hear what the child tells for so long; False as soon as it has ended."""
        end = time.monotonic() + seconds
        while self.listen_once(left := max(0.0, end - time.monotonic())):
            if not left:
                return True
        return False

    def listen_once(self, seconds: float) -> bool:
        """Hear the next that the child tells, if it does within so long; False if it has ended."""
        if self.status is not None:
            return False
        ready, _, _ = select.select([self.stream], [], [], seconds)
        if not ready:
            return True
        data = os.read(self.stream.fileno(), 1 << 16)
        if not data:
            self._reap()
            return False
        self._take(data)
        return True

    def _take(self, data: bytes) -> None:
        self._rest += data
        while len(self._rest) >= LENGTH.size:
            (size,) = LENGTH.unpack_from(self._rest)
            if len(self._rest) < LENGTH.size + size:
                return
            self.told.append(pickle.loads(self._rest[LENGTH.size : LENGTH.size + size]))
            self._rest = self._rest[LENGTH.size + size :]

    def kill(self) -> None:
        """SIGKILL, and hear the last words that were already on their way."""
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            while self.listen(60.0):
                pass

    def _reap(self) -> None:
        if self.status is None:
            _, status = os.waitpid(self.pid, 0)
            self.status = os.waitstatus_to_exitcode(status)
            self.stream.close()


def start(work: Callable[[Teller], object]) -> Child:
    """Fork a child that does this and tells of it. Whatever it raises is told last, as a `Raised`."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return Child(pid, os.fdopen(reading, "rb", buffering=0))  # type: ignore[arg-type]
    code = 1
    try:
        os.close(reading)
        os.setpgid(0, 0)
        teller = Teller(writing)
        try:
            work(teller)
            code = 0
        except BaseException as error:  # noqa: BLE001 - the parent judges it
            teller.tell(Raised(type(error).__name__, str(error), traceback.format_exc()))
    finally:
        os._exit(code)


@dataclass(frozen=True, slots=True)
class Raised:
    """What ended a child."""

    name: str
    words: str
    trace: str

    def __str__(self) -> str:
        last = [line.strip() for line in self.trace.splitlines() if line.strip().startswith("File ")][-1:]
        return f"{self.name}: {self.words} ({''.join(last)})"


def in_child(work: Callable[[], object], seconds: float = 120.0) -> object:
    """What a child makes of this: its result, a `Raised`, or a `Raised` that says it died or hung."""
    child = start(lambda teller: teller.tell(work()))
    if child.listen(seconds):
        child.kill()
        return Raised("Stuck", f"no end within {seconds:.0f} s", "")
    if child.told:
        return child.told[-1]
    return Raised("Died", f"ended with {child.status}", "")
