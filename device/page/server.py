"""The page of the device, served to this machine only, or to paired phones at home if the owner wants that."""

from __future__ import annotations

import errno
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from device.errors import PortInUse
from device.page.table_acts import TablePort
from device.parts.protocols import VirtualPanel

if TYPE_CHECKING:
    from device.page.answers import PageApp
    from device.page.gate import GuardedServer
    from device.parts.door import Door
    from device.talks.taps import Taps
    from device.words.catalogue import Catalogue

__all__ = ["PageServer", "TablePort"]

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
# Connections that the machine itself keeps waiting. Whoever comes waits behind all of them, so there are few: a browser
# that finds no place knocks again by itself.
WAITING_OUTSIDE = 128
STOP_SECONDS = 5.0  # streams end by themselves within a tenth of that


class PageServer:
    """Serves the page from a thread of its own. `language` may be changed while it runs; open pages follow.

    `camera_jpeg` gives the newest camera picture as JPEG, or None; it is called from other threads, a few times a
    second while somebody looks. Without `table` the page shows the device alone. While `hides_table` says so, neither
    the table nor the camera's picture is shown (see `device.talks.discretion`); what was taken while somebody
    `looks_alone` is given to nobody else, and while it `hides_from_afar` not to who is not at this machine. It answers
    to this machine alone, or `for_network` also to phones that come in by the `door`. What can be tapped there goes
    through `taps`, told in `words`.
    """

    def __init__(
        self,
        panel: VirtualPanel,
        table: TablePort | None,
        camera_jpeg: Callable[[], bytes | None],
        language: str,
        port: int,
        hides_table: Callable[[], bool] = lambda: False,
        *,
        for_network: bool = False,
        looks_alone: Callable[[], str | None] = lambda: None,
        hides_from_afar: Callable[[], bool] = lambda: False,
        door: Door | None = None,
        taps: Taps | None = None,
        words: Callable[[str], Catalogue] | None = None,
    ) -> None:
        self._door = door
        self._taps = taps
        self._words = words
        self.language = language
        self._panel = panel
        self._table = table
        self._camera_jpeg = camera_jpeg
        self._port = port
        self._hides_table = hides_table
        self._for_network = for_network
        self._looks_alone = looks_alone
        self._hides_from_afar = hides_from_afar
        self._page: PageApp | None = None
        self._server: GuardedServer | None = None
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where the page is; with port 0 known after `start`."""
        return f"http://{socket.gethostname()}.local:{self._port}" if self._for_network else self.own_address

    @property
    def port(self) -> int:
        """Where it listens; with 0 given, known after `start`."""
        return self._port

    @property
    def own_address(self) -> str:
        """Where it is for whoever sits at this machine."""
        return f"http://{LOOPBACK}:{self._port}"

    def open_to_phones(self, is_open: bool) -> None:
        """Answer to the home network, too, or no more; the page at this machine stays as it is."""
        if is_open != self._for_network and self._server is not None and self._server.is_listening:
            self._for_network = is_open
            self._server.listen_anew(lambda: _listen(self._port, EVERYWHERE if is_open else LOOPBACK))

    def start(self) -> None:
        """Begin to serve; the page can be opened when this returns. PortInUse if the port cannot be had."""
        # Not at the top: the web server takes longer to import than the first screen may take to appear.
        import uvicorn

        from device.page.answers import PageApp
        from device.page.doorkeeper import Doorkeeper, most_connections
        from device.page.gate import GuardedServer
        from device.page.hosts import home_network, this_machine
        from device.words.catalogue import Catalogue

        listener = _listen(self._port, EVERYWHERE if self._for_network else LOOPBACK)
        self._port = listener.getsockname()[1]
        self._page = PageApp(
            self._panel,
            self._table,
            self._camera_jpeg,
            lambda: self.language,
            self._hides_table,
            lambda host: home_network(host) if self._for_network else this_machine(host),
            looks_alone=self._looks_alone,
            hides_from_afar=self._hides_from_afar,
            door=self._door,
            taps=self._taps,
            words=self._words or Catalogue.load,
        )
        if self._door is not None:
            self._door.address.port = self._port
        config = uvicorn.Config(
            self._page.app,
            http="h11",
            loop="asyncio",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        config.load()  # here, not in the thread: what it imports must be there before anybody can knock
        self._server = GuardedServer(config, Doorkeeper(most_connections()))
        # A daemon, so that a page that hangs can never keep the device from ending.
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listener]}, name="page", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End all streams and the server; a second time does nothing."""
        if self._server is None or self._page is None or self._thread is None:
            return
        self._page.is_stopping = True
        self._server.should_exit = True
        self._thread.join(STOP_SECONDS)
        self._server = self._page = self._thread = None


def _listen(port: int, host: str) -> socket.socket:
    """A socket to listen on, taken here rather than by the server, which would only log a failure."""
    # With its protocol named, since only then small answers are sent at once and do not wait for each other.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # Else the port stays blocked for a minute after a killed process.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(WAITING_OUTSIDE)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(
                f"Port {port} is in use, perhaps by another Bordbuch. End that one, or take another port:"
                f" --port {port + 1}"
            ) from error
        raise PortInUse(
            f"Port {port} cannot be used ({error.strerror}). Take one from 1024 to 65535: --port 8017"
        ) from error
    return listener
