"""The few kinds of step an installation is made of. Each knows whether it is still needed, so it can be run twice."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from systemd import boot_config


class StepFailed(Exception):
    """A step could not be done; the message says which and why."""


class Step(Protocol):
    """One thing that is done to the machine."""

    @property
    def says(self) -> str:
        """What it is for, in a few words."""

    def needed(self) -> bool:
        """False if the machine is already as the step would leave it."""

    def shown(self) -> str:
        """What is really done, for somebody who wants to do it by hand."""

    def do(self) -> None:
        """Do it; StepFailed if that is not possible."""


def always() -> bool:
    """For a command that is run every time."""
    return True


def run(command: Sequence[str]) -> None:
    """Run a command; what it prints goes where ours goes."""
    # From Trixie on /tmp is in memory, and a Zero 2 W has hardly enough of that for the packages to be unpacked there.
    more = {"DEBIAN_FRONTEND": "noninteractive", "TMPDIR": "/var/tmp"}
    try:
        subprocess.run(command, check=True, env={**os.environ, **more})
    except OSError as error:
        raise StepFailed(f"{command[0]} could not be started: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise StepFailed(
            f"{' '.join(command[:2])} failed with exit code {error.returncode}; it says why above"
        ) from error


@dataclass(frozen=True)
class Command:
    """A program that is run."""

    says: str
    command: tuple[str, ...]
    only_if: Callable[[], bool] = always
    run: Callable[[Sequence[str]], None] = run

    def needed(self) -> bool:
        return self.only_if()

    def shown(self) -> str:
        return " ".join(self.command)

    def do(self) -> None:
        self.run(self.command)


@dataclass(frozen=True)
class Do:
    """Something that no program of the machine does."""

    says: str
    action: Callable[[], None]
    words: str  # what is really done
    only_if: Callable[[], bool] = always

    def needed(self) -> bool:
        return self.only_if()

    def shown(self) -> str:
        return self.words

    def do(self) -> None:
        self.action()


@dataclass(frozen=True)
class Write:
    """A file with this text."""

    says: str
    path: Path
    text: str
    mode: int = 0o644

    def needed(self) -> bool:
        try:
            same = self.path.read_text(encoding="utf-8") == self.text
        except (OSError, UnicodeDecodeError):
            return True
        return not same or self.path.stat().st_mode & 0o777 != self.mode

    def shown(self) -> str:
        return f"write {self.path}"

    def do(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.path, self.text, self.mode)


@dataclass(frozen=True)
class SetAtBoot:
    """A line in the firmware's configuration, unless one for the same thing holds already."""

    says: str
    path: Path
    line: str
    same_thing: str  # a pattern: lines that already settle it

    def needed(self) -> bool:
        return not boot_config.holds(file_text(self.path), self.same_thing)

    def shown(self) -> str:
        return f"add to {self.path}: {self.line}"

    def do(self) -> None:
        if not self.path.parent.is_dir():
            raise StepFailed(f"{self.path.parent} is not there; is this a Raspberry Pi?")
        replace_file(self.path, boot_config.with_line(file_text(self.path), self.line), 0o755)


@dataclass(frozen=True)
class Copy:
    """These files and folders of one folder, anew in another."""

    says: str
    source: Path
    target: Path
    names: tuple[str, ...]
    only_if: Callable[[], bool] = always

    def needed(self) -> bool:
        return self.source.resolve() != self.target.resolve() and self.only_if()

    def shown(self) -> str:
        return f"copy {self.source} to {self.target}"

    def do(self) -> None:
        fresh = self.target.with_name(self.target.name + ".new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        leave_out = shutil.ignore_patterns("__pycache__", "*.pyc")
        for name in self.names:
            at = self.source / name
            if at.is_dir():
                shutil.copytree(at, fresh / name, ignore=leave_out)
            elif at.exists():
                shutil.copy2(at, fresh / name)
            else:
                raise StepFailed(f"{at} is missing; is this the whole of Bordbuch? Try `git status`")
        for path in (fresh, *fresh.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)  # however private the clone is, the service must read it
        shutil.rmtree(self.target, ignore_errors=True)
        fresh.rename(self.target)
        sync_folder(self.target.parent)


@dataclass(frozen=True)
class Remove:
    """A file or a folder that has to go."""

    says: str
    path: Path

    def needed(self) -> bool:
        return self.path.is_symlink() or self.path.exists()

    def shown(self) -> str:
        return f"delete {self.path}"

    def do(self) -> None:
        if self.path.is_dir() and not self.path.is_symlink():
            shutil.rmtree(self.path)
        else:
            self.path.unlink()


def replace_file(path: Path, text: str, mode: int) -> None:
    """Write a file so that after a power cut it is the old one or the new one, never half of it.

    As `vision.base.files.write_whole` does, which cannot be used here: this runs before anything is installed.
    """
    fresh = path.with_name(path.name + ".new")
    try:
        with fresh.open("w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.chmod(mode)
        fresh.rename(path)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    sync_folder(path.parent)


def rename(path: Path, target: Path) -> None:
    """Give a file or a folder another name beside it; on the disk when this returns."""
    path.rename(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Wait until a folder's list of names is on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def file_text(path: Path) -> str:
    """What is in a file, or nothing if there is none."""
    return path.read_text(encoding="utf-8", errors="surrogateescape") if path.exists() else ""
