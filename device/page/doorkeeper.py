"""Who may come in: so many connections in all and from one address. Whoever only waits makes room for the next."""

from __future__ import annotations

import ipaddress
import itertools
import resource
from typing import Final, Protocol

HERE: Final = "this machine"  # stands for all loopback addresses: they are one visitor, and the owner
MOST_CONNECTIONS: Final = 96
SHARE_OF_HANDLES: Final = 3  # of all file handles a third at most is for visitors: the device itself needs some
SHARE_OF_ONE: Final = 4  # a fourth of all places is the most for one address, and what is kept free for the owner


class Guest(Protocol):
    """A connection that has come in."""

    @property
    def visitor(self) -> str:
        """From which address, see `visitor_of`."""
        ...

    @property
    def waiting_since(self) -> float | None:
        """Since when it has nothing to be answered; None while an answer is on its way."""
        ...

    def send_away(self) -> None:
        """Close it at once."""
        ...


def visitor_of(address: str) -> str:
    """Who somebody is that comes from this address; everybody on this machine is the same.

    >>> visitor_of("127.0.0.2"), visitor_of("192.168.1.20")
    ('this machine', '192.168.1.20')
    """
    try:
        return HERE if ipaddress.ip_address(address).is_loopback else address
    except ValueError:
        return address


def most_connections() -> int:
    """How many connections there may be at once, so that the device never runs out of file handles."""
    handles, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if handles < 0 else min(MOST_CONNECTIONS, max(SHARE_OF_ONE, handles // SHARE_OF_HANDLES))


class Doorkeeper:
    """Counts all connections. A share of the places is this machine's alone: whatever comes from the network, the
    owner gets in."""

    def __init__(self, most: int) -> None:
        self.most_of_one = most // SHARE_OF_ONE
        self._most_of_network = most - self.most_of_one
        self._guests: dict[str, set[Guest]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._guests.values()))

    def has_room(self, visitor: str) -> bool:
        """Whether one more may come in now. If all places are taken, the one that has waited longest has to go."""
        if len(self._guests.get(visitor, ())) >= self.most_of_one:
            return self._send_longest_waiting_away({visitor})
        network = self._guests.keys() - {HERE}
        if visitor != HERE and sum(len(self._guests[other]) for other in network) >= self._most_of_network:
            return self._send_longest_waiting_away(network)
        return True

    def make_room(self, count: int) -> None:
        """Send so many away of those who only wait, the longest waiting first."""
        for _ in range(count):
            self._send_longest_waiting_away(set(self._guests))

    def send_network_away(self) -> None:
        """Close all connections but those of this machine."""
        for visitor in self._guests.keys() - {HERE}:
            for guest in list(self._guests[visitor]):
                self.leave(guest)
                guest.send_away()

    def enter(self, guest: Guest) -> None:
        self._guests.setdefault(guest.visitor, set()).add(guest)

    def leave(self, guest: Guest) -> None:
        """Nothing happens if it has left before."""
        guests = self._guests.get(guest.visitor, set())
        guests.discard(guest)
        if not guests:
            self._guests.pop(guest.visitor, None)

    def _send_longest_waiting_away(self, visitors: set[str]) -> bool:
        guests = itertools.chain.from_iterable(self._guests[visitor] for visitor in visitors)
        waiting = [(guest.waiting_since, id(guest), guest) for guest in guests if guest.waiting_since is not None]
        if not waiting:
            return False
        _, _, guest = min(waiting, key=lambda one: one[:2])
        self.leave(guest)
        guest.send_away()
        return True
