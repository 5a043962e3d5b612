"""The door for phones: who was let in, who is invited, and where the page can be reached from a phone at home."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field
from typing import Final

from device.records.invitations import Invitations
from device.records.phones import Phones

# Names that routers give a device at home, after its own. Nobody outside can have a page under one of them.
HOME_ENDINGS: Final = ("local", "fritz.box", "lan", "home.arpa")
SOMEWHERE_AT_HOME: Final = ("192.168.0.1", 9)  # nothing is sent there; it only decides which way leads out


@dataclass
class PageAddress:
    """Filled in by whoever serves the page; None while nobody does."""

    port: int | None = None

    def link(self, code: str) -> str | None:
        """What a phone's camera reads, in capitals, since these take the fewest squares; None if there is no page."""
        return None if self.port is None else f"http://{home_host()}:{self.port}/k/{code}".upper()

    def by_name(self) -> str:
        """What is typed into a phone that knows the name."""
        return f"{own_name()}.local:{self.port}"

    def by_number(self) -> str:
        """What is typed into any other."""
        return f"{home_host()}:{self.port}"


@dataclass(frozen=True, slots=True)
class Door:
    """What the page asks before it lets a phone in, and what the menu changes."""

    phones: Phones
    invitations: Invitations
    address: PageAddress = field(default_factory=PageAddress)


def own_name() -> str:
    """The device's own name, without where it is at home."""
    return socket.gethostname().partition(".")[0].lower()


def own_names() -> frozenset[str]:
    """All names under which the device may be asked for at home."""
    return frozenset({own_name(), socket.gethostname().lower(), *(f"{own_name()}.{end}" for end in HOME_ENDINGS)})


def home_host() -> str:
    """The device's number in the home network, which every phone understands; its name where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(SOMEWHERE_AT_HOME)
            address: str = way.getsockname()[0]
        except OSError:
            return f"{own_name()}.local"
    return address
