"""The other side of shim.c: compiles it, runs a process with it, and tells it what to do there."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("shim.c")
WITH_SHIM = "TORTURE_SHIM"  # in the environment of a process that has it


class NoShim(Exception):
    """There is nothing to compile it with."""


def compiled(folder: Path) -> Path:
    """The shim as a library in this folder; NoShim if there is no C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise NoShim("there is no C compiler (Debian: gcc, libc6-dev)")
    library = folder / "shim.so"
    command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl", "-lpthread"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoShim(f"the shim cannot be compiled here: {done.stderr.strip().splitlines()[-1:]}")
    return library


def environment(library: Path) -> dict[str, str]:
    """For a process with the shim: every object of Python's is an allocation of its own there, so each can fail."""
    return {**os.environ, "LD_PRELOAD": str(library), WITH_SHIM: str(library), "PYTHONMALLOC": "malloc"}


def is_here() -> bool:
    """Whether this process has the shim."""
    return WITH_SHIM in os.environ


class Shim:
    """The shim in this process."""

    def __init__(self) -> None:
        library = ctypes.CDLL(os.environ[WITH_SHIM])
        self._watch, self._fail, self._mark = library.torture_watch, library.torture_fail, library.torture_mark
        self._watch.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
        self._fail.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_int]
        self._mark.argtypes = [ctypes.c_char_p, ctypes.c_long]
        # Without giving up the interpreter's lock: between this call and the allocation meant nobody else shall run.
        starve = ctypes.PyDLL(os.environ[WITH_SHIM]).torture_starve
        starve.argtypes, starve.restype = [ctypes.c_long], ctypes.c_long
        self._starve = starve
        self._heal = library.torture_heal
        self._calls, self._failed = library.torture_calls, library.torture_failed
        self._calls.restype = self._failed.restype = ctypes.c_long

    def watch(self, folder: Path | None, log: Path | None = None) -> None:
        """From now on calls for this folder are counted, and written to the log if there is one; None ends it."""
        self._watch(os.fsencode(folder.resolve()) if folder else None, os.fsencode(log) if log else None)

    def fail(self, call: int, times: int, code: int) -> None:
        """The call of this number from now on, and those after it until `times` have failed, end with this errno."""
        self._fail(call, times, code)

    def heal(self) -> None:
        """No call is refused any more."""
        self._heal()

    def mark(self, words: bytes) -> None:
        """Put something into the log, between two calls."""
        self._mark(words, len(words))

    def starve(self, allocation: int) -> int:
        """The allocation of this number from now on in this thread fails; 0: none does. Returns how many there were."""
        return int(self._starve(allocation))

    @property
    def calls(self) -> int:
        return int(self._calls())

    @property
    def failed(self) -> int:
        """How many calls were refused."""
        return int(self._failed())
