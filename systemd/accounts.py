"""Users and groups, read from the machine's own files so that a folder that looks like a machine will do too."""

from __future__ import annotations

from systemd.machine import Machine


def has_user(machine: Machine, name: str) -> bool:
    """Whether the machine knows this user."""
    return any(entry[0] == name for entry in _entries(machine, "passwd"))


def made_user(machine: Machine, name: str, home: str) -> bool:
    """Whether this user lives in that folder, and so is ours and no person of the same name."""
    return any(entry[0] == name and entry[5] == home for entry in _entries(machine, "passwd"))


def is_outside(machine: Machine, user: str, group: str) -> bool:
    """Whether there is such a group and the user is not in it."""
    return any(entry[0] == group and user not in entry[-1].split(",") for entry in _entries(machine, "group"))


def _entries(machine: Machine, name: str) -> list[list[str]]:
    path = machine.at(f"/etc/{name}")
    return [line.split(":") for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
