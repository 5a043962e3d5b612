"""Run a command as the service itself would run: as its user, with every restriction of its unit.

What works without them proves nothing: a camera that root can see may be closed to the service. Used by the last step
of an installation and by `bordbuch check`. Needs root, systemd and nothing that is installed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

UNIT = Path("/etc/systemd/system/bordbuch.service")
# What makes a unit a lasting service, and what two units must not both own: systemd deletes a RuntimeDirectory, and a
# user's IPC, when the first of them ends.
NOT_FOR_A_LOOK = (
    *("Type", "NotifyAccess", "ExecStart", "ExecStartPre", "WatchdogSec", "Restart", "RestartSec"),
    *("RestartPreventExitStatus", "TimeoutStartSec", "TimeoutStopSec", "RuntimeDirectory", "RuntimeDirectoryMode"),
    *("RemoveIPC", "LogRateLimitIntervalSec", "LogRateLimitBurst"),
)
INSTEAD = ("Environment=LG_WD=/tmp",)  # lgpio's small files, which the service has in its RuntimeDirectory


def restrictions(unit: str) -> list[str]:
    """Every line of a unit's [Service] that holds for a command, too, in order.

    >>> restrictions("[Unit]\\nAfter=a\\n[Service]\\nType=notify\\n# why\\nUser=ida\\nDeviceAllow=char-i2c rw\\n")
    ['User=ida', 'DeviceAllow=char-i2c rw']
    """
    section, found = "", []
    for line in map(str.strip, unit.splitlines()):
        if line.startswith("["):
            section = line
        elif section == "[Service]" and "=" in line and not line.startswith(("#", ";")):
            found.append(line)
    return [line for line in found if line.split("=", 1)[0] not in NOT_FOR_A_LOOK]


def confined(command: Sequence[str], unit: str, *, has_terminal: bool = False) -> list[str]:
    """The command line that runs `command` under the restrictions of this unit and waits for its end."""
    how = ("--quiet", "--wait", "--collect", "--pty" if has_terminal else "--pipe")
    held = [word for line in (*restrictions(unit), *INSTEAD) for one in _singly(line) for word in ("-p", one)]
    return ["systemd-run", *how, *held, "--", *command]


def _singly(line: str) -> list[str]:
    """Addresses one by one: among others systemd-run does not know them by name.

    >>> _singly("IPAddressAllow=localhost 10.0.0.0/8"), _singly("Environment=A=b C=d")
    (['IPAddressAllow=localhost', 'IPAddressAllow=10.0.0.0/8'], ['Environment=A=b C=d'])
    """
    key, value = line.split("=", 1)
    return [f"{key}={word}" for word in value.split()] if key.startswith("IPAddress") else [line]


def main() -> int:
    """Run what stands behind, confined; it takes the place of this process."""
    command = sys.argv[1:]
    try:
        unit = UNIT.read_text(encoding="utf-8")
        line = confined(command, unit, has_terminal=sys.stdin.isatty() and sys.stdout.isatty())
        os.execvp(line[0], line)
    except OSError as error:
        what = error.filename or "systemd-run"
        print(f"{what}: {error.strerror}. Is Bordbuch installed here? sudo make install", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
