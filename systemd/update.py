"""The moment of an update: the new release runs, or, if it does not within a minute, the one from before runs again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from systemd.releases import Releases
from systemd.steps import StepFailed

PATIENCE_SECONDS = 60  # Bordbuch tells systemd when its loop runs; on a Zero 2 W that is long before
MARK = Path("/run/bordbuch-update")  # see bordbuch-way-back.service


@dataclass(frozen=True)
class Update:
    """Lets a release run and waits until it says that it does."""

    releases: Releases
    name: str
    units: tuple[str, ...]
    is_this_machine: bool  # else there is nothing to be started
    run: Callable[[Sequence[str]], None]
    mark: Path = MARK
    says: str = "Start it now, or go back"

    def needed(self) -> bool:
        return self.is_this_machine or self.releases.current != self.name

    def shown(self) -> str:
        start = f"; {' '.join(_start(self.units))}" if self.is_this_machine else ""
        return f"run {self.name}{start}"

    def do(self) -> None:
        if not self.is_this_machine:
            self.releases.try_out(self.name)
            self.releases.prove()
            return
        with self._marked():
            before = self.releases.current
            with contextlib.suppress(StepFailed):  # it may never have run
                self.run(("systemctl", "stop", *self.units))
            self.releases.try_out(self.name)
            try:
                self.run(_start(self.units))
            except StepFailed as error:
                raise StepFailed(self._back(before)) from error
            self.releases.prove()

    def _back(self, before: str | None) -> str:
        """Let the last release run again; what came of it, in a sentence."""
        why = (
            f"{self.name} did not say within {PATIENCE_SECONDS} seconds that it runs (journalctl -u {self.units[0]} -b)"
        )
        if before in (None, self.name):
            return why
        try:
            return f"{why}. {back(self.releases, self.units, self.run)}"
        except StepFailed as error:
            return f"{why}. {error}"

    @contextlib.contextmanager
    def _marked(self) -> Iterator[None]:
        with contextlib.suppress(OSError):
            self.mark.touch()
        try:
            yield
        finally:
            self.mark.unlink(missing_ok=True)


def back(releases: Releases, units: tuple[str, ...], run: Callable[[Sequence[str]], None]) -> str:
    """Let the last release run again, with the book as it can read it; what was done, in a sentence."""
    with contextlib.suppress(StepFailed):  # it may be down already
        run(("systemctl", "stop", *units))
    name, kept = releases.go_back()
    if name is None:
        raise StepFailed("The release from before is gone")
    run(_start(units))
    beside = f" What was played since then is kept in {kept}, in a form that only the newer one reads." if kept else ""
    return f"{name} runs again.{beside}"


def _start(units: tuple[str, ...]) -> tuple[str, ...]:
    return ("timeout", str(PATIENCE_SECONDS), "systemctl", "restart", *units)
